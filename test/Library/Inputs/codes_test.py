# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds nvptxtc.codes() against a page, and against what modules give.

usage: codes_test.py PAGE CHECKS-DIR ERRORS-DIR

CHECKS-DIR has a module nvptx-NAME.ll for each check, whose first line is its target; ERRORS-DIR one for
each kind of error, named as it is. There, the first line has the target and features that give the
error, and the second what makes it go away: a target and features, or a text and its replacement.
"""

import re
import sys
from pathlib import Path

import nvptxtc

#: Errors of calls, or of input that only a change of the compiler makes.
CALLS = {"arguments", "link", "ptxas", "fatal", "llvm"}

def fail(message):
    sys.exit(f"error: {message}")

def read_page(page):
    """The codes of the page's sections, each with its option, and the default that checks.md has.

    The option of a check has the check's name; a section of an error names its option, if there is one.
    """
    defaults = dict(re.findall(r"^\| `(-nvptx-[a-z-]+)` \| [a-z, -]+ \| ([a-z-]+) \|",
                               page.with_name("checks.md").read_text(), re.M))
    checks, errors = page.read_text().split("\n## Errors\n")
    found = []
    for part in (checks, errors):
        for section in re.split(r"^### ", part, flags=re.M)[1:]:
            name = section.split()[0]
            named = re.search(r"^Option: `(.*)`\.$", section, re.M)
            option = f"-nvptx-{name[len('NVPTX-'):]}" if part is checks else named[1] if named else ""
            if "Fix: " not in section:
                fail(f"the section {name} says nothing of what to do")
            found.append((name, option, defaults[option] if option else ""))
    return found

def diagnose(module, target, features="", **options):
    try:
        return nvptxtc.compile(module, target, features=features, **options).diagnostics
    except nvptxtc.CompileError as error:
        return error.diagnostics

def check_checks(codes, folder):
    seen = 0
    for code in codes:
        path = folder / f"nvptx-{code.name[len('NVPTX-'):]}.ll"
        if not path.exists():
            continue
        module = path.read_text()
        target = module.split()[1]
        found = diagnose(module, target, options=[f"{code.option}=error"])
        expected = "NVPTX-legality-target" if path.stem == "nvptx-legality" else code.name
        for diagnostic in found:
            if (diagnostic.code, diagnostic.option, diagnostic.target) != (expected, code.option, target):
                fail(f"{path.name}: {diagnostic}")
        if not found:
            fail(f"{path.name} has no diagnostic")
        if "-" + path.stem == code.option and any(d.code == expected for d in diagnose(module, target, options=[f"{code.option}=off"])):
            fail(f"{path.name} has a diagnostic of a check that is off")
        seen += 1
    print(f"codes of checks: {seen} of {len(codes)}")

def check_errors(codes, folder):
    kinds = {code.name for code in codes}
    seen = set()
    for path in sorted(folder.glob("*.ll")):
        module = path.read_text()
        first, second = module.splitlines()[:2]
        found = diagnose(module, *first.split()[1:])
        if not all(d.intrinsic in module and d.statement.isprintable() for d in found):
            fail(f"{path.name}: the subject {[(d.intrinsic, d.statement) for d in found]}")
        if path.stem in ("intrinsic-name", "intrinsic-type", "intrinsic-operand") and not all(d.intrinsic for d in found):
            fail(f"{path.name}: no intrinsic is named")
        if {diagnostic.code for diagnostic in found} != {f"NVPTX-{path.stem}"}:
            fail(f"{path.name}: {[(d.code, str(d)) for d in found]}")
        twin = second.split("twin: ")[1]
        if " => " in twin:
            module, place = module.replace(second, ""), first.split()[1:]
            changed = module.replace(*twin.split(" => "))
            if changed == module:
                fail(f"{path.name} does not have what its twin replaces")
            module = changed
        else:
            place = twin.split()
        if diagnostics := diagnose(module, *place):
            fail(f"the twin of {path.name}: {diagnostics[0]}")
        seen.add(f"NVPTX-{path.stem}")
    return kinds, seen

def check_calls(fatal):
    """Errors that a call makes, not a module."""
    empty = "define void @f() {\n ret void\n}"
    for name, call in [
        ("link", lambda: nvptxtc.compile(empty, "sm_80", modules=[empty])),
        ("ptxas", lambda: nvptxtc.compile(empty, "sm_80", cubin=True, ptxas="/nowhere/ptxas")),
        ("fatal", lambda: nvptxtc.compile(fatal, "sm_80")),
    ]:
        try:
            call()
            fail(f"{name}: no error")
        except nvptxtc.CompileError as error:
            if error.diagnostics[-1].code != f"NVPTX-{name}":
                fail(f"{name}: {error.diagnostics}")
        yield f"NVPTX-{name}"

def main():
    page, checks, errors = map(Path, sys.argv[1:4])
    codes = nvptxtc.codes()
    listed, sections = [(code.name, code.option, code.default) for code in codes], read_page(page)
    if listed != sections:
        fail(f"{page.name} and the compiler differ: {sorted(set(listed) ^ set(sections))}")
    split = next(i for i, code in enumerate(codes) if code.name == "NVPTX-legality-target")
    check_checks(codes[:split], checks)
    kinds, seen = check_errors(codes[split:], errors)
    calls = set(check_calls((Path(__file__).parent / "modules/fatal.ll").read_text()))
    print(f"codes of errors: {len(seen)} of {len(kinds)}, and {len(calls)} of the library's calls")
    print("not tried: " + ", ".join(sorted(kinds - seen - calls)))
    print("end")

main()

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""explain_all_ptx.py ROOT BUILD: `mma-explain ptx` on what llc prints for the tests and the examples.

The llc commands of the tests' RUN lines and the DEMO lines of the examples are run; a search for
mnemonics, with no parser behind it, says what there is to find. Every instruction must be found, and
must be one that the tool knows; the whole file must be PTX. Commands that print no PTX are passed over.
"""

import collections
import json
import re
import shlex
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT, BUILD = map(Path, sys.argv[1:3])
sys.path.insert(0, str(ROOT / "scripts"))
from tctools import demo as demo_script  # noqa: E402
from tctools import examples, toolchain  # noqa: E402

#: At the start of a statement, behind labels, guards and braces.
_FOUND = re.compile(r"(?:^|[;{}:])\s*(?:@!?%\w+\s+)?((?:wgmma|wmma|mma|ldmatrix|stmatrix|movmatrix|tcgen05)\.[\w.:]+)", re.MULTILINE)
_LINE_COMMENT = re.compile(r"//[^\n]*")
_RUN = re.compile(r"RUN: (%llc [^|>&\n]*|split-file [^|>&\n]*)")
#: What an instruction that nobody knows is called.
_UNKNOWN = re.compile(r"there is no instruction|does not have these operands")
#: Inline assembly with statements that are no instructions, on purpose.
NO_PTX = {"test/CodeGen/wgmma/inline-asm-text.ll"}


def test_commands(source, folder):
    """The llc commands of a test, each with the PTX on its standard output."""
    names = {"%llc": BUILD / "bin" / "llc", "%s": source, "%S": source.parent, "%p": source.parent, "%t": folder / "t"}
    for line in _RUN.findall(source.read_text(encoding="utf-8", errors="replace")):
        words = [re.sub(r"%llc\b|%[sSpt]\b", lambda m: str(names[m[0]]), word) for word in shlex.split(line.replace("<", " "))]
        if any("%" in word for word in words):
            continue
        if "-o" in words:
            words[words.index("-o") + 1] = "-"
        yield words if words[0] == "split-file" else [*words, "-o", "-"] if "-o" not in words else words


def printed_by_test(source):
    """(what it is, PTX) of each llc command of a test that prints PTX."""
    with tempfile.TemporaryDirectory() as folder:
        for command in test_commands(source, Path(folder)):
            result = toolchain.run(command, cwd=folder)
            if command[0] != "split-file" and result.returncode == 0 and ".target" in result.stdout:
                yield f"{source.relative_to(ROOT)}: {' '.join(map(str, command[1:]))}", result.stdout


def printed_by_example(tools, demo):
    with tempfile.TemporaryDirectory() as folder:
        ptx = Path(folder) / "demo.ptx"
        result = toolchain.run(demo_script.compile_command(demo, tools, ptx))
        if result.returncode == 0 and ptx.exists():
            yield f"{demo.source.relative_to(ROOT)} on {demo.target}", ptx.read_text(encoding="utf-8")


def printed_by_program(program):
    """The example programs with a host's half, where there is a CUDA SDK for it."""
    with tempfile.TemporaryDirectory() as folder:
        ptx = Path(folder) / "program.ptx"
        result = toolchain.run([BUILD / "bin" / "clang++", "--cuda-device-only", "-S", "-O1", "-std=c++17",
                                f"--cuda-gpu-arch={examples.target_of(program)}", program, "-o", ptx])
        if result.returncode:
            sys.exit(f"{program.relative_to(ROOT)} does not compile: {result.stderr[:500]}")
        yield str(program.relative_to(ROOT)), ptx.read_text(encoding="utf-8")


def explain(label, ptx):
    """(instructions, what is wrong)."""
    wanted = collections.Counter(_FOUND.findall(_LINE_COMMENT.sub("", ptx)))
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(ptx)
        file.flush()
        result = toolchain.run([BUILD / "bin" / "mma-explain", "ptx", "--json", file.name])
        syntax = toolchain.run([BUILD / "bin" / "mma-explain", "ptx", "--syntax", file.name])
    report = json.loads(result.stdout)
    instructions = [i for function in report["functions"] for i in function["instructions"]]
    found = collections.Counter(i["mnemonic"] for i in instructions)
    wrong = [f"{label}: {count} of {mnemonic} are not found" for mnemonic, count in (wanted - found).items()]
    wrong += [f"{label}: {count} of {mnemonic} are found, and not there" for mnemonic, count in (found - wanted).items()]
    if not any(label.startswith(name) for name in NO_PTX):
        wrong += [f"{label}: {fault}" for fault in syntax.stdout.splitlines()[:-1]]
        wrong += [f"{label}: {i['error']}" for i in instructions if _UNKNOWN.search(i.get("error", ""))]
    return sum(found.values()), wrong


def main():
    tests = sorted(path for folder in ("CodeGen", "MIR", "IR", "CUDA", "Plugin") for suffix in ("ll", "mir", "test")
                   for path in (ROOT / "test" / folder).rglob(f"*.{suffix}") if "Inputs" not in path.parts)
    tools = demo_script.Tools(BUILD / "bin" / "llc", BUILD / "bin" / "clang++")
    with ThreadPoolExecutor(2) as pool:
        printed = [item for items in pool.map(lambda t: list(printed_by_test(t)), tests) for item in items]
        printed += [item for items in pool.map(lambda d: list(printed_by_example(tools, d)), examples.find_demos([]))
                    for item in items]
        programs = examples.programs() if toolchain.find_cuda() else []
        printed += [item for items in pool.map(lambda p: list(printed_by_program(p)), programs) for item in items]
        results = list(pool.map(lambda item: explain(*item), printed))
    wrong = [line for _, lines in results for line in lines]
    print("\n".join(wrong[:30]))
    print(f"{len(printed)} files, {sum(count for count, _ in results)} instructions, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

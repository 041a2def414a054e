# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit format: a test for each rule of legality, of what it accepts and what it rejects.

A rule says where some instructions are legal. Its test calls one variant, or every form of a
companion, that it governs, and has the name of the first. On the first target that has them, at
the rule's first PTX version, llc must print them (and ptxas, where it is, must take them). On the
nearest targets that lack them, at the PTX version before the first, and at the one after the last,
each call must be an error. A test is written when it runs; lit -v prints its RUN lines, and where
it is.
"""

import re
from pathlib import Path

import lit.formats
import lit.Test

from tctools import ir, model
from tctools.model import print_ptx


class RuleTest(lit.Test.Test):
    """A test whose file is written next to its output."""

    def __init__(self, suite, path, config, text):
        super().__init__(suite, path, config)
        self.text = text

    def getSourcePath(self):
        return self.getExecPath()


class RuleFormat(lit.formats.ShTest):
    def __init__(self, build_dir):
        super().__init__(execute_external=False)
        self.build_dir = build_dir

    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        for rule, text in sorted(make_tests(self.build_dir).items()):
            yield RuleTest(suite, (*path, f"{rule}.ll"), local_config, text)

    def execute(self, test, lit_config):
        path = Path(test.getSourcePath())
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(test.text, encoding="utf-8")
        return super().execute(test, lit_config)


def make_tests(build_dir):
    """{name: the text of a test}."""
    tables, tests, seen = model.load(build_dir), {}, set()
    for variant in tables.variants:
        # Of tcgen05.mma calls decide: test/CodeGen/tcgen05.
        if variant.family != "tcgen05.mma" and variant.rule not in seen:
            seen.add(variant.rule)
            tests[variant.short_name] = _variant_test(tables, variant)
    governed = {}
    for form in tables.forms:
        governed.setdefault(form.rules[0], []).append(form)
    return tests | {forms[0].opcode.lower(): _companion_test(tables, forms)
                    for forms in governed.values()}


class _Lines:
    """RUN lines, and what they check."""

    def __init__(self):
        self.runs, self.checks = [], []

    def run(self, target, ptx, prefix, checks):
        command = f"%llc -mcpu={target.name} -mattr=+ptx{ptx} -verify-machineinstrs %s -o"
        check = f"| FileCheck %s --check-prefix={prefix}"
        if prefix == "ACCEPT":
            ptxas = f"%ptxas -arch={target.ptxas_architecture} %t.ptx -o %t.cubin"
            self.runs += [f"{command} - {check}",
                          f"%if ptxas-ptx{ptx} %{{ {command} %t.ptx && {ptxas} %}}"]
        else:
            self.runs.append(f"not {command} /dev/null 2>&1 {check}")
        self.checks += [f"{prefix}{check}" for check in checks]

    def text(self, module):
        runs = [f"; RUN: {line}" for line in self.runs]
        return "\n".join([*runs, *(f"; {line}" for line in self.checks), "", module])


def _beside(tables, has):
    """The targets on either side of the ones that have something."""
    return [t for i, t in enumerate(tables.targets) if not has[i] and any(has[max(i - 1, 0):i + 2])]


def _mnemonic(variant):
    """What every variant of the instruction starts with, for the accept check."""
    word, second = variant.short_name.split(".")[:2]
    if word == "tcgen05":
        end = "cta_group::1" if "cg1" in variant.name else "sync.aligned"
        return f"{word}.{second}{{{{.*}}}}{end}{{{{.*}}}}"
    word = variant.family if word == "wmma" else word
    return f"{word}{{{{.*}}}}.sync{{{{.*}}}}"


def _variant_test(tables, variant):
    lines, name, rule = _Lines(), variant.name, variant.rule
    has = [t.name in rule.targets for t in tables.targets]
    target = min((t for t in tables.targets if has[t.index]),
                 key=lambda t: (max(t.minimum_ptx, rule.first_ptx), t.index))
    ptx = max(target.minimum_ptx, rule.first_ptx)
    if variant.is_rejected:
        lines.run(target, ptx, "REJECTED",
                  [f": error: {{{{.*}}}}{name} is rejected by ptxas on every "
                                            f"target; {rule.rejected}"])
    else:
        lines.run(target, ptx, "ACCEPT", [f": {_mnemonic(variant)}"])
    unsupported = f": error: {{{{.*}}}}{name} is not supported"
    by_suffix = {t.suffix + str(i == 0): t for i, t in enumerate(_beside(tables, has))}
    for index, other in enumerate(by_suffix.values()):
        lines.run(other, max(other.minimum_ptx, rule.first_ptx), f"TARGET{index}",
                  [f"{unsupported} on {other.name}; it needs {rule.text} ({rule.source})"])
    before, after = tables.version_before(rule.first_ptx), tables.version_after(rule.last_ptx)
    if before and target.minimum_ptx <= before:
        lines.run(target, before, "BEFORE",
                  [f"{unsupported} in PTX ISA {print_ptx(before)}; it needs "
                                             f"{print_ptx(rule.first_ptx)} or later"])
    if after:
        lines.run(target, after, "AFTER", [f"{unsupported} in PTX ISA {print_ptx(after)}; "
                                           f"{print_ptx(rule.last_ptx)} was the last version that "
                                           "had it"])
    return lines.text(model.module_of([next(model.plain_calls([variant]))]))


def _expected(call):
    """The instruction of a companion as FileCheck finds it; of several statements the longest."""
    values = dict(call.values)
    text = re.sub(r"\$\{(\w+)\}", lambda m: call.form.words[m[1]][values[m[1]]], call.form.text)
    statement = max(text.split("\n"), key=len).strip()
    immediates = {name: str(values[name]) for name in call.form.immediates}
    pieces = re.split(r"(\$\w+|%\w+|[{}\[\]|])", statement)
    return "".join(_escape(piece, immediates) for piece in pieces)


def _escape(piece, immediates):
    if piece.startswith("$"):
        return immediates.get(piece[1:], "%{{[a-z]+[0-9]+}}")
    if piece.startswith("%"):  # a local register, which LLVM calls otherwise
        return "%{{[a-z0-9_]+}}"
    return f"{{{{[{piece}]}}}}" if piece in ("{", "[") else piece


def _companion_test(tables, forms):
    lines, form, rule = _Lines(), forms[0], forms[0].rules[0]
    calls = [next(model.companion_calls([form], each=False)) for form in forms]
    legal = ((target, ptx) for target in tables.targets for ptx in tables.versions_of(target)
             if form.is_legal(target, ptx))
    target, ptx = min(legal, key=lambda s: (s[1], s[0].index))
    lines.run(target, ptx, "ACCEPT", [check for call in calls for check in (
        f"-LABEL: {call.function}(", f": {_expected(call)}")])

    def errors(message):
        """One for the module, which counts the calls."""
        more = f"; the same of {len(calls) - 1} more call" if len(calls) > 1 else "{{$}}"
        return [f": error: {{{{.*}}}}in function {calls[0].function} {{{{.*}}}}: {calls[0].name}"
                f"{{{{.*}}}} is not supported {message}{{{{.*}}}}{more}"]

    beside = _beside(tables,
                     [form.is_legal(target, tables.newest_ptx) for target in tables.targets])
    for index, other in enumerate(beside[:1] + beside[1:][-1:]):
        lines.run(other, max(other.minimum_ptx, ptx), f"TARGET{index}",
                  errors(f"on {other.name}; it needs {{{{.*}}}}({rule.source})"))
    before = tables.version_before(ptx)
    if before and target.minimum_ptx <= before:
        lines.run(target, before, "BEFORE", errors(
            f"in PTX ISA {print_ptx(before)}; it needs {print_ptx(ptx)} or later"))
    return lines.text(ir.module((call.ir() for call in calls), with_kernel=False))

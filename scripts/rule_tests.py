# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A lit format: a test for each rule of legality, of what it accepts and what it rejects.

A rule is an MMALegality record of TableGen/. Its test calls one variant, or every form of a
companion, that it governs. On the first target that has them, at the rule's first PTX version, llc
must print them (and ptxas, where it is, must take them). On the nearest targets that lack them, at
the PTX version before the first, and at the one after the last, each call must be an error. A test
is written when it runs; lit -v prints its RUN lines, and where it is.
"""

import re
from pathlib import Path

import lit.formats
import lit.Test

import companions
import variants


class RuleTest(lit.Test.Test):
    """A test whose file is written beside its output."""

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
    """{rule: the text of its test}."""
    model = variants.load_model(build_dir)
    tests = {}
    for variant in model.variants:
        if variant.family != "TCGen05MMA" and variant.rule not in tests:  # whose calls decide: test/CodeGen/tcgen05
            tests[variant.rule] = _variant_test(model, variant)
    rules = {}
    for form in companions.load(build_dir)[1]:
        rules.setdefault(form.rule, []).append(form)
    return tests | {rule: _companion_test(model, forms) for rule, forms in rules.items()}


class _Lines:
    """RUN lines, and what they check."""

    def __init__(self):
        self.runs, self.checks = [], []

    def run(self, target, ptx, prefix, checks):
        command = f"%llc -mcpu={target.name} -mattr=+ptx{ptx} -verify-machineinstrs %s -o"
        if prefix == "ACCEPT":
            self.runs += [f"{command} - | FileCheck %s --check-prefix=ACCEPT",
                          f"%if ptxas %{{ {command} %t.ptx && %ptxas -arch={target.ptxas_architecture} %t.ptx -o %t.cubin %}}"]
        else:
            self.runs.append(f"not {command} /dev/null 2>&1 | FileCheck %s --check-prefix={prefix}")
        self.checks += [f"{prefix}{check}" for check in checks]

    def text(self, module):
        runs = [f"; RUN: {line}" for line in self.runs]
        return "\n".join([*runs, *(f"; {line}" for line in self.checks), "", module])


def _version_before(version):
    return max((v for v in variants.PTX_VERSIONS if v < version), default=None)


def _version_after(version):
    return min((v for v in variants.PTX_VERSIONS if v > version), default=None)


def _beside(model, has):
    """The targets on either side of the ones that have something."""
    return [t for i, t in enumerate(model.targets) if not has[i] and any(has[max(i - 1, 0):i + 2])]


def _mnemonic(variant):
    """What every variant of the instruction starts with, for the accept check."""
    word, second = variant.name.removeprefix("llvm.nvvm.").split(".")[:2]
    if word == "tcgen05":
        return f"{word}.{second}{{{{.*}}}}cta_group::1{{{{.*}}}}" if "cg1" in variant.name else f"{word}.{second}{{{{.*}}}}sync.aligned{{{{.*}}}}"
    word = word if word != "wmma" else {"WMMALoad": "wmma.load", "WMMAStore": "wmma.store"}.get(variant.family, "wmma.mma")
    return f"{word}{{{{.*}}}}.sync{{{{.*}}}}"


def _variant_test(model, variant):
    lines, name = _Lines(), variant.name
    has = [bool(variant.targets >> t.index & 1) for t in model.targets]
    target = min((t for t in model.targets if has[t.index]), key=lambda t: (max(t.minimum_ptx, variant.first_ptx), t.index))
    ptx = max(target.minimum_ptx, variant.first_ptx)
    if variant.is_rejected:
        lines.run(target, ptx, "REJECTED", [f": error: {{{{.*}}}}{name} is rejected by ptxas on every target; {variant.rejected}"])
    else:
        lines.run(target, ptx, "ACCEPT", [f": {_mnemonic(variant)}"])
    by_suffix = {t.name[len(t.name.rstrip("af")):] + str(i == 0): t for i, t in enumerate(_beside(model, has))}
    for index, other in enumerate(by_suffix.values()):
        lines.run(other, max(other.minimum_ptx, variant.first_ptx), f"TARGET{index}",
                  [f": error: {{{{.*}}}}{name} is not supported on {other.name}; it needs {variant.target_text} ({variant.source})"])
    before, after = _version_before(variant.first_ptx), _version_after(variant.last_ptx)
    if before and target.minimum_ptx <= before:
        lines.run(target, before, "BEFORE", [f": error: {{{{.*}}}}{name} is not supported in PTX ISA {variants.spell_ptx(before)}; "
                                             f"it needs {variants.spell_ptx(variant.first_ptx)} or later"])
    if after:
        lines.run(target, after, "AFTER", [f": error: {{{{.*}}}}{name} is not supported in PTX ISA {variants.spell_ptx(after)}; "
                                           f"{variants.spell_ptx(variant.last_ptx)} was the last version that had it"])
    return lines.text(variants.module_ir([next(iter(variants.calls_of([variant], addresses=("argument",))))]))


def _expected(call):
    """The instruction of a companion as FileCheck finds it; of several statements the longest."""
    text = call.form.text.replace("{{", "{").replace("}}", "}")
    statements = text.split("\n") if text.startswith("{") else [text + ";"]
    statement = max(statements, key=len).strip()
    values = dict(call.values)
    immediates = {o.name: str(values[o.name]) for o in call.form.operands if o.is_immediate}
    pieces = re.split(r"(\$\w+|%\w+|[{}\[\]|])", statement)
    return "".join(_escape(piece, immediates) for piece in pieces)


def _escape(piece, immediates):
    if piece.startswith("$"):
        return immediates.get(piece[1:], "%{{[a-z]+[0-9]+}}")
    return f"{{{{[{piece}]}}}}" if piece in ("{", "[") else piece


def _companion_test(model, forms):
    lines, form = _Lines(), forms[0]
    calls = [next(companions.calls_of([form], each=False)) for form in forms]
    target, ptx = min(((target, ptx) for target in model.targets for ptx in variants.PTX_VERSIONS
                       if ptx >= target.minimum_ptx and form.is_legal(target, ptx)), key=lambda s: (s[1], s[0].index))
    lines.run(target, ptx, "ACCEPT", [check for call in calls for check in (f"-LABEL: {call.function}(", f": {_expected(call)}")])

    def errors(message):
        return [f": error: {{{{.*}}}}in function {call.function} {{{{.*}}}}: {call.form.companion.name}{{{{.*}}}} is not supported {message}"
                for call in calls]

    beside = _beside(model, [form.is_legal(target, variants.PTX_VERSIONS[-1]) for target in model.targets])
    for index, other in enumerate(beside[:1] + beside[1:][-1:]):
        lines.run(other, max(other.minimum_ptx, ptx), f"TARGET{index}", errors(f"on {other.name}; it needs {{{{.*}}}}({form.source})"))
    before = _version_before(ptx)
    if before and target.minimum_ptx <= before:
        lines.run(target, before, "BEFORE",
                  errors(f"in PTX ISA {variants.spell_ptx(before)}; it needs {variants.spell_ptx(ptx)} or later"))
    return lines.text(companions.module_ir(calls))

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiler of LLVM IR, and what it says of each function of a module.

Modules go to llc's standard input. An error of ours names the function, so that one run answers
for all functions of a module. What a target lacks is one error; remarks have the rest.
"""

import collections
import re

from tctools import toolchain

# A message may begin with its place: block 'loop', '%d = …':
_REFUSAL = re.compile(r"^.*(?:error|remark): (?:\S+: )?in function (\w+) .*?\): "
                      r"(?:block \S+, '.*?': )?(.*?)(?:; the same of .*)?$", re.MULTILINE)
# LLVM's own verifier knows the declarations of LLVM's intrinsics, and the ranges of immediates. It
# names the call or the intrinsic, and no function.
_UNVERIFIED = "input module cannot be verified"
_VERIFIER = re.compile(r"^(?!ptr |i\d+ |  )(.*)\n(?:i\d+ .*\n)?(?:  .*call .*?(@llvm\.[\w.]+\(.*\))|"
                       r"ptr (@llvm\.[\w.]+?)(?:\.renamed)?)$", re.MULTILINE)
_FUNCTION = re.compile(r"^define .*?@(\w+)\(.*\{\n(?:.*\n)*?\}\n", re.MULTILINE)
_DECLARATION = re.compile(r"^declare .*?(@[\w.]+\().*\n", re.MULTILINE)
_ALL_REFUSALS = "-pass-remarks-missed=nvptx-legality"


class Llc:
    """Our llc, or another whose options are the same."""

    def __init__(self, program):
        self.program = program

    @classmethod
    def of_build(cls, build_dir):
        return cls(toolchain.built_tool("llc", build_dir))

    def compile(self, module, target, ptx, *options):
        """What llc makes of the text of a module; the PTX version may be None, the target's own."""
        features = [] if ptx is None else [f"-mattr=+ptx{ptx}"]
        return toolchain.run([self.program, "-o", "-", f"-mcpu={target.name}", _ALL_REFUSALS,
                              *features, *options, "-"], input=module)

    def judge(self, module, target, ptx, *options):
        """({function: why it is refused}, what llc prints of the others); ends the program if llc
        crashes."""
        refused, result = {}, self.compile(module, target, ptx, *options)
        while _UNVERIFIED in result.stderr:
            module, found = _without_refused(module, result.stderr)
            if not found:
                break
            refused |= found
            result = self.compile(module, target, ptx, *options)
        while found := refusals(result, f"{target.name}, PTX {ptx}"):
            # After an error llc prints nothing.
            refused |= found
            module = _without(module, found)
            result = self.compile(module, target, ptx, *options)
        return refused, result


def _without(module, functions):
    """The module without some functions, and without the declarations that it does not need then."""
    module = _FUNCTION.sub(lambda f: "" if f[1] in functions else f[0], module)
    uses = collections.Counter(re.findall(r"@[\w.]+\(", module))
    return _DECLARATION.sub(lambda d: d[0] if uses[d[1]] > 1 else "", module)


def _with_words(arguments):
    """The arguments of a call as LLVM prints them."""
    return arguments.replace("i1 1", "i1 true").replace("i1 0", "i1 false")


def _without_refused(module, errors):
    """(the module without the functions that LLVM's verifier refuses, {function: why})."""
    errors = re.sub(r"/\*.*?\*/ ", "", errors)  # the names of immediates
    why = {text: words for words, *texts in _VERIFIER.findall(errors) for text in texts if text}
    callees = [text for text in why if "(" not in text]
    refused = {}

    def keep(function):
        calls = re.findall(r"call [^@]*(@llvm\.[\w.]+)(\(.*\))", function[0])
        words = [why.get(callee) or why.get(callee + _with_words(arguments))
                 for callee, arguments in calls]
        if not any(words):
            return function[0]
        refused[function[1]] = next(filter(None, words))
        return ""

    module = _FUNCTION.sub(keep, module)
    for callee in callees:
        module = re.sub(rf"^declare .*{re.escape(callee)}\(.*\n", "", module, flags=re.MULTILINE)
    return module, refused


def refusals(result, where):
    """{function: why it is refused}. A crash, or an error of no function, ends the program."""
    refused = dict(_REFUSAL.findall(result.stderr))
    if bool(refused) != bool(result.returncode) or result.returncode not in (0, 1):
        raise SystemExit(f"llc: {where}: exit code {result.returncode}, {len(refused)} refusals: "
                         f"{result.stderr[-800:]}")
    return refused

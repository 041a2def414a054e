# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiler of LLVM IR, and what it says of each function of a module.

Modules go to llc's standard input. An error of ours names the function, so that one run answers
for all functions of a module. What a target lacks is one error; remarks have the rest.
"""

import re

from tctools import toolchain

# A message may begin with its place: block 'loop', '%d = …':
_REFUSAL = re.compile(r"^.*(?:error|remark): (?:\S+: )?in function (\w+) .*?\): "
                      r"(?:block \S+, '.*?': )?(.*?)(?:; the same of .*)?$", re.MULTILINE)
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
        """({function: why it is refused}, what llc printed); ends the program if llc crashes."""
        result = self.compile(module, target, ptx, *options)
        return refusals(result, f"{target.name}, PTX {ptx}"), result


def refusals(result, where):
    """{function: why it is refused}. A crash, or an error of no function, ends the program."""
    refused = dict(_REFUSAL.findall(result.stderr))
    if bool(refused) != bool(result.returncode) or result.returncode not in (0, 1):
        raise SystemExit(f"llc: {where}: exit code {result.returncode}, {len(refused)} refusals: "
                         f"{result.stderr[-800:]}")
    return refused

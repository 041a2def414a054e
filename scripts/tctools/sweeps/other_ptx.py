# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the legality rules of other PTX instructions with ptxas.

The example of each rule of TableGen/InstructionRules.td, in every setting. Exit code 1 on any
disagreement.
"""

from tctools import cli, judge, model, work

SHARED = ("build", "target", "state", "jobs", "shard")
#: Registers of the examples by the letters of their names.
_REGISTERS = {"p": "pred", "h": "b16", "r": "b32", "f": "f32", "d": "b64", "q": "b128"}


def kernel_of(example, name):
    """A kernel with the example, which is a statement or a directive of the kernel."""
    if example.startswith("."):
        return f".visible .entry {name}() {example} {{ ret; }}"
    registers = "".join(f".reg .{kind} %{letter}<8>; " for letter, kind in _REGISTERS.items()
                        if f"%{letter}" in example)
    return f".visible .entry {name}() {{ {registers}{example} ret; }}"


def add_options(parser):
    parser.add_argument("--versions", choices=("first", "bounds", "newest"), default="bounds",
                        help="PTX versions of each target: its first, the newest, or these and "
                             "those that a rule starts with")


def run(options):
    tables = model.load(options.build_dir)
    ptxas = judge.PtxasJudge(cli.find_ptxas(), options.state)
    rules = [rule for _, rule in tables.others]
    kernels = {example: kernel_of(example, f"k{index}")
               for index, (example, _) in enumerate(tables.others)}
    settings = options.shard.of(
        judge.known_settings(ptxas, tables, rules, options.target, options.versions))
    verdicts, faults = 0, []
    answers = work.each(lambda setting: ptxas.refused(setting, kernels), settings, options.jobs,
                        "ptxas, every example")
    for setting, refused in zip(settings, answers):
        for example, rule in tables.others:
            verdicts += 1
            if rule.is_legal(setting.target, setting.ptx) == (example in refused):
                says = "refuses" if example in refused else "accepts"
                faults.append(f"{setting}: {example} ptxas {says} it")
    print(f"{len(kernels)} examples in {len(settings)} settings: {verdicts} verdicts, "
          f"{len(faults)} disagreements")
    return cli.finish(options, {"settings": len(settings), "verdicts": verdicts}, faults)

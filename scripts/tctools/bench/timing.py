# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long compilers take for one module: the whole process, and the phases selection and printing.

The compilers run in turn, A B C A B C; medians are shown, and a ratio is the median of the rounds'
ratios.
"""

import os
import re
import statistics
import tempfile
import time
from pathlib import Path

from tctools import cli, toolchain

#: Phases by the name that -time-passes gives them.
PHASES = {
    "instruction selection pass": "NVPTX DAG->DAG Pattern Instruction Selection",
    "  of it: matching": "Instruction Selection",
    "printing": "NVPTX Assembly Printer",
}
_LINE = re.compile(r"^(?:\s+[\d.]+ \([^)]*\))*\s+([\d.]+) \([^)]*\)\s+(?:[\d]+\s+)?(\S.*)$",
                   re.MULTILINE)


def add_options(parser):
    parser.add_argument("--newer", default="/usr/lib/llvm-22/bin/llc", help="llc of LLVM 22")
    parser.add_argument("--calls", type=int, default=10000)
    parser.add_argument("--runs", type=int, default=5)


def our_llc(build_dir):
    llc = toolchain.built_tool("llc", build_dir)
    if not llc.exists():
        raise cli.NotRun("nothing is built; run scripts/bootstrap")
    return llc


def _phase_seconds(report):
    """Wall seconds of each phase in a -time-passes report."""
    times = {}
    for seconds, name in _LINE.findall(report):
        times.setdefault(name.strip(), float(seconds))
    return {phase: times[name] for phase, name in PHASES.items() if name in times}


def _run_once(command):
    """{phase: wall seconds} of one compilation."""
    start = time.perf_counter()
    result = toolchain.run(command)
    wall = time.perf_counter() - start
    if result.returncode:
        raise cli.NotRun(f"{command[0]} failed: {result.stderr[:300]}")
    return {"whole process": wall,
            **_phase_seconds(toolchain.run([*command, "-time-passes"]).stderr)}


def show(compilers, module, target, ptx, what, options):
    """Measures, and prints a table of the phases; the first of the compilers is ours."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "module.ll"
        source.write_text(module, encoding="utf-8")
        commands = {name: [llc, source, "-o", os.devnull, f"-mcpu={target.name}",
                           f"-mattr=+ptx{ptx}"]
                    for name, llc in compilers.items()}
        for command in commands.values():
            _run_once(command)  # warm
        rounds = [{name: _run_once(command) for name, command in commands.items()}
                  for _ in range(options.runs)]
    print(f"\n{options.calls} {what}, {target.name}, µs a call, medians of {options.runs}")
    ours, *peers = compilers
    print(f"{'':42} {ours:>12}" + "".join(f" {name:>12}  {ours}/{name}" for name in peers))
    for phase in rounds[0][ours]:
        columns = f"{phase:42}"
        for name in compilers:
            seconds = [times[name].get(phase) for times in rounds]
            if None in seconds:
                continue
            columns += f" {statistics.median(seconds) * 1e6 / options.calls:12.2f}"
            if name != ours:
                ratio = statistics.median(times[ours][phase] / times[name][phase]
                                          for times in rounds)
                columns += f"  {ratio:<{5 + len(name)}.2f}"
        print(columns.rstrip())

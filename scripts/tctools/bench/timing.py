# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What compilers cost for one file: wall time, time of the processor, peak memory, and the phases
selection and printing.

The compilers run in turn, A B C A B C; medians are shown, and a ratio is the median of the rounds'
ratios. Instructions executed, which say more on a machine with other work, are counted by valgrind.
"""

import re
import shutil
import statistics
import sys
import tempfile

from tctools import cli, toolchain

#: Phases by the name that -time-passes gives them.
_PHASES = {
    "selection, ms": "NVPTX DAG->DAG Pattern Instruction Selection",
    "printing, ms": "NVPTX Assembly Printer",
}
_LINE = re.compile(r"^(?:\s+[\d.]+ \([^)]*\))*\s+([\d.]+) \([^)]*\)\s+(?:[\d]+\s+)?(\S.*)$",
                   re.MULTILINE)


def _phases(command):
    """Wall milliseconds of each phase."""
    times = {}
    for seconds, name in _LINE.findall(toolchain.run([*command, "-time-passes"]).stderr):
        times.setdefault(name.strip(), float(seconds) * 1e3)
    return {phase: times[name] for phase, name in _PHASES.items() if name in times}


def _instructions(command):
    """Millions of instructions executed."""
    if not shutil.which("valgrind"):
        return {}
    with tempfile.TemporaryDirectory() as folder:
        # Our tools may be launchers, which execute others.
        result = toolchain.run(["valgrind", "--tool=cachegrind", "--cache-sim=no",
                                "--trace-children=yes",
                                f"--cachegrind-out-file={folder}/%p", *command])
    counts = re.findall(r"I\s+refs:\s+([\d,]+)", result.stderr)
    # A process that is a copy of another has counted what that one had done.
    most = max((int(count.replace(",", "")) for count in counts), default=0)
    return {"instructions, million": most / 1e6} if most else {}


#: Runs a command and prints its figures. A process of its own, since the peak of a new process is at
#: least that of the one that made it.
_METER = """
import os, sys, time
start = time.perf_counter()
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(child, 0)
wall = time.perf_counter() - start
print(wall * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3, usage.ru_maxrss / 1024)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def _run(command):
    """{what: figure} of one compilation."""
    result = toolchain.run([sys.executable, "-S", "-c", _METER, *command])
    if result.returncode:
        raise cli.NotRun(f"{toolchain.command_line(command)} failed: {result.stderr[:300]}")
    figures = (float(word) for word in result.stdout.split())
    return dict(zip(("wall, ms", "user and system, ms", "peak memory, MB"), figures))


def measure(commands, runs, is_phased=True):
    """{compiler: [{what: figure} of each round]} for {compiler: command}."""
    for command in commands.values():
        _run(command)  # warm
    rounds = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            rounds[name].append({**_run(command), **(_phases(command) if is_phased else {})})
    for name, command in commands.items():
        counted = _instructions(command)
        for figures in rounds[name]:
            figures.update(counted)
    return rounds


def show(title, rounds):
    """Prints a table; the first of the compilers is ours."""
    ours, *peers = rounds
    print(f"\n{title}")
    print(f"{'':24} {ours:>10}" + "".join(f" {name:>10} {'ratio':>6}" for name in peers))
    for what in rounds[ours][0]:
        columns = f"{what:24}"
        for name, figures in rounds.items():
            if any(what not in each for each in figures):
                columns += f" {'–':>10}" + (f" {'':>6}" if name != ours else "")
                continue
            columns += f" {statistics.median(each[what] for each in figures):10.1f}"
            if name != ours:
                ratio = statistics.median(mine[what] / theirs[what]
                                          for mine, theirs in zip(rounds[ours], figures)
                                          if theirs[what])
                columns += f" {ratio:6.2f}"
        print(columns.rstrip())

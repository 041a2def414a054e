# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs every example, and shows the results.

The script compiles each kernel of examples/ for each of its targets with the project's own
llc (.ll) or clang++ (.cu). The table shows the tensor-core instructions in the PTX and the
result of ptxas. The first run sets up the project (scripts/bootstrap).

Comments in an example specify its targets:

  DEMO: target=sm_80 [ptx=70] [ptxas=sm_80] [expect=PREFIX]... [flags="..."]
  DEMO-EXPECT: PREFIX
  DEMO-RUN: --grid 1 --block 128 --arg C=f32[64x64] ... --expect C=A@B.T
  DEMO-RUN+: more of the line before

ptx is the PTX version (default: the compiler's choice), ptxas is the architecture for ptxas
(default: the target), and flags are additional compiler flags. PREFIX is the beginning of an
instruction that the PTX must contain, for one target or, in a DEMO-EXPECT line, for all targets.
A DEMO-RUN line contains the options of ptx-run (docs/ptx-run.md), which runs the kernel without
a GPU and compares the result. If there is a CUDA SDK, ptx-run also runs programs with a main(),
which compare their results themselves. A comment contains their options:

  // Emulation: --m 128 --n 128 --k 128 --repeat 1

Exit status: 0 on success, 1 if a compilation fails, an expected instruction is
missing, ptxas rejects the PTX or serialises its wgmma, or a result is wrong, 2 for
wrong usage.
"""

import dataclasses
import json
import re
import sys
import tempfile
from pathlib import Path

from tctools import cli, examples, toolchain, work
from tctools.examples import Demo, find_demos
from tctools.ptx_kernels import INSTRUCTION, MULTIPLIES, Kernel, split_kernels
from tctools.toolchain import first_lines

SHARED = ("build", "jobs")
RUN_SECONDS = 300  # that ptx-run may take, and for each schedule:
SCHEDULE_SECONDS = 30


# What the compiler made of it.

# What ptxas finds wrong with wgmma, and takes all the same (docs/wgmma.md).
_SERIALISED = re.compile(r"\((C75\d\d)\)")


@dataclasses.dataclass
class Outcome:
    """All that is known of one demo."""
    demo: Demo
    command: list
    problems: list = dataclasses.field(default_factory=list)
    kernels: list = dataclasses.field(default_factory=list)
    ptxas: str = "not reached"


def compile_command(demo, tools, ptx_file):
    if demo.source.suffix == ".ll":
        command = [tools.llc, "-O3", "-verify-machineinstrs", f"-mcpu={demo.target}"]
        command += [f"-mattr=+ptx{demo.ptx}"] if demo.ptx else []
    else:
        command = [tools.clang, *toolchain.DEVICE_ONLY, f"--cuda-gpu-arch={demo.target}", "-O3",
                   "-S"]
        command += [f"--cuda-feature=+ptx{demo.ptx}"] if demo.ptx else []
    return [*command, *demo.flags, demo.source, "-o", ptx_file]


def judge(outcome, ptx_file, tools):
    """Asks ptxas, where there is one that knows the architecture."""
    demo = outcome.demo
    if tools.ptxas is None:
        outcome.ptxas = "skipped (no ptxas)"
        return
    if demo.ptxas not in tools.architectures:
        outcome.ptxas = f"skipped (ptxas {tools.ptxas_version} knows no {demo.ptxas})"
        return
    result = toolchain.assemble(tools.ptxas, ptx_file, demo.ptxas)
    if result.accepted:
        outcome.ptxas = "accepted"
        for kernel in outcome.kernels:
            found = result.kernels.get(kernel.name)
            kernel.resources = dataclasses.asdict(found) if found else None
        codes = sorted(set(_SERIALISED.findall(result.output)))
        outcome.problems += [f"ptxas serialises or repairs wgmma: {code} (docs/wgmma.md)"
                             for code in codes]
    elif result.too_old:
        outcome.ptxas = f"skipped (ptxas {tools.ptxas_version} is older than the PTX)"
    else:
        outcome.ptxas = "REJECTED"
        outcome.problems.append("ptxas: " + first_lines(result.output))


def run_demo(demo, tools, folder):
    ptx_file = folder / f"{demo.name}.ptx"
    outcome = Outcome(demo, compile_command(demo, tools, ptx_file))
    result = toolchain.run(outcome.command)
    if result.returncode != 0 or not ptx_file.is_file():
        outcome.problems.append(first_lines(result.stderr) or
                                f"{demo.source.name}: no PTX came out")
        return outcome
    ptx = ptx_file.read_text(encoding="utf-8")
    outcome.kernels = split_kernels(ptx)
    if not outcome.kernels:
        outcome.problems.append("the PTX has no kernel")
    instructions = INSTRUCTION.findall(ptx)
    outcome.problems += [f"expected instruction is missing: {prefix}"
                         for prefix in demo.expect
                         if not any(found.startswith(prefix) for found in instructions)]
    judge(outcome, ptx_file, tools)
    if tools.ptx_run:
        for arguments in demo.runs:
            execute(outcome, ptx_file, arguments, tools)
    return outcome


# What the kernels compute.

def verdict_of(result):
    """"right", or what went wrong, and all that was said."""
    output = result.stdout + result.stderr
    if result.returncode == 0:
        return "right", ""
    if "the emulator does not know" in output:
        return "not known", first_lines(output, 3)
    return ("wrong" if result.returncode == 1 else "FAILED"), first_lines(output, 12)


def run_emulated(tools, command):
    """What ptx-run says, with all checks."""
    command = [tools.ptx_run, f"--schedules={tools.schedules}", *command]
    seconds = RUN_SECONDS + SCHEDULE_SECONDS * tools.schedules
    return (command, *verdict_of(toolchain.run(command, timeout=seconds)))


def execute(outcome, ptx_file, arguments, tools):
    """Runs a kernel by ptx-run."""
    command, verdict, said = run_emulated(tools, [ptx_file, *arguments])
    named = examples.entries(arguments)
    for kernel in outcome.kernels:
        if not named or kernel.name in named:
            kernel.result = verdict
    if verdict != "right":
        outcome.problems.append(f"{toolchain.command_line(command)}\n{said}")


def run_program(source, tools, folder):
    """Compiles an example with a main() and runs it by ptx-run."""
    binary, target = folder / source.stem, examples.target_of(source)
    command = [tools.clang, f"--cuda-gpu-arch={target}", "-O3", "-std=c++17", source, "-o", binary,
               f"-L{tools.cuda / 'lib64'}", "-lcudart", "-pthread"]
    outcome = Outcome(Demo(source, target, target), command, ptxas="program")
    kernel = Kernel(source.stem, 0, {}, {})
    compiled = toolchain.run(command)
    if compiled.returncode:
        outcome.problems.append(first_lines(compiled.stderr))
        return outcome
    outcome.kernels = [kernel]
    for arguments in examples.emulation_options(source):
        command, verdict, said = run_emulated(tools, ["--", binary, *arguments])
        if verdict != "right":
            outcome.problems.append(f"{toolchain.command_line(command)}\n{said}")
        if kernel.result in ("", "right"):
            kernel.result = verdict
    return outcome


# What the user sees.

def format_counts(counts):
    def rank(head):
        return (not head.startswith(MULTIPLIES + ("tcgen05.mma",)), head)
    return ", ".join(f"{head} ×{counts[head]}" for head in sorted(counts, key=rank)) or "none"


def format_size(size):
    return f"{size / 1024:.1f} KiB"


def format_resources(kernel, verdict):
    resources = kernel.resources
    if not resources:
        return verdict
    text = f"{resources['registers']} registers"
    spilled = resources["spill_stores"] + resources["spill_loads"]
    text += f", {spilled} B spilled" if spilled else ", 0 spills"
    if resources["stack"]:
        text += f", {resources['stack']} B stack"
    if resources["shared"]:
        text += f", {format_size(resources['shared'])} shared"
    return text


def table(outcomes):
    rows = [("kernel", "target", "tensor-core instructions", "PTX", "ptxas", "result")]
    for outcome in outcomes:
        target = outcome.demo.target
        if not outcome.kernels:
            rows.append((outcome.demo.source.name, target, "FAILED", "", "", ""))
        is_program = outcome.ptxas == "program"
        rows += [(kernel.name, target,
                  "program" if is_program else format_counts(kernel.tensor_core),
                  "" if is_program else format_size(kernel.ptx_bytes),
                  "" if is_program else format_resources(kernel, outcome.ptxas), kernel.result)
                 for kernel in outcome.kernels]
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    lines = ["  ".join(cell.rjust(width) if column == 3 else cell.ljust(width)
                       for column, (cell, width) in enumerate(zip(row, widths))).rstrip()
             for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def as_json(outcomes, tools):
    return {
        "ptxas": str(tools.ptxas) if tools.ptxas else None,
        "ptxas_version": tools.ptxas_version,
        "demos": [{
            "source": str(outcome.demo.source.relative_to(toolchain.REPO_ROOT)),
            "target": outcome.demo.target,
            "command": toolchain.command_line(outcome.command),
            "ptxas": outcome.ptxas,
            "ptxas_architecture": outcome.demo.ptxas,
            "kernels": [dataclasses.asdict(kernel) for kernel in outcome.kernels],
            "problems": outcome.problems,
        } for outcome in outcomes],
    }


def report(outcomes, tools, use_json):
    failed = [outcome for outcome in outcomes if outcome.problems]
    if use_json:
        print(json.dumps(as_json(outcomes, tools), indent=2))
        return
    print(table(outcomes))
    for outcome in failed:
        print(f"\n{outcome.demo.source.name}, {outcome.demo.target}:")
        for problem in outcome.problems:
            print("  " + problem.replace("\n", "\n  "))
        print("  $ " + toolchain.command_line(outcome.command))
    judge_name = f"ptxas {tools.ptxas_version}" if tools.ptxas else "no ptxas found"
    print(f"\n{len(outcomes) - len(failed)} of {len(outcomes)} compilations as expected, "
          f"{judge_name}")


# Command line.

@dataclasses.dataclass
class Tools:
    llc: str
    clang: str
    ptx_run: str = None
    schedules: int = 1
    cuda: Path = None
    ptxas: Path = None
    ptxas_version: str = None
    architectures: set = dataclasses.field(default_factory=set)


def find_tools(options):
    """The compilers, built first if they are ours and missing, and ptxas."""
    needed = [tool for tool, given in (("llc", options.llc), ("clang++", options.clang))
              if not given]
    if needed and not toolchain.ensure_built(options.build_dir, needed, log=sys.stderr):
        sys.exit(f"demo: scripts/bootstrap left no {' or '.join(needed)} in "
                 f"{Path(options.build_dir) / 'bin'}")
    tools = Tools(options.llc or toolchain.built_tool("llc", options.build_dir),
                  options.clang or toolchain.built_tool("clang++", options.build_dir))
    ptx_run = toolchain.built_tool("ptx-run", options.build_dir)
    if Path(ptx_run).is_file() and not options.no_run:
        tools.ptx_run, tools.cuda = ptx_run, toolchain.find_cuda()
        tools.schedules = options.schedules
    tools.ptxas = toolchain.find_ptxas()
    if tools.ptxas:
        tools.ptxas_version = toolchain.ptxas_version(tools.ptxas)
        tools.architectures = toolchain.ptxas_architectures(tools.ptxas)
    return tools


def find_programs(filters):
    return [source for source in examples.programs() if examples.emulation_options(source)
            and (not filters or any(word in str(source) or word == examples.target_of(source)
                                    for word in filters))]


def add_options(parser):
    add = parser.add_argument
    add("filter", nargs="*", help="part of an example's path, or a target such as sm_80; default: "
                                  "everything")
    add("--llc", metavar="PATH", help="another llc")
    add("--clang", metavar="PATH", help="another clang++")
    add("--output", metavar="DIR", help="keep the PTX files in DIR")
    add("--no-run", action="store_true", help="do not run kernels by ptx-run")
    add("--schedules", type=int, default=1, metavar="N",
        help="number of schedules per kernel (default: 1)")
    add("--json", action="store_true", help="print JSON instead of a table")


def run(options):
    demos, programs = find_demos(options.filter), find_programs(options.filter)
    if not demos and not programs:
        raise cli.NotRun("no example matches")
    tools = find_tools(options)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.output or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        outcomes = list(work.each(lambda demo: run_demo(demo, tools, folder), demos, options.jobs,
                                  what="examples"))
        if tools.cuda and tools.ptx_run:
            outcomes += work.each(lambda source: run_program(source, tools, folder), programs,
                                  options.jobs)
    report(outcomes, tools, options.json)
    return 1 if any(outcome.problems for outcome in outcomes) else 0

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the example programs, and runs the parts that need no GPU.

An example names its target in a comment, the first line that reads

  // Target: sm_90a

One command of the project's own clang++ has to make a program of it, without a warning. ptxas has
to say that no kernel spills or has arrays in local memory, and nothing about wgmma (C75xx,
docs/wgmma.md). Without the optimizer, the device code has to compile, and to have the same
multiplications as with it. The program has to end with

  0  for --self-test
  2  without a GPU, with an option that does not exist, and with a size that is no number, and a
     sentence that says so

It runs with no GPU visible, whether there is one or not. Files without a main() are compiled by
scripts/demo. Exit code 1 if an example is not as it should be, 2 for wrong usage or no CUDA SDK.
"""

import os
import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from tctools import cli, examples, toolchain, work
from tctools.toolchain import first_lines

SHARED = ("build", "jobs")
SECONDS = 120  # that a program may take

_WARNING = re.compile(r"^.*\bwarning ?:.*$", re.MULTILINE)  # clang's and ptxas'
_MULTIPLICATION = re.compile(
    r"^\s*(?:@!?%p\d+ )?((?:wmma\.mma|mma|wgmma\.mma_async|tcgen05\.mma)\.[\w.:]+)", re.MULTILINE)
_SERIALISED = re.compile(r"\(C75\d\d\)")


@dataclass
class Outcome:
    """All that is known of one example."""
    source: Path
    target: str = "no target"
    problems: list = field(default_factory=list)
    kernels: dict = field(default_factory=dict)


@dataclass
class Tools:
    clang: Path
    cuda: Path


# The compilation.

def kernel_problems(kernels):
    """What ptxas -v says and should not."""
    if not kernels:
        yield "ptxas says nothing of a kernel"
    for name, kernel in kernels.items():
        if kernel.spill_stores or kernel.spill_loads:
            yield (f"{name} spills: {kernel.spill_stores} bytes of stores, "
                   f"{kernel.spill_loads} bytes of loads")
        elif kernel.stack:
            yield f"{name} has {kernel.stack} bytes in local memory"


def compile_program(outcome, tools, program):
    """Makes the program; True if there is one."""
    result = toolchain.run([
        tools.clang, f"--cuda-gpu-arch={outcome.target}", "-O3", "-std=c++17", "-Wall",
        outcome.source, "-o", program, f"-L{tools.cuda / 'lib64'}", *examples.LIBRARIES,
        "-Xcuda-ptxas", "-v"])
    output = result.stdout + result.stderr
    if result.returncode != 0 or not os.access(program, os.X_OK):
        outcome.problems.append("does not compile: " + first_lines(output))
        return False
    outcome.kernels = toolchain.read_resources(output)
    outcome.problems += dict.fromkeys(_WARNING.findall(output))  # the host's half repeats them
    outcome.problems += [f"ptxas serialises or repairs wgmma: {code} (docs/wgmma.md)"
                         for code in sorted(set(_SERIALISED.findall(output)))]
    outcome.problems += kernel_problems(outcome.kernels)
    return True


def multiplications(outcome, tools, level):
    """The mnemonics of the multiplications in the device code at an optimisation level."""
    result = toolchain.run([
        tools.clang, f"--cuda-gpu-arch={outcome.target}", level, "-std=c++17",
        "--cuda-device-only", "-S", outcome.source, "-o", "-"])
    if result.returncode != 0:
        outcome.problems.append(f"does not compile with {level}: " + first_lines(result.stderr))
        return set()
    return set(_MULTIPLICATION.findall(result.stdout))


def compare_levels(outcome, tools):
    """Nothing else notices multiplications that the optimiser has dropped."""
    written, left = (multiplications(outcome, tools, level) for level in ("-O0", "-O3"))
    if not written:
        outcome.problems.append("it has no multiplication")
    outcome.problems += [f"the optimiser has dropped {name}" for name in sorted(written - left)]


# The program.

def run_program(outcome, program, option, status, sentence):
    """Runs it, and looks for its exit status and for words on stderr."""
    environment = dict(os.environ, CUDA_VISIBLE_DEVICES="")
    result = toolchain.run([program, *option], timeout=SECONDS, env=environment)
    how = f"with {' '.join(option)}" if option else "without a GPU"
    if result.returncode != status:
        outcome.problems.append(f"{how} it ends with {result.returncode}, not {status}: "
                                + first_lines(result.stderr))
    elif sentence not in result.stderr:
        outcome.problems.append(f"{how} it does not say '{sentence}'")


def check(source, tools, folder):
    outcome = Outcome(source)
    target = examples.target_of(source)
    if not target:
        outcome.problems.append("no line '// Target: sm_NN'")
        return outcome
    outcome.target = target
    program = folder / source.stem
    if compile_program(outcome, tools, program):
        compare_levels(outcome, tools)
        run_program(outcome, program, ["--self-test"], 0, "")
        run_program(outcome, program, [], 2, "no GPU")
        run_program(outcome, program, ["--no-such-option"], 2, "unknown option --no-such-option")
        run_program(outcome, program, ["--m", "128x"], 2, "--m needs a positive number")
    return outcome


# What the user sees.

def report(outcomes):
    width = max(len(outcome.source.name) for outcome in outcomes)
    for outcome in outcomes:
        registers = [f"{kernel.registers} registers" for kernel in outcome.kernels.values()]
        print(f"{outcome.source.name:{width}}  {outcome.target:8}  {', '.join(registers)}".rstrip())
        for problem in outcome.problems:
            print("  " + problem.replace("\n", "\n  "))
    good = sum(not outcome.problems for outcome in outcomes)
    print(f"{good} of {len(outcomes)} examples are as they should be")


def add_options(parser):
    parser.add_argument("source", nargs="*", type=Path,
                        help="a program in CUDA C++; default: those in examples/cuda")
    parser.add_argument("--output", metavar="DIR", help="keep the programs in DIR")


def run(options):
    tools = Tools(toolchain.built_tool("clang++", options.build_dir), toolchain.find_cuda())
    if not tools.cuda:
        raise cli.NotRun("no CUDA SDK where clang looks")
    if not os.access(tools.clang, os.X_OK):
        raise cli.NotRun(f"no {tools.clang}; run scripts/bootstrap")
    for source in options.source:
        if not source.is_file() or not examples.is_program(source):
            raise cli.NotRun(f"{source} {'has no main()' if source.is_file() else 'is not a file'}")
    sources = options.source or examples.programs()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.output or temporary).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        outcomes = list(work.each(lambda source: check(source, tools, folder), sources,
                                  options.jobs))
    report(outcomes)
    return 1 if any(outcome.problems for outcome in outcomes) else 0

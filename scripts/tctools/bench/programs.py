# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the example programs on this machine's GPU, and compares them with cuBLAS.

    scripts/bench programs build DIR   compiles them to executables in DIR, which need no LLVM
    scripts/bench programs run DIR     runs those that the GPU can run, and prints a table

An example says in lines what it is compiled for and run with:

    // Target: sm_90a
    // Performance: --m 8192 --n 8192 --k 8192 --cublas

Exit code 1 if a result is wrong, a program takes too long or cannot be built, 2 if there is no GPU.
"""

import re
import shutil
import subprocess
from pathlib import Path

from tctools import cli, examples, toolchain

SHARED = ("build",)
SECONDS = 60  # that a program may take
_RATE = re.compile(r"^(cuBLAS: )?.*?([\d.]+) TFLOP/s", re.MULTILINE)


def build(folder, build_dir):
    folder.mkdir(parents=True, exist_ok=True)
    clang = toolchain.built_tool("clang++", build_dir)
    ptxas = toolchain.find_ptxas()
    libraries = Path(ptxas).resolve().parent.parent / "lib64" if ptxas else "."
    for source in examples.programs():
        target = examples.target_of(source)
        command = [clang, f"--cuda-gpu-arch={target}", "-O3", "-std=c++17", source, "-o",
                   folder / f"{source.stem}.{target}", f"-L{libraries}", *examples.LIBRARIES]
        if subprocess.run([str(word) for word in command], check=False).returncode:
            return 1
    return 0


def fits(target, capability):
    """Whether code for a target runs on a GPU of a compute capability, "9.0": of a plain target
    also on later ones, from the PTX that is in the program."""
    number, suffix = re.fullmatch(r"sm_(\d+)(\w?)", target).groups()
    here = int(capability.replace(".", ""))
    return int(number) == here or (not suffix and int(number) <= here)


def measure(program, arguments):
    """A row of the table, and whether the result is right."""
    head = f"| {program.stem} | `{' '.join(word for word in arguments if word != '--cublas')}` |"
    try:
        result = subprocess.run([str(program), *arguments, "--repeat", "20"], capture_output=True,
                                text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"{head} more than {SECONDS} s | | |", False
    rates = {bool(peer): float(rate) for peer, rate in _RATE.findall(result.stdout)}
    if result.returncode or False not in rates:
        said = (result.stderr or result.stdout).strip().splitlines() or ["nothing"]
        return f"{head} {said[-1]} | | |", False
    ours, theirs = rates[False], rates.get(True)
    peer = f"{theirs:.0f} | {ours / theirs:.0%} |" if theirs else "– | |"
    return f"{head} {ours:.0f} | {peer}", True


def gpu():
    """(name, compute capability) of the GPU."""
    tool = shutil.which("nvidia-smi")
    asked = tool and toolchain.run([tool, "--query-gpu=name,compute_cap", "--format=csv,noheader"])
    if not asked or asked.returncode or not asked.stdout.strip():
        raise cli.NotRun("there is no GPU")
    return asked.stdout.strip().splitlines()[0].rsplit(", ", 1)


def run_all(folder):
    name, capability = gpu()
    print(f"{name}\n\n| Example | Options | TFLOP/s | cuBLAS | |\n"
          "| --- | --- | ---: | ---: | ---: |")
    wrong = False
    for source in examples.programs():
        target = examples.target_of(source)
        program = folder / f"{source.stem}.{target}"
        if not fits(target, capability) or not program.exists():
            continue
        for arguments in examples.performance_options(source):
            row, is_right = measure(program, arguments)
            print(row, flush=True)
            wrong |= not is_right
    return int(wrong)


def add_options(parser):
    parser.add_argument("action", choices=("build", "run"))
    parser.add_argument("folder", type=Path)


def run(options):
    if options.action == "build":
        return build(options.folder, options.build_dir)
    return run_all(options.folder)

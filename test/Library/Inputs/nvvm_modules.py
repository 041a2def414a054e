# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles modules by a libNVVM and executes them in ptx-run.

usage: nvvm_modules.py PROGRAM PTX-RUN MODULES-DIR LIBRARY [--libdevice FILE] [--opt OPT]

The first three lines of a module are the options of libNVVM, those of ptx-run, and what ptx-run
prints of the results, as NVIDIA's libNVVM of CUDA 13.0 makes them. The last digit of floating-point
numbers may differ. Modules that call libdevice are left out if there is none. With OPT, modules with
opaque pointers are compiled as bitcode, too.
"""

import argparse
import math
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

KEYS = ("compile", "run", "prints")


def read_header(path):
    lines = path.read_text().splitlines()
    header = []
    for key, line in zip(KEYS, lines):
        start = f"; {key}: "
        if not line.startswith(start):
            sys.exit(f"{path}: expected a line that begins with '{start}'")
        header.append(line[len(start):])
    return header


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def is_same(printed, expected):
    words = list(zip(printed.split(), expected.split()))
    return len(printed.split()) == len(expected.split()) and all(
        a == b or ("." in a + b and math.isclose(float(a), float(b), rel_tol=2e-6)) for a, b in words)


def main():
    parser = argparse.ArgumentParser()
    for name in ("program", "ptx_run", "modules", "library"):
        parser.add_argument(name)
    parser.add_argument("--libdevice")
    parser.add_argument("--opt")
    options = parser.parse_args()
    right = wrong = as_bitcode = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(Path(options.modules).glob("*.ll")):
            compile_options, run_options, expected = read_header(path)
            needs_libdevice = "@__nv_" in path.read_text()
            if needs_libdevice and not options.libdevice:
                continue
            libraries = [f"lazy:{options.libdevice}"] if needs_libdevice else []
            forms = [path]
            bitcode = Path(folder, "module.bc")
            if options.opt and not run(options.opt, "-passes=verify", str(path), "-o", str(bitcode)).returncode:
                forms.append(bitcode)
                as_bitcode += 1
            faults = []
            for form in forms:
                compiled = run(options.program, options.library, "both", *compile_options.split(), str(form), *libraries)
                ptx = Path(folder, "kernel.ptx")
                ptx.write_text(compiled.stdout)
                done = run(options.ptx_run, str(ptx), *shlex.split(run_options))
                printed = done.stdout.splitlines()[1:2]
                if compiled.returncode or done.returncode or not printed or not is_same(printed[0], expected):
                    faults.append(f"{path.name} as {form.name}: {compiled.stderr}{done.stderr}{done.stdout}expected {expected}")
            print(*faults, sep="\n", end="\n" if faults else "")
            right += not faults
            wrong += bool(faults)
    if options.opt:
        print(f"{as_bitcode} modules as bitcode, too")
    print(f"{right} modules are right, {wrong} are wrong")
    return 1 if wrong or not right else 0


if __name__ == "__main__":
    sys.exit(main())

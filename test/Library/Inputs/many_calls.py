# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the library many times from several threads, half of the calls with faulty modules.

usage: many_calls.py LLC MODULES-DIR [--calls N] [--threads N] [--host LIBRARY]...

What llc prints for a module is what each call has to return; what llc rejects has to be an
exception. A module's first line is its RUN line for both: `; llc OPTIONS`. Libraries named by
--host are loaded first, with their symbols for all.
"""

import argparse
import ctypes
import os
import random
import resource
import subprocess
import sys
import threading
import time
from pathlib import Path

import nvptxtc

#: llc's options that are parameters of nvptxtc.compile.
PARAMETERS = {"-mcpu": "target", "-mattr": "features"}


def read_arguments(line):
    """The keyword arguments of nvptxtc.compile that are llc's options."""
    arguments = {"options": []}
    for option in line.split()[2:]:
        name, _, value = option.partition("=")
        if name in PARAMETERS:
            arguments[PARAMETERS[name]] = value
        elif option[:2] == "-O":
            arguments["codegen"] = int(option[2:])
        else:
            arguments["options"].append(option)
    return arguments


def run_llc(llc, path, line):
    done = subprocess.run([llc, "-mtriple=nvptx64-nvidia-cuda", *line.split()[2:], path, "-o", "-"], capture_output=True, text=True)
    return None if done.returncode else done.stdout


def check(case):
    module, arguments, expected = case
    try:
        ptx = nvptxtc.compile(module, **arguments).ptx
    except (nvptxtc.CompileError, ValueError):
        ptx = None
    return ptx == expected


def resident():
    """Megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("llc")
    parser.add_argument("modules", type=Path)
    parser.add_argument("--calls", type=int, default=10000)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--host", action="append", default=[])
    options = parser.parse_args()
    for library in options.host:
        ctypes.CDLL(library, mode=os.RTLD_GLOBAL | os.RTLD_NOW)

    cases = []
    for path in sorted(options.modules.glob("*.ll")):
        module = path.read_text()
        line = module.split("\n", 1)[0]
        cases.append((module, read_arguments(line), run_llc(options.llc, path, line)))
    right = [case for case in cases if case[2] is not None]
    faulty = [case for case in cases if case[2] is None]

    faults, memory = [], []

    def work(seed):
        chance = random.Random(seed)
        for number in range(options.calls // options.threads):
            case = chance.choice(faulty if number % 2 else right)
            if not check(case):
                faults.append(case)
            if seed == 0 and number % max(1, options.calls // options.threads // 10) == 0:
                memory.append(resident())

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(options.threads)]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{len(right)} right modules, {len(faulty)} faulty ones")
    print(f"{options.calls} calls, {time.monotonic() - start:.1f} s, {len(faults)} differences")
    print("MB resident: " + " ".join(f"{size:.0f}" for size in memory + [resident()]))
    for module, arguments, expected in faults[:3]:
        print(arguments, module, sep="\n")
    return 1 if faults or not right or not faulty else 0


if __name__ == "__main__":
    sys.exit(main())

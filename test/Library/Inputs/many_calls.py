# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the library many times from several threads. A fifth of the calls has faulty modules, and some are
cancelled at random.

usage: many_calls.py LLC MODULES-DIR [--calls N] [--threads N] [--isolated] [--host LIBRARY]...

What llc prints for a module is what each call has to return, unless it is cancelled; what llc rejects
has to be an exception. A module's first line is its RUN line for both: `; llc OPTIONS`. With --isolated,
calls run in processes of their own, and some of the faulty ones crash there. Libraries named by --host
are loaded first, with their symbols for all. After the first tenth of the calls, memory must not grow by
more than MAX_GROWTH.
"""

import argparse
import collections
import ctypes
import os
import random
import resource
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import nvptxtc

FAULTY_ONE_IN = 5
CANCELLED_ONE_IN = 20
#: Seconds until a call is cancelled, at most: before it, or while it runs, unless it ends first.
MAX_DELAY = 0.003
#: Megabytes.
MAX_GROWTH = 64

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


def check(case, chance, isolated):
    """What is wrong with a call, or the word for what became of it."""
    module, arguments, expected = case
    cancellation, timer = nvptxtc.Cancellation(), None
    if chance.randrange(CANCELLED_ONE_IN) == 0:
        timer = threading.Timer(chance.random() * MAX_DELAY, cancellation.cancel)
        timer.start()
        if chance.randrange(2):
            timer.join()
    try:
        ptx = nvptxtc.compile(module, **arguments, isolated=isolated, cancellation=cancellation).ptx
    except nvptxtc.Cancelled:
        return "cancelled" if timer else "wrong"
    except (nvptxtc.CompileError, ValueError) as error:
        for diagnostic in getattr(error, "diagnostics", ()):
            if diagnostic.reproducer:
                shutil.rmtree(diagnostic.reproducer)
        ptx = None
    finally:
        if timer:
            timer.cancel()
    return "wrong" if ptx != expected else "rejected" if ptx is None else "compiled"


def resident():
    """Megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("llc")
    parser.add_argument("modules", type=Path)
    parser.add_argument("--calls", type=int, default=10000)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--isolated", action="store_true")
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

    if options.isolated:
        faulty += [(case[0], dict(case[1], options=[*case[1]["options"], f"-nvptxtc-test-crash={crash}"]), None)
                   for case, crash in zip(right, ("abort", "fault", "overflow"))]

    faults, memory, outcomes = [], [], collections.Counter()

    def work(seed):
        chance = random.Random(seed)
        for number in range(options.calls // options.threads):
            case = chance.choice(right if chance.randrange(FAULTY_ONE_IN) else faulty)
            outcome = check(case, chance, options.isolated)
            outcomes[outcome] += 1
            if outcome == "wrong":
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
    memory.append(resident())
    is_bounded = memory[-1] - memory[1] < MAX_GROWTH
    print(f"{options.calls} calls, {time.monotonic() - start:.1f} s, {len(faults)} differences")
    print(", ".join(f"{outcomes[outcome]} {outcome}" for outcome in ("compiled", "rejected", "cancelled")))
    print("MB resident: " + " ".join(f"{size:.0f}" for size in memory))
    print("memory is bounded" if is_bounded else "memory grows")
    for module, arguments, expected in faults[:3]:
        print(arguments, module, sep="\n")
    return 1 if faults or not is_bounded or not all(outcomes[word] for word in ("compiled", "rejected", "cancelled")) else 0


if __name__ == "__main__":
    sys.exit(main())

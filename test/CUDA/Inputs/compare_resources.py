#===-- compare_resources.py - two PTX files after ptxas --------------------===#
#
# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# compare_resources.py PTXAS ARCH OURS.ptx NVCC.ptx: both through ptxas, kernel by kernel. Ours
# may not have more stack and spills, nor more than 8 registers more, nor a C75xx that nvcc's
# does not have.
#
#===------------------------------------------------------------------------===#

import re
import subprocess
import sys

MORE_REGISTERS = 8


def measure(ptxas, arch, path):
    """What ptxas says of each kernel: numbers, and its performance warnings."""
    done = subprocess.run([ptxas, f"-arch={arch}", "-v", path, "-o", path + ".cubin"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{path}: {done.stdout}{done.stderr}")
    kernels, kernel, words = {}, None, done.stdout + done.stderr
    for line in words.splitlines():
        if found := re.search(r"Compiling entry function '(\w+)'", line):
            kernel = kernels.setdefault(found[1], {"stack": 0, "spills": 0, "registers": 0})
        elif kernel is None:
            continue
        elif found := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            kernel["stack"] += int(found[1])
            kernel["spills"] += int(found[2]) + int(found[3])
        elif found := re.search(r"Used (\d+) registers", line):
            kernel["registers"] = int(found[1])
    return kernels, sorted(set(re.findall(r"\(C75\d\d\)", words)))


def main(ptxas, arch, *paths):
    (ours, our_codes), (theirs, their_codes) = (measure(ptxas, arch, path) for path in paths)
    failed = ours.keys() != theirs.keys() or not ours or not set(our_codes) <= set(their_codes)
    print(f"codes: {our_codes}, nvcc's {their_codes}")
    for name in sorted(ours.keys() & theirs.keys()):
        allowed = dict(theirs[name], registers=theirs[name]["registers"] + MORE_REGISTERS)
        wrong = any(ours[name][key] > allowed[key] for key in allowed)
        print(f"{'FAIL' if wrong else 'ok'} {name}: {ours[name]}, nvcc's {theirs[name]}")
        failed |= wrong
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

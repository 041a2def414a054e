# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles MLIR's tests of its dialect nvvm in the process of mlir-opt.

usage: compile_in_process.py FOLDER PRELOAD MLIR-OPT MLIR-TRANSLATE LLC

A part of a test counts if LLC, LLVM's own, compiles its translation for a target. PRELOAD is
libNVPTXTensorCorePreload.so. The PTX has to have each function. Parts that only compile without a check
are counted by its option.
"""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

TARGETS = ("sm_100a", "sm_90a", "sm_120a", "sm_80", "sm_70")
FEATURES = "+ptx90"


def run(*command, text, **environment):
    return subprocess.run(command, input=text, capture_output=True, text=True, env=dict(os.environ, **environment))


def wrap(part, target):
    """A gpu.module with the functions, and aliases of attributes and types in front of it."""
    lines = part.splitlines()
    is_alias = [bool(re.match(r"[#!][\w.]+ *=", line)) for line in lines]
    aliases = "\n".join(line for line, alias in zip(lines, is_alias) if alias)
    body = "\n".join(line for line, alias in zip(lines, is_alias) if not alias)
    attribute = f'#nvvm.target<chip = "{target}", features = "{FEATURES}">'
    return (f"{aliases}\nmodule attributes {{gpu.container_module}} {{\n"
            f"gpu.module @module [{attribute}] {{\n{body}\n}}\n}}\n")


def find_target(llc, ir):
    for target in TARGETS:
        if not run(llc, "-mtriple=nvptx64-nvidia-cuda", f"-mcpu={target}", f"-mattr={FEATURES}", "-o", "-",
                   text=ir).returncode:
            return target
    return None


def compile_part(part, ir, target, preload, mlir_opt):
    """Returns a pair: the option of the check that has to be off or None, and what is wrong."""
    options = None
    while True:
        done = run(mlir_opt, "--gpu-module-to-binary=format=isa", text=wrap(part, target), LD_PRELOAD=preload,
                   NVPTXTC_OPTIONS=f"{options}=off" if options else "")
        check = re.search(r"\[(-nvptx-[a-z0-9-]+)\]$", done.stderr, re.M)
        if not done.returncode or not check or options:
            break
        options = check[1]
    if done.returncode:
        return options, done.stderr
    functions = re.findall(r"^define [^@]*@([\w.]+)\(", ir, re.M)
    missing = [name for name in functions if not re.search(rf"\.(func|entry) [^;{{]*\b{re.escape(name)}\(", done.stdout)]
    return options, f"not in the PTX: {', '.join(missing)}" if missing or not functions else None


def main():
    folder, preload, mlir_opt, mlir_translate, llc = sys.argv[1:]
    counts, unchecked, faults = Counter(), Counter(), []
    for path in [Path(folder, "nvvmir.mlir"), *sorted(Path(folder, "nvvm").rglob("*.mlir"))]:
        for number, part in enumerate(re.split(r"^// -----.*$", path.read_text(), flags=re.M)):
            translated = run(mlir_translate, "--mlir-to-llvmir", text=part)
            target = not translated.returncode and "llvm.func" in part and find_target(llc, translated.stdout)
            if not target:
                continue
            option, fault = compile_part(part, translated.stdout, target, preload, mlir_opt)
            counts["wrong" if fault else "right"] += 1
            unchecked[option] += not fault
            if fault:
                faults.append(f"{path.name}, part {number}, {target}: {fault}")
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{counts['right']} parts compile, {counts['wrong']} do not")
    for option, count in sorted((option, count) for option, count in unchecked.items() if option):
        print(f"of them without {option}: {count}")
    print("end")
    return 1 if faults or not counts["right"] else 0


if __name__ == "__main__":
    sys.exit(main())

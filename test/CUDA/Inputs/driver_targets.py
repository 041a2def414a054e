# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles for every row of TableGen/GPUTargets.td with our clang++ and prints a line
for each: the .target and .version of the PTX, and nvcc's macros as the code saw them.
Several targets share a command.

Usage: driver_targets.py ptx CLANG MODEL_JSON FOLDER [OPTION...]
       driver_targets.py nvcc NVCC MODEL_JSON FOLDER

The second prints what nvcc defines, in the same form but for .target and .version, for
those targets that nvcc has.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

MACROS = {"arch": "__CUDA_ARCH__", "specific": "__CUDA_ARCH_SPECIFIC__",
          "family": "__CUDA_ARCH_FAMILY_SPECIFIC__"}


def read_targets(model):
    records = json.loads(Path(model).read_text())
    rows = [records[name] for name in records["!instanceof"]["GPUTarget"]]
    return sorted(rows, key=lambda row: (row["SM"], row["Suffix"]))


def feature_macro(number):
    return f"__CUDA_ARCH_FEAT_SM{number}_ALL"


def write_source(path, numbers):
    lines = []
    for variable, macro in MACROS.items():
        lines += [f"#ifdef {macro}", f"int {variable} = {macro};", "#endif"]
    for number in numbers:
        lines += [f"#ifdef {feature_macro(number)}", f"int all_of = {number};", "#endif"]
    path.write_text("#ifdef __CUDA_ARCH__\n" + '#define int extern "C" '
                    "__attribute__((device, used)) int\n" + "\n".join(lines) + "\n#endif\n")


def describe(values):
    return " ".join(f"{name}={values[name]}" for name in (*MACROS, "all_of") if name in values)


def split(rows, largest=16):
    """Parts of the rows: clang has names for so many of LLVM's later targets in a command."""
    return [rows[i:i + largest] for i in range(0, len(rows), largest)]


def print_ptx(clang, rows, folder, options):
    write_source(folder / "macros.cu", sorted({row["SM"] for row in rows}))
    known = [row for row in rows if row["InLLVM"]]
    later = [row for row in rows if not row["InLLVM"]]
    for group in (known, *split(later)):
        names = ",".join(row["Name"] for row in group)
        subprocess.run([clang, "--cuda-device-only", "-S", "-nocudainc", "-nocudalib",
                        f"--cuda-gpu-arch={names}", *options, "macros.cu"],
                       cwd=folder, check=True)
    for row in rows:
        ptx = (folder / f"macros-cuda-nvptx64-nvidia-cuda-{row['Name']}.s").read_text()
        target, version = (re.search(rf"^\.{word} (\S+)$", ptx, re.M)[1]
                           for word in ("target", "version"))
        seen = dict(re.findall(r" (\w+) = (\d+);", ptx))
        print(f"{row['Name']}: {describe(seen)} target={target} version={version}")


def print_nvcc(nvcc, rows, folder):
    (folder / "empty.cu").write_text("")
    for row in rows:
        result = subprocess.run([nvcc, f"-arch={row['Name']}", "--dryrun", "-c", "empty.cu"],
                                cwd=folder, capture_output=True, text=True, check=False)
        # The last pass of the preprocessor with a GPU is that for the target itself.
        passes = [line for line in result.stderr.splitlines() if "-D__CUDA_ARCH__=" in line]
        if result.returncode or not passes:
            continue
        defined = dict(re.findall(r"-D(\w+)(?:=(\S+))?", passes[-1]))
        values = {name: defined[macro] for name, macro in MACROS.items() if macro in defined}
        if feature_macro(row["SM"]) in defined:
            values["all_of"] = row["SM"]
        print(f"{row['Name']}: {describe(values)}")


def main():
    mode, tool, model, folder, *options = sys.argv[1:]
    if mode == "ptx":
        print_ptx(tool, read_targets(model), Path(folder), options)
    else:
        print_nvcc(tool, read_targets(model), Path(folder))


main()

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the tensor-core intrinsics of LLVM's Intrinsics.td with the model's variants.

Usage: compare_intrinsics.py LLVM.json MODEL.json, both from llvm-tblgen -dump-json.
"""

import json
import re
import sys

TENSOR_CORE = re.compile(r"llvm\.nvvm\.(wmma|mma|ldmatrix)\.")


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def intrinsic_name(record_name, record):
    """An intrinsic's own name, or the one that its record's implies: int_nvvm_x -> llvm.nvvm.x."""
    return record["LLVMName"] or "llvm." + record_name.removeprefix("int_").replace("_", ".")


def main(llvm_path, model_path):
    llvm = load(llvm_path)
    model = load(model_path)
    expected = {intrinsic_name(name, llvm[name]) for name in llvm["!instanceof"]["Intrinsic"]}
    expected = {name for name in expected if TENSOR_CORE.match(name)}
    variants = [model[name]["Name"] for name in model["!instanceof"]["MMAVariant"]]
    actual = set(variants)

    for name in sorted(name for name in actual if variants.count(name) > 1):
        print("twice in the model:", name)
    for name in sorted(expected - actual):
        print("only LLVM 19 has", name)
    for name in sorted(actual - expected):
        print("only the model has", name)
    if expected != actual or len(variants) != len(actual):
        return 1
    print("the same", len(actual), "intrinsics")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

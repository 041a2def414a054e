# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the tensor-core intrinsics of LLVM's Intrinsics.td with the model's variants.

Usage: compare_intrinsics.py LLVM.json MODEL.json, both from llvm-tblgen -dump-json. All that
LLVM has must be in the model; what the model has beyond that is listed.
"""

import json
import re
import sys

TENSOR_CORE = re.compile(r"llvm\.nvvm\.(wmma|mma|ldmatrix|stmatrix)\.")


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

    twice = sorted(name for name in actual if variants.count(name) > 1)
    missing = sorted(expected - actual)
    for name in twice:
        print("twice in the model:", name)
    for name in missing:
        print("only LLVM has", name)
    for name in sorted(actual - expected):
        print("only the model has", name)
    print(len(expected & actual), "of", len(expected), "intrinsics")
    return 1 if twice or missing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LLVM's intrinsics in the JSON dump of its TableGen records: names, types, immediates."""

import json
import re
from pathlib import Path

#: LLVM's types of values.
VALUE_TYPES = {
    "i1": "i1", "i8": "i8", "i16": "i16", "i32": "i32", "i64": "i64", "i128": "i128",
    "f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double", "v2f16": "<2 x half>",
    "v2bf16": "<2 x bfloat>", "v4f32": "<4 x float>", "v4i8": "<4 x i8>",
    "MetadataVT": "metadata", "iPTR": "ptr", "pAny": "ptr",
}


def load(build_dir):
    """The records of the patched target, and with them LLVM's intrinsics."""
    path = Path(build_dir) / "include" / "NVPTX.json"
    return json.loads(path.read_text(encoding="utf-8"))


def name_of(record_name, record):
    return record["LLVMName"] or record_name.replace("int_", "llvm.", 1).replace("_", ".")


def intrinsics(records):
    """{name: record}, in the order of the records' names."""
    names = sorted(records["!instanceof"]["Intrinsic"])
    return {name_of(name, records[name]): records[name] for name in names}


def immediates(records, record):
    """{argument: its range [lower, upper) or None} of those that must be constants."""
    properties = [records[reference["def"]] for reference in record["IntrProperties"]]
    found = {p["ArgNo"] - 1: None for p in properties if "ImmArg" in p["!superclasses"]}
    return found | {p["ArgNo"] - 1: (p["Lower"], p["Upper"]) for p in properties
                    if "Range" in p["!superclasses"]}


def ir_type(record):
    """The IR type of a record that is one and depends on nothing; else None."""
    if "LLVMQualPointerType" in record["!superclasses"]:  # a code, then the space if it is not 0
        space = (*record["Sig"], 0)[1]
        return f"ptr addrspace({space})" if space else "ptr"
    value = record["VT"]["def"]
    vector = re.fullmatch(r"v(\d+)i32", value)
    return f"<{vector[1]} x i32>" if vector else VALUE_TYPES.get(value)

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""vector_signatures.py LENGTHS: functions that take, return and pass vectors of these lengths ("1-17,24") of every element type.

Each length and type is a kernel's parameter, a function's parameter and result, and what a call passes
and returns. --stock leaves out those that LLVM's own llc ends on, and <2 x i8>, which it passes as
four bytes.
"""

import sys

TYPES = ("half", "bfloat", "i8", "i16", "i32", "i64", "float", "double")


def lengths(text):
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def stock_ends(length, element):
    """Whether stock llc counts other registers than it gets: pairs of 16 bits and fours of bytes are right
    for powers of two alone."""
    if element == "i8" and length == 2:
        return True
    is_power = length & (length - 1) == 0
    packed = {"half": 2, "bfloat": 2, "i16": 2, "i8": 4}.get(element)
    return bool(packed) and length % packed == 0 and not is_power


def functions(length, element):
    vector, name = f"<{length} x {element}>", f"{element}_{length}"
    return f"""
declare {vector} @external_{name}({vector}, i32)
define {vector} @function_{name}({vector} %v, i32 %i, {element} %e) {{
  %r = insertelement {vector} %v, {element} %e, i32 {length // 2}
  ret {vector} %r
}}
define void @caller_{name}(ptr %p, {element} %e) {{
  %v = load {vector}, ptr %p, align 128
  %f = call {vector} @function_{name}({vector} %v, i32 7, {element} %e)
  %r = call {vector} @external_{name}({vector} %f, i32 9)
  store {vector} %r, ptr %p, align 128
  ret void
}}
define ptx_kernel void @kernel_{name}({vector} %v, ptr %p) {{
  store {vector} %v, ptr %p, align 128
  ret void
}}
"""


def main():
    print('target triple = "nvptx64-nvidia-cuda"')
    for length in lengths(sys.argv[1]):
        for element in TYPES:
            if "--stock" not in sys.argv or not stock_ends(length, element):
                print(functions(length, element))


if __name__ == "__main__":
    main()

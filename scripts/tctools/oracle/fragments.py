# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a PTX form (notation.py) says of fragments: registers of each, element types, bits.

For the seed documents' tables, which speak of these. Knows not what is legal.
"""

from collections import Counter

_WIDTHS = {"b1": 1, "s4": 4, "u4": 4, "s8": 8, "u8": 8, "e4m3": 8, "e5m2": 8, "e3m2": 8, "e2m3": 8,
           "e2m1": 8,
           "f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "s32": 32, "f64": 64}


def same_instruction(one, other):
    """Whether two forms differ in the order of the mnemonic's words at most."""
    (first, *operands), (second, *others) = one.split(), other.split()
    return Counter(first.split(".")) == Counter(second.split(".")) and operands == others


def selector_of(form):
    """The sparsity selector: the operand that is a number, 0 where it is missing."""
    return next((int(word) for word in form.split()[1:] if word.isdigit()), 0)


def last_immediates(form, count):
    """Returns the numbers that a form ends with if their count is right; else None."""
    words = form.split()[1:]
    numbers = []
    while words and words[-1].lstrip("-").isdigit():
        numbers.insert(0, int(words.pop()))
    return tuple(numbers) if numbers and len(numbers) == count else None


def fragment_sizes(form):
    """Registers of each fragment: {"D": 4, ...}; "S" is a store's."""
    mnemonic, *operands = form.split()
    sizes = [int(word[2:-1]) for word in operands if word.startswith("{")]
    roles = "S" if mnemonic.startswith("wmma.store") else "DABC"
    return dict(zip(roles, sizes))


def element_types(form):
    """Types of D, A, B, C as the mnemonic says them; two types only are those of D and C."""
    words = [word for word in form.split()[0].split(".") if word in _WIDTHS]
    if len(words) == 2:
        words = [words[0], "f16", "f16", words[1]]
    return dict(zip("DABC", words))


def element_width(form, kind):
    return 4 if kind == "e2m1" and "kind::mxf4" in form else _WIDTHS[kind]

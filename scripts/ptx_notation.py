# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix instructions in short: the notation of the seed documents' tables.

A form is a mnemonic and its operands without the names of registers: `{f4}` is a vector of
four .f32 registers, `r` one .b32, `[q]` an address in a .b64, numbers are themselves. Knows
how to make PTX of it and it of PTX, and how many bits an element takes; not what is legal.
Standard library only.
"""

import re
from collections import Counter

_REGISTER_WORDS = (("%rs", "h"), ("%rd", "q"), ("%fd", "d"), ("%r", "r"), ("%f", "f"), ("%p", "p"))
_REGISTER_TYPES = {"r": "b32", "f": "f32", "d": "f64", "q": "b64", "h": "b16", "p": "pred"}
_WIDTHS = {"b1": 1, "s4": 4, "u4": 4, "s8": 8, "u8": 8, "e4m3": 8, "e5m2": 8, "e3m2": 8, "e2m3": 8, "e2m1": 8,
           "f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "s32": 32, "f64": 64}


def notation_of(printed):
    """What llc printed, in the tables' notation."""
    def operand(text):
        if text.startswith("{"):
            parts = [operand(part.strip()) for part in text[1:-1].split(",")]
            return f"{{{parts[0]}{len(parts)}}}"
        if text.startswith("["):
            return f"[{operand(text[1:-1].split('+')[0])}]"
        return next((letter for prefix, letter in _REGISTER_WORDS if text.startswith(prefix)), text)

    mnemonic, _, rest = " ".join(printed.split()).partition(" ")
    return " ".join([mnemonic, *(operand(text) for text in re.findall(r"\{[^}]*\}|\[[^\]]*\]|[^\s,]+", rest))])


def ptx_of(form):
    """The instruction with registers of its own, and their declarations."""
    used = Counter()

    def fresh(letter):
        used[letter] += 1
        return f"%{letter}{used[letter] - 1}"

    def operand(word):
        vector = re.fullmatch(r"\{([rfdqh])(\d+)\}", word)
        if vector:
            return "{" + ", ".join(fresh(vector[1]) for _ in range(int(vector[2]))) + "}"
        if re.fullmatch(r"\[[rq]\]", word):
            return f"[{fresh(word[1])}]"
        return fresh(word) if word in _REGISTER_TYPES else word

    mnemonic, *operands = form.split()
    text = f"{mnemonic} {', '.join(map(operand, operands))};"
    declarations = "".join(f".reg .{_REGISTER_TYPES[letter]} %{letter}<{count}>; " for letter, count in used.items())
    return declarations + text


def same_instruction(one, other):
    """Whether two forms differ in the order of the mnemonic's words at most."""
    (first, *operands), (second, *others) = one.split(), other.split()
    return Counter(first.split(".")) == Counter(second.split(".")) and operands == others


def selector_of(form):
    """The sparsity selector: the operand that is a number, 0 where it is missing."""
    return next((int(word) for word in form.split()[1:] if word.isdigit()), 0)


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

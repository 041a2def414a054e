# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Points and their neighbours, and what a form's words and operands are made of.

A point says one value on each axis of a family: shape, types, layouts and so on. Knows how
many registers a fragment fills, and how a form is disturbed; knows no family.
The tables of lattice.py are written with it.
"""

import re
from itertools import combinations, product

from tctools.oracle import notation

BITS = {"b1": 1, "s4": 4, "u4": 4, "s8": 8, "u8": 8, "s16": 16, "f16": 16, "bf16": 16, "tf32": 32,
        "f32": 32, "s32": 32,
        "u32": 32, "f64": 64, "e4m3": 8, "e5m2": 8, "e3m2": 8, "e2m3": 8, "e2m1": 8}


# Points and forms.

def neighbours(points, axes, distance):
    """The points, and all that differ from one of them in at most `distance` axes."""
    found = dict.fromkeys(points)
    for point, changed in product(points, combinations(range(len(axes)), distance)):
        for values in product(*(axes[axis] for axis in changed)):
            moved = list(point)
            for axis, value in zip(changed, values):
                moved[axis] = value
            found[type(point)(*moved)] = None
    return list(found)


def rows(point_type, table):
    """The points of a table: each row is the product of its cells, blanks between values."""
    for row in table:
        cells = [cell.split(" ") if isinstance(cell, str) else cell for cell in row]
        yield from (point_type(*values) for values in product(*cells))


def join(*words):
    return ".".join(word for word in words if word)


def extents(shape):
    return [int(number) for number in re.findall(r"\d+", shape)]


def fragment(elements, type_, threads=32, bits=None):
    """The registers that a thread holds of a fragment."""
    if type_ == "f64":
        return f"{{d{max(1, elements // threads)}}}"
    registers = max(1, elements * (bits or BITS[type_]) // threads // 32)
    return f"{{{'f' if type_ == 'f32' else 'r'}{registers}}}"


def quadruples(d, a, b):
    """Types D.A.B.C with C like D."""
    return [f"{x}.{y}.{z}.{x}" for x, y, z in product(d, a, b)]


# Disturbed forms.

def disturbed_words(form):
    """The mnemonic with two neighbouring words swapped, one word left out, or one twice."""
    mnemonic, operands = notation.split(form)
    words = mnemonic.split(".")
    for i in range(1, len(words)):
        changes = [words[:i] + words[i + 1:], words[:i + 1] + words[i:],
                   words[:i] + words[i:i + 2][::-1] + words[i + 2:]]
        yield from (" ".join([".".join(change), *operands]) for change in changes)


def disturbed_operands(form):
    """Each operand of another size or class, left out, or twice."""
    mnemonic, operands = notation.split(form)
    for i, operand in enumerate(operands):
        vector = notation.vector_of(operand)
        others = []
        if operand.startswith("["):
            others = ["[r]", "r", "{r1}"]
        elif vector:
            letter, count = vector
            sizes = {max(1, count // 2), count, count * 2}
            others = [f"{{{x}{n}}}" for x in {letter: 0, "r": 0, "f": 0, "d": 0, "q": 0, "h": 0}
                      for n in sorted(sizes)]
            others += [letter, "0"]
        for change in (*([other] for other in others if other != operand), [], [operand] * 2):
            yield " ".join([mnemonic, *operands[:i], *change, *operands[i + 1:]])


def disturbed(form):
    yield from disturbed_words(form)
    yield from disturbed_operands(form)

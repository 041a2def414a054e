# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Patterns of mnemonics: alternatives in braces, and other spellings of the same.

    {x1|x2|x4}     one of them
    {.relu}        this or nothing: the first begins with a dot or a colon
    <.tile>        this or nothing, and both mean the same; what stands there is left out in the
                   canonical spelling

Patterns nest. Knows no instruction.
"""

from tctools.ptxtext import split_outside


def _parts(text):
    """A pattern cut at its outermost brackets: literal texts, and (bracket, content)."""
    parts, start, depth = [], 0, 0
    for place, letter in enumerate(text):
        if letter in "{<":
            if not depth:
                parts.append(text[start:place])
                start = place
            depth += 1
        elif letter in "}>":
            depth -= 1
            if not depth:
                parts.append((text[start], text[start + 1:place]))
                start = place + 1
    if depth:
        raise ValueError(f"{text}: brackets do not close")
    return [*parts, text[start:]]


def _choices(part):
    """[(spelling, canonical)] of a literal text or a bracket."""
    if isinstance(part, str):
        return [(part, part)]
    bracket, content = part
    found = [pair for text in split_outside(content, "|", "{<", "}>") for pair in expand(text)]
    if bracket == "<":
        return [("", ""), *((spelling, "") for spelling, _ in found)]
    return [("", ""), *found] if content[0] in ".:<" else found


def expand(pattern):
    """All spellings of a pattern, each with the canonical one: [(spelling, canonical)]."""
    found = [("", "")]
    for part in _parts(pattern):
        found = [(spelling + more, canonical + same) for spelling, canonical in found
                 for more, same in _choices(part)]
    return list(dict.fromkeys(found))


def spellings(pattern):
    """{canonical spelling: all spellings that mean it}."""
    found = {}
    for spelling, canonical in expand(pattern):
        found.setdefault(canonical, []).append(spelling)
    return found

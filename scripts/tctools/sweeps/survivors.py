# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutants that survive because they are harmless (mutants.py), and why:
test/Emulator/Inputs/survivors.txt.

A line is an example and a mutant of its kernels as the sweep prints it, and after " # " the reason.
A word of digits, commas and hyphens is a list of numbers, and stands for each of them; words in
braces, with commas between them, stand for each as well.
"""

import itertools
import re

from tctools import toolchain

FILE = toolchain.REPO_ROOT / "test" / "Emulator" / "Inputs" / "survivors.txt"

_NUMBERS = re.compile(r"\d+(?:[-,]\d+)+$")
_BRACES = re.compile(r"([^{]*)\{([^}]*)\}(.*)")


def _expand(word):
    """All words that one stands for."""
    braces = _BRACES.match(word)
    if braces:
        return [expanded for choice in braces[2].split(",")
                for expanded in _expand(braces[1] + choice + braces[3])]
    if not _NUMBERS.match(word):
        return [word]
    ranges = [part.split("-") for part in word.split(",")]
    return [str(number) for ends in ranges for number in range(int(ends[0]), int(ends[-1]) + 1)]


class Survivors:
    def __init__(self, lines):
        """The words of each example and mutant that may survive."""
        self._all = {words for line in lines
                     for words in itertools.product(*map(_expand, line.split()))}

    def has(self, example, mutant):
        return (example, *mutant.to_text().split()) in self._all

    def unused(self, example, mutants):
        """What is listed of an example, and is no mutant of it."""
        there = {(example, *mutant.to_text().split()) for mutant in mutants}
        return [f"is no mutant: {' '.join(words)}" for words in sorted(self._all - there)
                if words[0] == example]


def read():
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return Survivors([line.split(" # ")[0] for line in lines if " # " in line])

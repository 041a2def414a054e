# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pictures of the catalogue: which layouts there are, and which instruction has which.

Layouts are what `mma-explain layout --format=json` says, pictures what it draws. Large tiles of
instructions that come in many sizes are shown by a small one, which `drawn_as` names.
"""

import concurrent.futures
import json
import re
from dataclasses import dataclass, field

#: Sizes that stand for all of them.
_SHOWN_N = 16
_SHOWN_COUNT = 2


@dataclass(eq=False)
class Layout:
    slug: str
    family: str
    facts: dict  # as mma-explain has it, without the elements
    mnemonic: str  # of an instruction that has it
    operands: list = field(default_factory=list)
    types: list = field(default_factory=list)  # of an element
    instructions: list = field(default_factory=list)  # names, those that are drawn first
    svg: str = ""

    @property
    def size(self):
        """Of what is drawn: "16 x 8 of 32 bits"."""
        bits = self.facts["elementBits"]
        return f"{self.facts['rows']} x {self.facts['columns']} of {bits} bit{'s' * (bits != 1)}"


def drawn_as(facts, names):
    """The name of the instruction that is drawn for this one."""
    name = facts["name"]
    if facts["family"] == "wgmma.mma_async":
        return re.sub(r"m64n\d+k", f"m64n{_SHOWN_N}k", name)
    if facts["family"] == "tcgen05.ld/st":
        count = re.search(r"\.x(\d+)", name)
        smaller = name.replace(count[0], f".x{_SHOWN_COUNT}")
        return smaller if int(count[1]) > _SHOWN_COUNT and smaller in names else name
    return name


def _queries(instructions, names):
    """Names to ask mma-explain for, few but all: families, or the instructions that are drawn."""
    for facts in instructions:
        if not facts["layouts"]:
            continue
        if facts["family"] == "wgmma.mma_async":
            yield re.sub(r"n\d+k", f"n{_SHOWN_N}k", facts["shape"])
        elif facts["family"] == "tcgen05.ld/st":
            yield drawn_as(facts, names)
        else:
            yield facts["family"]


def _slug(family, found):
    parts = [family, found["operand"], found["layout"], f"{found['rows']}x{found['columns']}",
             f"{found['elementBits']}bit"]
    if found["tiles"] > 1:
        parts.insert(4, f"{found['tiles']}tiles")
    return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower())


def _name_all(layout):
    """A picture that several instructions share names none of them, nor one of their types."""
    if len(layout.instructions) < 2:
        return layout.svg
    drawn, mnemonic = re.search(r"<title>(.*?): (.*?)</title>", layout.svg).groups()
    tiles = f"{layout.facts['tiles']} of " if layout.facts["tiles"] > 1 else ""
    return (layout.svg.replace(drawn, f"{' and '.join(layout.operands)}, {tiles}{layout.size}")
            .replace(mnemonic, f"{layout.family}: {len(layout.instructions)} intrinsics"))


class Layouts:
    """All layouts by their slugs, and those of each instruction."""

    def __init__(self, ask, instructions):
        self._names = {facts["name"]: facts for facts in instructions}
        self._by_mnemonic = {}
        for facts in instructions:
            for mnemonic in facts["mnemonics"]:
                self._by_mnemonic.setdefault(mnemonic, facts)
        self.layouts, self._keys, self._of_operand = {}, {}, {}
        queries = sorted(set(_queries(instructions, self._names)))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for text in pool.map(lambda query: ask("layout", query, "--format=json"), queries):
                for found in json.loads(text):
                    self._add(found)
            self._draw(ask, pool)
        for facts in sorted(instructions,
                            key=lambda facts: drawn_as(facts, self._names) != facts["name"]):
            for layout in {layout.slug: layout for _, layout in self.of(facts)}.values():
                layout.instructions.append(facts["name"])
        for layout in self.layouts.values():
            layout.svg = _name_all(layout)

    def _add(self, found):
        """D and C are often alike; then they are one layout."""
        facts = self._by_mnemonic[found["instructions"][0]]
        elements = found.pop("elements")
        operand = "D" if found["operand"] == "C" else found["operand"]
        key = json.dumps([facts["family"], operand, elements, found["elementBits"],
                          found["elementsPerRegister"], found["registers"]])
        layout = self._keys.get(key)
        if not layout:
            slug = _slug(facts["family"], found)
            while slug in self.layouts:
                slug += "-b"
            layout = Layout(slug, facts["family"], found, found["instructions"][0])
            self._keys[key] = self.layouts[slug] = layout
        if found["operand"] not in layout.operands:
            layout.operands.append(found["operand"])
        layout.types += [kind for kind in found["elementType"].split(", ")
                         if kind not in layout.types]
        for mnemonic in found["instructions"]:
            self._of_operand.setdefault((mnemonic, found["operand"]), layout)

    def _draw(self, ask, pool):
        def draw(layout):
            return ask("layout", layout.mnemonic, f"--operand={layout.operands[0]}", "--format=svg")

        for layout, svg in zip(self.layouts.values(), pool.map(draw, self.layouts.values())):
            layout.svg = svg

    def of(self, facts):
        """[(operand, layout)] of an instruction, or of that which is drawn for it."""
        found = []
        for operand in facts["layouts"]:
            for mnemonic in self._names[drawn_as(facts, self._names)]["mnemonics"]:
                layout = self._of_operand.get((mnemonic, operand))
                if layout and (operand, layout) not in found:
                    found.append((operand, layout))
        return found

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the catalogue's pages load as scripts: facts of each row, and the index of the search.

A row is an instruction, or those warpgroup multiplications that differ in N only: one text for
all, with marks where N, or what follows from it, stands. assets/family.js and search.js
read it.
"""

import json
import re
from dataclasses import dataclass

from tctools.model import PREFIX

#: Marks in a row of many N: N, registers and elements of an accumulator, multiply-adds, MMA
#: descriptor.
_MARKS = {"n": "‹n›", "registers": "‹r›", "elements": "‹e›", "work": "‹w›", "descriptor": "‹d›"}

_WARPGROUP_SHAPE = re.compile(r"m64n(\d+)k")


@dataclass
class Row:
    name: str  # with an N for all that there are
    members: list  # [(N or None, facts)]

    @property
    def facts(self):
        """Of the largest."""
        return self.members[-1][1]


def make_rows(instructions):
    rows = {}
    for facts in instructions:
        match = _WARPGROUP_SHAPE.search(facts["name"])
        name = _WARPGROUP_SHAPE.sub("m64nNk", facts["name"])
        row = rows.setdefault(name, Row(name, []))
        row.members.append((int(match[1]) if match else None, facts))
    for row in rows.values():
        row.members.sort(key=lambda member: member[0] or 0)
    return list(rows.values())


def fold_registers(text):
    """"{d0, d1, d2}" as "{d*3}"; the page writes it out, or the beginning and the end of it."""
    def fold(match):
        names = match[1].split(", ")
        letter = names[0].rstrip("0123456789")
        is_row = names == [f"{letter}{i}" for i in range(len(names))]
        return f"{{{letter}*{len(names)}}}" if is_row else match[0]

    return re.sub(r"\{([a-z]+0(?:, [a-z]+\d+)*)\}", fold, text)


class _InternTable:
    """Values that many rows have, each once."""

    def __init__(self):
        self.values, self._indices = [], {}

    def index(self, value):
        key = json.dumps(value)
        if key not in self._indices:
            self._indices[key] = len(self.values)
            self.values.append(value)
        return self._indices[key]


def _dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class PageData:
    """The script of one page."""

    def __init__(self, page, page_of, layouts):
        self._page, self._page_of, self._layouts = page, page_of, layouts
        self._places, self._rules = _InternTable(), _InternTable()
        self.rows = make_rows(page.instructions)
        self._texts = [self._row(row) for row in self.rows]

    def script(self):
        head = f'"places":{_dump(self._places.values)},\n"rules":{_dump(self._rules.values)},\n'
        return "window.catalogueRows = {\n" + head + '"rows":[\n' + ",\n".join(self._texts) + "\n]};\n"

    def layouts_of(self, facts):
        return self._layouts.of(facts)

    def _row(self, row):
        if row.members[-1][0] is None:
            return _dump(self._compact(row, row.facts))
        return self._many(row)

    def _compact(self, row, facts):
        """An instruction in short keys, without what can be put together from other parts."""
        name = facts["name"]
        compact = {
            "name": name.removeprefix(PREFIX),
            "shape": facts.get("shape", ""),
            "types": sorted(set(facts["types"])),
            "declaration": facts["declaration"].replace("@" + name, "@~"),
            "operands": [[o["name"], o["registers"], o["type"], o.get("element", ""),
                          f"{o['rows']} x {o['columns']}" if "rows" in o else ""] for o in facts["operands"]],
            "forms": [self._form(form) for form in facts["forms"]],
            "example": facts.get("example", "").replace(facts["declaration"], "").replace("@" + name, "@~"),
            "work": facts.get("work", ""),
            "rules": [self._rules.index(rule) for rule in facts["rules"]],
            "layouts": [[operand, layout.slug, layout.size]
                        for operand, layout in self._layouts.of(facts)],
            "relatives": self._relatives(row, facts),
        }
        return {key: value for key, value in compact.items() if value}

    def _form(self, form):
        place = [form["targetText"], form["targets"], form["firstPTX"], form.get("lastPTX", ""),
                 form["source"]]
        statement = fold_registers(form["statement"].replace(form["mnemonic"], "~", 1))
        parts = [form["mnemonic"], statement, form.get("opcode", ""), form.get("mmaDescriptor", ""),
                 self._places.index(place), form["others"], form.get("choices", "")]
        while parts[-1] in ("", []):
            parts.pop()
        return parts

    def _relatives(self, row, facts):
        """Without those of the same row."""
        members = {member["name"] for _, member in row.members}
        found = []
        for relative in facts["relatives"]:
            if relative["name"] in members:
                continue
            page = self._page_of[relative["name"]]
            found.append([relative["difference"], relative["name"].removeprefix(PREFIX)]
                         + ([] if page is self._page else [page.file]))
        return found

    def _many(self, row):
        """One text for all N, with marks, and what to put in their places."""
        texts = [self._marked(_dump(self._compact(row, facts)), n, facts)
                 for n, facts in row.members]
        # What differs otherwise would be told wrongly of all N but one.
        if any(text != texts[-1] for text in texts):
            raise SystemExit(f"{row.name} cannot be told for all N at once")
        facts = row.facts
        registers, elements = _accumulators(facts)
        n = row.members[-1][0]
        return _dump({
            "name": row.name.removeprefix(PREFIX), "text": texts[-1],
            "n": [n for n, _ in row.members], "registers": n // registers,
            "elements": n // elements, "work": facts["multiplyAdds"] // n,
            "descriptors": [facts["forms"][0]["mmaDescriptor"] for _, facts in row.members]})

    @staticmethod
    def _marked(text, n, facts):
        registers, elements = _accumulators(facts)
        form = facts["forms"][0]
        opcode = form["opcode"]
        if len(facts["forms"]) != 1 or form["others"] or not opcode.endswith(f"x{registers}"):
            raise SystemExit(f"{facts['name']}: a warpgroup's multiplication has one form, "
                             "with its accumulators in the opcode")
        replacements = (
            (rf"m64n{n}k", f"m64n{_MARKS['n']}k"),
            (rf"declare <{elements} x (\w+)> @~\(<{elements} x ",
             rf"declare <{_MARKS['elements']} x \1> @~(<{_MARKS['elements']} x "),
            (rf'\["D",{registers},(.*?),"64 x {n}"\]',
             rf'["D",{_MARKS["registers"]},\1,"64 x {_MARKS["n"]}"]'),
(rf"(define |call |ret |example\(|~\()<{elements} x ", rf"\1<{_MARKS['elements']} x "),
            (rf"\{{d\*{registers}\}}", f"{{d*{_MARKS['registers']}}}"),
            (rf'"{opcode}"', f'"{opcode[:-len(str(registers))]}{_MARKS["registers"]}"'),
            (rf'"{facts["multiplyAdds"]} multiply-adds', f'"{_MARKS["work"]} multiply-adds'),
            (form["mmaDescriptor"], _MARKS["descriptor"]),
        )
        for pattern, replacement in replacements:
            text = re.sub(pattern, replacement, text)
        return text


def _accumulators(facts):
    """(registers, elements) of D; two halves are in one register."""
    registers = next(operand["registers"] for operand in facts["operands"]
                     if operand["name"] == "D")
    return registers, int(re.match(r"declare <(\d+) x", facts["declaration"])[1])


def search_script(pages):
    """All names by which an instruction can be found: its own, its mnemonics, its opcodes."""
    entries = []
    for index, page in enumerate(pages):
        for row in make_rows(page.instructions):
            facts = row.facts
            mnemonics, opcodes = facts["mnemonics"], sorted({form["opcode"] for form in facts["forms"]
                                                             if "opcode" in form})
            # "tid.x" finds %tid.x.
            mnemonics = mnemonics + [register for form in facts["forms"]
                                     for register in re.findall(r"%[\w.]+", form["statement"])]
            entry = [index, row.name.removeprefix(PREFIX)]
            if row.members[-1][0] is not None:
                registers, _ = _accumulators(facts)
                n = row.members[-1][0]
                mnemonics = [_WARPGROUP_SHAPE.sub("m64nNk", mnemonic) for mnemonic in mnemonics]
                opcodes = [opcode.removesuffix(str(registers)) + "R" for opcode in opcodes]
                entries.append([*entry, mnemonics, opcodes, [n for n, _ in row.members],
                                n // registers])
            else:
                entries.append([*entry, mnemonics, opcodes])
    head = f'"pages":{_dump([[page.file, page.title, page.about] for page in pages])},\n'
    return "window.catalogueIndex = {\n" + head + '"entries":[\n' + ",\n".join(map(_dump, entries)) + "\n]};\n"

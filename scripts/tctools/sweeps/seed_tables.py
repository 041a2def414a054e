# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The seed documents' tables (test/Seeds/*.json): one fact a row, and the questions it raises.

A fact says of one PTX instruction where it is legal. Nothing is known here of any shape, type or
SM number.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from tctools import cli, model
from tctools.oracle import fragments


class Malformed(cli.NotRun):
    """A table says something that no judge could be asked."""


@dataclass(frozen=True)
class Question:
    """Does a judge have this instruction there?"""
    intrinsic: str
    space: int
    form: str
    target: model.Target
    ptx: int
    any_order: bool = False  # of the mnemonic's words


@dataclass(frozen=True)
class Answer:
    """A question with what a table says is the answer."""
    question: Question
    legal: bool


#: Address spaces by the names that tables have for them.
_SPACES = {name: space for space, name in model.SPACES.items()}


def call_of(variant, space=None, selector=0, others=None):
    """A call of a variant: generic memory where no state space is named."""
    given = dict(zip((a.name for a in variant.immediates if a.name != "selector"), others or ()))
    if variant.selectors:
        given["selector"] = selector
    usual = zip(variant.immediates, variant.choices[0])
    values = tuple(given.get(argument.name, value) for argument, value in usual)
    if not variant.spaces:
        return model.Call(variant, values)
    return model.Call(variant, values, space or 0, "argument")


class Tables:
    """The rows of all files."""

    def __init__(self, folder, tables, only, newest):
        self.model, self.newest = tables, newest  # PTX version
        self.rows = []
        for path in sorted(Path(folder).glob("*.json")):
            table = json.loads(path.read_text(encoding="utf-8"))
            for number, row in enumerate(table["rows"], start=1):
                row["name"] = f"{path.stem}:{number}"
                row["seed"], row["table"] = table["seed"], table["table"]
                if re.search(only, row["name"]):
                    self.rows.append(row)
        if not self.rows:
            raise Malformed(f"no rows in {folder} match")

    def targets(self, words, row):
        """Targets by their words: `sm_80`, `sm_80+` from there on, `<sm_80` before, `all`."""
        chosen, known = [], {target.name: target for target in self.model.targets}
        for word in words:
            name = word.strip("<+")
            if name != "all" and name not in known:
                raise Malformed(f"{row['name']}: no target {name}")
            number = 0 if name == "all" else known[name].number
            if word.startswith("<"):
                chosen += [target for target in known.values() if target.number < number]
            elif word.endswith("+") or name == "all":
                chosen += [target for target in known.values() if target.number >= number]
            else:
                chosen.append(known[name])
        return chosen

    def answers(self, fact, row):
        """What a fact says, question by question."""
        accepted, refused = list(fact.get("accepted", [])), list(fact.get("refused", []))
        if "from" in fact:
            accepted.append(fact["from"] + "+")
            refused.append("<" + fact["from"])

        def ask(words, version, legal):
            return [Answer(Question(fact["intrinsic"], _SPACES.get(fact.get("space")), fact["ptx"],
                                    target, version, fact.get("order") == "any"), legal)
                    for target in self.targets(words, row) if target.minimum_ptx <= version]

        version = parse_version(fact.get("version", fact.get("since", "9.0")))
        found = ask(accepted, version, True) + ask(refused, version, False)
        if "since" in fact:
            found += ask(accepted, self.model.version_before(version), False)
            found += ask(accepted, self.newest, True)
        if not found:
            raise Malformed(f"{row['name']}: says nothing of any target")
        check_sizes(fact, row)
        return found

    def counted(self, row):
        """The calls that a row with a `count` counts."""
        chosen = [v for v in self.model.variants if re.search(row["count"]["names"], v.name)]
        if not chosen:
            raise Malformed(f"{row['name']}: counts no intrinsics")
        return [call_of(variant) for variant in chosen]


def parse_version(text):
    return int(text.replace(".", ""))


def facts(row):
    """The seed's own fact, and those that hold instead."""
    return ([row] if "ptx" in row else []) + row.get("instead", [])


def check_sizes(fact, row):
    """The numbers of registers and elements that a row names are those of its instruction."""
    form, name = fact["ptx"], row["name"]
    sizes, types = fragments.fragment_sizes(form), fragments.element_types(form)
    for fragment, elements in fact.get("elements", {}).items():
        bits = elements * fragments.element_width(form, types[fragment])
        if max(1, bits // 32) != sizes[fragment] * (2 if types[fragment] == "f64" else 1):
            raise Malformed(f"{name}: {elements} elements of {fragment} are not "
                            f"{sizes[fragment]} registers")
    named = fact.get("registers", {})
    if any(sizes.get(part) != count for part, count in named.items() if len(part) == 1):
        raise Malformed(f"{name}: {named} are not the registers of {form}")
    for parts, count in named.items():
        there = sum(sizes[part] for part in parts)
        if there != count:
            raise Malformed(f"{name}: {parts} are {there} registers, not {count}")

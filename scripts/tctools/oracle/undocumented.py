# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The forms that ptxas accepts though the PTX ISA does not promise them, and we do not offer.

Reads undocumented-forms.json: rows of an example and the forms that are meant, by the reason. Also
writes the rows as the table in docs/. Of the forms of a row, each says some of

    begins    how the mnemonic begins, one of these
    words     the words after that
    unlike    orders of words, of which the mnemonic has none
    needs     words that must be there, wherever they stand
    only      words that may be there
    without   a word that must not be there
    operands, unlike_operands    the same of operands

A word in capitals is a class of words (_CLASSES); `a|b` is one of two, `a?` may be missing, and
`a*` may be repeated. `{r}` is a vector of any size.
"""

import json
import re
from collections import Counter
from pathlib import Path

LIST = Path(__file__).with_name("undocumented-forms.json")

_CLASSES = {
    # words
    "WORD": r"[\w:]+", "PLAIN": r"\w+", "SHAPE": r"m\d+n\d+(?:k\d+)?",
    "WGMMA_SHAPE": r"m64n\d+k\d+",
    "LAYOUT": "row|col", "SPACE": r"global|local|const|param|shared(?:::\w+)?",
    "ROUNDING": "r[nzmp]",
    "OPERATION": "xor|and|or|popc", "SPARSE": r"sp(?:::\w+)?", "KIND": r"kind::\w+",
    "MX_KIND": r"kind::mxf\w+", "SCALES": r"scale_vec::\w+", "BLOCK": r"block\d+",
    "SCALE_TYPE": r"ue\w+", "TYPE": r"[a-z]+\d\w*", "NUMERIC": r"[a-z]+\d+(?:m\d)?",
    "FLOAT": r"f\d\d", "FP8": "e[45]m[32]", "BITS": r"b\w+", "COUNT": r"x\d+",
    "GROUP": r"cta_group::\d", "COPY_SHAPE": r"\d+x\d+b", "WARPS": r"warpx\d(?:::\w+)?",
    "COPY_FORMAT": r"b\dx16_p\d\d", "ACCESS_SHAPE": r"\d+x\d+b(?:x2)?", "PACK": r"(?:un)?pack::16b",
    "COLLECTOR": r"collector::\w+::\w+",
    # operands
    "ANY": r"\S+", "{ANY}": r"\{\w+\}", "ADDRESS": r"\[\w\]", "DIGITS": r"\d+", "NUMBER": r"-?\d+",
    **{f"{{{letter}}}": rf"\{{{letter}\d+\}}" for letter in "rfdq"},
}


def _choice(token):
    """The regular expression of alternatives."""
    return "|".join(_CLASSES.get(word, re.escape(word)) for word in token.split("|"))


def _sequence(tokens, separator):
    """What matches words or operands, each with the separator in front."""
    parts = []
    for token in tokens.split():
        mark = token[-1] if token[-1] in "?*" else ""
        parts.append(f"(?:{separator}(?:{_choice(token.removesuffix(mark))})){mark}")
    return re.compile("".join(parts))


class Forms:
    """Forms that are alike."""

    def __init__(self, begins, words="WORD*", operands="ANY*", unlike=(), unlike_operands=None,
                 needs="", only="WORD", without=None):
        self.begins = begins.split()
        self.words, self.operands = _sequence(words, r"\."), _sequence(operands, " ")
        self.unlike = [_sequence(order, r"\.") for order in unlike]
        self.unlike_operands = unlike_operands and _sequence(unlike_operands, " ")
        self.needs = Counter(needs.split())
        self.only = re.compile(_choice("|".join(only.split())))
        self.without = without

    def matches(self, form):
        mnemonic, *operands = form.split()
        operands = "".join(f" {operand}" for operand in operands)
        if not self.operands.fullmatch(operands) or (
                self.unlike_operands and self.unlike_operands.fullmatch(operands)):
            return False
        return any(self._matches_words(mnemonic[len(start):]) for start in self.begins
                   if f"{mnemonic}.".startswith(f"{start}."))

    def _matches_words(self, rest):
        words = rest.split(".")[1:]
        return (self.words.fullmatch(rest) is not None and self.without not in words
                and not any(order.fullmatch(rest) for order in self.unlike)
                and all(self.only.fullmatch(word) for word in words)
                and all(sum(bool(re.fullmatch(_choice(need), word)) for word in words) >= count
                        for need, count in self.needs.items()))


class Row:
    def __init__(self, reason, example, forms):
        self.reason, self.example = reason, example
        self.forms = [Forms(**form) for form in forms]

    def matches(self, form):
        return any(forms.matches(form) for forms in self.forms)


class Rows:
    """The list."""

    def __init__(self, path=LIST):
        with Path(path).open(encoding="utf-8") as file:
            self.rows = [Row(group["reason"], **row) for group in json.load(file)
                         for row in group["rows"]]
        for row in self.rows:
            if not row.matches(row.example):
                raise SystemExit(f"{path}: the example is none of its row: {row.example}")

    def row_of(self, form):
        return next((row for row in self.rows if row.matches(form)), None)

    def faults(self, report, everything):
        """What is wrong with the list, after a sweep of everything or of a part."""
        used = set(report.undocumented.values())
        for row in self.rows if everything else ():
            if row not in used:
                yield f"a row that covers nothing: {row.example}"
            elif row.example not in report.undocumented:
                yield f"an example that ptxas refuses or llc offers: {row.example}"
        for form in sorted(report.offered):
            row = self.row_of(form)
            if row:
                yield f"a row that covers an offered form: {row.example}: {form}"

    def table(self):
        """The lines of the table, which the web page sweep has."""
        return ["| Form | Why it is not offered |", "| --- | --- |",
                *(f"| `{row.example}` | {row.reason} |" for row in self.rows)]

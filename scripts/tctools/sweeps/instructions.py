# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the legality of all forms of ordinary instructions, as mma-explain prints it, with
ptxas.

The forms of each row of TableGen/PTX/, at most --forms of them, evenly spread, in every setting. An
operand that no type describes has the text that its row gives; where it gives none, the operand is absent, or, if it
must be there, the row is not judged. Exit code 1 on any disagreement.
"""

import itertools
import json
import re
import tempfile
from pathlib import Path

from tctools import cli, judge, model, toolchain, work

SHARED = ("build", "target", "state", "jobs", "shard")
_SHOWN = 100  # disagreements
#: Registers by their width: the letter and the type.
_REGISTERS = {1: ("p", "pred"), 8: ("b", "b8"), 16: ("h", "b16"), 32: ("r", "b32"), 64: ("d", "b64"),
              128: ("q", "b128")}
_DECLARATIONS = {f"%{letter}": f".reg .{kind} %{letter}<20>; " for letter, kind in _REGISTERS.values()} | {
    "Labels": "Labels: .branchtargets Label; ", "[Param": ".param .align 16 .b8 Param[128]; "}


def width_of(word):
    """The bits of a type, ".f16x2"."""
    if word == ".pred":
        return 1
    element, _, count = word[1:].partition("x")
    known = {"tf32": 32, "bf16": 16, "e2m1": 4, "e2m1p4": 8, "s2f6": 8}
    digits = re.search(r"\d+$", element)
    width = known.get(element) or (8 if re.match(r"u?e\d", element) else int(digits[0]))
    return max(8, width * int(count or 1))


def goes_with(entry, chosen):
    """Whether a group or an operand may be there with these words."""
    return not entry["With"] or any(word in chosen for word in entry["With"])


class Row:
    """A record of class PTXInstruction."""

    def __init__(self, records, name):
        record = records[name]
        self.name, self.mnemonic, self.is_removed = name, record["Mnemonic"], record["IsRemoved"]
        self.groups = [records[group["def"]] for group in record["Modifiers"]]
        self.operands = [records[operand["def"]] for operand in record["Operands"]]

    def statements(self):
        """All forms, with and without the optional operands."""
        words = [[word for word in group["Words"] if word != "-"] for group in self.groups]
        for chosen in itertools.product(*words):
            if any(goes_with(group, chosen) != bool(word) for group, word in zip(self.groups, chosen)
                   if group["With"]):
                continue
            found = [self._to_text(chosen, optional) for optional in (False, True)]
            yield from dict.fromkeys(found)

    def _to_text(self, chosen, with_optional):
        types = [word for word, group in zip(chosen, self.groups) if group["IsType"]]
        vector = next((word for word, group in zip(chosen, self.groups) if group["CppName"] == "Vector"), "")
        text = []
        for number, operand in enumerate(self.operands):
            if not goes_with(operand, chosen):
                continue
            if operand["IsOptional"] and not (with_optional and self._is_known(operand)):
                break
            part = (self._example(operand, chosen)
                    or self._operand(operand, number, types, int(vector[2:] or 1)))
            if operand["IsPaired"]:
                if with_optional or operand["IsRequired"] or operand["With"]:
                    text[-1] += "|" + part
            else:
                text.append(part)
        return f"{self.mnemonic}{''.join(chosen)} {', '.join(text)};".replace(" ;", ";")

    @staticmethod
    def _is_known(operand):
        return (operand["Kind"]["def"] != "PTXOperandKind_Special" or operand["Example"]
                or "TypedOperand" in operand["!superclasses"])

    def is_known(self):
        """Whether new versions of PTX have it, and its operands can be printed."""
        return not self.is_removed and all(operand["IsOptional"] or self._is_known(operand) for operand in self.operands)

    @staticmethod
    def _example(operand, chosen):
        """The example for these words: "TEXT", or "WORD=TEXT | =TEXT"."""
        for choice in operand["Example"].split(" | "):
            word, is_choice, text = choice.rpartition("=")
            if not is_choice or not word or "." + word in chosen:
                return text
        return None

    @staticmethod
    def _operand(operand, number, types, count):
        if operand["Kind"]["def"] == "PTXOperandKind_Address" and not operand["IsBare"]:
            return f"[%d{number}]"
        if operand["IsImmediate"]:
            return "1"
        width = operand["Bits"] or operand["Scale"] * width_of(types[operand["Type"]])
        registers = [f"%{_REGISTERS[width][0]}{number + index}" for index in range(count)]
        return "{" + ", ".join(registers) + "}" if operand["IsVector"] and count > 1 else registers[0]


def rows_of(records, names):
    of_matrices = set(records["!instanceof"]["MatrixInstruction"])  # which `sweep variants` asks about
    found = [Row(records, name) for name in records["!instanceof"]["PTXInstruction"] if name not in of_matrices]
    return [row for row in found if row.is_known() and (not names or any(name in row.name for name in names))]


def kernels_of(rows, most):
    """{name: (statement, kernel)}"""
    kernels = {}
    for row in rows:
        statements = list(row.statements())
        step = max(1, len(statements) / most)
        for index in range(min(most, len(statements))):
            statement = statements[int(index * step)]
            name = f"k{len(kernels)}"
            declared = "".join(text for used, text in _DECLARATIONS.items() if used in statement)
            kernels[name] = (statement, f".visible .entry {name}() {{ {declared}{statement} Label: ret; }}")
    return kernels


def ours_refuse(build_dir, setting, kernels):
    """The names of kernels with what mma-explain says is not legal."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.ptx"
        path.write_text(setting.header + "\n".join(text for _, text in kernels.values()) + "\n",
                        encoding="utf-8")
        said = toolchain.run([toolchain.built_tool("mma-explain", build_dir), "ptx", "--json", path])
    return {function["name"] for function in json.loads(said.stdout)["functions"]
            for entry in function["companions"] + function["instructions"] if entry.get("error")}


def add_options(parser):
    parser.add_argument("names", nargs="*", help="rows whose names contain one of these; default: all")
    parser.add_argument("--forms", type=int, default=60,
                        help="maximum number of forms per row (default: 60)")
    parser.add_argument("--versions", choices=("first", "ends", "newest"), default="newest",
                        help="PTX versions of each target: its first, the newest, or both")


def run(options):
    tables = model.load(options.build_dir)
    ptxas = judge.PtxasJudge(cli.find_ptxas(), options.state)
    rows = rows_of(model.tables(options.build_dir), options.names)
    kernels = kernels_of(rows, options.forms)
    settings = options.shard.of(judge.known_settings(ptxas, tables, [], options.target, options.versions))
    texts = {name: text for name, (_, text) in kernels.items()}
    answers = work.each(lambda setting: (ptxas.refusals(setting, texts), ours_refuse(options.build_dir, setting, kernels)),
                        settings, options.jobs, "ptxas and mma-explain, every form")
    faults = []
    for setting, (refused, ours) in zip(settings, answers):
        for name, (statement, _) in kernels.items():
            if (name in refused) != (name in ours):
                says = f"refuses it: {refused[name][0]}" if name in refused else "accepts it"
                faults.append(f"{setting}: {statement} ptxas {says}")
    print(f"{len(kernels)} forms of {len(rows)} rows in {len(settings)} settings: "
          f"{len(kernels) * len(settings)} verdicts, {len(faults)} disagreements")
    return cli.finish(options, {"settings": len(settings), "verdicts": len(kernels) * len(settings)}, faults)

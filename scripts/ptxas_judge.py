# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which functions of a module ptxas refuses, under some .version and .target.

A module is asked again without what was refused until ptxas accepts the whole of it, so that
an acceptance never rests on a module in which something else was wrong. ptxas only parses
(`-arch=compute_XX`), which makes all checks of modifiers and operands. Answers are kept in a
folder if one is given, keyed by ptxas and the module's text, so that an interrupted sweep goes
on where it was. Knows nothing of forms, variants or llc. Standard library only.
"""

import hashlib
import json
import os
import re
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

import toolchain
import variants

_ERROR_LINE = re.compile(r"^ptxas (?!<)[^,\n]*, line (\d+); (?:error|fatal)", re.MULTILINE)


@dataclass(frozen=True)
class Setting:
    """What the code is judged for: a .target and a .version."""
    target: variants.Target
    ptx: int

    def __str__(self):
        return f"{self.target.name} PTX {variants.spell_ptx(self.ptx)}"

    @property
    def header(self):
        return f".version {variants.spell_ptx(self.ptx)}\n.target {self.target.name}\n.address_size 64\n"


class PtxasJudge:
    """ptxas, with a memory in the folder `state` if there is one."""

    def __init__(self, ptxas, state=None):
        self.ptxas = ptxas
        self.version = toolchain.run([ptxas, "--version"]).stdout
        self.state = Path(state) if state else None
        self.runs = 0
        self._lock = threading.Lock()
        if self.state:
            self.state.mkdir(parents=True, exist_ok=True)

    def knows(self, setting):
        """Whether this ptxas has the target and the PTX version at all."""
        return not self._kept(setting, [".visible .entry nothing() { ret; }"])

    def refused(self, setting, functions):
        """The names in `functions` ({name: PTX text}) that ptxas refuses."""
        names = list(functions)
        return {names[index] for index in self._kept(setting, list(functions.values()))}

    def _kept(self, setting, texts):
        """Indices of the refused texts, from the memory if they are there."""
        if not self.state:
            return self._refused(setting, texts)
        question = "\0".join([self.version, setting.target.ptxas_architecture, setting.header, *texts])
        path = self.state / f"{hashlib.sha256(question.encode()).hexdigest()}.json"
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            answer = self._refused(setting, texts)
        with tempfile.NamedTemporaryFile("w", dir=self.state, delete=False, encoding="utf-8") as file:
            json.dump(answer, file)
        os.replace(file.name, path)
        return answer

    def _refused(self, setting, texts):
        refused, left = [], list(range(len(texts)))
        while left:
            accepted, found = self._ask(setting, texts, left)
            if accepted:
                break
            if not found and len(left) == 1:
                found = set(left)
            if not found:  # no line named: each half by itself
                half = len(left) // 2
                for part in (left[:half], left[half:]):
                    refused += [part[index] for index in self._refused(setting, [texts[index] for index in part])]
                break
            refused += found
            left = [index for index in left if index not in found]
        return sorted(refused)

    def _ask(self, setting, texts, left):
        """(whether ptxas accepts the module of these texts, the indices of those that it names)."""
        owner, line = {}, setting.header.count("\n")
        for index in left:
            for _ in range(texts[index].count("\n") + 1):
                line += 1
                owner[line] = index
        with self._lock:
            self.runs += 1
        module = setting.header + "\n".join(texts[index] for index in left) + "\n"
        result = toolchain.run([self.ptxas, f"-arch={setting.target.ptxas_architecture}", "-", "-o", os.devnull], input=module)
        named = {owner[int(number)] for number in _ERROR_LINE.findall(result.stdout + result.stderr) if int(number) in owner}
        return result.returncode == 0, named


PTX_VERSIONS = (60, 61, 62, 63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83, 84, 85, 86, 87, 88, 90)


def settings_of(model, rules, names=None, versions="bounds"):
    """Each target (or those named) at its first PTX version ("first"), at the newest ("newest"),
    or at both and each version that a rule of the variants `rules` starts or ends with, and the
    one before ("bounds")."""
    bounds = {bound for variant in rules for bound in (variant.first_ptx, variant.last_ptx, variant.last_ptx + 1)}
    before = {max((v for v in PTX_VERSIONS if v < bound), default=PTX_VERSIONS[0]) for bound in bounds}
    newest = max(target.minimum_ptx for target in model.targets)
    for target in model.targets:
        if names and target.name not in names:
            continue
        asked = {"first": {target.minimum_ptx}, "newest": {newest}}.get(
            versions, {target.minimum_ptx, newest} | ((bounds | before) & set(PTX_VERSIONS)))
        yield from (Setting(target, ptx) for ptx in sorted(asked) if ptx >= target.minimum_ptx)

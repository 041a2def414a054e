# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ptxas as a judge: which functions of a module it refuses, in some .version and .target, and why.

A module is asked again without what was refused until ptxas accepts the whole of it, so that an
acceptance never rests on a module in which something else was wrong. ptxas only parses
(`-arch=compute_XX`), which makes all checks of modifiers and operands, unless it is told to
generate code too. Answers are kept in a folder if one is given, keyed by ptxas and the module's
text, so that an interrupted sweep goes on where it was. Knows nothing of forms or variants.
"""

import hashlib
import json
import os
import re
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from tctools import cli, model, toolchain

# Not of `<builtin>`, the text that ptxas expands an instruction to.
_ERROR = re.compile(r"^ptxas (?!<)[^,\n]*, line (\d+); (?:error|fatal)\s*:\s*(.*)", re.MULTILINE)


@dataclass(frozen=True)
class Setting:
    """What the code is judged for: a .target and a .version."""
    target: model.Target
    ptx: int

    def __str__(self):
        return f"{self.target.name} PTX {model.print_ptx(self.ptx)}"

    @property
    def header(self):
        return (f".version {model.print_ptx(self.ptx)}\n.target {self.target.name}\n"
                ".address_size 64\n")


class PtxasJudge:
    """ptxas, with a memory in the folder `state` if there is one."""

    def __init__(self, ptxas, state=None):
        self.ptxas = ptxas
        self.state = Path(state) if state else None
        self.version = toolchain.run([ptxas, "--version"]).stdout if state else ""
        self.newest_ptx = toolchain.ptxas_newest_ptx(ptxas)
        self.runs = 0
        self._lock = threading.Lock()
        if self.state:
            self.state.mkdir(parents=True, exist_ok=True)

    def knows(self, setting):
        """Whether this ptxas has the target and the PTX version at all."""
        return not self.refused(setting, {"nothing": ".visible .entry nothing() { ret; }"})

    def refused(self, setting, functions):
        """The names in `functions` ({name: PTX text}) that ptxas refuses."""
        return set(self.refusals(setting, functions))

    def refusals(self, setting, functions, generate=False):
        """What ptxas says of each of them that it refuses: {name: (message, ...)}."""
        names, texts = list(functions), list(functions.values())
        return {names[int(index)]: tuple(messages)
                for index, messages in self._kept(setting, texts, generate).items()}

    def _flags(self, setting, generate):
        architecture = setting.target.ptxas_architecture
        if generate:
            return ["-c", f"-arch={architecture.replace('compute', 'sm')}"]
        return [f"-arch={architecture}"]

    def _kept(self, setting, texts, generate):
        """The messages by index of the text, from the memory if they are there."""
        if not self.state:
            return self._refused(setting, texts, generate)
        question = "\0".join([self.version, *self._flags(setting, generate), setting.header,
                              *texts])
        path = self.state / f"{hashlib.sha256(question.encode()).hexdigest()}.json"
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            answer = self._refused(setting, texts, generate)
        with tempfile.NamedTemporaryFile("w", dir=self.state, delete=False) as file:
            json.dump(answer, file)
        os.replace(file.name, path)
        return answer

    def _refused(self, setting, texts, generate):
        refused, left = {}, list(range(len(texts)))
        while left:
            accepted, found = self._ask(setting, texts, left, generate)
            if accepted:
                break
            if not found:  # no line named: each half by itself
                half = len(left) // 2
                for part in (left[:half], left[half:]):
                    answer = self._refused(setting, [texts[index] for index in part], generate)
                    refused |= {part[index]: messages for index, messages in answer.items()}
                break
            refused |= found
            left = [index for index in left if index not in found]
        return refused

    def _ask(self, setting, texts, left, generate):
        """(whether ptxas accepts the module of these texts, what it says of some by name)."""
        owner, line = {}, setting.header.count("\n")
        for index in left:
            for _ in range(texts[index].count("\n") + 1):
                line += 1
                owner[line] = index
        with self._lock:
            self.runs += 1
        module = setting.header + "\n".join(texts[index] for index in left) + "\n"
        result = toolchain.run([self.ptxas, *self._flags(setting, generate), "-", "-o", os.devnull],
                               input=module)
        output = result.stdout + result.stderr
        found = {}
        for number, message in _ERROR.findall(output):
            if int(number) in owner:
                found.setdefault(owner[int(number)], {})[message.strip()] = None
        if result.returncode and not found and len(left) == 1:
            found = {left[0]: [output.strip()[:200]]}
        return result.returncode == 0, {index: list(messages) for index, messages in found.items()}


def settings_of(tables, rules, names=None, versions="bounds", judge=None):
    """Each target (or those named) at its first PTX version ("first"), at the newest ("newest"),
    at all ("all"), or at its first, the newest, and each version that one of the rules starts or
    ends with, and the one before ("bounds"). The newest is the newest that the judge has, and no
    later one is asked about."""
    newest = newest_ptx(tables, judge)
    bounds = {bound for rule in rules
              for bound in (rule.first_ptx, rule.last_ptx, rule.last_ptx + 1)}
    before = {tables.version_before(bound) or tables.ptx_versions[0] for bound in bounds}
    for target in tables.targets_named(names):
        ends = {target.minimum_ptx, newest}
        asked = {"first": {target.minimum_ptx}, "newest": {newest}, "ends": ends,
                 "bounds": ends | bounds | before, "all": set(tables.ptx_versions)}[versions]
        yield from (Setting(target, ptx) for ptx in tables.versions_of(target)
                    if ptx in asked and ptx <= newest)


def newest_ptx(tables, judge=None):
    """The newest PTX version of the tables, or the newest of them that a judge has."""
    limit = judge.newest_ptx if judge else tables.newest_ptx
    return max((ptx for ptx in tables.ptx_versions if ptx <= limit), default=0)


def known_settings(judge, tables, *choice):
    """Those of `settings_of` that this ptxas has; notes about the others."""
    settings = list(settings_of(tables, *choice, judge=judge))
    known = [setting for setting in settings if judge.knows(setting)]
    newest = newest_ptx(tables, judge)
    if newest < tables.newest_ptx:
        print(f"note: ptxas has PTX up to {model.print_ptx(newest)}; later versions are not judged",
              file=sys.stderr)
    for setting in settings:
        if setting not in known:
            print(f"note: ptxas does not know {setting}; not judged", file=sys.stderr)
    if not known:
        raise cli.NotRun("nothing that ptxas knows is selected")
    return known

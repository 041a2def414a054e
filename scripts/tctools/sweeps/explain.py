# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares mma-explain with llc on every variant and companion, for every target.

`legal` must say yes where llc compiles a call and no where it refuses, in the words of llc's error;
what `show` has as the PTX of a call must be what llc prints for it, with as many registers in each
operand. Each target is asked at its first PTX version and at the newest, with --all at every
version. Exit code 1 on any disagreement.
"""

import json
import re

from tctools import compiler, ir, judge, model, ptxtext, work
from tctools.sweeps import variants

SHARED = ("build", "target", "jobs")
_LIST = re.compile(r"\{([^}]*)\}")
_SHOWN = 50  # disagreements


class Explainer:
    """mma-explain on these intrinsics."""

    def __init__(self, build_dir, names):
        self.build_dir, self.names = build_dir, sorted(names)

    def _ask(self, *command):
        return json.loads(model.ask(self.build_dir, *command, *self.names))

    def statements(self):
        """What each intrinsic can be in PTX: {name: {mnemonic: statement or None}}."""
        found = {}
        for fact in self._ask("show", "--json"):
            forms = found.setdefault(fact["name"], {})
            for form in fact["forms"]:
                forms |= {form["mnemonic"]: form["statement"], **dict.fromkeys(form["others"])}
        return found

    def verdicts(self, setting):
        """The forms of the answer: why not, or an empty text."""
        answer = self._ask("legal", "--json", f"--target={setting.target.name}",
                           f"--ptx={model.print_ptx(setting.ptx)}")
        return answer["forms"]


def shape(statement):
    """The operands of an instruction, each by what it is made of: "{4} {2} [] x"."""
    operands = _LIST.sub(lambda match: "{%d}" % len(match[1].split(",")),
                         statement.rstrip(";").partition(" ")[2])
    return [part if part.startswith("{") else "[]" if part.startswith("[") else "x"
            for part in map(str.strip, operands.split(","))]


def check_statements(sweep, explainer):
    """What `show` has of each call's PTX."""
    statements = explainer.statements()
    for call in sweep.calls:
        for aligned in (True, False):
            function = sweep.text.get((call.function, aligned))
            printed = function and ptxtext.instruction(function)
            if not printed:
                continue
            known, mnemonic = statements[call.variant.name], printed.split()[0]
            if mnemonic not in known:
                yield f"show {call.variant.name} has no {mnemonic}, which llc prints"
            elif known[mnemonic] and shape(known[mnemonic]) != shape(printed):
                yield (f"show {call.variant.name}: {known[mnemonic]} has other operands than "
                       f"llc's {printed}")


class Legality:
    """`legal` next to llc."""

    def __init__(self, sweep, companion_calls, explainer):
        self.sweep, self.companion_calls, self.explainer = sweep, companion_calls, explainer

    def _asked(self, setting):
        """(name, mnemonic or opcode, function) of each call, and the modules with the calls."""
        texts = {call: self.sweep.text.get((call.function, setting.ptx >= 63))
                 for call in self.sweep.calls}
        calls = {call: ptxtext.mnemonic(text) for call, text in texts.items()
                 if text and ptxtext.instruction(text)}
        modules = (model.module_of(calls), ir.module(c.ir() for c in self.companion_calls))
        asked = [(c.variant.name, mnemonic, c.function) for c, mnemonic in calls.items()]
        return asked + [(c.name, c.form.opcode, c.function) for c in self.companion_calls], modules

    def check(self, setting):
        """The verdicts in one setting: (how many, disagreements)."""
        asked, modules = self._asked(setting)
        reasons, refused, wrong = {}, {}, []
        for form in self.explainer.verdicts(setting):
            for words in (form["mnemonic"], form["opcode"]):
                reasons[form["intrinsic"], words] = form.get("message", "")
        for module in modules:
            refused |= self.sweep.llc.judge(module, setting.target, setting.ptx)[0]
        for name, words, function in asked:
            reason, said = reasons.get((name, words)), refused.get(function, "")
            if reason is None:
                wrong.append(f"{setting}: legal does not know {name} ({words})")
            elif reason != said:
                wrong.append(f"{setting}: {name} ({words}): legal says '{reason or 'legal'}', "
                             f"llc '{said or 'legal'}'")
        return len(asked), wrong


def add_options(parser):
    parser.add_argument("--filter", default="", metavar="REGEX", help="only matching names")
    parser.add_argument("--all", action="store_true", help="every PTX version")


def run(options):
    tables = model.load(options.build_dir)
    sweep = variants.Sweep(compiler.Llc.of_build(options.build_dir), None, tables, options.filter)
    calls = [c for c in model.companion_calls(tables.forms, each=False)
             if re.search(options.filter, c.name)]
    names = {call.variant.name for call in sweep.calls} | {call.name for call in calls}
    explainer = Explainer(options.build_dir, names)
    wrong = list(check_statements(sweep, explainer))
    settings = list(judge.settings_of(tables, (), options.target, "all" if options.all else "ends"))
    legality = Legality(sweep, calls, explainer)
    results = list(work.each(legality.check, settings, options.jobs))
    wrong += [line for _, lines in results for line in lines]
    for line in wrong[:_SHOWN]:
        print(line)
    print(f"{len(names)} intrinsics, {len(settings)} settings of target and PTX version, "
          f"{sum(count for count, _ in results)} verdicts, {len(wrong)} disagreements")
    return 1 if wrong else 0

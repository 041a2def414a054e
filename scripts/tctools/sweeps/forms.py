# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares llc with ptxas on PTX forms typed from the PTX ISA, for every target and PTX version.

The forms are written down independently of the model, legal ones and their illegal neighbours
(oracle/lattice.py). What we accept ptxas accepts, and what ptxas accepts we accept, except for what
is listed in oracle/undocumented-forms.json. Forms that llc offers on some target, or that ptxas
accepts on one, are judged at all PTX versions of a target; the rest, refused by both, at its first
and at the newest. Of many forms that ptxas accepts in the same settings, llc is asked about a
sample on a target that has none of them. Exit code 1 on any disagreement.
"""

import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from tctools import cli, compiler, judge, model, toolchain, work
from tctools.oracle import lattice, notation, undocumented, verdicts
from tctools.sweeps.answers import FormAnswers

SHARED = ("build", "target", "state", "jobs")
_MODULE = 1000  # forms that are judged at once


@dataclass
class Report:
    """What a sweep found. A disagreement is (form, what llc says): its settings."""
    verdicts: Counter = field(default_factory=Counter)      # by target
    legal: Counter = field(default_factory=Counter)         # by target, accepted by both
    accepted: dict = field(default_factory=dict)            # setting: what ptxas accepts
    offered: set = field(default_factory=set)               # forms that llc accepts somewhere
    undocumented: dict = field(default_factory=dict)        # form: the row that lists it
    disagreements: dict = field(default_factory=lambda: defaultdict(list))

    def disagreements_on(self, target):
        return sum(setting.target == target for settings in self.disagreements.values()
                   for setting in settings)


class LatticeSweep:
    """Forms, the settings that they are judged in, and the two judges."""

    def __init__(self, answers, ptxas, forms, settings, listed, jobs):
        self.answers, self.ptxas, self.forms, self.settings = answers, ptxas, forms, settings
        self.listed = listed  # undocumented.Rows
        self.jobs = jobs

    def _outermost(self):
        """The first and the last setting of each target."""
        by_target = defaultdict(list)
        for setting in self.settings:
            by_target[setting.target].append(setting)
        return list(dict.fromkeys(s for group in by_target.values()
                                  for s in (group[0], group[-1])))

    def run(self):
        """Asks both, and compares."""
        outermost = self._outermost()
        parts = [(outermost[-1], part) for layer in self.answers.layers(self.forms)
                 for part in self._parts(layer)]
        answers = self._each("our llc, every form", parts, self.answers.depending)
        depending = [form for answer in answers for form in answer]
        accepted = self._ask_ptxas("every form", outermost, self.forms)
        somewhere = set(depending).union(*accepted.values())
        chosen = [form for form in self.forms if form in somewhere]
        others = [setting for setting in self.settings if setting not in accepted]
        accepted |= self._ask_ptxas("forms that something accepts", others, chosen)
        asked = self._samples(depending, accepted)
        ours = self._each("our llc, forms that it may offer", asked.items(), self.answers.ask)
        left_out = {setting: set(depending).difference(forms) for setting, forms in asked.items()}
        judged = {setting: [form for form in (self.forms if setting in outermost else chosen)
                            if form not in left_out[setting]] for setting in self.settings}
        return self._compare(accepted, dict(zip(asked, ours)), judged)

    def _samples(self, forms, accepted):
        """{setting: the forms that llc is asked about}."""
        where = work.groups(forms, lambda form: tuple(
            setting for setting in self.settings if form in accepted[setting]))
        chosen = {}
        for turn, setting in enumerate(self.settings):
            chosen[setting] = []
            for settings, alike in where.items():
                lacked = settings and all(other.target != setting.target for other in settings)
                chosen[setting] += work.sampled(alike, turn) if lacked else alike
        return chosen

    @staticmethod
    def _parts(forms):
        """The forms, family by family, in parts that are asked about at once."""
        families = defaultdict(list)
        for form in forms:
            families[notation.family_of(form)].append(form)
        return [family[start:start + _MODULE] for family in families.values()
                for start in range(0, len(family), _MODULE)]

    def _ask_ptxas(self, what, settings, forms):
        """{setting: the forms that ptxas accepts}."""
        asked = [(setting, part) for setting in settings for part in self._parts(forms)]

        def refused(setting, part):
            # The names within a module are its own, so that its text is the same in every sweep.
            return self.ptxas.refused(setting, {form: notation.entry_of(form, f"f{i}")
                                                for i, form in enumerate(part)})

        accepted = {setting: set() for setting in settings}
        for (setting, part), wrong in zip(asked, self._each(f"ptxas, {what}", asked, refused)):
            accepted[setting] |= set(part) - wrong
        return accepted

    def _each(self, what, items, ask):
        return list(work.each(lambda arguments: ask(*arguments), items, self.jobs, what))

    def _compare(self, theirs, ours, judged):
        report = Report(accepted=theirs)
        report.offered = {form for answers in ours.values()
                          for form, why in answers.items() if not why}
        for setting in self.settings:
            target = setting.target
            report.verdicts[target] += len(judged[setting])
            for form in judged[setting]:
                answers = ours[setting] if form in ours[setting] else self.answers.refusals
                why = answers[form]
                if (not why) != (form in theirs[setting]):
                    self._note(report, form, why, setting)
                elif not why:
                    report.legal[target] += 1
        return report

    def _note(self, report, form, why, setting):
        """A difference: listed as undocumented, or a disagreement."""
        row = self.listed.row_of(form) if form not in report.offered else None
        if row and why:
            report.undocumented[form] = row
            return
        if why and not why.startswith("prints "):
            why = f"refuses ({why})"
        what = f"llc {why}, ptxas accepts" if why else "llc accepts, ptxas refuses"
        report.disagreements[form, what].append(setting)


def forms_of(options):
    """The forms that the options select."""
    families = options.family or notation.FAMILIES
    if options.form_file or options.oracle:
        forms = [form for path in options.form_file or () for form in notation.read_forms(path)]
        forms += verdicts.forms_of(options.oracle) if options.oracle else []
        if options.family:
            forms = [form for form in forms if notation.family_of(form) in families]
    else:
        forms = [form for family in families for form in lattice.forms_of(family)]
    chosen = list(dict.fromkeys(form for form in forms if re.search(options.forms, form)))
    return chosen[::options.every]


def show(report, forms, settings):
    """A line for each target, each disagreement, and one with the families."""
    for target in dict.fromkeys(setting.target for setting in settings):
        print(f"{target.name:8} {report.verdicts[target]:6} judged {report.legal[target]:6} legal  "
              f"{report.disagreements_on(target)} disagreements")
    for (form, what), where in report.disagreements.items():
        places = ", ".join(map(str, where[:3])) + (" …" if where[3:] else "")
        print(f"    {form}: {what} ({len(where)}: {places})")
    families = Counter(notation.family_of(form) or "other words" for form in forms)
    print("forms: " + ", ".join(f"{family} {count}" for family, count in families.items()))


def add_options(parser):
    add = parser.add_argument
    add("--versions", choices=("first", "bounds", "newest"), default="bounds",
        help="PTX versions of each target: its first, the newest, or these and those that a rule "
             "starts or ends with")
    add("--family", action="append", choices=notation.FAMILIES,
        help="only this family (may be repeated)")
    add("--forms", metavar="REGEX", default="", help="only forms that match")
    add("--every", type=int, default=1, metavar="N",
        help="test a sample of one in N selected forms")
    add("--form-file", action="append", metavar="FILE",
        help="the forms of this file, one a line or the column `variant` of a CSV file, instead "
             "of the lattice (may be repeated)")
    add("--oracle", metavar="DIR",
        help="test the forms in tables of verdicts, and compare ptxas with the verdicts")
    add("--list", action="store_true", help="only print the forms")
    add("--undocumented", metavar="FILE", default=undocumented.LIST,
        help="the list of forms that the PTX ISA does not document")


def sweep(options, ptxas):
    """(report, forms, settings, other faults)"""
    forms, tables = forms_of(options), model.load(options.build_dir)
    rules = [variant.rule for variant in tables.variants]
    if not forms:
        raise cli.NotRun("no form is selected")
    settings = judge.known_settings(ptxas, tables, rules, options.target, options.versions)
    answers = FormAnswers(compiler.Llc.of_build(options.build_dir), forms)
    listed = undocumented.Rows(options.undocumented)
    report = LatticeSweep(answers, ptxas, forms, settings, listed, options.jobs).run()
    show(report, forms, settings)
    is_whole = not (options.target or options.family or options.forms or options.form_file
                    or options.oracle or options.every > 1)
    faults = list(listed.faults(report, is_whole))
    if options.oracle:
        faults += verdicts.differences(options.oracle, forms, report.accepted)
    return report, forms, settings, faults


def run(options):
    if options.list:
        print("\n".join(forms_of(options)))
        return 0
    ptxas = judge.PtxasJudge(cli.find_ptxas(), options.state)
    report, forms, settings, faults = sweep(options, ptxas)
    for fault in faults:
        print(f"    {fault}")
    disagreements = sum(map(len, report.disagreements.values())) + len(faults)
    print(f"lattice: {len(forms)} forms, {sum(report.verdicts.values())} verdicts of ptxas "
          f"{toolchain.ptxas_version(ptxas.ptxas)} in {len(settings)} settings, "
          f"{len(report.offered)} forms offered, {len(report.undocumented)} undocumented, "
          f"{disagreements} disagreements", flush=True)
    print(f"ptxas was run {ptxas.runs} times", file=sys.stderr)
    return 1 if disagreements else 0

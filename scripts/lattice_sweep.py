# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PTX forms against ptxas and our llc, form by form and target by target.

Forms that llc offers on some target, or that ptxas accepts on one, are judged at all PTX versions
of a target; the rest, refused by both, at its first and at the newest. Of many forms that ptxas
accepts in the same settings, llc is asked about a sample on a target that has none of them. What
ptxas accepts and llc does not offer must be in scripts/undocumented-forms.json. Standard library
only.
"""

from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import ptx_forms
import sampling

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
        return sum(setting.target == target for settings in self.disagreements.values() for setting in settings)


class LatticeSweep:
    """Forms, the settings that they are judged in, and the two judges."""

    def __init__(self, answers, judge, forms, settings, listed, jobs, progress):
        self.answers = answers
        self.judge = judge
        self.forms = forms
        self.settings = settings
        self.listed = listed  # undocumented.Rows
        self.jobs = jobs
        self.progress = progress

    def _outermost(self):
        """The first and the last setting of each target."""
        by_target = defaultdict(list)
        for setting in self.settings:
            by_target[setting.target].append(setting)
        return list(dict.fromkeys(s for group in by_target.values() for s in (group[0], group[-1])))

    def run(self):
        """Asks both, and compares."""
        outermost = self._outermost()
        parts = [(outermost[-1], part) for layer in self.answers.layers(self.forms) for part in self._parts(layer)]
        depending = [form for answer in self._each("our llc, every form", parts, self.answers.depending) for form in answer]
        accepted = self._ask_ptxas("every form", outermost, self.forms)
        somewhere = set(depending).union(*accepted.values())
        chosen = [form for form in self.forms if form in somewhere]
        others = [setting for setting in self.settings if setting not in accepted]
        accepted |= self._ask_ptxas("forms that something accepts", others, chosen)
        asked = self._samples(depending, accepted)
        ours = self._each("our llc, forms that it may offer", list(asked.items()), self.answers.ask)
        left_out = {setting: set(depending).difference(forms) for setting, forms in asked.items()}
        judged = {setting: [form for form in (self.forms if setting in outermost else chosen) if form not in left_out[setting]]
                  for setting in self.settings}
        return self._compare(accepted, dict(zip(asked, ours)), judged)

    def _samples(self, forms, accepted):
        """{setting: the forms that llc is asked about}."""
        where = sampling.groups(forms, lambda form: tuple(setting for setting in self.settings if form in accepted[setting]))
        chosen = {}
        for turn, setting in enumerate(self.settings):
            chosen[setting] = []
            for settings, alike in where.items():
                lacked = settings and all(other.target != setting.target for other in settings)
                chosen[setting] += sampling.thinned(alike, turn) if lacked else alike
        return chosen

    @staticmethod
    def _parts(forms):
        """The forms, family by family, in parts that are asked about at once."""
        families = defaultdict(list)
        for form in forms:
            families[ptx_forms.family_of(form)].append(form)
        return [family[start:start + _MODULE] for family in families.values() for start in range(0, len(family), _MODULE)]

    def _ask_ptxas(self, what, settings, forms):
        """{setting: the forms that ptxas accepts}."""
        work = [(setting, part) for setting in settings for part in self._parts(forms)]

        def refused(setting, part):
            # The names within a module are its own, so that its text is the same in every sweep.
            return self.judge.refused(setting, {form: ptx_forms.entry_of(form, f"f{i}") for i, form in enumerate(part)})

        accepted = {setting: set() for setting in settings}
        for (setting, part), wrong in zip(work, self._each(f"ptxas, {what}", work, refused)):
            accepted[setting] |= set(part) - wrong
        return accepted

    def _each(self, what, work, ask):
        with ThreadPoolExecutor(self.jobs) as pool, self.progress(what, len(work)) as step:
            def stepped(arguments):
                answer = ask(*arguments)
                step()
                return answer
            return list(pool.map(stepped, work))

    def _compare(self, theirs, ours, judged):
        report = Report(accepted=theirs)
        report.offered = {form for answers in ours.values() for form, why in answers.items() if not why}
        for setting in self.settings:
            target = setting.target
            report.verdicts[target] += len(judged[setting])
            for form in judged[setting]:
                why = ours[setting][form] if form in ours[setting] else self.answers.refusals[form]
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
        report.disagreements[form, f"llc {why}, ptxas accepts" if why else "llc accepts, ptxas refuses"].append(setting)

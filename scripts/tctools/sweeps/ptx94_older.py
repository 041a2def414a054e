# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What sm_107 has of PTX 9.0: a part of `sweep ptx94`.

sm_107 has what sm_103 has and sm_107f what sm_103f has; sm_107a has more, which the oracle names. A
ptxas that does not know sm_107 judges what llc prints for it with the header of sm_103; one that
does judges it as it is.
"""

import re

from tctools import ir, judge, model, ptxtext, work
from tctools.oracle import ptx94

#: What a refusal must say: targets or a PTX version, or what would be legal.
NEEDED = re.compile(r"\bneeds? .*(?:sm_\d+|\d\.\d)|\bexpected |\bwas the last version"
                    r"|\brejected by ptxas on every target")
_BEFORE, _NEWEST = 90, 94
#: (target, the one that it is compared with, the one whose header ptxas 13.0 gets).
_PAIRS = (("sm_107", "sm_103", "sm_103"), ("sm_107f", "sm_103f", "sm_103f"),
          ("sm_107a", "sm_103f", "sm_103a"))
_MODULE = 1500  # calls


class Older:
    """The calls that some target has in PTX 9.0, on the targets of sm_107 and of sm_103."""

    def __init__(self, printed, ptxas, targets, jobs):
        self.llc, self.tables, self.ptxas = printed.llc, printed.tables, ptxas
        self.calls, self.jobs, self.verdicts, self.judged = printed.older, jobs, 0, 0
        names = {target.name for target in targets}
        self.pairs = [pair for pair in _PAIRS if pair[0] in names]

    def faults(self):
        found = work.each(self._compare, self._parts(), self.jobs, "older forms")
        return [fault for faults in found for fault in faults]

    @property
    def summary(self):
        return (f"{len(self.calls)} calls of PTX 9.0, {self.verdicts} verdicts on sm_107, "
                f"{self.judged} texts judged by ptxas")

    def _parts(self):
        names = list(self.calls)
        return [(pair, names[start:start + _MODULE]) for pair in self.pairs
                for start in range(0, len(names), _MODULE)]

    def _ask(self, names, target, ptx):
        """({function: why it is refused}, {function: what is printed})."""
        module = ir.module((self.calls[name].ir() for name in names), head=model.BUFFERS)
        refused, result = self.llc.judge(module, self.tables.target(target), ptx)
        texts = ptxtext.functions(result.stdout)
        return refused, {name: texts[name] for name in names if name not in refused}

    def _compare(self, part):
        (target, peer, assembled), names = part
        refused, texts = self._ask(names, target, _NEWEST)
        lacked, _ = self._ask(names, peer, _BEFORE)
        self.verdicts += len(names)
        faults = [f"{name}: {target}: the refusal lacks what is needed: {why}"
                  for name, why in refused.items() if not NEEDED.search(why)]
        for name in names:
            expected = name not in lacked or target == "sm_107a" and self._is_own(texts.get(name))
            if (name not in refused) != expected:
                faults.append(f"{name}: llc {'refuses' if name in refused else 'accepts'} it on "
                              f"{target} in PTX 9.4, not on {peer} in 9.0: "
                              f"{refused.get(name) or lacked.get(name)}")
        return faults + self._judge(target, assembled, texts)

    @staticmethod
    def _is_own(text):
        return any(map(ptx94.own_of_107a, ptxtext.statements(text))) if text else False

    def _setting(self, target, assembled):
        """The setting in which ptxas judges what is printed for a target."""
        setting = judge.Setting(self.tables.target(target), _NEWEST)
        if self.ptxas.newest_ptx >= _NEWEST and self.ptxas.knows(setting):
            return setting
        return judge.Setting(self.tables.target(assembled), _BEFORE)

    def _judge(self, target, assembled, texts):
        """Faults that ptxas finds. What has its own line of legality on sm_107a alone, sm_103a may
        lack; sm_107a has nothing of PTX 9.0 that sm_103a lacks."""
        if not self.ptxas:
            return []
        setting = self._setting(target, assembled)
        refusals = self.ptxas.refusals(setting, texts)
        self.judged += len(texts)
        return [f"{name}: printed for {target}, ptxas refuses it as {setting}: {messages[0]}"
                for name, messages in refusals.items()]

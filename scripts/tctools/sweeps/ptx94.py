# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares llc with the typed forms of PTX 9.1 to 9.4 and sm_107: it must print each where it is
legal.

Every call of the model that no target has in PTX 9.0 goes to llc on every target, in PTX 9.4, in
the first version of its form, and in the one before. What llc prints must be a form of
oracle/ptx94.py, each of those must be printed, and llc must accept it where the oracle does; a
refusal must say what is needed. Calls of PTX 9.0 must be legal on sm_107 where they are on sm_103,
and on sm_107a what the oracle names. ptxas judges all of it in the versions it knows. One that
knows PTX 9.0 judges what sm_107f and sm_107a have in common with sm_103f and sm_103a: header changed,
text as it is.

Exit code 1 on any disagreement.
"""

import re
import sys
from collections import Counter, defaultdict

from tctools import cli, compiler, ir, judge, model, ptxtext, toolchain, work
from tctools.oracle import notation, ptx94, ptx94_mma
from tctools.sweeps import ptx94_older

SHARED = ("build", "target", "state", "jobs")
_BEFORE, _NEWEST = 90, 94
#: Between them, these targets have nearly everything.
_PRINTING = ("sm_107a", "sm_100a", "sm_120a", "sm_90a")
_MODULE = 1500  # calls
#: What surrounds the instruction in a function of one call.
_FRAME = re.compile(r"(?:ld\.param|st\.param|mov|and|or|shl|shr|prmt|setp|selp|cvt\.u\d+\.u\d+|ret"
                    r"|cvta)\b")


class Printed:
    """The calls of later PTX versions, and what llc prints for each: {function: …}."""

    def __init__(self, llc, tables, lookup, pattern):
        self.llc, self.tables, self.lookup = llc, tables, lookup
        self.calls, self.older = {}, {}
        for call in (*model.plain_calls(tables.variants), *model.companion_calls(tables.forms)):
            if re.search(pattern, call.function):
                (self.older if self._is_older(call) else self.calls)[call.function] = call
        self.texts, self.forms, self.faults = {}, {}, []

    def _is_older(self, call):
        """Whether a target has it up to PTX 9.0."""
        if isinstance(call, model.CompanionCall):
            rules = call.form.rules
        else:
            rules = (call.rule,)
        return any(rule.first_ptx <= _BEFORE and target.name in rule.targets for rule in rules
                   for target in self.tables.targets if target.minimum_ptx <= _BEFORE)

    def print_all(self, jobs):
        """Compiles each call where the model has it, and looks up what is printed."""
        first = sorted(self.tables.targets_named(_PRINTING), key=lambda t: _PRINTING.index(t.name))
        left = dict(self.calls)
        for target in dict.fromkeys([*first, *self.tables.targets]):
            legal = [name for name, call in left.items() if call.is_legal(target, _NEWEST)]
            for refused, texts in work.each(lambda part: self._compile(part, target),
                                            parts(legal), jobs):
                self.faults += [f"{name}: the model has it on {target.name}, llc refuses it: {why}"
                                for name, why in refused.items()
                                if not self._may_contradict_itself(self.calls[name])]
                self.texts |= texts
                for name in (*refused, *texts):
                    left.pop(name, None)
        self.faults += [f"{name}: the model has it nowhere" for name, call in left.items()
                        if not (isinstance(call, model.Call)
                                and ptx94_mma.is_nowhere(call.named_values))]
        for name, text in self.texts.items():
            self._look_up(name, text)

    @staticmethod
    def _may_contradict_itself(call):
        """Whether immediates of a variant may not go together."""
        return isinstance(call, model.Call) and len(call.variant.immediates) > 1

    def _compile(self, names, target):
        module = module_of(self.calls[name] for name in names)
        refused, result = self.llc.judge(module, target, _NEWEST)
        texts = ptxtext.functions(result.stdout)
        return refused, {name: texts[name] for name in names
                         if name in texts and name not in refused}

    def _look_up(self, name, text):
        form = self.form_of(text)
        if form:
            self.forms[name] = form
        else:
            self.faults.append(f"{name} prints what the oracle lacks: {instruction(text)}")

    def form_of(self, text):
        """The oracle's form of a function, or None."""
        return next(filter(None, map(self.lookup.form_of, ptxtext.statements(text))), None)


def instruction(text):
    """What a function consists of, without loads of parameters and moves."""
    found = [s for s in ptxtext.statements(text) if not _FRAME.match(s)]
    return "; ".join(found) or "nothing"


def parts(names):
    return [names[start:start + _MODULE] for start in range(0, len(names), _MODULE)]


def module_of(calls):
    return ir.module((call.ir() for call in calls), head=model.BUFFERS)


class Sweep:
    """The judges, and what each says of the calls whose form the options choose."""

    def __init__(self, options, printed, ptxas):
        self.printed, self.ptxas, self.llc = printed, ptxas, printed.llc
        self.names = [name for name, form in printed.forms.items()
                      if re.search(options.forms, form.mnemonic)]
        self.targets = printed.tables.targets_named(options.target)
        self.counts = defaultdict(Counter)  # of verdicts, by group
        self.early = set()  # forms that ptxas takes before the documented PTX version

    def settings(self):
        """(setting, the names that are asked about in it)."""
        for target in self.targets:
            for ptx in self.printed.tables.versions_of(target):
                names = [name for name in self.names if ptx >= _BEFORE
                         and ptx in self._versions(self.printed.forms[name])]
                yield from ((judge.Setting(target, ptx), part) for part in parts(names))

    def _versions(self, form):
        before = self.printed.tables.version_before(form.first_ptx)
        return before, form.first_ptx, _NEWEST

    def compare(self, job):
        """(counts by group, faults) of one setting."""
        setting, names = job
        module = module_of(self.printed.calls[name] for name in names)
        refused, result = self.llc.judge(module, setting.target, setting.ptx)
        texts, counts, faults = ptxtext.functions(result.stdout), defaultdict(Counter), []
        for name in names:
            form, why = self.printed.forms[name], refused.get(name)
            fault = self._fault(form, setting, why, texts.get(name, ""))
            counts[form.group]["refused" if why else "accepted"] += 1
            if fault:
                counts[form.group]["disagreements"] += 1
                faults.append(f"{form}: {setting}: {fault} ({name})")
        return counts, faults + self._judged(setting, names)

    def _fault(self, form, setting, why, text):
        """What is wrong with llc's verdict, or None."""
        is_legal = setting.target.name in form.targets and setting.ptx >= form.first_ptx
        if bool(why) == is_legal:
            return f"llc {'refuses' if why else 'accepts'} it, the oracle does not" + (
                f": {why}" if why else "")
        if why:
            return None if ptx94_older.NEEDED.search(why) else f"the refusal lacks what is needed: {why}"
        found = self.printed.form_of(text)
        if found != form:
            return f"llc prints {instruction(text)}"
        words = max(ptx94.first_ptx_of_words(s.split()[0]) for s in ptxtext.statements(text))
        return f"{instruction(text)}: a newer spelling" if words > setting.ptx else None

    def _judged(self, setting, names):
        """Faults that ptxas finds, where it has the setting."""
        if not self.ptxas or setting.ptx > self.ptxas.newest_ptx or not self.ptxas.knows(setting):
            return []
        refused = self.ptxas.refused(setting, {name: self.printed.texts[name] for name in names})
        faults = []
        for name in names:
            form, accepts = self.printed.forms[name], name not in refused
            has, is_early = setting.target.name in form.targets, setting.ptx < form.first_ptx
            if accepts and has and is_early:
                self.early.add(form)
            elif accepts != (has and not is_early):
                faults.append(f"{form}: {setting}: ptxas {'accepts' if accepts else 'refuses'} it, "
                              f"the oracle does not ({name})")
        return faults


def judged_oracle(forms, ptxas, targets, jobs):
    """Faults that ptxas finds in the oracle, if it has PTX 9.4."""
    settings = [judge.Setting(target, _NEWEST) for target in targets
                if ptxas and ptxas.newest_ptx >= _NEWEST]

    def ask(setting):
        refused = ptxas.refused(setting, {str(form): notation.entry_of(str(form), f"f{i}")
                                          for i, form in enumerate(forms)})
        return [f"{form}: {setting}: ptxas {'refuses' if str(form) in refused else 'accepts'} it, "
                "the oracle does not" for form in forms
                if (str(form) in refused) == (setting.target.name in form.targets)]

    settings = [setting for setting in settings if ptxas.knows(setting)]
    return [fault for faults in work.each(ask, settings, jobs) for fault in faults]


def show_table(forms, printed, counts):
    print(f"{'group':40} {'forms':>6} {'printed':>8} {'accepted':>9} {'refused':>8} disagreements")
    for group, members in work.groups(forms, lambda form: form.group).items():
        number = counts[group]
        print(f"{group:40} {len(members):6} {len(printed.intersection(members)):8} "
              f"{number['accepted']:9} {number['refused']:8} {number['disagreements']:6}")


#: What faults of one kind have in common: what is wrong, and the first words of an instruction.
_KIND = re.compile(r"prints what the oracle lacks|no call prints it|accepts it|refuses it|llc prints"
                   r"|the model has it|the refusal lacks|newer spelling")
_INSTRUCTION = re.compile(r"\b[a-z]\w*(?:\.[a-z]\w*)+")


def show_faults(faults, most):
    """Returns at most a number of each kind."""
    def kind(fault):
        said, named = _KIND.search(fault), _INSTRUCTION.search(fault)
        return (said[0] if said else ""), ".".join(named[0].split(".")[:2] if named else ())

    for (said, named), alike in work.groups(faults, kind).items():
        print(*(f"    {fault}" for fault in alike[:most]), sep="\n")
        if alike[most:]:
            print(f"    … {len(alike) - most} more of this kind ({named}: {said})")


def add_options(parser):
    add = parser.add_argument
    add("--forms", metavar="REGEX", default="", help="only forms whose mnemonic matches")
    add("--calls", metavar="REGEX", default="",
        help="only calls of intrinsics or opcodes that match, with _ for each dot")
    add("--list", action="store_true", help="only print the oracle's forms")
    add("--shown", metavar="N", type=int, default=20, help="number of errors of a kind to show")


def run(options):
    forms = [form for form in ptx94.forms() if re.search(options.forms, form.mnemonic)]
    if options.list:
        print("\n".join(map(str, forms)))
        return 0
    if not forms:
        raise cli.NotRun("no form is selected")
    found, tables = toolchain.find_ptxas(), model.load(options.build_dir)
    ptxas = judge.PtxasJudge(found, options.state) if found else None
    printed = Printed(compiler.Llc.of_build(options.build_dir), tables,
                      ptx94.Lookup(ptx94.forms()), options.calls)
    printed.print_all(options.jobs)
    faults = [] if options.forms else printed.faults
    sweep = Sweep(options, printed, ptxas)
    for counts, wrong in work.each(sweep.compare, sweep.settings(), options.jobs, "llc"):
        faults += wrong
        for group, more in counts.items():
            sweep.counts[group] += more
    covered = set(printed.forms.values())
    missing = [form for form in forms if form not in covered]
    faults += [f"{form}: no call prints it" for form in missing]
    faults += judged_oracle(forms, ptxas, sweep.targets, options.jobs)
    older = ptx94_older.Older(printed, ptxas, sweep.targets, options.jobs)
    faults += older.faults()
    show_table(forms, covered, sweep.counts)
    for group, early in work.groups(sweep.early, lambda form: form.group).items():
        print(f"note: ptxas takes {len(early)} forms of {group} before their first PTX version")
    show_faults(faults, options.shown)
    print(f"ptx94: {len(forms)} forms, {len(forms) - len(missing)} printed by {len(sweep.names)} "
          f"calls, {sum(sum(c.values()) - c['disagreements'] for c in sweep.counts.values())} "
          f"verdicts of llc; {older.summary}; {len(faults)} disagreements")
    if not ptxas or ptxas.newest_ptx < _NEWEST:
        print("note: no ptxas here has PTX 9.4; the forms are judged by what people typed",
              file=sys.stderr)
    return 1 if faults else 0

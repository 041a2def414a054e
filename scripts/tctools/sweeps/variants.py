# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares llc with ptxas on all variants of the model, for every target and PTX version.

Every variant is called through every state space and with all immediates. llc compiles one module
with all calls, and says which it refuses. ptxas judges the same instructions; they are printed by
llc for a target and version that has them, and get another header, so that nothing has to be
printed that llc refuses. Of many calls that are legal in the same settings, both are asked about a
sample on a target that has none of them. What the model lacks is invisible here: `sweep forms`
looks for that; `sweep ptx94` calls with immediates that LLVM 22's signatures lack. Exit code 1 on any disagreement.
"""

import re
import sys

from tctools import cli, compiler, judge, model, ptxtext, toolchain, work

SHARED = ("build", "target", "state", "jobs", "shard")
#: Between them, these targets have everything.
_PRINTING = ("sm_70", "sm_90a", "sm_100a", "sm_107a", "sm_110a", "sm_120a")
_OF_REJECTED = "sm_90a"


class Sweep:
    """The calls, their PTX, and the two judges."""

    def __init__(self, llc, ptxas, tables, pattern):
        self.llc, self.ptxas, self.tables = llc, ptxas, tables
        self.variants = [v for v in tables.variants if re.search(pattern, v.name)]
        self.newest = judge.newest_ptx(tables, ptxas)
        self.calls = [call for call in model.plain_calls(self.variants)
                      if call.rule.first_ptx <= self.newest]
        self.alike = work.groups(self.calls, lambda call: call.rule)
        self.text = self._print_everywhere_legal() if self.calls else {}

    def chosen(self, setting):
        """The calls that are judged in a setting."""
        found = []
        for rule, calls in self.alike.items():
            turn = setting.target.index + setting.ptx
            found += calls if setting.target.name in rule.targets else work.sampled(calls, turn)
        return found

    def _print_everywhere_legal(self):
        """PTX of each call's function, with and without `.aligned`: {(function, has it): text}."""
        text = {}
        settings = ((target, ptx) for target in self.tables.targets_named(_PRINTING)
                    for ptx in (62, 64, self.newest))
        for target, ptx in settings:
            if ptx < target.minimum_ptx:
                continue
            # Without a kernel, llc prints what upstream prints and ptxas rejects, too.
            legal = [c for c in self.calls if c.is_legal(target, ptx) or
                     c.variant.is_rejected and target.name == _OF_REJECTED]
            result = self.llc.compile(model.module_of(legal, with_kernel=False), target, ptx)
            if result.returncode:
                raise SystemExit("llc failed on calls that the model has as legal: "
                                 f"{result.stderr[:500]}")
            for name, function in ptxtext.functions(result.stdout).items():
                text.setdefault((name, ptx >= 63), function)
        return text

    def compare(self, setting):
        """(functions judged, accepted by both, disagreements)."""
        calls, aligned = self.chosen(setting), setting.ptx >= 63
        functions = {c.function: self.text[c.function, aligned] for c in calls
                     if (c.function, aligned) in self.text}
        if aligned and len(functions) != len(calls):
            raise SystemExit(f"{len(calls) - len(functions)} calls were printed nowhere, so nobody "
                             "judges them")
        ours, _ = self.llc.judge(model.module_of(calls), setting.target, setting.ptx)
        theirs = self.ptxas.refused(setting, functions)
        wrong = [f"{name}: llc {'refuses' if name in ours else 'accepts'}, ptxas "
                 f"{'refuses' if name in theirs else 'accepts'}"
                 for name in functions if (name in ours) != (name in theirs)]
        return len(functions), len(set(functions) - set(ours) - theirs), wrong


def add_options(parser):
    parser.add_argument("--versions", choices=("first", "bounds", "newest"), default="bounds",
                        help="PTX versions of each target: its first, the newest, or these and "
                             "those that a rule starts or ends with")
    parser.add_argument("--variants", metavar="REGEX", default="", help="only those that match")


def run(options):
    ptxas = judge.PtxasJudge(cli.find_ptxas(), options.state)
    tables = model.load(options.build_dir)
    sweep = Sweep(compiler.Llc.of_build(options.build_dir), ptxas, tables, options.variants)
    rules = [v.rule for v in sweep.variants]
    if not sweep.calls:
        raise cli.NotRun("no variant is selected")
    settings = options.shard.of(
        judge.known_settings(ptxas, tables, rules, options.target, options.versions))
    judged, faults = 0, []
    for setting, (count, accepted, wrong) in zip(
            settings, work.each(sweep.compare, settings, options.jobs)):
        judged += count
        faults += [f"{setting}: {line}" for line in wrong]
        print(f"{str(setting):18} {count:5} judged {accepted:5} legal  {len(wrong)} disagreements",
              flush=True)
    print(f"model: {judged} verdicts of ptxas {toolchain.ptxas_version(ptxas.ptxas)} in "
          f"{len(settings)} settings, {len(faults)} disagreements")
    print(f"ptxas was run {ptxas.runs} times", file=sys.stderr)
    return cli.finish(options, {"settings": len(settings), "verdicts": judged}, faults)

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares our llc with LLVM 22's, call by call; ptxas decides which of them is right.

Every wmma, mma, ldmatrix, stmatrix, wgmma and tcgen05 intrinsic of LLVM 22 must be in the model
with the same signature. A call of each, through every state space and with every sparsity selector
and every immediate, goes to both compilers on every target that both know, at every PTX version at
which a variant starts or ends, and at the newest; so do calls with an immediate just out of its
range. Of those that are legal in the same settings, one of each intrinsic and a sample of the
others go to them on a target that has none. Where both accept it, they must print the same
instruction on the same data. Where one refuses it, and where they print different things, ptxas
decides: a fault of LLVM 22's is listed, one of ours is a failure.

--docs writes docs/llvm-22-differences.md, with --check compares it. Exit code 1 on a failure.
"""

import multiprocessing
from collections import Counter
from pathlib import Path

from tctools import cli, compiler, judge, llvm22, model, ptxtext, toolchain, work
from tctools.compare import llvm22_page
from tctools.compare.llvm22_page import Finding

SHARED = ("build", "target", "jobs", "check")


def expected_intrinsic(variant):
    """The signature that the model gives a variant, in the words of LLVM 22's declarations."""
    types = tuple(a.type.replace("*", "") for a in variant.arguments)
    places = tuple((i, a.range) for i, a in enumerate(variant.arguments) if a.is_immediate)
    return llvm22.Intrinsic(variant.results, types, places)


def compare_signatures(tables, intrinsics):
    """Sentences on intrinsics that the model lacks, or whose signature differs."""
    ours = {variant.name: variant for variant in tables.variants}
    for name, theirs in sorted(intrinsics.items()):
        if name not in ours:
            yield f"{name}: LLVM 22 has it, the model does not"
        elif expected_intrinsic(ours[name]) != theirs:
            yield f"{name}: {theirs} in LLVM 22, {expected_intrinsic(ours[name])} here"


def versions(rules, target, newest):
    """The PTX versions at which to compare on a target."""
    starts = {r.first_ptx for r in rules} | {r.last_ptx + 1 for r in rules if r.last_ptx < newest}
    return sorted({target.minimum_ptx, newest}
                  | {ptx for ptx in starts if target.minimum_ptx < ptx < newest})


def calls_out_of_range(variant):
    """A call with each immediate of tcgen05 just below and just above its range."""
    usual = variant.choices[0]
    for index, argument in enumerate(variant.immediates):
        if argument.range and argument.name != "selector":
            for value in (argument.range[0] - 1, argument.range[1]):
                yield model.Call(variant, (*usual[:index], value, *usual[index + 1:]))


class Comparison:
    """The two compilers and the judge, and the calls."""

    def __init__(self, options, ptxas, peer):
        self.ours, self.peer, self.ptxas = compiler.Llc.of_build(options.build_dir), peer, ptxas
        self.model, self.intrinsics = model.load(options.build_dir).as_of_llvm22(), peer.intrinsics()
        both = [v for v in self.model.variants
                if self.intrinsics.get(v.name) == expected_intrinsic(v)]
        self.calls = {call.function: call for call in model.plain_calls(both)}
        outside = {call.function: call for variant in both for call in calls_out_of_range(variant)}
        self.calls |= outside
        self.level = "-O0" if options.quick else "-O2"
        self.alike = work.groups(self.calls, lambda name: None if name in outside
                                 else self.calls[name].rule)
        self.verdicts = {name: self._verdict(call) if options.quick and name not in outside
                         else name for name, call in self.calls.items()}
        known, self.newest = peer.known_targets()
        self.targets = [t for t in self.model.targets_named(options.target) if t.name in known]
        rules = [variant.rule for variant in both]
        self.versions = {t.name: versions(rules, t, self.newest) for t in self.targets}

    @staticmethod
    def _verdict(call):
        """What calls that share the verdict have in common, where not all are asked about."""
        return call.variant.name, call.named_values.get("kind")

    def _judged(self, target, ptx):
        """The calls that each compiler is asked whether it accepts them, and those that share
        the verdict."""
        judged = {}
        for rule, names in self.alike.items():
            has = rule and target.name in rule.targets
            for name in names if has else self._sample(names, target.index + ptx):
                judged.setdefault(self.verdicts[name], []).append(name)
        return {names[0]: names for names in judged.values()}

    def _sample(self, names, turn):
        """One call of each variant, and some of the others."""
        of_each = work.groups(names, lambda name: self.calls[name].variant.name).values()
        others = [name for _, *others in of_each for name in others]
        return [*(first for first, *_ in of_each), *work.sampled(others, turn)]

    @staticmethod
    def _for_all(refused, judged):
        return {name: message for first, message in refused.items() for name in judged[first]}

    def _module(self, names):
        return model.module_of(self.calls[name] for name in names)

    def our_refusals(self, judged, target, ptx):
        """What our llc says of each call that it refuses."""
        refused, _ = self.ours.judge(self._module(judged), target, ptx, "-verify-machineinstrs",
                                     self.level)
        return self._for_all(refused, judged)

    def peer_refusals(self, judged, target, ptx):
        """What LLVM 22 says of each call that it refuses."""
        modules = [self._module([name]) for name in judged]
        verdicts = self.peer.refusals(modules, target.name, ptx, int(self.level[-1]))
        refused = {name: verdict for name, verdict in zip(judged, verdicts) if verdict}
        return self._for_all(refused, judged)

    def our_text(self, names, target, ptx):
        result = self.ours.compile(self._module(names), target, ptx, "-verify-machineinstrs")
        return self._text(names, result, "ours")

    def peer_text(self, names, target, ptx):
        return self._text(names, self.peer.compile(self._module(names), target, ptx), "llc-22")

    @staticmethod
    def _text(names, result, who):
        found = ptxtext.functions(result.stdout) if not result.returncode else {}
        if set(found) != set(names):
            raise SystemExit(f"{who} does not print what it accepts one by one: "
                             f"{result.stderr[:500]}")
        return found

    def judge(self, texts, target, ptx, generate=False):
        """What ptxas says of each function that it refuses."""
        setting = judge.Setting(target, ptx)
        return judge.PtxasJudge(self.ptxas).refusals(setting, texts, generate)

    def confirm(self, findings):
        """What LLVM 22's library refuses, llc-22 itself refuses in the same words: once for each
        intrinsic. Sentences on those where it does not."""
        strict = [finding for finding in findings if finding.kind == llvm22_page.STRICTNESS]
        for finding in {finding.variant.name: finding for finding in strict}.values():
            module = self._module([finding.function])
            result = self.peer.compile(module, finding.target, finding.ptx)
            said = llvm22.without_node(result.stderr)
            if not result.returncode or f"LLVM ERROR: {finding.refusal}" not in said:
                yield (f"{finding.function}: llc-22 does not say \"{finding.refusal}\" on "
                       f"{finding.target.name}")

    def compare_target(self, target):
        """[(PTX version, texts compared, calls that both accept, that both refuse, findings)].
        Texts are compared once for each call, and again where `.aligned` comes in."""
        results, compared = [], set()
        for ptx in reversed(self.versions[target.name]):
            judged = self._judged(target, ptx)
            ours = self.our_refusals(judged, target, ptx)
            peers = self.peer_refusals(judged, target, ptx)
            both = {name for names in judged.values() for name in names
                    if name not in ours and name not in peers}
            new = {name for name in both if (name, ptx >= 63) not in compared}
            compared |= {(name, ptx >= 63) for name in new}
            found = [*self._different_texts(new, target, ptx),
                     *self._refused_by_one(ours, peers, target, ptx)]
            results.append((ptx, len(new), len(both), len(ours.keys() & peers), found))
        return results[::-1]

    def _finding(self, kind, name, target, ptx, evidence, text, refusal=""):
        return Finding(kind, self.calls[name].variant, name, target, ptx, evidence,
                       ptxtext.mnemonic(text), refusal)

    def _different_texts(self, names, target, ptx):
        if not names:
            return
        ours, peers = self.our_text(names, target, ptx), self.peer_text(names, target, ptx)
        different = {name: peers[name] for name in sorted(names)
                     if not ptxtext.same_instruction(ours[name], peers[name])}
        rejected = self.judge(different, target, ptx)
        for name in different:
            texts = (f"llc-22: {ptxtext.instruction_by_roles(peers[name])}",
                     f"here:   {ptxtext.instruction_by_roles(ours[name])}")
            kind = llvm22_page.FAULT if name in rejected else llvm22_page.WRONG
            yield self._finding(kind, name, target, ptx, rejected.get(name) or texts, peers[name])

    def _refused_by_one(self, ours, peers, target, ptx):
        for refused, accepted, print_calls, generate, kinds in (
                (ours, peers, self.peer_text, False, (llvm22_page.FAULT, llvm22_page.TOO_STRICT)),
                (peers, ours, self.our_text, True, (llvm22_page.TOO_LAX, llvm22_page.STRICTNESS))):
            names = [name for name in refused if name not in accepted]
            texts = print_calls(names, target, ptx) if names else {}
            rejected = self.judge(texts, target, ptx, generate)
            for name in names:
                yield self._finding(kinds[name not in rejected], name, target, ptx,
                                    rejected.get(name, ()), texts[name], refused[name])


def compare_all(comparison, jobs):
    """[(target, the rows of compare_target)], printed as they come."""
    results = []
    # Processes, not threads: each of them forks while it talks to LLVM 22's library.
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        answers = pool.imap(comparison.compare_target, comparison.targets)
        for target, rows in zip(comparison.targets, answers):
            results.append((target, rows))
            for ptx, _, same, neither, found in rows:
                kinds = Counter(finding.kind for finding in found)
                listed = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
                print(f"{target.name:8} PTX {model.print_ptx(ptx)} {same:5} same {neither:5} "
                      f"refused by both  {listed}".rstrip(), flush=True)
    return results


def _without_versions(text):
    return [line for line in text.splitlines() if not line.startswith(llvm22_page.VERSIONS)]


def write_docs(text, path, check):
    """Writes the page, or says whether it is up to date except for the tools' versions."""
    there = path.read_text(encoding="utf-8") if path.exists() else ""
    is_same = _without_versions(there) == _without_versions(text)
    return cli.compare_or_write(path, there if check and is_same else text, check)


def add_options(parser):
    add = parser.add_argument
    add("--peer", default="llc-22", help="llc of LLVM 22")
    add("--quick", action="store_true",
        help="judge acceptance by one call of each intrinsic, at -O0; texts are compared for all, "
             "at -O2")
    add("--docs", type=Path, metavar="FILE", help="write the differences there")


def run(options):
    peer, ptxas = llvm22.Peer(options.peer), toolchain.find_ptxas()
    missing = peer.missing() + ([] if ptxas else ["ptxas"])
    if missing:
        raise cli.NotRun(f"there is no {', '.join(missing)}")
    if options.target and options.docs:
        options.error("the documentation is of all targets")
    comparison = Comparison(options, ptxas, peer)
    signatures = list(compare_signatures(comparison.model, comparison.intrinsics))
    cli.report(signatures)
    print(f"{len(comparison.intrinsics)} intrinsics of LLVM {peer.version()}, {len(signatures)} "
          "with another signature", flush=True)
    results = compare_all(comparison, options.jobs)
    findings = [finding for _, rows in results for row in rows for finding in row[-1]]
    failures = [finding for finding in findings if finding.kind in llvm22_page.FAILURES]
    unconfirmed = list(comparison.confirm(findings))
    cli.report([*failures, *unconfirmed])
    summary = llvm22_page.Summary(comparison, results, findings, peer.version(),
                                  toolchain.ptxas_version(ptxas))
    print(summary.sentence())
    outdated = options.docs and write_docs(llvm22_page.page(summary), options.docs, options.check)
    return 1 if signatures or failures or unconfirmed or outdated or not results else 0

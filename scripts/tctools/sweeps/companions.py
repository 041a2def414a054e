# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares our llc with ptxas and llc-22 on all forms of the companions, for every target.

A call of each form, with all values of its immediates, goes to our llc, and what it prints to
ptxas, on each target at its first PTX version, at the newest, and at those that a rule starts with
and the ones before. What llc refuses there, ptxas judges as llc prints it elsewhere. Where llc-22
is present, the same calls go to it on the targets that it knows: signatures are those of its
declarations, both accept the same calls and print the same instruction, or ptxas decides. So do
those that LLVM has itself, mbarrier.init and others.

Exit code 1 on any disagreement with ptxas or fault of ours.
"""

import re
import sys
from collections import defaultdict
from dataclasses import dataclass

from tctools import cli, compiler, ir, judge, llvm22, model, ptxtext, toolchain, work

SHARED = ("build", "target", "state", "jobs")
#: What surrounds the instruction in a function of one call.
_FRAME = re.compile(
    r"^\s*(?:\.reg|ld\.param|st\.param|ret;|//|mov\.(?:b|u|f)\d+\s+%\w+, "
    r"%\w+;|\$L|and\.b16|setp\.|selp\."
    r"|cvt\.u(?:16|32)\.u(?:8|16)\s+%\w+, %\w+;|mov\.b(?:32|64)\s+(?:\{|%\w+, \{))")
#: A register that an instruction declares for itself.
_LOCAL = re.compile(r"\.reg\s+\.\w+\s+(%\w+);")
#: What a kernel needs of LLVM's own intrinsics, except for mapa.shared.cluster: LLVM 22 gave it
#: another type.
KNOWN = re.compile(
    r"llvm\.nvvm\.(mbarrier\.(init|inval|arrive(\.drop)?(\.noComplete)?(\.shared)?$"
    r"|test\.wait(\.shared)?$|pending)|mapa$|cp\.async\.((ca|cg|commit|wait|mbarrier)\.|bulk\.(commit|wait)\.)"
    r"|barrier\.cluster\.|getctarank|isspacep\.shared|fence\.sc\.cluster"
    r"|redux\.sync\.(u?min|u?max|add|and|or|xor)|read\.ptx\.sreg\.n?cluster)")
#: What LLVM 22 does not have.
OURS = re.compile(
    r"llvm\.nvvm\.(cp\.async\.c[ag]\.shared\.global(\.s|\.ignore_src)?|mapa\.shared\.cluster\.u32"
    r"|tensormap\.cp_fenceproxy\..*|clusterlaunchcontrol\.query_cancel\.get_first_ctaid\.v4)")
#: What llc-22 does otherwise, and is right.
_REFUSED, _OTHER = "refused here, and ptxas takes what llc-22 prints", "another text"
#: A target that has all of LLVM's own.
_HAS_KNOWN = "sm_90a"


@dataclass(frozen=True)
class KnownCall:
    """A call of an intrinsic that LLVM has too, and that has no form here; `signature` is an
    llvm22.Intrinsic."""
    name: str
    signature: object
    source = "LLVM's own"
    origin = ""

    def as_of_llvm22(self):
        return self

    @property
    def function(self):
        return self.name.removeprefix(model.PREFIX).replace(".", "_").lower() + "_known"

    def ir(self):
        """With the least value of each immediate."""
        values = {place: bounds[0] if bounds else 0 for place, bounds in self.signature.immediates}
        operands = ((kind, values.get(i)) for i, kind in enumerate(self.signature.arguments))
        return ir.Call(self.function, self.name, self.signature.result, tuple(operands))

    def is_legal(self, target, _):
        return target.name == _HAS_KNOWN


def _body(function):
    """The text of a function's instruction, on one line, registers by what they carry: a parameter
    or a part of the result, or else numbered as they come, whatever their class is called."""
    lines = function.split("{", 1)[1].rsplit("}", 1)[0].splitlines()
    text = " ".join(" ".join(line for line in lines if line.strip()
                             and not _FRAME.match(line)).split())
    roles = ptxtext.roles(function) | {name: "<local>" for name in _LOCAL.findall(function)}
    others = {}
    return re.sub(r"%\w+", lambda m: roles.get(m[0]) or others.setdefault(m[0], f"%{len(others)}"),
                  text)


class Sweep:
    """The calls, what our llc prints for them, and the judges."""

    def __init__(self, options, ptxas, peer):
        self.llc, self.ptxas, self.peer = compiler.Llc.of_build(options.build_dir), ptxas, peer
        self.tables = model.load(options.build_dir)
        self.newest = judge.newest_ptx(self.tables, ptxas)
        self.forms = [f for f in self.tables.forms if re.search(options.forms, f.opcode)
                      and any(rule.first_ptx <= self.newest for rule in f.rules)]
        self.calls = {call.function: call for call in model.companion_calls(self.forms)}
        if peer and not options.forms:
            names = {form.companion.name for form in self.forms}
            known = (KnownCall(*found) for found in sorted(peer.intrinsics(KNOWN).items()))
            self.calls |= {call.function: call for call in known if call.name not in names}
        rules = [rule for form in self.forms for rule in form.rules]
        self.settings = judge.known_settings(ptxas, self.tables, rules, options.target,
                                             options.versions)
        self.texts = self._texts()
        self.peer_targets = peer.known_targets() if peer else (set(), 0)

    def _module(self, names):
        return ir.module(self.calls[name].ir() for name in names)

    def _older_module(self, names):
        """With the signatures that LLVM 22 has."""
        return ir.module(self.calls[name].ir() for name in names)

    def _texts(self):
        """What our llc prints for each call: {name: function}."""
        found, newest = {}, self.newest
        for target in reversed(self.tables.targets):
            legal = [n for n, c in self.calls.items() if n not in found
                     and target.minimum_ptx <= newest and c.is_legal(target, newest)]
            if not legal:
                continue
            result = self.llc.compile(self._module(legal), target, newest, "-verify-machineinstrs")
            if result.returncode:
                raise SystemExit(f"llc refuses what the model has as legal on {target.name}: "
                                 f"{result.stderr[:1000]}")
            found |= ptxtext.functions(result.stdout)
        missing = self.calls.keys() - found
        if missing:
            raise SystemExit(f"printed nowhere: {sorted(missing)[:5]}")
        return found

    def compare(self, setting):
        """(setting, accepted by both, disagreements, what llc-22 does otherwise)."""
        ours, _ = self.llc.judge(self._module(self.calls), setting.target, setting.ptx,
                                 "-verify-machineinstrs")
        theirs = self.ptxas.refused(setting, self.texts)
        wrong = [f"{name}: llc {'refuses' if name in ours else 'accepts'}, ptxas "
                 f"{'refuses' if name in theirs else 'accepts'}"
                 for name in self.calls if (name in ours) != (name in theirs)]
        names, newest = self.peer_targets
        is_known = setting.target.name in names and setting.ptx <= newest
        others = self._compare_peer(setting, ours) if is_known else {}
        return setting, len(self.calls.keys() - ours - theirs), wrong, others

    def _compare_peer(self, setting, ours):
        """{name: (kind, evidence)} where llc-22 differs."""
        names = [name for name, call in self.calls.items()
                 if not call.origin and not OURS.fullmatch(call.name)]
        modules = [self._older_module([name]) for name in names]
        verdicts = self.peer.refusals(modules, setting.target.name, setting.ptx)
        refused = {name: verdict for name, verdict in zip(names, verdicts) if verdict}
        found = {name: ("llc-22 refuses what ptxas takes", verdict)
                 for name, verdict in refused.items() if name not in ours}
        accepted = [name for name in names if name not in refused]
        texts = self._peer_texts(accepted, setting)
        bad = self.ptxas.refused(setting, texts)
        for name in accepted:
            theirs, here = _body(texts[name]), _body(self.texts[name])
            if name in bad:
                found[name] = ("ptxas rejects what llc-22 prints", theirs)
            elif name in ours:
                found[name] = (_REFUSED, theirs)
            elif theirs != here:
                found[name] = (_OTHER, f"{theirs}  |  here: {here}")
        return found

    def _peer_texts(self, names, setting):
        result = self.peer.compile(self._older_module(names), setting.target, setting.ptx)
        if result.returncode:
            raise SystemExit(f"llc-22: {setting}: {result.stderr[:500]}")
        return ptxtext.functions(result.stdout)


def signature_faults(peer, found):
    """Sentences on companions whose signature is not LLVM 22's, and on those of ours alone."""
    theirs = peer.intrinsics(re.compile("|".join(re.escape(c.name) + "$" for c in found)))
    for companion in found:
        types = tuple(a.type.replace("*", "") for a in companion.arguments)
        places = tuple(i for i, a in enumerate(companion.arguments) if a.is_immediate)
        expected, other = (companion.results, types, places), theirs.get(companion.name)
        if bool(other) == bool(OURS.fullmatch(companion.name)):
            yield f"{companion.name}: LLVM 22 {'has it, too' if other else 'does not have it'}"
        elif other and expected != (other.result, other.arguments,
                                    tuple(i for i, _ in other.immediates)):
            yield f"{companion.name}: {other} in LLVM 22, {expected} here"


def show_differences(differences):
    """A line for each kind and rule; yields those that are our fault."""
    for (kind, source), where in sorted(differences.items()):
        (setting, name, evidence), names = where[0], {name for _, name, _ in where}
        print(f"{kind}: {source}: {len(names)} calls in {len({s for s, _, _ in where})} settings; "
              f"{name} on {setting}: {evidence}")
        if kind in (_REFUSED, _OTHER):
            yield from (f"{name} on {setting}: {kind}" for setting, name, _ in where)


def add_options(parser):
    add = parser.add_argument
    add("--versions", choices=("bounds", "ends"), default="bounds",
        help="PTX versions of each target: its first and the newest, or these and those around "
             "the start of a rule")
    add("--forms", metavar="REGEX", default="", help="only forms whose opcode matches")
    add("--llc-22", default="llc-22", help="LLVM 22's llc; not compared with if it is missing")


def run(options):
    ptxas, peer = judge.PtxasJudge(cli.find_ptxas(), options.state), llvm22.Peer(options.llc_22)
    if peer.missing():
        print("note: neither LLVM 22 nor LLVM's own companions are compared: "
              f"{', '.join(peer.missing())} missing", file=sys.stderr)
        peer = None
    faults, judged, differences = [], 0, defaultdict(list)
    sweep = Sweep(options, ptxas, peer)
    if peer:
        faults += signature_faults(peer, sweep.tables.as_of_llvm22().companions)
    for setting, accepted, wrong, others in work.each(sweep.compare, sweep.settings, options.jobs):
        judged += len(sweep.calls)
        faults += [f"{setting}: {line}" for line in wrong]
        print(f"{str(setting):18} {len(sweep.calls):5} judged {accepted:5} legal  "
              f"{len(wrong)} disagreements", flush=True)
        for name, (kind, evidence) in others.items():
            differences[kind, sweep.calls[name].source].append((setting, name, evidence))
    faults += show_differences(differences)
    for fault in faults:
        print(f"    {fault}")
    print(f"companions: {len(sweep.tables.companions)} intrinsics, {len(sweep.forms)} forms, "
          f"{len(sweep.calls)} calls, {judged} verdicts of ptxas "
          f"{toolchain.ptxas_version(ptxas.ptxas)} in {len(sweep.settings)} settings, "
          f"{len(faults)} disagreements")
    return 1 if faults else 0

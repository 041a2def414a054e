# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model, as `mma-explain dump --json` says it: targets, rules, matrix variants, companions.

Nothing is derived here that the compiler decides, but which values immediates are tried with.
"""

import dataclasses
import functools
import itertools
import json
import re
from dataclasses import dataclass
from pathlib import Path

from tctools import ir, toolchain

#: All intrinsics have it.
PREFIX = "llvm.nvvm."
#: What an offset between two halves is tried with; it has no range.
_OFFSETS = (0, 2, 4096, -1)
#: Of a longer range, these are tried with all values of the other immediates.
_LONG_RANGE = 8


def print_ptx(version):
    """70 is "7.0"."""
    return f"{version // 10}.{version % 10}"


@dataclass(frozen=True)
class Target:
    """A `.target`."""
    name: str
    index: int
    minimum_ptx: int
    in_llvm: bool
    later_name: str  # what NVIDIA's tools call it now, if that is another name

    @property
    def number(self):
        return int(re.search(r"\d+", self.name)[0])

    @property
    def suffix(self):
        return self.name[-1] if self.name[-1] in "af" else ""

    @property
    def ptxas_architecture(self):
        """What ptxas 13 parses PTX of this target for; it has no targets before sm_75."""
        name = self.later_name or f"sm_{max(self.number, 75)}{self.suffix}"
        return name.replace("sm_", "compute_")


@dataclass(frozen=True)
class Rule:
    """Where something is legal, and who says so."""
    targets: frozenset  # of names
    text: str           # what a diagnostic says of the targets
    first_ptx: int
    last_ptx: int
    source: str         # section of the PTX ISA
    rejected: str       # why ptxas rejects it everywhere, though LLVM prints it; mostly empty
    verified: str       # the assembler that has verified it

    def is_legal(self, target, ptx):
        return (not self.rejected and target.name in self.targets
                and self.first_ptx <= ptx <= self.last_ptx)


@dataclass(frozen=True)
class Argument:
    """An argument of an intrinsic; "ptr*" is a pointer to one of several address spaces."""
    name: str
    type: str
    is_immediate: bool
    range: tuple  # [first, end) of the values of an immediate, or None
    nonzero: tuple = None   # targets and first PTX version of values other than 0, if they differ

    @property
    def values(self):
        """What an immediate is tried with together with all other immediates."""
        if self.name in ("pack", "unpack", "exclusive"):
            return 0, 1
        if self.range and self.range[1] - self.range[0] > _LONG_RANGE:
            return self.range[0], self.range[1] - 1
        if self.range:
            return tuple(range(*self.range))
        if self.name == "half_split_offset":
            return _OFFSETS
        return (int(self.name.startswith("imm_scale")),)


@dataclass(frozen=True)
class Intrinsic:
    name: str
    results: tuple    # IR types
    arguments: tuple  # of Argument
    origin: str       # who has given a name that PTX ISA 9.1 to 9.4 made necessary; else empty

    @property
    def short_name(self):
        return self.name.removeprefix(PREFIX)

    @property
    def result(self):
        return ir.result_type(self.results)

    @property
    def immediates(self):
        return [a for a in self.arguments if a.is_immediate]


@dataclass(frozen=True, eq=False)
class Variant(Intrinsic):
    """One intrinsic of a matrix instruction."""
    family: str      # as PTX has it
    rule: Rule
    kind_rules: tuple  # by the kind, where that is an immediate and decides
    fields: dict     # of the MMA descriptor: PTX's words
    registers: dict  # of the fragments D, A, B, C
    shape: tuple     # M, N, K; K is 0 for what is only moved
    selectors: int   # values of the sparsity selector; 0 without one
    scales: int      # scale factors of a row of A
    spaces: tuple    # address spaces that its pointer may have
    layouts: dict    # of its operands

    def word(self, field):
        """PTX's word for a field of the MMA descriptor, such as ".sp"; empty if there is none."""
        return self.fields.get(field, "")

    @property
    def registers_in(self):
        """IR types of what a call gives in registers."""
        return tuple(a.type for a in self.arguments if not a.is_immediate and a.type != "ptr*")

    @property
    def types(self):
        """D, A, B, C of what multiplies."""
        return tuple(self.word(field) for field in ("dty", "aty", "bty", "cty"))

    @property
    def is_rejected(self):
        return bool(self.rule.rejected)

    def rule_of(self, values):
        """The rule of a call with these immediates."""
        rule = self.rule
        if self.kind_rules:
            rule = self.kind_rules[next(value for a, value in zip(self.immediates, values)
                                        if a.name in ("kind", "any_kind"))]
        for argument, value in zip(self.immediates, values):
            if argument.nonzero and value:
                targets, first_ptx = argument.nonzero
                rule = dataclasses.replace(rule, targets=rule.targets & targets,
                                           first_ptx=max(rule.first_ptx, first_ptx))
        return rule

    def is_legal(self, target, ptx):
        """Of a call with the usual immediates."""
        return self.rule_of(self.choices[0]).is_legal(target, ptx)

    @functools.cached_property
    def choices(self):
        """The values that the immediates are tried with: all with all others, and each of a long
        range by itself."""
        found = dict.fromkeys(itertools.product(*(a.values for a in self.immediates)))
        usual = [a.values[0] for a in self.immediates]
        for number, argument in enumerate(self.immediates):
            if argument.range and len(argument.values) < argument.range[1] - argument.range[0]:
                found |= dict.fromkeys((*usual[:number], value, *usual[number + 1:])
                                       for value in range(*argument.range))
        return tuple(found)


@dataclass(frozen=True, eq=False)
class Form:
    """One instruction of a companion."""
    opcode: str
    companion: Intrinsic
    choices: dict      # argument: its values, or the address spaces of a pointer
    text: str          # PTX, with $name for operands, and ${name:field} for words
    immediates: tuple  # names of operands that are numbers in the text
    words: dict        # PTX's words for the values of other immediates
    rules: tuple       # targets may have it since different PTX versions

    def is_legal(self, target, ptx):
        return any(rule.is_legal(target, ptx) for rule in self.rules)


@dataclass(frozen=True)
class Model:
    targets: list
    ptx_versions: tuple
    variants: list
    companions: list  # of Intrinsic
    forms: list       # of the companions
    others: list      # (example, rule) of PTX that is neither
    rules: list

    @property
    def newest_ptx(self):
        return self.ptx_versions[-1]

    def as_of_llvm22(self):
        """Without what PTX ISA 9.1 to 9.4 added."""
        return dataclasses.replace(
            self, variants=[v for v in self.variants if not v.origin],
            companions=[c for c in self.companions if not c.origin],
            forms=[f for f in self.forms if not f.companion.origin])

    def target(self, name):
        return next(target for target in self.targets if target.name == name)

    def targets_named(self, names):
        """These targets, or all."""
        return [target for target in self.targets if not names or target.name in names]

    def versions_of(self, target):
        return [version for version in self.ptx_versions if version >= target.minimum_ptx]

    def version_before(self, version):
        return max((v for v in self.ptx_versions if v < version), default=None)

    def version_after(self, version):
        return min((v for v in self.ptx_versions if v > version), default=None)


def ask(build_dir, *arguments):
    """What mma-explain of a build folder prints."""
    result = toolchain.run([toolchain.built_tool("mma-explain", build_dir), *arguments])
    if result.returncode not in (0, 1) or not result.stdout:
        raise SystemExit(f"mma-explain {' '.join(map(str, arguments[:4]))} failed: "
                         f"{result.stderr[:500]}")
    return result.stdout


def tables(build_dir):
    """The records of TableGen/, for the generated tables of descriptors' bits in CUDA headers,
    which are no facts of instructions."""
    path = Path(build_dir) / "include" / "TensorCoreModel.json"
    return json.loads(path.read_text(encoding="utf-8"))


def _nonzero(argument):
    rule = argument.get("nonzero")
    return rule and (frozenset(rule["targets"]), rule["firstPTX"])


def _range(argument):
    """What is tried of the values of a variant's immediate. Of flags, and of the groups that stay in flight, one
    value is enough: they have no range."""
    values = argument.get("values")
    if not values or argument["type"] == "i1" or argument["name"].startswith(("imm_scale", "imm_trans")) or values["last"] >> 32:
        return None
    return values["first"], values["last"] + 1


def _signature(entry):
    is_variant = "rule" in entry  # a companion's forms have the values of its immediates
    arguments = tuple(Argument(a["name"], a["type"], "values" in a, _range(a) if is_variant else None, _nonzero(a))
                      for a in entry["arguments"])
    return entry["name"], tuple(entry["results"]), arguments, entry["origin"]


def load(build_dir):
    """The model of a build folder."""
    dump = json.loads(ask(build_dir, "dump", "--json"))
    rules = [Rule(frozenset(r["targets"]), r["text"], r["firstPTX"], r["lastPTX"], r["source"],
                  r["rejected"], r["verified"]) for r in dump["rules"]]
    targets = [Target(t["name"], index, t["minimumPTX"], t["inLLVM"], t["laterName"])
               for index, t in enumerate(dump["targets"])]
    found = [Variant(*_signature(e), e["family"], rules[e["rule"]],
                     tuple(rules[rule] for rule in e.get("kindRules", ())), e["fields"],
                     e["registers"], tuple(e["shape"]), e["selectors"], e["scales"],
                     tuple(e["spaces"]), {k: dump["layouts"][i] for k, i in e["layouts"].items()})
             for e in dump["instructions"]]
    companions, forms = [], []
    for entry in dump["companions"]:
        companions.append(Intrinsic(*_signature(entry)))
        forms += [Form(f["opcode"], companions[-1], f["choices"], f["text"],
                       tuple(f["immediates"]), f["words"], tuple(rules[rule] for rule in f["rules"]))
                  for f in entry["forms"]]
    return Model(targets, tuple(dump["ptxVersions"]), sorted(found, key=lambda v: v.name),
                 sorted(companions, key=lambda c: c.name), sorted(forms, key=lambda f: f.opcode),
                 [(o["example"], rules[o["rule"]]) for o in dump["others"]], rules)

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `compare llvm-22` found, and docs/llvm-22-differences.md.

Sorts findings into kinds and rules and writes the page; runs nothing. A rule is a kind and a
pattern of names, with a title and a sentence written by hand; targets, versions, and the words
of ptxas and of the compilers are measured.
"""

import itertools
import math
import re
from collections import Counter
from dataclasses import dataclass

from tctools import model

# The kinds of findings.
FAULT = "printed by llc-22, rejected by ptxas"
STRICTNESS = "refused by llc-22, accepted by ptxas"
TOO_STRICT = "REFUSED HERE, ACCEPTED BY PTXAS"
TOO_LAX = "ACCEPTED HERE, REJECTED BY PTXAS"
WRONG = "PRINTED OTHERWISE HERE"
FAILURES = (TOO_STRICT, TOO_LAX, WRONG)

#: How the line of the page starts that names the tools' versions.
VERSIONS = "Measured with "


@dataclass(frozen=True)
class Finding:
    """One call in one setting on which the compilers differ."""
    kind: str
    variant: model.Variant
    function: str
    target: model.Target
    ptx: int
    evidence: tuple  # ptxas' words, or the two texts
    mnemonic: str    # what is printed by the compiler that accepts it
    refusal: str = ""  # what the other one says

    def __str__(self):
        return "\n    ".join([f"{self.function}: {self.target.name} PTX "
                              f"{model.print_ptx(self.ptx)}: {self.kind}",
                              *self.evidence, *filter(None, [self.refusal])])


@dataclass(frozen=True)
class Rule:
    kind: str
    pattern: str
    title: str
    prose: str


RULES = (
    Rule(FAULT, r"\.m16n8k8\.row\.col\.(bf16|tf32)$", "mma.m16n8k8 with bf16 and tf32 on sm_75",
         "On sm_75 only the f16 form of this shape exists."),
    Rule(FAULT, r"^llvm\.nvvm\.mma\.m16n8k32\.row\.col\.f16\.e",
         "FP8 mma.m16n8k32 with f16 accumulators before PTX 8.7",
         "PTX 8.4 brought FP8 with f32 accumulators, 8.7 f16 accumulators. "
         "LLVM 22 takes both from 8.4 on."),
    Rule(FAULT, r"sp\.ordered\.metadata\.block\.scale\.m16n8k128",
         "Sparse block-scaled mma.m16n8k128 on sm_120f and sm_121f",
         "Sparse mxf4 and mxf4nvf4 are architecture-specific (suffix `a`). "
         "LLVM 22 takes the family targets too."),
    Rule(FAULT, r"^llvm\.nvvm\.wmma\..*f(16|32)\.satfinite$",
         "wmma.mma .satfinite with f16 multiplicands from PTX 6.5 on",
         "PTX 6.5 removed it. Integer `.satfinite` is not affected."),
    Rule(FAULT, r"^llvm\.nvvm\.tcgen05\.mma\..*\.block_scale",
         "Block-scaled tcgen05.mma without a scale vector before PTX 8.8",
         "PTX 8.8 brought `.block16`, `.block32` and what they are by default; before, "
         "`.scale_vec::` has to be written, for which LLVM 22 has no intrinsic. "
         "It demands PTX 8.8 for some of these only."),
    Rule(STRICTNESS, r"\.mma\.xor\.popc\.m8n8k128\.", "mma.m8n8k128 .xor.popc on sm_75",
         "The PTX ISA has it from sm_75 on, as it has `wmma.mma.xor.popc` of this shape."),
    Rule(STRICTNESS, r"\.kind\.f8f6f4\.",
         "mma .kind::f8f6f4 with e4m3 and e5m2 on the sm_10x and sm_11x families",
         "Of the types of this kind, ptxas takes the two FP8 ones on these families. "
         "LLVM 22 wants sm_120f or higher for all."),
    Rule(STRICTNESS, r"\.((ld|st)matrix|tcgen05)\.",
         "ldmatrix and stmatrix of 8-bit elements, and tcgen05, on sm_101f and sm_101a with PTX "
         "9.0",
         "PTX 9.0 renamed sm_101 to sm_110. With it, LLVM 22 has these instructions under the new "
         "name only; ptxas takes `.target sm_101a` as before."),
)


class Summary:
    """The figures of a run, and its findings."""

    def __init__(self, comparison, results, findings, llvm_version, ptxas_version):
        self.comparison, self.results, self.findings = comparison, results, findings
        self.llvm_version, self.ptxas_version = llvm_version, ptxas_version
        rows = [row for _, rows in results for row in rows]
        self.settings = len(rows)
        self.texts, self.same, self.neither = (sum(row[column] for row in rows)
                                               for column in (1, 2, 3))
        self.kinds = Counter(finding.kind for finding in findings)
        self.total = self.same + self.neither + len(findings) - self.kinds[WRONG]

    def sentence(self):
        kinds = "; ".join(f"{self.kinds[kind]} {kind}" for kind in (FAULT, STRICTNESS))
        failures = sum(self.kinds[kind] for kind in FAILURES)
        return (f"{len(self.comparison.calls)} calls in {self.settings} settings: "
                f"{self.same} accepted by both, {self.texts} texts compared, "
                f"{self.neither} refused by both; {kinds}; {failures} failures")


# The page

def collapse(names):
    """Names as patterns: {"a.b.d", "a.c.d"} is ["a.{b,c}.d"]."""
    by_length = {}
    for name in names:
        by_length.setdefault(name.count("."), []).append(name.split("."))
    return sorted(pattern for words in by_length.values() for pattern in _collapse(words))


def _collapse(names):
    choices = [sorted(set(column)) for column in zip(*names)]
    if math.prod(map(len, choices)) == len(names):
        return [".".join(choice[0] if len(choice) == 1 else "{" + ",".join(choice) + "}"
                         for choice in choices)]
    splits = ([pattern for word in choice
               for pattern in _collapse([name for name in names if name[index] == word])]
              for index, choice in enumerate(choices) if len(choice) > 1)
    return min(splits, key=len)


def print_versions(versions, tested):
    """Those among the tested versions, as a range where they are one."""
    versions = sorted(versions)
    between = [ptx for ptx in tested if versions[0] <= ptx <= versions[-1]]
    first, last = model.print_ptx(versions[0]), model.print_ptx(versions[-1])
    if between != versions:
        return ", ".join(map(model.print_ptx, versions))
    if versions == list(tested):
        return "all"
    if versions[-1] == tested[-1]:
        return first if len(versions) == 1 else f"{first} and later"
    return first if len(versions) == 1 else f"{first} to {last}"


def _settings(findings, tested):
    """The targets and versions of findings, in words."""
    by_target = {}
    for finding in findings:
        by_target.setdefault(finding.target, set()).add(finding.ptx)
    rows = {}
    for target in sorted(by_target, key=lambda t: t.index):
        rows.setdefault(print_versions(by_target[target], tested[target.name]),
                        []).append(target.name)
    return "; ".join(f"{', '.join(_ranges(targets, list(tested)))}: PTX {versions}"
                     for versions, targets in rows.items())


def _ranges(names, order):
    """Names of targets, with a range for four or more that follow each other."""
    runs = []
    for name in names:
        at = order.index(name)
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    for run in runs:
        if len(run) < 4:
            yield from (f"`{order[at]}`" for at in run)
        else:
            yield f"`{order[run[0]]}` to `{order[run[-1]]}`"


#: More patterns of names than these are not listed: the title says what they are.
_MOST_PATTERNS = 4


def _listed(names):
    patterns = collapse(names)
    return _quote(patterns if len(patterns) <= _MOST_PATTERNS else [patterns[0], "..."])


def _quote(lines):
    return [f"    {line}" for line in lines]


def _words(findings):
    """The sentences that were found as evidence, each once."""
    return list(dict.fromkeys(itertools.chain.from_iterable(finding.evidence
                                                            for finding in findings)))


def _groups(findings):
    """The findings by intrinsics that share their settings."""
    settings = {}
    for finding in findings:
        settings.setdefault(finding.variant.name, set()).add((finding.target.name, finding.ptx))
    groups = {}
    for finding in findings:
        groups.setdefault(frozenset(settings[finding.variant.name]), []).append(finding)
    return groups.values()


def _section(title, prose, findings, tested):
    yield f"### {title}"
    yield ""
    if prose:
        yield from [prose, ""]
    for group in _groups(findings):
        names = sorted({finding.variant.name for finding in group})
        yield f"{len(names)} intrinsic{'s' * (len(names) > 1)}, on {_settings(group, tested)}:"
        yield from ["", *_listed(names), ""]
    example = findings[0]
    if example.kind == FAULT:
        yield from [f"ptxas: {_words(findings)[0]}", ""]


def _rule_of(finding):
    return next((rule for rule in RULES if rule.kind == finding.kind
                 and re.search(rule.pattern, finding.variant.name)), None)


def _sections(kind, findings, tested):
    chosen = [finding for finding in findings if finding.kind == kind]
    for rule in (rule for rule in RULES if rule.kind == kind):
        found = [finding for finding in chosen if _rule_of(finding) is rule]
        if found:
            yield from _section(rule.title, rule.prose, found, tested)
    others = [finding for finding in chosen if _rule_of(finding) is None]
    if others:
        yield from _section("Others", "", others, tested)


def _figures(summary):
    rows = [
        ("accepted by both, and the same instruction", summary.same),
        ("refused by both", summary.neither),
        ("accepted by llc-22 only, and rejected by ptxas", summary.kinds[FAULT]),
        ("accepted here only, and accepted by ptxas", summary.kinds[STRICTNESS]),
        ("anything else", sum(summary.kinds[kind] for kind in FAILURES)),
        ("together", summary.total),
    ]
    yield "| Calls | |"
    yield "| --- | ---: |"
    for words, count in rows:
        yield f"| {words} | {count:,} |"


def _introduction(summary):
    comparison = summary.comparison
    tested = sorted({ptx for versions in comparison.versions.values() for ptx in versions})
    yield from ["# LLVM 22's matrix intrinsics", ""]
    yield "<!-- Generated by scripts/compare llvm-22 --docs; do not edit. -->"
    yield ""
    yield f"{VERSIONS}LLVM {summary.llvm_version} and ptxas {summary.ptxas_version}."
    yield ""
    yield (f"LLVM 22 has {len(comparison.intrinsics)} `wmma`, `mma`, `ldmatrix`, `stmatrix`, `wgmma` and `tcgen05` "
           "intrinsics. All of them are here, with the same types, immediate arguments and ranges.")
    yield ""
    yield (f"`scripts/compare llvm-22` gives {len(comparison.calls):,} calls of them, with legal operands and those next "
           f"to them, to both compilers in {summary.settings} settings: {len(summary.results)} targets and PTX versions "
           f"from {model.print_ptx(tested[0])} to {model.print_ptx(tested[-1])}. Where only one accepts a call, ptxas "
           "decides.")
    yield from ["", *_figures(summary), ""]
    yield from _only_here(comparison)
    yield ""
    yield ("These are all of the differences in these settings. How LLVM differs otherwise is in "
           "[upstream-differences.md](upstream-differences.md).")
    yield ""


def _only_here(comparison):
    count = sum(variant.name not in comparison.intrinsics for variant in comparison.model.variants)
    yield (f"LLVM 22 lacks {count:,} intrinsics that are here ([upstream-differences.md](upstream-differences.md), "
           "[catalogue.md](catalogue.md)).")


def page(summary):
    """The text of docs/llvm-22-differences.md."""
    tested = summary.comparison.versions
    return "\n".join([
        *_introduction(summary),
        "## llc-22 prints what ptxas rejects", "",
        *_sections(FAULT, summary.findings, tested),
        "## llc-22 aborts on what ptxas accepts", "",
        *_sections(STRICTNESS, summary.findings, tested),
    ]) + "\n"

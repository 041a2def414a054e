# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which kernels test the variants of a GPU, and with which immediates.

One kernel for each variant that a target has, and, except for wgmma, for each value of its sparsity
selector; of tcgen05.mma for each kind and CTA group; of tcgen05.ld and .st with and without packing.
Other immediates take turns. What tests a wmma load, multiplication or store are a
load, a multiplication and a store.
"""

import itertools
import re
from collections import Counter
from dataclasses import dataclass, field

from tctools import model

WMMA = ("wmma.mma", "wmma.load", "wmma.store")
_TESTED = (*WMMA, "mma.sync", "wgmma.mma_async", "tcgen05.mma", "tcgen05.cp", "tcgen05.ld/st",
           "ldmatrix", "stmatrix", "movmatrix")
#: Families without kernels, and why. A tcgen05.shift is tested.
_UNTESTED = {"wgmma": "it orders what is tested", "tcgen05": "it manages what is tested"}
#: Of tcgen05.ld and .st with two halves: columns between these.
_HALF_SPLIT = 256


@dataclass(frozen=True)
class Step:
    """An intrinsic of a wmma kernel, and its stride in elements; 0 without one."""
    variant: model.Variant
    stride: int = 0


@dataclass(frozen=True)
class Kernel:
    """What is tested, and how: `steps` for wmma only, by operand (a, b, c, mma, d); `immediates` by
    PTX's name."""
    variant: model.Variant
    selector: int = None
    steps: dict = field(default_factory=dict)
    immediates: dict = field(default_factory=dict)

    @property
    def name(self):
        parts = [] if self.selector is None else [f"selector{self.selector}"]
        if self.variant.family.startswith("tcgen05"):
            parts += [f"{name}{value}" for name, value in self.immediates.items()]
        return re.sub(r"\W", "_", "_".join([self.variant.short_name, *parts]))

    @property
    def variants(self):
        return [self.variant, *(step.variant for step in self.steps.values())]

    @property
    def rules(self):
        if self.variant.kind_rules:
            return [self.variant.rule_of(list(self.immediates.values()))]
        return [v.rule for v in self.variants]

    @property
    def first_ptx(self):
        return max(rule.first_ptx for rule in self.rules)

    def is_legal(self, target, ptx):
        return all(rule.is_legal(target, ptx) for rule in self.rules)

    def manifest(self):
        entry = {"kernel": self.name, "intrinsic": self.variant.name}
        if self.selector is not None:
            entry["selector"] = self.selector
        if self.immediates:
            entry["immediates"] = self.immediates
        if self.steps:
            entry["steps"] = {operand: {"intrinsic": step.variant.name, "stride": step.stride}
                              for operand, step in self.steps.items()}
        return entry


class WMMAPlans:
    """Which loads, multiplication and store test a wmma variant."""

    def __init__(self, tables):
        self.multiplications = [v for v in tables.variants if v.family == "wmma.mma"]
        self.moves = {(v.shape, v.word("mid"), v.word("ety"), v.word("rowcol"), v.word("stride")): v
                      for v in tables.variants if v.family in ("wmma.load", "wmma.store")}

    def steps(self, variant):
        matrix = variant.word("mid")
        if variant.family == "wmma.mma":
            return self._around(variant)
        if matrix in ("a", "b"):
            return {**self._around(self._multiplication(variant)), matrix: self._step(variant)}
        other = "d" if matrix == "c" else "c"
        steps = {matrix: self._step(variant),
                 other: self._move(variant.shape, other, variant.word("ety"), "row", True)}
        return {operand: steps[operand] for operand in "cd"}

    def _multiplication(self, load):
        """One of the load's shape, type and layout; without .satfinite, which later PTX lacks."""
        operand = "ab".index(load.word("mid"))
        fitting = [v for v in self.multiplications
                   if v.shape == load.shape and v.types[1 + operand] == load.word("ety")
                   and v.word(("al", "bl")[operand]) == load.word("rowcol") and not v.word("satf")]
        return min(fitting, key=lambda v: (v.rule.first_ptx, v.name))

    def _around(self, multiplication):
        """A and D with a stride, B and C without."""
        d, a, b, c = multiplication.types
        shape, word = multiplication.shape, multiplication.word
        return {"a": self._move(shape, "a", a, word("al"), True),
                "b": self._move(shape, "b", b, word("bl"), False),
                "c": self._move(shape, "c", c, "row", False),
                "mma": Step(multiplication),
                "d": self._move(shape, "d", d, "col", True)}

    def _move(self, shape, matrix, element, layout, has_stride):
        return self._step(self.moves[shape, matrix, element, layout, str(int(has_stride))])

    @staticmethod
    def _step(variant):
        """A stride is twice the length of a row (column), which keeps what wmma wants aligned."""
        m, n, k = variant.shape
        rows, columns = {"a": (m, k), "b": (k, n)}.get(variant.word("mid"), (m, n))
        length = columns if variant.word("rowcol") == "row" else rows
        return Step(variant, 2 * length if variant.word("stride") == "1" else 0)


def is_tested(variant):
    return variant.family in _TESTED or variant.word("management") == "shift"


def untested(tables):
    """Sentences on the variants without kernels."""
    families = Counter(v.family for v in tables.variants if not is_tested(v))
    for family, count in sorted(families.items()):
        yield f"no kernels of {count} variants of the family {family}: {_UNTESTED[family]}"


def wgmma_kernel(variant):
    """From one N to the next, selector and immediates take on other values."""
    turn = variant.shape[1] // 8
    selector = turn % variant.selectors if variant.selectors else None
    immediates = {}
    for name in (a.name for a in variant.immediates if a.name != "selector"):
        value = (-1 if turn % 2 else 1) if "scale" in name else turn % 2
        immediates[name.replace("_", "-")] = value
        turn //= 2
    return Kernel(variant, selector, immediates=immediates)


def tcgen05_kernels(variant, turn):
    """For each kind and CTA group; collector buffers, which change no result, and the factor of D
    take turns."""
    ranges = {a.name: range(*a.range) for a in variant.immediates}
    chosen = [n for n in ("kind", "cta_group") if n in ranges]
    for number, values in enumerate(itertools.product(*(ranges[n] for n in chosen))):
        immediates = {}
        for name, all_values in ranges.items():
            if name == "collector_usage":  # discard or fill: nothing is in the buffer to be used
                all_values = all_values[::2]
            immediates[name.replace("_", "-")] = all_values[(turn + number) % len(all_values)]
        immediates |= {n.replace("_", "-"): v for n, v in zip(chosen, values)}
        yield Kernel(variant, immediates=immediates)


def tensor_move_kernels(variant):
    """tcgen05.ld and .st with their immediates, .cp and .shift."""
    names = [a.name for a in variant.immediates]
    fixed = {"half-split-offset": _HALF_SPLIT} if "half_split_offset" in names else {}
    packing = [n for n in names if n in ("pack", "unpack")]
    for value in (0, 1) if packing else (0,):
        yield Kernel(variant, immediates=fixed | {name: value for name in packing})


def kernels_of(tables, every=1):
    """Of the families that mma-conformance can test. Of those of wgmma and tcgen05, one in `every`."""
    plans, many, few = WMMAPlans(tables), [], []
    for turn, variant in enumerate(filter(is_tested, tables.variants)):
        if variant.family == "wgmma.mma_async":
            many.append(wgmma_kernel(variant))
        elif variant.family == "tcgen05.mma":
            many += tcgen05_kernels(variant, turn)
        elif variant.family.startswith("tcgen05"):
            many += tensor_move_kernels(variant)
        elif variant.family in WMMA:
            few.append(Kernel(variant, steps=plans.steps(variant)))
        else:
            few += (Kernel(variant, selector) for selector in range(variant.selectors) or (None,))
    return many[::every] + few

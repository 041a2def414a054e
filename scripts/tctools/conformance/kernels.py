# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which kernels test the variants of a GPU, and with which immediates.

One kernel for each variant that a target has, and, but for wgmma, for each value of its sparsity
selector. Immediates of wgmma take turns. What tests a wmma load, multiplication or store are a
load, a multiplication and a store.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

from tctools import model

WMMA = ("wmma.mma", "wmma.load", "wmma.store")
_TESTED = (*WMMA, "mma.sync", "wgmma.mma_async", "ldmatrix", "stmatrix", "movmatrix")
#: Families without kernels, and why.
_UNTESTED = {"wgmma": "it orders what is tested"} | dict.fromkeys(
    ("tcgen05", "tcgen05.cp", "tcgen05.ld/st", "tcgen05.mma"), "it works on tensor memory")


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
        selector = "" if self.selector is None else f"_selector{self.selector}"
        return re.sub(r"\W", "_", self.variant.short_name) + selector

    @property
    def variants(self):
        return [self.variant, *(step.variant for step in self.steps.values())]

    @property
    def first_ptx(self):
        return max(v.rule.first_ptx for v in self.variants)

    def is_legal(self, target, ptx):
        return all(v.is_legal(target, ptx) for v in self.variants)

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


def untested(tables):
    """Sentences on the variants without kernels."""
    families = Counter(v.family for v in tables.variants if v.family not in _TESTED)
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


def kernels_of(tables, every=1):
    """Of the families that mma-conformance can test. Of wgmma's variants, one in `every`."""
    plans = WMMAPlans(tables)
    wgmma = [v for v in tables.variants if v.family == "wgmma.mma_async"]
    yield from map(wgmma_kernel, wgmma[::every])
    for variant in (v for v in tables.variants if v.family in _TESTED
                    and v.family != "wgmma.mma_async"):
        if variant.family in WMMA:
            yield Kernel(variant, steps=plans.steps(variant))
        else:
            for selector in range(variant.selectors) or (None,):
                yield Kernel(variant, selector)

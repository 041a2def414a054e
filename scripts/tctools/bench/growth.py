# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures how compile time grows with the size of a function; fails if a pass is worse than n log
n.

    scripts/bench growth [SHAPE...]    compiles each shape at two sizes, one twice the other
    scripts/bench growth --all         the same up to 16,000 calls, and against stock llc-22
    scripts/bench growth --print SHAPE N

A shape (bench/growth_shapes.py, growth_wgmma.py) is a module that is hard on some pass. What is
measured is the user time of this project's passes (-time-passes), the least of some runs; with
--all that of whole processes too. Where LLVM makes more than twice the code of twice the size, our
passes may take as many times as long. Exit code 1 if they take more than 2.3 times as long for
twice the code.
"""

import re
import resource
import sys
import tempfile
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Callable

from tctools import cli, toolchain
from tctools.bench import growth_shapes as shapes
from tctools.bench import growth_wgmma as wgmma

SHARED = ("build",)
#: Seconds that are noise, whatever the ratio.
NOISE = 0.05
SM80, SM90A, SM100A = ["-mcpu=sm_80"], ["-mcpu=sm_90a"], ["-mcpu=sm_100a", "-mattr=+ptx86"]


@dataclass
class Shape:
    make: Callable
    target: list
    size: int        # the larger of the two, for a test
    largest: int     # and by hand
    stock: Callable = None  # what stock llc can compile of the same shape

    @property
    def name(self):
        return self.make.__name__.replace("_", "-")


def _wgmma(make, size, largest):
    return Shape(make, SM90A, size, largest, partial(make, s=wgmma.Assembly))


def _mma(make, size, largest):
    return Shape(make, SM80, size, largest, make)


def _tcgen05(make, size, largest):
    return Shape(make, SM100A, size, largest)


SHAPES = [
    _wgmma(wgmma.wgmma_stages, 2000, 16000),
    _wgmma(wgmma.wgmma_fragments, 1000, 2000),
    _wgmma(wgmma.wgmma_pipeline, 1000, 2000),
    _wgmma(wgmma.wgmma_accumulators, 2000, 16000),
    _wgmma(wgmma.wgmma_in_flight, 2000, 16000),
    _wgmma(wgmma.wgmma_group, 4000, 16000),
    _wgmma(wgmma.wgmma_bare, 1000, 4000),
    _wgmma(wgmma.wgmma_blocks, 1000, 4000),
    _wgmma(wgmma.wgmma_switch, 1000, 4000),
    Shape(wgmma.wgmma_loops, SM90A, 200, 400),
    Shape(wgmma.wgmma_roles, SM90A, 8000, 16000),
    _wgmma(wgmma.wgmma_insertions, 8000, 16000),
    _wgmma(wgmma.wgmma_selects, 4000, 16000),
    _mma(shapes.mma_chain, 8000, 16000),
    _mma(shapes.mma_in_flight, 4000, 16000),
    _mma(shapes.mma_blocks, 2000, 8000),
    _mma(shapes.mma_switch, 2000, 8000),
    Shape(shapes.mma_scaled, SM100A, 2000, 4000),
    _tcgen05(shapes.tcgen05_chain, 8000, 16000),
    _tcgen05(shapes.tcgen05_loads, 2000, 16000),
    _tcgen05(shapes.tcgen05_one_wait, 2000, 16000),
    _tcgen05(shapes.tcgen05_missing_waits, 2000, 16000),
    _tcgen05(shapes.tcgen05_branches, 1000, 8000),
    _tcgen05(shapes.tcgen05_load_branches, 1000, 4000),
    _tcgen05(shapes.tcgen05_diamonds, 1000, 4000),
    _tcgen05(shapes.tcgen05_allocated_loads, 2000, 16000),
    _tcgen05(shapes.tcgen05_switch, 1000, 4000),
    _tcgen05(shapes.tcgen05_conditions, 2000, 8000),
    _tcgen05(shapes.tcgen05_descriptors, 2000, 16000),
    _tcgen05(shapes.tcgen05_kernels, 200, 2000),
    Shape(shapes.setmaxnreg_branches, SM90A, 1000, 4000),
    Shape(shapes.setmaxnreg_sums, SM90A, 4000, 16000),
]


def compile_once(llc, source, target):
    """(user seconds of our passes, of the whole process) of one compilation."""
    command = [llc, "-O3", source, "-o", source.with_suffix(".ptx"), "-time-passes", *target]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    result = toolchain.run(command)
    whole = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if result.returncode:
        raise cli.NotRun(f"{toolchain.command_line(command)} failed: {result.stderr[:300]}")
    times = re.findall(r"^\s+([\d.]+) \([^)]*\).*?(?:\s[\d.]+ \([^)]*\))\s+NVPTX [a-z].*$",
                       result.stderr, re.MULTILINE)
    return sum(map(float, times)), whole


class Case:
    """A shape of one size; its times are the least of what was seen."""

    def __init__(self, llc, make, size, target, folder):
        self.llc, self.target, self.size = llc, target, size
        self.source = Path(folder) / f"{size}.ll"
        self.source.write_text("\n".join(make(size)) + "\n", encoding="utf-8")
        self.ours = self.whole = float("inf")

    def run(self):
        ours, whole = compile_once(self.llc, self.source, self.target)
        self.ours, self.whole = min(self.ours, ours), min(self.whole, whole)

    @cached_property
    def lines(self):
        return self.source.with_suffix(".ptx").read_text(encoding="utf-8").count("\n")


def grow(llc, make, size, target, limit, tries):
    """The cases of half the size and of the size. Tried again as long as their times look as if
    they grew too much."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = (Case(llc, make, n, target, folder) for n in (size // 2, size))
        for _ in range(tries):
            small.run()
            large.run()
            if growth(small, large) <= limit:
                break
    return small, large


def growth(small, large, noise=NOISE):
    """How many times as long our passes take for twice the code."""
    return large.ours / max(small.ours, noise) * 2 / max(2, large.lines / small.lines)


def show(shape, options):
    """Measures a shape and prints a row. True if all is well."""
    llc = toolchain.built_tool("llc", options.build_dir)
    size = shape.largest if options.all else shape.size
    small, large = grow(llc, shape.make, size, shape.target, options.limit, options.tries)
    row = [shape.name, size, f"{large.ours:.2f}", f"{growth(small, large, 1e-3):.1f}"]
    if options.all:
        row += [f"{large.whole:.1f}", f"{large.whole / small.whole:.1f}", "", ""]
        if shape.stock and options.stock:
            small_stock, large_stock = grow(options.stock, shape.stock, size, shape.target,
                                            options.limit, 1)
            row[-2:] = [f"{large_stock.whole:.1f}", f"{large_stock.whole / small_stock.whole:.1f}"]
    print("| " + " | ".join(map(str, row)) + " |", flush=True)
    return growth(small, large) <= options.limit


def add_options(parser):
    add = parser.add_argument
    add("--stock", default="/usr/lib/llvm-22/bin/llc",
        help="stock llc of LLVM 22.1.8; empty for none")
    add("--all", action="store_true", help="the largest sizes, and stock llc")
    add("--limit", type=float, default=2.3, help="the largest accepted ratio (default: 2.3)")
    add("--tries", type=int, default=5,
        help="maximum number of runs for cases that seem to grow too much")
    add("--print", action="store_true", help="print a module instead; give SHAPE and its size")
    add("shapes", nargs="*", metavar="SHAPE", help=", ".join(shape.name for shape in SHAPES))


def run(options):
    known = {shape.name: shape for shape in SHAPES}
    if options.print:
        name, size = options.shapes
        print("\n".join(known[name].make(int(size))))
        return 0
    if unknown := set(options.shapes) - set(known):
        raise cli.NotRun(f"no shape is called {min(unknown)}; there are {', '.join(known)}")
    more = " llc, s | for twice n | stock llc-22, s | for twice n |" if options.all else ""
    print(f"| shape | n | our passes, s | for twice the code |{more}")
    print("| --- |" + " ---: |" * (7 if options.all else 3), flush=True)
    chosen = [known[name] for name in options.shapes] or SHAPES
    worse = [shape.name for shape in chosen if not show(shape, options)]
    for name in worse:
        print(f"growth: {name}: our passes take more than {options.limit} times as long for twice "
              "the code", file=sys.stderr)
    return int(bool(worse))

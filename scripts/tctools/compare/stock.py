# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares our llc with stock llc-22: both must print the same PTX, byte for byte.

Compiles a module with a call of every wmma, mma and ldmatrix intrinsic of LLVM 22 that a target
has, through every state space and every form of address, with both, and compares the PTX.
Optimization levels, pointer widths and PTX versions vary. Exit code 1 if any byte differs, or if
there was nothing to compare.
"""

import difflib
import shutil
from dataclasses import dataclass

from tctools import cli, compiler, llvm_records, model, work
from tctools.compare.ordinary import AS_LLVM

SHARED = ("build", "target", "jobs")
#: The last PTX version of LLVM 22.
STOCK_PTX = 90
#: Legal (ptxas says so), but stock llc-22 aborts with "Cannot select": (intrinsic, target).
STOCK_CANNOT_SELECT = {("llvm.nvvm.mma.xor.popc.m8n8k128.row.col.b1", "sm_75")}
_TRIPLE, _TRIPLE_32 = "nvptx64-nvidia-cuda", "nvptx-nvidia-cuda"


@dataclass(frozen=True)
class Setting:
    """One compilation."""
    target: model.Target
    ptx: int
    triple: str
    level: str

    def __str__(self):
        return (f"{self.target.name} PTX {model.print_ptx(self.ptx)} {self.triple.split('-')[0]} "
                f"{self.level}")


def settings(tables, quick):
    for target in tables.targets:
        if not target.in_llvm:
            continue
        for ptx in sorted({target.minimum_ptx, 64, STOCK_PTX}):
            if ptx >= target.minimum_ptx:
                yield Setting(target, ptx, _TRIPLE, "-O2")
        if not quick:
            yield Setting(target, STOCK_PTX, _TRIPLE, "-O0")
            yield Setting(target, STOCK_PTX, _TRIPLE_32, "-O2")


class Comparison:
    def __init__(self, build_dir, stock):
        self.ours, self.stock = compiler.Llc.of_build(build_dir), compiler.Llc(stock)
        self.tables = model.load(build_dir)
        known = llvm_records.intrinsics(llvm_records.load(build_dir))
        self.variants = [v for v in self.tables.variants if v.name in known]

    def compare(self, setting):
        """(functions compared, what is wrong or an empty string)."""
        target, ptx = setting.target, setting.ptx
        calls = [c for c in model.calls_of(self.variants) if c.variant.is_legal(target, ptx)
                 and (c.variant.name, target.name) not in STOCK_CANNOT_SELECT]
        module = model.module_of(calls, triple=setting.triple)
        ours = self.ours.compile(module, target, ptx, setting.level, "-verify-machineinstrs",
                                 AS_LLVM)
        stock = self.stock.compile(module, target, ptx, setting.level)
        for name, result in (("ours", ours), ("stock", stock)):
            if result.returncode:
                return 0, f"{name} failed: {result.stderr[:500]}"
        if ours.stdout == stock.stdout:
            return len(calls), ""
        lines = difflib.unified_diff(stock.stdout.splitlines(), ours.stdout.splitlines(), "stock",
                                     "ours", lineterm="", n=1)
        return len(calls), "\n".join(list(lines)[:20])


def add_options(parser):
    parser.add_argument("--stock", default="/usr/lib/llvm-22/bin/llc",
                        help="stock llc of LLVM 22.1.8")
    parser.add_argument("--quick", action="store_true", help="skip -O0 and 32-bit pointers")


def run(options):
    if not shutil.which(options.stock):
        raise cli.NotRun(f"there is no {options.stock}; install llvm-22 or name one with --stock")
    comparison, total, failed = Comparison(options.build_dir, options.stock), 0, 0
    named = {target.name for target in comparison.tables.targets_named(options.target)}
    chosen = [setting for setting in settings(comparison.tables, options.quick)
              if setting.target.name in named]
    answers = work.each(comparison.compare, chosen, options.jobs)
    for setting, (count, wrong) in zip(chosen, answers):
        total += count
        failed += bool(wrong)
        print(f"{str(setting):40} {count:5} functions  {'DIFFERENT' if wrong else 'identical'}",
              flush=True)
        if wrong:
            print(wrong)
    print(f"{total} functions in {len(chosen)} modules, {failed} modules differ")
    return 1 if failed or not total else 0

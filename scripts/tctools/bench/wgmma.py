# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares ptxas' code for Hopper main loops (bench/wgmma_kernels.py) from each compiler.

A cell says: registers in ptxas' count, bytes spilled ("B"), register copies that touch an
accumulator in the loops or, in a kernel without, between fence and wait ("mov"), and ptxas' codes
about wgmma (docs/wgmma.md).
"""

import os
import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from tctools import cli, toolchain
from tctools.bench import wgmma_kernels
from tctools.bench.wgmma_cuda import cuda
from tctools.bench.wgmma_ir import FLAVOURS, ir

SHARED = ("build",)
TARGET, PTX = "sm_90a", 80
HEADERS = toolchain.REPO_ROOT / "examples" / "cuda"

_WGMMA = re.compile(r"\bwgmma\.mma_async\S*\s+\{([^}]*)\}")
_COPY = re.compile(r"\bmov\.\w+\s+(%\w+),\s*(%\w+);")
_LABEL = re.compile(r"^\s*([$\w]+):")
_BRANCH = re.compile(r"\bbra(?:\.uni)?\s+([$\w]+);")


@dataclass
class Outcome:
    """What came of one kernel through one compiler."""
    registers: int = 0
    spilled: int = 0
    copies: int = 0
    codes: list = field(default_factory=list)
    error: str = ""

    def __str__(self):
        if self.error:
            return "refused"
        text = str(self.registers)
        text += f" {self.spilled}B" if self.spilled else ""
        text += f" {self.copies}mov" if self.copies else ""
        return " ".join((text, *self.codes))


def loop_lines(lines):
    """The numbers of the lines between a label and a branch back to it, if a wgmma is there."""
    labels, inside = {}, set()
    for number, line in enumerate(lines):
        if match := _LABEL.match(line):
            labels[match[1]] = number
        if (match := _BRANCH.search(line)) and match[1] in labels:
            loop = range(labels[match[1]], number + 1)
            if any(_WGMMA.search(lines[i]) for i in loop):
                inside.update(loop)
    return inside


def stage_lines(lines):
    """The numbers of the lines from the first fence to the last wait."""
    marks = [number for number, line in enumerate(lines)
             if re.search(r"\bwgmma\.(fence|wait_group)\.", line)]
    return range(marks[0], marks[-1]) if marks else ()


def count_copies(ptx):
    """Copies from or to an accumulator's register: in loops, or in the stage without one."""
    accumulators = {register.strip() for match in _WGMMA.finditer(ptx)
                    for register in match[1].split(",")}
    lines = ptx.splitlines()
    inside = loop_lines(lines) or stage_lines(lines)
    copies = (_COPY.search(lines[number]) for number in inside)
    return sum(1 for copy in copies if copy and accumulators & {copy[1], copy[2]})


def judge(ptxas, ptx_file, name):
    result = toolchain.assemble(ptxas, ptx_file, TARGET)
    if not result.accepted:
        return Outcome(error=result.output.strip())
    resources = result.kernels[name]
    return Outcome(resources.registers, resources.spill_stores + resources.spill_loads,
                   count_copies(Path(ptx_file).read_text(encoding="utf-8")),
                   sorted(set(re.findall(r"\((C75\d\d)\)", result.output))))


def source_of(kernel, flavour):
    """The kernel in IR of a flavour, or in CUDA C++."""
    return cuda(kernel) if flavour == "cuda" else ir(kernel, flavour)


@dataclass
class Compiler:
    """A column of the table."""
    title: str
    program: str
    source: str  # "cuda", or a flavour of IR
    level: int = 3

    def text(self, kernel):
        return source_of(kernel, self.source)

    def command(self, source, ptx_file):
        if self.source == "cuda":
            return [self.program, *toolchain.DEVICE_ONLY, f"--cuda-gpu-arch={TARGET}",
                    f"--cuda-feature=+ptx{PTX}", "-I", HEADERS, f"-O{self.level}", "-S", source,
                    "-o", ptx_file]
        return [self.program, f"-O{self.level}", f"-mcpu={TARGET}", f"-mattr=+ptx{PTX}", source,
                "-o", ptx_file]

    def run(self, kernel, ptxas, folder):
        name = f"{kernel.name}-{re.sub(r'[^a-z0-9]+', '-', self.title.lower())}"
        source = folder / f"{name}.{'cu' if self.source == 'cuda' else 'll'}"
        ptx_file = folder / f"{name}.ptx"
        source.write_text(self.text(kernel), encoding="utf-8")
        result = toolchain.run(self.command(source, ptx_file))
        if result.returncode:
            return Outcome(error=result.stderr.strip() or f"exit status {result.returncode}")
        return judge(ptxas, ptx_file, kernel.name)


def compilers(options):
    """The columns whose programs are there."""
    ours = toolchain.built_tool("llc", options.build_dir)
    if not os.access(ours, os.X_OK):
        raise cli.NotRun(f"there is no {ours}; scripts/bootstrap builds it, and --build-dir names another build")
    columns = (("ours", ours, "intrinsics"), ("ours, assembly", ours, "assembly"),
               ("clang-22, CUDA", options.clang, "cuda"),
               ("llc-22, assembly", options.stock, "assembly"))
    return [Compiler(*column, options.level) for column in columns if os.access(column[1], os.X_OK)]


def reason(text):
    """The line of a compiler's output that says what is wrong, without the place."""
    lines = text.splitlines()
    line = next((line for line in lines if re.search(r"\b(error|fatal)\b", line)), lines[0])
    return re.sub(r"in function \w+ .*?\): ", "", line)[:300]


def show(columns, ptxas, folder, kernels):
    """Prints the table, and each reason for a refusal once."""
    rows = [("kernel", "", *(column.title for column in columns))]
    errors = {}
    for kernel in kernels:
        outcomes = [column.run(kernel, ptxas, folder) for column in columns]
        rows.append((kernel.name, kernel.shape, *map(str, outcomes)))
        for column, outcome in zip(columns, outcomes):
            if outcome.error:
                errors.setdefault((column.title, reason(outcome.error)), kernel.name)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    for (title, error), name in errors.items():
        print(f"{name}, {title}: {error}")


def add_options(parser):
    add = parser.add_argument
    add("--stock", default="/usr/lib/llvm-22/bin/llc", help="stock llc of LLVM 22.1.8")
    add("--clang", default="/usr/lib/llvm-22/bin/clang++", help="stock clang++ of LLVM 22.1.8")
    add("--columns", type=int, metavar="N", help="N of all kernels")
    add("--level", type=int, default=3, choices=range(4),
        help="optimization level of the compilers")
    add("--output", metavar="DIR", help="keep sources and PTX in DIR")
    add("--print", choices=(*FLAVOURS, "cuda"), help="print one kernel's source")
    add("kernels", nargs="*", metavar="KERNEL",
        help=f"{', '.join(wgmma_kernels.KERNELS)}; default: all")


def run(options):
    known = wgmma_kernels.KERNELS
    if unknown := set(options.kernels) - set(known):
        options.error(f"no kernel is called {min(unknown)}; there are {', '.join(known)}")
    kernels = [known[name] for name in options.kernels or known]
    if options.columns:
        kernels = [wgmma_kernels.with_columns(kernel, options.columns) for kernel in kernels]
    if options.print:
        for kernel in kernels:
            print(source_of(kernel, options.print))
        return 0
    ptxas = cli.find_ptxas()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.output or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        print(f"{TARGET}, -O{options.level}, ptxas {toolchain.ptxas_version(ptxas)}")
        show(compilers(options), ptxas, folder, kernels)
    return 0

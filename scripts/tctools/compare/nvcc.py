# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares our clang++ with nvcc: registers, stack, spills and machine code.

    compare nvcc --arch sm_90a kernel.cu more.cu -- -std=c++17 -I include

compiles each file with both, assembles both with ptxas, and prints a table for each kernel. What
follows `--` goes to both compilers.
With nvdisasm the table has instructions without NOPs and those of the innermost loop with tensor
instructions; without it, the size of the code in instructions. Below it stand the instructions, of
the machine code or else of the PTX, that one compiler has more of.

The exit code is 1 if a file does not compile with clang++, or if a kernel needs more than 8 registers
more than nvcc's, has a stack or spills where nvcc's has none, or over 1.10 times its instructions.
"""

import collections
import itertools
import json
import os
import re
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from tctools import cli, toolchain

SHARED = ("build",)
_MAX_REGISTERS, _MAX_RATIO = 8, 1.10
#: Options of nvcc that clang++ has no counterpart of, and needs none; with a value of its own or "=".
_NVCC_ONLY = {"-diag-suppress", "--diag-suppress", "-Xcudafe"}

_DEMANGLE = "/usr/lib/llvm-22/bin/llvm-cxxfilt"

_PTX_ENTRY = re.compile(r"^\s*(?:\.\w+\s+)*\.entry\s+([\w$]+)")
_PTX_INSTRUCTION = re.compile(r"^\s*(?:@!?%?\w+\s+)?([a-z][\w.:]*)[\s;]")
_SASS_SECTION = re.compile(r"^\.text\.([\w$.]+):")
_SASS_LABEL = re.compile(r"^(\.L\w+):")
_SASS = re.compile(r"^\s*/\*([0-9a-f]+)\*/\s+(?:@!?U?P\w+\s+)?([A-Z][\w.]*)([^;]*);")
_TENSOR = re.compile(r"(?:[HIDBQO]?G?MMA|UTC\w*MMA)\b")


@dataclass
class Code:
    """One kernel from one compiler."""
    resources: toolchain.KernelResources
    instructions: int = 0
    loop: int = 0
    tensor: int = 0  # tensor instructions in the loop
    mix: collections.Counter = field(default_factory=collections.Counter)


def clang_flags(flags):
    """The flags as clang++ takes them, which translates most of nvcc's."""
    result, rest = [], iter(flags)
    for flag in rest:
        if flag.split("=")[0] not in _NVCC_ONLY:
            result.append(flag)
        elif "=" not in flag:
            next(rest, None)
    return result


def ptx_mixes(ptx):
    """The mnemonics of each kernel's PTX, counted; of types that only name bits the size."""
    mixes, current, depth = {}, None, 0
    for line in ptx.splitlines():
        if match := _PTX_ENTRY.match(line):
            current, depth = mixes.setdefault(match[1], collections.Counter()), 0
        elif current is not None:
            before = depth
            depth += line.count("{") - line.count("}")  # assembly has blocks of its own
            if before and not depth:
                current = None
            elif match := _PTX_INSTRUCTION.match(line):
                is_move = match[1].startswith(("ld.", "st.", "mov."))
                current[re.sub(r"\.[usf](?=\d)", ".b", match[1]) if is_move else match[1]] += 1
    return mixes


def read_sass(text):
    """{kernel: [(label or None, opcode, operands)]} of what nvdisasm -c prints."""
    kernels, current, labels = {}, None, []
    for line in text.splitlines():
        if match := _SASS_SECTION.match(line):
            current = kernels.setdefault(match[1], [])
        elif match := _SASS_LABEL.match(line):
            labels.append(match[1])
        elif current is not None and (match := _SASS.match(line)):
            current.append((tuple(labels), match[2], match[3]))
            labels = []
    return kernels


def innermost_loop(sass):
    """(instructions, tensor instructions) of the innermost loop that has most of the latter."""
    starts = {label: index for index, (labels, _, _) in enumerate(sass) for label in labels}
    loops = []
    for end, (_, opcode, operands) in enumerate(sass):
        target = re.search(r"\((\.L\w+)\)", operands) if opcode.startswith("BRA") else None
        if target and starts.get(target[1], end + 1) <= end:
            body = sass[starts[target[1]]:end + 1]
            loops.append((starts[target[1]], end, sum(1 for each in body if each[1] != "NOP"),
                          sum(1 for each in body if _TENSOR.match(each[1]))))
    loops = [loop for loop in loops if loop[3]]
    inner = [loop for loop in loops
             if not any(other is not loop and loop[0] <= other[0] and other[1] <= loop[1]
                        for other in loops)]
    best = max(inner, key=lambda loop: loop[3], default=(0, 0, 0, 0))
    return best[2], best[3]


def demangle(names):
    """{mangled: source name} of kernels, which says nothing of linkage: the mangled name of a static
    kernel differs between the compilers."""
    said = toolchain.run([_DEMANGLE, *names]).stdout.splitlines() if names else []
    return {name: re.sub(r"_INTERNAL_\w+::", "(anonymous namespace)::", text)
            for name, text in zip(names, said)}


def pair(ours, theirs):
    """[(name, our code or None, their code or None)]. Kernels whose names differ are pairs by order, if
    there are as many on both sides: nvcc names an alias where clang names what it stands for."""
    alone = [sorted(set(one) - set(other)) for one, other in ((ours, theirs), (theirs, ours))]
    renamed = dict(zip(*alone)) if len(alone[0]) == len(alone[1]) else {}
    names = [*ours, *(name for name in alone[1] if not renamed)]
    return [(name, ours.get(name), theirs.get(renamed.get(name, name))) for name in sorted(names)]


def section_sizes(readelf, cubin):
    """{kernel: bytes of its code}."""
    said = toolchain.run([readelf, "--sections", "--elf-output-style=JSON", cubin]).stdout
    sections = json.loads(said)[0]["Sections"] if said.strip() else []
    return {each["Section"]["Name"]["Name"].removeprefix(".text."): each["Section"]["Size"]
            for each in sections if each["Section"]["Name"]["Name"].startswith(".text.")}


class Comparison:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.ptxas = cli.find_ptxas()
        self.nvcc = options.nvcc or shutil.which("nvcc") or self.ptxas.with_name("nvcc")
        if not os.access(self.nvcc, os.X_OK):
            raise cli.NotRun("there is no nvcc; install a CUDA toolkit or name one with --nvcc")
        beside = self.ptxas.with_name("nvdisasm")
        self.nvdisasm = options.nvdisasm or shutil.which("nvdisasm") or (
            beside if beside.exists() else None)

    def commands(self, source, flags, ptx):
        arch = self.options.arch
        yield "clang++", [toolchain.built_tool("clang++", self.options.build_dir), "-O3",
                          "--cuda-device-only", f"--cuda-gpu-arch={arch}", "-w", *clang_flags(flags),
                          "-S", source, "-o", ptx]
        yield "nvcc", [self.nvcc, "-O3", f"-arch={arch}", *flags, "-ptx", source, "-o", ptx]

    def codes(self, ptx):
        """The kernels of a file of PTX, or what ptxas says."""
        cubin = self.folder / "k.cubin"
        result = toolchain.assemble(self.ptxas, ptx, self.options.arch, cubin)
        if not result.accepted:
            return {}, toolchain.first_lines(result.output)
        codes = {name: Code(resources) for name, resources in result.kernels.items()}
        for name, mix in ptx_mixes(ptx.read_text(encoding="utf-8")).items():
            if name in codes:
                codes[name].mix = mix
        for name, size in section_sizes(self.options.readelf, cubin).items():
            if name in codes:
                codes[name].instructions = size // 16
        if self.nvdisasm:
            for name, sass in read_sass(toolchain.run([self.nvdisasm, "-c", cubin]).stdout).items():
                if name in codes:
                    code = codes[name]
                    code.mix = collections.Counter(each[1] for each in sass if each[1] != "NOP")
                    code.instructions = code.mix.total()
                    code.loop, code.tensor = innermost_loop(sass)
        named = demangle(sorted(codes))
        return {named[name]: code for name, code in codes.items()}, ""

    def compile(self, source, flags):
        """({compiler: {kernel: Code}}, [what went wrong])."""
        codes, faults = {}, []
        for name, command in self.commands(source, flags, self.folder / "k.ptx"):
            result = toolchain.run(command)
            if result.returncode:
                said = toolchain.first_lines(result.stderr or result.stdout)
                faults.append(f"{source}: {name} fails: {said}")
                continue
            codes[name], said = self.codes(self.folder / "k.ptx")
            if said:
                faults.append(f"{source}: ptxas rejects the PTX of {name}: {said}")
        return codes, faults


def misses(ours, theirs):
    """What of the aim a kernel misses."""
    mine, other = ours.resources, theirs.resources
    if mine.registers > other.registers + _MAX_REGISTERS:
        yield f"{mine.registers - other.registers} registers more"
    if mine.stack and not other.stack:
        yield f"{mine.stack} bytes of stack"
    if mine.spill_loads and not other.spill_loads:
        yield f"{mine.spill_loads} bytes of spills are loaded"
    if theirs.instructions and ours.instructions > _MAX_RATIO * theirs.instructions:
        yield f"{ours.instructions / theirs.instructions:.2f} times the instructions"


def _row(name, code):
    used = code.resources
    loop = f"{code.loop} ({code.tensor})" if code.tensor else "–"
    return (f"  {name:8} {used.registers:9} {used.stack:6} {used.spill_stores:13} "
            f"{used.spill_loads:12} {code.instructions:13} {loop:>11}")


def _more(one, other, count=6):
    """The instructions that one kernel has more of, most first."""
    return ", ".join(f"{name} {number}" for name, number in (one.mix - other.mix).most_common(count))


def compare(kernel, ours, theirs):
    """Prints a kernel; what it misses."""
    print(f"{kernel}\n  {'':8} registers  stack  spill stores  spill loads  instructions"
          "  loop (mma)")
    print(_row("clang++", ours))
    print(_row("nvcc", theirs))
    for name, one, other in (("clang++", ours, theirs), ("nvcc", theirs, ours)):
        if more := _more(one, other):
            print(f"  more in {name}: {more}")
    missed = list(misses(ours, theirs))
    if missed:
        print(f"  missed: {'; '.join(missed)}")
    return missed


def add_options(parser):
    parser.add_argument("arguments", nargs="+", metavar="FILE",
                        help="CUDA C++ files, then -- FLAGS")
    parser.add_argument("--arch", default="sm_90a", metavar="sm_NN", help="default: sm_90a")
    parser.add_argument("--kernel", default="", metavar="REGEX", help="only these kernels")
    parser.add_argument("--nvcc", metavar="PATH")
    parser.add_argument("--nvdisasm", metavar="PATH", help="default: the one next to ptxas, if any")
    parser.add_argument("--readelf", default="/usr/lib/llvm-22/bin/llvm-readelf", metavar="PATH")


def run(options):
    files = list(itertools.takewhile(lambda text: not text.startswith("-"), options.arguments))
    flags = options.arguments[len(files):]
    failed = compared = 0
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(options, Path(folder))
        for source in files:
            codes, faults = comparison.compile(source, flags)
            failed += cli.report(faults)
            ours, theirs = codes.get("clang++", {}), codes.get("nvcc", {})
            for kernel, mine, other in pair(ours, theirs):
                if not re.search(options.kernel, kernel):
                    continue
                if mine and other:
                    compared += 1
                    failed += bool(compare(kernel, mine, other))
                elif len(codes) == 2:
                    print(f"{kernel}\n  is in the PTX of {'clang++' if mine else 'nvcc'} alone")
    print(f"{compared} kernels in {len(files)} files compared, {failed} miss the aim or failed")
    return cli.FAULTS if failed or not compared else cli.FINE

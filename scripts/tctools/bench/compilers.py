# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""This back end against stock llc-19, and llc-22 where there is one, in one run.

Prints matrix opcodes, sizes of the generated tables and of the plug-in, and the time of llc on
modules of 10,000 mma and 10,000 wmma calls. Ratios are to each of the others.
"""

import re
import sys
from itertools import cycle, islice
from pathlib import Path

from tctools import cli, model, toolchain
from tctools.bench import timing

SHARED = ("build",)
#: Tables that TableGen makes of NVPTX.td: (backend, file).
TABLES = (
    ("-gen-dag-isel", "NVPTXGenDAGISel.inc"),
    ("-gen-asm-writer", "NVPTXGenAsmWriter.inc"),
    ("-gen-instr-info", "NVPTXGenInstrInfo.inc"),
)
TARGET, PTX = "sm_80", 71


# Sizes

def cmake_cache(build_dir):
    entries = {}
    for line in (Path(build_dir) / "CMakeCache.txt").read_text(encoding="utf-8").splitlines():
        if match := re.match(r"(\w+):\w+=(.*)", line):
            entries[match[1]] = match[2]
    return entries


def stock_tables(build_dir, cache):
    """The tables of the unpatched target, made once into the build folder."""
    folder = Path(build_dir) / "bench"
    folder.mkdir(exist_ok=True)
    source = Path(cache["NVPTX_TC_LLVM_SOURCE"]) / "llvm" / "lib" / "Target" / "NVPTX"
    includes = toolchain.run(["llvm-config-19", "--includedir"]).stdout.strip()
    for backend, name in TABLES:
        if not (folder / name).exists():
            print(f"making stock's {name} ...", file=sys.stderr, flush=True)
            result = toolchain.run([cache["LLVM_TBLGEN"], backend, "-I", source, "-I", includes,
                                    source / "NVPTX.td",
                                    "-o", folder / name])
            if result.returncode:
                raise cli.NotRun(f"llvm-tblgen failed on {source}: {result.stderr[:300]}")
    return folder


def matcher_table_bytes(text):
    return int(re.search(r"Total Array size is (\d+) bytes", text)[1])


def matrix_opcodes(instr_info, known):
    """(matrix opcodes of the model, anonymous opcodes of any kind) in an instruction table."""
    opcodes = set(re.findall(r"^\s+(\w+)\s*= \d+,", instr_info, re.MULTILINE))
    return len(opcodes & known), len({o for o in opcodes if o.startswith("anonymous_")})


def show_sizes(build_dir):
    stock, ours = stock_tables(build_dir, cmake_cache(build_dir)), Path(build_dir) / "include"
    tables = (ours / "TensorCoreModel.inc").read_text(encoding="utf-8")
    known = {name.removeprefix("MMAOpcode_") for name in re.findall(r"\bMMAOpcode_\w+", tables)}
    texts = {(where, name): (folder / name).read_text(encoding="utf-8")
             for where, folder in (("ours", ours), ("stock", stock)) for _, name in TABLES}
    named, left = matrix_opcodes(texts["ours", "NVPTXGenInstrInfo.inc"], known)
    _, anonymous = matrix_opcodes(texts["stock", "NVPTXGenInstrInfo.inc"], known)
    rows = [("matrix opcodes, named", named, 0, None),
            ("matrix opcodes, anonymous", 0, anonymous - left, None)]

    def add_ratio(title, our, their):
        rows.append((title, our, their, our / their))

    add_ratio("selection matcher table, bytes",
              *(matcher_table_bytes(texts[w, "NVPTXGenDAGISel.inc"]) for w in ("ours", "stock")))
    for _, name in TABLES:
        add_ratio(f"{name}, bytes of source",
                  *(len(texts[where, name].encode()) for where in ("ours", "stock")))
    plugin = Path(build_dir) / "lib" / "libNVPTXTensorCore.so"
    rows.append((f"{plugin.name}, bytes", plugin.stat().st_size, "", None))
    print(f"{'':42} {'ours':>12} {'stock':>12}  ours/stock")
    for name, our, their, ratio in rows:
        print(f"{name:42} {our:>12} {their:>12}  {f'{ratio:.2f}' if ratio else ''}")


# Times

class MainLoop:
    """A function like the unrolled main loop of a GEMM: each multiplication has fragments of its
    own, loaded from shared memory, and accumulates into the result of the one before."""

    def __init__(self, multiply, load_a, load_b):
        self.multiply, self.loads = multiply, (load_a, load_b)

    def declarations(self):
        yield (f"declare {self.multiply.result} "
               f"@{self.multiply.name}({', '.join(self.multiply.registers_in)})")
        for load in self.loads:
            yield f"declare {load.result} @{load.name}.p3(ptr addrspace(3))"

    def _fragment(self, load, step, letter):
        """The lines that load a fragment, and its registers as operands."""
        name = f"%{letter}{step}"
        lines = [f"  {name}p = getelementptr i8, ptr addrspace(3) %{letter}, i32 {step * 512}",
                 f"  {name} = call {load.result} @{load.name}.p3(ptr addrspace(3) {name}p)"]
        if len(load.results) == 1:
            return lines, [f"{load.result} {name}"]
        lines += [f"  {name}_{i} = extractvalue {load.result} {name}, {i}"
                  for i in range(len(load.results))]
        return lines, [f"{kind} {name}_{i}" for i, kind in enumerate(load.results)]

    def function(self, name, steps):
        result, fragment = self.multiply.result, self.multiply.results
        accumulator = [f"{kind} %c{i}" for i, kind in enumerate(fragment)]
        lines = [f"define {result} @{name}(ptr addrspace(3) %a, ptr addrspace(3) %b, "
                 f"{', '.join(accumulator)}) {{"]
        for step in range(steps):
            operands = []
            for load, letter in zip(self.loads, "ab"):
                loading, registers = self._fragment(load, step, letter)
                lines += loading
                operands += registers
            lines.append(f"  %d{step} = call {result} "
                         f"@{self.multiply.name}({', '.join(operands + accumulator)})")
            lines += [f"  %d{step}_{i} = extractvalue {result} %d{step}, {i}"
                      for i in range(len(fragment))]
            accumulator = [f"{kind} %d{step}_{i}" for i, kind in enumerate(fragment)]
        return [*lines, f"  ret {result} %d{steps - 1}", "}"]


def main_loops(tables, family):
    """A main loop for each multiplication of the family that accumulates, with loads that fit."""
    target = tables.target(TARGET)
    loads = [v for v in tables.variants if v.family == LOADS[family]
             and not v.registers_in and v.is_legal(target, PTX)]

    def load_of(kinds):
        return next((load for load in loads if load.results == kinds), None)

    for v in tables.variants:
        size, operands = len(v.results), v.registers_in
        if v.family != family or not v.is_legal(target, PTX) or operands[-size:] != v.results:
            continue
        a_size = v.registers["A"]
        a, b = load_of(operands[:a_size]), load_of(operands[a_size:-size])
        if a and b:
            yield MainLoop(v, a, b)


def make_module(tables, family, calls, steps=100):
    """A module with that many multiplications."""
    loops = list(main_loops(tables, family))
    lines = ['target triple = "nvptx64-nvidia-cuda"',
             *dict.fromkeys(d for loop in loops for d in loop.declarations())]
    for number, loop in enumerate(islice(cycle(loops), calls // steps)):
        lines += loop.function(f"f{number}", steps)
    return "\n".join(lines) + "\n"


#: The family that loads what a family multiplies.
LOADS = {"mma.sync": "ldmatrix", "wmma.mma": "wmma.load"}


def add_options(parser):
    timing.add_options(parser)
    parser.add_argument("--stock", default="/usr/lib/llvm-19/bin/llc",
                        help="stock llc of LLVM 19.1.7")


def run(options):
    compilers = {"ours": timing.our_llc(options.build_dir), "llc-19": options.stock}
    show_sizes(options.build_dir)
    tables = model.load(options.build_dir)
    if Path(options.newer).exists():
        compilers["llc-22"] = options.newer
    for title, family in (("mma", "mma.sync"), ("wmma", "wmma.mma")):
        module = make_module(tables, family, options.calls)
        what = f"{title} calls, each with its two loads"
        timing.show(compilers, module, tables.target(TARGET), PTX, what, options)
    return 0

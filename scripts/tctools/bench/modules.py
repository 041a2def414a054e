# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules in LLVM IR to compile for their time: from one call to 10,000, and 200 kernels.

Each is for one target, and says which compilers can compile it.
"""

from dataclasses import dataclass
from itertools import cycle, islice

from tctools import model

TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'
#: The family that loads what a family multiplies.
_LOADS = {"mma.sync": "ldmatrix", "wmma.mma": "wmma.load"}
#: Multiplications in a function of a module of calls.
_STEPS = 100
_ADVANCE = 2  # of a matrix descriptor, in units of 16 bytes


@dataclass(frozen=True)
class Module:
    name: str
    text: str
    target: str
    ptx: int
    is_stock: bool = True  # stock llc-22 has its instructions
    is_divided: bool = False  # it has many functions, which can be compiled in parallel


# Calls of one family

class _MainLoop:
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

    def function(self, name, steps, convention=""):
        result, fragment = self.multiply.result, self.multiply.results
        accumulator = [f"{kind} %c{i}" for i, kind in enumerate(fragment)]
        lines = [f"define {convention}{result} @{name}(ptr addrspace(3) %a, ptr addrspace(3) %b, "
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


def _main_loops(tables, family, target, ptx):
    """A main loop for each multiplication of the family that accumulates, with loads that fit."""
    loads = [v for v in tables.variants if v.family == _LOADS[family]
             and not v.registers_in and v.is_legal(target, ptx)]

    def load_of(kinds):
        return next((load for load in loads if load.results == kinds), None)

    for v in tables.variants:
        size, operands = len(v.results), v.registers_in
        if v.family != family or not v.is_legal(target, ptx) or operands[-size:] != v.results:
            continue
        a_size = v.registers["A"]
        a, b = load_of(operands[:a_size]), load_of(operands[a_size:-size])
        if a and b:
            yield _MainLoop(v, a, b)


def _main_loop_module(tables, name, family, calls, target="sm_80", ptx=71):
    """A module with that many multiplications, each with the loads of its two fragments."""
    loops = list(_main_loops(tables, family, tables.target(target), ptx))
    lines = list(dict.fromkeys(d for loop in loops for d in loop.declarations()))
    for number, loop in enumerate(islice(cycle(loops), max(1, calls // _STEPS))):
        lines += loop.function(f"f{number}", min(calls, _STEPS))
    return Module(name, TRIPLE + "\n".join(lines) + "\n", target, ptx)


def _tcgen05_calls(tables, target, ptx):
    """One call of each intrinsic and kind that is legal there. The scale vectors that are written
    are ours alone."""
    common = [v for v in tables.variants
              if v.family == "tcgen05.mma" and ".scale_vec." not in v.name]
    chosen = {}
    for call in model.calls_of(common):
        if call.is_legal(target, ptx):
            chosen.setdefault((call.variant.name, call.named_values.get("kind")), call)
    return list(chosen.values())


def _tcgen05_function(call, name):
    kinds = [(i, kind) for i, (kind, value) in enumerate(call.operands()) if value is None]
    descriptors = [i for i, kind in kinds[:3] if kind == "i64"]
    lines = [f"define void @{name}({', '.join(f'{kind} %a{i}' for i, kind in kinds)}) {{"]
    for step in range(_STEPS):
        lines += [f"  %d{step}_{i} = add i64 %a{i}, {step * _ADVANCE}" for i in descriptors]
        operands = [f"{kind} " + (f"%d{step}_{i}" if i in descriptors else f"%a{i}" if value is None
                                  else str(value)) for i,
                                  (kind, value) in enumerate(call.operands())]
        lines.append(f"  call void @{call.callee}({', '.join(operands)})")
    return "\n".join([*lines, "  ret void", "}", ""])


def _tcgen05_module(tables, calls, target="sm_100a", ptx=86):
    """A module with that many tcgen05.mma, each with its two matrix descriptors."""
    chosen = _tcgen05_calls(tables, tables.target(target), ptx)
    functions = islice(cycle(chosen), max(1, calls // _STEPS))
    text = "".join([TRIPLE, *dict.fromkeys(call.ir().declaration() for call in chosen),
                    *(_tcgen05_function(call, f"f{n}") for n, call in enumerate(functions))])
    return Module("tcgen05.mma", text, target, ptx, is_stock=False)


# Other shapes

def _small():
    """One mma in one kernel: what a start costs."""
    half, result = "<2 x half>", "{ float, float, float, float }"
    name = "@llvm.nvvm.mma.m16n8k16.row.col.f32.f32"
    halves = ", ".join([f"{half} %a"] * 4 + [f"{half} %b"] * 2)
    return Module("small", f"""{TRIPLE}
declare {result} {name}({', '.join([half] * 6 + ['float'] * 4)})
define ptx_kernel void @kernel(ptr addrspace(1) %p, {half} %a, {half} %b, float %c) {{
  %d = call {result} {name}({halves}, {', '.join(['float %c'] * 4)})
  %d0 = extractvalue {result} %d, 0
  store float %d0, ptr addrspace(1) %p
  ret void
}}
""", "sm_80", 71)


def _kernels(tables, count, target="sm_80", ptx=71):
    """Kernels that call a device function and read a constant, each with a short main loop."""
    loops = list(_main_loops(tables, "mma.sync", tables.target(target), ptx))
    lines = list(dict.fromkeys(d for loop in loops for d in loop.declarations()))
    lines += ["@scale = addrspace(4) constant float 2.0",
              "define float @scaled(float %x) noinline {",
              "  %s = load float, ptr addrspace(4) @scale",
              "  %y = fmul float %x, %s",
              "  ret float %y",
              "}"]
    for number, loop in enumerate(islice(cycle(loops), count)):
        fragment = loop.multiply.results
        parameters = ", ".join(f"{kind} %c{i}" for i, kind in enumerate(fragment))
        lines += loop.function(f"tile{number}", 20, "internal ")
        lines += [f"define ptx_kernel void @kernel{number}(ptr addrspace(1) %p, float %x, "
                  f"ptr addrspace(3) %a, ptr addrspace(3) %b, {parameters}) {{",
                  f"  %d = call {loop.multiply.result} @tile{number}(ptr addrspace(3) %a, "
                  f"ptr addrspace(3) %b, {parameters})",
                  "  %y = call float @scaled(float %x)",
                  f"  store {loop.multiply.result} %d, ptr addrspace(1) %p",
                  "  %q = getelementptr i8, ptr addrspace(1) %p, i64 64",
                  "  store float %y, ptr addrspace(1) %q",
                  "  ret void",
                  "}"]
    return Module(f"{count} kernels", TRIPLE + "\n".join(lines) + "\n", target, ptx, is_divided=True)


def make(tables, calls):
    """All modules; `calls` is the number of calls of each of the three families."""
    return [_small(),
            _main_loop_module(tables, "mma", "mma.sync", calls),
            _main_loop_module(tables, "wmma", "wmma.mma", calls),
            _tcgen05_module(tables, calls),
            _kernels(tables, max(2, calls // 50))]

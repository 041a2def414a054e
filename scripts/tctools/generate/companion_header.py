# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nvptx_tensorcore_intrinsics.inc: each companion as a device function.

The functions have the intrinsics' names with underscores, and are overloaded where one stands for
pointers to several address spaces. `generate companion-calls` prints CUDA C++ that calls each.
"""

from tctools import ir, model
from tctools.generate import declarations
from tctools.generate.cuda_header import text

FILE = "nvptx_tensorcore_intrinsics.inc"

#: Structures of results by their types.
_STRUCTURES = {("i32", "i1"): "Election", ("i32", "i32", "i32"): "CTAIndex",
               ("i1", "i1"): "PhaseReport", ("i1", "i1", "i16"): "PhaseReportValue"}
_TYPES = {
    "i1": "bool", "i8": "unsigned char", "double": "double", "<2 x float>": "Vector<float, 2>",
    **{f"<{n} x i32>": f"Vector<unsigned, {n}>" for n in (2, 4, 8, 16, 32, 64, 128)},
    "i16": "unsigned short", "i32": "unsigned", "i64": "__UINT64_TYPE__",
    "i128": "unsigned __int128", "half": "_Float16", "bfloat": "__bf16", "float": "float",
    "<2 x half>": "Vector<_Float16, 2>", "<2 x bfloat>": "Vector<__bf16, 2>",
    "<4 x float>": "Vector<float, 4>", "<4 x i8>": "Vector<char, 4>", "ptr": "void *",
    **{f"ptr addrspace({space})": f"{name}Pointer" for space, name in (
        (1, "Global"), (3, "Shared"), (4, "Constant"), (5, "Local"), (7, "Cluster"),
        (101, "Parameter"))}}
_CALLS_HEAD = '''#include "nvptx_tensorcore_intrinsics.h"
using namespace nvptx_tensorcore;
using namespace intrinsics;
#define KERNEL extern "C" __attribute__((global, launch_bounds(128, 1)))
__attribute__((shared, aligned(128), unused)) static char shared[256];
'''


class Function:
    """A companion, for one address space if its pointer may have several."""

    def __init__(self, companion, forms, pointer=None, space=None):
        self.companion, self.forms, self.pointer, self.space = companion, forms, pointer, space
        self.name = companion.short_name.replace(".", "_")
        self.suffix = "" if space is None else f".p{space}"
        self.kinds = [ir.pointer(space) if a.type == "ptr*" else a.type
                      for a in companion.arguments]
        self.types = [_TYPES[kind] for kind in self.kinds]

    @property
    def result(self):
        results = self.companion.results
        if len(results) < 2:
            return _TYPES[results[0]] if results else "void"
        return (_STRUCTURES.get(results)
                or f"Compressed<{_TYPES[results[0]]}, {_TYPES[results[1]]}>")

    def declaration(self):
        return (f"NVPTX_TENSORCORE_INTRINSIC {self.result} {self.name}({self._parameters()}) "
                f'asm("{self.companion.name}{self.suffix}");\n')

    def _parameters(self):
        return ", ".join(f"{kind} {a.name}" for kind, a in zip(self.types, self.companion.arguments))

    def sources(self):
        """Where it is legal, and the section that says so."""
        places = {(rule.text, model.print_ptx(rule.first_ptx), rule.source)
                  for rule in (form.rules[0] for form in self.forms)}
        return "; ".join(f"{source}; {targets}" for targets, _, source in sorted(places))

    def first_values(self):
        """Values of the immediates that some form has, in the address space."""
        form = next(f for f in self.forms if self.space is None
                    or self.space in f.choices[self.pointer])
        return {name: values[0] for name, values in form.choices.items()}

    def call(self):
        """A kernel that stores what the function returns."""
        values, arguments = self.first_values(), self.companion.arguments
        given = {a.name: "(SharedPointer)shared" for kind, a in zip(self.types, arguments)
                 if kind == "SharedPointer"}
        # ptxas 13.0 crashes on sm_80 to sm_89 where mbarrier.test_wait has its state straight from
        # a kernel's parameter.
        given |= {"state": "*(const __UINT64_TYPE__ *)out"}
        # It refuses prefetch.const of a kernel's parameter that says that it is constant memory.
        given |= {a.name: "*(const ConstantPointer *)out" for kind, a in zip(self.types, arguments)
                  if kind == "ConstantPointer"}
        given |= {a.name: str(values[a.name]) for a in arguments if a.is_immediate}
        parameters = ["void *out", *(f"{kind} {a.name}" for kind, a in zip(self.types, arguments)
                                     if a.name not in given)]
        call = f"intrinsics::{self.name}({', '.join(given.get(a.name, a.name) for a in arguments)})"
        body = f"{call};" if self.result == "void" else f"*({self.result} *)out = {call};"
        return (f"KERNEL void k_{self.name}{self.suffix.replace('.p', '_')}"
                f"({', '.join(parameters)}) {{ {body} }}\n")

    def expected(self):
        """(result, arguments) of the declaration in clang's IR, where a bool in a structure has
        8 bits."""
        results = self.companion.results
        if len(results) > 1:
            results = ["i8" if kind == "i1" else kind for kind in results]
        return ir.result_type(results), ", ".join(self.kinds)


def functions_of(tables, target=None, ptx=None):
    """All functions, or those that a target has in a PTX version (the newest)."""
    forms = [f for f in tables.forms
             if not target or f.is_legal(target, ptx or tables.newest_ptx)]
    for companion in tables.companions:
        mine = [form for form in forms if form.companion is companion]
        pointer = next((a.name for a in companion.arguments if a.type == "ptr*"), None)
        spaces = sorted({space for f in mine
                         for space in f.choices[pointer]}) if pointer else [None]
        yield from (Function(companion, mine, pointer, space) for space in spaces if mine)


def write_calls(tables, target=None, ptx=None):
    """A kernel for each function."""
    return _CALLS_HEAD + "".join(f.call() for f in functions_of(tables, target, ptx))


def wrong_declarations(tables, code):
    """What is wrong with the declarations of clang's IR: names and signatures."""
    expected = {f.companion.name + f.suffix: f.expected() for f in functions_of(tables)}
    found = declarations.declared(code)
    return declarations.differences({name: found.get(name) for name in expected}, expected)


def write_generated(tables):
    parts, last = [], None
    for function in functions_of(tables):
        source = function.sources()
        if source != last:
            parts.append(f"\n// {source}\n")
        last = source
        parts.append(function.declaration())
    return text.generated("*.td", "".join(parts).strip("\n"))

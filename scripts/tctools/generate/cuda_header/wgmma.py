# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated part of nvptx_tensorcore_wgmma.h: a macro over N for each combination of types.

Also calls of the functions, for tests.
"""

import re

from tctools import model
from tctools.generate.cuda_header import text

FILE = "nvptx_tensorcore_wgmma.inc"
TABLE = "WGMMA.td"

#: The macro that stands for a row of the table.
_ROW = "NVPTX_TENSORCORE_ROW"
#: The type of an accumulator's elements, by D, and how an overloaded intrinsic's name writes it.
_CXX_ELEMENTS = {"f16": ("_Float16", "f16"), "f32": ("float", "f32"), "s32": ("int", "i32")}
_CXX_TYPES = {"i64": "MatrixDescriptor", "<4 x i32>": "WGMMAFragmentA", "i32": "int", "i1": "bool"}


# The model, row by row

def is_sparse(variant):
    return ".mma_async.sp." in variant.name


def variants_of(tables):
    return [variant for variant in tables.variants if variant.family == "wgmma.mma_async"]


def rows_of(tables):
    """{(D, A, B): its variants}, in the order of the model's names."""
    rows = {}
    for variant in variants_of(tables):
        rows.setdefault(variant.types[:3], []).append(variant)
    return rows


def calls_of(tables):
    """One of each: immediates do not change the intrinsic."""
    return [next(model.calls_of([variant])) for variant in variants_of(tables)]


def function_of(variant):
    return ("sparse" if is_sparse(variant) else "dense") + ("Saturated" if variant.word("satf")
                                                            else "")


def columns_of(row):
    return sorted({variant.shape[1] for variant in row})


# The header

def list_columns(columns, macro):
    """A macro's expansion for each of them."""
    lines = [columns[i:i + 8] for i in range(0, len(columns), 8)]
    return [" ".join(f"{macro}({n})" for n in line) for line in lines]


def declare(variant):
    """The declaration of a variant's intrinsic, N a macro's parameter."""
    types = ["Accumulator", *(_CXX_TYPES[a.type] for a in variant.arguments[1:])]
    before, after = re.fullmatch(rf"(.*\.m64n){variant.shape[1]}(k.*)", variant.name).groups()
    return ("NVPTX_TENSORCORE_INTRINSIC static Accumulator "
            f"{function_of(variant)}({', '.join(types)}) "
            f'asm("{before}" #N "{after}");')


def write_row(types, row):
    """All multiplications of some types: a macro, and its expansions."""
    columns = columns_of(row)
    first = [variant for variant in row if variant.shape[1] == columns[0]]
    for n in columns:  # one declaration stands for all N
        declarations = {declare(v) for v in row if v.shape[1] == n}
        assert declarations == {declare(v)
                                for v in first}, f"{types}: N {n} is unlike N {columns[0]}"
    first.sort(key=lambda v: (is_sparse(v), bool(v.word("satf")), v.name))
    immediates = {a.name for variant in first for a in variant.immediates}
    depth = next(variant.shape[2] for variant in first if not is_sparse(variant))
    traits = [str(depth),
              *("true" if name in immediates else "false"
                for name in ("imm_scale_a", "imm_trans_a")),
              str(max(variant.selectors for variant in first)),
              "true" if any(variant.word("satf") for variant in first) else "false"]
    sources = "; ".join(dict.fromkeys(variant.rule.source for variant in first))
    name = f"NVPTX_TENSORCORE_COLUMNS_{len(columns)}"
    body = [f"template <> struct WGMMACalls<N, {', '.join(types)}> : WGMMATraits<N, {types[0]}, "
            f"{', '.join(traits)}> {{",
            *(f"  {declare(variant)}" for variant in first), "};"]
    return (f"// {types[0]} += {types[1]} * {types[2]} on {first[0].rule.text}: {sources}\n"
            + text.write_macro(f"{_ROW}(N)", body) + f"{name}({_ROW})\n#undef {_ROW}\n")


def write_waits(element, sizes):
    """Waits that hand vectors of an element type on."""
    cxx, suffix = _CXX_ELEMENTS[element]
    name = "llvm.nvvm.wgmma.wait_group.sync.aligned"
    label = f'.v" #SIZE "{suffix}'
    body = [f"template <> struct WGMMAWait<{cxx}, SIZE> {{",
            f"  using Value = Vector<{cxx}, SIZE>;",
            '  NVPTX_TENSORCORE_INTRINSIC static Value wait(long long, '
            f'Value) asm("{name}{label}");',
            '  NVPTX_TENSORCORE_INTRINSIC static Two<Value> wait(long long, Value, '
            f'Value) asm("{name}{label}{label}");',
            "};"]
    return text.write_macro(f"{_ROW}(SIZE)",
                            body) + f"NVPTX_TENSORCORE_SIZES_{len(sizes)}({_ROW})\n#undef {_ROW}\n"


def write_generated(tables):
    rows = rows_of(tables)
    columns = {len(columns_of(row)): columns_of(row) for row in rows.values()}
    parts = ["// The values of N.\n"]
    parts += [text.write_macro(f"NVPTX_TENSORCORE_COLUMNS_{count}(ROW)",
                               list_columns(list_, "ROW")) for count,
                               list_ in sorted(columns.items())]
    parts += ["\n" + write_row(types, row) for types, row in rows.items()]
    sizes = {types[0]: [n // 2 for n in columns_of(row)] for types, row in rows.items()}
    parts += ["\n// wgmma.wait_group with values, by the element type and size of an "
              "accumulator.\n"]
    parts += [text.write_macro(f"NVPTX_TENSORCORE_SIZES_{count}(ROW)",
                               list_columns([n // 2 for n in list_], "ROW"))
              for count, list_ in sorted(columns.items())]
    parts += [write_waits(element, found) for element, found in sizes.items()]
    parts += ["\n",
              *(f"#undef NVPTX_TENSORCORE_{what}_{count}\n" for what in ("COLUMNS", "SIZES")
                for count in sorted(columns))]
    return text.generated(TABLE, "".join(parts).rstrip("\n"))


# Calls of it, for tests

def write_call(call):
    """A kernel that reads an accumulator, multiplies, waits, and writes it."""
    variant = call.variant
    d, a, b = variant.types[:3]
    method = "mma_async" + ("_sp" if is_sparse(variant) else "") + ("_satfinite"
                                                                    if variant.word("satf") else "")
    in_registers = variant.name.endswith(".v4i32")
    source = "MMA::FragmentA{x, x, x, x}" if in_registers else "a"
    metadata = "x, " if is_sparse(variant) else ""
    return (f"KERNEL void {call.function}(void *p, MatrixDescriptor a, MatrixDescriptor b, "
            f"unsigned x, bool s) {{\n"
            f"  using MMA = wgmma<{variant.shape[1]}, {d}, {a}, {b}>;\n"
            "  MMA::Accumulator &memory = ((MMA::Accumulator *)p)[__nvvm_read_ptx_sreg_tid_x()], "
            "d = memory;\n"
            f"  wgmma_fence();\n  d = MMA::{method}(d, {source}, b, {metadata}s);\n"
            "  wgmma_commit_group();\n  wgmma_wait_group<0>(d);\n  memory = d;\n}\n")

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated part of nvptx_tensorcore_mma.h: a row for each mma.sync, mma.sp and block-scaled mma of
the model, by shape and types, with its intrinsics and fragment layouts; and calls of them for tests.
Standard library only.
"""

import re

import cuda_header_text as text
import variants
from cuda_header_layouts import registers_of

HEADER = "nvptx_tensorcore_mma.h"
TABLE = "MMA*.td"

#: Forms of a multiplication, by what a row says besides shape and types: the function in the header's
#: table, the method that calls it.
_FORMS = {
    # sparsity, modifier
    ("", ""): ("plain", "mma"),
    ("", ".satfinite"): ("saturated", "mma_satfinite"),
    ("", ".and.popc"): ("andPopc", "mma_and_popc"),
    ("", ".xor.popc"): ("xorPopc", "mma_xor_popc"),
    ("", ".kind::f8f6f4"): ("kindF8F6F4", "mma_f8f6f4"),
    ("", ".rn"): ("roundedRN", "mma<Rounding::rn>"),
    ("", ".rz"): ("roundedRZ", "mma<Rounding::rz>"),
    ("", ".rm"): ("roundedRM", "mma<Rounding::rm>"),
    ("", ".rp"): ("roundedRP", "mma<Rounding::rp>"),
    (".sp", ""): ("plain", "mma"),
    (".sp", ".satfinite"): ("saturated", "mma_satfinite"),
    (".sp::ordered_metadata", ""): ("ordered", "mma_ordered"),
    (".sp::ordered_metadata", ".satfinite"): ("orderedSaturated", "mma_ordered_satfinite"),
    (".sp::ordered_metadata", ".kind::f8f6f4"): ("orderedKindF8F6F4", "mma_ordered_f8f6f4"),
}
_FLAGS = {"plain": "Plain", "saturated": "Saturated", "andPopc": "AndPopc", "xorPopc": "XorPopc", "kindF8F6F4": "KindF8F6F4",
          "roundedRN": "Rounded", "roundedRZ": "Rounded", "roundedRM": "Rounded", "roundedRP": "Rounded", "ordered": "Ordered",
          "orderedSaturated": "OrderedSaturated", "orderedKindF8F6F4": "OrderedKindF8F6F4"}
_TYPES = ("f64", "f32", "tf32", "f16", "bf16", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1", "s32", "s8", "u8", "s4", "u4", "b1")


def variants_of(model):
    return [v for v in model.variants if v.family == "MMA" and not v.is_rejected]


def calls_of(model):
    return list(variants.calls_of(variants_of(model)))


def is_scaled(variant):
    return variant.scale_count > 0


def is_sparse(variant):
    return bool(variant.word("Sparsity"))


def form_of(variant):
    """(function in the table, method) of a variant."""
    if is_scaled(variant):
        return "plain", "mma"
    modifier = ".satfinite" if variant.is_saturated else variant.word("Operation") or variant.word("Rounding") or variant.word("Kind")
    return _FORMS[variant.word("Sparsity"), modifier]


def spelled_shape(variant):
    m, n, k = variant.shape
    return f"m{m}n{n}k{k}"


# --------------------------------------------------------------------------------------
# The header
# --------------------------------------------------------------------------------------

def scale_vector(variant):
    """1, 2 or 4 where the name says .scale_vec::1X, …; else 0."""
    return int((re.search(r"\d", variant.word("Scales")) or ["0"])[0])


def key_of(variant):
    """(class template of the table, its arguments)."""
    d, a, b, c = variant.types
    if is_scaled(variant):
        kind = variant.word("Kind").removeprefix(".kind::")
        name = "SparseBlockScaleCalls" if is_sparse(variant) else "BlockScaleCalls"
        return name, (f"Kind::{kind}", a, b, variant.word("ScaleType").removeprefix("."), str(scale_vector(variant)))
    shape = tuple(map(str, variant.shape))
    if is_sparse(variant):
        return "SparseMMACalls", (*shape, d, a, b, c)
    return "MMACalls", (*shape, d, a, b, c, *(f"{layout}_major" for layout in variant.layouts))


def rows_of(found):
    """{key: its variants}, dense, sparse and block-scaled ones, each by types and shape."""
    rows = {}
    for variant in found:
        rows.setdefault(key_of(variant), []).append(variant)
    tables = ("MMACalls", "SparseMMACalls", "BlockScaleCalls", "SparseBlockScaleCalls")

    def order(item):
        (name, _), (first, *_) = item
        d, a, b, c = first.types
        return tables.index(name), *(_TYPES.index(kind) for kind in (a, b, d, c)), first.shape, item[0]

    return dict(sorted(rows.items(), key=order))


def register_types(variant):
    """C++ types of the registers of D, A, B, C."""
    counts = registers_of(variant)
    arguments = list(variant.arguments)
    parts = {"A": arguments[:counts["A"]], "B": arguments[counts["A"]:counts["A"] + counts["B"]],
             "C": arguments[counts["A"] + counts["B"]:][:counts["C"]], "D": list(variant.fragment)}
    kinds = {operand: text.cxx_type(found[0]) for operand, found in parts.items()}
    for operand in "CD":
        if kinds[operand] == "unsigned":
            kinds[operand] = "int"
    return {operand: (kinds[operand], counts[operand]) for operand in "DABC"}


def declare(variant, function):
    types = register_types(variant)
    arguments = [kind for operand in "ABC" for kind in [types[operand][0]] * types[operand][1]]
    arguments += ["unsigned", "unsigned"] if variant.selectors else []
    arguments += ["unsigned", "unsigned short", "unsigned short"] * 2 if is_scaled(variant) else []
    kind, count = types["D"]
    result = kind if count == 1 else f"{text._TUPLES[count]}<{kind}>"
    return text.declare(variant.name, result, function, arguments)


def write_row(key, row, layouts):
    name, arguments = key
    first = row[0]
    types = register_types(first)
    operands = [f"Operand<{kind}, {count}, {layouts.of(first, operand).name}>" for operand, (kind, count) in types.items()]
    forms = " | ".join(dict.fromkeys(_FLAGS[form_of(variant)[0]] for variant in row))
    extra = [f", {first.selectors}, {layouts.of(first, 'Metadata').name}"] if first.selectors else [", 0, void"] if is_scaled(first) else []
    if is_scaled(first):
        m, n, k = first.shape
        scales = ", ".join(layouts.of(first, operand).name for operand in ("ScaleA", "ScaleB"))
        base = f"BlockScaleTraits<{k}, {first.scale_count}, {scales}, {', '.join(operands)}{extra[0]}>"
    else:
        base = f"MMATraits<{', '.join(operands)}, {forms}{''.join(extra)}>"
    lines = [f"template <> struct {name}<{', '.join(arguments)}> : {base} {{"]
    lines += [f"  {declare(v, form_of(v)[0])} // {v.target_text}, PTX ISA {v.first_ptx // 10}.{v.first_ptx % 10}" for v in row]
    return "\n".join([*lines, "};"])


def summarize(rows, name):
    """What there is, in words: shapes, then types as products of sets where they are."""
    shapes = {}
    for (table, arguments), (first, *_) in rows.items():
        if table == name:
            shapes.setdefault(first.types, []).append(spelled_shape(first))
    groups = {}
    for (d, a, b, c), found in shapes.items():
        groups.setdefault((d, c, tuple(dict.fromkeys(found))), set()).add((a, b))
    words = []
    for (d, c, found), pairs in groups.items():
        for left, right in _products(pairs):
            types = [d, text.vary(left, _TYPES), text.vary(right, _TYPES), c]
            words.append(f"{', '.join(types)}: {', '.join(found)}; ")
    return [*words[:-1], words[-1].removesuffix("; ")]


def _products(pairs):
    """Sets of pairs as products of sets: all with the same partners together."""
    partners = {}
    for a, b in sorted(pairs, key=lambda pair: (_TYPES.index(pair[0]), _TYPES.index(pair[1]))):
        partners.setdefault(a, []).append(b)
    merged = {}
    for a, found in partners.items():
        merged.setdefault(tuple(found), []).append(a)
    return [(left, right) for right, left in merged.items()]


def write_generated(model, layouts):
    rows = rows_of(variants_of(model))
    named = {}
    for (table, _), (first, *_) in rows.items():
        operands = "DABC" if not is_scaled(first) else ["D", "A", "B", "C", "ScaleA", "ScaleB"]
        for operand in [*operands, *(["Metadata"] if first.selectors else [])]:
            layout = layouts.of(first, operand)
            named[layout.name] = layout.text
    parts = ["// Who holds what.\n", *(f"using {name} = {what};\n" for name, what in sorted(named.items()))]
    for table, macro in (("MMACalls", "MMA"), ("SparseMMACalls", "MMA_SP")):
        parts += ["\n// Types D, A, B, C and shapes.\n", text.write_sentence(f"NVPTX_TENSORCORE_{macro}_SHAPES", summarize(rows, table))]
    parts += ["\n" + write_row(key, row, layouts) + "\n" for key, row in rows.items()]
    return text.enclose(TABLE, "".join(parts))


# --------------------------------------------------------------------------------------
# Calls, for tests
# --------------------------------------------------------------------------------------

def class_of(variant):
    """The class of the header that a user names."""
    name, arguments = key_of(variant)
    names = {"MMACalls": "mma_sync", "SparseMMACalls": "mma_sp", "BlockScaleCalls": "mma_block_scale",
             "SparseBlockScaleCalls": "mma_sp_block_scale"}
    return f"{names[name]}<{', '.join(arguments)}>"


def write_call(call):
    """A kernel that reads fragments, multiplies, and writes D."""
    variant = call.variant
    method = form_of(variant)[1]
    if call.selector is not None:
        method += f"<{call.selector}>"
    arguments = ["*a", "*b", "*c", *(["x[0]"] if variant.selectors else [])]
    if is_scaled(variant):
        arguments += ["x[1]", "x[2]"]
    name = class_of(variant)
    return (f"FUNCTION void {call.function}({name}::FragmentD *d, {name}::FragmentA *a, {name}::FragmentB *b, {name}::FragmentC *c, unsigned *x) {{\n"
            f"  *d = {name}::{method}({', '.join(arguments)});\n}}\n")

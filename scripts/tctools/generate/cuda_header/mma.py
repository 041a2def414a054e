# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated part of nvptx_tensorcore_mma.h: a row for each multiplication of mma.sync.

Rows go by shape and types, and have intrinsics and fragment layouts. Also calls of the functions,
for tests.
"""

import re

from tctools import model
from tctools.generate.cuda_header import text
from tctools.generate.cuda_header.layouts import Layout, declare as declare_layouts

FILE = "nvptx_tensorcore_mma.inc"
TABLE = "MMA*.td"

#: Forms of a multiplication, by what a row says besides shape and types: the function in the
#: header's table, the method that calls it.
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
_FLAGS = {"plain": "Plain", "saturated": "Saturated", "andPopc": "AndPopc", "xorPopc": "XorPopc",
          "kindF8F6F4": "KindF8F6F4",
          "roundedRN": "Rounded", "roundedRZ": "Rounded", "roundedRM": "Rounded",
          "roundedRP": "Rounded", "ordered": "Ordered",
          "orderedSaturated": "OrderedSaturated", "orderedKindF8F6F4": "OrderedKindF8F6F4"}
_METADATA, _SCALES = "sparsity metadata", ("scale_A", "scale_B")
_TYPES = ("f64", "f32", "tf32", "f16", "bf16", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1", "s32", "s8",
          "u8", "s4", "u4", "b1")


def variants_of(tables):
    return [v for v in tables.variants if v.family == "mma.sync" and not v.is_rejected]


def calls_of(tables):
    return list(model.plain_calls(variants_of(tables)))


def is_scaled(variant):
    return variant.scales > 0


def is_sparse(variant):
    return bool(variant.word("sp"))


def form_of(variant):
    """(function in the table, method) of a variant."""
    if is_scaled(variant):
        return "plain", "mma"
    modifier = next(filter(None, map(variant.word, ("satf", "opc", "rnd", "kind"))), "")
    return _FORMS[variant.word("sp"), modifier]


def printed_shape(variant):
    m, n, k = variant.shape
    return f"m{m}n{n}k{k}"


# The header

def scale_vector(variant):
    """1, 2 or 4 where the name says .scale_vec::1X, …; else 0."""
    return int((re.search(r"\d", variant.word("scale_vec")) or ["0"])[0])


def key_of(variant):
    """(class template of the table, its arguments)."""
    d, a, b, c = variant.types
    if is_scaled(variant):
        kind = variant.word("kind").removeprefix(".kind::")
        name = "SparseBlockScaleCalls" if is_sparse(variant) else "BlockScaleCalls"
        return name, (f"Kind::{kind}", a, b, variant.word("stype").removeprefix("."),
                      str(scale_vector(variant)))
    shape = tuple(map(str, variant.shape))
    if is_sparse(variant):
        return "SparseMMACalls", (*shape, d, a, b, c)
    return "MMACalls", (*shape, d, a, b, c,
                        *(f"{variant.word(side)}_major" for side in ("al", "bl")))


def rows_of(found):
    """{key: its variants}, dense, sparse and block-scaled ones, each by types and shape."""
    rows = {}
    for variant in found:
        rows.setdefault(key_of(variant), []).append(variant)
    tables = ("MMACalls", "SparseMMACalls", "BlockScaleCalls", "SparseBlockScaleCalls")

    def order(item):
        (name, _), (first, *_) = item
        d, a, b, c = first.types
        return tables.index(name), *(_TYPES.index(kind)
                                     for kind in (a, b, d, c)), first.shape, item[0]

    return dict(sorted(rows.items(), key=order))


def register_types(variant):
    """C++ types of the registers of D, A, B, C."""
    counts, kinds, first = variant.registers, {"D": variant.results[0]}, 0
    for operand in "ABC":
        kinds[operand] = variant.arguments[first].type
        first += counts[operand]
    types = {operand: text.cxx_type(kind) for operand, kind in kinds.items()}
    types |= {operand: "int" for operand in "CD" if types[operand] == "unsigned"}
    return {operand: (types[operand], counts[operand]) for operand in "DABC"}


def declare(variant, function):
    types = register_types(variant)
    arguments = [kind for kind, count in (types[operand] for operand in "ABC")
                 for _ in range(count)]
    arguments += ["unsigned", "unsigned"] if variant.selectors else []
    arguments += ["unsigned", "unsigned short", "unsigned short"] * 2 if is_scaled(variant) else []
    return text.declare(variant.name, text.tuple_type(*types["D"]), function, arguments)


def _base(row):
    """What the class of a row derives from."""
    first = row[0]
    operands = ", ".join(f"Operand<{kind}, {count}, {Layout(first, operand).name}>"
                         for operand, (kind, count) in register_types(first).items())
    forms = " | ".join(dict.fromkeys(_FLAGS[form_of(variant)[0]] for variant in row))
    metadata = f", {first.selectors}, {Layout(first, _METADATA).name}" if first.selectors else ""
    if not is_scaled(first):
        return f"MMATraits<{operands}, {forms}{metadata}>"
    scales = ", ".join(Layout(first, operand).name for operand in _SCALES)
    return (f"BlockScaleTraits<{first.shape[2]}, {first.scales}, {scales}, {operands}"
            f"{metadata or ', 0, void'}>")


def write_row(key, row):
    name, arguments = key
    lines = [f"template <> struct {name}<{', '.join(arguments)}> : {_base(row)} {{"]
    lines += [f"  {declare(v, form_of(v)[0])} {text.note(v)}" for v in row]
    return "\n".join([*lines, "};"])


def _groups(rows, name):
    """[((D, As, Bs, C), their shapes)]: types as products of sets where they are."""
    shapes = {}
    for (table, _), (first, *_) in rows.items():
        if table == name:
            shapes.setdefault(first.types, []).append(printed_shape(first))
    groups = {}
    for (d, a, b, c), found in shapes.items():
        groups.setdefault((d, c, tuple(dict.fromkeys(found))), set()).add((a, b))
    return [((d, left, right, c), found) for (d, c, found), pairs in groups.items()
            for left, right in _products(pairs)]


def write_check(rows, name, function):
    """A function with one assertion about what there is not: about the types, or the shape."""
    lines = ["template <int M, int N, int K, class D, class A, class B, class C> "
             f"constexpr bool {function}() {{"]
    groups = _groups(rows, name)
    for (d, left, right, c), found in groups:
        before = "else if" if len(lines) > 1 else "if"
        lines += [f"  {before} constexpr (IsSame<D, {d}> && IsOneOf<A, {', '.join(left)}> && "
                  f"IsOneOf<B, {', '.join(right)}> && IsSame<C, {c}>)",
                  "    static_assert(LegalShape<M, N, K>, "
                  f'"M, N, K: expected {text.either(found)} with these types");']
    types = dict.fromkeys(", ".join([d, text.vary(left, _TYPES), text.vary(right, _TYPES), c])
                          for (d, left, right, c), _ in groups)
    lines += ["  else", f'    static_assert(LegalTypes<D, A, B, C>, "D, A, B, C: expected '
              f"{'; '.join(types)}\");", "  return true;", "}"]
    return "\n".join(lines) + "\n"


def _products(pairs):
    """Sets of pairs as products of sets: all with the same partners together."""
    partners = {}
    for a, b in sorted(pairs, key=lambda pair: (_TYPES.index(pair[0]), _TYPES.index(pair[1]))):
        partners.setdefault(a, []).append(b)
    merged = {}
    for a, found in partners.items():
        merged.setdefault(tuple(found), []).append(a)
    return [(left, right) for right, left in merged.items()]


def _operands(variant):
    """The operands that have a layout."""
    return [*"DABC", *(_SCALES if is_scaled(variant) else ()),
            *([_METADATA] if variant.selectors else ())]


def write_generated(tables):
    rows = rows_of(variants_of(tables))
    parts = declare_layouts([row[0] for row in rows.values()], _operands)
    for table, function in (("MMACalls", "checkMMA"), ("SparseMMACalls", "checkSparseMMA")):
        parts += ["\n// These exist, by types D, A, B, C.\n",
                  write_check(rows, table, function)]
    parts += ["\n" + write_row(key, row) + "\n" for key, row in rows.items()]
    return text.generated(TABLE, "".join(parts))


# Calls, for tests

def class_of(variant):
    """The class of the header that a user names."""
    name, arguments = key_of(variant)
    names = {"MMACalls": "mma_sync", "SparseMMACalls": "mma_sp",
             "BlockScaleCalls": "mma_block_scale",
             "SparseBlockScaleCalls": "mma_sp_block_scale"}
    return f"{names[name]}<{', '.join(arguments)}>"


def write_call(call):
    """A kernel that reads fragments, multiplies, and writes D."""
    variant = call.variant
    method = form_of(variant)[1]
    if variant.selectors:
        method += f"<{call.named_values['selector']}>"
    arguments = ["*a", "*b", "*c", *(["x[0]"] if variant.selectors else [])]
    if is_scaled(variant):
        arguments += ["x[1]", "x[2]"]
    name = class_of(variant)
    return (f"FUNCTION void {call.function}({name}::FragmentD *d, {name}::FragmentA *a, "
            f"{name}::FragmentB *b, {name}::FragmentC *c, unsigned *x) {{\n"
            f"  *d = {name}::{method}({', '.join(arguments)});\n}}\n")

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated part of nvptx_tensorcore_matrix_move.h: a row for each ldmatrix and stmatrix of the model
and for movmatrix; and calls of them for tests. Standard library only.
"""

import cuda_header_text as text
import variants

HEADER = "nvptx_tensorcore_matrix_move.h"
TABLE = "MatrixMove.td"

_TABLES = {"LdMatrix": "LdMatrixCalls", "StMatrix": "StMatrixCalls", "MovMatrix": "MovMatrixCalls"}


def variants_of(model):
    return [variant for variant in model.variants if variant.family in _TABLES]


def calls_of(model):
    """Through pointers into shared memory: the header casts all others."""
    return [call for call in variants.calls_of(variants_of(model), addresses=("argument",)) if call.space in ("", "shared")]


def _count(variant):
    return int(variant.word("Count").removeprefix("x") or 1)


def _shape(variant):
    return "m{}n{}".format(*variant.shape)


def _element(variant):
    return variant.element.rpartition(".")[2] or variant.element


def _is_transposed(variant):
    return bool(variant.word("Transpose"))


def key_of(variant):
    return (_shape(variant), str(_count(variant)), _element(variant), "true" if _is_transposed(variant) else "false")


def _operands(variant):
    """The operands that have a layout."""
    return {"LdMatrix": ("D", "Address"), "StMatrix": ("C", "Address"), "MovMatrix": ("A", "D")}[variant.family]


def _declare(variant):
    """The intrinsic: loads give registers, stores take them."""
    arguments = [text.cxx_type(kind) for kind in variant.arguments]
    name = variant.name
    if variant.accesses_memory:
        name += ".p3"
        arguments.insert(0, "ConstSharedPointer" if variant.family == "LdMatrix" else "SharedPointer")
    return text.declare(name, text.tuple_of(variant.fragment), "move", arguments)


def _write_row(variant, layouts):
    registers = len(variant.fragment) or len(variant.arguments)
    found = ", ".join(layouts.of(variant, operand).name for operand in _operands(variant))
    first_ptx = f"{variant.first_ptx // 10}.{variant.first_ptx % 10}"
    return (f"template <> struct {_TABLES[variant.family]}<{', '.join(key_of(variant))}> : MatrixMoveTraits<{registers}, {found}> {{\n"
            f"  {_declare(variant)} // {variant.target_text}, PTX ISA {first_ptx}\n}};\n")


def write_generated(model, layouts):
    found = sorted(variants_of(model), key=lambda v: (list(_TABLES).index(v.family), v.shape[1], v.shape[0], v.name))
    named = {}
    for variant in found:
        for operand in _operands(variant):
            layout = layouts.of(variant, operand)
            named[layout.name] = layout.text
    parts = ["// Who holds what.\n", *(f"using {name} = {what};\n" for name, what in sorted(named.items()))]
    parts += ["\n" + _write_row(variant, layouts) for variant in found]
    return text.enclose(TABLE, "".join(parts).rstrip("\n"))


# --------------------------------------------------------------------------------------
# Calls, for tests
# --------------------------------------------------------------------------------------

def write_call(call):
    variant = call.variant
    shape, count, element, _ = key_of(variant)
    trans = "_trans" if _is_transposed(variant) else ""
    if variant.family == "MovMatrix":
        return f"FUNCTION void {call.function}(unsigned *p) {{\n  *p = movmatrix_trans(*p);\n}}\n"
    if variant.family == "LdMatrix":
        body = f"*out = ldmatrix{trans}<{count}, {shape}, {element}>(p);"
        registers = len(variant.fragment)
    else:
        body = f"stmatrix{trans}<{shape}>(p, *out);"
        registers = len(variant.arguments)
    return f"FUNCTION void {call.function}(SharedPointer p, Vector<unsigned, {registers}> *out) {{\n  {body}\n}}\n"

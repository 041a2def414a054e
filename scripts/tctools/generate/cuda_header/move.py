# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated part of nvptx_tensorcore_matrix_move.h: rows for ldmatrix, stmatrix and movmatrix.

Also calls of the functions, for tests.
"""

from tctools import model
from tctools.generate.cuda_header import text
from tctools.generate.cuda_header.layouts import Layout, count_of, declare

FILE = "nvptx_tensorcore_matrix_move.inc"
TABLE = "MatrixMove.td"

#: The class template of each family, and the operands that have a layout.
_TABLES = {"ldmatrix": ("LdMatrixCalls", ("D", "row address")),
           "stmatrix": ("StMatrixCalls", ("C", "row address")),
           "movmatrix": ("MovMatrixCalls", ("A", "D"))}


def variants_of(tables):
    return [variant for variant in tables.variants if variant.family in _TABLES]


def calls_of(tables):
    """Through pointers into shared memory: the header casts all others."""
    return [call for call in model.plain_calls(variants_of(tables)) if call.space in (None, 3)]


def key_of(variant):
    """Arguments of the class template: shape, count, element, whether it is transposed."""
    element = variant.word("ety")
    return ("m{}n{}".format(*variant.shape), str(count_of(variant)),
            element.rpartition(".")[2] or element, "true" if variant.word("trans") else "false")


def _operands(variant):
    return _TABLES[variant.family][1]


def _declare(variant):
    """The intrinsic: loads give registers, stores take them."""
    arguments = [text.cxx_type(kind) for kind in variant.registers_in]
    name = variant.name
    if variant.spaces:
        name += ".p3"
        pointer = "ConstSharedPointer" if variant.family == "ldmatrix" else "SharedPointer"
        arguments.insert(0, pointer)
    return text.declare(name, text.tuple_of(variant.results), "move", arguments)


def _write_row(variant):
    registers = len(variant.results) or len(variant.registers_in)
    found = ", ".join(Layout(variant, operand).name for operand in _operands(variant))
    return (f"template <> struct {_TABLES[variant.family][0]}<{', '.join(key_of(variant))}> : "
            f"MatrixMoveTraits<{registers}, {found}> {{\n"
            f"  {_declare(variant)} {text.note(variant)}\n}};\n")


def write_generated(tables):
    found = sorted(variants_of(tables), key=lambda v: (
        list(_TABLES).index(v.family), v.shape[1], v.shape[0], v.name))
    parts = declare(found, _operands)
    parts += ["\n" + _write_row(variant) for variant in found]
    return text.generated(TABLE, "".join(parts).rstrip("\n"))


def write_call(call):
    """A device function, for a test."""
    variant = call.variant
    shape, count, element, _ = key_of(variant)
    trans = "_trans" if variant.word("trans") else ""
    if variant.family == "movmatrix":
        return f"FUNCTION void {call.function}(unsigned *p) {{\n  *p = movmatrix_trans(*p);\n}}\n"
    if variant.family == "ldmatrix":
        body = f"*out = ldmatrix{trans}<{count}, {shape}, {element}>(p);"
    else:
        body = f"stmatrix{trans}<{shape}>(p, *out);"
    registers = len(variant.results) or len(variant.registers_in)
    return (f"FUNCTION void {call.function}(SharedPointer p, Vector<unsigned, "
            f"{registers}> *out) {{\n"
            f"  {body}\n}}\n")

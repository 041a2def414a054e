# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated part of nvptx_tensorcore_descriptor.h: the bits of matrix and instruction descriptors, what
their fields may be, and the intrinsics that encode them at run time. Standard library only.
"""

import cuda_header_text as text

HEADER = "nvptx_tensorcore_descriptor.h"
TABLE = "*Descriptor*.td"

#: In the order of the header's enum class Kind.
KINDS = ("f16", "tf32", "f8f6f4", "i8", "mxf8f6f4", "mxf4", "mxf4nvf4")


def _bits(values):
    return sum(bit << index for index, bit in enumerate(values))


class Tables:
    """Rows of the model, by class."""

    def __init__(self, records):
        self.records = records

    def rows(self, name):
        return [self.records[found] for found in self.records["!instanceof"][name]]

    def linked(self, row, field):
        return self.records[row[field]["def"]]

    def encoding(self, row, field):
        return _bits(self.linked(row, field)["Encoding"])


def _identifier(row, prefix):
    return row["!name"].removeprefix(prefix)


def _fields(tables, prefix):
    return sorted(tables.rows(prefix), key=lambda row: _bits(row["Encoding"]))


def _slots(tables, layout):
    """{field's record name: slot} of a layout."""
    slots = (tables.records[slot["def"]] for slot in layout["Slots"])
    return {slot["Field"]["def"]: slot for slot in slots}


def _values(tables, slots, field):
    """Rows of a field's values; none for numbers, and for fields that the layout lacks."""
    slot = slots.get(field["!name"])
    return [tables.records[value["def"]] for value in slot["Values"]] if slot else []


def _spell_slot(slot, values):
    if slot is None:
        return "{0, 0, 1, 0x1}"
    return f"{{{_bits(slot['Shift'])}, {_bits(slot['Width'])}, {_bits(slot['Unit'])}, {values:#x}}}"


# --------------------------------------------------------------------------------------
# Matrix descriptors
# --------------------------------------------------------------------------------------

def write_matrix_formats(tables):
    parts = []
    fields = _fields(tables, "MatrixDescriptorField")
    for name, table in (("MatrixDescriptorFormat_WGMMA", "WGMMASlots"), ("MatrixDescriptorFormat_TCGen05", "TCGen05Slots")):
        slots = _slots(tables, tables.records[name])
        lines = []
        for field in fields:
            values = sum(1 << row["Value"] for row in _values(tables, slots, field))
            lines.append(f"  {_spell_slot(slots.get(field['!name']), values)}, // {field['Name']}\n")
        parts.append(f"constexpr DescriptorSlot {table}[] = {{\n{''.join(lines)}}};\n")
    return "".join(parts)


# --------------------------------------------------------------------------------------
# Instruction descriptors
# --------------------------------------------------------------------------------------

def _kinds(tables):
    rows = {row["Key"]: row for row in tables.rows("InstructionDescriptorKind")}
    return [rows[key] for key in KINDS]


def kind_numbers(records):
    """{kind: the model's number of it}."""
    return {row["Key"]: _bits(row["Encoding"]) for row in _kinds(Tables(records))}


def _mask(tables, slots, field):
    """What the field may be: bit i stands for i. M and N have shapes instead."""
    slot = slots.get(field["!name"])
    if slot is None:
        return 1
    values = _values(tables, slots, field)
    return sum(1 << row["Value"] for row in values) if values else (1 << (1 << min(_bits(slot["Width"]), 2))) - 1


def write_kind(tables, kind):
    """A row of the header's table of kinds."""
    slots = _slots(tables, kind)
    fields = _fields(tables, "InstructionDescriptorField")
    spelled = [_spell_slot(slots.get(field["!name"]), _mask(tables, slots, field)) for field in fields]
    shapes = [row for row in tables.rows("InstructionDescriptorShape") if row["Kind"]["def"] == kind["!name"]]
    shapes = [f"{{{row['IsSparse']}, {row['IsWeightStationary']}, {_bits(row['CTAGroup'])}, {_bits(row['KField'])}, {_bits(row['Ms']):#x}, {_bits(row['Ns']):#010x}}}"
              for row in shapes]
    scalings = [f"{{{_bits(row['Types']):#x}, {_bits(row['IDs']):#x}, {_bits(row['IDsOfK96']):#x}}}"
                for row in tables.rows("InstructionDescriptorScaling") if row["Kind"]["def"] == kind["!name"]]
    scalings = list(dict.fromkeys(scalings))
    rules = [f"{{InstructionField::{_identifier(tables.linked(row, 'IfField'), 'InstructionDescriptorField_')}, {_bits(row['IfValue'])}, "
             f"InstructionField::{_identifier(tables.linked(row, 'ThenField'), 'InstructionDescriptorField_')}, {_bits(row['ThenValue'])}}}"
             for row in (tables.records[rule["def"]] for rule in kind["Rules"])]
    b_bits = [row["ElementBits"] for row in _values(tables, slots, tables.records["InstructionDescriptorField_TypeB"])]
    lines = [f"  {{{', '.join(spelled)}}},"]
    for name, found in (("shapes", shapes), ("scalings", scalings), ("rules", rules)):
        lines.append(f"  {{{', '.join(found)}}}, {len(found)}, // {name}")
    lines.append(f"  {'true' if 8 in b_bits else 'false'}}}, // has elements of 8 bits")
    return f"  {{// {kind['Key']}\n" + "\n".join(lines) + "\n"


def write_types(tables):
    """Numbers of types."""
    parts = []
    for field, name in (("TypeD", "TypeOfD"), ("TypeA", "TypeOfMultiplicand"), ("ScaleType", "TypeOfScale")):
        parts.append(f"template <Kind, class> constexpr int {name} = -1;\n")
        for kind in _kinds(tables):
            found = _values(tables, _slots(tables, kind), tables.records[f"InstructionDescriptorField_{field}"])
            parts += [f"template <> inline constexpr int {name}<Kind::{kind['Key']}, {row['Meaning']}> = {row['Value']};\n" for row in found]
        if field == "TypeD":  # the block-scaled kinds have no such field: D is f32
            parts += [f"template <> inline constexpr int {name}<Kind::{key}, f32> = 0;\n" for key in KINDS if key.startswith("mx")]
    return "".join(parts)


def operands_of(tables, kind):
    """The fields that the kind's encoding intrinsic takes."""
    slots = _slots(tables, kind)
    return [field for field in _fields(tables, "InstructionDescriptorField")
            if field["!name"] in slots and len(_values(tables, slots, field)) != 1]


def write_encoders(tables):
    parts = []
    for kind in _kinds(tables):
        arguments = ", ".join(["unsigned"] * len(operands_of(tables, kind)))
        parts.append(f"NVPTX_TENSORCORE_INTRINSIC unsigned encodeInstruction_{kind['Key']}({arguments}) asm(\"{kind['Encoder']}\");\n")
    return "".join(parts)


def write_generated(_, layouts):
    tables = Tables(layouts.records)
    fields = _fields(tables, "InstructionDescriptorField")
    names = ", ".join(_identifier(row, "InstructionDescriptorField_") for row in fields)
    transposed = sorted(tables.rows("InstructionDescriptorTransposedN"), key=lambda row: _bits(row["CTAGroup"]))
    parts = ["// Fields of a matrix descriptor: start, leading, stride, base offset, leading mode, swizzle, constant.\n",
             write_matrix_formats(tables), "\n// Fields of an instruction descriptor.\n",
             f"enum class InstructionField : int {{ {names} }};\n", f"constexpr int NumInstructionFields = {len(fields)};\n\n",
             "constexpr InstructionKind InstructionKinds[] = {\n", *(write_kind(tables, kind) for kind in _kinds(tables)), "};\n\n",
             "// N of a transposed B of 8-bit elements, by the CTA group.\n",
             f"constexpr unsigned TransposedNs[] = {{0, {', '.join(format(_bits(row['Ns']), '#010x') for row in transposed)}}};\n\n",
             "// Types by their numbers.\n", write_types(tables), "\n", write_encoders(tables)]
    return text.enclose(TABLE, "".join(parts).rstrip("\n"))

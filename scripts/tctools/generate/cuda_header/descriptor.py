# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated part of nvptx_tensorcore_descriptor.h: bits of descriptors, and their fields'
values.

It also has the intrinsics that encode descriptors at run time.
"""

from tctools.generate.cuda_header import text

FILE = "nvptx_tensorcore_descriptor.inc"
TABLE = "*Descriptor*.td"

#: In the order of the header's enum class Kind. The first five have LLVM's numbers.
KINDS = ("f16", "tf32", "f8f6f4", "i8", "ti16", "mxf8f6f4", "mxf4", "mxf4nvf4")
_FORMATS = {"MatrixDescriptorFormat_WGMMA": "WGMMASlots",
            "MatrixDescriptorFormat_TCGen05": "TCGen05Slots"}
_TYPES = {"TypeD": "TypeOfD", "TypeA": "TypeOfMultiplicand", "ScaleType": "TypeOfScale"}


def _plain(value):
    """A number for a list of bits, the name of a record for a reference."""
    if isinstance(value, dict):
        return value.get("def")
    if isinstance(value, list) and value and all(bit in (0, 1) for bit in value):
        return sum(bit << index for index, bit in enumerate(value))
    return value


class Tables:
    """Rows of TableGen's records, by class and by what they refer to."""

    def __init__(self, records):
        self._records = records

    def _row(self, record):
        return {key: _plain(value) for key, value in self._records[record].items()}

    def rows(self, name, **references):
        found = map(self._row, self._records["!instanceof"][name])
        return [row for row in found if all(row[k] == v for k, v in references.items())]

    def layout(self, name):
        return self._row(name)

    def listed(self, references):
        """The rows that a list refers to."""
        return [self._row(reference["def"]) for reference in references]

    def fields(self, prefix):
        """The fields of the descriptors, in the order of their numbers."""
        return sorted(self.rows(f"{prefix}Field"), key=lambda row: row["Encoding"])

    def slots(self, layout):
        """{field: slot} of a layout."""
        return {row["Field"]: row for row in self.listed(layout["Slots"])}

    def kinds(self):
        rows = {row["Key"]: row for row in self.rows("InstructionDescriptorKind")}
        return [rows[key] for key in KINDS]

    def values(self, layout, field):
        """Rows of a field's values; none for numbers, and for fields that the layout lacks."""
        slot = self.slots(layout).get(field)
        return self.listed(slot["Values"]) if slot else []


def _identifier(name):
    return name.removeprefix("InstructionDescriptorField_")


def _print_slot(slot, values):
    if slot is None:
        return "{0, 0, 1, 0x1}"
    return f"{{{slot['Shift']}, {slot['Width']}, {slot['Unit']}, {values:#x}}}"


def write_matrix_formats(tables):
    for owner, table in _FORMATS.items():
        layout = tables.layout(owner)
        slots = tables.slots(layout)
        yield f"constexpr DescriptorSlot {table}[] = {{\n"
        for field in tables.fields("MatrixDescriptor"):
            rows = tables.values(layout, field["!name"])
            slot = _print_slot(slots.get(field["!name"]), sum(1 << row["Value"] for row in rows))
            yield f"  {slot}, // {field['Name']}\n"
        yield "};\n"


def kind_numbers(records):
    """{kind: the model's number of it}."""
    return {row["Key"]: row["Encoding"] for row in Tables(records).kinds()}


def _mask(tables, kind, field, slot):
    """What the field may be: bit i stands for i. M and N have shapes instead."""
    if slot is None:
        return 1
    if values := tables.values(kind, field):
        return sum(1 << row["Value"] for row in values)
    return (1 << (1 << min(slot["Width"], 2))) - 1


def _shape(row):
    return (f"{{{row['IsSparse']}, {row['IsWeightStationary']}, {row['CTAGroup']}, "
            f"{row['KField']}, {row['Ms']:#x}, {row['Ns']:#010x}}}")


def _scaling(row):
    ids = ", ".join(f"{row[f'IDsOfK{k}']:#x}" for k in range(3))
    return f"{{{row['Types']:#x}, {{{ids}}}}}"


def _condition(row):
    return f"{{InstructionField::{_identifier(row['Asked'])}, {row['Values']:#x}}}"


def _rules(tables, kind):
    """Those of all targets; the compiler asks for what a target has where the word is used."""
    for row in tables.listed(kind["Rules"]):
        if row["Targets"] == "AnyTarget":
            conditions = tables.listed(row["If"])
            then, = tables.listed([{"def": row["Then"]}])
            yield (f"{{{{{', '.join(map(_condition, conditions))}}}, {len(conditions)}, "
                   f"{_condition(then)}}}")


def write_kind(tables, kind):
    """A row of the header's table of kinds."""
    slots = tables.slots(kind)
    fields = [field["!name"] for field in tables.fields("InstructionDescriptor")]
    printed = [_print_slot(slots.get(f), _mask(tables, kind, f, slots.get(f))) for f in fields]
    yield f"  {{// {kind['Key']}\n  {{{', '.join(printed)}}},\n"
    shapes, scalings = (tables.rows(f"InstructionDescriptor{table}", Kind=kind["!name"])
                        for table in ("Shape", "Scaling"))
    for table, rows in (("shapes", map(_shape, shapes)), ("scalings", map(_scaling, scalings)),
                        ("rules", _rules(tables, kind))):
        found = list(dict.fromkeys(rows))
        yield f"  {{{', '.join(found)}}}, {len(found)}, // {table}\n"
    b = tables.values(kind, "InstructionDescriptorField_TypeB")
    has_bytes = any(row["ElementBits"] == 8 for row in b)
    yield f"  {'true' if has_bytes else 'false'}}}, // has elements of 8 bits\n"


def write_types(tables):
    """Numbers of types."""
    for field, name in _TYPES.items():
        yield f"template <Kind, class> constexpr int {name} = -1;\n"
        numbers = {(kind["Key"], row["Meaning"]): row["Value"] for kind in tables.kinds()
                   for row in tables.values(kind, f"InstructionDescriptorField_{field}")}
        if field == "TypeD":  # the block-scaled kinds have no such field: D is f32
            numbers |= {(key, "f32"): 0 for key in KINDS if key.startswith("mx")}
        for (key, meaning), value in numbers.items():
            yield f"template <> inline constexpr int {name}<Kind::{key}, {meaning}> = {value};\n"


def write_encoders(tables):
    """The intrinsics, which take the fields that may have several values."""
    for kind in tables.kinds():
        slots = tables.slots(kind)
        operands = [field for field in tables.fields("InstructionDescriptor")
                    if field["!name"] in slots and len(tables.values(kind, field["!name"])) != 1]
        yield (f"NVPTX_TENSORCORE_INTRINSIC unsigned encodeInstruction_{kind['Key']}"
               f"({', '.join(['unsigned'] * len(operands))}) asm(\"{kind['Encoder']}\");\n")


def write_generated(records):
    tables = Tables(records)
    names = [_identifier(row["!name"]) for row in tables.fields("InstructionDescriptor")]
    transposed = sorted(tables.rows("InstructionDescriptorTransposedN"),
                        key=lambda r: r["CTAGroup"])
    ns = ", ".join(f"{row['Ns']:#010x}" for row in transposed)
    parts = ["// Fields of a matrix descriptor: start, leading, stride, base offset, leading mode, "
             "swizzle, constant, segment.\n",
             *write_matrix_formats(tables), "\n// Fields of an instruction descriptor.\n",
             f"enum class InstructionField : int {{ {', '.join(names)} }};\n",
             f"constexpr int NumInstructionFields = {len(names)};\n\n",
             "constexpr InstructionKind InstructionKinds[] = {\n",
             *(line for kind in tables.kinds() for line in write_kind(tables, kind)), "};\n\n",
             "// N of a transposed B of 8-bit elements, by the CTA group.\n",
             f"constexpr unsigned TransposedNs[] = {{0, {ns}}};\n\n",
             "// Types by their numbers.\n", *write_types(tables), "\n", *write_encoders(tables)]
    return text.generated(TABLE, "".join(parts).rstrip("\n"))

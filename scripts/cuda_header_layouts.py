# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fragment layouts as the CUDA header spells them: a row of TableGen/FragmentLayouts.td, fitted
to a tile.

What a row's terms mean, docs/fragment-layouts.md says; NVPTXTensorCore/Model/Layouts/MMAFragments.cpp reads
the same rows, and test/CUDA/header-layouts.test compares the two. Standard library only.
"""

from dataclasses import dataclass

_OPERANDS = ("D", "A", "B", "C", "Metadata", "ScaleA", "ScaleB", "Address")
_INSTRUCTIONS = {"MMA": "mma.sync", "LdMatrix": "ldmatrix", "StMatrix": "stmatrix", "MovMatrix": "movmatrix"}
_TERMS = {"Row": "Row", "Column": "Column", "Tile": "Tile", "Selector": "Selector", "ByteSelector": "Byte"}
_LANES = 32


def _bits(values):
    return sum(bit << index for index, bit in enumerate(values))


@dataclass(frozen=True)
class Query:
    """A tile of an operand, and how large an element of it is in a register."""
    instruction: str
    operand: str
    shape: str
    rows: int
    columns: int
    depth: int         # its extent along K, 0 without one
    row_bits: int      # by which a row is chosen: an element of the operand, or of A
    element_bits: int  # an element of what the layout is of
    major: str
    tiles: int         # 0: as many as the row's lanes tell apart


@dataclass(frozen=True)
class Layout:
    """As the header spells it: a name, and what it stands for."""
    name: str
    text: str


class Layouts:
    """The rows of the model."""

    def __init__(self, records):
        self.records = records
        self.rows = [records[name] for name in records["!instanceof"]["MMAFragmentLayout"]]
        self.widths = {records[name]["Spelling"]: _bits(records[name]["Width"]) for name in records["!instanceof"]["MMAType"]}
        groups = (records[name] for name in records["!instanceof"]["MMASparsityGroup"])
        self.groups = {_bits(record["ElementBits"]): _bits(record["Group"]) for record in groups}

    def of(self, variant, operand):
        """The layout of a variant's operand."""
        query = self._moved(variant, operand) if variant.element else self._multiplied(variant, operand)
        row = self._row(query)
        return _fit(row, query, self.records)

    def _moved(self, variant, operand):
        m, n, _ = variant.shape
        column_major = bool(variant.word("Transpose"))
        bits = self.widths[variant.element]
        rows, columns = (m, n) if operand != "Address" else (1, n) if column_major else (m, 1)
        return Query(_INSTRUCTIONS[variant.family], operand, f"m{m}n{n}", rows, columns, 0, bits,
                     32 if operand == "Address" else bits, "col" if column_major else "row",
                     int(variant.word("Count").removeprefix("x") or 1))

    def _multiplied(self, variant, operand):
        m, n, k = variant.shape
        a_bits = self._multiplicand_bits(variant)
        sparse = bool(variant.word("Sparsity"))
        groups = k // self.groups[a_bits] if operand == "Metadata" else 0
        scales = variant.scale_count
        extents = {"A": (m, k // 2 if sparse else k), "B": (k, n), "Metadata": (m, groups), "ScaleA": (m, scales), "ScaleB": (scales, n)}
        rows, columns = extents.get(operand, (m, n))
        depth = 0 if operand in "CD" else rows if operand in ("B", "ScaleB") else columns
        bits = self.widths[variant.types["DABC".index(operand)]] if operand in "CD" else a_bits
        element_bits = {"Metadata": 4, "ScaleA": 8, "ScaleB": 8}.get(operand, bits)
        major = variant.layouts[0] if operand == "A" else variant.layouts[1]
        return Query("mma.sync", operand, f"m{m}n{n}k{k}", rows, columns, depth, bits, element_bits, major, 0)

    def _multiplicand_bits(self, variant):
        """What an element of A or B takes up: a warp's registers of B hold all of it, but for the
        quad pairs of m8n8k4, each of which has a B of its own."""
        _, n, k = variant.shape
        width = self.widths[variant.types[2]]
        return min(width, registers_of(variant)["B"] * max(32, width) * _LANES // (k * n))

    def _row(self, query):
        found = None
        for row in self.rows:
            if (row["Instruction"] == query.instruction and row["OperandSet"] >> _OPERANDS.index(query.operand) & 1
                    and row["Shape"] in ("", query.shape) and _bits(row["Depth"]) in (0, query.depth)
                    and _bits(row["MinimumBits"]) <= query.row_bits <= _bits(row["MaximumBits"])
                    and row["Major"] in ("", query.major) and (found is None or not found["Shape"])):
                found = row
        if found is None:
            raise SystemExit(f"no layout of operand {query.operand} of {query.instruction} {query.shape}")
        return found


def registers_of(variant):
    """Registers of each fragment of a multiplication."""
    m, n, _ = variant.shape
    quads = 4 if variant.shape == (8, 8, 4) and variant.types[1] == "f16" else 1
    c = m * n * quads // _LANES // (2 if variant.types[3] == "f16" else 1)
    others = (1 if variant.selectors else 0) + (6 if variant.scale_count else 0)
    return {"D": len(variant.fragment), "A": variant.a_size, "B": len(variant.arguments) - variant.a_size - c - others, "C": c}


def _coordinate(term):
    return term["To"]["def"].removeprefix("MMACoordinate_")


def _fit(row, query, records):
    """The terms of a row that stay within the tile."""
    element_terms = (max(32, query.element_bits) // query.element_bits).bit_length() - 1
    lane_terms, value_terms = ([records[term["def"]] for term in row[name]] for name in ("Lanes", "Values"))
    tiles = query.tiles or 1 << sum(_coordinate(term) == "Tile" for term in lane_terms)
    ends = {"Row": query.rows, "Column": query.columns, "Tile": tiles}

    def scale(term):
        return _coordinate(term), term["Amount"] << (element_terms if term["CountsRegisters"] else 0)

    def is_inside(coordinate, amount):
        return amount < ends.get(coordinate, 1 << 16)

    lanes = [(to, amount if is_inside(to, amount) else 0) for to, amount in map(scale, lane_terms)]
    values = []
    for term in value_terms:
        if term["IsElements"]:
            values += [(_coordinate(term), 1 << bit) for bit in range(element_terms)]
        elif is_inside(*scale(term)):
            values.append(scale(term))
    per_register = 1 << element_terms
    suffix = f"_x{query.tiles}" if query.tiles > 1 else ""
    name = f"Layout_{row['Name']}_{query.rows}x{query.columns}_{query.element_bits}b{suffix}"
    return Layout(name, f"FragmentLayout<{query.rows}, {query.columns}, {per_register}, {_spell(lanes)}, {_spell(values)}>")


def _spell(terms):
    return f"Bits<{', '.join(f'{_TERMS[letter]}({amount})' for letter, amount in terms)}>"

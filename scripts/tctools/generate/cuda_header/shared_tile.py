# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated part of nvptx_tensorcore_shared_tile.h: swizzles, and what consumers read.

Also the tiles whose facts are compared with the model's.
"""

from tctools.generate.cuda_header import text
from tctools.generate.cuda_header.descriptor import Tables

FILE = "nvptx_tensorcore_shared_tile.inc"
TABLE = "SharedMemoryTiles.td"

#: By the number in the model's enumeration, as the header's enum class has them.
_SWIZZLES = ("None", "Bytes32", "Bytes64", "Bytes128", "Bytes128Atom32")
_STRIDE = "SharedMemoryStride_"


def _swizzles(tables):
    return sorted(tables.rows("SharedMemorySwizzle"), key=lambda row: row["Encoding"])


def _elements(tables):
    return sorted(tables.rows("SharedMemoryElement"), key=lambda r: (r["Spelling"], r["StoredBits"]))


def _bool(value):
    return "true" if value else "false"


def _major(is_k_major):
    return f"Major::{'K' if is_k_major else 'MN'}"


def _is_wgmma(form):
    return form["Format"] == "MatrixDescriptorFormat_WGMMA"


def _forms(tables):
    return sorted(tables.rows("SharedMemoryForm"), key=lambda row: row["!name"])


def write_forms(tables):
    yield "constexpr SharedForm SharedForms[] = {\n"
    for form in _forms(tables):
        bits = sum(1 << width for width in form["ElementBits"])
        swizzles = sum(1 << row["Encoding"] for row in tables.listed(form["Swizzles"]))
        yield (f"  {{{_bool(_is_wgmma(form))}, {_major(form['IsKMajor'])}, {bits:#x}, "
               f"{swizzles:#x}}},\n")
    yield "};\n"


def write_strides(tables):
    rows = {(row["IsKMajor"], row["IsSwizzled"]): row for row in tables.rows("SharedMemoryStrides")}
    printed = [[", ".join(f"SharedStride::{rows[major, swizzled][field].removeprefix(_STRIDE)}"
                          for field in ("Leading", "Stride")) for swizzled in (0, 1)]
               for major in (0, 1)]
    yield "constexpr SharedStrides SharedStridesOf[2][2] = {\n"
    for pair in printed:
        yield f"  {{{{{pair[0]}}}, {{{pair[1]}}}}},\n"
    yield "};\n"


def write_elements(tables):
    """Types of which there is one way to store them have it whatever the kind is."""
    rows = _elements(tables)
    for row in rows:
        is_one = sum(other["Spelling"] == row["Spelling"] for other in rows) == 1
        padded = "IsPadded" if is_one else _bool(row["StoredBits"] != row["Bits"])
        kinds = " | ".join(f"1u << int(Kind::{reader.removeprefix('kind::')})"
                           for reader in row["Readers"] if reader.startswith("kind::")) or "0"
        yield (f"template <{'bool IsPadded' if is_one else ''}> inline constexpr SharedElement "
               f"SharedElementOf<{row['Spelling']}, {padded}> = {{{row['Bits']}, "
               f"{row['StoredBits']}, {_bool('wgmma' in row['Readers'])}, "
               f"{kinds}}};\n")


def write_generated(records):
    tables = Tables(records)
    parts = ["// By TileSwizzle.\nconstexpr SharedSwizzle SharedSwizzles[] = {\n"]
    for row, name in zip(_swizzles(tables), _SWIZZLES, strict=True):
        parts.append(f"  {{{row['LineBytes']}, {row['Lines']}, {row['SwizzledBits']}, "
                     f"{row['ChunkBytes']}, {row['WGMMA']}, {row['TCGen05']}}}, // {name}\n")
    parts += ["};\n\n", *write_forms(tables), "\n// Without and with a swizzle, of Major::MN and "
              "Major::K.\n", *write_strides(tables), "\n", *write_elements(tables)]
    return text.generated(TABLE, "".join(parts).rstrip("\n"))


def facts_of(records):
    """A tile of each form, element and swizzle; (its C++, the model's words for it)."""
    tables = Tables(records)
    for form in _forms(tables):
        consumer = "wgmma" if _is_wgmma(form) else "tcgen05"
        for row in _elements(tables):
            reads = [r.removeprefix("kind::") for r in row["Readers"]
                     if (r == "wgmma") == (consumer == "wgmma")]
            if not reads or row["Bits"] not in form["ElementBits"]:
                continue
            for swizzle in tables.listed(form["Swizzles"]):
                step, line = 256 // row["StoredBits"], swizzle["LineBytes"] * 8 // row["StoredBits"]
                rows, columns = ((64, max(2 * line, step)) if form["IsKMajor"]
                                 else (max(2 * line, 8), 2 * step))
                kind = "" if consumer == "wgmma" else f", Kind::{reads[0]}"
                yield (f"SharedTile<{row['Spelling']}, {rows}, {columns}, "
                       f"{_major(form['IsKMajor'])}, TileSwizzle::{_SWIZZLES[swizzle['Encoding']]}"
                       f"{kind}>", consumer,
                       f"{row['Spelling']} {row['StoredBits']} {rows}x{columns} "
                       f"{'K' if form['IsKMajor'] else 'MN'} {swizzle['Key']}")

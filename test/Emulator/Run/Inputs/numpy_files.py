# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes files as NumPy does, and wrong ones, without NumPy; reads what ptx-run wrote."""

import ast
import struct
import sys
import zipfile
from pathlib import Path

folder = Path(sys.argv[1])


def array(descr, shape, data, fortran=False):
    header = repr({"descr": descr, "fortran_order": fortran, "shape": shape}).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data


numbers = struct.pack("<4i", 5, 6, 7, 8)
good = array("<i4", (4,), numbers)
(folder / "a.npy").write_bytes(good)
(folder / "short.npy").write_bytes(array("<i4", (4,), b""))
(folder / "empty.npy").write_bytes(array("<i4", (4, 0), numbers))
(folder / "text.npy").write_text("5 6 7 8\n")
(folder / "fortran.npy").write_bytes(array("<i4", (2, 2), numbers, fortran=True))
(folder / "big.npy").write_bytes(array(">i4", (4,), numbers))
(folder / "complex.npy").write_bytes(array("<c8", (2,), numbers))
for name, compression in (("two", zipfile.ZIP_STORED), ("packed", zipfile.ZIP_DEFLATED)):
    with zipfile.ZipFile(folder / f"{name}.npz", "w", compression) as archive:
        for member in "ab":
            archive.writestr(f"{member}.npy", good)

written = (folder / "to.npy").read_bytes()
length, = struct.unpack("<H", written[8:10])
header = ast.literal_eval(written[10:10 + length].decode())
assert header == {"descr": "<u4", "fortran_order": False, "shape": (8, 8)}, header
assert (10 + length) % 64 == 0
assert struct.unpack("<64I", written[10 + length:]) == tuple(range(3, 67))

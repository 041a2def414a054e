# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nvptxtc.h in ctypes: structures, and where the library is."""

from __future__ import annotations

import ctypes
import functools
import os
from ctypes import POINTER, c_char, c_char_p, c_int, c_size_t, c_uint, c_void_p
from pathlib import Path

#: nvptxtc_status
SUCCESS, ERROR, FATAL_ERROR, BAD_ARGUMENTS = range(4)
#: nvptxtc_options.flags
CATCH_CRASHES = 1
SONAME = "libnvptxtc.so.0"


class Options(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t), ("target", c_char_p), ("features", c_char_p), ("name", c_char_p),
        ("optimization", c_int), ("codegen", c_int), ("max_registers", c_uint),
        ("llc_options", POINTER(c_char_p)), ("remarks", c_char_p), ("flags", c_uint),
        ("handler", c_void_p), ("handler_data", c_void_p),
    ]


class Result(ctypes.Structure):
    _fields_ = [
        ("status", c_int), ("ptx", POINTER(c_char)), ("ptx_size", c_size_t),
        ("diagnostics", POINTER(c_char)), ("diagnostics_size", c_size_t),
    ]


def _candidates():
    """$NVPTXTC_LIBRARY; the library in a folder above this package, as it is built and installed;
    the one that the loader finds."""
    if "NVPTXTC_LIBRARY" in os.environ:
        return [os.environ["NVPTXTC_LIBRARY"]]
    beside = [folder / SONAME for folder in Path(__file__).resolve().parents]
    return [str(path) for path in beside if path.exists()] + [SONAME]


@functools.lru_cache(maxsize=None)
def load():
    library = ctypes.CDLL(_candidates()[0])
    library.nvptxtc_compile.argtypes = [c_char_p, c_size_t, POINTER(Options), POINTER(POINTER(Result))]
    library.nvptxtc_compile.restype = c_int
    library.nvptxtc_free.argtypes = [POINTER(Result)]
    library.nvptxtc_free.restype = None
    library.nvptxtc_version.argtypes = []
    library.nvptxtc_version.restype = c_char_p
    return library


def _encode(text):
    if text is not None and "\0" in text:
        raise ValueError(f"{text!r} has a null character")
    return None if text is None else text.encode()


def _level(name, level):
    """nvptxtc_level"""
    if level not in (None, 0, 1, 2, 3):
        raise ValueError(f"{name} is {level!r}; expected 0, 1, 2, 3 or None")
    return 0 if level is None else level + 1


def compile(module, *, target, features, name, optimization, codegen, max_registers, llc_options,
            remarks, catch_crashes):
    """The status, the PTX, and the diagnostics as JSON."""
    if not 0 <= max_registers < 1 << 32:
        raise ValueError(f"max_registers is {max_registers}; expected a number of registers, or 0")
    library = load()
    options = Options(
        size=ctypes.sizeof(Options), target=_encode(target), features=_encode(features),
        name=_encode(name), optimization=_level("optimize", optimization),
        codegen=_level("codegen", codegen), max_registers=max_registers, remarks=_encode(remarks),
        flags=CATCH_CRASHES if catch_crashes else 0)
    options.llc_options = (c_char_p * (len(llc_options) + 1))(*map(_encode, llc_options), None)
    result = POINTER(Result)()
    status = library.nvptxtc_compile(module, len(module), ctypes.byref(options), ctypes.byref(result))
    try:
        made = result.contents
        # Inline assembly and names of files may have any bytes.
        return (status, ctypes.string_at(made.ptx, made.ptx_size).decode(errors="surrogateescape"),
                ctypes.string_at(made.diagnostics, made.diagnostics_size).decode())
    finally:
        library.nvptxtc_free(result)

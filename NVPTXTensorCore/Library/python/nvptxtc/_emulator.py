# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ptxemu.h in ctypes: structures, functions, and errors as exceptions."""

from __future__ import annotations

import ctypes
import functools
from ctypes import POINTER, c_char_p, c_int, c_size_t, c_uint, c_uint32, c_uint64, c_void_p
from typing import Any

from nvptxtc import _library

SONAME = "libptxemu.so.0"
#: ptxemu_status
SUCCESS, BAD_ARGUMENTS, BAD_PTX, NOT_FOUND, OUT_OF_MEMORY, CANNOT_LAUNCH = range(6)
#: ptxemu_severity
SEVERITIES = ("off", "warning", "error")
READ_ONLY = 1
TENSOR_MAP_SIZE = 128
_EXCEPTIONS = {NOT_FOUND: LookupError, OUT_OF_MEMORY: MemoryError}


class Check(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("description", c_char_p), ("severity", c_int), ("is_fault", c_int)]


class Parameter(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("type", c_char_p), ("offset", c_size_t), ("size", c_size_t),
                ("alignment", c_size_t), ("is_array", c_int)]


class Kernel(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("parameters", POINTER(Parameter)), ("num_parameters", c_size_t),
                ("parameters_size", c_size_t), ("required_block", c_uint * 3), ("max_block", c_uint * 3),
                ("required_cluster", c_uint * 3), ("module", c_void_p)]


class TensorMap(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("type", c_char_p), ("rank", c_uint), ("address", c_uint64),
                ("dims", c_uint64 * 5), ("strides", c_uint64 * 4), ("box", c_uint32 * 5),
                ("element_strides", c_uint32 * 5), ("swizzle", c_char_p), ("interleave", c_char_p),
                ("fill", c_char_p)]


class Launch(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("grid", c_uint * 3), ("block", c_uint * 3), ("cluster", c_uint * 3),
                ("shared_size", c_uint), ("is_cooperative", c_int), ("parameters", c_void_p),
                ("parameters_size", c_size_t), ("schedules", c_uint64), ("settings", c_char_p)]


class Place(ctypes.Structure):
    _fields_ = [("file", c_char_p), ("line", c_uint), ("column", c_uint), ("text", c_char_p),
                ("source", c_char_p), ("kernel", c_char_p), ("block", c_uint * 3), ("warp", c_uint),
                ("lanes", c_uint32)]


class Note(ctypes.Structure):
    _fields_ = [("message", c_char_p), ("place", Place)]


class Report(ctypes.Structure):
    _fields_ = [("check", c_char_p), ("severity", c_int), ("message", c_char_p), ("missing", c_char_p),
                ("place", Place), ("others", POINTER(Note)), ("num_others", c_size_t),
                ("count", c_uint64), ("seed", c_uint64), ("text", c_char_p)]


class Statistics(ctypes.Structure):
    _fields_ = [("warp_instructions", c_uint64), ("thread_instructions", c_uint64),
                ("multiply_adds", c_uint64)]


class Result(ctypes.Structure):
    _fields_ = [("reports", POINTER(Report)), ("num_reports", c_size_t), ("num_errors", c_size_t),
                ("seed", c_uint64), ("schedules", c_uint64), ("statistics", Statistics),
                ("output", c_void_p), ("output_size", c_size_t), ("json", c_char_p)]


#: The functions that return a ptxemu_status.
_FUNCTIONS = {
    "create": [POINTER(c_void_p)],
    "load": [c_void_p, c_char_p, c_size_t, c_char_p, POINTER(c_void_p)],
    "find_kernel": [c_void_p, c_char_p, POINTER(POINTER(Kernel))],
    "find_variable": [c_void_p, c_char_p, POINTER(c_uint64), POINTER(c_size_t)],
    "allocate": [c_void_p, c_size_t, c_char_p, c_uint, POINTER(c_uint64)],
    "free": [c_void_p, c_uint64],
    "write": [c_void_p, c_uint64, c_void_p, c_size_t],
    "read": [c_void_p, c_uint64, c_void_p, c_size_t],
    "encode_tensor_map": [POINTER(TensorMap), c_void_p],
    "run": [POINTER(Kernel), POINTER(Launch), POINTER(POINTER(Result))],
}


@functools.lru_cache(maxsize=None)
def load() -> ctypes.CDLL:
    library = ctypes.CDLL(_library.candidates("PTXEMU_LIBRARY", SONAME)[0])
    for name, arguments in _FUNCTIONS.items():
        function = getattr(library, f"ptxemu_{name}")
        function.argtypes, function.restype = arguments, c_int
    for name, result in (("error", c_char_p), ("version", c_char_p), ("target", c_char_p),
                         ("kernels", POINTER(Kernel)), ("checks", POINTER(Check))):
        getattr(library, f"ptxemu_{name}").restype = result
    library.ptxemu_target.argtypes = [c_void_p]
    library.ptxemu_kernels.argtypes = [c_void_p, POINTER(c_size_t)]
    library.ptxemu_checks.argtypes = [POINTER(c_size_t)]
    for name, argument in (("destroy", c_void_p), ("free_result", POINTER(Result))):
        function = getattr(library, f"ptxemu_{name}")
        function.argtypes, function.restype = [argument], None
    return library


def call(name: str, *arguments: Any) -> None:
    """Calls ptxemu_NAME. Its errors are exceptions with its sentence."""
    library = load()
    status = getattr(library, f"ptxemu_{name}")(*arguments)
    if status != SUCCESS:
        raise _EXCEPTIONS.get(status, ValueError)(library.ptxemu_error().decode(errors="replace"))


def decode(text: Any) -> str:
    return (text or b"").decode(errors="replace")

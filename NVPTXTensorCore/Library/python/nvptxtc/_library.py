# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nvptxtc.h in ctypes: structures, and where the library is."""

from __future__ import annotations

import ctypes
import functools
import os
import threading
from ctypes import POINTER, c_char, c_char_p, c_int, c_size_t, c_uint, c_void_p
from pathlib import Path

#: nvptxtc_status
SUCCESS, ERROR, FATAL_ERROR, BAD_ARGUMENTS, CANCELLED = range(5)
#: nvptxtc_options.flags
CATCH_CRASHES, VERIFY_ONLY, CUBIN, ISOLATED = 1, 2, 4, 8
#: nvptxtc_module.flags
LAZY = 1
SONAME = "libnvptxtc.so.0"


class Options(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t), ("target", c_char_p), ("features", c_char_p), ("name", c_char_p),
        ("optimization", c_int), ("codegen", c_int), ("max_registers", c_uint),
        ("llc_options", POINTER(c_char_p)), ("remarks", c_char_p), ("flags", c_uint),
        ("handler", c_void_p), ("handler_data", c_void_p), ("cancel", POINTER(c_int)),
        ("ptxas", c_char_p),
    ]


class Module(ctypes.Structure):
    _fields_ = [("data", c_char_p), ("size", c_size_t), ("name", c_char_p), ("flags", c_uint)]


class Target(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("first_ptx", c_uint)]


class Code(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("option", c_char_p), ("value", c_char_p), ("means", c_char_p)]


class Result(ctypes.Structure):
    _fields_ = [
        ("status", c_int), ("ptx", POINTER(c_char)), ("ptx_size", c_size_t),
        ("diagnostics", POINTER(c_char)), ("diagnostics_size", c_size_t),
        ("cubin", POINTER(c_char)), ("cubin_size", c_size_t),
        ("facts", POINTER(c_char)), ("facts_size", c_size_t),
    ]


def candidates(variable, soname):
    """Returns the libraries to try: the one that the environment variable names; or those in the folders
    above this package, where a build and an installation have it, and the one that the loader finds."""
    if variable in os.environ:
        return [os.environ[variable]]
    above = [folder / soname for folder in Path(__file__).resolve().parents]
    return [str(path) for path in above if path.exists()] + [soname]


@functools.lru_cache(maxsize=None)
def load():
    library = ctypes.CDLL(candidates("NVPTXTC_LIBRARY", SONAME)[0])
    library.nvptxtc_compile.argtypes = [c_char_p, c_size_t, POINTER(Options), POINTER(POINTER(Result))]
    library.nvptxtc_compile.restype = c_int
    library.nvptxtc_compile_modules.argtypes = [POINTER(Module), c_size_t, POINTER(Options), POINTER(POINTER(Result))]
    library.nvptxtc_compile_modules.restype = c_int
    library.nvptxtc_targets.argtypes = [POINTER(c_size_t)]
    library.nvptxtc_targets.restype = POINTER(Target)
    library.nvptxtc_intrinsic.argtypes = [c_char_p, c_char_p, c_char_p, POINTER(POINTER(Result))]
    library.nvptxtc_intrinsic.restype = c_int
    library.nvptxtc_codes.argtypes = [POINTER(c_size_t)]
    library.nvptxtc_codes.restype = POINTER(Code)
    library.nvptxtc_hash.argtypes = []
    library.nvptxtc_hash.restype = c_char_p
    library.nvptxtc_free.argtypes = [POINTER(Result)]
    library.nvptxtc_free.restype = None
    library.nvptxtc_version.argtypes = []
    library.nvptxtc_version.restype = c_char_p
    return library


def make_flag():
    """Returns a flag for nvptxtc_options.cancel."""
    return c_int(0)


def _encode(text, name="a string"):
    if not isinstance(text, (str, type(None))):
        raise TypeError(f"{name} is {text!r}; expected a string")
    if text is not None and "\0" in text:
        raise ValueError(f"{text!r} has a null character")
    return None if text is None else text.encode()


def _level(name, level):
    """Returns a level as nvptxtc_level has it."""
    if level not in (None, 0, 1, 2, 3):
        raise ValueError(f"{name} is {level!r}; expected 0, 1, 2, 3 or None")
    return 0 if level is None else level + 1


def _call(function, cancel):
    """Calls a function. In the main thread, Ctrl-C ends it: the call goes on in another thread, up to
    the pass that it is in."""
    if threading.current_thread() is not threading.main_thread():
        return function()
    done, outcome = threading.Event(), []

    def work():
        try:
            outcome.append((function(), None))
        except BaseException as error:  # noqa: B902
            outcome.append((None, error))
        done.set()

    threading.Thread(target=work, name="nvptxtc").start()
    try:
        while not done.wait(0.05):  # a signal that another thread gets does not end the wait
            pass
    except BaseException:
        cancel.value = 1
        raise
    result, error = outcome.pop()
    if error is not None:
        raise error
    return result


def compile(modules, *, target, features, optimization, codegen, max_registers, llc_options, remarks,
            ptxas, flags, flag):
    """Returns the status, the PTX, the cubin or None, and the diagnostics as JSON. Modules are triples
    of data, name and flags."""
    if not 0 <= max_registers < 1 << 32:
        raise ValueError(f"max_registers is {max_registers}; expected a number of registers, or 0")
    library = load()
    cancel = make_flag() if flag is None else flag
    options = Options(
        size=ctypes.sizeof(Options), target=_encode(target, "target"), features=_encode(features, "features"),
        optimization=_level("optimize", optimization), codegen=_level("codegen", codegen),
        max_registers=max_registers, remarks=_encode(remarks, "remarks"), flags=flags,
        cancel=ctypes.pointer(cancel), ptxas=_encode(ptxas, "ptxas"))
    options.llc_options = (c_char_p * (len(llc_options) + 1))(*(_encode(option, "an option") for option in llc_options), None)
    array = (Module * len(modules))(*(Module(data, len(data), _encode(name), kind) for data, name, kind in modules))

    def call():
        result = POINTER(Result)()
        status = library.nvptxtc_compile_modules(array, len(modules), ctypes.byref(options), ctypes.byref(result))
        try:
            made = result.contents
            # Inline assembly and names of files may have any bytes.
            return (status, ctypes.string_at(made.ptx, made.ptx_size).decode(errors="surrogateescape"),
                    ctypes.string_at(made.cubin, made.cubin_size) if made.cubin else None,
                    ctypes.string_at(made.diagnostics, made.diagnostics_size).decode())
        finally:
            library.nvptxtc_free(result)

    return _call(call, cancel)


def targets():
    """Returns pairs of a target and the first version of PTX that has it."""
    count = c_size_t()
    rows = load().nvptxtc_targets(ctypes.byref(count))
    return [(rows[i].name.decode(), rows[i].first_ptx) for i in range(count.value)]


def codes():
    """Returns tuples of a code, the option for it, the default of the option, and a sentence."""
    count = c_size_t()
    rows = load().nvptxtc_codes(ctypes.byref(count))
    return [tuple(getattr(rows[i], field).decode() for field, _ in Code._fields_) for i in range(count.value)]


def intrinsic(name, target, features):
    """Returns the status, the facts as JSON or None, and the diagnostics as JSON."""
    library, result = load(), POINTER(Result)()
    status = library.nvptxtc_intrinsic(_encode(name, "name"), _encode(target, "target"), _encode(features, "features"), ctypes.byref(result))
    try:
        made = result.contents
        return (status, ctypes.string_at(made.facts, made.facts_size).decode() if made.facts else None,
                ctypes.string_at(made.diagnostics, made.diagnostics_size).decode())
    finally:
        library.nvptxtc_free(result)

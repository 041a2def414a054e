# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An installed LLVM 22: its targets, its tensor-core intrinsics, and which modules it compiles.

llc-22 ends at the first call that it cannot select, so a process answers for one illegal call
at most, and takes 40 ms. `Peer.refusals` therefore loads the library that llc-22 is made of and
compiles the modules in a child process: LLVM calls our handler of fatal errors, which must not
return, but may go on with the next module. When the stack has become deep, or if the child
dies, another one goes on.
"""

import ctypes
import functools
import glob
import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from tctools import compiler, llvm_records, toolchain

TENSOR_CORE = re.compile(r"llvm\.nvvm\.(tcgen05|wgmma|wmma|mma|ldmatrix|stmatrix)\.")
_TRIPLE = b"nvptx64-nvidia-cuda"
#: Fatal errors that one process survives.
_DEPTH = 100
#: LLVMReturnStatusAction
_RETURN_STATUS = 2


@dataclass(frozen=True)
class Intrinsic:
    """The signature of an intrinsic: IR types, and the range [lower, upper) of its immediates
    (None: any) by argument."""
    result: tuple
    arguments: tuple
    immediates: tuple  # of (argument, range)


class Peer:
    """LLVM 22's tools, next to its llc."""

    def __init__(self, llc):
        self.llc = Path(shutil.which(llc) or llc)
        root = self.llc.resolve().parent.parent
        self.tblgen = root / "bin" / "llvm-tblgen"
        self.include = root / "include"
        self.library = next(iter(sorted(glob.glob(str(root / "lib" / "libLLVM.so.22*")))),
                            str(root / "lib" / "libLLVM.so.22.1"))

    def missing(self):
        """Files that are not there."""
        needed = (self.llc, self.tblgen, self.include / "llvm" / "IR" / "Intrinsics.td",
                  self.library)
        return [str(path) for path in needed if not os.path.exists(path)]

    def version(self):
        return re.search(r"LLVM version (\S+)",
                         toolchain.run([self.llc, "--version"]).stdout).group(1)

    def known_targets(self):
        """Its targets and its newest PTX version: ({"sm_70", ...}, 90)."""
        text = toolchain.run([self.llc, "-mtriple=nvptx64", "-mcpu=help"]).stderr
        versions = re.findall(r"^  ptx(\d+)", text, re.MULTILINE)
        return set(re.findall(r"^  (sm_\w+)", text, re.MULTILINE)), max(map(int, versions))

    def intrinsics(self, names=TENSOR_CORE):
        """Its intrinsics whose names match: {name: Intrinsic}."""
        result = toolchain.run([self.tblgen, "-dump-json", "-I", self.include,
                                self.include / "llvm" / "IR" / "Intrinsics.td"])
        if result.returncode:
            raise SystemExit(f"llvm-tblgen: {result.stderr[:500]}")
        records = json.loads(result.stdout)
        return {name: _intrinsic(records, record)
                for name, record in llvm_records.intrinsics(records).items() if names.match(name)}

    def compile(self, module, target, ptx):
        """What llc-22 prints."""
        return compiler.Llc(self.llc).compile(module, target, ptx)

    def refusals(self, modules, target, ptx, level=2):
        """For each module of LLVM IR None if LLVM 22 compiles it, or what it says instead."""
        verdicts, library = [], _load(self.library)
        while len(verdicts) < len(modules):
            found, ending = _in_another_process(lambda report: _judge(
                library, modules[len(verdicts):], target, ptx, level, report))
            verdicts += [verdict and without_node(verdict) for verdict in found]
            if not found:
                verdicts.append(f"ended with status {ending}")
        return verdicts


def without_node(text):
    """What LLVM says of a node that it cannot select, without the node's operands: these are
    addresses in its memory, and the nodes that they are made of."""
    return re.sub(r"(Cannot select: )0x[0-9a-f]+: \S+ = (\w+::\w+)(?:.|\n)*", r"\1\2", text)


def _intrinsic(records, record):
    def types(field):
        kinds = (reference["def"] for reference in record[field])
        return tuple(llvm_records.ir_type(records[kind]) or kind for kind in kinds)

    found = sorted(llvm_records.immediates(records, record).items())
    return Intrinsic(types("RetTypes"), types("ParamTypes"), tuple(found))


# The library

class _Library:
    """As much of LLVM's C interface as it takes to compile a module."""

    def __init__(self, path):
        self.api = ctypes.CDLL(path)
        pointer, text = ctypes.c_void_p, ctypes.c_char_p
        for name, result, *arguments in (
            ("LLVMContextCreate", pointer),
            ("LLVMCreateMemoryBufferWithMemoryRangeCopy", pointer, text, ctypes.c_size_t, text),
            ("LLVMCreateTargetMachine", pointer, pointer, text, text, text, ctypes.c_int,
             ctypes.c_int, ctypes.c_int),
            ("LLVMParseIRInContext", ctypes.c_int, pointer, pointer, pointer, pointer),
            ("LLVMTargetMachineEmitToMemoryBuffer", ctypes.c_int, pointer, pointer, ctypes.c_int,
             pointer, pointer),
            ("LLVMVerifyModule", ctypes.c_int, pointer, ctypes.c_int, pointer),
            ("LLVMDisposeModule", None, pointer),
            ("LLVMDisposeMemoryBuffer", None, pointer),
        ):
            function = getattr(self.api, name)
            function.restype, function.argtypes = result, arguments
        for part in ("TargetInfo", "Target", "TargetMC", "AsmPrinter"):
            getattr(self.api, f"LLVMInitializeNVPTX{part}")()
        self.context = self.api.LLVMContextCreate()

    def on_fatal_error(self, action):
        """Calls `action` with the text of a fatal error; it must not return."""
        self.handler = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(action)
        self.api.LLVMInstallFatalErrorHandler(self.handler)

    def machine(self, target, ptx, level):
        found, error = ctypes.c_void_p(), ctypes.c_char_p()
        self.api.LLVMGetTargetFromTriple(_TRIPLE, ctypes.byref(found), ctypes.byref(error))
        return self.api.LLVMCreateTargetMachine(found, _TRIPLE, target.encode(),
                                                f"+ptx{ptx}".encode(), level, 0, 0)

    def compile(self, machine, text):
        """What is wrong with the module, or None."""
        module, output, error = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_char_p()
        text = text.encode()
        buffer = self.api.LLVMCreateMemoryBufferWithMemoryRangeCopy(text, len(text), b"module")
        if self.api.LLVMParseIRInContext(self.context, buffer, ctypes.byref(module),
                                         ctypes.byref(error)):
            return error.value.decode()
        if self.api.LLVMVerifyModule(module, _RETURN_STATUS, ctypes.byref(error)):  # as llc does
            return error.value.decode()
        failed = self.api.LLVMTargetMachineEmitToMemoryBuffer(machine, module, 0,
                                                              ctypes.byref(error),
                                                              ctypes.byref(output))
        if failed:
            return error.value.decode()
        self.api.LLVMDisposeMemoryBuffer(output)
        self.api.LLVMDisposeModule(module)
        return None


@functools.lru_cache(None)
def _load(path):
    return _Library(path)


def _judge(library, modules, target, ptx, level, report):
    """Reports on one module after the other; ends the process."""
    left = iter(modules)
    state = {"depth": 0, "machine": None}

    def go_on():
        for text in left:
            report(library.compile(state["machine"], text))
        os._exit(0)

    def after_fatal_error(message):
        report(message.decode(errors="replace"))
        state["depth"] += 1
        if state["depth"] >= _DEPTH or not state["machine"]:
            os._exit(0)
        go_on()

    library.on_fatal_error(after_fatal_error)
    state["machine"] = library.machine(target, ptx, level)
    go_on()


def _in_another_process(action):
    """(what `action` reported there, how the process ended). What it prints is dropped."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reader)
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            action(lambda value: os.write(writer, json.dumps(value).encode() + b"\n"))
        finally:
            os._exit(1)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        found = [json.loads(line) for line in stream]
    return found, os.waitpid(child, 0)[1]

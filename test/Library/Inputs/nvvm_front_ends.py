# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls a libNVVM in the order in which front ends call it, as their sources have it.

usage: nvvm_front_ends.py LIBRARY TEXT BITCODE LIBRARY-BITCODE

TEXT is a module with typed pointers that calls the function `scale` of LIBRARY-BITCODE, BITCODE the
same as bitcode.
"""

import sys
import threading
from ctypes import CDLL, POINTER, byref, c_char_p, c_int, c_size_t, c_void_p, create_string_buffer
from pathlib import Path

OPTIONS_CHECK = """target triple = "nvptx64-unknown-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
define void @nothing() { ret void }
!nvvm.annotations = !{!0}
!0 = !{void ()* @nothing, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 %d, i32 %d, i32 %d, i32 %d}
"""


class Failure(Exception):
    pass


class Program:
    def __init__(self, library):
        self.library, self.handle = library, c_void_p()
        self.call("nvvmCreateProgram", byref(self.handle), is_of_program=False)

    def call(self, name, *arguments, is_of_program=True):
        result = getattr(self.library, name)(*([self.handle] if is_of_program else []), *arguments)
        if result:
            raise Failure(f"{name}: {self.library.nvvmGetErrorString(result).decode()}: {self.log()}")

    def add(self, data, name, lazy=False):
        self.call("nvvmLazyAddModuleToProgram" if lazy else "nvvmAddModuleToProgram", data, c_size_t(len(data)), name)

    def run(self, function, options):
        self.call(function, len(options), (c_char_p * len(options))(*map(str.encode, options)))

    def text(self, name):
        size = c_size_t()
        getattr(self.library, f"nvvmGet{name}Size")(self.handle, byref(size))
        buffer = create_string_buffer(size.value)
        getattr(self.library, f"nvvmGet{name}")(self.handle, buffer)
        assert size.value == len(buffer.value) + 1
        return buffer.value.decode()

    def log(self):
        return self.text("ProgramLog")

    def ptx(self):
        text = self.text("CompiledResult")
        self.library.nvvmDestroyProgram(byref(self.handle))
        assert not self.handle
        return text


def check_options(library, options):
    """numba-cuda and cuda.bindings ask so whether an option is known."""
    numbers = [c_int() for _ in range(4)]
    library.nvvmIRVersion(*map(byref, numbers))
    program = Program(library)
    program.add((OPTIONS_CHECK % tuple(number.value for number in numbers)).encode(), b"precheck.ll")
    try:
        program.run("nvvmVerifyProgram", options)
        program.run("nvvmCompileProgram", options)
    except Failure:
        return False
    return True


def numba_cuda(library, text, bitcode, other):
    options = ["-arch=compute_80", "-opt=0", "-g", "-numba-debug"]
    assert check_options(library, options)
    assert not check_options(library, options + ["-no-such-option"])
    program = Program(library)
    program.add(text, b"")
    program.add(other, b"", lazy=True)
    program.run("nvvmCompileProgram", options)
    assert not program.log()
    return program.ptx()


def cuda_core(library, text, bitcode, other):
    """Verifies before the library is added."""
    options = ["-arch=compute_90a", "-opt=3", "-ftz=1", "-prec-sqrt=0", "-prec-div=0", "-fma=1"]
    program = Program(library)
    program.add(bitcode, b"kernel")
    program.run("nvvmVerifyProgram", options)
    program.add(other, None, lazy=True)
    program.run("nvvmCompileProgram", options)
    return program.ptx()


def rust_cuda(library, text, bitcode, other):
    """Verifies without options."""
    program = Program(library)
    program.add(bitcode, b"merged")
    program.add(other, b"libdevice", lazy=True)
    program.add(other.replace(b"scale", b"other"), b"libintrinsics", lazy=True)
    program.run("nvvmVerifyProgram", [])
    program.run("nvvmCompileProgram", ["-arch=compute_86", "-opt=3"])
    return program.ptx()


def cuda_oxide(library, text, bitcode, other):
    """Adds the library like any other module. Asks for NVIDIA's LTO format, which is refused."""
    version = c_int()
    assert not library.nvvmLLVMVersion(b"compute_120", byref(version)) and version.value == 22
    assert library.nvvmLLVMVersion(b"compute_999", byref(version))
    program = Program(library)
    program.add(bitcode, b"kernel")
    program.add(other, b"libdevice")
    try:
        program.run("nvvmCompileProgram", ["-arch=compute_120", "-gen-lto", "-opt=3"])
    except Failure as failure:
        print(failure)
    program.run("nvvmCompileProgram", ["-arch=compute_120", "-opt=3"])
    return program.ptx()


def main():
    library = CDLL(sys.argv[1])
    library.nvvmGetErrorString.restype = c_char_p
    for name in ("AddModuleToProgram", "LazyAddModuleToProgram"):
        getattr(library, f"nvvm{name}").argtypes = [c_void_p, c_char_p, c_size_t, c_char_p]
    for name in ("CompileProgram", "VerifyProgram"):
        getattr(library, f"nvvm{name}").argtypes = [c_void_p, c_int, POINTER(c_char_p)]
    inputs = [Path(path).read_bytes() for path in sys.argv[2:]]
    front_ends = (numba_cuda, cuda_core, rust_cuda, cuda_oxide)
    made = {}
    for front_end in front_ends:
        made[front_end] = front_end(library, *inputs)
        print(f"== {front_end.__name__}\n{made[front_end]}")

    # From several threads, with other options at the same time.
    faults = []

    def work(first):
        for number in range(8):
            front_end = front_ends[(first + number) % 3]
            if front_end(library, *inputs) != made[front_end]:
                faults.append(front_end)

    threads = [threading.Thread(target=work, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{len(faults)} differences")


if __name__ == "__main__":
    main()

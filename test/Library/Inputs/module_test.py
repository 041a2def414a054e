# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: module_test.py TEXT BITCODE FATAL"""

import ctypes
import os
import signal
import sys
import threading
from pathlib import Path

import nvptxtc
from nvptxtc import _library

text, bitcode, fatal = (Path(name).read_bytes() for name in sys.argv[1:4])


def show(function, *arguments, **options):
    try:
        function(*arguments, **options)
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
        return error


print("version", nvptxtc.version())
result = nvptxtc.compile(text.decode(), "sm_80", features="+ptx70")
print("the same of text and bitcode:", result == nvptxtc.compile(bitcode, "sm_80", features="+ptx70"))
explained = nvptxtc.compile(text, "sm_80", features="+ptx70", comments=True, optimize=2, codegen=3)
print("comments:", "multiply-adds" in explained.ptx)
error = show(nvptxtc.compile, text, target="sm_75", features="+ptx65")
print(f"function {error.diagnostics[0].function}, severity {error.diagnostics[0].severity}")
show(nvptxtc.compile, fatal, "sm_80", catch_crashes=True)
show(nvptxtc.compile, text, "sm_80", optimize=4)
show(nvptxtc.compile, text, "")
show(nvptxtc.compile, text, "sm_80", checks={"wgmma-hazards": "sometimes"})
show(nvptxtc.compile, text, "sm_80", options=["-nvptx-nothing"])
show(nvptxtc.compile, text, "sm_80", checks={"wgmma-hazard": "error"})
show(nvptxtc.compile, text, "sm_80", options="-nvptx-mma-comments")
show(nvptxtc.compile, text, 80)
show(nvptxtc.compile, text, "sm90a")
show(nvptxtc.compile, text, "compute_90a")
show(nvptxtc.intrinsic, "llvm.nvvm.wgmma.fence.sync.aligned", "90a")
for option in ("-stop-after=finalize-isel", "-stop-before=finalize-isel", "-start-after=x", "-start-before=x"):
    show(nvptxtc.compile, text, "sm_80", options=[option])
show(nvptxtc.compile, text.replace(b"nvptx64-nvidia-cuda", b"x86_64-linux-gnu"), "sm_80")
show(nvptxtc.compile, 5, "sm_80")
bytes_of_any_kind = 'define void @f() {\n call void asm sideeffect "// \\FE", ""()\n ret void\n}'
print("// \udcfe" in nvptxtc.compile(bytes_of_any_kind, "sm_80").ptx)
library, options, failed = _library.load(), _library.Options(), ctypes.POINTER(_library.Result)()
options.size, options.target = ctypes.sizeof(options), b"sm_80"
library.nvptxtc_compile(None, 5, ctypes.byref(options), ctypes.byref(failed))
print(ctypes.string_at(failed.contents.diagnostics).decode())
library.nvptxtc_free(failed)
show(nvptxtc.compile, text, "sm_80", options=["-time-passes"])

# A fork while another thread compiles.
ended = threading.Event()


def compile_on():
    while not ended.is_set():
        nvptxtc.compile(text, "sm_80", features="+ptx70", comments=True)


thread = threading.Thread(target=compile_on)
thread.start()
statuses = set()
for _ in range(5):
    child = os.fork()
    if not child:
        signal.alarm(60)
        os._exit(int(nvptxtc.compile(text, "sm_80", features="+ptx70") != result))
    statuses.add(os.waitpid(child, 0)[1])
ended.set()
thread.join()
print("children:", statuses)
show(nvptxtc.compile, text, "sm\x0080")
show(nvptxtc.compile, text, "sm_80", max_registers=-1)
_library.load.cache_clear()
os.environ["NVPTXTC_LIBRARY"] = "/nowhere.so"
show(nvptxtc.compile, text, "sm_80")
print("end")

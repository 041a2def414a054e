# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: module_test.py TEXT BITCODE FATAL"""

import os
import sys
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
show(nvptxtc.compile, text, "sm\x0080")
show(nvptxtc.compile, text, "sm_80", max_registers=-1)
_library.load.cache_clear()
os.environ["NVPTXTC_LIBRARY"] = "/nowhere.so"
show(nvptxtc.compile, text, "sm_80")
print("end")

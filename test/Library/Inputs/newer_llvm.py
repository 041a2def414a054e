# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles modules that say that a newer LLVM has written them."""

import os
import string
import subprocess
import sys

import nvptxtc

#: The characters of a name in bitcode, six bits each.
CHAR6 = string.ascii_lowercase + string.ascii_uppercase + string.digits + "._"
TEXT = """define void @f() {
  ret void
}
!llvm.ident = !{!0}
!0 = !{!"clang version VERSION"}
"""


def bits_of(text):
    return "".join(format(CHAR6.index(c), "06b")[::-1] for c in text)


def rename_producer(bitcode, old, new):
    """Bits are numbered from the lowest of each byte."""
    bits = "".join(format(byte, "08b")[::-1] for byte in bitcode)
    assert bits.count(bits_of(old)) == 1
    bits = bits.replace(bits_of(old), bits_of(new))
    return bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8))


def show(module):
    try:
        nvptxtc.compile(module, "sm_80")
        print("no error")
    except nvptxtc.CompileError as error:
        print(error.diagnostics[0].code, error.diagnostics[0].message)


newer = TEXT.replace("VERSION", "23.1.1")
print("text:", ".func f" in nvptxtc.compile(newer, "sm_80").ptx)
show(newer.replace("ret void", "ret newtype"))
show(TEXT.replace("VERSION", "22.1.8").replace("ret void", "ret newtype"))
show("define void @f() denormal_fpenv(preservesign) {\n ret void\n}\n")
bitcode = subprocess.run(["llvm-as", "-"], input=TEXT.encode(), capture_output=True, check=True).stdout
newer = rename_producer(bitcode, "LLVM22.1.8", "LLVM23.1.8")
print("bitcode:", nvptxtc.compile(newer, "sm_80").ptx == nvptxtc.compile(bitcode, "sm_80").ptx)
# What is behind the identification is not read.
show(newer[:len(newer) // 2 // 4 * 4])
show(bitcode[:len(bitcode) // 2 // 4 * 4])
# An attribute of a number that LLVM 22 does not know, as LLVM 23 would write one.
attribute = subprocess.run(["llvm-as", "-"], input=b"define void @f() nounwind {\n ret void\n}\n",
                           capture_output=True, check=True).stdout
for i in range(len(attribute)):
    damaged = attribute[:i] + bytes([attribute[i] ^ 0x10]) + attribute[i + 1:]
    try:
        nvptxtc.compile(damaged, "sm_80")
    except nvptxtc.CompileError as error:
        if "Unknown attribute kind" in error.diagnostics[0].message:
            break
else:
    raise SystemExit("no byte is that of the attribute")
for written in (damaged, rename_producer(damaged, "LLVM22.1.8", "LLVM23.1.8")):
    show(written)
    for tool in sys.argv[1:]:
        run = subprocess.run([tool, "-", "-o", os.devnull], input=written, capture_output=True)
        print(run.returncode, run.stderr.decode().strip())
print("end")

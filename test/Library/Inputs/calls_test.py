# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several modules, verification, Ctrl-C and questions."""

import os
import signal
import threading

import nvptxtc

KERNEL = """target triple = "nvptx64-nvidia-cuda"
declare i32 @helper(i32)
define ptx_kernel void @kernel(ptr %p) {
  %v = load i32, ptr %p
  %r = call i32 @helper(i32 %v)
  store i32 %r, ptr %p
  ret void
}
"""
HELPER = """declare i32 @inner(i32)
define i32 @helper(i32 %v) {
  %r = call i32 @inner(i32 %v)
  ret i32 %r
}
define i32 @unused(i32 %v) { ret i32 %v }
"""
INNER = "define i32 @inner(i32 %v) {\n  %r = mul i32 %v, 77\n  ret i32 %r\n}\n"


def show(function, *arguments, **options):
    try:
        return function(*arguments, **options)
    except (nvptxtc.CompileError, ValueError) as error:
        print(f"{type(error).__name__}: {error} {[d.code for d in getattr(error, 'diagnostics', ())]}")


def functions(result):
    return [name for name in ("kernel", "helper", "inner", "unused") if f" {name}(" in result.ptx.replace("\n", " ")]


print("linked:", functions(nvptxtc.compile(KERNEL, "sm_80", modules=[HELPER, INNER])))
print("library:", functions(nvptxtc.compile(KERNEL, "sm_80", libraries=[INNER, HELPER])))
inlined = nvptxtc.compile(KERNEL, "sm_80", optimize=3, libraries=[INNER, HELPER])
print("inlined:", functions(inlined), "77" in inlined.ptx)
show(nvptxtc.compile, KERNEL, "sm_80", modules=[KERNEL])

print("verified:", nvptxtc.verify(KERNEL, "sm_80"))
show(nvptxtc.verify, KERNEL + "declare void @llvm.nvvm.barrier.cluster.arrive()\ndefine void @f() {\n call void @llvm.nvvm.barrier.cluster.arrive()\n ret void\n}\n", "sm_80")
show(nvptxtc.verify, "define void @f() { ret i32 1 }", "sm_80")
show(nvptxtc.compile, 'target datalayout = "E"\n' + KERNEL, "sm_80")
show(nvptxtc.compile, KERNEL, "sm_80", features="ptx80")
show(nvptxtc.compile, KERNEL, "sm_80", max_registers=5)
show(nvptxtc.compile, KERNEL, "sm_80", max_registers=256)
print(".maxnreg 255" in nvptxtc.compile(KERNEL, "sm_80", max_registers=255).ptx)

targets = {target.name: target.first_ptx for target in nvptxtc.targets()}
print("sm_90a from", targets["sm_90a"], "sm_20" in targets)
print("a hash:", len(nvptxtc.build_hash()) == 40 and int(nvptxtc.build_hash(), 16) > 0)

# A module that takes long, and Ctrl-C.
LARGE = "".join(
    f"define void @f{number}(ptr %p) {{\n  %x0 = load i32, ptr %p\n"
    + "".join(f"  %x{i + 1} = mul i32 %x{i}, %x{i // 2}\n" for i in range(400))
    + "  store i32 %x400, ptr %p\n  ret void\n}\n" for number in range(500))
signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored
timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
timer.start()
try:
    nvptxtc.compile(LARGE, "sm_80", optimize=3)
    print("not interrupted")
except KeyboardInterrupt:
    print("KeyboardInterrupt")
# The next call waits for nothing.
print("next:", functions(nvptxtc.compile(KERNEL, "sm_80")))

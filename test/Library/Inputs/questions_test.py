# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks about intrinsics, and compares answers with what the compiler does with calls.

usage: questions_test.py
"""

import nvptxtc

MMA = "llvm.nvvm.mma.m16n8k16.row.col.bf16"
TMA = "llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d"


def ask(*arguments, **options):
    try:
        found = nvptxtc.intrinsic(*arguments, **options)
        print(found.legal, found.reason)
        return found
    except (LookupError, ValueError) as error:
        print(f"{type(error).__name__}: {error}")


mma = ask(MMA, "sm_80")
print(mma.signature, mma.memory, "convergent" in mma.attributes, mma.immediates)
tma = ask(TMA)
print(tma.signature, "readwrite" in tma.memory, tma.immediates)
print(nvptxtc.intrinsic("llvm.nvvm.setmaxnreg.inc.sync.aligned.u32").immediates)
ask(MMA, "sm_75")
ask(TMA, "sm_80")
ask(TMA, "sm_90")
ask(TMA, "sm_90", features="+ptx80")
ask("llvm.nvvm.barrier.cluster.arrive", "sm_80")
ask("llvm.nvvm.barrier.cluster.arrive", "sm_90")
ask("llvm.nvvm.mma.m16n8k16.row.col.f16.f32", "sm_90")
ask("llvm.nvvm.mma.m8n8k16.row.col.s9", "sm_80")
ask("printf")
ask(MMA, "sm_81")
ask(MMA, "sm_90", features="+ptx70")
ask(MMA, "sm_90", features="ptx90")

# The compiler agrees.
CALL = """target triple = "nvptx64-nvidia-cuda"
declare { float, float, float, float } @%s(i32, i32, i32, i32, i32, i32, float, float, float, float)
define { float, float, float, float } @f(i32 %%a, float %%c) {
  %%d = call { float, float, float, float } @%s(i32 %%a, i32 %%a, i32 %%a, i32 %%a, i32 %%a, i32 %%a, float %%c, float %%c, float %%c, float %%c)
  ret { float, float, float, float } %%d
}
""" % (MMA, MMA)
for target in nvptxtc.targets():
    try:
        nvptxtc.compile(CALL, target.name)
        reason = ""
    except nvptxtc.CompileError as error:
        reason = error.diagnostics[0].message
    found = nvptxtc.intrinsic(MMA, target.name)
    if found.legal != (not reason) or found.reason.split(";")[0] not in reason:
        print(f"{target.name}: {found.reason!r}, but the compiler says {reason!r}")
print("end")

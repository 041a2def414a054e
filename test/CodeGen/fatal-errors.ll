; What LLVM calls a fatal error is an error of the program, too: no abort(), and no file.

; RUN: not %llc -mcpu=sm_90 %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not ls %t.ptx
; RUN: echo 'target triple = "nvptx64"' | not %llc -mcpu=sm_90 -mattr=+ptx50 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=TARGET --implicit-check-not=report

target triple = "nvptx64-nvidia-cuda"

; CHECK: ERROR: initial value of 'tile' is not allowed in addrspace(3)
; CHECK: PLEASE report
; TARGET: {{[Ee]rror|ERROR}}:
@tile = addrspace(3) global i32 5

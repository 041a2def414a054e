; Globals and aliases that a newer PTX version or target has are errors that name it; LLVM ends the process.

; RUN: not %llc -mcpu=sm_20 -mattr=+ptx40 %s -o - 2>&1 | FileCheck %s --check-prefixes=MANAGED,ALIAS,PACKED --implicit-check-not=error: --implicit-check-not=.entry
; RUN: not %llc -mcpu=sm_30 -mattr=+ptx62 %s -o - 2>&1 | FileCheck %s --check-prefixes=ALIAS,PACKED --implicit-check-not=error: --implicit-check-not=.entry
; RUN: not %llc -mcpu=sm_30 -mattr=+ptx70 %s -o - 2>&1 | FileCheck %s --check-prefix=PACKED --implicit-check-not=error: --implicit-check-not=.entry
; RUN: %llc -mcpu=sm_30 -mattr=+ptx71 %s -o - | FileCheck %s --check-prefix=LEGAL
; RUN: %if stock-tools %{ not %stock-llc -load=%plugin -mcpu=sm_20 -mattr=+ptx40 %s -o - 2>&1 | FileCheck %s --check-prefixes=MANAGED,ALIAS,PACKED --implicit-check-not=PLEASE %}

target triple = "nvptx64-nvidia-cuda"

; MANAGED: error: the global 'managed' is managed, which needs sm_30 and PTX ISA 4.0; this is compiled for sm_20 and PTX ISA 4.0
; LEGAL: .global .attribute(.managed) .align 4 .u32 managed;
@managed = addrspace(1) global i32 0
@byte = addrspace(1) global i8 0

; Words with an address at a multiple of their size need no mask().
; LEGAL: .u64 words[2] = {1, byte};
@words = addrspace(1) global { i64, ptr addrspace(1) } { i64 1, ptr addrspace(1) @byte }
; PACKED: error: the initial value of the global 'rest' has an address in a packed aggregate, which needs PTX ISA 7.1; this is compiled for sm_{{[23]}}0 and PTX ISA {{[0-9.]+}}; expected addresses and sizes that are multiples of 8 bytes
; LEGAL: .u8 rest[9] = {0xFF(byte)
@rest = addrspace(1) global <{ ptr addrspace(1), i8 }> <{ ptr addrspace(1) @byte, i8 1 }>
%packed = type <{ i8, ptr addrspace(1), [7 x i8] }>
; PACKED: error: the initial value of the global 'second' has an address in a packed aggregate
; LEGAL: .u8 second[32] = {1
@second = addrspace(1) global [2 x %packed] [%packed <{ i8 1, ptr addrspace(1) null, [7 x i8] zeroinitializer }>, %packed <{ i8 1, ptr addrspace(1) @byte, [7 x i8] zeroinitializer }>]
; PACKED: error: the initial value of the global 'number' has an address in a packed aggregate
; LEGAL: .u8 number[12] = {0xFF(generic(byte))
@number = addrspace(1) global <{ i64, i32 }> <{ i64 ptrtoint (ptr addrspacecast (ptr addrspace(1) @byte to ptr) to i64), i32 3 }>
; LEGAL: null[9] = {1};
@null = addrspace(1) global <{ i8, ptr addrspace(1) }> <{ i8 1, ptr addrspace(1) null }>

; ALIAS: error: the alias 'other' needs sm_30 and PTX ISA 6.3; this is compiled for sm_{{[23]}}0 and PTX ISA {{[46]}}
; LEGAL: .alias other, one;
@other = alias i32 (), ptr @one
define i32 @one() {
  ret i32 1
}

define ptx_kernel void @kernel() {
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr addrspace(1) @managed, !"managed", i32 1}
!1 = !{ptr @kernel, !"maxntidx", i32 32}

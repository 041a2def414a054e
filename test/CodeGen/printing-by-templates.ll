; Instructions that are like one before are printed by its text, with their own registers. What is not
; alike is printed as it is: other immediates, physical registers, symbols. -nvptx-print-by-templates=0 goes LLVM's
; way, and has the same lines.

; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -O0 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -O0 %s -o %t.ptx
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -O0 -nvptx-print-by-templates=0 %s -o - | sed 's@ *$@@' >%t.shown
; RUN: sed 's@ *$@@' %t.ptx | diff - %t.shown

; Comments are above their instructions.
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -O0 -nvptx-mma-comments %s -o - | FileCheck %s --check-prefix=COMMENTS

target triple = "nvptx64-nvidia-cuda"

declare i32 @outside(i32)
declare { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.s8(i32, i32, i32, i32)
declare { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.u8(i32, i32, i32, i32)

; CHECK-LABEL: .func  (.param .b32 func_retval0) f(
; CHECK:       ld.param.b32 %r2, [f_param_1];
; CHECK-NEXT:  ld.param.b32 %r1, [f_param_0];
; CHECK-NEXT:  add.s32 [[A:%r[0-9]+]], %r1, 7;
; CHECK-NEXT:  add.s32 [[B:%r[0-9]+]], %r2, 7;
; CHECK-NEXT:  add.s32 [[C:%r[0-9]+]], %r2, -7;
; CHECK-NEXT:  add.s32 [[D:%r[0-9]+]], [[A]], [[B]];
; CHECK-NEXT:  add.s32 [[E:%r[0-9]+]], [[D]], [[C]];
; CHECK-NEXT:  mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32
; CHECK-NEXT:  {[[D0:%r[0-9]+]], [[D1:%r[0-9]+]]},
; CHECK-NEXT:  {[[A]]},
; CHECK-NEXT:  {[[B]]},
; CHECK-NEXT:  {[[C]], [[D]]};
; CHECK-NEXT:  mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32
; CHECK-NEXT:  {[[G0:%r[0-9]+]], [[G1:%r[0-9]+]]},
; CHECK-NEXT:  {[[B]]},
; CHECK-NEXT:  {[[E]]},
; CHECK-NEXT:  {[[D0]], [[D1]]};
; CHECK-NEXT:  mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32
; CHECK:       call.uni (retval0), outside, (param0);
; COMMENTS-LABEL: f(
; COMMENTS-COUNT-3: // IMMA_MMA_B32x2_B32x1_B32x1_B32x2, MMA descriptor 0x48016B0204
define i32 @f(i32 %x, i32 %y) {
  %a = add i32 %x, 7
  %b = add i32 %y, 7
  %c = add i32 %y, -7
  %d = add i32 %a, %b
  %e = add i32 %d, %c
  %m = call { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %a, i32 %b, i32 %c, i32 %d)
  %m0 = extractvalue { i32, i32 } %m, 0
  %m1 = extractvalue { i32, i32 } %m, 1
  %n = call { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.s8(i32 %b, i32 %e, i32 %m0, i32 %m1)
  %n0 = extractvalue { i32, i32 } %n, 0
  %n1 = extractvalue { i32, i32 } %n, 1
  %o = call { i32, i32 } @llvm.nvvm.mma.m8n8k16.row.col.u8(i32 %b, i32 %e, i32 %n0, i32 %n1)
  %o0 = extractvalue { i32, i32 } %o, 0
  %r = call i32 @outside(i32 %o0)
  ret i32 %r
}

; Variables of a function are at a physical register, %SP.
; CHECK-LABEL: .func g(
; CHECK:       mov.b64 %SPL, __local_depot1;
; CHECK-NEXT:  cvta.local.u64 %SP, %SPL;
; CHECK:       st.volatile.b32 [%SP], 1;
; CHECK:       st.volatile.b32 [%SP+8], 2;
define void @g() {
  %p = alloca i32, align 8
  %q = alloca i32, align 8
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %q
  ret void
}

; Intrinsics of NVPTX that LLVM 22 has and LLVM 19 and this project do not have, or have by another
; name, are PTX of the same meaning.

; RUN: %ir-bridge %s | %llc -mcpu=sm_90 -mattr=+ptx83 -o %t.ptx
; RUN: FileCheck %s <%t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90 %t.ptx -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .func (.param .b32 func_retval0) integers(
define i32 @integers(i32 %a, i32 %b, i64 %l) {
  ; CHECK: bfind.s32 [[V1:%r[0-9]+]],
  %1 = call i32 @llvm.nvvm.flo.s.i32(i32 %a, i1 false)
  ; CHECK: bfind.shiftamt.u32 [[V2:%r[0-9]+]], [[V1]];
  %2 = call i32 @llvm.nvvm.flo.u.i32(i32 %1, i1 true)
  ; CHECK: bfind.shiftamt.s64 [[V3:%r[0-9]+]],
  %3 = call i32 @llvm.nvvm.flo.s.i64(i64 %l, i1 true)
  ; CHECK: shf.l.clamp.b32 [[V4:%r[0-9]+]], [[V3]], [[V2]], [[V1]];
  %4 = call i32 @llvm.nvvm.fshl.clamp.i32(i32 %2, i32 %3, i32 %1)
  ; CHECK: dp2a.hi.s32.u32 [[V5:%r[0-9]+]], [[V4]], [[V3]], [[V2]];
  %5 = call i32 @llvm.nvvm.idp2a.s.u(i32 %4, i32 %3, i1 true, i32 %2)
  ; CHECK: dp2a.lo.u32.s32 [[V6:%r[0-9]+]], [[V5]],
  %6 = call i32 @llvm.nvvm.idp2a.u.s(i32 %5, i32 %3, i1 false, i32 %2)
  ; CHECK: dp4a.u32.s32 [[V7:%r[0-9]+]], [[V6]],
  %7 = call i32 @llvm.nvvm.idp4a.u.s(i32 %6, i32 %3, i32 %2)
  ; CHECK: prmt.b32.f4e [[V8:%r[0-9]+]], [[V7]], [[V3]], [[V2]];
  %8 = call i32 @llvm.nvvm.prmt.f4e(i32 %7, i32 %3, i32 %2)
  ; CHECK: prmt.b32.rc16 [[V9:%r[0-9]+]], [[V8]], 0, [[V2]];
  %9 = call i32 @llvm.nvvm.prmt.rc16(i32 %8, i32 %2)
  ; CHECK: bmsk.clamp.b32
  %10 = call i32 @llvm.nvvm.bmsk.clamp(i32 %9, i32 %2)
  ; CHECK: szext.wrap.u32
  %11 = call i32 @llvm.nvvm.zext.wrap(i32 %10, i32 %2)
  ; CHECK: mov.u32 {{.*}}, %aggr_smem_size;
  %12 = call i32 @llvm.nvvm.read.ptx.sreg.aggr_smem_size()
  ; CHECK: mov.u32 {{.*}}, %globaltimer_lo;
  %13 = call i32 @llvm.nvvm.read.ptx.sreg.globaltimer.lo()
  ; CHECK: pmevent.mask 8;
  call void @llvm.nvvm.pm.event.mask(i16 8)
  %14 = add i32 %11, %12
  %15 = add i32 %13, %14
  ret i32 %15
}

; CHECK-LABEL: .func floats(
define void @floats(float %f, half %h, <2 x half> %hh, bfloat %b, ptr %p) {
  ; CHECK: add.rm.ftz.sat.f32
  %1 = call float @llvm.nvvm.add.rm.ftz.sat.f(float %f, float 2.0)
  ; CHECK: fma.rz.sat.f32
  %2 = call float @llvm.nvvm.fma.rz.sat.f(float %1, float %f, float 2.0)
  ; CHECK: div.full.ftz.f32
  %3 = call float @llvm.nvvm.div.full.ftz(float %2, float %f)
  ; CHECK: ex2.approx.f32
  %4 = call float @llvm.nvvm.ex2.approx.f32(float %3)
  ; CHECK: abs.f32
  %5 = call float @llvm.nvvm.fabs.f32(float %4)
  store volatile float %5, ptr %p
  ; CHECK: abs.ftz.f16x2
  %6 = call <2 x half> @llvm.nvvm.fabs.ftz.v2f16(<2 x half> %hh)
  store volatile <2 x half> %6, ptr %p
  ; CHECK: ex2.approx.ftz.bf16
  %7 = call bfloat @llvm.nvvm.ex2.approx.ftz.bf16(bfloat %b)
  ; CHECK: abs.bf16
  %8 = call bfloat @llvm.nvvm.fabs.bf16(bfloat %7)
  store volatile bfloat %8, ptr %p
  ret void
}

; CHECK-LABEL: .func barriers(
define void @barriers(i32 %id, i32 %n, i1 %c, ptr %p) {
  ; CHECK: bar.sync 0;
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ; CHECK: bar.sync %r{{[0-9]+}};
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 %id)
  ; CHECK: bar.sync %r{{[0-9]+}}, %r{{[0-9]+}};
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 %id, i32 %n)
  ; CHECK: barrier.sync %r{{[0-9]+}}, %r{{[0-9]+}};
  call void @llvm.nvvm.barrier.cta.sync.count(i32 %id, i32 %n)
  ; CHECK: bar.red.or.pred
  %or = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %c)
  ; CHECK: bar.red.popc.u32
  %popc = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %or)
  store i32 %popc, ptr %p
  ret void
}

; The order and scope of atomicrmw. What PTX has an instruction for has .acquire, .release or .acq_rel, and behind a
; fence.sc .acquire where it is seq_cst; a loop of cas is between fences, and so is everything before sm_70. What is
; relaxed, in the scope of the device, is an atom without either, as CUDA's atomicAdd. LLVM prints all so.

; RUN: %llc -verify-machineinstrs -mcpu=sm_90 -mattr=+ptx83 %s -o - | FileCheck %s --check-prefixes=CHECK,SM90
; RUN: sed -e '/^; SM90-ONLY/,/^}/d' %s >%t.ll
; RUN: %llc -O0 -verify-machineinstrs -mcpu=sm_60 -mattr=+ptx60 %t.ll -o - | FileCheck %t.ll --check-prefixes=CHECK,SM60
; RUN: %if ptxas %{ %llc -O0 -mcpu=sm_90 -mattr=+ptx83 %s -o - | %ptxas -arch=sm_90 - -o %t.cubin %}
; RUN: %llc -mcpu=sm_90 -mattr=+ptx83 %s -o %t.ptx
; RUN: %if emulator %{ %ptx-run %t.ptx --entry values --block 32 --arg A=u32[4]:const,0 --print A | FileCheck %s --check-prefix=VALUES %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: relaxed(
; SM90:        atom.relaxed.sys.global.add.u32
; SM60:        atom.sys.global.add.u32
; CHECK:       atom.global.add.u32 {{.*}}, 1;
; SM90:        atom.relaxed.cta.shared.max.s32
; SM60:        atom.cta.shared.max.s32
; CHECK-NOT:   fence
; CHECK-NOT:   membar
; CHECK:       ret;
define void @relaxed(ptr addrspace(1) %p, ptr addrspace(3) %s, i32 %v) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 %v monotonic
  %b = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
  %c = atomicrmw max ptr addrspace(3) %s, i32 %v syncscope("block") monotonic
  ret void
}

; CHECK-LABEL: orders(
; SM90:        atom.acquire.sys.global.and.b32
; SM90:        atom.release.gpu.global.or.b64
; SM90:        atom.acq_rel.cta.global.exch.b32
; SM90:        fence.sc.sys;
; SM90:        atom.acquire.sys.global.xor.b32
; SM60-NOT:    membar
; SM60:        atom.sys.global.and.b32
; SM60:        membar.sys;
; SM60:        membar.gl;
; SM60:        atom.global.or.b64
; SM60:        membar.cta;
; SM60:        atom.cta.global.exch.b32
; SM60:        membar.cta;
; SM60:        membar.sys;
; SM60:        atom.sys.global.xor.b32
; SM60:        membar.sys;
define void @orders(ptr addrspace(1) %p, i32 %v, i64 %w) {
  %a = atomicrmw and ptr addrspace(1) %p, i32 %v acquire
  %b = atomicrmw or ptr addrspace(1) %p, i64 %w syncscope("device") release
  %c = atomicrmw xchg ptr addrspace(1) %p, i32 %v syncscope("block") acq_rel
  %d = atomicrmw xor ptr addrspace(1) %p, i32 %v seq_cst
  ret void
}

; CHECK-LABEL: numbers(
; SM90:        atom.acq_rel.sys.add.f32
; SM90:        atom.acquire.gpu.add.f64
; SM90:        atom.release.sys.inc.u32
; SM90:        atom.acquire.cta.dec.u32
; SM60:        membar.sys;
; SM60:        atom.sys.add.f32
; SM60:        membar.sys;
; SM60:        atom.add.f64
; SM60:        membar.gl;
define void @numbers(ptr %p, float %x, double %y, i32 %n) {
  %a = atomicrmw fadd ptr %p, float %x acq_rel
  %b = atomicrmw fadd ptr %p, double %y syncscope("device") acquire
  %c = atomicrmw uinc_wrap ptr %p, i32 %n release
  %d = atomicrmw udec_wrap ptr %p, i32 %n syncscope("block") acquire
  ret void
}

; CHECK-LABEL: loops(
; SM90:        fence.acq_rel.gpu;
; SM60:        membar.gl;
; SM90:        atom.relaxed.gpu.cas.b32
; SM60:        atom.gpu.cas.b32
; SM90:        fence.acq_rel.gpu;
; SM60:        membar.gl;
; SM90:        fence.sc.sys;
; SM60:        membar.sys;
; SM90:        atom.relaxed.sys.cas.b32
; SM60:        atom.sys.cas.b32
; SM90:        fence.acq_rel.sys;
; SM60:        membar.sys;
; CHECK:       ret;
define void @loops(ptr %p, i8 %v, float %x) {
  %a = atomicrmw add ptr %p, i8 %v syncscope("device") acq_rel
  %b = atomicrmw fmax ptr %p, float %x seq_cst
  ret void
}

; SM90-ONLY
; SM90-LABEL: newer(
; SM90:       atom.release.cluster.shared::cluster.add.noftz.f16
; SM90:       atom.acquire.gpu.add.noftz.bf16
; SM90:       fence.sc.cluster;
; SM90:       atom.acquire.cluster.exch.b128
define void @newer(ptr addrspace(7) %s, ptr %p, half %h, bfloat %b, i128 %wide) {
  %a = atomicrmw fadd ptr addrspace(7) %s, half %h syncscope("cluster") release
  %c = atomicrmw fadd ptr %p, bfloat %b syncscope("device") acquire
  %d = atomicrmw xchg ptr %p, i128 %wide syncscope("cluster") seq_cst
  ret void
}

; No other thread sees local memory.
; CHECK-LABEL: local_memory(
; CHECK-NOT:   atom
; CHECK-NOT:   fence
; CHECK-NOT:   membar
; CHECK:       ret;
define i32 @local_memory(ptr addrspace(5) %p) {
  %v = atomicrmw add ptr addrspace(5) %p, i32 1 seq_cst
  ret i32 %v
}

; VALUES: 32 32 32 2
define ptx_kernel void @values(ptr addrspace(1) %p) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  %p1 = getelementptr i32, ptr addrspace(1) %p, i64 1
  %b = atomicrmw add ptr addrspace(1) %p1, i32 1 acq_rel
  %p2 = getelementptr i32, ptr addrspace(1) %p, i64 2
  %c = atomicrmw sub ptr addrspace(1) %p2, i32 -1 release
  %p3 = getelementptr i32, ptr addrspace(1) %p, i64 3
  %d = atomicrmw uinc_wrap ptr addrspace(1) %p3, i32 5 acquire
  ret void
}

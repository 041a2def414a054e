; Two loops have left the same indices ahead of both, and phis choose between them: they become one,
; so that the constants are offsets of one address, in functions with matrix instructions.
;
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %llc -mcpu=sm_80 -mattr=+ptx71 %s -o /dev/null -print-before=separate-const-offset-from-gep -filter-print-funcs=kept 2>&1 | FileCheck %s --check-prefix=KEPT
; RUN: %if ptxas %{ %llc -mcpu=sm_80 -mattr=+ptx71 %s -o - | %ptxas -arch=sm_80 -c - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

@memory = external addrspace(3) global [0 x float], align 16

; CHECK-LABEL: .entry rows(
; CHECK:       mma.sync
; CHECK:       ld.volatile.shared.b32 {{.*}}, [[[ADDRESS:%r[d0-9]+]]+4];
; CHECK:       ld.volatile.shared.b32 {{.*}}, [[[ADDRESS]]+8];
; CHECK:       ret;
define ptx_kernel void @rows(ptr addrspace(1) %p, i32 %x) {
entry:
  %bit = and i32 %x, 1
  %row = shl nuw nsw i32 %bit, 4
  %a1 = or disjoint i32 %row, 1
  %a1.wide = zext nneg i32 %a1 to i64
  %a2 = or disjoint i32 %row, 2
  %a2.wide = zext nneg i32 %a2 to i64
  %b1 = or disjoint i32 %row, 1
  %b1.wide = zext nneg i32 %b1 to i64
  %b2 = or disjoint i32 %row, 2
  %b2.wide = zext nneg i32 %b2 to i64
  %is.masked = icmp sgt i32 %x, 7
  br i1 %is.masked, label %masked, label %full

masked:
  call void asm sideeffect "// masked", ""()
  br label %both

full:
  %d = call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %x, i32 %x, i32 %x, float 0.0, float 0.0, float 0.0, float 0.0)
  br label %both

both:
  %i1 = phi i64 [ %a1.wide, %masked ], [ %b1.wide, %full ]
  %i2 = phi i64 [ %a2.wide, %masked ], [ %b2.wide, %full ]
  %p1 = getelementptr inbounds float, ptr addrspace(3) @memory, i64 %i1
  %p2 = getelementptr inbounds float, ptr addrspace(3) @memory, i64 %i2
  %v1 = load volatile float, ptr addrspace(3) %p1
  %v2 = load volatile float, ptr addrspace(3) %p2
  %sum = fadd float %v1, %v2
  store float %sum, ptr addrspace(1) %p
  ret void
}

; No phi chooses between the indices, and they stay as they are: one that is kept for later takes a
; register.
; KEPT-LABEL: @kept(
; KEPT-COUNT-2: or disjoint i32 %row, 1
define ptx_kernel void @kept(ptr addrspace(1) %p, i32 %x) {
entry:
  %bit = and i32 %x, 1
  %row = shl nuw nsw i32 %bit, 4
  %a1 = or disjoint i32 %row, 1
  %pa = getelementptr inbounds float, ptr addrspace(3) @memory, i32 %a1
  %va = load volatile float, ptr addrspace(3) %pa
  %d = call { float, float, float, float } asm sideeffect "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0,$1,$2,$3}, {$4,$5}, {$6}, {$0,$1,$2,$3};", "=f,=f,=f,=f,r,r,r,0,1,2,3"(i32 %x, i32 %x, i32 %x, float %va, float 0.0, float 0.0, float 0.0)
  %b1 = or disjoint i32 %row, 1
  %pb = getelementptr inbounds float, ptr addrspace(3) @memory, i32 %b1
  %vb = load volatile float, ptr addrspace(3) %pb
  store float %vb, ptr addrspace(1) %p
  ret void
}

; Mistakes in inline PTX: the checks see its matrix instructions as calls of intrinsics, and say the same. What is
; compiled is the assembly. Libraries read what tcgen05.ld loads before they wait for it, and PTX allows that: nothing
; is said of it.
;
; The kernel as it is: nothing is said, and its PTX is the same without the checks.
; RUN: %llc < %s -mcpu=sm_100a -mattr=+ptx88 -o %t.ptx 2>&1 | count 0
; RUN: %llc < %s -mcpu=sm_100a -mattr=+ptx88 -nvptx-read-assembly=0 -o %t.unread.ptx
; RUN: diff %t.ptx %t.unread.ptx
; RUN: FileCheck %s < %t.ptx
; CHECK-COUNT-1: tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r{{[0-9]+}}], %r{{[0-9]+}};
; CHECK-COUNT-1: tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r{{[0-9]+}}, %r{{[0-9]+}};
; CHECK-NOT:     tcgen05.dealloc
;
; DEFINE: %{mistake} =
; DEFINE: %{name} =
; DEFINE: %{try} = sed -e '/^;/d' -e '%{mistake}' %s > %t.ll && not %llc < %t.ll -mcpu=sm_100a -mattr=+ptx88 -nvptx-tensor-memory-relinquish=error -o /dev/null 2>&1 | FileCheck %s --check-prefix=%{name}
;
; REDEFINE: %{name} = DEALLOC
; REDEFINE: %{mistake} = /tcgen05.dealloc/d
; RUN: %{try}
; DEALLOC: error: {{.*}}llvm.nvvm.tcgen05.alloc.cg1.p3 allocates tensor memory that kernel k never deallocates
;
; REDEFINE: %{name} = COLUMNS
; REDEFINE: %{mistake} = /tcgen05.dealloc/s/i32 128/i32 64/
; RUN: %{try}
; COLUMNS: error: {{.*}}llvm.nvvm.tcgen05.dealloc.cg1 of 64 columns of tensor memory, but llvm.nvvm.tcgen05.alloc.cg1.p3{{.*}} allocates 128
;
; REDEFINE: %{name} = HUNDRED
; REDEFINE: %{mistake} = /tcgen05.alloc/s/i32 128/i32 100/
; RUN: %{try}
; HUNDRED: error: {{.*}}llvm.nvvm.tcgen05.alloc.cg1.p3 cannot handle 100 columns of tensor memory
;
; REDEFINE: %{name} = PERMIT
; REDEFINE: %{mistake} = /tcgen05.relinquish/d
; RUN: %{try}
; PERMIT: error: {{.*}}llvm.nvvm.tcgen05.alloc.cg1.p3 in kernel k, which never relinquishes the permit to allocate
;
; REDEFINE: %{name} = COMMIT
; REDEFINE: %{mistake} = /tcgen05.commit/d
; RUN: %{try}
; COMMIT: error: {{.*}}llvm.nvvm.tcgen05.mma.shared is not followed by a tcgen05.commit of its thread
;
; REDEFINE: %{name} = IDESC
; REDEFINE: %{mistake} = s/i32 136316048/i32 270533776/
; RUN: %{try}
; IDESC: error: {{.*}}operand 3 of llvm.nvvm.tcgen05.mma.shared: 0x10200490 is not an instruction descriptor
;
; REDEFINE: %{name} = HALFWARP
; REDEFINE: %{mistake} = /is_warp = icmp/s/32$/16/
; RUN: %{try}
; HALFWARP: error: {{.*}}llvm.nvvm.tcgen05.alloc.cg1.p3 is executed by all threads of a warp together, here only by at most 16 threads
;
; REDEFINE: %{name} = ALIGN
; REDEFINE: %{mistake} = s/@tile to i32/getelementptr (i8, ptr addrspace(3) @tile, i32 8) to i32/
; RUN: %{try}
; ALIGN: error: {{.*}}the address of a row of llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3 is 8 bytes after a multiple of 16
;
; REDEFINE: %{name} = LOCAL
; REDEFINE: %{mistake} = s/ptr addrspace(3) @tile to i32/ptr addrspace(1) @elsewhere to i32/
; RUN: %{try}
; LOCAL: error: {{.*}}operand 0 of llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3 must be in shared memory
;
; REDEFINE: %{name} = LEGALITY
; REDEFINE: %{mistake} = s/tcgen05.wait::ld.sync.aligned/cvt.rs.f16x2.f32 a, b, c, d; setmaxnreg.inc.sync.aligned.u32 64/
; RUN: sed -e '/^;/d' -e '%{mistake}' %s > %t.ll && not %llc < %t.ll -mcpu=sm_100f -mattr=+ptx88 -o /dev/null 2>&1 | FileCheck %s --check-prefix=%{name}
; LEGALITY: error: {{.*}}cvt.rs.f16x2.f32 is not supported on sm_100f; it needs sm_100a
;
; Of a target that has none of it, one error counts all.
; RUN: not %llc < %s -mcpu=sm_70 -mattr=+ptx78 -o /dev/null 2>&1 | FileCheck %s --check-prefix=OLD --implicit-check-not=error:
; OLD: error: {{.*}} is not supported on sm_70; it needs {{.*}}; the same of {{[0-9]+}} more calls

target triple = "nvptx64-nvidia-cuda"
@base = internal addrspace(3) global i32 poison, align 4
@tile = internal addrspace(3) global [64 x i32] poison, align 16
@before = internal addrspace(3) global i64 poison, align 16
@bar = internal addrspace(3) global i64 poison, align 8
@elsewhere = internal addrspace(1) global [64 x i32] zeroinitializer, align 16

define ptx_kernel void @k(ptr addrspace(1) %out, i64 %a, i64 %b) "nvvm.maxntid"="128" {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is_first = icmp eq i32 %thread, 0
  br i1 %is_first, label %init, label %ready
init:
  call void asm sideeffect "mbarrier.init.shared::cta.b64 [$0], 1;", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @bar to i32))
  br label %ready
ready:
  %is_warp = icmp ult i32 %thread, 32
  br i1 %is_warp, label %allocate, label %allocated
allocate:
  call void asm sideeffect "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], $1;", "r,r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @base to i32), i32 128)
  call void asm sideeffect "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", ""()
  br label %allocated
allocated:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t = load i32, ptr addrspace(3) @base, align 4
  br i1 %is_first, label %multiply, label %issued
multiply:
  call void asm sideeffect "{\0A\09.reg .pred p;\0A\09setp.ne.b32 p, $4, 0;\0A\09tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, $3, p;\0A\09}", "r,l,l,r,r"(i32 %t, i64 %a, i64 %b, i32 136316048, i32 0)
  call void asm sideeffect "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [$0];", "r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @bar to i32))
  br label %issued
issued:
  call void asm sideeffect "{\0A\09.reg .pred p;\0ALAB:\0A\09mbarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;\0A\09@!p bra LAB;\0A\09}", "r,r,~{memory}"(i32 ptrtoint (ptr addrspace(3) @bar to i32), i32 0)
  %shifted = shl i32 %thread, 16
  %lanes = and i32 %shifted, 65011712
  %from = add i32 %t, %lanes
  %loaded = call { i32, i32, i32, i32 } asm sideeffect "tcgen05.ld.sync.aligned.32x32b.x4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r"(i32 %from)
  %v0 = extractvalue { i32, i32, i32, i32 } %loaded, 0
  %v3 = extractvalue { i32, i32, i32, i32 } %loaded, 3
  call void asm sideeffect "tcgen05.wait::ld.sync.aligned;", "~{memory}"()
  %w = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r"(i32 ptrtoint (ptr addrspace(3) @tile to i32))
  %w1 = extractvalue { i32, i32, i32, i32 } %w, 1
  %moved = call i32 asm sideeffect "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;", "=r,r"(i32 %w1)
  %sum = add i32 %v0, %v3
  %all = add i32 %sum, %moved
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %thread
  store i32 %all, ptr addrspace(1) %place, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %is_warp, label %free, label %done
free:
  call void asm sideeffect "tcgen05.dealloc.cta_group::$2.sync.aligned.b32 $0, $1;", "r,r,n"(i32 %t, i32 128, i32 1)
  br label %done
done:
  ret void
}

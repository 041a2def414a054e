; Computations of a block follow setmaxnreg.inc, which gives the registers for them: the pass "NVPTX
; early increases". It moves across neither a load of memory that may be written nor a shuffle.
; setmaxnreg.dec stays.
;
; RUN: %llc -mcpu=sm_90a -mattr=+ptx80 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: %if ptxas %{ %llc -mcpu=sm_90a -mattr=+ptx80 %s -o - | %ptxas -arch=sm_90a -c - -o %t.cubin %}

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .entry assembly(
; CHECK-NOT:   {{xor|cvta}}
; CHECK:       setmaxnreg.inc.sync.aligned.u32 160;
; CHECK-COUNT-2: xor.b64
; CHECK:       ret;
define ptx_kernel void @assembly(ptr addrspace(1) %p, i64 %x) "nvvm.maxntid"="128" "nvvm.minctasm"="1" {
  %s0 = lshr i64 %x, 3
  %m0 = and i64 %s0, 112
  %x0 = xor i64 %x, %m0
  %a1 = add i64 %x, 16
  %s1 = lshr i64 %a1, 3
  %m1 = and i64 %s1, 112
  %x1 = xor i64 %a1, %m1
  %g0 = inttoptr i64 %x0 to ptr
  %t0 = addrspacecast ptr %g0 to ptr addrspace(3)
  %y0 = ptrtoint ptr addrspace(3) %t0 to i64
  call void asm sideeffect "setmaxnreg.inc.sync.aligned.u32 $0;", "n"(i32 160)
  %c = load volatile i32, ptr addrspace(1) %p
  %t = icmp eq i32 %c, 0
  br i1 %t, label %use, label %end

use:
  call void asm sideeffect "// use $0 $1", "l,l"(i64 %y0, i64 %x1)
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  br label %use

end:
  ret void
}

; CHECK-LABEL: .entry intrinsic(
; CHECK:       ld.volatile.global
; CHECK-NOT:   {{xor|cvta}}
; CHECK:       setmaxnreg.inc.sync.aligned.u32 160;
; CHECK-COUNT-2: xor.b64
; CHECK:       ret;
define ptx_kernel void @intrinsic(ptr addrspace(1) %p, i64 %y) "nvvm.maxntid"="128" "nvvm.minctasm"="1" {
  %l = load volatile i64, ptr addrspace(1) %p
  %x = add i64 %l, %y
  %s0 = lshr i64 %x, 3
  %m0 = and i64 %s0, 112
  %x0 = xor i64 %x, %m0
  %a1 = add i64 %x, 16
  %s1 = lshr i64 %a1, 3
  %m1 = and i64 %s1, 112
  %x1 = xor i64 %a1, %m1
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 160)
  %c = load volatile i32, ptr addrspace(1) %p
  %t = icmp eq i32 %c, 0
  br i1 %t, label %use, label %end

use:
  call void asm sideeffect "// use $0 $1", "l,l"(i64 %x0, i64 %x1)
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  br label %use

end:
  ret void
}

; CHECK-LABEL: .entry shuffle(
; CHECK:       shfl
; CHECK:       setmaxnreg.inc.sync.aligned.u32 160;
; CHECK:       ret;
define ptx_kernel void @shuffle(ptr addrspace(1) %p, i64 %y) "nvvm.maxntid"="128" "nvvm.minctasm"="1" {
  %l = load volatile i64, ptr addrspace(1) %p
  %x = add i64 %l, %y
  %s0 = lshr i64 %x, 3
  %m0 = and i64 %s0, 112
  %x0 = xor i64 %x, %m0
  %a1 = add i64 %x, 16
  %s1 = lshr i64 %a1, 3
  %m1 = and i64 %s1, 112
  %x1 = xor i64 %a1, %m1
  %h = trunc i64 %x0 to i32
  %f = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %h, i32 0, i32 31)
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 160)
  %c = load volatile i32, ptr addrspace(1) %p
  %t = icmp eq i32 %c, 0
  br i1 %t, label %use, label %end

use:
  call void asm sideeffect "// use $0 $1", "r,l"(i32 %f, i64 %x1)
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  br label %use

end:
  ret void
}

; CHECK-LABEL: .entry decrease(
; CHECK-COUNT-2: xor.b64
; CHECK:       setmaxnreg.dec.sync.aligned.u32 40;
; CHECK:       ret;
define ptx_kernel void @decrease(ptr addrspace(1) %p, i64 %y) "nvvm.maxntid"="128" "nvvm.minctasm"="1" {
  %l = load volatile i64, ptr addrspace(1) %p
  %x = add i64 %l, %y
  %s0 = lshr i64 %x, 3
  %m0 = and i64 %s0, 112
  %x0 = xor i64 %x, %m0
  %a1 = add i64 %x, 16
  %s1 = lshr i64 %a1, 3
  %m1 = and i64 %s1, 112
  %x1 = xor i64 %a1, %m1
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 40)
  %c = load volatile i32, ptr addrspace(1) %p
  %t = icmp eq i32 %c, 0
  br i1 %t, label %use, label %end

use:
  call void asm sideeffect "// use $0 $1", "l,l"(i64 %x0, i64 %x1)
  call void asm sideeffect "wgmma.fence.sync.aligned;", ""()
  br label %use

end:
  ret void
}

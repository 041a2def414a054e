; What Triton hands to LLVM: no triple, inline assembly for what it does itself, waits that tie all values they are
; about as "f", whatever their type, and the bits of pairs of bytes.

; RUN: %llc -O3 -verify-machineinstrs -mtriple=nvptx64-nvidia-cuda -mcpu=sm_90a -mattr=+ptx80 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s --input-file=%t.ptx
; RUN: %if ptxas %{ %ptxas -v -arch=sm_90a %t.ptx -o %t.cubin 2>&1 | FileCheck %s --check-prefix=PTXAS %}

@global_smem = external addrspace(3) global [0 x i8], align 16

; CHECK:      .entry multiply(
; CHECK:      .reqntid 128
; CHECK:      wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
; CHECK:      wgmma.commit_group.sync.aligned;
; CHECK:      // wait for regs: {{%r[0-9]+,%r[0-9]+,%r[0-9]+,%r[0-9]+,%r[0-9]+,%r[0-9]+$}}
; CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
; CHECK:      @%p{{[0-9]+}} st.global.v2.b32
; CHECK-NOT:  local
; CHECK:      ret;
; PTXAS-NOT:  C75
; PTXAS:      0 bytes stack frame, 0 bytes spill stores
define ptx_kernel void @multiply(ptr addrspace(1) inreg captures(none) %to, i64 %a, i64 %b, i32 %step) local_unnamed_addr #0 {
  %tid = tail call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %inside = icmp samesign ult i32 %tid, 128
  %offset = shl nuw nsw i32 %tid, 2
  %buffer = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %offset
  tail call void asm sideeffect "wgmma.fence.sync.aligned;", ""() #1
  %d = tail call { float, float, float, float } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, $8, $9, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,0,1,2,3,l,l"(float 0.0, float 0.0, float 0.0, float 0.0, i64 %a, i64 %b) #1
  tail call void asm sideeffect "wgmma.commit_group.sync.aligned;", ""() #1
  %d0 = extractvalue { float, float, float, float } %d, 0
  %d1 = extractvalue { float, float, float, float } %d, 1
  %d2 = extractvalue { float, float, float, float } %d, 2
  %d3 = extractvalue { float, float, float, float } %d, 3
  %w = tail call { float, float, float, float, i32, ptr addrspace(3) } asm sideeffect "// wait for regs: $0,$1,$2,$3,$4,$5\0A\09wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,0,1,2,3,4,5"(float %d0, float %d1, float %d2, float %d3, i32 %step, ptr addrspace(3) %buffer) #1
  %w0 = extractvalue { float, float, float, float, i32, ptr addrspace(3) } %w, 0
  %w1 = extractvalue { float, float, float, float, i32, ptr addrspace(3) } %w, 1
  %w2 = extractvalue { float, float, float, float, i32, ptr addrspace(3) } %w, 2
  %w3 = extractvalue { float, float, float, float, i32, ptr addrspace(3) } %w, 3
  %count = extractvalue { float, float, float, float, i32, ptr addrspace(3) } %w, 4
  %place = extractvalue { float, float, float, float, i32, ptr addrspace(3) } %w, 5
  %lower = insertelement <2 x float> poison, float %w0, i64 0
  %pair = insertelement <2 x float> %lower, float %w1, i64 1
  %halves = fptrunc <2 x float> %pair to <2 x half>
  %word = bitcast <2 x half> %halves to i32
  %one = insertelement <1 x i32> poison, i32 %word, i64 0
  tail call void asm sideeffect "st.shared.b32 [ $0 + 0 ], $1;", "r,r"(ptr addrspace(3) %place, <1 x i32> %one) #1
  %sum = fadd float %w2, %w3
  %bits = bitcast float %sum to i32
  %byte = trunc i32 %bits to i8
  %other = trunc i32 %count to i8
  %b0 = insertelement <2 x i8> poison, i8 %byte, i64 0
  %b1 = insertelement <2 x i8> %b0, i8 %other, i64 1
  %both = bitcast <2 x i8> %b1 to i16
  %wide = zext i16 %both to i32
  %at = getelementptr i32, ptr addrspace(1) %to, i32 %offset
  tail call void asm sideeffect "@$3 st.global.v2.b32 [ $2 + 0 ], { $0, $1 };", "r,r,l,b"(i32 %word, i32 %wide, ptr addrspace(1) %at, i1 %inside) #1
  ret void
}

declare range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { nofree nounwind "nvvm.reqntid"="128" }
attributes #1 = { nounwind }

; Attributes and annotations of kernels that nothing reads, and values that no kernel can have.

; RUN: split-file %s %t
; RUN: %llc -mcpu=sm_80 %t/misspelt.ll -o - 2>&1 | FileCheck %t/misspelt.ll --implicit-check-not=warning:
; RUN: not %llc -mcpu=sm_80 %t/malformed.ll -o %t.ptx 2>&1 | FileCheck %t/malformed.ll --implicit-check-not=error:
; RUN: not ls %t.ptx
; RUN: %llc -mcpu=sm_100a %t/large.ll -o - 2>&1 | FileCheck %t/large.ll --implicit-check-not=error:

;--- misspelt.ll
target triple = "nvptx64-nvidia-cuda"

; CHECK: warning: a row of !nvvm.annotations for 'by_annotation': the key 'kernl' means nothing; did you mean 'kernel'?
; CHECK: warning: in function misspelt {{.*}}: the attribute "nvvm.reqntidx" of misspelt means nothing; did you mean "nvvm.reqntid"?
define ptx_kernel void @misspelt() "nvvm.reqntidx"="128" {
  ret void
}

; CHECK: .maxntid 128
define ptx_kernel void @right() "nvvm.maxntid"="128" "nvvm.minctasm"="2" "nvvm.maxnreg"="64" "nvvm.of_another_program"="1" {
  ret void
}

define void @by_annotation() {
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @by_annotation, !"kernl", i32 1}
!1 = !{ptr @right, !"a_key_of_another_program", i32 1}

;--- malformed.ll
target triple = "nvptx64-nvidia-cuda"

; CHECK: error: in function words {{.*}}: "nvvm.reqntid" of words is "128 x"; expected numbers between commas
define ptx_kernel void @words() "nvvm.reqntid"="128 x" {
  ret void
}

; CHECK: error: in function empty {{.*}}: "nvvm.maxnreg" of empty is ""; expected numbers between commas
define ptx_kernel void @empty() "nvvm.maxnreg"="" {
  ret void
}

;--- large.ll
target triple = "nvptx64-nvidia-cuda"
@bar = internal addrspace(3) global i64 undef, align 8

; A thread of a larger block than there can be is one thread all the same.
; CHECK: warning: in function large {{.*}}: "nvvm.reqntid" of large allows blocks of 2048 threads; a GPU launches at most 1024
define ptx_kernel void @large() "nvvm.reqntid"="2048" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %issue, label %done
issue:
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) @bar)
  br label %done
done:
  ret void
}

; CHECK: warning: in function flat {{.*}}: "nvvm.maxntid" of flat allows blocks of 4096 threads; a GPU launches at most 1024
define ptx_kernel void @flat() "nvvm.maxntid"="64,64" {
  ret void
}

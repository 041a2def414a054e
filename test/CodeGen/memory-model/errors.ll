; What PTX cannot say for the target is an error with the function's name; LLVM 22 aborts.

; RUN: split-file %s %t
; RUN: not %llc -mcpu=sm_60 -mattr=+ptx60 %t/sm60.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=SM60 --implicit-check-not=error:
; RUN: not %llc -mcpu=sm_70 -mattr=+ptx63 %t/cluster.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=CLUSTER --implicit-check-not=error:
; RUN: not %llc -mcpu=sm_90 -mattr=+ptx78 %t/scopes.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCOPES --implicit-check-not=error:

;--- sm60.ll
target triple = "nvptx64-nvidia-cuda"

; SM60: error: {{.*}}in function load{{.*}} an atomic load that is acquire needs sm_70 and PTX ISA 6.0; on sm_60 it has to be monotonic, with a fence
define i32 @load(ptr %p) {
  %v = load atomic i32, ptr %p acquire, align 4
  ret i32 %v
}

; SM60: error: {{.*}}in function store{{.*}} an atomic store that is seq_cst needs sm_70 and PTX ISA 6.0
define void @store(ptr %p) {
  store atomic i32 1, ptr %p seq_cst, align 4
  ret void
}

;--- cluster.ll
target triple = "nvptx64-nvidia-cuda"

; CLUSTER: error: {{.*}}in function fences{{.*}} syncscope("cluster") needs sm_90 and PTX ISA 7.8; this is compiled for sm_70 and PTX ISA 6.3
define void @fences() {
  fence syncscope("cluster") acquire
  ret void
}

; CLUSTER: error: {{.*}}in function load{{.*}} syncscope("cluster") needs sm_90
define i32 @load(ptr %p) {
  %v = load atomic i32, ptr %p syncscope("cluster") monotonic, align 4
  ret i32 %v
}

; CLUSTER: error: {{.*}}in function aggregate{{.*}} an access to shared memory of the cluster (address space 7) needs sm_90 and PTX ISA 7.8; this is compiled for sm_70 and PTX ISA 6.3
; CLUSTER: error: {{.*}}in function copy{{.*}} an access to shared memory of the cluster (address space 7) needs sm_90
define void @aggregate(ptr %p, ptr addrspace(7) %cluster) {
  %v = load [128 x i8], ptr %p, align 1
  store [128 x i8] %v, ptr addrspace(7) %cluster, align 1
  ret void
}
define void @copy(ptr %p, ptr addrspace(7) %cluster) {
  call void @llvm.memcpy.p0.p7.i64(ptr %p, ptr addrspace(7) %cluster, i64 64, i1 false)
  ret void
}

;--- scopes.ll
target triple = "nvptx64-nvidia-cuda"

; SCOPES: error: {{.*}}in function agent{{.*}} syncscope("agent") is not a scope of NVPTX; expected "block", "cluster", "device", "singlethread", or none for the system
define void @agent() {
  fence syncscope("agent") acquire
  ret void
}

; SCOPES: error: {{.*}}in function local{{.*}} cmpxchg in address space 5; PTX has atom in generic, global and shared memory
define i32 @local(ptr addrspace(5) %p) {
  %pair = cmpxchg ptr addrspace(5) %p, i32 1, i32 2 monotonic monotonic
  %v = extractvalue { i32, i1 } %pair, 0
  ret i32 %v
}

; SCOPES: error: {{.*}}in function cast{{.*}} a cast from address space 7 to 1; shared memory of the cluster (7) has casts from and to generic pointers and shared memory (3), on nvptx64
define ptr addrspace(1) @cast(ptr addrspace(7) %p) {
  %q = addrspacecast ptr addrspace(7) %p to ptr addrspace(1)
  ret ptr addrspace(1) %q
}

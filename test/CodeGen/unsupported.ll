; What LLVM IR can say and the target cannot is an error that says what is legal; LLVM aborts on all of this. Nothing is
; written.

; RUN: not %llc -mcpu=sm_90 -mattr=+ptx78 %s -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not ls %t.ptx
; RUN: not %llc -O0 -mcpu=sm_90 -mattr=+ptx78 %s -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=error:

target triple = "nvptx64-nvidia-cuda"

; CHECK: error: the global 'far' is in address space 11; PTX has variables in global (1), shared (3), constant (4) and local memory (5)
@far = addrspace(11) global i32 0
@word = addrspace(1) global i32 0
; CHECK: error: the initial value of the global 'packed' has an address among elements that are not whole bytes; expected numbers
@packed = addrspace(1) global <2 x i4> <i4 1, i4 ptrtoint (ptr addrspace(1) @word to i4)>

; CHECK: error: the global 'long' is of type x86_fp80; PTX has half, bfloat, float and double
@long = addrspace(1) global x86_fp80 0xK3FFF8000000000000000
; CHECK: error: the initial value of the global 'narrow' has 'i32 ptrtoint (ptr addrspace(1) @word to i32)', which PTX's initializers cannot hold; expected numbers and whole addresses
@narrow = addrspace(1) global i32 ptrtoint (ptr addrspace(1) @word to i32)
; CHECK: error: the initial value of the global 'first' needs its own address, by way of others; PTX's initializers hold addresses of variables that are declared before
@first = addrspace(1) global ptr addrspace(1) @second
@second = addrspace(1) global ptr addrspace(1) @first
@list = addrspace(1) global [2 x ptr addrspace(1)] [ptr addrspace(1) @word, ptr addrspace(1) @word]
; CHECK: error: the initial value of the global 'tile' is in address space 3, where PTX's variables begin undefined; expected undef, and stores in the kernel
@tile = addrspace(3) global [2 x i32] [i32 1, i32 2]
@undefined_tile = addrspace(3) global [2 x i32] undef
; CHECK: error: the global 'appended' has appending linkage, which PTX does not have; expected external or internal
@appended = appending addrspace(1) global [1 x i32] [i32 1]
; CHECK: error: the alias 'of_kernel'; PTX has aliases only of defined functions that are not kernels
@of_kernel = alias void (<4 x i3>), ptr @packed_bits
; CHECK: error: the alias 'weak_alias' is weak; PTX has aliases that are external or internal
@weak_alias = weak alias void (), ptr @aliased
@alias = alias void (), ptr @aliased
@of_thread = thread_local global i32 0

; CHECK: error: {{.*}}in function kernel_with_result{{.*}} a result of type i32; a kernel returns void
define ptx_kernel i32 @kernel_with_result() {
  ret i32 1
}
define i32 @function_with_result() {
  ret i32 1
}
; CHECK: error: {{.*}}in function empty{{.*}} parameter 0 of type {}, which has no bytes; a parameter of PTX has some
define void @empty({} %x) {
  ret void
}

; CHECK: error: {{.*}}in function extended{{.*}} a result of type x86_fp80; PTX has half, bfloat, float and double
define x86_fp80 @extended(x86_fp80 %x) {
  ret x86_fp80 %x
}

; CHECK: error: {{.*}}in function packed_bits{{.*}} parameter 0 of type <4 x i3>, with elements that are not whole bytes; expected an integer of all bits
define ptx_kernel void @packed_bits(<4 x i3> %x) {
  ret void
}

; CHECK: error: {{.*}}in function quad{{.*}} fadd of fp128; PTX computes with half, bfloat, float and double, and fp128 can be loaded, stored and passed
define fp128 @quad(fp128 %x) {
  %r = fadd fp128 %x, %x
  ret fp128 %r
}

; CHECK: error: {{.*}}in function functions{{.*}} llvm.sin.f64 has no instruction in PTX, and NVPTX has no library of C; expected a function of libdevice (__nv_*), or a call that is afn, of float
; CHECK: error: {{.*}}in function functions{{.*}} llvm.pow.f32 has no instruction in PTX, and NVPTX has no library of C; expected a function of libdevice (__nv_*)
; CHECK: error: {{.*}}in function functions{{.*}} llvm.exp2.f64 has no instruction in PTX
define void @functions(double %x, float %y, ptr %p) {
  %a = call afn double @llvm.sin.f64(double %x)
  store double %a, ptr %p
  %b = call float @llvm.pow.f32(float %y, float %y)
  store volatile float %b, ptr %p
  %c = call double @llvm.exp2.f64(double %x)
  store volatile double %c, ptr %p
  %approximate = call afn float @llvm.sin.f32(float %y)
  store volatile float %approximate, ptr %p
  ret void
}

; CHECK: error: {{.*}}in function cast{{.*}} a cast from address space 0 to 8; NVPTX has generic (0), global (1), shared (3)
define i64 @cast(ptr %p) {
  %q = addrspacecast ptr %p to ptr addrspace(8)
  %i = ptrtoint ptr addrspace(8) %q to i64
  ret i64 %i
}

; CHECK: error: {{.*}}in function constant_memory{{.*}} atomicrmw in address space 4; PTX has atom in generic, global and shared memory
define i32 @constant_memory(ptr addrspace(4) %p) {
  %v = atomicrmw add ptr addrspace(4) %p, i32 1 monotonic
  ret i32 %v
}

; CHECK: error: {{.*}}in function others{{.*}} a thread_local variable, which PTX does not have; expected a variable of the function
; CHECK: error: {{.*}}in function others{{.*}} llvm.sdiv.fix.i64 divides numbers of more than 64 bits; expected i32 or smaller types
; CHECK: error: {{.*}}in function others{{.*}} indirectbr, which PTX does not have; expected switch
define void @others(i64 %x, ptr %p) {
  %v = load i32, ptr @of_thread
  store i32 %v, ptr %p
  %q = call i64 @llvm.sdiv.fix.i64(i64 %x, i64 %x, i32 4)
  store i64 %q, ptr %p
  indirectbr ptr %p, [label %a, label %b]
a:
  ret void
b:
  store i32 1, ptr %p
  ret void
}

; CHECK: error: {{.*}}in function atomics{{.*}} an atomic access of 4 bytes that is aligned to 1; expected 'align 4'
; CHECK: error: {{.*}}in function atomics{{.*}} an atomic access of 16 bytes; expected at most 8, or 16 on sm_90 with PTX ISA 8.3
; CHECK: error: {{.*}}in function atomics{{.*}} a store to constant memory (address space 4), which kernels read only
define void @atomics(ptr %p, i128 %x, ptr addrspace(4) %constant) {
  store atomic i32 1, ptr %p monotonic, align 1
  %v = atomicrmw xchg ptr %p, i128 %x monotonic, align 16
  store i32 1, ptr addrspace(4) %constant
  store atomic i64 1, ptr %p monotonic, align 8
  ret void
}

define void @aliased() {
  ret void
}

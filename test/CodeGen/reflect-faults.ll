; Faults of __nvvm_reflect are errors, and no crashes; a call with a name compiles.

; RUN: not %llc -mcpu=sm_80 -mattr=+ptx70 %s -o - 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=.entry
; RUN: not %opt -O2 -mcpu=sm_80 -mattr=+ptx70 %s -S -o - 2>&1 | FileCheck %s --check-prefix=OPT --implicit-check-not=PLEASE --implicit-check-not=define
; RUN: sed '/; wrong/d' %s | %llc -mcpu=sm_80 -mattr=+ptx70 -o - | FileCheck %s --check-prefix=RIGHT
; RUN: not %llc -mcpu=sm_80 -mattr=+ptx70 -nvvm-reflect-add=__CUDA_FTZ=yes %s -o - 2>&1 | FileCheck %s --check-prefix=OPTION --implicit-check-not=PLEASE
; RUN: not %llc -mcpu=sm_80 -mattr=+ptx70 -nvvm-reflect-add==1 %s -o - 2>&1 | FileCheck %s --check-prefix=NAMELESS --implicit-check-not=PLEASE
; RUN: sed '/; wrong/d' %s | %llc -mcpu=sm_80 -mattr=+ptx70 -nvvm-reflect-add=__CUDA_FTZ=7 -o - | FileCheck %s --check-prefix=VALUE

target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: error: in function kernel{{.*}}an argument of __nvvm_reflect that is not the name of a property; expected the address of a constant string, such as "__CUDA_ARCH"
; CHECK-DAG: error: in function kernel{{.*}}an argument of __nvvm_reflect
; CHECK-DAG: error: the address of __nvvm_reflect is used, which is not a function at run time; expected calls
; OPT: error: in function kernel{{.*}}an argument of __nvvm_reflect that is not the name of a property
; RIGHT: st.global.b32 [{{.*}}], 0;
; VALUE: st.global.b32 [{{.*}}], 7;
; OPTION: -nvvm-reflect-add='__CUDA_FTZ=yes'; expected NAME=NUMBER
; NAMELESS: -nvvm-reflect-add='=1'; expected NAME=NUMBER

@name = private unnamed_addr addrspace(1) constant [11 x i8] c"__CUDA_FTZ\00"
@empty = private unnamed_addr addrspace(1) constant [1 x i8] c"\00"
@address = addrspace(1) global ptr @__nvvm_reflect ; wrong
declare i32 @__nvvm_reflect(ptr)

define ptx_kernel void @kernel(ptr %p) {
  %ftz = call i32 @__nvvm_reflect(ptr addrspacecast (ptr addrspace(1) @name to ptr))
  store i32 %ftz, ptr %p
  %q = getelementptr i32, ptr %p, i64 1
  %unknown = call i32 @__nvvm_reflect(ptr %p) ; wrong
  store i32 %unknown, ptr %q ; wrong
  %none = call i32 @__nvvm_reflect(ptr addrspacecast (ptr addrspace(1) @empty to ptr)) ; wrong
  store i32 %none, ptr %q ; wrong
  ret void
}

;===-- libdevice.ll - a stand-in for libdevice.10.bc -----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===------------------------------------------------------------------------===;
;
; One function, which asks what the functions of NVIDIA's ask.
;
;===----------------------------------------------------------------------===;

target triple = "nvptx64-nvidia-gpulibs"

@name = private unnamed_addr constant [12 x i8] c"__CUDA_ARCH\00"

declare i32 @__nvvm_reflect(ptr)

define i32 @__nv_arch() alwaysinline {
  %arch = call i32 @__nvvm_reflect(ptr @name)
  ret i32 %arch
}

;===-- no-triple.ll - a GPU, and a module without a target triple ---------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; Our llc takes it for the GPU's. Stock llc with the plug-in says what is missing, if a GPU is asked for.
;
;===----------------------------------------------------------------------===;

; RUN: %llc -mcpu=sm_80 %s -o - | FileCheck %s --check-prefix=PTX
; RUN: %if stock-tools %{ %if !sanitized %{ not %stock-llc -load=%plugin -mcpu=sm_80 %s -o %t.s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=recognized %} %}
; RUN: %if stock-tools %{ %if !sanitized %{ not %stock-llc -load=%plugin -mcpu=sm_100a -filetype=null %s 2>&1 | FileCheck %s --check-prefix=SM100A %} %}
; RUN: %if stock-tools %{ %if !sanitized %{ %stock-llc -load=%plugin %s -o - | FileCheck %s --check-prefix=HOST %} %}

; PTX: .target sm_80
; PTX: .func k()
; CHECK: error: the module has no target triple, so that it would be compiled for {{.*}}, which does not have sm_80; expected target triple = "nvptx64-nvidia-cuda" in the module, or -mtriple=nvptx64-nvidia-cuda
; SM100A: which does not have sm_100a;
; HOST: k:
define void @k() {
  ret void
}

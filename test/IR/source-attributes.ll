;===-- source-attributes.ll - annotations of clang's -----------------------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===------------------------------------------------------------------------===;
;
; What clang makes of CUDA's attributes becomes LLVM's attributes, at the start of
; every pipeline or, at the latest, in llc. Annotations that are not ours stay.
;
;===------------------------------------------------------------------------===;

; RUN: %opt -passes=nvptx-source-attributes -S %s | FileCheck %s
; RUN: %opt -passes='default<O0>' -S %s | FileCheck %s
; RUN: %opt -O2 -S %s | FileCheck %s
; RUN: %llc -mcpu=sm_90a -mattr=+ptx90 -verify-machineinstrs %s -o %t.ptx
; RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
; RUN: %if ptxas %{ %ptxas -arch=sm_90a -c %t.ptx -o %t.cubin %}
; RUN: %if stock-tools %{ %opt -passes=nvptx-source-attributes -S %s | %stock-llc -mcpu=sm_90a -mattr=+ptx90 -o - | FileCheck %s --check-prefix=PEER %}

target triple = "nvptx64-nvidia-cuda"

@cluster = private unnamed_addr constant [19 x i8] c"nvptx.cluster_dims\00", section "llvm.metadata"
@block = private unnamed_addr constant [17 x i8] c"nvptx.block_size\00", section "llvm.metadata"
@mine = private unnamed_addr constant [5 x i8] c"mine\00", section "llvm.metadata"
@file = private unnamed_addr constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@two = private unnamed_addr constant { i32, i64 } { i32 2, i64 3 }, section "llvm.metadata"
@six = private unnamed_addr constant { i32, i32, i32, i32, i32, i32 } { i32 128, i32 2, i32 1, i32 4, i32 1, i32 1 }, section "llvm.metadata"

; CHECK: @llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @clusters, ptr @mine
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @clusters, ptr @cluster, ptr @file, i32 6, ptr @two },
  { ptr, ptr, ptr, i32, ptr } { ptr @clusters, ptr @mine, ptr @file, i32 6, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @blocks, ptr @block, ptr @file, i32 7, ptr @six }], section "llvm.metadata"

; CHECK: define ptx_kernel void @clusters(){{.*}} [[CLUSTERS:#[0-9]+]]
; PTX-LABEL: .entry clusters(
; PTX:      .explicitcluster
; PTX-NEXT: .reqnctapercluster 2, 3, 1
; PEER:      .explicitcluster
; PEER-NEXT: .reqnctapercluster 2, 3, 1
define void @clusters() {
  ret void
}

; CHECK: define ptx_kernel void @blocks(){{.*}} [[BLOCKS:#[0-9]+]]
; PTX-LABEL: .entry blocks(
; PTX:      .reqntid 128, 2, 1
; PTX-NEXT: .reqnctapercluster 4, 1, 1
; PTX-NEXT: .blocksareclusters
; PEER:     .reqntid 128, 2, 1
; PEER:     .reqnctapercluster 4, 1, 1
; PEER:     .blocksareclusters
define void @blocks() {
  ret void
}

; CHECK: attributes [[CLUSTERS]] = {{{.*}}"nvvm.cluster_dim"="2,3,1"
; CHECK: attributes [[BLOCKS]] = {{{.*}}"nvvm.blocksareclusters" "nvvm.cluster_dim"="4,1,1" "nvvm.reqntid"="128,2,1"

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @clusters, !"kernel", i32 1}
!1 = !{ptr @blocks, !"kernel", i32 1}

;===-- not-merged.ll - attributes before any pass of LLVM's tools --------===;
;
; Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
; Exceptions. See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
;===----------------------------------------------------------------------===;
;
; LLVM goes by the attributes of a declaration whose name it does not know. Without any, it makes
; one call in front of a branch of two that are in its arms, where only some threads of a warp were
; to execute each. An mma, which LLVM knows, is not convergent there either.
;
;===----------------------------------------------------------------------===;

; REQUIRES: stock-tools
; UNSUPPORTED: sanitized
; DEFINE: %{clang} = %stock-clangxx -Wno-override-module -Wno-unknown-cuda-version --target=nvptx64-nvidia-cuda -march=sm_90a -Xclang -target-feature -Xclang +ptx80 -emit-llvm
; RUN: %opt -O2 -S %s | FileCheck %s
; RUN: %opt -passes='simplifycfg<hoist-common-insts>' -S %s | FileCheck %s
; RUN: %stock-opt -load %plugin -O2 -S %s | FileCheck %s
; RUN: %stock-opt -load-pass-plugin=%plugin -O2 -S %s | FileCheck %s
; RUN: %stock-opt -load %plugin -load-pass-plugin=%plugin -O1 -S %s | FileCheck %s
; RUN: %stock-opt -load-pass-plugin=%plugin -passes='simplifycfg<hoist-common-insts>' -S %s | FileCheck %s
; RUN: %stock-opt -load-pass-plugin=%plugin -passes='function(simplifycfg<hoist-common-insts>)' -S %s | FileCheck %s
; RUN: %stock-opt -load-pass-plugin=%plugin -passes='thinlto<O2>' -S %s | FileCheck %s
; RUN: %{clang} -O2 -fplugin=%plugin -S %s -o - | FileCheck %s
; RUN: %{clang} -O2 -fpass-plugin=%plugin -S %s -o - | FileCheck %s
; RUN: %{clang} -O1 -Xclang -load -Xclang %plugin -S %s -o - | FileCheck %s
; RUN: %stock-opt -O2 -S %s | FileCheck %s --check-prefix=STOCK
; RUN: %{clang} -O2 -S %s -o - | FileCheck %s --check-prefix=STOCK

; Modules for other targets are left alone.
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s > %t.host.ll
; RUN: %stock-opt -load-pass-plugin=%plugin -O2 -S %t.host.ll | FileCheck %s --check-prefix=STOCK

target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16(i32)
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.tf32(i32, i32, i32, i32, i32, i32, float, float, float, float)

; CHECK-LABEL: define {{.*}}@unknown(
; CHECK-COUNT-2: call i32 @llvm.nvvm.movmatrix
; CHECK-LABEL: define {{.*}}@known(
; CHECK-COUNT-2: call {{.*}}@llvm.nvvm.mma.m16n8k8
; STOCK-LABEL: define {{.*}}@unknown(
; STOCK: call i32 @llvm.nvvm.movmatrix
; STOCK-NOT: movmatrix
; STOCK-LABEL: define {{.*}}@known(
; STOCK: call {{.*}}@llvm.nvvm.mma.m16n8k8
; STOCK-NOT: call {{.*}}@llvm.nvvm.mma.m16n8k8
; STOCK: {{^}}}
define void @unknown(i1 %c, ptr %p, i32 %a) {
  br i1 %c, label %then, label %else

then:
  %first = call i32 @llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16(i32 %a)
  %more = add i32 %first, 1
  store i32 %more, ptr %p
  br label %end

else:
  %second = call i32 @llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16(i32 %a)
  store i32 %second, ptr %p
  br label %end

end:
  ret void
}

define void @known(i1 %c, ptr %p, i32 %a, float %f) {
  br i1 %c, label %then, label %else

then:
  %first = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.tf32(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %f, float %f, float %f, float %f)
  %one = extractvalue { float, float, float, float } %first, 0
  store float %one, ptr %p
  br label %end

else:
  %second = call { float, float, float, float } @llvm.nvvm.mma.m16n8k8.row.col.tf32(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, float %f, float %f, float %f, float %f)
  %other = extractvalue { float, float, float, float } %second, 1
  store float %other, ptr %p
  br label %end

end:
  ret void
}

//===-- cublas.h - The same product by cuBLAS -------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What cuBLAS takes for C = A * B with C and A row-major and B column-major, to
// compare a kernel with in the same run. The library is loaded when it is asked
// for: a program does not need it, neither to be linked nor to run.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_EXAMPLES_CUBLAS_H
#define NVPTX_TENSORCORE_EXAMPLES_CUBLAS_H

#include "host.h"

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#include <dlfcn.h>
#endif

namespace host {

#if __has_include(<cublas_v2.h>)

/// cublasGemmEx, which is overloaded in C++.
using CublasGemmEx = cublasStatus_t(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int,
                                    int, const void *, const void *, cudaDataType, int,
                                    const void *, cudaDataType, int, const void *, void *,
                                    cudaDataType, int, cublasComputeType_t, cublasGemmAlgo_t);

/// Prints what cuBLAS reaches, or why it cannot be asked. A and B are of one type, C is of its own;
/// sums are f32.
inline void reportCublas(const Options &O, void *C, cudaDataType_t TypeC, const void *A,
                         const void *B, cudaDataType_t TypeAB) {
  void *Library = nullptr;
  for (const char *Name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so"})
    if (!Library)
      Library = dlopen(Name, RTLD_NOW);
  if (!Library) {
    std::printf("cuBLAS: %s\n", dlerror());
    return;
  }
  auto Create = reinterpret_cast<cublasStatus_t (*)(cublasHandle_t *)>(
      dlsym(Library, "cublasCreate_v2"));
  auto Multiply = reinterpret_cast<CublasGemmEx *>(dlsym(Library, "cublasGemmEx"));
  cublasHandle_t Handle;
  if (!Create || !Multiply || Create(&Handle) != CUBLAS_STATUS_SUCCESS) {
    std::printf("cuBLAS: it cannot be set up\n");
    return;
  }
  // Column-major matrices are the transposes of ours: C^T = B^T * A^T.
  float One = 1, Zero = 0;
  auto Launch = [&] {
    cublasStatus_t Status =
        Multiply(Handle, CUBLAS_OP_T, CUBLAS_OP_N, O.N, O.M, O.K, &One, B, TypeAB, O.K, A, TypeAB,
                 O.K, &Zero, C, TypeC, O.N, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    if (Status != CUBLAS_STATUS_SUCCESS)
      stop("cuBLAS: status " + std::to_string(Status));
  };
  std::printf("cuBLAS: ");
  report(O, measure(O.Repeat, Launch));
}

#else

inline void reportCublas(const Options &, void *, cudaDataType_t, const void *, const void *,
                         cudaDataType_t) {
  std::printf("cuBLAS: its header was not there when this was compiled\n");
}

#endif

} // namespace host

#endif // NVPTX_TENSORCORE_EXAMPLES_CUBLAS_H

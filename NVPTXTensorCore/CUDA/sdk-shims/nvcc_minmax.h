//===- nvcc_minmax.h - min and max on the host ------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's min and max, which nvcc has for the host's code, too; clang's headers have them for the
// device alone. Of an unsigned and a signed number, the result is unsigned. CUDA Math API, "Integer
// Mathematical Functions", "Single Precision" and "Double Precision Mathematical Functions": of a
// number and a NaN, it is the number.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_NVCC_MINMAX_H
#define NVPTX_TENSORCORE_NVCC_MINMAX_H

#define NVPTX_TENSORCORE_MINMAX(RESULT, LEFT, RIGHT)                                               \
  static __inline__ __host__ constexpr RESULT min(LEFT a, RIGHT b) {                               \
    return (RESULT)a < (RESULT)b ? (RESULT)a : (RESULT)b;                                          \
  }                                                                                                \
  static __inline__ __host__ constexpr RESULT max(LEFT a, RIGHT b) {                               \
    return (RESULT)a > (RESULT)b ? (RESULT)a : (RESULT)b;                                          \
  }

#define NVPTX_TENSORCORE_INTEGER_MINMAX(INTEGER)                                                   \
  NVPTX_TENSORCORE_MINMAX(INTEGER, INTEGER, INTEGER)                                               \
  NVPTX_TENSORCORE_MINMAX(unsigned INTEGER, unsigned INTEGER, unsigned INTEGER)                    \
  NVPTX_TENSORCORE_MINMAX(unsigned INTEGER, INTEGER, unsigned INTEGER)                             \
  NVPTX_TENSORCORE_MINMAX(unsigned INTEGER, unsigned INTEGER, INTEGER)

#define NVPTX_TENSORCORE_FLOAT_MINMAX(RESULT, LEFT, RIGHT, SUFFIX)                                 \
  static __inline__ __host__ RESULT min(LEFT a, RIGHT b) { return __builtin_fmin##SUFFIX(a, b); }  \
  static __inline__ __host__ RESULT max(LEFT a, RIGHT b) { return __builtin_fmax##SUFFIX(a, b); }

NVPTX_TENSORCORE_INTEGER_MINMAX(int)
NVPTX_TENSORCORE_INTEGER_MINMAX(long)
NVPTX_TENSORCORE_INTEGER_MINMAX(long long)
NVPTX_TENSORCORE_FLOAT_MINMAX(float, float, float, f)
NVPTX_TENSORCORE_FLOAT_MINMAX(double, double, double, )
NVPTX_TENSORCORE_FLOAT_MINMAX(double, float, double, )
NVPTX_TENSORCORE_FLOAT_MINMAX(double, double, float, )

#undef NVPTX_TENSORCORE_FLOAT_MINMAX
#undef NVPTX_TENSORCORE_INTEGER_MINMAX
#undef NVPTX_TENSORCORE_MINMAX

#endif // NVPTX_TENSORCORE_NVCC_MINMAX_H

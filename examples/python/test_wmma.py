# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wmma, in CUDA C++."""

import numpy as np


def test_f16(compile_cuda, ptx_run, rng):
    kernel = ptx_run(compile_cuda("wmma_gemm", "sm_70"), "wmma_gemm_row_col")
    A = rng.integers(-4, 5, (104, 64)).astype(np.float16)
    B = rng.integers(-4, 5, (120, 64)).astype(np.float16)
    C = np.empty((104, 120), np.float32)
    kernel[1, 256](C, A, B, 104, 120, 64)
    np.testing.assert_array_equal(C, A.astype(np.float32) @ B.astype(np.float32).T)


def test_s8(compile_cuda, ptx_run, rng):
    ptx = compile_cuda("imma_gemm", "sm_72", "--cuda-feature=+ptx63")
    kernel = ptx_run(ptx, "imma_gemm_row_col")
    A, B = (rng.integers(-128, 128, (rows, 64), np.int8) for rows in (104, 120))
    C = np.empty((104, 120), np.int32)
    kernel[1, 256](C, A, B, 104, 120, 64)
    np.testing.assert_array_equal(C, A.astype(np.int32) @ B.astype(np.int32).T)

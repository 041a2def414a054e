# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mma.sync: Volta, Turing, Ampere, Ada."""

import numpy as np
import pytest


def test_volta_f16(compile_ir, ptx_run, rng):
    kernel = ptx_run(compile_ir("volta_mma_m8n8k4_f16", "sm_70", "+ptx64"))
    A, B = (rng.integers(-4, 5, (64, 32)).astype(np.float16) for _ in range(2))
    C = np.empty((64, 64), np.float32)
    kernel[(1, 2), 128](C, A, B, 64, 64, 32)
    np.testing.assert_array_equal(C, A.astype(np.float32) @ B.astype(np.float32).T)


@pytest.mark.ptx_run(schedules=3)
def test_turing_s8(compile_ir, ptx_run, rng):
    kernel = ptx_run(compile_ir("turing_ldmatrix_imma_m8n8k16_s8", "sm_75", "+ptx65"))
    A = rng.integers(-128, 128, (64, 64), np.int8)
    B = rng.integers(-128, 128, (128, 64), np.int8)
    C = np.empty((64, 128), np.int32)
    kernel[(2, 1), 128](C, A, B, 64, 128, 64)
    np.testing.assert_array_equal(C, A.astype(np.int32) @ B.astype(np.int32).T)


@pytest.mark.ptx_run(schedules=3)
def test_ampere_bf16(compile_ir, ptx_run, bf16, rng):
    kernel = ptx_run(compile_ir("ampere_mma_m16n8k16_bf16", "sm_80", "+ptx70"))
    A, B = bf16.encode(rng.standard_normal((64, 128))), bf16.encode(rng.standard_normal((128, 128)))
    C = np.empty((64, 128), np.float32)
    kernel[(2, 1), 128](C, A, B, 64, 128, 128)
    np.testing.assert_allclose(C, bf16.decode(A) @ bf16.decode(B).T, rtol=1e-4, atol=1e-4)


def test_ampere_f64(compile_ir, ptx_run, rng):
    kernel = ptx_run(compile_ir("ampere_dmma_m8n8k4_f64", "sm_80", "+ptx70"))
    A, B = rng.standard_normal((32, 64)), rng.standard_normal((64, 64))
    C = rng.standard_normal((32, 64))
    expected = C + A @ B.T
    kernel[(2, 1), 128](C, A, B, 32, 64, 64)
    np.testing.assert_allclose(C, expected, rtol=1e-12, atol=1e-12)

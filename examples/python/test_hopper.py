# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hopper: wgmma, and clusters with distributed shared memory."""

import numpy as np
import pytest

from nvptxtc import run

SHAPE = 128, 256, 320


def launch(ptx_run, ptx, rng):
    M, N, K = SHAPE
    A, B = rng.standard_normal((M, K)).astype(np.float16), rng.standard_normal((N, K)).astype(np.float16)
    C = np.empty((M, N), np.float32)
    ptx_run(ptx)[1, 384, 196672](C, A, B, M, N, K)
    return C, A.astype(np.float32) @ B.astype(np.float32).T


def test_wgmma(compile_ir, ptx_run, rng):
    C, expected = launch(ptx_run, compile_ir("hopper_wgmma_gemm", "sm_90a", "+ptx80"), rng)
    np.testing.assert_allclose(C, expected, rtol=1e-3, atol=1e-3)


def test_wgmma_without_a_wait(compile_ir, ptx_run, rng):
    ptx = compile_ir("hopper_wgmma_gemm", "sm_90a", "+ptx80").replace("wgmma.wait_group.sync.aligned \t0;", "")
    with pytest.raises(run.ReportedError) as error:
        launch(ptx_run, ptx, rng)
    assert error.value.reports[0].check == "registers-in-flight"


@pytest.mark.ptx_run(cluster=2)
def test_cluster(compile_ir, ptx_run, bf16, rng):
    kernel = ptx_run(compile_ir("hopper_cluster_splitk_bf16", "sm_90", "+ptx78"))
    A, B = bf16.encode(rng.standard_normal((64, 320))), bf16.encode(rng.standard_normal((128, 320)))
    C = np.empty((64, 128), np.float32)
    kernel[4, 128](C, A, B, 64, 128, 320)
    np.testing.assert_allclose(C, bf16.decode(A) @ bf16.decode(B).T, rtol=1e-3, atol=1e-3)

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blackwell: tcgen05, and block scales."""

import numpy as np
import pytest

from nvptxtc import run

FENCE = "fence.proxy.async.shared::cta;"


def launch(ptx_run, ptx, bf16, rng):
    A, B = bf16.encode(rng.standard_normal((64, 256))), bf16.encode(rng.standard_normal((128, 256)))
    C = np.empty((64, 128), np.float32)
    ptx_run(ptx)[1, 128, 49172](C, A, B, 64, 128, 256)
    return C, bf16.decode(A) @ bf16.decode(B).T


def test_tcgen05(compile_ir, ptx_run, bf16, rng):
    C, expected = launch(ptx_run, compile_ir("blackwell_tcgen05_walkthrough", "sm_100a", "+ptx86"), bf16, rng)
    np.testing.assert_allclose(C, expected, rtol=1e-4, atol=1e-4)


def test_tcgen05_without_a_fence(compile_ir, ptx_run, bf16, rng):
    ptx = compile_ir("blackwell_tcgen05_walkthrough", "sm_100a", "+ptx86")
    assert FENCE in ptx
    with pytest.raises(run.ReportedError) as error:
        launch(ptx_run, ptx.replace(FENCE, ""), bf16, rng)
    assert error.value.reports[0].missing.startswith("fence.proxy.async")


def test_scales(compile_ir, ptx_run, rng):
    """e4m3 with a scale for 32 elements, of sm_120a. 0x38 is 1.0, 0x40 is 2.0; ue8m0 127 is 1.0."""
    kernel = ptx_run(compile_ir("blackwell_mxf8_block_scale", "sm_120a", "+ptx87"))
    A, B = (rng.integers(0, 2, (64, 256)) for _ in range(2))
    scale_a, scale_b = (rng.integers(-2, 3, (64, 8)) for _ in range(2))
    C = np.empty((64, 64), np.float32)
    kernel[1, 128](C, np.uint8(0x38) + 8 * A.astype(np.uint8), np.uint8(0x38) + 8 * B.astype(np.uint8),
                   (scale_a + 127).astype(np.uint8), (scale_b + 127).astype(np.uint8), 64, 64, 256)
    scaled = [(1.0 + numbers) * np.repeat(2.0 ** scales, 32, axis=1)
              for numbers, scales in ((A, scale_a), (B, scale_b))]
    np.testing.assert_array_equal(C, scaled[0] @ scaled[1].T)

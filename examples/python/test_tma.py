# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TMA: a kernel that copies a tile through shared memory, with a tensor map each for source and result."""

import numpy as np
import pytest

from nvptxtc import run

PTX = """
.version 8.0
.target sm_90a
.address_size 64
.visible .entry copy(.param .align 64 .b8 from[128], .param .align 64 .b8 to[128], .param .u32 row)
{
  .reg .pred %p;
  .reg .b32 %row, %tid, %bar, %tile;
  .reg .b64 %from, %to;
  .shared .align 128 .b8 tile[2048];
  .shared .align 8 .b64 full;
  mov.u32 %tid, %tid.x;
  mov.u32 %bar, full;
  mov.u32 %tile, tile;
  ld.param.u32 %row, [row];
  mov.b64 %from, from;
  mov.b64 %to, to;
  cvta.param.u64 %from, %from;
  cvta.param.u64 %to, %to;
  setp.ne.u32 %p, %tid, 0;
  @%p bra WAIT;
  mbarrier.init.shared.b64 [%bar], 1;
  fence.proxy.async.shared::cta;
  mbarrier.arrive.expect_tx.shared.b64 _, [%bar], 2048;
  cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%tile], [%from, {0, %row}], [%bar];
WAIT:
  bar.sync 0;
AGAIN:
  mbarrier.try_wait.parity.shared.b64 %p, [%bar], 0;
  @!%p bra AGAIN;
  setp.ne.u32 %p, %tid, 0;
  @%p ret;
  cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%to, {0, 0}], [%tile];
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group 0;
  ret;
}
"""


@pytest.mark.parametrize("swizzle", [None, "32B", "64B", "128B"])
def test_copy(ptx_run, rng, swizzle):
    width = {None: 64, "32B": 16, "64B": 32, "128B": 64}[swizzle]
    source = rng.standard_normal((64, width)).astype(np.float16)
    rows = 2048 // source[0].nbytes
    result = np.zeros((rows, width), np.float16)
    ptx_run(PTX)[1, 32](run.TensorMap(source, (rows, width), swizzle),
                        run.TensorMap(result, (rows, width), swizzle), 5)
    expected = np.zeros_like(result)
    expected[:min(rows, 59)] = source[5:5 + rows]
    np.testing.assert_array_equal(result, expected)


def test_box_of_another_size(ptx_run):
    source, result = np.zeros((64, 64), np.float16), np.zeros((16, 64), np.float16)
    with pytest.raises(run.ReportedError) as error:
        ptx_run(PTX)[1, 32](run.TensorMap(source, (8, 64)), run.TensorMap(result, (16, 64)), 0)
    assert error.value.reports[0].check == "deadlock"

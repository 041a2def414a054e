# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a kernel without arrays in a Python that has no NumPy."""

import sys

import nvptxtc
from nvptxtc import run

assert nvptxtc.compile and "numpy" not in sys.modules
kernel = run.Kernel(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry nothing(.param .u32 x) "
                    "{ .reg .b32 %r; ld.param.u32 %r, [x]; ret; }")
result = kernel[1, 1](5)
assert "numpy" not in sys.modules
print(kernel.name, result.statistics.thread_instructions, "instructions")

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of the examples share: kernels by file name, and types that NumPy does not have."""

import subprocess
from pathlib import Path

import numpy as np
import pytest

import nvptxtc

EXAMPLES = Path(__file__).resolve().parent.parent


@pytest.fixture
def compile_ir():
    """PTX of a file of examples/ir."""

    def compile(name, target, features):
        ir = (EXAMPLES / "ir" / f"{name}.ll").read_text()
        return nvptxtc.compile(ir, target, features=features, optimize=3, name=f"{name}.ll").ptx

    return compile


@pytest.fixture
def compile_cuda(tmp_path):
    """PTX of a file of examples/cuda that needs no CUDA SDK."""
    root = Path(nvptxtc.library_path()).resolve().parent.parent
    clang = next((path for name in ("clang++", "nvptxtc-clang++") if (path := root / "bin" / name).exists()), None)
    if clang is None:
        pytest.skip("clang++ is not built")

    def compile(name, target, *flags):
        ptx = tmp_path / f"{name}.ptx"
        subprocess.run([clang, "-x", "cuda", "--cuda-device-only", f"--cuda-gpu-arch={target}", "-nocudainc",
                        "-nocudalib", "-Wno-unknown-cuda-version", "-O3", "-gline-tables-only", "-S", *flags,
                        EXAMPLES / "cuda" / f"{name}.cu", "-o", ptx], check=True)
        return ptx

    return compile


class BFloat16:
    """NumPy has no bf16: its codes are u16."""

    @staticmethod
    def encode(values):
        return (np.asarray(values, np.float32).view(np.uint32) >> 16).astype(np.uint16)

    @staticmethod
    def decode(codes):
        return (codes.astype(np.uint32) << 16).view(np.float32)


@pytest.fixture
def bf16():
    return BFloat16


@pytest.fixture
def rng():
    return np.random.default_rng(1)

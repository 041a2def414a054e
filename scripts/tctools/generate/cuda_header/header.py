# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generated parts of the headers for CUDA C++ in NVPTXTensorCore/CUDA.

They declare the intrinsics of the model, a row for each combination of shape and types.
"""

from pathlib import Path

from tctools import cli, model, toolchain
from tctools.generate.cuda_header import (descriptor, mma, move, shared_tile, tcgen05, text,
                                          wgmma)

SHARED = ("build", "check")
#: What has a generated part.
_PARTS = (mma, move, wgmma, tcgen05, descriptor, shared_tile)
#: Of these, what reads rows of TableGen that no instruction refers to.
_OF_RECORDS = (descriptor, shared_tile)


def add_options(parser):
    parser.add_argument("--headers", default=toolchain.HEADERS, type=Path, metavar="DIR",
                        help="others than the project's own")


def run(options):
    tables, codes = model.load(options.build_dir), []
    for part in _PARTS:
        path = options.headers / part.HEADER
        generated = (part.write_generated(model.tables(options.build_dir)) if part in _OF_RECORDS
                     else part.write_generated(tables))
        there = path.read_text(encoding="utf-8")
        made = text.with_generated(there, part.TABLE, generated)
        codes.append(cli.compare_or_write(path, made, options.check))
    return max(codes)

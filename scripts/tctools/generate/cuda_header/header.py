# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generated parts of the headers for CUDA C++, which the headers in NVPTXTensorCore/CUDA include.

They declare the intrinsics of the model, a row for each combination of shape and types, and each
companion. The build runs this.
"""

from tctools import cli, model, toolchain
from tctools.generate import companion_header
from tctools.generate.cuda_header import descriptor, mma, move, shared_tile, tcgen05, wgmma

SHARED = ("build",)
#: What has a generated part.
_PARTS = (mma, move, wgmma, tcgen05, descriptor, shared_tile, companion_header)
#: Of these, what reads rows of TableGen that no instruction refers to.
_OF_RECORDS = (descriptor, shared_tile)


def run(options):
    tables, folder = model.load(options.build_dir), toolchain.headers_of(options.build_dir)
    folder.mkdir(parents=True, exist_ok=True)
    for part in _PARTS:
        of_records = part in _OF_RECORDS
        text = part.write_generated(model.tables(options.build_dir) if of_records else tables)
        (folder / part.FILE).write_text(text, encoding="utf-8")
    return cli.FINE

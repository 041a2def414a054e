# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CUDA C++ that calls each function of nvptx_tensorcore_intrinsics.h, to compile for a test.

--check-ir FILE compares what clang has made of that, unoptimized, with the model: each
intrinsic's name and signature.
"""

from pathlib import Path

from tctools import cli, model
from tctools.generate import companion_header

SHARED = ("build",)


def add_options(parser):
    parser.add_argument("--target", metavar="sm_NN",
                        help="only functions that this target supports")
    parser.add_argument("--check-ir", metavar="FILE", type=Path)


def run(options):
    tables = model.load(options.build_dir)
    if not options.check_ir:
        target = options.target and tables.target(options.target)
        print(companion_header.write_calls(tables, target), end="")
        return 0
    text = options.check_ir.read_text(encoding="utf-8")
    wrong = list(companion_header.wrong_declarations(tables, text))
    code = cli.report(wrong)
    print(f"{len(list(companion_header.functions_of(tables)))} functions, {len(wrong)} wrong")
    return code

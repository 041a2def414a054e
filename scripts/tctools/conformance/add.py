# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds results of mma-conformance from another machine to docs/gpu-results."""

from tctools.conformance import table


def add_options(parser):
    parser.add_argument("files", nargs="+", metavar="FILE")


def run(options):
    table.add_results(options.files)
    return 0

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what ptxas takes and the PTX ISA does not promise, a table that the web page sweep has.

Of the rows in scripts/tctools/oracle/undocumented-forms.json.
"""

from pathlib import Path

from tctools import cli
from tctools.oracle import undocumented


def add_options(parser):
    parser.add_argument("--list", metavar="FILE", type=Path, default=undocumented.LIST)


def run(options):
    print("\n".join(undocumented.Rows(options.list).table()))
    return cli.FINE

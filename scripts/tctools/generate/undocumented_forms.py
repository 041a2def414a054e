# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a table of the forms that ptxas accepts and the PTX ISA does not document, for the web
page sweep.

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

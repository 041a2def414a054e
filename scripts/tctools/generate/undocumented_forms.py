# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/undocumented-forms.md: what ptxas takes and the PTX ISA does not promise.

Of the rows in scripts/tctools/oracle/undocumented-forms.json.
"""

from pathlib import Path

from tctools import cli, toolchain
from tctools.oracle import undocumented

SHARED = ("check",)
_PAGE = toolchain.REPO_ROOT / "docs" / "undocumented-forms.md"


def add_options(parser):
    parser.add_argument("--list", metavar="FILE", type=Path, default=undocumented.LIST)


def run(options):
    return cli.compare_or_write(_PAGE, undocumented.Rows(options.list).document(), options.check)

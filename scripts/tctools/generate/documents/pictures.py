# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pictures of shared memory and tensor memory, as mma-explain draws them."""

import re
import shlex

from tctools import model


def name(arguments):
    """The name of a picture's file."""
    return re.sub(r"[^a-z0-9]+", "-", arguments.lower()).strip("-")


def caption(arguments):
    """What a picture is of, in words for those who do not see it."""
    return f"The answer of mma-explain {arguments}, as a picture"


def draw(build_dir, arguments):
    """The picture of what `mma-explain ARGUMENTS` answers."""
    return model.ask(build_dir, *shlex.split(arguments), "--format=svg")

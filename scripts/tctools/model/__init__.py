# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model, as `mma-explain dump --json` says it, and calls of what is in it.

This is the only way from the model to Python.
"""

from tctools.model.calls import (  # noqa: F401
    BUFFERS, SPACES, Call, CompanionCall, calls_of, companion_calls, module_of, plain_calls)
from tctools.model.facts import (  # noqa: F401
    PREFIX, Argument, Form, Intrinsic, Model, Rule, Target, Variant, ask, load, spell_ptx, tables)

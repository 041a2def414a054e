# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model, as `mma-explain dump --json` says it, and calls of what is in it.

This is the only way from the model to Python.
"""

from tctools.model.calls import (
    BUFFERS, SPACES, Call, CompanionCall, calls_of, companion_calls, module_of, plain_calls)
from tctools.model.facts import (
    PREFIX, Argument, Form, Intrinsic, Model, Rule, Target, Variant, ask, load, print_ptx, tables)

__all__ = [
    "BUFFERS", "PREFIX", "SPACES", "Argument", "Call", "CompanionCall", "Form", "Intrinsic",
    "Model", "Rule", "Target", "Variant", "ask", "calls_of", "companion_calls", "load",
    "module_of", "plain_calls", "print_ptx", "tables"]

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints which functions of a C file a command executes.

    executed_functions.py ROOT COMMAND...
"""

import sys

root, *command = sys.argv[1:]
sys.path.insert(0, f"{root}/scripts")
from tctools import coverage  # noqa: E402

known = {address: names for address, names in coverage.functions(command[0], "llvm-nm").items()
         if not names[0].startswith("_") and names[0] not in ("deregister_tm_clones",
                                                              "register_tm_clones", "frame_dummy")}
print("executed:", *sorted(known[address][0] for address in coverage.executed(command, known)))

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports each module of tctools/oracle in a process of its own, and looks for the model there."""

import pkgutil
import subprocess
import sys

from tctools import oracle

_SCRIPT = "import sys; sys.dont_write_bytecode = True; import {}; sys.exit('tctools.model' in sys.modules)"

names = [f"tctools.oracle.{module.name}" for module in pkgutil.iter_modules(oracle.__path__)]
reaching = [name for name in names
            if subprocess.run([sys.executable, "-c", _SCRIPT.format(name)], check=False).returncode]
for name in reaching:
    print(f"{name} reaches tctools.model")
print(f"{len(names)} modules of the oracle, {len(reaching)} reach the model")
sys.exit(bool(reaching))

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the C++ sources include downwards only.

usage: check_includes.py SOURCE-DIR

A file may include headers of its own folder and of the folders that stand above its own, or
beside it, in LAYERS. No header includes itself through others. A patch of LLVM may include one header of ours.
"""

import re
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

#: From the lowest to the highest.
LAYERS = """
    PTX
    Model/Tables
    Model/Version
    Model/Legality
    Model/RegisterBudget
    Model/Descriptors
    Model/Instructions
    Model/Layouts
    Hazards
    Numbers
    Emulator/Program
    Emulator/Machine
    Emulator/Tensor
    Emulator/Checks
    Emulator/Execute
    Emulator/Execute/Arithmetic
    Emulator/Execute/Memory
    Emulator/Execute/Copies
    Emulator/Execute/Barriers
    Emulator/Execute/Control
    Emulator/Execute/Matrix
    Emulator
    Emulator/Interface
    Emulator/CUDA
    Emulator/CUDA/Runtime
    Emulator/CUDA/Static
    IR/Analysis
    IR/Intrinsics
    IR/Threads
    IR/RegisterBudget
    IR/Lowering
    IR/LoweredIntrinsics
    IR/Verifier
    IR/TensorMemory
    IR/Checks
    IR/Ordering
    IR/Optimizations
    IR
    CodeGen/Target CodeGen/Parallel
    CodeGen/Instructions
    CodeGen/Registers
    CodeGen/WGMMA
    CodeGen/Reports
    CodeGen
    Library
    Plugin
    FrontEnd
    Driver
    Tools/CommandLine
    Tools/Conformance
    Tools/Run
    Tools/Run/Library
    Tools/Explain/Subjects
    Tools/Explain/Words
    Tools/Explain/Facts
    Tools/Explain/Layouts
    Tools/Explain/PTX
    Tools/Explain/CommandLine
    Tools
"""
RANKS = {folder: rank for rank, line in enumerate(LAYERS.split("\n")) for folder in line.split()}
#: What a patch of LLVM may include of ours.
HOOKS = "CodeGen/Target/Hooks.h"


def read_includes(root):
    """The headers of ours that each source file includes, by path."""
    sources = {str(path.relative_to(root)): path for path in sorted(root.rglob("*"))
               if path.suffix in (".h", ".cpp") and path.relative_to(root).parts[0] != "CUDA"}
    return {name: [header for included in re.findall(r'^#include "([^"]+)"', path.read_text(), re.M)
                   for header in (included, f"Tools/{included}") if header in sources]
            for name, path in sources.items()}


def get_rank(name):
    """The layer of a file. A folder without one of its own, as `Model/RegisterBudget`, is a file."""
    parent = str(Path(name).parent)
    return RANKS.get(str(Path(name).with_suffix("")), RANKS.get(parent))


def find_faults(root):
    includes = read_includes(root / "NVPTXTensorCore")
    for name, headers in includes.items():
        if get_rank(name) is None:
            yield f"{name}: its folder is in no layer"
            continue
        for header in headers:
            if get_rank(header) is not None and get_rank(header) > get_rank(name):
                yield f"{name} includes {header}, which is in a higher layer"
    try:
        TopologicalSorter(includes).prepare()
    except CycleError as cycle:
        yield "includes in a circle: " + ", ".join(reversed(cycle.args[1]))
    for patch in sorted((root / "llvm-patches").rglob("*.patch")):
        for header in re.findall(r'^\+#include "([^"]+)"', patch.read_text(), re.M):
            if header in includes and header != HOOKS:
                yield f"{patch.name} includes {header}; patches include {HOOKS} only"


def main():
    faults = list(find_faults(Path(sys.argv[1])))
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

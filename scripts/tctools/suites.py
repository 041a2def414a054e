# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests by component, the quick tests, and the tests that a source file can reach.

Used by scripts/check. A test is named by its path under test/, a GoogleTest binary by unit/NAME,
and LLVM's own NVPTX tests by `upstream`. test/Structure/suites.test checks that each test folder
belongs to a component and that each source folder has an entry.
"""

from pathlib import PurePosixPath

from tctools.toolchain import REPO_ROOT

UPSTREAM = "upstream"
UNIT = "unit"

#: The tests of each component. A test that runs a program of another component has a REQUIRES line.
COMPONENTS = {
    "core": (
        "CodeGen", "IR", "MIR", "TableGen", "Plugin", "Mistakes", "Structure", "fuzz/ir.test",
        "fuzz/mir.test", "unit/TensorCoreUnitTests", "unit/ParallelUnitTests",
        "unit/ToolMemoryUnitTests", UPSTREAM),
    "emulator": ("Emulator", "fuzz/run.test", "unit/EmulatorUnitTests", "unit/NumbersUnitTests"),
    "tools": (
        "Tools", "PTX", "Scripts", "Documents", "MLIR", "fuzz/codec.test", "fuzz/explain.test",
        "fuzz/ptx.test", "unit/ExplainUnitTests"),
    "cuda": ("CUDA",),
    "bindings": ("Library", "unit/LibraryUnitTests"),
}

#: Accept and reject tests of each family, the unit tests, and the checks of the sources: at most
#: two minutes on two processors.
QUICK = (
    UNIT,
    "Structure",
    "TableGen",
    "MIR",
    "CodeGen/wmma",
    "CodeGen/mma",
    "CodeGen/ldmatrix",
    "CodeGen/stmatrix",
    "CodeGen/movmatrix",
    "CodeGen/wgmma/floats.ll",
    "CodeGen/wgmma/bad-calls.ll",
    "CodeGen/tcgen05/mma.ll",
    "CodeGen/tcgen05/manage.ll",
    "CodeGen/tcgen05/bad-calls.ll",
    "CodeGen/companions",
    "CodeGen/targets",
    "CodeGen/instruction-descriptor",
    "CodeGen/matrix-descriptor",
    "Emulator/Matrix",
    "PTX/faults.test",
)

#: The suffixes of tests (test/lit.cfg.py).
SUFFIXES = (".ll", ".mir", ".test", ".cu", ".cpp", ".td", ".ptx")
#: All tests.
ALL = ("",)
_MODEL = (*COMPONENTS["core"], UNIT, "CUDA", "Emulator/Matrix", "PTX", "Scripts", "Tools")
_DOCUMENTS = ("Documents", "Structure/links.test")
_CHECKS = ("Structure",)

_RUN = (*COMPONENTS["emulator"], "Library", "MLIR", "Documents", "Tools/ptx-run-manual.test", *_CHECKS)

#: {prefix of a source file's path: the tests that it can reach}. The longest prefix counts; a file
#: without one reaches all tests.
SOURCES = {
    "TableGen/": _MODEL,
    "llvm-patches/": COMPONENTS["core"],
    "NVPTXTensorCore/CMakeLists.txt": ALL,
    "NVPTXTensorCore/README.md": _DOCUMENTS,
    "NVPTXTensorCore/CUDA/": ("CUDA", "Tools/catalogue.test", "Mistakes", *_CHECKS),
    "NVPTXTensorCore/CodeGen/": COMPONENTS["core"],
    "NVPTXTensorCore/Driver/": ("CUDA", "Plugin", "Library/package.test", *_CHECKS),
    "NVPTXTensorCore/Emulator/": (*COMPONENTS["emulator"], "Tools", "MLIR", *_CHECKS),
    "NVPTXTensorCore/Emulator/CUDA/": _RUN,
    "NVPTXTensorCore/Emulator/Interface/": _RUN,
    "NVPTXTensorCore/FrontEnd/": ("CUDA", "Plugin", *_CHECKS),
    "NVPTXTensorCore/Hazards/": (*COMPONENTS["core"], *COMPONENTS["emulator"]),
    "NVPTXTensorCore/IR/": (*COMPONENTS["core"], "CUDA"),
    "NVPTXTensorCore/Library/": (*COMPONENTS["bindings"], *_CHECKS),
    "NVPTXTensorCore/Model/": _MODEL,
    "NVPTXTensorCore/Numbers/": (*COMPONENTS["emulator"], "Tools", "unit/TensorCoreUnitTests",
                                 *_CHECKS),
    "NVPTXTensorCore/PTX/": (*COMPONENTS["core"], *COMPONENTS["emulator"], *COMPONENTS["tools"]),
    "NVPTXTensorCore/Package/": ("Plugin/install.test", "Library/package.test"),
    "NVPTXTensorCore/Plugin/": (*COMPONENTS["core"], "CUDA"),
    "NVPTXTensorCore/Tools/": (*COMPONENTS["tools"], "Plugin/install.test", *_CHECKS),
    "NVPTXTensorCore/Tools/CommandLine/": (*COMPONENTS["tools"], "Emulator", *_CHECKS),
    "NVPTXTensorCore/Tools/Run/": _RUN,
    "README.md": _DOCUMENTS,
    "LICENSE": ("Library/package.test",),
    "docs/": (*_DOCUMENTS, "Mistakes/kernels.test", "CodeGen/tcgen05/documentation.test"),
    "examples/": ("Documents", "Scripts/demo.test", "CUDA/examples.test", "CodeGen/wgmma/examples.test",
                  "CodeGen/tcgen05/examples.test", "MLIR", "Emulator", "Library/run.test"),
    "scripts/": ("Scripts", "Structure", "Tools"),
    "scripts/README.md": _DOCUMENTS,
    "scripts/bootstrap": (),
    "scripts/apply-patches": COMPONENTS["core"],
    "scripts/fetch-llvm-source": (),
    "scripts/tctools/conformance/": ("Tools", "Emulator", *_CHECKS),
    "scripts/tctools/fuzz": ("fuzz", *_CHECKS),
    "scripts/tctools/generate/": ("CUDA", "Tools", "Scripts", "Plugin/code-layout.test", *_CHECKS),
    "scripts/tctools/model/": ("CUDA", "CodeGen/rules", "Scripts", "Tools", *_CHECKS),
    "scripts/tctools/rule_tests.py": ("CodeGen/rules", *_CHECKS),
    "scripts/tctools/suites.py": ("Structure", "Scripts"),
    "test/Inputs/": ("MIR", "CodeGen"),
    "test/Seeds/": ("Scripts", "CodeGen/tcgen05/documentation.test"),
    "test/fuzz/": ("fuzz",),
    "test/unit/": (UNIT,),
    "test/upstream/": (UPSTREAM,),
    ".clang-format": ("Structure/format.test",),
    ".clang-tidy": (),
    ".dockerignore": (),
    "Dockerfile": ("Scripts/dockerfile.test",),
}


def _of_test(path):
    """The tests that a file under test/ reaches: itself, or the folder whose inputs it is in."""
    parts = PurePosixPath(path).parts[1:]
    if "Inputs" in parts:
        return (str(PurePosixPath(*parts[:parts.index("Inputs")])),)
    if len(parts) == 1:  # the configuration of all tests
        return ALL
    is_test = PurePosixPath(path).suffix in SUFFIXES
    return (str(PurePosixPath(*(parts if is_test else parts[:-1]))),)


def reached_by(path):
    """Returns the tests that a change of a file, relative to the checkout, can reach."""
    known = max((prefix for prefix in SOURCES if path.startswith(prefix)), key=len, default=None)
    if known is not None:
        return SOURCES[known]
    return _of_test(path) if path.startswith("test/") else ALL


def exists(test):
    """Returns true unless the test was deleted."""
    return test.startswith((f"{UNIT}/", UPSTREAM)) or (REPO_ROOT / "test" / test).exists()


def without_nested(tests):
    """Returns the tests sorted, without those inside of another one of them."""
    tests = set(tests)
    if "" in tests:
        return [""]
    return sorted(test for test in tests
                  if not any(str(parent) in tests for parent in PurePosixPath(test).parents))

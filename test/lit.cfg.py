# This project's own tests: IR, code generation, machine code, TableGen, CUDA, tools.
#
#   %llc %opt %clangxx                     the tools with the plug-in in place
#   %stock-llc %stock-opt %stock-clangxx   LLVM 22's own, the control of a test
#   %plugin                                the plug-in, for loading it by hand
#   %ptxas                                 NVIDIA's assembler; see the feature `ptxas`
#   %cuda %nvcc                            a CUDA SDK; see the features `cuda-sdk` and `nvcc`
#   %root %build                           the checkout and the build folder
#   %headers                               the build's headers for CUDA C++
#
# scripts/check runs the tests, all of them or those of a component; scripts/tctools/suites.py says
# which tests belong to which component, and which are quick. No test measures time: scripts/bench
# does. Sweeps over everything run by hand (docs/sweep.md); a test of a sweep asks a sample.
#
# Features:
#
#   core emulator tools cuda bindings   the components that are built. A test that runs a
#       program of another component than its own folder's has a REQUIRES line
#   gtest                unit tests are built; model-facts: test/unit/ModelFacts is built
#   libfuzzer            the fuzzers are built
#   bolt                 the tools' code is in the order in which it is executed
#   sanitized            built with sanitizers
#   stock-tools          LLVM 22's llc, opt and clang++
#   ptxas, ptxas-ptx90   ptxas is on PATH or in a CUDA toolkit; the PTX versions that ptxas supports
#   cuda-sdk, nvcc       headers, libraries and tools where clang finds them; nvcc is among them
#   nvidia-libnvvm       %nvidia-libnvvm of a CUDA SDK; %libnvvm is this project's
#   gpu                  a CUDA driver with a GPU
#   chromium             a headless browser, chromedriver, and a Python with selenium, %browser-python
#   sphinx               Sphinx and MyST, by which the build makes web pages of the documentation
#   numpy                a Python with NumPy, pytest and pytest-xdist, %numpy-python
#   clang-format, pyflakes   what scripts/format and scripts/lint run
#   sarif-schema         %sarif-schema and a Python with jsonschema, %jsonschema-python. $SARIF_SCHEMA names OASIS's
#       sarif-schema-2.1.0.json; without it, the schema is that of the npm package @microsoft/jest-sarif
#   mlir                 %mlir-opt and %mlir-translate of LLVM 22
#   mlir-source          %mlir-source, MLIR's tests of its dialect nvvm

import glob
import os
import shutil
import sys

import lit.formats

sys.path.insert(0, os.path.join(config.root_dir, "scripts"))
from tctools import sources, suites, toolchain  # noqa: E402

config.name = "NVPTXTensorCore"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".mir", ".test", ".cu", ".cpp", ".td"]
# Suites of their own; the one in unit/ is found and run together with this one.
config.excludes = ["Inputs", "corpus", "upstream"]
config.test_source_root = os.path.join(config.root_dir, "test")
config.test_exec_root = os.path.join(config.build_dir, "test")

# Everything is built where CMake does not say otherwise.
config.available_features |= set(getattr(config, "components", None) or suites.COMPONENTS)

TOOLS = {"llc": "llc", "opt": "opt", "clangxx": "clang++"}


def substitute(name, path):
    config.substitutions.append((name, f'"{path}"'))


def find_stock(tool):
    installed = os.path.join(config.llvm_tools_dir, tool)
    return installed if os.access(installed, os.X_OK) else shutil.which(f"{tool}-22")


stock = {name: find_stock(tool) for name, tool in TOOLS.items()}
for name, tool in TOOLS.items():
    substitute(f"%stock-{name}", stock[name] or f"no-stock-{tool}")
    substitute(f"%{name}", os.path.join(config.build_dir, "bin", tool))
if all(stock.values()):
    config.available_features.add("stock-tools")

ptxas = toolchain.find_ptxas()
substitute("%ptxas", ptxas or "no-ptxas")
if ptxas:
    config.available_features.add("ptxas")
    config.available_features |= {f"ptxas-ptx{version}" for version in
                                  range(60, toolchain.ptxas_newest_ptx(ptxas) + 1)}
else:
    lit_config.note("no ptxas on PATH or in a CUDA toolkit: tests that need it are UNSUPPORTED")

cuda = toolchain.find_cuda()
substitute("%cuda", cuda or "no-cuda")
nvcc = os.path.join(cuda or "no-cuda", "bin", "nvcc")
substitute("%nvcc", nvcc)
if cuda:
    config.available_features.add("cuda-sdk")
    if os.access(nvcc, os.X_OK):
        config.available_features.add("nvcc")
else:
    lit_config.note("no CUDA SDK where clang looks: tests that need its headers are UNSUPPORTED")

substitute("%libnvvm", os.path.join(config.build_dir, "lib", "nvptx-tensorcore", "nvvm", "lib64", "libnvvm.so.4"))
libnvvms = [path for path in (os.path.join(cuda or "no-cuda", *folder, "libnvvm.so.4") for folder in (("nvvm", "lib64"), ("lib64",))) if os.path.exists(path)]
substitute("%nvidia-libnvvm", libnvvms[0] if libnvvms else "no-libnvvm")
if libnvvms:
    config.available_features.add("nvidia-libnvvm")

if toolchain.run([toolchain.built_tool("mma-conformance", config.build_dir), "--compute-capability"]).returncode == 0:
    config.available_features.add("gpu")

if config.bolt:
    config.available_features.add("bolt")

if config.sanitized:  # the plug-in needs a runtime that stock tools do not load
    config.available_features.add("sanitized")

unit_tests = os.path.join(config.build_dir, "test", "unit")
if glob.glob(os.path.join(unit_tests, "*UnitTests")):
    config.available_features.add("gtest")
else:
    lit_config.note("no unit tests are built, which need GoogleTest")
if os.access(os.path.join(unit_tests, "ModelFacts"), os.X_OK):
    config.available_features.add("model-facts")

if sources.find_clang_format():
    config.available_features.add("clang-format")
if sources.find_pyflakes():
    config.available_features.add("pyflakes")

if os.access(os.path.join(config.build_dir, "test", "fuzz", "ir-fuzzer"), os.X_OK):
    config.available_features.add("libfuzzer")
else:
    lit_config.note("libFuzzer is not installed: the fuzzers are UNSUPPORTED")



def find_python(modules):
    """Debian's modules are those of Debian's Python, which another Python may hide."""
    return next((python for python in (sys.executable, "/usr/bin/python3")
                 if not toolchain.run([python, "-c", f"import {modules}"]).returncode), None)


numpy_python = find_python("numpy, pytest, xdist")
substitute("%numpy-python", numpy_python or "no-numpy")
if numpy_python:
    config.available_features.add("numpy")
else:
    lit_config.note("no Python with NumPy, pytest and pytest-xdist: tests of kernels on arrays are UNSUPPORTED")

if find_python("sphinx, myst_parser"):
    config.available_features.add("sphinx")
else:
    lit_config.note("no Sphinx with MyST: tests of the documentation's web pages are UNSUPPORTED")

browser_python = find_python("selenium")
substitute("%browser-python", browser_python or "no-selenium")
if browser_python and shutil.which("chromedriver") and shutil.which("chromium"):
    config.available_features.add("chromium")
else:
    lit_config.note("no chromium, chromedriver or selenium: tests in a browser are UNSUPPORTED")

schemas = [path for path in [os.environ.get("SARIF_SCHEMA", "")] + [
    path for modules in ("/usr/lib/node_modules", "/usr/local/lib/node_modules")
    for path in glob.glob(f"{modules}/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0*.json")] if os.path.exists(path)]
substitute("%sarif-schema", schemas[0] if schemas else "no-schema")
jsonschema_python = find_python("jsonschema")
substitute("%jsonschema-python", jsonschema_python or "no-jsonschema")
if schemas and jsonschema_python:
    config.available_features.add("sarif-schema")
else:
    lit_config.note("no SARIF schema or no jsonschema: the test of the logs by the schema is UNSUPPORTED")

for tool in ("bash", "cc", "mandoc"):
    if shutil.which(tool):
        config.available_features.add(tool)

if shutil.which("git") and os.path.exists(os.path.join(config.root_dir, ".git")):
    config.available_features.add("checkout")

if glob.glob("/var/lib/apt/lists/*Packages*"):
    config.available_features.add("apt-lists")

tools = {tool: shutil.which(f"{tool}-22") for tool in ("mlir-opt", "mlir-translate")}
for tool, path in tools.items():
    substitute(f"%{tool}", path or f"no-{tool}")
if all(tools.values()):
    config.available_features.add("mlir")

mlir_source = os.path.join(config.llvm_source, "mlir", "test", "Target", "LLVMIR")
substitute("%mlir-source", mlir_source)
if os.path.exists(os.path.join(mlir_source, "nvvmir.mlir")):
    config.available_features.add("mlir-source")

substitute("%mma-explain", os.path.join(config.build_dir, "bin", "mma-explain"))
substitute("%ptx-run", os.path.join(config.build_dir, "bin", "ptx-run"))
substitute("%python", sys.executable)
substitute("%cmake", config.cmake)
substitute("%ctest", config.ctest)
substitute("%llvm-tblgen", config.llvm_tblgen)
tblgen = os.path.join(config.build_dir, "TableGen", "tensor-core-tblgen")
substitute("%tensor-core-tblgen", tblgen)
substitute("%llvm-include", config.llvm_include_dir)
substitute("%plugin", os.path.join(config.build_dir, "lib", "libNVPTXTensorCore.so"))
substitute("%root", config.root_dir)
substitute("%headers", toolchain.headers_of(config.build_dir))
substitute("%build", config.build_dir)

# lit's own `not` takes a crash for an error; LLVM's does not.
config.substitutions.insert(0, ("not %", os.path.join(config.llvm_tools_dir, "not") + " %"))

# FileCheck, not and split-file are LLVM's.
config.environment["PATH"] = os.pathsep.join([config.llvm_tools_dir, os.environ.get("PATH", "")])
# A crash is a failure to report, not a report to write.
config.environment["LLVM_DISABLE_CRASH_REPORT"] = "1"

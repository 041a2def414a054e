# This project's own tests: IR, code generation, machine code, TableGen, CUDA, tools.
#
#   %llc %opt %clangxx                     the tools with the plug-in in place
#   %stock-llc %stock-opt %stock-clangxx   LLVM 19's own, the control of a test
#   %plugin                                the plug-in, for loading it by hand
#   %ptxas                                 NVIDIA's assembler; see the feature `ptxas`
#   %cuda %nvcc                            a CUDA SDK; see the features `cuda-sdk` and `nvcc`
#   %root %build                           the checkout and the build folder
#
# scripts/check runs the tests, all of them or those of a component; scripts/tctools/suites.py says
# which tests belong to which component, and which are quick. No test measures time: scripts/bench
# does. Sweeps over everything run by hand (docs/sweep.md); a test of a sweep asks a sample.
#
# Features:
#
#   core emulator tools cuda bindings llvm22   the components that are built. A test that runs a
#       program of another component than its own folder's has a REQUIRES line
#   gtest                unit tests are built; model-facts: test/unit/ModelFacts is built
#   libfuzzer            the fuzzers are built
#   bolt                 the tools' code is in the order in which it is executed
#   sanitized            built with sanitizers
#   static-tools         llc, opt and clang++ have the target linked in
#   stock-tools          LLVM 19's llc, opt and clang++
#   ptxas, ptxas-ptx90   ptxas is on PATH or in a CUDA toolkit; the PTX versions that ptxas supports
#   cuda-sdk, nvcc       headers, libraries and tools where clang finds them; nvcc is among them
#   gpu                  a CUDA driver with a GPU
#   chromium             a headless browser, chromedriver, and a Python with selenium, %browser-python
#   clang-format, pyflakes   what scripts/format and scripts/lint run
#   llc-22, llvm-22-dev  LLVM 22's llc, %peer-llc, a differential peer; its library, TableGen and
#       headers
#   ir-bridge            the bridge from LLVM 22 is built, %ir-bridge
#   opt-22, clang-22     LLVM 22's opt and clang++, %peer-opt and %peer-clangxx
#   peer-plugin          these, and the pass plug-in for them is built, %peer-plugin
#   mlir-19, mlir-22     mlir-opt and mlir-translate: %mlir-opt-19, %mlir-translate-19, …

import glob
import os
import shutil
import sys

import lit.formats

sys.path.insert(0, os.path.join(config.root_dir, "scripts"))
from tctools import llvm22, sources, suites, toolchain  # noqa: E402

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
    return installed if os.access(installed, os.X_OK) else shutil.which(f"{tool}-19")


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

if toolchain.run([toolchain.built_tool("mma-conformance", config.build_dir), "--compute-capability"]).returncode == 0:
    config.available_features.add("gpu")

if "-threads=" in toolchain.run([toolchain.built_tool("llc", config.build_dir), "--help"]).stdout:
    config.available_features.add("static-tools")

if config.bolt:
    config.available_features.add("bolt")

if config.sanitized:  # the plug-in needs a runtime that only our launchers load
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

# Debian's selenium is a module of Debian's Python, which another Python may hide.
pythons = [python for python in (sys.executable, "/usr/bin/python3") if not toolchain.run([python, "-c", "import selenium"]).returncode]
substitute("%browser-python", pythons[0] if pythons else "no-selenium")
if pythons and shutil.which("chromedriver") and shutil.which("chromium"):
    config.available_features.add("chromium")
else:
    lit_config.note("no chromium, chromedriver or selenium: the catalogue's test in a browser is UNSUPPORTED")

for tool in ("bash", "cc", "mandoc"):
    if shutil.which(tool):
        config.available_features.add(tool)

for release in ("19", "22"):
    tools = {tool: shutil.which(f"{tool}-{release}") for tool in ("mlir-opt", "mlir-translate")}
    for tool, path in tools.items():
        substitute(f"%{tool}-{release}", path or f"no-{tool}-{release}")
    if all(tools.values()):
        config.available_features.add(f"mlir-{release}")

llc_22 = shutil.which("llc-22")
substitute("%peer-llc", llc_22 or "no-llc-22")
if llc_22:
    config.available_features.add("llc-22")
    peer = llvm22.Peer(llc_22)
    substitute("%peer-include", peer.include)
    if not peer.missing():
        config.available_features.add("llvm-22-dev")

ir_bridge = os.path.join(config.build_dir, "bin", "nvptx-ir-bridge")
substitute("%ir-bridge", ir_bridge)
if os.access(ir_bridge, os.X_OK):
    config.available_features.add("ir-bridge")
for name, tool in (("opt", "opt-22"), ("clangxx", "clang++-22")):
    path = shutil.which(tool)
    substitute(f"%peer-{name}", path or f"no-{tool}")
    if path:
        config.available_features.add(tool.replace("++", ""))
peer_plugin = os.path.join(config.build_dir, "lib", "libNVPTXTensorCore22.so")
substitute("%peer-plugin", peer_plugin)
with_library = all(os.path.exists(path) for path in (peer_plugin, os.path.join(config.build_dir, "lib", "libnvptxtc.so")))
if with_library and {"opt-22", "llc-22", "clang-22"} <= config.available_features:
    config.available_features.add("peer-plugin")

substitute("%mma-explain", os.path.join(config.build_dir, "bin", "mma-explain"))
substitute("%ptx-run", os.path.join(config.build_dir, "bin", "ptx-run"))
substitute("%python", sys.executable)
substitute("%cmake", config.cmake)
substitute("%llvm-tblgen", config.llvm_tblgen)
tblgen = os.path.join(config.build_dir, "TableGen", "tensor-core-tblgen")
release = os.path.join(config.root_dir, "TableGen", "LLVM", config.llvm)
config.substitutions.append(("%tensor-core-tblgen", f'"{tblgen}" -I "{release}"'))
substitute("%llvm-include", config.llvm_include_dir)
substitute("%plugin", os.path.join(config.build_dir, "lib", "libNVPTXTensorCore.so"))
substitute("%root", config.root_dir)
substitute("%build", config.build_dir)

# lit's own `not` takes a crash for an error; LLVM's does not.
config.substitutions.insert(0, ("not %", os.path.join(config.llvm_tools_dir, "not") + " %"))

# FileCheck, not and split-file are LLVM's.
config.environment["PATH"] = os.pathsep.join([config.llvm_tools_dir, os.environ.get("PATH", "")])
# A crash is a failure to report, not a report to write.
config.environment["LLVM_DISABLE_CRASH_REPORT"] = "1"

# LLVM 22.1.8's own NVPTX tests, run from the fetched source with llc and opt replaced by ours. Nothing of
# them is copied into this project.
#
#   --param host=stock   stock llc and opt with the plug-in loaded, instead of our tools

import os
import stat
import sys

sys.path.insert(0, os.path.join(config.root_dir, "test", "upstream"))
from upstream_format import UpstreamTest  # noqa: E402

_ATOMICS = "atomicrmw has the order and the scope that it asks for, which LLVM drops"
_SENTENCE = "an error is a sentence, and no abort"
#: Tests that fail, and why. One that passes is reported as well.
EXPECTED_FAILURES = {
    "CodeGen/NVPTX/i1-select.ll":
        "fails with LLVM's own llc, too: it has two more predicates than the test",
    "CodeGen/NVPTX/cluster-dim.ll":
        "sm_80 has no clusters, which is an error here; LLVM drops the dimensions",
    "CodeGen/NVPTX/tensormap_replace_invalid.ll":
        "illegal immediates are errors here, of all calls and with other words",
    "CodeGen/NVPTX/param-load-store.ll":
        "a parameter of <3 x i1> has the size that the caller gives it",
    "CodeGen/NVPTX/atomicrmw-expand.ll": _ATOMICS,
    "CodeGen/NVPTX/atomics.ll": _ATOMICS,
    "CodeGen/NVPTX/atomics-sm60.ll": _ATOMICS,
    "CodeGen/NVPTX/atomics-sm70.ll": _ATOMICS,
    "CodeGen/NVPTX/atomics-sm90.ll": _ATOMICS,
    "CodeGen/NVPTX/distributed-shared-cluster.ll": _ATOMICS,
    "CodeGen/NVPTX/lower-args-gridconstant.ll":
        "two of its kernels return a number, which ptxas rejects and is an error here",
    "CodeGen/NVPTX/insertelt-dynamic.ll":
        "bytes that are put together by shifts are moved together",
    "CodeGen/NVPTX/math-intrins.ll":
        "a select with two conditions stays one select",
    "CodeGen/NVPTX/switch.ll":
        "a value that a trip of a loop does not set is zero in it",
    "CodeGen/NVPTX/atomicrmw-expand.err.ll": _SENTENCE,
    "CodeGen/NVPTX/atomics-b128.ll": _SENTENCE,
    "CodeGen/NVPTX/cmpxchg-unsupported-syncscope.err.ll": _SENTENCE,
    "CodeGen/NVPTX/empty-type.ll": _SENTENCE,
    "CodeGen/NVPTX/fcos-no-fast-math.ll": _SENTENCE,
    "CodeGen/NVPTX/fsin-no-fast-math.ll": _SENTENCE,
    "CodeGen/NVPTX/load-store-atomic.err.ll": _SENTENCE,
    "CodeGen/NVPTX/ptx-version-validation.ll": _SENTENCE,
    "CodeGen/NVPTX/alias-errors.ll": _SENTENCE,
    "CodeGen/NVPTX/gvar-init.ll": _SENTENCE,
    "CodeGen/NVPTX/managed.ll": _SENTENCE,
    "CodeGen/NVPTX/packed-aggr.ll": _SENTENCE,
}

config.name = "LLVM-NVPTX"
config.suffixes = [".ll", ".mir", ".py"]
config.test_source_root = os.path.join(config.llvm_source, "llvm", "test")
config.test_exec_root = os.path.join(config.build_dir, "test", "upstream")
config.targets = ["NVPTX"]
config.root.targets = config.targets  # asked by upstream's lit.local.cfg

folders = [("CodeGen", "NVPTX"), ("DebugInfo", "NVPTX")]
host = lit_config.params.get("host", "ours")
if host not in ("ours", "stock"):
    lit_config.fatal(f"there is no host '{host}'; expected ours or stock")
config.test_format = UpstreamTest(folders, EXPECTED_FAILURES)
# A whole tree of LLVM's has more folders, which need not be walked through.
config.excludes = ["lit.local.cfg", "lit.cfg.py"]
for at in ((), ("CodeGen",), ("DebugInfo",)):
    folder = os.path.join(config.test_source_root, *at)
    wanted = {names[len(at)] for names in folders if names[:len(at)] == at}
    config.excludes += [entry.name for entry in os.scandir(folder)
                        if entry.is_dir() and entry.name not in wanted] \
        if os.path.isdir(folder) else []


def write_launchers(folder):
    """Writes llc and opt that are LLVM's, with the plug-in."""
    os.makedirs(folder, exist_ok=True)
    plugin = os.path.join(config.build_dir, "lib", "libNVPTXTensorCore.so")
    for tool in ("llc", "opt"):
        path = os.path.join(folder, tool)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nexec "{config.llvm_tools_dir}/{tool}" -load="{plugin}" "$@"\n')
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return folder


tools = (write_launchers(os.path.join(config.test_exec_root, "stock")) if host == "stock"
         else os.path.join(config.build_dir, "bin"))

config.available_features.add("nvptx-registered-target")
config.environment["PATH"] = os.pathsep.join(
    [tools, config.llvm_tools_dir, os.environ.get("PATH", "")]
)
config.substitutions.append(("%python", f'"{sys.executable}"'))

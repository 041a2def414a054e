# Upstream's own NVPTX tests of LLVM 19.1.7, run from the fetched source with llc and opt
# replaced by ours. Nothing of them is copied into this project.

import os
import sys

import lit.formats

config.name = "LLVM-NVPTX"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".mir", ".py"]
config.excludes = ["lit.local.cfg", "lit.cfg.py"]
config.test_source_root = os.path.join(config.llvm_source, "llvm", "test", "CodeGen", "NVPTX")
config.test_exec_root = os.path.join(config.build_dir, "test", "upstream")
config.targets = ["NVPTX"]
config.root.targets = config.targets  # asked by upstream's lit.local.cfg

config.available_features.add("nvptx-registered-target")
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.build_dir, "bin"), config.llvm_tools_dir, os.environ.get("PATH", "")]
)
config.substitutions.append(("%python", f'"{sys.executable}"'))

# The GoogleTest binaries of this folder, each test a lit test of its own.

import os

import lit.formats

config.name = "NVPTXTensorCore-unit"
config.suffixes = []
config.test_format = lit.formats.GoogleTest(".", "UnitTests")
config.test_source_root = os.path.join(config.build_dir, "test", "unit")
config.test_exec_root = config.test_source_root

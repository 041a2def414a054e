# The GoogleTest binaries of this folder, each test a lit test of its own. The parameter `unit` names
# those that run, separated by commas; without it, all that are built do.

import os

import lit.formats

config.name = "NVPTXTensorCore-unit"
config.suffixes = []
config.test_format = lit.formats.GoogleTest(".", "UnitTests")
if "unit" in lit_config.params:
    config.test_format.test_suffixes = set(lit_config.params["unit"].split(","))
config.test_source_root = os.path.join(config.build_dir, "test", "unit")
config.test_exec_root = config.test_source_root

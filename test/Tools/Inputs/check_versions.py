# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what the tools of a build print for --version.

usage: check_versions.py ROOT BUILD [STOCK-TOOL...]

The version is that of the top CMakeLists.txt, the PTX ISA version the newest one of the model. Stock
tools print it with the plug-in loaded.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

TOOLS = ("llc", "opt", "clang++", "mma-explain", "ptx-run", "mma-conformance")


def run(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True,
                          stdin=subprocess.DEVNULL).stdout


def read_library_version(build):
    code = "import nvptxtc; print('NVPTXTensorCore ' + nvptxtc.version())"
    return run("env", f"PYTHONPATH={build / 'lib/python3/dist-packages'}",
               "PYTHONDONTWRITEBYTECODE=1", sys.executable, "-c", code)


def find_outputs(build, stock_tools):
    """(name, what it prints)."""
    for tool in TOOLS:
        if (build / "bin" / tool).exists():
            yield tool, run(build / "bin" / tool, "--version")
    for tool in filter(shutil.which, stock_tools):
        yield tool, run(tool, f"-load={build / 'lib/libNVPTXTensorCore.so'}", "--version")
    if (build / "lib/libnvptxtc.so").exists():
        yield "libnvptxtc.so", read_library_version(build)


def main():
    root, build = map(Path, sys.argv[1:3])
    version = re.search(r"^project\(NVPTXTensorCore VERSION (\S+)", (root / "CMakeLists.txt").read_text(),
                        re.M)[1]
    model = json.loads(run(build / "bin/mma-explain", "dump", "--json"))
    newest = max(model["ptxVersions"])
    commits, failures = set(), 0
    for name, text in find_outputs(build, sys.argv[3:]):
        line = re.search(r"^NVPTXTensorCore (\S+)(?: \(([0-9a-f]+)\))?, LLVM (\S+), "
                         r"PTX ISA up to (\d+)\.(\d)(?:, ABI \d+)?$", text, re.M)
        if (not line or line[1] != version or not line[3].startswith("22.1.")
                or int(line[4]) * 10 + int(line[5]) != newest):
            print(f"{name} prints\n{text}")
            failures += 1
        else:
            commits.add(line[2])
    if len(commits) != 1:
        print(f"different commits: {commits}")
    return 1 if failures or len(commits) != 1 else 0


if __name__ == "__main__":
    sys.exit(main())

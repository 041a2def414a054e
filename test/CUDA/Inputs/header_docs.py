# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the examples of a document: blocks of C++ whose first line is `// TARGET: …`.

    header_docs.py DOCUMENT ROOT BUILD FOLDER

The command is that of docs/use.md; ptxas judges the PTX if there is one.
"""

import re
import sys
from pathlib import Path

document, root, build, folder = map(Path, sys.argv[1:])
sys.path.insert(0, str(root / "scripts"))
sys.dont_write_bytecode = True
from tctools import toolchain  # noqa: E402

_BLOCK = re.compile(r"^```c\+\+\n(// (sm_\w+): .*?)^```$", re.MULTILINE | re.DOTALL)


def run(*command):
    result = toolchain.run(command)
    if result.returncode:
        sys.exit(f"{toolchain.command_line(command)}\n{result.stderr}")


def compile_example(number, text, target):
    source, ptx = folder / f"example{number}.cu", folder / f"example{number}.ptx"
    source.write_text(text, encoding="utf-8")
    for level in ("-O0", "-O3"):
        run(build / "bin" / "clang++", f"--cuda-gpu-arch={target}", "--cuda-device-only",
            "-nocudainc", "-nocudalib", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror",
            level, "-S", source, "-o", ptx)
        if toolchain.find_ptxas():
            run(toolchain.find_ptxas(), "-c", f"-arch={target}", ptx, "-o", folder / "example.cubin")


examples = _BLOCK.findall(document.read_text(encoding="utf-8"))
for index, (example, name) in enumerate(examples):
    compile_example(index, example, name)
print(f"{len(examples)} examples compiled")

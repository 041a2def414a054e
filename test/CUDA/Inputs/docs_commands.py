# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the shell commands of one section of a Markdown file, in a folder, with bash, as
a user would who has copied them. Stops at the first that fails.

Usage: docs_commands.py FILE SECTION FOLDER [OLD=NEW...]

OLD=NEW replaces a path of the text by this machine's.
"""

import re
import subprocess
import sys
from pathlib import Path

PROGRAMS = ("build/bin/", "nvcc ", "cmake ")


def section(text, title):
    return re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)[1]


def main():
    file, title, folder, *replacements = sys.argv[1:]
    text = section(Path(file).read_text(), title).replace("\\\n", "")
    commands = [line.strip() for line in text.splitlines()
                if line.startswith(" " * 4) and line.strip().startswith(PROGRAMS)]
    for command in commands:
        for replacement in replacements:
            command = command.replace(*replacement.split("=", 1))
        print(f"+ {command}", flush=True)
        subprocess.run(command, shell=True, check=True, cwd=folder, executable="/bin/bash")
    print(f"{len(commands)} commands")


main()

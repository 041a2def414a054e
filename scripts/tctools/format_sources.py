# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Formats C++ files with clang-format, or lists the files that it would change.

By default, formats the files that differ from the commit at which HEAD left main. Exit code 1 if a
file is not formatted (--check), 2 if the required release of clang-format is not installed.
"""

import re

from tctools import cli, sources, toolchain

SHARED = ("check",)
_DIAGNOSTIC = re.compile(r"^(\S+?):(\d+):\d+: (?:error|warning): code should be clang-formatted",
                         re.MULTILINE)


def add_options(parser):
    sources.add_options(parser)


def run(options):
    program = sources.find_clang_format()
    if not program:
        raise cli.NotRun(f"there is no clang-format {sources.CLANG_FORMAT}; install "
                         f"clang-format-{sources.CLANG_FORMAT}")
    files = sources.select(options, sources.CPP_FOLDERS, sources.is_cpp)
    if not files:
        print("0 files")
        return cli.FINE
    mode = ["--dry-run"] if options.check else ["-i"]
    result = toolchain.run([program, "--style=file", *mode, *files])
    if result.returncode:
        raise cli.NotRun(toolchain.first_lines(result.stderr))
    unformatted = {}
    for name, line in _DIAGNOSTIC.findall(result.stderr):
        unformatted.setdefault(name, line)
    code = cli.report([f"{name}:{line}: not formatted" for name, line in unformatted.items()])
    done = f"{len(unformatted)} not formatted" if options.check else "formatted"
    print(f"{len(files)} files, {done}")
    return code if options.check else cli.FINE

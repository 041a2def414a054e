# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks Python with pyflakes and, with --tidy, C++ with clang-tidy.

By default, checks the files that differ from the commit at which HEAD left main. clang-tidy takes
seconds for each file, and needs a configured build. Exit code 1 if there is a finding, 2 if a tool
is not installed.
"""

import os
import shutil

from tctools import cli, sources, toolchain, work

SHARED = ("build", "jobs")
#: Names that lit gives its configuration files.
_LIT_NAMES = "config,lit_config"


def add_options(parser):
    sources.add_options(parser)
    parser.add_argument("--tidy", action="store_true", help="check C++ with clang-tidy instead")


def check_python(files):
    """Yields pyflakes' findings."""
    program = sources.find_pyflakes()
    if not program:
        raise cli.NotRun("there is no pyflakes3; install the Debian package pyflakes3")
    environment = {**os.environ, "PYFLAKES_BUILTINS": _LIT_NAMES}
    result = toolchain.run([program, *files], env=environment)
    yield from (result.stdout + result.stderr).splitlines()


def check_cpp(files, options):
    """Yields clang-tidy's findings."""
    program = shutil.which(sources.CLANG_TIDY)
    if not program:
        raise cli.NotRun(f"there is no {sources.CLANG_TIDY}; install the Debian package")
    if not (options.build_dir / "compile_commands.json").exists():
        command = ["ninja", "-C", options.build_dir, "-t", "compdb"]
        database = toolchain.run(command)
        if database.returncode:
            raise cli.NotRun(f"{options.build_dir} is not configured")
        (options.build_dir / "compile_commands.json").write_text(database.stdout, encoding="utf-8")

    def ask(path):
        return toolchain.run([program, "--quiet", "-p", options.build_dir, path])

    for result in work.each(ask, files, options.jobs, "files"):
        if result.returncode or " warning: " in result.stdout:
            yield from (result.stdout or result.stderr).splitlines()


def run(options):
    if options.tidy:
        files = sources.select(options, ("NVPTXTensorCore", "TableGen/Emitter"),
                               lambda path: path.suffix == ".cpp")
        findings = check_cpp(files, options)
    else:
        files = sources.select(options, sources.PYTHON_FOLDERS, sources.is_python)
        findings = check_python(files) if files else []
    findings = list(findings)
    code = cli.report(findings)
    print(f"{len(files)} files, {'no' if not findings else len(findings)} lines of findings")
    return code

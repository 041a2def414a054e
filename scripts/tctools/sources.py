# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sources that tools format and check, and where these tools are.

Used by scripts/format, scripts/lint and test/lit.cfg.py.
"""

import shutil
from pathlib import Path

from tctools import changes, cli
from tctools.toolchain import REPO_ROOT, run

#: The release that the sources are formatted with; each release formats some lines in its own way.
CLANG_FORMAT = 22
CLANG_TIDY = "clang-tidy-22"
#: Folders of C++ that is formatted. Tests of the compiler have their lines where they need them.
CPP_FOLDERS = ("NVPTXTensorCore", "TableGen/Emitter", "test/unit", "test/fuzz")
PYTHON_FOLDERS = ("scripts", "test", "NVPTXTensorCore")


def find_clang_format():
    """Returns the path of clang-format in the pinned release, or None."""
    for name in (f"clang-format-{CLANG_FORMAT}", "clang-format"):
        path = shutil.which(name)
        if path and f"version {CLANG_FORMAT}." in run([path, "--version"]).stdout:
            return path
    return None


def find_pyflakes():
    """Returns the path of Debian's pyflakes3, or None."""
    return shutil.which("pyflakes3")


def is_cpp(path):
    return path.suffix in (".h", ".cpp")


def is_python(path):
    """Returns true for modules, and for programs without a suffix whose first line names Python."""
    if path.suffix == ".py":
        return True
    if path.suffix or path.parent.name != "scripts" or not path.is_file():
        return False
    with open(path, encoding="utf-8") as file:
        return "python3" in file.readline()


def _under(folders, files, matches):
    roots = [REPO_ROOT / folder for folder in folders]
    return [path for path in files if path.is_file() and matches(path)
            and any(path.is_relative_to(root) for root in roots)]


def _everything(folders):
    return sorted(path for folder in folders for path in (REPO_ROOT / folder).rglob("*")
                  if "__pycache__" not in path.parts)


def add_options(parser):
    """Adds the options that select files."""
    add = parser.add_argument
    add("files", nargs="*", type=lambda p: Path(p).absolute(), metavar="FILE",
        help="files to process (default: those that differ from the base)")
    add("--all", action="store_true", help="all files")
    add("--base", metavar="COMMIT",
        help="the base (default: the commit at which HEAD left main)")


def select(options, folders, matches):
    """Returns the selected files of a kind."""
    if options.files:
        if missing := [path for path in options.files if not path.exists()]:
            raise cli.NotRun(f"there is no file {missing[0]}")
        return [path for path in options.files if matches(path)]
    if options.all:
        return _under(folders, _everything(folders), matches)
    changed = [REPO_ROOT / name for name in changes.changed_files(options.base)]
    return _under(folders, changed, matches)

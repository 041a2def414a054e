# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that differ from a commit.

Used by check --changed, format and lint, which look at the files of a change by default.
"""

from tctools import cli
from tctools.toolchain import REPO_ROOT, run


def _git(*arguments):
    result = run(["git", "-C", REPO_ROOT, *arguments])
    if result.returncode:
        reason = result.stderr.strip().splitlines() or ["no reason given"]
        raise cli.NotRun(f"git {arguments[0]} failed: {reason[0]}")
    return result.stdout


def default_base():
    """Returns the commit at which HEAD left main, or HEAD if there is no branch main."""
    main = run(["git", "-C", REPO_ROOT, "merge-base", "HEAD", "main"])
    return main.stdout.strip() if main.returncode == 0 else "HEAD"


def changed_files(base=None):
    """Returns the files that differ from the base in the working tree, relative to the checkout.

    Includes deleted files and new files that git does not ignore.
    """
    base = base or default_base()
    differing = _git("diff", "--name-only", "--no-renames", "-z", base, "--")
    new = _git("ls-files", "--others", "--exclude-standard", "-z")
    return sorted(set(filter(None, (differing + new).split("\0"))))

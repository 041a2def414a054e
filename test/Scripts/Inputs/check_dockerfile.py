# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what a Dockerfile names: check_dockerfile.py DOCKERFILE ROOT.

An image takes the time of a whole build. What can be wrong without one: packages that Debian does not
have, files that are not there, options that a script does not take, and a folder of packages that
scripts/package does not write.
"""

import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True


def instructions(text):
    """(word, rest) of each instruction, with its continued lines."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest.strip()


def installed(commands):
    for command in re.split(r"&&", commands):
        words = command.split()
        if words[:2] == ["apt-get", "install"]:
            yield from (word for word in words[2:] if not word.startswith(("-", "/")))


def unknown(names):
    """Those that Debian does not have; none where apt has no lists."""
    if not list(Path("/var/lib/apt/lists").glob("*Packages*")):
        return []
    policy = subprocess.run(["apt-cache", "policy", *names], capture_output=True, text=True, check=False).stdout
    known = set(re.findall(r"^(\S+):\n.*\n +Candidate: (?!\(none\))", policy, re.M))
    return [name for name in names if name not in known]


def faults(path, root):
    from tctools import package
    stages = set()
    for word, rest in instructions(path.read_text(encoding="utf-8")):
        if word == "FROM" and " AS " in rest:
            stages.add(rest.split()[-1])
        elif word == "COPY":
            source, *_ = (part for part in rest.split() if not part.startswith("--"))
            if stage := re.search(r"--from=(\S+)", rest):
                if stage[1] not in stages:
                    yield f"there is no stage {stage[1]}"
                if source != f"/src/build/{package.FOLDER}":
                    yield f"scripts/package does not write {source}"
            elif not (root / source).exists():
                yield f"{source} does not exist"
        elif word == "RUN":
            yield from (f"Debian has no package {name}" for name in unknown(list(installed(rest))))
            for script, options in re.findall(r"\b(scripts/[\w-]+)([^&]*)", rest):
                if not (root / script).exists():
                    yield f"{script} does not exist"
                    continue
                run = subprocess.run([sys.executable, root / script, *options.split(), "--help"],
                                     capture_output=True, text=True, check=False)
                if run.returncode:
                    yield run.stderr.splitlines()[-1]


def main():
    path, root = Path(sys.argv[1]), Path(sys.argv[2])
    sys.path.insert(0, str(root / "scripts"))
    found = list(faults(path, root))
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

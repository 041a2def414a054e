# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks scripts/tctools/suites.py and the features of tests against a checkout.

usage: check_suites.py CHECKOUT-WITH-THE-SCRIPTS [CHECKOUT]
"""

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(sys.argv[1]) / "scripts"))
from tctools import suites  # noqa: E402

#: Folders of test/ that hold no lit tests of their own.
NO_TESTS = ("Inputs", "Seeds", "unit", "upstream")

#: Where a test names features: its own lines, and a folder's lit.local.cfg.
FEATURES = re.compile(r"(?:REQUIRES|UNSUPPORTED): *([\w ,-]+)$|%if ([\w-]+) %{"
                      r"|(.+) (?:not in|in|<=) config\.available_features", re.MULTILINE)


def find_unknown_features(root):
    """A feature that lit.cfg.py never sets leaves a test out of every run."""
    configuration = root / "test" / "lit.cfg.py"
    if not configuration.exists():
        return
    known = {*suites.COMPONENTS, *re.findall(r'"([\w-]+)"', configuration.read_text("utf-8"))}
    for path in sorted((root / "test").rglob("*.*")):
        name = path.relative_to(root).as_posix()
        if path.suffix not in (".cfg", ".cu", ".ll", ".mir", ".td", ".test") or "upstream" in name:
            continue
        for match in FEATURES.finditer(path.read_text("utf-8", errors="replace")):
            text = match[3] or match[1] or match[2]
            words = re.findall(r'"([\w-]+)"' if match[3] else r"[\w-]+", text)
            yield from (f"{name} asks for {word}, which lit.cfg.py does not know"
                        for word in words if word not in known)


def find_faults(root):
    for folder in sorted(path for path in (root / "test").iterdir() if path.is_dir()):
        name = folder.name
        owners = [component for component, tests in suites.COMPONENTS.items()
                  if any(test == name or test.startswith(f"{name}/") for test in tests)]
        if name not in NO_TESTS and name != "fuzz" and len(owners) != 1:
            yield f"test/{name} belongs to {len(owners)} components"
    for file, pattern in (("CMakeLists.txt", r"set\(ALL_COMPONENTS ([^)]*)\)"),
                          ("scripts/bootstrap", r"\ncomponents='([^']*)'")):
        text = (root / file).read_text(encoding="utf-8") if (root / file).exists() else ""
        match = re.search(pattern, text)
        if not match or set(re.split("[ ;]", match[1])) != set(suites.COMPONENTS):
            yield f"{file} has other components than suites.py"
    for test in suites.QUICK:
        if not (root / "test" / test).exists():
            yield f"{test} is a quick test, and does not exist"
    for folder in sorted(path for path in (root / "NVPTXTensorCore").iterdir() if path.is_dir()):
        name = f"NVPTXTensorCore/{folder.name}/"
        if not any(prefix.startswith(name) for prefix in suites.SOURCES):
            yield f"{name} has no entry in SOURCES"
    yield from find_unknown_features(root)


def main():
    faults = list(find_faults(Path(sys.argv[-1])))
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


sys.exit(main())

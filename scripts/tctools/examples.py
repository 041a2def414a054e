# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples that are programs: which they are, their targets, what they are linked with and
measured with."""

import re

from tctools import toolchain

EXAMPLES = toolchain.REPO_ROOT / "examples" / "cuda"
LIBRARIES = ("-lcudart_static", "-ldl", "-lrt", "-pthread")

_MAIN = re.compile(r"^int main\(", re.MULTILINE)
_TARGET = re.compile(r"^// Target: (sm_\d+[af]?)$", re.MULTILINE)
_PERFORMANCE = re.compile(r"^// Performance: (.+)$", re.MULTILINE)


def _text(source):
    return source.read_text(encoding="utf-8", errors="replace")


def is_program(source):
    return bool(_MAIN.search(_text(source)))


def target_of(source):
    """What its line "// Target: sm_90a" says, or None."""
    match = _TARGET.search(_text(source))
    return match and match[1]


def performance_options(source):
    """What its lines "// Performance: --m 8192" say, a list of words each."""
    return [line.split() for line in _PERFORMANCE.findall(_text(source))]


def programs():
    return [path for path in sorted(EXAMPLES.glob("*.cu")) if is_program(path)]

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of a PTX module, and how many tensor-core instructions and companions each has.

Reads PTX as a compiler prints it. Does not know who asks, or what a kernel computes.
"""

import collections
import re
from dataclasses import dataclass

# The opening of a statement: optional brace and guard, then the instruction.
INSTRUCTION = re.compile(r"^\s*\{?\s*(?:@!?%\w+\s+)?([a-z][\w.:]+)", re.MULTILINE)
_ENTRY = re.compile(r"^\s*(?:\.visible\s+|\.weak\s+)?\.entry\s+([\w$.]+)", re.MULTILINE)
_SHAPE = re.compile(r"\.(m\d+n\d+(?:k\d+)?)\b")
# The shape of a tcgen05.mma is in its instruction descriptor; the mnemonic has the kind.
_KIND = re.compile(r"\.kind::(\w+)")
# The shape says what an instruction multiplies; of a load or store it is the same.
MULTIPLIES = ("mma.sync", "mma.sp", "wmma.mma", "wgmma.mma_async")
_TENSOR_CORE = re.compile(
    r"(?:wmma\.(?:mma|load|store)|mma\.(?:sync|sp)|ldmatrix|stmatrix|movmatrix"
    r"|wgmma\.mma_async|tcgen05\.(?:mma(?:\.ws)?(?:\.sp)?|cp|ld|st|shift))\b")
_COMPANION = re.compile(
    r"(?:cp\.async(?:\.bulk)?|cp\.reduce\.async|mbarrier\.\w+|barrier\.cluster\.\w+|mapa"
    r"|wgmma\.\w+|tcgen05\.(?:alloc|dealloc|relinquish_alloc_permit|commit|wait|fence)"
    r"|fence\.\w+|elect\.sync|setmaxnreg|griddepcontrol|clusterlaunchcontrol)\b")


def count_heads(instructions, family):
    """Counts by mnemonic head, and shape or kind where it tells something."""
    counts = collections.Counter()
    for instruction in instructions:
        match = family.match(instruction)
        if not match:
            continue
        head = match.group()
        shape = _SHAPE.search(instruction)
        if shape and head in MULTIPLIES:
            head += " " + shape.group(1)
        kind = _KIND.search(instruction)
        if kind and head.startswith("tcgen05.mma"):
            head += " " + kind.group(1)
        counts[head] += 1
    return dict(counts)


@dataclass
class Kernel:
    """One .entry of the PTX."""
    name: str
    ptx_bytes: int
    tensor_core: dict
    companions: dict
    resources: dict = None
    result: str = ""  # what ptx-run says


def split_kernels(ptx):
    starts = list(_ENTRY.finditer(ptx))
    ends = [match.start() for match in starts[1:]] + [len(ptx)]
    kernels = []
    for match, end in zip(starts, ends):
        text = ptx[match.start():end]
        instructions = INSTRUCTION.findall(text)
        kernels.append(Kernel(match.group(1), len(text.encode()),
                              count_heads(instructions, _TENSOR_CORE),
                              count_heads(instructions, _COMPANION)))
    return kernels

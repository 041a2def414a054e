# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which of many like questions a sweep asks where one answer to all of them is expected.

Forms or calls that are legal in the same settings are alike. On a target that has none of them,
a sample is asked about, another one in each setting. Knows nothing of what is asked. Standard
library only.
"""

_SAMPLE = 200


def groups(items, key):
    """{key of an item: the items that have it}, in order."""
    found = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def thinned(items, turn):
    """At most about 200 of the items, evenly spread; with another `turn` others."""
    step = -(-len(items) // _SAMPLE) or 1
    return items[turn % step::step]

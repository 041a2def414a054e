# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks how many objects a changed row of TableGen rebuilds.

usage: check_rebuilds.py BUILD-DIR [FILE]

Reads what `ninja -t deps` says in the build folder, or a file with that. Every generated table is
included by few objects, and by no precompiled header.
"""

import re
import subprocess
import sys
from pathlib import Path

#: How many objects may define a table.
LIMIT = 3
_TABLE = re.compile(r"include/((?:TensorCoreModel|TensorCoreInstructions)/\w+_IMPL\.inc"
                    r"|NVPTXGenInstrInfo/(?:GET_INSTRINFO_(?:MC_DESC|NAMED_OPS|OPERAND_TYPE)\.inc|Companions\.h))$")


def read_users(text):
    """{table: [objects that include it]}."""
    users, current = {}, None
    for line in text.splitlines():
        if match := re.match(r"(\S+): #deps .*\((\w+)\)", line):
            current = match[1] if match[2] == "VALID" else None
        elif current and (match := _TABLE.search(line.strip())):
            users.setdefault(match[1], []).append(current)
    return users


def find_faults(users):
    if not users:
        yield "no object includes a table: is this a build folder of Ninja's?"
    for table, objects in sorted(users.items()):
        limit = 6 if table.endswith(".h") else LIMIT
        if len(objects) > limit:
            yield (f"{table} is included by {len(objects)} objects; at most {limit} may define a "
                   f"table: {', '.join(objects)}")
        yield from (f"{name} includes the table {table}" for name in objects if "cmake_pch" in name)


def main():
    if len(sys.argv) > 2:
        text = Path(sys.argv[2]).read_text(encoding="utf-8")
    else:
        text = subprocess.run(["ninja", "-C", sys.argv[1], "-t", "deps"], check=True,
                              capture_output=True, text=True).stdout
    faults = list(find_faults(read_users(text)))
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


sys.exit(main())

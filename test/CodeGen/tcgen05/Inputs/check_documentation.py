#!/usr/bin/env python3
# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the tables of docs/tcgen05.md against the tools.

  check_documentation.py PAGE --root DIR --scratch DIR [--ptxas PATH]

- A table with the columns Statement, Target, ptxas: a kernel with the statement is
  given to ptxas, which must accept it or use the words of the last column.
- A table with the column Message: a message must stand in TCGen05MMA.td.

What needs ptxas is left out without it.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

MESSAGES = "TableGen/TCGen05MMA.td"
KERNEL = """.version 9.0
.target {target}
.address_size 64
.extern .shared .align 16 .b8 s[];
.visible .entry k(.param .u64 out) {{
  .reg .pred p; .reg .b32 d, r; .reg .b64 a, b;
  mov.u32 d, 0; mov.u32 r, 0; mov.u64 a, 0; mov.u64 b, 0; setp.eq.u32 p, 0, 0;
  {statement}
  ret;
}}
"""


def read_tables(text):
    """Each row as {column: cell}."""
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in table.splitlines()]
        yield from (dict(zip(rows[0], row)) for row in rows[2:])


def check_statement(row, options):
    if not options.ptxas:
        return []
    source = Path(options.scratch) / "statement.ptx"
    source.write_text(KERNEL.format(target=row["Target"], statement=row["Statement"].strip("`")), encoding="utf-8")
    run = subprocess.run([options.ptxas, f"-arch={row['Target']}", source, "-o", "/dev/null"],
                         capture_output=True, text=True, check=False)
    words = row["ptxas"]
    if run.returncode == 0 if words == "accepts" else run.returncode != 0 and words in run.stderr:
        return []
    return [f"{row['Statement']} for {row['Target']}: not '{words}' but {run.stderr or 'accepts'}"]


def check_message(row, options):
    message = re.match(r"`(.*?)`", row["Message"]).group(1)
    if f'"{message}"' in (Path(options.root) / MESSAGES).read_text(encoding="utf-8"):
        return []
    return [f"{MESSAGES} has no message '{message}'"]


def check(text, options):
    problems, done = [], 0
    for row in read_tables(text):
        if "Statement" in row:
            problems += check_statement(row, options)
        elif "Message" in row:
            problems += check_message(row, options)
        else:
            continue
        done += 1
    return problems, done


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    for name in ("--root", "--scratch"):
        parser.add_argument(name, required=True)
    parser.add_argument("--ptxas")
    options = parser.parse_args()
    Path(options.scratch).mkdir(parents=True, exist_ok=True)
    problems, done = check(Path(options.page).read_text(encoding="utf-8"), options)
    print("\n".join(problems + [f"{len(problems)} of {done} quotations are wrong"]))
    return 1 if problems or not done else 0


if __name__ == "__main__":
    sys.exit(main())

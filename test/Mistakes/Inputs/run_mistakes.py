#!/usr/bin/env python3
# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the mistakes of docs/mistakes.md: run_mistakes.py DOCS BUILD SCRATCH

A row of a table says which text of a kernel of examples/kernels, or of its command, is replaced by
which, what the message is, and which text is in the line that the compiler points to. "…" stands
for anything. The kernels themselves compile without a message.
"""

import argparse
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_COMMAND = re.compile(r"^    build/bin/(clang\+\+ .*) -ptx examples/kernels/(\S+)\.cu -o \S+$", re.MULTILINE)
_CODE = re.compile(r"^`(.*)`$")


def _pattern(text):
    return ".*".join(re.escape(part) for part in text.split("…"))


class Mistake:
    def __init__(self, kernel, cells):
        self.name, self.kernel = cells[0], kernel
        self.old, self.new, self.message, self.line = (
            _CODE.match(cell)[1] if _CODE.match(cell) else "" for cell in cells[1:])

    def apply(self, text, command):
        if self.old in text:
            return text.replace(self.old, self.new, 1), command
        if self.old not in command:
            raise SystemExit(f"{self.name}: neither the kernel nor its command has '{self.old}'")
        return text, command.replace(self.old, self.new)

    def is_reported(self, text, name, output):
        """Whether there is the message, and something points to the line."""
        if not re.search(r"(error|warning): " + _pattern(self.message), output):
            return False
        lines = [int(n) for n in re.findall(rf"{name}\.cu:(\d+):", output)]
        return any(self.line in text.splitlines()[n - 1] for n in lines)


def mistakes(page):
    """The rows of the tables, each under the heading of its kernel."""
    kernel = ""
    for line in page.splitlines():
        if line.startswith("## "):
            kernel = line[3:].lower()
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 5 and _CODE.match(cells[1]):
            yield Mistake(kernel, cells)


def read(docs):
    """The kernels and their commands by name, and the mistakes."""
    commands = {name: command for command, name in _COMMAND.findall((docs / "kernels.md").read_text())}
    folder = docs.parent / "examples" / "kernels"
    return ({name: (folder / f"{name}.cu").read_text() for name in commands}, commands,
            list(mistakes((docs / "mistakes.md").read_text())))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("docs", type=Path)
    parser.add_argument("build", type=Path)
    parser.add_argument("scratch", type=Path)
    options = parser.parse_args()
    kernels, commands, rows = read(options.docs)

    def compile_kernel(number, name, text, command):
        folder = options.scratch / str(number)
        folder.mkdir(parents=True)
        (folder / f"{name}.cu").write_text(text)
        return subprocess.run(
            f"{options.build.resolve()}/bin/{command} -ptx {name}.cu -o {name}.ptx", shell=True, cwd=folder,
            check=False, capture_output=True, text=True).stderr

    def make(numbered):
        number, row = numbered
        text, command = row.apply(kernels[row.kernel], commands[row.kernel])
        output = compile_kernel(number, row.kernel, text, command)
        return "" if row.is_reported(text, row.kernel, output) else (
            f"{row.kernel}, {row.name}: expected '{row.message}' at '{row.line}':\n{output}")

    faults = [f"{name} is right, and has messages:\n{output}" for name, text in kernels.items()
              if (output := compile_kernel(name, name, text, commands[name]))]
    with ThreadPoolExecutor() as pool:
        unreported = [fault for fault in pool.map(make, enumerate(rows)) if fault]
    print(*faults, *unreported, sep="\n")
    print(f"{len(rows)} mistakes: {len(rows) - len(unreported)} reported")
    return bool(faults or unreported)


if __name__ == "__main__":
    raise SystemExit(main())

#!/usr/bin/env python3
# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of pages as they stand there: run_pages.py ROOT BUILD SCRATCH PAGE...

A code block is a block of commands if its first line, after comments, is one: a line that begins
with "$ " or with one of the programs below. They run in bash, page by page, in a folder of the
page's own that looks like the project's root. After "$ " the lines up to the next one are what the command prints; a line
that is "..." or "…" stands for any lines, within a line for anything, and the numbers of virtual
registers and white space do not count. A command without output must succeed.

A comment in the line before a block says what else it is:

  <!-- file: NAME -->           not commands, but a file that the commands below use
  <!-- quote: PATH -->          lines of a file of the project, as they stand there
  <!-- needs: FEATURE... -->    commands that run only where --have names the features
  <!-- not run: REASON -->      commands that no test can run
"""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_PATHS = r"build/(bin|TableGen)/|scripts/|DIR/|\./|/usr/lib/llvm-22/"
_NAMES = ("apt-get|cat|cd|clang-format-22|clang-tidy-22|clang\\+\\+(-22)?|cmake|echo|git|grep|head|llc(-22)?|"
          "llvm-tblgen-22|mlir-opt-22|mlir-translate-22|mma-explain|ninja|nvcc|opt(-22)?|printf|"
          "ptxas(?! info)|python3|sed|tail")
_PROGRAM = re.compile(rf"\$ |(\w+=\S+ )*({_PATHS}|({_NAMES}) )")
_COMMENT = re.compile(r"<!-- (file|quote|needs|not run): (.*?) -->")
#: A command that takes longer is wrong.
_SECONDS = 300


class Block:
    def __init__(self, place, comment, lines):
        self.place, self.lines = place, lines
        self.kind, self.value = comment or ("", "")

    @property
    def text(self):
        return "".join(line + "\n" for line in self.lines)

    def has_commands(self):
        first = next((line for line in self.lines if not line.startswith("# ")), "")
        return self.kind not in ("file", "quote") and bool(_PROGRAM.match(first))

    def commands(self):
        """(command, the lines that it prints, or None)."""
        if self.lines[0].startswith("$ "):
            starts = [i for i, line in enumerate(self.lines) if line.startswith("$ ")]
            for start, end in zip(starts, [*starts[1:], len(self.lines)]):
                shown = [line for line in self.lines[start + 1:end] if line.strip()]
                yield self.lines[start][2:], shown
            return
        for line in self.text.replace("\\\n", "").splitlines():
            if line.strip() and not line.startswith("#"):
                yield line, None


def read_blocks(page, text):
    """The code blocks of a page, indented by four spaces or between fences."""
    lines, comment, at = text.splitlines(), None, 0
    while at < len(lines):
        line, start = lines[at], at
        at += 1
        if found := _COMMENT.fullmatch(line.strip()):
            comment = found.groups()
            continue
        if line.startswith("```"):
            while at < len(lines) and not lines[at].startswith("```"):
                at += 1
            body, at = lines[start + 1:at], at + 1
        elif line.startswith("    ") and (start == 0 or not lines[start - 1].strip() or comment):
            while at < len(lines) and (lines[at].startswith("    ") or not lines[at].strip()):
                at += 1
            body = [line[4:] for line in lines[start:at]]
        else:
            comment = comment if not line.strip() else None
            continue
        while body and not body[-1].strip():
            body.pop()
        if body:
            yield Block(f"{page}:{start + 1}", comment, body)
        comment = None


def normalise(line):
    return re.sub(r"(%(?:[a-z]{1,2})?|#)\d+", r"\1", " ".join(line.split())).replace("…", "...")


def matches(shown, printed):
    """Whether lines are shown rightly."""
    if not shown:
        return not printed
    first, rest = shown[0], shown[1:]
    if first == "...":
        return any(matches(rest, printed[skipped:]) for skipped in range(len(printed) + 1))
    if not printed:
        return False
    like = re.fullmatch(".*".join(re.escape(part) for part in first.split("...")), printed[0])
    return bool(like) and matches(rest, printed[1:])


class Runner:
    def __init__(self, options):
        self.options, self.counts, self.problems = options, Counter(), []
        tools = [Path(tool).parent for tool in (options.ptxas, options.nvcc, options.python) if tool]
        path = [*map(str, tools), os.environ["PATH"]]
        self.environment = os.environ | {"PATH": os.pathsep.join(path)}

    def run_page(self, page):
        folder = self.options.scratch / page.replace("/", "-")
        folder.mkdir(parents=True)
        for entry in self.options.root.iterdir():
            if entry.name != "build":
                (folder / entry.name).symlink_to(entry)
        (folder / "build").symlink_to(self.options.build)
        for block in read_blocks(page, (self.options.pages / page).read_text(encoding="utf-8")):
            if problem := self.run_block(block, folder):
                self.problems.append(f"{block.place}: {problem}")

    def run_block(self, block, folder):
        if block.kind == "file":
            (folder / block.value).unlink(missing_ok=True)  # a link to what the project has
            (folder / block.value).write_text(block.text, encoding="utf-8")
        elif block.kind == "quote":
            self.counts["quoted"] += 1
            if block.text not in (self.options.root / block.value).read_text(encoding="utf-8"):
                return f"{block.value} has other lines"
        elif not block.has_commands():
            if block.kind:
                return f"'{block.kind}' stands before no command"
            if any(re.match(r"build/bin/|build/TableGen/|scripts/|\$ ", line) for line in block.lines):
                return "a command in the middle of a block; begin another one"
        elif block.kind == "not run" or not set(block.value.split()) <= set(self.options.have):
            self.counts["left out"] += len(list(block.commands()))
        else:
            problems = (self.run_command(*each, folder) for each in block.commands())
            return next(filter(None, problems), None)
        return None

    def run_command(self, command, shown, folder):
        if shown is None and not _PROGRAM.match(command):
            return f"neither a command nor a comment: {command}"
        self.counts["run"] += 1
        ready = command.replace("/usr/local/cuda", self.options.cuda or "/usr/local/cuda")
        try:
            run = subprocess.run(["bash", "-c", ready], cwd=folder, env=self.environment, text=True,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return f"$ {command}\ntakes more than {_SECONDS} seconds"
        if shown:
            printed = [normalise(line) for line in run.stdout.splitlines() if line.strip()]
            if matches([normalise(line) for line in shown], printed):
                return None
        elif run.returncode == 0:
            return None
        return f"$ {command}\nexit code {run.returncode}, prints\n{run.stdout}"


def main():
    parser = argparse.ArgumentParser()
    for name in ("root", "build", "scratch"):
        parser.add_argument(name, type=lambda name: Path(name).resolve())
    parser.add_argument("page", nargs="+", help="relative to --pages, by default the root")
    parser.add_argument("--pages", type=Path)
    parser.add_argument("--have", action="append", default=[], metavar="FEATURE")
    parser.add_argument("--cuda")
    parser.add_argument("--ptxas")
    parser.add_argument("--nvcc")
    parser.add_argument("--python")
    options = parser.parse_args()
    options.pages = options.pages or options.root
    pages = sorted({str(found.relative_to(options.pages)) for page in options.page
                    for found in options.pages.glob(page)})
    runner = Runner(options)
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        list(pool.map(runner.run_page, pages))
    print("\n".join(sorted(runner.problems)))
    counts = ", ".join(f"{runner.counts[what]} {what}" for what in ("run", "left out", "quoted"))
    print(f"{len(pages)} pages: {counts}; {len(runner.problems)} wrong")
    return 1 if runner.problems or not runner.counts["run"] else 0


if __name__ == "__main__":
    sys.exit(main())

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_transcripts.py TOOLS FILE...: runs the commands of documents and compares what they print.

A transcript is a block that is indented by four spaces: "$ build/bin/mma-explain …" and what it
prints, where "..." alone on a line stands for any lines. A document without any is an error.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]


def transcripts(text):
    """(command, lines) of each."""
    for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE):
        lines = [line[4:].rstrip() for line in block.rstrip("\n").split("\n")]
        starts = [i for i, line in enumerate(lines) if line.startswith("$ build/bin/mma-explain")]
        for start, end in zip(starts, [*starts[1:], len(lines)]):
            shown = lines[start + 1:end]
            while shown and not shown[-1]:
                shown.pop()
            yield lines[start][2:], shown


def is_shown(shown, printed):
    pattern = "".join("(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in printed.splitlines()))


def main(tools, *files):
    count = 0
    for file in files:
        found = list(transcripts(Path(file).read_text(encoding="utf-8")))
        if not found:
            sys.exit(f"{file} shows no command")
        for command, shown in found:
            words = shlex.split(command)
            words[0] = str(Path(tools).resolve() / Path(words[0]).name)
            result = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)
            if not is_shown(shown, result.stdout + result.stderr):
                sys.exit(f"{file}: {command} prints\n{result.stdout}{result.stderr}")
            count += 1
    print(f"{count} commands print what is shown")


if __name__ == "__main__":
    main(*sys.argv[1:])

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sends SIGSEGV to each tool while it reads its input, and checks what it prints.

usage: crash_tools.py BUILD SCRATCH

The input is a pipe with a name. A tool has set up its handlers when it opens the pipe. LLVM's handler
returns, so that a tool goes on after a signal that has no cause; then it finds the end of its input.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

#: The arguments, and the pipe's path below the scratch folder.
TOOLS = {
    "llc": (["{pipe}", "-mtriple=nvptx64", "-mcpu=sm_80"], "pipe.ll"),
    "opt": (["{pipe}", "-mtriple=nvptx64", "-O1", "-disable-output"], "pipe.ll"),
    "mma-explain": (["ptx", "{pipe}"], "pipe.ptx"),
    "ptx-run": (["{pipe}"], "pipe.ptx"),
    "mma-conformance": (["{folder}", "--emulate"], "manifest.json"),
}
TEXT = "PLEASE report this crash to NVPTXTensorCore, with the input and the text below"


def crash(tool, arguments, pipe):
    """What the tool prints."""
    os.mkfifo(pipe)
    command = [tool, *(word.format(pipe=pipe, folder=pipe.parent) for word in arguments)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as process:
        writer = os.open(pipe, os.O_WRONLY)  # waits for the tool to open it
        process.send_signal(signal.SIGSEGV)
        os.close(writer)
        output, _ = process.communicate(timeout=60)
    pipe.unlink()
    return output


def main():
    build, scratch = map(Path, sys.argv[1:])
    failures = 0
    for name, (arguments, pipe) in TOOLS.items():
        tool = build / "bin" / name
        if not tool.exists():
            continue
        output = crash(tool, arguments, scratch / pipe)
        if TEXT not in output or "Program arguments: " not in output \
                or "llvm-project/issues" in output:
            print(f"{name} prints\n{output}")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

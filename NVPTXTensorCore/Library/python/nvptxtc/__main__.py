# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles LLVM IR to PTX by libnvptxtc.so.

    python3 -m nvptxtc kernel.ll --target sm_90a --features +ptx80 -O3 -o kernel.ptx
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Sequence

import nvptxtc

from ._sarif import find_page


def show(diagnostics: Sequence[nvptxtc.Diagnostic], style: str) -> None:
    if style == "sarif":
        print(json.dumps(nvptxtc.sarif(diagnostics), indent=2), file=sys.stderr)
    elif style == "json":
        known = [{key.rstrip("_"): value for key, value in asdict(diagnostic).items() if value} for diagnostic in diagnostics]
        print(json.dumps(known, indent=2), file=sys.stderr)
    else:
        for diagnostic in diagnostics:
            print(diagnostic, file=sys.stderr)


def explain(name: str) -> int:
    """Prints the section of a code. The prefix may be missing."""
    codes = {code.name: code for code in nvptxtc.codes()}
    code = codes.get(name) or codes.get(f"NVPTX-{name}")
    if not code:
        near = difflib.get_close_matches(name, [*codes, *(known[len("NVPTX-"):] for known in codes)], 1)
        hint = f"did you mean {near[0]}?" if near else "expected one of --list-codes"
        print(f"error: there is no code {name!r}; {hint}", file=sys.stderr)
        return 1
    page = find_page()
    sections = page.read_text(encoding="utf-8").split("\n### ") if page else []
    for section in sections[1:]:
        title, _, text = section.partition("\n")
        if title == code.name:
            print(f"{title}\n\n{text.partition(chr(10) + '## ')[0].strip()}")
            return 0
    print(f"{code.name}\n\n{code.means}")
    return 0


class Parser(argparse.ArgumentParser):
    """Names the option that is closest to an unknown one."""

    def error(self, message: str):
        unknown, _, words = message.partition("unrecognized arguments: ")
        known = [option for action in self._actions for option in action.option_strings]
        near = difflib.get_close_matches(words.split("=")[0].split(" ")[0], known, 1) if words and not unknown else []
        if words.startswith(("--arch", "-arch", "--mcpu", "-mcpu", "--gpu")):
            near = ["--target"]
        super().error(message + (f"; did you mean {near[0]}?" if near else ""))


def main() -> int:
    parser = Parser(prog="python3 -m nvptxtc", description="Compiles LLVM IR to PTX.")
    parser.add_argument("modules", nargs="*", metavar="FILE", help="LLVM IR, text or bitcode; several are linked; - is the standard input")
    parser.add_argument("--target", help="the GPU, such as sm_90a")
    parser.add_argument("--features", default="", help="llc's -mattr, such as +ptx80")
    parser.add_argument("-O", dest="optimize", type=int, choices=range(4), help="optimize the module, and compile it, with that level")
    parser.add_argument("--optimize", dest="passes", type=int, choices=range(4), metavar="LEVEL", help="optimize with that level, whatever -O says")
    parser.add_argument("--codegen", type=int, choices=range(4), metavar="LEVEL", help="compile with that level, whatever -O says")
    parser.add_argument("--isolated", action="store_true", help="compile in another process: a crash is an error with a reproducer")
    parser.add_argument("--library", action="append", default=[], metavar="FILE", help="IR of which what is needed is linked, such as libdevice")
    parser.add_argument("--max-registers", type=int, default=0, metavar="N", help="the .maxnreg of kernels that have none")
    parser.add_argument("--option", action="append", default=[], metavar="OPTION", help="an option of llc: --option=-nvptx-mma-comments")
    parser.add_argument("--verify", action="store_true", help="check the module, and compile nothing")
    parser.add_argument("--cubin", action="store_true", help="write what ptxas makes of the PTX")
    parser.add_argument("-o", dest="output", default="-", metavar="FILE", help="the result (default: the standard output)")
    parser.add_argument("--diagnostics", choices=("text", "json", "sarif"), default="text", metavar="FORMAT",
                        help="print diagnostics as text (default), or write json or sarif to the standard error output")
    parser.add_argument("--list-codes", action="store_true", help="print the codes of diagnostics, each with its option")
    parser.add_argument("--explain", metavar="CODE", help="say what a code means, and what to do")
    parser.add_argument("--list-targets", action="store_true", help="print the targets, each with the PTX version that it comes with")
    parser.add_argument("--version", action="store_true", help="print the version, and the hash of this build")
    arguments = parser.parse_args()
    if arguments.version:
        print(f"NVPTXTensorCore {nvptxtc.version()}\n{nvptxtc.build_hash()}")
        return 0
    if arguments.list_targets:
        for target in nvptxtc.targets():
            print(f"{target.name} {target.first_ptx[0]}.{target.first_ptx[1]}")
        return 0
    if arguments.explain:
        return explain(arguments.explain)
    if arguments.list_codes:
        for code in nvptxtc.codes():
            print(code.name, *([f"{code.option}={code.default}"] if code.option else []))
        return 0
    if not arguments.modules or not arguments.target:
        parser.error("expected a module and --target")

    def read(name: str) -> bytes:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()

    try:
        first, *others = map(read, arguments.modules)
        passes = arguments.optimize if arguments.passes is None else arguments.passes
        codegen = arguments.optimize if arguments.codegen is None else arguments.codegen
        common = dict(features=arguments.features, optimize=passes, isolated=arguments.isolated, options=arguments.option, name=arguments.modules[0],
                      modules=others, libraries=[read(name) for name in arguments.library])
        if arguments.verify:
            result = nvptxtc.Result("", nvptxtc.verify(first, arguments.target, **common))
        else:
            result = nvptxtc.compile(first, arguments.target, codegen=codegen, max_registers=arguments.max_registers,
                                     cubin=arguments.cubin, **common)
        text = result.ptx.encode(errors="surrogateescape") if result.cubin is None else result.cubin
        if arguments.output == "-":
            sys.stdout.buffer.write(text)
        elif not arguments.verify:
            Path(arguments.output).write_bytes(text)
    except (nvptxtc.CompileError, ValueError, OSError) as error:
        if isinstance(error, nvptxtc.CompileError):
            show(error.diagnostics, arguments.diagnostics)
        else:
            named = isinstance(error, OSError) and error.filename
            print(f"error: {error.filename}: {error.strerror}" if named else f"error: {error}", file=sys.stderr)
        return 1
    show(result.diagnostics, arguments.diagnostics)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # of a reader that has enough, such as head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles LLVM IR to PTX by libnvptxtc.so.

    python3 -m nvptxtc kernel.ll --target sm_90a --features +ptx80 -O3 -o kernel.ptx
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import nvptxtc


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m nvptxtc", description="Compiles LLVM IR to PTX.")
    parser.add_argument("modules", nargs="*", metavar="FILE", help="LLVM IR, text or bitcode; several are linked; - is the standard input")
    parser.add_argument("--target", help="the GPU, such as sm_90a")
    parser.add_argument("--features", default="", help="llc's -mattr, such as +ptx80")
    parser.add_argument("-O", dest="optimize", type=int, choices=range(4), help="optimize the module, and compile it, with that level")
    parser.add_argument("--library", action="append", default=[], metavar="FILE", help="IR of which what is needed is linked, such as libdevice")
    parser.add_argument("--max-registers", type=int, default=0, metavar="N", help="the .maxnreg of kernels that have none")
    parser.add_argument("--option", action="append", default=[], metavar="OPTION", help="an option of llc: --option=-nvptx-mma-comments")
    parser.add_argument("--verify", action="store_true", help="check the module, and compile nothing")
    parser.add_argument("--cubin", action="store_true", help="write what ptxas makes of the PTX")
    parser.add_argument("-o", dest="output", default="-", metavar="FILE", help="the result (default: the standard output)")
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
    if not arguments.modules or not arguments.target:
        parser.error("expected a module and --target")

    def read(name: str) -> bytes:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()

    try:
        first, *others = map(read, arguments.modules)
        common = dict(features=arguments.features, optimize=arguments.optimize, options=arguments.option, name=arguments.modules[0],
                      modules=others, libraries=[read(name) for name in arguments.library])
        if arguments.verify:
            result = nvptxtc.Result("", nvptxtc.verify(first, arguments.target, **common))
        else:
            result = nvptxtc.compile(first, arguments.target, codegen=arguments.optimize, max_registers=arguments.max_registers,
                                     cubin=arguments.cubin, **common)
        text = result.ptx.encode(errors="surrogateescape") if result.cubin is None else result.cubin
        if arguments.output == "-":
            sys.stdout.buffer.write(text)
        elif not arguments.verify:
            Path(arguments.output).write_bytes(text)
    except (nvptxtc.CompileError, ValueError, OSError) as error:
        print(error if isinstance(error, nvptxtc.CompileError) else f"error: {error}", file=sys.stderr)
        return 1
    for diagnostic in result.diagnostics:
        print(diagnostic, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

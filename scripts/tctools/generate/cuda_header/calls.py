# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CUDA C++ that calls every function of the headers, to compile for a test.

With --target sm_120a, what that target has; with --columns 8,64, wgmma of these N only; with
--types f32,f16,f16, those of these types D, A, B. --check-ir FILE compares what clang has made of it, unoptimized, with the model:
each intrinsic's name and signature.
"""

import re
from pathlib import Path

from tctools import cli, model
from tctools.generate import declarations
from tctools.generate.cuda_header import mma, move, tcgen05, wgmma

SHARED = ("build",)
FAMILIES = {"mma": mma, "move": move, "wgmma": wgmma, "tcgen05": tcgen05}

_PRELUDE = '''#include "nvptx_tensorcore.h"
using namespace nvptx_tensorcore;
#define KERNEL extern "C" __attribute__((global))
#define FUNCTION extern "C" __attribute__((device))

KERNEL void nothing() {}

'''
#: What kernels call besides.
_OTHERS = re.compile(r"llvm\.nvvm\.(read\.ptx|wgmma\.(fence|commit|wait))")


def add_selection(parser):
    """Options that choose calls."""
    parser.add_argument("--families", default=",".join(FAMILIES), metavar="NAME,...",
                        help=f"of these families only: {', '.join(FAMILIES)}")
    parser.add_argument("--one", action="store_true",
                        help="one call of each intrinsic and of each of its rules of legality, not one "
                             "with each choice of immediates")
    parser.add_argument("--target", metavar="sm_NN",
                        help="only functions that this target supports")
    parser.add_argument("--columns", metavar="N,...", help="wgmma of these N only")
    parser.add_argument("--types", metavar="D,A,B", help="wgmma of these types only")


def select(tables, options):
    """(family's module, call) of each call that the options leave."""
    columns = options.columns and {int(n) for n in options.columns.split(",")}
    types = options.types and tuple(options.types.split(","))
    target, seen = options.target and tables.target(options.target), set()
    for name in options.families.split(","):
        for call in FAMILIES[name].calls_of(tables):
            variant = call.variant
            is_other = name == "wgmma" and (columns and variant.shape[1] not in columns
                                            or types and variant.types[:3] != types)
            if (is_other or target and not call.is_legal(target, tables.newest_ptx)
                    or options.one and (call.callee, call.rule) in seen):
                continue
            seen.add((call.callee, call.rule))
            yield FAMILIES[name], call


def write_calls(chosen):
    """A module of kernels; `chosen` are pairs of a family's module and a call."""
    return _PRELUDE + "\n".join(family.write_call(call) for family, call in chosen)


def differences(ir, calls):
    """What is wrong with the declarations of clang's IR, and how many there are to be."""
    found = {name: types for name, types in declarations.declared(ir).items()
             if not _OTHERS.match(name)}
    expected = {c.callee: (c.variant.result, ", ".join(c.argument_types)) for c in calls}
    return declarations.differences(found, expected), len(expected)


def add_options(parser):
    add_selection(parser)
    parser.add_argument("--check-ir", metavar="FILE", type=Path)


def run(options):
    tables = model.load(options.build_dir)
    chosen = list(select(tables, options))
    if not options.check_ir:
        print(write_calls(chosen))
        return 0
    ir = options.check_ir.read_text(encoding="utf-8")
    wrong, count = differences(ir, [call for _, call in chosen])
    code = cli.report(wrong)
    print(f"{count} intrinsics, {len(wrong)} wrong")
    return code

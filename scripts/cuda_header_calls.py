# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CUDA C++ that calls the functions of the header, and a comparison of what clang makes of it with the
model: names and signatures of the intrinsics. Standard library only.
"""

import re

_PRELUDE = '''#include "nvptx_tensorcore.h"
using namespace nvptx_tensorcore;
#define KERNEL extern "C" __attribute__((global))
#define FUNCTION extern "C" __attribute__((device))

KERNEL void nothing() {}

'''
_STRUCT = re.compile(r'^(%(?:"[^"]*"|[\w.]+)) = type (\{.*\})', re.MULTILINE)
_DECLARATION = re.compile(r"^declare (?:dso_local )?(.*) @(llvm\.nvvm\.[\w.]+)\((.*)\)", re.MULTILINE)
_ATTRIBUTES = re.compile(r" *\b(?:noundef|zeroext|signext|nocapture|readonly|writeonly)\b ?")
#: What clang writes behind the last member of a struct, and the compiler takes away.
_PADDING = re.compile(r", \[\d+ x i8\] ?\}$")
#: What kernels call besides.
_OTHERS = re.compile(r"llvm\.nvvm\.(read\.ptx|wgmma\.(fence|commit|wait))")


def write_calls(chosen):
    """A module of kernels; `chosen` are pairs of a family's module and a call."""
    return _PRELUDE + "\n".join(family.write_call(call) for family, call in chosen)


def _declared(ir):
    """{name: (result, arguments)} of the intrinsics that the module declares."""
    structs = dict(_STRUCT.findall(ir))

    def plain(words):
        words = _ATTRIBUTES.sub("", words).strip()
        words = _PADDING.sub("}", structs.get(words, words))
        return re.sub(r"\{ ?(.*?) ?\}", r"{\1}", words)

    return {name: (plain(result), plain(arguments)) for result, name, arguments in _DECLARATION.findall(ir)
            if not _OTHERS.match(name)}


def _expected(call):
    """The same of a call of the model."""
    kinds = call.argument_types
    if call.space:
        kinds = ["ptr addrspace(3)", *kinds]
    return call.callee, (call.variant.result, ", ".join(kinds))


def differences(ir, calls):
    """What is wrong with the declarations of clang's IR, and how many there are to be."""
    declared, expected = _declared(ir), dict(map(_expected, calls))
    wrong = [f"{name}: the header has {declared.get(name)}, the model {expected.get(name)}"
             for name in sorted(declared.keys() | expected.keys()) if declared.get(name) != expected.get(name)]
    return wrong, len(expected)


def report(ir, calls):
    wrong, count = differences(ir, calls)
    print("\n".join([*wrong, f"{count} intrinsics, {len(wrong)} wrong"]))
    return 1 if wrong else 0

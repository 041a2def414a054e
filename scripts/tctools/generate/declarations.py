# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What clang's IR declares of intrinsics, compared with what the model says. For tests of headers."""

import re

_STRUCT = re.compile(r'^(%(?:"[^"]*"|[\w.]+)) = type (\{.*\})', re.MULTILINE)
_DECLARATION = re.compile(r"^declare (?:dso_local )?(.*) @(llvm\.nvvm\.[\w.]+)\((.*)\)",
                          re.MULTILINE)
_ATTRIBUTES = re.compile(
    r" *\b(?:noundef|zeroext|signext|immarg|nocapture|readonly|writeonly|(?:captures|range)"
    r"\([^)]*\))(?: |(?=,|$))")
#: What clang writes after the last member of a struct, and the compiler removes.
_PADDING = re.compile(r", \[\d+ x i8\] ?\}$")


def declared(ir):
    """{name: (result, arguments)} of the intrinsics that a module declares."""
    structs = dict(_STRUCT.findall(ir))

    def plain(words):
        words = _ATTRIBUTES.sub("", words).strip()
        words = _PADDING.sub("}", structs.get(words, words))
        return re.sub(r"\{ ?(.*?) ?\}", r"{\1}", words)

    return {name: (plain(result), plain(arguments))
            for result, name, arguments in _DECLARATION.findall(ir)}


def differences(found, expected):
    """Sentences on those that are not what is expected."""
    return [f"{name}: the header has {found.get(name)}, the model {expected.get(name)}"
            for name in sorted(found.keys() | expected.keys())
            if found.get(name) != expected.get(name)]

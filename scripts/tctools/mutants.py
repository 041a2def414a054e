# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels with one synchronisation wrong: PTX in which one instruction is missing or weaker, one
count or phase is another one, or one field of a descriptor is.

Reads PTX as a compiler prints it: each instruction begins a line. Knows what a mutation is; running
mutants is the sweep's (sweeps/mutants.py).
"""

import re
from dataclasses import dataclass

_STATEMENT = re.compile(r"^[ \t]*(?P<guard>@!?%\w+\s+)?(?P<mnemonic>[a-z][\w.:]*)"
                        r"(?:\s+(?P<operands>[^;]*?))?\s*;", re.MULTILINE)
#: Instructions that order something. Those of the second list have a result that others read.
_ORDERING = ("bar.sync", "bar.warp.sync", "barrier.sync", "barrier.cta.sync", "barrier.cluster.",
             "fence.", "membar.", "wgmma.fence", "wgmma.commit_group", "wgmma.wait_group",
             "cp.async.commit_group", "cp.async.wait_group", "cp.async.wait_all",
             "cp.async.bulk.commit_group", "cp.async.bulk.wait_group", "cp.async.mbarrier.arrive",
             "mbarrier.init", "mbarrier.arrive", "mbarrier.expect_tx", "tcgen05.commit",
             "tcgen05.wait", "tcgen05.fence", "tcgen05.alloc", "tcgen05.dealloc",
             "tcgen05.relinquish_alloc_permit", "griddepcontrol.wait")
_WAITS = ("mbarrier.try_wait", "mbarrier.test_wait")
_GROUP_WAITS = ("wgmma.wait_group", "cp.async.wait_group", "cp.async.bulk.wait_group")

#: Fields of descriptors: (name, a bit of it).
_MATRIX_DESCRIPTOR = (("start address", 1), ("leading byte offset", 16), ("stride byte offset", 32),
                      ("base offset", 49), ("swizzle", 62), ("swizzle", 63))
_INSTRUCTION_DESCRIPTOR = tuple((f"bit {bit}", bit) for bit in range(32))


@dataclass(frozen=True)
class Mutant:
    """One change of a module."""
    begin: int         # of the statement in the module's text
    end: int
    what: str          # "without", "weaker", "count", "phase", "field"
    instruction: str   # the mnemonic that was changed
    detail: str        # for a person
    text: str          # what stands in its place


def _without(match):
    """What remains of a statement that is removed."""
    mnemonic, operands = match["mnemonic"], match["operands"] or ""
    result = operands.split(",")[0].strip()
    guard = match["guard"] or ""
    if mnemonic.startswith("mbarrier.arrive") and result.startswith("%"):
        return f"{guard}mov.b64 {result}, 0;"
    return ""


def _removals(match):
    mnemonic = match["mnemonic"]
    if mnemonic.startswith(_ORDERING):
        yield Mutant(*match.span(), "without", mnemonic, "", _without(match))
    if mnemonic.startswith(_WAITS):
        predicate = match["operands"].split(",")[0].strip()
        yield Mutant(*match.span(), "without", mnemonic, "it always succeeds",
                     f"{match['guard'] or ''}setp.eq.u32 {predicate}, 0, 0;")


def _replaced(match, mnemonic=None, operands=None):
    operands = match["operands"] if operands is None else operands
    return f"{match['guard'] or ''}{mnemonic or match['mnemonic']} {operands or ''};"


def _weaker(match):
    mnemonic, operands = match["mnemonic"], match["operands"] or ""
    if mnemonic.startswith(_GROUP_WAITS) and operands.strip().isdigit():
        more = str(int(operands) + 1)
        yield Mutant(*match.span(), "weaker", mnemonic, f"{operands} to {more}",
                     _replaced(match, operands=more))
    if mnemonic == "cp.async.bulk.wait_group":
        yield Mutant(*match.span(), "weaker", mnemonic, ".read",
                     _replaced(match, mnemonic + ".read"))
    for strong, weak in ((".acquire", ".relaxed"), (".release", ".relaxed")):
        if mnemonic.startswith("barrier.cluster.arrive") and strong in mnemonic:
            yield Mutant(*match.span(), "weaker", mnemonic, weak,
                         _replaced(match, mnemonic.replace(strong, weak)))


def _with_changed(match, operand, operation, bits):
    """The statement with another value of one operand."""
    before, after = match["operands"][:operand.start()], match["operands"][operand.end():]
    return (f"{{ .reg .b{bits} %mutant; {operation.format(operand[0])} "
            f"{_replaced(match, operands=before + '%mutant' + after)} }}")


_LAST_VALUE = re.compile(r"(?:%\w+|-?\b\d+)\s*$")
_AFTER_ADDRESS = re.compile(r"(?<=\],)\s*(?:%\w+|-?\d+)")


def _counts(match):
    mnemonic, operands = match["mnemonic"], match["operands"] or ""
    if mnemonic.startswith("mbarrier.init"):
        changes, where = (1, -1), _LAST_VALUE
    elif mnemonic.startswith("mbarrier.") and "expect_tx" in mnemonic:
        changes, where = (16, -16), _LAST_VALUE
    elif mnemonic.startswith("bar.sync") and "," in operands:
        changes, where = (32, -32), _LAST_VALUE
    else:
        return
    value = where.search(operands)
    for change in changes if value else ():
        yield Mutant(*match.span(), "count", mnemonic, f"{change:+}",
                     _with_changed(match, value, f"add.s32 %mutant, {{}}, {change};", 32))


def _phases(match):
    if not match["mnemonic"].startswith(_WAITS) or ".parity" not in match["mnemonic"]:
        return
    value = _AFTER_ADDRESS.search(match["operands"])
    if value:
        yield Mutant(*match.span(), "phase", match["mnemonic"], "the other parity",
                     _with_changed(match, value, "xor.b32 %mutant, {}, 1;", 32))


def _outside_braces(pattern, text):
    """Matches that are in no braces or brackets."""
    for found in re.finditer(pattern, text):
        before = text[:found.start()]
        if before.count("{") == before.count("}") and before.count("[") == before.count("]"):
            yield found


def _fields(match):
    mnemonic, operands = match["mnemonic"], match["operands"] or ""
    is_wgmma, is_tcgen05 = mnemonic.startswith("wgmma.mma"), mnemonic.startswith("tcgen05.mma")
    if not is_wgmma and not is_tcgen05:
        return
    for index, found in enumerate(_outside_braces(r"%rd\d+", operands)):
        for name, bit in _MATRIX_DESCRIPTOR:
            operation = f"xor.b64 %mutant, {{}}, {1 << bit if bit < 63 else -(1 << 63)};"
            yield Mutant(*match.span(), "field", mnemonic, f"{name} of matrix descriptor {index}",
                         _with_changed(match, found, operation, 64))
    words = [found for found in _outside_braces(r"%r\d+", operands)] if is_tcgen05 else []
    for found in words[-1:] if ".ws" in mnemonic else words[:1]:
        for name, bit in _INSTRUCTION_DESCRIPTOR:
            operation = f"xor.b32 %mutant, {{}}, {1 << bit};"
            yield Mutant(*match.span(), "field", mnemonic, f"{name} of the instruction descriptor",
                         _with_changed(match, found, operation, 32))


def mutants(text):
    """All mutants of a module, in their order in the text."""
    for match in _STATEMENT.finditer(text):
        for kind in (_removals, _weaker, _counts, _phases, _fields):
            yield from kind(match)


def apply(text, mutant):
    """The module with one change."""
    return text[:mutant.begin] + mutant.text + text[mutant.end:]

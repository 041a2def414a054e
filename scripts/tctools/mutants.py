# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels with one synchronisation wrong: PTX in which one instruction is missing or weaker, one
count or phase is another one, or one field of a descriptor is.

Reads PTX as a compiler prints it, and inline assembly in it. Knows what a mutation is, and by which
words a report names what is missing; running mutants is the sweep's (sweeps/mutants.py).
"""

import collections
import re
from dataclasses import dataclass

_STATEMENT = re.compile(r"(?:^|(?<=[;{}:]))[ \t]*(?P<guard>@!?%?\w+\s+)?"
                        r"(?P<mnemonic>[a-z][\w.]*(?:::[\w.]+)*)(?:\s+(?P<operands>[^;]*?))?\s*;",
                        re.MULTILINE)
_ENTRY = re.compile(r"\.entry\s+([\w$]+)")
_BARRIERS = ("bar.sync", "bar.arrive", "barrier.sync", "barrier.arrive", "barrier.cta.sync",
             "barrier.cta.arrive")
_GROUP_WAITS = ("wgmma.wait_group", "cp.async.wait_group", "cp.async.bulk.wait_group")
#: Instructions that order something.
_ORDERING = (*_BARRIERS, *_GROUP_WAITS, "bar.warp.sync", "barrier.cluster.arrive",
             "barrier.cluster.wait", "fence.", "membar.", "wgmma.fence", "wgmma.commit_group",
             "cp.async.commit_group", "cp.async.wait_all", "cp.async.bulk.commit_group",
             "cp.async.mbarrier.arrive", "mbarrier.init", "mbarrier.arrive", "mbarrier.expect_tx",
             "mbarrier.complete_tx", "tcgen05.commit", "tcgen05.wait", "tcgen05.fence",
             "tcgen05.alloc", "tcgen05.dealloc", "tcgen05.relinquish_alloc_permit",
             "griddepcontrol.wait")
#: Those with a result that says whether they have waited.
_WAITS = ("mbarrier.try_wait", "mbarrier.test_wait")
#: What a report may say in place of an instruction.
_OTHER_NAMES = {"mbarrier.arrive": ("mbarrier.expect_tx",), "mbarrier.test_wait": ("try_wait",),
                "mbarrier.try_wait": ("an mbarrier",), "cp.async.wait_all": ("wait_group",),
                "barrier.sync": ("bar.sync",), "barrier.cta.sync": ("bar.sync",),
                "barrier.cluster.arrive": ("barrier.cluster",),
                "barrier.cluster.wait": ("barrier.cluster",),
                "cp.async.commit_group": ("cp.async.wait_group",),
                "cp.async.bulk.commit_group": ("cp.async.bulk.wait_group",)}

#: Fields of descriptors: (name, a bit of it).
_MATRIX_DESCRIPTOR = (("start address", 1), ("leading byte offset", 16), ("stride byte offset", 32),
                      ("constant", 46), ("base offset", 49), ("mode of the leading offset", 52),
                      ("swizzle", 61), ("swizzle", 62), ("swizzle", 63))
_INSTRUCTION_DESCRIPTOR = tuple((f"bit {bit}", bit) for bit in range(32))


@dataclass(frozen=True)
class Mutant:
    """One change of a module."""
    kernel: str
    begin: int         # of the statement in the module's text
    end: int
    what: str          # "without", "weaker", "count", "phase", "field"
    instruction: str   # the mnemonic that was changed
    number: int        # of the instruction, among those of the kernel with this mnemonic
    detail: str        # for a person
    text: str          # what stands in its place

    def to_text(self):
        """Words that stay the same when other parts of the kernel change."""
        return " ".join([self.what, self.instruction, str(self.number), *self.detail.split()])


def _replaced(match, mnemonic=None, operands=None):
    operands = match["operands"] if operands is None else operands
    return f"{match['guard'] or ''}{mnemonic or match['mnemonic']} {operands or ''};"


def _with_changed(match, operand, operation, register="b32"):
    """The statement with another value of one operand."""
    before, after = match["operands"][:operand.start()], match["operands"][operand.end():]
    return (f"{{ .reg .{register} %mutant; {operation.format(operand[0].strip())} "
            f"{_replaced(match, operands=before + '%mutant' + after)} }}")


# What is missing.

def _removals(match):
    mnemonic, guard = match["mnemonic"], match["guard"] or ""
    result = (match["operands"] or "").split(",")[0].strip()
    if mnemonic.startswith(_WAITS):
        yield "without", "it always succeeds", f"{guard}setp.eq.u32 {result}, 0, 0;"
    elif mnemonic.startswith(_ORDERING):
        has_result = mnemonic.startswith("mbarrier.arrive") and not result.startswith(("[", "_"))
        yield "without", "", f"{guard}mov.b64 {result}, 0;" if has_result else ""


def is_named(mutant, said):
    """Whether a report names what was removed."""
    name = max((name for name in (*_WAITS, *_ORDERING) if mutant.instruction.startswith(name)),
               key=len)
    if name.endswith("."):  # a fence: with its kind
        name = re.match(r"fence\.proxy\.\w+|\w+\.\w+", mutant.instruction)[0]
    return any(word in said for word in (name, *_OTHER_NAMES.get(name, ())))


# What is weaker.

#: (instructions, what stands in them, what does in the weaker one: as of re.sub)
_WEAKER = (
    (r"barrier\.cluster\.arrive", r"arrive(\.release)?", "arrive.relaxed"),
    (r"mbarrier\.(arrive|try_wait|test_wait)",
     r"(?:\.acquire|\.release)?(\.cluster|\.cta)?(\.shared[\w:]*)?\.b64$",
     lambda parts: f".relaxed{parts[1] or '.cta'}{parts[2] or ''}.b64"),
    (r"cp\.async\.bulk\.wait_group$", "wait_group", "wait_group.read"),
    (r"fence\.proxy\.async", r"\.shared::\w+", ".global"),
    (r"(fence\.(acq_rel|sc|proxy)|mbarrier|atom|red|ld|st)\.", r"\.(cluster|gpu)\b", ".cta"),
    (r"membar\.", r"\.gl\b", ".cta"),
    (r"fence\.(acq_rel|sc)\.", r"\.(acq_rel|sc)", ".acquire"),
    (r"ld\.", r"\.acquire", ".relaxed"),
    (r"(st|red)\.", r"\.release", ".relaxed"),
    (r"(atom|red)\.", r"\.acq_rel", ".relaxed"),
    (r"tcgen05\.wait::ld", "::ld", "::st"),
    (r"tcgen05\.wait::st", "::st", "::ld"),
)


def _weaker(match):
    mnemonic, operands = match["mnemonic"], match["operands"] or ""
    if mnemonic.startswith(_GROUP_WAITS) and operands.strip().isdigit():
        more = str(int(operands) + 1)
        yield "weaker", f"{operands} to {more}", _replaced(match, operands=more)
    for instructions, strong, weak in _WEAKER:
        changed = re.match(instructions, mnemonic) and re.sub(strong, weak, mnemonic, count=1)
        if changed and changed != mnemonic:
            yield "weaker", changed, _replaced(match, changed)


# Other counts, phases and descriptors.

_LAST_VALUE = re.compile(r"(?:%\w+|-?\b(?:0x[\da-f]+|\d+))\s*$")
_AFTER_ADDRESS = re.compile(r"(?<=\],)\s*(?:%\w+|-?\d+)")
#: (instructions, what changes the last operand: an operation and its operand)
_COUNTS = (
    (r"mbarrier\.init", ("add.s32", 1), ("add.s32", -1)),
    (r"mbarrier\..*(expect|complete)_tx", ("add.s32", 16), ("add.s32", -16)),
    (r"mbarrier\.arrive(?!.*expect_tx).* .*\],", ("add.s32", 1), ("add.s32", -1)),
    (r"(bar|barrier|barrier\.cta)\.(sync|arrive)\S* \S+,", ("add.s32", 32), ("add.s32", -32)),
    (r"(cp|tcgen05\.commit)(?!\S*cache_hint)\S*multicast", ("xor.b16", 1), ("xor.b16", 2)),
    (r"tcgen05\.alloc", ("shr.u32", 1), ("shl.b32", 1)),
    (r"tcgen05\.dealloc", ("shr.u32", 1)),
)


def _counts(match):
    operands = match["operands"] or ""
    text, value = f"{match['mnemonic']} {operands.strip()}", _LAST_VALUE.search(operands)
    for instructions, *changes in _COUNTS if value else ():
        for operation, by in changes if re.match(instructions, text) else ():
            register = "b16" if operation.endswith("16") else "b32"
            yield "count", f"{operation} {by}", _with_changed(
                match, value, f"{operation} %mutant, {{}}, {by};", register)


def _phases(match):
    value = _AFTER_ADDRESS.search(match["operands"] or "")
    if match["mnemonic"].startswith(_WAITS) and ".parity" in match["mnemonic"] and value:
        yield "phase", "the other parity", _with_changed(match, value, "xor.b32 %mutant, {}, 1;")


def _outside_braces(pattern, text):
    """Matches that are in no braces or brackets."""
    for found in re.finditer(pattern, text):
        before = text[:found.start()]
        if before.count("{") == before.count("}") and before.count("[") == before.count("]"):
            yield found


#: Of wgmma, after the matrix descriptors.
_IMMEDIATES = (("scale-d", {"1": "0", "0": "1"}), ("scale-a", {"1": "-1", "-1": "1"}),
               ("scale-b", {"1": "-1", "-1": "1"}), ("trans-a", {"1": "0", "0": "1"}),
               ("trans-b", {"1": "0", "0": "1"}))


def _immediates(match):
    operands = match["operands"] or ""
    found = list(_outside_braces(r"(?<=[\s,])-?\d+(?=\s*(?:,|$))", operands))
    has_predicate = any(_outside_braces(r"%p\d+", operands))
    for immediate, (name, changes) in zip(found, _IMMEDIATES[has_predicate:]):
        changed = operands[:immediate.start()] + changes[immediate[0]] + operands[immediate.end():]
        yield "field", name, _replaced(match, operands=changed)


def _fields(match):
    mnemonic, operands = match["mnemonic"], match["operands"] or ""
    if not mnemonic.startswith(("wgmma.mma", "tcgen05.mma", "tcgen05.cp")):
        return
    for index, found in enumerate(_outside_braces(r"%rd\d+", operands)):
        for name, bit in _MATRIX_DESCRIPTOR:
            mask = 1 << bit if bit < 63 else -(1 << 63)
            yield "field", f"{name} {bit} of matrix descriptor {index}", _with_changed(
                match, found, f"xor.b64 %mutant, {{}}, {mask};", "b64")
    if mnemonic.startswith("wgmma"):
        yield from _immediates(match)
    words = list(_outside_braces(r"%r\d+", operands)) if mnemonic.startswith("tcgen05.mma") else []
    for found in words[-1:] if ".ws" in mnemonic else words[:1]:
        for name, bit in _INSTRUCTION_DESCRIPTOR:
            yield "field", f"{name} of the instruction descriptor", _with_changed(
                match, found, f"xor.b32 %mutant, {{}}, {1 << bit};")


def kernels(text):
    return _ENTRY.findall(text)


def mutants(text):
    """All mutants of a module, in their order in the text."""
    entries = list(_ENTRY.finditer(text)) + [None]
    for entry, after in zip(entries, entries[1:]):
        counts = collections.Counter()
        end = after.start() if after else len(text)
        for match in _STATEMENT.finditer(text, entry.end(), end):
            mnemonic = match["mnemonic"]
            for kind in (_removals, _weaker, _counts, _phases, _fields):
                for what, detail, changed in kind(match):
                    yield Mutant(entry[1], *match.span(), what, mnemonic, counts[mnemonic], detail,
                                 changed)
            counts[mnemonic] += 1


def apply(text, mutant):
    """The module with one change."""
    return text[:mutant.begin] + mutant.text + text[mutant.end:]

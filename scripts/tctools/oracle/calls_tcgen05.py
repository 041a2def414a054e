# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a PTX form of tcgen05 to the call of the intrinsic that stands for it.

Knows the grammar of LLVM 22's names and of ours (`ld.red`, `scale_vec`), the order of arguments,
and how the flags at the end are numbered; an illegal flag is a number like a legal one. Does not
know which intrinsics there are, nor which are legal. An operand that IR cannot say so has no call:
a number where the PTX ISA has a register, an address in tensor memory that has not 32 bits.

"""

import re

from tctools.oracle import notation
from tctools.oracle.operands import call_to, predicate_of, values_of, vector_of

_KINDS = {"f16": 0, "tf32": 1, "f8f6f4": 2, "i8": 3}
_USAGES = {"discard": 0, "lastuse": 1, "fill": 2, "use": 3}

_GROUP = r"\.cta_group::(?P<group>\d+)"
_SYNC = r"\.sync\.aligned"
_ALLOC = re.compile(rf"tcgen05\.alloc{_GROUP}{_SYNC}(?P<space>\.shared::cta)?\.b32")
_DEALLOC = re.compile(rf"tcgen05\.dealloc{_GROUP}{_SYNC}\.b32")
_RELINQUISH = re.compile(rf"tcgen05\.relinquish_alloc_permit{_GROUP}{_SYNC}")
_COMMIT = re.compile(rf"tcgen05\.commit{_GROUP}\.mbarrier::arrive::one(?P<space>\.shared::cluster)?"
                     r"(?P<multicast>\.multicast::cluster)?\.b64")
_SHIFT = re.compile(rf"tcgen05\.shift{_GROUP}\.(?P<direction>\w+)")
_WAIT = re.compile(rf"tcgen05\.wait::(?P<what>\w+){_SYNC}")
_FENCE = re.compile(r"tcgen05\.fence::(?P<what>\w+)")
_COPY = re.compile(rf"tcgen05\.cp{_GROUP}\.(?P<shape>\w+)(?P<multicast>\.warpx\d(?:::\w+)?)?"
                   r"(?:\.b8x16\.(?P<format>\w+))?")
_MOVE = re.compile(rf"tcgen05\.(?P<action>ld|st){_SYNC}\.(?P<shape>\w+)\.(?P<count>x\d+)"
                   r"(?P<pack>\.(?:un)?pack::16b)?\.b32")
_REDUCE = re.compile(rf"tcgen05\.ld\.red{_SYNC}\.(?P<shape>\w+)\.(?P<count>x\d+)"
                     r"\.(?P<operation>min|max)(?P<flags>(?:\.abs)?(?:\.NaN)?)\.(?P<type>\w+)")
_MMA = re.compile(rf"tcgen05\.mma(?P<sparse>\.sp)?{_GROUP}\.kind::(?P<kind>\w+)"
                  r"(?P<block>\.block_scale)?(?:\.(?P<vector>block\d+|scale_vec::\w+))?"
                  r"(?P<ashift>\.ashift)?(?:\.collector::a::(?P<usage>\w+))?(?P<behind>\.ashift)?")
_WEIGHT_STATIONARY = re.compile(rf"tcgen05\.mma\.ws(?P<sparse>\.sp)?{_GROUP}\.kind::(?P<kind>\w+)"
                                r"(?:\.collector::b(?P<buffer>\d+)::(?P<usage>\w+))?")


def _call(name, *parts, result=()):
    return call_to(f"tcgen05.{name}", list(result), *parts)


def _immediate(number, kind="i32"):
    return [(kind, number)]


def _tensor(operand):
    """An address in tensor memory."""
    return [("ptr addrspace(6)", None)] if operand == "[r]" else None


def _register(letter, operand):
    """An operand that is a register and nothing else."""
    return values_of(operand) if operand == letter else None


def _pointer(operand, number):
    if operand not in ("[r]", "[q]"):
        return None
    return [(f"ptr addrspace({number})" if number else "ptr", None)]


# What is not a multiplication.

def _allocate(match, operands):
    if len(operands) != 2:
        return None
    name = f"alloc{'.shared' if match['space'] else ''}.cg{match['group']}"
    return _call(name, _pointer(operands[0], 3 if match["space"] else 0), values_of(operands[1]))


def _deallocate(match, operands):
    if len(operands) != 2 or operands[0] != "r":
        return None
    return _call(f"dealloc.cg{match['group']}", _tensor("[r]"), values_of(operands[1]))


def _relinquish(match, operands):
    return _call(f"relinq.alloc.permit.cg{match['group']}", *map(values_of, operands))


def _commit(match, operands):
    if len(operands) != (2 if match["multicast"] else 1):
        return None
    name = (f"commit{'.mc' if match['multicast'] else ''}{'.shared' if match['space'] else ''}"
            f".cg{match['group']}")
    return _call(name, _pointer(operands[0], 3 if match["space"] else 0),
                 *(_register("h", mask) for mask in operands[1:]))


def _shift(match, operands):
    return _call(f"shift.{match['direction']}.cg{match['group']}", *map(_tensor, operands))


def _wait(match, operands):
    return _call(f"wait.{match['what']}", *map(values_of, operands))


def _fence(match, operands):
    return _call(f"fence.{match['what'].replace('_', '.')}", *map(values_of, operands))


def _copy(match, operands):
    if len(operands) != 2:
        return None
    place = match["shape"] + (match["multicast"] or "").replace(".", "_").replace("::", "_")
    name = ".".join(filter(None, ["cp", place, match["format"], f"cg{match['group']}"]))
    return _call(name, _tensor(operands[0]), _register("q", operands[1]))


def _fragment(operand):
    """The registers in braces: one value, or a vector."""
    if not operand.startswith("{"):
        return None
    return (values_of(operand) if notation.vector_of(operand)
            and notation.vector_of(operand)[1] == 1 else vector_of(operand, ""))


def _offset(operand):
    return _immediate(int(operand), "i64") if notation.immediates_of(operand) else None


def _move(match, operands):
    loads = match["action"] == "ld"
    if len(operands) < 2 or match["pack"] == (".unpack::16b" if loads else ".pack::16b"):
        return None
    fragment, address = operands[0 if loads else -1], operands[1 if loads else 0]
    offsets = map(_offset, operands[2:] if loads else operands[1:-1])
    registers, pack = _fragment(fragment), _immediate(int(bool(match["pack"])), "i1")
    if not registers:
        return None
    return _call(f"{match['action']}.{match['shape']}.{match['count']}", _tensor(address), *offsets,
                 [] if loads else registers, pack,
                 result=registers if loads else [])


def _reduce(match, operands):
    if len(operands) < 3 or operands[1] not in ("r", "f"):
        return None
    registers = _fragment(operands[0])
    if not registers:
        return None
    name = (f"ld.red.{match['shape']}.{match['count']}.{match['operation']}{match['flags']}"
            f".{match['type']}")
    return _call(name, _tensor(operands[2]), *map(_offset, operands[3:]), result=registers
                 + values_of(operands[1]))


# Multiplications.

def _matrices(match, operands):
    """(what D, A, B, the instruction descriptor and the metadata add, the operands behind them),
    or None. The metadata is behind the predicate in a call, and before that descriptor in PTX."""
    sparse = bool(match["sparse"])
    if len(operands) < (6 if sparse else 5):
        return None
    d, a, b, *rest = operands
    metadata = _tensor(rest.pop(0)) if sparse else []
    return (_tensor(d), _tensor(a) or _register("q", a), _register("q", b),
            _register("r", rest[0])), metadata, rest[1:]


def _space(operands):
    return "tensor" if operands[1] == "[r]" else "shared"


def _scaled(match, operands):
    """With scales of blocks, the kind is in the name."""
    matrices, metadata, rest = _matrices(match, operands)
    if len(rest) != 3 or match["ashift"] or match["behind"]:
        return None
    vector = f".{match['vector'].replace('::', '.')}" if match["vector"] else ""
    name = f"mma{match['sparse'] or ''}.{_space(operands)}.{match['kind']}.block_scale{vector}"
    return _call(name, *matrices, predicate_of(rest[2]), metadata, *map(_tensor, rest[:2]),
                 _immediate(int(match["group"])),
                 _immediate(_USAGES[match["usage"] or "discard"]))


def _unscaled(match, operands):
    """The kind is a flag; so is the CTA group, but in the name with a vector of lanes."""
    matrices, metadata, rest = _matrices(match, operands)
    lanes = vector_of(rest.pop(0), "") if rest[0].startswith("{") else []
    is_shifted_twice = match["ashift"] and match["behind"]
    if match["vector"] or match["kind"] not in _KINDS or len(rest) not in (1, 2) or is_shifted_twice:
        return None
    scale = [_offset(rest[1])] if rest[1:] else []
    name = (f"mma{match['sparse'] or ''}.{_space(operands)}{'.scale_d' if scale else ''}"
            f"{'.disable_output_lane.cg' + match['group'] if lanes else ''}"
            f"{match['ashift'] or match['behind'] or ''}")
    return _call(name, *matrices, predicate_of(rest[0]), metadata, *scale, lanes,
                 _immediate(_KINDS[match["kind"]]),
                 [] if lanes else _immediate(int(match["group"])),
                 _immediate(_USAGES[match["usage"] or "discard"]))


def _multiply(match, operands):
    if not _matrices(match, operands) or (match["usage"] or "discard") not in _USAGES:
        return None
    return (_scaled if match["block"] else _unscaled)(match, operands)


def _multiply_weight_stationary(match, operands):
    if not _matrices(match, operands) or (match["usage"] or "discard") not in _USAGES:
        return None
    matrices, metadata, rest = _matrices(match, operands)
    if match["group"] != "1" or match["kind"] not in _KINDS or len(rest) not in (1, 2):
        return None
    masks = [_register("q", mask) for mask in rest[1:]]
    name = f"mma.ws{match['sparse'] or ''}.{_space(operands)}{'.zero_col_mask' if masks else ''}"
    return _call(name, *matrices, predicate_of(rest[0]), metadata, *masks,
                 _immediate(_KINDS[match["kind"]]),
                 _immediate(int(match["buffer"] or 0)),
                 _immediate(_USAGES[match["usage"] or "discard"]))


#: (mnemonics, how their forms become calls)
GRAMMARS = ((_ALLOC, _allocate), (_DEALLOC, _deallocate), (_RELINQUISH, _relinquish),
            (_COMMIT, _commit), (_SHIFT, _shift),
             (_WAIT, _wait), (_FENCE, _fence), (_COPY, _copy), (_MOVE, _move), (_REDUCE, _reduce),
             (_MMA, _multiply),
             (_WEIGHT_STATIONARY, _multiply_weight_stationary))

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a PTX form to the call of the intrinsic that stands for it.

Knows LLVM's grammar of intrinsic names, and that a call's types follow from the form's operands.
Does not know which intrinsics there are, nor which are legal: it names what a form would be
called, and llc says the rest. calls_tcgen05.py does the same for tcgen05. A form for which there
can be no name (its types are not those that the name implies, its modifiers stand in another order
than the PTX ISA's) has no call.
"""

import dataclasses
import re

from tctools.oracle import calls_tcgen05, notation
from tctools.oracle.operands import call_to, predicate_of, values_of, vector_of

_SPACES = {"": 0, "global": 1, "shared": 3, "shared::cta": 3, "const": 4, "local": 5,
           "shared::cluster": 7, "param": 101}
_NARROW = ("e4m3", "e5m2", "e3m2", "e2m3", "e2m1")
#: The accumulators that a name leaves unsaid, by the multiplicands' type.
_ACCUMULATORS = {"bf16": "f32", "tf32": "f32", "f64": "f64", "b1": "s32",
                 "s8": "s32", "u8": "s32", "s4": "s32", "u4": "s32"}

_SPACE = r"(?:\.(?P<space>global|shared(?:::\w+)?|const|local|param))?"
_SHAPE = r"\.(?P<shape>m\d+n\d+(?:k\d+)?)"
_LAYOUTS = r"\.(?P<layouts>(?:row|col)\.(?:row|col))"
_OPERATION = r"(?P<operation>(?:\.(?:and|or|xor|popc))*)"
# Before PTX ISA 6.3, wmma is written without `.aligned`.
_WMMA_MOVE = re.compile(r"wmma\.(?P<action>load|store)\.(?P<matrix>\w)\.sync(?:\.aligned)?"
                        r"\.(?P<layout>row|col)"
                        + _SHAPE + _SPACE + r"\.(?P<type>\w+)")
_WMMA = re.compile(r"wmma\.mma" + _OPERATION + r"\.sync(?:\.aligned)?" + _LAYOUTS + _SHAPE
                   + r"(?P<rounding>\.r[nzmp])?\.(?P<types>\w+\.\w+(?:\.\w+\.\w+)?)"
                   + r"(?P<satfinite>\.satfinite)?")
_MMA = re.compile(r"mma(?P<sparsity>\.sp(?:::\w+)?)?\.sync\.aligned" + _SHAPE + _LAYOUTS
                  + r"(?:\.kind::(?P<kind>\w+))?"
                  + r"(?:\.(?P<block>block_scale)(?:\.scale_vec::(?P<scales>\dX))?)?"
                  + r"(?P<modifier>\.(?:satfinite|r[nzmp]))?"
                  + r"\.(?P<types>\w+\.\w+\.\w+\.\w+)(?P<scale_type>\.ue\w+)?"
                  + _OPERATION)
_MATRIX = re.compile(r"(?P<action>ldmatrix|stmatrix)\.sync\.aligned" + _SHAPE
                     + r"\.(?P<count>x\d+)(?P<transpose>\.trans)?" + _SPACE
                     + r"\.(?P<type>b\w+(?:\.b\w+)?)")
_MOVMATRIX = re.compile(r"movmatrix\.sync\.aligned" + _SHAPE
                        + r"(?P<transpose>\.trans)?\.(?P<type>\w+)")
_WGMMA = re.compile(r"wgmma\.mma_async(?P<sparsity>\.sp(?:::\w+)?)?\.sync\.aligned" + _SHAPE
                    + r"\.(?P<d>\w+)\.(?P<a>\w+)\.(?P<b>\w+)(?P<modifier>\.satfinite|" + _OPERATION
                    + ")")
_WGMMA_SYNC = re.compile(r"wgmma\.(?:fence|commit_group|wait_group)\.sync\.aligned")


def _signature(d, a, b, c):
    """How a name says the types, or None if it cannot."""
    if a == b == "f16":
        return f".{d}.{c}"
    if a in _NARROW or b in _NARROW:
        return f".{d}.{a}.{b}.{c}"
    if d != c or d != _ACCUMULATORS.get(a) or d != _ACCUMULATORS.get(b):
        return None
    return f".{a}" if a == b else f".{a}.{b}"


def _moved(name, action, space, type_, operands):
    """A load into, or a store from, registers of some type, maybe with a stride."""
    if len(operands) < 2 or space not in _SPACES:
        return None
    fragment, address = operands[:2] if action.startswith("l") else operands[1::-1]
    if not re.fullmatch(r"\[\w\]", address):
        return None
    number = _SPACES[space]
    pointer = [(f"ptr addrspace({number})" if number else "ptr", None)]
    rest = [value for operand in operands[2:] for value in values_of(operand) or [None]]
    if None in rest:
        return None
    registers = values_of(fragment, type_)
    loads = action.startswith("l")
    return call_to(f"{name}.p{number}", registers if loads else [], pointer, [] if loads
                   else registers, rest)


def _multiplied(name, types, operands):
    """A D = A * B + C with whatever follows it."""
    if len(operands) < 4:
        return None
    d, *multiplicands = [values_of(operand, element) for operand, element in zip(operands, types)]
    return call_to(name, d, *multiplicands, *map(values_of, operands[4:]))


def _wmma_move(match, operands):
    stride = ".stride" if len(operands) > 2 else ""
    name = (f"wmma.{match['shape']}.{match['action']}.{match['matrix']}.{match['layout']}{stride}"
            f".{match['type']}")
    return _moved(name, match["action"], match["space"] or "", match["type"], operands)


def _wmma(match, operands):
    types = match["types"].split(".")
    types = [types[0], "f16", "f16", types[1]] if len(types) == 2 else types
    signature = _signature(*types)
    if not signature:
        return None
    name = (f"wmma.{match['shape']}.mma{match['operation']}.{match['layouts']}"
            f"{match['rounding'] or ''}"
            f"{signature}{match['satfinite'] or ''}")
    return _multiplied(name, types, operands)


def _mma(match, operands):
    types = match["types"].split(".")
    signature = _signature(*types)
    if not signature:
        return None
    sparsity = (match["sparsity"] or "").replace("::", ".").replace("_", ".")
    if match["block"]:
        kind = f".{match['kind']}" if match["kind"] else ""
        kind += f".scale.{match['scales'].lower()}" if match["scales"] else ""
    else:
        kind = f".kind.{match['kind']}" if match["kind"] else ""
    name = (f"mma{match['operation']}{sparsity}{'.block.scale' if match['block'] else ''}"
            f".{match['shape']}.{match['layouts']}{kind}{match['modifier'] or ''}{signature}"
            f"{match['scale_type'] or ''}")
    return _multiplied(name, types, operands)


def _matrix(match, operands):
    name = (f"{match['action']}.sync.aligned.{match['shape']}.{match['count']}"
            f"{match['transpose'] or ''}.{match['type']}")
    return _moved(name, match["action"], match["space"] or "", match["type"],
                  operands) if len(operands) == 2 else None


def _movmatrix(match, operands):
    values = [values_of(operand) for operand in operands]
    return call_to(match[0], *values) if len(values) == 2 else None


def _mangled(kind):
    """How LLVM writes a type in the name of an overloaded intrinsic."""
    vector = re.fullmatch(r"<(\d+) x (\w+)>", kind)
    if vector:
        return f"v{vector[1]}{_mangled(vector[2])}"
    return {"half": "f16", "float": "f32", "double": "f64"}.get(kind, kind)


def _wgmma(match, operands):
    sparse = bool(match["sparsity"])
    if len(operands) < (6 if sparse else 4):
        return None
    scale_d = 5 if sparse else 3
    d, a = vector_of(operands[0], match["d"]), vector_of(operands[1], "")
    if not d or not a or a[0][1] is not None:
        return None
    sparsity = (match["sparsity"] or "").replace("::", ".").replace("_", ".")
    name = (f"wgmma.mma_async{sparsity}.sync.aligned.{match['shape']}"
            f".{match['d']}.{match['a']}.{match['b']}"
            f"{match['modifier']}.{_mangled(a[0][0])}")
    return call_to(name, d, d, a, *map(values_of, operands[2:scale_d]),
                   predicate_of(operands[scale_d]),
                   *map(values_of, operands[scale_d + 1:]))


def _wgmma_sync(match, operands):
    """LLVM knows these, and a call is no valid IR where a count is not a constant."""
    counts = [notation.immediates_of(operand) for operand in operands]
    if None in counts:
        return None
    return call_to(match[0], [], [("i64", count) for numbers in counts for count in numbers])


_GRAMMARS = ((_WMMA_MOVE, _wmma_move), (_WMMA, _wmma), (_MMA, _mma), (_MATRIX, _matrix),
             (_MOVMATRIX, _movmatrix), (_WGMMA, _wgmma),
             (_WGMMA_SYNC, _wgmma_sync))


def options_of(call):
    """What llc has to be told so that it prints nothing but the instruction."""
    return ("-nvptx-wgmma-hazards=off",) if call.callee.startswith("llvm.nvvm.wgmma.") else ()


def call_of(form, function="call"):
    """The call that stands for a form, or None if no intrinsic name can say it."""
    mnemonic, operands = notation.split(form)
    mnemonic = notation.saturated_behind(mnemonic)
    matches = ((grammar.fullmatch(mnemonic), make)
               for grammar, make in (*_GRAMMARS, *calls_tcgen05.GRAMMARS))
    match, make = next(filter(lambda pair: pair[0], matches), (None, None))
    call = make(match, operands) if match else None
    return call and dataclasses.replace(call, function=function)

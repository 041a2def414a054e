# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a PTX form to the call of the intrinsic that stands for it.

Knows LLVM's grammar of intrinsic names, and that a call's types follow from the form's
operands. Does not know which intrinsics there are, nor which are legal: it names what a form
would be called, and llc says the rest. A form for which there can be no name (its types are
not those that the name implies, its modifiers stand in another order than the PTX ISA's) has no
call. The tables of the model are not read. Standard library only.
"""

import re
from dataclasses import dataclass

import ptx_forms

_SPACES = {"": 0, "global": 1, "shared": 3, "shared::cta": 3, "const": 4, "local": 5, "shared::cluster": 7, "param": 101}
_NARROW = ("e4m3", "e5m2", "e3m2", "e2m3", "e2m1")
#: The accumulators that a name leaves unsaid, by the multiplicands' type.
_ACCUMULATORS = {"bf16": "f32", "tf32": "f32", "f64": "f64", "b1": "s32",
                 "s8": "s32", "u8": "s32", "s4": "s32", "u4": "s32"}

_SPACE = r"(?:\.(?P<space>global|shared(?:::\w+)?|const|local|param))?"
_SHAPE = r"\.(?P<shape>m\d+n\d+(?:k\d+)?)"
_LAYOUTS = r"\.(?P<layouts>(?:row|col)\.(?:row|col))"
_OPERATION = r"(?P<operation>(?:\.(?:and|or|xor|popc))*)"
# Before PTX ISA 6.3, wmma is spelled without `.aligned`.
_WMMA_MOVE = re.compile(r"wmma\.(?P<action>load|store)\.(?P<matrix>\w)\.sync(?:\.aligned)?\.(?P<layout>row|col)"
                        + _SHAPE + _SPACE + r"\.(?P<type>\w+)")
_WMMA = re.compile(r"wmma\.mma" + _OPERATION + r"\.sync(?:\.aligned)?" + _LAYOUTS + _SHAPE
                   + r"(?P<rounding>\.r[nzmp])?\.(?P<types>\w+\.\w+(?:\.\w+\.\w+)?)(?P<satfinite>\.satfinite)?")
_MMA = re.compile(r"mma(?P<sparsity>\.sp(?:::\w+)?)?\.sync\.aligned" + _SHAPE + _LAYOUTS
                  + r"(?:\.kind::(?P<kind>\w+))?(?:\.(?P<block>block_scale)(?:\.scale_vec::(?P<scales>\dX))?)?"
                  + r"(?P<modifier>\.(?:satfinite|r[nzmp]))?\.(?P<types>\w+\.\w+\.\w+\.\w+)(?P<scale_type>\.ue\w+)?"
                  + _OPERATION)
_MATRIX = re.compile(r"(?P<action>ldmatrix|stmatrix)\.sync\.aligned" + _SHAPE
                     + r"\.(?P<count>x\d+)(?P<transpose>\.trans)?" + _SPACE + r"\.(?P<type>b\w+(?:\.b\w+)?)")
_MOVMATRIX = re.compile(r"movmatrix\.sync\.aligned" + _SHAPE + r"(?P<transpose>\.trans)?\.(?P<type>\w+)")
_WGMMA = re.compile(r"wgmma\.mma_async(?P<sparsity>\.sp(?:::\w+)?)?\.sync\.aligned" + _SHAPE
                    + r"\.(?P<d>\w+)\.(?P<a>\w+)\.(?P<b>\w+)(?P<modifier>\.satfinite|" + _OPERATION + ")")
_WGMMA_SYNC = re.compile(r"wgmma\.(?:fence|commit_group|wait_group)\.sync\.aligned")

#: What llc has to be told so that it prints nothing but the instruction, by the beginning of the family's name.
_OPTIONS = {"wgmma": ("-nvptx-wgmma-hazards=off",)}


def _is_long(kind):
    return kind.startswith("<") and kind != "<2 x half>"


@dataclass(frozen=True)
class FormCall:
    """A call: the callee, its result, and its operands, each a type and a constant or None."""
    callee: str
    result: str
    operands: tuple
    options: tuple = ()

    @property
    def signature(self):
        return f"{self.result} ({', '.join(kind for kind, _ in self.operands)})"

    def declaration(self):
        return f"declare {self.result} @{self.callee}({', '.join(kind for kind, _ in self.operands)})\n"

    def function(self, name):
        """A function that is the call and returns what it returns. Long vectors come from memory
        and go there: LLVM 19 aborts where `<12 x half>` is a parameter."""
        parameters, operands, lines = [], [], []
        for i, (kind, value) in enumerate(self.operands):
            operands.append(f"{kind} {f'%a{i}' if value is None else value}")
            if value is None and _is_long(kind):
                parameters.append(f"ptr %p{i}")
                lines.append(f"%a{i} = load {kind}, ptr %p{i}")
            elif value is None:
                parameters.append(f"{kind} %a{i}")
        call, result = f"call {self.result} @{self.callee}({', '.join(operands)})", self.result
        if result == "void":
            lines += [call, "ret void"]
        elif _is_long(result):
            parameters.append("ptr %p")
            lines += [f"%d = {call}", f"store {result} %d, ptr %p", "ret void"]
            result = "void"
        else:
            lines += [f"%d = {call}", f"ret {result} %d"]
        body = "\n  ".join(lines)
        return f"define {result} @{name}({', '.join(parameters)}) {{\n  {body}\n}}\n"


def _values(operand, element=""):
    """What an operand adds to a call: a list of (type, constant or None), or None."""
    immediates, vector = ptx_forms.immediates_of(operand), ptx_forms.vector_of(operand)
    if immediates is not None:
        return [("i16" if operand.startswith("{") else "i32", value) for value in immediates]
    if not vector:
        return None
    kinds = {"h": "i16", "r": "<2 x half>" if element == "f16" else "i32", "q": "i64", "f": "float", "d": "double", "p": "i1"}
    return [(kinds[vector[0]], None)] * vector[1]


def _call(name, result, *parts):
    """The call, unless a part has no meaning in IR."""
    if result is None or None in parts:
        return None
    kinds = [kind for kind, value in result if value is None]
    if len(kinds) != len(result):
        return None
    returned = "void" if not kinds else kinds[0] if len(kinds) == 1 else "{" + ", ".join(kinds) + "}"
    options = next((options for family, options in _OPTIONS.items() if name.startswith(family)), ())
    return FormCall(f"llvm.nvvm.{name}", returned, tuple(value for part in parts for value in part), options)


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
    rest = [value for operand in operands[2:] for value in _values(operand) or [None]]
    if None in rest:
        return None
    registers = _values(fragment, type_)
    loads = action.startswith("l")
    return _call(f"{name}.p{number}", registers if loads else [], pointer, [] if loads else registers, rest)


def _multiplied(name, types, operands):
    """A D = A * B + C with whatever follows it."""
    if len(operands) < 4:
        return None
    d, *multiplicands = [_values(operand, element) for operand, element in zip(operands, types)]
    return _call(name, d, *multiplicands, *map(_values, operands[4:]))


def _wmma_move(match, operands):
    stride = ".stride" if len(operands) > 2 else ""
    name = f"wmma.{match['shape']}.{match['action']}.{match['matrix']}.{match['layout']}{stride}.{match['type']}"
    return _moved(name, match["action"], match["space"] or "", match["type"], operands)


def _wmma(match, operands):
    types = match["types"].split(".")
    types = [types[0], "f16", "f16", types[1]] if len(types) == 2 else types
    signature = _signature(*types)
    if not signature:
        return None
    name = (f"wmma.{match['shape']}.mma{match['operation']}.{match['layouts']}{match['rounding'] or ''}"
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
    name = (f"mma{match['operation']}{sparsity}{'.block.scale' if match['block'] else ''}.{match['shape']}."
            f"{match['layouts']}{kind}{match['modifier'] or ''}{signature}{match['scale_type'] or ''}")
    return _multiplied(name, types, operands)


def _matrix(match, operands):
    name = f"{match['action']}.sync.aligned.{match['shape']}.{match['count']}{match['transpose'] or ''}.{match['type']}"
    return _moved(name, match["action"], match["space"] or "", match["type"], operands) if len(operands) == 2 else None


def _movmatrix(match, operands):
    values = [_values(operand) for operand in operands]
    return _call(match[0], *values) if len(values) == 2 else None


def _gathered(operand, element):
    """What a fragment in braces adds to a call of wgmma: one vector."""
    values = _values(operand)
    if not operand.startswith("{") or not values:
        return values
    kind, count = values[0][0], len(values)
    if element == "f16" and kind == "i32":
        kind, count = "half", 2 * count
    return [(f"<{count} x {kind}>", None)]


def _mangled(kind):
    """How LLVM writes a type in the name of an overloaded intrinsic."""
    vector = re.fullmatch(r"<(\d+) x (\w+)>", kind)
    if vector:
        return f"v{vector[1]}{_mangled(vector[2])}"
    return {"half": "f16", "float": "f32", "double": "f64"}.get(kind, kind)


def _predicate(operand):
    """What scale-d adds to a call: i1, where the operand can be one."""
    return [("i1", int(operand))] if operand in ("0", "1") else _values(operand)


def _wgmma(match, operands):
    sparse = bool(match["sparsity"])
    if len(operands) < (6 if sparse else 4):
        return None
    scale_d = 5 if sparse else 3
    d, a = _gathered(operands[0], match["d"]), _gathered(operands[1], "")
    if not d or not a or a[0][1] is not None:
        return None
    sparsity = (match["sparsity"] or "").replace("::", ".").replace("_", ".")
    name = (f"wgmma.mma_async{sparsity}.sync.aligned.{match['shape']}.{match['d']}.{match['a']}.{match['b']}"
            f"{match['modifier']}.{_mangled(a[0][0])}")
    return _call(name, d, d, a, *map(_values, operands[2:scale_d]), _predicate(operands[scale_d]),
                 *map(_values, operands[scale_d + 1:]))


def _wgmma_sync(match, operands):
    """LLVM knows these, and a call is no valid IR where a count is not a constant."""
    counts = [ptx_forms.immediates_of(operand) for operand in operands]
    if None in counts:
        return None
    return _call(match[0], [], [("i64", count) for numbers in counts for count in numbers])


_GRAMMARS = ((_WMMA_MOVE, _wmma_move), (_WMMA, _wmma), (_MMA, _mma), (_MATRIX, _matrix), (_MOVMATRIX, _movmatrix), (_WGMMA, _wgmma),
             (_WGMMA_SYNC, _wgmma_sync))


def call_of(form):
    """The call that stands for a form, or None if no intrinsic name can say it."""
    mnemonic, operands = ptx_forms.split(form)
    mnemonic = ptx_forms.saturated_behind(mnemonic)
    for grammar, make in _GRAMMARS:
        match = grammar.fullmatch(mnemonic)
        if match:
            return make(match, operands)
    return None


def module_of(calls):
    """A module with one function for each (name, call), and a kernel, which makes it a
    program. Calls of one callee must agree in their signature."""
    return "".join(['target triple = "nvptx64-nvidia-cuda"\n',
                    *dict.fromkeys(call.declaration() for _, call in calls),
                    *(call.function(name) for name, call in calls),
                    "define ptx_kernel void @kernel() {\n  ret void\n}\n"])

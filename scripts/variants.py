# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model's variants and targets, as Python sees them, and LLVM IR that calls them.

Reads TensorCoreModel.json, the dump of TableGen/ that the build makes. Knows how an
intrinsic's signature follows from its opcode's registers, and how to write a module of
functions with one call each; knows nothing of compilers. Standard library only.
"""

import json
import re
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import signatures
import tcgen05_immediates
from signatures import Ruled, bits, ir_type, read_rule

#: Address spaces by the name that PTX gives their state space.
STATE_SPACES = {"generic": 0, "global": 1, "shared": 3, "const": 4, "local": 5}

#: The PTX ISA versions that there are, as major * 10 + minor.
PTX_VERSIONS = (60, 61, 62, 63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83, 84, 85, 86, 87, 88, 90)

LAST_OF_ALL = 99  # MMALegality: still there


@dataclass(frozen=True)
class Target:
    """A `.target`: its name, the bit of it in target sets, its first PTX version."""
    name: str
    index: int
    minimum_ptx: int
    in_llvm19: bool

    @property
    def number(self):
        return int(self.name.removeprefix("sm_").rstrip("af"))

    @property
    def ptxas_architecture(self):
        """What ptxas 13 compiles PTX for this target for: sm_101 became sm_110, and the
        targets before sm_75 are gone."""
        suffix = self.name[-1] if self.name[-1] in "af" else ""
        return f"compute_{110 if self.number == 101 else max(self.number, 75)}{suffix}"


@dataclass(frozen=True)
class Variant(Ruled):
    """One intrinsic, and how to call it."""
    name: str
    family: str
    result: str
    fragment: tuple   # IR types of the result, one a register; of wgmma, one vector
    arguments: tuple  # IR types after the pointer, if there is one; without the sparsity selector
    immediates: tuple  # (IR type, the value to call it with, PTX's name) of the constants
    places: tuple      # where these stand among all arguments; empty if they are at the end
    ranges: tuple      # the lower and the upper bound of each, or None; empty without bounds
    choices: tuple     # values of all immediates that it is tried with, or None for the usual ones
    kinds: tuple       # (targets, first PTX version) by the kind, where that is an immediate
    a_size: int       # how many of the arguments are the A fragment's
    accesses_memory: bool
    selectors: int     # values of the sparsity selector; 0 without one
    selector_index: int  # where it stands among the arguments
    shape: tuple      # M, N, K; K is 0 for what is only moved
    types: tuple      # D, A, B, C as PTX spells them, of what multiplies
    element: str      # the type of what is moved
    layouts: tuple    # "row" or "col" of A and B, of what multiplies
    layout: str       # the same of what wmma loads and stores
    matrix: str       # which matrix wmma loads or stores: a, b, c or d
    has_stride: bool
    is_saturated: bool
    roles: tuple      # of all arguments of tcgen05: (IR type, PTX's name, whether it is an immediate)
    words: tuple      # (field of the MMA descriptor, PTX's word for its value)
    scale_count: int  # scale factors of a row of A

    @property
    def is_rejected(self):
        return bool(self.rejected)

    def word(self, field):
        """PTX's word for a field of the MMA descriptor: ".sp" of Sparsity."""
        return dict(self.words)[field]

    def legality(self, values=None):
        """(targets, first PTX version) of a call with these immediates."""
        if not self.kinds:
            return self.targets, self.first_ptx
        values = values or [value for _, value, _ in self.immediates]
        return self.kinds[values[[name for _, _, name in self.immediates].index("kind")]]

    def is_legal(self, target, ptx, values=None):
        targets, first_ptx = self.legality(values)
        return not self.is_rejected and bool(targets >> target.index & 1) and first_ptx <= ptx <= self.last_ptx

    @property
    def spaces(self):
        """Names of the state spaces that its pointer may point to; one empty name without a pointer."""
        if not self.accesses_memory:
            return ("",)
        return ("generic", "shared") if self.family in ("LdMatrix", "StMatrix") else ("generic", "global", "shared")


@dataclass(frozen=True)
class Model:
    variants: list
    targets: list

    def target(self, name):
        return next(target for target in self.targets if target.name == name)


class _Descriptors:
    """Reads MMA descriptors of rows."""

    def __init__(self, records):
        instances = records["!instanceof"]
        self._slots = [(slot["Family"]["def"], slot["Field"]["def"].removeprefix("MMAField_"), slot["Low"], slot["High"])
                       for slot in (records[name] for name in instances["MMASlot"])]
        self._words = {name.removeprefix("MMAField_"): records[name]["Values"] for name in instances["MMAField"]}
        types = {bits(records[name]["Encoding"]): records[name]["Spelling"] for name in instances["MMAType"]}
        self._words |= dict.fromkeys(("D", "A", "B", "C", "Element"), types)
        self._shapes = {bits(records[name]["Encoding"]): records[name] for name in instances["MMAShape"]}

    @staticmethod
    def word(record):
        return bits(record["Descriptor"])

    def shape(self, record):
        """M, N, K."""
        shape = self._shapes[self._values(record).get("Shape", 0)]
        return shape["M"], shape["N"], shape["K"]

    def words(self, record):
        """PTX's words for all fields; those of the value 0 where the family has no such field."""
        values = self._values(record)
        return {field: words[values.get(field, 0)] for field, words in self._words.items() if words}

    def _values(self, record):
        word = self.word(record)
        return {field: word >> low & (1 << high - low + 1) - 1
                for family, field, low, high in self._slots if family == record["Family"]["def"]}


def _usual_immediate(argument):
    """(IR type, value, name) of a constant of a wgmma or of what orders it."""
    return ir_type(argument.kind), int(argument.name.startswith("imm_scale")), argument.name.replace("_", "-")


def _variant(records, record, forms, descriptors):
    opcode, words = records[record["Opcode"]["def"]], descriptors.words(record)
    family = record["Family"]["def"].removeprefix("MMAFamily_")
    signature = signatures.read(records, record)
    results = [ir_type(kind) for kind in signature.results]
    plain = [a for a in signature.arguments if not a.is_immediate and a.kind != "p*"]
    places, ranges, choices, kinds, roles = (), (), (None,), (), ()
    if family.startswith("TCGen05"):
        constants = tcgen05_immediates.of(signature, record["Name"])
        immediates = tuple((constant.type, constant.values[0], constant.name) for constant in constants)
        places, ranges = tuple(constant.place for constant in constants), tuple(constant.range for constant in constants)
        roles = tuple((ir_type(a.kind), a.name, a.is_immediate) for a in signature.arguments)
        choices, kinds = tcgen05_immediates.choices(constants), forms.legality(descriptors.word(record), constants)
    else:
        immediates = tuple(_usual_immediate(a) for a in signature.arguments if a.is_immediate and a.name != "selector")
    selector = signature.place("selector")
    selector_index = len(plain) if selector is None else selector
    accesses_memory = any(a.kind == "p*" for a in signature.arguments)
    result = "void" if not results else results[0] if len(results) == 1 else "{" + ", ".join(results) + "}"
    return Variant(*read_rule(records, record["Legality"]), record["Name"], family, result, tuple(results), tuple(ir_type(a.kind) for a in plain), immediates, places, ranges, choices, kinds,
                   records[opcode["A"]["def"]]["Size"],
                   accesses_memory, bits(record["Selectors"]), selector_index,
                   descriptors.shape(record), tuple(words[name] for name in "DABC"), words["Element"],
                   (words["ALayout"], words["BLayout"]), words["Layout"], words["Matrix"],
                   words["Stride"] == "1", bool(words["Satfinite"]), roles, tuple(words.items()), bits(record["ScaleCount"]))


def model_path(build_dir):
    return Path(build_dir) / "include" / "TensorCoreModel.json"


def load_model(build_dir):
    """The model of a build folder."""
    records = json.loads(model_path(build_dir).read_text(encoding="utf-8"))
    instances = records["!instanceof"]
    forms = tcgen05_immediates.Forms(records)
    descriptors = _Descriptors(records)
    variants = [_variant(records, records[name], forms, descriptors) for name in instances["MMAVariant"]]
    targets = [
        Target(record["Name"], bits(record["Index"]), record["PTX"], bool(record["InLLVM19"]))
        for record in (records[name] for name in instances["GPUTarget"])
    ]
    return Model(sorted(variants, key=lambda v: v.name), sorted(targets, key=lambda t: t.index))


def spell_ptx(version):
    return f"{version // 10}.{version % 10}"


# --------------------------------------------------------------------------------------
# LLVM IR
# --------------------------------------------------------------------------------------

#: How the address of a call is made: as the argument itself, at an offset of it, the
#: address of a global variable, at an offset of that, and of a local variable.
ADDRESSES = ("argument", "offset", "symbol", "symbol+offset", "alloca")


@dataclass(frozen=True)
class Call:
    """One function of a module: a call of a variant through an address of some form."""
    variant: Variant
    space: str = ""
    address: str = ""
    selector: int = None  # the sparsity selector
    values: tuple = None  # of the immediates, if they are not the usual ones

    @property
    def function(self):
        selector = "" if self.selector is None else f"selector{self.selector}"
        values = "" if self.values is None else "_".join(map(str, self.values))
        words = [self.variant.name.removeprefix("llvm.nvvm."), self.space, self.address, selector, values]
        return "_".join(words).replace(".", "_").replace("+", "_").replace("-", "minus").rstrip("_")

    @property
    def callee(self):
        suffix = f".p{STATE_SPACES[self.space]}" if self.space else ""
        return f"{self.variant.name}{suffix}"

    def with_immediates(self, operands, spell):
        """The operands with what `spell` makes of each constant's IR type and value: of the
        sparsity selector, if there is one, at its place, and of the others at theirs."""
        values = self.values or [value for _, value, _ in self.variant.immediates]
        operands, end = list(operands), len(operands)
        places = self.variant.places or range(end, end + len(values))
        for (kind, _, _), value, place in zip(self.variant.immediates, values, places):
            operands.insert(place, spell(kind, value))
        if self.selector is not None:
            operands.insert(self.variant.selector_index, spell("i32", self.selector))
        return operands

    @property
    def legality(self):
        """(targets, first PTX version)."""
        return self.variant.legality(self.values)

    def is_legal(self, target, ptx):
        return self.variant.is_legal(target, ptx, self.values)

    @property
    def argument_types(self):
        """The IR types of all arguments but the pointer."""
        return self.with_immediates(self.variant.arguments, lambda kind, _: kind)


def calls_of(variants, addresses=ADDRESSES):
    """Every variant with every sparsity selector and every choice of immediates, through every
    state space and every form of address."""
    for variant in variants:
        for space in variant.spaces:
            for address in addresses if space else ("",):
                if address == "alloca" and space != "generic":
                    continue
                for selector, values in product(range(variant.selectors) or (None,), variant.choices):
                    yield Call(variant, space, address, selector, values)


def _address_ir(call):
    """(instructions, pointer operand) of a call's address."""
    pointer = f"ptr addrspace({STATE_SPACES[call.space]})"
    symbol = f"@{call.space}_buffer"
    if call.space == "generic":
        symbol = "addrspacecast (ptr addrspace(1) @global_buffer to ptr)"
    if call.address == "alloca":
        return "  %p = alloca [1024 x i8], align 32\n", "ptr %p"
    if call.address == "offset":
        return f"  %p = getelementptr i8, {pointer} %base, i32 96\n", f"{pointer} %p"
    if call.address == "symbol":
        return "", f"{pointer} {symbol}"
    if call.address == "symbol+offset":
        return "", f"{pointer} getelementptr (i8, {pointer} {symbol}, i32 64)"
    return "", f"{pointer} %base"


def function_ir(call):
    """A function that is the call and returns what it returns. A long vector comes from memory, and
    goes there: LLVM 19 ends on some that are parameters."""
    variant = call.variant
    parameters, operands, prepare = [], [], ""
    for index, kind in enumerate(variant.arguments):
        in_memory = kind.startswith("<") and variant.family == "WGMMA"
        parameters.append(f"{'ptr' if in_memory else kind} %a{index}")
        operands.append(f"{kind} %{'v' if in_memory else 'a'}{index}")
        prepare += f"  %v{index} = load {kind}, ptr %a{index}\n" if in_memory else ""
    operands = call.with_immediates(operands, lambda kind, value: f"{kind} {value}")
    if call.space:
        prepare, pointer = _address_ir(call)
        parameters.insert(0, f"ptr addrspace({STATE_SPACES[call.space]}) %base")
        operands.insert(0, pointer)
    invocation = f"call {variant.result} @{call.callee}({', '.join(operands)})"
    if variant.result == "void":
        result, body = "void", f"  {invocation}\n  ret void\n"
    elif variant.family == "WGMMA":
        result, body = "void", f"  %r = {invocation}\n  store {variant.result} %r, ptr %a0\n  ret void\n"
    else:
        result, body = variant.result, f"  %r = {invocation}\n  ret {variant.result} %r\n"
    return f"define {result} @{call.function}({', '.join(parameters)}) {{\n{prepare}{body}}}\n"


def _declaration_ir(call):
    kinds = call.argument_types
    if call.space:
        kinds.insert(0, f"ptr addrspace({STATE_SPACES[call.space]})")
    return f"declare {call.variant.result} @{call.callee}({', '.join(kinds)})\n"


def module_ir(calls, triple="nvptx64-nvidia-cuda", with_kernel=True):
    """A module with one function for each call, and a kernel, which makes it a program."""
    calls = list(calls)
    declarations = dict.fromkeys(_declaration_ir(call) for call in calls)
    return "".join(
        [
            f'target triple = "{triple}"\n',
            "@global_buffer = external addrspace(1) global [1024 x i8], align 32\n",
            "@shared_buffer = external addrspace(3) global [1024 x i8], align 32\n",
            *declarations,
            *(function_ir(call) for call in calls),
            "define ptx_kernel void @kernel() {\n  ret void\n}\n" if with_kernel else "",
        ]
    )

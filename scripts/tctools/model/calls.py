# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of the model's intrinsics: values of immediates, state spaces, addresses."""

import itertools
import re
from dataclasses import dataclass

from tctools import ir
from tctools.model.facts import Form, Variant

#: State spaces by the address space of a pointer.
SPACES = {0: "generic", 1: "global", 3: "shared", 4: "const", 5: "local"}
#: How the address of a call is made: as the argument itself, at an offset of it, the address of a
#: global variable, at an offset of that, and of a local variable.
ADDRESSES = ("argument", "offset", "symbol", "symbol+offset", "alloca")
#: What addresses of calls point to.
BUFFERS = ("@global_buffer = external addrspace(1) global [1024 x i8], align 32\n"
           "@shared_buffer = external addrspace(3) global [1024 x i8], align 32\n")


@dataclass(frozen=True)
class Call:
    """A call of a variant through an address of some form."""
    variant: Variant
    values: tuple  # of the immediates
    space: int = None
    address: str = ""

    @property
    def function(self):
        """A name for a function that is the call."""
        space = "" if self.space is None else SPACES[self.space]
        is_usual = self.variant.choices == (self.values,)
        values = "" if is_usual else "_".join(map(str, self.values))
        words = [self.variant.short_name, space, self.address, values]
        name = "_".join(filter(None, words)).replace("-", "minus")
        return re.sub(r"\W", "_", name)

    @property
    def callee(self):
        return self.variant.name + ("" if self.space is None else f".p{self.space}")

    @property
    def rule(self):
        return self.variant.rule_of(self.values)

    def is_legal(self, target, ptx):
        return self.rule.is_legal(target, ptx)

    @property
    def named_values(self):
        """The values of the immediates by name, a kind of tcgen05.mma also where it may be a later one."""
        return {a.name.removeprefix("any_"): value
                for a, value in zip(self.variant.immediates, self.values)}

    @property
    def argument_types(self):
        return [ir.pointer(self.space) if a.type == "ptr*" else a.type
                for a in self.variant.arguments]

    def operands(self):
        """Each a type, and a constant or None."""
        values = self.named_values
        return [(kind, values.get(a.name.removeprefix("any_"))) for a,
                kind in zip(self.variant.arguments, self.argument_types)]

    def ir(self):
        operands, address = self.operands(), ()
        if self.space is not None:
            kind = operands[0][0]
            lines, value = self._address(kind)
            operands[0], address = (kind, value), (kind, tuple(lines))
        return ir.Call(self.function, self.callee, self.variant.results, tuple(operands),
                       self.variant.family == "wgmma.mma_async", address)

    def _address(self, kind):
        """(instructions, value)."""
        symbol = f"@{SPACES[self.space]}_buffer"
        if self.space == 0:
            symbol = "addrspacecast (ptr addrspace(1) @global_buffer to ptr)"
        return {"alloca": (["%p = alloca [1024 x i8], align 32"], "%p"),
                "offset": ([f"%p = getelementptr i8, {kind} %base, i32 96"], "%p"),
                "symbol": ([], symbol),
                "symbol+offset": ([], f"getelementptr (i8, {kind} {symbol}, i32 64)"),
                "argument": ([], "%base")}[self.address]


def calls_of(variants, addresses=ADDRESSES):
    """Every variant with every choice of immediates, through every address space and every form
    of address."""
    for variant in variants:
        for space in variant.spaces or (None,):
            for address in addresses if variant.spaces else ("",):
                if address != "alloca" or space == 0:
                    yield from (Call(variant, values, space, address) for values in variant.choices)


def plain_calls(variants):
    """The same, addresses being arguments."""
    return calls_of(variants, addresses=("argument",))


def module_of(calls, **settings):
    """A module of functions that are one call each."""
    return ir.module((call.ir() for call in calls), head=BUFFERS, **settings)


@dataclass(frozen=True)
class CompanionCall:
    """A call that chooses a form."""
    form: Form
    values: tuple  # (argument, value) of the choices
    label: str = ""  # a name for the function, if it is not made of these

    @property
    def function(self):
        return self.label or "_".join([self.form.opcode.lower(), *(str(value) for _, value in self.values)])

    @property
    def name(self):
        return self.form.companion.name

    @property
    def source(self):
        return self.form.rules[0].source

    @property
    def origin(self):
        return self.form.companion.origin

    @property
    def callee(self):
        values = dict(self.values)
        return self.name + "".join(f".p{values[a.name]}" for a in self.form.companion.arguments
                                   if a.type == "ptr*")

    def is_legal(self, target, ptx):
        return self.form.is_legal(target, ptx)

    def ir(self):
        values = dict(self.values)
        operands = [(ir.pointer(values[a.name]), None) if a.type == "ptr*" else
                    (a.type, values[a.name] if a.is_immediate else None)
                    for a in self.form.companion.arguments]
        return ir.Call(self.function, self.callee, self.form.companion.results, tuple(operands))


def companion_calls(forms, each=True):
    """Calls that choose these forms: with all values of the choices, or with the first."""
    for form in forms:
        lists = [[(name, value) for value in (values if each else values[:1])]
                 for name, values in form.choices.items()]
        yield from (CompanionCall(form, values) for values in itertools.product(*lists))

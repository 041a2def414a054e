# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The companions of the model (TableGen/Companions.td) as Python sees them.

Knows intrinsics and forms, how to call an intrinsic in LLVM IR so that a form is chosen, and what
the form's PTX looks like with registers. Knows nothing of compilers. Standard library only.
"""

import itertools
import json
import re
from dataclasses import dataclass

import signatures
import variants
from signatures import ir_type

#: A register's prefix and PTX type by the type of a part.
_REGISTERS = {"i1": ("p", "pred"), "i16": ("h", "b16"), "f16": ("h", "b16"), "bf16": ("h", "b16"), "i32": ("r", "b32"),
              "v2f16": ("r", "b32"), "v2bf16": ("r", "b32"), "f32": ("f", "f32"), "i64": ("d", "b64")}


@dataclass(frozen=True)
class Companion:
    """An intrinsic."""
    name: str
    results: tuple
    arguments: tuple
    is_pure: bool


@dataclass(frozen=True)
class Form(signatures.Ruled):
    """One instruction of an intrinsic."""
    name: str         # of the opcode
    companion: Companion
    choices: dict     # argument: the values, in a list
    text: str         # PTX, with $name for operands
    results: tuple    # (type, name) of each part
    operands: tuple   # of Argument
    also: tuple       # of Ruled: targets that have it since another version

    @property
    def rules(self):
        return self, *self.also

    def is_legal(self, target, ptx):
        return any(rule.targets >> target.index & 1 and ptx >= rule.first_ptx for rule in self.rules)


def _choice(record):
    """("count", [24, 32, ...])"""
    return record["Name"], list(range(record["First"], record["Last"] + 1, record["Step"]))


def load(build_dir):
    """([companion], [form]) of a build folder."""
    records = json.loads(variants.model_path(build_dir).read_text(encoding="utf-8"))
    found = {}
    for name in records["!instanceof"]["Companion"]:
        row = records[name]
        found[row["Name"]] = Companion(row["Name"], *signatures.read(records, row), bool(row["IsPure"]))
    forms = []
    for name in records["!instanceof"]["CompanionForm"]:
        row = records[name]
        values = [records[value["def"]] for value in row["Results"]]
        results = tuple(zip([t for v in values for t in v["PartTypes"]], [n for v in values for n in v["PartNames"]]))
        first, *also = (signatures.read_rule(records, rule) for rule in row["Legality"])
        forms.append(Form(*first, row["Name"], found[row["Intrinsic"]],
                          dict(_choice(records[c["def"]]) for c in row["Choices"]), row["Text"], results,
                          signatures.read(records, row).arguments, tuple(signatures.Ruled(*rule) for rule in also)))
    return sorted(found.values(), key=lambda c: c.name), sorted(forms, key=lambda f: f.name)


@dataclass(frozen=True)
class Call:
    """A call that chooses a form."""
    form: Form
    values: tuple  # (argument, value) of the choices

    @property
    def function(self):
        """A name for a function that is the call."""
        return "_".join([self.form.name.lower(), *(str(value) for _, value in self.values)])

    @property
    def name(self):
        return self.form.companion.name

    @property
    def rule(self):
        return self.form.rule

    def is_printed_on(self, target, ptx):
        return self.form.is_legal(target, ptx)

    def value(self, name):
        return dict(self.values)[name]

    def type_of(self, argument):
        return ir_type(f"p{self.value(argument.name)}" if argument.kind == "p*" else argument.kind)

    @property
    def callee(self):
        spaces = [f".p{self.value(a.name)}" for a in self.form.companion.arguments if a.kind == "p*"]
        return self.form.companion.name + "".join(spaces)

    @property
    def result(self):
        kinds = [ir_type(kind) for kind in self.form.companion.results]
        return "void" if not kinds else kinds[0] if len(kinds) == 1 else f"{{ {', '.join(kinds)} }}"

    @property
    def parameters(self):
        """The arguments that are not immediates."""
        return [a for a in self.form.companion.arguments if not a.is_immediate]

    def declaration(self):
        return f"declare {self.result} @{self.callee}({', '.join(map(self.type_of, self.form.companion.arguments))})\n"

    def function_ir(self, name=None):
        """A function that is the call and returns what it returns."""
        def spell(a):
            value = self.value(a.name) if a.is_immediate else f"%{a.name}"
            return f"{self.type_of(a)} {str(bool(value)).lower() if a.is_immediate and a.kind == 'i1' else value}"
        call = f"call {self.result} @{self.callee}({', '.join(map(spell, self.form.companion.arguments))})"
        body = f"  {call}\n  ret void\n" if self.result == "void" else f"  %d = {call}\n  ret {self.result} %d\n"
        parameters = ", ".join(f"{self.type_of(a)} %{a.name}" for a in self.parameters)
        return f"define {self.result} @{name or self.function}({parameters}) {{\n{body}}}\n"

    def ptx(self):
        """A kernel that is the instruction, with registers for its operands."""
        registers, counts = {}, {}
        def register(name, kind):
            prefix, ptx = _REGISTERS["i64" if kind in ("b0", "r3") or kind[0] == "p" else kind]
            registers[name] = f"%{prefix}{counts.setdefault((prefix, ptx), 0)}"
            counts[prefix, ptx] += 1
        for kind, name in self.form.results:
            register(name, kind)
        for operand in self.form.operands:
            if operand.is_immediate:
                registers[operand.name] = str(self.value(operand.name))
            else:
                register(operand.name, operand.kind)
        body = re.sub(r"\$(\w+)", lambda m: registers[m[1]], self.form.text).replace("{{", "{").replace("}}", "}")
        declared = "".join(f".reg .{ptx} %{prefix}<{count}>;\n" for (prefix, ptx), count in counts.items())
        end = "" if body.startswith("{") else ";"  # a block has its own
        return f".visible .entry {self.function}()\n{{\n{declared}{body}{end}\nret;\n}}"


@dataclass(frozen=True)
class KnownCall:
    """A call of an intrinsic that LLVM 19 knows too, and that has no form here; `signature` is an
    llvm22.Intrinsic."""
    name: str
    signature: object

    @property
    def function(self):
        return self.name.removeprefix("llvm.nvvm.").replace(".", "_").lower() + "_known"

    rule = "LLVM 19's own"

    @property
    def result(self):
        kinds = self.signature.result
        return "void" if not kinds else kinds[0] if len(kinds) == 1 else f"{{ {', '.join(kinds)} }}"

    def declaration(self):
        return f"declare {self.result} @{self.name}({', '.join(self.signature.arguments)})\n"

    def function_ir(self):
        """A function that is the call, with the least value of each immediate."""
        immediates = {place: bounds[0] if bounds else 0 for place, bounds in self.signature.immediates}
        arguments = [f"{kind} {immediates.get(i, f'%a{i}')}" for i, kind in enumerate(self.signature.arguments)]
        parameters = [f"{kind} %a{i}" for i, kind in enumerate(self.signature.arguments) if i not in immediates]
        call = f"call {self.result} @{self.name}({', '.join(arguments)})"
        body = f"  {call}\n  ret void\n" if self.result == "void" else f"  %d = {call}\n  ret {self.result} %d\n"
        return f"define {self.result} @{self.function}({', '.join(parameters)}) {{\n{body}}}\n"

    def is_printed_on(self, target, ptx):
        """Whether it is sure that the target has it: the newest Hopper has them all."""
        return target.name == "sm_90a"


def calls_of(forms, each=True):
    """Calls that choose these forms: with all values of the choices, or with the first."""
    for form in forms:
        lists = [[(name, value) for value in (values if each else values[:1])] for name, values in form.choices.items()]
        for values in itertools.product(*lists):
            yield Call(form, values)


def module_ir(calls):
    """A module of functions that are one call each."""
    calls = list(calls)
    return ('target triple = "nvptx64-nvidia-cuda"\n\n' + "".join(sorted({call.declaration() for call in calls}))
            + "\n" + "\n".join(call.function_ir() for call in calls))

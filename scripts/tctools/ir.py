# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of intrinsics as LLVM IR: modules of functions that are one call each.

Knows no intrinsic. An operand is a type with a constant, or with None for a parameter of the
function.
"""

from dataclasses import dataclass

TRIPLE = "nvptx64-nvidia-cuda"


def result_type(kinds):
    """What an intrinsic with these results returns."""
    return "void" if not kinds else kinds[0] if len(kinds) == 1 else f"{{{', '.join(kinds)}}}"


def pointer(space):
    return f"ptr addrspace({space})" if space else "ptr"


@dataclass(frozen=True)
class Call:
    """A call of an intrinsic, with a name for a function that is the call. Long vectors
    may come from memory and go there."""
    function: str
    callee: str
    results: tuple
    operands: tuple  # of (type, constant or None)
    long_in_memory: bool = False
    address: tuple = ()  # of the first operand: (type of the parameter, instructions)

    @property
    def result(self):
        return result_type(self.results)

    @property
    def signature(self):
        return f"{self.result} ({', '.join(kind for kind, _ in self.operands)})"

    def _is_in_memory(self, kind):
        return self.long_in_memory and kind.startswith("<") and kind != "<2 x half>"

    def declaration(self):
        kinds = ", ".join(kind for kind, _ in self.operands)
        return f"declare {self.result} @{self.callee}({kinds})\n"

    def definition(self):
        """A function that is the call and returns what it returns."""
        parameters, arguments, lines = [], [], []
        if self.address:
            parameters, lines = [f"{self.address[0]} %base"], [*self.address[1]]
        for i, (kind, value) in enumerate(self.operands):
            arguments.append(f"{kind} {f'%a{i}' if value is None else value}")
            if value is None and self._is_in_memory(kind):
                parameters.append(f"ptr %p{i}")
                lines.append(f"%a{i} = load {kind}, ptr %p{i}")
            elif value is None:
                parameters.append(f"{kind} %a{i}")
        result, call = self.result, f"call {self.result} @{self.callee}({', '.join(arguments)})"
        if result == "void":
            lines += [call, "ret void"]
        elif any(map(self._is_in_memory, self.results)):
            lines += [f"%d = {call}", f"store {result} %d, ptr %p", "ret void"]
            parameters, result = [*parameters, "ptr %p"], "void"
        else:
            lines += [f"%d = {call}", f"ret {result} %d"]
        body = "".join(f"  {line}\n" for line in lines)
        return f"define {result} @{self.function}({', '.join(parameters)}) {{\n{body}}}\n"


def module(calls, triple=TRIPLE, with_kernel=True, head=""):
    """A module with one function for each call, and a kernel, which makes it a program. Calls of
    one callee must agree in their signature."""
    calls = list(calls)
    return "".join([f'target triple = "{triple}"\n', head,
                    *dict.fromkeys(call.declaration() for call in calls),
                    *(call.definition() for call in calls),
                    "define ptx_kernel void @kernel() {\n  ret void\n}\n" if with_kernel else ""])

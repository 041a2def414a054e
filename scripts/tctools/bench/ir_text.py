# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions in LLVM IR that grow line by line, with loops."""


class Function:
    """A function that grows line by line; values are numbered as they come."""

    def __init__(self):
        self.lines, self.count, self.block_name = [], 0, "entry"

    def add(self, line):
        self.lines.append("  " + line)

    def value(self, instruction):
        name = f"%v{self.count}"
        self.count += 1
        self.add(f"{name} = {instruction}")
        return name

    def block(self, name):
        self.lines.append(f"{name}:")
        self.block_name = name


class Loop:
    """A do-while loop around a counter from 0 up; `carried` are (type, value before) pairs."""

    def __init__(self, function, name, carried):
        self.function, self.name, self.carried = function, name, carried
        self.before = function.block_name
        function.add(f"br label %{name}")
        function.block(name)
        self.counter = f"%{name}.i"
        self.values = [f"%{name}.c{i}" for i in range(len(carried))]
        self.place = len(function.lines)

    def close(self, limit, carried):
        function, last = self.function, self.function.block_name
        following = function.value(f"add i32 {self.counter}, 1")
        phis = [f"  {self.counter} = phi i32 [ 0, %{self.before} ], [ {following}, %{last} ]"]
        phis += [f"  {name} = phi {kind} [ {value}, %{self.before} ], [ {after}, %{last} ]"
                 for name, (kind, value), after in zip(self.values, self.carried, carried)]
        function.lines[self.place:self.place] = phis
        more = function.value(f"icmp slt i32 {following}, {limit}")
        function.add(f"br i1 {more}, label %{self.name}, label %{self.name}.done")
        function.block(f"{self.name}.done")

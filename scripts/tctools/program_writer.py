# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs without their matrix instructions (tctools/programs.py)."""


class ProgramWriter:
    """Writes the body of the kernel: arithmetic on the words, branches, loops and calls. What a
    machine has beyond them is in `matrix_work` of a subclass."""

    def __init__(self, rng):
        self.rng = rng
        self.count, self.block = 0, "entry"
        self.lines = ["entry:"]
        self.state = []
        self.functions = []

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def do(self, text):
        self.lines.append("  " + text)

    def value(self, text):
        name = "%" + self.name()
        self.do(f"{name} = {text}")
        return name

    def call(self, result, name, operands=""):
        text = f"call {result} @llvm.nvvm.{name}({operands})"
        return self.do(text) if result == "void" else self.value(text)

    def begin(self, block):
        self.lines.append(block + ":")
        self.block = block

    # The words of the threads.

    def pick(self):
        return self.rng.choice(self.state)

    def put(self, word):
        self.state[self.rng.randrange(len(self.state))] = word

    def compute(self):
        a, b = self.pick(), self.pick()
        kind = self.rng.randrange(7)
        if kind == 0:
            word = self.value(f"add i32 {a}, {b}")
        elif kind == 1:
            word = self.value(f"mul i32 {a}, {self.rng.randrange(1, 99) | 1}")
        elif kind == 2:
            word = self.value(f"xor i32 {a}, {b}")
        elif kind == 3:
            word = self.value(f"{self.rng.choice(('lshr', 'shl', 'ashr'))} i32 {a}, "
                              f"{self.rng.randrange(1, 9)}")
        elif kind == 4:
            holds = self.value(f"icmp {self.rng.choice(('slt', 'ugt', 'ne'))} i32 {a}, {b}")
            word = self.value(f"select i1 {holds}, i32 {b}, i32 {self.pick()}")
        elif kind == 5:
            how = self.rng.choice((f"idx.i32(i32 -1, i32 {a}, i32 {self.rng.randrange(32)}, "
                                      "i32 31)", f"bfly.i32(i32 -1, i32 {a}, i32 1, i32 31)"))
            word = self.value(f"call i32 @llvm.nvvm.shfl.sync.{how}")
        else:
            word = self.value(f"call i32 @{self.function()}(i32 {a}, i32 {b})")
        self.put(word)

    def function(self):
        """A function that is not inlined, made anew or one that there is."""
        if not self.functions or self.rng.random() < 0.3:
            number = len(self.functions)
            operation = self.rng.choice(("add", "sub", "xor", "and", "or"))
            self.functions.append(
                f"define internal i32 @f{number}(i32 %a, i32 %b) noinline {{\n"
                f"  %c = {operation} i32 %a, %b\n  %d = mul i32 %c, {number + 3}\n"
                "  ret i32 %d\n}")
        return f"f{self.rng.randrange(len(self.functions))}"

    def bits(self, word, shift, ones):
        """Two numbers, each 0 or 1, of two bits of a word."""
        moved = self.value(f"lshr i32 {word}, {shift}")
        pair = self.value(f"and i32 {moved}, 65537")
        return self.value(f"mul i32 {pair}, {ones}")

    def put_float(self, number):
        word = self.value(f"fptosi float {number} to i32")
        self.put(self.value(f"add i32 {word}, {self.pick()}"))

    # Control.

    def merge(self, before, after_then, then_block, after_else, else_block):
        for index, (a, b) in enumerate(zip(after_then, after_else)):
            self.state[index] = a if a == b else self.value(
                f"phi i32 [ {a}, %{then_block} ], [ {b}, %{else_block} ]")

    def branch(self, depth, is_uniform):
        word = self.value("add i32 %n, 0") if is_uniform else self.pick()
        bit = self.value(f"and i32 {word}, {1 << self.rng.randrange(3)}")
        holds = self.value(f"icmp ne i32 {bit}, 0")
        then, otherwise, after = self.name(), self.name(), self.name()
        before = list(self.state)
        self.do(f"br i1 {holds}, label %{then}, label %{otherwise}")
        self.begin(then)
        self.work(depth - 1, is_uniform)
        then_state, then_end = list(self.state), self.block
        self.do(f"br label %{after}")
        self.state = list(before)
        self.begin(otherwise)
        if self.rng.random() < 0.5:
            self.work(depth - 1, is_uniform)
        other_state, other_end = list(self.state), self.block
        self.do(f"br label %{after}")
        self.begin(after)
        self.merge(before, then_state, then_end, other_state, other_end)

    def loop(self, depth, is_uniform):
        head, before, after = self.name(), self.block, self.name()
        self.do(f"br label %{head}")
        start = list(self.state)
        self.begin(head)
        place = len(self.lines)
        names = ["%" + self.name() for _ in self.state]
        index, following = "%" + self.name(), "%" + self.name()
        self.state = list(names)
        self.work(depth - 1, is_uniform)
        phis = [f"  {index} = phi i32 [ 0, %{before} ], [ {following}, %{self.block} ]"]
        phis += [f"  {name} = phi i32 [ {a}, %{before} ], [ {b}, %{self.block} ]"
                 for name, a, b in zip(names, start, self.state)]
        self.lines[place:place] = phis
        self.do(f"{following} = add i32 {index}, 1")
        more = self.value(f"icmp slt i32 {following}, %n")
        self.do(f"br i1 {more}, label %{head}, label %{after}")
        self.begin(after)

    def work(self, depth, is_uniform):
        """`is_uniform`: whole blocks are here together."""
        for _ in range(self.rng.randint(1, 4)):
            kind = self.rng.random()
            if kind < 0.45:
                self.compute() if is_uniform else self.arithmetic()
            elif depth and kind < 0.6:
                self.branch(depth, is_uniform and self.rng.random() < 0.5)
            elif depth and kind < 0.7:
                self.loop(depth, is_uniform)
            elif is_uniform:
                self.rng.choice(self.matrix_work())()

    def arithmetic(self):
        self.put(self.value(f"add i32 {self.pick()}, {self.pick()}"))

    def matrix_work(self):
        """The methods that write matrix instructions."""
        raise NotImplementedError

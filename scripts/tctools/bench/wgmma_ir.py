# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Main loops of Hopper GEMMs in LLVM IR.

An accumulator is one vector with intrinsics, and a register a value with inline assembly, as clang
makes it.
"""

import dataclasses

from tctools.bench.ir_text import Function, Loop
from tctools.bench.wgmma_kernels import (
    ARRIVE_TEXT, DESCRIPTOR, IMMEDIATES, REGISTERS_TEXT, STAGES, STEPS, SYNCHRONISATION_TEXT,
    multiply_text, wait_full_text)


class Assembly:
    """An accumulator is a value for each register; wgmma is inline assembly."""

    def __init__(self, function, kernel):
        self.function, self.kernel = function, kernel
        self.type = "i32" if kernel.is_integer else "float"
        self.letter = "r" if kernel.is_integer else "f"
        self.size = kernel.registers

    def types(self):
        """The types of the values that an accumulator is."""
        return [self.type] * self.size

    def zero(self):
        return ["0" if self.kernel.is_integer else "0.0"] * self.size

    def synchronise(self, action, count=None):
        if count is None:
            text = SYNCHRONISATION_TEXT.format(action=action, count="")
            self.function.add(f'call void asm sideeffect "{text}", "~{{memory}}"() #0')
        else:
            text = SYNCHRONISATION_TEXT.format(action=action, count=" $0")
            self.function.add(f'call void asm sideeffect "{text}", "n,~{{memory}}"(i32 {count}) #0')

    def multiply(self, accumulator, a, b, scale_d):
        size, letter = self.size, self.letter
        scale = self.function.value(f"zext i1 {scale_d} to i32")
        operands = [f"{self.type} {value}" for value in accumulator]
        operands += [f"i32 {value}" for value in a] if self.kernel.fragments else [f"i64 {a}"]
        operands += [f"i64 {b}", f"i32 {scale}",
                     *(f"i32 {value}" for value in IMMEDIATES[:self.kernel.immediates])]
        # clang puts the tied inputs last; their order is that of the outputs
        inputs = operands[size:] + operands[:size]
        constraints = [f"={letter}"] * size + (["r"] * 4 if self.kernel.fragments
                                               else ["l"]) + ["l", "r"]
        constraints += ["n"] * self.kernel.immediates + [str(i) for i in range(size)]
        text = multiply_text(self.kernel, "$", "\\0A")
        result = "{ " + ", ".join(self.types()) + " }"
        struct = self.function.value(f'call {result} asm sideeffect "{text}", '
                                     f'"{",".join(constraints)}"({", ".join(inputs)}) #0')
        return [self.function.value(f"extractvalue {result} {struct}, {i}") for i in range(size)]

    def elements(self, accumulator):
        return accumulator

    def add(self, one, other):
        return [self.function.value(f"fadd float {a}, {b}") for a, b in zip(one, other)]

    def declarations(self):
        return []


class Intrinsics:
    """An accumulator is one vector."""

    def __init__(self, function, kernel):
        self.function, self.kernel = function, kernel
        self.element = "i32" if kernel.is_integer else "float"
        self.type = f"<{kernel.registers} x {self.element}>"
        words = (kernel.shape, *kernel.types, "v4i32" if kernel.fragments else "i64")
        self.name = "llvm.nvvm.wgmma.mma_async.sync.aligned." + ".".join(words)

    def types(self):
        return [self.type]

    def zero(self):
        return ["zeroinitializer"]

    def synchronise(self, action, count=None):
        operand = "" if count is None else f"i64 {count}"
        self.function.add(f"call void @llvm.nvvm.wgmma.{action}.sync.aligned({operand})")

    def multiply(self, accumulator, a, b, scale_d):
        if self.kernel.fragments:
            vector = "poison"
            for i, value in enumerate(a):
                vector = self.function.value(f"insertelement <4 x i32> {vector}, i32 {value}, "
                                             f"i32 {i}")
            a = vector
        immediates = "".join(f", i32 {value}" for value in IMMEDIATES[:self.kernel.immediates])
        return [self.function.value(f"call {self.type} @{self.name}({self.type} {accumulator[0]}, "
                                    f"{self._type_of_a()} {a}, i64 {b}, i1 {scale_d}{immediates})")]

    def elements(self, accumulator):
        return [self.function.value(f"extractelement {self.type} {accumulator[0]}, i32 {i}")
                for i in range(self.kernel.registers)]

    def add(self, one, other):
        return [self.function.value(f"fadd {self.type} {one[0]}, {other[0]}")]

    def declarations(self):
        immediates = ", i32" * self.kernel.immediates
        return [f"declare {self.type} @{self.name}({self.type}, {self._type_of_a()}, i64, "
                f"i1{immediates})",
                "declare void @llvm.nvvm.wgmma.fence.sync.aligned()",
                "declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()",
                "declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)"]

    def _type_of_a(self):
        return "<4 x i32>" if self.kernel.fragments else "i64"


class IRWriter:
    """Writes one kernel as LLVM IR."""

    def __init__(self, kernel, flavour):
        self.kernel, self.function, self.more_declarations = kernel, Function(), []
        self.flavour = flavour(self.function, kernel)

    def _descriptor(self, address):
        value = self.function.value
        low = value(f"and i32 {value(f'lshr i32 {address}, 4')}, 16383")
        return value(f"or i64 {value(f'zext i32 {low} to i64')}, {DESCRIPTOR}")

    def _fragment(self, address, step):
        """Eight bytes to eight halves: each byte is put behind 0x64, which makes it 1024 more."""
        value = self.function.value
        where = value(f"add i32 {address}, {step * 1024}")
        pointer = value(f"inttoptr i32 {where} to ptr addrspace(3)")
        both = value(f"load <2 x i32>, ptr addrspace(3) {pointer}, align 8")
        halves = []
        for i in range(2):
            word = value(f"extractelement <2 x i32> {both}, i32 {i}")
            for shift in (0, 8):
                shifted = value(f"lshr i32 {word}, {shift}")
                low = value(f"and i32 {shifted}, 16711935")
                biased = value(f"or i32 {low}, 1677747200")
                pair = value(f"bitcast i32 {biased} to <2 x half>")
                exact = value(f"fsub <2 x half> {pair}, <half 0xH6400, half 0xH6400>")
                halves.append(value(f"bitcast <2 x half> {exact} to i32"))
        return halves

    def _open_stage(self, k):
        """Waits until a stage of the ring buffer is full; its barrier, A's address, and B's."""
        value = self.function.value
        slot = value(f"and i32 {k}, {STAGES - 1}")
        barrier = value(f"add i32 {value(f'shl i32 {slot}, 3')}, %barriers")
        phase = value(f"and i32 {value(f'lshr i32 {k}, {STAGES.bit_length() - 1}')}, 1")
        text = wait_full_text("$", "\\0A")
        self.function.add(f'call void asm sideeffect "{text}", "r,r,~{{memory}}"(i32 {barrier}, '
                          f'i32 {phase}) #0')
        stage = value(f"add i32 {value(f'mul i32 {slot}, {self.kernel.stage_bytes}')}, %smem")
        return barrier, stage, value(f"add i32 {stage}, {64 * self.kernel.accumulators * 128}")

    def _close_stage(self, barrier):
        text = ARRIVE_TEXT.format(mark="$")
        self.function.add(f'call void asm sideeffect "{text}", "r,~{{memory}}"(i32 {barrier}) #0')

    def _sources(self, stage):
        """A, by tile and step."""
        value = self.function.value
        if self.kernel.fragments:
            lane = value(f"add i32 {stage}, %lane")
            return [[self._fragment(lane, step) for step in range(STEPS)]]
        starts = [self._descriptor(value(f"add i32 {stage}, {tile * 8192}"))
                  for tile in range(self.kernel.accumulators)]
        return [[value(f"add i64 {start}, {2 * step}") for step in range(STEPS)]
                for start in starts]

    def _stage(self, tiles, k, scale_d=None):
        """One stage of the ring buffer: one group. `scale_d` is the first multiplication's."""
        tiles, value, flavour = list(tiles), self.function.value, self.flavour
        barrier, stage, address_b = self._open_stage(k)
        sources, descriptor_b = self._sources(stage), self._descriptor(address_b)
        if not scale_d:
            scale_d = "true" if self.kernel.zeroed else value(f"icmp ne i32 {k}, 0")
        flavour.synchronise("fence")
        for step in range(STEPS):
            b = value(f"add i64 {descriptor_b}, {2 * step}")
            for tile, source in enumerate(sources):
                tiles[tile] = flavour.multiply(tiles[tile], source[step], b, "true" if step
                                               else scale_d)
        flavour.synchronise("commit_group")
        flavour.synchronise("wait_group", self.kernel.pending)
        self._close_stage(barrier)
        return tiles

    def _begin(self, zeroed):
        """The accumulators before the first stage of a tile."""
        start = self.flavour.zero() if zeroed else ["poison"] * len(self.flavour.types())
        return [list(start) for _ in range(self.kernel.accumulators)]

    def _loop(self, name, limit, tiles, body):
        """A loop that carries accumulators: body(tiles, counter) gives the next ones."""
        kinds = self.flavour.types()
        loop = Loop(self.function, name,
                    [(kind, value) for tile in tiles for kind, value in zip(kinds, tile)])
        tiles = body([loop.values[i:i + len(kinds)]
                      for i in range(0, len(loop.values), len(kinds))], loop.counter)
        loop.close(limit, [value for tile in tiles for value in tile])
        return tiles

    def over_k_plain(self):
        begin = self._begin(self.kernel.zeroed)
        return self._loop("k", "%depth", begin,
                          self._stage) if self.kernel.loops else self._stage(begin, "0")

    def over_k_peeled(self):
        def body(tiles, counter):
            return self._stage(tiles, self.function.value(f"add i32 {counter}, 1"), "true")
        return self._loop("k", "%depth", self._stage(self._begin(False), "0", "false"), body)

    def over_k_tail(self):
        function, tiles = self.function, self.over_k_plain()
        before = function.block_name
        is_odd = function.value("trunc i32 %depth to i1")
        function.add(f"br i1 {is_odd}, label %tail, label %join")
        function.block("tail")
        others = self._stage(tiles, "%depth")
        function.add("br label %join")
        function.block("join")
        return [[function.value(f"phi {kind} [ {value}, %{before} ], [ {other}, %tail ]")
                 for kind, value, other in zip(self.flavour.types(), tile, tail)] for tile,
                 tail in zip(tiles, others)]

    def over_k_promoted(self):
        def body(sums, counter):
            tiles = self._stage(self._begin(False), counter, "false")
            return [self.flavour.add(one, other) for one, other in zip(sums, tiles)]
        return self._loop("k", "%depth", self._begin(True), body)

    def over_k_overlapped(self):
        def body(tiles, counter):
            following = self._stage(self._begin(False), counter, "false")
            self._store(tiles, counter)
            return following
        return self._loop("k", "%depth", self._begin(True), body)

    def over_k_attention(self):
        value, flavour = self.function.value, self.flavour
        second = type(flavour)(self.function, dataclasses.replace(self.kernel, fragments=True))
        self.more_declarations = second.declarations()[:1]

        def halves(scores):
            """The scores' squares, two by two, as registers of A."""
            for one, other in zip(scores[::2], scores[1::2]):
                pair = "poison"
                for i, score in enumerate((one, other)):
                    pair = value(f"insertelement <2 x float> {pair}, "
                                 f"float {value(f'fmul float {score}, {score}')}, i32 {i}")
                halves = value(f"fptrunc <2 x float> {pair} to <2 x half>")
                yield value(f"bitcast <2 x half> {halves} to i32")

        def body(tiles, counter):
            barrier, stage, address_b = self._open_stage(counter)
            [source], keys = self._sources(stage), self._descriptor(address_b)
            [scores] = self._begin(False)
            flavour.synchronise("fence")
            for step in range(STEPS):
                key = value(f"add i64 {keys}, {2 * step}")
                scores = flavour.multiply(scores, source[step], key, "true" if step else "false")
            flavour.synchronise("commit_group")
            flavour.synchronise("wait_group", 0)
            weights = list(halves(flavour.elements(scores)))
            [output] = tiles
            second.synchronise("fence")
            for step in range(len(weights) // 4):
                values = value(f"add i64 {keys}, {1024 * step}")
                output = second.multiply(output, weights[4 * step:4 * step + 4], values, "true")
            second.synchronise("commit_group")
            self._close_stage(barrier)
            return [output]
        return self._loop("k", "%depth", self._begin(True), body)

    def _store(self, tiles, tile_number):
        kernel, value = self.kernel, self.function.value
        element = "i32" if kernel.is_integer else "float"
        size = kernel.accumulators * kernel.registers
        row = value(f"add i32 {value(f'mul i32 {tile_number}, {kernel.threads}')}, %thread")
        start = value(f"zext i32 {value(f'mul i32 {row}, {size}')} to i64")
        base = value(f"getelementptr {element}, ptr addrspace(1) %out, i64 {start}")
        for i, register in enumerate(register for tile in tiles
                                     for register in self.flavour.elements(tile)):
            pointer = value(f"getelementptr {element}, ptr addrspace(1) {base}, i64 {i}")
            self.function.add(f"store {element} {register}, ptr addrspace(1) {pointer}, align 4")

    def _tile(self, number):
        tiles = getattr(self, f"over_k_{self.kernel.form}")()
        if self.kernel.pending:
            self.flavour.synchronise("wait_group", 0)
        self._store(tiles, number)

    def _set_registers(self, what, count):
        text = REGISTERS_TEXT.format(what=what, count=count)
        self.function.add(f'call void asm sideeffect "{text}", "~{{memory}}"() #0')

    def _body(self):
        function = self.function
        function.add("%thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
        function.add("%lane = shl i32 %thread, 3")
        function.add("%smem = ptrtoint ptr addrspace(3) @shared to i32")
        function.add(f"%barriers = add i32 %smem, {STAGES * self.kernel.stage_bytes}")
        if self.kernel.consumers:
            function.add("%is_consumer = icmp ugt i32 %thread, 127")
            function.add("br i1 %is_consumer, label %consume, label %produce")
            function.block("produce")
            self._set_registers("dec", 40)
            function.add("br label %end")
            function.block("consume")
            self._set_registers("inc", 232)
        if self.kernel.loops == 2:
            loop = Loop(function, "tile", [])
            self._tile(loop.counter)
            loop.close("%tiles", [])
        else:
            self._tile("%depth" if self.kernel.form == "overlapped" else "0")
        if self.kernel.consumers:
            function.add("br label %end")
            function.block("end")
        function.add("ret void")

    def module(self):
        self._body()
        kernel = self.kernel
        return "\n".join((
            f"; {kernel.says}", 'target triple = "nvptx64-nvidia-cuda"', "",
            "@shared = external addrspace(3) global [0 x i8], align 1024", "",
            f"define void @{kernel.name}(ptr addrspace(1) %out, i32 %tiles, i32 %depth) #0 {{",
            "entry:",
            *self.function.lines, "}", "",
            "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()", *self.flavour.declarations(),
            *self.more_declarations, "",
            "attributes #0 = { convergent nounwind }", "", "!nvvm.annotations = !{!0, !1}",
            f'!0 = !{{ptr @{kernel.name}, !"kernel", i32 1}}',
            f'!1 = !{{ptr @{kernel.name}, !"maxntidx", i32 {kernel.threads}}}', ""))


FLAVOURS = {"assembly": Assembly, "intrinsics": Intrinsics}


def ir(kernel, flavour):
    """The kernel as a module of LLVM IR; flavour is a key of FLAVOURS."""
    return IRWriter(kernel, FLAVOURS[flavour]).module()

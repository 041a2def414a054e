# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Main loops of Hopper GEMMs, each written in three ways.

    ir(kernel, "intrinsics")   LLVM IR with llvm.nvvm.wgmma.*, an accumulator as one vector
    ir(kernel, "assembly")     LLVM IR with inline assembly, a register a value, as clang makes it
    cuda(kernel)               CUDA C++ with inline assembly, as templates for Hopper have it

`bench wgmma --print assembly KERNEL` prints one.

The kernels differ in what is in flight when: KERNELS names them, and with_columns changes the
size of one's accumulators. They are made to be compiled and looked at; the matrices' layout in
shared memory is plausible, and nobody fills it. Knows no compiler.
"""

import dataclasses

#: Steps of 32 bytes along K that a stage of the ring buffer holds, and stages it has.
STEPS, STAGES = 4, 4
#: The matrix descriptor's constant part: 128-byte swizzle, 1,024 bytes between groups of 8 rows.
DESCRIPTOR = 1 << 62 | 64 << 32 | 1 << 16
#: K of a wgmma, by the type of A.
DEPTH = {"f16": 16, "bf16": 16, "e4m3": 32, "e5m2": 32, "s8": 32, "u8": 32}


@dataclasses.dataclass(frozen=True)
class Kernel:
    """What one main loop is like."""
    name: str
    says: str                    # a line for the table's reader
    columns: int = 128           # N
    types: tuple = ("f32", "f16", "f16")
    accumulators: int = 1        # tiles of 64 rows, one behind the other
    loops: int = 1               # 0: one stage; 1: over K; 2: over tiles and K
    pending: int = 0             # groups that may be in flight behind a stage's wait
    zeroed: bool = True          # accumulators begin as zeros; else a false scale-d drops what they were
    fragments: bool = False      # A is made of bytes, in registers
    consumers: int = 0           # warpgroups that multiply, beside one that would load
    form: str = "plain"          # see IRWriter.over_k_* and cuda_*

    @property
    def registers(self):
        return self.columns // 2

    @property
    def depth(self):
        return DEPTH[self.types[1]]

    @property
    def shape(self):
        return f"m64n{self.columns}k{self.depth}"

    @property
    def immediates(self):
        """How many PTX has behind scale-d."""
        if self.types[0] == "s32":
            return 0
        return 2 if self.depth == 32 else 3 if self.fragments else 4

    @property
    def is_integer(self):
        return self.types[0] == "s32"

    @property
    def stage_bytes(self):
        return (64 * self.accumulators + self.columns) * 128

    @property
    def threads(self):
        return 128 * (self.consumers + 1) if self.consumers else 128


KERNELS = {kernel.name: kernel for kernel in (
    Kernel("straight",       "one stage", loops=0),
    Kernel("loop",           "loop over K, wait for all"),
    Kernel("in_flight",      "loop over K, a group in flight over the back edge", pending=1),
    Kernel("two_tiles",      "the same with two accumulators", accumulators=2, pending=1),
    Kernel("nested",         "loops over tiles and K, a false scale-d first", loops=2, pending=1, zeroed=False),
    Kernel("nested_zeroed",  "loops over tiles and K, zeros first", loops=2, pending=1),
    Kernel("consumers",      "two warpgroups of three multiply, m64n256", columns=256, pending=1, consumers=2),
    Kernel("fragments",      "A converted in registers", fragments=True),
    Kernel("bf16",           "in_flight with bf16", types=("f32", "bf16", "bf16"), pending=1),
    Kernel("fp8",            "in_flight with e4m3 and e5m2", types=("f32", "e4m3", "e5m2"), pending=1),
    Kernel("s8",             "in_flight with s8", types=("s32", "s8", "s8"), pending=1),
    Kernel("peeled",         "in_flight with its first stage in front of the loop", pending=1, zeroed=False, form="peeled"),
    Kernel("tail",           "in_flight, and one more stage under a condition", pending=1, form="tail"),
    Kernel("promoted",       "each stage's result added to a sum, as with FP8", types=("f32", "e4m3", "e4m3"), zeroed=False,
           form="promoted"),
    Kernel("attention",      "Q K to registers, converted, times V, which is in flight over the back edge", pending=1,
           zeroed=False, form="attention"),
    Kernel("overlapped",     "a tile is multiplied while the one before is stored", pending=1, zeroed=False, form="overlapped"),
)}


def with_columns(kernel, columns):
    return dataclasses.replace(kernel, columns=columns)


# --------------------------------------------------------------------------------------
# The text of inline assembly
# --------------------------------------------------------------------------------------

def braces(first, count, mark):
    return "{" + ", ".join(f"{mark}{first + i}" for i in range(count)) + "}"


def multiply_text(kernel, mark, newline):
    """A multiplication. Operands: D, A (one or four), B, scale-d, and the immediates."""
    a = kernel.registers
    b = a + (4 if kernel.fragments else 1)
    operand_a = braces(a, 4, mark) if kernel.fragments else f"{mark}{a}"
    immediates = "".join(f", {mark}{b + 2 + i}" for i in range(kernel.immediates))
    return newline.join((
        "{", ".reg .pred p;", f"setp.ne.b32 p, {mark}{b + 1}, 0;",
        f"wgmma.mma_async.sync.aligned.{kernel.shape}.{'.'.join(kernel.types)} "
        f"{braces(0, kernel.registers, mark)}, {operand_a}, {mark}{b}, p{immediates};", "}", ""))


def wait_full_text(mark, newline):
    """Waits for a phase of an mbarrier. Operands: its address, the phase."""
    return newline.join(("{", ".reg .pred done;", "AGAIN:",
                         f"mbarrier.try_wait.parity.shared::cta.b64 done, [{mark}0], {mark}1;",
                         "@!done bra AGAIN;", "}", ""))


ARRIVE_TEXT = "mbarrier.arrive.shared::cta.b64 _, [{mark}0];"
REGISTERS_TEXT = "setmaxnreg.{what}.sync.aligned.u32 {count};"
SYNCHRONISATION_TEXT = "wgmma.{action}.sync.aligned{count};"
#: scale-a, scale-b, trans-a, trans-b; with A in registers there is no trans-a.
IMMEDIATES = (1, 1, 0, 0)


# --------------------------------------------------------------------------------------
# LLVM IR
# --------------------------------------------------------------------------------------

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
        operands += [f"i64 {b}", f"i32 {scale}", *(f"i32 {value}" for value in IMMEDIATES[:self.kernel.immediates])]
        # clang puts the tied inputs last; their order is that of the outputs
        inputs = operands[size:] + operands[:size]
        constraints = [f"={letter}"] * size + (["r"] * 4 if self.kernel.fragments else ["l"]) + ["l", "r"]
        constraints += ["n"] * self.kernel.immediates + [str(i) for i in range(size)]
        text = multiply_text(self.kernel, "$", "\\0A")
        result = "{ " + ", ".join(self.types()) + " }"
        struct = self.function.value(f'call {result} asm sideeffect "{text}", "{",".join(constraints)}"({", ".join(inputs)}) #0')
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
        self.name = "llvm.nvvm.wgmma.mma_async.sync.aligned." + ".".join((kernel.shape, *kernel.types,
                                                                          "v4i32" if kernel.fragments else "i64"))

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
                vector = self.function.value(f"insertelement <4 x i32> {vector}, i32 {value}, i32 {i}")
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
        return [f"declare {self.type} @{self.name}({self.type}, {self._type_of_a()}, i64, i1{immediates})",
                "declare void @llvm.nvvm.wgmma.fence.sync.aligned()",
                "declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()",
                "declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)"]

    def _type_of_a(self):
        return "<4 x i32>" if self.kernel.fragments else "i64"


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
        self.function.add(f'call void asm sideeffect "{text}", "r,r,~{{memory}}"(i32 {barrier}, i32 {phase}) #0')
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
        starts = [self._descriptor(value(f"add i32 {stage}, {tile * 8192}")) for tile in range(self.kernel.accumulators)]
        return [[value(f"add i64 {start}, {2 * step}") for step in range(STEPS)] for start in starts]

    def _stage(self, tiles, k, scale_d=None):
        """One stage of the ring buffer: its multiplications, one group. `scale_d` is the first step's."""
        tiles, value, flavour = list(tiles), self.function.value, self.flavour
        barrier, stage, address_b = self._open_stage(k)
        sources, descriptor_b = self._sources(stage), self._descriptor(address_b)
        if not scale_d:
            scale_d = "true" if self.kernel.zeroed else value(f"icmp ne i32 {k}, 0")
        flavour.synchronise("fence")
        for step in range(STEPS):
            b = value(f"add i64 {descriptor_b}, {2 * step}")
            for tile, source in enumerate(sources):
                tiles[tile] = flavour.multiply(tiles[tile], source[step], b, "true" if step else scale_d)
        flavour.synchronise("commit_group")
        flavour.synchronise("wait_group", self.kernel.pending)
        self._close_stage(barrier)
        return tiles

    def _begin(self, zeroed):
        """The accumulators before the first stage of a tile."""
        start = self.flavour.zero() if zeroed else ["poison"] * len(self.flavour.types())
        return [list(start) for _ in range(self.kernel.accumulators)]

    def _loop(self, name, limit, tiles, body):
        """A loop that carries accumulators: body(tiles, counter) gives those of the next iteration."""
        kinds = self.flavour.types()
        loop = Loop(self.function, name, [(kind, value) for tile in tiles for kind, value in zip(kinds, tile)])
        tiles = body([loop.values[i:i + len(kinds)] for i in range(0, len(loop.values), len(kinds))], loop.counter)
        loop.close(limit, [value for tile in tiles for value in tile])
        return tiles

    def over_k_plain(self):
        begin = self._begin(self.kernel.zeroed)
        return self._loop("k", "%depth", begin, self._stage) if self.kernel.loops else self._stage(begin, "0")

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
                 for kind, value, other in zip(self.flavour.types(), tile, tail)] for tile, tail in zip(tiles, others)]

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
                    pair = value(f"insertelement <2 x float> {pair}, float {value(f'fmul float {score}, {score}')}, i32 {i}")
                yield value(f"bitcast <2 x half> {value(f'fptrunc <2 x float> {pair} to <2 x half>')} to i32")

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
        for i, register in enumerate(register for tile in tiles for register in self.flavour.elements(tile)):
            self.function.add(f"store {element} {register}, ptr addrspace(1) "
                              f"{value(f'getelementptr {element}, ptr addrspace(1) {base}, i64 {i}')}, align 4")

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
            f"define void @{kernel.name}(ptr addrspace(1) %out, i32 %tiles, i32 %depth) #0 {{", "entry:",
            *self.function.lines, "}", "",
            "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()", *self.flavour.declarations(), *self.more_declarations, "",
            "attributes #0 = { convergent nounwind }", "", "!nvvm.annotations = !{!0, !1}",
            f'!0 = !{{ptr @{kernel.name}, !"kernel", i32 1}}',
            f'!1 = !{{ptr @{kernel.name}, !"maxntidx", i32 {kernel.threads}}}', ""))


FLAVOURS = {"assembly": Assembly, "intrinsics": Intrinsics}


def ir(kernel, flavour):
    """The kernel as a module of LLVM IR; flavour is a key of FLAVOURS."""
    return IRWriter(kernel, FLAVOURS[flavour]).module()


# --------------------------------------------------------------------------------------
# CUDA C++
# --------------------------------------------------------------------------------------

def statement(text, outputs="", inputs="", clobbers='"memory"'):
    quoted = "".join(f'\n      "{line}\\n"' for line in text.splitlines())
    return f"  asm volatile({quoted}\n      : {outputs}\n      : {inputs}{f' : {clobbers}' if clobbers else ''});"


def cuda_multiply(kernel):
    """The device function of a multiplication."""
    element = "int" if kernel.is_integer else "float"
    letter = "r" if kernel.is_integer else "f"
    size = kernel.registers
    outputs = ", ".join(f'"+{letter}"(d[{i}])' for i in range(size))
    a = [f'"r"(a[{i}])' for i in range(4)] if kernel.fragments else ['"l"(a)']
    inputs = ", ".join((*a, '"l"(b)', '"r"(scale_d)', *(f'"n"({value})' for value in IMMEDIATES[:kernel.immediates])))
    parameter = "const unsigned (&a)[4]" if kernel.fragments else "unsigned long long a"
    return f"""static __device__ __forceinline__ void multiply({element} (&d)[{size}], {parameter}, unsigned long long b, int scale_d) {{
{statement(multiply_text(kernel, "%", chr(10)), outputs, inputs, clobbers="")}
}}"""


def cuda_helpers(kernel):
    """Device functions around the other inline assembly."""
    element = "int" if kernel.is_integer else "float"
    letter = "r" if kernel.is_integer else "f"
    size = kernel.registers
    return f"""static __device__ __forceinline__ void keep({element} (&d)[{size}]) {{
#pragma unroll
  for (int i = 0; i < {size}; ++i)
    asm volatile("" : "+{letter}"(d[i]) : : "memory");
}}
static __device__ __forceinline__ void fence() {{ asm volatile("{SYNCHRONISATION_TEXT.format(action="fence", count="")}" : : : "memory"); }}
static __device__ __forceinline__ void commit() {{ asm volatile("{SYNCHRONISATION_TEXT.format(action="commit_group", count="")}" : : : "memory"); }}
template <int N> static __device__ __forceinline__ void wait() {{ asm volatile("{SYNCHRONISATION_TEXT.format(action="wait_group", count=" %0")}" : : "n"(N) : "memory"); }}
static __device__ __forceinline__ void wait_full(unsigned barrier, unsigned phase) {{
{statement(wait_full_text("%", chr(10)), "", '"r"(barrier), "r"(phase)')}
}}
static __device__ __forceinline__ void arrive(unsigned barrier) {{ asm volatile("{ARRIVE_TEXT.format(mark="%")}" : : "r"(barrier) : "memory"); }}
static __device__ __forceinline__ unsigned long long descriptor(unsigned address) {{ return {DESCRIPTOR}ull | (address >> 4 & 16383); }}
typedef _Float16 half2 __attribute__((ext_vector_type(2)));
typedef unsigned uint2 __attribute__((ext_vector_type(2)));
static __device__ __forceinline__ void convert(unsigned (&a)[4], unsigned address) {{
  uint2 both = *(__attribute__((address_space(3))) uint2 *)address;
#pragma unroll
  for (int i = 0; i < 4; ++i) {{
    unsigned biased = both[i / 2] >> i % 2 * 8 & 0x00ff00ff | 0x64006400;
    half2 exact = __builtin_bit_cast(half2, biased) - (half2)(_Float16)1024;
    a[i] = __builtin_bit_cast(unsigned, exact);
  }}
}}
static __device__ __forceinline__ unsigned pack(float low, float high) {{
  half2 both = {{(_Float16)low, (_Float16)high}};
  return __builtin_bit_cast(unsigned, both);
}}"""


def cuda_stage(kernel, k="k", scale_d=None, names="d"):
    """A block that is one stage; `scale_d` is the first step's, `names` begin the accumulators' names."""
    tiles = range(kernel.accumulators)
    scale_d = scale_d or ("1" if kernel.zeroed else f"{k} != 0")
    lines = [f"unsigned slot = {k} % {STAGES}, barrier = barriers + slot * 8, stage = smem + slot * {kernel.stage_bytes};",
             f"wait_full(barrier, {k} / {STAGES} & 1);",
             f"unsigned long long b = descriptor(stage + {64 * kernel.accumulators * 128});"]
    if kernel.fragments:
        lines.append(f"unsigned a[{STEPS}][4];")
        lines += [f"convert(a[{step}], stage + threadIdx.x * 8 + {step * 1024});" for step in range(STEPS)]
    else:
        lines += [f"unsigned long long a{tile} = descriptor(stage + {tile * 8192});" for tile in tiles]
    keeps = [f"keep({names}{tile});" for tile in tiles]
    lines += [*keeps, "fence();"]
    for step in range(STEPS):
        for tile in tiles:
            source = f"a[{step}]" if kernel.fragments else f"a{tile} + {2 * step}"
            lines.append(f"multiply({names}{tile}, {source}, b + {2 * step}, {'1' if step else scale_d});")
    lines += ["commit();", *keeps, f"wait<{kernel.pending}>();", "arrive(barrier);"]
    return block("", lines)


def block(head, lines, foot=""):
    return [f"{head} {{".strip(), *("  " + line for line in lines), f"}} {foot}".strip()]


def cuda_store(kernel, number, names="d"):
    size = kernel.registers
    element = "int" if kernel.is_integer else "float"
    return block("", [
        f"{element} *to = out + ({number} * {kernel.threads} + threadIdx.x) * {size * kernel.accumulators};", "#pragma unroll",
        *block(f"for (int i = 0; i < {size}; ++i)",
               [f"to[{tile * size} + i] = {names}{tile}[i];" for tile in range(kernel.accumulators)])])


def cuda_over_k(kernel):
    """The lines that leave a tile's result in d0 ...; what each form does is told beside over_k_*."""
    def loop(lines):
        return ["unsigned k = 0;", *block("do", lines, "while (++k < depth);")]
    size = kernel.registers
    if kernel.form == "plain":
        return loop(cuda_stage(kernel)) if kernel.loops else cuda_stage(kernel, "0u")
    if kernel.form == "peeled":
        return cuda_stage(kernel, "0u", "0") + loop(cuda_stage(kernel, "(k + 1)", "1"))
    if kernel.form == "tail":
        return loop(cuda_stage(kernel)) + block("if (depth & 1)", cuda_stage(kernel, "depth"))
    if kernel.form == "promoted":
        return loop([f"float part0[{size}];", *cuda_stage(kernel, scale_d="0", names="part"), "#pragma unroll",
                     f"for (int i = 0; i < {size}; ++i) d0[i] += part0[i];"])
    if kernel.form == "overlapped":
        return loop([f"float next0[{size}];", *cuda_stage(kernel, scale_d="0", names="next"), *cuda_store(kernel, "k"),
                     "#pragma unroll", f"for (int i = 0; i < {size}; ++i) d0[i] = next0[i];"])
    stage = cuda_stage(dataclasses.replace(kernel, pending=0), scale_d="0", names="scores")[1:-1]
    return loop([f"float scores0[{size}];", *stage[:-1], f"unsigned weights[{size // 8}][4];", "#pragma unroll",
                 f"for (int i = 0; i < {size}; i += 2)",
                 "  weights[i / 8][i / 2 % 4] = pack(scores0[i] * scores0[i], scores0[i + 1] * scores0[i + 1]);",
                 "keep(d0);", "fence();",
                 *(f"multiply(d0, weights[{step}], b + {1024 * step}, 1);" for step in range(size // 8)),
                 "commit();", "keep(d0);", stage[-1].strip()])


def cuda(kernel):
    """The kernel as CUDA C++ for device_only.h of the examples."""
    element = "int" if kernel.is_integer else "float"
    tiles = range(kernel.accumulators)
    start = " = {}" if kernel.zeroed or kernel.form not in ("plain", "peeled") else ""
    body = [f"{element} {', '.join(f'd{tile}[{kernel.registers}]{start}' for tile in tiles)};", *cuda_over_k(kernel)]
    body += ["wait<0>();"] if kernel.pending else []
    body += [f"keep(d{tile});" for tile in tiles]
    number = "tile" if kernel.loops == 2 else "depth" if kernel.form == "overlapped" else "0"
    body += cuda_store(kernel, number)
    if kernel.loops == 2:
        body = ["unsigned tile = 0;", *block("do", body, "while (++tile < tiles);")]
    if kernel.consumers:
        produce = [f'asm volatile("{REGISTERS_TEXT.format(what="dec", count=40)}");', "return;"]
        body = [*block("if (threadIdx.x < 128)", produce),
                f'asm volatile("{REGISTERS_TEXT.format(what="inc", count=232)}");', *body]
    prologue = ["unsigned smem = (unsigned)(size_t)(__attribute__((address_space(3))) char *)shared;",
                f"unsigned barriers = smem + {STAGES * kernel.stage_bytes};"]
    multiplications = [cuda_multiply(kernel)]
    if kernel.form == "attention":
        multiplications.append(cuda_multiply(dataclasses.replace(kernel, fragments=True)))
    head = (f'extern "C" __global__ void __launch_bounds__({kernel.threads}) '
            f"{kernel.name}({element} *out, unsigned tiles, unsigned depth)")
    return "\n".join((f"// {kernel.says}", '#include "device_only.h"', "extern __shared__ char shared[];", "",
                      *multiplications, cuda_helpers(kernel), *block(head, prologue + body), ""))


def source(kernel, flavour):
    """The kernel in IR of a flavour, or in CUDA C++."""
    return cuda(kernel) if flavour == "cuda" else ir(kernel, flavour)

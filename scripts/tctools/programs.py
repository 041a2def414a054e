# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs, as LLVM IR, whose result is the same however they are compiled and scheduled.

A kernel `@k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n)` keeps a few words in each thread.
It changes them by integer arithmetic, branches, loops, calls, mma, ldmatrix, and what the machine
has: wgmma with several accumulators and work between issue and wait, or tcgen05 with tensor memory.
At its end it stores the words. Matrices have elements 0 and 1, so that every sum is exact in any
order. There is no race in it.
"""

import random

from tctools.program_writer import ProgramWriter

MACHINES = {"ampere": "sm_80", "hopper": "sm_90a", "blackwell": "sm_100a"}
THREADS = 128
WORDS = 4  # that each thread stores
_LOOPS = 3  # %n

_DECLARATIONS = """\
target triple = "nvptx64-nvidia-cuda"
@rows = internal addrspace(3) global [2048 x i8] undef, align 128
@tiles = internal addrspace(3) global [16384 x i8] undef, align 1024
@mbarrier = internal addrspace(3) global i64 undef, align 8
@base = internal addrspace(3) global i32 undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare {F} @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare {W} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
"""
_HOPPER = """\
declare void @llvm.nvvm.fence.proxy.async.shared_cta()
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32)
"""
_BLACKWELL = """\
declare void @llvm.nvvm.fence.proxy.async.shared_cta()
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare i64 @llvm.nvvm.tcgen05.mma_smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32, i32)
"""
_FLOATS, _REGISTERS = "{ float, float, float, float }", "{ i32, i32, i32, i32 }"
_WGMMA_ASM = (
    '{ float, float, float, float } asm sideeffect "{ .reg .pred p; setp.ne.b32 p, $6, 0; '
    'wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, p, 1, 1, 0, 0; }",'
    ' "=f,=f,=f,=f,l,l,r,0,1,2,3"')


class _Program(ProgramWriter):
    def __init__(self, rng, machine):
        super().__init__(rng)
        self.machine = machine

    def matrix_work(self):
        common = [self.multiply, self.move]
        return common + {"ampere": [], "hopper": [self.multiply_by_warpgroup] * 2,
                         "blackwell": [self.multiply_in_tensor_memory]}[self.machine]

    # Matrix instructions of a warp.

    def multiply(self):
        words = [self.bits(self.pick(), shift, 0x3f80) for shift in range(6)]
        sums = ["float 0.0"] * 4
        for _ in range(self.rng.randint(1, 3)):
            product = self.call(_FLOATS, "mma.m16n8k16.row.col.bf16",
                                ", ".join([*(f"i32 {word}" for word in words), *sums]))
            sums = [f"float {self.value(f'extractvalue {_FLOATS} {product}, {i}')}"
                    for i in range(4)]
        self.put_float(self.rng.choice(sums).removeprefix("float "))

    def move(self):
        offset = self.value("mul i32 %tid, 16")
        row = self.value(f"getelementptr i8, ptr addrspace(3) @rows, i32 {offset}")
        for index in range(4):
            place = self.value(f"getelementptr i8, ptr addrspace(3) {row}, i32 {4 * index}")
            self.do(f"store i32 {self.pick()}, ptr addrspace(3) {place}")
        self.call("void", "bar.warp.sync", "i32 -1")
        loaded = self.call(_REGISTERS, "ldmatrix.sync.aligned.m8n8.x4.b16.p3",
                           f"ptr addrspace(3) {row}")
        self.call("void", "bar.warp.sync", "i32 -1")
        for index in self.rng.sample(range(4), 2):
            self.put(self.value(f"extractvalue {_REGISTERS} {loaded}, {index}"))

    # Warpgroups.

    def fill_tiles(self):
        """128 bytes of each thread, ones and zeros of f16."""
        self.call("void", "barrier0")
        offset = self.value("mul i32 %tid, 128")
        words = [self.bits(self.pick(), shift, 0x3c00) for shift in range(4)]
        for index in range(32):
            place = self.value(f"add i32 {offset}, {4 * index}")
            pointer = self.value(f"getelementptr i8, ptr addrspace(3) @tiles, i32 {place}")
            self.do(f"store i32 {self.rng.choice(words)}, ptr addrspace(3) {pointer}")
        self.call("void", "fence.proxy.async.shared_cta")
        self.call("void", "barrier0")

    def descriptor(self, family, offset):
        if family == "wgmma":
            name, last = "wgmma.smem_desc.encode", self.rng.choice(("0", "1", "2", "3"))
        else:
            name, last = "tcgen05.mma_smem_desc.encode", self.rng.choice(
                ("0, i32 0", "0, i32 2", "0, i32 4", "0, i32 6"))
        return self.call("i64", name, (
            f"ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tiles, i32 {offset}), "
            f"i32 {self.rng.choice((128, 256))}, i32 {self.rng.choice((256, 512))}, i32 0, "
            f"i32 {last}"))

    def wgmma(self, sums, descriptors, is_first):
        a, b = descriptors
        if self.rng.random() < 0.3:
            pieces = [self.value(f"extractelement <4 x float> {sums}, i32 {i}") for i in range(4)]
            result = self.value(
                f"call {_WGMMA_ASM}(i64 {a}, i64 {b}, i32 {int(not is_first)}, "
                + ", ".join(f"float {piece}" for piece in pieces) + ")")
            vector = "zeroinitializer"
            for i in range(4):
                piece = self.value(f"extractvalue {_FLOATS} {result}, {i}")
                vector = self.value(f"insertelement <4 x float> {vector}, float {piece}, i32 {i}")
            return vector
        return self.call(
            "<4 x float>", "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64",
            f"<4 x float> {sums}, i64 {a}, i64 {b}, i1 {'false' if is_first else 'true'}, i32 1, "
            "i32 1, i32 0, i32 0")

    def multiply_by_warpgroup(self):
        self.fill_tiles()
        descriptors = [(self.descriptor("wgmma", 1024 * self.rng.randrange(6)),
                        self.descriptor("wgmma", 8192 + 1024 * self.rng.randrange(6)))
                       for _ in range(2)]
        sums = ["zeroinitializer"] * self.rng.randint(1, 3)
        self.call("void", "wgmma.fence.sync.aligned")
        for step in range(self.rng.randint(1, 3)):
            for index in range(len(sums)):
                sums[index] = self.wgmma(sums[index], self.rng.choice(descriptors), step == 0)
        self.call("void", "wgmma.commit_group.sync.aligned")
        for _ in range(self.rng.randint(0, 2)):
            self.arithmetic()
        self.call("void", "wgmma.wait_group.sync.aligned", "i64 0")
        for vector in sums:
            index = self.rng.randrange(4)
            self.put_float(self.value(f"extractelement <4 x float> {vector}, i32 {index}"))

    # Tensor memory.

    def multiply_in_tensor_memory(self):
        self.fill_tiles()
        a, b = self.descriptor("tcgen05", 0), self.descriptor("tcgen05", 8192)
        columns = 16
        word = 1 << 4 | columns // 8 << 17 | 128 // 16 << 24
        issues, done = self.name(), self.name()
        is_first = self.value("icmp eq i32 %tid, 0")
        self.do(f"br i1 {is_first}, label %{issues}, label %{done}")
        self.begin(issues)
        for step in range(self.rng.randint(1, 3)):
            self.call("void", "tcgen05.mma.shared",
                      f"ptr addrspace(6) %tensor, i64 {a}, i64 {b}, i32 {word}, "
                      f"i1 {'true' if step else 'false'}, i32 0, i32 1, i32 0")
        self.call("void", "tcgen05.commit.shared.cg1", "ptr addrspace(3) @mbarrier")
        self.do(f"br label %{done}")
        self.begin(done)
        head, after = self.name(), self.name()
        parity = self.value("load i32, ptr %parity")
        self.do(f"br label %{head}")
        self.begin(head)
        waited = self.call("i1", "mbarrier.try.wait.parity.scope.cta.space.cta",
                           f"ptr addrspace(3) @mbarrier, i32 {parity}")
        self.do(f"br i1 {waited}, label %{after}, label %{head}")
        self.begin(after)
        self.do(f"store i32 {self.value(f'xor i32 {parity}, 1')}, ptr %parity")
        self.call("void", "tcgen05.fence.after.thread.sync")
        address = self.value(f"add i32 %lanes, {self.rng.randrange(columns)}")
        pointer = self.value(f"inttoptr i32 {address} to ptr addrspace(6)")
        loaded = self.call("i32", "tcgen05.ld.32x32b.x1", f"ptr addrspace(6) {pointer}, i1 false")
        self.call("void", "tcgen05.wait.ld")
        self.put_float(self.value(f"bitcast i32 {loaded} to float"))
        self.call("void", "tcgen05.fence.before.thread.sync")
        self.call("void", "barrier0")
        self.call("void", "tcgen05.fence.after.thread.sync")

    def allocate(self):
        self.do("%parity = alloca i32")
        self.do("store i32 0, ptr %parity")
        self.do("%warp = lshr i32 %tid, 5")
        self.do("%allocates = icmp eq i32 %warp, 0")
        self.do("br i1 %allocates, label %allocation, label %allocated")
        self.begin("allocation")
        self.call("void", "tcgen05.alloc.shared.cg1", "ptr addrspace(3) @base, i32 32")
        self.call("void", "tcgen05.relinq.alloc.permit.cg1")
        self.do("%starts = icmp eq i32 %tid, 0")
        self.do("br i1 %starts, label %starting, label %allocated")
        self.begin("starting")
        self.call("void", "mbarrier.init.shared", "ptr addrspace(3) @mbarrier, i32 1")
        self.call("void", "fence.proxy.async.shared_cta")
        self.do("br label %allocated")
        self.begin("allocated")
        self.call("void", "tcgen05.fence.before.thread.sync")
        self.call("void", "barrier0")
        self.call("void", "tcgen05.fence.after.thread.sync")
        self.do("%address = load i32, ptr addrspace(3) @base")
        self.do("%tensor = inttoptr i32 %address to ptr addrspace(6)")
        self.do("%shifted = shl i32 %warp, 21")
        self.do("%lanes = add i32 %address, %shifted")

    def free(self):
        self.call("void", "tcgen05.fence.before.thread.sync")
        self.call("void", "barrier0")
        self.do("br i1 %allocates, label %freeing, label %freed")
        self.begin("freeing")
        self.call("void", "tcgen05.dealloc.cg1", "ptr addrspace(6) %tensor, i32 32")
        self.do("br label %freed")
        self.begin("freed")

    def text(self):
        self.do("%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
        for index in range(WORDS):
            element = self.value(f"add i32 %tid, {index * THREADS}")
            place = self.value(f"getelementptr i32, ptr addrspace(1) %in, i32 {element}")
            self.state.append(self.value(f"load i32, ptr addrspace(1) {place}"))
        if self.machine == "blackwell":
            self.allocate()
        self.work(2, True)
        self.matrix_work()[-1]()
        self.work(1, True)
        if self.machine == "blackwell":
            self.free()
        for index, word in enumerate(self.state):
            element = self.value(f"add i32 %tid, {index * THREADS}")
            place = self.value(f"getelementptr i32, ptr addrspace(1) %out, i32 {element}")
            self.do(f"store i32 {word}, ptr addrspace(1) {place}")
        return "\n".join([
            *self.functions,
            "define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {",
            *self.lines, "  ret void", "}", ""])


def make(seed, machine):
    """The text of a module."""
    program = _Program(random.Random(seed), machine).text()
    declarations = (_DECLARATIONS + {"ampere": "", "hopper": _HOPPER,
                                     "blackwell": _BLACKWELL}[machine])
    return (declarations.replace("{F}", _FLOATS).replace("{W}", _REGISTERS) + program
            + "!nvvm.annotations = !{!0}\n"
            f'!0 = !{{ptr @k, !"maxntidx", i32 {THREADS}}}\n')


#: How a program is run, except for its file and where its result goes.
RUN = ["--entry", "k", "--block", str(THREADS), "--arg", f"in=u32[{WORDS * THREADS}]:bits",
       "--arg", f"out=u32[{WORDS * THREADS}]:zeros", "--arg", f"u32:{_LOOPS}"]

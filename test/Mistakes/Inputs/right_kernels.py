#!/usr/bin/env python3
# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels by chance that are right: right_kernels.py SEED COUNT hopper|blackwell

Prints a module. Blocks have one to three warpgroups. Branches select whole warps, whole warpgroups
or whole blocks, and in these are ldmatrix, mma and stmatrix, where whole warpgroups are together
wgmma, loops, and branches of single threads without matrix instructions. On Blackwell a warp
allocates tensor memory, one thread multiplies, everybody waits and loads, the warp deallocates. No
check may say anything.
"""

import random
import sys

_DECLARATIONS = """\
target triple = "nvptx64-nvidia-cuda"
@tiles = internal addrspace(3) global [65536 x i8] undef, align 1024
@rows = internal addrspace(3) global [16384 x i8] undef, align 16
@mbarriers = internal addrspace(3) global [16 x i64] undef, align 8
@base = internal addrspace(3) global i32 undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare { i32, i1 } @llvm.nvvm.elect.sync(i32)
declare void @llvm.nvvm.barrier0()
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3), i32)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3), i32)
"""
_OF = {"hopper": """\
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32)
""", "blackwell": """\
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
"""}
_FLOATS, _WORDS = "{ float, float, float, float }", "{ i32, i32, i32, i32 }"


class Kernel:
    def __init__(self, chance, name, machine):
        self.chance, self.machine = chance, machine
        self.warps = 4 * chance.randint(1, 3)
        self.count, self.block = 0, "entry"
        self.lines = [f"define ptx_kernel void @{name}(ptr addrspace(1) %p, i32 %n, i64 %a, i64 %b)"
                      " {", "entry:"]

    # Instructions and blocks.

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def do(self, text):
        self.lines.append("  " + text)

    def value(self, text):
        name = "%" + self.name()
        self.do(f"{name} = {text}")
        return name

    def call(self, result, name, operands):
        text = f"call {result} @llvm.nvvm.{name}({operands})"
        return self.do(text) if result == "void" else self.value(text)

    def begin(self, block):
        self.lines.append(block + ":")
        self.block = block

    def go(self, block):
        self.do(f"br label %{block}")
        self.begin(block)

    def choose(self, condition, then, otherwise=None):
        """`then` under a condition, in all others `otherwise`."""
        inside, outside, after = self.name(), self.name(), self.name()
        self.do(f"br i1 {condition}, label %{inside}, label %{outside}")
        self.begin(inside)
        then()
        self.do(f"br label %{after}")
        self.begin(outside)
        if otherwise:
            otherwise()
        self.go(after)

    def loop(self, body):
        head, before, index, following = self.name(), self.block, self.name(), self.name()
        self.go(head)
        place = len(self.lines)
        body()
        self.lines.insert(place, f"  %{index} = phi i32 [ 0, %{before} ], "
                                 f"[ %{following}, %{self.block} ]")
        self.do(f"%{following} = add i32 %{index}, 1")
        more, after = self.value(f"icmp slt i32 %{following}, %n"), self.name()
        self.do(f"br i1 {more}, label %{head}, label %{after}")
        self.begin(after)

    # What kernels consist of.

    def find_place(self):
        self.do("%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
        self.do("%cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
        self.do("%lane = and i32 %tid, 31")
        shifted = self.value("lshr i32 %tid, 5")
        self.do(self.chance.choice((
            f"%warp = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 {shifted}, i32 0, i32 31)",
            f"%warp = add i32 {shifted}, 0")))

    def pick(self, of_warps):
        """A condition that is the same for a warp, or, without `of_warps`, for a warpgroup."""
        conditions = [f"icmp slt i32 %n, {self.chance.randrange(100)}",
                      f"icmp eq i32 %cta, {self.chance.randrange(4)}"]
        if self.warps > 4:
            conditions.append(f"icmp {self.chance.choice(('ult', 'uge'))} i32 %warp, "
                              f"{4 * self.chance.randrange(1, self.warps // 4)}")
        if of_warps:
            conditions.append(f"icmp eq i32 %warp, {self.chance.randrange(self.warps)}")
        return self.value(self.chance.choice(conditions))

    def pick_thread(self):
        """A condition that is true of one thread of a warp."""
        if self.chance.random() < 0.5:
            return self.value(f"icmp eq i32 %lane, {self.chance.randrange(32)}")
        elected = self.call("{ i32, i1 }", "elect.sync", "i32 -1")
        return self.value(f"extractvalue {{ i32, i1 }} {elected}, 1")

    def multiply(self):
        offset = self.value("mul i32 %lane, 16")
        row = self.value(f"getelementptr i8, ptr addrspace(3) @rows, i32 {offset}")
        loaded = self.call(_WORDS, "ldmatrix.sync.aligned.m8n8.x4.b16.p3",
                           f"ptr addrspace(3) {row}")
        words = [f"i32 {self.value(f'extractvalue {_WORDS} {loaded}, {i}')}" for i in range(4)]
        product = self.call(_FLOATS, "mma.m16n8k16.row.col.bf16",
                            ", ".join([*words, *words[:2], *["float 0.0"] * 4]))
        element = self.value(f"extractvalue {_FLOATS} {product}, {self.chance.randrange(4)}")
        word = self.value(f"bitcast float {element} to i32")
        self.call("void", "stmatrix.sync.aligned.m8n8.x1.b16.p3",
                  f"ptr addrspace(3) {row}, i32 {word}")

    def multiply_by_warpgroup(self):
        swizzle = self.chance.randrange(4)
        descriptors = [self.call("i64", "wgmma.smem_desc.encode", (
            "ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tiles, i32 "
            f"{1024 * self.chance.randrange(32)}), i32 16, i32 1024, i32 0, i32 {swizzle}"))
                       for _ in range(2)]
        self.call("void", "wgmma.fence.sync.aligned", "")
        sum_, scale = "zeroinitializer", "false"
        for _ in range(self.chance.randint(1, 3)):
            sum_ = self.call(
                "<4 x float>", "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64",
                f"<4 x float> {sum_}, i64 {descriptors[0]}, i64 {descriptors[1]}, i1 {scale}, "
                "i32 1, i32 1, i32 0, i32 0")
            scale = "true"
        self.call("void", "wgmma.commit_group.sync.aligned", "")
        self.call("void", "wgmma.wait_group.sync.aligned", "i64 0")
        place = self.value("getelementptr [16 x i8], ptr addrspace(1) %p, i32 %tid")
        self.do(f"store <4 x float> {sum_}, ptr addrspace(1) {place}")

    def add_work(self, in_warps, depth):
        """`in_warps`: not all warps of a warpgroup are here."""
        for _ in range(self.chance.randint(1, 3)):
            kind = self.chance.random()
            if depth == 0 or kind < 0.4:
                has_warpgroup = self.machine == "hopper" and not in_warps
                (self.multiply_by_warpgroup if has_warpgroup and self.chance.random() < 0.5
                 else self.multiply)()
            elif kind < 0.7:
                of_warps = in_warps or self.chance.random() < 0.5

                def work(of_warps=of_warps):
                    self.add_work(of_warps, depth - 1)

                self.choose(self.pick(of_warps), work, self.chance.choice((None, work)))
            elif kind < 0.85:
                self.loop(lambda: self.add_work(in_warps, depth - 1))
            else:
                self.choose(self.pick_thread(), lambda: self.do("store i32 1, ptr addrspace(1) %p"))

    def synchronize(self):
        self.call("void", "tcgen05.fence.before.thread.sync", "")
        self.call("void", "barrier0", "")
        self.call("void", "tcgen05.fence.after.thread.sync", "")

    def issue(self, d, columns, mbarrier):
        descriptor = 1 << 4 | columns // 8 << 17 | 128 // 16 << 24

        def multiply():
            for _ in range(self.chance.randint(1, 3)):
                self.call("void", "tcgen05.mma.shared",
                          f"ptr addrspace(6) {d}, i64 %a, i64 %b, i32 {descriptor}, i1 false, i32 0,"
                          " i32 1, i32 0")

        self.loop(multiply) if self.chance.random() < 0.5 else multiply()
        self.call("void", "tcgen05.commit.shared.cg1", mbarrier)

    def wait(self, mbarrier):
        head, after = self.name(), self.name()
        self.go(head)
        done = self.call("i1", "mbarrier.try.wait.parity.scope.cta.space.cta",
                         f"{mbarrier}, i32 0")
        self.do(f"br i1 {done}, label %{after}, label %{head}")
        self.begin(after)
        self.call("void", "tcgen05.fence.after.thread.sync", "")

    def load(self, base, columns):
        lanes = self.value(f"shl i32 {self.value('and i32 %warp, 3')}, 21")
        words = []
        for _ in range(self.chance.randint(1, 3)):
            address = self.value(f"add i32 {self.value(f'add i32 {base}, {lanes}')}, "
                                 f"{self.chance.randrange(columns)}")
            pointer = self.value(f"inttoptr i32 {address} to ptr addrspace(6)")
            words.append(self.call("i32", "tcgen05.ld.32x32b.x1",
                                   f"ptr addrspace(6) {pointer}, i1 false"))
        self.call("void", "tcgen05.wait.ld", "")
        for word in words:
            place = self.value("getelementptr i32, ptr addrspace(1) %p, i32 %tid")
            self.do(f"store i32 {word}, ptr addrspace(1) {place}")

    def use_tensor_memory(self):
        allocated = self.chance.choice((32, 64, 128, 256))
        columns = self.chance.choice([n for n in (16, 32, 64, 128, 256) if n <= allocated])
        owner, issuer = self.chance.randrange(self.warps), self.chance.randrange(self.warps)
        mbarrier = ("ptr addrspace(3) getelementptr (i64, ptr addrspace(3) @mbarriers, "
                    f"i32 {self.chance.randrange(16)})")

        def allocate():
            self.call("void", "tcgen05.alloc.shared.cg1",
                      f"ptr addrspace(3) @base, i32 {allocated}")
            self.call("void", "tcgen05.relinq.alloc.permit.cg1", "")

        self.choose(self.value(f"icmp eq i32 %warp, {owner}"), allocate)
        self.synchronize()
        base = self.value("load i32, ptr addrspace(3) @base")
        d = self.value(f"inttoptr i32 {base} to ptr addrspace(6)")
        self.choose(self.value(f"icmp eq i32 %warp, {issuer}"), lambda: self.choose(
            self.pick_thread(), lambda: self.issue(d, columns, mbarrier)))
        self.wait(mbarrier)
        self.load(base, columns)
        self.synchronize()
        self.choose(self.value(f"icmp eq i32 %warp, {owner}"), lambda: self.call(
            "void", "tcgen05.dealloc.cg1", f"ptr addrspace(6) {d}, i32 {allocated}"))

    def text(self):
        self.find_place()
        if self.machine == "blackwell":
            self.use_tensor_memory()
        self.add_work(in_warps=False, depth=2)
        return "\n".join([*self.lines, "  ret void", "}"])


def main():
    seed, count, machine = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    chance = random.Random(seed)
    kernels = [Kernel(chance, f"k{number}", machine) for number in range(count)]
    print(_DECLARATIONS + _OF[machine])
    for kernel in kernels:
        print(kernel.text())
    print(f"!nvvm.annotations = !{{{', '.join(f'!{n}' for n in range(count))}}}")
    for number, kernel in enumerate(kernels):
        print(f'!{number} = !{{ptr @k{number}, !"maxntidx", i32 {32 * kernel.warps}}}')


if __name__ == "__main__":
    main()

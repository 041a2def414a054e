# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs, as LLVM IR, with wgmma that is synchronised right, or nearly.

A kernel `@k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n)` has some accumulators, of which a
fragment of A may be made, and a word. It issues, fences, commits, waits, reads and writes, straight
and in a loop of %n trips, and stores the word. All threads do the same. Shared memory has its tiles
before; nobody changes them.
"""

import random

THREADS = 128
_VECTOR = "<4 x float>"
_HEAD = """\
target triple = "nvptx64-nvidia-cuda"
@tiles = internal addrspace(3) global [4096 x i8] undef, align 1024
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.fence.proxy.async.shared_cta()
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3), i32, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64(<4 x float>, i64, i64, i1, i32, i32, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32.i64(<4 x float>, i64, i64, i1, i32, i32)
declare <4 x float> @llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.v4i32(<4 x float>, <4 x i32>, i64, i1, i32, i32, i32)
"""
_BEGIN = """\
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %offset = mul i32 %tid, 32
  %own = getelementptr i8, ptr addrspace(3) @tiles, i32 %offset
  store <8 x i32> <i32 15360, i32 15360, i32 15360, i32 15360, i32 15360, i32 15360, i32 15360, i32 15360>, ptr addrspace(3) %own
  call void @llvm.nvvm.fence.proxy.async.shared_cta()
  call void @llvm.nvvm.barrier0()
  %b = call i64 @llvm.nvvm.wgmma.smem_desc.encode(ptr addrspace(3) @tiles, i32 128, i32 128, i32 0, i32 0)
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %word = load i32, ptr addrspace(1) %from
  %small = and i32 %word, 15
  %number = uitofp i32 %small to float
"""


class _Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines, self.count, self.block = [], 0, "entry"
        self.word = "%number"
        self.sums = [self.vector(_VECTOR, "float", "%number")
                     for _ in range(self.rng.randint(1, 3))]
        self.fragment = self.vector("<4 x i32>", "i32", "%word")
        self.is_orderly = self.rng.random() < 0.8

    def do(self, text):
        self.lines.append("  " + text)

    def value(self, text):
        self.count += 1
        self.do(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def vector(self, kind, element, value):
        result = "poison"
        for index in range(4):
            result = self.value(f"insertelement {kind} {result}, {element} {value}, i32 {index}")
        return result

    def call(self, name, operands=""):
        self.do(f"call void @llvm.nvvm.wgmma.{name}.sync.aligned({operands})")

    # What a program does.

    def fence(self):
        self.call("fence")

    def commit(self):
        self.call("commit_group")

    def wait(self):
        self.call("wait_group", f"i64 {self.rng.choice((0, 0, 1))}")

    def issue(self):
        index = self.rng.randrange(len(self.sums))
        given, kind = f"{_VECTOR} {self.sums[index]}", self.rng.random()
        name = "m64n8k16.f32.f16.f16.i64"
        operands = "i64 %b, i64 %b, i1 true, i32 1, i32 1, i32 0, i32 0"
        if kind < 0.1:
            name = "m64n8k8.f32.tf32.tf32.i64"
            operands = "i64 %b, i64 %b, i1 true, i32 1, i32 1"
        elif kind < 0.35:
            name = "m64n8k16.f32.f16.f16.v4i32"
            operands = f"<4 x i32> {self.fragment}, i64 %b, i1 true, i32 1, i32 1, i32 0"
        self.sums[index] = self.value(
            f"call {_VECTOR} @llvm.nvvm.wgmma.mma_async.sync.aligned.{name}({given}, {operands})")

    def read(self):
        element = self.value(f"extractelement {_VECTOR} {self.rng.choice(self.sums)}, "
                             f"i32 {self.rng.randrange(4)}")
        self.word = self.value(f"fadd float {self.word}, {element}")

    def write(self):
        index, place = self.rng.randrange(len(self.sums)), self.rng.randrange(4)
        new = self.value(f"fadd float {self.word}, 1.0")
        self.sums[index] = self.value(
            f"insertelement {_VECTOR} {self.sums[index]}, float {new}, i32 {place}")

    def change_fragment(self):
        bits = self.value(f"bitcast float {self.word} to i32")
        self.fragment = self.value(f"insertelement <4 x i32> {self.fragment}, i32 {bits}, "
                                   f"i32 {self.rng.randrange(4)}")

    def stage(self):
        """Events as they ought to be, or nearly."""
        steps = [self.fence, *[self.issue] * self.rng.randint(1, 2), self.commit, self.wait]
        wrong = self.rng.randrange(3 * len(steps))
        for index, step in enumerate(steps):
            if index != wrong:
                step()
        if self.rng.random() < 0.5:
            self.read()

    def events(self):
        if self.is_orderly:
            for _ in range(self.rng.randint(1, 2)):
                if self.rng.random() < 0.3:
                    self.rng.choice((self.write, self.change_fragment, self.read))()
                self.stage()
            return
        for _ in range(self.rng.randint(1, 9)):
            self.rng.choice((self.fence, self.commit, self.wait, self.issue, self.issue,
                                self.read, self.write, self.change_fragment))()

    def loop(self):
        self.do("br label %loop")
        before = [("i32", "0"), ("float", self.word), ("<4 x i32>", self.fragment),
                  *((_VECTOR, s) for s in self.sums)]
        self.lines.append("loop:")
        place = len(self.lines)
        names = [f"%p{index}" for index in range(len(before))]
        self.word, self.fragment, self.sums = names[1], names[2], names[3:]
        self.events()
        following = self.value("add i32 %p0, 1")
        after = [following, self.word, self.fragment, *self.sums]
        self.lines[place:place] = [
            f"  {name} = phi {kind} [ {first}, %entry ], [ {last}, %loop ]"
            for name, (kind, first), last in zip(names, before, after)]
        more = self.value(f"icmp slt i32 {following}, %n")
        self.do(f"br i1 {more}, label %loop, label %after")
        self.lines.append("after:")

    def text(self):
        has_loop = self.rng.random() < 0.5
        if not has_loop or self.rng.random() < 0.5:
            self.events()
        if has_loop:
            self.loop()
            if self.rng.random() < 0.5:
                self.events()
        if self.is_orderly:
            self.call("wait_group", "i64 0")
        for _ in range(2):
            self.read()
        place = self.value("getelementptr float, ptr addrspace(1) %out, i32 %tid")
        self.do(f"store float {self.word}, ptr addrspace(1) {place}")
        return "\n".join([_HEAD + _BEGIN + "\n".join(self.lines), "  ret void", "}",
                          "!nvvm.annotations = !{!0}",
                          f'!0 = !{{ptr @k, !"maxntidx", i32 {THREADS}}}', ""])


def make(seed):
    """The text of a module."""
    return _Program(seed).text()


def run_options(trips):
    """How a program is run, except for its file."""
    return ["--entry", "k", "--block", str(THREADS), "--arg", f"u32[{THREADS}]:uniform,0,99",
            "--arg", f"u32[{THREADS}]:zeros", "--arg", f"u32:{trips}"]

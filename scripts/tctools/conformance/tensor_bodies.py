# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of tcgen05 in LLVM IR: shared memory and tensor memory of a CTA, or of a pair of them,
are filled from the input; one thread multiplies, copies or shifts, or all load or store; tensor
memory is the output, and what was loaded.
"""

import re

THREADS = 128
SHARED_WORDS, MEMORY_WORDS = 40, 256  # of a thread, of shared memory and of its lane
#: Columns of tensor memory where operands begin.
_COLUMNS = {"d": 0, "metadata": 256, "scale_a": 288, "scale_b": 320, "a": 352}
#: Words behind them; disabled lanes are eight.
_SCALARS = ["a", "b", "idesc", "enable_input_d", "zero_column_mask", "address",
            "disable_output_lane"]
_FIRST_REGISTER = SHARED_WORDS + MEMORY_WORDS + len(_SCALARS) + 7

#: Functions of all kernels of a CTA group.
_FUNCTIONS = """
@done = internal addrspace(3) global i64 undef
@place = internal addrspace(3) global i32 undef

define internal void @fill(ptr addrspace(1) %from, i32 %lanes) convergent noinline {{
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %source = getelementptr [128 x i64], ptr addrspace(1) %from, i32 %i
  %word = load i64, ptr addrspace(1) %source
  %pair = bitcast i64 %word to <2 x i32>
  %column = shl i32 %i, 1
  %address = add i32 %lanes, %column
  %to = inttoptr i32 %address to ptr addrspace(6)
  call void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6) %to, <2 x i32> %pair, i1 false)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, {memory_words}
  br i1 %more, label %loop, label %end
end:
  call void @llvm.nvvm.tcgen05.wait.st()
  ret void
}}

define internal void @dump(ptr addrspace(1) %to, i32 %lanes) convergent noinline {{
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %column = shl i32 %i, 1
  %address = add i32 %lanes, %column
  %from = inttoptr i32 %address to ptr addrspace(6)
  %pair = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %from, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %word = bitcast <2 x i32> %pair to i64
  %place = getelementptr [128 x i64], ptr addrspace(1) %to, i32 %i
  store i64 %word, ptr addrspace(1) %place
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, {memory_words}
  br i1 %more, label %loop, label %end
end:
  ret void
}}
"""
_OF_GROUP = """
define internal i32 @begin_cg{group}(ptr addrspace(1) %in) convergent noinline {{
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr [128 x i64], ptr addrspace(1) %in, i32 %i
  %word = load i64, ptr addrspace(1) %from
  %to = getelementptr [128 x i64], ptr addrspace(3) @shared, i32 %i, i32 %tid
  store i64 %word, ptr addrspace(3) %to
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, {shared_words}
  br i1 %more, label %loop, label %copied
copied:
  call void @llvm.nvvm.fence.proxy.async.shared_cta()
  %is.warp0 = icmp ult i32 %tid, 32
  {together}
  br i1 %is.warp0, label %allocate, label %allocated
allocate:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg{group}(ptr addrspace(3) @place, i32 512)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg{group}()
  %is.thread0 = icmp eq i32 %tid, 0
  br i1 %is.thread0, label %init, label %allocated
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @done, i32 1)
  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()
  br label %allocated
allocated:
  {barrier}
  %taddr = load i32, ptr addrspace(3) @place
  %warp = and i32 %tid, 96
  %lane = shl i32 %warp, 16
  %lanes = add i32 %taddr, %lane
  %memory = getelementptr [128 x i64], ptr addrspace(1) %in, i32 {shared_words}
  call void @fill(ptr addrspace(1) %memory, i32 %lanes)
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  {barrier}
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  ret i32 %taddr
}}

define internal void @end_cg{group}(ptr addrspace(1) %out, i32 %taddr) convergent noinline {{
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %wait
wait:
  %is.done = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.{scope}.space.cta(ptr addrspace(3) @done, i32 0)
  br i1 %is.done, label %done, label %wait
done:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %warp = and i32 %tid, 96
  %lane = shl i32 %warp, 16
  %lanes = add i32 %taddr, %lane
  call void @dump(ptr addrspace(1) %out, i32 %lanes)
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  {barrier}
  %is.warp0 = icmp ult i32 %tid, 32
  br i1 %is.warp0, label %free, label %end
free:
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %memory = inttoptr i32 %taddr to ptr addrspace(6)
  call void @llvm.nvvm.tcgen05.dealloc.cg{group}(ptr addrspace(6) %memory, i32 512)
  br label %end
end:
  ret void
}}
"""
_BARRIERS = {1: "call void @llvm.nvvm.barrier0()",
             2: "call void @llvm.nvvm.barrier.cluster.arrive.aligned()\n"
                "  call void @llvm.nvvm.barrier.cluster.wait.aligned()"}
# A pair allocates when both of its blocks run.
_TOGETHER = {1: "", 2: _BARRIERS[2]}
_SCOPES = {1: "cta", 2: "cluster"}
_CALL = re.compile(r"call (.*) @(llvm\.[\w.]+)\((.*)\)")


def group_of(kernel):
    """CTAs that work together."""
    return kernel.immediates.get("cta-group") or int(kernel.variant.word("cta_group")[-1:] or 1)


def _declarations(text):
    for result, callee, operands in _CALL.findall(text):
        kinds = re.findall(r"(?:^|, )(ptr addrspace\(\d\)|<[^>]*>|i\d+)", operands)
        yield f"declare {result} @{callee}({', '.join(kinds)})"


def functions(groups):
    """(declarations, text) of what the kernels call."""
    if not groups:
        return set(), ""
    text = _FUNCTIONS.format(memory_words=MEMORY_WORDS) + "".join(
        _OF_GROUP.format(group=group, shared_words=SHARED_WORDS, barrier=_BARRIERS[group],
                         together=_TOGETHER[group], scope=_SCOPES[group])
        for group in sorted(groups))
    return set(_declarations(text)), text


class _Kernel:
    """What all bodies have: the begin, an instruction of one thread, the end."""

    def __init__(self, kernel, body, in_registers=0, out_registers=0):
        self.variant, self.immediates, self.body = kernel.variant, kernel.immediates, body
        self.group = group_of(kernel)
        self.words = _FIRST_REGISTER + in_registers
        self.out_words = MEMORY_WORDS + out_registers
        own = body.word_pointer("in", self.words, 0)
        self.taddr = body.add(f"call i32 @begin_cg{self.group}(ptr addrspace(1) {own})")
        first = SHARED_WORDS + MEMORY_WORDS
        self.scalars = [word for _, word in body.load_words(["i64"] * (_FIRST_REGISTER - first),
                                                            self.words, first)]

    def tensor_pointer(self, *offsets):
        place = self.taddr
        for offset in offsets:
            place = self.body.add(f"add i32 {place}, {offset}")
        return self.body.add(f"inttoptr i32 {place} to ptr addrspace(6)")

    def scalar(self, name, kind="i32"):
        word = self.scalars[_SCALARS.index(name)]
        return word if kind == "i64" else self.body.add(f"trunc i64 {word} to {kind}")

    def descriptor(self, name):
        address = self.body.add("ptrtoint ptr addrspace(3) @shared to i64")
        start = self.body.add(f"lshr i64 {address}, 4")
        return self.body.add(f"add i64 {self.scalar(name, 'i64')}, {start}")

    def immediate(self, argument):
        return argument.type, str(self.immediates[argument.name.replace("_", "-")])

    def by_one_thread(self, operands=None):
        """Thread 0 of the CTA, of a pair that of the one with the even rank, calls the intrinsic, if
        it is of one thread, and commits."""
        body, done = self.body, ("ptr addrspace(3)", "@done")
        rank = body.add(f"and i32 {body.block}, {self.group - 1}")
        number = body.add(f"or i32 {rank}, {body.lane}")
        issues = body.add(f"icmp eq i32 {number}, 0")
        body.lines += [f"  br i1 {issues}, label %issue, label %issued", "issue:"]
        if operands:
            body.call("void", self.variant.name, operands)
        if self.group == 1:
            body.call("void", "llvm.nvvm.tcgen05.commit.shared.cg1", [done])
        else:
            body.call("void", "llvm.nvvm.tcgen05.commit.mc.shared.cg2", [done, ("i16", "3")])
        body.lines += ["  br label %issued", "issued:"]

    def end(self, registers=()):
        for index, (kind, value) in enumerate(registers):
            word = self.body.add(f"zext {kind} {value} to i64")
            self.body.store("i64", word, self.body.word_pointer("out", self.out_words,
                                                                MEMORY_WORDS + index))
        result = self.body.word_pointer("out", self.out_words, 0)
        self.body.lines.append(
            f"  call void @end_cg{self.group}(ptr addrspace(1) {result}, i32 {self.taddr})")


def _mma_operand(k, argument):
    """The value of an argument of the multiplication."""
    name, kind = argument.name, argument.type
    if argument.is_immediate:
        return k.immediate(argument)
    if kind == "ptr addrspace(6)":
        return kind, k.tensor_pointer(_COLUMNS[name])
    if name in ("a", "b"):
        return kind, k.descriptor(name)
    if name == "disable_output_lane":
        first, count = _SCALARS.index(name), int(kind.strip("<>").split(" x ")[0])
        words = [("i32", k.body.add(f"trunc i64 {word} to i32"))
                 for word in k.scalars[first:first + count]]
        return k.body.vector(kind, words)
    return kind, k.scalar(name, kind)


def _mma_body(kernel, body):
    k = _Kernel(kernel, body)
    k.by_one_thread([_mma_operand(k, a) for a in kernel.variant.arguments])
    k.end()


def _copy_body(kernel, body):
    """tcgen05.cp and .shift."""
    k = _Kernel(kernel, body)
    operands = [("ptr addrspace(6)", k.tensor_pointer(k.scalar("address")))]
    if kernel.variant.family == "tcgen05.cp":
        operands.append(("i64", k.descriptor("a")))
    k.by_one_thread(operands)
    k.end()


def _count(kind):
    """32-bit registers of a type."""
    return int(kind.strip("<>").split(" x ")[0]) if kind.startswith("<") else 1


def _access_body(kernel, body):
    """tcgen05.ld and .st."""
    data = {a.name: a.type for a in kernel.variant.arguments}.get("data")
    results = kernel.variant.results
    k = _Kernel(kernel, body, _count(data) if data else 0, sum(map(_count, results)))
    warp = body.add(f"and i32 {body.lane}, 96")
    lanes = body.add(f"shl i32 {warp}, 16")
    operands = []
    for argument in kernel.variant.arguments:
        if argument.is_immediate:
            operands.append(k.immediate(argument))
        elif argument.name == "data":
            words = body.load_words(["i32"] * _count(data), k.words, _FIRST_REGISTER)
            operands.append(words[0] if data == "i32" else body.vector(data, words))
        else:
            operands.append((argument.type, k.tensor_pointer(lanes, k.scalar("address"))))
    loaded = body.invoke(kernel.variant, operands)
    body.call("void", "llvm.nvvm.tcgen05.wait.ld" if results else "llvm.nvvm.tcgen05.wait.st", [])
    registers = []
    for kind, value in loaded:
        if kind == "i32":
            registers.append((kind, value))
        elif kind == "float":
            registers.append(("i32", body.add(f"bitcast float {value} to i32")))
        else:
            registers += body.registers(kind, value, _count(kind))
    k.by_one_thread()
    k.end(registers)


BODIES = {"tcgen05.mma": _mma_body, "tcgen05.cp": _copy_body, "tcgen05": _copy_body,
          "tcgen05.ld/st": _access_body}

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of variants in LLVM IR.

mma.sync and wgmma: a thread loads its operand registers (of wgmma, shared memory too), multiplies,
stores its result registers. ldmatrix and stmatrix: through shared memory, at offsets that the host
chooses. wmma: loads, multiplication and store, all in global memory. tcgen05:
tensor_bodies.py. What a kernel's buffers hold is told in NVPTXTensorCore/Tools/Conformance/KernelTests.h.
"""

from tctools.conformance import tensor_bodies
from tctools.conformance.kernels import WMMA

WORD_BYTES = 8      # of a word in a kernel's buffers
LANES, WARPGROUP = 32, 128  # threads of a block
SHARED_WORDS = 8    # of a lane, of shared memory
WGMMA_WORDS_OF_A = 8  # of a thread of a warpgroup, of shared memory
MATRIX_BYTES = 4096  # of a matrix in memory
#: As much shared memory as any kernel needs.
SHARED_BYTES = (WGMMA_WORDS_OF_A + 256 // 8) * WARPGROUP * WORD_BYTES


class Body:
    """The instructions of a kernel."""

    def __init__(self, threads):
        self.threads = threads
        self.lines = []
        self.names = 0
        self.declarations = set()
        self.lane = self.call("i32", "llvm.nvvm.read.ptx.sreg.tid.x", [])
        self.block = self.call("i32", "llvm.nvvm.read.ptx.sreg.ctaid.x", [])

    def add(self, instruction):
        self.names += 1
        self.lines.append(f"  %v{self.names} = {instruction}")
        return f"%v{self.names}"

    def call(self, result, callee, operands):
        kinds = ", ".join(kind for kind, _ in operands)
        self.declarations.add(f"declare {result} @{callee}({kinds})")
        listed = ", ".join(f"{kind} {value}" for kind, value in operands)
        text = f"call {result} @{callee}({listed})"
        if result == "void":
            self.lines.append(f"  {text}")
            return None
        return self.add(text)

    def barrier(self):
        self.call("void", "llvm.nvvm.barrier0", [])

    def word_pointer(self, buffer, words, index):
        """Where a lane's word is, in the part of a buffer that belongs to the block."""
        return self.add(f"getelementptr [{words} x [{self.threads} x i64]], "
                        f"ptr addrspace(1) %{buffer}, i32 {self.block}, i32 {index}, "
                        f"i32 {self.lane}")

    def load(self, kind, pointer, space=1):
        return self.add(f"load {kind}, ptr addrspace({space}) {pointer}")

    def store(self, kind, value, pointer, space=1):
        self.lines.append(f"  store {kind} {value}, ptr addrspace({space}) {pointer}")

    def load_words(self, kinds, words, first=0):
        return [(kind, self.load(kind, self.word_pointer("in", words, first + index))) for index,
                kind in enumerate(kinds)]

    def invoke(self, variant, operands, space=None):
        """Calls a variant; (type, value) of each of its result's registers."""
        suffix = "" if space is None else f".p{space}"
        value = self.call(variant.result, variant.name + suffix, operands)
        if len(variant.results) < 2:
            return [(kind, value) for kind in variant.results]
        return [(kind, self.add(f"extractvalue {variant.result} {value}, {index}")) for index,
                kind in enumerate(variant.results)]

    def store_words(self, registers):
        for index, (kind, value) in enumerate(registers):
            self.store(kind, value, self.word_pointer("out", len(registers), index))

    def shared_pointer(self, index):
        return self.add(f"getelementptr [{self.threads} x i64], ptr addrspace(3) @shared, "
                        f"i32 {index}, i32 {self.lane}")

    def fill_shared(self, count, words):
        for index in range(count):
            self.store("i64", self.load("i64", self.word_pointer("in", words, index)),
                       self.shared_pointer(index), space=3)

    def vector(self, kind, registers):
        """A vector of 32-bit registers."""
        whole = f"<{len(registers)} x i32>"
        value = "poison"
        for index, (_, register) in enumerate(registers):
            value = self.add(f"insertelement {whole} {value}, i32 {register}, i32 {index}")
        return kind, value if kind == whole else self.add(f"bitcast {whole} {value} to {kind}")

    def registers(self, kind, value, count):
        """The reverse."""
        whole = f"<{count} x i32>"
        value = value if kind == whole else self.add(f"bitcast {kind} {value} to {whole}")
        return [("i32", self.add(f"extractelement {whole} {value}, i32 {index}"))
                for index in range(count)]


def _mma_body(kernel, body):
    variant = kernel.variant
    operands = body.load_words(variant.registers_in, len(variant.registers_in))
    if kernel.selector is not None:
        place = [a.name for a in variant.arguments].index("selector")
        operands.insert(place, ("i32", str(kernel.selector)))
    body.store_words(body.invoke(variant, operands))


def _matrix_move_body(kernel, body):
    """Shared memory as the input has it; the instruction at the lane's offset; for a store,
    shared memory as it is then."""
    variant = kernel.variant
    words = SHARED_WORDS + 1 + len(variant.registers_in)
    body.fill_shared(SHARED_WORDS, words)
    (_, offset), = body.load_words(["i32"], words, SHARED_WORDS)
    registers = body.load_words(variant.registers_in, words, SHARED_WORDS + 1)
    row = body.add(f"getelementptr i8, ptr addrspace(3) @shared, i32 {offset}")
    body.barrier()
    results = body.invoke(variant, [("ptr addrspace(3)", row), *registers], space=3)
    if variant.results:
        body.store_words(results)
        return
    body.barrier()
    body.store_words([("i64", body.load("i64", body.shared_pointer(index), space=3))
                      for index in range(SHARED_WORDS)])


def _wgmma_body(kernel, body):
    variant = kernel.variant
    accumulators, = variant.results
    n, in_registers = variant.shape[1], bool(variant.word("residency"))
    count = n // 4 if "half" in accumulators else n // 2
    shared = (0 if in_registers else WGMMA_WORDS_OF_A) + n // 8
    descriptors, fragment, metadata = (1 if in_registers else 2, 4 if in_registers else 0,
                                       int(bool(variant.selectors)))
    words = shared + descriptors + 1 + count + fragment + metadata
    body.fill_shared(shared, words)
    address = body.add("ptrtoint ptr addrspace(3) @shared to i64")
    start = body.add(f"lshr i64 {address}, 4")
    *described, (_, scale_d) = body.load_words(["i64"] * (descriptors + 1), words, shared)
    described = [("i64", body.add(f"add i64 {word}, {start}")) for _, word in described]
    first = shared + descriptors + 1
    d = body.vector(accumulators, body.load_words(["i32"] * count, words, first))
    a = [body.vector("<4 x i32>",
                     body.load_words(["i32"] * fragment, words, first
                                     + count))] if in_registers else []
    operands = [d, *a, *described,
                *body.load_words(["i32"] * metadata, words, first + count + fragment)]
    if variant.selectors:
        operands.append(("i32", str(kernel.selector)))
    operands.append(("i1", body.add(f"icmp ne i64 {scale_d}, 0")))
    operands += [("i32", str(value)) for value in kernel.immediates.values()]
    body.call("void", "llvm.nvvm.fence.proxy.async.shared_cta", [])
    body.barrier()
    body.call("void", "llvm.nvvm.wgmma.fence.sync.aligned", [])
    result = body.call(accumulators, variant.name, operands)
    body.call("void", "llvm.nvvm.wgmma.commit_group.sync.aligned", [])
    elements, element = accumulators.strip("<>").split(" x ")
    suffix = f"v{elements}" + {"float": "f32", "half": "f16"}.get(element, element)
    result = body.call(accumulators, f"llvm.nvvm.wgmma.wait_group.sync.aligned.{suffix}",
                       [("i64", "0"), (accumulators, result)])
    body.store_words(body.registers(accumulators, result, count))


def _wmma_body(kernel, body):
    def memory(buffer, matrices, index):
        return body.add(f"getelementptr [{matrices} x [{MATRIX_BYTES} x i8]], "
                        f"ptr addrspace(1) %{buffer}, i32 {body.block}, i32 {index}")

    def move(operand, pointer, registers=()):
        step = kernel.steps[operand]
        stride = [("i32", str(step.stride))] if step.stride else []
        return body.invoke(step.variant, [("ptr addrspace(1)", pointer), *registers, *stride],
                           space=1)

    multiplies = "mma" in kernel.steps
    loaded = {operand: move(operand, memory("in", 3, index))
              for index, operand in enumerate("abc") if operand in kernel.steps}
    result = loaded["c"]
    if multiplies:
        result = body.invoke(kernel.steps["mma"].variant,
                             [*loaded["a"], *loaded["b"], *loaded["c"]])
    move("d", memory("out", 1, 0), result)


def _body(kernel):
    is_tensor = kernel.variant.family in tensor_bodies.BODIES
    body = Body(tensor_bodies.THREADS if is_tensor else
                WARPGROUP if kernel.variant.family == "wgmma.mma_async" else LANES)
    if is_tensor:
        tensor_bodies.BODIES[kernel.variant.family](kernel, body)
    elif kernel.variant.family == "wgmma.mma_async":
        _wgmma_body(kernel, body)
    elif kernel.variant.family in WMMA:
        _wmma_body(kernel, body)
    elif kernel.variant.family in ("ldmatrix", "stmatrix"):
        _matrix_move_body(kernel, body)
    else:
        _mma_body(kernel, body)
    return body


def module_ir(kernels):
    groups = {k.name: tensor_bodies.group_of(k) for k in kernels
              if k.variant.family in tensor_bodies.BODIES}
    declarations, shared_functions = tensor_bodies.functions(set(groups.values()))
    defined = []
    for kernel in kernels:
        body = _body(kernel)
        declarations |= body.declarations
        defined.append(f"define ptx_kernel void @{kernel.name}(ptr addrspace(1) %in, "
                       f"ptr addrspace(1) %out) {{\n" + "\n".join(body.lines)
                       + "\n  ret void\n}\n")
    clusters = [f'!{{ptr @{name}, !"cluster_dim_x", i32 2}}'
                for name, group in groups.items() if group == 2]
    metadata = [f"!{number} = {text}" for number, text in enumerate(clusters)]
    listed = ", ".join(f"!{number}" for number in range(len(clusters)))
    return "\n".join(['target triple = "nvptx64-nvidia-cuda"',
                      f"@shared = internal addrspace(3) global [{SHARED_BYTES} x i8] undef, "
                      "align 1024",
                      *sorted(declarations), shared_functions, *defined,
                      f"!nvvm.annotations = !{{{listed}}}", *metadata, ""])

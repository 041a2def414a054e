# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Main loops of Hopper GEMMs, which compilers are compared with: what each is like.

wgmma_ir.py writes them in LLVM IR, with intrinsics or inline assembly, and wgmma_cuda.py in CUDA
C++. The kernels differ in what is in flight when: KERNELS names them, and with_columns changes the
size of one's accumulators. They are made to be compiled and looked at; the matrices' layout in
shared memory is plausible, and nobody fills it. Here is also the text of inline assembly.
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
    consumers: int = 0           # warpgroups that multiply, next to one that would load
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


# The text of inline assembly

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

# ===-- tiles.py - kernels with as many accumulators as are asked for -------===#
#
# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Usage: tiles.py KERNEL...

Prints LLVM IR with one kernel for each NAME:TILES:SHAPE:ANNOTATION=NUMBER,... Each has TILES
tiles of mma.m16n8k16, 4 f32 accumulators a thread each. SHAPE says where the multiplications are:
    loop        in a loop that carries all accumulators around
    straight    one after the other, all results stored at the end
    inc         in such a loop, behind a setmaxnreg.inc to 232
"""

import sys

STRUCT = "{float, float, float, float}"
HEAD = f"""target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare {STRUCT} @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float)
"""


def load(name, offset):
    return (f"  %{name}.p = getelementptr i8, ptr addrspace(1) %q, i32 {offset}\n"
            f"  %{name} = load volatile <2 x half>, ptr addrspace(1) %{name}.p\n")


def tile(number, is_loop):
    first = 4 * number
    text = "".join(load(f"b{number}.{k}", 4096 + 512 * number + 128 * k) for k in range(2))
    c = ", ".join(f"float %c{first + k}" if is_loop else "float 0.0" for k in range(4))
    a = ", ".join(f"<2 x half> %a{k}" for k in range(4))
    b = ", ".join(f"<2 x half> %b{number}.{k}" for k in range(2))
    text += (f"  %m{number} = call {STRUCT} @llvm.nvvm.mma.m16n8k16.row.col.f32.f32"
             f"({a}, {b}, {c})\n")
    return text + "".join(
        f"  %d{first + k} = extractvalue {STRUCT} %m{number}, {k}\n" for k in range(4))


def kernel(name, tiles, shape):
    is_loop, count = shape != "straight", 4 * tiles
    text = f"define ptx_kernel void @{name}(ptr addrspace(1) %p, i32 %n) {{\nentry:\n"
    if shape == "inc":
        text += "  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)\n"
    text += "  br label %body\nbody:\n"
    if is_loop:
        text += "  %i = phi i32 [0, %entry], [%next, %body]\n"
        text += "".join(f"  %c{k} = phi float [0.0, %entry], [%d{k}, %body]\n"
                        for k in range(count))
    index = "%i" if is_loop else "%n"
    text += f"  %q = getelementptr [65536 x i8], ptr addrspace(1) %p, i32 {index}\n"
    text += "".join(load(f"a{k}", 128 * k) for k in range(4))
    text += "".join(tile(number, is_loop) for number in range(tiles))
    if is_loop:
        text += ("  %next = add i32 %i, 1\n  %again = icmp slt i32 %next, %n\n"
                 "  br i1 %again, label %body, label %exit\n")
    else:
        text += "  br label %exit\n"
    text += "exit:\n"
    for k in range(count):
        text += (f"  %s{k} = getelementptr float, ptr addrspace(1) %p, i32 {32 * k}\n"
                 f"  store float %d{k}, ptr addrspace(1) %s{k}\n")
    return text + "  ret void\n}\n"


def annotations(name, words):
    pairs = [word.split("=") for word in words.split(",") if word]
    return f"!{{ptr @{name}" + "".join(f', !"{key}", i32 {value}' for key, value in pairs) + "}"


def main(arguments):
    kernels = [argument.split(":") for argument in arguments]
    print(HEAD + "".join(kernel(name, int(tiles), shape) for name, tiles, shape, _ in kernels))
    print("!nvvm.annotations = !{" + ", ".join(f"!{i}" for i in range(len(kernels))) + "}")
    for i, (name, _, _, words) in enumerate(kernels):
        print(f"!{i} = {annotations(name, words)}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Kernels with setmaxnreg and .maxntid alone: entry_grid.py write TARGET | compare WARNINGS SAID.

A kernel's name says what ptxas 13.0 does with its setmaxnreg. `compare` holds llc's warnings and
what ptxas said against the names.
"""

import re
import sys

HEADER = """target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()
declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64)
declare void @llvm.nvvm.tcgen05.wait.ld()"""
INCREASE = "  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 240)"

# Kind, threads, the largest N (or count of registers) that is ignored, the first that is heeded.
WGMMA = [("f32", 224, 200, 208), ("f32", 320, 136, 144), ("f32", 384, 104, 112),
         ("f32", 448, 88, 96), ("f32", 512, 72, 80), ("f32", 640, 40, 48), ("f32", 1024, 8, 16),
         ("f16", 384, 208, 224), ("f16", 1024, 16, 32), ("fragment", 384, 96, 104),
         ("sparse", 384, 104, 112), ("inline", 384, 104, 112)]
LOADS = [("load", 256, 64, 128), ("load", 384, 32, 64), ("load", 1024, 8, 16)]


def call(lines, result, name, operands):
    """A call of an intrinsic, with its declaration."""
    types = ", ".join(operand.rsplit(" ", 1)[0] for operand in operands)
    lines.add(f"declare {result} @{name}({types})")
    return f"  %d = call {result} @{name}({', '.join(operands)})"


def write_wgmma(declarations, kind, n):
    element, count = ("half", n // 2) if kind == "f16" else ("float", n // 2)
    vector = f"<{count} x {element}>"
    if kind == "inline":
        results = ", ".join(f"${i}" for i in range(count))
        tied = ",".join(str(i) for i in range(count))
        values = ", ".join(f"float %c{i}" for i in range(count))
        parts = [f"  %c{i} = extractelement {vector} %c, i32 {i}" for i in range(count)]
        struct = "{" + ", ".join(["float"] * count) + "}"
        text = (f"wgmma.mma_async.sync.aligned.m64n{n}k16.f32.f16.f16 {{{results}}}, "
                f"${count}, ${count + 1}, 1, 1, 1, 0, 0;")
        outputs = ",".join(["=f"] * count)
        multiply = parts + [f'  %d = call {struct} asm sideeffect "{text}", '
                            f'"{outputs},l,l,{tied}"(i64 %a, i64 %b, {values})']
        stored = struct
    else:
        name = f"llvm.nvvm.wgmma.mma_async.{'sp.' if kind == 'sparse' else ''}sync.aligned.m64n{n}"
        name += f"k{32 if kind == 'sparse' else 16}.{'f16' if kind == 'f16' else 'f32'}.f16.f16"
        operands = [f"{vector} %c", "<4 x i32> %f" if kind == "fragment" else "i64 %a", "i64 %b"]
        operands += ["i32 %m", "i32 0"] if kind == "sparse" else []
        operands += ["i1 true", "i32 1", "i32 1"] + ["i32 0"] * (1 if kind == "fragment" else 2)
        suffix = "v4i32" if kind == "fragment" else "i64"
        multiply = [call(declarations, vector, f"{name}.{suffix}", operands)]
        stored = vector
    return [f"  %c = load {vector}, ptr %p", "  %f = load <4 x i32>, ptr %p",
            "  %m = trunc i64 %a to i32",
            "  call void @llvm.nvvm.wgmma.fence.sync.aligned()", *multiply,
            "  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()",
            "  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)",
            f"  store {stored} %d, ptr %p"]


def write_load(declarations, count):
    load = call(declarations, f"<{count} x i32>", f"llvm.nvvm.tcgen05.ld.32x32b.x{count}",
                ["ptr addrspace(6) %t", "i1 false"])
    return ["  %s = trunc i64 %a to i32", "  %t = inttoptr i32 %s to ptr addrspace(6)", load,
            "  call void @llvm.nvvm.tcgen05.wait.ld()", f"  store <{count} x i32> %d, ptr %p"]


def write(target):
    declarations, kernels, annotations = set(), [], []
    for kind, threads, ignored, heeded in WGMMA if target == "sm_90a" else LOADS:
        for fate, size in (("ignored", ignored), ("heeded", heeded)):
            name = f"{fate}_{kind}_{threads}_{size}"
            body = (write_load(declarations, size) if kind == "load"
                    else write_wgmma(declarations, kind, size))
            kernels += [f"define ptx_kernel void @{name}(ptr %p, i64 %a, i64 %b) {{", INCREASE,
                        *body, "  ret void", "}"]
            annotations.append(f'!{{ptr @{name}, !"maxntidx", i32 {threads}}}')
    numbers = ", ".join(f"!{i}" for i in range(len(annotations)))
    print("\n".join([HEADER, *sorted(declarations), *kernels, f"!nvvm.annotations = !{{{numbers}}}",
                     *(f"!{i} = {text}" for i, text in enumerate(annotations))]))


def compare(warnings, said):
    text = open(said).read()
    kernels = dict(re.findall(r"Compiling entry function '(\w+)'.*?Used (\d+) registers", text, re.S))
    warned = set(re.findall(r"in function (\w+) .*C7508", open(warnings).read()))
    ignored = {name for name in kernels if name.startswith("ignored_")}
    faults = [f"warned of {name}" for name in warned - ignored]
    faults += [f"no warning of {name}" for name in ignored - warned if "_inline_" not in name]
    if text.count("(C7508)") != len(ignored):
        faults.append(f"ptxas says C7508 {text.count('(C7508)')} times, not {len(ignored)}")
    # Who heeds it compiles for all that the launch bounds leave, a multiple of 8.
    faults += [f"{name}: {used} registers" for name, used in kernels.items()
               if (int(used) % 8 == 0) == (name in ignored)]
    print("\n".join(faults) or f"{len(kernels)} kernels")
    return 1 if faults or not kernels else 0


if __name__ == "__main__":
    sys.exit(write(sys.argv[2]) if sys.argv[1] == "write" else compare(*sys.argv[2:]))

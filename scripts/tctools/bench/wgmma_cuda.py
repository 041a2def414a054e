# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Main loops of Hopper GEMMs in CUDA C++, with inline assembly as templates for Hopper have it."""

import dataclasses

from tctools.bench.wgmma_kernels import (
    ARRIVE_TEXT, DESCRIPTOR, IMMEDIATES, REGISTERS_TEXT, STAGES, STEPS, SYNCHRONISATION_TEXT,
    multiply_text, wait_full_text)


def statement(text, outputs="", inputs="", clobbers='"memory"'):
    quoted = "".join(f'\n      "{line}\\n"' for line in text.splitlines())
    return (f"  asm volatile({quoted}\n      : {outputs}\n"
            f"      : {inputs}{f' : {clobbers}' if clobbers else ''});")


def cuda_multiply(kernel):
    """The device function of a multiplication."""
    element = "int" if kernel.is_integer else "float"
    letter = "r" if kernel.is_integer else "f"
    size = kernel.registers
    outputs = ", ".join(f'"+{letter}"(d[{i}])' for i in range(size))
    a = [f'"r"(a[{i}])' for i in range(4)] if kernel.fragments else ['"l"(a)']
    inputs = ", ".join((*a, '"l"(b)', '"r"(scale_d)',
                        *(f'"n"({value})' for value in IMMEDIATES[:kernel.immediates])))
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
    """A block that is one stage; `scale_d` is the first step's; `names` begin accumulators' names."""
    tiles = range(kernel.accumulators)
    scale_d = scale_d or ("1" if kernel.zeroed else f"{k} != 0")
    lines = [f"unsigned slot = {k} % {STAGES}, barrier = barriers + slot * 8, "
             f"stage = smem + slot * {kernel.stage_bytes};",
             f"wait_full(barrier, {k} / {STAGES} & 1);",
             f"unsigned long long b = descriptor(stage + {64 * kernel.accumulators * 128});"]
    if kernel.fragments:
        lines.append(f"unsigned a[{STEPS}][4];")
        lines += [f"convert(a[{step}], stage + threadIdx.x * 8 + {step * 1024});"
                  for step in range(STEPS)]
    else:
        lines += [f"unsigned long long a{tile} = descriptor(stage + {tile * 8192});"
                  for tile in tiles]
    keeps = [f"keep({names}{tile});" for tile in tiles]
    lines += [*keeps, "fence();"]
    for step in range(STEPS):
        for tile in tiles:
            source = f"a[{step}]" if kernel.fragments else f"a{tile} + {2 * step}"
            lines.append(f"multiply({names}{tile}, {source}, b + {2 * step}, "
                         f"{'1' if step else scale_d});")
    lines += ["commit();", *keeps, f"wait<{kernel.pending}>();", "arrive(barrier);"]
    return block("", lines)


def block(head, lines, foot=""):
    return [f"{head} {{".strip(), *("  " + line for line in lines), f"}} {foot}".strip()]


def cuda_store(kernel, number, names="d"):
    size = kernel.registers
    element = "int" if kernel.is_integer else "float"
    return block("", [
        f"{element} *to = out + ({number} * {kernel.threads} + threadIdx.x) * "
        f"{size * kernel.accumulators};", "#pragma unroll",
        *block(f"for (int i = 0; i < {size}; ++i)",
               [f"to[{tile * size} + i] = {names}{tile}[i];"
                for tile in range(kernel.accumulators)])])


def cuda_over_k(kernel):
    """The lines that leave a tile's result in d0 ...; over_k_* tells what each form does."""
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
        return loop([f"float part0[{size}];", *cuda_stage(kernel, scale_d="0", names="part"),
                     "#pragma unroll",
                     f"for (int i = 0; i < {size}; ++i) d0[i] += part0[i];"])
    if kernel.form == "overlapped":
        return loop([f"float next0[{size}];", *cuda_stage(kernel, scale_d="0", names="next"),
                     *cuda_store(kernel, "k"),
                     "#pragma unroll", f"for (int i = 0; i < {size}; ++i) d0[i] = next0[i];"])
    stage = cuda_stage(dataclasses.replace(kernel, pending=0), scale_d="0", names="scores")[1:-1]
    return loop([f"float scores0[{size}];", *stage[:-1], f"unsigned weights[{size // 8}][4];",
                 "#pragma unroll",
                 f"for (int i = 0; i < {size}; i += 2)",
                 "  weights[i / 8][i / 2 % 4] = pack(scores0[i] * scores0[i], "
                 "scores0[i + 1] * scores0[i + 1]);",
                 "keep(d0);", "fence();",
                 *(f"multiply(d0, weights[{step}], b + {1024 * step}, 1);"
                   for step in range(size // 8)),
                 "commit();", "keep(d0);", stage[-1].strip()])


def cuda(kernel):
    """The kernel as CUDA C++ for device_only.h of the examples."""
    element = "int" if kernel.is_integer else "float"
    tiles = range(kernel.accumulators)
    start = " = {}" if kernel.zeroed or kernel.form not in ("plain", "peeled") else ""
    body = [f"{element} {', '.join(f'd{tile}[{kernel.registers}]{start}' for tile in tiles)};",
            *cuda_over_k(kernel)]
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
    prologue = ["unsigned smem = (unsigned)(size_t)(__attribute__((address_space(3))) char "
                "*)shared;",
                f"unsigned barriers = smem + {STAGES * kernel.stage_bytes};"]
    multiplications = [cuda_multiply(kernel)]
    if kernel.form == "attention":
        multiplications.append(cuda_multiply(dataclasses.replace(kernel, fragments=True)))
    head = (f'extern "C" __global__ void __launch_bounds__({kernel.threads}) '
            f"{kernel.name}({element} *out, unsigned tiles, unsigned depth)")
    return "\n".join((f"// {kernel.says}", '#include "device_only.h"',
                      "extern __shared__ char shared[];", "",
                      *multiplications, cuda_helpers(kernel), *block(head, prologue + body), ""))

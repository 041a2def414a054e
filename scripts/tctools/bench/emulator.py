# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures ptx-run: thread instructions and multiply-adds per second, without and with checks.

Each kernel is a loop. It runs with two numbers of rounds, and the differences are what counts, so
that the start of the program does not. Of several runs the shortest is taken: others of the machine
only make it longer. A loop that is too short for that has more rounds. One thread's time is that of
the processor, that of several is the clock's.
"""

import re
import resource
import tempfile
import time
from pathlib import Path

from tctools import cli, toolchain

SHARED = ("build",)

_MODULE = """\
.version 8.7
.target sm_90a
.address_size 64
.shared .align 1024 .b8 tile[32768];
.visible .entry k(.param .u32 rounds, .param .u64 out) .reqntid 128
{{
  .reg .pred %p<4>;
  .reg .b32 %r<32>;
  .reg .f32 %f<80>;
  .reg .b64 %rd<8>;
  ld.param.u32 %r1, [rounds];
  ld.param.u64 %rd1, [out];
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %ctaid.x;
  mad.lo.u32 %r4, %r3, 128, %r2;
  mul.wide.u32 %rd2, %r4, 4;
  add.s64 %rd1, %rd1, %rd2;
{before}
  mov.u32 %r5, 0;
loop:
{body}
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, %r1;
  @%p1 bra loop;
{after}
  st.global.u32 [%rd1], %r6;
  ret;
}}
"""
_FILL = """\
  shl.b32 %r7, %r2, 8;
  mov.u32 %r8, tile;
  add.u32 %r9, %r8, %r7;
  mov.u32 %r6, 0;
""" + "".join(f"  st.shared.u32 [%r9+{4 * i}], 0x3c003c00;\n" for i in range(64)) + """\
  fence.proxy.async.shared::cta;
  bar.sync 0;
"""
_SUMS = "".join(f"  mov.f32 %f{i}, 0f00000000;\n" for i in range(64))
_WORDS = "".join(f"  mov.u32 %r{i}, 0x3f803f80;\n" for i in range(10, 16))
_MMA = "".join(
    "  mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
    f"{{%f{i}, %f{i + 1}, %f{i + 2}, %f{i + 3}}}, {{%r10, %r11, %r12, %r13}}, {{%r14, %r15}}, "
    f"{{%f{i}, %f{i + 1}, %f{i + 2}, %f{i + 3}}};\n" for i in range(0, 64, 4))
_WGMMA = """\
  shr.u32 %r10, %r8, 4;
  and.b32 %r10, %r10, 16383;
  cvt.u64.u32 %rd3, %r10;
  or.b64 %rd3, %rd3, 0x4000004000010000;
""", ("  wgmma.fence.sync.aligned;\n" + (
    "  wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {"
    + ", ".join(f"%f{i}" for i in range(64)) + "}, %rd3, %rd3, 1, 1, 1, 0, 0;\n") * 4
    + "  wgmma.commit_group.sync.aligned;\n  wgmma.wait_group.sync.aligned 0;\n")
_INTEGERS = "".join(
    f"  mad.lo.u32 %r6, %r6, %r2, {i};\n  xor.b32 %r10, %r6, %r5;\n  shr.u32 %r11, %r10, 3;\n"
    "  add.u32 %r6, %r11, %r6;\n" for i in range(8))
_FLOATS = "".join(f"  fma.rn.f32 %f{i}, %f{i}, %f16, %f17;\n  add.f32 %f{i}, %f{i}, %f18;\n"
                  for i in range(16))
_MEMORY = "".join(f"  ld.shared.v4.u32 {{%r10, %r11, %r12, %r13}}, [%r9+{16 * i}];\n"
                  "  add.u32 %r6, %r6, %r12;\n" f"  st.shared.u32 [%r9+{16 * i}], %r11;\n"
                  for i in range(8))

#: What a loop has: (before it, in it, after it); rounds.
KERNELS = {
    "integers": ("  mov.u32 %r6, 1;\n", _INTEGERS, "", 2000),
    "floats": (_SUMS, _FLOATS, "  mov.b32 %r6, %f1;\n", 2000),
    "shared memory": (_FILL, _MEMORY, "", 1000),
    "mma.m16n8k16 bf16": (_SUMS + _WORDS, _MMA, "  mov.b32 %r6, %f1;\n", 200),
    "wgmma.m64n128k16 f16": (_SUMS + _FILL + _WGMMA[0], _WGMMA[1], "  mov.b32 %r6, %f1;\n", 20),
}
_COUNTS = re.compile(r"(\d+) instructions of threads, (\d+) of warps, (\d+) multiply-adds")


RUNS = 3  # of which the shortest is taken
MIN_SECONDS = 0.4  # that the rounds between two measurements take
MAX_GROWTH = 64  # of the rounds, before they are as they are


def _processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run_once(command, clock):
    """The seconds of one run."""
    start = clock()
    result = toolchain.run(command)
    seconds = clock() - start
    if result.returncode:
        raise cli.NotRun(f"ptx-run: {toolchain.first_lines(result.stdout + result.stderr)}")
    return seconds


def count(command):
    """(instructions of threads, multiply-adds). Statistics take time, and are not timed."""
    result = toolchain.run([*command, "--statistics"])
    counts = _COUNTS.search(result.stdout)
    if result.returncode or not counts:
        raise cli.NotRun(f"ptx-run: {toolchain.first_lines(result.stdout + result.stderr)}")
    return int(counts[1]), int(counts[3])


def measure(ptx_run, module, rounds, blocks, threads, *options):
    """(instructions of threads, multiply-adds) a second."""
    clock = _processor_seconds if threads == 1 else time.perf_counter

    def shortest(number):
        command = [ptx_run, module, "--entry=k", f"--grid={blocks}", "--block=128",
                   f"--arg=u32:{number}", f"--arg=out=u32[{128 * blocks}]:zeros",
                   f"--threads={threads}", *options]
        return (min(run_once(command, clock) for _ in range(RUNS)), *count(command))
    first, *before = shortest(rounds)
    for growth in (2 ** power for power in range(1, MAX_GROWTH.bit_length())):
        second, *after = shortest(rounds + growth * rounds)
        if second - first >= MIN_SECONDS:
            return [(b - a) / (second - first) for a, b in zip(before, after)]
    raise cli.NotRun(f"{growth + 1} times {rounds} rounds take no {MIN_SECONDS} s more than "
                     f"{rounds}: {second:.2f} s and {first:.2f} s")


def add_options(parser):
    parser.add_argument("--blocks", type=int, default=4, metavar="N")
    parser.add_argument("--threads", type=int, default=2, metavar="N", help="of the host")


def run(options):
    ptx_run = toolchain.built_tool("ptx-run", options.build_dir)
    ways = {"without checks": (1, "--no-checks"), "with checks": (1,),
            f"without, {options.threads} threads": (options.threads, "--no-checks"),
            f"with, {options.threads} threads": (options.threads,)}
    print("millions a second: instructions of threads, multiply-adds")
    print(f"{'':22}" + "".join(f"{way:>24}" for way in ways))
    with tempfile.TemporaryDirectory() as folder:
        for name, (before, body, after, rounds) in KERNELS.items():
            module = Path(folder) / "kernel.ptx"
            module.write_text(_MODULE.format(before=before, body=body, after=after))
            line = f"{name:22}"
            for flags in ways.values():
                instructions, products = measure(ptx_run, module, rounds, options.blocks, *flags)
                line += f"{instructions / 1e6:>12.1f}{products / 1e6:>12.1f}"
            print(line, flush=True)
    return cli.FINE

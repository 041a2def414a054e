# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules of any size, each of a shape that is hard on some pass: for `bench growth`.

A shape is a function of a number n, which gives the lines of a module. growth_wgmma.py has those
of wgmma.
"""

from tctools.bench.growth_wgmma import TRIPLE

_MARK = "@llvm.nvvm.tcgen05"


# mma

_MMA = "@llvm.nvvm.mma.m8n8k16.row.col.s8"


def _mma_kernel(body):
    return [TRIPLE, f"declare {{i32, i32}} {_MMA}(i32, i32, i32, i32)",
            "define ptx_kernel void @k(ptr %p, i32 %a, i32 %b, i32 %n) {", "entry:", *body, "}"]


def _mma(i, x, y):
    return [f"  %d{i} = call {{i32, i32}} {_MMA}(i32 %a, i32 %b, i32 {x}, i32 {y})",
            f"  %x{i} = extractvalue {{i32, i32}} %d{i}, 0",
            f"  %y{i} = extractvalue {{i32, i32}} %d{i}, 1"]


def mma_chain(n):
    body, x, y = [], "0", "0"
    for i in range(n):
        body += _mma(i, x, y)
        x, y = f"%x{i}", f"%y{i}"
    return _mma_kernel([*body, f"  store i32 {x}, ptr %p", "  ret void"])


def mma_in_flight(n):
    """Many accumulators alive at once."""
    body = [line for i in range(n) for line in _mma(i, f"{i}", "0")]
    body += [f"  store volatile i32 %{v}{i}, ptr %p" for i in range(n) for v in "xy"]
    return _mma_kernel([*body, "  ret void"])


def mma_blocks(n):
    """Each under a condition, and all of them a chain."""
    body, x = ["  br label %b0"], "0"
    for i in range(n):
        body += [f"b{i}:"]
        if i:
            body += [f"  %q{i} = phi i32 [ {x}, %b{i - 1} ], [ %x{i - 1}, %c{i - 1} ]"]
            x = f"%q{i}"
        body += [f"  %t{i} = icmp eq i32 %n, {i}", f"  br i1 %t{i}, label %c{i}, label %b{i + 1}",
                 f"c{i}:", *_mma(i, x, "0"),
                 f"  br label %b{i + 1}"]
    return _mma_kernel([*body, f"b{n}:",
                        f"  %z = phi i32 [ {x}, %b{n - 1} ], [ %x{n - 1}, %c{n - 1} ]",
                        "  store i32 %z, ptr %p", "  ret void"])


def mma_switch(n):
    body = ["  switch i32 %n, label %done [", *(f"    i32 {i * 7}, label %c{i}" for i in range(n)),
            "  ]"]
    for i in range(n):
        body += [f"c{i}:", *_mma(i, i, "0"), "  br label %done"]
    cases = "".join(f", [ %x{i}, %c{i} ]" for i in range(n))
    return _mma_kernel([*body, "done:", f"  %z = phi i32 [ 0, %entry ]{cases}",
                        "  store i32 %z, ptr %p", "  ret void"])


# tcgen05

_TRY_WAIT = "@llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta"
_TCGEN05 = f"""declare void {_MARK}.alloc.shared.cg1(ptr addrspace(3), i32)
declare void {_MARK}.dealloc.cg1(ptr addrspace(6), i32)
declare void {_MARK}.relinq.alloc.permit.cg1()
declare void {_MARK}.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32 immarg, i32 immarg, i32 immarg)
declare <4 x i32> {_MARK}.ld.32x32b.x4(ptr addrspace(6), i1 immarg)
declare void {_MARK}.st.32x32b.x4(ptr addrspace(6), <4 x i32>, i1 immarg)
declare void {_MARK}.wait.ld()
declare void {_MARK}.wait.st()
declare void {_MARK}.commit.shared.cg1(ptr addrspace(3))
declare i1 {_TRY_WAIT}(ptr addrspace(3), i32)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
@slot = internal addrspace(3) global i32 undef
@complete = internal addrspace(3) global i64 undef""".splitlines()
_BEGIN = f"""entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 32
  br i1 %c, label %allocate, label %allocated
allocate:
  call void {_MARK}.alloc.shared.cg1(ptr addrspace(3) @slot, i32 128)
  call void {_MARK}.relinq.alloc.permit.cg1()
  br label %allocated
allocated:
  call void @llvm.nvvm.barrier0()
  %d = load ptr addrspace(6), ptr addrspace(3) @slot
  br label %b0""".splitlines()
_END = f"""  %first = icmp eq i32 %t, 0
  br i1 %first, label %commit, label %wait
commit:
  call void {_MARK}.commit.shared.cg1(ptr addrspace(3) @complete)
  br label %wait
wait:
  %over = call i1 {_TRY_WAIT}(ptr addrspace(3) @complete, i32 0)
  br i1 %over, label %end, label %wait
end:
  call void @llvm.nvvm.barrier0()
  br i1 %c, label %free, label %freed
free:
  call void {_MARK}.dealloc.cg1(ptr addrspace(6) %d, i32 128)
  br label %freed
freed:
  ret void""".splitlines()
_ISSUE = (f"  call void {_MARK}.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %a, i32 69207184, "
          "i1 true, i32 0, i32 1, i32 0)")
_WAIT = f"  call void {_MARK}.wait.ld()"


def _module(functions):
    return [TRIPLE, *_TCGEN05, *functions]


def _kernel(body, name="k"):
    """A kernel that is given its tensor memory."""
    return [f"define ptx_kernel void @{name}(ptr %p, ptr addrspace(6) %d, i64 %a, i32 %n) {{",
            "entry:", *body, "  ret void", "}"]


def _allocating_kernel(body, name="k"):
    return [f"define ptx_kernel void @{name}(ptr %p, i64 %a, i32 %n) {{", *_BEGIN, *body, *_END,
            "}"]


def _load(i):
    return f"  %l{i} = call <4 x i32> {_MARK}.ld.32x32b.x4(ptr addrspace(6) %d, i1 false)"


def _keep(i):
    return f"  store volatile <4 x i32> %l{i}, ptr %p"


def tcgen05_chain(n):
    return _module(_kernel([_ISSUE] * n))


def tcgen05_loads(n):
    """Loads, each waited for and stored."""
    return _module(_kernel([line for i in range(n) for line in (_load(i), _WAIT, _keep(i))]))


def tcgen05_one_wait(n):
    """Many loads in flight at once."""
    return _module(_kernel([*map(_load, range(n)), _WAIT, *map(_keep, range(n))]))


def tcgen05_missing_waits(n):
    return _module(_kernel([line for i in range(n) for line in (_load(i), _keep(i))]))


def tcgen05_branches(n):
    """Each issue under a condition that is the same for all threads."""
    body = [line for i in range(n) for line in (
        f"  %c{i} = icmp eq i32 %n, {i}", f"  br i1 %c{i}, label %x{i}, label %y{i}", f"x{i}:",
        _ISSUE, f"  br label %y{i}", f"y{i}:")]
    return _module(_kernel(body))


def tcgen05_load_branches(n):
    """Loads under conditions, each waited for where they are."""
    body = [line for i in range(n) for line in (
        f"  %c{i} = icmp eq i32 %n, {i}", f"  br i1 %c{i}, label %x{i}, label %y{i}", f"x{i}:",
        _load(i), _WAIT, _keep(i),
        f"  br label %y{i}", f"y{i}:")]
    return _module(_kernel(body))


def tcgen05_diamonds(n):
    """The same under conditions of one thread too, with an allocation."""
    body = []
    for i in range(n):
        body += [f"b{i}:", f"  %u{i} = icmp eq i32 %n, {i}", f"  %z{i} = icmp eq i32 %t, {i % 32}",
                 f"  %w{i} = and i1 %u{i}, %z{i}",
                 f"  br i1 %w{i}, label %i{i}, label %b{i + 1}", f"i{i}:", _ISSUE,
                 f"  br label %b{i + 1}"]
    return _module(_allocating_kernel([*body, f"b{n}:"]))


def tcgen05_allocated_loads(n):
    body = [line for i in range(n) for line in (_load(i), _WAIT, _keep(i))]
    return _module(_allocating_kernel(["b0:", *body]))


def tcgen05_switch(n):
    """One thread's issue in each case of a switch."""
    body = ["b0:", "  switch i32 %n, label %done [",
            *(f"    i32 {i}, label %s{i}" for i in range(n)), "  ]"]
    for i in range(n):
        body += [f"s{i}:", f"  %z{i} = icmp eq i32 %t, 0",
                 f"  br i1 %z{i}, label %i{i}, label %done", f"i{i}:", _ISSUE, "  br label %done"]
    return _module(_allocating_kernel([*body, "done:"]))


def tcgen05_conditions(n):
    """One condition that is put together of many."""
    body = ["b0:", "  %q0 = icmp eq i32 %t, 0"]
    for i in range(1, n):
        body += [f"  %x{i} = xor i32 %t, {i}", f"  %y{i} = icmp eq i32 %x{i}, {i}",
                 f"  %q{i} = and i1 %q{i - 1}, %y{i}"]
    return _module(_allocating_kernel([*body, f"  br i1 %q{n - 1}, label %issue, label %done",
                                       "issue:", _ISSUE, "  br label %done", "done:"]))


def tcgen05_descriptors(n):
    """Each matrix descriptor is the square of the one before it.

    LLVM's combiner turns a product of a product with constants into one product, which takes it
    n^2 for a chain.
    """
    body, a = ["b0:", "  %z = icmp eq i32 %t, 0", "  br i1 %z, label %issue, label %done",
               "issue:"], "%a"
    for i in range(n):
        body += [f"  %m{i} = mul i64 {a}, {a}", _ISSUE.replace("%a", f"%m{i}")]
        a = f"%m{i}"
    return _module(_allocating_kernel([*body, "  br label %done", "done:"]))


def tcgen05_kernels(n):
    body = ["b0:", "  %z = icmp eq i32 %t, 0", "  br i1 %z, label %issue, label %done", "issue:",
            _ISSUE, "  br label %done", "done:"]
    return _module(line for i in range(n) for line in _allocating_kernel(body, f"k{i}"))


def mma_scaled(n):
    """Sums of accumulators with a common factor."""
    name = "@llvm.nvvm.mma.m16n8k4.row.col.tf32"
    struct, types = "{float, float, float, float}", "i32, i32, i32, float, float, float, float"
    body, sums = [], ["%s"] * 4
    for i in range(n):
        body += [f"  %d{i} = call {struct} {name}(i32 {i}, i32 0, i32 0, {', '.join(['float 0.0'] * 4)})"]
        for j in range(4):
            body += [f"  %e{i}.{j} = extractvalue {struct} %d{i}, {j}",
                     f"  %s{i}.{j} = call float @llvm.fma.f32(float %e{i}.{j}, float %s, float {sums[j]})"]
            sums[j] = f"%s{i}.{j}"
    return [TRIPLE, f"declare {struct} {name}({types})",
            "declare float @llvm.fma.f32(float, float, float)",
            "define ptx_kernel void @k(ptr %p, float %s) {", *body,
            *(f"  store volatile float {x}, ptr %p" for x in sums), "  ret void", "}"]


# setmaxnreg

def setmaxnreg_branches(n):
    name = "@llvm.nvvm.setmaxnreg"
    body = ["entry:", "  br label %b0"]
    for i in range(n):
        body += [f"b{i}:", f"  %u{i} = icmp eq i32 %n, {i}",
                 f"  br i1 %u{i}, label %i{i}, label %b{i + 1}", f"i{i}:",
                 f"  call void {name}.dec.sync.aligned.u32(i32 40)",
                 f"  call void {name}.inc.sync.aligned.u32(i32 232)",
                 f"  br label %b{i + 1}"]
    return [TRIPLE,
            *(f"declare void {name}.{way}.sync.aligned.u32(i32 immarg)" for way in ("dec", "inc")),
            "define ptx_kernel void @k(i32 %n) {", *body, f"b{n}:", "  ret void", "}",
            "!nvvm.annotations = !{!0, !1}",
            '!0 = !{ptr @k, !"maxntidx", i32 384}', '!1 = !{ptr @k, !"minctasm", i32 1}']


def setmaxnreg_sums(n):
    body = ["  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)"]
    body += [f"  %x{i} = fmul float %v, {i}.0" for i in range(n)]
    body += [f"  %s{i} = fadd float %{f's{i - 1}' if i else 'v'}, %x{i}" for i in range(n)]
    body += [f"  store float %x{i}, ptr %p" for i in range(n)]
    return [TRIPLE, "declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 immarg)",
            'define ptx_kernel void @k(ptr %p, float %v) "nvvm.maxntid"="384" "nvvm.minctasm"="1" {',
            *body, f"  store float %s{n - 1}, ptr %p", "  ret void", "}"]

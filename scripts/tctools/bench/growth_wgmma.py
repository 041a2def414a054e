# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules of any size, each of a shape that is hard on some pass, with wgmma: for `bench growth`.

A shape is a function of a number n, which gives the lines of a module. Shapes are also there as
inline assembly, which stock LLVM compiles too.
"""

TRIPLE = 'target triple = "nvptx64-nvidia-cuda"'
_WGMMA = "llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"
_FLOATS = "{float, float, float, float}"


# wgmma

class Intrinsics:
    """wgmma as calls."""

    declarations = [
        f"declare <4 x float> @{_WGMMA}.i64(<4 x float>, i64, i64, i1, i32 immarg, i32 immarg, "
        "i32 immarg, i32 immarg)",
        f"declare <4 x float> @{_WGMMA}.v4i32(<4 x float>, <4 x i32>, i64, i1, i32 immarg, "
        "i32 immarg, i32 immarg)",
        "declare void @llvm.nvvm.wgmma.fence.sync.aligned()",
        "declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()",
        "declare void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 immarg)"]
    fence = "  call void @llvm.nvvm.wgmma.fence.sync.aligned()"
    commit = "  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()"

    @staticmethod
    def wait(groups=0):
        return f"  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 {groups})"

    @staticmethod
    def issue(name, accumulator, fragment=None):
        """The lines of a wgmma whose D is %name."""
        a, immediates = (f"<4 x i32> {fragment}", 3) if fragment else ("i64 %a", 4)
        kind = "v4i32" if fragment else "i64"
        scale = "false" if accumulator == "poison" else "true"
        return [f"  %{name} = call <4 x float> @{_WGMMA}.{kind}(<4 x float> {accumulator}, {a}, "
                f"i64 %b, i1 {scale}, "
                + ", ".join(["i32 1", "i32 1", "i32 0", "i32 0"][:immediates]) + ")"]


class Assembly:
    """wgmma as inline assembly, in the form that CUTLASS has."""

    declarations = []
    fence = '  call void asm sideeffect "wgmma.fence.sync.aligned;", "~{memory}"()'
    commit = '  call void asm sideeffect "wgmma.commit_group.sync.aligned;", "~{memory}"()'

    @staticmethod
    def wait(groups=0):
        return (f'  call void asm sideeffect "wgmma.wait_group.sync.aligned {groups};", '
                f'"~{{memory}}"()')

    @staticmethod
    def issue(name, accumulator, fragment=None):
        lines, inputs, values = [], "l,l", ["i64 %a", "i64 %b"]
        text = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, "
        if fragment:
            lines += [f"  %{name}.f{i} = extractelement <4 x i32> {fragment}, i32 {i}"
                      for i in range(4)]
            inputs, values = "r,r,r,r,l", [*(f"i32 %{name}.f{i}" for i in range(4)), "i64 %b"]
            text += "{$4,$5,$6,$7}, $8, "
        else:
            text += "$4, $5, "
        text += ("0" if accumulator == "poison" else "1") + ", 1, 1" + (", 0;" if fragment
                                                                        else ", 0, 0;")
        lines += [f"  %{name}.c{i} = extractelement <4 x float> {accumulator}, i32 {i}"
                  for i in range(4)]
        values += [f"float %{name}.c{i}" for i in range(4)]
        lines.append(f'  %{name}.s = call {_FLOATS} asm sideeffect "{text}", '
                     f'"=f,=f,=f,=f,{inputs},0,1,2,3"({", ".join(values)})')
        whole = "poison"
        for i in range(4):
            result = f"%{name}" if i == 3 else f"%{name}.v{i}"
            lines.append(f"  %{name}.x{i} = extractvalue {_FLOATS} %{name}.s, {i}")
            lines.append(f"  {result} = insertelement <4 x float> {whole}, float %{name}.x{i}, "
                         f"i32 {i}")
            whole = result
        return lines


def _wgmma_kernel(spelling, body):
    return [TRIPLE, *spelling.declarations,
            "define ptx_kernel void @k(ptr %p, i64 %a, i64 %b, i32 %n, i1 %c, float %f, "
            "<4 x float> %x) {", "entry:", *body, "}"]


def _store(value, volatile=""):
    return f"  store {volatile}<4 x float> {value}, ptr %p"


_LOAD_A = "  %a{0} = load volatile <4 x i32>, ptr %p"


def _chain(n, s, stage, begin=(), end=()):
    """n multiplications, each with the D of the one before: stage(i, D before)."""
    body = [line for i in range(n) for line in stage(i, f"%d{i - 1}" if i else "%x")]
    return _wgmma_kernel(s, [*begin, *body, *end, _store(f"%d{n - 1}"), "  ret void"])


def wgmma_stages(n, s=Intrinsics):
    """A chain, each link fenced, committed and waited for."""
    return _chain(n, s, lambda i, d: [s.fence, *s.issue(f"d{i}", d), s.commit, s.wait()])


def wgmma_pipeline(n, s=Intrinsics):
    """The same with A in registers, and one group left in flight."""
    return _chain(n, s, lambda i, d: [_LOAD_A.format(i), s.fence, *s.issue(f"d{i}", d, f"%a{i}"),
                                      s.commit, s.wait(1)], [s.fence], [s.wait()])


def wgmma_fragments(n, s=Intrinsics):
    """Stages with A in registers."""
    return _chain(n, s, lambda i, d: [_LOAD_A.format(i), s.fence, *s.issue(f"d{i}", d, f"%a{i}"),
                                      s.commit, s.wait()])


def wgmma_group(n, s=Intrinsics):
    """One group of one chain."""
    return _chain(n, s, lambda i, d: s.issue(f"d{i}", d), [s.fence], [s.commit, s.wait()])


def _store_each(i):
    return _store(f"%d{i}", "volatile ")


def wgmma_bare(n, s=Intrinsics):
    """Neither fences nor commits nor waits: all of them are inserted."""
    body = [line for i in range(n) for line in
            (*s.issue(f"d{i}", f"%d{i - 1}" if i else "%x"), _store_each(i))]
    return _wgmma_kernel(s, [*body, "  ret void"])


def wgmma_accumulators(n, s=Intrinsics):
    """Stages with an accumulator each."""
    body = [line for i in range(n) for line in
            (s.fence, *s.issue(f"d{i}", "poison"), s.commit, s.wait(), _store_each(i))]
    return _wgmma_kernel(s, [*body, "  ret void"])


def wgmma_in_flight(n, s=Intrinsics):
    """Many accumulators in flight at once."""
    issues = [line for i in range(n) for line in s.issue(f"d{i}", "poison")]
    return _wgmma_kernel(s, [s.fence, *issues, s.commit, s.wait(), *map(_store_each, range(n)),
                             "  ret void"])


def wgmma_blocks(n, s=Intrinsics):
    """Each stage in a block of its own, under a condition."""
    body, d = ["  br label %b0"], "%x"
    for i in range(n):
        body += [f"b{i}:"]
        if i:
            before = "%x" if i == 1 else f"%q{i - 1}"
            body += [f"  %q{i} = phi <4 x float> [ {before}, %b{i - 1} ], [ %d{i - 1}, %c{i - 1} ]"]
            d = f"%q{i}"
        body += [f"  %t{i} = icmp eq i32 %n, {i}", f"  br i1 %t{i}, label %c{i}, label %b{i + 1}",
                 f"c{i}:",
                 s.fence, *s.issue(f"d{i}", d), s.commit, s.wait(), f"  br label %b{i + 1}"]
    return _wgmma_kernel(s,
                         [*body, f"b{n}:",
                          f"  %z = phi <4 x float> [ {d}, %b{n - 1} ], [ %d{n - 1}, %c{n - 1} ]",
                             _store("%z"), "  ret void"])


def wgmma_switch(n, s=Intrinsics):
    """A wgmma in each case of a switch, and one wait for all."""
    body = ["  switch i32 %n, label %done [", *(f"    i32 {i * 7}, label %c{i}" for i in range(n)),
            "  ]"]
    for i in range(n):
        body += [f"c{i}:", s.fence, *s.issue(f"d{i}", "%x"), s.commit, "  br label %done"]
    cases = "".join(f", [ %d{i}, %c{i} ]" for i in range(n))
    return _wgmma_kernel(s,
                         [*body, "done:", f"  %z = phi <4 x float> [ %x, %entry ]{cases}", s.wait(),
                          _store("%z"), "  ret void"])


def wgmma_insertions(n, s=Intrinsics):
    """A chain of insertions in front of one wgmma."""
    body = [f"  %v{i + 1} = insertelement <4 x float> {f'%v{i}' if i else '%x'}, float %f, "
            f"i32 {i % 4}" for i in range(n)]
    return _wgmma_kernel(s, [*body, *s.issue("d", f"%v{n}"), _store("%d"), "  ret void"])


def wgmma_selects(n, s=Intrinsics):
    """A chain of selects in front of one wgmma."""
    body = ["  %v0 = load <4 x float>, ptr %p"]
    body += [f"  %v{i + 1} = select i1 %c, <4 x float> %v{i}, <4 x float> %x" for i in range(n)]
    return _wgmma_kernel(s, [*body, *s.issue("d", f"%v{n}"), _store("%d"), "  ret void"])


_MULTIPLY = "@llvm.nvvm.wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16.i64"
_WAIT = "@llvm.nvvm.wgmma.wait_group.sync.aligned.v64f32"


def _wide_kernel(body):
    """A kernel with many accumulators."""
    return [TRIPLE,
            f"declare <64 x float> {_MULTIPLY}(<64 x float>, i64, i64, i1, i32, i32, i32, i32)",
            f"declare <64 x float> {_WAIT}(i64, <64 x float>)",
            "declare void @llvm.nvvm.wgmma.fence.sync.aligned()",
            "declare void @llvm.nvvm.wgmma.commit_group.sync.aligned()",
            "define ptx_kernel void @f(ptr %p, i64 %a, i32 %n) {", "entry:", *body,
            "  ret void", "}"]


def _wide_loop(i, before, behind, more=()):
    """A loop of one multiplication, %li, and what follows it, %si."""
    return [f"l{i}:", f"  %k{i} = phi i32 [ 0, %{before} ], [ %j{i}, %l{i} ]",
            f"  %c{i} = phi <64 x float> [ zeroinitializer, %{before} ], [ %d{i}, %l{i} ]", *more,
            "  call void @llvm.nvvm.wgmma.fence.sync.aligned()",
            f"  %d{i} = call <64 x float> {_MULTIPLY}(<64 x float> %c{i}, i64 %a, i64 %a, "
            "i1 true, i32 1, i32 1, i32 0, i32 0)",
            "  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()",
            f"  %j{i} = add i32 %k{i}, 1", f"  %m{i} = icmp slt i32 %j{i}, %n",
            f"  br i1 %m{i}, label %l{i}, label %s{i}",
            f"s{i}:", f"  %w{i} = call <64 x float> {_WAIT}(i64 0, <64 x float> %d{i})",
            f"  %e{i} = extractelement <64 x float> %w{i}, i32 0",
            f"  store volatile float %e{i}, ptr %p", *behind]


def wgmma_loops(n):
    """Loops one behind the other, each with many accumulators, and a value from before the first
    one behind each."""
    body = [*(f"  %v{i} = xor i32 %n, {i + 1}" for i in range(n)), "  br label %l0"]
    for i in range(n):
        body += _wide_loop(i, f"s{i - 1}" if i else "entry",
                           [f"  store volatile i32 %v{i}, ptr %p", f"  br label %l{i + 1}"])
    return _wide_kernel([*body, f"l{n}:"])


def wgmma_roles(n):
    """Values that two roles store, one of them in a loop with many accumulators, and sums of one
    base in that loop."""
    values = [f"  %v{i} = xor i32 %n, {i + 1}" for i in range(n)]
    sums = [f"  %t{i} = add i64 %a, {i + 1}" for i in range(n)]
    stores = [f"  store volatile i32 %v{i}, ptr %p" for i in range(n)]
    stores_of_sums = [f"  store volatile i64 %t{i}, ptr %p" for i in range(n)]
    return _wide_kernel([
        *values, *sums, "  %r = icmp eq i32 %n, 7", "  br i1 %r, label %other, label %l0",
        *_wide_loop(0, "entry", ["  br label %done"], stores + stores_of_sums),
        "other:", *stores, "  br label %done", "done:"])

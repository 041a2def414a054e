# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs of ordinary expressions, as CUDA C++, without undefined behaviour.

A kernel `k(const unsigned *in, unsigned *out, int n, Parameters p, Either e)` has a few variables of
each type. Its statements assign random expressions to them: arithmetic and conversions of bool, all
integers, floating-point numbers and vectors, masks, selects, shifts, byte permutes, members of structs
and unions that are parameters, tables, calls, and exchanges between the threads of a warp or a block.
At its end each thread stores words that all of its variables went into. clang and nvcc have to agree
about them: floating-point operations are IEEE's, no multiply-add is contracted, and NaNs and the sign
of a zero that minimum and maximum choose are not looked at.
"""

import random
import re

THREADS = 64
WORDS = 4  # that each thread reads
RESULTS = 64  # that it stores at most
FLAGS = {"clang": ["-ffp-contract=off"], "nvcc": ["-fmad=false"]}

_INTEGERS = {"i8": "signed char", "u8": "unsigned char", "i16": "short", "u16": "unsigned short",
             "i32": "int", "u32": "unsigned", "i64": "long long", "u64": "unsigned long long",
             "i128": "__int128", "u128": "unsigned __int128"}
_FLOATS = {"f16": "__half", "bf16": "__nv_bfloat16", "f32": "float", "f64": "double"}
_VECTORS = {"f32x4": ("float4", "f32", 4), "f64x2": ("double2", "f64", 2),
            "i16x2": ("short2", "i16", 2), "u8x4": ("uchar4", "u8", 4),
            "i32x3": ("int3", "i32", 3), "u64x2": ("ulonglong2", "u64", 2)}
_TYPES = {"b": "bool", **_INTEGERS, **_FLOATS, **{name: v[0] for name, v in _VECTORS.items()}}
#: Those that statements assign to.
_VARIABLES = ("b", "i8", "u8", "i16", "u16", "i32", "i32", "u32", "u32", "i64", "u64", "i128", "u128",
              "f16", "bf16", "f32", "f32", "f64", *_VECTORS)

_HEAD = """\
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
struct Padded { signed char c; long long v; bool b; short s; };
struct Fields { int a : 5; unsigned b : 3; int c : 24; long long d : 40; bool e : 1; };
struct Parameters { float f[4]; signed char c[6]; bool b[4]; double d; int3 v; unsigned short u; };
struct Large { int words[6]; signed char last; };
union Either { Padded p; unsigned char bytes[24]; unsigned words[6]; };
#ifdef __clang__
typedef unsigned _BitInt(1) Bit;
#define TO_BIT(X) ((unsigned)(Bit)(X))
#define EXCHANGE_ADD(P, V) __atomic_fetch_add(P, V, __ATOMIC_ACQ_REL)
#else
#define TO_BIT(X) ((unsigned)(X) & 1)
static __device__ unsigned EXCHANGE_ADD(unsigned *p, unsigned v) {
  __threadfence();
  unsigned old = atomicAdd(p, v);
  __threadfence();
  return old;
}
#endif
static __device__ float near(float x, float low, float high) { return x > low && x < high ? x : 1.f; }
static __device__ float nan_is(float x) { return x != x ? 77.f : x; }
static __device__ double nan_is(double x) { return x != x ? 77. : x; }
static __device__ unsigned mix(unsigned h, unsigned v) { return (h ^ v) * 2654435761u + (h >> 15); }
static __device__ unsigned mix(unsigned h, unsigned long long v) {
  return mix(mix(h, (unsigned)v), (unsigned)(v >> 32));
}
static __device__ unsigned mix(unsigned h, unsigned __int128 v) {
  return mix(mix(h, (unsigned long long)v), (unsigned long long)(v >> 64));
}
static __device__ unsigned mix(unsigned h, float x) { return mix(h, __float_as_uint(nan_is(x))); }
static __device__ unsigned mix(unsigned h, double x) {
  return mix(h, (unsigned long long)__double_as_longlong(nan_is(x)));
}
"""

#: Expressions of each type, of operands of others. {T} is an expression of the type T.
_EXPRESSIONS = {
    "b": ["{i32} < {i32}", "{u32} >= {u32}", "{i64} > {i64}", "{u64} <= {u64}", "{i8} < {i8}",
          "{u16} == {u16}", "{f32} < {f32}", "{f64} >= {f64}", "{f32} != {f32}", "!{b}",
          "{b} && {b}", "{b} || {b}", "{b} == {b}", "{b} != {b}", "{b} < {b}", "{b} ? {b} : {b}",
          "(bool){f32}", "(bool){i64}", "(bool)({u32} >> ({u32} & 31) & 1)", "isnan({f32})",
          "isinf({f64})", "{i128} < {i128}", "{u128} == {u128}", "__hlt({f16}, {f16})",
          "p.b[{u32} & 3]"],
    "i32": ["(int)((unsigned){i32} + (unsigned){i32})", "(int)((unsigned){i32} * (unsigned){i32})",
            "(int)((unsigned){i32} - (unsigned){i32})", "-(int){b}", "{b} ? -1 : 0", "{b} ? 1 : -1",
            "{i32} >> ({u32} & 31)", "{i32} / (int)(({u32} & 1023) + 1)",
            "{i32} % -(int)(({u32} & 1023) + 2)", "min({i32}, {i32})", "max({i32}, {i32})",
            "{i32} & -(int){b}", "{i32} ^ {i32}", "{b} ? {i32} : {i32}", "__mulhi({i32}, {i32})",
            "__float2int_rz({f32})", "__float2int_rn({f32})", "__float2int_ru({f32})",
            "__double2int_rz({f64})", "__double2int_rd({f64})", "(int)near({f32}, -9e8f, 9e8f)",
            "__half2int_rz({f16})", "__popc({u32})", "__clz({i32})", "__ffs({i32})",
            "__popcll({u64})", "__clzll({i64})", "{i8} * {i8}", "{i16} * {i16}", "{u8} - {u8}",
            "__dp4a({i32}, {i32}, {i32})", "__float_as_int({f32})", "__hadd({i32}, {i32})",
            "__rhadd({i32}, {i32})", "p.v.y", "e.p.s",
            "fields.a", "fields.c", "(int)fields.b - 4", "large({i32}, {i8}, {u32}).words[2]"],
    "u32": ["{u32} + {u32}", "{u32} - {u32}", "{u32} * {u32}", "{u32} / ({u32} | 1)",
            "{u32} % ({u32} | 1)", "{u32} << ({u32} & 31)", "{u32} >> ({u32} & 31)",
            "({u32} << 7 | {u32} >> 25)", "min({u32}, {u32})", "max({u32}, {u32})", "~{u32}",
            "{b} ? {u32} : {u32}", "__byte_perm({u32}, {u32}, {u32})",
            "__byte_perm({u32}, {u32}, 0x5410)", "__funnelshift_l({u32}, {u32}, {u32})",
            "__funnelshift_rc({u32}, {u32}, {u32})", "__brev({u32})", "__umulhi({u32}, {u32})",
            "__float2uint_rz({f32})", "__float2uint_rn({f32})", "__double2uint_rz({f64})",
            "(unsigned)near({f32}, 0.f, 4e9f)", "TO_BIT(near({f32}, -.9f, 1.9f))", "TO_BIT({b})",
            "__float_as_uint(nan_is({f32}))", "__sad({i32}, {i32}, {u32})", "e.words[{u32} & 1]",
            "table[{u32} & 7]", "(unsigned)(unsigned char){i32}", "local[{u32} & 7]"],
    "i8": ["(signed char)({i8} + {i8})", "(signed char)({i8} >> ({u32} & 7))", "p.c[{u32} % 6]",
           "(signed char)near({f32}, -128.f, 127.f)", "min({i8}, {i8})", "{b} ? {i8} : {i8}", "e.p.c"],
    "u8": ["(unsigned char)({u8} * {u8})", "(unsigned char)({u8} << ({u32} & 7))", "e.bytes[0]",
           "(unsigned char)near({f64}, 0., 255.)", "max({u8}, {u8})", "(unsigned char)~{u8}"],
    "i16": ["(short)({i16} - {i16})", "(short)({i16} * {i16})", "(short)near({f32}, -9e3f, 9e3f)",
            "__half2short_rz({f16})", "(short)({i16} / (({u32} & 63) + 1))"],
    "u16": ["(unsigned short)({u16} + {u16})", "(unsigned short)({u32} * {u16})", "p.u",
            "(unsigned short)({u16} >> ({u32} & 15))", "__half2ushort_rn({f16})"],
    "i64": ["(long long)((unsigned long long){i64} + (unsigned long long){i64})",
            "(long long)((unsigned long long){i64} * (unsigned long long){i64})",
            "{i64} >> ({u32} & 63)", "{i64} / (long long)(({u32} & 4095) + 1)",
            "__float2ll_rz({f32})", "__double2ll_rz({f64})", "__double2ll_rn({f64})",
            "__mul64hi({i64}, {i64})", "(long long){i32} * {i32}", "{b} ? {i64} : {i64}",
            "(long long)near({f32}, -9e15f, 9e15f)", "fields.d", "e.p.v", "padded({i8}, {i64}).v"],
    "u64": ["{u64} + {u64}", "{u64} * {u64}", "{u64} / ({u64} | 1)", "{u64} % ({u32} | 1)",
            "{u64} << ({u32} & 63)", "{u64} >> ({u32} & 63)", "(unsigned long long){u32} * {u32}",
            "__umul64hi({u64}, {u64})", "__float2ull_rz({f32})", "__double2ull_rz({f64})",
            "__brevll({u64})", "{b} ? {u64} : {u64}", "max({u64}, {u64})"],
    "i128": ["(__int128)((unsigned __int128){i128} + (unsigned __int128){i128})",
             "(__int128){i64} * {i64}", "{i128} >> ({u32} & 127)", "{b} ? {i128} : {i128}",
             "{i128} / (__int128)(({u32} & 255) + 1)"],
    "u128": ["{u128} * {u128}", "{u128} << ({u32} & 127)", "{u128} / ({u64} | 1)", "{u128} ^ {u128}",
             "{u128} % ({u128} | 1)"],
    "f32": ["{f32} + {f32}", "{f32} - {f32}", "{f32} * {f32}", "{f32} / {f32}", "-({f32})",
            "fmaf({f32}, {f32}, {f32})", "sqrtf(fabsf({f32}))", "fminf({f32}, {f32}) + 0.f",
            "fmaxf({f32}, {f32}) + 0.f", "floorf({f32})", "ceilf({f32})", "truncf({f32})",
            "rintf({f32})", "fabsf({f32})", "{b} ? {f32} : {f32}", "(float){b}", "(float)-(int){b}",
            "(float)({b} ? -1 : 0)", "(float)({b} && {b} ? -1 : 0)", "(float)(int){b}",
            "{f32} * (float)-(int){b}", "__int2float_rz({i32})", "__int2float_ru({i32})",
            "__uint2float_rz({u32})", "__ll2float_rz({i64})", "__ll2float_rd({i64})",
            "__ull2float_rz({u64})", "(float){i64}", "(float){u64}", "(float){f64}",
            "__half2float({f16})", "__bfloat162float({bf16})", "__fadd_rz({f32}, {f32})",
            "__fmul_ru({f32}, {f32})", "__saturatef({f32})", "__double2float_rz({f64})",
            "copysignf({f32}, nan_is({f32}))", "p.f[{u32} & 3]", "(float){i128}", "ldexpf({f32}, {i8})",
            "__uint_as_float({u32})"],
    "f64": ["{f64} + {f64}", "{f64} * {f64}", "{f64} / {f64}", "-({f64})", "fma({f64}, {f64}, {f64})",
            "sqrt(fabs({f64}))", "fmin({f64}, {f64}) + 0.", "floor({f64})", "(double){f32}",
            "(double){b}", "(double)({b} ? -1 : 0)", "(double){i64}", "(double){u64}",
            "__ll2double_rz({i64})", "__ull2double_rz({u64})", "__dadd_rz({f64}, {f64})",
            "{b} ? {f64} : {f64}", "p.d", "(double){u128}", "(double){i128}"],
    "f16": ["__hadd({f16}, {f16})", "__hmul({f16}, {f16})", "__hsub({f16}, {f16})",
            "__hfma({f16}, {f16}, {f16})", "__hneg({f16})", "__float2half_rn({f32})",
            "__float2half_rz({f32})", "__int2half_rn({i32})", "__ushort2half_rz({u16})",
            "__double2half({f64})", "{b} ? {f16} : {f16}"],
    "bf16": ["__float2bfloat16_rn({f32})", "__float2bfloat16_rz({f32})", "{b} ? {bf16} : {bf16}",
             "__hmul({bf16}, {bf16})", "__hfma({bf16}, {bf16}, {bf16})", "__int2bfloat16_rn({i32})"],
}
_CONSTANTS = {
    "b": ("true", "false"),
    "f16": ("__float2half(1.5f)", "__float2half(-3e4f)"),
    "bf16": ("__float2bfloat16(-2.f)",),
    "f32": ("0.f", "1.f", "-1.5f", "3e9f", "-1e20f", "16777219.f", "__int_as_float(0x7fc00000)",
            "__int_as_float(0x7f800000)", "1e-40f"),
    "f64": ("0.", "-1.", "9007199254740993.", "1e20", "-3e9",
            "__longlong_as_double(0x7ff8000000000000ll)"),
}
_INTEGER_CONSTANTS = (0, 1, -1, 2, 5, 127, -128, 255, 0x7fff, 0x7fffffff, -0x80000000, 0x12345678)

#: What the threads of a warp do together; X is a variable of one of the types.
_WARP = {
    "X = __shfl_xor_sync(~0u, X, {c})": ("i32", "u32", "i64", "u64", "f32", "f64", "f16", "bf16"),
    "X = __shfl_up_sync(~0u, X, {c})": ("i32", "u64", "f32"),
    "X = __shfl_sync(~0u, X, {u32} & 31)": ("u32", "i64", "f64"),
    "X = __reduce_add_sync(~0u, X)": ("i32", "u32"),
    "X = __reduce_min_sync(~0u, X)": ("i32", "u32"),
    "X = __reduce_xor_sync(0xffffffffu, X)": ("u32",),
    "X = cooperative_groups::reduce(warp, X, cooperative_groups::plus<T>())": ("i32", "u32", "i64"),
    "X = cooperative_groups::reduce(warp, X, cooperative_groups::greater<T>())": ("i32", "u32", "u64"),
    "X = __ballot_sync(~0u, {b})": ("u32",),
    "X = __any_sync(~0u, {b})": ("b", "i32"),
    "X = __match_any_sync(~0u, {u32} & 3)": ("u32",),
}


class _Program:
    def __init__(self, rng):
        self.rng = rng
        self.variables = {}
        self.lines, self.functions, self.depth = [], [], 1
        self.count = 0

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def do(self, text):
        self.lines.append("  " * self.depth + text)

    # Expressions.

    def leaf(self, kind):
        known = self.variables.get(kind)
        if known and self.rng.random() < 0.8:
            return self.rng.choice(known)
        if kind in _INTEGERS:
            return f"({_INTEGERS[kind]}){self.rng.choice(_INTEGER_CONSTANTS)}ll"
        if kind in _VECTORS:
            return self.vector(kind, 0)
        return self.rng.choice(_CONSTANTS[kind])

    def vector(self, kind, depth):
        name, element, size = _VECTORS[kind]
        operands = ", ".join(self.expression(element, depth - 1) for _ in range(size))
        return f"make_{name}({operands})"

    def expression(self, kind, depth):
        if depth <= 0 or self.rng.random() < 0.15:
            return self.leaf(kind)
        if kind in _VECTORS:
            return self.vector(kind, depth)
        if kind not in ("f16", "bf16") and self.rng.random() < 0.25:
            return self.conversion(kind, depth)
        return "(" + self.fill(self.rng.choice(_EXPRESSIONS[kind]), depth) + ")"

    def fill(self, template, depth):
        return re.sub(r"\{(\w+)\}", lambda field: self.expression(field[1], depth - 1), template)

    def conversion(self, kind, depth):
        """From an integer, or from a component of a vector of the type."""
        of_type = [name for name, vector in _VECTORS.items() if vector[1] == kind]
        if of_type and self.rng.random() < 0.4:
            name = self.rng.choice(of_type)
            known, size = self.variables[name][0], _VECTORS[name][2]
            if size in (2, 4) and self.rng.random() < 0.3:
                return f"(&{known}.x)[{self.expression('u32', depth - 1)} & {size - 1}]"
            return f"{known}.{self.rng.choice('xyzw'[:size])}"
        source = self.rng.choice(("b", *_INTEGERS))
        return f"({_TYPES[kind]}){self.expression(source, depth - 1)}"

    # Statements.

    def assign(self):
        kind = self.rng.choice(list(self.variables))
        name = self.rng.choice(self.variables[kind])
        if kind in _VECTORS and self.rng.random() < 0.5:
            _, element, size = _VECTORS[kind]
            name, kind = f"{name}.{self.rng.choice('xyzw'[:size])}", element
        self.do(f"{name} = {self.expression(kind, self.rng.choice((1, 2, 2, 3, 4)))};")
        if kind not in _VECTORS:
            self.do(f"seen = mix(seen, {_observed(kind, name)});")

    def store(self):
        places = {"local[{u32} & 7]": "u32", "e.bytes[{u32} % 24]": "u8", "fields.a": "i32",
                  "fields.b": "u32", "fields.d": "i64", "fields.e": "b", "p.f[{u32} & 3]": "f32",
                  "p.c[{u32} % 6]": "i8", "p.b[1]": "b", "e.p.s": "i16"}
        place, kind = self.rng.choice(list(places.items()))
        value = self.expression(kind, 3)
        if place == "fields.a":
            value = f"({value} & 15)"
        if place == "fields.d":
            value = f"({value} >> 25)"
        self.do(f"{self.fill(place, 2)} = {value};")

    def call(self):
        """A function that is not inlined."""
        kinds = self.rng.sample([kind for kind in _VARIABLES if kind != "b"], 3) + ["b"]
        result, name = kinds[0], self.name("f")
        inner = _Program(self.rng)
        inner.variables = {kind: [f"a{i}"] for i, kind in enumerate(kinds)}
        for vector in _VECTORS:
            inner.variables.setdefault(vector, [f"({self.leaf(vector)})"])
        inner.variables = {k: v for k, v in inner.variables.items() if v[0].startswith("a")}
        operands = ", ".join(f"{_TYPES[kind]} a{i}" for i, kind in enumerate(kinds))
        value = inner.simple(result)
        self.functions.append(f"static __device__ __noinline__ {_TYPES[result]} {name}({operands}) "
                              f"{{ return {value}; }}")
        arguments = ", ".join(self.expression(kind, 2) for kind in kinds)
        self.do(f"{self.rng.choice(self.variables[result])} = {name}({arguments});")

    def simple(self, kind):
        """An expression of what a function has: its parameters."""
        def usable(template):
            return not re.search(r"\b(p|e|fields|table|local)\b[.\[]|large|padded", template)
        if kind in _VECTORS:
            return f"a3 ? a0 : {self.vector(kind, 0)}"
        templates = [t for t in _EXPRESSIONS[kind] if usable(t)]
        return self.fill(self.rng.choice(templates), 1)

    def branch(self, level, is_uniform):
        condition = "n > 2" if is_uniform and self.rng.random() < 0.5 else self.expression("b", 3)
        inside = is_uniform and condition == "n > 2"
        self.do(f"if ({condition}) {{")
        self.block(level, inside)
        if self.rng.random() < 0.5:
            self.do("} else {")
            self.block(level, inside)
        self.do("}")

    def loop(self, level, is_uniform):
        index = self.name("i")
        self.do(f"for (int {index} = 0; {index} < n; ++{index}) {{")
        self.block(level, is_uniform)
        self.do("}")

    def switch(self, level):
        """Dense, with a default and cases that fall through."""
        self.do(f"switch ({self.expression('u32', 3)} & 7) {{")
        for case in self.rng.sample(range(8), self.rng.randint(3, 8)):
            self.do(f"case {case}:")
            self.block(min(level, 0), False)
            if self.rng.random() < 0.8:
                self.do("  break;")
        self.do("}")

    def warp(self):
        template, kinds = self.rng.choice(list(_WARP.items()))
        kind = self.rng.choice(kinds)
        text = template.replace("{c}", str(self.rng.choice((1, 2, 4, 8, 16))))
        text = self.fill(text.replace("T>", f"{_TYPES[kind]}>"), 3)
        self.do(re.sub(r"\bX\b", self.rng.choice(self.variables[kind]), text) + ";")

    def exchange(self):
        """Through one of several buffers in shared memory."""
        name = self.name("chosen")
        buffers = self.rng.sample(range(4), 3)
        self.do("__syncthreads();")
        self.do(f"unsigned *{name};")
        cases = " ".join(f"case {i}: {name} = buffer{buffer}; break;"
                         for i, buffer in enumerate(buffers))
        self.do(f"switch (n & 3) {{ {cases} default: {name} = buffer{buffers[0]}; }}")
        self.do(f"{name}[threadIdx.x] = {self.expression('u32', 3)};")
        self.do("__syncthreads();")
        self.do(f"{self.rng.choice(self.variables['u32'])} = "
                f"{name}[threadIdx.x ^ {self.rng.choice((1, 33, 63))}];")

    def hand_over(self):
        """The last thread reads what all have written, behind an atomic operation."""
        self.do("__syncthreads();")
        self.do("if (threadIdx.x == 0) arrived = 0;")
        self.do("__syncthreads();")
        self.do(f"buffer0[threadIdx.x] = {self.expression('u32', 2)};")
        self.do(f"if (EXCHANGE_ADD(&arrived, 1u) == {THREADS - 1}) {{")
        self.do(f"  unsigned sum = 0; for (int i = 0; i < {THREADS}; ++i) sum += buffer0[i];")
        self.do("  total = sum; }")
        self.do("__syncthreads();")
        self.do(f"{self.rng.choice(self.variables['u32'])} += total;")

    def block(self, level, is_uniform):
        self.depth += 1
        for _ in range(self.rng.randint(1, 3)):
            self.statement(level - 1, is_uniform)
        self.depth -= 1

    def statement(self, level, is_uniform):
        kind = self.rng.random()
        if kind < 0.40 or level < 0:
            self.assign()
        elif kind < 0.48:
            self.store()
        elif kind < 0.55:
            self.call()
        elif kind < 0.65:
            self.branch(level, is_uniform)
        elif kind < 0.71:
            self.loop(level, is_uniform)
        elif kind < 0.76:
            self.switch(level)
        elif is_uniform:
            self.rng.choice((self.warp, self.warp, self.warp, self.exchange, self.hand_over))()

    def declare(self):
        words = [f"in[threadIdx.x + {THREADS * i}] >> {(0, 0, 9, 20)[i]}" for i in range(WORDS)]
        self.do("unsigned seen = 1;")
        self.do("unsigned w[] = {" + ", ".join(words) + "};")
        for index, kind in enumerate(_VARIABLES):
            word, name = f"w[{index % WORDS}]", f"v{index}"
            if kind in _VECTORS:
                vector, element, size = _VECTORS[kind]
                parts = ", ".join(f"({_TYPES[element]})(w[{i % WORDS}] >> {index} & 127)"
                                  for i in range(size))
                self.do(f"{vector} {name} = make_{vector}({parts});")
            elif kind in ("f16", "bf16"):
                make = "__float2half" if kind == "f16" else "__float2bfloat16"
                self.do(f"{_TYPES[kind]} {name} = {make}((float)(int)({word} % 2048) - 1000.f);")
            elif kind in ("f32", "f64"):  # some are NaN
                self.do(f"{_TYPES[kind]} {name} = ({_TYPES[kind]})(int){word} / 3;")
                self.do(f"if (w[2] % 8 == 1) {name} = {_CONSTANTS[kind][-3 if kind == 'f32' else -1]};")
            else:
                value = f"((unsigned long long){word} << 32 | w[1]) >> {index}"
                self.do(f"{_TYPES[kind]} {name} = ({_TYPES[kind]})({value});")
            self.variables.setdefault(kind, []).append(name)
        self.do("unsigned local[8] = {1, 2, 3, 4, 5, 6, 7, w[0]};")
        self.do("Fields fields = {(int)(w[0] & 15), w[1] & 7, (int)(w[2] & 0xffff), w[3], true};")
        self.do("auto warp = cooperative_groups::tiled_partition<32>("
                "cooperative_groups::this_thread_block());")

    def finish(self):
        """One word for each variable and each array, so that a result tells which one is wrong."""
        places = [(f"{name}.{c}" if c else name, _VECTORS[kind][1] if c else kind)
                  for kind, names in self.variables.items() for name in names
                  for c in ("xyzw"[:_VECTORS[kind][2]] if kind in _VECTORS else [""])]
        observed = [*(_observed(kind, place) for place, kind in places),
                    "seen", "(unsigned)fields.a", "(unsigned long long)fields.d"]
        arrays = {"local": 8, "e.bytes": 24, "p.f": 4, "p.b": 4, "p.c": 6}
        assert len(observed) + len(arrays) <= RESULTS
        for index, value in enumerate(observed):
            self.do(f"out[threadIdx.x + {THREADS * index}] = mix(1u, {value});")
        for index, (name, size) in enumerate(arrays.items(), len(observed)):
            value = f"{name}[i]" if name == "p.f" else f"(unsigned){name}[i]"
            place = f"out[threadIdx.x + {THREADS * index}]"
            self.do(f"for (int i = 0; i < {size}; ++i) {place} = mix({place}, {value});")

    def text(self):
        self.declare()
        for _ in range(self.rng.randint(12, 24)):
            self.statement(2, True)
        self.finish()
        return "\n".join([
            _HEAD, "static __constant__ unsigned table[8] = {7, 1, 0, 9, 0xffffffffu, 3, 2, 5};",
            "static __device__ __noinline__ Padded padded(signed char c, long long v) "
            "{ Padded p; p.c = c; p.v = v ^ c; p.b = c > v; p.s = (short)v; return p; }",
            "static __device__ __noinline__ Large large(int a, signed char c, unsigned i) "
            "{ Large l = {{a, 1, a ^ 5, c, 2, 3}, c}; l.words[i % 6] = c; return l; }",
            *self.functions,
            'extern "C" __global__ void k(const unsigned *in, unsigned *out, int n, Parameters p, '
            "Either e) {",
            f"  __shared__ unsigned buffer0[{THREADS}], buffer1[{THREADS}], buffer2[{THREADS}], "
            f"buffer3[{THREADS}], arrived, total;",
            *self.lines, "}", ""])


def _observed(kind, value):
    """What of a value is looked at."""
    if kind in ("f16", "bf16"):
        return f"{'__half2float' if kind == 'f16' else '__bfloat162float'}({value})"
    if kind in ("f32", "f64"):
        return value
    if kind in ("i128", "u128"):
        return f"(unsigned __int128){value}"
    return f"(unsigned long long){value}" if kind in ("i64", "u64") else f"(unsigned){value}"


def make(seed):
    """The text of a program."""
    return _Program(random.Random(seed)).text()


_PARAMETERS = bytes.fromhex("0000803f0000c0bf00004040cdcc4cbe" "05fb7f80ff00" "01000100" + "0000" * 3
                            + "000000000000f83f" + "07000000faffffff64000000" "efbe" + "0000")
#: How a program is run, except for its file and where its result goes.
RUN = ["--entry", "k", "--block", str(THREADS), "--arg", f"in=u32[{WORDS * THREADS}]:bits",
       "--arg", f"out=u32[{RESULTS * THREADS}]:zeros", "--arg", "u32:3",
       "--arg", "hex:" + _PARAMETERS.hex(), "--arg", "hex:" + bytes(range(200, 224)).hex()]

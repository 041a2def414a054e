//===- nvcc_simd.h - integers of 8 and 16 bits in registers -----*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's functions of two and four integers in a register (CUDA Math API, "SIMD Intrinsics"). Those
// of clang's header are PTX's video instructions, which ptxas expands to 30 to 60 instructions.
// These need 5 to 15. An overload with enable_if is preferred to one without.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_NVCC_SIMD_H
#define NVPTX_TENSORCORE_NVCC_SIMD_H

#define NVPTX_TENSORCORE_SIMD                                                                      \
  static __inline__ __attribute__((device, always_inline, nodebug, unused))
#define NVPTX_TENSORCORE_OVERLOAD __attribute__((enable_if(true, "")))

/// Masks and functions of elements of BITS bits each. SIGNS selects each element's sign in prmt.
template <unsigned BITS, unsigned SIGNS> struct __nvptx_simd {
  static constexpr unsigned low = BITS == 8 ? 0x01010101 : 0x00010001;
  static constexpr unsigned high = low << (BITS - 1);

  NVPTX_TENSORCORE_SIMD unsigned spread(unsigned a) {
    unsigned r;
    __asm__("prmt.b32 %0, %1, 0, %2;" : "=r"(r) : "r"(a), "n"(SIGNS));
    return r;
  }
  NVPTX_TENSORCORE_SIMD unsigned choose(unsigned c, unsigned a, unsigned b) {
    return (c & a) | (~c & b);
  }
  NVPTX_TENSORCORE_SIMD unsigned bit(unsigned a) { return (a & high) >> (BITS - 1); }

  // Comparisons are in the highest bit of each element.
  NVPTX_TENSORCORE_SIMD unsigned ne(unsigned a, unsigned b) {
    return (((a ^ b) | high) - low) | (a ^ b);
  }
  NVPTX_TENSORCORE_SIMD unsigned eq(unsigned a, unsigned b) { return ~ne(a, b); }
  NVPTX_TENSORCORE_SIMD unsigned geu(unsigned a, unsigned b) {
    const unsigned t = (a | high) - (b & ~high);
    return (a & ~b) | (~(a ^ b) & t);
  }
  NVPTX_TENSORCORE_SIMD unsigned ges(unsigned a, unsigned b) {
    const unsigned t = (a | high) - (b & ~high);
    return (~a & b) | (~(a ^ b) & t);
  }
  NVPTX_TENSORCORE_SIMD unsigned gtu(unsigned a, unsigned b) { return ~geu(b, a); }
  NVPTX_TENSORCORE_SIMD unsigned gts(unsigned a, unsigned b) { return ~ges(b, a); }
  NVPTX_TENSORCORE_SIMD unsigned leu(unsigned a, unsigned b) { return geu(b, a); }
  NVPTX_TENSORCORE_SIMD unsigned les(unsigned a, unsigned b) { return ges(b, a); }
  NVPTX_TENSORCORE_SIMD unsigned ltu(unsigned a, unsigned b) { return ~geu(a, b); }
  NVPTX_TENSORCORE_SIMD unsigned lts(unsigned a, unsigned b) { return ~ges(a, b); }

  NVPTX_TENSORCORE_SIMD unsigned add(unsigned a, unsigned b) {
    return ((a & ~high) + (b & ~high)) ^ ((a ^ b) & high);
  }
  NVPTX_TENSORCORE_SIMD unsigned sub(unsigned a, unsigned b) {
    return ((a | high) - (b & ~high)) ^ (~(a ^ b) & high);
  }
  NVPTX_TENSORCORE_SIMD unsigned neg(unsigned a) { return sub(0, a); }
  NVPTX_TENSORCORE_SIMD unsigned negss(unsigned a) {
    const unsigned r = neg(a);
    return r - bit(a & r);
  }
  NVPTX_TENSORCORE_SIMD unsigned addss(unsigned a, unsigned b) {
    const unsigned r = add(a, b);
    return choose(spread((r ^ a) & (r ^ b)), spread(a) ^ ~high, r);
  }
  NVPTX_TENSORCORE_SIMD unsigned subss(unsigned a, unsigned b) {
    const unsigned r = sub(a, b);
    return choose(spread((r ^ a) & (a ^ b)), spread(a) ^ ~high, r);
  }
  NVPTX_TENSORCORE_SIMD unsigned addus(unsigned a, unsigned b) {
    const unsigned r = add(a, b);
    return r | spread((a & b) | ((a | b) & ~r));
  }
  NVPTX_TENSORCORE_SIMD unsigned subus(unsigned a, unsigned b) {
    return sub(a, b) & spread(geu(a, b));
  }
  NVPTX_TENSORCORE_SIMD unsigned avgu(unsigned a, unsigned b) {
    return (a | b) - (((a ^ b) & ~low) >> 1);
  }
  NVPTX_TENSORCORE_SIMD unsigned haddu(unsigned a, unsigned b) {
    return (a & b) + (((a ^ b) & ~low) >> 1);
  }
  NVPTX_TENSORCORE_SIMD unsigned avgs(unsigned a, unsigned b) { // halves away from zero
    const unsigned r = haddu(a, b) ^ ((a ^ b) & high);
    return r + (~(r >> (BITS - 1)) & (a ^ b) & low);
  }
  NVPTX_TENSORCORE_SIMD unsigned maxs(unsigned a, unsigned b) {
    return choose(spread(ges(a, b)), a, b);
  }
  NVPTX_TENSORCORE_SIMD unsigned maxu(unsigned a, unsigned b) {
    return choose(spread(geu(a, b)), a, b);
  }
  NVPTX_TENSORCORE_SIMD unsigned mins(unsigned a, unsigned b) {
    return choose(spread(ges(a, b)), b, a);
  }
  NVPTX_TENSORCORE_SIMD unsigned minu(unsigned a, unsigned b) {
    return choose(spread(geu(a, b)), b, a);
  }
  NVPTX_TENSORCORE_SIMD unsigned absdiffu(unsigned a, unsigned b) {
    const unsigned c = (a ^ b) & spread(geu(a, b));
    return (c ^ b) - (c ^ a);
  }
  NVPTX_TENSORCORE_SIMD unsigned absdiffs(unsigned a, unsigned b) {
    return absdiffu(a ^ high, b ^ high);
  }
  NVPTX_TENSORCORE_SIMD unsigned abs(unsigned a) {
    const unsigned m = spread(a);
    return (a ^ m) + (m & low);
  }
  NVPTX_TENSORCORE_SIMD unsigned absss(unsigned a) {
    const unsigned r = abs(a);
    return r ^ spread(r);
  }
  NVPTX_TENSORCORE_SIMD unsigned sads(unsigned a, unsigned b) {
    const unsigned d = absdiffs(a, b);
    return (d >> 16) + (d & 0xffff);
  }
};

// The machine has an instruction for differences of four bytes.
template <>
__attribute__((device)) __inline__ unsigned __nvptx_simd<8, 0xba98>::absdiffu(unsigned a,
                                                                              unsigned b) {
  unsigned r;
  __asm__("vabsdiff4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(0));
  return r;
}
template <> __attribute__((device)) __inline__ unsigned __nvptx_simd<8, 0xba98>::abs(unsigned a) {
  return absdiffs(a, 0);
}
template <>
__attribute__((device)) __inline__ unsigned __nvptx_simd<8, 0xba98>::sads(unsigned a, unsigned b) {
  unsigned r;
  __asm__("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;"
          : "=r"(r)
          : "r"(a ^ high), "r"(b ^ high), "r"(0));
  return r;
}

#define NVPTX_TENSORCORE_UNARY(NAME)                                                               \
  NVPTX_TENSORCORE_SIMD unsigned __v##NAME##2(unsigned a)NVPTX_TENSORCORE_OVERLOAD {               \
    return __nvptx_simd<16, 0xbb99>::NAME(a);                                                      \
  }                                                                                                \
  NVPTX_TENSORCORE_SIMD unsigned __v##NAME##4(unsigned a)NVPTX_TENSORCORE_OVERLOAD {               \
    return __nvptx_simd<8, 0xba98>::NAME(a);                                                       \
  }
#define NVPTX_TENSORCORE_BINARY(NAME, FUNCTION, ...)                                               \
  NVPTX_TENSORCORE_SIMD unsigned __v##NAME##2(unsigned a, unsigned b)NVPTX_TENSORCORE_OVERLOAD {   \
    typedef __nvptx_simd<16, 0xbb99> simd;                                                         \
    return __VA_ARGS__(simd::FUNCTION(a, b));                                                      \
  }                                                                                                \
  NVPTX_TENSORCORE_SIMD unsigned __v##NAME##4(unsigned a, unsigned b)NVPTX_TENSORCORE_OVERLOAD {   \
    typedef __nvptx_simd<8, 0xba98> simd;                                                          \
    return __VA_ARGS__(simd::FUNCTION(a, b));                                                      \
  }
#define NVPTX_TENSORCORE_COMPARISON(NAME)                                                          \
  NVPTX_TENSORCORE_BINARY(cmp##NAME, NAME, simd::spread)                                           \
  NVPTX_TENSORCORE_BINARY(set##NAME, NAME, simd::bit)

NVPTX_TENSORCORE_UNARY(neg)
NVPTX_TENSORCORE_UNARY(negss)
NVPTX_TENSORCORE_UNARY(abs)
NVPTX_TENSORCORE_UNARY(absss)
NVPTX_TENSORCORE_BINARY(add, add, )
NVPTX_TENSORCORE_BINARY(addss, addss, )
NVPTX_TENSORCORE_BINARY(addus, addus, )
NVPTX_TENSORCORE_BINARY(sub, sub, )
NVPTX_TENSORCORE_BINARY(subss, subss, )
NVPTX_TENSORCORE_BINARY(subus, subus, )
NVPTX_TENSORCORE_BINARY(avgs, avgs, )
NVPTX_TENSORCORE_BINARY(avgu, avgu, )
NVPTX_TENSORCORE_BINARY(haddu, haddu, )
NVPTX_TENSORCORE_BINARY(maxs, maxs, )
NVPTX_TENSORCORE_BINARY(maxu, maxu, )
NVPTX_TENSORCORE_BINARY(mins, mins, )
NVPTX_TENSORCORE_BINARY(minu, minu, )
NVPTX_TENSORCORE_BINARY(absdiffs, absdiffs, )
NVPTX_TENSORCORE_BINARY(absdiffu, absdiffu, )
NVPTX_TENSORCORE_BINARY(sads, sads, )
NVPTX_TENSORCORE_COMPARISON(eq)
NVPTX_TENSORCORE_COMPARISON(ne)
NVPTX_TENSORCORE_COMPARISON(ges)
NVPTX_TENSORCORE_COMPARISON(geu)
NVPTX_TENSORCORE_COMPARISON(gts)
NVPTX_TENSORCORE_COMPARISON(gtu)
NVPTX_TENSORCORE_COMPARISON(les)
NVPTX_TENSORCORE_COMPARISON(leu)
NVPTX_TENSORCORE_COMPARISON(lts)
NVPTX_TENSORCORE_COMPARISON(ltu)

#undef NVPTX_TENSORCORE_COMPARISON
#undef NVPTX_TENSORCORE_BINARY
#undef NVPTX_TENSORCORE_UNARY
#undef NVPTX_TENSORCORE_OVERLOAD
#undef NVPTX_TENSORCORE_SIMD

#endif // NVPTX_TENSORCORE_NVCC_SIMD_H

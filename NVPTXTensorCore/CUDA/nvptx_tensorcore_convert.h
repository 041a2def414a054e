//===- nvptx_tensorcore_convert.h - narrow types --------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions to and from numbers of 8, 6 and 4 bits, scale factors, and with saturation or
// stochastic rounding to half precision. PTX ISA, "Data Movement and Conversion Instructions:
// cvt".
//
//   unsigned short two = convert<e4m3>(upper, lower);     // lower in the low byte
//   Vector<_Float16, 2> back = expand<e4m3>(two);
//   unsigned short scale = convert_scale<ScaleRounding::up>(a, b);
//
// The first of two values goes to the upper half, as in PTX. Values out of range become the
// greatest one; those of 8 bits that are no numbers stay so.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_CONVERT_H
#define NVPTX_TENSORCORE_CONVERT_H

#include "nvptx_tensorcore_intrinsics.h"

namespace nvptx_tensorcore {

/// The rounding of scale factors: to zero, or up, so that the values that are divided by them fit.
enum class ScaleRounding { toward_zero, up };

namespace detail {

template <class Type, bool Relu> struct Narrow {
  static_assert(IsFalse<Type>, "Type: e4m3, e5m2, e2m3, e3m2 or e2m1");
};

#define NVPTX_TENSORCORE_NARROW(TYPE, TWO, RELU, BACK, FOUR)                                       \
  template <> struct Narrow<TYPE, RELU> {                                                          \
    NVPTX_TENSORCORE_DEVICE unsigned short two(float upper, float lower) {                         \
      return intrinsics::ff_to_##TYPE##x2_rn##TWO(upper, lower);                                   \
    }                                                                                              \
    NVPTX_TENSORCORE_DEVICE Vector<_Float16, 2> back(unsigned short values) {                      \
      return intrinsics::TYPE##x2_to_f16x2_rn##BACK(values);                                       \
    }                                                                                              \
    NVPTX_TENSORCORE_DEVICE auto four(Vector<float, 4> values, unsigned random_bits) {             \
      return intrinsics::f32x4_to_##TYPE##x4_rs##FOUR(values, random_bits);                        \
    }                                                                                              \
  };
NVPTX_TENSORCORE_NARROW(e4m3, , false, , _satfinite)
NVPTX_TENSORCORE_NARROW(e5m2, , false, , _satfinite)
NVPTX_TENSORCORE_NARROW(e2m3, _satfinite, false, , _satfinite)
NVPTX_TENSORCORE_NARROW(e3m2, _satfinite, false, , _satfinite)
NVPTX_TENSORCORE_NARROW(e2m1, _satfinite, false, , _satfinite)
NVPTX_TENSORCORE_NARROW(e4m3, _relu, true, _relu, _relu_satfinite)
NVPTX_TENSORCORE_NARROW(e5m2, _relu, true, _relu, _relu_satfinite)
NVPTX_TENSORCORE_NARROW(e2m3, _relu_satfinite, true, _relu, _relu_satfinite)
NVPTX_TENSORCORE_NARROW(e3m2, _relu_satfinite, true, _relu, _relu_satfinite)
NVPTX_TENSORCORE_NARROW(e2m1, _relu_satfinite, true, _relu, _relu_satfinite)
#undef NVPTX_TENSORCORE_NARROW

template <class Type, bool Relu> struct FromHalf {
  static_assert(IsFalse<Type>, "Type: e4m3 or e5m2");
};
#define NVPTX_TENSORCORE_FROM_HALF(TYPE, RELU, SUFFIX)                                             \
  template <> struct FromHalf<TYPE, RELU> {                                                        \
    NVPTX_TENSORCORE_DEVICE unsigned short two(Vector<_Float16, 2> values) {                       \
      return intrinsics::f16x2_to_##TYPE##x2_rn##SUFFIX(values);                                   \
    }                                                                                              \
  };
NVPTX_TENSORCORE_FROM_HALF(e4m3, false, )
NVPTX_TENSORCORE_FROM_HALF(e5m2, false, )
NVPTX_TENSORCORE_FROM_HALF(e4m3, true, _relu)
NVPTX_TENSORCORE_FROM_HALF(e5m2, true, _relu)
#undef NVPTX_TENSORCORE_FROM_HALF

} // namespace detail

//===----------------------------------------------------------------------===//
// 8, 6 and 4 bits
//===----------------------------------------------------------------------===//

/// Two values, rounded to the nearest: of 8 bits, or of 6 bits in 8 each, in the halves of 16 bits;
/// two of 4 bits in the low 8. e4m3 and e5m2: sm_90, PTX 7.8; sm_89, PTX 8.1. Others: sm_100f and
/// later, PTX 8.6.
/// \tparam Relu  Negative values become 0.
template <class Type, bool Relu = false>
NVPTX_TENSORCORE_DEVICE unsigned short convert(float upper, float lower) {
  return detail::Narrow<Type, Relu>::two(upper, lower);
}
template <class Type, bool Relu = false>
NVPTX_TENSORCORE_DEVICE unsigned short convert(Vector<_Float16, 2> values) {
  return detail::FromHalf<Type, Relu>::two(values);
}

/// Such two values as halves, exactly.
template <class Type, bool Relu = false>
NVPTX_TENSORCORE_DEVICE Vector<_Float16, 2> expand(unsigned short values) {
  return detail::Narrow<Type, Relu>::back(values);
}

/// Four values, rounded up or down at random: values[0] to the highest bits. Of 8 bits each (e2m3
/// and e3m2: 6 in 8), or, e2m1, of 4 bits. sm_100a, sm_103a, PTX 8.7.
/// \param random_bits  PTX ISA, "cvt", says which decide on which value.
/// \returns Vector<char, 4>, or unsigned short of e2m1.
template <class Type, bool Relu = false>
NVPTX_TENSORCORE_DEVICE auto convert_stochastic(Vector<float, 4> values, unsigned random_bits) {
  return detail::Narrow<Type, Relu>::four(values, random_bits);
}

//===----------------------------------------------------------------------===//
// Scale factors
//===----------------------------------------------------------------------===//

/// Two powers of two (ue8m0). With Satfinite infinity becomes the greatest one. sm_100f and later,
/// PTX 8.6.
template <ScaleRounding How = ScaleRounding::up, bool Satfinite = true>
NVPTX_TENSORCORE_DEVICE unsigned short convert_scale(float upper, float lower) {
  if constexpr (How == ScaleRounding::up)
    return Satfinite ? intrinsics::ff_to_ue8m0x2_rp_satfinite(upper, lower)
                     : intrinsics::ff_to_ue8m0x2_rp(upper, lower);
  else
    return Satfinite ? intrinsics::ff_to_ue8m0x2_rz_satfinite(upper, lower)
                     : intrinsics::ff_to_ue8m0x2_rz(upper, lower);
}
template <ScaleRounding How = ScaleRounding::up, bool Satfinite = true>
NVPTX_TENSORCORE_DEVICE unsigned short convert_scale(Vector<__bf16, 2> values) {
  if constexpr (How == ScaleRounding::up)
    return Satfinite ? intrinsics::bf16x2_to_ue8m0x2_rp_satfinite(values)
                     : intrinsics::bf16x2_to_ue8m0x2_rp(values);
  else
    return Satfinite ? intrinsics::bf16x2_to_ue8m0x2_rz_satfinite(values)
                     : intrinsics::bf16x2_to_ue8m0x2_rz(values);
}

/// Two scale factors as numbers.
NVPTX_TENSORCORE_DEVICE Vector<__bf16, 2> expand_scale(unsigned short values) {
  return intrinsics::ue8m0x2_to_bf16x2(values);
}

//===----------------------------------------------------------------------===//
// Half precision and tf32
//===----------------------------------------------------------------------===//

/// Two values, rounded to the nearest. sm_80, PTX 7.0; with Satfinite infinity becomes the greatest
/// one, PTX 8.1.
#define NVPTX_TENSORCORE_TO_HALF(NAME, TYPE)                                                       \
  template <bool Relu = false, bool Satfinite = false>                                             \
  NVPTX_TENSORCORE_DEVICE Vector<TYPE, 2> convert_to_##NAME(float upper, float lower) {            \
    if constexpr (Relu && Satfinite)                                                               \
      return intrinsics::ff2##NAME##_rn_relu_satfinite(upper, lower);                              \
    else if constexpr (Relu)                                                                       \
      return intrinsics::ff2##NAME##_rn_relu(upper, lower);                                        \
    else if constexpr (Satfinite)                                                                  \
      return intrinsics::ff2##NAME##_rn_satfinite(upper, lower);                                   \
    else                                                                                           \
      return intrinsics::ff2##NAME##_rn(upper, lower);                                             \
  }                                                                                                \
  template <bool Relu = false, bool Satfinite = false>                                             \
  NVPTX_TENSORCORE_DEVICE Vector<TYPE, 2> convert_stochastic_to_##NAME(float upper, float lower,   \
                                                                       unsigned random_bits) {     \
    if constexpr (Relu && Satfinite)                                                               \
      return intrinsics::ff2##NAME##_rs_relu_satfinite(upper, lower, random_bits);                 \
    else if constexpr (Relu)                                                                       \
      return intrinsics::ff2##NAME##_rs_relu(upper, lower, random_bits);                           \
    else if constexpr (Satfinite)                                                                  \
      return intrinsics::ff2##NAME##_rs_satfinite(upper, lower, random_bits);                      \
    else                                                                                           \
      return intrinsics::ff2##NAME##_rs(upper, lower, random_bits);                                \
  }
NVPTX_TENSORCORE_TO_HALF(f16x2, _Float16)
NVPTX_TENSORCORE_TO_HALF(bf16x2, __bf16)
#undef NVPTX_TENSORCORE_TO_HALF

/// A value as tf32 in 32 bits, rounded to the nearest, ties away from zero. sm_80, PTX 7.0.
NVPTX_TENSORCORE_DEVICE unsigned convert_to_tf32(float value) {
  return intrinsics::f2tf32_rna(value);
}

} // namespace nvptx_tensorcore

#endif // NVPTX_TENSORCORE_CONVERT_H

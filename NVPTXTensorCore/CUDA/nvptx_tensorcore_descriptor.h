//===- nvptx_tensorcore_descriptor.h - matrices and shapes in words -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix descriptors, by which wgmma and tcgen05 find a matrix in shared memory, and
// instruction descriptors, by which tcgen05.mma learns shape and types. Each comes in two
// ways: constants, which the host can compute, too (make_…, tcgen05_idesc), and out of
// registers (…_smem_desc, tcgen05_idesc_encode_…), which are calls of the IR-level intrinsics
// llvm.nvvm.wgmma.smem_desc.encode, tcgen05.mma_smem_desc.encode and tcgen05.idesc.encode.*.
// Both make the same words: docs/matrix-descriptor.md, docs/instruction-descriptor.md.
//
//   MatrixDescriptor a = tcgen05_smem_desc<TCGen05Swizzle::Bytes128>(tile, 16, 1024);
//   constexpr auto idesc = tcgen05_idesc<Kind::f16, 128, 256, f32, bf16, bf16>();
//   constexpr auto other = tcgen05_idesc<Kind::mxf4nvf4, 128, 128, f32, e2m1, e2m1,
//                                        idesc::scale_type<ue4m3>, idesc::negate_a>();
//
// The build makes nvptx_tensorcore_descriptor.inc from TableGen/.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_DESCRIPTOR_H
#define NVPTX_TENSORCORE_DESCRIPTOR_H

#include "nvptx_tensorcore_types.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat" // diagnose_if

namespace nvptx_tensorcore {

/// A matrix in shared memory: its address, strides and swizzle. No number is taken for one, neither
/// an address nor another word of PTX; MatrixDescriptor(word) is that with these bits.
enum class MatrixDescriptor : __UINT64_TYPE__ {};

/// The matrix descriptor of wgmma of a SharedTile, by whose type multiplications check their
/// operands. It is a MatrixDescriptor wherever one is expected, without these checks.
template <class Tile> struct WGMMADescriptor {
  MatrixDescriptor Descriptor;

  NVPTX_TENSORCORE_INLINE constexpr operator MatrixDescriptor() const { return Descriptor; }
};
/// The same of tcgen05.
template <class Tile> struct TCGen05Descriptor {
  MatrixDescriptor Descriptor;

  NVPTX_TENSORCORE_INLINE constexpr operator MatrixDescriptor() const { return Descriptor; }
};

namespace detail {

/// Describes where a field of a descriptor is; the word has its value divided by `Unit`. `Values`
/// are those that it may have, bit i for i, unless it may be any number.
struct DescriptorSlot {
  int Shift, Width, Unit;
  unsigned Values;

  NVPTX_TENSORCORE_INLINE constexpr __UINT64_TYPE__ place(__UINT64_TYPE__ value) const {
    return (value / Unit & ((1ull << Width) - 1)) << Shift;
  }
};

enum class InstructionField : int;

/// Shapes of one form of tcgen05.mma: M as a sum of M / 32, N as a set, bit i for 8 (i + 1), and
/// what the word says of K, with 2 for its upper bit.
struct InstructionShape {
  bool IsSparse, IsWeightStationary;
  int CTAGroup, K;
  unsigned Ms, Ns;
};

/// Types of scale factors that go together with IDs of scale factor data by K, as sets.
struct InstructionScaling {
  unsigned Types, IDs[3];
};

/// A field has one of some values, as a set.
struct InstructionCondition {
  InstructionField Field;
  unsigned Values;
};

/// Requires a condition where all others hold.
struct InstructionRule {
  InstructionCondition If[3];
  int NumConditions;
  InstructionCondition Then;
};

/// A kind's layout of the word, and what it may say.
struct InstructionKind {
  DescriptorSlot Slots[20];
  InstructionShape Shapes[12];
  int NumShapes;
  InstructionScaling Scalings[4];
  int NumScalings;
  InstructionRule Rules[4];
  int NumRules;
  bool HasBytes;
};

#include "nvptx_tensorcore_descriptor.inc"

} // namespace detail

//===----------------------------------------------------------------------===//
// Matrix descriptors of wgmma
//===----------------------------------------------------------------------===//

/// The permutation of the 16-byte units of a matrix in shared memory, by the numbers of wgmma.
enum class WGMMASwizzle : unsigned { None = 0, Bytes128 = 1, Bytes64 = 2, Bytes32 = 3 };

namespace detail {

template <class Type, class Other> struct UnlessSame {
  using Int = int;
};
template <class Type> struct UnlessSame<Type, Type> {};

NVPTX_TENSORCORE_INLINE constexpr bool isOffset(__UINT64_TYPE__ bytes, int bits = 18) {
  return bytes % 16 == 0 && bytes < 1 << bits;
}

NVPTX_TENSORCORE_INLINE constexpr MatrixDescriptor
packMatrix(const DescriptorSlot *slots, unsigned start, unsigned leading, unsigned stride,
           unsigned base, unsigned mode, unsigned swizzle, unsigned constant,
           unsigned segment = 0) {
  return MatrixDescriptor(slots[0].place(start) | slots[1].place(leading) | slots[2].place(stride) |
                          slots[3].place(base) | slots[4].place(mode) | slots[5].place(swizzle) |
                          slots[6].place(constant) | slots[7].place(segment));
}

NVPTX_TENSORCORE_INTRINSIC MatrixDescriptor
wgmmaSMemDesc(ConstSharedPointer, unsigned, unsigned, unsigned,
              unsigned) asm("llvm.nvvm.wgmma.smem_desc.encode");
NVPTX_TENSORCORE_INTRINSIC MatrixDescriptor
tcgen05SMemDesc(ConstSharedPointer, unsigned, unsigned, unsigned, unsigned, unsigned,
                unsigned) asm("llvm.nvvm.tcgen05.mma_smem_desc.encode");

} // namespace detail

/// A function with a swizzle that is a number, or one of other instructions: an error.
#define NVPTX_TENSORCORE_OTHER_SWIZZLE(FUNCTION, SWIZZLE, SENTENCE)                                \
  template <auto Swizzle, class Pointer,                                                           \
            typename detail::UnlessSame<decltype(Swizzle), SWIZZLE>::Int = 0>                      \
  NVPTX_TENSORCORE_INLINE constexpr MatrixDescriptor FUNCTION(Pointer, unsigned, unsigned,         \
                                                              unsigned = 0)                        \
      NVPTX_TENSORCORE_CHECK(true, "Swizzle: expected " SENTENCE) {                                \
    return MatrixDescriptor();                                                                     \
  }
#define NVPTX_TENSORCORE_WGMMA_SWIZZLES                                                            \
  "WGMMASwizzle::None, Bytes128, Bytes64 or Bytes32; the numbers of tcgen05 and of tensor maps "   \
  "are others"
#define NVPTX_TENSORCORE_TCGEN05_SWIZZLES                                                          \
  "TCGen05Swizzle::None, Bytes128Atom32, Bytes128, Bytes64 or Bytes32; the numbers of wgmma and "  \
  "of tensor maps are others"

#define NVPTX_TENSORCORE_CHECK_OFFSETS(BITS, MAXIMUM)                                              \
  NVPTX_TENSORCORE_CHECK(!detail::isOffset(leading_bytes, BITS),                                   \
                         "leading_bytes: a multiple of 16 from 0 to " MAXIMUM)                     \
  NVPTX_TENSORCORE_CHECK(!detail::isOffset(stride_bytes),                                          \
                         "stride_bytes: a multiple of 16 from 0 to 262128")                        \
  NVPTX_TENSORCORE_CHECK(base_offset > 7, "base_offset: from 0 to 7")

/// The descriptor of a matrix in shared memory for wgmma. PTX ISA, "Matrix Descriptor
/// Format"; sm_90a, PTX ISA 8.0.
/// \param start          A pointer into shared memory, a multiple of 16 bytes.
/// \param leading_bytes  Leading dimension byte offset, a multiple of 16. With a swizzle
///                       and a K-major matrix it is not used.
/// \param stride_bytes   Stride dimension byte offset, a multiple of 16: of a K-major
///                       matrix from eight rows to the next eight.
/// \param base_offset    0 if the pattern of the swizzle starts at a multiple of its size
///                       (1024, 512, 256 bytes), else bits 9 to 7 of where it starts.
template <WGMMASwizzle Swizzle = WGMMASwizzle::Bytes128>
NVPTX_TENSORCORE_DEVICE MatrixDescriptor wgmma_smem_desc(ConstSharedPointer start,
                                                         unsigned leading_bytes,
                                                         unsigned stride_bytes,
                                                         unsigned base_offset = 0)
    NVPTX_TENSORCORE_CHECK_OFFSETS(18, "262128")
        NVPTX_TENSORCORE_CHECK(Swizzle == WGMMASwizzle::None && base_offset != 0,
                               "base_offset: 0 without a swizzle") {
  static_assert(unsigned(Swizzle) < 4,
                "Swizzle: there are WGMMASwizzle::None, Bytes128, Bytes64 and Bytes32");
  return detail::wgmmaSMemDesc(start, leading_bytes, stride_bytes, base_offset, unsigned(Swizzle));
}
template <WGMMASwizzle Swizzle = WGMMASwizzle::Bytes128>
NVPTX_TENSORCORE_DEVICE MatrixDescriptor wgmma_smem_desc(const void *start, unsigned leading_bytes,
                                                         unsigned stride_bytes,
                                                         unsigned base_offset = 0)
    NVPTX_TENSORCORE_CHECK_OFFSETS(18, "262128")
        NVPTX_TENSORCORE_CHECK(Swizzle == WGMMASwizzle::None && base_offset != 0,
                               "base_offset: 0 without a swizzle") {
  static_assert(unsigned(Swizzle) < 4,
                "Swizzle: there are WGMMASwizzle::None, Bytes128, Bytes64 and Bytes32");
  return detail::wgmmaSMemDesc((ConstSharedPointer)start, leading_bytes, stride_bytes, base_offset,
                               unsigned(Swizzle));
}

/// The same of an address in shared memory that is a number (smem_address), as a constant;
/// on the host, too.
template <WGMMASwizzle Swizzle = WGMMASwizzle::Bytes128>
NVPTX_TENSORCORE_INLINE constexpr MatrixDescriptor
make_wgmma_descriptor(unsigned start_address, unsigned leading_bytes, unsigned stride_bytes,
                      unsigned base_offset = 0)
    NVPTX_TENSORCORE_CHECK(!detail::isOffset(start_address),
                           "start_address: a multiple of 16 from 0 to 262128")
        NVPTX_TENSORCORE_CHECK_OFFSETS(18, "262128")
            NVPTX_TENSORCORE_CHECK(Swizzle == WGMMASwizzle::None && base_offset != 0,
                                   "base_offset: 0 without a swizzle") {
  static_assert(unsigned(Swizzle) < 4,
                "Swizzle: there are WGMMASwizzle::None, Bytes128, Bytes64 and Bytes32");
  return detail::packMatrix(detail::WGMMASlots, start_address, leading_bytes, stride_bytes,
                            base_offset, 0, unsigned(Swizzle), 0);
}

NVPTX_TENSORCORE_OTHER_SWIZZLE(wgmma_smem_desc, WGMMASwizzle, NVPTX_TENSORCORE_WGMMA_SWIZZLES)
NVPTX_TENSORCORE_OTHER_SWIZZLE(make_wgmma_descriptor, WGMMASwizzle, NVPTX_TENSORCORE_WGMMA_SWIZZLES)

/// The descriptor of what begins `bytes` further on, a multiple of 16. The sum must not
/// leave the 256 KiB that an address reaches. Of wgmma and tcgen05.
NVPTX_TENSORCORE_INLINE constexpr MatrixDescriptor advance_descriptor(MatrixDescriptor descriptor,
                                                                      unsigned bytes)
    NVPTX_TENSORCORE_CHECK(!detail::isOffset(bytes), "bytes: a multiple of 16 from 0 to 262128") {
  return MatrixDescriptor(static_cast<__UINT64_TYPE__>(descriptor) + (bytes >> 4));
}
NVPTX_TENSORCORE_INLINE constexpr MatrixDescriptor wgmma_advance(MatrixDescriptor descriptor,
                                                                 unsigned bytes)
    NVPTX_TENSORCORE_CHECK(!detail::isOffset(bytes), "bytes: a multiple of 16 from 0 to 262128") {
  return MatrixDescriptor(static_cast<__UINT64_TYPE__>(descriptor) + (bytes >> 4));
}
template <class Tile>
NVPTX_TENSORCORE_INLINE constexpr WGMMADescriptor<Tile>
advance_descriptor(WGMMADescriptor<Tile> descriptor, unsigned bytes)
    NVPTX_TENSORCORE_CHECK(!detail::isOffset(bytes), "bytes: a multiple of 16 from 0 to 262128") {
  return {wgmma_advance(descriptor.Descriptor, bytes)};
}
template <class Tile>
NVPTX_TENSORCORE_INLINE constexpr WGMMADescriptor<Tile>
wgmma_advance(WGMMADescriptor<Tile> descriptor, unsigned bytes)
    NVPTX_TENSORCORE_CHECK(!detail::isOffset(bytes), "bytes: a multiple of 16 from 0 to 262128") {
  return {wgmma_advance(descriptor.Descriptor, bytes)};
}
template <class Tile>
NVPTX_TENSORCORE_INLINE constexpr TCGen05Descriptor<Tile>
advance_descriptor(TCGen05Descriptor<Tile> descriptor, unsigned bytes)
    NVPTX_TENSORCORE_CHECK(!detail::isOffset(bytes), "bytes: a multiple of 16 from 0 to 262128") {
  return {advance_descriptor(descriptor.Descriptor, bytes)};
}

//===----------------------------------------------------------------------===//
// Matrix descriptors of tcgen05
//===----------------------------------------------------------------------===//

/// The permutation of the 16-byte units of a matrix in shared memory, by the numbers of tcgen05.
/// Bytes128Atom32 permutes units of 32 bytes.
enum class TCGen05Swizzle : unsigned {
  None = 0,
  Bytes128Atom32 = 1,
  Bytes128 = 2,
  Bytes64 = 4,
  Bytes32 = 6
};

/// The meaning of the leading dimension's field: an offset, or (K of 48 bytes, sm_103a and sm_107a,
/// with Bytes128 and base offset 0) the address of the second part.
enum class LeadingMode : unsigned { Offset = 0, Address = 1 };

namespace detail {

template <TCGen05Swizzle Swizzle, LeadingMode Mode, int Segment>
NVPTX_TENSORCORE_INLINE constexpr unsigned checkTCGen05Modes() {
  static_assert(Segment == 0 || Segment == 1,
                "Segment: 0 for bytes 0 to 23 of the indices, 1 for bytes 24 to 47");
  static_assert(unsigned(Swizzle) < 8 && (0x57u >> unsigned(Swizzle) & 1),
                "Swizzle: there are TCGen05Swizzle::None, Bytes128Atom32, Bytes128, Bytes64 and "
                "Bytes32");
  static_assert(Mode == LeadingMode::Offset || Mode == LeadingMode::Address,
                "Mode: there are LeadingMode::Offset and Address");
  static_assert(Mode != LeadingMode::Address || Swizzle == TCGen05Swizzle::Bytes128,
                "Swizzle: with LeadingMode::Address only TCGen05Swizzle::Bytes128");
  return unsigned(Swizzle);
}

} // namespace detail

/// The descriptor of a matrix in shared memory for tcgen05. PTX ISA, "Shared Memory
/// Descriptor"; sm_100f, sm_110f, PTX ISA 8.6. Parameters as of wgmma_smem_desc; with
/// LeadingMode::Address `leading_bytes` is an address (smem_address).
/// \tparam Segment  Which 24 of 48 bytes are the indices of .decompress::lut::b, 0 or 1; sm_107f.
template <TCGen05Swizzle Swizzle = TCGen05Swizzle::Bytes128, LeadingMode Mode = LeadingMode::Offset,
          int Segment = 0>
NVPTX_TENSORCORE_DEVICE MatrixDescriptor tcgen05_smem_desc(ConstSharedPointer start,
                                                           unsigned leading_bytes,
                                                           unsigned stride_bytes,
                                                           unsigned base_offset = 0)
    NVPTX_TENSORCORE_CHECK_OFFSETS(19, "262128, on sm_107 to 524272")
        NVPTX_TENSORCORE_CHECK(Mode == LeadingMode::Address && base_offset != 0,
                               "base_offset: 0 with LeadingMode::Address") {
  return detail::tcgen05SMemDesc(start, leading_bytes, stride_bytes, base_offset, unsigned(Mode),
                                 detail::checkTCGen05Modes<Swizzle, Mode, Segment>(), Segment);
}
template <TCGen05Swizzle Swizzle = TCGen05Swizzle::Bytes128, LeadingMode Mode = LeadingMode::Offset,
          int Segment = 0>
NVPTX_TENSORCORE_DEVICE MatrixDescriptor tcgen05_smem_desc(const void *start,
                                                           unsigned leading_bytes,
                                                           unsigned stride_bytes,
                                                           unsigned base_offset = 0)
    NVPTX_TENSORCORE_CHECK_OFFSETS(19, "262128, on sm_107 to 524272")
        NVPTX_TENSORCORE_CHECK(Mode == LeadingMode::Address && base_offset != 0,
                               "base_offset: 0 with LeadingMode::Address") {
  return detail::tcgen05SMemDesc((ConstSharedPointer)start, leading_bytes, stride_bytes,
                                 base_offset, unsigned(Mode),
                                 detail::checkTCGen05Modes<Swizzle, Mode, Segment>(), Segment);
}

/// The same of an address in shared memory that is a number, as a constant; on the host, too.
template <TCGen05Swizzle Swizzle = TCGen05Swizzle::Bytes128, LeadingMode Mode = LeadingMode::Offset,
          int Segment = 0>
NVPTX_TENSORCORE_INLINE constexpr MatrixDescriptor
make_tcgen05_descriptor(unsigned start_address, unsigned leading_bytes, unsigned stride_bytes,
                        unsigned base_offset = 0)
    NVPTX_TENSORCORE_CHECK(!detail::isOffset(start_address, 19),
                           "start_address: a multiple of 16 from 0 to 262128, on sm_107 to 524272")
        NVPTX_TENSORCORE_CHECK_OFFSETS(19, "262128, on sm_107 to 524272")
            NVPTX_TENSORCORE_CHECK(Mode == LeadingMode::Address && base_offset != 0,
                                   "base_offset: 0 with LeadingMode::Address") {
  return detail::packMatrix(detail::TCGen05Slots, start_address, leading_bytes, stride_bytes,
                            base_offset, unsigned(Mode),
                            detail::checkTCGen05Modes<Swizzle, Mode, Segment>(), 1, Segment);
}

NVPTX_TENSORCORE_OTHER_SWIZZLE(tcgen05_smem_desc, TCGen05Swizzle, NVPTX_TENSORCORE_TCGEN05_SWIZZLES)
NVPTX_TENSORCORE_OTHER_SWIZZLE(make_tcgen05_descriptor, TCGen05Swizzle,
                               NVPTX_TENSORCORE_TCGEN05_SWIZZLES)

#undef NVPTX_TENSORCORE_OTHER_SWIZZLE
#undef NVPTX_TENSORCORE_WGMMA_SWIZZLES
#undef NVPTX_TENSORCORE_TCGEN05_SWIZZLES
#undef NVPTX_TENSORCORE_CHECK_OFFSETS

//===----------------------------------------------------------------------===//
// Instruction descriptors
//===----------------------------------------------------------------------===//

namespace detail {

/// Holds the values for the fields of an instruction descriptor.
struct InstructionFields {
  int Values[NumInstructionFields] = {};

  NVPTX_TENSORCORE_INLINE constexpr int get(InstructionField field) const {
    return Values[int(field)];
  }
  NVPTX_TENSORCORE_INLINE constexpr InstructionFields with(InstructionField field,
                                                           int value) const {
    InstructionFields result = *this;
    result.Values[int(field)] = value;
    return result;
  }
};

NVPTX_TENSORCORE_INLINE constexpr const DescriptorSlot &getSlot(Kind kind, InstructionField field) {
  return InstructionKinds[int(kind)].Slots[int(field)];
}

NVPTX_TENSORCORE_INLINE constexpr unsigned encodeInstruction(Kind kind,
                                                             const InstructionFields &fields) {
  unsigned word = 0;
  for (int i = 0; i < NumInstructionFields; ++i)
    word |= unsigned(InstructionKinds[int(kind)].Slots[i].place(fields.Values[i]));
  return word;
}

/// M in a set of sums of M / 32, N in a set of N / 8 - 1.
NVPTX_TENSORCORE_INLINE constexpr bool isM(unsigned set, int m) {
  return m >= 32 && m <= 256 && (m & (m - 1)) == 0 && (set & m / 32);
}
NVPTX_TENSORCORE_INLINE constexpr bool isN(unsigned set, int n) {
  return n >= 8 && n <= 256 && n % 8 == 0 && (set >> (n / 8 - 1) & 1);
}

/// Returns true if a kind has a value of a field at all.
NVPTX_TENSORCORE_INLINE constexpr bool hasValue(Kind kind, InstructionField field, int value) {
  return value >= 0 && value < 32 && (getSlot(kind, field).Values >> value & 1);
}

/// Returns what the fields encode about K: the dimension K, plus 2 for its upper bit.
NVPTX_TENSORCORE_INLINE constexpr int getK(const InstructionFields &fields) {
  return fields.get(InstructionField::K) + 2 * fields.get(InstructionField::UpperK);
}

/// Returns true if the kind has a form of this sparsity and K.
NVPTX_TENSORCORE_INLINE constexpr bool hasK(Kind kind, const InstructionFields &fields) {
  const InstructionKind &info = InstructionKinds[int(kind)];
  for (int i = 0; i < info.NumShapes; ++i)
    if (info.Shapes[i].IsSparse == fields.get(InstructionField::Sparse) &&
        info.Shapes[i].K == getK(fields))
      return true;
  return false;
}

/// Returns true if M is that of any form of the kind, or of those of this sparsity and K.
NVPTX_TENSORCORE_INLINE constexpr bool hasM(Kind kind, int m) {
  const InstructionKind &info = InstructionKinds[int(kind)];
  unsigned ms = 0;
  for (int i = 0; i < info.NumShapes; ++i)
    ms |= info.Shapes[i].Ms;
  return isM(ms, m);
}
NVPTX_TENSORCORE_INLINE constexpr bool hasM(Kind kind, const InstructionFields &fields) {
  const InstructionKind &info = InstructionKinds[int(kind)];
  unsigned ms = 0;
  for (int i = 0; i < info.NumShapes; ++i)
    if (info.Shapes[i].IsSparse == fields.get(InstructionField::Sparse) &&
        info.Shapes[i].K == getK(fields))
      ms |= info.Shapes[i].Ms;
  return isM(ms, fields.get(InstructionField::M));
}

/// The same of N, which depends on M, and on B's transposition, too.
NVPTX_TENSORCORE_INLINE constexpr bool hasN(Kind kind, int n) {
  const InstructionKind &info = InstructionKinds[int(kind)];
  unsigned ns = 0;
  for (int i = 0; i < info.NumShapes; ++i)
    ns |= info.Shapes[i].Ns;
  return isN(ns, n);
}
NVPTX_TENSORCORE_INLINE constexpr bool hasN(Kind kind, const InstructionFields &fields) {
  const InstructionKind &info = InstructionKinds[int(kind)];
  bool transposed = fields.get(InstructionField::TransposeB) == 1 && info.HasBytes;
  unsigned ns = 0;
  for (int i = 0; i < info.NumShapes; ++i)
    if (const InstructionShape &shape = info.Shapes[i];
        shape.IsSparse == fields.get(InstructionField::Sparse) && shape.K == getK(fields) &&
        isM(shape.Ms, fields.get(InstructionField::M)))
      ns |= transposed ? shape.Ns & TransposedNs[shape.CTAGroup] : shape.Ns;
  return isN(ns, fields.get(InstructionField::N));
}

NVPTX_TENSORCORE_INLINE constexpr bool holds(const InstructionCondition &condition,
                                             const InstructionFields &fields) {
  int value = fields.get(condition.Field);
  return value >= 0 && value < 32 && (condition.Values >> value & 1);
}

/// Returns true if a kind's rules for a field hold.
NVPTX_TENSORCORE_INLINE constexpr bool obeysRules(Kind kind, const InstructionFields &fields,
                                                  InstructionField then) {
  const InstructionKind &info = InstructionKinds[int(kind)];
  for (int i = 0; i < info.NumRules; ++i) {
    const InstructionRule &rule = info.Rules[i];
    bool applies = rule.Then.Field == then;
    for (int j = 0; j < rule.NumConditions; ++j)
      applies = applies && holds(rule.If[j], fields);
    if (applies && !holds(rule.Then, fields))
      return false;
  }
  return true;
}

/// Returns true if scale factors of this type and K can have their IDs in this field.
NVPTX_TENSORCORE_INLINE constexpr bool hasScaleID(Kind kind, const InstructionFields &fields,
                                                  InstructionField field) {
  const InstructionKind &info = InstructionKinds[int(kind)];
  if (!hasValue(kind, field, fields.get(field)) ||
      !hasValue(kind, InstructionField::K, fields.get(InstructionField::K)) ||
      !hasValue(kind, InstructionField::UpperK, fields.get(InstructionField::UpperK)) ||
      getK(fields) > 2 ||
      !hasValue(kind, InstructionField::ScaleType, fields.get(InstructionField::ScaleType)))
    return true; // wrong by itself
  unsigned ids = 0;
  for (int i = 0; i < info.NumScalings; ++i)
    if (info.Scalings[i].Types >> fields.get(InstructionField::ScaleType) & 1)
      ids |= info.Scalings[i].IDs[getK(fields)];
  return !info.NumScalings || (ids >> fields.get(field) & 1);
}

/// Returns true if the fields make an instruction descriptor of the kind: each of them by itself,
/// and all together.
NVPTX_TENSORCORE_INLINE constexpr bool isInstruction(Kind kind, const InstructionFields &fields) {
  if (!hasM(kind, fields.get(InstructionField::M)) || !hasN(kind, fields.get(InstructionField::N)))
    return false;
  for (int i = 0; i < NumInstructionFields; ++i)
    if (InstructionField field = InstructionField(i);
        (field != InstructionField::M && field != InstructionField::N &&
         !hasValue(kind, field, fields.Values[i])) ||
        !obeysRules(kind, fields, field))
      return false;
  return hasM(kind, fields) && hasN(kind, fields) &&
         hasScaleID(kind, fields, InstructionField::ScaleIDA) &&
         hasScaleID(kind, fields, InstructionField::ScaleIDB);
}

} // namespace detail

namespace detail {
template <Kind, Kind> constexpr bool IsSameKind = false;
template <Kind Which> constexpr bool IsSameKind<Which, Which> = true;
} // namespace detail

/// The word by which a tcgen05.mma of some kind learns shape and types. Others than those
/// of tcgen05_idesc can be made of a number: InstructionDescriptor<Kind::f16>(word).
template <Kind Which> class InstructionDescriptor {
  unsigned Word;

public:
  NVPTX_TENSORCORE_INLINE explicit constexpr InstructionDescriptor(unsigned word) : Word(word) {}
  /// No descriptor of another kind is taken for one of this kind.
  template <Kind Other>
  NVPTX_TENSORCORE_INLINE constexpr InstructionDescriptor(InstructionDescriptor<Other>) : Word(0) {
    static_assert(detail::IsSameKind<Other, Which>,
                  "idesc: expected an InstructionDescriptor of the kind of the multiplication");
  }
  NVPTX_TENSORCORE_INLINE explicit constexpr operator unsigned() const { return Word; }
  NVPTX_TENSORCORE_INLINE constexpr unsigned word() const { return Word; }

  /// The same with other IDs of scale factor data: which part of the words in tensor memory
  /// the scale factors are. Block-scaled kinds only.
  NVPTX_TENSORCORE_INLINE constexpr InstructionDescriptor with_scale_ids(unsigned id_a,
                                                                         unsigned id_b) const
      NVPTX_TENSORCORE_CHECK(id_a > 3, "id_a: an ID of scale factor data is from 0 to 3")
          NVPTX_TENSORCORE_CHECK(id_b > 3, "id_b: an ID of scale factor data is from 0 to 3") {
    constexpr detail::DescriptorSlot A = detail::getSlot(Which, detail::InstructionField::ScaleIDA);
    constexpr detail::DescriptorSlot B = detail::getSlot(Which, detail::InstructionField::ScaleIDB);
    static_assert(A.Width != 0, "Which: only the block-scaled kinds have scale factors");
    constexpr unsigned Mask = unsigned(A.place(3) | B.place(3));
    return InstructionDescriptor((Word & ~Mask) | unsigned(A.place(id_a) | B.place(id_b)));
  }
};

/// Has further properties of an instruction descriptor, as arguments of tcgen05_idesc.
namespace idesc {
/// A or B negated; floating point only.
struct negate_a;
struct negate_b;
/// A is M-major, B N-major in memory, not K-major; not Kind::mxf4 and mxf4nvf4.
struct transpose_a;
struct transpose_b;
/// D is clamped; Kind::i8 only.
struct saturate;
/// A is sparse (tcgen05_mma_sp). \tparam Selector sparsity selector: 0 to 3 of f16, tf32, ti16.
template <int Selector = 0> struct sparse;
/// The largest shift of B that tcgen05_mma_ws may reuse: 8, 16 or 32.
template <int Shift> struct max_shift;
/// ue8m0, ue4m3 or (sm_107f) ue5m3; needed of Kind::mxf4nvf4 only, others are ue8m0.
template <class Type> struct scale_type;
/// IDs of scale factor data: 0 to 3, of two scale factors a row 0 or 2, of four 0.
template <int ID> struct scale_id_a;
template <int ID> struct scale_id_b;
/// K = 96; Kind::mxf4 and mxf4nvf4, dense on sm_103a and sm_107a, sparse (192) on sm_107a.
struct k96;
/// K = 128; Kind::mxf4 and mxf4nvf4 of a CTA pair with M = 256, dense, on sm_107f.
struct k128;
/// K = 64, sparse 128; Kind::f8f6f4 (e4m3 and e5m2) and mxf8f6f4 on sm_107f.
struct k64;
/// Scale factors of A in all 128 lanes, not in 32; block-scaled kinds on sm_107f.
struct scale_a_128_lanes;
/// Sparse A of four bits by elements (2:4), not by pairs (4:8); Kind::mxf4 and mxf4nvf4 on sm_107a,
/// which needs it, and nowhere else.
struct sparsity_v1;
} // namespace idesc

namespace detail {

/// Applies a modifier to the fields, and says whether the kind has it.
template <Kind Which, class Modifier> struct InstructionModifier {
  static constexpr InstructionFields set(const InstructionFields &fields) { return fields; }
  NVPTX_TENSORCORE_INLINE static constexpr void check() {
    static_assert(IsFalse<Modifier>,
                  "Modifiers: there are idesc::negate_a, negate_b, transpose_a, transpose_b, "
                  "saturate, sparse<>, max_shift<>, scale_type<>, scale_id_a<>, scale_id_b<>, k64, "
                  "k96, k128, scale_a_128_lanes, sparsity_v1");
  }
};

template <InstructionField Field, int Value> struct SetInstructionField {
  static constexpr InstructionFields set(const InstructionFields &fields) {
    return fields.with(Field, Value);
  }
};

#define NVPTX_TENSORCORE_MODIFIER(PARAMETERS, MODIFIER, FIELD, VALUE, LEGAL, SENTENCE)             \
  template <NVPTX_TENSORCORE_LIST PARAMETERS>                                                      \
  struct InstructionModifier<Which, idesc::MODIFIER>                                               \
      : SetInstructionField<InstructionField::FIELD, VALUE> {                                      \
    NVPTX_TENSORCORE_INLINE static constexpr void check() { static_assert(LEGAL, SENTENCE); }      \
  };
#define NVPTX_TENSORCORE_LIST(...) __VA_ARGS__
// clang-format off
NVPTX_TENSORCORE_MODIFIER((Kind Which), negate_a, NegateA, 1, hasValue(Which, InstructionField::NegateA, 1),
                          "negate_a: Kind::i8 cannot negate A")
NVPTX_TENSORCORE_MODIFIER((Kind Which), negate_b, NegateB, 1, hasValue(Which, InstructionField::NegateB, 1),
                          "negate_b: Kind::i8 cannot negate B")
NVPTX_TENSORCORE_MODIFIER((Kind Which), transpose_a, TransposeA, 1, hasValue(Which, InstructionField::TransposeA, 1),
                          "transpose_a: A of Kind::mxf4 and mxf4nvf4 is K-major")
NVPTX_TENSORCORE_MODIFIER((Kind Which), transpose_b, TransposeB, 1, hasValue(Which, InstructionField::TransposeB, 1),
                          "transpose_b: B of Kind::mxf4 and mxf4nvf4 is K-major")
NVPTX_TENSORCORE_MODIFIER((Kind Which), saturate, Saturate, 1, hasValue(Which, InstructionField::Saturate, 1),
                          "saturate: only Kind::i8 has saturation")
NVPTX_TENSORCORE_MODIFIER((Kind Which), k64, K, 1, hasValue(Which, InstructionField::K, 1) && !hasValue(Which, InstructionField::UpperK, 1),
                          "k64: only Kind::f8f6f4 and mxf8f6f4 have K = 64 in addition to another")
NVPTX_TENSORCORE_MODIFIER((Kind Which), k96, K, 1, hasValue(Which, InstructionField::UpperK, 1),
                          "k96: only Kind::mxf4 and mxf4nvf4 have K = 96")
NVPTX_TENSORCORE_MODIFIER((Kind Which), k128, UpperK, 1, hasValue(Which, InstructionField::UpperK, 1),
                          "k128: only Kind::mxf4 and mxf4nvf4 have K = 128")
NVPTX_TENSORCORE_MODIFIER((Kind Which), scale_a_128_lanes, ScaleLayoutA, 1, hasValue(Which, InstructionField::ScaleLayoutA, 1),
                          "scale_a_128_lanes: only the block-scaled kinds have scale factors")
NVPTX_TENSORCORE_MODIFIER((Kind Which), sparsity_v1, SparsityVersion, 1, hasValue(Which, InstructionField::SparsityVersion, 1),
                          "sparsity_v1: only Kind::mxf4 and mxf4nvf4 have versions")
NVPTX_TENSORCORE_MODIFIER((Kind Which, int ID), scale_id_a<ID>, ScaleIDA, ID, hasValue(Which, InstructionField::ScaleIDA, ID),
                          "scale_id_a: an ID of scale factor data is 0 to 3; block-scaled kinds have one")
NVPTX_TENSORCORE_MODIFIER((Kind Which, int ID), scale_id_b<ID>, ScaleIDB, ID, hasValue(Which, InstructionField::ScaleIDB, ID),
                          "scale_id_b: an ID of scale factor data is 0 to 3; block-scaled kinds have one")
NVPTX_TENSORCORE_MODIFIER((Kind Which, class Type), scale_type<Type>, ScaleType, (TypeOfScale<Which, Type> < 0 ? 0 : TypeOfScale<Which, Type>), (TypeOfScale<Which, Type> >= 0),
                          "Type: scale factors are ue8m0 with Kind::mxf8f6f4 and mxf4, ue4m3, ue5m3 or ue8m0 "
                          "with Kind::mxf4nvf4, and there are none with others")
// clang-format on
#undef NVPTX_TENSORCORE_MODIFIER
#undef NVPTX_TENSORCORE_LIST

template <Kind Which, int Selector> struct InstructionModifier<Which, idesc::sparse<Selector>> {
  static constexpr InstructionFields set(const InstructionFields &fields) {
    return fields.with(InstructionField::Sparse, 1).with(InstructionField::Selector, Selector);
  }
  NVPTX_TENSORCORE_INLINE static constexpr void check() {
    static_assert(
        hasValue(Which, InstructionField::Selector, Selector),
        "Selector: the sparsity selector is 0 to 3 with Kind::f16, tf32 and ti16, with others 0");
  }
};

template <Kind Which, int Shift>
struct InstructionModifier<Which, idesc::max_shift<Shift>>
    : SetInstructionField<InstructionField::MaximumShift, Shift == 8    ? 1
                                                          : Shift == 16 ? 2
                                                                        : 3> {
  NVPTX_TENSORCORE_INLINE static constexpr void check() {
    static_assert(Shift == 8 || Shift == 16 || Shift == 32,
                  "Shift: B is shifted by 8, 16 or 32 at most");
    static_assert(hasValue(Which, InstructionField::MaximumShift, 1),
                  "max_shift: the block-scaled kinds do not reuse B");
  }
};

/// The fields that M, N and types make, and the modifiers after them.
template <Kind Which, int M, int N, class D, class A, class B, class... Modifiers>
NVPTX_TENSORCORE_INLINE constexpr InstructionFields makeInstruction() {
  InstructionFields fields;
  fields = fields.with(InstructionField::M, M).with(InstructionField::N, N);
  fields = fields.with(InstructionField::TypeD, TypeOfD<Which, D>)
               .with(InstructionField::TypeA, TypeOfMultiplicand<Which, A>)
               .with(InstructionField::TypeB, TypeOfMultiplicand<Which, B>);
  // ue8m0, but where there is a choice.
  if (hasValue(Which, InstructionField::ScaleType, 1))
    fields = fields.with(InstructionField::ScaleType, 1);
  ((fields = InstructionModifier<Which, Modifiers>::set(fields)), ...);
  return fields;
}

template <class Modifier> constexpr bool IsScaleType = false;
template <class Type> constexpr bool IsScaleType<idesc::scale_type<Type>> = true;

} // namespace detail

/// An instruction descriptor. PTX ISA, "Instruction descriptor" of tcgen05; sm_100f, sm_110f,
/// PTX ISA 8.6.
///
///   Which            D         A, B                          K of an instruction, sparse twice
///   Kind::f16        f16, f32  f16; with D f32 bf16, too     16
///   Kind::tf32       f32       tf32                          8
///   Kind::f8f6f4     f16, f32  e4m3, e5m2, e2m3, e3m2, e2m1  32, or 64 (idesc::k64)
///   Kind::i8         s32       s8, u8                        32
///   Kind::ti16       s32       ti16                          16 (sm_107f, PTX ISA 9.4)
///   Kind::mxf8f6f4   f32       as Kind::f8f6f4               32, or 64 (idesc::k64)
///   Kind::mxf4       f32       e2m1                          64, 96 or 128 (idesc::k96, k128)
///   Kind::mxf4nvf4   f32       e2m1                          the same; needs idesc::scale_type
///
/// \tparam M,N        Rows and columns of D, by the kind and the instruction (CTA group,
///                    .ws); docs/instruction-descriptor.md has them. A form of the
///                    instruction that lacks a shape is an error where the descriptor is
///                    used.
/// \tparam Modifiers  idesc::negate_a, transpose_b, sparse<>, …, in any order.
template <Kind Which, int M, int N, class D, class A, class B, class... Modifiers>
NVPTX_TENSORCORE_INLINE constexpr InstructionDescriptor<Which> tcgen05_idesc() {
  using Field = detail::InstructionField;
  static_assert(Which >= Kind::f16 && Which <= Kind::mxf4nvf4, "Which: there is no such kind");
  static_assert(detail::hasM(Which, M), "M: 64, 128 or 256, with .ws 32, 64 or 128; of the "
                                        "block-scaled kinds 128 or 256");
  static_assert(detail::hasN(Which, N),
                "N: 8 to 256 in steps of 8; of Kind::i8 8, 24 and 16 to 256 in steps of 16");
  static_assert(detail::TypeOfD<Which, detail::Element<D>> >= 0,
                "D: f16 or f32 with Kind::f16 and f8f6f4, s32 with Kind::i8 and ti16, with others "
                "f32");
  static_assert(detail::TypeOfMultiplicand<Which, detail::Element<A>> >= 0,
                "A: Kind::f16 has f16 and bf16; tf32 tf32; f8f6f4 and mxf8f6f4 e4m3, e5m2, e2m3, "
                "e3m2 and e2m1; i8 s8 and u8; ti16 ti16; mxf4 and mxf4nvf4 e2m1");
  static_assert(detail::TypeOfMultiplicand<Which, detail::Element<B>> >= 0,
                "B: Kind::f16 has f16 and bf16; tf32 tf32; f8f6f4 and mxf8f6f4 e4m3, e5m2, e2m3, "
                "e3m2 and e2m1; i8 s8 and u8; ti16 ti16; mxf4 and mxf4nvf4 e2m1");
  static_assert(Which != Kind::mxf4nvf4 || (detail::IsScaleType<Modifiers> || ...),
                "Modifiers: Kind::mxf4nvf4 needs idesc::scale_type<ue4m3>, <ue5m3> or <ue8m0>");
  (detail::InstructionModifier<Which, Modifiers>::check(), ...);
  constexpr detail::InstructionFields Fields =
      detail::makeInstruction<Which, M, N, detail::Element<D>, detail::Element<A>,
                              detail::Element<B>, Modifiers...>();
  static_assert(detail::obeysRules(Which, Fields, Field::TypeA),
                "A: f16 if D is f16; of Kind::f8f6f4 with K = 64 e4m3 or e5m2");
  static_assert(detail::obeysRules(Which, Fields, Field::TypeB),
                "B: f16 if D is f16; of Kind::f8f6f4 with K = 64 e4m3 or e5m2");
  static_assert(detail::obeysRules(Which, Fields, Field::TransposeA),
                "transpose_a: with K = 64 only of e4m3 and e5m2");
  static_assert(detail::obeysRules(Which, Fields, Field::TransposeB),
                "transpose_b: with K = 64 only of e4m3 and e5m2");
  static_assert(detail::obeysRules(Which, Fields, Field::K), "k128: not with k96");
  static_assert(detail::hasK(Which, Fields) || !detail::obeysRules(Which, Fields, Field::K) ||
                    !detail::hasValue(Which, Field::K, Fields.get(Field::K)) ||
                    !detail::hasValue(Which, Field::UpperK, Fields.get(Field::UpperK)),
                "sparse: not with K = 128");
  constexpr bool HasShapes = detail::hasM(Which, M) && detail::hasK(Which, Fields);
  static_assert(!HasShapes || detail::hasM(Which, Fields),
                "M: 128 or 256, sparse, too, except for M = 128 in a CTA pair");
  static_assert(!detail::hasN(Which, N) || !detail::hasM(Which, Fields) ||
                    detail::hasN(Which, Fields),
                "N: with M = 256 a multiple of 16 (of Kind::i8 32), with M = 32 64, 128 or 256 "
                "(sparse not 256); of 8-bit elements with transpose_b a multiple of 16, with "
                "M = 256 of 32");
  static_assert(detail::hasScaleID(Which, Fields, Field::ScaleIDA),
                "scale_id_a: 0 or 2 of Kind::mxf4 and of mxf4nvf4 with ue8m0, 0 with ue4m3; with "
                "K = 96 0 to 3, and 0 or 2");
  static_assert(detail::hasScaleID(Which, Fields, Field::ScaleIDB),
                "scale_id_b: 0 or 2 of Kind::mxf4 and of mxf4nvf4 with ue8m0, 0 with ue4m3; with "
                "K = 96 0 to 3, and 0 or 2");
  return InstructionDescriptor<Which>(detail::encodeInstruction(Which, Fields));
}

//===----------------------------------------------------------------------===//
// Instruction descriptors out of registers
//===----------------------------------------------------------------------===//

/// Instruction descriptors of fields in registers: M and N as they are, the others the
/// numbers of the PTX ISA (docs/instruction-descriptor.md). Fields that are constants are
/// checked by the compiler's back end. A type is a number here, max_shift 0 to 3 for none, 8,
/// 16, 32; k is 1 for K = 96 and 64, upper_k 1 for K = 128.
NVPTX_TENSORCORE_DEVICE InstructionDescriptor<Kind::f16>
tcgen05_idesc_encode_f16(unsigned m, unsigned n, unsigned selector, unsigned sparse,
                         unsigned type_d, unsigned type_a, unsigned type_b, unsigned negate_a,
                         unsigned negate_b, unsigned transpose_a, unsigned transpose_b,
                         unsigned max_shift) {
  return InstructionDescriptor<Kind::f16>(
      detail::encodeInstruction_f16(m, n, selector, sparse, type_d, type_a, type_b, negate_a,
                                    negate_b, transpose_a, transpose_b, max_shift));
}
NVPTX_TENSORCORE_DEVICE InstructionDescriptor<Kind::tf32>
tcgen05_idesc_encode_tf32(unsigned m, unsigned n, unsigned selector, unsigned sparse,
                          unsigned negate_a, unsigned negate_b, unsigned transpose_a,
                          unsigned transpose_b, unsigned max_shift) {
  return InstructionDescriptor<Kind::tf32>(detail::encodeInstruction_tf32(
      m, n, selector, sparse, negate_a, negate_b, transpose_a, transpose_b, max_shift));
}
NVPTX_TENSORCORE_DEVICE InstructionDescriptor<Kind::f8f6f4>
tcgen05_idesc_encode_f8f6f4(unsigned m, unsigned n, unsigned sparse, unsigned type_d,
                            unsigned type_a, unsigned type_b, unsigned negate_a, unsigned negate_b,
                            unsigned transpose_a, unsigned transpose_b, unsigned max_shift,
                            unsigned k = 0) {
  return InstructionDescriptor<Kind::f8f6f4>(
      detail::encodeInstruction_f8f6f4(m, n, sparse, type_d, type_a, type_b, negate_a, negate_b,
                                       transpose_a, transpose_b, max_shift, k));
}
NVPTX_TENSORCORE_DEVICE InstructionDescriptor<Kind::i8>
tcgen05_idesc_encode_i8(unsigned m, unsigned n, unsigned sparse, unsigned saturate, unsigned type_a,
                        unsigned type_b, unsigned transpose_a, unsigned transpose_b,
                        unsigned max_shift) {
  return InstructionDescriptor<Kind::i8>(detail::encodeInstruction_i8(
      m, n, sparse, saturate, type_a, type_b, transpose_a, transpose_b, max_shift));
}
NVPTX_TENSORCORE_DEVICE InstructionDescriptor<Kind::ti16>
tcgen05_idesc_encode_ti16(unsigned m, unsigned n, unsigned selector, unsigned sparse,
                          unsigned negate_a, unsigned negate_b, unsigned transpose_a,
                          unsigned transpose_b, unsigned max_shift) {
  return InstructionDescriptor<Kind::ti16>(detail::encodeInstruction_ti16(
      m, n, selector, sparse, negate_a, negate_b, transpose_a, transpose_b, max_shift));
}
NVPTX_TENSORCORE_DEVICE InstructionDescriptor<Kind::mxf8f6f4>
tcgen05_idesc_encode_mxf8f6f4(unsigned m, unsigned n, unsigned sparse, unsigned scale_id_b,
                              unsigned type_a, unsigned type_b, unsigned negate_a,
                              unsigned negate_b, unsigned transpose_a, unsigned transpose_b,
                              unsigned scale_id_a, unsigned k = 0, unsigned scale_layout_a = 0) {
  return InstructionDescriptor<Kind::mxf8f6f4>(detail::encodeInstruction_mxf8f6f4(
      m, n, sparse, scale_id_b, type_a, type_b, negate_a, negate_b, transpose_a, transpose_b,
      scale_id_a, k, scale_layout_a));
}
NVPTX_TENSORCORE_DEVICE InstructionDescriptor<Kind::mxf4>
tcgen05_idesc_encode_mxf4(unsigned m, unsigned n, unsigned sparse, unsigned scale_id_b,
                          unsigned negate_a, unsigned negate_b, unsigned scale_id_a, unsigned k,
                          unsigned upper_k = 0, unsigned scale_layout_a = 0,
                          unsigned sparsity_version = 0) {
  return InstructionDescriptor<Kind::mxf4>(
      detail::encodeInstruction_mxf4(m, n, sparse, scale_id_b, negate_a, negate_b, scale_id_a, k,
                                     upper_k, scale_layout_a, sparsity_version));
}
NVPTX_TENSORCORE_DEVICE InstructionDescriptor<Kind::mxf4nvf4>
tcgen05_idesc_encode_mxf4nvf4(unsigned m, unsigned n, unsigned sparse, unsigned scale_id_b,
                              unsigned negate_a, unsigned negate_b, unsigned scale_type,
                              unsigned scale_id_a, unsigned k, unsigned upper_k = 0,
                              unsigned scale_layout_a = 0, unsigned sparsity_version = 0) {
  return InstructionDescriptor<Kind::mxf4nvf4>(
      detail::encodeInstruction_mxf4nvf4(m, n, sparse, scale_id_b, negate_a, negate_b, scale_type,
                                         scale_id_a, k, upper_k, scale_layout_a, sparsity_version));
}

} // namespace nvptx_tensorcore

#pragma clang diagnostic pop

#endif // NVPTX_TENSORCORE_DESCRIPTOR_H

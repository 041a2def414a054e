//===- MatrixDescriptor.td - Matrix descriptors in 64 bits ----*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix descriptor is the register operand by which wgmma and tcgen05 find a matrix in
// shared memory (PTX ISA's term; the 64-bit word that an instruction of ours carries is
// the MMA descriptor, of MMADescriptor.td). Here are its layouts, field by field, and
// what the PTX ISA forbids, for the codec (BitLayout.td) and for the intrinsics that make one.
//
// Nothing verifies these rows but the text that they cite: ptxas does not look into the
// word.
//
//===----------------------------------------------------------------------===//

/// A logical field, in the PTX ISA's words. The operands of an encoding intrinsic stand in the
/// order of the encodings.
class MatrixDescriptorField<bits<8> encoding, string key, string name>
    : BitField<BitLayoutSet_MatrixDescriptor, encoding, key, name>;

// clang-format off
//                                                               enc  key             name
def MatrixDescriptorField_Start       : MatrixDescriptorField<    0,  "start",        "matrix start address">;
def MatrixDescriptorField_Leading     : MatrixDescriptorField<    1,  "lbo",          "leading dimension byte offset">;
def MatrixDescriptorField_Stride      : MatrixDescriptorField<    2,  "sbo",          "stride dimension byte offset">;
def MatrixDescriptorField_BaseOffset  : MatrixDescriptorField<    3,  "base_offset",  "matrix base offset">;
def MatrixDescriptorField_LeadingMode : MatrixDescriptorField<    4,  "leading_mode", "leading dimension stride mode">;
def MatrixDescriptorField_Swizzle     : MatrixDescriptorField<    5,  "swizzle",      "swizzling mode">;
def MatrixDescriptorField_Constant    : MatrixDescriptorField<    6,  "constant",     "fixed constant">;
def MatrixDescriptorField_Segment     : MatrixDescriptorField<    7,  "segment",      "K segment of indices">;
// clang-format on

def MatrixDescriptorField : GenericEnum {
  let FilterClass = "MatrixDescriptorField";
  let ValueField = "Encoding";
}

/// A layout. `encoder` is the intrinsic that makes a word of it; empty if none does.
class MatrixDescriptorFormat<bits<8> encoding, string key, string encoder, string source,
                             list<BitSlot> slots, list<BitRule> rules = []>
    : BitLayout<BitLayoutSet_MatrixDescriptor, encoding, key, 64, "a " # key # " matrix descriptor",
                "a " # key # " matrix descriptor", encoder, source, slots, rules>;

defvar SMemFormat = "PTX ISA 9.0, Matrix Descriptor Format of wgmma";
defvar SMemAbsoluteStride =
    "PTX ISA 9.0, Restrictions on the Leading Dimension Absolute Address Stride";
defvar SMemAddress = "address 0x{0:X-}";
defvar SMemBytes = "{0} bytes";

// PTX ISA 9.4 adds addresses of 19 bits, and a choice of 24 of the 48 bytes that
// .decompress::lut::b reads as the indices.
defvar SMemSegments = [BitValue<0, "bytes 0 to 23">, BitValue<1, "bytes 24 to 47", 0, SM107Family>];

// The swizzling modes of all formats but tcgen05's.
defvar SMemSwizzles = [BitValue<0, "no swizzle">, BitValue<1, "128-byte swizzle">,
                       BitValue<2, "64-byte swizzle">, BitValue<3, "32-byte swizzle">];

// clang-format off
def MatrixDescriptorFormat_WGMMA : MatrixDescriptorFormat<0, "wgmma", "wgmma.smem_desc.encode", SMemFormat, [
//        field                           high low  unit values and text
  BitSlot<MatrixDescriptorField_Start,       13,  0,  16, [], SMemAddress>,
  BitSlot<MatrixDescriptorField_Leading,     29, 16,  16, [], SMemBytes>,
  BitSlot<MatrixDescriptorField_Stride,      45, 32,  16, [], SMemBytes>,
  BitSlot<MatrixDescriptorField_BaseOffset,  51, 49>,
  BitSlot<MatrixDescriptorField_Swizzle,     63, 62,   1, SMemSwizzles>
], [
  BitRule<[BitCondition<MatrixDescriptorField_Swizzle, [0]>], BitCondition<MatrixDescriptorField_BaseOffset, [0]>, SMemFormat>
]>;

def MatrixDescriptorFormat_TCGen05 : MatrixDescriptorFormat<1, "tcgen05", "tcgen05.mma_smem_desc.encode", "PTX ISA 9.4, Shared Memory Descriptor of tcgen05", [
  BitSlot<MatrixDescriptorField_Start,       14,  0,  16, [], SMemAddress, BitField_None, "", 13, SM107Family>,
  BitSlot<MatrixDescriptorField_Leading,     30, 16,  16, [], SMemBytes, MatrixDescriptorField_LeadingMode, SMemAddress, 29, SM107Family>,
  BitSlot<MatrixDescriptorField_Stride,      45, 32,  16, [], SMemBytes>,
  BitSlot<MatrixDescriptorField_Constant,    48, 46,   1, [BitValue<1, "0b001">]>,
  BitSlot<MatrixDescriptorField_BaseOffset,  51, 49>,
  BitSlot<MatrixDescriptorField_LeadingMode, 52, 52,   1, [BitValue<0, "relative byte offset">, BitValue<1, "absolute byte address", 0, SM103Or107Architectures>]>,
  BitSlot<MatrixDescriptorField_Swizzle,     63, 61,   1, [BitValue<0, "no swizzle">, BitValue<1, "128-byte swizzle with 32-byte atomicity">,
                                                           BitValue<2, "128-byte swizzle">, BitValue<4, "64-byte swizzle">, BitValue<6, "32-byte swizzle">]>,
  AddedBitSlot<MatrixDescriptorField_Segment, 53, 53,  1, SMemSegments>
], [
  BitRule<[BitCondition<MatrixDescriptorField_LeadingMode, [1]>], BitCondition<MatrixDescriptorField_BaseOffset, [0]>, SMemAbsoluteStride>,
  BitRule<[BitCondition<MatrixDescriptorField_LeadingMode, [1]>], BitCondition<MatrixDescriptorField_Swizzle,    [2]>, SMemAbsoluteStride>
]>;

// Not what any GPU reads: nothing that is emitted uses it.
def MatrixDescriptorFormat_Tileiras : MatrixDescriptorFormat<2, "tileiras", "", "seed document 002, SMEM-Descriptor Construction", [
  BitSlot<MatrixDescriptorField_Start,       13,  0,  16, [], SMemAddress>,
  BitSlot<MatrixDescriptorField_Leading,     29, 14,   1, [], SMemBytes>,
  BitSlot<MatrixDescriptorField_Stride,      45, 30,   1, [], SMemBytes>,
  BitSlot<MatrixDescriptorField_BaseOffset,  48, 46>,
  BitSlot<MatrixDescriptorField_Swizzle,     53, 52,   1, SMemSwizzles>
]>;
// clang-format on

def MatrixDescriptorFormat : GenericEnum {
  let FilterClass = "MatrixDescriptorFormat";
  let ValueField = "Encoding";
}

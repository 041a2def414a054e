//===- SharedMemoryTiles.td - Matrices in shared memory -------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The canonical layouts in which wgmma and tcgen05 find a tile in shared memory: how a swizzle
// moves bytes, which swizzles an element type can have, what the two strides of the matrix
// descriptor are, and which tensor map writes the tile. NVPTXTensorCore/Model/Layouts/
// SharedMemoryTiles.h puts these together, mma-explain and the CUDA header read them.
//
// PTX ISA 9.0: "Shared Memory Matrix Layout" and "Strides" of wgmma; "Canonical Layouts",
// "Valid Combinations of Type-Size, Major-ness and Swizzling" and "Shared Memory Layout and
// Swizzling" of tcgen05; "Swizzling Modes". The rows of wgmma have run on an H100.
//
//===----------------------------------------------------------------------===//

/// A swizzle. Lines of `lineBytes` follow each other; `lines` of them are an atom. In a byte's
/// address, the lowest `bits` of the number of its chunk (of `chunkBytes`) are changed by those
/// of the number of its 128 bytes: exclusive or. `wgmma` and `tcgen05` are the mode in the
/// descriptors, of which 255 is none.
class SharedMemorySwizzle<bits<8> encoding, string key, int lineBytes, int lines, int bits_,
                          int chunkBytes, int wgmma, int tcgen05, string tensorMap> {
  bits<8> Encoding = encoding;
  string Key = key;
  bits<8> LineBytes = lineBytes;
  bits<8> Lines = lines;
  bits<8> SwizzledBits = bits_;
  bits<8> ChunkBytes = chunkBytes;
  bits<8> WGMMA = wgmma;
  bits<8> TCGen05 = tcgen05;
  string TensorMap = "CU_TENSOR_MAP_SWIZZLE_" # tensorMap;
  assert !eq(lineBytes, !shl(chunkBytes, bits_)), "the chunks of a line change places";
}

// clang-format off
//                                                     enc  key            line  lines  bits chunk wgmma tcgen05 tensor map
def SharedMemorySwizzle_None     : SharedMemorySwizzle<  0, "none",          16,     8,    0,   16,    0,     0, "NONE">;
def SharedMemorySwizzle_32       : SharedMemorySwizzle<  1, "32",            32,     8,    1,   16,    3,     6, "32B">;
def SharedMemorySwizzle_64       : SharedMemorySwizzle<  2, "64",            64,     8,    2,   16,    2,     4, "64B">;
def SharedMemorySwizzle_128      : SharedMemorySwizzle<  3, "128",          128,     8,    3,   16,    1,     2, "128B">;
def SharedMemorySwizzle_128Atom32: SharedMemorySwizzle<  4, "128-atom-32",  128,     4,    2,   32,  255,     1, "128B_ATOM_32B">;
// clang-format on

def SharedMemorySwizzle : GenericEnum {
  let FilterClass = "SharedMemorySwizzle";
  let ValueField = "Encoding";
}

def SharedMemorySwizzles : GenericTable {
  let FilterClass = "SharedMemorySwizzle";
  let CppTypeName = "SharedMemorySwizzleInfo";
  let Fields = ["Encoding", "Key", "LineBytes", "Lines", "SwizzledBits", "ChunkBytes", "WGMMA",
                "TCGen05", "TensorMap"];
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupSharedMemorySwizzle";
}

/// The swizzles of elements with these numbers of bits, by consumer and direction: along K
/// (`isKMajor`) or along M or N the neighbours in memory are.
class SharedMemoryForm<MatrixDescriptorFormat format, bit isKMajor, list<int> elementBits,
                       list<SharedMemorySwizzle> swizzles, string source> {
  MatrixDescriptorFormat Format = format;
  bit IsKMajor = isKMajor;
  list<int> ElementBits = elementBits;
  list<SharedMemorySwizzle> Swizzles = swizzles;
  string Source = source;
}

defvar SMemCommonSwizzles = [SharedMemorySwizzle_None, SharedMemorySwizzle_32,
                             SharedMemorySwizzle_64, SharedMemorySwizzle_128];
defvar SMemWGMMALayout = "PTX ISA 9.0, Shared Memory Matrix Layout of wgmma";
defvar SMemTCGen05Layout =
    "PTX ISA 9.0, Valid Combinations of Type-Size, Major-ness and Swizzling of tcgen05";

// clang-format off
//                                                 consumer                        K  bits of elements  swizzles                           source
def SharedMemoryForm_WGMMAK      : SharedMemoryForm<MatrixDescriptorFormat_WGMMA,   1, [1, 8, 16, 32],   SMemCommonSwizzles,                SMemWGMMALayout>;
def SharedMemoryForm_WGMMAMN     : SharedMemoryForm<MatrixDescriptorFormat_WGMMA,   0, [16],             SMemCommonSwizzles,                SMemWGMMALayout>;
def SharedMemoryForm_TCGen05K    : SharedMemoryForm<MatrixDescriptorFormat_TCGen05, 1, [4, 6, 8, 16, 32], SMemCommonSwizzles,               SMemTCGen05Layout>;
def SharedMemoryForm_TCGen05MN   : SharedMemoryForm<MatrixDescriptorFormat_TCGen05, 0, [8, 16],          SMemCommonSwizzles,                SMemTCGen05Layout>;
def SharedMemoryForm_TCGen05MN32 : SharedMemoryForm<MatrixDescriptorFormat_TCGen05, 0, [32],             [SharedMemorySwizzle_128Atom32],   SMemTCGen05Layout>;
// clang-format on

def SharedMemoryForms : GenericTable {
  let FilterClass = "SharedMemoryForm";
  let CppTypeName = "SharedMemoryForm";
  let Fields = ["Format", "IsKMajor", "ElementBits", "Swizzles", "Source"];
}

/// A stride of the matrix descriptor: along a line from one atom to the next, across the lines,
/// or none, where an instruction does not leave the atom.
class SharedMemoryStride<bits<8> encoding> {
  bits<8> Encoding = encoding;
}
def SharedMemoryStride_None   : SharedMemoryStride<0>;
def SharedMemoryStride_Along  : SharedMemoryStride<1>;
def SharedMemoryStride_Across : SharedMemoryStride<2>;

def SharedMemoryStride : GenericEnum {
  let FilterClass = "SharedMemoryStride";
  let ValueField = "Encoding";
}

/// Says what lbo and sbo are.
class SharedMemoryStrides<bit isKMajor, bit isSwizzled, SharedMemoryStride leading,
                          SharedMemoryStride stride> {
  bit IsKMajor = isKMajor;
  bit IsSwizzled = isSwizzled;
  SharedMemoryStride Leading = leading;
  SharedMemoryStride Stride = stride;
}

// clang-format off
//                        K  swizzled lbo                        sbo
def : SharedMemoryStrides<1, 0,       SharedMemoryStride_Along,  SharedMemoryStride_Across>;
def : SharedMemoryStrides<1, 1,       SharedMemoryStride_None,   SharedMemoryStride_Across>;
def : SharedMemoryStrides<0, 0,       SharedMemoryStride_Across, SharedMemoryStride_Along>;
def : SharedMemoryStrides<0, 1,       SharedMemoryStride_Along,  SharedMemoryStride_Across>;
// clang-format on

def SharedMemoryStrideTable : GenericTable {
  let FilterClass = "SharedMemoryStrides";
  let CppTypeName = "SharedMemoryStrides";
  let Fields = ["IsKMajor", "IsSwizzled", "Leading", "Stride"];
  let PrimaryKey = ["IsKMajor", "IsSwizzled"];
  let PrimaryKeyName = "lookupSharedMemoryStrides";
}

/// An element type: its bits, those that a line has for it (6-bit and 4-bit types stand 16 in 16
/// bytes, with padding after them), the instructions that read it so, and the tensor map's type with the bits
/// that one of its elements has there. `boxElements` is the only width that a box can have, if
/// there is one.
class SharedMemoryElement<MMAType type, int elementBits, int storedBits, list<string> readers,
                          string tensorMap, int tensorMapBits, int boxElements = 0> {
  MMAType Type = type;
  string Spelling = type.Spelling;
  bits<8> Bits = elementBits;
  bits<8> StoredBits = storedBits;
  list<string> Readers = readers;
  string TensorMap = "CU_TENSOR_MAP_DATA_TYPE_" # tensorMap;
  bits<8> TensorMapBits = tensorMapBits;
  bits<8> BoxElements = boxElements;
}

// clang-format off
//                        type          bits stored readers                                      tensor map       bits  box
def : SharedMemoryElement<MMAType_B1,      1,     1, ["wgmma"],                                   "UINT8",            8>;
def : SharedMemoryElement<MMAType_S8,      8,     8, ["wgmma", "kind::i8"],                       "UINT8",            8>;
def : SharedMemoryElement<MMAType_U8,      8,     8, ["wgmma", "kind::i8"],                       "UINT8",            8>;
def : SharedMemoryElement<MMAType_E4M3,    8,     8, ["wgmma", "kind::f8f6f4", "kind::mxf8f6f4"], "UINT8",            8>;
def : SharedMemoryElement<MMAType_E5M2,    8,     8, ["wgmma", "kind::f8f6f4", "kind::mxf8f6f4"], "UINT8",            8>;
def : SharedMemoryElement<MMAType_F16,    16,    16, ["wgmma", "kind::f16"],                      "FLOAT16",         16>;
def : SharedMemoryElement<MMAType_BF16,   16,    16, ["wgmma", "kind::f16"],                      "BFLOAT16",        16>;
def : SharedMemoryElement<MMAType_TI16,   16,    16, ["kind::ti16"],                              "UINT16",          16>;
def : SharedMemoryElement<MMAType_TF32,   32,    32, ["wgmma", "kind::tf32"],                     "TFLOAT32",        32>;
def : SharedMemoryElement<MMAType_E3M2,    6,     8, ["kind::f8f6f4", "kind::mxf8f6f4"],          "16U6_ALIGN16B",    8, 128>;
def : SharedMemoryElement<MMAType_E2M3,    6,     8, ["kind::f8f6f4", "kind::mxf8f6f4"],          "16U6_ALIGN16B",    8, 128>;
def : SharedMemoryElement<MMAType_E2M1,    4,     4, ["kind::mxf4", "kind::mxf4nvf4"],            "16U4_ALIGN8B",     4>;
def : SharedMemoryElement<MMAType_E2M1,    4,     8, ["kind::f8f6f4", "kind::mxf8f6f4"],          "16U4_ALIGN16B",    8, 128>;
// clang-format on

def SharedMemoryElements : GenericTable {
  let FilterClass = "SharedMemoryElement";
  let CppTypeName = "SharedMemoryElement";
  let Fields = ["Type", "Spelling", "Bits", "StoredBits", "Readers", "TensorMap", "TensorMapBits",
                "BoxElements"];
}

//===- InstructionDescriptorShapes.td - What idescs fit -------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which shapes and scale factors a tcgen05.mma may have, by its MMA kind and modifiers:
// what ties an instruction descriptor (InstructionDescriptor.td) to the instruction that
// it goes into. ptxas verifies none of it.
//
//===----------------------------------------------------------------------===//

defvar IDescShapesK96 = "CuTe (mma_sm103_umma.hpp); the table of PTX ISA 9.0 has K = 96 with .cta_group::2 only";
defvar IDescTransposes = "PTX ISA 9.0, Transpose and Negate operations of tcgen05";
defvar IDescScales = "PTX ISA 9.0, Block Scaling of tcgen05";

/// Values of N: bit i stands for N = 8 * (i + 1).
class InstructionDescriptorNs<list<int> numbers> {
  int Word = !foldl(0, numbers, word, n, !or(word, !shl(1, !sub(!srl(n, 3), 1))));
  assert !foldl(1, numbers, fits, n, !and(fits, !ge(n, 8), !le(n, 256), !eq(!and(n, 7), 0))),
         "N is a multiple of 8 from 8 to 256";
}
def InstructionDescriptorNs_Steps8    : InstructionDescriptorNs<!range(8, 257, 8)>;
def InstructionDescriptorNs_Steps16   : InstructionDescriptorNs<!range(16, 257, 16)>;
def InstructionDescriptorNs_Steps32   : InstructionDescriptorNs<!range(32, 257, 32)>;
def InstructionDescriptorNs_Integer   : InstructionDescriptorNs<!listconcat([8, 24], !range(16, 257, 16))>;
def InstructionDescriptorNs_WS        : InstructionDescriptorNs<[64, 128, 256]>;
def InstructionDescriptorNs_WSSparse  : InstructionDescriptorNs<[64, 128]>;

/// Shapes of one form of the instruction: the Ms (as their sum over 32, of which they are
/// powers of two), the Ns, and the K that belongs to them. `kField` is what the word says
/// of K.
class InstructionDescriptorShape<InstructionDescriptorKind kind, bit sparse, bit ws, int ctaGroup,
                                 list<int> ms, InstructionDescriptorNs ns, int k,
                                 string source = IDescShapes> {
  InstructionDescriptorKind Kind = kind;
  bit IsSparse = sparse;
  bit IsWeightStationary = ws;
  bits<8> CTAGroup = ctaGroup;
  bits<8> Ms = !foldl(0, ms, word, m, !or(word, !srl(m, 5)));
  bits<32> Ns = ns.Word;
  bits<8> K = k;
  bits<8> KField = !if(!eq(k, 96), 1, 0);
  string Source = source;
  assert !foldl(1, ms, fits, m, !and(fits, !or(!eq(m, 32), !eq(m, 64), !eq(m, 128), !eq(m, 256)))),
         "M is 32, 64, 128 or 256";
}

// clang-format off
/// `ns1` and `ns2` are the Ns of .cta_group::1 and ::2; `k` is that of dense matrices.
multiclass InstructionDescriptorPlainShapes<InstructionDescriptorKind kind, int k, InstructionDescriptorNs ns1, InstructionDescriptorNs ns2> {
//                                                    kind sparse ws group Ms              Ns                                K
  def _CTA1       : InstructionDescriptorShape<kind,  0,    0,  1,   [64, 128],      ns1,                              k>;
  def _CTA1Sparse : InstructionDescriptorShape<kind,  1,    0,  1,   [64, 128],      ns1,                              !mul(2, k)>;
  def _CTA2       : InstructionDescriptorShape<kind,  0,    0,  2,   [128, 256],     ns2,                              k>;
  def _CTA2Sparse : InstructionDescriptorShape<kind,  1,    0,  2,   [128, 256],     ns2,                              !mul(2, k)>;
  def _WS         : InstructionDescriptorShape<kind,  0,    1,  1,   [32, 64, 128],  InstructionDescriptorNs_WS,       k>;
  def _WSSparse   : InstructionDescriptorShape<kind,  1,    1,  1,   [32, 64, 128],  InstructionDescriptorNs_WSSparse, !mul(2, k)>;
}

multiclass InstructionDescriptorScaledShapes<InstructionDescriptorKind kind, int k> {
  def _CTA1       : InstructionDescriptorShape<kind,  0,    0,  1,   [128],          InstructionDescriptorNs_Steps8,   k>;
  def _CTA1Sparse : InstructionDescriptorShape<kind,  1,    0,  1,   [128],          InstructionDescriptorNs_Steps8,   !mul(2, k)>;
  def _CTA2       : InstructionDescriptorShape<kind,  0,    0,  2,   [128, 256],     InstructionDescriptorNs_Steps16,  k>;
  def _CTA2Sparse : InstructionDescriptorShape<kind,  1,    0,  2,   [256],          InstructionDescriptorNs_Steps16,  !mul(2, k)>;
}

multiclass InstructionDescriptorK96Shapes<InstructionDescriptorKind kind> {
  def _CTA1K96    : InstructionDescriptorShape<kind,  0,    0,  1,   [128],          InstructionDescriptorNs_Steps8,   96, IDescShapesK96>;
  def _CTA2K96    : InstructionDescriptorShape<kind,  0,    0,  2,   [256],          InstructionDescriptorNs_Steps16,  96>;
}

defm InstructionDescriptorShape_F16      : InstructionDescriptorPlainShapes<InstructionDescriptorKind_F16,      16, InstructionDescriptorNs_Steps8,  InstructionDescriptorNs_Steps16>;
defm InstructionDescriptorShape_TF32     : InstructionDescriptorPlainShapes<InstructionDescriptorKind_TF32,      8, InstructionDescriptorNs_Steps8,  InstructionDescriptorNs_Steps16>;
defm InstructionDescriptorShape_F8F6F4   : InstructionDescriptorPlainShapes<InstructionDescriptorKind_F8F6F4,   32, InstructionDescriptorNs_Steps8,  InstructionDescriptorNs_Steps16>;
defm InstructionDescriptorShape_I8       : InstructionDescriptorPlainShapes<InstructionDescriptorKind_I8,       32, InstructionDescriptorNs_Integer, InstructionDescriptorNs_Steps32>;
defm InstructionDescriptorShape_TI16     : InstructionDescriptorPlainShapes<InstructionDescriptorKind_TI16,     16, InstructionDescriptorNs_Steps8,  InstructionDescriptorNs_Steps32>;
defm InstructionDescriptorShape_MXF8F6F4 : InstructionDescriptorScaledShapes<InstructionDescriptorKind_MXF8F6F4, 32>;
defm InstructionDescriptorShape_MXF4     : InstructionDescriptorScaledShapes<InstructionDescriptorKind_MXF4,     64>;
defm InstructionDescriptorShape_MXF4     : InstructionDescriptorK96Shapes<InstructionDescriptorKind_MXF4>;
defm InstructionDescriptorShape_MXF4NVF4 : InstructionDescriptorScaledShapes<InstructionDescriptorKind_MXF4NVF4, 64>;
defm InstructionDescriptorShape_MXF4NVF4 : InstructionDescriptorK96Shapes<InstructionDescriptorKind_MXF4NVF4>;
// clang-format on

def InstructionDescriptorShapes : GenericTable {
  let FilterClass = "InstructionDescriptorShape";
  let CppTypeName = "InstructionDescriptorShape";
  let Fields = ["Kind", "IsSparse", "IsWeightStationary", "CTAGroup", "Ms", "Ns", "K", "KField", "Source"];
  string TypeOf_Kind = "InstructionDescriptorKind";
  let PrimaryKey = ["Kind", "IsWeightStationary", "CTAGroup", "IsSparse", "KField"];
  let PrimaryKeyName = "lookupInstructionDescriptorShape";
}

/// The Ns that a B of elements of 8 bits has where it is transposed.
class InstructionDescriptorTransposedN<int ctaGroup, InstructionDescriptorNs ns> {
  bits<8> CTAGroup = ctaGroup;
  bits<32> Ns = ns.Word;
  string Source = IDescTransposes;
}
def InstructionDescriptorTransposedN_CTA1 : InstructionDescriptorTransposedN<1, InstructionDescriptorNs_Steps16>;
def InstructionDescriptorTransposedN_CTA2 : InstructionDescriptorTransposedN<2, InstructionDescriptorNs_Steps32>;

def InstructionDescriptorTransposedNs : GenericTable {
  let FilterClass = "InstructionDescriptorTransposedN";
  let CppTypeName = "InstructionDescriptorTransposedN";
  let Fields = ["CTAGroup", "Ns", "Source"];
  let PrimaryKey = ["CTAGroup"];
  let PrimaryKeyName = "lookupInstructionDescriptorTransposedN";
}

/// A scale vector size that a block-scaled kind takes: its spelling after `.scale_vec::`
/// or as `.blockN`, empty for none; how many elements a factor scales; the types of the
/// factors and, with and without K = 96, the scale factor data IDs, as sets: bit i stands
/// for the value i of the field.
class InstructionDescriptorScaling<InstructionDescriptorKind kind, string vector, int blockSize,
                                   list<int> types, list<int> ids, list<int> idsOfK96> {
  InstructionDescriptorKind Kind = kind;
  string Vector = vector;
  bits<8> BlockSize = blockSize;
  bits<8> Types = !foldl(0, types, word, i, !or(word, !shl(1, i)));
  bits<8> IDs = !foldl(0, ids, word, i, !or(word, !shl(1, i)));
  bits<8> IDsOfK96 = !foldl(0, idsOfK96, word, i, !or(word, !shl(1, i)));
  string Source = IDescScales;
}

// clang-format off
//                                                                                       kind                                 vector    block types    IDs           with K = 96
def InstructionDescriptorScaling_MXF8F6F4         : InstructionDescriptorScaling<InstructionDescriptorKind_MXF8F6F4, "",        32, [1],    [0, 1, 2, 3], []>;
def InstructionDescriptorScaling_MXF8F6F4_1X      : InstructionDescriptorScaling<InstructionDescriptorKind_MXF8F6F4, "1X",      32, [1],    [0, 1, 2, 3], []>;
def InstructionDescriptorScaling_MXF8F6F4_Block32 : InstructionDescriptorScaling<InstructionDescriptorKind_MXF8F6F4, "block32", 32, [1],    [0, 1, 2, 3], []>;
def InstructionDescriptorScaling_MXF4             : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4,     "",        32, [1],    [0, 2],       [0, 1, 2, 3]>;
def InstructionDescriptorScaling_MXF4_2X          : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4,     "2X",      32, [1],    [0, 2],       [0, 1, 2, 3]>;
def InstructionDescriptorScaling_MXF4_Block32     : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4,     "block32", 32, [1],    [0, 2],       [0, 1, 2, 3]>;
def InstructionDescriptorScaling_MXF4NVF4_2X      : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4NVF4, "2X",      32, [1],    [0, 2],       [0, 1, 2, 3]>;
def InstructionDescriptorScaling_MXF4NVF4_Block32 : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4NVF4, "block32", 32, [1],    [0, 2],       [0, 1, 2, 3]>;
def InstructionDescriptorScaling_MXF4NVF4_4X      : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4NVF4, "4X",      16, [0, 1], [0],          [0, 2]>;
def InstructionDescriptorScaling_MXF4NVF4_Block16 : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4NVF4, "block16", 16, [0, 1], [0],          [0, 2]>;
// clang-format on

def InstructionDescriptorScalings : GenericTable {
  let FilterClass = "InstructionDescriptorScaling";
  let CppTypeName = "InstructionDescriptorScaling";
  let Fields = ["Kind", "Vector", "BlockSize", "Types", "IDs", "IDsOfK96", "Source"];
  string TypeOf_Kind = "InstructionDescriptorKind";
}

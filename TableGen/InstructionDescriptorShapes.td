//===- InstructionDescriptorShapes.td - What idescs fit -------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows list the shapes and scale factors that a tcgen05.mma may have, by its MMA kind and
// modifiers. They tie an instruction descriptor (InstructionDescriptor.td) to the instruction
// that it goes into. ptxas verifies none of it.
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
/// of K: its dimension K, and 2 for the upper bit.
class InstructionDescriptorShape<InstructionDescriptorKind kind, bit sparse, bit ws, int ctaGroup,
                                 list<int> ms, InstructionDescriptorNs ns, int k, int kField = 0,
                                 string source = IDescShapes, GPUTargetSet targets = AnyTarget> {
  InstructionDescriptorKind Kind = kind;
  bit IsSparse = sparse;
  bit IsWeightStationary = ws;
  bits<8> CTAGroup = ctaGroup;
  bits<8> Ms = !foldl(0, ms, word, m, !or(word, !srl(m, 5)));
  bits<32> Ns = ns.Word;
  bits<8> K = k;
  bits<8> KField = kField;
  string Source = source;
  GPUTargetSet Targets = targets;
  assert !foldl(1, ms, fits, m, !and(fits, !or(!eq(m, 32), !eq(m, 64), !eq(m, 128), !eq(m, 256)))),
         "M is 32, 64, 128 or 256";
}

// clang-format off
/// `ns1` and `ns2` are the Ns of .cta_group::1 and ::2, `ms1` the Ms of .cta_group::1; `k` is that of dense matrices.
multiclass InstructionDescriptorPlainShapes<InstructionDescriptorKind kind, int k, InstructionDescriptorNs ns1, InstructionDescriptorNs ns2, list<int> ms1 = [64, 128]> {
//                                                    kind sparse ws group Ms              Ns                                K
  def _CTA1       : InstructionDescriptorShape<kind,  0,    0,  1,   ms1,            ns1,                              k>;
  def _CTA1Sparse : InstructionDescriptorShape<kind,  1,    0,  1,   ms1,            ns1,                              !mul(2, k)>;
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

/// Twice the K, from PTX ISA 9.4 on: of full Ms only, but with .ws.
multiclass InstructionDescriptorDoubleShapes<InstructionDescriptorKind kind, int k> {
//                                                    kind sparse ws group Ms       Ns                              K           field
  def _CTA1Double       : InstructionDescriptorShape<kind, 0, 0, 1, [128], InstructionDescriptorNs_Steps8,  !mul(2, k), 1, IDescShapes94, SM107Family>;
  def _CTA1DoubleSparse : InstructionDescriptorShape<kind, 1, 0, 1, [128], InstructionDescriptorNs_Steps8,  !mul(4, k), 1, IDescShapes94, SM107Family>;
  def _CTA2Double       : InstructionDescriptorShape<kind, 0, 0, 2, [256], InstructionDescriptorNs_Steps16, !mul(2, k), 1, IDescShapes94, SM107Family>;
  def _CTA2DoubleSparse : InstructionDescriptorShape<kind, 1, 0, 2, [256], InstructionDescriptorNs_Steps16, !mul(4, k), 1, IDescShapes94, SM107Family>;
}

multiclass InstructionDescriptorFourBitShapes<InstructionDescriptorKind kind> {
  def _CTA1K96       : InstructionDescriptorShape<kind,  0,    0,  1,   [128],          InstructionDescriptorNs_Steps8,   96, 1, IDescShapesK96, SM103Or107Architectures>;
  def _CTA2K96       : InstructionDescriptorShape<kind,  0,    0,  2,   [256],          InstructionDescriptorNs_Steps16,  96, 1, IDescShapes, SM103Or107Architectures>;
  def _CTA1K96Sparse : InstructionDescriptorShape<kind,  1,    0,  1,   [128],          InstructionDescriptorNs_Steps8,  192, 1, IDescShapes94, SM107Family>;
  def _CTA2K96Sparse : InstructionDescriptorShape<kind,  1,    0,  2,   [256],          InstructionDescriptorNs_Steps16, 192, 1, IDescShapes94, SM107Family>;
  def _CTA2K128      : InstructionDescriptorShape<kind,  0,    0,  2,   [256],          InstructionDescriptorNs_Steps16, 128, 2, IDescShapes94, SM107Family>;
}

defm InstructionDescriptorShape_F16      : InstructionDescriptorPlainShapes<InstructionDescriptorKind_F16,      16, InstructionDescriptorNs_Steps8,  InstructionDescriptorNs_Steps16>;
defm InstructionDescriptorShape_TF32     : InstructionDescriptorPlainShapes<InstructionDescriptorKind_TF32,      8, InstructionDescriptorNs_Steps8,  InstructionDescriptorNs_Steps16>;
defm InstructionDescriptorShape_F8F6F4   : InstructionDescriptorPlainShapes<InstructionDescriptorKind_F8F6F4,   32, InstructionDescriptorNs_Steps8,  InstructionDescriptorNs_Steps16>;
defm InstructionDescriptorShape_F8F6F4   : InstructionDescriptorDoubleShapes<InstructionDescriptorKind_F8F6F4,  32>;
def InstructionDescriptorShape_F8F6F4_WSDouble       : InstructionDescriptorShape<InstructionDescriptorKind_F8F6F4, 0, 1, 1, [32, 64, 128], InstructionDescriptorNs_WS,       64,  1, IDescShapes94, SM107Family>;
def InstructionDescriptorShape_F8F6F4_WSDoubleSparse : InstructionDescriptorShape<InstructionDescriptorKind_F8F6F4, 1, 1, 1, [32, 64, 128], InstructionDescriptorNs_WSSparse, 128, 1, IDescShapes94, SM107Family>;
defm InstructionDescriptorShape_I8       : InstructionDescriptorPlainShapes<InstructionDescriptorKind_I8,       32, InstructionDescriptorNs_Integer, InstructionDescriptorNs_Steps32>;
defm InstructionDescriptorShape_TI16     : InstructionDescriptorPlainShapes<InstructionDescriptorKind_TI16,     16, InstructionDescriptorNs_Steps8,  InstructionDescriptorNs_Steps32, [64]>;
def InstructionDescriptorShape_TI16_CTA1Full       : InstructionDescriptorShape<InstructionDescriptorKind_TI16, 0, 0, 1, [128], InstructionDescriptorNs_Steps16, 16, 0, IDescShapes94>;
def InstructionDescriptorShape_TI16_CTA1FullSparse : InstructionDescriptorShape<InstructionDescriptorKind_TI16, 1, 0, 1, [128], InstructionDescriptorNs_Steps16, 32, 0, IDescShapes94>;
defm InstructionDescriptorShape_MXF8F6F4 : InstructionDescriptorScaledShapes<InstructionDescriptorKind_MXF8F6F4, 32>;
defm InstructionDescriptorShape_MXF8F6F4 : InstructionDescriptorDoubleShapes<InstructionDescriptorKind_MXF8F6F4, 32>;
defm InstructionDescriptorShape_MXF4     : InstructionDescriptorScaledShapes<InstructionDescriptorKind_MXF4,     64>;
defm InstructionDescriptorShape_MXF4     : InstructionDescriptorFourBitShapes<InstructionDescriptorKind_MXF4>;
defm InstructionDescriptorShape_MXF4NVF4 : InstructionDescriptorScaledShapes<InstructionDescriptorKind_MXF4NVF4, 64>;
defm InstructionDescriptorShape_MXF4NVF4 : InstructionDescriptorFourBitShapes<InstructionDescriptorKind_MXF4NVF4>;
// clang-format on

def InstructionDescriptorShapes : GenericTable {
  let FilterClass = "InstructionDescriptorShape";
  let CppTypeName = "InstructionDescriptorShape";
  let Fields = ["Kind", "IsSparse", "IsWeightStationary", "CTAGroup", "Ms", "Ns", "K", "KField", "Source", "Targets"];
  string TypeOf_Kind = "InstructionDescriptorKind";
  let PrimaryKey = ["Kind", "IsWeightStationary", "CTAGroup", "IsSparse", "KField", "Ms"];
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
/// or as `.blockN`, empty for none; how many elements a factor scales; and sets, of which bit i
/// stands for the value i of a field: the types of the factors, and the scale factor data IDs by
/// what the word says of K.
class InstructionDescriptorScaling<InstructionDescriptorKind kind, string vector, int blockSize, list<int> types,
                                   list<list<int>> ids, GPUTargetSet targets = AnyTarget> {
  InstructionDescriptorKind Kind = kind;
  string Vector = vector;
  bits<8> BlockSize = blockSize;
  bits<8> Types = !foldl(0, types, word, i, !or(word, !shl(1, i)));
  bits<8> IDsOfK0 = !foldl(0, ids[0], word, i, !or(word, !shl(1, i)));
  bits<8> IDsOfK1 = !foldl(0, ids[1], word, i, !or(word, !shl(1, i)));
  bits<8> IDsOfK2 = !foldl(0, ids[2], word, i, !or(word, !shl(1, i)));
  string Source = IDescScales;
  GPUTargetSet Targets = targets;
}

// clang-format off
// One, two and four factors a row; of K = 96 three and six, of K = 128 four and eight.
defvar IDescIDsBytes  = [[0, 1, 2, 3], [0, 1, 2, 3], []<int>];
defvar IDescIDsPairs  = [[0, 2],       [0, 1, 2, 3], [0]];
defvar IDescIDsFours  = [[0],          [0, 2],       [0]];
//                                                                                       kind                                 vector    block types      IDs
def InstructionDescriptorScaling_MXF8F6F4         : InstructionDescriptorScaling<InstructionDescriptorKind_MXF8F6F4, "",        32, [1],       IDescIDsBytes>;
def InstructionDescriptorScaling_MXF8F6F4_1X      : InstructionDescriptorScaling<InstructionDescriptorKind_MXF8F6F4, "1X",      32, [1],       IDescIDsBytes>;
def InstructionDescriptorScaling_MXF8F6F4_Block32 : InstructionDescriptorScaling<InstructionDescriptorKind_MXF8F6F4, "block32", 32, [1],       IDescIDsBytes>;
def InstructionDescriptorScaling_MXF4             : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4,     "",        32, [1],       IDescIDsPairs>;
def InstructionDescriptorScaling_MXF4_2X          : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4,     "2X",      32, [1],       IDescIDsPairs>;
def InstructionDescriptorScaling_MXF4_Block32     : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4,     "block32", 32, [1],       IDescIDsPairs>;
def InstructionDescriptorScaling_MXF4NVF4_2X      : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4NVF4, "2X",      32, [1],       IDescIDsPairs>;
def InstructionDescriptorScaling_MXF4NVF4_Block32 : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4NVF4, "block32", 32, [1],       IDescIDsPairs>;
def InstructionDescriptorScaling_MXF4NVF4_Block32_Later : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4NVF4, "block32", 32, [0, 2], IDescIDsPairs, SM107Family>;
def InstructionDescriptorScaling_MXF4NVF4_4X      : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4NVF4, "4X",      16, [0, 1],    IDescIDsFours>;
def InstructionDescriptorScaling_MXF4NVF4_Block16 : InstructionDescriptorScaling<InstructionDescriptorKind_MXF4NVF4, "block16", 16, [0, 1, 2], IDescIDsFours>;
// clang-format on

def InstructionDescriptorScalings : GenericTable {
  let FilterClass = "InstructionDescriptorScaling";
  let CppTypeName = "InstructionDescriptorScaling";
  let Fields = ["Kind", "Vector", "BlockSize", "Types", "IDsOfK0", "IDsOfK1", "IDsOfK2", "Source", "Targets"];
  string TypeOf_Kind = "InstructionDescriptorKind";
}

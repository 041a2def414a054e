//===- InstructionDescriptor.td - tcgen05's idesc in 32 bits --*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction descriptor is the register operand `idesc` by which tcgen05.mma learns
// the shape and the exact types of what it multiplies (PTX ISA's term; the 64-bit word
// that an instruction of ours carries is the MMA descriptor, of MMADescriptor.td). Here
// are its three layouts, and what each field may hold in each MMA kind; what depends on
// the instruction around it is in InstructionDescriptorShapes.td. The codec (BitLayout.td) reads
// these rows, and the intrinsics that make such words.
//
// Nothing verifies these rows but the text that they cite: ptxas does not look into the
// word.
//
//===----------------------------------------------------------------------===//

defvar IDescFormat = "PTX ISA 9.4, Instruction descriptor of tcgen05";
defvar IDescShapes = "PTX ISA 9.0, Matrix Shape of tcgen05";
defvar IDescShapes94 = "PTX ISA 9.4, Matrix Shape of tcgen05";

/// A logical field. The operands of an encoding intrinsic stand in the order of the
/// encodings: M and N, then the others from the lowest bit on.
class InstructionDescriptorField<bits<8> encoding, string key, string name>
    : BitField<BitLayoutSet_InstructionDescriptor, encoding, key, name>;

// clang-format off
//                                                                                  enc  key            name
def InstructionDescriptorField_M             : InstructionDescriptorField<           0,  "m",           "dimension M">;
def InstructionDescriptorField_N             : InstructionDescriptorField<           1,  "n",           "dimension N">;
def InstructionDescriptorField_Selector      : InstructionDescriptorField<           2,  "selector",    "sparsity selector">;
def InstructionDescriptorField_Sparse        : InstructionDescriptorField<           3,  "sparse",      "sparsity">;
def InstructionDescriptorField_Saturate      : InstructionDescriptorField<           4,  "saturate",    "saturation">;
def InstructionDescriptorField_ScaleIDB      : InstructionDescriptorField<           5,  "scale_id_b",  "scale factor data ID of B">;
def InstructionDescriptorField_TypeD         : InstructionDescriptorField<           6,  "type_d",      "type of D">;
def InstructionDescriptorField_TypeA         : InstructionDescriptorField<           7,  "type_a",      "type of A">;
def InstructionDescriptorField_TypeB         : InstructionDescriptorField<           8,  "type_b",      "type of B">;
def InstructionDescriptorField_NegateA       : InstructionDescriptorField<           9,  "negate_a",    "negation of A">;
def InstructionDescriptorField_NegateB       : InstructionDescriptorField<          10,  "negate_b",    "negation of B">;
def InstructionDescriptorField_TransposeA    : InstructionDescriptorField<          11,  "transpose_a", "transposition of A">;
def InstructionDescriptorField_TransposeB    : InstructionDescriptorField<          12,  "transpose_b", "transposition of B">;
def InstructionDescriptorField_ScaleType     : InstructionDescriptorField<          13,  "scale_type",  "scale matrix type">;
def InstructionDescriptorField_ScaleIDA      : InstructionDescriptorField<          14,  "scale_id_a",  "scale factor data ID of A">;
def InstructionDescriptorField_MaximumShift  : InstructionDescriptorField<          15,  "max_shift",   "maximum shift of B">;
def InstructionDescriptorField_K             : InstructionDescriptorField<          16,  "k",           "dimension K">;
def InstructionDescriptorField_UpperK        : InstructionDescriptorField<          17,  "upper_k",     "upper bit of the dimension K">;
def InstructionDescriptorField_ScaleLayoutA  : InstructionDescriptorField<          18,  "scale_layout_a",   "scale factor layout of A">;
def InstructionDescriptorField_SparsityVersion : InstructionDescriptorField<        19,  "sparsity_version", "sparsity version">;
// clang-format on

def InstructionDescriptorField : GenericEnum {
  let FilterClass = "InstructionDescriptorField";
  let ValueField = "Encoding";
}

// clang-format off
// Values. The fields that have one of them only are no operands of the encoding intrinsics.
defvar IDescSparsity     = [BitValue<0, "dense">,         BitValue<1, "sparse">];
defvar IDescAllColumns   = [BitValue<0, "all columns">];
defvar IDescSaturation   = [BitValue<0, "no saturation">, BitValue<1, "saturation">];
defvar IDescNoSaturation = [BitValue<0, "no saturation">];
defvar IDescNegation     = [BitValue<0, "no negation">,   BitValue<1, "negation">];
defvar IDescNoNegation   = [BitValue<0, "no negation">];
defvar IDescMMajor       = [BitValue<0, "K-major">,       BitValue<1, "M-major">];
defvar IDescNMajor       = [BitValue<0, "K-major">,       BitValue<1, "N-major">];
defvar IDescKMajor       = [BitValue<0, "K-major">];
defvar IDescShifts       = [BitValue<0, "no shift">,             BitValue<1, "maximum shift of 8">,
                            BitValue<2, "maximum shift of 16">,  BitValue<3, "maximum shift of 32">];
defvar IDescF16OrF32     = [BitValue<0, "f16">, BitValue<1, "f32">];
defvar IDescTypes8Bit    = [BitValue<0, "e4m3", 8>, BitValue<1, "e5m2", 8>, BitValue<3, "e2m3", 6>,
                            BitValue<4, "e3m2", 6>, BitValue<5, "e2m1", 4>];
defvar IDescK            = [BitValue<0, "K = 64, sparse 128">, BitValue<1, "K = 96, sparse 192", 0, SM103AOrSM107Family>];
defvar IDescUpperK       = [BitValue<0, "as the dimension K says">, BitValue<1, "K = 128", 0, SM107Family>];
defvar IDescBytesK       = [BitValue<0, "K = 32, sparse 64">, BitValue<1, "K = 64, sparse 128", 0, SM107Family>];
defvar IDescScaleLayout  = [BitValue<0, "32 lanes">, BitValue<1, "128 lanes", 0, SM107Family>];
defvar IDescVersions     = [BitValue<0, "v0, pairs of elements">, BitValue<1, "v1, elements", 0, SM107A>];

/// The fields that are the same in all layouts. M and N have the values of the shapes.
class IDescCommon<list<BitValue> types, list<BitValue> negation, list<BitValue> majorA, list<BitValue> majorB, int typeBHigh = 12> {
  list<BitSlot> Common = [
//          field                                    high      low  unit  values
    BitSlot<InstructionDescriptorField_Sparse,          2,         2,  1, IDescSparsity>,
    BitSlot<InstructionDescriptorField_TypeA,           9,         7,  1, types>,
    BitSlot<InstructionDescriptorField_TypeB,           typeBHigh, 10, 1, types>,
    BitSlot<InstructionDescriptorField_NegateA,        13,        13,  1, negation>,
    BitSlot<InstructionDescriptorField_NegateB,        14,        14,  1, negation>,
    BitSlot<InstructionDescriptorField_TransposeA,     15,        15,  1, majorA>,
    BitSlot<InstructionDescriptorField_TransposeB,     16,        16,  1, majorB>,
    BitSlot<InstructionDescriptorField_N,              22,        17,  8>];
}

/// The layout of kinds without block scaling.
class IDescPlain<list<BitValue> typesOfD, list<BitValue> types, list<BitValue> selector, list<BitValue> saturation = IDescNoSaturation,
                 list<BitValue> negation = IDescNegation> : IDescCommon<types, negation, IDescMMajor, IDescNMajor> {
  list<BitSlot> Slots = !listconcat(Common, [
    BitSlot<InstructionDescriptorField_Selector,        1,         0,  1, selector>,
    BitSlot<InstructionDescriptorField_Saturate,        3,         3,  1, saturation>,
    BitSlot<InstructionDescriptorField_TypeD,           5,         4,  1, typesOfD>,
    BitSlot<InstructionDescriptorField_M,              28,        24, 16>,
    BitSlot<InstructionDescriptorField_MaximumShift,   31,        30,  1, IDescShifts>]);
}

/// Those of block-scaled kinds.
class IDescScaled<list<BitValue> types, list<BitValue> scaleTypes, list<BitValue> majorA, list<BitValue> majorB, int typeBHigh = 12, int scaleTypeHigh = 23>
    : IDescCommon<types, IDescNegation, majorA, majorB, typeBHigh> {
  list<BitSlot> Slots = !listconcat(Common, [
    BitSlot<InstructionDescriptorField_ScaleIDB,        5,         4>,
    BitSlot<InstructionDescriptorField_ScaleType, scaleTypeHigh,  23,  1, scaleTypes>,
    BitSlot<InstructionDescriptorField_M,              28,        27, 128>,
    BitSlot<InstructionDescriptorField_ScaleIDA,       30,        29>,
    AddedBitSlot<InstructionDescriptorField_ScaleLayoutA, 26,     26,  1, IDescScaleLayout>]);
}

class IDescMXF4<list<BitValue> scaleTypes> : IDescScaled<[BitValue<1, "e2m1", 4>], scaleTypes, IDescKMajor, IDescKMajor, 11, 24> {
  list<BitSlot> SlotsWithK = !listconcat(Slots, [
    BitSlot<InstructionDescriptorField_K,              31,        31,  1, IDescK>,
    AddedBitSlot<InstructionDescriptorField_UpperK,     3,         3,  1, IDescUpperK>,
    AddedBitSlot<InstructionDescriptorField_SparsityVersion, 12,  12,  1, IDescVersions>]);
}

/// An MMA kind, as PTX writes it. The encodings are those of the kind word of the seed documents.
class InstructionDescriptorKind<bits<8> encoding, string key, list<BitSlot> slots, list<BitRule> rules = []>
    : BitLayout<BitLayoutSet_InstructionDescriptor, encoding, key, 32, "an instruction descriptor", "kind::" # key,
                "tcgen05.idesc.encode." # key, IDescFormat, slots, rules>;

// A rule with one condition.
class IDescRule<InstructionDescriptorField condition, list<int> values, InstructionDescriptorField ruled, list<int> required,
                string source = IDescFormat, GPUTargetSet targets = AnyTarget>
    : BitRule<[BitCondition<condition, values>], BitCondition<ruled, required>, source, targets>;

// Sparsity selectors are for sparse matrices.
defvar IDescNoSelector = IDescRule<InstructionDescriptorField_Sparse, [0], InstructionDescriptorField_Selector, [0]>;
defvar IDescF16Only    = [IDescRule<InstructionDescriptorField_TypeD, [0], InstructionDescriptorField_TypeA, [0], IDescShapes>,
                          IDescRule<InstructionDescriptorField_TypeD, [0], InstructionDescriptorField_TypeB, [0], IDescShapes>];
// In kind::f8f6f4, K = 64 is for types of 8 bits. Narrower types are not transposed with it.
defvar IDescWideBytes  = [IDescRule<InstructionDescriptorField_K, [1], InstructionDescriptorField_TypeA, [0, 1], IDescShapes94>,
                          IDescRule<InstructionDescriptorField_K, [1], InstructionDescriptorField_TypeB, [0, 1], IDescShapes94>];
class IDescNotTransposed<InstructionDescriptorField type, InstructionDescriptorField transposed>
    : BitRule<[BitCondition<InstructionDescriptorField_K, [1]>, BitCondition<InstructionDescriptorField_Sparse, [0]>, BitCondition<type, [3, 4, 5]>],
              BitCondition<transposed, [0]>, "PTX ISA 9.4, Transpose and Negate operations of tcgen05">;
defvar IDescMXBytes    = [IDescNotTransposed<InstructionDescriptorField_TypeA, InstructionDescriptorField_TransposeA>,
                          IDescNotTransposed<InstructionDescriptorField_TypeB, InstructionDescriptorField_TransposeB>];
// K = 128 has bit 31 clear. Sparsity is v1 on sm_107a, and v0 elsewhere.
defvar IDescFourBits   = [IDescRule<InstructionDescriptorField_UpperK, [1], InstructionDescriptorField_K, [0], IDescFormat>,
                          IDescRule<InstructionDescriptorField_Sparse, [1], InstructionDescriptorField_SparsityVersion, [1], IDescFormat, SM107A>];

//                                                                   enc  key         layout
def InstructionDescriptorKind_MXF4NVF4 : InstructionDescriptorKind<   0, "mxf4nvf4", IDescMXF4<[BitValue<0, "ue4m3">, BitValue<1, "ue8m0">,
                                                                                      BitValue<2, "ue5m3", 0, SM107Family>]>.SlotsWithK, IDescFourBits>;
def InstructionDescriptorKind_F8F6F4   : InstructionDescriptorKind<   1, "f8f6f4",   !listconcat(IDescPlain<IDescF16OrF32, IDescTypes8Bit, IDescAllColumns>.Slots,
                                                                                     [AddedBitSlot<InstructionDescriptorField_K, 29, 29, 1, IDescBytesK>]), IDescWideBytes>;
def InstructionDescriptorKind_MXF8F6F4 : InstructionDescriptorKind<   2, "mxf8f6f4", !listconcat(IDescScaled<IDescTypes8Bit, [BitValue<1, "ue8m0">], IDescMMajor, IDescNMajor>.Slots,
                                                                                     [AddedBitSlot<InstructionDescriptorField_K, 31, 31, 1, IDescBytesK>]), IDescMXBytes>;
def InstructionDescriptorKind_F16      : InstructionDescriptorKind<   3, "f16",      IDescPlain<IDescF16OrF32, [BitValue<0, "f16", 16>, BitValue<1, "bf16", 16>], []>.Slots,
                                                                         !listconcat([IDescNoSelector], IDescF16Only)>;
def InstructionDescriptorKind_I8       : InstructionDescriptorKind<   4, "i8",       IDescPlain<[BitValue<2, "s32">], [BitValue<0, "u8", 8>, BitValue<1, "s8", 8>],
                                                                                                IDescAllColumns, IDescSaturation, IDescNoNegation>.Slots>;
def InstructionDescriptorKind_TF32     : InstructionDescriptorKind<   5, "tf32",     IDescPlain<[BitValue<1, "f32">], [BitValue<2, "tf32", 32>], []>.Slots, [IDescNoSelector]>;
def InstructionDescriptorKind_TI16     : InstructionDescriptorKind<   6, "ti16",     IDescPlain<[BitValue<2, "s32">], [BitValue<3, "ti16", 16>], []>.Slots, [IDescNoSelector]>;
def InstructionDescriptorKind_MXF4     : InstructionDescriptorKind<   7, "mxf4",     IDescMXF4<[BitValue<1, "ue8m0">]>.SlotsWithK, IDescFourBits>;
// clang-format on

def InstructionDescriptorKind : GenericEnum {
  let FilterClass = "InstructionDescriptorKind";
  let ValueField = "Encoding";
}

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
// the instruction around it is in InstructionDescriptorShapes.td. The readers of these rows
// are NVPTXTensorCore/Model/Descriptors/InstructionDescriptor and the intrinsics that make such words.
//
// Nothing verifies these rows but the text that they cite: ptxas does not look into the
// word.
//
//===----------------------------------------------------------------------===//

defvar IDescFormat = "PTX ISA 9.0, Instruction descriptor of tcgen05";
defvar IDescShapes = "PTX ISA 9.0, Matrix Shape of tcgen05";

/// A layout of the word.
class InstructionDescriptorFormat<bits<8> encoding, string key> {
  bits<8> Encoding = encoding;
  string Key = key;
}
def InstructionDescriptorFormat_Plain   : InstructionDescriptorFormat<0, "plain">;
def InstructionDescriptorFormat_MXF8    : InstructionDescriptorFormat<1, "mxf8">;
def InstructionDescriptorFormat_MXF4    : InstructionDescriptorFormat<2, "mxf4">;

def InstructionDescriptorFormat : GenericEnum {
  let FilterClass = "InstructionDescriptorFormat";
  let ValueField = "Encoding";
}

/// An MMA kind. The encodings are those of the kind word of the seed documents.
class InstructionDescriptorKind<bits<8> encoding, string key, InstructionDescriptorFormat format> {
  bits<8> Encoding = encoding;
  string Key = key;
  string Encoder = "llvm.nvvm.tcgen05.idesc.encode." # key;
  InstructionDescriptorFormat Format = format;
}

// clang-format off
//                                                                      enc  key         format
def InstructionDescriptorKind_MXF4NVF4 : InstructionDescriptorKind<      0,  "mxf4nvf4", InstructionDescriptorFormat_MXF4>;
def InstructionDescriptorKind_F8F6F4   : InstructionDescriptorKind<      1,  "f8f6f4",   InstructionDescriptorFormat_Plain>;
def InstructionDescriptorKind_MXF8F6F4 : InstructionDescriptorKind<      2,  "mxf8f6f4", InstructionDescriptorFormat_MXF8>;
def InstructionDescriptorKind_F16      : InstructionDescriptorKind<      3,  "f16",      InstructionDescriptorFormat_Plain>;
def InstructionDescriptorKind_I8       : InstructionDescriptorKind<      4,  "i8",       InstructionDescriptorFormat_Plain>;
def InstructionDescriptorKind_TF32     : InstructionDescriptorKind<      5,  "tf32",     InstructionDescriptorFormat_Plain>;
def InstructionDescriptorKind_MXF4     : InstructionDescriptorKind<      7,  "mxf4",     InstructionDescriptorFormat_MXF4>;
// clang-format on

def InstructionDescriptorKind : GenericEnum {
  let FilterClass = "InstructionDescriptorKind";
  let ValueField = "Encoding";
}

def InstructionDescriptorKinds : GenericTable {
  let FilterClass = "InstructionDescriptorKind";
  let CppTypeName = "InstructionDescriptorKindInfo";
  let Fields = ["Encoding", "Key", "Encoder", "Format"];
  string TypeOf_Format = "InstructionDescriptorFormat";
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupInstructionDescriptorKind";
}

/// A logical field. The operands of an encoding intrinsic stand in the order of the
/// encodings: M and N, then the others from the lowest bit on.
class InstructionDescriptorField<bits<8> encoding, string key, string name> {
  bits<8> Encoding = encoding;
  string Key = key;
  string Name = name;
}

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
// clang-format on

def InstructionDescriptorField : GenericEnum {
  let FilterClass = "InstructionDescriptorField";
  let ValueField = "Encoding";
}

def InstructionDescriptorFields : GenericTable {
  let FilterClass = "InstructionDescriptorField";
  let CppTypeName = "InstructionDescriptorFieldInfo";
  let Fields = ["Encoding", "Key", "Name"];
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupInstructionDescriptorField";
}

/// Where a field stands in one layout: bits [high:low]. The word has the field's value
/// divided by `unit`. Bits that are no field's are 0.
class InstructionDescriptorSlot<InstructionDescriptorFormat format,
                                InstructionDescriptorField slotField, int high, int low,
                                int unit = 1> {
  InstructionDescriptorFormat Format = format;
  InstructionDescriptorField Field = slotField;
  bits<8> Shift = low;
  bits<8> Width = !add(!sub(high, low), 1);
  bits<8> Unit = unit;
  assert !and(!ge(high, low), !lt(high, 32)), "an instruction descriptor has the bits [31:0]";
  assert !and(!ge(unit, 1), !eq(!and(unit, !sub(unit, 1)), 0)),
         "the unit of '" # slotField.Key # "' is a power of two";
}

// clang-format off
/// The fields that are the same in all layouts.
multiclass CommonInstructionDescriptor<InstructionDescriptorFormat f> {
//                                                field                                    high low  unit
  def _Sparse       : InstructionDescriptorSlot<f, InstructionDescriptorField_Sparse,         2,  2>;
  def _TypeA        : InstructionDescriptorSlot<f, InstructionDescriptorField_TypeA,          9,  7>;
  def _NegateA      : InstructionDescriptorSlot<f, InstructionDescriptorField_NegateA,       13, 13>;
  def _NegateB      : InstructionDescriptorSlot<f, InstructionDescriptorField_NegateB,       14, 14>;
  def _TransposeA   : InstructionDescriptorSlot<f, InstructionDescriptorField_TransposeA,    15, 15>;
  def _TransposeB   : InstructionDescriptorSlot<f, InstructionDescriptorField_TransposeB,    16, 16>;
  def _N            : InstructionDescriptorSlot<f, InstructionDescriptorField_N,             22, 17,   8>;
}

/// Those that all block-scaled kinds have.
multiclass ScaledInstructionDescriptor<InstructionDescriptorFormat f> : CommonInstructionDescriptor<f> {
  def _ScaleIDB     : InstructionDescriptorSlot<f, InstructionDescriptorField_ScaleIDB,       5,  4>;
  def _ScaleType    : InstructionDescriptorSlot<f, InstructionDescriptorField_ScaleType,     23, 23>;
  def _M            : InstructionDescriptorSlot<f, InstructionDescriptorField_M,             28, 27, 128>;
  def _ScaleIDA     : InstructionDescriptorSlot<f, InstructionDescriptorField_ScaleIDA,      30, 29>;
}

multiclass PlainInstructionDescriptor<InstructionDescriptorFormat f> : CommonInstructionDescriptor<f> {
  def _Selector     : InstructionDescriptorSlot<f, InstructionDescriptorField_Selector,       1,  0>;
  def _Saturate     : InstructionDescriptorSlot<f, InstructionDescriptorField_Saturate,       3,  3>;
  def _TypeD        : InstructionDescriptorSlot<f, InstructionDescriptorField_TypeD,          5,  4>;
  def _TypeB        : InstructionDescriptorSlot<f, InstructionDescriptorField_TypeB,         12, 10>;
  def _M            : InstructionDescriptorSlot<f, InstructionDescriptorField_M,             28, 24,  16>;
  def _MaximumShift : InstructionDescriptorSlot<f, InstructionDescriptorField_MaximumShift,  31, 30>;
}

multiclass MXF8InstructionDescriptor<InstructionDescriptorFormat f> : ScaledInstructionDescriptor<f> {
  def _TypeB        : InstructionDescriptorSlot<f, InstructionDescriptorField_TypeB,         12, 10>;
}

multiclass MXF4InstructionDescriptor<InstructionDescriptorFormat f> : ScaledInstructionDescriptor<f> {
  def _TypeB        : InstructionDescriptorSlot<f, InstructionDescriptorField_TypeB,         11, 10>;
  def _K            : InstructionDescriptorSlot<f, InstructionDescriptorField_K,             31, 31>;
}
// clang-format on

defm InstructionDescriptorSlot_Plain : PlainInstructionDescriptor<InstructionDescriptorFormat_Plain>;
defm InstructionDescriptorSlot_MXF8  : MXF8InstructionDescriptor<InstructionDescriptorFormat_MXF8>;
defm InstructionDescriptorSlot_MXF4  : MXF4InstructionDescriptor<InstructionDescriptorFormat_MXF4>;

def InstructionDescriptorSlots : GenericTable {
  let FilterClass = "InstructionDescriptorSlot";
  let CppTypeName = "InstructionDescriptorSlot";
  let Fields = ["Format", "Field", "Shift", "Width", "Unit"];
  string TypeOf_Format = "InstructionDescriptorFormat";
  string TypeOf_Field = "InstructionDescriptorField";
  let PrimaryKey = ["Format", "Field"];
  let PrimaryKeyName = "lookupInstructionDescriptorSlot";
}

/// A value of a field that has, in this kind, only the values of its rows. M and N have
/// those of the shapes, and other fields without a row are numbers. `elementBits` is for
/// types of A and B. `targets` are those that a value needs.
class InstructionDescriptorValue<InstructionDescriptorKind kind,
                                 InstructionDescriptorField valueField, int value, string meaning,
                                 int elementBits = 0, GPUTargetSet targets = AnyTarget> {
  InstructionDescriptorKind Kind = kind;
  InstructionDescriptorField Field = valueField;
  bits<8> Value = value;
  string Meaning = meaning;
  bits<8> ElementBits = elementBits;
  GPUTargetSet Targets = targets;
}

// clang-format off
/// Fields of one bit, both of whose values a kind has.
multiclass InstructionDescriptorSparsity<InstructionDescriptorKind k> {
  def _Sparse0     : InstructionDescriptorValue<k, InstructionDescriptorField_Sparse,     0, "dense">;
  def _Sparse1     : InstructionDescriptorValue<k, InstructionDescriptorField_Sparse,     1, "sparse">;
}
multiclass InstructionDescriptorNegation<InstructionDescriptorKind k> {
  def _NegateA0    : InstructionDescriptorValue<k, InstructionDescriptorField_NegateA,    0, "no negation">;
  def _NegateA1    : InstructionDescriptorValue<k, InstructionDescriptorField_NegateA,    1, "negation">;
  def _NegateB0    : InstructionDescriptorValue<k, InstructionDescriptorField_NegateB,    0, "no negation">;
  def _NegateB1    : InstructionDescriptorValue<k, InstructionDescriptorField_NegateB,    1, "negation">;
}
multiclass InstructionDescriptorTransposition<InstructionDescriptorKind k> {
  def _TransposeA0 : InstructionDescriptorValue<k, InstructionDescriptorField_TransposeA, 0, "K-major">;
  def _TransposeA1 : InstructionDescriptorValue<k, InstructionDescriptorField_TransposeA, 1, "M-major">;
  def _TransposeB0 : InstructionDescriptorValue<k, InstructionDescriptorField_TransposeB, 0, "K-major">;
  def _TransposeB1 : InstructionDescriptorValue<k, InstructionDescriptorField_TransposeB, 1, "N-major">;
}

/// Fields with one value. They are no operands of the encoding intrinsics.
multiclass InstructionDescriptorNoSelector<InstructionDescriptorKind k> {
  def _Selector0   : InstructionDescriptorValue<k, InstructionDescriptorField_Selector,   0, "all columns">;
}
multiclass InstructionDescriptorNoSaturation<InstructionDescriptorKind k> {
  def _Saturate0   : InstructionDescriptorValue<k, InstructionDescriptorField_Saturate,   0, "no saturation">;
}
multiclass InstructionDescriptorNoNegation<InstructionDescriptorKind k> {
  def _NegateA0    : InstructionDescriptorValue<k, InstructionDescriptorField_NegateA,    0, "no negation">;
  def _NegateB0    : InstructionDescriptorValue<k, InstructionDescriptorField_NegateB,    0, "no negation">;
}
multiclass InstructionDescriptorNoTransposition<InstructionDescriptorKind k> {
  def _TransposeA0 : InstructionDescriptorValue<k, InstructionDescriptorField_TransposeA, 0, "K-major">;
  def _TransposeB0 : InstructionDescriptorValue<k, InstructionDescriptorField_TransposeB, 0, "K-major">;
}

/// A type that both A and B may have.
multiclass InstructionDescriptorType<InstructionDescriptorKind k, int value, string meaning, int elementBits> {
  def _A           : InstructionDescriptorValue<k, InstructionDescriptorField_TypeA, value, meaning, elementBits>;
  def _B           : InstructionDescriptorValue<k, InstructionDescriptorField_TypeB, value, meaning, elementBits>;
}
multiclass InstructionDescriptorTypes8Bit<InstructionDescriptorKind k> {
  defm _E4M3 : InstructionDescriptorType<k, 0, "e4m3", 8>;
  defm _E5M2 : InstructionDescriptorType<k, 1, "e5m2", 8>;
  defm _E2M3 : InstructionDescriptorType<k, 3, "e2m3", 6>;
  defm _E3M2 : InstructionDescriptorType<k, 4, "e3m2", 6>;
  defm _E2M1 : InstructionDescriptorType<k, 5, "e2m1", 4>;
}

multiclass InstructionDescriptorShifts<InstructionDescriptorKind k> {
  def _Shift0      : InstructionDescriptorValue<k, InstructionDescriptorField_MaximumShift, 0, "no shift">;
  def _Shift1      : InstructionDescriptorValue<k, InstructionDescriptorField_MaximumShift, 1, "maximum shift of 8">;
  def _Shift2      : InstructionDescriptorValue<k, InstructionDescriptorField_MaximumShift, 2, "maximum shift of 16">;
  def _Shift3      : InstructionDescriptorValue<k, InstructionDescriptorField_MaximumShift, 3, "maximum shift of 32">;
}

multiclass InstructionDescriptorF16Kind<InstructionDescriptorKind k>
    : InstructionDescriptorSparsity<k>, InstructionDescriptorNegation<k>, InstructionDescriptorTransposition<k>,
      InstructionDescriptorNoSaturation<k>, InstructionDescriptorShifts<k> {
  def  _F16D  : InstructionDescriptorValue<k, InstructionDescriptorField_TypeD, 0, "f16">;
  def  _F32D  : InstructionDescriptorValue<k, InstructionDescriptorField_TypeD, 1, "f32">;
  defm _F16   : InstructionDescriptorType<k, 0, "f16", 16>;
  defm _BF16  : InstructionDescriptorType<k, 1, "bf16", 16>;
}

multiclass InstructionDescriptorTF32Kind<InstructionDescriptorKind k>
    : InstructionDescriptorSparsity<k>, InstructionDescriptorNegation<k>, InstructionDescriptorTransposition<k>,
      InstructionDescriptorNoSaturation<k>, InstructionDescriptorShifts<k> {
  def  _F32D  : InstructionDescriptorValue<k, InstructionDescriptorField_TypeD, 1, "f32">;
  defm _TF32  : InstructionDescriptorType<k, 2, "tf32", 32>;
}

multiclass InstructionDescriptorF8F6F4Kind<InstructionDescriptorKind k>
    : InstructionDescriptorSparsity<k>, InstructionDescriptorNegation<k>, InstructionDescriptorTransposition<k>,
      InstructionDescriptorNoSelector<k>, InstructionDescriptorNoSaturation<k>, InstructionDescriptorTypes8Bit<k>,
      InstructionDescriptorShifts<k> {
  def  _F16D  : InstructionDescriptorValue<k, InstructionDescriptorField_TypeD, 0, "f16">;
  def  _F32D  : InstructionDescriptorValue<k, InstructionDescriptorField_TypeD, 1, "f32">;
}

multiclass InstructionDescriptorI8Kind<InstructionDescriptorKind k>
    : InstructionDescriptorSparsity<k>, InstructionDescriptorNoNegation<k>, InstructionDescriptorTransposition<k>,
      InstructionDescriptorNoSelector<k>, InstructionDescriptorShifts<k> {
  def  _Wrap  : InstructionDescriptorValue<k, InstructionDescriptorField_Saturate, 0, "no saturation">;
  def  _Clamp : InstructionDescriptorValue<k, InstructionDescriptorField_Saturate, 1, "saturation">;
  def  _S32D  : InstructionDescriptorValue<k, InstructionDescriptorField_TypeD, 2, "s32">;
  defm _U8    : InstructionDescriptorType<k, 0, "u8", 8>;
  defm _S8    : InstructionDescriptorType<k, 1, "s8", 8>;
}

multiclass InstructionDescriptorMXF8F6F4Kind<InstructionDescriptorKind k>
    : InstructionDescriptorSparsity<k>, InstructionDescriptorNegation<k>, InstructionDescriptorTransposition<k>,
      InstructionDescriptorTypes8Bit<k> {
  def  _UE8M0 : InstructionDescriptorValue<k, InstructionDescriptorField_ScaleType, 1, "ue8m0">;
}

multiclass InstructionDescriptorMXF4Kind<InstructionDescriptorKind k>
    : InstructionDescriptorSparsity<k>, InstructionDescriptorNegation<k>, InstructionDescriptorNoTransposition<k> {
  defm _E2M1  : InstructionDescriptorType<k, 1, "e2m1", 4>;
  def  _UE8M0 : InstructionDescriptorValue<k, InstructionDescriptorField_ScaleType, 1, "ue8m0">;
  def  _K64   : InstructionDescriptorValue<k, InstructionDescriptorField_K, 0, "K = 64, sparse 128">;
  def  _K96   : InstructionDescriptorValue<k, InstructionDescriptorField_K, 1, "K = 96", 0, SM103A>;
}

multiclass InstructionDescriptorMXF4NVF4Kind<InstructionDescriptorKind k> : InstructionDescriptorMXF4Kind<k> {
  def  _UE4M3 : InstructionDescriptorValue<k, InstructionDescriptorField_ScaleType, 0, "ue4m3">;
}
// clang-format on

defm InstructionDescriptorValue_F16      : InstructionDescriptorF16Kind<InstructionDescriptorKind_F16>;
defm InstructionDescriptorValue_TF32     : InstructionDescriptorTF32Kind<InstructionDescriptorKind_TF32>;
defm InstructionDescriptorValue_F8F6F4   : InstructionDescriptorF8F6F4Kind<InstructionDescriptorKind_F8F6F4>;
defm InstructionDescriptorValue_I8       : InstructionDescriptorI8Kind<InstructionDescriptorKind_I8>;
defm InstructionDescriptorValue_MXF8F6F4 : InstructionDescriptorMXF8F6F4Kind<InstructionDescriptorKind_MXF8F6F4>;
defm InstructionDescriptorValue_MXF4     : InstructionDescriptorMXF4Kind<InstructionDescriptorKind_MXF4>;
defm InstructionDescriptorValue_MXF4NVF4 : InstructionDescriptorMXF4NVF4Kind<InstructionDescriptorKind_MXF4NVF4>;

def InstructionDescriptorValues : GenericTable {
  let FilterClass = "InstructionDescriptorValue";
  let CppTypeName = "InstructionDescriptorValue";
  let Fields = ["Kind", "Field", "Value", "Meaning", "ElementBits", "Targets"];
  string TypeOf_Kind = "InstructionDescriptorKind";
  string TypeOf_Field = "InstructionDescriptorField";
  let PrimaryKey = ["Kind", "Field", "Value"];
  let PrimaryKeyName = "lookupInstructionDescriptorValue";
}

/// Where a field has this value, another one must have that value.
class InstructionDescriptorRule<InstructionDescriptorKind kind, InstructionDescriptorField condition,
                                int value, InstructionDescriptorField ruled, int required,
                                string source> {
  InstructionDescriptorKind Kind = kind;
  InstructionDescriptorField If = condition;
  bits<8> IfValue = value;
  InstructionDescriptorField Then = ruled;
  bits<8> ThenValue = required;
  string Source = source;
}

// clang-format off
//                                                                                    kind                                where                             is  field                                is source
def InstructionDescriptorRule_F16_D_A        : InstructionDescriptorRule<InstructionDescriptorKind_F16,      InstructionDescriptorField_TypeD,   0, InstructionDescriptorField_TypeA,    0, IDescShapes>;
def InstructionDescriptorRule_F16_D_B        : InstructionDescriptorRule<InstructionDescriptorKind_F16,      InstructionDescriptorField_TypeD,   0, InstructionDescriptorField_TypeB,    0, IDescShapes>;
def InstructionDescriptorRule_F16_Dense      : InstructionDescriptorRule<InstructionDescriptorKind_F16,      InstructionDescriptorField_Sparse,  0, InstructionDescriptorField_Selector, 0, IDescFormat>;
def InstructionDescriptorRule_TF32_Dense     : InstructionDescriptorRule<InstructionDescriptorKind_TF32,     InstructionDescriptorField_Sparse,  0, InstructionDescriptorField_Selector, 0, IDescFormat>;
def InstructionDescriptorRule_MXF4_K96       : InstructionDescriptorRule<InstructionDescriptorKind_MXF4,     InstructionDescriptorField_K,       1, InstructionDescriptorField_Sparse,   0, IDescFormat>;
def InstructionDescriptorRule_MXF4NVF4_K96   : InstructionDescriptorRule<InstructionDescriptorKind_MXF4NVF4, InstructionDescriptorField_K,       1, InstructionDescriptorField_Sparse,   0, IDescFormat>;
// clang-format on

def InstructionDescriptorRules : GenericTable {
  let FilterClass = "InstructionDescriptorRule";
  let CppTypeName = "InstructionDescriptorRule";
  let Fields = ["Kind", "If", "IfValue", "Then", "ThenValue", "Source"];
  string TypeOf_Kind = "InstructionDescriptorKind";
  string TypeOf_If = "InstructionDescriptorField";
  string TypeOf_Then = "InstructionDescriptorField";
}

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
// what the PTX ISA forbids. Whoever encodes or decodes one reads these rows
// (NVPTXTensorCore/Model/Descriptors/MatrixDescriptor), the intrinsics that make one too.
//
// Nothing verifies these rows but the text that they cite: ptxas does not look into the
// word.
//
//===----------------------------------------------------------------------===//

/// A layout. `encoder` is the intrinsic that makes a word of it; empty if none does.
class MatrixDescriptorFormat<bits<8> encoding, string key, string encoder, string source> {
  bits<8> Encoding = encoding;
  string Key = key;
  string Encoder = !if(!empty(encoder), "", "llvm.nvvm." # encoder);
  string Source = source;
}

// clang-format off
//                                                              enc  key         intrinsic                      source
def MatrixDescriptorFormat_WGMMA    : MatrixDescriptorFormat<    0,  "wgmma",    "wgmma.smem_desc.encode",      "PTX ISA 9.0, Matrix Descriptor Format of wgmma">;
def MatrixDescriptorFormat_TCGen05  : MatrixDescriptorFormat<    1,  "tcgen05",  "tcgen05.mma_smem_desc.encode", "PTX ISA 9.0, Shared Memory Descriptor of tcgen05">;
// Not what any GPU reads: nothing that is emitted uses it.
def MatrixDescriptorFormat_Tileiras : MatrixDescriptorFormat<    2,  "tileiras", "",                            "seed document 002, SMEM-Descriptor Construction">;
// clang-format on

def MatrixDescriptorFormat : GenericEnum {
  let FilterClass = "MatrixDescriptorFormat";
  let ValueField = "Encoding";
}

def MatrixDescriptorFormats : GenericTable {
  let FilterClass = "MatrixDescriptorFormat";
  let CppTypeName = "MatrixDescriptorFormatInfo";
  let Fields = ["Encoding", "Key", "Encoder", "Source"];
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupMatrixDescriptorFormat";
}

/// How an encoding intrinsic takes a field: as a pointer to shared memory, as a number
/// that a register may hold, as an immediate, or not at all.
class MatrixDescriptorOperand<bits<8> encoding> {
  bits<8> Encoding = encoding;
}
def MatrixDescriptorOperand_None      : MatrixDescriptorOperand<0>;
def MatrixDescriptorOperand_Pointer   : MatrixDescriptorOperand<1>;
def MatrixDescriptorOperand_Register  : MatrixDescriptorOperand<2>;
def MatrixDescriptorOperand_Immediate : MatrixDescriptorOperand<3>;

def MatrixDescriptorOperand : GenericEnum {
  let FilterClass = "MatrixDescriptorOperand";
  let ValueField = "Encoding";
}

/// A logical field, in the PTX ISA's words. The operands of an encoding intrinsic stand in
/// the order of the encodings.
class MatrixDescriptorField<bits<8> encoding, string key, string name,
                            MatrixDescriptorOperand operand> {
  bits<8> Encoding = encoding;
  string Key = key;
  string Name = name;
  MatrixDescriptorOperand Operand = operand;
}

// clang-format off
//                                                               enc  key             name                              operand
def MatrixDescriptorField_Start       : MatrixDescriptorField<    0,  "start",        "matrix start address",           MatrixDescriptorOperand_Pointer>;
def MatrixDescriptorField_Leading     : MatrixDescriptorField<    1,  "lbo",          "leading dimension byte offset",  MatrixDescriptorOperand_Register>;
def MatrixDescriptorField_Stride      : MatrixDescriptorField<    2,  "sbo",          "stride dimension byte offset",   MatrixDescriptorOperand_Register>;
def MatrixDescriptorField_BaseOffset  : MatrixDescriptorField<    3,  "base_offset",  "matrix base offset",             MatrixDescriptorOperand_Register>;
def MatrixDescriptorField_LeadingMode : MatrixDescriptorField<    4,  "leading_mode", "leading dimension stride mode",  MatrixDescriptorOperand_Immediate>;
def MatrixDescriptorField_Swizzle     : MatrixDescriptorField<    5,  "swizzle",      "swizzling mode",                 MatrixDescriptorOperand_Immediate>;
def MatrixDescriptorField_Constant    : MatrixDescriptorField<    6,  "constant",     "fixed constant",                 MatrixDescriptorOperand_None>;
// clang-format on

def MatrixDescriptorField : GenericEnum {
  let FilterClass = "MatrixDescriptorField";
  let ValueField = "Encoding";
}

def MatrixDescriptorFields : GenericTable {
  let FilterClass = "MatrixDescriptorField";
  let CppTypeName = "MatrixDescriptorFieldInfo";
  let Fields = ["Encoding", "Key", "Name", "Operand"];
  string TypeOf_Operand = "MatrixDescriptorOperand";
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupMatrixDescriptorField";
}

/// Where a field stands in one layout: bits [high:low]. The word has the field's value
/// divided by `unit`. Bits that are no field's are 0.
class MatrixDescriptorSlot<MatrixDescriptorFormat format, MatrixDescriptorField slotField,
                           int high, int low, int unit> {
  MatrixDescriptorFormat Format = format;
  MatrixDescriptorField Field = slotField;
  int High = high;
  int Low = low;
  bits<8> Shift = low;
  bits<8> Width = !add(!sub(high, low), 1);
  bits<8> Unit = unit;
  assert !and(!ge(high, low), !lt(high, 64)), "a matrix descriptor has the bits [63:0]";
  assert !and(!ge(unit, 1), !eq(!and(unit, !sub(unit, 1)), 0)),
         "the unit of '" # slotField.Key # "' is a power of two";
}

// clang-format off
multiclass WGMMAMatrixDescriptor<MatrixDescriptorFormat f> {
//                                             field                         high low  unit
  def _Start       : MatrixDescriptorSlot<f, MatrixDescriptorField_Start,       13,  0,  16>;
  def _Leading     : MatrixDescriptorSlot<f, MatrixDescriptorField_Leading,     29, 16,  16>;
  def _Stride      : MatrixDescriptorSlot<f, MatrixDescriptorField_Stride,      45, 32,  16>;
  def _BaseOffset  : MatrixDescriptorSlot<f, MatrixDescriptorField_BaseOffset,  51, 49,   1>;
  def _Swizzle     : MatrixDescriptorSlot<f, MatrixDescriptorField_Swizzle,     63, 62,   1>;
}

multiclass TCGen05MatrixDescriptor<MatrixDescriptorFormat f> {
//                                             field                         high low  unit
  def _Start       : MatrixDescriptorSlot<f, MatrixDescriptorField_Start,       13,  0,  16>;
  def _Leading     : MatrixDescriptorSlot<f, MatrixDescriptorField_Leading,     29, 16,  16>;
  def _Stride      : MatrixDescriptorSlot<f, MatrixDescriptorField_Stride,      45, 32,  16>;
  def _Constant    : MatrixDescriptorSlot<f, MatrixDescriptorField_Constant,    48, 46,   1>;
  def _BaseOffset  : MatrixDescriptorSlot<f, MatrixDescriptorField_BaseOffset,  51, 49,   1>;
  def _LeadingMode : MatrixDescriptorSlot<f, MatrixDescriptorField_LeadingMode, 52, 52,   1>;
  def _Swizzle     : MatrixDescriptorSlot<f, MatrixDescriptorField_Swizzle,     63, 61,   1>;
}

multiclass TileirasMatrixDescriptor<MatrixDescriptorFormat f> {
//                                             field                         high low  unit
  def _Start       : MatrixDescriptorSlot<f, MatrixDescriptorField_Start,       13,  0,  16>;
  def _Leading     : MatrixDescriptorSlot<f, MatrixDescriptorField_Leading,     29, 14,   1>;
  def _Stride      : MatrixDescriptorSlot<f, MatrixDescriptorField_Stride,      45, 30,   1>;
  def _BaseOffset  : MatrixDescriptorSlot<f, MatrixDescriptorField_BaseOffset,  48, 46,   1>;
  def _Swizzle     : MatrixDescriptorSlot<f, MatrixDescriptorField_Swizzle,     53, 52,   1>;
}
// clang-format on

defm MatrixDescriptorSlot_WGMMA    : WGMMAMatrixDescriptor<MatrixDescriptorFormat_WGMMA>;
defm MatrixDescriptorSlot_TCGen05  : TCGen05MatrixDescriptor<MatrixDescriptorFormat_TCGen05>;
defm MatrixDescriptorSlot_Tileiras : TileirasMatrixDescriptor<MatrixDescriptorFormat_Tileiras>;

def MatrixDescriptorSlots : GenericTable {
  let FilterClass = "MatrixDescriptorSlot";
  let CppTypeName = "MatrixDescriptorSlot";
  let Fields = ["Format", "Field", "Shift", "Width", "Unit"];
  string TypeOf_Format = "MatrixDescriptorFormat";
  string TypeOf_Field = "MatrixDescriptorField";
  let PrimaryKey = ["Format", "Field"];
  let PrimaryKeyName = "lookupMatrixDescriptorSlot";
}

/// A value of a field that has only the values of its rows. Fields without such a row are
/// numbers.
class MatrixDescriptorValue<MatrixDescriptorSlot slot, int value, string meaning,
                            GPUTargetSet targets = AnyTarget> {
  MatrixDescriptorFormat Format = slot.Format;
  MatrixDescriptorField Field = slot.Field;
  bits<8> Value = value;
  string Meaning = meaning;
  GPUTargetSet Targets = targets;
  assert !lt(value, !shl(1, slot.Width)),
         "'" # slot.Field.Key # "' has no bits for the value " # value;
}

// clang-format off
//                                                                            slot                              value meaning
def MatrixDescriptorValue_WGMMA_NoSwizzle     : MatrixDescriptorValue<MatrixDescriptorSlot_WGMMA_Swizzle,          0, "no swizzle">;
def MatrixDescriptorValue_WGMMA_128B          : MatrixDescriptorValue<MatrixDescriptorSlot_WGMMA_Swizzle,          1, "128-byte swizzle">;
def MatrixDescriptorValue_WGMMA_64B           : MatrixDescriptorValue<MatrixDescriptorSlot_WGMMA_Swizzle,          2, "64-byte swizzle">;
def MatrixDescriptorValue_WGMMA_32B           : MatrixDescriptorValue<MatrixDescriptorSlot_WGMMA_Swizzle,          3, "32-byte swizzle">;
def MatrixDescriptorValue_TCGen05_Constant    : MatrixDescriptorValue<MatrixDescriptorSlot_TCGen05_Constant,       1, "0b001">;
def MatrixDescriptorValue_TCGen05_Relative    : MatrixDescriptorValue<MatrixDescriptorSlot_TCGen05_LeadingMode,    0, "relative byte offset">;
def MatrixDescriptorValue_TCGen05_Absolute    : MatrixDescriptorValue<MatrixDescriptorSlot_TCGen05_LeadingMode,    1, "absolute byte address", SM103A>;
def MatrixDescriptorValue_TCGen05_NoSwizzle   : MatrixDescriptorValue<MatrixDescriptorSlot_TCGen05_Swizzle,        0, "no swizzle">;
def MatrixDescriptorValue_TCGen05_128BAtom32B : MatrixDescriptorValue<MatrixDescriptorSlot_TCGen05_Swizzle,        1, "128-byte swizzle with 32-byte atomicity">;
def MatrixDescriptorValue_TCGen05_128B        : MatrixDescriptorValue<MatrixDescriptorSlot_TCGen05_Swizzle,        2, "128-byte swizzle">;
def MatrixDescriptorValue_TCGen05_64B         : MatrixDescriptorValue<MatrixDescriptorSlot_TCGen05_Swizzle,        4, "64-byte swizzle">;
def MatrixDescriptorValue_TCGen05_32B         : MatrixDescriptorValue<MatrixDescriptorSlot_TCGen05_Swizzle,        6, "32-byte swizzle">;
def MatrixDescriptorValue_Tileiras_NoSwizzle  : MatrixDescriptorValue<MatrixDescriptorSlot_Tileiras_Swizzle,       0, "no swizzle">;
def MatrixDescriptorValue_Tileiras_128B       : MatrixDescriptorValue<MatrixDescriptorSlot_Tileiras_Swizzle,       1, "128-byte swizzle">;
def MatrixDescriptorValue_Tileiras_64B        : MatrixDescriptorValue<MatrixDescriptorSlot_Tileiras_Swizzle,       2, "64-byte swizzle">;
def MatrixDescriptorValue_Tileiras_32B        : MatrixDescriptorValue<MatrixDescriptorSlot_Tileiras_Swizzle,       3, "32-byte swizzle">;
// clang-format on

def MatrixDescriptorValues : GenericTable {
  let FilterClass = "MatrixDescriptorValue";
  let CppTypeName = "MatrixDescriptorValue";
  let Fields = ["Format", "Field", "Value", "Meaning", "Targets"];
  string TypeOf_Format = "MatrixDescriptorFormat";
  string TypeOf_Field = "MatrixDescriptorField";
  let PrimaryKey = ["Format", "Field", "Value"];
  let PrimaryKeyName = "lookupMatrixDescriptorValue";
}

/// Where a field has this value, another one must have that value.
class MatrixDescriptorRule<MatrixDescriptorValue condition, MatrixDescriptorField ruled,
                           int required, string source> {
  MatrixDescriptorFormat Format = condition.Format;
  MatrixDescriptorField If = condition.Field;
  bits<8> IfValue = condition.Value;
  MatrixDescriptorField Then = ruled;
  bits<8> ThenValue = required;
  string Source = source;
}

// clang-format off
//                                                                            where                                        field                             is source
def MatrixDescriptorRule_WGMMA_NoSwizzle    : MatrixDescriptorRule<MatrixDescriptorValue_WGMMA_NoSwizzle,     MatrixDescriptorField_BaseOffset,  0, "PTX ISA 9.0, Matrix Descriptor Format of wgmma">;
def MatrixDescriptorRule_TCGen05_Swizzle    : MatrixDescriptorRule<MatrixDescriptorValue_TCGen05_Absolute,    MatrixDescriptorField_Swizzle,     2, "PTX ISA 9.0, Restrictions on the Leading Dimension Absolute Address Stride">;
def MatrixDescriptorRule_TCGen05_BaseOffset : MatrixDescriptorRule<MatrixDescriptorValue_TCGen05_Absolute,    MatrixDescriptorField_BaseOffset,  0, "PTX ISA 9.0, Restrictions on the Leading Dimension Absolute Address Stride">;
// clang-format on

def MatrixDescriptorRules : GenericTable {
  let FilterClass = "MatrixDescriptorRule";
  let CppTypeName = "MatrixDescriptorRule";
  let Fields = ["Format", "If", "IfValue", "Then", "ThenValue", "Source"];
  string TypeOf_Format = "MatrixDescriptorFormat";
  string TypeOf_If = "MatrixDescriptorField";
  string TypeOf_Then = "MatrixDescriptorField";
}

//===- MMAVariants.td - What a variant row is -----------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variant is one intrinsic: its name, the values of its MMA descriptor fields,
// its opcode, and where it is legal. The files WMMA.td, MMASync.td, MMASparse.td,
// MMABlockScale.td, MatrixMove.td, WGMMA.td, TCGen05.td and TCGen05MMA.td have the rows; a row there stands for all
// layouts and modifiers that share its registers and its legality, and expands to one
// MMAVariant for each.
//
//===----------------------------------------------------------------------===//

/// Where a variant is legal: the targets, the PTX ISA versions (major * 10 +
/// minor; `last` 99 means that it is still there), and who says so. `rejected` is
/// for what LLVM 19 prints from there on but ptxas rejects everywhere; it holds the
/// sentence that says why.
class MMALegality<GPUTargetSet targets, int first, string source, int last = 99,
                  string rejected = ""> {
  string Rule = NAME;
  GPUTargetSet Targets = targets;
  bits<8> FirstPTX = first;
  bits<8> LastPTX = last;
  string Source = source;
  string Rejected = rejected;
}

/// The IR type of a register that holds parts of a fragment.
class MMARegisterType<MMAType element> {
  string Name = !cond(!eq(element.Spelling, "f16") : "v2f16",
                      !eq(element.Spelling, "f32") : "f32",
                      !eq(element.Spelling, "f64") : "f64",
                      true : "i32");
}

/// The registers of a fragment as arguments: a0, a1, ...
class MMAFragmentArguments<string letter, MMARegisters registers, MMAType element> {
  list<Argument> List = !foreach(i, !range(registers.Size),
                                 Argument<MMARegisterType<element>.Name, letter # i>);
}

/// The metadata of a sparse A, and the sparsity selector.
class MMAMetadataArguments<bit present> {
  list<Argument> List = !if(present, [Argument<"i32", "metadata">, Immediate<"i32", "selector">], []<Argument>);
}

/// The signature of an instruction of a warp: its result fragment, then the address if there is
/// one, the fragments A, B and C, the stride, metadata and sparsity selector, and the scale, byte-id and
/// thread-id of A and of B. `element` is that of what is moved.
class MMAWarpSignature<MMAOpcode opcode, MMAType d, MMAType a, MMAType b, MMAType c, MMAType element> {
  defvar isMoved = !ne(element, MMAType_None);
  defvar family = opcode.Family;
  defvar hasAddress = !or(!eq(family, MMAFamily_WMMALoad), !eq(family, MMAFamily_WMMAStore),
                          !eq(family, MMAFamily_LdMatrix), !eq(family, MMAFamily_StMatrix));
  Signature Value = Signature<
      !foreach(i, !range(opcode.D.Size), MMARegisterType<!if(isMoved, element, d)>.Name),
      !listconcat(!if(hasAddress, [Argument<"p*", "address">], []<Argument>),
                  MMAFragmentArguments<"a", opcode.A, a>.List,
                  MMAFragmentArguments<"b", opcode.B, b>.List,
                  MMAFragmentArguments<"c", opcode.C, !if(isMoved, element, c)>.List,
                  !if(opcode.HasStride, [Argument<"i32", "stride">], []<Argument>),
                  MMAMetadataArguments<opcode.HasMetadata>.List,
                  !if(opcode.HasScales,
                      [Argument<"i32", "scale_a">, Argument<"i16", "byte_a">, Argument<"i16", "thread_a">,
                       Argument<"i32", "scale_b">, Argument<"i16", "byte_b">, Argument<"i16", "thread_b">],
                      []<Argument>),
                  !if(opcode.HasCount, [Immediate<"i64", "N">], []<Argument>))>;
}

/// The record of a variant is its name with underscores.
class MMAVariantRecord<string name> {
  string Name = "MMAVariant_" # !subst(".", "_", name);
}

class MMAVariant<string name, MMAFamily family, MMAShape shape, MMALegality legality,
                 string opcode> {
  string Name = "llvm.nvvm." # name;
  MMAFamily Family = family;
  MMAShape Shape = shape;
  MMAType D = MMAType_None;
  MMAType A = MMAType_None;
  MMAType B = MMAType_None;
  MMAType C = MMAType_None;
  MMAType Element = MMAType_None;
  bits<2> ALayout = 0;
  bits<2> BLayout = 0;
  bits<1> Layout = 0;
  bits<2> Matrix = 0;
  bits<3> Rounding = 0;
  bits<4> Operation = 0;
  bits<3> Kind = 0;
  bits<2> Scales = 0;
  bits<2> ScaleType = 0;
  bits<2> Sparsity = 0;
  bits<3> Selectors = 0;
  bits<3> ScaleCount = 0;
  bits<1> Residency = 0;
  bits<2> Immediates = 0;
  bits<2> Action = 0;
  bits<1> Satfinite = 0;
  bits<1> Stride = 0;
  bits<2> Count = 0;
  bits<1> Transpose = 0;
  bits<60> Fields = 0;   // further fields of the MMA descriptor, in their places
  MMAOpcode Opcode = !cast<MMAOpcode>("MMAOpcode_" # opcode);
  Signature Signature = MMAWarpSignature<Opcode, D, A, B, C, Element>.Value;
  string Rule = legality.Rule;
  bits<64> Targets = legality.Targets.Mask;
  string TargetText = legality.Targets.Description;
  bits<8> FirstPTX = legality.FirstPTX;
  bits<8> LastPTX = legality.LastPTX;
  string Source = legality.Source;
  string Rejected = legality.Rejected;
}

def MMAVariants : GenericTable {
  let FilterClass = "MMAVariant";
  let CppTypeName = "MMAVariant";
  let Fields = ["Name", "Family", "Shape", "D", "A", "B", "C", "Element", "ALayout", "BLayout",
                "Layout", "Matrix", "Rounding", "Operation", "Kind", "Scales", "ScaleType",
                "Sparsity", "Selectors", "ScaleCount", "Residency", "Immediates", "Action",
                "Satfinite", "Stride", "Count", "Transpose", "Fields", "Opcode", "Signature", "Targets",
                "TargetText", "FirstPTX", "LastPTX", "Source", "Rejected"];
  string TypeOf_Family = "MMAFamily";
  string TypeOf_Shape = "MMAShape";
  string TypeOf_D = "MMAType";
  string TypeOf_A = "MMAType";
  string TypeOf_B = "MMAType";
  string TypeOf_C = "MMAType";
  string TypeOf_Element = "MMAType";
  string TypeOf_Opcode = "MMAOpcode";
}

/// The position of a PTX word among a field's values: its encoding.
class MMAFieldValue<MMAField slotField, string word> {
  int Value = !foldl(-1, !range(!size(slotField.Values)), found, index,
                     !if(!eq(slotField.Values[index], word), index, found));
  assert !ge(Value, 0), "the MMA descriptor field '" # slotField.Key # "' has no value '" # word # "'";
}

/// A value of a field in its place; `slot` is "FAMILY_FIELD".
class MMAFieldBits<string slot, string word> {
  defvar place = !cast<MMASlot>("MMASlot_" # slot);
  int Bits = !shl(MMAFieldValue<place.Field, word>.Value, place.Low);
}

/// The registers that each of `threads` threads holds of a rows x columns
/// fragment. Elements narrower than a register are packed. `width` is for elements that
/// take up other than their type's bits.
class MMAFragment<int rows, int columns, MMAType type, int threads = 32, int width = type.Width> {
  int Bits = !div(!mul(!mul(rows, columns), width), threads);
  int Size = !if(!lt(Bits, type.Kind.Width), 1, !div(Bits, type.Kind.Width));
  string Name = type.Kind.Prefix # "x" # Size;
  assert !eq(!mul(Bits, threads), !mul(!mul(rows, columns), width)),
         "a " # rows # "x" # columns # " fragment of " # type.Spelling # " does not divide evenly";
}

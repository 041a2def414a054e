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
// MMABlockScale.td, MatrixMove.td, WGMMA.td, TCGen05.td and TCGen05MMA.td have the rows; a row
// there stands for all layouts and modifiers that share its registers and its legality, and expands
// to one MMAVariant for each.
//
//===----------------------------------------------------------------------===//

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
  list<Argument> List = !if(present, [Argument<"i32", "metadata">, Immediate<"i32", "selector">],
                            []<Argument>);
}

/// The signature of an instruction of a warp: its result fragment, then the address if there is
/// one, the fragments A, B and C, the stride, metadata and sparsity selector, and the scale,
/// byte-id and thread-id of A and of B. `element` is that of what is moved.
class MMAWarpSignature<string opcodeName, MMAType d, MMAType a, MMAType b, MMAType c,
                       MMAType element = MMAType_None> {
  defvar opcode = !cast<MMAOpcode>("MMAOpcode_" # opcodeName);
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
                      [Argument<"i32", "scale_a">, Argument<"i16", "byte_a">,
                       Argument<"i16", "thread_a">,
                       Argument<"i32", "scale_b">, Argument<"i16", "byte_b">,
                       Argument<"i16", "thread_b">],
                      []<Argument>),
                  !if(opcode.HasCount, [Immediate<"i64", "N">], []<Argument>))>;
}

/// The record of a variant is its name with underscores.
class MMAVariantRecord<string name> {
  string Name = "MMAVariant_" # !subst(".", "_", name);
}

/// Has the signature of an instruction that moves elements, or of one that has none.
class MMAMoveSignature<string opcodeName, MMAType element = MMAType_None>
    : MMAWarpSignature<opcodeName, MMAType_None, MMAType_None, MMAType_None, MMAType_None, element>;

/// A number in place of a field; `slot` is "FAMILY_FIELD".
class MMANumberBits<string slot, int number> {
  defvar place = !cast<MMASlot>("MMASlot_" # slot);
  int Bits = !shl(number, place.Low);
  assert !eq(!srl(number, !add(!sub(place.High, place.Low), 1)), 0),
         "the MMA descriptor field '" # place.Field.Key # "' has no bits for " # number;
}

/// The same for the value that has a word in PTX.
class MMAFieldBits<string slot, string word>
    : MMANumberBits<slot, MMAFieldValue<!cast<MMAField>(!cast<MMASlot>("MMASlot_" # slot).Field),
                                        word>.Value>;

/// The bits of a multiplication's modifier, a value of a field that the view has. None is 0.
class MMAModifierBits<string view, string modifier> {
  defvar slots =
      !if(!empty(modifier), []<MMASlot>,
          !filter(each, AllMMASlots,
                  !and(!eq(!find(!cast<string>(each), "MMASlot_" # view # "_"), 0),
                       !not(!empty(!filter(value, each.Values, !eq(value.Meaning, modifier)))))));
  assert !eq(!size(slots), !if(!empty(modifier), 0, 1)),
         "the view '" # view # "' has no field for the modifier '" # modifier # "'";
  int Bits = !if(!empty(slots), 0,
                 MMAFieldBits<!subst("MMASlot_", "", !cast<string>(!head(slots))), modifier>.Bits);
}

/// The fields of a multiplication that all families with shapes and types have.
class MMATypeBits<string view, MMAShape shape, MMAType d, MMAType a, MMAType b> {
  list<int> List = [MMANumberBits<view # "_Shape", shape.Encoding>.Bits,
                    MMANumberBits<view # "_D", d.Encoding>.Bits,
                    MMANumberBits<view # "_A", a.Encoding>.Bits,
                    MMANumberBits<view # "_B", b.Encoding>.Bits];
}

/// With C and the layouts, for a multiplication of a warp.
class MMAMultiplyBits<string view, MMAShape shape, MMAType d, MMAType a, MMAType b, MMAType c,
                      string aLayout = "row", string bLayout = "col"> {
  list<int> List = !listconcat(MMATypeBits<view, shape, d, a, b>.List,
                               [MMANumberBits<view # "_C", c.Encoding>.Bits,
                                MMAFieldBits<view # "_ALayout", aLayout>.Bits,
                                MMAFieldBits<view # "_BLayout", bLayout>.Bits]);
}

/// One intrinsic. `fieldBits` are the fields of its MMA descriptor.
class MMAVariant<string name, MMAFamily family, string opcode, MMALegality legality,
                 list<int> fieldBits, Signature signature> {
  string Name = "llvm.nvvm." # name;
  string Origin = OfOlder; // of the name
  MMAFamily Family = family;
  bits<64> Descriptor = !foldl(!shl(family.Encoding, 60), fieldBits, word, value, !or(word, value));
  bits<3> Selectors = 0;
  bits<3> ScaleCount = 0;
  MMAOpcode Opcode = !cast<MMAOpcode>("MMAOpcode_" # opcode);
  Signature Signature = signature;
  MMALegality Legality = legality;
}

def MMAVariants : GenericTable {
  let FilterClass = "MMAVariant";
  let CppTypeName = "MMAVariant";
  let Fields = ["Name", "Origin", "Family", "Descriptor", "Selectors", "ScaleCount", "Opcode", "Signature",
                "Legality"];
  string TypeOf_Family = "MMAFamily";
  string TypeOf_Opcode = "MMAOpcode";
}
def lookupMMAVariantByName : SearchIndex {
  let Table = MMAVariants;
  let Key = ["Name"];
}
def lookupMMAVariantByDescriptor : SearchIndex {
  let Table = MMAVariants;
  let Key = ["Descriptor"];
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

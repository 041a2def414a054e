//===- MMATables.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables that TableGen makes of TableGen/*.td, as C++: enumerations, one
// struct a table, and the look-ups. Nothing is decided here; code that needs a shape,
// a type, a target or a variant asks these tables.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_TABLES_MMATABLES_H
#define NVPTXTENSORCORE_MODEL_TABLES_MMATABLES_H

#include "Model/Tables/TableIndex.h"
#include "TensorCoreModel/MMACoordinate.h"
#include "TensorCoreModel/MMAFamily.h"
#include "TensorCoreModel/MMAOperand.h"
#include "TensorCoreModel/MMAOperandForm.h"
#include "TensorCoreModel/MMATypeKind.h"
#include "TensorCoreModel/NumberSpecials.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <tuple>

namespace llvm::tensorcore {

namespace mma {
/// Leads from the enumeration of a field's words (TensorCoreModel/MMAWords.h) to the field.
template <class Words> struct FieldOf;
} // namespace mma

enum MMAField : unsigned;  ///< TensorCoreModel/MMAField.h
enum MMAOpcode : unsigned; ///< TensorCoreModel/MMAOpcode.h
enum MMAShape : unsigned;  ///< TensorCoreModel/MMAShape.h
enum MMAType : unsigned;   ///< TensorCoreModel/MMAType.h

/// A row of TableGen/MMATypes.td. `Width` counts bits; `Unit` is the kind of arithmetic:
/// H (half precision and its relatives), I, B or D.
struct MMATypeInfo {
  uint8_t Encoding;
  StringLiteral Spelling;
  uint8_t Width;
  StringLiteral Unit;
};

/// A row of TableGen/MMAShapes.td. `Depth` (K) is 0 for shapes that are moved only.
struct MMAShapeInfo {
  uint8_t Encoding;
  StringLiteral Spelling;
  uint16_t Rows;
  uint16_t Columns;
  uint16_t Depth;
};

/// A row of TableGen/GPUTargets.td. `MinimumPTX` is major * 10 + minor;
/// `Index` is the bit of the target in a target set; `LaterName` is empty except for
/// targets that NVIDIA's tools renamed.
struct GPUTarget {
  StringLiteral Name;
  uint8_t Index;
  uint16_t FullSmVersion;
  uint8_t MinimumPTX;
  bool InLLVM;
  bool InClang;
  StringLiteral LaterName;
};

/// Targets, and what a message says of them: nothing of every target.
struct GPUTargetSet {
  uint64_t Mask;
  StringLiteral Description;

  bool contains(const GPUTarget *Target) const {
    return Description.empty() || (Target && Mask >> Target->Index & 1);
  }
};

/// Says on which targets instructions are legal (TableGen/Legality.td).
struct MMALegality {
  GPUTargetSet Targets;
  uint8_t FirstPTX, LastPTX;
  StringLiteral Source;
  StringLiteral Rejected; ///< why ptxas rejects it everywhere; empty if it does not
  StringLiteral Verified; ///< the assembler that has verified it
};

/// A field of the MMA descriptor has one of some values, a bit each.
struct MMACondition {
  MMAField Field;
  uint64_t Values;
};

/// Forbids a combination of modifiers: where all conditions hold, the instruction is illegal except
/// on some targets.
struct MMAModifierRule {
  uint8_t Number;
  ArrayRef<MMACondition> Conditions;
  GPUTargetSet Targets;
  uint8_t FirstPTX; ///< of these targets
  StringLiteral Message, Legal;
};

/// Says where PTX is legal that is neither a matrix instruction nor a companion
/// (TableGen/InstructionRules.td).
struct InstructionRule {
  StringLiteral Instructions, Conditions;
  MMALegality Legality;
  StringLiteral Example;
};

/// A version of the PTX ISA, as major * 10 + minor.
struct PTXVersion {
  uint8_t Version;
};

/// A logical field of the MMA descriptor. `Values` are the PTX words of its
/// values from 0 on, "-" where there is none; empty for types and shapes.
struct MMAFieldInfo {
  uint8_t Encoding;
  StringLiteral Key;
  StringLiteral Name;
  ArrayRef<StringLiteral> Values;
};

/// A type: of a vector's elements, if it has `Lanes` (TableGen/Signatures.td).
struct MMAArgumentType {
  StringLiteral Name;
  MMATypeKind Kind;
  uint8_t Bits;
  uint8_t Lanes;
  uint8_t AddressSpace;
};

/// The effects of a call. Those on memory are bits of LLVM's ModRefInfo.
struct MMAEffects {
  uint8_t ArgumentMemory;
  uint8_t InaccessibleMemory;
  uint8_t OtherMemory;
  bool IsConvergent;
  bool IsPure; ///< arithmetic
};

/// An argument of an intrinsic, or an operand of an instruction.
struct MMAArgument {
  MMAArgumentType Type;
  StringLiteral Name;
  bool IsImmediate;
  StringLiteral Words; ///< the key of the field whose words PTX has for its values; mostly empty
};

/// Types of results, of which several are a structure, and the arguments. An argument becomes
/// the operand of its name.
struct MMASignature {
  ArrayRef<MMAArgumentType> Results;
  ArrayRef<MMAArgument> Arguments;

  /// The position of the argument with a name.
  std::optional<unsigned> find(StringRef Name) const;

  /// The argument of type p*, which the end of the intrinsic's name says more of; null without one.
  const MMAArgument *findPointer() const;
};

/// `Count` operands with one role.
struct MMAOperandGroup {
  MMAOperandForm Form;
  uint8_t Bits;
  StringLiteral Role;
  unsigned Count;

  bool operator==(const MMAOperandGroup &Other) const {
    return std::tie(Form, Bits, Role, Count) ==
           std::tie(Other.Form, Other.Bits, Other.Role, Other.Count);
  }
};

/// Values of an immediate, or the address space of a pointer of type p*.
struct MMAChoice {
  StringLiteral Name;
  uint64_t First, Last, Step;

  bool contains(uint64_t Value) const {
    return First <= Value && Value <= Last && (Value - First) % Step == 0;
  }
};

/// A register signature: registers of each fragment in PTX's order.
struct MMAOpcodeInfo {
  StringLiteral Name;
  MMAFamily Family;
  uint8_t DCount;
  uint8_t ACount;
  uint8_t BCount;
  uint8_t CCount;
  bool HasStride;
  bool HasMetadata;                   ///< of a sparse A, with the sparsity selector
  bool HasScales;                     ///< of A and B, each with byte-id and thread-id
  bool HasCount;                      ///< of wgmma groups, an immediate
  bool HasReduced;                    ///< one more result, behind D
  bool IsStationary;                  ///< a tcgen05.mma.ws
  ArrayRef<MMAOperandGroup> Operands; ///< of tcgen05, those after the results, in PTX's order
};

/// One intrinsic; see TableGen/MMAVariants.td.
struct MMAVariant {
  StringLiteral Name;
  StringLiteral Origin; ///< the project that named it
  MMAFamily Family;
  uint64_t Descriptor; ///< its MMA descriptor, except for what a call adds
  uint8_t Selectors;   ///< values of the sparsity selector; 0 without one
  uint8_t ScaleCount;  ///< scales of a row of A and a column of B; 0 without any
  MMAOpcode Opcode;
  MMASignature Signature;
  MMALegality Legality;

  /// The value of a field of its descriptor, and PTX's word for it; 0 and none where the family has
  /// no such field.
  unsigned get(MMAField Field) const;
  StringRef print(MMAField Field) const;
  template <class Words> Words get() const { return Words(get(mma::FieldOf<Words>::Value)); }

  MMAShape getShape() const;
  MMAType getD() const;
  MMAType getA() const;
  MMAType getB() const;
  MMAType getC() const;
  MMAType getElement() const;
};

/// A kind word of a tcgen05.mma, without cta_group, and where it is legal.
struct TCGen05Form {
  uint16_t KindWord;
  MMALegality Legality;
};

/// A kind of tcgen05.mma that intrinsics take as an immediate: LLVM's number, and the
/// value in the kind word.
struct TCGen05ImmediateKind {
  uint8_t Number;
  uint8_t Field;
  StringLiteral Kind;
};

/// A family as PTX writes it.
struct MMAFamilyInfo {
  uint8_t Encoding;
  StringLiteral Spelling;
  MMAEffects Effects;
  uint8_t Threads; ///< that execute it together; 0 if one may
};

/// An operand that has a fragment layout.
struct MMAOperandInfo {
  uint8_t Encoding;
  StringLiteral Spelling;
};

/// Describes four bits of sparsity metadata: they say which `Kept` of `Group` neighbours exist, by
/// indices of `Unit` elements.
struct MMASparsityGroup {
  uint8_t ElementBits;
  uint8_t Group, Kept, Unit;
};

/// Holds the amount that a bit of a lane's or a value's number adds to a coordinate
/// (TableGen/FragmentLayouts.td).
struct MMALayoutTerm {
  MMACoordinate To;
  uint8_t Amount;
  bool CountsRegisters; ///< as many elements for each as a register has
  bool IsElements;      ///< stands for the elements of a register, a bit each
  bool GoesOn;          ///< twice, four times, … as much, as far as the tile goes
};

/// A row of TableGen/FragmentLayouts.td; Model/Layouts/MMAFragments.h reads it. `Operands` has a
/// bit for each MMAOperand.
struct MMAFragmentLayoutRow {
  StringLiteral Name;
  StringLiteral Instruction;
  uint8_t Operands;
  StringLiteral Shape;
  uint16_t Depth;
  uint8_t MinimumBits, MaximumBits;
  StringLiteral Major;
  ArrayRef<MMALayoutTerm> Lanes, Values;
  StringLiteral Source;
};

/// A row of TableGen/NumberFormats.td: what the codes of an element type stand for.
struct MMANumberFormat {
  StringLiteral Spelling;
  uint8_t Width;
  bool IsSigned;
  uint8_t ExponentBits, FractionBits; ///< both 0 for integers
  uint16_t Bias;
  NumberSpecials Specials;
  uint8_t Padding; ///< bits below the code, where an element takes up more than its bits
};

#define GET_MMATypes_DECL
#define GET_MMAShapes_DECL
#define GET_GPUTargets_DECL
#define GET_MMAFields_DECL
#define GET_MMAFamilies_DECL
#define GET_MMAOpcodes_DECL
#define GET_MMAOperands_DECL
#define GET_MMASparsityGroups_DECL
#define GET_MMAVariants_DECL
#define GET_PTXVersions_DECL
#define GET_TCGen05Forms_DECL
#define GET_TCGen05ImmediateKinds_DECL
#include "TensorCoreModel.inc"

ArrayRef<MMATypeInfo> getMMATypes();
ArrayRef<MMAShapeInfo> getMMAShapes();
ArrayRef<GPUTarget> getGPUTargets();
ArrayRef<PTXVersion> getPTXVersions(); ///< rising

/// The row of that name, e.g. "sm_100a"; null if there is none.
const GPUTarget *lookupGPUTarget(StringRef Name);
ArrayRef<MMAFieldInfo> getMMAFields();
ArrayRef<MMAFamilyInfo> getMMAFamilies();
ArrayRef<MMAVariant> getMMAVariants();
ArrayRef<MMAOperandInfo> getMMAOperands();
ArrayRef<MMAFragmentLayoutRow> getMMAFragmentLayouts();
ArrayRef<MMANumberFormat> getMMANumberFormats();
ArrayRef<TCGen05Form> getTCGen05Forms();
ArrayRef<TCGen05ImmediateKind> getTCGen05ImmediateKinds();
ArrayRef<MMAModifierRule> getTCGen05MMARules(); ///< in the order in which they are asked
ArrayRef<MMAOpcodeInfo> getMMAOpcodes();        ///< by MMAOpcode
const MMAOpcodeInfo &getMMAOpcodeInfo(MMAOpcode Opcode);

/// The opcode with a name.
std::optional<MMAOpcode> lookupMMAOpcode(StringRef Name);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_TABLES_MMATABLES_H

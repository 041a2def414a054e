//===- BlockScaledAtoms.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The four predicates of the seed document's verifier, in its order, and the way from an
// atom to PTX: the same element types, K and scale factors.
//
//===----------------------------------------------------------------------===//

#include "Seeds/BlockScaledAtoms.h"
#include "Model/Descriptors/InstructionDescriptorShapes.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

struct BlockScaledElement {
  StringLiteral Name;
  StringLiteral Class;
  StringLiteral PTX;
};

struct BlockScaledAtom {
  uint32_t AtomK;
  uint32_t VecSize;
  StringLiteral Class;
  StringLiteral Scale;
  StringLiteral PTXScale;
};

constexpr StringLiteral Source = " (seed document 002, SM100 UMMA Block-Scaled Atoms)";

} // namespace

namespace llvm::tensorcore {

#define GET_BlockScaledAtoms_IMPL
#define GET_BlockScaledElements_IMPL
#include "TensorCoreModel.inc"

} // namespace llvm::tensorcore

static const BlockScaledElement *lookupElement(StringRef Name) {
  const auto *Row = find_if(BlockScaledElements, [Name](const auto &E) { return E.Name == Name; });
  return Row == std::end(BlockScaledElements) ? nullptr : Row;
}

/// "Float8E4M3FN x Float8E4M3FN with Float8E8M0FNU, atom_K 32 and vecSize 32".
static std::string spellUse(const BlockScaledAtomUse &Use) {
  return (Use.A + " x " + Use.B + " with " + Use.SFA + ", atom_K " + Twine(Use.AtomK) +
          " and vecSize " + Twine(Use.VecSize))
      .str();
}

/// "FP8 x FP8 with Float8E8M0FNU, atom_K 32 and vecSize 32 or ...": all, or those of a class.
static std::string spellAtoms(StringRef Class) {
  SmallVector<std::string> Words;
  for (const BlockScaledAtom &Atom : BlockScaledAtoms)
    if (Class.empty() || Atom.Class == Class)
      Words.push_back(
          spellUse({Atom.Class, Atom.Class, "", Atom.Scale, Atom.Scale, Atom.AtomK, Atom.VecSize}));
  return join(Words, "; ");
}

static std::string spellScales() {
  SmallSetVector<StringRef, 2> Scales;
  for (const BlockScaledAtom &Atom : BlockScaledAtoms)
    Scales.insert(Atom.Scale);
  return join(Scales, " or ");
}

static Expected<const BlockScaledAtom *> findAtom(const BlockScaledAtomUse &Use) {
  if (Use.C != "Float32")
    return makeError("expects c type to be Float32, not " + Use.C +
                     "; all block-scaled atoms accumulate in Float32" + Source);
  if (Use.SFA != Use.SFB)
    return makeError("expects sfa/sfb element types to be the same, not " + Use.SFA + " and " +
                     Use.SFB + "; expected " + spellScales() + " for both" + Source);
  const BlockScaledElement *A = lookupElement(Use.A), *B = lookupElement(Use.B);
  StringRef Class = A && B && A->Class == B->Class ? StringRef(A->Class) : "";
  for (const BlockScaledAtom &Atom : BlockScaledAtoms)
    if (Atom.Class == Class && Atom.Scale == Use.SFA && Atom.AtomK == Use.AtomK &&
        Atom.VecSize == Use.VecSize)
      return &Atom;
  return makeError("there is no block-scaled atom of " + spellUse(Use) + ", but of " +
                   spellAtoms(Class) + Source);
}

Expected<uint64_t> tensorcore::getBlockScaledAtom(const BlockScaledAtomUse &Use) {
  Expected<const BlockScaledAtom *> Atom = findAtom(Use);
  if (!Atom)
    return Atom.takeError();
  return uint64_t((*Atom)->AtomK) << 32 | (*Atom)->VecSize;
}

/// The value of a field that means this type in a kind; nothing if the kind lacks it.
static std::optional<uint8_t> findType(InstructionDescriptorKind Kind,
                                       InstructionDescriptorField Field, StringRef PTX) {
  if (const BitSlot *Slot = getLayout(Kind).find(Field))
    for (const BitValue &Value : Slot->Values)
      if (Value.Meaning == PTX)
        return Value.Value;
  return std::nullopt;
}

/// Whether a kind multiplies such matrices, K elements at a time. What only sm_107 has is left out:
/// it lacks the scale vector sizes of the seed documents.
static bool hasMatrices(InstructionDescriptorKind Kind, StringRef A, StringRef B, unsigned K) {
  return findType(Kind, InstructionDescriptorField_TypeA, A) &&
         findType(Kind, InstructionDescriptorField_TypeB, B) &&
         any_of(getInstructionDescriptorShapes(Kind), [K](const InstructionDescriptorShape &S) {
           return !S.IsSparse && S.K == K && S.Targets.Description.empty();
         });
}

Expected<SmallVector<BlockScaledPTXKind, 2>>
tensorcore::getBlockScaledPTXKinds(const BlockScaledAtomUse &Use) {
  Expected<const BlockScaledAtom *> Atom = findAtom(Use);
  if (!Atom)
    return Atom.takeError();
  for (StringRef Name : {Use.A, Use.B})
    if (lookupElement(Name)->PTX.empty())
      return makeError("PTX has no type for " + Name + "; its 4-bit type is e2m1 (Float4E2M1FN)");
  StringRef A = lookupElement(Use.A)->PTX, B = lookupElement(Use.B)->PTX;
  SmallVector<BlockScaledPTXKind, 2> Kinds;
  for (const BitLayout &Layout : getBitLayouts(BitLayoutSet_InstructionDescriptor)) {
    auto Kind = InstructionDescriptorKind(Layout.Encoding);
    auto Type = findType(Kind, InstructionDescriptorField_ScaleType, (*Atom)->PTXScale);
    if (!Type || !hasMatrices(Kind, A, B, Use.AtomK))
      continue;
    for (const InstructionDescriptorScaling &Scaling : getInstructionDescriptorScalings(Kind))
      if (Scaling.BlockSize == Use.VecSize && (Scaling.Types >> *Type & 1) &&
          Scaling.Vector.ends_with("X"))
        Kinds.push_back({Layout.Key, Scaling.Vector});
  }
  return Kinds;
}

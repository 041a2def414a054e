//===- InstructionDescriptorRules.cpp -------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values the fields of an instruction descriptor can have, each for itself and all
// together. Knows the kind of the instruction, and nothing else of it.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/InstructionDescriptorShapes.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Where a field has one value, another must have that one.
struct InstructionDescriptorRule {
  InstructionDescriptorKind Kind;
  InstructionDescriptorField If;
  uint8_t IfValue;
  InstructionDescriptorField Then;
  uint8_t ThenValue;
  StringLiteral Source;
};

using Faults = SmallVector<std::string, 4>;

constexpr StringLiteral FormatSource = "PTX ISA 9.0, Instruction descriptor of tcgen05";
constexpr StringLiteral ShapeSource = "PTX ISA 9.0, Matrix Shape of tcgen05";

} // namespace

namespace llvm::tensorcore {

#define GET_InstructionDescriptorRules_IMPL
#include "TensorCoreModel.inc"

} // namespace llvm::tensorcore

/// The largest value of a field that is a number.
static int64_t getMaximum(InstructionDescriptorKind Kind, InstructionDescriptorField Field) {
  InstructionDescriptorFormat Format = lookupInstructionDescriptorKind(Kind)->Format;
  return maskTrailingOnes<uint32_t>(lookupInstructionDescriptorSlot(Format, Field)->Width);
}

/// "0 (f16) or 1 (f32)", "from 0 to 3".
static std::string spellValues(InstructionDescriptorKind Kind, InstructionDescriptorField Field) {
  std::string Text;
  auto Values = getInstructionDescriptorValues(Kind, Field);
  for (const InstructionDescriptorValue &Value : Values) {
    if (!Text.empty())
      Text += &Value == &Values.back() ? " or " : ", ";
    Text += spellInstructionDescriptorValue(Kind, Field, Value.Value);
  }
  return Values.empty() ? "from 0 to " + utostr(getMaximum(Kind, Field)) : Text;
}

/// M and N of any shape of the kind.
static void checkDimension(InstructionDescriptorKind Kind, InstructionDescriptorAssignment A,
                           Faults &Found) {
  uint8_t Ms = 0;
  uint32_t Ns = 0;
  for (const InstructionDescriptorShape &Shape : getInstructionDescriptorShapes(Kind)) {
    Ms |= Shape.Ms;
    Ns |= Shape.Ns;
  }
  bool IsM = A.Field == InstructionDescriptorField_M;
  if (IsM ? isInstructionDescriptorM(Ms, A.Value) : isInstructionDescriptorN(Ns, A.Value))
    return;
  Found.push_back((spellInstructionDescriptorField(Kind, A.Field) + " must be " +
                   (IsM ? spellInstructionDescriptorMs(Ms) : spellInstructionDescriptorNs(Ns)) +
                   ", not " + Twine(A.Value) + " (" + ShapeSource + ")")
                      .str());
}

/// A field by itself.
static void checkValue(InstructionDescriptorKind Kind, InstructionDescriptorAssignment A,
                       const TargetVersion *Target, Faults &Found) {
  std::string Field = spellInstructionDescriptorField(Kind, A.Field);
  auto Values = getInstructionDescriptorValues(Kind, A.Field);
  const auto *Row = find_if(Values, [&](const auto &V) { return V.Value == A.Value; });
  bool IsValue =
      Values.empty() ? A.Value >= 0 && A.Value <= getMaximum(Kind, A.Field) : Row != Values.end();
  if (!IsValue)
    Found.push_back((Field + " must be " + spellValues(Kind, A.Field) + ", not " + Twine(A.Value) +
                     " (" + FormatSource + ")")
                        .str());
  else if (Target && !Values.empty() && !Row->Targets.contains(Target->GPU))
    Found.push_back(
        (Field + " cannot be " + spellInstructionDescriptorValue(Kind, A.Field, A.Value) + " on " +
         Target->Name + "; that needs " + Row->Targets.Description + " (" + FormatSource + ")")
            .str());
}

static void checkRule(const InstructionDescriptorRule &Rule,
                      const InstructionDescriptorKnownFields &Fields, Faults &Found) {
  if (Fields.get(Rule.If) != Rule.IfValue || !Fields.isNot(Rule.Then, Rule.ThenValue))
    return;
  auto Spell = [&Rule](InstructionDescriptorField Field, int64_t Value) {
    return spellInstructionDescriptorValue(Rule.Kind, Field, Value);
  };
  Found.push_back(("with the " + lookupInstructionDescriptorField(Rule.If)->Name + " " +
                   Spell(Rule.If, Rule.IfValue) + ", " +
                   spellInstructionDescriptorField(Rule.Kind, Rule.Then) + " must be " +
                   Spell(Rule.Then, Rule.ThenValue) + ", not " +
                   Spell(Rule.Then, *Fields.get(Rule.Then)) + " (" + Rule.Source + ")")
                      .str());
}

/// Values that are right each for itself.
static void checkTogether(InstructionDescriptorKind Kind,
                          const InstructionDescriptorKnownFields &Fields, Faults &Found) {
  for (const InstructionDescriptorRule &Rule : InstructionDescriptorRules)
    if (Rule.Kind == Kind)
      checkRule(Rule, Fields, Found);
  if (!Found.empty())
    return;
  SmallVector<const InstructionDescriptorShape *, 8> Shapes;
  for (const InstructionDescriptorShape &Shape : getInstructionDescriptorShapes(Kind))
    if (!Fields.isNot(InstructionDescriptorField_Sparse, Shape.IsSparse) &&
        !Fields.isNot(InstructionDescriptorField_K, Shape.KField))
      Shapes.push_back(&Shape);
  append_range(Found, findShapeFaults(Kind, Fields, Shapes, /*IsInUse=*/false));
  SmallVector<const InstructionDescriptorScaling *, 8> Scalings;
  for (const InstructionDescriptorScaling &Scaling : getInstructionDescriptorScalings(Kind))
    Scalings.push_back(&Scaling);
  append_range(Found, findScalingFaults(Kind, Fields, Scalings));
}

Error tensorcore::checkInstructionDescriptorFields(InstructionDescriptorKind Kind,
                                                   ArrayRef<InstructionDescriptorAssignment> Fields,
                                                   const TargetVersion *Target) {
  Faults Found;
  InstructionDescriptorFormat Format = lookupInstructionDescriptorKind(Kind)->Format;
  for (InstructionDescriptorAssignment A : Fields) {
    if (!lookupInstructionDescriptorSlot(Format, A.Field))
      Found.push_back(
          ("an instruction descriptor of kind::" + lookupInstructionDescriptorKind(Kind)->Key +
           " has no " + lookupInstructionDescriptorField(A.Field)->Name)
              .str());
    else if (A.Field == InstructionDescriptorField_M || A.Field == InstructionDescriptorField_N)
      checkDimension(Kind, A, Found);
    else
      checkValue(Kind, A, Target, Found);
  }
  if (Found.empty())
    checkTogether(Kind, InstructionDescriptorKnownFields(Fields), Found);
  return Found.empty() ? Error::success() : makeError(join(Found, "; "));
}

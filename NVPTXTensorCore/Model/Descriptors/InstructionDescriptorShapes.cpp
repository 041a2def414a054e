//===- InstructionDescriptorShapes.cpp ------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks M, N and the scale factors against the rows of TableGen/InstructionDescriptorShapes.td.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/InstructionDescriptorShapes.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace llvm::tensorcore {

#define GET_InstructionDescriptorScalings_IMPL
#define GET_InstructionDescriptorShapes_IMPL
#define GET_InstructionDescriptorTransposedNs_IMPL
#include "TensorCoreModel.inc"

} // namespace llvm::tensorcore

ArrayRef<InstructionDescriptorShape>
tensorcore::getInstructionDescriptorShapes(InstructionDescriptorKind Kind) {
  // The table is sorted by kind.
  auto IsOfKind = [Kind](const InstructionDescriptorShape &Shape) { return Shape.Kind == Kind; };
  ArrayRef<InstructionDescriptorShape> Shapes(InstructionDescriptorShapes);
  return Shapes.drop_until(IsOfKind).take_while(IsOfKind);
}

ArrayRef<InstructionDescriptorScaling>
tensorcore::getInstructionDescriptorScalings(InstructionDescriptorKind Kind) {
  auto IsOfKind = [Kind](const InstructionDescriptorScaling &S) { return S.Kind == Kind; };
  ArrayRef<InstructionDescriptorScaling> Scalings(InstructionDescriptorScalings);
  return Scalings.drop_until(IsOfKind).take_while(IsOfKind);
}

bool tensorcore::isInstructionDescriptorM(uint8_t Ms, int64_t M) {
  return M >= 32 && M <= 256 && isPowerOf2_64(M) && (Ms & M / 32);
}

bool tensorcore::isInstructionDescriptorN(uint32_t Ns, int64_t N) {
  return N >= 8 && N <= 256 && N % 8 == 0 && (Ns >> (N / 8 - 1) & 1);
}

static std::string printSet(ArrayRef<unsigned> Numbers) {
  if (Numbers.size() > 4)
    return printNumbers(Numbers);
  SmallVector<std::string> Words(map_range(Numbers, [](unsigned N) { return utostr(N); }));
  return printAlternatives(Words);
}

std::string tensorcore::printInstructionDescriptorMs(uint8_t Ms) {
  SmallVector<unsigned> Numbers;
  for (unsigned M = 32; M <= 256; M *= 2)
    if (isInstructionDescriptorM(Ms, M))
      Numbers.push_back(M);
  return printSet(Numbers);
}

std::string tensorcore::printInstructionDescriptorNs(uint32_t Ns) {
  SmallVector<unsigned> Numbers;
  for (unsigned N = 8; N <= 256; N += 8)
    if (isInstructionDescriptorN(Ns, N))
      Numbers.push_back(N);
  return printSet(Numbers);
}

namespace {

/// The beginning of a sentence: "with the dimension M 256 and the sparsity 0 (dense), ".
class Conditions {
public:
  Conditions(InstructionDescriptorKind Kind, const InstructionDescriptorKnownFields &Fields)
      : Kind(Kind), Fields(Fields) {}

  /// Names a field, if its value is known.
  void add(InstructionDescriptorField Field) {
    if (std::optional<int64_t> Value = Fields.get(Field))
      Words.push_back(("the " + getLayout(Kind).find(Field)->Name + " " +
                       getLayout(Kind).printValue(Field, *Value))
                          .str());
  }

  std::string text() const { return Words.empty() ? "" : "with " + join(Words, " and ") + ", "; }

private:
  InstructionDescriptorKind Kind;
  const InstructionDescriptorKnownFields &Fields;
  SmallVector<std::string, 4> Words;
};

} // namespace

/// Returns true if the kind has elements of 8 bits. Those of fewer bits are not transposed.
static bool hasBytes(InstructionDescriptorKind Kind) {
  return any_of(getLayout(Kind).find(InstructionDescriptorField_TypeB)->Values,
                [](const BitValue &Value) { return Value.ElementBits == 8; });
}

/// Returns a sentence that names the field, the values that it can have, and the one that it has.
static std::string printFault(const Conditions &Where, InstructionDescriptorKind Kind,
                              InstructionDescriptorField Field, const Twine &Legal, int64_t Value,
                              StringRef Source) {
  return (Where.text() + getLayout(Kind).printField(Field) + " must be " + Legal + ", not " +
          getLayout(Kind).printValue(Field, Value) + " (" + Source + ")")
      .str();
}

namespace {

/// The Ns of some forms, and where they are from.
struct NsOfForms {
  uint32_t Ns = 0;
  StringRef Source;
};

} // namespace

/// Returns the values of N of the forms that have this M, or of all forms without one.
static NsOfForms getNs(ArrayRef<const InstructionDescriptorShape *> Forms, std::optional<int64_t> M,
                       bool IsTransposed) {
  NsOfForms Result;
  for (const InstructionDescriptorShape *Form : Forms) {
    if (M && !isInstructionDescriptorM(Form->Ms, *M))
      continue;
    const auto &Transposed = *lookupInstructionDescriptorTransposedN(Form->CTAGroup);
    Result.Ns |= IsTransposed ? Form->Ns & Transposed.Ns : Form->Ns;
    Result.Source = IsTransposed ? Transposed.Source : Form->Source;
  }
  return Result;
}

/// Returns the fault of a K for which the target has no form. `WithK` are the forms of other
/// targets.
static std::string findDepthFault(const Conditions &With, InstructionDescriptorKind Kind,
                                  const InstructionDescriptorKnownFields &Fields,
                                  ArrayRef<const InstructionDescriptorShape *> Forms,
                                  ArrayRef<const InstructionDescriptorShape *> WithK,
                                  const TargetVersion *Target) {
  bool IsUpper = Fields.get(InstructionDescriptorField_UpperK) == 1;
  auto Field = IsUpper ? InstructionDescriptorField_UpperK : InstructionDescriptorField_K;
  const BitLayout &Layout = getLayout(Kind);
  if (WithK.empty())
    return printFault(With, Kind, Field, Layout.printValue(Field, 0), *Fields.get(Field),
                      Forms.front()->Source);
  return formatv("{0}{1} cannot be {2} on {3}; that needs {4} ({5})", With.text(),
                 Layout.printField(Field), Layout.printValue(Field, *Fields.get(Field)),
                 Target->Name, WithK.front()->Targets.Description, WithK.front()->Source);
}

SmallVector<std::string, 2>
tensorcore::findShapeFaults(InstructionDescriptorKind Kind,
                            const InstructionDescriptorKnownFields &Fields,
                            ArrayRef<const InstructionDescriptorShape *> AllForms, bool IsInUse,
                            const TargetVersion *Target) {
  SmallVector<std::string, 2> Found;
  if (AllForms.empty())
    return Found;
  Conditions With(Kind, Fields);
  if (!IsInUse)
    With.add(InstructionDescriptorField_Sparse);
  SmallVector<const InstructionDescriptorShape *, 8> WithK, Forms;
  copy_if(AllForms, std::back_inserter(WithK),
          [&](const InstructionDescriptorShape *Form) { return Fields.canHaveK(Form->KField); });
  copy_if(WithK, std::back_inserter(Forms), [Target](const InstructionDescriptorShape *Form) {
    return !Target || Form->Targets.contains(Target->GPU);
  });
  if (Forms.empty()) {
    Found.push_back(findDepthFault(With, Kind, Fields, AllForms, WithK, Target));
    return Found;
  }
  for (InstructionDescriptorField Field :
       {InstructionDescriptorField_K, InstructionDescriptorField_UpperK})
    if (Fields.get(Field) == 1)
      With.add(Field);
  uint8_t Ms = 0;
  for (const InstructionDescriptorShape *Form : Forms)
    Ms |= Form->Ms;
  std::optional<int64_t> M = Fields.get(InstructionDescriptorField_M);
  if (M && !isInstructionDescriptorM(Ms, *M)) {
    Found.push_back(printFault(With, Kind, InstructionDescriptorField_M,
                               printInstructionDescriptorMs(Ms), *M, Forms.front()->Source));
    M = std::nullopt;
  }
  std::optional<int64_t> N = Fields.get(InstructionDescriptorField_N);
  bool IsTransposed = Fields.get(InstructionDescriptorField_TransposeB) == 1 && hasBytes(Kind);
  NsOfForms Legal = getNs(Forms, M, IsTransposed);
  if (!N || isInstructionDescriptorN(Legal.Ns, *N))
    return Found;
  if (M)
    With.add(InstructionDescriptorField_M);
  if (IsTransposed)
    With.add(InstructionDescriptorField_TransposeB);
  Found.push_back(printFault(With, Kind, InstructionDescriptorField_N,
                             printInstructionDescriptorNs(Legal.Ns), *N, Legal.Source));
  return Found;
}

/// "0 or 2": the values of a field in a set that is not empty.
static std::string printValueSet(InstructionDescriptorKind Kind, InstructionDescriptorField Field,
                                 uint8_t Set) {
  SmallVector<std::string> Words;
  for (unsigned Value = 0; Value < 8; ++Value)
    if (Set >> Value & 1)
      Words.push_back(getLayout(Kind).printValue(Field, Value));
  return printAlternatives(Words);
}

SmallVector<std::string, 2> tensorcore::findScalingFaults(
    InstructionDescriptorKind Kind, const InstructionDescriptorKnownFields &Fields,
    ArrayRef<const InstructionDescriptorScaling *> Forms, const TargetVersion *Target) {
  SmallVector<std::string, 2> Found;
  std::optional<int64_t> Type = Fields.get(InstructionDescriptorField_ScaleType);
  uint8_t Types = 0, IDs = 0;
  for (const InstructionDescriptorScaling *Form : Forms) {
    if (Target && !Form->Targets.contains(Target->GPU))
      continue;
    Types |= Form->Types;
    if (!Type || (Form->Types >> *Type & 1))
      for (unsigned KField : {0, 1, 2})
        IDs |= Fields.canHaveK(KField) ? Form->getIDs(KField) : 0;
  }
  Conditions With(Kind, Fields);
  if (Type && Types && !(Types >> *Type & 1))
    Found.push_back(printFault(With, Kind, InstructionDescriptorField_ScaleType,
                               printValueSet(Kind, InstructionDescriptorField_ScaleType, Types),
                               *Type, Forms.front()->Source));
  if (!IDs)
    return Found;
  With.add(InstructionDescriptorField_K);
  if (Fields.get(InstructionDescriptorField_UpperK) == 1)
    With.add(InstructionDescriptorField_UpperK);
  With.add(InstructionDescriptorField_ScaleType);
  for (InstructionDescriptorField Field :
       {InstructionDescriptorField_ScaleIDA, InstructionDescriptorField_ScaleIDB})
    if (std::optional<int64_t> ID = Fields.get(Field); ID && !(IDs >> *ID & 1))
      Found.push_back(printFault(With, Kind, Field, printValueSet(Kind, Field, IDs), *ID,
                                 Forms.front()->Source));
  return Found;
}

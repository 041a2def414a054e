//===- InstructionDescriptorUse.cpp ---------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The word against kind, modifiers and operands of its instruction.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/InstructionDescriptorUse.h"
#include "Model/Descriptors/InstructionDescriptorShapes.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

static std::string printForm(bool IsWeightStationary, unsigned CTAGroup) {
  return (IsWeightStationary ? ".ws.cta_group::" : ".cta_group::") + utostr(CTAGroup);
}

std::string tensorcore::printInstruction(const InstructionDescriptorUse &Use) {
  std::string Text = "tcgen05.mma";
  Text += Use.IsWeightStationary ? ".ws" : "";
  Text += Use.IsSparse ? ".sp" : "";
  Text += ".cta_group::" + utostr(Use.CTAGroup) + ".kind::" + Use.Kind.str();
  Text += Use.Kind.starts_with("mx") || !Use.ScaleVector.empty() ? ".block_scale" : "";
  Text += Use.IsBDecompressed ? ".decompress::lut::b" : "";
  if (!Use.ScaleVector.empty())
    Text += (Use.ScaleVector.starts_with("block") ? "." : ".scale_vec::") + Use.ScaleVector.str();
  return Text + (Use.HasAShift ? ".ashift" : "");
}

namespace {

/// A word that is an instruction descriptor, in its instruction.
class UseChecker {
public:
  UseChecker(const InstructionDescriptor &Word, const InstructionDescriptorUse &Use,
             const TargetVersion *Target)
      : Word(Word), Use(Use), Target(Target), Layout(Word.getLayout()), Kind(Word.getKind()),
        Fields(Layout.unpack(Word.getWord())) {}

  SmallVector<std::string, 4> check() {
    checkSparsity();
    checkModifiers();
    checkShape();
    checkScaling();
    return std::move(Found);
  }

private:
  void checkSparsity();
  void checkModifiers();
  void checkShape();
  void checkScaling();

  /// A field must have a value because of something that the instruction has.
  void require(InstructionDescriptorField Field, int64_t Value, StringRef Because,
               StringRef Source) {
    if (Word.get(Field) != uint64_t(Value))
      Found.push_back((Layout.printField(Field) + " must be " + Layout.printValue(Field, Value) +
                       " " + Because + ", not " + Layout.printValue(Field, Word.get(Field)) + " (" +
                       Source + ")")
                          .str());
  }

  InstructionDescriptor Word;
  const InstructionDescriptorUse &Use;
  const TargetVersion *Target;
  const BitLayout &Layout;
  InstructionDescriptorKind Kind;
  BitAssignments Fields;
  SmallVector<std::string, 4> Found;
};

} // namespace

void UseChecker::checkSparsity() {
  require(InstructionDescriptorField_Sparse, Use.IsSparse,
          Use.IsSparse ? "with .sp" : "without .sp",
          "PTX ISA 9.4, Instruction descriptor of tcgen05");
}

void UseChecker::checkModifiers() {
  if (!Use.IsWeightStationary)
    require(InstructionDescriptorField_MaximumShift, 0, "without .ws",
            "PTX ISA 9.4, Instruction descriptor of tcgen05");
  if (Use.IsAInTensorMemory)
    require(InstructionDescriptorField_TransposeA, 0, "with A in tensor memory",
            "PTX ISA 9.0, Matrix Layout Organization of tcgen05");
  uint32_t M = Word.get(InstructionDescriptorField_M);
  if (Use.IsBDecompressed) {
    StringRef Source = "PTX ISA 9.4, tcgen05.mma .decompress::lut::b";
    require(InstructionDescriptorField_TypeB, 0, "with .decompress::lut::b", Source);
    require(InstructionDescriptorField_TransposeB, 0, "with .decompress::lut::b", Source);
    require(InstructionDescriptorField_M, Use.CTAGroup * 128,
            "with .decompress::lut::b.cta_group::" + utostr(Use.CTAGroup), Source);
  }
  if (Use.HasAShift && M != 128 && M != 256)
    Found.push_back(Layout.printField(InstructionDescriptorField_M) +
                    " must be 128 or 256 with .ashift, not " + utostr(M) +
                    " (PTX ISA 9.0, tcgen05.mma)");
}

void UseChecker::checkShape() {
  SmallVector<const InstructionDescriptorShape *, 2> Shapes;
  SmallVector<std::string> Forms;
  for (const InstructionDescriptorShape &Shape : getInstructionDescriptorShapes(Kind)) {
    if (std::string Form = printForm(Shape.IsWeightStationary, Shape.CTAGroup);
        !is_contained(Forms, Form))
      Forms.push_back(Form);
    if (Shape.IsWeightStationary == Use.IsWeightStationary && Shape.CTAGroup == Use.CTAGroup &&
        Shape.IsSparse == Use.IsSparse)
      Shapes.push_back(&Shape);
  }
  if (std::string Form = printForm(Use.IsWeightStationary, Use.CTAGroup);
      !is_contained(Forms, Form))
    Found.push_back("kind::" + Use.Kind.str() + " has no shapes with " + Form + ", but with " +
                    printAlternatives(Forms) + " (PTX ISA 9.0, Matrix Shape of tcgen05)");
  append_range(Found, findShapeFaults(Kind, InstructionDescriptorKnownFields(Fields), Shapes,
                                      /*IsInUse=*/true, Target));
}

void UseChecker::checkScaling() {
  auto Rows = getInstructionDescriptorScalings(Kind);
  SmallVector<const InstructionDescriptorScaling *, 2> Forms;
  for (const InstructionDescriptorScaling &Row : Rows)
    if (Row.Vector == Use.ScaleVector)
      Forms.push_back(&Row);
  if (!Forms.empty()) {
    append_range(Found,
                 findScalingFaults(Kind, InstructionDescriptorKnownFields(Fields), Forms, Target));
    return;
  }
  if (Rows.empty() && Use.ScaleVector.empty())
    return;
  SmallVector<std::string> Vectors;
  for (const InstructionDescriptorScaling &R : Rows)
    if (std::string Vector = R.Vector.empty() ? "none" : R.Vector.str();
        !is_contained(Vectors, Vector))
      Vectors.push_back(std::move(Vector));
  Found.push_back("the scale vector size of kind::" + Use.Kind.str() + " must be " +
                  (Vectors.empty() ? "none" : printAlternatives(Vectors)) + ", not " +
                  (Use.ScaleVector.empty() ? "none" : Use.ScaleVector.str()) +
                  " (PTX ISA 9.0, Block Scaling of tcgen05)");
}

static Error checkWordInUse(uint32_t Word, const InstructionDescriptorUse &Use,
                            const TargetVersion *Target) {
  std::optional<InstructionDescriptorKind> Kind = parseInstructionDescriptorKind(Use.Kind);
  if (!Kind) {
    SmallVector<std::string> Keys;
    for (const BitLayout &Layout : getBitLayouts(BitLayoutSet_InstructionDescriptor))
      Keys.push_back(Layout.Key.str());
    return makeError("there is no such kind, but " + join(drop_end(Keys), ", ") + " and " +
                     Keys.back());
  }
  if (Error E = checkInstructionDescriptorWord(Word, *Kind, Target))
    return E;
  auto Found =
      UseChecker(cantFail(InstructionDescriptor::decode(Word, *Kind)), Use, Target).check();
  return Found.empty() ? Error::success() : makeError(join(Found, "; "));
}

Error tensorcore::checkInstructionDescriptor(uint32_t Word, const InstructionDescriptorUse &Use,
                                             const TargetVersion *Target) {
  if (Error E = checkWordInUse(Word, Use, Target))
    return makeError("0x" + utohexstr(Word) + " is not an instruction descriptor for " +
                     printInstruction(Use) + ": " + toString(std::move(E)));
  return Error::success();
}

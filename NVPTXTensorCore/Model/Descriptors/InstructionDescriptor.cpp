//===- InstructionDescriptor.cpp ------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks an instruction descriptor, and returns all faults at once. It knows the kind of the
// instruction, and nothing else of it.
//
//===----------------------------------------------------------------------===//

#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Descriptors/InstructionDescriptorShapes.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace llvm::tensorcore;

std::optional<InstructionDescriptorKind> tensorcore::parseInstructionDescriptorKind(StringRef Key) {
  for (const BitLayout &Layout : getBitLayouts(BitLayoutSet_InstructionDescriptor))
    if (Layout.Key == Key)
      return InstructionDescriptorKind(Layout.Encoding);
  return std::nullopt;
}

static bool isDimension(unsigned Field) {
  return Field == InstructionDescriptorField_M || Field == InstructionDescriptorField_N;
}

/// M and N of any shape of the kind.
static std::string findDimensionFault(InstructionDescriptorKind Kind, BitAssignment A) {
  uint8_t Ms = 0;
  uint32_t Ns = 0;
  for (const InstructionDescriptorShape &Shape : getInstructionDescriptorShapes(Kind)) {
    Ms |= Shape.Ms;
    Ns |= Shape.Ns;
  }
  bool IsM = A.Field == InstructionDescriptorField_M;
  if (IsM ? isInstructionDescriptorM(Ms, A.Value) : isInstructionDescriptorN(Ns, A.Value))
    return "";
  return formatv("{0} must be {1}, not {2} (PTX ISA 9.0, Matrix Shape of tcgen05)",
                 getLayout(Kind).printField(A.Field),
                 IsM ? printInstructionDescriptorMs(Ms) : printInstructionDescriptorNs(Ns),
                 A.Value);
}

/// Values that are right each for itself.
static BitFaults findFaultsTogether(InstructionDescriptorKind Kind, ArrayRef<BitAssignment> Fields,
                                    const TargetVersion *Target) {
  BitFaults Found = getLayout(Kind).findRuleFaults(Fields, Target);
  if (!Found.empty())
    return Found;
  InstructionDescriptorKnownFields Known(Fields);
  SmallVector<const InstructionDescriptorShape *, 8> Shapes;
  for (const InstructionDescriptorShape &Shape : getInstructionDescriptorShapes(Kind))
    if (!Known.isNot(InstructionDescriptorField_Sparse, Shape.IsSparse))
      Shapes.push_back(&Shape);
  append_range(Found, findShapeFaults(Kind, Known, Shapes, /*IsInUse=*/false, Target));
  SmallVector<const InstructionDescriptorScaling *, 8> Scalings;
  for (const InstructionDescriptorScaling &Scaling : getInstructionDescriptorScalings(Kind))
    Scalings.push_back(&Scaling);
  append_range(Found, findScalingFaults(Kind, Known, Scalings, Target));
  return Found;
}

Error tensorcore::checkInstructionDescriptorFields(InstructionDescriptorKind Kind,
                                                   ArrayRef<BitAssignment> Fields,
                                                   const TargetVersion *Target) {
  BitFaults Found;
  const BitLayout &Layout = getLayout(Kind);
  for (BitAssignment A : Fields)
    if (std::string Fault =
            isDimension(A.Field) ? findDimensionFault(Kind, A) : Layout.findFault(A, Target);
        !Fault.empty())
      Found.push_back(std::move(Fault));
  if (Found.empty())
    Found = findFaultsTogether(Kind, Fields, Target);
  return Found.empty() ? Error::success() : makeError(join(Found, "; "));
}

Expected<InstructionDescriptor> InstructionDescriptor::encode(InstructionDescriptorKind Kind,
                                                              ArrayRef<BitAssignment> Fields) {
  const BitLayout &Layout = tensorcore::getLayout(Kind);
  BitAssignments All(Fields);
  for (const BitSlot &Slot : Layout.Slots) {
    if (findValue(Fields, Slot.Field))
      continue;
    if (isDimension(Slot.Field))
      return makeError(Layout.printField(Slot.Field) + " is missing");
    All.push_back({Slot.Field, Slot.isOpen() ? 0 : Slot.Values.front().Value});
  }
  if (Error E = checkInstructionDescriptorFields(Kind, All))
    return E;
  return InstructionDescriptor(Layout, Layout.pack(All));
}

Error tensorcore::checkInstructionDescriptorWord(uint32_t Word, InstructionDescriptorKind Kind,
                                                 const TargetVersion *Target) {
  const BitLayout &Layout = getLayout(Kind);
  if (Error E = Layout.checkBits(Word))
    return E;
  return checkInstructionDescriptorFields(Kind, Layout.unpack(Word), Target);
}

Expected<InstructionDescriptor> InstructionDescriptor::decode(uint32_t Word,
                                                              InstructionDescriptorKind Kind) {
  const BitLayout &Layout = tensorcore::getLayout(Kind);
  if (Error E = checkInstructionDescriptorWord(Word, Kind))
    return makeError("0x" + utohexstr(Word) + " is not " + Layout.Noun + ": " +
                     toString(std::move(E)));
  return InstructionDescriptor(Layout, Word);
}

//===- MMATables.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the generated tables a home.
//
//===----------------------------------------------------------------------===//

#include "Model/Tables/MMATables.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAOpcode.h"
#include "TensorCoreModel/MMAShape.h"
#include "TensorCoreModel/MMAType.h"
#include "llvm/ADT/STLExtras.h"

namespace llvm::tensorcore {

#define GET_MMATypes_IMPL
#define GET_MMAShapes_IMPL
#define GET_GPUTargets_IMPL
#define GET_MMAFields_IMPL
#define GET_MMAOpcodes_IMPL
#define GET_MMAVariants_IMPL
#define GET_MMAFamilies_IMPL
#define GET_MMAOperands_IMPL
#define GET_MMASparsityGroups_IMPL
#define GET_MMAFragmentLayouts_IMPL
#define GET_MMANumberFormats_IMPL
#define GET_PTXVersions_IMPL
#define GET_TCGen05Forms_IMPL
#define GET_TCGen05ImmediateKinds_IMPL
#define GET_TCGen05MMARules_IMPL
#include "TensorCoreModel.inc"

ArrayRef<MMATypeInfo> getMMATypes() { return MMATypes; }
ArrayRef<MMAShapeInfo> getMMAShapes() { return MMAShapes; }
ArrayRef<GPUTarget> getGPUTargets() { return GPUTargets; }
ArrayRef<PTXVersion> getPTXVersions() { return PTXVersions; }
ArrayRef<MMAFieldInfo> getMMAFields() { return MMAFields; }
ArrayRef<MMAFamilyInfo> getMMAFamilies() { return MMAFamilies; }
ArrayRef<MMAVariant> getMMAVariants() { return MMAVariants; }
ArrayRef<MMAOperandInfo> getMMAOperands() { return MMAOperands; }
ArrayRef<MMAFragmentLayoutRow> getMMAFragmentLayouts() { return MMAFragmentLayouts; }
ArrayRef<MMANumberFormat> getMMANumberFormats() { return MMANumberFormats; }
ArrayRef<TCGen05Form> getTCGen05Forms() { return TCGen05Forms; }
ArrayRef<TCGen05ImmediateKind> getTCGen05ImmediateKinds() { return TCGen05ImmediateKinds; }
ArrayRef<MMAModifierRule> getTCGen05MMARules() { return TCGen05MMARules; }
ArrayRef<MMAOpcodeInfo> getMMAOpcodes() { return MMAOpcodes; }

const MMAOpcodeInfo &getMMAOpcodeInfo(MMAOpcode Opcode) { return MMAOpcodes[Opcode]; }

const GPUTarget *lookupGPUTarget(StringRef Name) {
  const GPUTarget *It = find_if(GPUTargets, [&](const GPUTarget &T) { return T.Name == Name; });
  return It == std::end(GPUTargets) ? nullptr : It;
}

std::optional<MMAOpcode> lookupMMAOpcode(StringRef Name) {
  const MMAOpcodeInfo *Info = lookupMMAOpcodeByName(Name);
  return Info ? std::optional(MMAOpcode(Info - MMAOpcodes)) : std::nullopt;
}

std::optional<unsigned> MMASignature::find(StringRef Name) const {
  auto It = find_if(Arguments, [&](const MMAArgument &A) { return A.Name == Name; });
  return It == Arguments.end() ? std::nullopt : std::optional<unsigned>(It - Arguments.begin());
}

const MMAArgument *MMASignature::findPointer() const {
  auto It = find_if(Arguments,
                    [](const MMAArgument &A) { return A.Type.Kind == MMATypeKind_AnyPointer; });
  return It == Arguments.end() ? nullptr : It;
}

} // namespace llvm::tensorcore

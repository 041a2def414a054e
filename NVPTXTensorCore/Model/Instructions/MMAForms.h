//===- MMAForms.h - what one variant can be in PTX --------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call adds to its variant's MMA descriptor: the state space of its pointer, whether the PTX
// version writes `.aligned`, the immediates of tcgen05. So a variant is one PTX instruction or
// several; these are all of them. Immediates that are operands in PTX make no forms.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAFORMS_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAFORMS_H

#include "Model/Instructions/MMALegality.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm::tensorcore {

struct MMAForm {
  MMADescriptor Descriptor;
  MMAOpcode Opcode; ///< the variant's
};

/// True if a form may have that value of a field.
using MMAFieldFilter = function_ref<bool(MMAField Field, unsigned Value)>;

/// The forms of a variant that a filter lets through: first the one that a call with the newest PTX
/// version, a generic pointer and the first values of the immediates has.
SmallVector<MMAForm, 0> getMMAForms(const MMAVariant &Variant, MMAFieldFilter Filter);
SmallVector<MMAForm, 0> getMMAForms(const MMAVariant &Variant);

/// Success if the target has the form.
Error checkLegal(const MMAVariant &Variant, const MMAForm &Form, const TargetVersion &Target);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_MMAFORMS_H

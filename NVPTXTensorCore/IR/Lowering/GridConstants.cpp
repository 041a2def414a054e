//===- GridConstants.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The metadata, as clang writes it from version 20 on, {kernel, "grid_constant", {parameters from
// 1 on}}; which parameters get it; and what is reported.
//
//===----------------------------------------------------------------------===//

#include "IR/Lowering/GridConstants.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Location.h"
#include "IR/Intrinsics/MatrixInstructions.h"
#include "IR/Lowering/TensorMapUses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

static constexpr StringLiteral GridConstant = "nvvm.grid_constant"; // an attribute of a parameter

/// cvta.param needs it. With an earlier one LLVM's copy has to do, which is as good for all but
/// tensor maps, and no target that has these is so old.
static constexpr unsigned FirstPTXVersion = 77;

static bool isGridConstant(const Argument &Parameter) {
  return Parameter.getParent()->getAttributes().hasParamAttr(Parameter.getArgNo(), GridConstant);
}

bool tensorcore::makeGridConstant(Argument &Parameter) {
  if (isGridConstant(Parameter))
    return false;
  Parameter.addAttr(Attribute::get(Parameter.getContext(), GridConstant));
  return true;
}

static bool dropGridConstants(Module &M) {
  for (Function &F : M)
    for (Argument &Parameter : F.args())
      F.removeParamAttr(Parameter.getArgNo(), GridConstant);
  return true;
}

static bool markParameters(Function &Kernel) {
  bool Changed = false;
  for (Argument &Parameter : Kernel.args()) {
    if (!Parameter.hasByValAttr() || isGridConstant(Parameter))
      continue;
    ParameterUses Uses(Parameter);
    // LLVM copies what is chosen from to local memory.
    const bool IsWanted = Uses.IsTensorMap || (Uses.IsChosen && hasMatrixInstruction(Kernel));
    if (IsWanted && Uses.IsOnlyRead)
      Changed |= makeGridConstant(Parameter);
    else if (Uses.IsTensorMap)
      report(Check::TensorMaps, Kernel,
             "parameter " + Twine(Parameter.getArgNo()) + " of " + printName(Kernel) +
                 " is a tensor map, which a copy reads where it is, and is also written, or its "
                 "address goes where it cannot be followed, so that it has to be copied to local "
                 "memory; make it const __grid_constant__, or have the map in global or constant "
                 "memory");
  }
  return Changed;
}

/// Returns true if LLVM has the memory in local memory: a variable, or what a function that is no
/// kernel gets by value.
static bool isLocal(const Value &Memory, const Function &F) {
  auto *Parameter = dyn_cast<Argument>(&Memory);
  return isa<AllocaInst>(Memory) || (Parameter && Parameter->hasByValAttr() && !isKernel(F));
}

static void checkLocalMaps(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    const StringRef Who =
        Call->isInlineAsm() ? "inline assembly" : Call->getCalledOperand()->getName();
    for (const Use *Map : findTensorMaps(*Call))
      if (isLocal(*findMemory(*Map->get()), F))
        report(Check::TensorMaps, *Call,
               "the tensor map of " + Who +
                   " is in local memory; it must be in global or constant memory or a "
                   "__grid_constant__ parameter of the kernel (PTX ISA, \"Tensor-map\")");
  }
}

bool tensorcore::markGridConstants(Module &M, unsigned PTXVersion, bool HasTensorMaps) {
  bool Changed = false;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (HasTensorMaps)
      checkLocalMaps(F);
    if (isKernel(F))
      Changed |= markParameters(F);
  }
  return PTXVersion < FirstPTXVersion ? dropGridConstants(M) : Changed;
}

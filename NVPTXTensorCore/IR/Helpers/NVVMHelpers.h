//===- NVVMHelpers.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers: intrinsics of ours that stand for no instruction, but for a few of LLVM's own.
// Each knows its name, its signature, its attributes, what is wrong with a call of it, and
// how to lower one; that is done on IR, behind the verifier, so that code generation never
// meets them. A new one is a subclass, and a line in NVVMHelpers.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_HELPERS_NVVMHELPERS_H
#define NVPTXTENSORCORE_IR_HELPERS_NVVMHELPERS_H

#include "Model/Legality/Legality.h"
#include <memory>
#include <vector>

namespace llvm {
class AttrBuilder;
class CallBase;
class Function;
class FunctionType;
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

class NVVMHelper {
public:
  virtual ~NVVMHelper();

  /// The name; of an overloaded one what is before the suffixes.
  virtual StringRef getName() const = 0;

  /// Whether suffixes behind the name say its types.
  virtual bool isOverloaded() const { return false; }

  /// The type that a declaration should have.
  virtual FunctionType *getType(const Function &Declaration) const = 0;

  /// What is true of every call.
  virtual void addAttributes(AttrBuilder &Builder) const = 0;

  /// Whether a call is right; it has the type above.
  virtual Error check(const CallBase &Call, const TargetVersion &Target) const = 0;

  /// Whether the descriptors that such a call has as constants are right.
  virtual Error checkDescriptors(const CallBase &Call, const TargetVersion &Target) const {
    return Error::success();
  }

  /// Whether it stands for one instruction, by whose name other analyses know it: such calls
  /// are lowered last.
  virtual bool isInstruction() const { return false; }

  /// What a call that is right stands for, built where `Builder` stands; null for calls
  /// without a result.
  virtual Value *lower(const CallBase &Call, IRBuilderBase &Builder) const = 0;
};

/// What is true of a helper that is nothing but arithmetic.
void addArithmeticAttributes(AttrBuilder &Builder);

using NVVMHelpers = std::vector<std::unique_ptr<NVVMHelper>>;

/// All helpers.
const NVVMHelpers &getNVVMHelpers();

/// The helper that a declaration names; null if it names none.
const NVVMHelper *getNVVMHelper(const Function &Declaration);

/// The declaration of a helper that the compiler calls. Null if the module has something else by
/// that name, which the gate reports.
Function *declareHelper(Module &M, StringRef Name, FunctionType *Type,
                        const AttrBuilder &Attributes);

/// Lowers all calls of helpers in a module that has been verified: of those that are
/// instructions, or of the others. True if there were any.
bool lowerNVVMHelpers(Module &M, bool Instructions);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_HELPERS_NVVMHELPERS_H

//===- NVVMIntrinsic.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An intrinsic: whatever `llvm.nvvm.*` name a module uses. Each knows its name, its signature, its
// attributes, what is wrong with a call of it, and how to lower one. There are five kinds:
//
//   a variant of a matrix instruction                   MatrixIntrinsics.h
//   an instruction whose operands are registers         RegisterForm.h
//   a companion, which becomes such an instruction      IR/LoweredIntrinsics/CompanionCalls.h
//   one that becomes a few instructions of LLVM         IR/LoweredIntrinsics
//   what LLVM has and selects itself                    IR/Verifier/LLVMIntrinsics.h
//
// IR/Verifier/NVVMIntrinsics.h finds the one that a declaration names. A new one is a subclass, and
// a line in the list there.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_NVVMINTRINSIC_H
#define NVPTXTENSORCORE_IR_INTRINSICS_NVVMINTRINSIC_H

#include "Model/Legality/Legality.h"
#include <memory>
#include <vector>

namespace llvm {
class AttrBuilder;
class CallBase;
class Function;
class FunctionType;
class IRBuilderBase;
class LLVMContext;
class Module;
class Type;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

struct BitSlot;

class NVVMIntrinsic {
public:
  virtual ~NVVMIntrinsic();

  /// The name; of an overloaded one what is before the suffixes.
  virtual StringRef getName() const = 0;

  /// Returns true if suffixes behind the name say its types.
  virtual bool isOverloaded() const { return false; }

  /// The type that a declaration should have; null if its name says none.
  virtual FunctionType *getType(const Function &Declaration) const = 0;

  /// Returns the field that an argument of an intrinsic that makes a descriptor sets; null for
  /// others. Declarations may lack fields that came later; these are 0 then.
  virtual const BitSlot *getDescriptorField(unsigned Index) const { return nullptr; }

  /// Returns true if that argument has to be a constant.
  virtual bool isConstantField(unsigned Index) const { return false; }

  /// Checks that a declaration is right, and that the target has it. By default only the type
  /// counts.
  virtual Error checkDeclaration(const Function &Declaration, const TargetVersion &Target) const;

  /// Adds the attributes of every call.
  virtual void addAttributes(AttrBuilder &Builder) const = 0;

  /// Returns true if operands may be undefined, whatever a declaration says.
  virtual bool mayBeUndefined() const { return false; }

  /// The matrix instruction that it is; null for everything else.
  virtual const MMAVariant *getVariant() const { return nullptr; }

  /// Checks that a call is right; it has the type above.
  virtual Error check(const CallBase &Call, const TargetVersion &Target) const = 0;

  /// Returns true if its calls have descriptors.
  virtual bool hasDescriptors() const { return false; }

  /// Checks that the descriptors of such a call are right, as far as they are known when all
  /// that are values are lowered.
  virtual Error checkDescriptors(const CallBase &Call, const TargetVersion &Target) const {
    return Error::success();
  }

  /// When `lower` is called. What has its registers split is lowered by passes over functions
  /// (IR/Lowering), and what LLVM selects is not lowered at all.
  enum class Stage { Never, AsValue, AsInstruction };
  virtual Stage getStage(const Function &Declaration, const TargetVersion &Target) const {
    return Stage::Never;
  }

  /// Builds what a right call means on a target, at the location of `Builder`. Returns null for
  /// calls without a result.
  virtual Value *lower(const CallBase &Call, IRBuilderBase &Builder,
                       const TargetVersion &Target) const {
    return nullptr;
  }
};

/// An intrinsic that is a value: calls become a few of LLVM's own instructions before anything else
/// is lowered.
class LoweredIntrinsic : public NVVMIntrinsic {
public:
  Stage getStage(const Function &, const TargetVersion &) const override { return Stage::AsValue; }
};

using NVVMIntrinsics = std::vector<std::unique_ptr<NVVMIntrinsic>>;

/// Adds the attributes of an intrinsic that only computes.
void addArithmeticAttributes(AttrBuilder &Builder);

void addAttributes(AttrBuilder &Builder, const MMAEffects &Effects);

/// Adds the attributes of the matrix instructions of a family.
void addTrueAttributes(AttrBuilder &Builder, MMAFamily Family);
AttrBuilder getTrueAttributes(LLVMContext &Context, MMAFamily Family);

/// The declaration of an intrinsic that the compiler calls. Null if the module has something else
/// by that name, which the verifier reports.
Function *declareIntrinsic(Module &M, StringRef Name, FunctionType *Type,
                           const AttrBuilder &Attributes);

/// The sentence for a declaration with a wrong type, and the right one if that is known.
Error rejectType(const Function &Declaration, FunctionType *Expected);

/// Returns true if two function types are the same except for the name of the struct that they
/// return.
bool isSameButForName(const FunctionType &L, const FunctionType &R);

/// A type as IR writes it.
std::string printType(const Type &T);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_NVVMINTRINSIC_H

//===- RegisterForm.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intrinsics in register form: one for each machine opcode of a wgmma, of what works on
// tensor memory, and for holding registers, with a scalar for each register. A tile of accumulators
// is one vector in the IR that users write; no legal type has its size, and splitting such a
// vector during selection copies registers that are in flight. So the calls are split before
// selection (IR/Lowering/RegisterLowering), into these.
//
//   {float, …} @llvm.nvvm.registers.WGMMA_SS_F32x4.f32(float c0, …, i64 a, i64 b,
//                                                      i1 scale_d, i64 MMA descriptor)
//   {float, …} @llvm.nvvm.registers.WGMMA_HOLD_F32x4.f32(float, …)
//   void @llvm.nvvm.registers.TCGEN05_MMA_DENSE_SS.i32(
//       i32 d, i64 a, i64 b, i32 idesc, i1 enable_input_d, i64 MMA descriptor)
//   void @llvm.nvvm.registers.CONVERGENT__MRD.p1.i32.i64(ptr addrspace(1), i32, i64,
//                                                        i64 companion word)
//
// They are the compiler's own: it accepts them, for IR that was written out on the way,
// but no front end should write them.
//
// mma, wmma, ldmatrix and related instructions have no such intrinsics. Their arguments are the
// instruction's registers as users write them, so a call is its own register form: lowering would
// replace each by a call with the same operands, and lose the memory operands that LLVM gives its
// own intrinsics.
//
// There is an intrinsic for each opcode, and not one with the opcode as an operand: the types of
// the results and the attributes (memory effects, convergence) belong to a declaration, and LLVM's
// passes read both between lowering and selection.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_INTRINSICS_REGISTERFORM_H
#define NVPTXTENSORCORE_IR_INTRINSICS_REGISTERFORM_H

#include "IR/Intrinsics/NVVMIntrinsic.h"
#include "Model/Instructions/Companions.h"
#include "Model/Tables/MMATables.h"
#include <optional>

namespace llvm {
class Function;
class FunctionType;
class Module;
class Type;
} // namespace llvm

namespace llvm::tensorcore {

/// Their names begin so.
inline constexpr StringLiteral RegisterFormPrefix = "llvm.nvvm.registers.";

/// Returns true if there is an intrinsic in register form for an opcode.
bool hasRegisterForm(MMAOpcode Opcode);

/// The opcode that a declaration's name has in it.
std::optional<MMAOpcode> getRegisterFormOpcode(const Function &Declaration);

/// The type of an accumulator or held register, as the suffix of the name says:
/// float, i32 or <2 x half>. Null if it says none.
Type *getRegisterFormType(const Function &Declaration);

/// The signature for registers of a type.
FunctionType *getRegisterFormFunctionType(MMAOpcode Opcode, Type &Register);

/// The declaration, with its attributes.
Function *getRegisterFormDeclaration(Module &M, MMAOpcode Opcode, Type &Register);

/// Returns the opcode that holds `Count` registers of a type; there is one for powers of two
/// up to 128.
MMAOpcode getHoldOpcode(const Type &Register, unsigned Count);

/// The declaration for a form. Its last argument is the companion word.
Function *getCompanionDeclaration(Module &M, CompanionForm Form);

/// The intrinsic in register form that a declaration names; null if it names none.
const NVVMIntrinsic *getRegisterFormIntrinsic(const Function &Declaration);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_INTRINSICS_REGISTERFORM_H

//===- Calls.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls, as all that reads IR sees them: what is called with what, and where an error is
// reported.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_IR_ANALYSIS_CALLS_H
#define NVPTXTENSORCORE_IR_ANALYSIS_CALLS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class CallBase;
class Function;
class InlineAsm;
class Value;
} // namespace llvm

namespace llvm::tensorcore {

/// The function that a call names, also if it calls it with another type.
Function *getCallee(const CallBase &Call);

/// The name of the function that a call names, or the template of inline assembly.
StringRef getCalledText(const CallBase &Call);

/// The functions with a body that a function calls, and those that they call; the function
/// itself first. Calls through pointers lead nowhere.
SmallVector<Function *, 8> getCallTree(Function &F);

/// Says how the template of inline assembly numbers an argument of the call. Results have the first
/// numbers, and an argument that is tied to one has the number of that one.
struct AssemblyArgument {
  unsigned Number;
  bool IsTied;
};
SmallVector<AssemblyArgument, 8> getAssemblyArguments(const InlineAsm &Assembly);

/// The bits of the register that each operand of a template is, by its constraint; 0 for one that
/// is none.
SmallVector<unsigned, 8> getAssemblyWidths(const InlineAsm &Assembly);

/// The argument of inline assembly with a number; null if it is that of a result.
const Value *getAssemblyArgument(const CallBase &Call, unsigned Number);

/// Marks functions that have been inlined somewhere.
inline constexpr StringLiteral InlinedAttribute = "nvptx-fragments-inlined";

/// Returns true if a function was inlined wherever it is called, and stays only because other
/// modules may call it. Its own code is not worth a warning.
bool isLeftOver(const Function &F);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_IR_ANALYSIS_CALLS_H

//===- WGMMAAsmText.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an inline-assembly statement does to a warpgroup's wgmma, read off its text: the
// template string of LLVM's IR, in which operands are $0, ${0} or ${0:modifier} and a
// dollar sign is $$. Knows PTX's syntax as far as wgmma needs it, and nothing of the
// statement's constraints or registers: the hazard pass maps operand indices to them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_PTX_WGMMAASMTEXT_H
#define NVPTXTENSORCORE_PTX_WGMMAASMTEXT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm::tensorcore {

/// What stands at one place of an instruction's operand list.
struct WGMMAAsmOperand {
  enum class Kind {
    Index,  ///< $Value, an operand of the statement
    Number, ///< Value itself
    Name,   ///< a register that the text declares, or a PTX name
  };
  Kind Is = Kind::Number;
  int64_t Value = 0;
  std::string Name;

  bool isIndex() const { return Is == Kind::Index; }
};

/// One wgmma.mma_async.
struct WGMMAAsmMultiplication {
  std::string Shape;                     ///< m64n128k16
  SmallVector<std::string, 3> Types;     ///< D, A, B
  SmallVector<std::string, 2> Modifiers; ///< what follows the types: satfinite; and, popc
  bool IsSparse = false;

  SmallVector<unsigned, 32> Accumulator; ///< indices of the statement's operands
  SmallVector<unsigned, 4> Fragment; ///< A in registers: indices; empty if A is a matrix descriptor
  WGMMAAsmOperand A;                 ///< A's matrix descriptor, if Fragment is empty
  WGMMAAsmOperand B;                 ///< B's matrix descriptor
  std::optional<WGMMAAsmOperand> Metadata, Selector; ///< if sparse
  WGMMAAsmOperand ScaleD;                            ///< a predicate or a number
  SmallVector<WGMMAAsmOperand, 4> Immediates;        ///< scale-a, scale-b, trans-a, trans-b
};

/// One instruction of the text.
struct WGMMAAsmEvent {
  enum class Kind {
    MMAAsync,
    Fence,
    CommitGroup,
    WaitGroup,
    Other, ///< any other instruction that names operands of the statement
  };
  Kind Is = Kind::Other;
  /// Under a predicate: it may not happen.
  bool IsGuarded = false;
  /// All operands of the statement that the instruction names, each once, in the order of the
  /// text. An Other may read and write each of them.
  SmallVector<unsigned, 8> Operands;
  WGMMAAsmMultiplication MMA; ///< of MMAAsync
  WGMMAAsmOperand WaitCount;  ///< of WaitGroup: an index or a number
};

/// The events of a template, in order. A template without "wgmma" has none, whatever else
/// is in it. A wgmma that is not understood is an error that quotes it; so is one beside a
/// branch or call in the same template, and one whose accumulators or A fragment are not
/// operands of the statement.
Expected<std::vector<WGMMAAsmEvent>> parseWGMMAAsm(StringRef Template);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_PTX_WGMMAASMTEXT_H

//===- PTXValues.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows registers to what writes them: moves, and what makes a matrix descriptor of an address.
//
//===----------------------------------------------------------------------===//

#include "Explain/PTX/PTXValues.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// A cycle of moves is no value.
static constexpr unsigned MaxDepth = 16;

PTXValues::PTXValues(const ptx::Function &Function) {
  for (const ptx::Statement &S : Function.Body)
    if (S.Is == ptx::Statement::Kind::Instruction && !S.Operands.empty())
      for (const ptx::Operand &Element : S.Operands.front().elements())
        for (const ptx::Operand &Register : Element.elements())
          if (auto [It, IsFirst] = Writers.try_emplace(Register.Text, &S); !IsFirst)
            It->second = nullptr;
}

const ptx::Statement *PTXValues::lookup(const ptx::Operand &O) const {
  return O.is(ptx::Operand::Kind::Name) ? Writers.lookup(O.Text) : nullptr;
}

/// The variable or the register in which an address begins, whatever its width.
StringRef PTXValues::getAddress(const ptx::Operand &O, unsigned Depth) const {
  const ptx::Statement *S = lookup(O);
  bool IsCopy = S && S->Operands.size() == 2 &&
                (S->isInstruction("mov") || S->isInstruction("cvt") || S->isInstruction("cvta"));
  return IsCopy && Depth < MaxDepth ? getAddress(S->Operands[1], Depth + 1) : O.Text;
}

/// A sum, of which one part alone may be an address: fields of a descriptor do not overlap.
std::optional<PTXValue> PTXValues::getSum(const ptx::Statement &S, unsigned Depth) const {
  std::optional<PTXValue> Left = get(S.Operands[1], Depth), Right = get(S.Operands[2], Depth);
  if (!Left || !Right || (!Left->Start.empty() && !Right->Start.empty()))
    return std::nullopt;
  // Without an address it is arithmetic, which nobody writes between numbers.
  if (Left->Start.empty() && Right->Start.empty())
    return std::nullopt;
  return PTXValue{Left->Number + Right->Number, Left->Start.empty() ? Right->Start : Left->Start};
}

std::optional<PTXValue> PTXValues::get(const ptx::Operand &O, unsigned Depth) const {
  if (O.is(ptx::Operand::Kind::Integer))
    return PTXValue{O.Value, ""};
  const ptx::Statement *S = lookup(O);
  if (!S || ++Depth > MaxDepth)
    return std::nullopt;
  if (S->Operands.size() == 2 && (S->isInstruction("mov") || S->isInstruction("cvt"))) {
    std::optional<PTXValue> Source = get(S->Operands[1], Depth);
    // A conversion of a number is one of another width.
    return S->isInstruction("mov") || (Source && !Source->Start.empty()) ? Source : std::nullopt;
  }
  // matrix-descriptor-encode of the PTX ISA.
  if (S->isInstruction("bfe") && S->Operands.size() == 4 && S->Operands[2].isInteger(4) &&
      S->Operands[3].isInteger(14))
    return PTXValue{0, getAddress(S->Operands[1], Depth)};
  if ((S->isInstruction("or") || S->isInstruction("add")) && S->Operands.size() == 3)
    return getSum(*S, Depth);
  return std::nullopt;
}

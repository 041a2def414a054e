//===- TensorMapText.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statement by statement. A copy's map is the address that coordinates in braces follow; all other
// instructions on maps have one address.
//
//===----------------------------------------------------------------------===//

#include "PTX/TensorMapText.h"
#include "PTX/Reader.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using ptx::Operand;
using ptx::Statement;

static bool isOnMap(const Statement &S) {
  return S.beginsWith("cp.async.bulk.tensor") || S.beginsWith("cp.reduce.async.bulk.tensor") ||
         S.beginsWith("cp.async.bulk.prefetch.tensor") ||
         (S.isInstruction("prefetch") && S.hasModifier(".tensormap"));
}

/// The address of the map; nothing if the instruction has none.
static const Operand *findMap(const Statement &S) {
  auto IsMap = [&](const Operand &O) {
    return O.is(Operand::Kind::Address) && !O.Parts.empty() &&
           (S.Name != "cp" ||
            any_of(O.Parts, [](const Operand &P) { return P.is(Operand::Kind::Vector); }));
  };
  const auto *Map = isOnMap(S) ? find_if(ArrayRef(S.Operands), IsMap) : nullptr;
  return Map && Map != ArrayRef(S.Operands).end() ? &Map->Parts.front() : nullptr;
}

/// Instructions whose addresses are read from, if at all.
static bool isRead(const Statement &S) {
  return is_contained({"ld", "ldu", "prefetch", "prefetchu", "isspacep"}, S.Name) ||
         S.beginsWith("fence.proxy.tensormap::generic");
}

static bool isMove(const Statement &S) {
  return is_contained({"mov", "cvta", "add"}, S.Name) && S.Operands.size() > 1 &&
         S.Operands[0].is(Operand::Kind::Index);
}

static void addUse(const Statement &S, unsigned Index, AsmAddressUse &Use) {
  auto NamesIndex = [&](const Operand &O) { return names(O, Index); };
  const Operand *Map = findMap(S);
  if (Map && names(*Map, Index)) {
    Use.IsTensorMap = true;
  } else if (isMove(S) && S.Wrong.empty()) {
    const unsigned Result = S.Operands[0].Value;
    if (Result != Index || any_of(drop_begin(S.Operands), NamesIndex))
      Use.MovedTo.push_back(Result);
  } else if (!isRead(S)) {
    Use.IsOnlyRead = false;
  }
}

/// Returns true if a statement has an operand of the template, its predicate aside.
static bool mentions(const Statement &S, unsigned Index) {
  if (S.Wrong.empty())
    return any_of(S.Operands, [&](const Operand &O) { return names(O, Index); });
  return any_of(S.Tokens, [&](const ptx::Token &T) {
    return T.Is == ptx::Token::Kind::Operand && T.Index == Index;
  });
}

AsmAddressUse tensorcore::getAsmAddressUse(StringRef Template, unsigned Index) {
  AsmAddressUse Use;
  const ptx::StatementList Read = ptx::readStatements(Template, ptx::Dialect::Template);
  for (const Statement &S : Read.Statements)
    if (mentions(S, Index))
      addUse(S, Index, Use);
  return Use;
}

static void addIndices(const Operand &O, SmallVectorImpl<unsigned> &Found) {
  if (O.is(Operand::Kind::Index))
    Found.push_back(O.Value);
  for (const Operand &Part : O.Parts)
    addIndices(Part, Found);
}

SmallVector<unsigned, 1> tensorcore::getTensorMapOperands(StringRef Template) {
  SmallVector<unsigned, 1> Found;
  if (!Template.contains("tensor"))
    return Found;
  for (const Statement &S : ptx::readStatements(Template, ptx::Dialect::Template).Statements)
    if (const Operand *Map = findMap(S))
      addIndices(*Map, Found);
  return Found;
}

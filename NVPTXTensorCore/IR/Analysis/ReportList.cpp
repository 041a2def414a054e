//===- ReportList.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings are compared one by one: there are few different ones.
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/ReportList.h"
#include "IR/Analysis/Calls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Returns true if two locations look the same in a message, as copies of inlined functions do.
static bool isSame(const Location &A, const Location &B) {
  if (!A.Loc || !B.Loc)
    return &A.In == &B.In && !A.Loc && !B.Loc;
  return A.Loc.getLine() == B.Loc.getLine() && A.Loc.getCol() == B.Loc.getCol() &&
         A.Loc->getFilename() == B.Loc->getFilename();
}

bool ReportList::Finding::isLike(const Finding &Other) const {
  return Of == Other.Of && Cause == Other.Cause &&
         (!Cause.empty() || (isSame(At, Other.At) && Message == Other.Message));
}

/// To write an instruction, LLVM numbers all values of its function: that is done once a finding.
static Location getLine(const Instruction &At) {
  return Location(*At.getFunction(), At.getDebugLoc());
}

void ReportList::add(Check Of, const Instruction &At, const Twine &Message) {
  add({Of, getLine(At), std::nullopt, Message.str(), "", {}}, At);
}

void ReportList::add(std::optional<Check> Of, const Instruction &At, Fault What, StringRef Cause) {
  std::string Message = What.Message;
  add({Of, getLine(At), std::move(What), std::move(Message), Cause.str(), {}}, At);
}

void ReportList::add(Finding New, const Instruction &At) {
  // Nothing is said there, and the first finding is said of all.
  if (New.Of && getMode(*New.Of) == CheckMode::Warn && isLeftOver(*At.getFunction()))
    return;
  auto Known = find_if(Findings, [&](const Finding &F) { return F.isLike(New); });
  if (Known == Findings.end())
    Findings.push_back({New.Of,
                        Location(At),
                        std::move(New.What),
                        std::move(New.Message),
                        std::move(New.Cause),
                        {}});
  else if (hasRemarks(RestIn, At))
    Known->More.push_back({Location(At), std::move(New.Message)});
  else
    Known->More.push_back({New.At, ""});
}

/// The message, and how many more there are: "at line 7, 9, 12, …".
std::string ReportList::print(const Finding &F) const {
  constexpr size_t MaxLines = 5;
  if (F.More.empty())
    return F.Message;
  SmallSetVector<unsigned, 8> Lines;
  for (const auto &[Where, Text] : F.More)
    if (Where.Loc && !(F.At.Loc && Where.Loc.getLine() == F.At.Loc.getLine()))
      Lines.insert(Where.Loc.getLine());
  const auto Numbers = map_range(Lines.getArrayRef().take_front(MaxLines),
                                 [](unsigned Line) { return utostr(Line); });
  return F.Message + "; the same of " + utostr(F.More.size()) + " more " +
         (F.More.size() == 1 ? "call" : "calls") +
         (Lines.empty() ? "" : " at line " + join(Numbers, ", ")) +
         (Lines.size() > MaxLines ? ", …" : "") +
         (F.Cause.empty() ? "" : " (see the remarks of " + getName(RestIn).str() + ")");
}

void ReportList::report() const {
  for (const Finding &F : Findings) {
    if (F.What)
      tensorcore::report(*F.What, F.Of, F.At, print(F));
    else
      tensorcore::report(*F.Of, F.At, print(F));
    for (const auto &[Where, Message] : F.More)
      remark(RestIn, Where, tensorcore::print(Where) + Message);
  }
}

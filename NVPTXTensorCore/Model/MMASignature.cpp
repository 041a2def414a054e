//===- MMASignature.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts to lists, once for each row.
//
//===----------------------------------------------------------------------===//

#include "MMASignature.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <vector>

using namespace llvm;
using namespace llvm::tensorcore;

std::optional<unsigned> MMASignature::find(StringRef Name) const {
  auto It = find_if(Arguments, [&](const MMAArgument &A) { return A.Name == Name; });
  return It == Arguments.end() ? std::nullopt : std::optional<unsigned>(It - Arguments.begin());
}

/// "a, b" without what surrounds it.
static SmallVector<StringRef, 12> splitList(StringRef List, StringRef Separator) {
  SmallVector<StringRef, 12> Parts;
  List.split(Parts, Separator, /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return Parts;
}

MMASignature tensorcore::parseMMASignature(StringRef Text) {
  MMASignature Result;
  auto [Results, Arguments] = Text.split('(');
  if (Results != "void")
    append_range(Result.Results, splitList(Results.trim("{}"), ", "));
  for (StringRef Argument : splitList(Arguments.rtrim(')'), ", ")) {
    auto [Type, Name] = Argument.split(' ');
    bool IsImmediate = Name.consume_front("!");
    Result.Arguments.push_back({Type, Name, IsImmediate});
  }
  return Result;
}

const MMASignature &tensorcore::getMMASignature(const MMAVariant &Variant) {
  static const std::vector<MMASignature> Signatures = [] {
    std::vector<MMASignature> Table;
    for (const MMAVariant &V : getMMAVariants())
      Table.push_back(parseMMASignature(V.Signature));
    return Table;
  }();
  return Signatures[&Variant - getMMAVariants().data()];
}

/// "r32x4 data": the kind, the count and the role.
static SmallVector<MMAOperandGroup, 0> parseOperands(StringRef Text) {
  SmallVector<MMAOperandGroup, 0> Groups;
  for (StringRef Operand : splitList(Text, ",")) {
    auto [Kind, Role] = Operand.split(' ');
    unsigned Count = 1;
    Kind.split('x').second.getAsInteger(10, Count);
    Groups.push_back({Kind.split('x').first, Role, Count});
  }
  return Groups;
}

ArrayRef<MMAOperandGroup> tensorcore::getMMAOperandGroups(MMAOpcode Opcode) {
  static const std::vector<SmallVector<MMAOperandGroup, 0>> Groups = [] {
    std::vector<SmallVector<MMAOperandGroup, 0>> Table;
    for (const MMAOpcodeInfo &Info : getMMAOpcodes())
      Table.push_back(parseOperands(Info.OperandText));
    return Table;
  }();
  return Groups[Opcode];
}

std::optional<MMAOpcode> tensorcore::lookupMMAOpcode(StringRef Name) {
  static const StringMap<MMAOpcode> Map = [] {
    StringMap<MMAOpcode> Result;
    for (auto [Index, Info] : enumerate(getMMAOpcodes()))
      Result[Info.Name] = MMAOpcode(Index);
    return Result;
  }();
  auto It = Map.find(Name);
  return It == Map.end() ? std::nullopt : std::optional(It->second);
}

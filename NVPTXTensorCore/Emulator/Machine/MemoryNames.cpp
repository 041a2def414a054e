//===- MemoryNames.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up the variable or the allocation that an address is in, for reports.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/MemoryNames.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static std::string printNumber(uint64_t Number) { return "0x" + utohexstr(Number, true); }

/// Returns the part of a name after the last "::" that is not between parentheses or brackets,
/// without the parameters of a function, so that messages stay short.
std::string emulator::printSymbol(StringRef Name) {
  const std::string Demangled = demangle(std::string_view(Name.data(), Name.size()));
  if (Demangled == Name)
    return Demangled;
  size_t Begin = 0, End = Demangled.size();
  int Depth = 0;
  for (size_t I = 0; I != Demangled.size(); ++I) {
    const char C = Demangled[I];
    if (C == '(' && !Depth && I != Begin)
      End = I;
    Depth += (C == '<' || C == '(') - (C == '>' || C == ')');
    if (!Depth && C == ' ' && End > I) // the type of a result
      Begin = I + 1;
    if (Depth || C != ':')
      continue;
    Begin = I + 1;
    End = Demangled.size();
  }
  return Demangled.substr(Begin, End - Begin);
}

static std::string printOffset(std::string Name, uint64_t Offset) {
  return Offset ? Name + " + " + printNumber(Offset) : Name;
}

std::string emulator::nameShared(const Launch &L, uint32_t Address) {
  const uint32_t Offset = Address & Windows::OffsetMask;
  for (const Variable *V : L.Request.Module->SharedVariables) {
    const uint32_t Begin = L.SharedOffsets[V->Location];
    const bool IsDynamic = V->IsExtern || !V->Size;
    const uint64_t Size = IsDynamic ? DeviceLimits::ReservedSharedBytes + L.SharedPadding +
                                          uint64_t(L.SharedBytes) - Begin
                                    : V->Size;
    if (Begin != ~0u && Offset >= Begin && Offset - Begin < Size)
      return printOffset(printSymbol(V->Name), Offset - Begin);
  }
  return "";
}

std::string emulator::nameGlobal(const Launch &L, uint64_t Address) {
  const Allocation *A = L.Global.find(Address);
  return A ? printOffset(A->What, Address - A->Address) : "";
}

static std::string addName(std::string Address, const std::string &Name) {
  return Name.empty() ? Address : Address + " (" + Name + ")";
}

std::string emulator::printShared(const Launch &L, uint32_t Address) {
  return addName("shared address " + printNumber(Address), nameShared(L, Address));
}

std::string emulator::printGlobal(const Launch &L, uint64_t Address) {
  return addName("global address " + printNumber(Address), nameGlobal(L, Address));
}

/// The mnemonic without what every form has, and a number behind it.
static std::string printShort(const Instruction &I) {
  const ptx::Statement &S = *I.Source;
  std::string Text = S.getMnemonic();
  const bool IsMatrix = I.Operation == OperationKind_WGMMA ||
                        I.Operation == OperationKind_WGMMASync || isTCGen05(I.Operation);
  for (StringRef Common : {".sync", ".aligned"})
    if (const size_t At = StringRef(Text).find(Common); IsMatrix && At != StringRef::npos)
      Text.erase(At, Common.size());
  if (S.Operands.size() == 1 && S.Operands[0].is(ptx::Operand::Kind::Integer))
    Text += " " + utostr(S.Operands[0].Value);
  return Text;
}

std::string emulator::printInstruction(const Instruction &I) {
  return "'" + printShort(I) + "' on line " + utostr(I.Source->At.Line);
}

std::string emulator::printMBarrier(const Launch &L, uint32_t Address) {
  return "the mbarrier at " + printShared(L, Address);
}

//===- Builtins.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device's own functions. What vprintf prints goes to the launch's output in one piece a
// thread.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Control/Builtins.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Memory of the thread
//===----------------------------------------------------------------------===//

/// Bytes at a generic address. Zeros after a fault, which is reported.
static uint64_t read(const Instruction &I, ThreadGroup &G, unsigned Lane, uint64_t Address,
                     unsigned Bytes) {
  uint64_t Value = 0;
  if (const uint8_t *From = G.access(I, Lane, Space::Generic, Address, Bytes, Bytes, Access::Read))
    std::memcpy(&Value, From, Bytes);
  return Value;
}

static std::string readString(const Instruction &I, ThreadGroup &G, unsigned Lane,
                              uint64_t Address) {
  constexpr size_t MaxLength = 1 << 16;
  std::string Text;
  while (Text.size() < MaxLength)
    if (const auto C = char(read(I, G, Lane, Address + Text.size(), 1)))
      Text += C;
    else
      break;
  return Text;
}

//===----------------------------------------------------------------------===//
// vprintf
//===----------------------------------------------------------------------===//

namespace {

/// Formats with the arguments of a thread, which lie one after the other, each aligned to its size.
class Printer {
public:
  Printer(const Instruction &I, ThreadGroup &G, unsigned Lane, uint64_t Arguments)
      : I(I), G(G), Lane(Lane), Next(Arguments) {}

  std::string print(StringRef Format);
  unsigned getNumArguments() const { return NumArguments; }

private:
  uint64_t take(unsigned Bytes) {
    Next = alignTo(Next, Bytes);
    const uint64_t Value = read(I, G, Lane, Next, Bytes);
    Next += Bytes;
    ++NumArguments;
    return Value;
  }
  void printOne(StringRef &Rest);
  void convert(const std::string &Flags, char Conversion, bool IsLong);
  template <class T> void append(const std::string &Specification, T Value) {
    char Buffer[512];
    const int Length = snprintf(Buffer, sizeof(Buffer), Specification.c_str(), Value);
    Text.append(Buffer, std::min<size_t>(std::max(Length, 0), sizeof(Buffer) - 1));
  }

  const Instruction &I;
  ThreadGroup &G;
  unsigned Lane;
  uint64_t Next;
  unsigned NumArguments = 0;
  std::string Text;
};

} // namespace

/// Flags have the percent sign, and width and precision with their numbers.
void Printer::convert(const std::string &Flags, char Conversion, bool IsLong) {
  switch (Conversion) {
  case 'd':
  case 'i':
    return append(Flags + "lld", IsLong ? static_cast<long long>(take(8))
                                        : static_cast<long long>(int32_t(take(4))));
  case 'u':
  case 'x':
  case 'X':
  case 'o':
    return append(Flags + "ll" + Conversion, static_cast<unsigned long long>(take(IsLong ? 8 : 4)));
  case 'c':
    return append(Flags + "c", int(take(4)));
  case 'p':
    return append(Flags + "s", ("0x" + utohexstr(take(8), true)).c_str());
  case 's':
    return append(Flags + "s", readString(I, G, Lane, take(8)).c_str());
  case 'f':
  case 'F':
  case 'e':
  case 'E':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    return append(Flags + Conversion, llvm::bit_cast<double>(take(8)));
  default: // as it stands
    Text += Flags;
    Text += Conversion;
  }
}

/// What stands after a percent sign.
void Printer::printOne(StringRef &Rest) {
  std::string Flags = "%";
  const auto TakeNumber = [&] {
    if (Rest.consume_front("*"))
      Flags += std::to_string(std::clamp(int32_t(take(4)), -400, 400));
    else
      for (; !Rest.empty() && isDigit(Rest.front()) && Flags.size() < 16; Rest = Rest.drop_front())
        Flags += Rest.front();
  };
  for (; !Rest.empty() && StringRef("-+ #0").contains(Rest.front()) && Flags.size() < 16;
       Rest = Rest.drop_front())
    Flags += Rest.front();
  TakeNumber();
  if (Rest.consume_front(".")) {
    Flags += '.';
    TakeNumber();
  }
  bool IsLong = false;
  for (; !Rest.empty() && StringRef("hlLqjzt").contains(Rest.front()); Rest = Rest.drop_front())
    IsLong |= Rest.front() != 'h';
  if (Rest.empty()) {
    Text += Flags;
    return;
  }
  const char Conversion = Rest.front();
  Rest = Rest.drop_front();
  convert(Flags, Conversion, IsLong);
}

std::string Printer::print(StringRef Format) {
  while (!Format.empty()) {
    const size_t Percent = Format.find('%');
    Text += Format.substr(0, Percent);
    Format = Percent == StringRef::npos ? StringRef() : Format.substr(Percent + 1);
    if (Format.consume_front("%"))
      Text += '%';
    else if (Percent != StringRef::npos)
      printOne(Format);
  }
  return std::move(Text);
}

static uint64_t print(const Instruction &I, ThreadGroup &G, unsigned Lane,
                      ArrayRef<uint64_t> Arguments) {
  Printer P(I, G, Lane, Arguments[1]);
  const std::string Text = P.print(readString(I, G, Lane, Arguments[0]));
  Launch &L = G.getLaunch();
  std::lock_guard<std::mutex> Guard(L.OutputLock);
  L.Output << Text;
  return P.getNumArguments();
}

//===----------------------------------------------------------------------===//
// The heap, and assertions
//===----------------------------------------------------------------------===//

static uint64_t allocate(ThreadGroup &G, uint64_t Bytes, uint64_t Alignment) {
  constexpr uint64_t MaxBytes = uint64_t(1) << 32;
  if (!Bytes || Bytes > MaxBytes || !isPowerOf2_64(Alignment) || Alignment > MaxBytes)
    return 0;
  return G.getLaunch().Global.allocate(Bytes, Alignment,
                                       "malloc of " + std::to_string(Bytes) + " bytes");
}

/// CUDA promises 16 bytes.
static uint64_t allocate(const Instruction &, ThreadGroup &G, unsigned,
                         ArrayRef<uint64_t> Arguments) {
  return allocate(G, Arguments[0], 16);
}

static uint64_t allocateAligned(const Instruction &, ThreadGroup &G, unsigned,
                                ArrayRef<uint64_t> Arguments) {
  return allocate(G, Arguments[0], std::max<uint64_t>(Arguments[1], 16));
}

static uint64_t release(const Instruction &I, ThreadGroup &G, unsigned Lane,
                        ArrayRef<uint64_t> Arguments) {
  GlobalMemory &Memory = G.getLaunch().Global;
  if (!Arguments[0])
    return 0;
  const Allocation *A = Memory.find(Arguments[0]);
  const bool IsOfHeap = A && A->Address == Arguments[0] && StringRef(A->What).starts_with("malloc");
  if (!IsOfHeap || !Memory.free(Arguments[0]))
    G.fault(I, Check::OutOfBounds, LaneMask(1) << Lane,
            "free of 0x" + utohexstr(Arguments[0], true) +
                ", which malloc did not return or which is free already");
  return 0;
}

static uint64_t failAssertion(const Instruction &I, ThreadGroup &G, unsigned Lane,
                              ArrayRef<uint64_t> Arguments) {
  G.fault(I, Check::Trap, LaneMask(1) << Lane,
          readString(I, G, Lane, Arguments[1]) + ":" + std::to_string(uint32_t(Arguments[2])) +
              ": " + readString(I, G, Lane, Arguments[3]) + ": assertion '" +
              readString(I, G, Lane, Arguments[0]) + "' failed");
  return 0;
}

const BuiltinFunction *emulator::findBuiltin(StringRef Name) {
  static constexpr BuiltinFunction Functions[] = {
      {"vprintf", 2, true, print},
      {"malloc", 1, true, allocate},
      {"__cuda_syscall_aligned_malloc", 2, true, allocateAligned},
      {"free", 1, false, release},
      {"__assertfail", 5, false, failAssertion},
  };
  for (const BuiltinFunction &F : Functions)
    if (F.Name == Name)
      return &F;
  return nullptr;
}

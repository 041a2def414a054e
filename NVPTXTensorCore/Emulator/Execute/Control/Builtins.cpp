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

/// Prints the argument of what follows a percent sign.
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

//===----------------------------------------------------------------------===//
// Launches from kernels: what CUDA's device runtime has
//===----------------------------------------------------------------------===//

namespace {
/// cudaError_t.
enum DeviceError : uint64_t {
  NoError = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  InvalidConfiguration = 9,
  TooDeep = 65, // cudaErrorLaunchMaxDepthExceeded
};
} // namespace

/// The default stream is that of the block.
static uint64_t getStream(const ThreadGroup &G, uint64_t Stream) {
  const uint64_t Block = G.getLaunch().Request.Grid.getNumber(G.getBlock().getPosition());
  return Stream == DeviceStreams::Default ? DeviceStreams::FirstOfBlocks + Block : Stream;
}

static uint64_t submit(ThreadGroup &G, ChildLaunch C) {
  Launch &L = G.getLaunch();
  std::lock_guard<std::mutex> Guard(L.ChildrenLock);
  L.Children.push_back(std::move(C));
  return NoError;
}

/// To, from, bytes, the direction, the stream.
static uint64_t copyAsync(const Instruction &, ThreadGroup &G, unsigned,
                          ArrayRef<uint64_t> Arguments) {
  ChildLaunch C;
  C.To = Arguments[0];
  C.From = Arguments[1];
  C.Bytes = Arguments[2];
  C.Stream = getStream(G, Arguments[4]);
  return submit(G, std::move(C));
}

/// To, value, bytes, the stream.
static uint64_t fillAsync(const Instruction &, ThreadGroup &G, unsigned,
                          ArrayRef<uint64_t> Arguments) {
  ChildLaunch C;
  C.To = Arguments[0];
  C.Value = uint8_t(Arguments[1]);
  C.Bytes = Arguments[2];
  C.Stream = getStream(G, Arguments[3]);
  return submit(G, std::move(C));
}

/// Returns the name or the text of an error that the functions here return.
static uint64_t describeError(const Instruction &, ThreadGroup &G, unsigned,
                              ArrayRef<uint64_t> Arguments) {
  const char *Text = Arguments[0] == NoError                ? "no error"
                     : Arguments[0] == InvalidValue         ? "invalid argument"
                     : Arguments[0] == OutOfMemory          ? "out of memory"
                     : Arguments[0] == InvalidConfiguration ? "invalid configuration argument"
                     : Arguments[0] == TooDeep
                         ? "launch would exceed maximum depth of nested launches"
                         : "unrecognized error code";
  const size_t Bytes = std::strlen(Text) + 1;
  const uint64_t Address = G.getLaunch().Global.allocate(Bytes, 1, "the text of an error");
  if (Address)
    std::memcpy(reinterpret_cast<void *>(Address), Text, Bytes);
  return Address;
}

/// Sets the sizes of grid and block, and the bytes of dynamic shared memory.
static void setSizes(ChildLaunch &C, ArrayRef<uint64_t> Sizes) {
  C.Grid = {unsigned(Sizes[0]), unsigned(Sizes[0] >> 32), unsigned(Sizes[1])};
  C.Block = {unsigned(Sizes[2]), unsigned(Sizes[2] >> 32), unsigned(Sizes[3])};
  C.DynamicSharedBytes = unsigned(Sizes[4]);
}

/// Returns memory for the parameters; 0 if there is none.
static uint64_t prepare(ThreadGroup &G, unsigned Lane, ChildLaunch C, uint64_t Bytes) {
  Launch &L = G.getLaunch();
  C.Parameters.resize(Bytes);
  const uint64_t Address =
      L.Global.allocate(std::max<uint64_t>(Bytes, 1), 16, "parameters of a launch");
  std::lock_guard<std::mutex> Guard(L.ChildrenLock);
  if (Address)
    L.Prepared[Address] = std::move(C);
  else
    L.ErrorsOfThreads[{&G.getWarp(), Lane}] = OutOfMemory;
  return Address;
}

/// The kernel and its sizes, as nvcc launches: returns memory for the parameters, 0 if the launch
/// cannot be.
static uint64_t prepareLaunch(const Instruction &, ThreadGroup &G, unsigned Lane,
                              ArrayRef<uint64_t> Arguments) {
  ChildLaunch C;
  C.Kernel = G.getLaunch().Request.Module->findFunction(Arguments[0]);
  setSizes(C, Arguments.drop_front());
  if (!C.Kernel || !C.Kernel->IsEntry)
    return 0;
  const uint64_t Bytes = C.Kernel->ParameterBytes;
  return prepare(G, Lane, std::move(C), Bytes);
}

/// The alignment and the number of bytes, as clang launches.
static uint64_t prepareParameters(const Instruction &, ThreadGroup &G, unsigned Lane,
                                  ArrayRef<uint64_t> Arguments) {
  return prepare(G, Lane, {}, Arguments[1]);
}

/// The memory of the parameters, and the stream. The kernel and its sizes, if they come only now.
static uint64_t launchPrepared(ThreadGroup &G, uint64_t Parameters, uint64_t Stream,
                               const Function *Kernel = nullptr, ArrayRef<uint64_t> Sizes = {}) {
  Launch &L = G.getLaunch();
  const auto Found = L.Prepared.find(Parameters);
  if (Found == L.Prepared.end())
    return InvalidValue;
  ChildLaunch C = std::move(Found->second);
  L.Prepared.erase(Found);
  std::memcpy(C.Parameters.data(), reinterpret_cast<const void *>(Parameters), C.Parameters.size());
  L.Global.free(Parameters);
  if (Kernel) {
    C.Kernel = Kernel;
    setSizes(C, Sizes);
  }
  if (!C.Kernel || !C.Kernel->IsEntry)
    return InvalidValue;
  C.Parameters.resize(C.Kernel->ParameterBytes);
  if (!C.Grid.getCount() || !C.Block.getCount() || C.Block.getCount() > MaxBlockThreads)
    return InvalidConfiguration;
  if (L.Request.Depth + 1 >= LaunchRequest::MaxDepth)
    return TooDeep;
  C.Stream = getStream(G, Stream);
  L.Children.push_back(std::move(C));
  return NoError;
}

template <bool IsOfClang>
static uint64_t launch(const Instruction &, ThreadGroup &G, unsigned Lane,
                       ArrayRef<uint64_t> Arguments) {
  Launch &L = G.getLaunch();
  std::lock_guard<std::mutex> Guard(L.ChildrenLock);
  const uint64_t Error =
      IsOfClang ? launchPrepared(G, Arguments[1], Arguments[7],
                                 L.Request.Module->findFunction(Arguments[0]), Arguments.slice(2))
                : launchPrepared(G, Arguments[0], Arguments[1]);
  if (Error)
    L.ErrorsOfThreads[{&G.getWarp(), Lane}] = Error;
  return Error;
}

template <bool Keeps>
static uint64_t getLastError(const Instruction &, ThreadGroup &G, unsigned Lane,
                             ArrayRef<uint64_t>) {
  Launch &L = G.getLaunch();
  std::lock_guard<std::mutex> Guard(L.ChildrenLock);
  const auto Found = L.ErrorsOfThreads.find({&G.getWarp(), Lane});
  const uint64_t Error = Found == L.ErrorsOfThreads.end() ? NoError : Found->second;
  if (!Keeps && Error)
    L.ErrorsOfThreads.erase(Found);
  return Error;
}

/// Writes a number where a thread says.
static uint64_t give(const Instruction &I, ThreadGroup &G, unsigned Lane, uint64_t To,
                     uint64_t Value, unsigned Bytes = 8) {
  if (uint8_t *At = G.access(I, Lane, Space::Generic, To, Bytes, Bytes, Access::Write))
    std::memcpy(At, &Value, Bytes);
  return NoError;
}

/// The handle, and the number that a node of a graph depends on.
static uint64_t setCondition(const Instruction &I, ThreadGroup &G, unsigned Lane,
                             ArrayRef<uint64_t> Arguments) {
  Launch &L = G.getLaunch();
  ConditionalNumber *N = ConditionalNumber::find(L.Global, Arguments[0]);
  if (!N) {
    G.fault(I, Check::OutOfBounds, LaneMask(1) << Lane,
            "0x" + utohexstr(Arguments[0], true) +
                " is not a handle from cudaGraphConditionalHandleCreate");
    return 0;
  }
  std::lock_guard<std::mutex> Guard(L.ChildrenLock);
  ++N->NumSets;
  return give(I, G, Lane, Arguments[0], Arguments[1], sizeof N->Value);
}

static uint64_t makeStream(const Instruction &I, ThreadGroup &G, unsigned Lane,
                           ArrayRef<uint64_t> Arguments) {
  return give(I, G, Lane, Arguments[0], DeviceStreams::FirstMade + G.getLaunch().NumStreams++);
}

static uint64_t endStream(const Instruction &, ThreadGroup &, unsigned, ArrayRef<uint64_t>) {
  return NoError;
}

static uint64_t allocateForDevice(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                  ArrayRef<uint64_t> Arguments) {
  const uint64_t Address = allocate(G, Arguments[1], 256);
  give(I, G, Lane, Arguments[0], Address);
  return Address ? NoError : OutOfMemory;
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
      {"cudaGraphSetConditional", 2, false, setCondition},
      {"__cudaCDP2GetParameterBufferV2", 4, true, prepareLaunch},
      {"__cudaCDP2LaunchDeviceV2", 2, true, launch<false>},
      {"__cudaCDP2LaunchDeviceV2_ptsz", 2, true, launch<false>},
      {"__cudaCDP2GetParameterBuffer", 2, true, prepareParameters},
      {"__cudaCDP2LaunchDevice", 6, true, launch<true>},
      {"__cudaCDP2LaunchDevice_ptsz", 6, true, launch<true>},
      {"__cudaCDP2StreamCreateWithFlags", 2, true, makeStream},
      {"__cudaCDP2StreamDestroy", 1, true, endStream},
      {"__cudaCDP2GetLastError", 0, true, getLastError<false>},
      {"__cudaCDP2PeekAtLastError", 0, true, getLastError<true>},
      {"__cudaCDP2GetErrorString", 1, true, describeError},
      {"__cudaCDP2MemcpyAsync", 5, true, copyAsync},
      {"__cudaCDP2MemcpyAsync_ptsz", 5, true, copyAsync},
      {"__cudaCDP2MemsetAsync", 4, true, fillAsync},
      {"__cudaCDP2MemsetAsync_ptsz", 4, true, fillAsync},
      {"__cudaCDP2Malloc", 2, true, allocateForDevice},
      {"__cudaCDP2Free", 1, true, release},
  };
  for (const BuiltinFunction &F : Functions)
    if (F.Name == Name)
      return &F;
  return nullptr;
}

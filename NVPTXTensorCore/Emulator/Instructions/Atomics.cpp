//===- Atomics.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// atom and red. Threads of the host run blocks, so the operations are atomic on the host, too: each
// is repeated until nobody has written in between. Of packed and vector types each element is
// atomic by itself.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/Arithmetic.h"
#include "Emulator/Instructions/HalfNumbers.h"
#include "Emulator/Instructions/MemoryModifiers.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <mutex>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

enum class Operation : uint8_t {
  Add,
  Min,
  Max,
  Increment,
  Decrement,
  And,
  Or,
  Xor,
  Exchange,
  CompareAndSwap
};

struct AtomicDetails {
  MemoryOrder How;
  Operation Is;
  Type Of;              ///< of a part that is atomic by itself
  unsigned NumParts;    ///< of a register
  bool Flushes = false; ///< subnormal floats
};

//===----------------------------------------------------------------------===//
// What is computed: codes of a type, old value and operand
//===----------------------------------------------------------------------===//

template <class T> T combineIntegers(Operation Is, T Old, T B) {
  using U = std::make_unsigned_t<T>;
  switch (Is) {
  case Operation::Add:
    return T(U(Old) + U(B));
  case Operation::Min:
    return std::min(Old, B);
  case Operation::Max:
    return std::max(Old, B);
  case Operation::Increment:
    return U(Old) >= U(B) ? T(0) : T(Old + 1);
  case Operation::Decrement:
    return Old == 0 || U(Old) > U(B) ? B : T(Old - 1);
  case Operation::And:
    return Old & B;
  case Operation::Or:
    return Old | B;
  case Operation::Xor:
    return Old ^ B;
  default:
    return B;
  }
}

template <class W> W combineFloats(Operation Is, W Old, W B) {
  if (Is == Operation::Add)
    return Old + B;
  if (Old != Old || B != B)
    return Old == Old ? Old : B;
  const bool IsLess = Old < B || (Old == B && std::signbit(Old));
  return IsLess == (Is == Operation::Min) ? Old : B;
}

uint64_t combine(const AtomicDetails &Of, uint64_t Old, uint64_t B) {
  const Type &T = Of.Of;
  if (Of.Is == Operation::Exchange)
    return B;
  if (T.is("f64"))
    return llvm::bit_cast<uint64_t>(
        combineFloats(Of.Is, llvm::bit_cast<double>(Old), llvm::bit_cast<double>(B)));
  if (T.is("f32")) {
    float X = llvm::bit_cast<float>(uint32_t(Old)), Y = llvm::bit_cast<float>(uint32_t(B));
    const float Result =
        Of.Flushes ? flush(combineFloats(Of.Is, flush(X), flush(Y))) : combineFloats(Of.Is, X, Y);
    return Result == Result ? llvm::bit_cast<uint32_t>(Result) : SingleNaN;
  }
  if (T.Is == Type::Float)
    return encodeHalf(combineFloats(Of.Is, decodeHalf(uint16_t(Old)), decodeHalf(uint16_t(B))));
  if (T.Is == Type::BFloat)
    return encodeBFloat(
        combineFloats(Of.Is, decodeBFloat(uint16_t(Old)), decodeBFloat(uint16_t(B))));
  if (T.Width == 64)
    return T.isSigned() ? uint64_t(combineIntegers(Of.Is, int64_t(Old), int64_t(B)))
                        : combineIntegers(Of.Is, Old, B);
  return T.isSigned() ? uint32_t(combineIntegers(Of.Is, int32_t(Old), int32_t(B)))
                      : combineIntegers(Of.Is, uint32_t(Old), uint32_t(B));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Replaces a value, and returns the old one.
template <class T, class F> T update(uint8_t *At, F Compute) {
  T *Place = reinterpret_cast<T *>(At);
  T Old = __atomic_load_n(Place, __ATOMIC_SEQ_CST);
  while (!__atomic_compare_exchange_n(Place, &Old, T(Compute(Old)), false, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST)) {
  }
  return Old;
}

/// The parts that are atomic by themselves, of one register.
uint64_t updateRegister(const AtomicDetails &Of, uint8_t *At, uint64_t B, uint64_t C) {
  const unsigned Width = Of.Of.Width;
  uint64_t Old = 0;
  for (unsigned Part = 0; Part != Of.NumParts; ++Part, At += Width / 8) {
    const unsigned Shift = Part * Width;
    const auto Compute = [&](uint64_t Value) {
      if (Of.Is == Operation::CompareAndSwap)
        return Value == B ? C : Value;
      return combine(Of, Value, B >> Shift);
    };
    Old |= (Width == 16   ? uint64_t(update<uint16_t>(At, Compute))
            : Width == 32 ? uint64_t(update<uint32_t>(At, Compute))
                          : update<uint64_t>(At, Compute))
           << Shift;
  }
  return Old;
}

/// .b128: not every host has an instruction for it.
uint128_t updateWide(Operation Is, uint8_t *At, uint128_t B, uint128_t C) {
  static std::mutex Lock;
  std::lock_guard<std::mutex> Guard(Lock);
  uint128_t Old;
  std::memcpy(&Old, At, sizeof(Old));
  const uint128_t New = Is == Operation::Exchange ? B : Old == B ? C : Old;
  std::memcpy(At, &New, sizeof(New));
  return Old;
}

Step executeWide(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<AtomicDetails>();
  const bool HasC = Of.Is == Operation::CompareAndSwap;
  G.forEachLane([&](unsigned Lane) {
    uint8_t *At = G.access(I, Lane, I.In, G.getAddress(I.Addresses[0], Lane), 16, 16,
                           Access::ReadWrite, Of.How.Order, Of.How.Within);
    if (!At)
      return;
    const uint128_t B = G.lanes<uint128_t>(I.Operands[0])[Lane];
    const uint128_t C = HasC ? G.lanes<uint128_t>(I.Operands[1])[Lane] : 0;
    const uint128_t Old = updateWide(Of.Is, At, B, C);
    if (!I.Results.empty())
      G.lanes<uint128_t>(I.Results[0])[Lane] = Old;
  });
  return Step::Next;
}

/// Operands are those of a vector, or one, and c.
Step executeAtomic(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<AtomicDetails>();
  const bool HasC = Of.Is == Operation::CompareAndSwap;
  const size_t Count = I.Operands.size() - HasC;
  const unsigned RegisterBytes = Of.NumParts * Of.Of.Width / 8;
  const unsigned Bytes = unsigned(Count) * RegisterBytes;
  G.forEachLane([&](unsigned Lane) {
    uint8_t *At = G.access(I, Lane, I.In, G.getAddress(I.Addresses[0], Lane), Bytes, Bytes,
                           Access::ReadWrite, Of.How.Order, Of.How.Within);
    if (!At)
      return;
    const uint64_t C = HasC ? G.get(I.Operands[1], Lane) : 0;
    for (size_t Element = 0; Element != Count; ++Element, At += RegisterBytes) {
      const uint64_t Old = updateRegister(Of, At, G.get(I.Operands[Element], Lane), C);
      if (!I.Results.empty())
        G.set(I.Results[Element], Lane, Old);
    }
  });
  return Step::Next;
}

} // namespace

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

static std::optional<Operation> takeOperation(InstructionReader &R) {
  static constexpr std::pair<StringLiteral, Operation> Names[] = {
      {".add", Operation::Add},       {".min", Operation::Min},
      {".max", Operation::Max},       {".inc", Operation::Increment},
      {".dec", Operation::Decrement}, {".and", Operation::And},
      {".or", Operation::Or},         {".xor", Operation::Xor},
      {".exch", Operation::Exchange}, {".cas", Operation::CompareAndSwap},
  };
  for (const auto &[Name, Is] : Names)
    if (R.takeAnywhere(Name))
      return Is;
  return std::nullopt;
}

/// Whether an operation has the type, in PTX or in the emulator.
static bool isKnown(Operation Is, const Type &T, unsigned Count) {
  const bool IsExtremum = Is == Operation::Min || Is == Operation::Max;
  const bool IsSwap = Is == Operation::Exchange || Is == Operation::CompareAndSwap;
  if (isFloat(T))
    return (Is == Operation::Add || (IsExtremum && T.Width == 16) ||
            (Is == Operation::Exchange && T.Width >= 32)) &&
           T.getBits() <= 64 && (T.Width != 64 || Count == 1) && !(T.Width == 32 && T.Count > 1);
  if (Count > 1 || T.Count > 1 || !T.isInteger())
    return false;
  return T.Width == 32 || T.Width == 64 || (T.Width == 128 && IsSwap) ||
         (T.Width == 16 && Is == Operation::CompareAndSwap);
}

/// The result, and what follows the address.
static Error readRegisters(InstructionReader &R, Operation Is, const Type &T, unsigned Count,
                           bool HasResult) {
  SmallVector<Slot, 8> Results, Operands;
  const bool HasC = Is == Operation::CompareAndSwap;
  if (HasResult)
    if (Error E = R.writeAll(R.operand(0), T, Results))
      return E;
  for (size_t Number = HasResult + 1, End = Number + 1 + HasC; Number != End; ++Number) {
    if (Number >= R.getNumOperands())
      return R.fail("expected another operand");
    if (Error E = R.readAll(R.operand(Number), T, Operands))
      return E;
  }
  if (Operands.size() != Count + HasC || (HasResult && Results.size() != Count))
    return R.fail("expected " + Twine(Count) + " registers");
  R.setResults(Results);
  R.setOperands(Operands);
  return Error::success();
}

static Error readAtomicOrReduction(InstructionReader &R, bool HasResult,
                                   Scope DefaultScope = Scope::GPU) {
  AtomicDetails Of;
  Of.How = takeMemoryOrder(R, Strength::Relaxed, DefaultScope);
  R.takeCacheModifiers();
  R.takeAnywhere(".noftz");
  const size_t Place = HasResult ? 1 : 0;
  if (Error E = R.expectOperands(Place + 2, Place + 4))
    return E;
  R.Result.In = takeSpace(R, R.operand(Place));
  const unsigned Count = takeVectorCount(R);
  const std::optional<Operation> Is = takeOperation(R);
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (!Is || !isKnown(*Is, *T, Count))
    return R.fail("the emulator does not know this operation on '." + T->Name + "'");
  Of.Is = *Is;
  Of.NumParts = T->Count;
  Of.Of = *T;
  Of.Flushes = T->is("f32") && R.Result.In == Space::Global && Count == 1;
  if (T->Count > 1)
    Of.Of = *parseType(T->Is == Type::BFloat ? ".bf16" : ".f16");
  if (Error E = readRegisters(R, Of.Is, *T, Count, HasResult))
    return E;
  Expected<Address> A = R.readAddress(R.operand(Place));
  if (!A)
    return A.takeError();
  R.setAddresses(*A);
  R.setDetails(Of);
  R.Result.Polls = HasResult;
  R.Result.On = *T;
  R.Result.Execute = T->Width == 128 ? executeWide : executeAtomic;
  return Error::success();
}

static Error readAtomic(InstructionReader &R) { return readAtomicOrReduction(R, true); }
static Error readReduction(InstructionReader &R) { return readAtomicOrReduction(R, false); }
/// Of one device, the address is that of one place.
static Error readMultimemReduction(InstructionReader &R) {
  return readAtomicOrReduction(R, false, Scope::System);
}

ArrayRef<InstructionFamily> emulator::getAtomicInstructions() {
  static constexpr InstructionFamily Families[] = {
      {"atom", readAtomic}, {"red", readReduction}, {"multimem.red", readMultimemReduction}};
  return Families;
}

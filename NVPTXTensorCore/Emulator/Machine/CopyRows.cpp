//===- CopyRows.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of a row, in global and in shared memory: padding of narrow types (PTX ISA,
// "Sub-byte Types"), what fills locations out of bounds, and what loads do to numbers.
//
// This file has the inspections that reports of copies need, too.
//
// PTX does not say how tf32 is rounded; here it is to nearest even. Types with "ftz" flush
// subnormal numbers to zero with their sign.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/CopyPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static constexpr unsigned ElementsOfUnit = 16; ///< of padded types: what a padding follows

static uint32_t roundToTF32(uint32_t Bits) {
  constexpr uint32_t Dropped = 13, ExponentMask = 0x7F800000;
  if ((Bits & ExponentMask) == ExponentMask)
    return Bits;
  const uint32_t IsOdd = Bits >> Dropped & 1;
  return (Bits + ((1u << (Dropped - 1)) - 1) + IsOdd) & ~((1u << Dropped) - 1);
}

/// Converts the elements as a load does.
static void convert(TensorMapType Type, MutableArrayRef<uint8_t> Row) {
  using T = TensorMapType;
  const bool Flushes = Type == T::F32FTZ || Type == T::TF32FTZ;
  const bool Rounds = Type == T::TF32 || Type == T::TF32FTZ;
  if (!Flushes && !Rounds)
    return;
  for (size_t At = 0; At + 4 <= Row.size(); At += 4) {
    uint32_t Bits;
    std::memcpy(&Bits, Row.data() + At, 4);
    constexpr uint32_t Sign = 0x80000000, ExponentMask = 0x7F800000;
    if (Flushes && !(Bits & ExponentMask))
      Bits &= Sign;
    if (Rounds)
      Bits = roundToTF32(Bits);
    std::memcpy(Row.data() + At, &Bits, 4);
  }
}

static void fillRow(const CopyPlan &Plan, MutableArrayRef<uint8_t> Row) {
  std::memset(Row.data(), 0, Row.size());
  const unsigned Bytes = Plan.Bits / 8;
  for (size_t At = 0; Plan.Fill && At + Bytes <= Row.size(); At += Bytes)
    std::memcpy(Row.data() + At, &Plan.Fill, Bytes);
}

void emulator::expandRow(const CopyPlan &Plan, const CopyRow &Row, ArrayRef<uint8_t> Global,
                         MutableArrayRef<uint8_t> Shared) {
  if (Row.Count != Row.Elements)
    fillRow(Plan, Shared);
  if (!Row.Count)
    return;
  if (Plan.Bits == Plan.SharedBits) {
    uint8_t *To = Shared.data() + Plan.getSharedBytes(Row.First);
    std::memcpy(To, Global.data(), Plan.getGlobalBytes(Row.Count));
    return convert(Plan.Type, Shared);
  }
  // Rows of padded types are 128 elements or none.
  const unsigned From = Plan.getGlobalBytes(ElementsOfUnit),
                 To = Plan.getSharedBytes(ElementsOfUnit);
  for (unsigned Unit = 0; Unit != Row.Count / ElementsOfUnit; ++Unit)
    std::memcpy(Shared.data() + Unit * To, Global.data() + Unit * From, From);
}

void emulator::packRow(const CopyPlan &Plan, const CopyRow &Row, ArrayRef<uint8_t> Shared,
                       MutableArrayRef<uint8_t> Global) {
  if (Plan.Bits == Plan.SharedBits) {
    std::memcpy(Global.data(), Shared.data() + Plan.getSharedBytes(Row.First),
                Plan.getGlobalBytes(Row.Count));
    return;
  }
  // .b6p2x16: six bits of each byte.
  std::memset(Global.data(), 0, Global.size());
  for (unsigned E = 0; E != Row.Count; ++E) {
    const unsigned Value = Shared[Row.First + E] & 0x3F, At = E * Plan.Bits;
    Global[At / 8] |= uint8_t(Value << At % 8);
    if (At % 8 > 2)
      Global[At / 8 + 1] |= uint8_t(Value >> (8 - At % 8));
  }
}

bool CopyInspection::isIn(uint64_t Address, ArrayRef<uint8_t> Bytes,
                          function_ref<uint64_t(uint64_t)> Choose) const {
  constexpr size_t Chunk = 16;
  if (!IsSampled)
    return is_contained(Bytes, 0xFF);
  const unsigned ElementBytes = std::max(Bits / 8, 1u), PerByte = Bits < 8 ? 8 / Bits : 1;
  while (!Bytes.empty()) {
    const size_t Size = std::min(Chunk - size_t(Address % Chunk), Bytes.size());
    const size_t NumElements = Size / ElementBytes * PerByte;
    const size_t Sampled = NumElements ? Choose(NumElements) : 0;
    uint32_t Value = 0;
    if (NumElements)
      std::memcpy(&Value, Bytes.data() + Sampled / PerByte * ElementBytes, ElementBytes);
    Value = Value >> (Sampled % PerByte * Bits) & maskTrailingOnes<uint32_t>(Bits);
    if (Value == 1u << (Bits - 1))
      return true;
    Address += Size;
    Bytes = Bytes.drop_front(Size);
  }
  return false;
}

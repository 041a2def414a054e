//===- TCGen05Words.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decoding.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/TCGen05Words.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The bits of the MMA descriptor's view in one half of it.
static uint64_t getKnownBits(bool IsCollector) {
  uint64_t Known = 0;
  for (const MMASlot &Slot : getMMASlots())
    if (Slot.Family == MMAFamily_TCGen05MMA)
      Known |= maskTrailingOnes<uint64_t>(Slot.Width) << Slot.Shift;
  return IsCollector ? Known >> CollectorWordShift : uint32_t(Known);
}

static Error checkBits(uint64_t Word, bool IsCollector) {
  uint64_t Junk = Word & ~getKnownBits(IsCollector);
  if (!Junk)
    return Error::success();
  return makeError("0x" + utohexstr(Word) + " is not a " + (IsCollector ? "collector" : "kind") +
                   " word: bits 0x" + utohexstr(Junk) + " belong to no field");
}

/// Whether the fields of a word have values; the other word is one without fault.
static Error checkFields(uint64_t Word, uint64_t Joined, StringRef Name) {
  Expected<MMADescriptor> Decoded = MMADescriptor::decode(Joined);
  if (Decoded)
    return Error::success();
  std::string Reason = toString(Decoded.takeError());
  return makeError("0x" + utohexstr(Word) + " is not a " + Name +
                   " word: " + StringRef(Reason).split(": ").second);
}

Expected<MMADescriptor> tensorcore::decodeTCGen05Words(uint64_t KindWord, uint64_t CollectorWord) {
  if (Error E = checkBits(KindWord, /*IsCollector=*/false))
    return std::move(E);
  if (Error E = checkBits(CollectorWord, /*IsCollector=*/true))
    return std::move(E);
  if (Error E = checkFields(KindWord, joinTCGen05Words(KindWord, 0), "kind"))
    return std::move(E);
  if (Error E = checkFields(CollectorWord, joinTCGen05Words(0, CollectorWord), "collector"))
    return std::move(E);
  return MMADescriptor::decode(joinTCGen05Words(KindWord, CollectorWord));
}

uint16_t tensorcore::getFormKey(MMADescriptor Words) {
  return getKindWord(cantFail(Words.with(MMAField_CTAGroup, 0)));
}

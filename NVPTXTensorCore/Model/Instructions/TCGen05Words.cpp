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
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

static Error reject(TCGen05Word Which, uint64_t Word, StringRef Reason) {
  return makeError("0x" + utohexstr(Word) + " is not " + getLayout(Which).Noun + ": " + Reason);
}

static Error checkBits(TCGen05Word Which, uint64_t Word) {
  Error E = getLayout(Which).checkBits(Word);
  return E ? reject(Which, Word, toString(std::move(E))) : Error::success();
}

/// Checks that the fields of a word have values; the other word is one without fault.
static Error checkFields(TCGen05Word Which, uint64_t Word, uint64_t Joined) {
  Expected<MMADescriptor> Decoded = MMADescriptor::decode(Joined);
  if (Decoded)
    return Error::success();
  std::string Reason = toString(Decoded.takeError());
  return reject(Which, Word, StringRef(Reason).split(": ").second);
}

unsigned tensorcore::getColumnsOfShape(StringRef Shape) {
  unsigned Bits = 0;
  StringRef OfRow = Shape.split('x').second;
  OfRow.consumeInteger(10, Bits);
  return Bits / 32;
}

Expected<MMADescriptor> tensorcore::decodeTCGen05Words(uint64_t KindWord, uint64_t CollectorWord) {
  if (Error E = checkBits(TCGen05Word_Kind, KindWord))
    return E;
  if (Error E = checkBits(TCGen05Word_Collector, CollectorWord))
    return E;
  if (Error E = checkFields(TCGen05Word_Kind, KindWord, joinTCGen05Words(KindWord, 0)))
    return E;
  if (Error E =
          checkFields(TCGen05Word_Collector, CollectorWord, joinTCGen05Words(0, CollectorWord)))
    return E;
  return MMADescriptor::decode(joinTCGen05Words(KindWord, CollectorWord));
}

uint16_t tensorcore::getFormKey(MMADescriptor Words) {
  return getKindWord(cantFail(Words.with(MMAField_CTAGroup, 0)));
}

//===- TCGen05Words.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two words that a packed call of tcgen05.mma has: the kind word says what is multiplied, and
// with which modifiers; the collector word what becomes of the collector buffers. They
// are the halves of the MMA descriptor's view for the family (TableGen/MMADescriptor.td):
//
//   kind word       cta_group [1:0], scale vector [3:2], scale-input-d [4], block scale [5],
//                   kind [8:6], block size [10:9], sparse [11], weight stationary [12],
//                   decompression [13]
//   collector word  usage [1:0], ashift [2], buffer [4:3], usage of B's buffer [6:5]
//
// Sources: cicc's control word for the lowest 9 bits and [10:9]; PTX ISA, "tcgen05.mma".
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_TCGEN05WORDS_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_TCGEN05WORDS_H

#include "Model/Instructions/MMADescriptor.h"
#include "TensorCoreModel/TCGen05Word.h"

namespace llvm::tensorcore {

inline const BitLayout &getLayout(TCGen05Word Word) {
  return *lookupBitLayout(BitLayoutSet_TCGen05Word, Word);
}

/// The columns of 32 bits that a row of a shape has: 8 of ".128x256b", 1 of ".32x32b".
unsigned getColumnsOfShape(StringRef Shape);

/// The collector word begins at this bit of the MMA descriptor.
inline constexpr unsigned CollectorWordShift = 32;

inline uint32_t getKindWord(MMADescriptor Words) { return uint32_t(Words.getWord()); }
inline uint32_t getCollectorWord(MMADescriptor Words) {
  constexpr unsigned FamilyBits = 64 - MMADescriptor::FamilyShift;
  return uint32_t(Words.getWord() << FamilyBits >> (CollectorWordShift + FamilyBits));
}

/// The MMA descriptor that two words are, unchecked: to read fields of it.
inline uint64_t joinTCGen05Words(uint32_t KindWord, uint32_t CollectorWord) {
  return uint64_t(MMAFamily_TCGen05MMA) << MMADescriptor::FamilyShift |
         uint64_t(CollectorWord) << CollectorWordShift | KindWord;
}

/// Reads words that came from outside. Fails, with a sentence that names the word, on
/// values that a field does not have and on bits that are no field's.
Expected<MMADescriptor> decodeTCGen05Words(uint64_t KindWord, uint64_t CollectorWord);

/// The kind word without cta_group: what a form is looked up by.
uint16_t getFormKey(MMADescriptor Words);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_TCGEN05WORDS_H

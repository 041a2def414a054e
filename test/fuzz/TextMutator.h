//===- TextMutator.h ------------------------------------------ -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mutations of text in lines and words, for inputs that are IR, MIR, PTX or arguments. libFuzzer's
// own mutate bytes, which seldom leaves anything that a parser takes.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_FUZZ_TEXTMUTATOR_H
#define NVPTXTENSORCORE_TEST_FUZZ_TEXTMUTATOR_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm::tensorcore::fuzz {

/// `Text` with a few of its lines and words moved, copied, exchanged or deleted. What is taken
/// from elsewhere comes from `Donor`, which may be `Text`.
std::string mutateText(StringRef Text, StringRef Donor, unsigned Seed);

/// Writes a text into libFuzzer's buffer, without what is too much. Returns the number of bytes.
size_t writeText(StringRef Text, uint8_t *Data, size_t MaxSize);

inline StringRef readText(const uint8_t *Data, size_t Size) {
  return StringRef(reinterpret_cast<const char *>(Data), Size);
}

} // namespace llvm::tensorcore::fuzz

#endif // NVPTXTENSORCORE_TEST_FUZZ_TEXTMUTATOR_H

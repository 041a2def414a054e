//===- TestHelpers.h ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the unit tests share: messages of errors, and words in hexadecimal.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_UNIT_TESTHELPERS_H
#define NVPTXTENSORCORE_TEST_UNIT_TESTHELPERS_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace llvm {

/// For GoogleTest, which else prints a string's bytes.
inline void PrintTo(StringRef Text, std::ostream *OS) { *OS << '"' << Text.str() << '"'; }
inline void PrintTo(const StringLiteral &Text, std::ostream *OS) { PrintTo(StringRef(Text), OS); }
inline std::ostream &operator<<(std::ostream &OS, StringRef Text) { return OS << Text.str(); }

namespace tensorcore {

/// The sentence of an error; empty for success.
inline std::string messageOf(Error E) { return E ? toString(std::move(E)) : std::string(); }

template <typename T> std::string messageOf(const Expected<T> &) = delete;

/// The sentence of a failed result, which is used up; empty for a value, which is kept.
template <typename T> std::string messageOf(Expected<T> &Result) {
  return Result ? std::string() : messageOf(Result.takeError());
}
template <typename T> std::string messageOf(Expected<T> &&Result) { return messageOf(Result); }

inline std::string hex(uint64_t Word) { return "0x" + utohexstr(Word); }

} // namespace tensorcore
} // namespace llvm

#endif // NVPTXTENSORCORE_TEST_UNIT_TESTHELPERS_H

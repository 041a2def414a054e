//===- TableIndex.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds a row of a generated table by its key.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_TABLES_TABLEINDEX_H
#define NVPTXTENSORCORE_MODEL_TABLES_TABLEINDEX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <tuple>
#include <vector>

namespace llvm::tensorcore {

/// Hashes a key, for tensor-core-tblgen and for look-ups alike.
inline uint64_t hashKey(StringRef Text) { return xxh3_64bits(Text); }
inline uint64_t hashKey(uint64_t Number) { return Number * 0x9E3779B97F4A7C15 >> 32; }

/// The first row with that key; null if there is none. Each slot has the number of a row, counted
/// from 1, or 0.
template <class Row, size_t Size, class Key, class KeyFunction>
const Row *findHashed(ArrayRef<Row> Table, const uint16_t (&Slots)[Size], Key K,
                      KeyFunction GetKey) {
  static_assert(isPowerOf2_64(Size));
  for (size_t Slot = hashKey(K);; ++Slot) {
    uint16_t Number = Slots[Slot & (Size - 1)];
    if (Number == 0)
      return nullptr;
    if (const Row &Found = Table[Number - 1]; GetKey(Found) == K)
      return &Found;
  }
}

/// The rows of a table by their keys, which GetKey makes of them.
template <class Row, class KeyFunction> class TableIndex {
  using Key = std::invoke_result_t<KeyFunction, const Row &>;
  std::vector<std::pair<Key, const Row *>> Entries;

public:
  TableIndex(ArrayRef<Row> Table, KeyFunction GetKey) {
    Entries.reserve(Table.size());
    for (const Row &R : Table)
      Entries.emplace_back(GetKey(R), &R);
    stable_sort(Entries, less_first());
  }

  /// The first row with that key; null if there is none.
  const Row *find(const Key &K) const {
    auto It = partition_point(Entries, [&](const auto &Entry) { return Entry.first < K; });
    return It == Entries.end() || K < It->first ? nullptr : It->second;
  }
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_TABLES_TABLEINDEX_H

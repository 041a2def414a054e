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
#include <tuple>
#include <vector>

namespace llvm::tensorcore {

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

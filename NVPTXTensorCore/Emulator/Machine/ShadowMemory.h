//===- ShadowMemory.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Remembers for each word of memory which thread wrote it last, and which ones have read it
// since; and for each byte whether it was ever written.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_SHADOWMEMORY_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_SHADOWMEMORY_H

#include "Emulator/Machine/Actor.h"
#include "Emulator/Machine/WrittenBytes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SwapByteOrder.h"
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

namespace llvm::tensorcore::emulator {

/// Accesses of lanes of a warp at one time, or of an asynchronous operation.
struct AccessRecord {
  const Instruction *At = nullptr; ///< null: no access
  uint32_t Time = 0;               ///< of the warp; of an operation its number
  LaneMask Lanes = 0;
  uint32_t Cluster = 0;
  uint16_t Warp = 0; ///< in the cluster
  bool IsAsync = false;
  uint8_t Bytes : 4; ///< a bit for each byte of the word
  bool IsWrite : 1;
  bool IsStrong : 1;
  uint8_t Reach : 2; ///< of a strong one: the block, the cluster, or all

  static constexpr unsigned ToAll = 2;
  AccessRecord() : Bytes(0), IsWrite(false), IsStrong(false), Reach(0) {}

  /// Returns true if it does not race with strong accesses of any other thread.
  bool isStrongForAll() const { return IsStrong && Reach == ToAll; }

  /// Returns true if both are of threads of one warp, or of its asynchronous operations.
  bool hasAuthorOf(const AccessRecord &R) const {
    constexpr unsigned OtherBits = 8; // the last byte of the kind
    return ((getKind() ^ R.getKind()) << OtherBits) == 0;
  }
  /// Returns a number for the author.
  uint64_t getAuthor() const { return uint64_t(Cluster) << 17 | uint64_t(Warp) << 1 | IsAsync; }
  /// Returns true if both are of one author, and alike except for time and lanes. One comparison
  /// for all.
  bool isLike(const AccessRecord &R) const { return getKind() == R.getKind(); }
  /// Returns true if both are alike, by one instruction at one time, whatever their clusters and
  /// lanes.
  bool isLikeInOtherCluster(const AccessRecord &R) const {
    constexpr unsigned ClusterBits = 32;
    return At == R.At && Time == R.Time && (getKind() ^ R.getKind()) >> ClusterBits == 0;
  }

private:
  /// All from `Cluster` on.
  uint64_t getKind() const {
    uint64_t Kind;
    static_assert(sizeof(AccessRecord) == 16 + sizeof Kind, "what is compared is at the end");
    static_assert(sys::IsLittleEndianHost, "the author is in the low bits");
    std::memcpy(&Kind, reinterpret_cast<const char *>(this) + 16, sizeof Kind);
    return Kind;
  }
};

/// Those of a word that ShadowWord has no bits for.
struct OtherRecords {
  SmallVector<AccessRecord, 6> Records;
  // These describe all records together, which mostly tells that none has to be looked at.
  uint64_t Warps = 0, Clusters = 0; ///< a bit for each, which others share
  uint32_t FirstTime = ~0u;         ///< of all
  bool HasWeak = false;             ///< or of a scope that does not include all threads
  bool HasWrite = false;

  /// Returns true if there are too many to look at each of them at each access.
  bool areMany() const { return Records.size() > Many; }
  void add(const AccessRecord &R) {
    if (!Newest.empty())
      Newest[R.getAuthor()] = uint32_t(Records.size());
    Records.push_back(R);
    Warps |= getBit(uint64_t(R.Cluster) << 16 | R.Warp);
    Clusters |= getBit(R.Cluster);
    FirstTime = std::min(FirstTime, R.Time);
    HasWeak |= !R.isStrongForAll();
    HasWrite |= R.IsWrite;
  }
  /// Returns false if none of them is of the warp of an access.
  bool mayHaveWarpOf(const AccessRecord &R) const {
    return Warps & getBit(uint64_t(R.Cluster) << 16 | R.Warp);
  }
  /// The same of its cluster.
  bool mayHaveClusterOf(const AccessRecord &R) const { return Clusters & getBit(R.Cluster); }
  /// Returns the last record of the author of an access, of many; null if there is none.
  AccessRecord *findNewest(const AccessRecord &R);
  /// Forgets those for which a function returns true.
  template <class F> void eraseIf(F IsForgotten) {
    erase_if(Records, IsForgotten);
    Newest.clear();
  }
  void clear() {
    Records.clear();
    Newest.clear();
    Warps = Clusters = 0;
    FirstTime = ~0u;
    HasWeak = HasWrite = false;
  }

private:
  static constexpr size_t Many = 64;
  /// The numbers of the last records by their authors, of many; empty if they are not known.
  DenseMap<uint64_t, uint32_t> Newest;
  /// Blocks of a row or a column of a grid, which read the same, have different bits.
  static uint64_t getBit(uint64_t Number) {
    constexpr uint64_t Golden = 0x9E37'79B9'7F4A'7C15;
    return uint64_t(1) << (Number * Golden >> 58);
  }
};

/// Holds what is remembered of a word.
struct ShadowWord {
  AccessRecord Write;
  AccessRecord Reads[2]; ///< since then
  uint32_t More = 0;     ///< of ShadowMemory::Others; 0: none
  /// Clusters with equal distances that read alike, as those of a row or a column of a grid do,
  /// need no list: the second, third, … of them up to the last one but one are known by these. The
  /// reads have the second and the last one.
  uint16_t Distance = 0, NumBetween = 0;

  /// Returns true if an access has to know each of them.
  bool needsList(const AccessRecord &Now) const {
    return NumBetween &&
           (Now.IsWrite || Now.IsStrong || Now.IsAsync || Now.Cluster < Reads[0].Cluster);
  }
  /// Adds a read that is like those of the clusters before it. False if it is not.
  bool repeat(const AccessRecord &Now) {
    const uint32_t Next = Now.Cluster - (NumBetween ? Reads[0] : Reads[1]).Cluster;
    const uint32_t Of = NumBetween ? Distance : Reads[1].Cluster - Reads[0].Cluster;
    const bool IsNext = Next == Of && Next && Next < UINT16_MAX && NumBetween < UINT16_MAX;
    if (More || !IsNext || Now.IsAsync || Now.IsStrong || Reads[0].Lanes != Reads[1].Lanes ||
        !Reads[0].isLikeInOtherCluster(Reads[1]) || !Now.isLikeInOtherCluster(Reads[1]))
      return false;
    Distance = uint16_t(Next);
    ++NumBetween;
    return true;
  }
};

/// Bytes that were last written with what nobody wrote.
struct UndefinedBytes : WrittenBytes {
  explicit UndefinedBytes(uint64_t Bytes) : WrittenBytes(Bytes), Changes(Bytes) {}
  std::vector<std::array<uint8_t, 2>> Changes; ///< as those of UndefinedValue
};

/// The words of a range of addresses from 0 on.
class ShadowMemory {
public:
  explicit ShadowMemory(uint64_t Bytes) : Written(Bytes), Words((Bytes + 3) / 4) {}

  ShadowWord &getWord(uint64_t Address) { return Words[Address / 4]; }
  /// Those of a word that has some.
  OtherRecords &getOthers(const ShadowWord &Word) { return Others[Word.More - 1]; }
  /// Gives a word a list if it has none.
  OtherRecords &makeOthers(ShadowWord &Word);
  /// Gives the list of a word back, which is empty.
  void dropOthers(ShadowWord &Word);
  /// Puts the reads of clusters with equal distances into the list.
  void list(ShadowWord &Word) {
    if (Word.NumBetween)
      listAll(Word);
  }

  WrittenBytes Written;
  std::unique_ptr<UndefinedBytes> Undefined; ///< by a store; null if there were none

private:
  void listAll(ShadowWord &Word);

  std::vector<ShadowWord> Words;
  std::vector<OtherRecords> Others;
  std::vector<uint32_t> FreeOthers;
};

/// Pages of global memory that a launch accesses.
class GlobalShadow {
public:
  static constexpr uint64_t PageBytes = 4096;
  std::mutex Lock;
  ShadowMemory &getPage(uint64_t Address) {
    const uint64_t Number = Address / PageBytes;
    if (Number == LastNumber)
      return *Last;
    std::unique_ptr<ShadowMemory> &Page = Pages[Number];
    if (!Page)
      Page = std::make_unique<ShadowMemory>(PageBytes);
    LastNumber = Number;
    Last = Page.get();
    return *Last;
  }
  /// Calls a function with the address of each page and with the page, in the order of addresses.
  template <class F> void forEachPage(F Visit) {
    std::vector<uint64_t> Numbers;
    for (const auto &[Number, Page] : Pages)
      Numbers.push_back(Number);
    llvm::sort(Numbers);
    for (uint64_t Number : Numbers)
      Visit(Number * PageBytes, *Pages[Number]);
  }

private:
  uint64_t LastNumber = ~uint64_t(0);
  ShadowMemory *Last = nullptr;
  DenseMap<uint64_t, std::unique_ptr<ShadowMemory>> Pages;
};

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_SHADOWMEMORY_H

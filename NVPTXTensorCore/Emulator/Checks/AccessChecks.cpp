//===- AccessChecks.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Remembers the accesses to a word. Those that are ordered before a newer one (AccessRelations)
// are forgotten.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/AccessChecks.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static constexpr uint8_t AllBytes = 0xF; ///< of a word

AccessChecks::Observer &AccessChecks::observe(const Actor &Who, Memory In) {
  Observer &O = Last;
  const bool IsStrong = Who.Order != Strength::Weak;
  const unsigned Reach = IsStrong ? getReach(Who.Within) : 0;
  const unsigned Warp = Who.Operation ? 0 : Of.Order.getClusterWarp(*Who.Group);
  const bool IsSame = O.Group == Who.Group && O.Operation == Who.Operation &&
                      O.Record.At == Who.At && O.Through == Who.Through &&
                      O.Record.IsStrong == IsStrong && O.Record.Reach == Reach && O.In == In;
  // An operation may be where another one was that has ended.
  if (IsSame && Who.Operation && O.Record.Time == uint32_t(Who.Operation->Number) &&
      O.Record.Warp == Who.Operation->ClusterWarp)
    return O;
  if (IsSame && !Who.Operation && O.Record.Warp == Warp &&
      O.Record.Time == Of.Order.getTime(Warp) && O.Seen == Of.Order.getSeen(Warp, Who.Lane)) {
    O.Lanes = LaneMask(1) << Who.Lane;
    return O;
  }
  if (IsStrong && In == Memory::Shared && Who.Group && isVolatile(*Who.At))
    VolatileAccesses[{Who.At, Warp}] = Who.Group->getActive();
  O = Observer();
  O.Group = Who.Group;
  O.Operation = Who.Operation;
  O.Through = Who.Through;
  O.In = In;
  O.Record.At = Who.At;
  O.Record.Cluster = uint32_t(Of.getNumber());
  O.Record.IsStrong = IsStrong;
  O.Record.Reach = uint8_t(Reach);
  if (const AsyncAuthor *Author = Who.Operation) {
    O.Seen = Author->Seen.get();
    O.Record.IsAsync = true;
    O.Record.Warp = uint16_t(Author->ClusterWarp);
    O.Record.Time = uint32_t(Author->Number);
    O.Lanes = LaneMask(1) << Author->Lane;
    O.Pipeline = Of.Order.getRecord(Author->ClusterWarp, Author->Number).Pipeline;
    return O;
  }
  O.Seen = Of.Order.getSeen(Warp, Who.Lane);
  O.Record.Warp = uint16_t(Warp);
  O.Record.Time = Of.Order.getTime(Warp);
  O.TogetherTime = Of.Order.getTogetherTime(Warp);
  O.Lanes = LaneMask(1) << Who.Lane;
  return O;
}

/// Returns true if two strong accesses have scopes that each include the other thread (PTX ISA,
/// Morally Strong Operations).
static bool areMorallyStrong(const AccessRecord &A, const AccessRecord &B, size_t WarpsOfBlock) {
  if (!A.IsStrong || !B.IsStrong || isStoreOverMBarrier(A, B) || isStoreOverMBarrier(B, A))
    return false;
  const unsigned Reach = std::min(A.Reach, B.Reach);
  return Reach == AccessRecord::ToAll ||
         (A.Cluster == B.Cluster && (Reach || A.Warp / WarpsOfBlock == B.Warp / WarpsOfBlock));
}

std::pair<uint32_t, uint32_t> AccessChecks::findSeenOfOthers(const Observer &O) const {
  const size_t NumWarps = Of.Blocks.size() * Of.Blocks.front()->Warps.size();
  return O.Seen ? O.Seen->getBounds(O.Record.Cluster, NumWarps, O.Record.Warp)
                : std::pair<uint32_t, uint32_t>();
}

bool AccessChecks::isBehindCache(const AccessRecord &Write, const Observer &O) const {
  return O.Through == Proxy::ReadOnly && Write.At && Write.IsWrite && !isOfEarlierGrid(Write);
}

/// Checks two accesses. Returns false if what is wrong with them hides what else may be.
bool AccessChecks::checkRecord(const AccessRecord &Before, const Observer &O, const Target &T) {
  const AccessRecord &Now = O.Record;
  const bool Conflicts = Before.At && (Before.Bytes & Now.Bytes) && (Before.IsWrite || Now.IsWrite);
  if (!Conflicts)
    return true;
  if (areMorallyStrong(Before, Now, Of.Blocks.front()->Warps.size())) {
    if (T.In == Memory::Shared && Before.hasAuthorOf(Now) && !Now.IsAsync)
      checkVolatile(Before, O, T);
    return true;
  }
  Relation Found = relate(Before, O);
  if (Found == Relation::Unordered && Before.IsWrite && Now.IsWrite)
    Found = relateWrites(Before, O, T);
  if (Found == Relation::Ordered && isBehindCache(Before, O))
    Found = Relation::NotCoherent;
  if (Found == Relation::Ordered)
    return true;
  report(Before, O, T, Found);
  // It hides no other finding, as it may be a warning of what is right on hardware.
  return Found == Relation::NoFenceOfReads || Found == Relation::NoWarpgroupOrder;
}

/// Adds an access to one of the same warp and time, of which there may be one for each lane and
/// instruction otherwise; a write to one of the same instruction. False if they are not alike.
static bool addTo(AccessRecord &R, const AccessRecord &Now, LaneMask Lanes) {
  const bool IsLike = R.At && R.Time == Now.Time && R.isLike(Now) && (!R.IsWrite || R.At == Now.At);
  if (IsLike) {
    R.Lanes |= Lanes;
    R.At = Now.At;
  }
  return IsLike;
}

/// A word may be read by warps by the thousand, and operations may arrive at an mbarrier before
/// anybody waits for them. Which ones a newer access makes superfluous is then asked whenever their
/// number has doubled.
static bool areLookedAt(const OtherRecords &Others) {
  return !Others.areMany() || isPowerOf2_64(Others.Records.size());
}

/// Replaces the last read of a warp, of many, by a new one if the two are alike or the new one
/// makes the other superfluous.
bool AccessChecks::replaceOwn(OtherRecords &Others, const Observer &O) const {
  const AccessRecord &Now = O.Record;
  AccessRecord *Own = Others.mayHaveWarpOf(Now) ? Others.findNewest(Now) : nullptr;
  if (!Own || Own->IsWrite)
    return false;
  if (addTo(*Own, Now, O.Lanes))
    return true;
  if ((Own->Bytes & ~Now.Bytes) || relate(*Own, O) != Relation::Ordered)
    return false;
  O.copyRecord(*Own);
  Others.HasWeak |= !Now.isStrongForAll();
  return true;
}

/// Remembers an access, and forgets those that it makes superfluous.
void AccessChecks::keep(ShadowMemory &Shadow, ShadowWord &Word, const Observer &O) {
  const AccessRecord &Now = O.Record;
  Shadow.list(Word);
  // The others, if they are looked at.
  OtherRecords *Others = Word.More ? &Shadow.getOthers(Word) : nullptr;
  const auto IsAdded = [&](AccessRecord &R) { return addTo(R, Now, O.Lanes); };
  const auto IsAddedToOthers = [&] { return Others && any_of(Others->Records, IsAdded); };
  if (!Now.IsWrite && any_of(Word.Reads, IsAdded))
    return;
  if (!Now.IsWrite && Others && Others->areMany() && replaceOwn(*Others, O))
    return;
  if (Others && (Now.IsStrong || !Now.IsWrite) && !areLookedAt(*Others))
    Others = nullptr;
  if (!Now.IsWrite && IsAddedToOthers())
    return;
  const auto Covers = [&](const AccessRecord &R) {
    if (!R.At)
      return true;
    if ((R.Bytes & ~Now.Bytes) || (R.IsWrite && !Now.IsWrite))
      return false;
    const Relation Found = relate(R, O);
    return Found == Relation::Ordered || Found == Relation::NoFenceOfReads;
  };
  for (AccessRecord &R : Word.Reads)
    if (Covers(R))
      R = AccessRecord();
  if (Others) {
    Others->eraseIf(Covers);
    if (Others->Records.empty()) {
      Shadow.dropOthers(Word);
      Others = nullptr;
    }
  }
  AccessRecord *Free = Now.IsWrite ? (Covers(Word.Write) ? &Word.Write : nullptr)
                                   : find_if(Word.Reads, [](const auto &R) { return !R.At; });
  if (!Now.IsWrite && Free == std::end(Word.Reads))
    Free = nullptr;
  if (!Free && Now.IsWrite && (IsAdded(Word.Write) || IsAddedToOthers()))
    return;
  AccessRecord &To = Free ? *Free : Now.IsWrite ? Word.Write : Word.Reads[0];
  if (!Free)
    Shadow.makeOthers(Word).add(To);
  O.copyRecord(To);
}

/// Returns false if none of the records can be ordered before a read.
inline bool AccessChecks::mayHaveSeen(const OtherRecords &Others, const Observer &O) const {
  const AccessRecord &Now = O.Record;
  if (Now.IsAsync || Others.mayHaveWarpOf(Now) || (O.Seen && !O.Seen->hasOnly(Now.Cluster)))
    return true;
  if (!O.Seen || !Others.mayHaveClusterOf(Now))
    return false;
  return Others.FirstTime <= getSeenOfOthers(O).second;
}

/// The same of a read of a whole word that is like none of those that are remembered, and that the
/// write comes before. Tiles are read by many warps, none of which is ordered after another.
LLVM_ATTRIBUTE_ALWAYS_INLINE void AccessChecks::keepRead(ShadowMemory &Shadow, ShadowWord &Word,
                                                         const Observer &O) {
  const auto IsSuperfluous = [&](const AccessRecord &R) {
    const std::optional<Relation> Quick = relateQuickly(R, O);
    return (Quick ? *Quick : relate(R, O)) == Relation::Ordered;
  };
  if (O.Seen && !O.Seen->hasOnly(O.Record.Cluster))
    Shadow.list(Word);
  AccessRecord *Free = nullptr;
  for (AccessRecord &R : reverse(Word.Reads)) {
    if (R.At && IsSuperfluous(R)) {
      Shadow.list(Word);
      R = AccessRecord();
    }
    Free = R.At ? Free : &R;
  }
  if (!Free && Word.repeat(O.Record))
    return O.copyRecord(Word.Reads[0]);
  Shadow.list(Word);
  OtherRecords *Others = Word.More ? &Shadow.getOthers(Word) : nullptr;
  if (Others && mayHaveSeen(*Others, O) && areLookedAt(*Others)) {
    Others->eraseIf(IsSuperfluous);
    if (Others->Records.empty())
      Shadow.dropOthers(Word);
  }
  if (!Free) {
    Free = &Word.Reads[0];
    Shadow.makeOthers(Word).add(*Free);
  }
  O.copyRecord(*Free);
}

/// Most accesses are to what the thread had itself, or to what was just found to be ordered: a few
/// comparisons say it. False if more has to be asked. The access is one to the whole word.
LLVM_ATTRIBUTE_ALWAYS_INLINE bool AccessChecks::keepQuickly(ShadowMemory &Shadow, ShadowWord &Word,
                                                            const Observer &O) {
  const AccessRecord &Now = O.Record, &Known = O.Ordered;
  const auto IsOrdered = [&](const AccessRecord &R) {
    if (!R.At)
      return true;
    if (R.hasAuthorOf(Now) &&
        (Now.IsAsync ? R.Time == Now.Time : !(R.Lanes & ~O.Lanes) || R.Time <= O.TogetherTime))
      return true;
    if (Known.At && R.Time == Known.Time && R.hasAuthorOf(Known) && (Known.IsWrite || !R.IsWrite))
      return true;
    return relateQuickly(R, O) == Relation::Ordered;
  };
  if (!IsOrdered(Word.Write) || isBehindCache(Word.Write, O))
    return false;
  if (Word.needsList(Now))
    Shadow.list(Word);
  if (Now.IsWrite) {
    if (!IsOrdered(Word.Reads[0]) || !IsOrdered(Word.Reads[1]))
      return false;
    if (Word.More) { // a tile that many warps have read
      OtherRecords &Others = Shadow.getOthers(Word);
      for (const AccessRecord &R : Others.Records)
        if (!IsOrdered(R))
          return false;
      Shadow.dropOthers(Word);
    }
    O.copyRecord(Word.Write);
    Word.Reads[0].At = Word.Reads[1].At = nullptr;
    return true;
  }
  for (AccessRecord &R : Word.Reads)
    if (addTo(R, Now, O.Lanes))
      return true;
  if (!Word.Reads[0].At && !Word.Reads[1].At && !Word.More) { // as behind a write
    O.copyRecord(Word.Reads[0]);
    return true;
  }
  if (Word.More) {
    OtherRecords &Others = Shadow.getOthers(Word);
    if (Others.HasWrite || Now.IsStrong)
      return false;
    if (Others.mayHaveWarpOf(Now)) {
      const auto IsAdded = [&](AccessRecord &R) { return addTo(R, Now, O.Lanes); };
      if (Others.areMany() ? replaceOwn(Others, O) : any_of(reverse(Others.Records), IsAdded))
        return true;
    }
  }
  keepRead(Shadow, Word, O);
  return true;
}

/// Lanes that read together are as one, unless it is their own warp that accessed the words since
/// its lanes were together.
bool AccessChecks::readTogether(ShadowMemory &Shadow, uint64_t Offset, unsigned Bytes,
                                Observer &O) {
  const AccessRecord &Now = O.Record;
  const auto IsOfLane = [&](const AccessRecord &R) {
    return R.At && R.hasAuthorOf(Now) && R.Time > O.TogetherTime &&
           !(R.Time == Now.Time && R.isLike(Now));
  };
  const auto HasOfLane = [&](OtherRecords &Others) {
    if (!Others.mayHaveWarpOf(Now))
      return false;
    if (!Others.areMany())
      return any_of(Others.Records, IsOfLane);
    const AccessRecord *Own = Others.findNewest(Now);
    return Own && IsOfLane(*Own);
  };
  O.setWrite(false);
  O.setBytes(AllBytes);
  ShadowWord *Word = &Shadow.getWord(Offset);
  for (ShadowWord *End = Word + Bytes / 4; Word != End; ++Word) {
    if (Word->needsList(Now))
      Shadow.list(*Word);
    if (IsOfLane(Word->Write) || IsOfLane(Word->Reads[0]) || IsOfLane(Word->Reads[1]) ||
        (Word->More && HasOfLane(Shadow.getOthers(*Word))))
      return false;
    if (!keepQuickly(Shadow, *Word, O))
      return false;
  }
  return true;
}

/// Returns true if a strong write to a word is ordered before an access since an atomic operation
/// that is has observed it (PTX ISA, Causality Order). Other writes are in the order of time, and
/// the last one is not among them.
bool AccessChecks::isObserved(const AccessRecord &Before, const ShadowWord &Word,
                              const OtherRecords &Others, const Observer &O) const {
  if (!Before.IsStrong || !Before.IsWrite || Before.IsAsync)
    return false;
  const auto Observes = [&](const AccessRecord &R) {
    return R.At && R.IsWrite && R.At->Operation == OperationKind_Atomic &&
           !(Before.Bytes & ~R.Bytes) &&
           areMorallyStrong(Before, R, Of.Blocks.front()->Warps.size()) &&
           relate(R, O) == Relation::Ordered;
  };
  return Observes(Word.Write) ||
         any_of(reverse(make_range(&Before + 1, Others.Records.end())), Observes);
}

void AccessChecks::checkWord(ShadowMemory &Shadow, ShadowWord &Word, Observer &O, const Target &T) {
  Shadow.list(Word);
  bool IsRight = checkRecord(Word.Write, O, T);
  if (O.Record.IsWrite)
    for (const AccessRecord &R : Word.Reads) {
      if (IsRight)
        IsRight = checkRecord(R, O, T);
      else
        widen(R, O);
    }
  const OtherRecords *Others = Word.More ? &Shadow.getOthers(Word) : nullptr;
  // There may be thousands of strong ones, of which mostly none has to have been observed.
  const auto IsFine = [&](const AccessRecord &R) {
    const bool Conflicts = (R.Bytes & O.Record.Bytes) && (R.IsWrite || O.Record.IsWrite);
    const bool MayRace = Conflicts &&
                         !areMorallyStrong(R, O.Record, Of.Blocks.front()->Warps.size()) &&
                         relate(R, O) != Relation::Ordered;
    return (MayRace && isObserved(R, Word, *Others, O)) || checkRecord(R, O, T);
  };
  if (Others && (Others->HasWeak || !O.Record.isStrongForAll()))
    for (const AccessRecord &R : Others->Records) {
      if (IsRight)
        IsRight = IsFine(R);
      else
        widen(R, O);
    }
  keep(Shadow, Word, O);
}

/// Bytes of one word or more, not all of each.
void AccessChecks::checkParts(ShadowMemory &Shadow, uint64_t Offset, unsigned Bytes, Observer &O,
                              const Target &T) {
  for (uint64_t At = Offset, End = Offset + Bytes; At != End;) {
    const uint64_t WordEnd = std::min(alignDown(At, 4) + 4, End);
    O.setBytes(maskTrailingOnes<uint8_t>(WordEnd - At) << (At % 4));
    checkWord(Shadow, Shadow.getWord(At), O, T);
    At = WordEnd;
  }
}

inline void AccessChecks::check(ShadowMemory &Shadow, uint64_t Offset, unsigned Bytes, Access How,
                                Observer &O, const Target &T) {
  O.setWrite(How != Access::Read);
  if ((Offset | Bytes) % 4)
    return checkParts(Shadow, Offset, Bytes, O, T);
  O.setBytes(AllBytes);
  ShadowWord *Word = &Shadow.getWord(Offset);
  for (ShadowWord *End = Word + Bytes / 4; Word != End; ++Word)
    if (O.Through == Proxy::TensorMap || !keepQuickly(Shadow, *Word, O))
      checkWord(Shadow, *Word, O, T);
}

//===----------------------------------------------------------------------===//
// Memories
//===----------------------------------------------------------------------===//

static ShadowMemory &getShadow(Block &B) {
  if (!B.Shadow)
    B.Shadow = std::make_unique<ShadowMemory>(B.Shared.size());
  return *B.Shadow;
}

/// Returns the bytes that a load reads for each of its registers.
static unsigned getElementBytes(const Instruction *I) {
  return I && I->Operation == OperationKind_Load ? I->On.getBytes() : 1;
}

inline void AccessChecks::checkWritten(WrittenBytes &Written, uint64_t Offset, Access How,
                                       const Target &T, Check Kind) {
  if (How != Access::Write && !Written.contains(Offset, T.Bytes)) {
    unsigned At = 0;
    while (At != T.Bytes && Written.containsAny(Offset + At, T.ElementBytes))
      At += T.ElementBytes;
    const bool IsLoad = Last.Record.At && Last.Record.At->Operation == OperationKind_Load;
    if (At != T.Bytes && !(T.In == Memory::Shared && IsLoad))
      reportUndefined(T, Kind);
    else if (At == T.Bytes || !reportInFlight(T))
      UnwrittenReads |= Last.Lanes;
  }
  if (How != Access::Read)
    Written.add(Offset, T.Bytes);
}

inline void AccessChecks::checkInBlock(ShadowMemory &Shadow, uint32_t Offset, Access How,
                                       Observer &O, const Target &T) {
  if (Of.getLaunch().ChecksWritten)
    checkWritten(Shadow.Written, Offset, How, T, Check::Uninitialized);
  if (Shadow.Undefined && How != Access::Read)
    Shadow.Undefined->remove(Offset, T.Bytes);
  if (Of.getLaunch().ChecksOrder)
    check(Shadow, Offset, T.Bytes, How, O, T);
}

void AccessChecks::checkShared(const Actor &Who, Block &B, uint32_t Offset, unsigned Bytes,
                               Access How) {
  ShadowMemory &Shadow = getShadow(B);
  Observer &O = observe(Who, Memory::Shared);
  Target T = {Memory::Shared, B.getSharedBase() + Offset, Bytes, B.Shared.data() + Offset};
  T.ElementBytes = getElementBytes(Who.At);
  if (Shadow.Undefined && How != Access::Write &&
      !(Who.At && Who.At->Operation == OperationKind_Load) &&
      Shadow.Undefined->containsAny(Offset, Bytes))
    reportUndefined(T, Check::Uninitialized, /*IsStored=*/true);
  checkInBlock(Shadow, Offset, How, O, T);
}

void AccessChecks::checkTensor(const Actor &Who, Block &B, ShadowMemory &Shadow, uint32_t Offset,
                               unsigned Bytes, Access How) {
  checkInBlock(Shadow, Offset, How, observe(Who, Memory::Tensor),
               {Memory::Tensor, Offset / 4, Bytes, nullptr, &B, Who.ReadsAccumulators});
}

/// The shadow is locked.
void AccessChecks::checkInPages(GlobalShadow &Shadow, const Allocation &A, uint64_t Address,
                                unsigned Bytes, unsigned ElementBytes, Access How, Observer &O) {
  Target T{Memory::Global, Address, Bytes, reinterpret_cast<const uint8_t *>(Address)};
  T.ElementBytes = ElementBytes;
  if (O.Through == Proxy::TensorMap)
    O.SeenOfMap = Of.Order.getSeenOfMap(O.Record.Warp, llvm::countr_zero(O.Lanes), Address);
  if (A.Written && Of.getLaunch().ChecksGlobalWritten)
    checkWritten(*A.Written, Address - A.Address, How, T, Check::UninitializedGlobal);
  if (!Of.getLaunch().ChecksOrder)
    return;
  for (uint64_t At = Address, End = Address + Bytes; At != End;) {
    const uint64_t InPage = At % GlobalShadow::PageBytes;
    const unsigned Part = unsigned(std::min(End - At, GlobalShadow::PageBytes - InPage));
    check(Shadow.getPage(At), InPage, Part, How, O, T);
    At += Part;
  }
}

void AccessChecks::checkGlobal(const Actor &Who, const Allocation &A, uint64_t Address,
                               unsigned Bytes, Access How) {
  GlobalShadow &Shadow = Of.getLaunch().History.Shadow;
  std::lock_guard<std::mutex> Guard(Shadow.Lock);
  checkInPages(Shadow, A, Address, Bytes, getElementBytes(Who.At), How,
               observe(Who, Memory::Global));
}

namespace {
/// Lanes with the same address.
struct LaneGroups {
  LaneMask First = 0;                     ///< the first lane of each group
  std::array<LaneMask, WarpSize> Members; ///< of these

  void find(LaneMask Lanes, const uint64_t (&Addresses)[WarpSize], bool MayBeTogether) {
    constexpr unsigned Half = WarpSize / 2;
    if (!MayBeTogether)
      return setSingle(Lanes);
    // Threads of a block with rows of a half of a warp read the same in both halves.
    const bool AreRepeated =
        Lanes == AllLanes && std::equal(Addresses, Addresses + Half, Addresses + Half);
    const LaneMask Different = AreRepeated ? llvm::maskTrailingOnes<LaneMask>(Half) : Lanes;
    const unsigned End = AreRepeated ? Half : WarpSize;
    bool AreAscending = true;
    for (unsigned Lane = 1; Lane != End; ++Lane)
      AreAscending &= Addresses[Lane] > Addresses[Lane - 1];
    if (AreAscending)
      setSingle(Different);
    else
      findEqual(Different, Addresses);
    for (unsigned Lane = 0; AreRepeated && Lane != Half; ++Lane)
      Members[Lane] |= Members[Lane] << Half;
  }

private:
  static constexpr std::array<LaneMask, WarpSize> makeSingle() {
    std::array<LaneMask, WarpSize> Single = {};
    for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
      Single[Lane] = LaneMask(1) << Lane;
    return Single;
  }
  void setSingle(LaneMask Lanes) {
    static constexpr std::array<LaneMask, WarpSize> Single = makeSingle();
    First = Lanes;
    Members = Single;
  }
  /// Few groups with different addresses share a location of the table; those that do are not found
  /// to be one.
  void findEqual(LaneMask Lanes, const uint64_t (&Addresses)[WarpSize]) {
    constexpr unsigned TableSize = 64;
    uint8_t Table[TableSize] = {};
    LaneMask Begins = 1; // the lanes whose address is not that of the lane before
    for (unsigned Lane = 1; Lane != WarpSize; ++Lane)
      Begins |= LaneMask(Addresses[Lane] != Addresses[Lane - 1]) << Lane;
    while (Begins) {
      const unsigned Begin = llvm::countr_zero(Begins);
      const LaneMask From = Begins & -Begins;
      Begins ^= From;
      const LaneMask Run = Lanes & ((Begins & -Begins) - From);
      uint8_t &Known = Table[Addresses[Begin] / 4 % TableSize];
      if ((First >> Known & 1) && Addresses[Known] == Addresses[Begin]) {
        Members[Known] |= Run;
      } else if (Run) {
        Known = uint8_t(llvm::countr_zero(Run));
        First |= Run & -Run;
        Members[Known] = Run;
      }
    }
  }
};
} // namespace

void AccessChecks::checkLanes(ThreadGroup &G, const Instruction &I, const Allocation *Global,
                              const uint64_t (&Addresses)[WarpSize], unsigned Bytes, Access How) {
  const Launch &L = Of.getLaunch();
  const unsigned Warp = Of.Order.getClusterWarp(G);
  const Memory In = Global ? Memory::Global : Memory::Shared;
  const unsigned ElementBytes = getElementBytes(&I);
  Actor Who = G.getActor(I, G.getFirstActive());
  observe(Who, In);
  // Lanes have mostly seen the same.
  const bool AreAlike = Of.Order.haveSeenTheSame(Warp, G.getActive());
  const auto Observe = [&](unsigned Lane) -> Observer & {
    if (!AreAlike) {
      Who.Lane = Lane;
      return observe(Who, In);
    }
    Last.Lanes = LaneMask(1) << Lane;
    return Last;
  };
  // Lanes that read the same location, such as a factor of a whole row, do so once if nothing is
  // wrong with it.
  LaneGroups Groups;
  Groups.find(G.getActive(), Addresses,
              AreAlike && L.ChecksOrder && How == Access::Read && Bytes % 4 == 0);
  const auto ForEach = [&](auto ReadTogether, auto CheckLane) {
    for (LaneMask Left = Groups.First; Left; Left &= Left - 1) {
      const unsigned Lane = llvm::countr_zero(Left);
      LaneMask Same = Groups.Members[Lane];
      Last.Lanes = Same;
      if (Same != (Left & -Left) && ReadTogether(Addresses[Lane]))
        continue;
      for (; Same; Same &= Same - 1)
        CheckLane(unsigned(llvm::countr_zero(Same)));
    }
  };
  if (!Global) {
    Block &B = G.getBlock();
    ShadowMemory &Shadow = getShadow(B);
    const uint32_t Base = B.getSharedBase();
    const auto ReadTogether = [&](uint64_t Address) {
      const uint32_t Offset = uint32_t(Address) - Base;
      return (!L.ChecksWritten || Shadow.Written.contains(Offset, Bytes)) &&
             readTogether(Shadow, Offset, Bytes, Last);
    };
    const auto CheckLane = [&](unsigned Lane) {
      const auto Address = uint32_t(Addresses[Lane]);
      const uint32_t Offset = Address - Base;
      Target T = {Memory::Shared, Address, Bytes, B.Shared.data() + Offset};
      T.ElementBytes = ElementBytes;
      checkInBlock(Shadow, Offset, How, Observe(Lane), T);
    };
    return ForEach(ReadTogether, CheckLane);
  }
  GlobalShadow &Shadow = Of.getLaunch().History.Shadow;
  std::lock_guard<std::mutex> Guard(Shadow.Lock);
  const bool ChecksWritten = L.ChecksGlobalWritten && Global->Written;
  const auto ReadTogether = [&](uint64_t Address) {
    const uint64_t InPage = Address % GlobalShadow::PageBytes;
    return InPage + Bytes <= GlobalShadow::PageBytes &&
           (!ChecksWritten || Global->Written->contains(Address - Global->Address, Bytes)) &&
           readTogether(Shadow.getPage(Address), InPage, Bytes, Last);
  };
  const auto CheckLane = [&](unsigned Lane) {
    checkInPages(Shadow, *Global, Addresses[Lane], Bytes, ElementBytes, How, Observe(Lane));
  };
  // The shadow is larger than the host's caches.
  if (L.ChecksOrder)
    for (LaneMask Left = Groups.First; Left; Left &= Left - 1) {
      const uint64_t Address = Addresses[llvm::countr_zero(Left)];
      const ShadowWord &Word = Shadow.getPage(Address).getWord(Address % GlobalShadow::PageBytes);
      __builtin_prefetch(&Word, 1);
      __builtin_prefetch(reinterpret_cast<const char *>(&Word) + sizeof(Word) - 1, 1);
    }
  ForEach(ReadTogether, CheckLane);
}

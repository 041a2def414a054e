//===- TileUses.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the reads of tiles.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/TileUses.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Machine/MemoryNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static Location makeLocation(const Block &B, const Instruction &I) {
  const Dim3 Position = B.getPosition();
  Location At;
  At.Instruction = I.Source;
  At.SourceLine = I.SourceLine;
  At.Kernel = B.getLaunch().Request.Kernel->Name;
  At.Block = {Position.X, Position.Y, Position.Z};
  return At;
}

/// The tile, if there is one, is named behind the other instruction: sentences about tiles that are
/// used alike are the same.
Report TileUses::make(const Instruction &I, const Instruction *Other, const char *What,
                      const Tile *T, const std::string &Sentence) const {
  Report R;
  R.Kind = Check::Descriptors;
  R.Level = Severity::Warning;
  R.Sentence = Sentence;
  R.At = makeLocation(Of, I);
  if (Other)
    R.Others.push_back({What + (", " + printShared(Of.getLaunch(), Of.getSharedBase() + T->Begin)),
                        makeLocation(Of, *Other)});
  return R;
}

void TileUses::note(const Instruction &I, const Instruction *Other, const char *What, const Tile *T,
                    const std::string &Sentence) {
  Of.getLaunch().Reports.addHint(make(I, Other, What, T, Sentence));
}

static std::string printSwizzle(unsigned Bytes) {
  return Bytes ? "the " + utostr(Bytes) + "-byte swizzle" : "no swizzle";
}

/// Returns true if elements of one type are read as those of another one of the same size. Maps of
/// integers may have any.
static bool areOfOtherType(StringRef Written, StringRef Read) {
  constexpr StringLiteral Halves[] = {"f16", "bf16"}, Bytes[] = {"e4m3", "e5m2", "e2m3", "e3m2"};
  const auto AreIn = [&](ArrayRef<StringLiteral> Types) {
    return is_contained(Types, Written) && is_contained(Types, Read);
  };
  return Written != Read && (AreIn(Halves) || AreIn(Bytes));
}

void TileUses::write(const Instruction &I, uint32_t Offset, uint32_t Bytes, unsigned Swizzle,
                     StringRef Type) {
  for (const Tile &T : Tiles)
    if (T.Begin == Offset && T.Bytes == Bytes)
      judge(T);
  erase_if(Tiles,
           [&](const Tile &T) { return T.Begin < Offset + Bytes && Offset < T.Begin + T.Bytes; });
  const uint32_t Pattern = Swizzle * LinesOfPattern;
  if (Pattern && (Of.getSharedBase() + Offset) % Pattern)
    note(I, nullptr, "", nullptr,
         "the tile at " + printShared(Of.getLaunch(), Of.getSharedBase() + Offset) + " has " +
             printSwizzle(Swizzle) + " and does not begin at a multiple of " + utostr(Pattern) +
             " bytes: the swizzle goes by the address, and not by the row of the tile");
  Tiles.push_back(
      {&I, Offset, Bytes, Swizzle, Type, nullptr, std::vector<unsigned>(divideCeil(Bytes, Unit))});
}

void TileUses::read(const Instruction &I, uint32_t Offset, uint32_t Bytes, unsigned Swizzle,
                    StringRef Type) {
  for (Tile &T : Tiles) {
    if (Offset + Bytes <= T.Begin || T.Begin + T.Bytes <= Offset)
      continue;
    const uint32_t First = std::max(Offset, T.Begin) - T.Begin;
    const uint32_t End = std::min(Offset + Bytes, T.Begin + T.Bytes) - T.Begin;
    for (uint32_t At = First / Unit; At * Unit < End; ++At)
      ++T.TimesRead[At];
    const bool IsNew = T.Reader != &I;
    T.Reader = &I;
    if (IsNew && areOfOtherType(T.Type, Type))
      note(I, T.Writer, "the copy that wrote the tile", &T,
           "the multiplication reads a tile as " + Type.str() +
               ", and the tensor that was copied has elements of type " + T.Type.str());
    if (T.Swizzle != Swizzle && !T.IsReported)
      reportSwizzle(I, T, First, End, Swizzle);
  }
}

/// It is a warning, as the tile of a benchmark may have one value everywhere. What threads have
/// written over a tile may have any order.
void TileUses::reportSwizzle(const Instruction &I, Tile &T, uint32_t Begin, uint32_t End,
                             unsigned Swizzle) {
  Report R = make(I, T.Writer, "the copy that wrote the tile", &T,
                  "the descriptor reads a tile with " + printSwizzle(Swizzle) +
                      ", and the tensor map of the copy has " + printSwizzle(T.Swizzle));
  ReportList &Reports = Of.getLaunch().Reports;
  for (uint32_t At = Begin & ~3u; At < End; At += 4)
    if (!Of.Shadow || Of.Shadow->getWord(T.Begin + At).Write.At != T.Writer)
      return Reports.addHint(std::move(R));
  T.IsReported = true;
  R.Level = std::min(Severity::Warning, Reports.getSeverity(R.Kind));
  R.Missing = "one swizzle in both: that of cuTensorMapEncodeTiled, and the layout type of the "
              "matrix descriptor";
  Reports.add(std::move(R));
}

void TileUses::readTwice(const Instruction &I, uint64_t Bytes, uint64_t All) {
  note(
      I, nullptr, "", nullptr,
      "the descriptor reads " + utostr(Bytes) + " of " + utostr(All) +
          " bytes of the matrix more than once: leading and stride bytes that overlap, or that are "
          "exchanged");
}

/// A tile is mostly read as a whole, and as often everywhere.
void TileUses::judge(const Tile &T) {
  if (!T.Reader && T.Swizzle)
    note(
        *T.Writer, nullptr, "", nullptr,
        "this copies a tile with " + printSwizzle(T.Swizzle) +
            ", and no multiplication reads it: what is at address a without a swizzle is at a ^ (a "
            "/ 128 % " +
            utostr(T.Swizzle / Unit) + " * 16), with a from the beginning of shared memory");
  if (!T.Reader)
    return;
  const uint64_t NumUnread = llvm::count(T.TimesRead, 0u);
  const unsigned Most = *llvm::max_element(T.TimesRead);
  if (!NumUnread)
    return;
  note(*T.Writer, T.Reader, "the multiplication that reads the others", &T,
       utostr(NumUnread * Unit) + " of " + utostr(T.Bytes) +
           " bytes of a tile that this copies are read by no multiplication" +
           (Most > 1 ? ", and others " + utostr(Most) + " times" : ""));
}

/// Notes what was stored to shared memory and is not read at the end: another stage is read in its
/// place. It is not wrong by itself, as tails and zeros are stored where nobody needs them.
void TileUses::noteUnread() {
  constexpr uint32_t MinBytes = 128;
  const Instruction *Writer = nullptr;
  uint32_t Begin = 0;
  for (uint32_t At = 0, End = uint32_t(Of.Shared.size()) / 4 * 4; At <= End; At += 4) {
    const ShadowWord *Word = At == End ? nullptr : &Of.Shadow->getWord(At);
    const Instruction *By = Word ? Word->Write.At : nullptr;
    const auto IsRead = [](const AccessRecord &R) { return R.At && !R.IsWrite; };
    const bool IsUnread = By && By->Operation != OperationKind_TensorCopy &&
                          none_of(Word->Reads, IsRead) &&
                          (!Word->More || none_of(Of.Shadow->getOthers(*Word).Records, IsRead));
    if (IsUnread && !Writer) {
      Writer = By;
      Begin = At;
    }
    if (IsUnread || !Writer)
      continue;
    if (At - Begin >= MinBytes)
      note(
          *Writer, nullptr, "", nullptr,
          utostr(At - Begin) + " bytes from " +
              printShared(Of.getLaunch(), Of.getSharedBase() + Begin) +
              " on, of which this writes the first, are not read: is another stage or address read "
              "in their place?");
    Writer = nullptr;
  }
}

void TileUses::finish() {
  if (Of.Shadow && Of.getLaunch().Options.ExplainsResults)
    noteUnread();
  for (const Tile &T : Tiles)
    judge(T);
  Tiles.clear();
}

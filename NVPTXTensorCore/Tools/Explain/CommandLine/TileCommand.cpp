//===- TileCommand.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tile.
//
//===----------------------------------------------------------------------===//

#include "Explain/CommandLine/Commands.h"
#include "Explain/CommandLine/Options.h"
#include "Explain/Layouts/TileText.h"
#include "Model/Tables/Errors.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

/// The words of the command line, in any order.
struct TileWords {
  StringRef Type;
  std::optional<std::pair<unsigned, unsigned>> Size;
  bool IsKMajor = true;
  std::vector<TileElement> Elements;
};

} // namespace

/// Two numbers with something between them: "64x128", "5,3".
static std::optional<std::pair<unsigned, unsigned>> parsePair(StringRef Text, char Between) {
  auto [First, Second] = Text.split(Between);
  std::pair<unsigned, unsigned> Numbers;
  if (First.trim().getAsInteger(10, Numbers.first) ||
      Second.trim().getAsInteger(10, Numbers.second))
    return std::nullopt;
  return Numbers;
}

static Expected<TileWords> readWords(ArrayRef<std::string> Arguments) {
  TileWords Words;
  for (StringRef Word : Arguments) {
    StringRef Inner = Word;
    bool IsElement = Inner.consume_front("(") && Inner.consume_back(")");
    if (auto Element = IsElement ? parsePair(Inner, ',') : std::nullopt)
      Words.Elements.push_back(*Element);
    else if (auto Size = parsePair(Word, 'x'))
      Words.Size = Size;
    else if (Word.equals_insensitive("K-major"))
      Words.IsKMajor = true;
    else if (Word.equals_insensitive("MN-major") || Word.equals_insensitive("M-major") ||
             Word.equals_insensitive("N-major"))
      Words.IsKMajor = false;
    else if (Words.Type.empty())
      Words.Type = Word;
    else
      return makeError("'" + Word +
                       "' is not a part of a tile; expected a type, a size, K-major or "
                       "MN-major, and elements: bf16 64x64 K-major '(5,3)'");
  }
  if (Words.Type.empty() || !Words.Size)
    return makeUsageError(
        "a tile needs a type and a size, rows (M or N) x columns (K): bf16 64x64");
  for (auto [Row, Column] : Words.Elements)
    if (Row >= Words.Size->first || Column >= Words.Size->second)
      return makeError("the tile does not have an element (" + Twine(Row) + ", " + Twine(Column) +
                       "); it has " + Twine(Words.Size->first) + " rows and " +
                       Twine(Words.Size->second) + " columns");
  return Words;
}

static Expected<SharedMemoryTile> makeTile(const TileWords &Words, const TileOptions &Options) {
  if (Options.Consumer != "wgmma" && Options.Consumer != "tcgen05")
    return makeUsageError((Options.Consumer.empty()
                               ? "--as=wgmma or --as=tcgen05 is missing, which says "
                                 "what reads the tile"
                               : "--as says what reads the tile; expected "
                                 "wgmma or tcgen05, not '" +
                                     Options.Consumer + "'") +
                          (Options.Consumer == "svg" || Options.Consumer == "json"
                               ? "; a picture is --format=svg, an object --format=json"
                               : ""));
  auto Consumer =
      Options.Consumer == "wgmma" ? MatrixDescriptorFormat_WGMMA : MatrixDescriptorFormat_TCGen05;
  Expected<const SharedMemoryElement *> Element =
      findSharedMemoryElement(Consumer, Words.Type, Options.Kind);
  if (!Element)
    return Element.takeError();
  SharedMemoryTileSpec Spec = {Consumer, *Element, Words.Size->first, Words.Size->second,
                               Words.IsKMajor};
  if (Options.Swizzle.empty())
    return makeWidestSharedMemoryTile(Spec);
  Expected<SharedMemorySwizzle> Swizzle = parseSharedMemorySwizzle(Options.Swizzle);
  if (!Swizzle)
    return Swizzle.takeError();
  Spec.Swizzle = *Swizzle;
  return makeSharedMemoryTile(Spec);
}

Expected<bool> explain::runTile(raw_ostream &OS, ArrayRef<std::string> Arguments,
                                const TileOptions &Options) {
  Expected<TileWords> Words = readWords(Arguments);
  if (!Words)
    return Words.takeError();
  Expected<SharedMemoryTile> Tile = makeTile(*Words, Options);
  if (!Tile)
    return Tile.takeError();
  if (Options.Format == OutputFormat::SVG) {
    if (!Words->Elements.empty())
      return makeError("a picture is of a whole tile; leave the elements out");
    printSVG(OS, *Tile);
    return true;
  }
  if (Options.Format == OutputFormat::JSON) {
    json::OStream JSON(OS, /*IndentSize=*/1);
    print(JSON, *Tile, Words->Elements);
    OS << '\n';
    return true;
  }
  for (TileElement Element : Words->Elements)
    print(OS, *Tile, Element);
  if (Words->Elements.empty())
    print(OS, *Tile);
  return true;
}

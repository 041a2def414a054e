//===- SharedMemoryTiles.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks a tile, and computes where its elements are.
//
//===----------------------------------------------------------------------===//

#include "Model/Layouts/SharedMemoryTiles.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/TableIndex.h"
#include "Model/Tables/WordLists.h"
#include "TensorCoreModel/MMAType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace llvm::tensorcore {

#define GET_SharedMemorySwizzles_IMPL
#define GET_SharedMemoryForms_IMPL
#define GET_SharedMemoryStrideTable_IMPL
#define GET_SharedMemoryElements_IMPL
#include "TensorCoreModel.inc"

ArrayRef<SharedMemorySwizzleInfo> getSharedMemorySwizzles() { return SharedMemorySwizzles; }
ArrayRef<SharedMemoryForm> getSharedMemoryForms() { return SharedMemoryForms; }
ArrayRef<SharedMemoryElement> getSharedMemoryElements() { return SharedMemoryElements; }

bool SharedMemoryElement::isReadBy(StringRef Reader) const { return is_contained(Readers, Reader); }

} // namespace llvm::tensorcore

static constexpr StringLiteral KindPrefix = "kind::";
static constexpr StringLiteral WGMMAReader = "wgmma";
/// The bytes that a swizzle moves together at least, and up to which padding fills elements of 4
/// and 6 bits.
static constexpr unsigned VectorBytes = 16;
/// Bits of an address in shared memory from which on they change a chunk's number.
static constexpr unsigned SwizzlingBytes = 128;

//===----------------------------------------------------------------------===//
// Elements and swizzles
//===----------------------------------------------------------------------===//

/// Returns true if the consumer, or the kind of it, reads elements so.
static bool isReadBy(const SharedMemoryElement &Element, MatrixDescriptorFormat Consumer,
                     StringRef Kind) {
  if (Consumer == MatrixDescriptorFormat_WGMMA)
    return Element.isReadBy(WGMMAReader);
  return any_of(Element.Readers, [&](StringRef Reader) {
    return Reader.consume_front(KindPrefix) && (Kind.empty() || Reader == Kind);
  });
}

Expected<const SharedMemoryElement *>
tensorcore::findSharedMemoryElement(MatrixDescriptorFormat Consumer, StringRef Type,
                                    StringRef Kind) {
  bool IsWGMMA = Consumer == MatrixDescriptorFormat_WGMMA;
  if (IsWGMMA && !Kind.empty())
    return makeError("wgmma has no kinds; tcgen05 has");
  Kind.consume_front(".");
  Kind.consume_front(KindPrefix);
  std::vector<std::string> Types, Kinds;
  auto Add = [](std::vector<std::string> &To, StringRef Word) {
    if (!is_contained(To, Word))
      To.push_back(Word.str());
  };
  for (const SharedMemoryElement &Element : SharedMemoryElements) {
    if (Element.Spelling == Type && isReadBy(Element, Consumer, Kind))
      return &Element;
    if (isReadBy(Element, Consumer, Kind))
      Add(Types, Element.Spelling);
    for (StringRef Reader : Element.Readers)
      if (Reader.consume_front(KindPrefix))
        Add(Kinds, Reader);
  }
  if (Types.empty())
    return makeError("'" + Kind + "' is not a kind of tcgen05.mma; expected " +
                     printAlternatives(Kinds));
  std::string Reader = IsWGMMA ? "wgmma" : Kind.empty() ? "tcgen05" : (KindPrefix + Kind).str();
  return makeError(Reader + " does not read elements of type '" + Type + "'; expected " +
                   printAlternatives(Types));
}

Expected<SharedMemorySwizzle> tensorcore::parseSharedMemorySwizzle(StringRef Key) {
  std::vector<std::string> Keys;
  for (const SharedMemorySwizzleInfo &Swizzle : SharedMemorySwizzles) {
    if (Swizzle.Key == Key)
      return SharedMemorySwizzle(Swizzle.Encoding);
    Keys.push_back(Swizzle.Key.str());
  }
  return makeError("'" + Key + "' is not a swizzle; expected " + printAlternatives(Keys));
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static std::string printMajor(bool IsKMajor) { return IsKMajor ? "K-major" : "MN-major"; }

static const SharedMemoryForm *lookupForm(const SharedMemoryTileSpec &Spec, bool IsKMajor) {
  auto *Form = find_if(SharedMemoryForms, [&](const SharedMemoryForm &F) {
    return F.Format == Spec.Consumer && F.IsKMajor == IsKMajor &&
           is_contained(F.ElementBits, Spec.Element->Bits);
  });
  return Form == std::end(SharedMemoryForms) ? nullptr : Form;
}

/// "64 x 64 of bf16".
static std::string printTile(const SharedMemoryTileSpec &Spec) {
  return (Twine(Spec.Rows) + " x " + Twine(Spec.Columns) + " of " + Spec.Element->Spelling).str();
}

/// Checks that the element type can be stored so, whatever the size of the tile.
static Error checkForm(const SharedMemoryTileSpec &Spec) {
  const SharedMemoryForm *Form = lookupForm(Spec, Spec.IsKMajor);
  std::string Consumer = getLayout(Spec.Consumer).Key.str();
  if (!Form)
    return makeError(Consumer + " reads elements of type " + Spec.Element->Spelling + " (" +
                     Twine(unsigned(Spec.Element->Bits)) + " bits) " + printMajor(!Spec.IsKMajor) +
                     " only (" + lookupForm(Spec, !Spec.IsKMajor)->Source + ")");
  if (is_contained(Form->Swizzles, Spec.Swizzle))
    return Error::success();
  std::vector<std::string> Keys;
  for (SharedMemorySwizzle Swizzle : Form->Swizzles)
    Keys.push_back(lookupSharedMemorySwizzle(Swizzle)->Key.str());
  return makeError(Consumer + " does not read " + printMajor(Spec.IsKMajor) + " elements of type " +
                   Spec.Element->Spelling + " with the swizzle " +
                   lookupSharedMemorySwizzle(Spec.Swizzle)->Key + "; expected " +
                   printAlternatives(Keys) + " (" + Form->Source + ")");
}

/// The swizzles whose lines divide a length, of those that the form has.
static std::string printFitting(const SharedMemoryTileSpec &Spec, unsigned LengthBits) {
  std::vector<std::string> Keys;
  for (SharedMemorySwizzle Swizzle : lookupForm(Spec, Spec.IsKMajor)->Swizzles)
    if (const auto *Info = lookupSharedMemorySwizzle(Swizzle);
        LengthBits % (Info->LineBytes * 8u) == 0)
      Keys.push_back(Info->Key.str());
  return Keys.empty() ? "" : ", or the swizzle " + printAlternatives(Keys);
}

/// Checks that the tile consists of whole atoms.
static Error checkSize(const SharedMemoryTileSpec &Spec) {
  const SharedMemorySwizzleInfo &Swizzle = *lookupSharedMemorySwizzle(Spec.Swizzle);
  unsigned Stored = Spec.Element->StoredBits, Step = 256 / Stored;
  if (!Spec.Columns || Spec.Columns % Step)
    return makeError("a tile has a multiple of " + Twine(Step) +
                     " columns, the K of an instruction with " + Spec.Element->Spelling + ", not " +
                     Twine(Spec.Columns));
  if (!Spec.Rows || Spec.Rows % 8)
    return makeError("a tile has a multiple of 8 rows, not " + Twine(Spec.Rows));
  unsigned Length = Spec.IsKMajor ? Spec.Columns : Spec.Rows;
  unsigned LineElements = Swizzle.LineBytes * 8u / Stored;
  if (Length % LineElements == 0)
    return Error::success();
  StringRef What = Spec.IsKMajor ? "columns" : "rows";
  return makeError(Twine(Length) + " " + What + " of " + Spec.Element->Spelling + " have " +
                   Twine(Length * Stored / 8) + " bytes, and the swizzle " + Swizzle.Key +
                   " has lines of " + Twine(unsigned(Swizzle.LineBytes)) +
                   "; expected a multiple of " + Twine(LineElements) + " " + What +
                   printFitting(Spec, Length * Stored));
}

Expected<SharedMemoryTile> tensorcore::makeSharedMemoryTile(const SharedMemoryTileSpec &Spec) {
  // A descriptor addresses no more bytes.
  constexpr unsigned MaxBytes = 1 << 18;
  if (Error E = checkForm(Spec))
    return E;
  if (Spec.Rows > MaxBytes || Spec.Columns > MaxBytes ||
      uint64_t(Spec.Rows) * Spec.Columns * Spec.Element->StoredBits / 8 > MaxBytes)
    return makeError("a tile of " + printTile(Spec) + " is too large; a matrix descriptor has " +
                     "addresses below " + Twine(MaxBytes));
  if (Error E = checkSize(Spec))
    return E;
  // The strides follow from the size, and the descriptor from the strides.
  SharedMemoryTile Sized(Spec, cantFail(MatrixDescriptor::encode(Spec.Consumer, {})));
  const SharedMemoryStrides &Strides = Sized.getStrides();
  Expected<MatrixDescriptor> Descriptor = MatrixDescriptor::encode(
      Spec.Consumer, {{MatrixDescriptorField_Leading, Sized.getStrideBytes(Strides.Leading)},
                      {MatrixDescriptorField_Stride, Sized.getStrideBytes(Strides.Stride)},
                      {MatrixDescriptorField_Swizzle, Sized.getSwizzle().getMode(Spec.Consumer)}});
  if (!Descriptor)
    return Descriptor.takeError();
  return SharedMemoryTile(Spec, *Descriptor);
}

Expected<SharedMemoryTile> tensorcore::makeWidestSharedMemoryTile(SharedMemoryTileSpec Spec) {
  const SharedMemoryForm *Form = lookupForm(Spec, Spec.IsKMajor);
  for (SharedMemorySwizzle Swizzle :
       reverse(Form ? Form->Swizzles : ArrayRef<SharedMemorySwizzle>())) {
    Spec.Swizzle = Swizzle;
    Expected<SharedMemoryTile> Tile = makeSharedMemoryTile(Spec);
    if (Tile || Swizzle == Form->Swizzles.front())
      return Tile;
    consumeError(Tile.takeError());
  }
  return makeSharedMemoryTile(Spec);
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

unsigned SharedMemoryTile::getStrideBytes(SharedMemoryStride Stride) const {
  switch (Stride) {
  case SharedMemoryStride_None:
    return VectorBytes;
  case SharedMemoryStride_Along:
    return getPanelBytes();
  case SharedMemoryStride_Across:
    return getSwizzle().Lines * getSwizzle().LineBytes;
  }
  llvm_unreachable("a stride without a direction");
}

unsigned SharedMemoryTile::getByteAdvance(unsigned Row, unsigned Column) const {
  unsigned Line = Spec.IsKMajor ? Row : Column, Location = Spec.IsKMajor ? Column : Row;
  unsigned Byte = Location * Spec.Element->StoredBits / 8, Width = getSwizzle().LineBytes;
  return Byte / Width * getPanelBytes() + Line * Width + Byte % Width;
}

uint64_t SharedMemoryTile::getBitOffset(unsigned Row, unsigned Column) const {
  unsigned Location = Spec.IsKMajor ? Column : Row;
  unsigned Elements = VectorBytes * 8 / Spec.Element->StoredBits; // of a vector
  unsigned First = Location - Location % Elements;
  unsigned Byte = Spec.IsKMajor ? getByteAdvance(Row, First) : getByteAdvance(First, Column);
  const SharedMemorySwizzleInfo &Swizzle = getSwizzle();
  unsigned Changed = Byte / SwizzlingBytes % (1u << Swizzle.SwizzledBits);
  return uint64_t(Byte ^ Changed * Swizzle.ChunkBytes) * 8 +
         Location % Elements * Spec.Element->Bits;
}

std::optional<TensorMapBox> SharedMemoryTile::getBox() const {
  constexpr unsigned MaxLines = 256;
  const SharedMemoryElement &Element = *Spec.Element;
  unsigned Elements = getSwizzle().LineBytes * 8u / Element.TensorMapBits;
  if (Element.BoxElements && Elements != Element.BoxElements)
    return std::nullopt;
  // Boxes begin where the swizzle's pattern does.
  unsigned Parts = 1;
  while (getNumLines() / Parts > MaxLines || getNumLines() % (Parts * 8))
    ++Parts;
  unsigned Lines = getNumLines() / Parts;
  return TensorMapBox{Elements, Lines, Parts * getNumPanels(), Lines * getSwizzle().LineBytes};
}

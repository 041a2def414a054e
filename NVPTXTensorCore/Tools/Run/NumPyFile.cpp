//===- NumPyFile.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The header of an array, the directory of an archive, and what may be wrong with them.
//
//===----------------------------------------------------------------------===//

#include "Run/NumPyFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::run;

static constexpr StringLiteral Magic("\x93NUMPY");

uint64_t Array::getCount() const {
  uint64_t Count = 1;
  for (uint64_t Extent : Shape)
    Count *= Extent;
  return Count;
}

std::string run::printShape(ArrayRef<uint64_t> Shape) {
  std::string Text;
  for (uint64_t Extent : Shape)
    Text += (Text.empty() ? "" : "x") + utostr(Extent);
  return Text.empty() ? "1" : Text;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Returns what stands after 'key': in the header, which is a dictionary of Python.
static StringRef findValue(StringRef Header, StringRef Key) {
  const size_t At = Header.find(("'" + Key + "'").str());
  if (At == StringRef::npos)
    return "";
  return Header.drop_front(At + Key.size() + 2).ltrim(" :");
}

static Expected<ElementType> readType(StringRef Header) {
  StringRef Word = findValue(Header, "descr");
  if (!Word.consume_front("'"))
    return fail("its elements are records; expected numbers");
  Word = Word.take_until([](char C) { return C == '\''; });
  if (Word.starts_with(">"))
    return fail("its numbers are big-endian (" + Word + "); expected little-endian ones");
  const StringRef Name = StringSwitch<StringRef>(Word.drop_while([](char C) {
                           return C == '<' || C == '|' || C == '=';
                         }))
                             .Case("f2", "f16")
                             .Case("f4", "f32")
                             .Case("f8", "f64")
                             .Case("i1", "s8")
                             .Case("i2", "s16")
                             .Case("i4", "s32")
                             .Case("i8", "s64")
                             .Cases({"u1", "b1"}, "u8")
                             .Cases({"u2", "V2"}, "u16")
                             .Case("V1", "u8")
                             .Case("u4", "u32")
                             .Case("u8", "u64")
                             .Default("");
  if (Name.empty())
    return fail("its elements are '" + Word +
                "'; expected f2, f4, f8, or i or u with 1, 2, 4 or 8 bytes");
  return parseElementType(Name);
}

static Expected<std::vector<uint64_t>> readShape(StringRef Header, uint64_t MaxBits) {
  StringRef Text = findValue(Header, "shape");
  if (!Text.consume_front("("))
    return fail("its header has no shape");
  std::vector<uint64_t> Shape;
  SmallVector<StringRef> Words;
  Text.take_until([](char C) { return C == ')'; }).split(Words, ',', -1, false);
  uint64_t Count = 1;
  for (StringRef Word : Words) {
    uint64_t Extent;
    if (Word = Word.trim(); Word.empty())
      continue;
    if (Word.getAsInteger(10, Extent) || (Extent && Count > MaxBits / Extent))
      return fail("its shape has '" + Word + "', which is more than the file has");
    Count *= Extent;
    Shape.push_back(Extent);
  }
  return Shape;
}

/// Reads what is in an .npy file.
static Expected<Array> readArray(StringRef Data) {
  if (!Data.consume_front(Magic) || Data.size() < 4)
    return fail("it is not a NumPy file: it does not begin with \\x93NUMPY");
  const unsigned Version = uint8_t(Data[0]), LengthBytes = Version == 1 ? 2 : 4;
  Data = Data.drop_front(2);
  if (Version < 1 || Version > 3 || Data.size() < LengthBytes)
    return fail("it has version " + Twine(Version) + " of the format; expected 1 to 3");
  const uint32_t Length = Version == 1 ? support::endian::read16le(Data.data())
                                       : support::endian::read32le(Data.data());
  Data = Data.drop_front(LengthBytes);
  if (Data.size() < Length)
    return fail("it ends in its header");
  const StringRef Header = Data.take_front(Length);
  Data = Data.drop_front(Length);
  Expected<ElementType> Type = readType(Header);
  if (!Type)
    return Type.takeError();
  Expected<std::vector<uint64_t>> Shape = readShape(Header, uint64_t(Data.size()) * 8);
  if (!Shape)
    return Shape.takeError();
  if (findValue(Header, "fortran_order").starts_with("True") && Shape->size() > 1)
    return fail("its elements are in Fortran's order; write it from numpy.ascontiguousarray");
  Array Result{*Type, *Shape, {}};
  const uint64_t Size = Type->getBytes(Result.getCount());
  if (!Size)
    return fail("it has no elements");
  if (Data.size() < Size)
    return fail("it has " + Twine(Data.size()) + " bytes of numbers; its shape needs " +
                Twine(Size));
  Result.Bytes.assign(Data.bytes_begin(), Data.bytes_begin() + Size);
  return Result;
}

//===----------------------------------------------------------------------===//
// Archives: ZIP files without compression
//===----------------------------------------------------------------------===//

/// The bytes of a member.
static Expected<StringRef> findMember(StringRef Data, StringRef Name) {
  constexpr StringLiteral End("PK\x05\x06"), Entry("PK\x01\x02");
  constexpr size_t EntrySize = 46, LocalSize = 30;
  const size_t At = Data.rfind(End);
  if (At == StringRef::npos || Data.size() - At < 22)
    return fail("it is not an .npz file: it has no directory");
  using namespace support::endian;
  size_t Next = read32le(Data.data() + At + 16);
  std::string Names;
  while (Next + EntrySize <= Data.size() && Data.substr(Next).starts_with(Entry)) {
    const char *E = Data.data() + Next;
    const StringRef Member = Data.substr(Next + EntrySize, read16le(E + 28));
    const size_t Local = read32le(E + 42), Size = read32le(E + 20);
    Next += EntrySize + read16le(E + 28) + read16le(E + 30) + read16le(E + 32);
    StringRef Plain = Member;
    Plain.consume_back(".npy");
    Names += (Names.empty() ? "" : ", ") + Plain.str();
    if (Plain != Name)
      continue;
    if (read16le(E + 10))
      return fail("'" + Name + "' is compressed; write it with numpy.savez");
    if (Local + LocalSize > Data.size())
      return fail("its directory is wrong");
    const char *L = Data.data() + Local;
    return Data.substr(Local + LocalSize + read16le(L + 26) + read16le(L + 28), Size);
  }
  return fail("it has no '" + Name + "'; it has " + Names);
}

Expected<Array> run::readNumPyFile(StringRef Path) {
  StringRef File = Path, Member;
  if (const size_t At = Path.find(".npz/"); At != StringRef::npos) {
    File = Path.take_front(At + 4);
    Member = Path.drop_front(At + 5);
  } else if (Path.ends_with(".npz")) {
    return fail(Path + ": name an array in it: " + Path + "/NAME");
  }
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return fail(File + ": " + Buffer.getError().message());
  StringRef Data = (*Buffer)->getBuffer();
  if (!Member.empty()) {
    Expected<StringRef> Found = findMember(Data, Member);
    if (!Found)
      return fail(File + ": " + toString(Found.takeError()));
    Data = *Found;
  }
  Expected<Array> Result = readArray(Data);
  if (!Result)
    return fail(Path + ": " + toString(Result.takeError()));
  return Result;
}

//===----------------------------------------------------------------------===//
// Writing and conversion
//===----------------------------------------------------------------------===//

static StringRef getNumPyType(const ElementType &T) {
  return StringSwitch<StringRef>(T.Name)
      .Case("f16", "<f2")
      .Case("f32", "<f4")
      .Case("f64", "<f8")
      .Case("s8", "|i1")
      .Case("s16", "<i2")
      .Case("s32", "<i4")
      .Case("s64", "<i8")
      .Cases({"u8", "b8"}, "|u1")
      .Cases({"u16", "b16"}, "<u2")
      .Cases({"u32", "b32"}, "<u4")
      .Cases({"u64", "b64"}, "<u8")
      .Default("");
}

Error run::writeNumPyFile(StringRef Path, const Array &A) {
  StringRef Type = getNumPyType(A.Type);
  if (Type.empty()) {
    Expected<ElementType> Single = parseElementType("f32");
    if (!Single)
      return Single.takeError();
    Expected<Array> Wide = convert(A, *Single);
    return Wide ? writeNumPyFile(Path, *Wide) : Wide.takeError();
  }
  std::string Header = ("{'descr': '" + Type + "', 'fortran_order': False, 'shape': (").str();
  for (uint64_t Extent : A.Shape)
    Header += utostr(Extent) + ",";
  Header += "), }";
  constexpr size_t Before = 10, Multiple = 64;
  Header.append(alignTo(Before + Header.size() + 1, Multiple) - Before - Header.size() - 1, ' ');
  Header += '\n';
  std::error_code Code;
  raw_fd_ostream OS(Path, Code);
  if (Code)
    return fail(Path + ": " + Code.message());
  OS << Magic << '\x01' << '\0' << char(Header.size() & 255) << char(Header.size() >> 8) << Header;
  OS.write(reinterpret_cast<const char *>(A.Bytes.data()), A.Bytes.size());
  return Error::success();
}

Expected<Array> run::convert(const Array &A, const ElementType &To) {
  if (A.Type.Name == To.Name)
    return A;
  Array Result{To, A.Shape, {}};
  const uint64_t Count = A.getCount();
  const bool HasCodes = A.Type.Name[0] == 'u' && !A.Type.Codec && To.Codec && To.IsFloat;
  if (HasCodes && A.Type.Bits == To.Bits) {
    Result.Bytes = A.Bytes;
    return Result;
  }
  Result.Bytes.assign(To.getBytes(Count), 0);
  for (uint64_t I = 0; I != Count; ++I)
    To.set(Result.Bytes.data(), I, A.get(I));
  return Result;
}

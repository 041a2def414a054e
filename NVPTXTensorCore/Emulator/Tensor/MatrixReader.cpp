//===- MatrixReader.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses of matrices, and reading in pieces that are contiguous.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Tensor/MatrixReader.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

/// Bits of an address from here on change the number of a chunk.
static constexpr unsigned SwizzlingBytes = 128;

Expected<MatrixRequest> emulator::readMatrixDescriptor(uint64_t Word,
                                                       MatrixDescriptorFormat Format) {
  if (Error E = checkMatrixDescriptor(Word, Format))
    return E;
  const BitLayout &Layout = getLayout(Format);
  MatrixRequest Result;
  Result.Start = uint32_t(Layout.get(Word, MatrixDescriptorField_Start));
  Result.Leading = uint32_t(Layout.get(Word, MatrixDescriptorField_Leading));
  Result.Stride = uint32_t(Layout.get(Word, MatrixDescriptorField_Stride));
  Result.BaseOffset = unsigned(Layout.get(Word, MatrixDescriptorField_BaseOffset));
  Result.IsLeadingAbsolute = Layout.get(Word, MatrixDescriptorField_LeadingMode) != 0;
  const uint64_t Mode = Layout.get(Word, MatrixDescriptorField_Swizzle);
  for (const SharedMemorySwizzleInfo &S : getSharedMemorySwizzles())
    if (S.getMode(Format) == Mode)
      Result.Swizzle = SharedMemorySwizzle(S.Encoding);
  return Result;
}

std::string emulator::findMatrixFault(const MatrixRequest &R) {
  const SharedMemorySwizzleInfo &Swizzle = *lookupSharedMemorySwizzle(R.Swizzle);
  const unsigned Left = Swizzle.LineBytes - R.Start % Swizzle.LineBytes;
  if (!R.IsKMajor || R.Swizzle == SharedMemorySwizzle_None || R.IsLeadingAbsolute ||
      R.LineBytes <= Left)
    return "";
  return "a row has " + std::to_string(R.LineBytes) + " bytes of K, and there are " +
         std::to_string(Left) + " up to the end of the swizzle's line of " +
         std::to_string(Swizzle.LineBytes);
}

/// Where a byte would be if nothing were swizzled.
static uint32_t getPlainAddress(const MatrixRequest &R, const SharedMemorySwizzleInfo &Swizzle,
                                unsigned Line, unsigned Byte) {
  const bool IsSwizzled = R.Swizzle != SharedMemorySwizzle_None;
  const SharedMemoryStrides &Strides = *lookupSharedMemoryStrides(R.IsKMajor, IsSwizzled);
  const unsigned Width = Swizzle.LineBytes;
  const uint32_t Across = Strides.Leading == SharedMemoryStride_Across ? R.Leading : R.Stride;
  const uint32_t InLine = Line / Swizzle.Lines * Across + Line % Swizzle.Lines * Width;
  if (Strides.Leading == SharedMemoryStride_None) {
    // A line goes on beyond the swizzle's width at an address of its own, or nowhere else.
    const unsigned InWidth = Width - R.Start % Width;
    if (R.IsLeadingAbsolute && Byte >= InWidth)
      return R.Leading + InLine + (Byte - InWidth);
    return R.Start + InLine + Byte;
  }
  const uint32_t Along = Strides.Leading == SharedMemoryStride_Along ? R.Leading : R.Stride;
  return R.Start + InLine + Byte / Width * Along + Byte % Width;
}

uint32_t emulator::getMatrixAddress(const MatrixRequest &R, unsigned Line, unsigned Byte) {
  const SharedMemorySwizzleInfo &Swizzle = *lookupSharedMemorySwizzle(R.Swizzle);
  const uint32_t Plain = getPlainAddress(R, Swizzle, Line, Byte);
  // The base offset says in which line of the pattern the matrix begins.
  const unsigned Changed = (Plain / SwizzlingBytes - R.BaseOffset) % (1u << Swizzle.SwizzledBits);
  return Plain ^ Changed * Swizzle.ChunkBytes;
}

const MatrixReader::Plan &MatrixReader::getPlan(const MatrixRequest &R) {
  auto [It, IsNew] = Plans.try_emplace(R.getKey());
  Plan &Result = It->second;
  if (!IsNew)
    return Result;
  const unsigned PerLine = R.LineBytes / VectorBytes;
  const int64_t Base = R.Start - R.Start % MatrixRequest::PatternBytes;
  std::vector<std::pair<int32_t, uint32_t>> Locations;
  for (unsigned Line = 0; Line != R.Lines; ++Line)
    for (unsigned V = 0; V != PerLine; ++V)
      Locations.push_back(
          {int32_t(getMatrixAddress(R, Line, V * VectorBytes) - Base), Line * PerLine + V});
  llvm::sort(Locations);
  for (size_t I = 1; I < Locations.size(); ++I)
    Result.NumTwice += Locations[I].first == Locations[I - 1].first;
  const auto GetWarp = [&](uint32_t Vector) {
    return R.LinesOfWarp ? Vector / PerLine / R.LinesOfWarp : 0;
  };
  for (const auto &[Offset, Vector] : Locations) {
    const bool GoesOn =
        !Result.Pieces.empty() && R.VectorBytes == VectorBytes &&
        Result.Pieces.back().Offset + int64_t(Result.Pieces.back().Bytes) == Offset &&
        GetWarp(Result.Vectors.back()) == GetWarp(Vector);
    if (!GoesOn)
      Result.Pieces.push_back({Offset, 0, uint32_t(Result.Vectors.size()), 0});
    Result.Pieces.back().Bytes += R.VectorBytes;
    ++Result.Pieces.back().Count;
    Result.Vectors.push_back(Vector);
  }
  return Result;
}

bool MatrixReader::read(Cluster &C, const Actor &Who, Block &From, const MatrixRequest &R,
                        std::vector<uint8_t> &Lines) {
  const Plan &P = getPlan(R);
  Lines.resize(size_t(R.Lines) * R.LineBytes);
  const uint32_t Base = From.getSharedBase() + (R.Start - R.Start % MatrixRequest::PatternBytes);
  const bool HasChecks = C.getLaunch().Options.HasChecks;
  const unsigned Swizzle =
      R.Swizzle == SharedMemorySwizzle_None ? 0 : lookupSharedMemorySwizzle(R.Swizzle)->LineBytes;
  if (HasChecks && P.NumTwice)
    C.getObserver().readTwice(From, *Who.At, uint64_t(P.NumTwice) * VectorBytes, Lines.size());
  for (const Piece &Each : P.Pieces) {
    if (R.LinesOfWarp)
      Who.Operation->Reader = P.Vectors[Each.First] / (R.LineBytes / VectorBytes) / R.LinesOfWarp;
    if (HasChecks)
      C.getObserver().readTile(From, *Who.At, Base - From.getSharedBase() + Each.Offset, Each.Bytes,
                               Swizzle, R.Type);
    const uint8_t *Source =
        C.accessShared(Who, Base + Each.Offset, Each.Bytes, VectorBytes, Access::Read);
    if (!Source)
      return false;
    for (uint32_t V = 0; V != Each.Count; ++V)
      std::memcpy(Lines.data() + size_t(P.Vectors[Each.First + V]) * VectorBytes,
                  Source + V * VectorBytes, R.VectorBytes);
  }
  return true;
}

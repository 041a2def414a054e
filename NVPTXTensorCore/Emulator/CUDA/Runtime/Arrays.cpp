//===- Arrays.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime API of arrays, textures and surfaces.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Runtime/Copies.h"

using namespace llvm::tensorcore::cuda;

namespace {
/// cudaChannelFormatDesc
struct ChannelFormat {
  int Bits[4];
  int Kind; ///< 0: signed, 1: unsigned, 2: float
};
} // namespace

CUDA_API ChannelFormat cudaCreateChannelDesc(int X, int Y, int Z, int W, int Kind) {
  return {{X, Y, Z, W}, Kind};
}

static unsigned countChannels(const ChannelFormat &F) {
  unsigned Count = 0;
  while (Count != 4 && F.Bits[Count])
    ++Count;
  return Count;
}
/// CUarray_format; 0 if there is none.
static int getFormat(const ChannelFormat &F) {
  constexpr int Signed = 0, Unsigned = 1, Half = 0x10, Float = 0x20;
  const int Size = F.Bits[0] == 8 ? 0 : F.Bits[0] == 16 ? 1 : F.Bits[0] == 32 ? 2 : -1;
  if (Size < 0)
    return 0;
  return F.Kind == Unsigned ? 1 + Size : F.Kind == Signed ? 8 + Size : Size == 1 ? Half : Float;
}
static ChannelFormat getFormat(const ArrayDescription &D) {
  const bool IsFloat = D.Format >= 0x10, IsSigned = D.Format >= 8;
  const int Bits = IsFloat ? (D.Format == 0x10 ? 16 : 32) : 8 << (D.Format - (IsSigned ? 8 : 1));
  ChannelFormat F = {{}, IsFloat ? 2 : IsSigned ? 0 : 1};
  for (unsigned C = 0; C != D.NumChannels; ++C)
    F.Bits[C] = Bits;
  return F;
}

CUDA_API int cudaMalloc3DArray(Array *To, const ChannelFormat *F, Extent Size, unsigned Flags) {
  const ArrayDescription D = {Size.Width,    Size.Height,       Size.Depth,
                              getFormat(*F), countChannels(*F), Flags};
  return call([&] { return cuArray3DCreate_v2(To, &D); });
}
CUDA_API int cudaMallocArray(Array *To, const ChannelFormat *F, size_t Width, size_t Height,
                             unsigned Flags) {
  return cudaMalloc3DArray(To, F, {Width, Height, 0}, Flags);
}
CUDA_API int cudaFreeArray(Array A) {
  return call([&] { return A ? cuArrayDestroy(A) : Success; });
}
CUDA_API int cudaArrayGetInfo(ChannelFormat *F, Extent *Size, unsigned *Flags, Array A) {
  return call([&] {
    ArrayDescription D;
    cuArray3DGetDescriptor_v2(&D, A);
    if (F)
      *F = getFormat(D);
    if (Size)
      *Size = {D.Width, D.Height, D.Depth};
    if (Flags)
      *Flags = D.Flags;
    return Success;
  });
}
CUDA_API int cudaGetChannelDesc(ChannelFormat *F, Array A) {
  return cudaArrayGetInfo(F, nullptr, nullptr, A);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

CUDA_API int cudaMemcpy2DToArrayAsync(Array To, size_t X, size_t Y, const void *From, size_t Pitch,
                                      size_t Width, size_t Height, int Kind, Stream S) {
  Memcpy3D M = describeCopy(nullptr, 0, From, Pitch, Width, Height, Kind);
  M.ToArray = To;
  M.ToX = X;
  M.ToY = Y;
  return call([&] { return cuMemcpy3DAsync_v2(&M, S); });
}
CUDA_API int cudaMemcpy2DToArray(Array To, size_t X, size_t Y, const void *From, size_t Pitch,
                                 size_t Width, size_t Height, int Kind) {
  return cudaMemcpy2DToArrayAsync(To, X, Y, From, Pitch, Width, Height, Kind, nullptr);
}
CUDA_API int cudaMemcpy2DFromArrayAsync(void *To, size_t Pitch, Array From, size_t X, size_t Y,
                                        size_t Width, size_t Height, int Kind, Stream S) {
  Memcpy3D M = describeCopy(To, Pitch, nullptr, 0, Width, Height, Kind);
  M.FromArray = From;
  M.FromX = X;
  M.FromY = Y;
  return call([&] { return cuMemcpy3DAsync_v2(&M, S); });
}
CUDA_API int cudaMemcpy2DFromArray(void *To, size_t Pitch, Array From, size_t X, size_t Y,
                                   size_t Width, size_t Height, int Kind) {
  return cudaMemcpy2DFromArrayAsync(To, Pitch, From, X, Y, Width, Height, Kind, nullptr);
}
CUDA_API int cudaMemcpy2DArrayToArray(Array To, size_t ToX, size_t ToY, Array From, size_t FromX,
                                      size_t FromY, size_t Width, size_t Height, int Kind) {
  Memcpy3D M = describeCopy(nullptr, 0, nullptr, 0, Width, Height, Kind);
  M.ToArray = To;
  M.ToX = ToX;
  M.ToY = ToY;
  M.FromArray = From;
  M.FromX = FromX;
  M.FromY = FromY;
  return call([&] { return cuMemcpy3DAsync_v2(&M, nullptr); });
}
/// Bytes in the order of rows: a part of the first row, whole ones, and a part of the last.
template <class F> static int forEachRow(Array A, size_t X, size_t Y, size_t Bytes, F Visit) {
  ArrayDescription D;
  cuArray3DGetDescriptor_v2(&D, A);
  const size_t Row = D.Width * unsigned(getFormat(D).Bits[0]) / 8 * D.NumChannels;
  for (size_t Done = 0; Done != Bytes; ++Y, X = 0) {
    const size_t Width = Row - X < Bytes - Done ? Row - X : Bytes - Done;
    if (const int Error = Visit(X, Y, Done, Width))
      return Error;
    Done += Width;
  }
  return Success;
}
CUDA_API int cudaMemcpyToArrayAsync(Array To, size_t X, size_t Y, const void *From, size_t Bytes,
                                    int Kind, Stream S) {
  return forEachRow(To, X, Y, Bytes, [&](size_t AtX, size_t AtY, size_t Done, size_t Width) {
    return cudaMemcpy2DToArrayAsync(To, AtX, AtY, static_cast<const char *>(From) + Done, Width,
                                    Width, 1, Kind, S);
  });
}
CUDA_API int cudaMemcpyToArray(Array To, size_t X, size_t Y, const void *From, size_t Bytes,
                               int Kind) {
  return cudaMemcpyToArrayAsync(To, X, Y, From, Bytes, Kind, nullptr);
}
CUDA_API int cudaMemcpyFromArrayAsync(void *To, Array From, size_t X, size_t Y, size_t Bytes,
                                      int Kind, Stream S) {
  return forEachRow(From, X, Y, Bytes, [&](size_t AtX, size_t AtY, size_t Done, size_t Width) {
    return cudaMemcpy2DFromArrayAsync(static_cast<char *>(To) + Done, Width, From, AtX, AtY, Width,
                                      1, Kind, S);
  });
}
CUDA_API int cudaMemcpyFromArray(void *To, Array From, size_t X, size_t Y, size_t Bytes, int Kind) {
  return cudaMemcpyFromArrayAsync(To, From, X, Y, Bytes, Kind, nullptr);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

namespace {
/// cudaResourceDesc
struct RuntimeResource {
  int Type;
  union {
    Array OfArray;
    struct {
      DevicePointer Address;
      ChannelFormat Format;
      size_t Bytes;
    } Linear;
    struct {
      DevicePointer Address;
      ChannelFormat Format;
      size_t Width, Height, Pitch;
    } Pitch;
    int Reserved[32];
  } Of;
};
/// cudaTextureDesc
struct RuntimeTexture {
  int Addressing[3], Filter, ReadsFloat, IsSRGB;
  float Border[4];
  int IsNormalized;
  unsigned MaxAnisotropy;
  int MipmapFilter;
  float Bias, MinLevel, MaxLevel;
};
} // namespace

static ResourceDescription convert(const RuntimeResource &R) {
  enum { OfArray, OfMipmap, OfLinear, OfPitch };
  ResourceDescription D = {};
  D.Type = R.Type;
  if (R.Type == OfArray)
    D.Of.Array = R.Of.OfArray;
  else if (R.Type == OfLinear)
    D.Of.Linear = {R.Of.Linear.Address, getFormat(R.Of.Linear.Format),
                   countChannels(R.Of.Linear.Format), R.Of.Linear.Bytes};
  else if (R.Type == OfPitch)
    D.Of.Pitch = {R.Of.Pitch.Address,
                  getFormat(R.Of.Pitch.Format),
                  countChannels(R.Of.Pitch.Format),
                  R.Of.Pitch.Width,
                  R.Of.Pitch.Height,
                  R.Of.Pitch.Pitch};
  return D;
}

CUDA_API int cudaCreateTextureObject(uint64_t *To, const RuntimeResource *R,
                                     const RuntimeTexture *T, const void *View) {
  constexpr unsigned ReadsIntegers = 1, IsNormalized = 2, IsSRGB = 0x10;
  const ResourceDescription Resource = convert(*R);
  TextureDescription D = {};
  for (int I = 0; I != 3; ++I)
    D.Addressing[I] = T->Addressing[I];
  D.Filter = T->Filter;
  D.Flags = (T->ReadsFloat ? 0 : ReadsIntegers) | (T->IsNormalized ? IsNormalized : 0) |
            (T->IsSRGB ? IsSRGB : 0);
  for (int I = 0; I != 4; ++I)
    D.Border[I] = T->Border[I];
  return call([&] { return cuTexObjectCreate(To, &Resource, &D, View); });
}
CUDA_API int cudaCreateSurfaceObject(uint64_t *To, const RuntimeResource *R) {
  const ResourceDescription Resource = convert(*R);
  return call([&] { return cuSurfObjectCreate(To, &Resource); });
}
CUDA_API int cudaDestroyTextureObject(uint64_t Handle) {
  return call([&] { return cuTexObjectDestroy(Handle); });
}
CUDA_API int cudaDestroySurfaceObject(uint64_t Handle) { return cudaDestroyTextureObject(Handle); }

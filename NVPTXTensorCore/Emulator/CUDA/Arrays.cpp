//===- Arrays.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays, textures and surfaces. An array is global memory with rows side by side; a handle of a
// texture or a surface is the address of its description.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Driver.h"
#include "Emulator/Machine/Textures.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using emulator::ChannelKind;
using emulator::Texture;
using emulator::TextureImage;

struct cuda::ArrayObject {
  ArrayDescription Of;
  TextureImage Texels;
};

/// Sets kind and bits of the channels; false if the format is not known.
static bool setFormat(TextureImage &To, int Format, unsigned NumChannels) {
  struct {
    int Format;
    ChannelKind Kind;
    uint8_t Bits;
  } static constexpr Known[] = {
      {0x01, ChannelKind::Unsigned, 8},  {0x02, ChannelKind::Unsigned, 16},
      {0x03, ChannelKind::Unsigned, 32}, {0x08, ChannelKind::Signed, 8},
      {0x09, ChannelKind::Signed, 16},   {0x0a, ChannelKind::Signed, 32},
      {0x10, ChannelKind::Float, 16},    {0x20, ChannelKind::Float, 32}};
  for (const auto &Each : Known)
    if (Each.Format == Format) {
      To.Kind = Each.Kind;
      To.ChannelBits = Each.Bits;
      To.NumChannels = uint8_t(NumChannels);
      return NumChannels == 1 || NumChannels == 2 || NumChannels == 4;
    }
  return false;
}

CUDA_API Result cuArray3DCreate_v2(Array *To, const ArrayDescription *D) {
  constexpr unsigned IsLayered = 1, IsCube = 4;
  constexpr unsigned SupportedFlags = IsLayered | IsCube | 2 | 8; // surfaces, gathers
  Call C;
  if (C)
    return C.Error;
  auto A = std::make_unique<ArrayObject>();
  A->Of = *D;
  TextureImage &I = A->Texels;
  if (D->Flags & ~SupportedFlags)
    return C->refuse(NotSupported, "an array that is sparse, deferred or for depth: flags 0x" +
                                       utohexstr(D->Flags) + " are not known to ptx-run");
  if (!setFormat(I, D->Format, D->NumChannels))
    return C->refuse(NotSupported, "an array of format 0x" + utohexstr(unsigned(D->Format)) +
                                       " with " + Twine(D->NumChannels) +
                                       " channels is not known to ptx-run");
  if (!D->Width)
    return InvalidValue;
  I.IsCube = D->Flags & IsCube;
  const bool HasFaces = D->Flags & IsLayered ? D->Depth && D->Depth % TextureImage::NumFaces == 0
                                             : D->Depth == TextureImage::NumFaces;
  if (I.IsCube && (D->Width != D->Height || !HasFaces))
    return InvalidValue;
  I.Width = D->Width;
  I.Height = std::max<size_t>(D->Height, 1);
  I.Depth = std::max<size_t>(D->Depth, 1);
  I.IsLayered = D->Flags & IsLayered;
  I.RowPitch = I.Width * I.getTexelBytes();
  I.SlicePitch = I.RowPitch * I.Height;
  I.Address = C->Machine.getMemory().allocate(I.SlicePitch * I.Depth, 512,
                                              "array " + utostr(++C->NumAllocations));
  if (!I.Address)
    return OutOfMemory;
  C->Machine.getMemory().watchWrites(I.Address);
  *To = A.release();
  return Success;
}
CUDA_API Result cuArrayCreate_v2(Array *To, const ArrayDescription2D *D) {
  const ArrayDescription Of = {D->Width, D->Height, 0, D->Format, D->NumChannels, 0};
  return cuArray3DCreate_v2(To, &Of);
}
CUDA_API Result cuArrayDestroy(Array A) {
  Call C;
  if (C || !A)
    return C ? C.Error : InvalidValue;
  C->Machine.getMemory().free(A->Texels.Address);
  delete A;
  return Success;
}
CUDA_API Result cuArray3DGetDescriptor_v2(ArrayDescription *To, Array A) {
  *To = A->Of;
  return Success;
}
CUDA_API Result cuArrayGetDescriptor_v2(ArrayDescription2D *To, Array A) {
  *To = {A->Of.Width, A->Of.Height, A->Of.Format, A->Of.NumChannels};
  return Success;
}

void cuda::resolveArrays(Memcpy3D &M) {
  auto Resolve = [](void *Of, unsigned &Type, DevicePointer &Address, size_t &Pitch,
                    size_t &Height) {
    if (!Of)
      return;
    const TextureImage &I = static_cast<const ArrayObject *>(Of)->Texels;
    Type = DeviceMemory;
    Address = I.Address;
    Pitch = I.RowPitch;
    Height = I.Height;
  };
  Resolve(M.FromArray, M.FromType, M.FromDevice, M.FromPitch, M.FromHeight);
  Resolve(M.ToArray, M.ToType, M.ToDevice, M.ToPitch, M.ToHeight);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

static Result describeImage(Driver &D, const ResourceDescription &R, TextureImage &To) {
  enum { OfArray, OfMipmap, OfLinear, OfPitch };
  switch (R.Type) {
  case OfArray:
    if (!R.Of.Array)
      return InvalidValue;
    To = R.Of.Array->Texels;
    return Success;
  case OfLinear:
    if (!setFormat(To, R.Of.Linear.Format, R.Of.Linear.NumChannels))
      return InvalidValue;
    To.Address = R.Of.Linear.Address;
    To.Width = R.Of.Linear.Bytes / To.getTexelBytes();
    To.RowPitch = To.SlicePitch = R.Of.Linear.Bytes;
    return Success;
  case OfPitch:
    if (!setFormat(To, R.Of.Pitch.Format, R.Of.Pitch.NumChannels))
      return InvalidValue;
    To.Address = R.Of.Pitch.Address;
    To.Width = R.Of.Pitch.Width;
    To.Height = R.Of.Pitch.Height;
    To.RowPitch = R.Of.Pitch.Pitch;
    To.SlicePitch = To.RowPitch * To.Height;
    return Success;
  default:
    return D.refuse(NotSupported, "a texture of mipmaps: these are not known to ptx-run");
  }
}

static Result publish(Driver &D, const Texture &T, const char *What, uint64_t *To) {
  *To = D.Machine.getMemory().allocate(sizeof T, 256, What, /*IsReadOnly=*/true);
  if (!*To)
    return OutOfMemory;
  std::memcpy(reinterpret_cast<void *>(*To), &T, sizeof T);
  return Success;
}

CUDA_API Result cuTexObjectCreate(uint64_t *To, const ResourceDescription *R,
                                  const TextureDescription *D, const void *View) {
  constexpr unsigned ReadsIntegers = 1, IsNormalized = 2, IsSRGB = 0x10, IsSeamless = 0x40;
  Call C;
  if (C)
    return C.Error;
  if (View || (D->Flags & IsSRGB))
    return C->refuse(NotSupported, "a texture with a view or of sRGB is not known to ptx-run");
  Texture T;
  if (Result Failure = describeImage(*C, *R, T.Of); Failure != Success)
    return Failure;
  for (unsigned I = 0; I != 3; ++I)
    T.Modes[I] = emulator::Addressing(D->Addressing[I] & 3);
  T.IsLinear = D->Filter;
  if (T.Of.IsCube && T.IsLinear && (D->Flags & IsSeamless))
    return C->refuse(NotSupported, "filters between faces of a cube are not known to ptx-run");
  T.IsNormalized = D->Flags & IsNormalized;
  T.ReadsFloat = !(D->Flags & ReadsIntegers);
  std::copy_n(D->Border, 4, T.Border.begin());
  return publish(*C, T, "texture object", To);
}
CUDA_API Result cuSurfObjectCreate(uint64_t *To, const ResourceDescription *R) {
  Call C;
  if (C)
    return C.Error;
  Texture T;
  T.Magic = Texture::MagicOfSurface;
  if (Result Failure = describeImage(*C, *R, T.Of); Failure != Success)
    return Failure;
  T.Of.IsLayered |= T.Of.IsCube; // faces are layers of a surface
  T.Of.IsCube = false;
  return publish(*C, T, "surface object", To);
}
CUDA_API Result cuTexObjectDestroy(uint64_t Handle) {
  Call C;
  return C ? C.Error : C->Machine.getMemory().free(Handle) ? Success : InvalidValue;
}
CUDA_API Result cuSurfObjectDestroy(uint64_t Handle) { return cuTexObjectDestroy(Handle); }

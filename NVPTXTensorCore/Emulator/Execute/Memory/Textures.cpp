//===- Textures.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tex, tld4, txq, suld, sust and suq, by handles in registers (the unified mode of PTX).
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Textures.h"
#include "Emulator/Execute/Arithmetic/Arithmetic.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

struct Geometry {
  unsigned NumDims = 1; ///< without the layer
  bool IsLayered = false;
  bool IsCube = false; ///< a direction of three coordinates finds two on a face

  unsigned countCoordinates() const { return IsLayered + (IsCube ? 3 : NumDims); }
};

/// Describes what a statement says of an access. The operands are the handle, the coordinates, and,
/// of a store, the values.
struct ImageAccess {
  Geometry Shape;
  bool HasFloatCoordinates = true;
  unsigned Gathered = 0;                  ///< the channel of tld4
  Addressing Outside = Addressing::Clamp; ///< of surfaces: Clamp, Border (zeros), Wrap (a trap)
  unsigned NumValues = 1, ValueBytes = 4; ///< of surfaces
};

/// A lane's coordinates: x, y, z. The last is the layer where there are layers, or faces of cubes.
using Coordinates = std::array<float, 3>;

} // namespace

/// The description that a handle points to; null after a fault.
static const Texture *findImage(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                uint64_t Magic) {
  const uint64_t Handle = G.get(I.Operands[0], Lane);
  const Allocation *A = G.getLaunch().Global.find(Handle);
  const auto *T = reinterpret_cast<const Texture *>(Handle);
  if (A && A->Address == Handle && A->Size == sizeof(Texture) && T->Magic == Magic)
    return T;
  G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
          Magic == Texture::MagicOfTexture ? "the handle is not that of a texture object"
                                           : "the handle is not that of a surface object");
  return nullptr;
}

/// Returns true if an image has the dimensions that an instruction says; else a fault.
static bool hasShape(const Instruction &I, ThreadGroup &G, unsigned Lane, const TextureImage &Of,
                     const Geometry &Shape) {
  const bool FitsLayers = Of.IsLayered == Shape.IsLayered && Of.IsCube == Shape.IsCube;
  const bool FitsDims = (Shape.NumDims >= 2 || Of.Height == 1) &&
                        (Shape.NumDims == 3 || Shape.IsLayered || Shape.IsCube || Of.Depth == 1);
  if (FitsLayers && FitsDims)
    return true;
  G.fault(I, Check::IllegalInstruction, LaneMask(1) << Lane,
          "an image of " + Twine(Of.Width) + " x " + Twine(Of.Height) + " x " + Twine(Of.Depth) +
              (Of.IsCube      ? " (faces of cubes)"
               : Of.IsLayered ? " (layers)"
                              : "") +
              " texels is read with another geometry");
  return false;
}

/// Reads a texel's channels; null pointers never occur, as indices are inside of the image.
static bool readTexel(const Instruction &I, ThreadGroup &G, unsigned Lane, const TextureImage &Of,
                      int64_t X, int64_t Y, int64_t Z, std::array<uint32_t, 4> &Bits) {
  const unsigned Bytes = Of.getTexelBytes(), ChannelBytes = Of.ChannelBits / 8;
  const uint8_t *From =
      G.access(I, Lane, Space::Global, Of.getAddress(uint64_t(X), uint64_t(Y), uint64_t(Z)), Bytes,
               ChannelBytes, Access::Read);
  if (!From)
    return false;
  Bits = {};
  for (unsigned C = 0; C != Of.NumChannels; ++C)
    std::memcpy(&Bits[C], From + C * ChannelBytes, ChannelBytes);
  return true;
}

namespace {
/// Reads a texture for one lane.
class Sampler {
public:
  Sampler(const Instruction &I, ThreadGroup &G, unsigned Lane, const Texture &T)
      : I(I), G(G), Lane(Lane), T(T), Of(I.details<ImageAccess>()) {}

  /// The four results: bits of integers or floats. False after a fault.
  bool sample(const Coordinates &At, std::array<uint32_t, 4> &Results);
  bool gather(const Coordinates &At, std::array<uint32_t, 4> &Results);

private:
  uint64_t getSize(unsigned Dim) const {
    return Dim == 0 ? T.Of.Width : Dim == 1 ? T.Of.Height : T.Of.Depth;
  }
  /// In texels. Wrapping and mirrors are for normalized coordinates alone.
  float scale(float At, unsigned Dim) const {
    return T.IsNormalized || Of.Shape.IsCube ? At * getSize(Dim) : At;
  }
  Addressing getMode(unsigned Dim) const {
    const Addressing M = Of.Shape.IsCube ? Addressing::Clamp : T.Modes[Dim];
    return T.IsNormalized || M == Addressing::Border ? M : Addressing::Clamp;
  }
  unsigned getLayer(const Coordinates &At) const {
    constexpr unsigned NumFaces = TextureImage::NumFaces;
    if (Of.Shape.IsCube) {
      const auto Face = uint64_t(At[2]);
      return unsigned(Face < T.Of.Depth ? Face : T.Of.Depth - NumFaces + Face % NumFaces);
    }
    return Of.Shape.IsLayered ? unsigned(std::clamp<float>(At[2], 0, float(T.Of.Depth - 1))) : 0;
  }
  /// The channels of a texel, which may be one of the border.
  bool read(const std::array<int64_t, 3> &Index, unsigned Layer, std::array<uint32_t, 4> &Bits);
  std::array<float, 4> decode(const std::array<uint32_t, 4> &Bits) const;

  const Instruction &I;
  ThreadGroup &G;
  const unsigned Lane;
  const Texture &T;
  const ImageAccess &Of;
  bool IsOfBorder = false; ///< the texel that was read last
};
} // namespace

bool Sampler::read(const std::array<int64_t, 3> &Index, unsigned Layer,
                   std::array<uint32_t, 4> &Bits) {
  std::array<int64_t, 3> At = {0, 0, int64_t(Layer)};
  IsOfBorder = false;
  for (unsigned D = 0; D != Of.Shape.NumDims; ++D) {
    At[D] = findTexel(Index[D], getSize(D), getMode(D));
    IsOfBorder |= At[D] < 0;
  }
  Bits = {};
  return IsOfBorder || readTexel(I, G, Lane, T.Of, At[0], At[1], At[2], Bits);
}

std::array<float, 4> Sampler::decode(const std::array<uint32_t, 4> &Bits) const {
  if (IsOfBorder)
    return T.Border;
  std::array<float, 4> Result = {};
  for (unsigned C = 0; C != T.Of.NumChannels; ++C)
    Result[C] = decodeChannel(T.Of, Bits[C]);
  return Result;
}

static uint32_t getBits(float Value) {
  uint32_t Bits;
  std::memcpy(&Bits, &Value, sizeof Bits);
  return Bits;
}

bool Sampler::sample(const Coordinates &At, std::array<uint32_t, 4> &Results) {
  const bool GivesFloats = I.On.Is == Type::Float;
  const unsigned NumDims = Of.Shape.NumDims, Layer = getLayer(At);
  std::array<int64_t, 3> Index = {};
  std::array<uint32_t, 4> Bits;
  if (!T.IsLinear || !GivesFloats || !Of.HasFloatCoordinates) {
    for (unsigned D = 0; D != NumDims; ++D)
      Index[D] = int64_t(std::floor(scale(At[D], D)));
    if (!read(Index, Layer, Bits))
      return false;
    const std::array<float, 4> Numbers = decode(Bits);
    for (unsigned C = 0; C != 4; ++C) {
      const unsigned Unused = 32 - T.Of.ChannelBits;
      Results[C] = GivesFloats ? getBits(Numbers[C])
                   : T.Of.Kind == ChannelKind::Signed
                       ? uint32_t(int32_t(Bits[C] << Unused) >> Unused)
                       : Bits[C];
    }
    return true;
  }
  std::array<FilterPosition, 3> Positions;
  for (unsigned D = 0; D != NumDims; ++D)
    Positions[D] = findFilterPosition(scale(At[D], D));
  std::array<float, 4> Sum = {};
  for (unsigned Corner = 0; Corner != 1u << NumDims; ++Corner) {
    float Weight = 1;
    for (unsigned D = 0; D != NumDims; ++D) {
      const bool IsSecond = Corner >> D & 1;
      Index[D] = Positions[D].First + IsSecond;
      Weight *= IsSecond ? Positions[D].Fraction : 1 - Positions[D].Fraction;
    }
    if (!read(Index, Layer, Bits))
      return false;
    const std::array<float, 4> Numbers = decode(Bits);
    for (unsigned C = 0; C != 4; ++C)
      Sum[C] += Weight == 0 ? 0 : Weight * Numbers[C];
  }
  for (unsigned C = 0; C != 4; ++C)
    Results[C] = getBits(Sum[C]);
  return true;
}

/// One channel of the four texels that a linear filter would take.
bool Sampler::gather(const Coordinates &At, std::array<uint32_t, 4> &Results) {
  const FilterPosition X = findFilterPosition(scale(At[0], 0)),
                       Y = findFilterPosition(scale(At[1], 1));
  constexpr int Corners[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  for (unsigned R = 0; R != 4; ++R) {
    std::array<uint32_t, 4> Bits;
    if (!read({X.First + Corners[R][0], Y.First + Corners[R][1], 0}, getLayer(At), Bits))
      return false;
    Results[R] = I.On.Is == Type::Float ? getBits(decode(Bits)[Of.Gathered]) : Bits[Of.Gathered];
  }
  return true;
}

/// The coordinates of a lane, in the order x, y, z or x, y, layer; of cubes s, t, face.
static Coordinates getCoordinates(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                  const ImageAccess &Of) {
  Coordinates Result = {};
  unsigned Operand = 1;
  if (Of.Shape.IsLayered)
    Result[2] = float(uint32_t(G.get(I.Operands[Operand++], Lane)));
  const float Layer = Result[2];
  for (unsigned D = 0; Operand <= Of.Shape.countCoordinates(); ++D) {
    const auto Bits = uint32_t(G.get(I.Operands[Operand++], Lane));
    if (Of.HasFloatCoordinates)
      std::memcpy(&Result[D], &Bits, sizeof Bits);
    else
      Result[D] = float(int32_t(Bits));
  }
  if (Of.Shape.IsCube) {
    Result = findOnCube(Result[0], Result[1], Result[2]);
    Result[2] += TextureImage::NumFaces * Layer;
  }
  return Result;
}

using Sampling = bool (Sampler::*)(const Coordinates &, std::array<uint32_t, 4> &);

template <Sampling Sample> static Step executeTexture(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<ImageAccess>();
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const auto Lane = unsigned(llvm::countr_zero(Left));
    const Texture *T = findImage(I, G, Lane, Texture::MagicOfTexture);
    std::array<uint32_t, 4> Results = {};
    if (!T || !hasShape(I, G, Lane, T->Of, Of.Shape))
      return Step::Next;
    const Coordinates At = getCoordinates(I, G, Lane, Of);
    Sampler S(I, G, Lane, *T);
    if (!(S.*Sample)(At, Results))
      return Step::Next;
    for (unsigned R = 0; R != I.Results.size(); ++R)
      G.set(I.Results[R], Lane, Results[R]);
  }
  return Step::Next;
}

static Step executeSurface(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<ImageAccess>();
  const bool IsLoad = !I.Results.empty();
  const unsigned NumCoordinates = Of.Shape.countCoordinates();
  const unsigned Bytes = Of.NumValues * Of.ValueBytes;
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const auto Lane = unsigned(llvm::countr_zero(Left));
    const Texture *T = findImage(I, G, Lane, Texture::MagicOfSurface);
    if (!T || !hasShape(I, G, Lane, T->Of, Of.Shape))
      return Step::Next;
    std::array<int64_t, 3> At = {};
    for (unsigned D = 0; D != Of.Shape.NumDims; ++D)
      At[D] = int32_t(G.get(I.Operands[1 + Of.Shape.IsLayered + D], Lane));
    if (Of.Shape.IsLayered)
      At[2] = int32_t(G.get(I.Operands[1], Lane));
    // x is in bytes.
    const int64_t Limits[3] = {int64_t(T->Of.Width * T->Of.getTexelBytes()) - Bytes + 1,
                               int64_t(T->Of.Height), int64_t(T->Of.Depth)};
    bool IsOutside = false;
    for (unsigned D = 0; D != 3; ++D) {
      IsOutside |= At[D] < 0 || At[D] >= Limits[D];
      if (Of.Outside == Addressing::Clamp)
        At[D] = std::clamp<int64_t>(At[D], 0, std::max<int64_t>(Limits[D] - 1, 0));
    }
    if (IsOutside && Of.Outside == Addressing::Wrap)
      return G.fault(I, Check::OutOfBounds, LaneMask(1) << Lane,
                     "an access outside of a surface of " + Twine(T->Of.Width) + " x " +
                         Twine(T->Of.Height) + " x " + Twine(T->Of.Depth) + " texels (.trap)");
    uint8_t Zeros[16] = {};
    uint8_t *Memory = Zeros;
    if (!IsOutside || Of.Outside == Addressing::Clamp) {
      const uint64_t Address = T->Of.Address + uint64_t(At[0]) + uint64_t(At[1]) * T->Of.RowPitch +
                               uint64_t(At[2]) * T->Of.SlicePitch;
      Memory = G.access(I, Lane, Space::Global, Address, Bytes, Bytes,
                        IsLoad ? Access::Read : Access::Write);
      if (!Memory)
        return Step::Next;
    }
    for (unsigned V = 0; V != Of.NumValues; ++V) {
      uint64_t Value = IsLoad ? 0 : G.get(I.Operands[1 + NumCoordinates + V], Lane);
      if (IsLoad) {
        std::memcpy(&Value, Memory + V * Of.ValueBytes, Of.ValueBytes);
        G.set(I.Results[V], Lane, Value);
      } else {
        std::memcpy(Memory + V * Of.ValueBytes, &Value, Of.ValueBytes);
      }
    }
  }
  return Step::Next;
}

template <uint64_t Magic> static Step executeQuery(const Instruction &I, ThreadGroup &G) {
  for (LaneMask Left = G.getActive(); Left; Left &= Left - 1) {
    const auto Lane = unsigned(llvm::countr_zero(Left));
    const Texture *T = findImage(I, G, Lane, Magic);
    if (!T)
      return Step::Next;
    const uint64_t Answers[] = {T->Of.Width, T->Of.Height, T->Of.IsLayered ? 0 : T->Of.Depth,
                                T->Of.IsLayered ? T->Of.Depth : 0, T->IsNormalized};
    G.set(I.Results[0], Lane, Answers[unsigned(I.details<words::Queried>())]);
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// `[handle, {coordinates}]`. There may be one coordinate more than the geometry has: vectors have
/// 1, 2 or 4 elements.
static Error readLocation(InstructionReader &R, const ptx::Operand &O, const ImageAccess &Of,
                          SmallVectorImpl<Slot> &Slots) {
  if (!O.is(ptx::Operand::Kind::Address) || O.Parts.size() != 2)
    return R.fail("expected [handle, {coordinates}]; samplers of their own are not known");
  Expected<Slot> Handle = R.read(O.Parts[0], getBitsType(64));
  if (!Handle)
    return Handle.takeError();
  Slots.push_back(*Handle);
  SmallVector<Slot, 4> All;
  if (Error E = R.readAll(O.Parts[1], getBitsType(32), All))
    return E;
  const unsigned Count = Of.Shape.countCoordinates();
  if (All.size() != Count && !(Count == 3 && All.size() == 4))
    return R.fail("expected " + Twine(Count) + " coordinates, not " + Twine(All.size()));
  Slots.append(All.begin(), All.begin() + Count);
  return Error::success();
}

/// Reads the location of a texel. The operands are the location, and, of a store, the values.
static Error readImage(InstructionReader &R, ImageAccess Of, const ptx::Operand &Location) {
  static constexpr Geometry Shapes[] = {{1, false}, {2, false},       {3, false},     {1, true},
                                        {2, true},  {2, false, true}, {2, true, true}};
  Of.Shape = Shapes[unsigned(R.get<words::Geometry>())];
  SmallVector<Slot, 8> Slots;
  if (Error E = readLocation(R, Location, Of, Slots))
    return E;
  append_range(Slots, R.Result.Operands);
  R.setOperands(Slots);
  R.Result.On = R.type();
  R.setDetails(Of);
  return Error::success();
}

/// There are no mipmaps: a level or gradients choose the only one.
template <unsigned NumOperands> static Error readTexture(InstructionReader &R) {
  if (R.type().Width != 32)
    return R.fail("the emulator does not know texels of type '." + R.type().Name + "'");
  if (R.getNumOperands() != NumOperands || R.operand(0).is(ptx::Operand::Kind::Pair))
    return R.fail("the emulator does not know offsets, depths and whether a texel is resident");
  ImageAccess Of;
  Of.Gathered = unsigned(R.get<words::Channel>());
  Of.HasFloatCoordinates = isFloat(R.type(1));
  R.Result.Execute = executeTexture<&Sampler::sample>;
  return readImage(R, Of, R.operand(1));
}

static Error readGather(InstructionReader &R) {
  if (Error E = readTexture<2>(R))
    return E;
  R.Result.Execute = executeTexture<&Sampler::gather>;
  return Error::success();
}

template <bool IsLoad> static Error readSurface(InstructionReader &R) {
  static constexpr Addressing Outside[] = {Addressing::Wrap, Addressing::Clamp, Addressing::Border};
  ImageAccess Of;
  Of.HasFloatCoordinates = false;
  Of.NumValues = 1u << unsigned(R.get<words::Vector>());
  Of.ValueBytes = R.type().getBytes();
  Of.Outside = Outside[unsigned(R.get<words::OutsideOf>())];
  R.Result.Execute = executeSurface;
  return readImage(R, Of, R.operand(IsLoad ? 1 : 0));
}

template <uint64_t Magic> static Error readQuery(InstructionReader &R) {
  const ptx::Operand &O = R.operand(1);
  if (!O.is(ptx::Operand::Kind::Address) || O.Parts.size() != 1)
    return R.fail("expected [handle]");
  Expected<Slot> Handle = R.read(O.Parts[0], getBitsType(64));
  if (!Handle)
    return Handle.takeError();
  R.setOperands(*Handle);
  R.setDetails(R.get<words::Queried>());
  R.Result.Execute = executeQuery<Magic>;
  return Error::success();
}

ArrayRef<RowReader> emulator::getTextureRows() {
  static constexpr RowReader Rows[] = {
      {PTX_TEX, readTexture<2>},
      {PTX_TEX_CUBE, readTexture<2>},
      {PTX_TEX_BASE, readTexture<2>},
      {PTX_TEX_BASE_CUBE, readTexture<2>},
      {PTX_TEX_LEVEL, readTexture<3>},
      {PTX_TEX_LEVEL_CUBE, readTexture<3>},
      {PTX_TEX_GRAD, readTexture<4>},
      {PTX_TLD4, readGather},
      {PTX_SULD, readSurface<true>},
      {PTX_SULD_V4, readSurface<true>},
      {PTX_SUST, readSurface<false>},
      {PTX_SUST_V4, readSurface<false>},
      {PTX_TXQ, readQuery<Texture::MagicOfTexture>},
      {PTX_SUQ, readQuery<Texture::MagicOfSurface>},
  };
  return Rows;
}

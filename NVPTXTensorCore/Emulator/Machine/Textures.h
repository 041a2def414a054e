//===- Textures.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Images in global memory, and how a texture is read: addressing modes, filters, what becomes of a
// texel. A handle of a texture or surface is the address of its description, which begins with a
// word that tells it from other memory. The rules are in CUDA's programming guide, "Texture
// Fetching".
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_MACHINE_TEXTURES_H
#define NVPTXTENSORCORE_EMULATOR_MACHINE_TEXTURES_H

#include <array>
#include <cstdint>

namespace llvm::tensorcore::emulator {

enum class ChannelKind : uint8_t { Unsigned, Signed, Float };

struct TextureImage {
  static constexpr unsigned NumFaces = 6; ///< of a cube
  uint64_t Address = 0;
  uint64_t Width = 1, Height = 1, Depth = 1; ///< in texels; the depth of layers is their number
  uint64_t RowPitch = 0, SlicePitch = 0;     ///< in bytes
  ChannelKind Kind = ChannelKind::Float;
  uint8_t ChannelBits = 32, NumChannels = 1;
  bool IsLayered = false;
  bool IsCube = false; ///< each six slices are the faces of one

  unsigned getTexelBytes() const { return ChannelBits / 8u * NumChannels; }
  uint64_t getAddress(uint64_t X, uint64_t Y, uint64_t Z) const {
    return Address + X * getTexelBytes() + Y * RowPitch + Z * SlicePitch;
  }
};

enum class Addressing : uint8_t { Wrap, Clamp, Mirror, Border }; ///< with CUDA's numbers

/// Describes what a handle points to.
struct Texture {
  static constexpr uint64_t MagicOfTexture = 0x7478'6554'7572'6554;
  static constexpr uint64_t MagicOfSurface = 0x6672'7553'6672'7553;
  uint64_t Magic = MagicOfTexture;
  TextureImage Of;
  std::array<Addressing, 3> Modes = {Addressing::Clamp, Addressing::Clamp, Addressing::Clamp};
  bool IsLinear = false;     ///< filters; otherwise the nearest texel
  bool IsNormalized = false; ///< coordinates from 0 to 1
  bool ReadsFloat = false;   ///< integers as numbers from 0 or -1 to 1
  std::array<float, 4> Border = {};
};

/// The texel that an index means in one dimension; -1 of the border.
int64_t findTexel(int64_t Index, uint64_t Size, Addressing Mode);

/// A channel's bits as a number: of integers, if `ReadsFloat`, from 0 or -1 to 1.
float decodeChannel(const TextureImage &Of, uint32_t Bits);

/// Where a direction leaves a cube: two coordinates from 0 to 1, and the number of the face.
std::array<float, 3> findOnCube(float X, float Y, float Z);

/// Where a coordinate is between two texels: the first one, and how far the second one counts, in
/// 256ths (CUDA has 8 bits of fraction).
struct FilterPosition {
  int64_t First;
  float Fraction;
};
FilterPosition findFilterPosition(float Coordinate);

} // namespace llvm::tensorcore::emulator

#endif // NVPTXTENSORCORE_EMULATOR_MACHINE_TEXTURES_H

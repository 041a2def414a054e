//===- Textures.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts coordinates to texels, and texels to numbers.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Machine/Textures.h"
#include "llvm/ADT/APFloat.h"
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

int64_t emulator::findTexel(int64_t Index, uint64_t Size, Addressing Mode) {
  const auto N = int64_t(Size);
  if (Index >= 0 && Index < N)
    return Index;
  auto Modulo = [&](int64_t By) { return (Index % By + By) % By; };
  switch (Mode) {
  case Addressing::Wrap:
    return Modulo(N);
  case Addressing::Mirror: {
    const int64_t At = Modulo(2 * N);
    return At < N ? At : 2 * N - 1 - At;
  }
  case Addressing::Border:
    return -1;
  case Addressing::Clamp:
    break;
  }
  return std::clamp<int64_t>(Index, 0, N - 1);
}

float emulator::decodeChannel(const TextureImage &Of, uint32_t Bits) {
  if (Of.Kind == ChannelKind::Float) {
    if (Of.ChannelBits == 16)
      return APFloat(APFloat::IEEEhalf(), APInt(16, Bits)).convertToFloat();
    float Result;
    std::memcpy(&Result, &Bits, sizeof Result);
    return Result;
  }
  const double Largest = double((uint64_t(1) << (Of.ChannelBits - 1)) - 1);
  if (Of.Kind == ChannelKind::Unsigned)
    return float(Bits / (2 * Largest + 1));
  const auto Signed = int32_t(Bits << (32 - Of.ChannelBits)) >> (32 - Of.ChannelBits);
  return float(std::max(Signed / Largest, -1.0));
}

FilterPosition emulator::findFilterPosition(float Coordinate) {
  const float At = Coordinate - 0.5f, First = std::floor(At);
  return {int64_t(First), std::floor((At - First) * 256 + 0.5f) / 256};
}

std::array<float, 3> emulator::findOnCube(float X, float Y, float Z) {
  const float AbsX = std::fabs(X), AbsY = std::fabs(Y), AbsZ = std::fabs(Z);
  // CUDA C++ Programming Guide, "Cubemap Textures".
  const auto Project = [](unsigned Face, float Major, float S, float T) -> std::array<float, 3> {
    return {(S / Major + 1) / 2, (T / Major + 1) / 2, float(Face)};
  };
  if (AbsX >= AbsY && AbsX >= AbsZ)
    return X >= 0 ? Project(0, AbsX, -Z, -Y) : Project(1, AbsX, Z, -Y);
  if (AbsY >= AbsZ)
    return Y >= 0 ? Project(2, AbsY, X, Z) : Project(3, AbsY, X, -Z);
  return Z >= 0 ? Project(4, AbsZ, X, -Y) : Project(5, AbsZ, -X, -Y);
}

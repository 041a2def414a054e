//===- DescriptorSamples.h --------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values for the fields of descriptors, the same ones for whoever asks in the same order,
// and sums over what becomes of them: the model (ModelFacts.cpp) and the CUDA header
// (test/CUDA/Inputs/header_facts.h) are compared by them. Includes nothing, as the header's
// side has no library.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TEST_DESCRIPTORSAMPLES_H
#define NVPTXTENSORCORE_TEST_DESCRIPTORSAMPLES_H

namespace samples {

using Word = unsigned long long;

/// A sum that the order of its parts changes (FNV-1a, of whole words).
struct Hash {
  Word Value = 14695981039346656037ull;
  void add(Word W) { Value = (Value ^ W) * 1099511628211ull; }
};

/// Numbers from nowhere (Numerical Recipes' constants).
struct Random {
  Word State;
  unsigned next() {
    State = State * 6364136223846793005ull + 1442695040888963407ull;
    return unsigned(State >> 33);
  }
  /// Mostly 0 or 1, sometimes up to 7.
  int small() {
    unsigned R = next();
    return R & 12 ? R & 1 : R >> 4 & 7;
  }
};

constexpr int NumSamples = 30000;

/// A field of an instruction descriptor, by the numbers of TableGen/InstructionDescriptor.td:
/// mostly what the kind's fields are mostly (types have to be right), else anything.
inline int sampleField(Random &R, int Kind, int Field) {
  enum { TypeD = 6, TypeA, TypeB, ScaleType = 13 };
  constexpr int TypesOfD[] = {0, 1, 0, 1, 2, 1, 2, 0}, TypesOfA[] = {1, 0, 0, 0, 1, 2, 3, 1};
  int Usual = Field == TypeD                     ? TypesOfD[Kind & 7]
              : Field == TypeA || Field == TypeB ? TypesOfA[Kind & 7]
              : Field == ScaleType               ? (Kind & 7) == 7 || (Kind & 5) == 0
                                                 : 0;
  int Other = R.small();
  return R.next() % 8 > 1 ? Usual : Other;
}

/// An M or N that there is, or nearly.
inline int sampleM(Random &R) {
  constexpr int Ms[] = {64, 128, 128, 256, 256, 32, 0, 48, 96, 512, 127, -128};
  return Ms[R.next() % (sizeof(Ms) / sizeof(Ms[0]))];
}
inline int sampleN(Random &R) {
  unsigned Choice = R.next();
  return Choice % 16 ? int(Choice >> 4 & 31) * 8 + 8 : int(Choice >> 4 & 511) - 100;
}

/// A multiple of 16 that a matrix descriptor can hold.
inline unsigned sampleOffset(Random &R) { return (R.next() & 0x3fff) * 16; }

} // namespace samples

#endif // NVPTXTENSORCORE_TEST_DESCRIPTORSAMPLES_H

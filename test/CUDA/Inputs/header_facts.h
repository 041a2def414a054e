//===- header_facts.h - what the CUDA header says, for comparison -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host's side of the CUDA header: its fragment layouts and descriptors, in lines as
// test/unit/ModelFacts.cpp prints them of the model.
//
//===----------------------------------------------------------------------===//

#include "../../unit/DescriptorSamples.h"
#include "nvptx_tensorcore.h"

extern "C" int printf(const char *, ...);

using namespace nvptx_tensorcore;

inline void addPlace(samples::Hash &Sum, int Row, int Column, int Tile, int Selector, int Byte) {
  const int Parts[] = {Row, Column, Tile, Selector, Byte};
  for (int Part : Parts)
    Sum.add(Part);
}

/// A fragment layout; `Lanes` are those of a warp, or those that have an address.
template <class Layout> __attribute__((noinline)) void printLayout(const char *Name, int Lanes = 32) {
  samples::Hash Sum;
  for (int Lane = 0; Lane < Lanes; ++Lane)
    for (int I = 0; I < Layout::Elements; ++I)
      addPlace(Sum, Layout::row(Lane, I), Layout::column(Lane, I), Layout::tile(Lane, I),
               Layout::selector(Lane, I), Layout::byte(Lane, I));
  printf("%s %dx%d %d/%d %llu\n", Name, Layout::Rows, Layout::Columns, Layout::Elements,
         Layout::ElementsPerRegister, Sum.Value);
}

/// The accumulator of a wgmma, which says its layout itself.
template <class MMA> __attribute__((noinline)) void printAccumulator(const char *Name, int PerRegister) {
  samples::Hash Sum;
  for (int Thread = 0; Thread < 128; ++Thread)
    for (int I = 0; I < MMA::Elements; ++I)
      addPlace(Sum, MMA::row(Thread, I), MMA::column(Thread, I), 0, 0, 0);
  printf("%s %dx%d %d/%d %llu\n", Name, MMA::Rows, MMA::Columns, MMA::Elements, PerRegister,
         Sum.Value);
}

/// `Number` is the model's number of the kind.
inline void printInstructionDescriptors(const char *Name, Kind Which, int Number) {
  using namespace nvptx_tensorcore::detail;
  samples::Random R = {samples::Word(Number)};
  samples::Hash Sum;
  unsigned Legal = 0;
  for (int I = 0; I < samples::NumSamples; ++I) {
    InstructionFields Fields;
    for (int F = 0; F < NumInstructionFields; ++F) {
      int Value = F == 0   ? samples::sampleM(R)
                  : F == 1 ? samples::sampleN(R)
                           : samples::sampleField(R, Number, F);
      if (getSlot(Which, InstructionField(F)).Width)
        Fields.Values[F] = Value;
    }
    bool IsLegal = isInstruction(Which, Fields);
    Sum.add(IsLegal ? encodeInstruction(Which, Fields) : 0);
    Legal += IsLegal;
  }
  printf("idesc %s legal %u %llu\n", Name, Legal, Sum.Value);
}

struct MatrixSample {
  unsigned Start, Leading, Stride, Base;
};

inline MatrixSample sampleMatrix(samples::Random &R) {
  unsigned Start = samples::sampleOffset(R), Leading = samples::sampleOffset(R),
           Stride = samples::sampleOffset(R);
  return {Start, Leading, Stride, R.next() & 7};
}

template <WGMMASwizzle Swizzle> void printWGMMADescriptors(samples::Random &R) {
  samples::Hash Sum;
  for (int I = 0; I < 1000; ++I) {
    MatrixSample S = sampleMatrix(R);
    Sum.add((unsigned long long)make_wgmma_descriptor<Swizzle>(S.Start, S.Leading, S.Stride,
                                           Swizzle == WGMMASwizzle::None ? 0 : S.Base));
  }
  printf("matrix wgmma %u %llu\n", unsigned(Swizzle), Sum.Value);
}

template <TCGen05Swizzle Swizzle> void printTCGen05Descriptors(samples::Random &R) {
  samples::Hash Sum;
  for (int I = 0; I < 1000; ++I) {
    MatrixSample S = sampleMatrix(R);
    Sum.add((unsigned long long)make_tcgen05_descriptor<Swizzle>(S.Start, S.Leading, S.Stride, S.Base));
    if constexpr (Swizzle == TCGen05Swizzle::Bytes128)
      Sum.add((unsigned long long)make_tcgen05_descriptor<Swizzle, LeadingMode::Address>(S.Start, S.Leading, S.Stride));
  }
  printf("matrix tcgen05 %u %llu\n", unsigned(Swizzle), Sum.Value);
}

/// A tile in shared memory: its descriptor, its strides, its elements.
template <class Tile, bool IsWGMMA> __attribute__((noinline)) void printTile(const char *Name) {
  samples::Hash Sum;
  if constexpr (IsWGMMA)
    Sum.add((unsigned long long)make_wgmma_descriptor<Tile>(0));
  else
    Sum.add((unsigned long long)make_tcgen05_descriptor<Tile>(0));
  Sum.add(Tile::Bytes);
  Sum.add(Tile::Alignment);
  for (int Step = 0; Step < Tile::Steps; ++Step) {
    Sum.add(Tile::step_bytes(Step));
    for (int Row = 0; Row < 8; ++Row)
      for (int Column = 0; Column < Tile::StepColumns; ++Column)
        Sum.add(Tile::bit_offset(Row, Step * Tile::StepColumns + Column));
  }
  printf("%s %llu\n", Name, Sum.Value);
}

inline void printMatrixDescriptors() {
  samples::Random OfWGMMA = {0}, OfTCGen05 = {1};
  printWGMMADescriptors<WGMMASwizzle::None>(OfWGMMA);
  printWGMMADescriptors<WGMMASwizzle::Bytes128>(OfWGMMA);
  printWGMMADescriptors<WGMMASwizzle::Bytes64>(OfWGMMA);
  printWGMMADescriptors<WGMMASwizzle::Bytes32>(OfWGMMA);
  printTCGen05Descriptors<TCGen05Swizzle::None>(OfTCGen05);
  printTCGen05Descriptors<TCGen05Swizzle::Bytes128Atom32>(OfTCGen05);
  printTCGen05Descriptors<TCGen05Swizzle::Bytes128>(OfTCGen05);
  printTCGen05Descriptors<TCGen05Swizzle::Bytes64>(OfTCGen05);
  printTCGen05Descriptors<TCGen05Swizzle::Bytes32>(OfTCGen05);
}

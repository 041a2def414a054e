//===- EmulatorTensorRun.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are small, so that sums are exact.
//
//===----------------------------------------------------------------------===//

#include "EmulatorTensorRun.h"
#include "EmulatorTensorKernel.h"
#include "Model/Layouts/ColumnMask.h"
#include "Numbers/MMAReference.h"
#include "TestHelpers.h"
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

class TensorRun {
public:
  explicit TensorRun(const TensorCase &Case, unsigned Seed);
  void run();

private:
  void fill(Tile &T, const NumberFormat &Format);
  void fillMetadata();
  void takeColumns();
  std::string makeInstruction() const;
  void compare();

  const TensorCase &Case;
  std::mt19937 Random;
  const TensorOperands Operands;
  const Multiplication &Mul;
  OperandTiles Tiles;
  Tile WideB; ///< with the columns before a shift
  std::vector<TensorBlock> Blocks;
};

constexpr unsigned FirstByteOfB = 65536;

} // namespace

TensorRun::TensorRun(const TensorCase &Case, unsigned Seed)
    : Case(Case), Random(Seed), Operands(cantFail(TensorOperands::make(Case, FirstByteOfB))),
      Mul(Operands.getMultiplication()), Tiles(OperandTiles::getZeros(Mul)), Blocks(Case.CTAGroup) {
  fill(Tiles.A, Mul.A);
  WideB = Tile(Mul.K, Case.N + Case.getShift());
  fill(WideB, Mul.B);
  takeColumns();
  fill(Tiles.C, Mul.D);
  for (Tile *T : {&Tiles.ScaleA, &Tiles.ScaleB})
    for (uint64_t &Code : T->Codes)
      Code = Mul.Scale->encodeInteger(1 << Random() % 3);
  if (Mul.Group)
    fillMetadata();
}

void TensorRun::fill(Tile &T, const NumberFormat &Format) {
  for (uint64_t &Code : T.Codes)
    Code = Format.encodeInteger(int64_t(Random() % (Format.isSigned() ? 4 : 3)) -
                                (Format.isSigned() ? 1 : 0));
}

void TensorRun::takeColumns() {
  const ColumnMask Mask = cantFail(ColumnMask::decode(Case.Mask, Case.M, Case.N, 8));
  for (unsigned Row = 0; Row != Mul.K; ++Row)
    for (unsigned Column = 0; Column != Case.N; ++Column)
      Tiles.B.at(Row, Column) = Mask.isZero(Column) ? 0 : WideB.at(Row, Column + Case.getShift());
}

void TensorRun::fillMetadata() {
  const bool HasOneIndex = Mul.Group->Kept == 1;
  for (uint64_t &Code : Tiles.Metadata.Codes) {
    const unsigned First = Random() % (HasOneIndex ? 2 : 3);
    Code = encodeSparsityGroup(*Mul.Group, First, First + 1 + Random() % (3 - First));
  }
}

std::string TensorRun::makeInstruction() const {
  const std::string Vector = Case.ScaleVector.empty() ? "" : "." + Case.ScaleVector.str();
  std::string Text = Case.AddsD ? "" : "setp.ne.u32 %p, 0, 0; ";
  Text += "tcgen05.mma";
  Text += Case.IsStationary ? ".ws" : "";
  Text += Case.IsSparse ? ".sp" : "";
  Text += ".cta_group::" + utostr(Case.CTAGroup) + ".kind::" + Case.Kind.str();
  Text += Case.ScaleCount ? ".block_scale" + Vector : "";
  Text += Case.hasTensorA() ? " [%t0], [%t11]" : " [%t0], %rd0";
  Text += Case.IsSparse ? ", %rd1, [%t8], %word" : ", %rd1, %word";
  Text += Case.ScaleCount ? ", [%t9], [%t10]" : "";
  return Text + ", %p" + (Case.Mask ? ", " + utostr(Case.Mask) : "") + ";";
}

void TensorRun::run() {
  Operands.place(Tiles, WideB, Blocks);
  std::array<uint64_t, 2> Descriptors = Operands.getDescriptors();
  for (uint64_t &Descriptor : Descriptors)
    Descriptor += SharedBegin / 16;
  if (Case.NegatesA)
    for (uint64_t &Code : Tiles.A.Codes)
      Code ^= uint64_t(1) << (Mul.A.getWidth() - 1);
  if (!Case.AddsD)
    std::fill(Tiles.C.Codes.begin(), Tiles.C.Codes.end(), 0);
  const std::string Instruction = makeInstruction();
  SCOPED_TRACE(Instruction);
  // What sm_103a lacks.
  const bool IsRubin = Case.Kind == "ti16" || Case.ScaleType == "ue5m3" || Case.IsLongK;
  ASSERT_EQ("", runTensorInstruction(Instruction, Descriptors, Operands.getWord(), Blocks,
                                     /*ByAll=*/"", /*Seed=*/1, IsRubin));
  compare();
}

void TensorRun::compare() {
  const Tile Right = MMAReference(Mul, Tiles).getResult();
  for (unsigned Row = 0; Row != Case.M; ++Row)
    for (unsigned Column = 0; Column != Case.N; ++Column) {
      const TensorMemoryLocation P = *Operands.getLayout().getLocationOfD(Row, Column);
      const uint32_t Is = Blocks[P.CTA].at(P.Lane, P.Column);
      ASSERT_EQ(Right.at(Row, Column), Mul.D.getWidth() == 16 ? Is & 0xFFFF : Is)
          << Row << ", " << Column;
    }
}

void emulator::runTensorCase(const TensorCase &Case, unsigned Seed) { TensorRun(Case, Seed).run(); }

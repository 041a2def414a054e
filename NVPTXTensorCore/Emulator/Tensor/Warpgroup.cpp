//===- Warpgroup.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Performs a wgmma after its issue: it reads matrices and registers, multiplies, and writes the
// accumulators of one warp after the other.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Tensor/Warpgroup.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Tensor/MatrixUnits.h"
#include "Emulator/Tensor/Multiplicands.h"
#include "Numbers/ShortSums.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

WGMMADetails::WGMMADetails(const MMAVariant &Variant)
    : Mul(Variant), CodecA(Mul.A, Mul.ElementBits), CodecB(Mul.B, Mul.ElementBits), CodecD(Mul.D),
      HasSharedA(!Variant.get(MMAField_Residency)) {}

void Warpgroup::forget() {
  uint64_t End = ~uint64_t(0);
  for (const WarpProgress &W : Warps)
    End = std::min(End, W.NumWaitedFor);
  for (; First < End && !Begun.empty() && Begun.front()->IsDone; ++First)
    Begun.pop_front();
}

SmallVector<Slot, 0> emulator::getAsynchronousRegisters(const Instruction &I) {
  const auto &Of = I.details<WGMMADetails>();
  SmallVector<Slot, 0> Result(I.Results.begin(), I.Results.end());
  Result.append(Of.RegistersOfA.begin(), Of.RegistersOfA.end());
  if (Of.MetadataRegister)
    Result.push_back(Of.MetadataRegister);
  return Result;
}

WGMMARegisters::WGMMARegisters(const Function &F) : First(F.Code.data()), Numbers(F.Code.size()) {
  std::map<uint32_t, unsigned> Known;
  for (const Instruction &I : F.Code)
    if (isWGMMA(I))
      for (Slot S : getAsynchronousRegisters(I))
        Numbers[size_t(&I - First)].push_back(
            Known.try_emplace(S.Offset, unsigned(Known.size())).first->second);
  Count = Known.size();
  for (const Instruction &I : F.Code) {
    const auto Add = [&](Slot S) {
      if (const auto It = Known.find(S.Offset); S.In == Slot::Registers && It != Known.end())
        Numbers[size_t(&I - First)].push_back(It->second);
    };
    if (isWGMMA(I))
      continue;
    for_each(I.Operands, Add);
    for_each(I.Results, Add);
    for (const Address &A : I.Addresses)
      if (A.Is == Address::InSlot)
        Add(A.Base);
  }
}

void FencedRegisters::begin(const Frame &In, const WGMMARegisters &OfFunction) {
  Of = &In;
  Registers = &OfFunction;
  Accesses.assign(OfFunction.getCount(), nullptr);
}

void FencedRegisters::access(const Instruction &I) {
  for (unsigned Number : Registers->getNumbers(I))
    Accesses[Number] = &I;
}

void FencedRegisters::accessByMultiply(const Instruction &I) {
  for (unsigned Number : Registers->getNumbers(I))
    if (!Accesses[Number] || isWGMMA(*Accesses[Number]))
      Accesses[Number] = &I;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

namespace {

class MultiplyOperation : public AsyncOperation {
public:
  MultiplyOperation(Block &Of, Warpgroup &Group, std::shared_ptr<WarpgroupMultiply> Operation)
      : Of(Of), Units(getMatrixUnits(Of)), Group(Group), Operation(std::move(Operation)),
        Details(this->Operation->At->details<WGMMADetails>()), Mul(Details.Mul) {}

  bool perform(Cluster &C) override;

private:
  bool readShared(Cluster &C, const MatrixRequest &Request, const LineFormat &Format,
                  NumberGrid To);
  bool readMultiplicands(Cluster &C);
  void readRegistersOfA();
  void readMetadata();
  void gather(const WarpgroupFragment &Table, ArrayRef<Slot> Registers,
              std::vector<uint8_t> &Elements, unsigned ElementBytes);
  bool compute(Cluster &C);
  void writeAccumulators(unsigned Warp);

  Block &Of;
  MatrixUnits &Units;
  Warpgroup &Group;
  std::shared_ptr<WarpgroupMultiply> Operation;
  const WGMMADetails &Details;
  const Multiplication &Mul;
  std::vector<uint8_t> Result; ///< elements of D, row by row; empty before
  unsigned NumWritten = 0, FirstWarp = 0;
};

} // namespace

bool MultiplyOperation::readShared(Cluster &C, const MatrixRequest &Request,
                                   const LineFormat &Format, NumberGrid To) {
  Actor Who;
  Who.Through = Proxy::Async;
  Who.Operation = Operation->Author.get();
  Who.Of = &Of;
  Who.At = Operation->At;
  Operation->Author->Reader.reset();
  if (!Units.Matrices.read(C, Who, Of, Request, Units.Bytes))
    return false;
  decodeLines(Format, Units.Bytes, Request.Lines, Request.LineBytes * 8 / Format.StoredBits, To);
  return true;
}

void MultiplyOperation::gather(const WarpgroupFragment &Table, ArrayRef<Slot> Registers,
                               std::vector<uint8_t> &Elements, unsigned ElementBytes) {
  Elements.resize(size_t(Table.getNumElements()) * ElementBytes);
  for (unsigned Warp = 0; Warp != WarpsOfGroup; ++Warp)
    for (const auto &[Number, Register] : enumerate(Registers))
      Table.gather(Warp, unsigned(Number), getRegister(*Operation->Frames[Warp], Register),
                   Elements.data());
}

void MultiplyOperation::readRegistersOfA() {
  const unsigned Bits = Mul.ElementBits;
  gather(Details.A, Details.RegistersOfA, Units.Bytes, std::max(Bits, 8u) / 8);
  NumberTiles &T = Units.Tiles;
  if (Bits >= 8)
    return Details.CodecA.decode(Units.Bytes.data(), T.A.size(), T.A.data());
  for (size_t I = 0; I != T.A.size(); ++I)
    T.A[I] = Details.CodecA.decode(Units.Bytes[I]);
}

/// Reads which row of B each kept element of A is multiplied by.
void MultiplyOperation::readMetadata() {
  gather(Details.Metadata, Details.MetadataRegister, Units.Bytes, 1);
  Tile Metadata(Mul.M, Mul.getNumGroups());
  std::copy(Units.Bytes.begin(), Units.Bytes.end(), Metadata.Codes.begin());
  NumberTiles &T = Units.Tiles;
  for (unsigned Row = 0; Row != Mul.M; ++Row)
    for (unsigned Kept = 0; Kept != T.KeptColumns; ++Kept)
      T.Columns[Row * T.KeptColumns + Kept] =
          uint16_t(getLogicalColumn(*Mul.Group, Metadata, Row, Kept));
}

static void negate(std::vector<double> &Numbers) {
  for (double &Number : Numbers)
    Number = -Number;
}

bool MultiplyOperation::readMultiplicands(Cluster &C) {
  NumberTiles &T = Units.Tiles;
  T.resize(Mul);
  const size_t N = Mul.N, Kept = T.KeptColumns;
  const LineFormat FormatA = {Mul.A, Mul.ElementBits, Mul.ElementBits};
  const LineFormat FormatB = {Mul.B, Mul.ElementBits, Mul.ElementBits};
  const NumberGrid ToB =
      Operation->B.IsKMajor ? NumberGrid{T.B.data(), 1, N} : NumberGrid{T.B.data(), N, 1};
  if (!readShared(C, Operation->B, FormatB, ToB))
    return false;
  const NumberGrid ToA =
      Operation->A.IsKMajor ? NumberGrid{T.A.data(), Kept, 1} : NumberGrid{T.A.data(), 1, Kept};
  if (!Details.HasSharedA)
    readRegistersOfA();
  else if (!readShared(C, Operation->A, FormatA, ToA))
    return false;
  if (Mul.Group)
    readMetadata();
  if (Details.NegatesA)
    negate(T.A);
  if (Details.NegatesB)
    negate(T.B);
  return true;
}

bool MultiplyOperation::compute(Cluster &C) {
  if (!readMultiplicands(C))
    return false;
  NumberTiles &T = Units.Tiles;
  const unsigned Bytes = Mul.D.getWidth() / 8;
  if (Operation->AddsD) {
    gather(Details.D, Operation->At->Results, Units.Bytes, Bytes);
    Details.CodecD.decode(Units.Bytes.data(), T.D.size(), T.D.data());
  } else {
    std::fill(T.D.begin(), T.D.end(), 0);
  }
  if (C.getLaunch().Options.HasHopperSums && hasShortSums(Mul))
    multiplyShort(T);
  else
    multiply(Mul, T, C.getPerturbation());
  C.Statistics.MultiplyAdds += uint64_t(Mul.M) * Mul.N * Mul.K;
  Result.resize(T.D.size() * Bytes);
  Details.CodecD.encode(T.D.data(), T.D.size(), Result.data(), Mul.Saturates);
  return true;
}

void MultiplyOperation::writeAccumulators(unsigned Warp) {
  Frame &To = *Operation->Frames[Warp];
  for (const auto &[Number, Register] : enumerate(Operation->At->Results))
    Details.D.scatter(Warp, unsigned(Number), getRegister(To, Register), Result.data());
}

bool MultiplyOperation::perform(Cluster &C) {
  if (Result.empty()) {
    FirstWarp = unsigned(C.choose(WarpsOfGroup));
    return !compute(C);
  }
  writeAccumulators((FirstWarp + NumWritten++) % WarpsOfGroup);
  if (NumWritten != WarpsOfGroup)
    return false;
  C.Order.complete(*Operation->Author, Operation->Done);
  Operation->IsDone = true;
  Operation->Frames = {};
  return true;
}

void emulator::beginMultiply(Cluster &C, Block &B, Warpgroup &G,
                             const std::shared_ptr<WarpgroupMultiply> &Operation) {
  C.Pending.add(G.Chain, std::make_unique<MultiplyOperation>(B, G, Operation));
}

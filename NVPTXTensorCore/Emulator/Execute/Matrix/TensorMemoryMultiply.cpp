//===- TensorMemoryMultiply.cpp ----------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.mma: how its statements are read, and what a thread does that comes to one. What happens
// after that is in Emulator/Tensor/TensorProduct.h.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Matrix/TCGen05.h"
#include "Emulator/Execute/Matrix/TensorProduct.h"
#include "Emulator/Machine/Block.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAWords.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

namespace {

/// A thread at a tcgen05.mma.
class MultiplyIssue {
public:
  MultiplyIssue(const Instruction &I, ThreadGroup &G, unsigned Lane)
      : I(I), Of(I.details<TensorMultiplyDetails>()), G(G), Lane(Lane) {}

  void run();

private:
  bool fault(Check Kind, const Twine &Sentence) {
    G.fault(I, Kind, LaneMask(1) << Lane, Sentence);
    return false;
  }
  TensorAddress getTensorAddress(const Address &A) const {
    return TensorAddress(uint32_t(G.getAddress(A, Lane)));
  }
  bool checkOperands(uint32_t Word);
  bool checkAlignment(const TensorShape &Shape);
  bool readMatrix(uint64_t Word, const char *Name, const LineFormat &Format, bool IsKMajor,
                  unsigned Rows, unsigned Columns, MatrixRequest &Result);
  bool readOperands(const TensorShape &Shape);
  void useBuffer();

  const Instruction &I;
  const TensorMultiplyDetails &Of;
  ThreadGroup &G;
  const unsigned Lane;
  TensorOperands Operands;
};

} // namespace

/// Returns what a word asks for of which the PTX ISA has no more than figures, or contradicts
/// itself.
static StringRef findUnknown(InstructionDescriptorKind Kind, uint32_t Word) {
  const BitLayout &Layout = getLayout(Kind);
  if (Layout.get(Word, InstructionDescriptorField_ScaleLayoutA))
    return "scale factors of A in 128 lanes";
  if (Layout.get(Word, InstructionDescriptorField_SparsityVersion))
    return "sparsity version v1";
  if (Layout.get(Word, InstructionDescriptorField_UpperK))
    return "K = 128";
  if (Kind == InstructionDescriptorKind_MXF8F6F4 && getKField(Layout, Word))
    return "K = 64 of .kind::mxf8f6f4";
  return "";
}

bool MultiplyIssue::checkOperands(uint32_t Word) {
  if (Of.Use.CTAGroup == 2 && !getPeer(G.getBlock()))
    return fault(Check::IllegalInstruction, "'" + I.Source->getMnemonic() +
                                                "' is for a pair of blocks; expected a cluster "
                                                "with an even number of blocks");
  if (Error E = checkInstructionDescriptor(Word, Of.Use, Of.Target))
    return fault(Check::Descriptors, toString(std::move(E)));
  if (StringRef Unknown = findUnknown(Of.Kind, Word); !Unknown.empty())
    return fault(Check::IllegalInstruction, "the emulator does not execute " + Unknown);
  return true;
}

bool MultiplyIssue::readMatrix(uint64_t Word, const char *Name, const LineFormat &Format,
                               bool IsKMajor, unsigned Rows, unsigned Columns,
                               MatrixRequest &Result) {
  Expected<MatrixRequest> Request = readMatrixDescriptor(Word, MatrixDescriptorFormat_TCGen05);
  if (!Request)
    return fault(Check::Descriptors, Twine(Name) + ": " + toString(Request.takeError()));
  Result = *Request;
  Result.IsKMajor = IsKMajor;
  Result.Lines = IsKMajor ? Rows : Columns;
  Result.LineBytes = Format.getLineBytes(IsKMajor ? Columns : Rows);
  Result.VectorBytes = Format.getVectorBytes();
  Result.Type = Format.Format.getSpelling();
  if (const std::string Wrong = findMatrixFault(Result); !Wrong.empty())
    return fault(Check::Descriptors, Twine(Name) + ": " + Wrong);
  const bool IsOf32Bytes = Result.Swizzle == SharedMemorySwizzle_128Atom32;
  if (IsOf32Bytes != (!IsKMajor && Format.StoredBits == 32))
    return fault(Check::Descriptors,
                 Twine(Name) + ": the 128-byte swizzle with 32-byte atomicity is for 32-bit "
                               "elements that are M- or N-major, and those have no other");
  return true;
}

bool MultiplyIssue::checkAlignment(const TensorShape &Shape) {
  const bool IsHalf = Shape.Layout.getTableRow().RowsOfQuarter == 16;
  for (const std::optional<Address> &A : {std::optional(Of.D), Of.InTensorA, Of.Metadata}) {
    if (!A)
      continue;
    const TensorAddress At = getTensorAddress(*A);
    if (At.Lane != Operands.D.Lane || (At.Lane && !(IsHalf && At.Lane == 16)))
      return fault(Check::TensorMemory,
                   "lane " + Twine(At.Lane) + " of tensor memory; expected lane 0" +
                       (IsHalf ? " or 16, the same for A, D and the metadata" : "") +
                       getMatrixUnits(G.getBlock()).Tensor.getCause());
  }
  return true;
}

bool MultiplyIssue::readOperands(const TensorShape &Shape) {
  const unsigned NumBlocks = Of.Use.CTAGroup;
  const unsigned Kept = Shape.Mul.getKeptColumns();
  if (Of.ZeroColumns) {
    Expected<ColumnMask> Mask =
        ColumnMask::decode(G.get(Of.ZeroColumns, Lane), Shape.M, Shape.N, Shape.MaxShift);
    if (!Mask)
      return fault(Check::Descriptors, toString(Mask.takeError()));
    Operands.Columns = *Mask;
  }
  Operands.D = getTensorAddress(Of.D);
  if (Of.InTensorA)
    Operands.A = getTensorAddress(*Of.InTensorA);
  else if (!readMatrix(G.get(Of.A, Lane), "A", Shape.A, Shape.IsAKMajor, Shape.M / NumBlocks, Kept,
                       Operands.SharedA))
    return false;
  // Lines of N have whole vectors of 16 bytes.
  const unsigned Columns = unsigned(alignTo(Shape.N / NumBlocks + Operands.Columns.getShift(),
                                            Shape.IsBKMajor ? 1 : 128 / Shape.B.StoredBits));
  if (!readMatrix(G.get(Of.B, Lane), "B", Shape.B, Shape.IsBKMajor, Columns, Shape.K,
                  Operands.SharedB))
    return false;
  if (Of.Metadata)
    Operands.Metadata = getTensorAddress(*Of.Metadata);
  if (Of.ScaleA) {
    Operands.ScaleA = getTensorAddress(*Of.ScaleA);
    Operands.ScaleB = getTensorAddress(*Of.ScaleB);
  }
  Operands.AddsD = G.getPredicate(Of.EnableD) >> Lane & 1;
  for (const auto &[Number, S] : enumerate(Of.DisabledLanes))
    Operands.DisabledLanes[Number] = uint32_t(G.get(S, Lane));
  return checkAlignment(Shape);
}

/// Checks that a collector buffer has what the instruction multiplies. Whether hardware reads the
/// buffer or the memory is left open, and so is what changes in memory.
void MultiplyIssue::useBuffer() {
  TensorMemory &T = getMatrixUnits(G.getBlock()).Tensor;
  std::optional<uint64_t> &Buffer = T.Collectors[Of.Buffer];
  const bool IsOfB = Of.Use.IsWeightStationary;
  const uint64_t Matrix = IsOfB          ? G.get(Of.B, Lane)
                          : Of.InTensorA ? Operands.A.getWord()
                                         : G.get(Of.A, Lane);
  const bool IsUse = Of.Collector == mma::Collector::Use || Of.Collector == mma::Collector::Lastuse;
  if (IsUse && Buffer != Matrix)
    G.report(I, Check::Descriptors, LaneMask(1) << Lane,
             Twine(IsOfB ? "B" : "A") + " is not the matrix that the collector buffer holds: " +
                 (Buffer ? "another one was filled in" : "none was filled in"),
             IsOfB ? ".collector::b::fill at the matrix's first use"
                   : ".collector::a::fill at the matrix's first use");
  if (Of.Collector == mma::Collector::Fill)
    Buffer = Matrix;
  else if (Of.Collector != mma::Collector::Use)
    Buffer.reset();
}

void MultiplyIssue::run() {
  const uint32_t Word = uint32_t(G.get(Of.Word, Lane));
  if (!checkOperands(Word))
    return;
  const TensorShape Shape(Of, Word);
  if (!readOperands(Shape))
    return;
  useBuffer();
  for (Block *B : {&G.getBlock(), Of.Use.CTAGroup == 2 ? getPeer(G.getBlock()) : nullptr})
    if (B)
      getMatrixUnits(*B).Tensor.note(
          {&I, Shape.M, Shape.N, Operands.D.Column, Shape.Layout.getNumColumnsOfD()});
  addTensorOperation(I, G, Lane, Of.Use.CTAGroup, [&](const std::shared_ptr<AsyncAuthor> &Author) {
    return std::make_unique<TensorProduct>(I, G.getBlock(), Author, Shape, Operands);
  });
}

Step emulator::executeTensorMultiply(const Instruction &I, ThreadGroup &G) {
  G.forEachLane([&](unsigned Lane) { MultiplyIssue(I, G, Lane).run(); });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

namespace {

/// Takes operands, one after the other.
class OperandTaker {
public:
  explicit OperandTaker(InstructionReader &R) : R(R) {}

  Error take(Slot &To, unsigned Bits) {
    Expected<Slot> S = R.read(R.operand(Next++), getBitsType(Bits));
    if (!S)
      return S.takeError();
    To = *S;
    return Error::success();
  }
  Error take(std::optional<Address> &To) {
    Expected<Address> A = R.readAddress(R.operand(Next++));
    if (!A)
      return A.takeError();
    To = *A;
    return Error::success();
  }
  bool isLeft() const { return Next < R.getNumOperands(); }
  const ptx::Operand &peek() const { return R.operand(Next); }
  const ptx::Operand &take() { return R.operand(Next++); }

private:
  InstructionReader &R;
  size_t Next = 0;
};

} // namespace

static TensorMultiplyDetails makeDetails(const FoundForm &Found) {
  TensorMultiplyDetails Of;
  // Where A is, the operands say.
  Of.Use = getInstructionDescriptorUse(Found.Form.Descriptor, /*IsAInTensorMemory=*/false);
  Of.Kind = *parseInstructionDescriptorKind(Of.Use.Kind);
  Of.Collector = Found.Form.Descriptor.get<mma::Collector>();
  if (Of.Use.IsWeightStationary)
    Of.Buffer = Found.Form.Descriptor.get(MMAField_Buffer);
  return Of;
}

/// d, a, b, metadata, idesc, scales.
static Error takeMatrices(OperandTaker &Take, const FoundForm &Found, TensorMultiplyDetails &Of) {
  std::optional<Address> D;
  if (Error E = Take.take(D))
    return E;
  Of.D = *D;
  Of.Use.IsAInTensorMemory = Take.peek().is(ptx::Operand::Kind::Address);
  if (Error E = Of.Use.IsAInTensorMemory ? Take.take(Of.InTensorA) : Take.take(Of.A, 64))
    return E;
  if (Error E = Take.take(Of.B, 64))
    return E;
  if (Of.Use.IsSparse)
    if (Error E = Take.take(Of.Metadata))
      return E;
  if (Error E = Take.take(Of.Word, 32))
    return E;
  if (!Found.Form.Descriptor.get(MMAField_BlockScale))
    return Error::success();
  if (Error E = Take.take(Of.ScaleA))
    return E;
  return Take.take(Of.ScaleB);
}

Error emulator::readTensorMultiply(InstructionReader &R, const FoundForm &Found) {
  TensorMultiplyDetails Of = makeDetails(Found);
  if (Of.Use.IsBDecompressed)
    return R.fail("the emulator does not execute .decompress::lut::b");
  if (const std::optional<TargetVersion> &Target = R.getProgram().Target)
    Of.Target = &*Target;
  OperandTaker Take(R);
  if (Error E = takeMatrices(Take, Found, Of))
    return E;
  if (Take.peek().is(ptx::Operand::Kind::Vector)) {
    SmallVector<Slot, 8> Lanes;
    if (Error E = R.readAll(Take.take(), getBitsType(32), Lanes))
      return E;
    Of.DisabledLanes = std::move(Lanes);
  }
  if (Error E = Take.take(Of.EnableD, 1))
    return E;
  if (Take.isLeft() && Of.Use.IsWeightStationary) {
    if (Error E = Take.take(Of.ZeroColumns, 64))
      return E;
  } else if (Take.isLeft()) {
    Expected<int64_t> Scale = R.readInteger(Take.take());
    if (!Scale)
      return Scale.takeError();
    if (*Scale < 0 || *Scale > int64_t(MaxScaleInput))
      return R.fail("scale-input-d is " + Twine(*Scale) + "; expected 0 to " +
                    Twine(MaxScaleInput));
    Of.ScaleInput = unsigned(*Scale);
  }
  R.setDetails(std::move(Of));
  R.Result.Execute = executeTensorMultiply;
  return Error::success();
}

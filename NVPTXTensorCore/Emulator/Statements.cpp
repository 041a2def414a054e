//===- Statements.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Leads from a statement to what executes it. The readers of programs do not know that.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Statements.h"
#include "Emulator/Execute/InstructionTable.h"
#include "Emulator/Execute/Matrix/MatrixStatements.h"
#include "Emulator/Machine/ThreadGroup.h"
#include "Emulator/Program/FunctionReader.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Each element of a packed type makes an element, unless a conversion packs.
static FlowRule chooseFlowRule(const InstructionReader &R, const PTXInstructionInfo &Info) {
  constexpr uint8_t NoControl = 255;
  if (Info.Flow != BitFlow_Whole)
    return {Info.Flow, 0, 0, Info.FirstControl};
  const auto NumTypes = unsigned(count_if(Info.Modifiers, [](const auto &M) { return M.IsType; }));
  const std::optional<Type> To = NumTypes ? parseType(R.Parsed.getType()) : std::nullopt;
  if (!To || To->Count == 1)
    return {};
  if (Info.Operation != OperationKind_Convert)
    return {BitFlow_Elements, To->Width, To->Width, NoControl};
  const Type From = R.type(NumTypes - 1);
  const size_t NumOperands = R.Result.Operands.size();
  if (From.Count == To->Count && NumOperands == 1)
    return {BitFlow_Elements, To->Width, From.Width, NoControl};
  if (From.Count == 1 && NumOperands == To->Count)
    return {BitFlow_Packs, To->Width, From.Width, NoControl};
  return {};
}

/// Reads the statement as the row that it is.
static Error readRow(InstructionReader &R) {
  if (isTensorCoreMnemonic(R.Source.Name))
    return readMatrixStatement(R);
  StatementReader Read = nullptr;
  if (isPTXInstruction(R.Source.Name)) {
    Expected<ParsedInstruction> Parsed = parsePTXInstruction(R.Source);
    if (!Parsed)
      return Parsed.takeError();
    R.Parsed = std::move(*Parsed);
    const PTXInstructionInfo &Info = getInfo(R.Parsed.Row);
    R.Result.Operation = Info.Operation;
    R.getFunction().getResult().IsAsynchronous |= Info.IsAsynchronous;
    Read = findRowReader(R.Parsed.Row);
  }
  if (!Read)
    return createStringError(inconvertibleErrorCode(),
                             "the emulator does not know '" + R.Source.getMnemonic() + "'");
  if (Error E = R.readOperands())
    return E;
  if (Error E = Read(R))
    return E;
  R.Result.Bits = chooseFlowRule(R, getInfo(R.Parsed.Row));
  if (R.Result.Needs == Convergence::Members) {
    R.Result.Row = R.Parsed.Row;
    R.Result.Words = R.getProgram().keep(ArrayRef<uint8_t>(R.Parsed.Values));
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Sums of a register and a constant
//===----------------------------------------------------------------------===//

namespace {
struct SumDetails {
  Instruction Of;
  std::vector<RegisterSum> Sums;
};
} // namespace

static Step executeWithSums(const Instruction &I, ThreadGroup &G) {
  const auto &Details = I.details<SumDetails>();
  for (const RegisterSum &S : Details.Sums) {
    G.forEachLane(
        [&](unsigned Lane) { G.set(S.To, Lane, G.get(S.From, Lane) + uint64_t(S.Added)); });
    if (LaneMask *Undefined = G.getFrame().Undefined; S.From.In == Slot::Registers)
      Undefined[S.To.Offset / Frame::Unit] = Undefined[S.From.Offset / Frame::Unit];
  }
  return Details.Of.Execute(Details.Of, G);
}

/// Computes the sums that operands of an instruction are before it.
static Error computeSums(InstructionReader &R) {
  std::vector<RegisterSum> Sums = R.getFunction().takeSums();
  Instruction &I = R.Result;
  if (Sums.empty())
    return Error::success();
  if (I.Needs != Convergence::None || I.Target || I.Operation == OperationKind_Call ||
      I.Operation == OperationKind_IndexedBranch)
    return createStringError(inconvertibleErrorCode(),
                             "'" + I.Source->getMnemonic() + "': an operand cannot be a sum here");
  // The instruction says what the operands depend on, and the sums do not.
  SmallVector<Slot, 4> Operands(I.Operands);
  for (Slot &Operand : Operands)
    for (const RegisterSum &S : Sums)
      if (Operand.In == Slot::Registers && Operand.Offset == S.To.Offset)
        Operand = S.From;
  SumDetails Of{I, std::move(Sums)};
  I.Operands = R.getProgram().keep(ArrayRef<Slot>(Operands));
  I.Details = R.getProgram().keep(std::move(Of));
  I.Execute = executeWithSums;
  return Error::success();
}

Error emulator::readStatement(InstructionReader &R) {
  if (Error E = readRow(R))
    return E;
  return computeSums(R);
}

//===- PTXReport.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From statements to instructions: constants are followed from moves to the operands that are
// descriptors.
//
//===----------------------------------------------------------------------===//

#include "Explain/PTX/PTXReport.h"
#include "Explain/PTX/PTXCompanions.h"
#include "Explain/PTX/PTXValues.h"
#include "Explain/Subjects/Targets.h"
#include "Model/Instructions/DescriptorText.h"
#include "Model/Instructions/InstructionParser.h"
#include "Model/Instructions/MMALegality.h"
#include "Model/Instructions/MMAWork.h"
#include "Model/Instructions/TCGen05Legality.h"
#include "Model/Tables/Errors.h"
#include "PTX/Reader.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

namespace {

/// Makes the report of one statement.
class InstructionReader {
public:
  InstructionReader(const ptx::Statement &Statement, const PTXValues &Known,
                    const TargetVersion *Target)
      : Statement(Statement), Known(Known), Target(Target) {
    Report.Line = Statement.At.Line;
    Report.Mnemonic = Statement.getMnemonic();
  }

  ReportedInstruction read() {
    Expected<FoundForm> Found = parseInstruction(Statement);
    if (!Found) {
      Report.Error = toString(Found.takeError());
      Report.IsWorkUnknown = true;
      return std::move(Report);
    }
    const MMAVariant &V = *Found->Variant;
    Report.Intrinsic = V.Name.str();
    Report.MultiplyAdds = getMultiplyAdds(V);
    Error Wrong = Target ? checkLegal(V, Found->Form, *Target) : Error::success();
    Report.Error = toString(joinErrors(std::move(Wrong), checkImmediates(*Found)));
    if (V.Family == MMAFamily_WGMMA) {
      if (!V.get(MMAField_Residency))
        readMatrix(*Found, "a0", "a", MatrixDescriptorFormat_WGMMA);
      readMatrix(*Found, "b", "b", MatrixDescriptorFormat_WGMMA);
    } else if (V.Family == MMAFamily_TCGen05MMA) {
      for (StringRef Role : {"a", "b"})
        readMatrix(*Found, Role, Role, MatrixDescriptorFormat_TCGen05);
      readInstruction(*Found);
      Report.IsWorkUnknown = !Report.MultiplyAdds;
    } else if (V.Family == MMAFamily_TCGen05Copy) {
      readMatrix(*Found, "source", "source", MatrixDescriptorFormat_TCGen05);
    }
    return std::move(Report);
  }

private:
  /// Describes what the immediates of some roles can be.
  struct LegalValues {
    MMASelectorRange Range;
    bool IsSign = false; ///< -1 or 1, not of the range

    bool contains(int64_t Value) const {
      return IsSign ? Value == -1 || Value == 1 : Value >= 0 && Range.contains(Value);
    }
    std::string print() const { return IsSign ? "-1 or 1" : Range.print(); }
  };

  static std::optional<LegalValues> getLegalValues(const MMAVariant &V, StringRef Role) {
    // wgmma's have no names: a sign is usually 1, a transposition 0.
    if (V.Family == MMAFamily_WGMMA && Role == "1")
      return LegalValues{{}, /*IsSign=*/true};
    if (V.Family == MMAFamily_WGMMA && Role == "0")
      return LegalValues{{1}};
    if (Role == "selector")
      return LegalValues{getSparsitySelectorRange(V)};
    if (Role == "byte_a" || Role == "byte_b")
      return LegalValues{getScaleByteRange(V)};
    if (Role == "thread_a" || Role == "thread_b")
      return LegalValues{getScaleThreadRange(V, Role == "thread_a")};
    if (Role == "scale_input_d")
      return LegalValues{{MaxScaleInput}};
    return std::nullopt;
  }

  /// Returns true if the operands that are numbers can be these.
  Error checkImmediates(const FoundForm &Found) const {
    for (const auto &[Operand, Role] : getRoles(Statement, Found))
      for (const auto &[Part, Name] : zip(Operand->elements(), Role.Parts)) {
        std::optional<LegalValues> Legal = getLegalValues(*Found.Variant, Name);
        if (!Legal || !Part.is(ptx::Operand::Kind::Integer) || Legal->contains(Part.Value))
          continue;
        return makeError((isDigit(Name.front()) ? "an immediate" : Name) + " cannot be " +
                         Part.Text + "; it can be " + Legal->print());
      }
    return Error::success();
  }

  /// The word of an operand, decoded in a format. `CheckUse` is asked about legal ones.
  void readWord(StringRef Operand, uint64_t Word, StringRef FormatKey, std::string Text,
                function_ref<Error()> CheckUse) {
    const WordFormat &Format = *cantFail(findWordFormats(FormatKey)).front();
    PTXWord Result = {Operand.str(), Format.getTitle().str(), Word, {}, {}, {}, {}};
    if (Expected<WordReading> Reading = Format.decode(Word)) {
      Result.Text = std::move(Text);
      Result.Fields = Reading->Fields;
      if (Error E = CheckUse())
        Result.Error = toString(std::move(E));
    } else {
      Result.Error = toString(Reading.takeError());
    }
    Report.Words.push_back(std::move(Result));
  }

  void readMatrix(const FoundForm &Found, StringRef Role, StringRef Name,
                  MatrixDescriptorFormat Format) {
    const ptx::Operand *Operand = getOperand(Statement, Found, Role);
    if (std::optional<PTXValue> Value = Operand ? Known.get(*Operand) : std::nullopt) {
      readWord(Name, Value->Number, getLayout(Format).Key,
               explainMatrixDescriptor(Value->Number, Format, Value->Start),
               [&] { return checkMatrixDescriptor(Value->Number, Format, Target); });
      Report.Words.back().Start = Value->Start.str();
    }
  }

  void readInstruction(const FoundForm &Found) {
    const ptx::Operand *Operand = getOperand(Statement, Found, "idesc");
    std::optional<PTXValue> Value = Operand ? Known.get(*Operand) : std::nullopt;
    if (!Value || !Value->Start.empty())
      return;
    uint64_t Word = Value->Number;
    StringRef KindName = printMMAField(Found.Form.Descriptor.getWord(), MMAField_MMAKind);
    KindName.consume_front(".kind::");
    std::optional<InstructionDescriptorKind> Kind = parseInstructionDescriptorKind(KindName);
    if (!Kind)
      return;
    InstructionDescriptorUse Use =
        getInstructionDescriptorUse(Found.Form.Descriptor, isAInTensorMemory(Found.Form.Opcode));
    readWord("idesc", uint32_t(Word), ("idesc." + KindName).str(),
             explainInstructionDescriptor(Word, *Kind), [&] {
               return Target ? checkInstructionDescriptor(Word, Use, Target) : Error::success();
             });
    if (Expected<InstructionDescriptor> Decoded = InstructionDescriptor::decode(Word, *Kind))
      Report.MultiplyAdds = getMultiplyAdds(*Decoded);
    else
      consumeError(Decoded.takeError());
  }

  const ptx::Statement &Statement;
  const PTXValues &Known;
  const TargetVersion *Target;
  ReportedInstruction Report = {};
};

} // namespace

size_t PTXReport::countInstructions() const {
  size_t Count = 0;
  for (const PTXFunctionReport &Function : Functions)
    Count += Function.Instructions.size();
  return Count;
}

size_t PTXReport::countCompanions() const {
  size_t Count = 0;
  for (const PTXFunctionReport &Function : Functions)
    Count += Function.Companions.size();
  return Count;
}

size_t PTXReport::countUnknownWork() const {
  size_t Count = 0;
  for (const PTXFunctionReport &Function : Functions)
    Count += count_if(Function.Instructions, [](const auto &I) { return I.IsWorkUnknown; });
  return Count;
}

uint64_t PTXReport::sumMultiplyAdds() const {
  uint64_t Sum = 0;
  for (const PTXFunctionReport &Function : Functions)
    for (const ReportedInstruction &I : Function.Instructions)
      Sum += I.MultiplyAdds.value_or(0);
  return Sum;
}

static bool isWrong(const ReportedInstruction &I) {
  return !I.Error.empty() || any_of(I.Words, [](const PTXWord &W) { return !W.Error.empty(); });
}

size_t PTXReport::countErrors() const {
  size_t Count = 0;
  for (const PTXFunctionReport &Function : Functions)
    Count += count_if(Function.Instructions, isWrong) + count_if(Function.Companions, isWrong);
  return Count;
}

static PTXFunctionReport readFunction(const ptx::Function &Function, const TargetVersion *Target,
                                      CompanionReader &Companions) {
  PTXFunctionReport Report = {Function.Name.str(), {}, {}};
  PTXValues Known(Function);
  for (const ptx::Statement &Statement : Function.Body)
    if (Statement.Is != ptx::Statement::Kind::Instruction)
      continue;
    else if (isTensorCoreMnemonic(Statement.Name))
      Report.Instructions.push_back(InstructionReader(Statement, Known, Target).read());
    else if (std::optional<ReportedInstruction> Companion = Companions.read(Statement))
      Report.Companions.push_back(std::move(*Companion));
  return Report;
}

PTXReport explain::readPTX(StringRef Text, const TargetVersion *Target) {
  PTXReport Report;
  const ptx::Module Module = ptx::readModule(Text);
  Report.OwnVersion = Module.getVersion().str();
  std::optional<TargetVersion> Own;
  if (!Target && !Module.getTarget().empty()) {
    Expected<TargetVersion> Parsed = parseTarget(Module.getTarget(), Module.getVersion());
    if (Parsed)
      Own = *Parsed;
    else
      Report.TargetError = toString(Parsed.takeError());
    Target = Own ? &*Own : nullptr;
  }
  if (Target) {
    Report.Target = Target->Name;
    Report.Version = printPTXVersion(Target->PTXVersion);
  }
  CompanionReader Companions(Target);
  for (const ptx::Function &Function : Module.Functions) {
    PTXFunctionReport Read = readFunction(Function, Target, Companions);
    if (!Read.Instructions.empty() || !Read.Companions.empty())
      Report.Functions.push_back(std::move(Read));
  }
  return Report;
}

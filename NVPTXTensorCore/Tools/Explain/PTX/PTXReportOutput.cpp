//===- PTXReportOutput.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports on PTX files as text and JSON.
//
//===----------------------------------------------------------------------===//

#include "Explain/PTX/PTXReport.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// An operation is a multiplication or an addition.
static uint64_t getOperations(uint64_t MultiplyAdds) { return 2 * MultiplyAdds; }

/// In the order of insertion.
template <typename KeyT, typename ValueT>
using OrderedMap = MapVector<KeyT, ValueT, std::map<KeyT, unsigned>>;

namespace {

/// Instructions that a line of text stands for.
struct Group {
  std::vector<const ReportedInstruction *> Instructions;

  std::string printLines() const {
    constexpr size_t Max = 4;
    std::string Text;
    for (const ReportedInstruction *I : ArrayRef(Instructions).take_front(Max))
      Text += (Text.empty() ? "" : ", ") + std::to_string(I->Line);
    return Instructions.size() > Max ? Text + ", ..." : Text;
  }
};

} // namespace

static std::string printWork(const ReportedInstruction &Instruction) {
  if (Instruction.IsWorkUnknown)
    return "; flops unknown";
  if (!Instruction.MultiplyAdds)
    return "";
  return formatv("; {0} flops each", getOperations(*Instruction.MultiplyAdds));
}

/// Words that are alike are said once.
static void printWords(raw_ostream &OS, const Group &G) {
  OrderedMap<std::tuple<std::string, uint64_t, std::string>, const PTXWord *> Words;
  for (const ReportedInstruction *I : G.Instructions)
    for (const PTXWord &W : I->Words)
      Words.insert({{W.Operand, W.Word, W.Start}, &W});
  for (const auto &[Key, Word] : Words) {
    // The text of an instruction descriptor begins with what PTX calls the operand.
    const std::string &Operand = std::get<0>(Key);
    bool SaysOperand = StringRef(Word->Text).starts_with(Operand);
    if (!Word->Text.empty())
      OS << "        " << (SaysOperand ? "" : Operand + ": ") << Word->Text << '\n';
    if (!Word->Error.empty())
      OS << "        error: " << Operand << ": " << Word->Error << '\n';
  }
}

/// A line for all that are alike, with their words and errors.
static void print(raw_ostream &OS, ArrayRef<ReportedInstruction> Instructions) {
  OrderedMap<std::pair<std::string, std::optional<uint64_t>>, Group> Groups;
  for (const ReportedInstruction &I : Instructions)
    Groups[{I.Mnemonic, I.MultiplyAdds}].Instructions.push_back(&I);
  for (const auto &[Key, G] : Groups) {
    const ReportedInstruction &First = *G.Instructions.front();
    OS << formatv("  {0,4} x {1}{2} (line {3})\n", G.Instructions.size(), First.Mnemonic,
                  printWork(First), G.printLines());
    printWords(OS, G);
    std::string Said;
    for (const ReportedInstruction *I : G.Instructions)
      if (!I->Error.empty() && I->Error != Said) {
        Said = I->Error;
        OS << "        error: " << Said << '\n';
      }
  }
}

static void print(raw_ostream &OS, const PTXFunctionReport &Function) {
  OS << (Function.Name.empty() ? "outside of functions" : Function.Name) << '\n';
  print(OS, Function.Instructions);
  if (!Function.Companions.empty())
    OS << "  companions\n";
  print(OS, Function.Companions);
}

/// "1 tensor-core instruction".
static std::string printCount(size_t Count, StringRef What) {
  return formatv("{0} {1}{2}", Count, What, Count == 1 ? "" : "s");
}

/// "131072 flops if each is executed once", or what is known of that.
static std::string printSum(const PTXReport &Report) {
  uint64_t Operations = getOperations(Report.sumMultiplyAdds());
  size_t Unknown = Report.countUnknownWork();
  if (!Unknown)
    return formatv("{0} flops if each is executed once", Operations);
  if (!Operations)
    return formatv("flops unknown ({0} without a constant shape)", Unknown);
  return formatv("at least {0} flops if each is executed once, those of {1} unknown", Operations,
                 Unknown);
}

void explain::print(raw_ostream &OS, const PTXReport &Report) {
  for (const PTXFunctionReport &Function : Report.Functions)
    ::print(OS, Function);
  OS << printCount(Report.countInstructions(), "tensor-core instruction");
  if (Report.countInstructions())
    OS << ", " << printSum(Report);
  if (Report.countCompanions())
    OS << "; " << printCount(Report.countCompanions(), "companion");
  size_t Errors = Report.countErrors(), All = Report.countInstructions() + Report.countCompanions();
  if (Report.Target.empty())
    OS << "; judged for no target" << (Report.TargetError.empty() ? "" : ": " + Report.TargetError);
  else if (All)
    OS << formatv("; {0} legal on {1} with PTX ISA {2}",
                  Errors ? std::to_string(Errors) + " not" : "all", Report.Target, Report.Version);
  OS << '\n';
}

static void print(json::OStream &JSON, const ReportedInstruction &I) {
  JSON.object([&] {
    JSON.attribute("line", I.Line);
    JSON.attribute("mnemonic", I.Mnemonic);
    if (!I.Intrinsic.empty())
      JSON.attribute("intrinsic", I.Intrinsic);
    if (I.MultiplyAdds) {
      JSON.attribute("multiplyAdds", int64_t(*I.MultiplyAdds));
      JSON.attribute("flops", int64_t(getOperations(*I.MultiplyAdds)));
    } else if (I.IsWorkUnknown) {
      JSON.attribute("flops", "unknown");
    }
    if (!I.Words.empty())
      JSON.attributeArray("words", [&] {
        for (const PTXWord &W : I.Words)
          JSON.object([&] {
            JSON.attribute("operand", W.Operand);
            JSON.attribute("format", W.Format);
            JSON.attribute("word", "0x" + utohexstr(W.Word));
            if (!W.Start.empty())
              JSON.attribute("start", W.Start);
            tensorcore::print(JSON, W.Fields);
            if (!W.Error.empty())
              JSON.attribute("error", W.Error);
          });
      });
    if (!I.Error.empty())
      JSON.attribute("error", I.Error);
  });
}

void explain::print(json::OStream &JSON, const PTXReport &Report) {
  JSON.object([&] {
    if (!Report.Target.empty()) {
      JSON.attribute("target", Report.Target);
      JSON.attribute("ptx", Report.Version);
    }
    if (!Report.TargetError.empty())
      JSON.attribute("targetError", Report.TargetError);
    JSON.attribute("instructions", int64_t(Report.countInstructions()));
    uint64_t Operations = getOperations(Report.sumMultiplyAdds());
    size_t Unknown = Report.countUnknownWork();
    if (Operations || !Unknown)
      JSON.attribute("flops", int64_t(Operations)); // at the least
    else
      JSON.attribute("flops", "unknown");
    JSON.attribute("instructionsWithUnknownFlops", int64_t(Unknown));
    JSON.attribute("errors", int64_t(Report.countErrors()));
    JSON.attributeArray("functions", [&] {
      for (const PTXFunctionReport &Function : Report.Functions)
        JSON.object([&] {
          JSON.attribute("name", Function.Name);
          JSON.attributeArray("instructions", [&] {
            for (const ReportedInstruction &I : Function.Instructions)
              ::print(JSON, I);
          });
          JSON.attributeArray("companions", [&] {
            for (const ReportedInstruction &I : Function.Companions)
              ::print(JSON, I);
          });
        });
    });
  });
}

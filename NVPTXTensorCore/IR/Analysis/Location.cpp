//===- Location.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks and instructions as the IR names them.
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/Location.h"
#include "IR/Analysis/Checks.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Texts of instructions are cut at this length; accumulators make them long.
static constexpr size_t MaxText = 80;

std::string tensorcore::printName(const Value &Named) { return demangle(Named.getName()); }

static std::string printBlock(const BasicBlock &Block) {
  if (Block.hasName())
    return "block '" + Block.getName().str() + "'";
  std::string Text;
  raw_string_ostream OS(Text);
  Block.printAsOperand(OS, /*PrintType=*/false);
  return "block " + Text;
}

/// Returns the template of the inline assembly that a call stands for; empty for other calls.
static StringRef getAssembly(const Instruction &I) {
  const MDNode *Mark = I.getMetadata(AssemblyMark);
  return Mark ? cast<MDString>(Mark->getOperand(0))->getString() : "";
}

/// The instruction as it is written, without what is attached.
static std::string printInstruction(const Instruction &I) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (StringRef Assembly = getAssembly(I); !Assembly.empty())
    OS << "asm \"" << Assembly << '"';
  else
    I.print(OS);
  StringRef Line = StringRef(Text).trim().split('\n').first;
  for (StringRef Attached : {" #", ", !"}) // attributes, metadata
    Line = Line.take_front(Line.find(Attached));
  return "'" + Line.take_front(MaxText).str() + (Line.size() > MaxText ? "…'" : "'");
}

Location::Location(const Instruction &I) : In(*I.getFunction()), Loc(I.getDebugLoc()) {
  if (StringRef Assembly = getAssembly(I); !Assembly.empty())
    Subject = Assembly.str();
  else if (const auto *Call = dyn_cast<CallBase>(&I))
    if (StringRef Callee = Call->getCalledOperand()->getName(); Callee.starts_with("llvm."))
      Subject = Callee.str();
  if (!Loc)
    Words = printBlock(*I.getParent()) + ", " + printInstruction(I);
}

static std::string printWords(const Location &At) {
  return At.Loc || At.Words.empty() ? "" : At.Words + ": ";
}

std::string tensorcore::print(const Location &At) {
  std::string Type;
  raw_string_ostream(Type) << *At.In.getFunctionType();
  return "in function " + At.In.getName().str() + " " + Type + ": " + printWords(At);
}

namespace {

/// Is a diagnostic that clang can show. LLVM prints an unknown line as if it were one.
class PlacedDiagnostic final : public DiagnosticInfoUnsupported {
public:
  using DiagnosticInfoUnsupported::DiagnosticInfoUnsupported;

  void print(DiagnosticPrinter &DP) const override {
    if (isLocationAvailable())
      DP << getLocationStr() << ": ";
    DP << tensorcore::print(Location(getFunction())) << getMessage();
  }
};

} // namespace

static thread_local const DiagnosticFacts *CurrentFacts = nullptr;

const DiagnosticFacts *tensorcore::getDiagnosticFacts() { return CurrentFacts; }

FactsInScope::FactsInScope(const DiagnosticFacts &Facts) : Before(CurrentFacts) {
  CurrentFacts = &Facts;
}

FactsInScope::~FactsInScope() { CurrentFacts = Before; }

void tensorcore::diagnose(const Location &At, DiagnosticFacts Facts, const Twine &Message,
                          DiagnosticSeverity Severity) {
  Facts.At = &At;
  FactsInScope Scope(Facts);
  At.In.getContext().diagnose(PlacedDiagnostic(At.In, printWords(At) + Message, At.Loc, Severity));
}

void tensorcore::reportError(const Location &At, ErrorKind Kind, const Twine &Message) {
  diagnose(At, {getCode(Kind)}, Message, DS_Error);
}

void tensorcore::reportError(LLVMContext &Context, ErrorKind Kind, const Twine &Message,
                             DiagnosticSeverity Severity) {
  const DiagnosticFacts Facts = {getCode(Kind)};
  FactsInScope Scope(Facts);
  const std::string Text = Message.str();
  Context.diagnose(DiagnosticInfoGeneric(Text, Severity));
}

std::string tensorcore::printLine(const Instruction &I) {
  if (const DebugLoc &Loc = I.getDebugLoc())
    return Loc.getLine() ? " at line " + std::to_string(Loc.getLine()) : "";
  return I.getParent()->hasName() ? " in " + printBlock(*I.getParent()) : "";
}

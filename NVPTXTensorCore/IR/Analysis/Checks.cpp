//===- Checks.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row for each check, and an option for each row.
//
//===----------------------------------------------------------------------===//

#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Location.h"
#include "Model/Legality/Legality.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include <list>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

struct CheckRow {
  Check Of;
  StringLiteral Option;
  CheckMode Default;
  StringLiteral Finds;       ///< what it looks for
  StringLiteral Repair = ""; ///< what fixes it, for those that can
};

constexpr CheckMode Fail = CheckMode::Error, Warn = CheckMode::Warn, Fix = CheckMode::Fix;

// clang-format off
constexpr CheckRow Rows[] = {
    {Check::WGMMAHazards,           "nvptx-wgmma-hazards",           Fix,    "Registers of wgmma that are accessed while it is in flight", "Insert the weakest waits, commits and fences, with warnings; an error for what they do not fix"},
    {Check::WGMMASerialization,     "nvptx-wgmma-serialization",     Warn,   "Code that makes ptxas serialize wgmma"},
    {Check::InlineAssembly,         "nvptx-inline-asm",              Warn,   "Statements of inline assembly that are not PTX, or wgmma in it that is not understood"},
    {Check::InlineAssemblyOperands, "nvptx-inline-asm-operands",     Fail,   "Registers of a wrong width and constants with a wrong value in inline assembly"},
    {Check::RegisterBudget,         "nvptx-register-budget",         Warn,   "setmaxnreg without effect, and accumulators that need more registers than the launch bounds leave"},
    {Check::SetMaxNReg,             "nvptx-setmaxnreg",              Fail,   "setmaxnreg that is undefined: in divergent code, in the wrong direction"},
    {Check::LocalFragments,         "nvptx-local-fragments",         Warn,   "Accumulators and fragments that a loop keeps in local memory"},
    {Check::MatrixThreads,          "nvptx-matrix-threads",          Fail,   "mma, ldmatrix, wgmma and related instructions in threads that must not execute them"},
    {Check::TensorMemory,           "nvptx-tensor-memory",           Fail,   "All of -nvptx-tensor-memory-..., except those with their own option"},
    {Check::TensorMemoryAccesses,   "nvptx-tensor-memory-accesses",  Fail,   "Ordinary accesses to tensor memory"},
    {Check::TensorMemoryCTAGroup,   "nvptx-tensor-memory-cta-group", Fail,   "tcgen05 with different cta_group in a kernel"},
    {Check::TensorMemoryLeak,       "nvptx-tensor-memory-leak",      Fail,   "Tensor memory that is not deallocated"},
    {Check::TensorMemoryRelinquish, "nvptx-tensor-memory-relinquish", CheckMode::Off,  "Kernels that do not relinquish the permit to allocate"},
    {Check::TensorMemoryLifetime,   "nvptx-tensor-memory-lifetime",  Fail,   "Tensor memory that is used before its alloc or after its dealloc"},
    {Check::TensorMemoryColumns,    "nvptx-tensor-memory-columns",   Fail,   "Accesses to columns that are not allocated, and wrong numbers of columns"},
    {Check::TensorMemoryThreads,    "nvptx-tensor-memory-threads",   Fail,   "tcgen05 in threads that must not execute it"},
    {Check::TensorMemoryWarps,      "nvptx-tensor-memory-warps",     Warn,   "Accesses to lanes of other warps, and a dealloc before other warps have loaded"},
    {Check::TensorMemoryCompletion, "nvptx-tensor-memory-completion", Fail,  "Uses of the result of a tcgen05.mma without a wait"},
    {Check::TensorMemoryWaits,      "nvptx-tensor-memory-waits",     Fix,    "Missing tcgen05.wait", "Insert it, with a warning"},
    {Check::TensorMaps,             "nvptx-tensor-maps",             Fail,   "Tensor maps in local memory"},
    {Check::Descriptors,            "nvptx-descriptors",             Fail,   "Wrong constant matrix and instruction descriptors"},
    {Check::DescriptorAlignment,    "nvptx-descriptor-alignment",    Warn,   "Shared variables whose alignment is too small for the swizzle of a matrix descriptor"},
    {Check::SharedAddresses,        "nvptx-shared-addresses",        Fail,   "Addresses that are not in shared memory or not aligned, although they must be"},
    {Check::UninitializedAccumulators, "nvptx-uninitialized-accumulators", Warn, "Uninitialized accumulators"},
    {Check::AsyncProxy,             "nvptx-async-proxy",             Warn,   "Shared memory that is stored to and then read by a bulk copy, wgmma or tcgen05 without a proxy fence"},
    {Check::TransactionBytes,       "nvptx-transaction-bytes",       Warn,   "An mbarrier that expects another number of bytes than its copies have"},
    {Check::RepeatedCopies,         "nvptx-repeated-copies",         Warn,   "Bulk copies to shared memory that several threads issue with the same operands"},
    {Check::Legality,               "nvptx-legality",                Fail,   "Intrinsics that the target or the PTX version lacks"},
};
// clang-format on

struct ErrorRow {
  ErrorKind Of;
  StringLiteral Name;
  StringLiteral Means;
  std::optional<Check> TurnedDownBy = std::nullopt;
};

// clang-format off
constexpr ErrorRow Errors[] = {
    {ErrorKind::LegalityTarget,   "legality-target",   "An instruction that the target lacks, but other targets support", Check::Legality},
    {ErrorKind::LegalityPTX,      "legality-ptx",      "An instruction that the PTX version lacks, but other versions support", Check::Legality},
    {ErrorKind::LegalityRejected, "legality-rejected", "An instruction that LLVM prints, but ptxas rejects on every target", Check::Legality},
    {ErrorKind::IntrinsicName,    "intrinsic-name",    "A name that is not an intrinsic"},
    {ErrorKind::IntrinsicType,    "intrinsic-type",    "An intrinsic with a type that is not its own"},
    {ErrorKind::IntrinsicOperand, "intrinsic-operand", "An operand of an intrinsic that has a wrong value, or is not a constant"},
    {ErrorKind::IntrinsicUse,     "intrinsic-use",     "An intrinsic that is defined, or whose address is taken"},
    {ErrorKind::Convergence,      "convergence",       "A convergent call without a token of convergence control, among others that have one"},
    {ErrorKind::UnsupportedIR,    "unsupported-ir",    "Instructions, types, variables and names that PTX does not have"},
    {ErrorKind::Attributes,       "attributes",        "Attributes and annotations of functions that are wrong, or contradict each other"},
    {ErrorKind::Instruction,      "instruction",       "A machine instruction that is not legal, which the checks of the IR have not found"},
    {ErrorKind::Target,           "target",            "A target, a feature or a version of PTX that does not exist, or that do not belong together"},
    {ErrorKind::Arguments,        "arguments",         "A call of the library with wrong arguments"},
    {ErrorKind::Syntax,           "syntax",            "Text or bitcode that LLVM cannot read"},
    {ErrorKind::Verifier,         "verifier",          "IR that LLVM's verifier rejects"},
    {ErrorKind::Triple,           "triple",            "A target triple that is not NVPTX's"},
    {ErrorKind::DataLayout,       "data-layout",       "A data layout in which types have other sizes or alignments"},
    {ErrorKind::IRVersion,        "ir-version",        "A version of NVVM IR that is not known"},
    {ErrorKind::Link,             "link",              "Modules that cannot be linked"},
    {ErrorKind::Assembler,        "ptxas",             "PTX that ptxas rejects, or a ptxas that does not run"},
    {ErrorKind::Cancelled,        "cancelled",         "A call that its caller has cancelled"},
    {ErrorKind::Fatal,            "fatal",             "LLVM gave up or crashed"},
    {ErrorKind::LLVM,             "llvm",              "All other diagnostics of LLVM"},
};
// clang-format on

template <typename RowList> constexpr bool areInOrder(const RowList &List) {
  unsigned Index = 0;
  for (const auto &Row : List)
    if (unsigned(Row.Of) != Index++)
      return false;
  return true;
}
static_assert(areInOrder(Rows) && areInOrder(Errors), "rows are found by their number");

/// As the options' values are written, by the number of the mode.
constexpr StringLiteral ModeNames[] = {"error", "warn", "fix", "fix-silently", "off"};

StringRef printMode(CheckMode Mode) { return ModeNames[unsigned(Mode)]; }

/// Accepts the words that modes had before, which no help lists.
class CheckModeParser : public cl::parser<CheckMode> {
public:
  using parser::parser;
  bool parse(cl::Option &O, StringRef Name, StringRef Value, CheckMode &Mode) {
    for (const auto &[Old, Now] :
         {std::pair("mend", CheckMode::Fix), std::pair("insert", CheckMode::FixSilently)})
      if (Value == Old && findOption(printMode(Now)) != getNumOptions())
        Value = printMode(Now);
    if (findOption(Value) != getNumOptions())
      return parser::parse(O, Name, Value, Mode);
    std::string Known;
    for (unsigned I = 0; I != getNumOptions(); ++I)
      Known += (I ? ", " : "") + getOption(I).str();
    return O.error("there is no value '" + Value + "'; expected one of " + Known);
  }
};

class CheckOption : public cl::opt<CheckMode, false, CheckModeParser> {
public:
  explicit CheckOption(const CheckRow &Row)
      : opt(StringRef(Row.Option), cl::init(Row.Default), cl::desc(Row.Finds),
            cl::values(clEnumValN(CheckMode::Error, printMode(CheckMode::Error),
                                  "Report an error for each"),
                       clEnumValN(CheckMode::Warn, printMode(CheckMode::Warn),
                                  "Report a warning for each"),
                       clEnumValN(CheckMode::Off, printMode(CheckMode::Off), "Nothing"))) {
    if (Row.Repair.empty())
      return;
    getParser().addLiteralOption(printMode(CheckMode::Fix), CheckMode::Fix, Row.Repair);
    getParser().addLiteralOption(printMode(CheckMode::FixSilently), CheckMode::FixSilently,
                                 "The same, with remarks");
  }
};

} // namespace

static const CheckRow &getRow(Check C) { return Rows[unsigned(C)]; }

/// Made when the program starts, as all options are.
static std::list<CheckOption> Options(std::begin(Rows), std::end(Rows));

static CheckOption &getOption(Check C) { return *std::next(Options.begin(), unsigned(C)); }

static cl::alias FormerInlineAssembly("nvptx-wgmma-inline-asm", cl::ReallyHidden,
                                      cl::desc("The former name of -nvptx-inline-asm"),
                                      cl::aliasopt(getOption(Check::InlineAssembly)));

/// The option of several checks, which counts where one has not been given its own.
static bool isInGroup(Check C) {
  return getRow(C).Option.starts_with(getRow(Check::TensorMemory).Option);
}

CheckMode tensorcore::getMode(Check C) {
  const CheckOption &Own = getOption(C), &OfGroup = getOption(Check::TensorMemory);
  bool IsByGroup = isInGroup(C) && !Own.getNumOccurrences() && OfGroup.getNumOccurrences();
  return IsByGroup ? OfGroup : Own;
}

StringRef tensorcore::getName(Check C) { return getRow(C).Option; }

static constexpr StringLiteral CodePrefix = "NVPTX-";

std::string tensorcore::getCode(Check C) {
  StringRef Name = getName(C);
  Name.consume_front("nvptx-");
  return (CodePrefix + Name).str();
}

std::string tensorcore::getCode(ErrorKind Kind) {
  return (CodePrefix + Errors[unsigned(Kind)].Name).str();
}

/// As it is written on a command line, without a value.
static std::string getOptionName(Check C) { return ("-" + getName(C)).str(); }

static std::string getOption(const ErrorRow &Row) {
  return Row.TurnedDownBy ? getOptionName(*Row.TurnedDownBy) : "";
}

std::vector<DiagnosticCode> tensorcore::getDiagnosticCodes() {
  std::vector<DiagnosticCode> Codes;
  for (const CheckRow &Row : Rows)
    if (Row.Of != Check::TensorMemory) // a group finds nothing itself
      Codes.push_back(
          {getCode(Row.Of), getOptionName(Row.Of), printMode(Row.Default).str(), Row.Finds.str()});
  for (const ErrorRow &Row : Errors)
    Codes.push_back({getCode(Row.Of), getOption(Row),
                     Row.TurnedDownBy ? printMode(getRow(*Row.TurnedDownBy).Default).str() : "",
                     Row.Means.str()});
  return Codes;
}

Fault::Fault(ErrorKind Kind, Error E) : Kind(Kind) {
  if (E.isA<RequirementError>()) {
    handleAllErrors(std::move(E), [&](const RequirementError &Lacks) {
      Needs = std::make_shared<Requirement>(Lacks.getRequirement());
      Message = Lacks.message();
    });
    this->Kind = Needs->hasTarget() ? ErrorKind::LegalityPTX : ErrorKind::LegalityTarget;
  } else {
    Message = toString(std::move(E));
  }
}

static std::string addOption(Check C, const Twine &Message) {
  return (Message + " [-" + getRow(C).Option + "]").str();
}

static DiagnosticSeverity getSeverity(Check C) {
  return getMode(C) == CheckMode::Warn ? DS_Warning : DS_Error;
}

static DiagnosticFacts getFacts(Check C) { return {getCode(C), getOptionName(C)}; }

void tensorcore::report(Check C, const Location &At, const Twine &Message) {
  if (!isOff(C) && !(getSeverity(C) == DS_Warning && isLeftOver(At.In)))
    diagnose(At, getFacts(C), addOption(C, Message), getSeverity(C));
}

bool tensorcore::hasRemarks(Check C, const Instruction &At) {
  const DiagnosticHandler *Handler = At.getContext().getDiagHandlerPtr();
  return Handler && Handler->isMissedOptRemarkEnabled(getName(C));
}

void tensorcore::remark(Check C, const Location &At, const Twine &Message) {
  DiagnosticFacts Facts = getFacts(C);
  Facts.At = &At;
  FactsInScope Scope(Facts);
  OptimizationRemarkEmitter(&At.In).emit([&] {
    return OptimizationRemarkMissed(getRow(C).Option.data(), "Found", At.Loc,
                                    &At.In.getEntryBlock())
           << Message.str();
  });
}

void tensorcore::reportFixed(Check C, const Location &At, const Twine &Message, bool IsOptimized) {
  if (getMode(C) == CheckMode::FixSilently || !IsOptimized)
    remark(C, At, Message);
  else if (!isLeftOver(At.In))
    diagnose(At, getFacts(C), addOption(C, Message), DS_Warning);
}

void tensorcore::report(Check C, const Module &M, const Twine &Message) {
  if (isOff(C))
    return;
  const DiagnosticFacts Facts = getFacts(C);
  FactsInScope Scope(Facts);
  M.getContext().diagnose(
      DiagnosticInfoInlineAsm(/*LocCookie=*/0, addOption(C, Message), getSeverity(C)));
}

void tensorcore::report(const Fault &Of, std::optional<Check> C, const Location &At,
                        const Twine &Message) {
  DiagnosticFacts Facts = {getCode(Of.Kind)};
  Facts.Needs = Of.Needs.get();
  if (!Of.IsFixed)
    Facts.Option = getOption(Errors[unsigned(Of.Kind)]);
  if (!C)
    return diagnose(At, std::move(Facts), Message, DS_Error);
  if (!isOff(*C) && !(getSeverity(*C) == DS_Warning && isLeftOver(At.In)))
    diagnose(At, std::move(Facts), addOption(*C, Message), getSeverity(*C));
}

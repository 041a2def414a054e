//===- ProgramReader.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables of modules, and the order in which a module is read.
//
//===----------------------------------------------------------------------===//

#include "Emulator/ProgramReader.h"
#include "Emulator/Machine/GlobalMemory.h"
#include "Emulator/Program/FunctionReader.h"
#include "Emulator/Statements.h"
#include "Model/Legality/Legality.h"
#include "Model/RegisterBudget.h"
#include "Model/Tables/MMATables.h"
#include "PTX/Reader.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Kind = ptx::Operand::Kind;

Program::Program() = default;
Program::~Program() = default;

const Function *Program::findFunction(StringRef Name) const {
  auto It = FunctionsByName.find(Name);
  return It == FunctionsByName.end() ? nullptr : It->second;
}
const Variable *Program::findVariable(StringRef Name) const {
  auto It = VariablesByName.find(Name);
  return It == VariablesByName.end() ? nullptr : It->second;
}
const Function *Program::findFunction(uint64_t Address) const {
  const uint64_t Number = (Address - FunctionWindow) / 16;
  return Address % 16 == 0 && Number < FunctionsByAddress.size() ? FunctionsByAddress[Number]
                                                                 : nullptr;
}

namespace {

class ProgramReader {
public:
  ProgramReader(Program &Result, GlobalMemory &Memory) : Result(Result), Memory(Memory) {}
  void run();

  std::vector<ptx::Fault> Faults;

private:
  void fail(ptx::Location At, const Twine &Sentence) { Faults.push_back({At, Sentence.str()}); }
  void placeVariable(const ptx::Declaration &D);
  bool placeInMemory(const ptx::Declaration &D, Variable &V);
  void placeOfFunctions();
  void declareOfThreads(const ptx::Declaration &D);
  void initialize(const ptx::Declaration &D, const Variable &V);
  bool write(const ptx::Operand &Value, Type T, const Variable &V, uint64_t &Offset);
  std::optional<uint64_t> getValue(const ptx::Operand &O, Type T);
  void declareFunction(const ptx::Function &F);
  void declareAliases();
  void readLimits(Function &F);

  Program &Result;
  GlobalMemory &Memory;
};

} // namespace

static unsigned getMajorVersion(const Program &P) {
  unsigned Major = 0;
  return P.getVersion().split('.').first.getAsInteger(10, Major) ? ~0u : Major;
}

/// Allocates a variable of global or constant memory, with zeros. False after a fault.
bool ProgramReader::placeInMemory(const ptx::Declaration &D, Variable &V) {
  const bool IsConstant = D.Space.starts_with(".const");
  V.In = IsConstant ? Space::Constant : Space::Global;
  V.Location = Memory.allocate(std::max<uint64_t>(V.Size, 1), V.Alignment,
                               ("variable '" + D.Name + "'").str(), IsConstant);
  if (V.Location)
    std::memset(reinterpret_cast<void *>(V.Location), 0, V.Size);
  else
    fail(D.At, "no memory for '" + D.Name + "'");
  return V.Location != 0;
}

/// Registers and local memory outside of functions are those of kernels. A function that is called
/// has none of them: they would be those of its caller.
void ProgramReader::declareOfThreads(const ptx::Declaration &D) {
  if (getMajorVersion(Result) < 3)
    Result.VariablesOfThreads.push_back(&D);
  else
    fail(D.At, "'" + D.Name + "': a variable of '" + D.Space +
                   "' outside of functions, which PTX does not have since version 3.0; expected it "
                   "in a function");
}

/// Variables of global and constant memory that functions declare: each is there once.
void ProgramReader::placeOfFunctions() {
  for (const ptx::Function &F : Result.Syntax.Functions)
    for (const ptx::Statement &S : F.Body)
      for (const ptx::Declaration &D : S.Declarations) {
        if (!D.Space.starts_with(".global") && !D.Space.starts_with(".const"))
          continue;
        Expected<Variable> V = makeVariable(D);
        if (!V) {
          fail(D.At, toString(V.takeError()));
        } else if (placeInMemory(D, *V)) {
          const Variable &Kept = Result.Variables.emplace_back(std::move(*V));
          Result.VariablesOfFunctions[&D] = &Kept;
          initialize(D, Kept);
        }
      }
}

void ProgramReader::placeVariable(const ptx::Declaration &D) {
  const StringRef In = D.Space.split("::").first;
  if (In == ".reg")
    return declareOfThreads(D);
  Expected<Variable> V = makeVariable(D);
  if (!V)
    return fail(D.At, toString(V.takeError()));
  if (Result.VariablesByName.lookup(D.Name)) {
    if (!V->IsExtern)
      fail(D.At, "'" + D.Name + "' is declared again");
    return;
  }
  if (In == ".shared") {
    V->In = Space::SharedCTA;
    V->Location = Result.SharedVariables.size();
  } else if (In == ".global" || In == ".const") {
    if (V->IsExtern && !V->Size)
      return fail(D.At, "'" + D.Name + "' is defined in another module");
    if (!placeInMemory(D, *V))
      return;
  } else if (In == ".local") {
    return declareOfThreads(D);
  } else {
    return fail(D.At, "a variable of '" + D.Space + "' outside of functions");
  }
  Variable &Kept = Result.Variables.emplace_back(std::move(*V));
  Result.VariablesByName[D.Name] = &Kept;
  if (Kept.In == Space::SharedCTA)
    Result.SharedVariables.push_back(&Kept);
}

std::optional<uint64_t> ProgramReader::getValue(const ptx::Operand &O, Type T) {
  if (std::optional<uint64_t> Number = getNumber(O, T))
    return Number;
  if (O.is(Kind::Apply) && O.Parts.size() == 1) { // generic(x), mask(x)
    const std::optional<uint64_t> Value = getValue(O.Parts[0], getBitsType(64));
    if (O.Text == "generic" || !Value)
      return Value;
    uint64_t Mask;
    if (O.Text.getAsInteger(0, Mask) || !Mask)
      return std::nullopt;
    return (*Value & Mask) >> llvm::countr_zero(Mask);
  }
  if (O.is(Kind::Expression) && O.Parts.size() == 2) {
    const std::optional<uint64_t> A = getValue(O.Parts[0], T), B = getValue(O.Parts[1], T);
    if (!A || !B || (O.Text != "+" && O.Text != "-"))
      return std::nullopt;
    return O.Text == "+" ? *A + *B : *A - *B;
  }
  if (O.is(Kind::Element))
    return std::nullopt;
  if (const Variable *V = Result.findVariable(O.Text))
    return V->In == Space::Global || V->In == Space::Constant ? std::optional(V->Location)
                                                              : std::nullopt;
  if (const Function *F = Result.findFunction(O.Text))
    return F->Address;
  return std::nullopt;
}

bool ProgramReader::write(const ptx::Operand &Value, Type T, const Variable &V, uint64_t &Offset) {
  if (Value.is(Kind::Vector)) {
    for (const ptx::Operand &Part : Value.Parts)
      if (!write(Part, T, V, Offset))
        return false;
    return true;
  }
  const std::optional<uint64_t> Bits = getValue(Value, T);
  const unsigned Bytes = T.getBytes();
  if (!Bits || Offset + Bytes > V.Size)
    return false;
  std::memcpy(reinterpret_cast<uint8_t *>(V.Location) + Offset, &*Bits, std::min(Bytes, 8u));
  Offset += Bytes;
  return true;
}

void ProgramReader::initialize(const ptx::Declaration &D, const Variable &V) {
  uint64_t Offset = 0;
  if (D.Initializer && !write(*D.Initializer, *parseType(D.Type), V, Offset))
    fail(D.At, "the emulator does not know the initial value of '" + D.Name + "'");
}

void ProgramReader::declareFunction(const ptx::Function &F) {
  Function *&Known = Result.FunctionsByName[F.Name];
  if (Known && !F.HasBody)
    return;
  if (Known && Known->Source->HasBody)
    return fail(F.At, "'" + F.Name + "' is defined again");
  if (!Known) {
    Known = &Result.Functions.emplace_back();
    Known->Name = F.Name;
    Known->IsEntry = F.IsEntry;
    Known->Address = Program::FunctionWindow + 16 * Result.FunctionsByAddress.size();
    Result.FunctionsByAddress.push_back(Known);
    if (F.IsEntry)
      Result.Entries.push_back(Known);
  }
  Known->Source = &F;
}

/// `.alias a, b`: calls of a are calls of b.
void ProgramReader::declareAliases() {
  for (const ptx::Statement &S : Result.Syntax.Directives) {
    if (S.Name != ".alias" || S.Operands.size() != 2)
      continue;
    if (Function *Aliasee = Result.FunctionsByName.lookup(S.Operands[1].Text))
      Result.FunctionsByName[S.Operands[0].Text] = Aliasee;
    else
      fail(S.At, "'" + S.Operands[1].Text + "' is not declared");
  }
}

/// Returns what its directives give each thread. ptxas ignores setmaxnreg if they do not say it.
static unsigned getRegistersAtEntry(const Function &F, const std::optional<TargetVersion> &Target) {
  const auto Count = [](const std::array<unsigned, 3> &Size) {
    return Size[0] * Size[1] * Size[2];
  };
  LaunchBounds Bounds;
  Bounds.AreThreadsExact = F.RequiredBlock[0];
  if (const unsigned Threads = Count(Bounds.AreThreadsExact ? F.RequiredBlock : F.MaxBlock))
    Bounds.Threads = Threads;
  if (F.MinBlocks)
    Bounds.Blocks = F.MinBlocks;
  if (F.MaxRegisters)
    Bounds.Registers = F.MaxRegisters;
  const RegisterBudget Budget =
      getRegisterBudget(Bounds, Target ? Target->GPU->FullSmVersion / 10 : 0);
  return Target && Budget.IsKnownAtEntry ? unsigned(alignTo(Budget.Registers, RegisterUnit)) : 0;
}

/// Reads what the directives of a function say of its launch.
void ProgramReader::readLimits(Function &F) {
  for (const ptx::Statement &S : F.Source->Directives) {
    std::array<unsigned, 3> Numbers = {1, 1, 1};
    for (const auto &[Index, O] : enumerate(S.Operands))
      if (Index < 3)
        Numbers[Index] = unsigned(evaluate(O).value_or(0));
    if (S.Name == ".reqntid")
      F.RequiredBlock = Numbers;
    else if (S.Name == ".maxntid")
      F.MaxBlock = Numbers;
    else if (S.Name == ".reqnctapercluster")
      F.RequiredCluster = Numbers;
    else if (S.Name == ".maxnreg")
      F.MaxRegisters = Numbers[0];
    else if (S.Name == ".minnctapersm")
      F.MinBlocks = Numbers[0];
  }
  F.RegistersAtEntry = getRegistersAtEntry(F, Result.Target);
}

void ProgramReader::run() {
  for (const ptx::Declaration &D : Result.Syntax.Variables)
    placeVariable(D);
  for (const ptx::Function &F : Result.Syntax.Functions)
    declareFunction(F);
  declareAliases();
  if (!Faults.empty())
    return;
  for (const ptx::Declaration &D : Result.Syntax.Variables)
    if (const Variable *V = Result.findVariable(D.Name))
      initialize(D, *V);
  placeOfFunctions();
  for (Function &F : Result.Functions) {
    readLimits(F);
    if (F.Source->HasBody)
      FunctionReader(Result, F, readStatement).run(Faults);
  }
}

StringRef emulator::getFileName(const ptx::Module &Of, const ptx::Operand &Number) {
  for (const ptx::Statement &S : Of.Directives)
    if (S.Name == ".file" && S.Operands.size() > 1 && S.Operands[0].Value == Number.Value)
      return S.Operands[1].Text;
  return "";
}

/// " (gemm.cu:45)" if a .loc before a line says it.
static std::string printSource(const ptx::Module &Of, unsigned Line) {
  const ptx::Statement *Last = nullptr;
  for (const ptx::Function &F : Of.Functions) {
    if (F.At.Line < Line)
      Last = nullptr;
    for (const ptx::Statement &S : F.Body)
      if (S.Name == ".loc" && S.Operands.size() >= 3 && S.At.Line < Line)
        Last = &S;
  }
  const StringRef Name = Last ? getFileName(Of, Last->Operands[0]) : "";
  return Name.empty() ? "" : (" (" + Name + ":" + utostr(Last->Operands[1].Value) + ")").str();
}

/// "; the same on line 12, 34 and 2 more".
static std::string printMore(ArrayRef<const ptx::Fault *> More) {
  constexpr size_t MaxLines = 4;
  if (More.empty())
    return "";
  const auto Lines =
      map_range(More.take_front(MaxLines), [](const ptx::Fault *F) { return utostr(F->At.Line); });
  return "; the same on line " + join(Lines, ", ") +
         (More.size() > MaxLines ? " and " + utostr(More.size() - MaxLines) + " more" : "");
}

/// The first faults, a line each. Those with one sentence, as of copies of an inlined function, are
/// one.
static Error makeError(const ptx::Module &Of, ArrayRef<ptx::Fault> Faults) {
  constexpr size_t MaxShown = 20;
  MapVector<StringRef, SmallVector<const ptx::Fault *, 1>> BySentence;
  for (const ptx::Fault &F : Faults)
    BySentence[F.Sentence].push_back(&F);
  std::string Text;
  for (const auto &[Sentence, Alike] : BySentence.getArrayRef().take_front(MaxShown))
    Text += (Text.empty() ? "line " : "\nline ") + Alike.front()->str() +
            printSource(Of, Alike.front()->At.Line) + printMore(ArrayRef(Alike).drop_front());
  if (BySentence.size() > MaxShown)
    Text += "\nand " + std::to_string(BySentence.size() - MaxShown) + " more";
  return createStringError(inconvertibleErrorCode(), Text);
}

/// Returns true for sm_NN with or without a suffix, also of GPUs without tensor cores, and for
/// none.
static bool isTargetName(StringRef Name) {
  if (Name.empty())
    return true;
  StringRef Number = Name;
  if (!Number.consume_front("sm_"))
    return false;
  Number = Number.rtrim("af");
  return !Number.empty() && all_of(Number, isDigit);
}

Expected<std::unique_ptr<Program>> emulator::readProgram(StringRef Text, GlobalMemory &Memory) {
  auto Result = std::make_unique<Program>();
  Result->Text = Text.str();
  Result->Syntax = ptx::readModule(Result->Text);
  if (!Result->Syntax.Faults.empty()) {
    // The faults of a source file or a binary would hide what is wrong: that it is no PTX. A binary
    // may have a text with .version.
    return Result->getVersion().empty() || Text.contains('\0')
               ? createStringError(inconvertibleErrorCode(), ptx::explainNoVersion(Text))
               : makeError(Result->Syntax, Result->Syntax.Faults);
  }
  if (!isTargetName(Result->getTarget()))
    return createStringError(inconvertibleErrorCode(),
                             "'" + Result->getTarget().str() + "' after .target is not a target" +
                                 (suggestTarget(Result->getTarget()).empty()
                                      ? "; expected one such as sm_90a"
                                      : suggestTarget(Result->getTarget())));
  unsigned Major = 0, Minor = 0;
  auto [First, Second] = Result->getVersion().split('.');
  if (const GPUTarget *GPU = lookupGPUTarget(Result->getTarget());
      GPU && !First.getAsInteger(10, Major) && !Second.getAsInteger(10, Minor)) {
    Result->Target = getTargetVersion(GPU->Name, GPU->FullSmVersion, Major * 10 + Minor);
    Result->Target->IsOfPTX = true;
  }
  ProgramReader Reader(*Result, Memory);
  Reader.run();
  if (!Reader.Faults.empty())
    return makeError(Result->Syntax, Reader.Faults);
  return Result;
}

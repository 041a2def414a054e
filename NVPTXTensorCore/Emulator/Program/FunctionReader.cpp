//===- FunctionReader.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scopes and statements of a function.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Program/FunctionReader.h"
#include "Model/Instructions/StatementLegality.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

FunctionReader::FunctionReader(Program &Whole, Function &Result, StatementReader Read)
    : Whole(Whole), Result(Result), Read(Read) {
  Scopes.emplace_back().Number = 0;
}

Slot FunctionReader::makeRegister(unsigned Bits) {
  Slot S;
  S.Offset = Result.RegisterBytes;
  S.Bits = uint8_t(Bits);
  Result.RegisterBytes += alignTo(getSlotBytes(Bits), Frame::Unit);
  return S;
}

Slot FunctionReader::getSink(unsigned Bits) {
  Slot &Sink = Sinks[std::to_string(Bits)];
  if (!Sink)
    Sink = makeRegister(Bits);
  return Sink;
}

Slot FunctionReader::getConstant(uint64_t Low, uint64_t High, unsigned Bits) {
  Slot &S = Constants[{Low, High, Bits}];
  if (S)
    return S;
  std::vector<uint64_t> &Pool = Result.ConstantPool;
  S.In = Slot::Constants;
  S.Bits = uint8_t(Bits);
  S.Offset = uint32_t(Pool.size() * sizeof(uint64_t));
  const size_t Bytes = alignTo(getSlotBytes(Bits), sizeof(uint64_t));
  Pool.resize(Pool.size() + Bytes / sizeof(uint64_t));
  uint8_t *To = reinterpret_cast<uint8_t *>(Pool.data()) + S.Offset;
  const LaneMask Mask = Low & 1 ? AllLanes : 0;
  if (Bits == 1)
    std::memcpy(To, &Mask, sizeof(Mask));
  for (unsigned Lane = 0; Bits != 1 && Lane != WarpSize; ++Lane) {
    std::memcpy(To + Lane * Bits / 8, &Low, std::min(Bits, 64u) / 8);
    if (Bits == 128)
      std::memcpy(To + Lane * Bits / 8 + 8, &High, 8);
  }
  return S;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Slot FunctionReader::findRegister(StringRef Name) {
  for (Scope &S : reverse(Scopes)) {
    auto It = S.Registers.find(Name);
    if (It != S.Registers.end())
      return It->second;
    for (const Range &R : S.Ranges) {
      StringRef Digits = Name;
      unsigned Number;
      if (!Digits.consume_front(R.Prefix) || Digits.getAsInteger(10, Number) || Number >= R.Count ||
          (Digits.size() > 1 && Digits.front() == '0'))
        continue;
      return S.Registers[Name] = makeRegister(R.Bits);
    }
  }
  return Slot();
}

const Variable *FunctionReader::findVariable(StringRef Name) const {
  for (const Scope &S : reverse(Scopes)) {
    auto It = S.Variables.find(Name);
    if (It != S.Variables.end())
      return It->second;
  }
  return Whole.findVariable(Name);
}

unsigned FunctionReader::findLabel(StringRef Name) const {
  for (unsigned Number : reverse(OpenScopes)) {
    auto It = Labels.find({Number, Name});
    if (It != Labels.end())
      return It->second.Instruction;
  }
  return ~0u;
}

const ptx::Statement *FunctionReader::findLabelledDirective(StringRef Name) const {
  for (unsigned Number : reverse(OpenScopes)) {
    auto It = Labels.find({Number, Name});
    if (It != Labels.end())
      return It->second.Directive;
  }
  return nullptr;
}

void FunctionReader::findLabels() {
  std::vector<unsigned> Open = {0};
  unsigned Count = 0, Instructions = 0;
  ArrayRef<ptx::Statement> Body = Result.Source->Body;
  for (size_t Index = 0; Index != Body.size(); ++Index) {
    const ptx::Statement &S = Body[Index];
    if (S.Is == ptx::Statement::Kind::ScopeBegin) {
      Open.push_back(++Count);
    } else if (S.Is == ptx::Statement::Kind::ScopeEnd) {
      if (Open.size() > 1)
        Open.pop_back();
    } else if (S.Is == ptx::Statement::Kind::Label) {
      const bool HasDirective = Index + 1 != Body.size() &&
                                Body[Index + 1].Is == ptx::Statement::Kind::Directive &&
                                Body[Index + 1].Name != ".loc";
      Labels[{Open.back(), S.Name}] = {Instructions, HasDirective ? &Body[Index + 1] : nullptr};
    } else if (S.Is == ptx::Statement::Kind::Instruction) {
      ++Instructions;
    }
  }
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// More than any target can hold, and less than what is filled in no time.
static constexpr uint64_t MaxVariableBytes = uint64_t(1) << 31;
/// The limit for the parameters of a kernel (PTX ISA, "Kernel Function Parameter Attributes").
static constexpr uint64_t MaxParameterBytes = 32764;

Expected<Variable> emulator::makeVariable(const ptx::Declaration &D) {
  auto Fail = [&](const Twine &Sentence) {
    return createStringError(inconvertibleErrorCode(), "'" + D.Name + "': " + Sentence);
  };
  Variable V;
  V.Name = D.Name;
  const std::optional<Type> T = parseType(D.Type);
  uint64_t Size = T ? T->getBytes() : 0;
  if (!Size || T->Is == Type::Predicate)
    return Fail("a variable of type '" + D.Type + "'");
  unsigned Count;
  if (!D.Vector.empty() && !D.Vector.drop_front(2).getAsInteger(10, Count))
    Size *= Count;
  V.Alignment = D.Alignment ? D.Alignment : unsigned(Size);
  if (!isPowerOf2_32(V.Alignment))
    return Fail("an alignment of " + Twine(V.Alignment));
  bool IsOpen = false;
  for (const ptx::Operand &Extent : D.Extents) {
    const std::optional<int64_t> Number = evaluate(Extent);
    IsOpen |= Extent.is(ptx::Operand::Kind::Empty);
    if (Extent.is(ptx::Operand::Kind::Empty))
      continue;
    if (!Number || *Number < 0)
      return Fail("an array whose extent is not a number");
    Size = SaturatingMultiply(Size, uint64_t(*Number));
  }
  if (Size > MaxVariableBytes)
    return Fail("more than " + Twine(MaxVariableBytes) + " bytes");
  V.Size = Size;
  V.IsExtern = D.Linkage == ".extern";
  if (IsOpen && D.Initializer)
    V.Size *= D.Initializer->Parts.size();
  else if (IsOpen)
    V.Size = 0;
  return V;
}

const Variable *FunctionReader::placeInFrame(const ptx::Declaration &D,
                                             std::vector<ptx::Fault> &Faults) {
  Expected<Variable> V = makeVariable(D);
  if (!V) {
    Faults.push_back({D.At, toString(V.takeError())});
    return nullptr;
  }
  V->In = Space::Local;
  V->Location = alignTo(Result.FrameBytes, V->Alignment);
  Result.FrameBytes = V->Location + V->Size;
  return &Whole.Variables.emplace_back(std::move(*V));
}

static constexpr StringLiteral ElementNames[] = {".x", ".y", ".z", ".w"};

/// `.reg .v4 .f32 v` declares the registers v.x to v.w.
void FunctionReader::declareVectors(const ptx::Declaration &D, unsigned Bits,
                                    std::vector<ptx::Fault> &Faults) {
  constexpr unsigned MaxBits = 128, MaxVectors = 4096;
  const unsigned NumElements = D.Vector == ".v2" ? 2 : D.Vector == ".v4" ? 4 : 0;
  if (!NumElements || Bits == 1 || NumElements * Bits > MaxBits || D.Count > MaxVectors) {
    Faults.push_back({D.At, ("registers of type '" + D.Vector + D.Type +
                             "'; a vector has two or four elements and at most 128 bits, and none "
                             "of predicates")
                                .str()});
    return;
  }
  HasVectors = true;
  for (unsigned Number = 0; Number != std::max(D.Count, 1u); ++Number) {
    const std::string Name = D.Count ? (D.Name + Twine(Number)).str() : D.Name.str();
    Scopes.back().Vectors[Name] = NumElements;
    for (StringRef Element : ArrayRef(ElementNames).take_front(NumElements))
      Scopes.back().Registers[(Name + Element).str()] = makeRegister(Bits);
  }
}

void FunctionReader::declareRegisters(const ptx::Declaration &D, std::vector<ptx::Fault> &Faults) {
  const std::optional<Type> T = parseType(D.Type);
  if (!T)
    Faults.push_back({D.At, ("registers of type '" + D.Type + "'").str()});
  else if (!D.Vector.empty())
    declareVectors(D, T->getBits(), Faults);
  else if (D.Count)
    Scopes.back().Ranges.push_back({D.Name, T->getBits(), D.Count});
  else
    Scopes.back().Registers[D.Name] = makeRegister(T->getBits());
}

void FunctionReader::declare(const ptx::Declaration &D, std::vector<ptx::Fault> &Faults) {
  Scope &In = Scopes.back();
  const StringRef Name = D.Space.split("::").first;
  if (Name == ".reg")
    return declareRegisters(D, Faults);
  if (Name == ".local" || Name == ".param") {
    if (const Variable *V = placeInFrame(D, Faults))
      In.Variables[D.Name] = V;
    return;
  }
  if (Name == ".global" || Name == ".const") {
    In.Variables[D.Name] = Whole.VariablesOfFunctions.lookup(&D);
    return;
  }
  Expected<Variable> V = makeVariable(D);
  if (!V) {
    Faults.push_back({D.At, toString(V.takeError())});
  } else if (Name == ".shared") {
    V->In = Space::SharedCTA;
    V->Location = Whole.SharedVariables.size();
    const Variable &Kept = Whole.Variables.emplace_back(std::move(*V));
    Whole.SharedVariables.push_back(&Kept);
    In.Variables[D.Name] = &Kept;
  } else {
    Faults.push_back({D.At, ("a variable of " + D.Space + " in a function").str()});
  }
}

/// A parameter or result of a function that is no entry.
void FunctionReader::readPassed(const ptx::Declaration &D, std::vector<Passed> &List,
                                std::vector<const Variable *> &Variables,
                                std::vector<ptx::Fault> &Faults) {
  Passed P;
  if (D.Space == ".reg") {
    declare(D, Faults);
    P.Register = findRegister(D.Name);
  } else if (const Variable *V = placeInFrame(D, Faults)) {
    Scopes.back().Variables[D.Name] = V;
    Variables.push_back(V);
    P.Offset = V->Location;
    P.Size = V->Size;
  }
  List.push_back(P);
}

void FunctionReader::readParameters(std::vector<ptx::Fault> &Faults) {
  for (const ptx::Declaration &D : Result.Source->Results)
    readPassed(D, Result.Gives, Result.Results, Faults);
  for (const ptx::Declaration &D : Result.Source->Parameters) {
    if (!Result.IsEntry) {
      readPassed(D, Result.Takes, Result.Parameters, Faults);
      continue;
    }
    Expected<Variable> V = makeVariable(D);
    if (!V) {
      Faults.push_back({D.At, toString(V.takeError())});
      continue;
    }
    V->In = Space::EntryParam;
    V->Location = alignTo(Result.ParameterBytes, V->Alignment);
    Result.ParameterBytes = V->Location + V->Size;
    const Variable &Kept = Whole.Variables.emplace_back(std::move(*V));
    Scopes.back().Variables[D.Name] = &Kept;
    Result.Parameters.push_back(&Kept);
  }
  if (Result.ParameterBytes > MaxParameterBytes)
    Faults.push_back({Result.Source->At, "'" + Result.Name.str() + "' has " +
                                             std::to_string(Result.ParameterBytes) +
                                             " bytes of parameters; a kernel has at most " +
                                             std::to_string(MaxParameterBytes)});
}

//===----------------------------------------------------------------------===//
// Vectors of registers
//===----------------------------------------------------------------------===//

unsigned FunctionReader::findVector(StringRef Name) const {
  for (const Scope &S : reverse(Scopes)) {
    if (const unsigned Count = S.Vectors.lookup(Name))
      return Count;
    if (S.Registers.count(Name))
      return 0;
  }
  return 0;
}

Expected<bool> FunctionReader::expandVectors(ptx::Operand &O) const {
  const unsigned Count = O.is(ptx::Operand::Kind::Name) ? findVector(O.Text) : 0;
  if (!Count) {
    bool Changes = false;
    for (ptx::Operand &Part : O.Parts) {
      Expected<bool> PartChanges = expandVectors(Part);
      if (!PartChanges)
        return PartChanges.takeError();
      Changes |= *PartChanges;
    }
    return Changes;
  }
  const auto MakeElement = [&](unsigned Number) {
    ptx::Operand Element;
    Element.Is = ptx::Operand::Kind::Name;
    Element.At = O.At;
    const std::string Name = (O.Text + ElementNames[Number]).str();
    Element.Text = StringRef(Whole.keep(ArrayRef(Name.data(), Name.size())).data(), Name.size());
    return Element;
  };
  if (O.Component.empty()) {
    ptx::Operand Vector;
    Vector.Is = ptx::Operand::Kind::Vector;
    Vector.At = O.At;
    for (unsigned Number = 0; Number != Count; ++Number)
      Vector.Parts.push_back(MakeElement(Number));
    O = std::move(Vector);
    return true;
  }
  const size_t Number = StringRef("xyzw").contains(O.Component.drop_front())
                            ? StringRef("xyzw").find(O.Component.drop_front())
                            : StringRef("rgba").find(O.Component.drop_front());
  if (O.Component.size() != 2 || Number >= Count)
    return createStringError(inconvertibleErrorCode(), "'" + O.Text + "' has " + Twine(Count) +
                                                           " elements, and no '" + O.Component +
                                                           "'");
  O = MakeElement(unsigned(Number));
  return true;
}

Expected<const ptx::Statement *> FunctionReader::expandVectors(const ptx::Statement &S) {
  if (!HasVectors)
    return &S;
  ptx::Statement Copy = S;
  bool Changes = false;
  for (ptx::Operand &O : Copy.Operands) {
    Expected<bool> OperandChanges = expandVectors(O);
    if (!OperandChanges)
      return OperandChanges.takeError();
    Changes |= *OperandChanges;
  }
  return Changes ? &Whole.Expanded.emplace_back(std::move(Copy)) : &S;
}

//===----------------------------------------------------------------------===//
// Sums of a register and a constant
//===----------------------------------------------------------------------===//

Slot FunctionReader::addSum(Slot From, int64_t Added) {
  const Slot To = makeRegister(From.Bits);
  Sums.push_back({To, From, Added});
  return To;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Error FunctionReader::readGuard(const ptx::Statement &S, Instruction &I) {
  if (!S.Guard)
    return Error::success();
  I.Guard = findRegister(S.Guard->Text);
  I.IsGuardNegated = S.IsGuardNegated;
  if (I.Guard.isPredicate())
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           "'" + S.Guard->Text + "' is not a predicate of this function");
}

Error FunctionReader::readInstruction(const ptx::Statement &S, Instruction &I) {
  Expected<const ptx::Statement *> Expanded = expandVectors(S);
  if (!Expanded)
    return Expanded.takeError();
  I.Source = *Expanded;
  InstructionReader Reader(*this, *I.Source, I);
  if (Error E = readGuard(S, I))
    return E;
  return Read(Reader);
}

void FunctionReader::readInstruction(const ptx::Statement &S, std::vector<ptx::Fault> &Faults) {
  Instruction &I = Result.Code.emplace_back();
  I.Source = &S;
  I.SourceLine = SourceLine;
  Sums.clear();
  if (Error E = readInstruction(S, I))
    Faults.push_back({S.At, toString(std::move(E))});
  else
    judge(*I.Source);
}

void FunctionReader::judge(const ptx::Statement &S) {
  if (Error E = Whole.Target ? checkLegal(S, *Whole.Target) : Error::success())
    Result.Illegal.push_back({&S, SourceLine, toString(std::move(E))});
  judgeCTAGroup(S);
}

void FunctionReader::judgeCTAGroup(const ptx::Statement &S) {
  constexpr StringLiteral One = ".cta_group::1", Two = ".cta_group::2";
  if (S.Name != "tcgen05" || !(S.hasModifier(One) || S.hasModifier(Two)))
    return;
  if (!OfCTAGroup)
    OfCTAGroup = &S;
  const StringRef Expected = OfCTAGroup->hasModifier(One) ? One : Two;
  if (!S.hasModifier(Expected))
    Result.Illegal.push_back(
        {&S, SourceLine,
         ("'" + S.getMnemonic() + "' is in a function with '" + OfCTAGroup->getMnemonic() +
          "' on line " + Twine(OfCTAGroup->At.Line) + "; expected " + Expected +
          " in all tcgen05 instructions of the function")
             .str()});
}

void FunctionReader::run(std::vector<ptx::Fault> &Faults) {
  findLabels();
  OpenScopes = {0};
  if (Result.IsEntry)
    for (const ptx::Declaration *D : Whole.VariablesOfThreads)
      declare(*D, Faults);
  readParameters(Faults);
  for (const ptx::Statement &S : Result.Source->Directives)
    judge(S);
  for (const ptx::Statement &S : Result.Source->Body) {
    switch (S.Is) {
    case ptx::Statement::Kind::ScopeBegin:
      OpenScopes.push_back(++NumScopes);
      Scopes.emplace_back().Number = NumScopes;
      break;
    case ptx::Statement::Kind::ScopeEnd:
      if (Scopes.size() > 1) {
        Scopes.pop_back();
        OpenScopes.pop_back();
      }
      break;
    case ptx::Statement::Kind::Declares:
      for (const ptx::Declaration &D : S.Declarations)
        declare(D, Faults);
      break;
    case ptx::Statement::Kind::Directive:
      if (S.Name == ".loc")
        SourceLine = &S;
      break;
    case ptx::Statement::Kind::Instruction:
      readInstruction(S, Faults);
      break;
    case ptx::Statement::Kind::Label:
      break;
    }
  }
  // A thread that comes to the end of the text returns.
  static const ptx::Statement End = [] {
    ptx::Statement S;
    S.Name = "ret";
    return S;
  }();
  readInstruction(End, Faults);
  // A program that calls without end runs out of local memory.
  Result.FrameBytes = alignTo(std::max<uint64_t>(Result.FrameBytes, Result.IsEntry ? 0 : 16), 16);
}

//===- InstructionReader.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modifiers and operands, as the families of instructions ask for them.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Program/InstructionReader.h"
#include "Emulator/Program/FunctionReader.h"
#include "Emulator/Program/SpecialRegisters.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Kind = ptx::Operand::Kind;

Program &InstructionReader::getProgram() { return Context.getProgram(); }

Error InstructionReader::fail(const Twine &Sentence) const {
  return createStringError(inconvertibleErrorCode(), "'" + Source.getMnemonic() + "': " + Sentence);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

bool InstructionReader::isUnary(const ptx::Operand &O, char Operator) {
  return O.is(Kind::Expression) && O.Parts.size() == 1 && O.Text.size() == 1 &&
         O.Text.front() == Operator;
}

Expected<int64_t> InstructionReader::readInteger(const ptx::Operand &O) {
  if (const std::optional<int64_t> Value = evaluate(O))
    return *Value;
  return fail("'" + print(O) + "' is not a constant");
}

bool InstructionReader::isConstant(const ptx::Operand &O) const {
  return O.is(Kind::Double) || evaluate(O).has_value();
}

Slot InstructionReader::getConstant(uint64_t Value, unsigned Bits) {
  if (Bits < 64)
    Value &= (uint64_t(1) << Bits) - 1;
  return Context.getConstant(Value, 0, Bits);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Error InstructionReader::expectOperands(size_t Min, size_t Max) const {
  if (getNumOperands() >= Min && getNumOperands() <= Max)
    return Error::success();
  return fail("expected " + Twine(Min) + (Max != Min ? " to " + Twine(Max) : Twine("")) +
              " operands, not " + Twine(getNumOperands()));
}

static Slot getWarpSlot(uint64_t Number) {
  Slot S;
  S.In = Slot::OfWarp;
  S.Bits = 32;
  S.Offset = unsigned(Number) * WarpSize * sizeof(uint32_t);
  return S;
}

/// The constant of `register + constant`, which ptxas takes for the value of a register and a
/// constant; none of what is something else.
std::optional<int64_t> InstructionReader::findSum(const ptx::Operand &O) const {
  const bool IsSum = O.is(Kind::Expression) && O.Text == "+" && O.Parts.size() == 2 &&
                     O.Parts[0].is(Kind::Name) && O.Parts[0].Component.empty() &&
                     Context.findRegister(O.Parts[0].Text);
  return IsSum ? evaluate(O.Parts[1]) : std::nullopt;
}

Expected<Slot> InstructionReader::read(const ptx::Operand &O, Type T, bool MayBeWider) {
  const unsigned Bits = T.getBits();
  // ptxas takes '!' before each predicate that is read.
  if (T.Is == Type::Predicate && isUnary(O, '!') && !isUnary(O.Parts.front(), '!')) {
    Expected<Slot> Predicate = read(O.Parts.front(), T);
    if (Predicate)
      Predicate->IsNegated = true;
    return Predicate;
  }
  if (const std::optional<uint64_t> Value = getNumber(O, T)) {
    if (T.Is == Type::Predicate)
      return getConstant(*Value != 0, 1);
    return getConstant(*Value, Bits);
  }
  if (const std::optional<int64_t> Added = findSum(O);
      Added && T.Is != Type::Float && T.Is != Type::BFloat) {
    Expected<Slot> From = read(O.Parts[0], T, MayBeWider);
    return From ? Expected<Slot>(Context.addSum(*From, *Added)) : From.takeError();
  }
  if (!O.is(Kind::Name))
    return fail("'" + print(O) + "' is not an operand that the emulator knows here");
  if (Slot S = O.Component.empty() ? Context.findRegister(O.Text) : Slot()) {
    const bool Fits = S.Bits == Bits || (MayBeWider && S.Bits > Bits && Bits != 1);
    if (!Fits)
      return fail("'" + O.Text + "' has " + Twine(unsigned(S.Bits)) + " bits, not " + Twine(Bits));
    return S;
  }
  if (const auto Special = findSpecialRegister(O);
      Special && Special->Is == SpecialRegister::OfWarp) {
    // Only a conversion may have a narrower type.
    const bool Fits =
        Bits == 32 || (MayBeWider && Bits < 32 && Result.Operation == OperationKind_Convert);
    if (!Fits)
      return fail("'" + print(O) + "' has 32 bits, not " + Twine(Bits));
    return getWarpSlot(Special->Value);
  }
  if (auto It = getProgram().FunctionsByName.find(O.Text);
      It != getProgram().FunctionsByName.end()) {
    Context.getResult().Callees.push_back(It->second);
    return getConstant(It->second->Address, Bits);
  }
  const Variable *V = Context.findVariable(O.Text);
  if (!V)
    return fail("'" + print(O) + "' is not declared");
  if (V->In != Space::Global && V->In != Space::Constant && V->In != Space::EntryParam)
    return fail("the address of '" + O.Text + "' cannot be used here");
  return getConstant(V->Location, Bits);
}

Expected<Slot> InstructionReader::write(const ptx::Operand &O, Type T, bool MayBeWider) {
  if (O.isName("_"))
    return Context.getSink(T.getBits());
  const Slot S = O.is(Kind::Name) && O.Component.empty() ? Context.findRegister(O.Text) : Slot();
  if (!S)
    return fail("'" + print(O) + "' is not a register of this function");
  const bool Fits =
      S.Bits == T.getBits() || (MayBeWider && S.Bits > T.getBits() && T.getBits() != 1);
  if (!Fits)
    return fail("'" + O.Text + "' has " + Twine(unsigned(S.Bits)) + " bits, not " +
                Twine(T.getBits()));
  return S;
}

Error InstructionReader::readAll(const ptx::Operand &O, Type T, SmallVectorImpl<Slot> &Slots,
                                 bool MayBeWider) {
  for (const ptx::Operand &Part : O.elements()) {
    Expected<Slot> S = read(Part, T, MayBeWider);
    if (!S)
      return S.takeError();
    Slots.push_back(*S);
  }
  return Error::success();
}

Error InstructionReader::writeAll(const ptx::Operand &O, Type T, SmallVectorImpl<Slot> &Slots,
                                  bool MayBeWider) {
  for (const ptx::Operand &Part : O.elements()) {
    Expected<Slot> S = write(Part, T, MayBeWider);
    if (!S)
      return S.takeError();
    Slots.push_back(*S);
  }
  return Error::success();
}

/// The address of a variable.
static void setLocation(FunctionReader &Context, const Variable &V, Address &Result) {
  switch (V.In) {
  case Space::SharedCTA:
  case Space::SharedCluster:
    Context.getResult().Shared.push_back(&V);
    Result.Is = Address::InSlot;
    Result.Base.In = Slot::OfBlock;
    Result.Base.Bits = 32;
    Result.Base.Offset = uint32_t(V.Location * getSlotBytes(32));
    return;
  case Space::Local:
    Result.Is = Address::InFrame;
    Result.Offset += int64_t(V.Location);
    return;
  default:
    Result.Is = Address::Absolute;
    Result.Offset += int64_t(V.Location);
    return;
  }
}

Expected<Address> InstructionReader::readAddress(const ptx::Operand &O) {
  Address Result;
  const ptx::Operand *Base = O.is(Kind::Address) && !O.Parts.empty() ? &O.Parts.front() : &O;
  while (Base->is(Kind::Expression) && Base->Parts.size() == 2 &&
         (Base->Text == "+" || Base->Text == "-")) {
    const std::optional<int64_t> Offset = evaluate(Base->Parts[1]);
    if (!Offset)
      break;
    Result.Offset = int64_t(Base->Text == "+" ? uint64_t(Result.Offset) + uint64_t(*Offset)
                                              : uint64_t(Result.Offset) - uint64_t(*Offset));
    Base = &Base->Parts.front();
  }
  if (Base->is(Kind::Element) && Base->Parts.size() == 2) {
    const std::optional<int64_t> Location = evaluate(Base->Parts[1]);
    if (!Location)
      return fail("'" + print(O) + "' is not an address");
    Result.Offset += *Location;
    Base = &Base->Parts.front();
  }
  if (const std::optional<int64_t> Number = evaluate(*Base)) {
    Result.Offset = int64_t(uint64_t(Result.Offset) + uint64_t(*Number));
    return Result;
  }
  if (!Base->is(Kind::Name))
    return fail("'" + print(O) + "' is not an address");
  if (const Slot S = Context.findRegister(Base->Text)) {
    if (S.Bits != 32 && S.Bits != 64)
      return fail("'" + Base->Text + "' has " + Twine(unsigned(S.Bits)) +
                  " bits, and is not an address");
    Result.Is = Address::InSlot;
    Result.Base = S;
    return Result;
  }
  const Variable *V = Context.findVariable(Base->Text);
  if (!V)
    return fail("'" + Base->Text + "' is not declared");
  setLocation(Context, *V, Result);
  return Result;
}

bool InstructionReader::isInFrame(const ptx::Operand &O) const {
  const ptx::Operand *Base = O.is(Kind::Address) && !O.Parts.empty() ? &O.Parts.front() : &O;
  while (Base->is(Kind::Expression) || Base->is(Kind::Element))
    Base = &Base->Parts.front();
  if (!Base->is(Kind::Name))
    return false;
  const Variable *V = Context.findRegister(Base->Text) ? nullptr : Context.findVariable(Base->Text);
  return V && V->In == Space::Local;
}

Expected<unsigned> InstructionReader::readLabel(const ptx::Operand &O) {
  const unsigned Location = O.is(Kind::Name) ? Context.findLabel(O.Text) : ~0u;
  if (Location == ~0u)
    return fail("there is no label '" + print(O) + "' here");
  return Location;
}

void InstructionReader::setResults(ArrayRef<Slot> Slots) {
  Result.Results = getProgram().keep(Slots);
}
void InstructionReader::setOperands(ArrayRef<Slot> Slots) {
  Result.Operands = getProgram().keep(Slots);
}
void InstructionReader::setAddresses(ArrayRef<Address> Addresses) {
  Result.Addresses = getProgram().keep(Addresses);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

Error InstructionReader::readOperand(const ptx::Operand *O, const PTXOperandInfo &Info,
                                     SmallVectorImpl<Slot> &Slots) {
  const Type T = *getOperandType(Info, Parsed);
  if (Info.IsImmediate && O && !isConstant(*O))
    return fail("'" + print(*O) + "' is not a constant");
  if (O && Info.IsVector) {
    const size_t Count = size_t(1) << unsigned(get<words::Vector>());
    if (O->elements().size() != Count)
      return fail("'" + print(*O) + "' has " + Twine(O->elements().size()) + " elements, not " +
                  Twine(Count));
    return Info.Kind == PTXOperandKind_Result ? writeAll(*O, T, Slots, Info.MayBeWider)
                                              : readAll(*O, T, Slots, Info.MayBeWider);
  }
  Expected<Slot> S =
      !O ? (Info.Kind == PTXOperandKind_Result ? Context.getSink(T.getBits()) : Slot())
      : Info.Kind == PTXOperandKind_Result ? write(*O, T, Info.MayBeWider)
                                           : read(*O, T, Info.MayBeWider);
  if (!S)
    return S.takeError();
  Slots.push_back(*S);
  return Error::success();
}

/// Checks an operand that the instruction reads by itself: some are constants of their row.
static Error checkSpecial(const InstructionReader &R, const ptx::Operand *O,
                          const PTXOperandInfo &Info) {
  const std::optional<int64_t> Value = O ? evaluate(*O) : std::nullopt;
  Error E = Value ? checkConstant(Info, *Value) : Error::success();
  return E ? R.fail(toString(std::move(E))) : Error::success();
}

Error InstructionReader::readOperands() {
  SmallVector<Slot, 8> Results, Sources, Hints;
  SmallVector<Address, 2> Addresses;
  Error Failure = Error::success();
  visitOperands(Source, Parsed, [&](const PTXOperandInfo &Info, const ptx::Operand *O) {
    if (Failure)
      return;
    if (Info.Kind == PTXOperandKind_Special) {
      Failure = checkSpecial(*this, O, Info);
    } else if (Info.Kind != PTXOperandKind_Address) {
      Failure = readOperand(O, Info,
                            Info.IsHint                          ? Hints
                            : Info.Kind == PTXOperandKind_Result ? Results
                                                                 : Sources);
    } else if (O) {
      Expected<Address> A = readAddress(*O);
      if (A)
        Addresses.push_back(*A);
      else
        Failure = A.takeError();
    }
  });
  setResults(Results);
  setOperands(Sources);
  setAddresses(Addresses);
  return Failure;
}

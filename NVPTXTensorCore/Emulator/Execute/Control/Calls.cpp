//===- Calls.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls and returns. What a call passes is copied: from registers and the caller's
// frame to the callee's when it begins, and back when it returns.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/UndefinedBits.h"
#include "Emulator/Execute/Arithmetic/LaneOperations.h"
#include "Emulator/Execute/Control/Builtins.h"
#include "Emulator/Machine/Block.h"
#include "Emulator/Program/FunctionReader.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using Kind = ptx::Operand::Kind;

namespace {
struct CallDetails {
  const Function *Callee = nullptr; ///< null of a call through a pointer, the operand
  const BuiltinFunction *Device = nullptr;
  std::vector<Passed> Arguments, Results;
};
} // namespace

//===----------------------------------------------------------------------===//
// What is passed
//===----------------------------------------------------------------------===//

/// The registers of a slot in a frame that need not be the group's.
static uint8_t *getRegisters(const Frame &F, Slot S) {
  if (S.In == Slot::Constants)
    return reinterpret_cast<uint8_t *>(const_cast<uint64_t *>(F.Callee.ConstantPool.data())) +
           S.Offset;
  return F.Registers.get() + S.Offset;
}

/// For the checks: what nobody wrote is passed on as such.
static void copyUndefined(const ThreadGroup &G, const Frame &From, Slot Source, Frame &To,
                          Slot Target) {
  if (getUndefinedLanes(From, Source) & G.getActive())
    setUndefined(To, Target, G.getActive(), getUndefined(From, Source));
  else
    setDefined(To, Target, G.getActive());
}

static void copyRegister(const ThreadGroup &G, const Frame &From, Slot Source, Frame &To,
                         Slot Target) {
  copyUndefined(G, From, Source, To, Target);
  if (Source.isPredicate()) {
    LaneMask Old, New;
    std::memcpy(&Old, getRegisters(To, Target), sizeof(Old));
    std::memcpy(&New, getRegisters(From, Source), sizeof(New));
    New = (Old & ~G.getActive()) | (New & G.getActive());
    std::memcpy(getRegisters(To, Target), &New, sizeof(New));
    return;
  }
  const unsigned Bytes = Source.Bits / 8;
  const uint8_t *Read =
      Source.In == Slot::OfWarp ? G.lanes<uint8_t>(Source) : getRegisters(From, Source);
  G.forEachLane([&](unsigned Lane) {
    std::memcpy(getRegisters(To, Target) + Lane * Bytes, Read + Lane * Bytes, Bytes);
  });
}

/// Copies for the active threads. False if the two sides do not fit.
static bool pass(ThreadGroup &G, const Frame &From, ArrayRef<Passed> Sources, Frame &To,
                 ArrayRef<Passed> Targets) {
  if (Sources.size() != Targets.size())
    return false;
  for (const auto &[Source, Target] : zip(Sources, Targets)) {
    if (Source.Register.Bits != Target.Register.Bits)
      return false;
    if (Source.Register) {
      copyRegister(G, From, Source.Register, To, Target.Register);
      continue;
    }
    if (Source.Size != Target.Size)
      return false;
    const uint64_t Read = From.LocalBegin + Source.Offset, Written = To.LocalBegin + Target.Offset;
    const auto Copy = [&](auto Size) {
      G.forEachLane([&](unsigned Lane) {
        std::memcpy(G.getWarp().getLocal(Lane, Written), G.getWarp().getLocal(Lane, Read), Size);
      });
    };
    if (Source.Size == 4)
      Copy(std::integral_constant<size_t, 4>());
    else if (Source.Size == 8)
      Copy(std::integral_constant<size_t, 8>());
    else
      Copy(size_t(Source.Size));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// call, ret
//===----------------------------------------------------------------------===//

static void appendPassed(ThreadGroup &G, const Passed &P, unsigned Lane,
                         SmallVectorImpl<uint64_t> &To) {
  if (P.Register) {
    To.push_back(G.get(P.Register, Lane));
    return;
  }
  for (uint64_t At = 0; At < P.Size; At += sizeof(uint64_t)) {
    uint64_t Value = 0;
    std::memcpy(&Value, G.getWarp().getLocal(Lane, G.getFrame().LocalBegin + P.Offset + At),
                std::min<uint64_t>(P.Size - At, sizeof(Value)));
    To.push_back(Value);
  }
}

static void setPassed(ThreadGroup &G, const Passed &P, unsigned Lane, uint64_t Value) {
  if (P.Register)
    return G.set(P.Register, Lane, Value);
  std::memcpy(G.getWarp().getLocal(Lane, G.getFrame().LocalBegin + P.Offset), &Value,
              std::min<uint64_t>(P.Size, sizeof(Value)));
}

static Step callDevice(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<CallDetails>();
  G.forEachLane([&](unsigned Lane) {
    SmallVector<uint64_t, 6> Arguments;
    for (const Passed &P : Of.Arguments)
      appendPassed(G, P, Lane, Arguments);
    const uint64_t Result = Of.Device->Call(I, G, Lane, Arguments);
    if (!Of.Results.empty())
      setPassed(G, Of.Results.front(), Lane, Result);
  });
  if (!Of.Results.empty() && Of.Results.front().Register)
    setDefined(G.getFrame(), Of.Results.front().Register, G.getActive());
  return Step::Next;
}

static Step enter(const Instruction &I, ThreadGroup &G, const Function &Callee) {
  const std::shared_ptr<Frame> Caller = G.shareFrame();
  const Step Result = G.call(Callee, I);
  if (Result != Step::Jump)
    return Result;
  const auto &Of = I.details<CallDetails>();
  if (Of.Results.size() == Callee.Gives.size() &&
      pass(G, *Caller, Of.Arguments, G.getFrame(), Callee.Takes))
    return Result;
  G.fault(I, Check::IllegalInstruction, G.getActive(),
          "the arguments of the call are not the parameters of '" + Callee.Name + "'");
  return Result;
}

static Step callFunction(const Instruction &I, ThreadGroup &G) {
  return enter(I, G, *I.details<CallDetails>().Callee);
}

/// Threads that call another function than the first one follow on their own.
static Step callThroughPointer(const Instruction &I, ThreadGroup &G) {
  const uint64_t Address = G.get(I.Operands[0], G.getFirstActive());
  LaneMask Same = 0;
  G.forEachLane(
      [&](unsigned Lane) { Same |= LaneMask(G.get(I.Operands[0], Lane) == Address) << Lane; });
  const Function *Callee = G.getLaunch().Request.Module->findFunction(Address);
  if (!Callee || Callee->Code.empty() || Callee->IsEntry)
    return G.fault(I, Check::IllegalInstruction, Same,
                   Callee ? "a call of '" + Callee->Name + "' through a pointer"
                          : Twine("a call through a pointer that points to no function"));
  if (const LaneMask Others = G.getActive() & ~Same)
    G.leaveHere(Others);
  return enter(I, G, *Callee);
}

static Step executeReturn(const Instruction &I, ThreadGroup &G) {
  const std::shared_ptr<Frame> Callee = G.shareFrame();
  const Step Result = G.returnFromCall();
  if (!Callee->Caller)
    return Result;
  const auto &Of = Callee->CallSite->details<CallDetails>();
  if (!pass(G, *Callee, Callee->Callee.Gives, G.getFrame(), Of.Results))
    G.fault(I, Check::IllegalInstruction, G.getActive(),
            "the results of '" + Callee->Callee.Name + "' are not those of the call");
  return Result;
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// Returns what a call passes: a .param variable, a register, a constant.
static Expected<Passed> readPassed(InstructionReader &R, const ptx::Operand &O, bool IsResult) {
  Passed P;
  FunctionReader &Context = R.getFunction();
  if (!O.is(Kind::Name)) {
    // Without a type, integers have 32 bits, as registers most often have.
    if (IsResult || !R.isConstant(O))
      return R.fail("'" + print(O) + "' cannot be passed");
    Expected<Slot> S = R.read(O, getBitsType(O.is(Kind::Double) ? 64 : 32));
    if (!S)
      return S.takeError();
    P.Register = *S;
    return P;
  }
  P.Register = Context.findRegister(O.Text);
  const Variable *V = P.Register ? nullptr : Context.findVariable(O.Text);
  if (V && V->In == Space::Local) {
    P.Offset = V->Location;
    P.Size = V->Size;
    return P;
  }
  if (P.Register)
    return P;
  return R.fail("'" + O.Text + "' is neither a register nor a .param variable of this function");
}

static Error readPassed(InstructionReader &R, const ptx::Operand &List, bool IsResult,
                        std::vector<Passed> &To) {
  for (const ptx::Operand &O : List.elements()) {
    if (O.is(Kind::Empty))
      continue;
    Expected<Passed> P = readPassed(R, O, IsResult);
    if (!P)
      return P.takeError();
    To.push_back(*P);
  }
  return Error::success();
}

/// A function, by its name or as a value.
static Error readCallee(InstructionReader &R, const ptx::Operand &O, CallDetails &Of) {
  Function &Caller = R.getFunction().getResult();
  if (!O.is(Kind::Name))
    return R.fail("'" + print(O) + "' is not a function");
  if (R.getFunction().findRegister(O.Text)) {
    Expected<Slot> S = R.read(O, getBitsType(64));
    if (!S)
      return S.takeError();
    Caller.HasIndirectCall = true;
    R.setOperands(*S);
    R.Result.Execute = callThroughPointer;
    return Error::success();
  }
  Of.Callee = R.getProgram().findFunction(O.Text);
  if (!Of.Callee)
    return R.fail("'" + O.Text + "' is not declared");
  if (Of.Callee->IsEntry)
    return R.fail("'" + O.Text + "' is a kernel, which a kernel cannot call");
  Caller.Callees.push_back(Of.Callee);
  R.Result.Execute = callFunction;
  if (Of.Callee->Source->HasBody)
    return Error::success();
  Of.Device = findBuiltin(O.Text);
  R.Result.Execute = callDevice;
  if (!Of.Device)
    return R.fail("'" + O.Text + "' has no body in this module, and the emulator has none");
  return Error::success();
}

/// call{.uni} (results), callee, (arguments), prototype: all but the callee may be missing.
static Error readCall(InstructionReader &R) {
  CallDetails Of;
  ArrayRef<ptx::Operand> Rest = R.Source.Operands;
  if (!Rest.empty() && Rest.front().is(Kind::List)) {
    if (Error E = readPassed(R, Rest.front(), true, Of.Results))
      return E;
    Rest = Rest.drop_front();
  }
  if (Rest.empty())
    return R.fail("expected a function");
  if (Error E = readCallee(R, Rest.front(), Of))
    return E;
  Rest = Rest.drop_front();
  if (!Rest.empty() && Rest.front().is(Kind::List)) {
    if (Error E = readPassed(R, Rest.front(), false, Of.Arguments))
      return E;
    Rest = Rest.drop_front();
  }
  if (Rest.size() > 1)
    return R.fail("expected a prototype or a list of functions as the last operand");
  if (Of.Device && (Of.Arguments.size() != Of.Device->NumArguments || Of.Results.size() > 1))
    return R.fail("expected " + Twine(Of.Device->NumArguments) + " arguments");
  R.setDetails(std::move(Of));
  return Error::success();
}

ArrayRef<RowReader> emulator::getCallRows() {
  static constexpr RowReader Rows[] = {{PTX_CALL, readCall}, {PTX_RET, readAs<executeReturn>}};
  return Rows;
}

//===- AssemblyCalls.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements to calls. A template is understood if it consists of matrix instructions, of registers
// that it declares, and of predicates that say that an operand is not zero. Operands may be those
// of the assembly, such predicates, and numbers.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/AssemblyCalls.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Analysis/Calls.h"
#include "IR/Analysis/Location.h"
#include "IR/Intrinsics/MMACall.h"
#include "Model/Instructions/InstructionParser.h"
#include "Model/Instructions/TCGen05Immediates.h"
#include "PTX/Reader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace llvm::tensorcore;

static cl::opt<bool> ReadsAssembly("nvptx-read-assembly", cl::init(true),
                                   cl::desc("Check the matrix instructions of inline assembly as "
                                            "calls of intrinsics"));

/// Returns the template with the values of immediate operands within words: "cta_group::$1".
static std::string printImmediates(const CallInst &Call, const InlineAsm &Assembly) {
  std::string Text;
  StringRef Rest = Assembly.getAsmString();
  while (!Rest.empty()) {
    auto [Before, Behind] = Rest.split('$');
    Text += Before;
    if (Before.size() == Rest.size())
      break;
    unsigned Number;
    StringRef Left = Behind;
    const bool IsInWord = !Text.empty() && Text.back() == ':';
    auto *Immediate = !IsInWord || Left.consumeInteger(10, Number)
                          ? nullptr
                          : dyn_cast_or_null<ConstantInt>(getAssemblyArgument(Call, Number));
    Text += Immediate ? std::to_string(Immediate->getZExtValue()) : "$";
    Rest = Immediate ? Left : Behind;
  }
  return Text;
}

bool tensorcore::isOfAssembly(const Instruction &I) { return I.getMetadata(AssemblyMark); }

namespace {

/// Reads one inline assembly.
class TemplateReader {
public:
  explicit TemplateReader(CallInst &Call)
      : Call(Call), Assembly(*cast<InlineAsm>(Call.getCalledOperand())),
        Inputs(getAssemblyArguments(Assembly)), Builder(&Call),
        Text(printImmediates(Call, Assembly)),
        Read(ptx::readStatements(Text, ptx::Dialect::Template)) {}

  /// False if something is not understood; nothing of it is there then.
  bool run();

  AssemblyCall take() { return std::move(Result); }

private:
  bool read(const ptx::Statement &Statement);
  bool readPredicate(const ptx::Statement &Statement);
  bool readMatrix(const ptx::Statement &Statement);
  bool findResults();

  Value *getValue(const ptx::Operand &Operand, Type *Wanted);
  Value *convert(Value *From, Type *Wanted);
  Value *getPointer(Value *From, PointerType *Wanted);
  Value *getArgument(const ptx::Statement &Statement, const FoundForm &Found, const RoleList &Roles,
                     const MMAArgument &Argument, Type *Wanted);
  bool addResults(const RoleList &Roles, CallInst &Made);
  template <class T> T *made(T *V) {
    if (auto *I = dyn_cast<Instruction>(static_cast<Value *>(V)))
      Result.Made.push_back(I);
    return V;
  }

  CallInst &Call;
  const InlineAsm &Assembly;
  const SmallVector<AssemblyArgument, 8> Inputs;
  IRBuilder<> Builder;
  const std::string Text;
  const ptx::StatementList Read;
  StringMap<Value *> Predicates;
  SmallVector<Value *, 8> Outputs; ///< values by the numbers of the assembly's results
  AssemblyCall Result = {};
};

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Returns the pointer that an integer was converted from, or null.
static Value *lookThrough(Value *Address) {
  while (auto *Cast = dyn_cast<Operator>(Address)) {
    if (Cast->getOpcode() == Instruction::PtrToInt)
      return Cast->getOperand(0);
    if (Cast->getOpcode() != Instruction::Trunc && Cast->getOpcode() != Instruction::ZExt)
      return nullptr;
    Address = Cast->getOperand(0);
  }
  return nullptr;
}

Value *TemplateReader::getPointer(Value *From, PointerType *Wanted) {
  Value *Pointer = From->getType()->isPointerTy() ? From : lookThrough(From);
  if (!Pointer)
    return From->getType()->isIntegerTy() ? made(Builder.CreateIntToPtr(From, Wanted)) : nullptr;
  if (Pointer->getType() == Wanted)
    return Pointer;
  if (auto *Cast = dyn_cast<AddrSpaceCastOperator>(Pointer);
      Cast && Cast->getPointerOperand()->getType() == Wanted)
    return Cast->getPointerOperand();
  return made(Builder.CreateAddrSpaceCast(Pointer, Wanted));
}

Value *TemplateReader::convert(Value *From, Type *Wanted) {
  if (From->getType() == Wanted)
    return From;
  if (auto *Pointer = dyn_cast<PointerType>(Wanted))
    return getPointer(From, Pointer);
  if (auto *Number = dyn_cast<ConstantInt>(From); Number && Wanted->isIntegerTy()) {
    const unsigned Bits = Wanted->getIntegerBitWidth();
    return ConstantInt::get(Wanted, From->getType()->isIntegerTy(1)
                                        ? Number->getValue().zextOrTrunc(Bits)
                                        : Number->getValue().sextOrTrunc(Bits));
  }
  const TypeSize Bits = Wanted->getPrimitiveSizeInBits();
  if (!Bits || From->getType()->getPrimitiveSizeInBits() != Bits)
    return nullptr;
  return made(Builder.CreateBitCast(From, Wanted));
}

Value *TemplateReader::getValue(const ptx::Operand &Operand, Type *Wanted) {
  if (Operand.is(ptx::Operand::Kind::Address))
    return Operand.Parts.size() == 1 ? getValue(Operand.Parts.front(), Wanted) : nullptr;
  if (Operand.is(ptx::Operand::Kind::Integer) && Wanted->isIntegerTy())
    return ConstantInt::get(Wanted, Operand.Value, /*IsSigned=*/false, /*ImplicitTrunc=*/true);
  if (Operand.is(ptx::Operand::Kind::Name))
    return Wanted->isIntegerTy(1) ? Predicates.lookup(Operand.Text) : nullptr;
  if (!Operand.is(ptx::Operand::Kind::Index))
    return nullptr;
  // A result is read through the argument that it is tied to.
  for (const auto &[Argument, Called] : zip(Call.args(), Inputs))
    if (Called.Number == Operand.Value)
      return convert(Argument, Wanted);
  return nullptr;
}

/// Returns the operands that hold an argument: one for each element of a vector.
static SmallVector<const ptx::Operand *, 4> findOperands(const ptx::Statement &Statement,
                                                         const FoundForm &Found,
                                                         const RoleList &Roles,
                                                         const MMAArgument &Argument) {
  SmallVector<const ptx::Operand *, 4> Operands;
  for (const auto &[Operand, Role] : Roles) {
    const StringRef Name = StringRef(Role.Name).trim("[]");
    if (Name == Argument.Name || (Role.IsAddress && Name == "address" && !Argument.IsImmediate &&
                                  &Argument == &Found.Variant->Signature.Arguments.front()))
      return {Operand};
    for (const auto &[Part, PartName] : zip(Operand->elements(), Role.Parts))
      if (PartName == Argument.Name ||
          PartName == Argument.Name.str() + std::to_string(Operands.size()))
        Operands.push_back(&Part);
  }
  // The immediates of wgmma have no names in PTX; they are the last operands, as the last
  // arguments.
  const size_t Behind = Found.Variant->Signature.Arguments.end() - &Argument;
  if (Operands.empty() && Argument.IsImmediate && Behind <= Statement.Operands.size())
    Operands.push_back(&Statement.Operands[Statement.Operands.size() - Behind]);
  return Operands;
}

Value *TemplateReader::getArgument(const ptx::Statement &Statement, const FoundForm &Found,
                                   const RoleList &Roles, const MMAArgument &Argument,
                                   Type *Wanted) {
  if (const TCGen05Immediate *Immediate =
          Argument.IsImmediate ? lookupTCGen05Immediate(Argument.Name) : nullptr;
      Immediate && Immediate->Field)
    return ConstantInt::get(Wanted,
                            Immediate->getImmediate(Found.Form.Descriptor.get(*Immediate->Field)));
  auto *Vector = dyn_cast<FixedVectorType>(Wanted);
  const auto Operands = findOperands(Statement, Found, Roles, Argument);
  if (Operands.size() == 1)
    return getValue(*Operands.front(), Wanted);
  if (!Vector || Operands.empty())
    return nullptr;
  // Two halves are one register.
  const bool InHalves = Vector->getScalarSizeInBits() == 16;
  auto *Registers =
      InHalves ? FixedVectorType::get(Builder.getInt32Ty(), Vector->getNumElements() / 2) : Vector;
  if (Operands.size() != Registers->getNumElements())
    return nullptr;
  Value *Whole = PoisonValue::get(Registers);
  for (auto [Index, Operand] : enumerate(Operands)) {
    Value *Element = getValue(*Operand, Registers->getElementType());
    if (!Element)
      return nullptr;
    Whole = made(Builder.CreateInsertElement(Whole, Element, uint64_t(Index)));
  }
  return convert(Whole, Vector);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// setp.ne.b32 p, $4, 0
bool TemplateReader::readPredicate(const ptx::Statement &Statement) {
  const std::string Mnemonic = Statement.getMnemonic();
  if (!is_contained({"setp.ne.b32", "setp.ne.u32", "setp.ne.s32"}, StringRef(Mnemonic)) ||
      Statement.Operands.size() != 3 || !Statement.Operands[0].is(ptx::Operand::Kind::Name) ||
      !Statement.Operands[2].isInteger(0))
    return false;
  Value *From = getValue(Statement.Operands[1], Builder.getInt32Ty());
  if (!From)
    return false;
  Predicates[Statement.Operands[0].Text] = made(Builder.CreateIsNotNull(From));
  return true;
}

bool TemplateReader::addResults(const RoleList &Roles, CallInst &Made) {
  SmallVector<Value *, 8> Pieces;
  auto AddAll = [&](Value *Of) {
    auto *Vector = dyn_cast<FixedVectorType>(Of->getType());
    // Two halves are one register.
    if (Vector && Vector->getScalarSizeInBits() == 16 && Vector->getNumElements() > 2) {
      Vector = FixedVectorType::get(Builder.getInt32Ty(), Vector->getNumElements() / 2);
      Of = made(Builder.CreateBitCast(Of, Vector));
    }
    if (Vector && Vector->getScalarSizeInBits() >= 32)
      for (unsigned I = 0; I < Vector->getNumElements(); ++I)
        Pieces.push_back(made(Builder.CreateExtractElement(Of, uint64_t(I))));
    else
      Pieces.push_back(Of);
  };
  if (auto *Struct = dyn_cast<StructType>(Made.getType()))
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      AddAll(made(Builder.CreateExtractValue(&Made, I)));
  else if (!Made.getType()->isVoidTy())
    AddAll(&Made);
  SmallVector<const ptx::Operand *, 8> Operands;
  for (const auto &[Operand, Role] : Roles)
    for (const auto &[Part, Name] : zip(Operand->elements(), Role.Parts))
      if (Operands.size() < Pieces.size() && !Role.IsAddress)
        Operands.push_back(&Part);
  if (Operands.size() != Pieces.size())
    return false;
  for (const auto &[Operand, Piece] : zip(Operands, Pieces)) {
    if (!Operand->is(ptx::Operand::Kind::Index) || Operand->Value >= Outputs.size() ||
        Outputs[Operand->Value])
      return false;
    Outputs[Operand->Value] = Piece;
  }
  return true;
}

bool TemplateReader::readMatrix(const ptx::Statement &Statement) {
  Expected<FoundForm> Found = parseInstruction(Statement);
  if (!Found) {
    consumeError(Found.takeError());
    return false;
  }
  const MMASignature &Signature = Found->Variant->Signature;
  const unsigned Space =
      StringRef(Statement.getMnemonic()).contains(".shared") ? SharedSpace : GenericSpace;
  FunctionType *Type = getMMAFunctionType(Call.getContext(), *Found->Variant, Space);
  const RoleList Roles = getRoles(Statement, *Found);
  SmallVector<Value *, 8> Arguments;
  for (const auto &[Argument, Wanted] : zip(Signature.Arguments, Type->params())) {
    Arguments.push_back(getArgument(Statement, *Found, Roles, Argument, Wanted));
    if (!Arguments.back())
      return false;
  }
  Function *Callee = getMMADeclaration(*Call.getModule(), *Found->Variant, Space);
  if (!Callee)
    return false;
  CallInst *Made = made(Builder.CreateCall(Type, Callee, Arguments));
  LLVMContext &Context = Call.getContext();
  Made->setMetadata(AssemblyMark,
                    MDNode::get(Context, MDString::get(Context, Assembly.getAsmString())));
  Result.Calls.push_back(Made);
  return addResults(Roles, *Made);
}

bool TemplateReader::read(const ptx::Statement &Statement) {
  switch (Statement.Is) {
  case ptx::Statement::Kind::ScopeBegin:
  case ptx::Statement::Kind::ScopeEnd:
    return true;
  case ptx::Statement::Kind::Declares:
    return all_of(Statement.Declarations,
                  [](const ptx::Declaration &D) { return D.Space == ".reg"; });
  case ptx::Statement::Kind::Instruction:
    return !Statement.Guard && Statement.Wrong.empty() &&
           (readPredicate(Statement) || readMatrix(Statement));
  case ptx::Statement::Kind::Label:
  case ptx::Statement::Kind::Directive:
    return false;
  }
  return false;
}

/// Finds the values that replace the results of the assembly. Returns false if one is missing.
bool TemplateReader::findResults() {
  if (!Call.getType()->isStructTy()) {
    if (!Outputs.empty())
      Result.Results.emplace_back(&Call, Outputs.front());
  } else {
    for (User *U : Call.users()) {
      auto *Extract = dyn_cast<ExtractValueInst>(U);
      if (!Extract)
        return false;
      Result.Results.emplace_back(Extract, Outputs[Extract->getIndices().front()]);
    }
  }
  for (auto &[Of, By] : Result.Results) {
    Value *Converted = By ? convert(By, Of->getType()) : nullptr;
    if (!Converted)
      return false;
    By = Converted;
  }
  return true;
}

bool TemplateReader::run() {
  if (auto *Struct = dyn_cast<StructType>(Call.getType()))
    Outputs.resize(Struct->getNumElements());
  else if (!Call.getType()->isVoidTy())
    Outputs.resize(1);
  if (Read.Faults.empty() && all_of(Read.Statements, [&](const auto &S) { return read(S); }) &&
      !Result.Calls.empty() && findResults())
    return true;
  for (WeakTrackingVH &Each : reverse(Result.Made))
    cast<Instruction>(Each)->eraseFromParent();
  return false;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// Returns false if the template contains none of the words of matrix instructions.
static bool mayBeRaised(const CallInst &Call) {
  return !Call.hasOperandBundles() &&
         any_of(std::array{"tcgen05.", "matrix.", "mma."},
                [&](const char *Word) { return getCalledText(Call).contains(Word); });
}

AssemblyCalls::AssemblyCalls(Module &M, ArrayRef<CallInst *> Assembly) : M(M) {
  if (!ReadsAssembly)
    return;
  for (CallInst *Call : Assembly) {
    if (!mayBeRaised(*Call))
      continue;
    TemplateReader Reader(*Call);
    if (!Reader.run())
      continue;
    AssemblyCall Raised = Reader.take();
    Raised.Assembly = Call;
    Raised.Anchor = IRBuilder<>(Call).CreateIntrinsic(Intrinsic::donothing, {});
    for (auto &[Of, By] : Raised.Results) {
      Of->replaceAllUsesWith(By);
      if (Of != Call)
        Of->removeFromParent();
    }
    Call->removeFromParent();
    Calls.push_back(std::move(Raised));
  }
}

static void putBack(AssemblyCall &Raised) {
  // The verifier replaces calls that it rejects by poison.
  auto *Anchor = cast_or_null<Instruction>(Raised.Anchor);
  const bool IsWrong = !Anchor || any_of(Raised.Calls, [](const WeakTrackingVH &Call) {
    return !isa_and_nonnull<CallInst>(Call);
  });
  SmallVector<Instruction *> Made; // the handles follow the replacement of their values
  for (const WeakTrackingVH &Each : Raised.Made)
    if (auto *I = dyn_cast_or_null<Instruction>(Each))
      Made.push_back(I);
  if (!IsWrong)
    Raised.Assembly->insertBefore(Anchor->getIterator());
  for (auto &[Of, By] : Raised.Results) {
    Value *Now = IsWrong ? PoisonValue::get(Of->getType()) : static_cast<Value *>(Of);
    if (!IsWrong && Of != Raised.Assembly)
      Of->insertBefore(Anchor->getIterator());
    if (auto *Value = dyn_cast_or_null<Instruction>(By))
      Value->replaceAllUsesWith(Now);
    if (IsWrong && Of != Raised.Assembly)
      Of->deleteValue();
  }
  if (IsWrong)
    Raised.Assembly->deleteValue();
  for (Instruction *I : reverse(Made)) {
    assert(I->use_empty() && "all uses are of the assembly's results");
    I->eraseFromParent();
  }
  if (Anchor)
    Anchor->eraseFromParent();
}

AssemblyCalls::~AssemblyCalls() {
  for (AssemblyCall &Raised : Calls)
    putBack(Raised);
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() && F.isIntrinsic())
      F.eraseFromParent();
}

//===- UnsupportedIR.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions, signatures, names and initializers, each with a sentence that says what is legal.
// Casts between address spaces that have nothing in common are not here: they are poison in every
// target, and need no instruction.
//
//===----------------------------------------------------------------------===//

#include "IR/Verifier/UnsupportedIR.h"
#include "IR/Analysis/AddressSpaces.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Location.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <set>
#include <tuple>

using namespace llvm;
using namespace llvm::tensorcore;

static std::string print(const Type &T) {
  std::string Text;
  raw_string_ostream(Text) << T;
  return Text;
}

namespace {

/// Finds the fault of an instruction on a target; the text is empty if there is none.
class InstructionCheck {
public:
  InstructionCheck(const Instruction &I, const TargetVersion &Target, bool HasThreadLocals)
      : I(I), Target(Target), HasThreadLocals(HasThreadLocals) {}

  std::string findFault() const;

private:
  std::string checkSpace() const;
  std::string checkAtomic() const;
  std::string checkAtomicSize() const;
  std::string checkScope(SyncScope::ID ID) const;
  std::string checkCast(unsigned From, unsigned To) const;
  std::string checkMath(const IntrinsicInst &Call) const;
  std::string checkTypes() const;
  std::string checkCall(const CallBase &Call) const;

  bool hasMemoryOrders() const { return Target.FullSmVersion >= 700 && Target.PTXVersion >= 60; }
  bool hasClusters() const { return Target.FullSmVersion >= 900 && Target.PTXVersion >= 78; }

  const Instruction &I;
  const TargetVersion &Target;
  bool HasThreadLocals; ///< in the module
};

} // namespace

/// Returns true if other threads see the memory of an address space.
static bool isShareable(unsigned Space) {
  return Space == GenericSpace || Space == GlobalSpace || Space == SharedSpace ||
         Space == ClusterSharedSpace;
}

/// Returns true if an instruction reads or writes memory through one of its operands.
static bool isAccess(const Instruction &I) {
  return isa<LoadInst, StoreInst, AtomicCmpXchgInst, AtomicRMWInst, AnyMemIntrinsic>(I);
}

std::string InstructionCheck::checkSpace() const {
  const Value *Written = nullptr;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    Written = Store->getPointerOperand();
  else if (auto *Copy = dyn_cast<AnyMemIntrinsic>(&I))
    Written = Copy->getRawDest();
  if (Written && Written->getType()->getPointerAddressSpace() == ConstantSpace)
    return "a store to constant memory (address space 4), which kernels read only; expected global "
           "memory (1), or a variable that the host sets";
  if (hasClusters() || !isAccess(I) || none_of(I.operands(), [](const Use &U) {
        return U->getType()->isPointerTy() &&
               U->getType()->getPointerAddressSpace() == ClusterSharedSpace;
      }))
    return "";
  return "an access to shared memory of the cluster (address space 7) needs sm_90 and PTX ISA "
         "7.8; this is compiled for " +
         Target.Name + " and PTX ISA " + printPTXVersion(Target.PTXVersion);
}

std::string InstructionCheck::checkScope(SyncScope::ID ID) const {
  SmallVector<StringRef, 8> Names;
  I.getContext().getSyncScopeNames(Names);
  const StringRef Name = Names[ID];
  if (!is_contained({"", "singlethread", "block", "cluster", "device"}, Name))
    return ("syncscope(\"" + Name +
            "\") is not a scope of NVPTX; expected \"block\", \"cluster\", \"device\", "
            "\"singlethread\", or none for the system")
        .str();
  if (Name == "cluster" && !hasClusters())
    return "syncscope(\"cluster\") needs sm_90 and PTX ISA 7.8; this is compiled for " +
           Target.Name + " and PTX ISA " + printPTXVersion(Target.PTXVersion);
  return "";
}

/// LLVM makes a call of a library function of other sizes and alignments, which NVPTX does not
/// have.
std::string InstructionCheck::checkAtomicSize() const {
  const Type *Ty = I.getType();
  Align Alignment;
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Alignment = Load->getAlign();
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Ty = Store->getValueOperand()->getType();
    Alignment = Store->getAlign();
  } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Ty = Exchange->getNewValOperand()->getType();
    Alignment = Exchange->getAlign();
  } else if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
    Alignment = RMW->getAlign();
  } else {
    return "";
  }
  const bool Has128Bits = Target.FullSmVersion >= 900 && Target.PTXVersion >= 83;
  const uint64_t Size = I.getModule()->getDataLayout().getTypeStoreSize(const_cast<Type *>(Ty));
  if (Size > (Has128Bits ? 16 : 8))
    return "an atomic access of " + std::to_string(Size) + " bytes; expected at most " +
           (Has128Bits ? "16" : "8, or 16 on sm_90 with PTX ISA 8.3");
  if (Alignment.value() < Size)
    return "an atomic access of " + std::to_string(Size) + " bytes that is aligned to " +
           std::to_string(Alignment.value()) + "; expected 'align " + std::to_string(Size) + "'";
  return "";
}

std::string InstructionCheck::checkAtomic() const {
  if (!I.isAtomic())
    return "";
  const std::optional<SyncScope::ID> Scope = getAtomicSyncScopeID(&I);
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (Pointer && !isShareable(Pointer->getType()->getPointerAddressSpace()))
    return ""; // an access like any other
  if (std::string Fault = Scope ? checkScope(*Scope) : ""; !Fault.empty())
    return Fault;
  if (std::string Fault = checkAtomicSize(); !Fault.empty())
    return Fault;
  auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
  auto *RMW = dyn_cast<AtomicRMWInst>(&I);
  if (Exchange || RMW) {
    const unsigned Space =
        Exchange ? Exchange->getPointerAddressSpace() : RMW->getPointerAddressSpace();
    if (!isShareable(Space) && Space != TensorMemorySpace && !(RMW && Space == LocalSpace))
      return (I.getOpcodeName() + Twine(" in address space ") + Twine(Space) +
              "; PTX has atom in generic, global and shared memory")
          .str();
  }
  if (!Pointer)
    return "";
  const AtomicOrdering Order =
      isa<LoadInst>(I) ? cast<LoadInst>(I).getOrdering() : cast<StoreInst>(I).getOrdering();
  if (isStrongerThanMonotonic(Order) && !hasMemoryOrders())
    return (Twine("an atomic ") + I.getOpcodeName() + " that is " + toIRString(Order) +
            " needs sm_70 and PTX ISA 6.0; on " + Target.Name +
            " it has to be monotonic, with a fence")
        .str();
  return "";
}

std::string InstructionCheck::checkCast(unsigned From, unsigned To) const {
  const bool IsWide = I.getModule()->getDataLayout().getPointerSizeInBits() == 64;
  for (unsigned Space : {From, To})
    if (!is_contained({GenericSpace, GlobalSpace, SharedSpace, ConstantSpace, LocalSpace,
                       TensorMemorySpace, ClusterSharedSpace, ParameterSpace},
                      Space))
      return ("a cast from address space " + Twine(From) + " to " + Twine(To) +
              "; NVPTX has generic (0), global (1), shared (3), constant (4) and local memory (5), "
              "tensor memory (6), shared memory of the cluster (7) and parameters (101)")
          .str();
  auto Need = [&](StringRef Versions) {
    return ("a cast from address space " + Twine(From) + " to " + Twine(To) + " needs " + Versions +
            "; this is compiled for " + Target.Name + " and PTX ISA " +
            printPTXVersion(Target.PTXVersion))
        .str();
  };
  if (From != ClusterSharedSpace && To != ClusterSharedSpace)
    return "";
  const unsigned Other = From == ClusterSharedSpace ? To : From;
  if (Other == TensorMemorySpace)
    return ""; // reported with what is known of tensor memory
  if (IsWide && (Other == GenericSpace || Other == SharedSpace))
    return hasClusters() ? "" : Need("sm_90 and PTX ISA 7.8");
  return ("a cast from address space " + Twine(From) + " to " + Twine(To) +
          "; shared memory of the cluster (7) has casts from and to generic pointers and shared "
          "memory (3), on nvptx64")
      .str();
}

/// The value of an option of LLVM's target.
static bool isOptionOn(StringRef Name) {
  auto *Option = static_cast<cl::opt<bool> *>(cl::getRegisteredOptions().lookup(Name));
  return Option && *Option;
}

namespace {

/// An intrinsic that is a function of C's library, which PTX has an instruction for at most in some
/// cases, and what is legal instead of a function of libdevice.
struct LibraryFunction {
  Intrinsic::ID ID;
  StringLiteral Alternative;
};

} // namespace

// clang-format off
static constexpr LibraryFunction LibraryFunctions[] = {
    {Intrinsic::sin,      ", or a call that is afn, of float"},
    {Intrinsic::cos,      ", or a call that is afn, of float"},
    {Intrinsic::tanh,     ", or a call that is afn, of float"},
    {Intrinsic::sincos,   ""},
    {Intrinsic::exp2,     ", or float"},
    {Intrinsic::exp,      ", or, of float, llvm.exp2 of a product"},
    {Intrinsic::exp10,    ", or, of float, llvm.exp2 of a product"},
    {Intrinsic::log2,     ", or, of float, llvm.nvvm.lg2.approx.f"},
    {Intrinsic::log,      ", or, of float, a multiple of llvm.nvvm.lg2.approx.f"},
    {Intrinsic::log10,    ", or, of float, a multiple of llvm.nvvm.lg2.approx.f"},
    {Intrinsic::powi,     ""},
    {Intrinsic::pow,      ""},
    {Intrinsic::acos,     ""},
    {Intrinsic::asin,     ""},
    {Intrinsic::atan,     ""},
    {Intrinsic::atan2,    ""},
    {Intrinsic::tan,      ""},
    {Intrinsic::sinh,     ""},
    {Intrinsic::cosh,     ""},
    {Intrinsic::sincospi, ""},
    {Intrinsic::modf,     ""},
    {Intrinsic::lround,   ""},
    {Intrinsic::llround,  ""},
    {Intrinsic::lrint,    ""},
    {Intrinsic::llrint,   ""},
};
// clang-format on

/// Returns true if the target has instructions for the call of a function of C's library.
static bool hasInstruction(const IntrinsicInst &Call, const Type &Ty, const TargetVersion &Target) {
  const bool IsApproximate = isa<FPMathOperator>(Call) && Call.hasApproxFunc() && !Ty.isDoubleTy();
  switch (Call.getIntrinsicID()) {
  case Intrinsic::sin:
  case Intrinsic::cos:
  case Intrinsic::sincos:
    return IsApproximate;
  case Intrinsic::tanh:
    return IsApproximate && Target.FullSmVersion >= 750 && Target.PTXVersion >= 70;
  case Intrinsic::log2:
    return isOptionOn("nvptx-approx-log2f32") && !Ty.isDoubleTy();
  case Intrinsic::exp2:
    return !Ty.isDoubleTy();
  case Intrinsic::powi:
    return isa<ConstantInt>(Call.getArgOperand(1)); // multiplications
  default:
    return false;
  }
}

std::string InstructionCheck::checkMath(const IntrinsicInst &Call) const {
  const Type &Ty =
      *(Call.arg_empty() ? Call.getType() : Call.getArgOperand(0)->getType())->getScalarType();
  const std::string Name = Call.getCalledFunction()->getName().str();
  switch (Call.getIntrinsicID()) {
  case Intrinsic::canonicalize:
    return Ty.isBFloatTy() ? Name + " has no instruction in PTX; expected half, float or double"
                           : "";
  case Intrinsic::sdiv_fix:
  case Intrinsic::sdiv_fix_sat:
  case Intrinsic::udiv_fix:
  case Intrinsic::udiv_fix_sat:
    return Ty.getScalarSizeInBits() > 32
               ? Name + " divides numbers of more than 64 bits; expected i32 or smaller types"
               : "";
  default:
    break;
  }
  const auto *Of = find_if(LibraryFunctions,
                           [&](const LibraryFunction &F) { return F.ID == Call.getIntrinsicID(); });
  if (Of == std::end(LibraryFunctions) || hasInstruction(Call, Ty, Target))
    return "";
  return Name +
         " has no instruction in PTX, and NVPTX has no library of C; expected a function of "
         "libdevice (__nv_*)" +
         Of->Alternative.str();
}

/// Types of floating point that have storage at most.
static bool isForeignFloat(const Type *Ty) {
  Ty = Ty->getScalarType();
  return Ty->isX86_FP80Ty() || Ty->isPPC_FP128Ty() || Ty->isFP128Ty();
}

std::string InstructionCheck::checkTypes() const {
  const Type *Foreign = nullptr;
  if (isForeignFloat(I.getType()))
    Foreign = I.getType();
  for (const Use &U : I.operands())
    if (isForeignFloat(U->getType()))
      Foreign = U->getType();
  if (!Foreign)
    return "";
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  const bool Moves =
      Intrinsic ? is_contained({Intrinsic::fabs, Intrinsic::copysign}, Intrinsic->getIntrinsicID())
                : isa<LoadInst, StoreInst, CallBase, ReturnInst, PHINode, SelectInst, BitCastInst,
                      FreezeInst, InsertValueInst, ExtractValueInst, InsertElementInst,
                      ExtractElementInst, ShuffleVectorInst, UnaryOperator>(I);
  if (Moves && Foreign->getScalarType()->isFP128Ty())
    return "";
  return (I.getOpcodeName() + Twine(" of ") + print(*Foreign) +
          "; PTX computes with half, bfloat, float and double" +
          (Foreign->getScalarType()->isFP128Ty() ? ", and fp128 can be loaded, stored and passed"
                                                 : ""))
      .str();
}

/// Returns true if a vector has elements that are not whole bytes.
static bool isPackedVector(const Type *Ty) {
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  return Vector && Vector->getElementType()->isIntegerTy() &&
         Vector->getScalarSizeInBits() % 8 != 0;
}

static bool hasPackedVector(const Type *Ty) {
  return isPackedVector(Ty) || (Ty->isAggregateType() && any_of(Ty->subtypes(), hasPackedVector));
}

/// Returns the fault of the type of a parameter or a result, or an empty string.
static std::string checkPassedType(Type &Ty, const DataLayout &Layout, bool IsKernel) {
  if (Ty.isVoidTy() || !Ty.isSized())
    return "";
  if (Ty.getScalarType()->isX86_FP80Ty() || Ty.getScalarType()->isPPC_FP128Ty())
    return "; PTX has half, bfloat, float and double";
  if (Layout.getTypeAllocSize(&Ty).getKnownMinValue() == 0)
    return ", which has no bytes; a parameter of PTX has some";
  if (hasPackedVector(&Ty) && (IsKernel || !isPackedVector(&Ty)))
    return ", with elements that are not whole bytes; expected an integer of all bits";
  return "";
}

/// Checks what a function, or a call, passes.
static std::string checkSignature(const FunctionType &Type, const DataLayout &Layout,
                                  bool IsKernel) {
  if (IsKernel && !Type.getReturnType()->isVoidTy())
    return "a result of type " + print(*Type.getReturnType()) + "; a kernel returns void";
  if (std::string Fault = checkPassedType(*Type.getReturnType(), Layout, IsKernel);
      !Fault.empty() && Layout.getTypeAllocSize(Type.getReturnType()) != 0)
    return "a result of type " + print(*Type.getReturnType()) + Fault;
  for (auto [Index, Parameter] : enumerate(Type.params()))
    if (std::string Fault = checkPassedType(*Parameter, Layout, IsKernel); !Fault.empty())
      return "parameter " + std::to_string(Index) + " of type " + print(*Parameter) + Fault;
  return "";
}

std::string InstructionCheck::checkCall(const CallBase &Call) const {
  const Function *Callee = Call.getCalledFunction();
  if (Call.isInlineAsm() || (Callee && Callee->isIntrinsic()))
    return "";
  return checkSignature(*Call.getFunctionType(), I.getDataLayout(), /*IsKernel=*/false);
}

std::string InstructionCheck::findFault() const {
  auto *Call = dyn_cast<CallBase>(&I);
  std::string Fault = Call ? checkCall(*Call) : "";
  if (Fault.empty())
    Fault = checkSpace();
  if (Fault.empty())
    Fault = checkAtomic();
  if (auto *Cast = dyn_cast<AddrSpaceCastInst>(&I); Cast && Fault.empty())
    Fault = checkCast(Cast->getSrcAddressSpace(), Cast->getDestAddressSpace());
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I); Intrinsic && Fault.empty())
    Fault = checkMath(*Intrinsic);
  if (isa<IndirectBrInst>(I))
    Fault = "indirectbr, which PTX does not have; expected switch";
  if (HasThreadLocals && any_of(I.operands(), [](const Use &U) {
        auto *Variable = dyn_cast<GlobalVariable>(U->stripPointerCasts());
        return Variable && Variable->isThreadLocal();
      }))
    Fault = "a thread_local variable, which PTX does not have; expected a variable of the function";
  return Fault.empty() ? checkTypes() : Fault;
}

/// Puts poison in place of an instruction.
static void removeInstruction(Instruction &I) {
  Instruction *Gone = &I;
  if (auto *Invoke = dyn_cast<InvokeInst>(Gone))
    Gone = changeToCall(Invoke);
  if (Gone->isTerminator()) {
    changeToUnreachable(Gone);
    return;
  }
  if (!Gone->getType()->isVoidTy())
    Gone->replaceAllUsesWith(PoisonValue::get(Gone->getType()));
  Gone->eraseFromParent();
}

/// Returns false if the function is rejected, and has lost its body.
static bool checkFunction(Function &F) {
  if (F.isIntrinsic() || (F.isDeclaration() && F.use_empty()))
    return true;
  const std::string Fault = checkSignature(*F.getFunctionType(), F.getDataLayout(), isKernel(F));
  if (Fault.empty())
    return true;
  reportError(F, ErrorKind::UnsupportedIR, Fault);
  if (!F.isDeclaration())
    F.deleteBody();
  return false;
}

static bool checkInstructions(Function &F, const TargetVersion &Target, bool HasThreadLocals) {
  SmallVector<Instruction *> Faulty;
  std::set<std::tuple<unsigned, unsigned, std::string>>
      Reported; // copies of unrolled loops are alike
  for (Instruction &I : instructions(F)) {
    std::string Fault = InstructionCheck(I, Target, HasThreadLocals).findFault();
    if (Fault.empty() || isInstructionTriviallyDead(&I))
      continue;
    const DebugLoc &Loc = I.getDebugLoc();
    if (!Loc || Reported.emplace(Loc.getLine(), Loc.getCol(), Fault).second)
      reportError(I, ErrorKind::UnsupportedIR, Fault);
    Faulty.push_back(&I);
  }
  for (Instruction *I : Faulty)
    removeInstruction(*I);
  return Faulty.empty();
}

/// Returns true if a name is an identifier of PTX that LLVM prints.
static bool isIdentifier(StringRef Name) {
  auto IsPart = [](char C) { return isAlnum(C) || C == '_' || C == '$'; };
  return !isDigit(Name.front()) && all_of(Name, IsPart) && Name != "_" && Name != "$";
}

/// The identifier that the target makes of names of local linkage.
static std::string makeIdentifier(StringRef Name) {
  std::string Identifier(isDigit(Name.front()) || Name.size() == 1 ? "_$_" : "");
  for (char C : Name)
    Identifier += isAlnum(C) || C == '_' || C == '$' ? std::string(1, C) : "_$_";
  return Identifier;
}

/// Names that other modules know. The same name becomes the same identifier in all of them, but the
/// host finds a kernel by its own.
static bool checkNames(Module &M) {
  bool Fine = true;
  for (GlobalValue &Global : M.global_values()) {
    StringRef Name = Global.getName();
    Name.consume_front("\1"); // before a name that is not mangled
    if (Name.empty() || Name.starts_with("llvm.") || Global.hasLocalLinkage() ||
        isIdentifier(Name) || (Global.isDeclaration() && Global.use_empty()))
      continue;
    auto *F = dyn_cast<Function>(&Global);
    const bool IsKernel = F && isKernel(*F);
    const std::string Identifier = makeIdentifier(Name);
    reportError(M.getContext(), ErrorKind::UnsupportedIR,
                "the name of the " + Twine(IsKernel ? "kernel" : "global") + " '" + Name +
                    "' is not an identifier of PTX" +
                    (IsKernel ? "; expected letters, digits, '_' and '$', and no digit first"
                              : "; it becomes '" + Identifier + "'"),
                IsKernel ? DS_Error : DS_Warning);
    Global.setName(Identifier);
    Fine = false;
  }
  return Fine;
}

/// Returns true if a constant has elements that are not whole bytes and not numbers either.
static bool hasPackedAddress(const Constant &C) {
  if (isa<GlobalValue>(C))
    return false;
  if (isPackedVector(C.getType()) && !isa<ConstantVector>(C))
    return isa<ConstantExpr>(C);
  return any_of(C.operands(), [&](const Use &U) {
    auto *Part = dyn_cast<Constant>(U);
    return Part &&
           (isPackedVector(C.getType()) ? isa<ConstantExpr>(Part) : hasPackedAddress(*Part));
  });
}

/// Returns the part of an initializer that PTX cannot hold, or null. Addresses have their full
/// size, and nothing is computed from two of them.
static const Constant *findUnprintable(const Constant &C, const DataLayout &Layout) {
  if (isa<GlobalValue>(C))
    return nullptr;
  if (auto *Expression = dyn_cast<ConstantExpr>(&C)) {
    if (Expression->getOpcode() == Instruction::PtrToInt &&
        Layout.getTypeSizeInBits(C.getType()) <
            Layout.getTypeSizeInBits(Expression->getOperand(0)->getType()))
      return &C;
    if (Expression->getOpcode() == Instruction::Sub ||
        Expression->getOpcode() == Instruction::Trunc)
      return &C;
  }
  for (const Use &U : C.operands())
    if (auto *Part = dyn_cast<Constant>(U))
      if (const Constant *Found = findUnprintable(*Part, Layout))
        return Found;
  return nullptr;
}

/// Returns true if a type is made of floating point that has not even storage.
static bool hasForeignFloat(const Type *Ty) {
  Ty = Ty->getScalarType();
  return Ty->isX86_FP80Ty() || Ty->isPPC_FP128Ty() || any_of(Ty->subtypes(), hasForeignFloat);
}

static std::string printVersion(const TargetVersion &Target) {
  return "; this is compiled for " + Target.Name + " and PTX ISA " +
         printPTXVersion(Target.PTXVersion);
}

static bool isManaged(const GlobalVariable &Variable) {
  const NamedMDNode *Annotations = Variable.getParent()->getNamedMetadata("nvvm.annotations");
  return Annotations && any_of(Annotations->operands(), [&](const MDNode *Annotation) {
           const auto *Of = dyn_cast_or_null<ValueAsMetadata>(Annotation->getOperand(0));
           return Of && Of->getValue() == &Variable &&
                  any_of(Annotation->operands(), [](const Metadata *Property) {
                    const auto *Name = dyn_cast_or_null<MDString>(Property);
                    return Name && Name->getString() == "managed";
                  });
         });
}

/// Returns the fault of a variable, or an empty string.
static std::string checkVariable(const GlobalVariable &Variable, const TargetVersion &Target) {
  const unsigned Space = Variable.getAddressSpace();
  if (!is_contained(
          {GenericSpace, GlobalSpace, SharedSpace, ConstantSpace, LocalSpace, TensorMemorySpace},
          Space))
    return " is in address space " + std::to_string(Space) +
           "; PTX has variables in global (1), shared (3), constant (4) and local memory (5)";
  if (Variable.hasAppendingLinkage())
    return " has appending linkage, which PTX does not have; expected external or internal";
  if (hasForeignFloat(Variable.getValueType()))
    return " is of type " + print(*Variable.getValueType()) +
           "; PTX has half, bfloat, float and double";
  if ((Target.FullSmVersion < 300 || Target.PTXVersion < 40) && isManaged(Variable))
    return " is managed, which needs sm_30 and PTX ISA 4.0" + printVersion(Target);
  return "";
}

/// Returns true if a constant that begins at an offset has an address at an offset that is not a
/// multiple of `Step`.
static bool hasAddressBetween(const Constant &C, uint64_t Offset, uint64_t Step,
                              const DataLayout &Layout) {
  if (isa<GlobalValue>(C) || isa<ConstantExpr>(C))
    return Offset % Step;
  auto *Struct = dyn_cast<StructType>(C.getType());
  return any_of(enumerate(C.operands()), [&](auto Part) {
    const Constant &Element = *cast<Constant>(Part.value());
    const uint64_t Before =
        Struct ? Layout.getStructLayout(Struct)->getElementOffset(Part.index()).getFixedValue()
               : Part.index() * Layout.getTypeAllocSize(Element.getType()).getFixedValue();
    return hasAddressBetween(Element, Offset + Before, Step, Layout);
  });
}

/// Returns true if PTX holds an initial value as bytes of which some are bytes of an address: words
/// have addresses at multiples of their size, and nothing after the last word.
static bool hasBytesOfAddresses(const Constant &Value, const DataLayout &Layout) {
  if (!Value.getType()->isAggregateType() && !Value.getType()->isVectorTy())
    return false;
  const uint64_t Word = Layout.getPointerSize();
  if (Layout.getTypeStoreSize(Value.getType()).getFixedValue() % Word == 0)
    return hasAddressBetween(Value, 0, Word, Layout);
  return hasAddressBetween(Value, 1, UINT64_MAX, Layout); // at any offset
}

/// Returns true if a constant is made of its own address, by way of the initial values of
/// variables. `IsOpen` has the constants that are fine, and those that are being visited.
static bool isCircular(const Constant &C, DenseMap<const Constant *, bool> &IsOpen) {
  const auto [Seen, IsNew] = IsOpen.try_emplace(&C, true);
  if (!IsNew)
    return Seen->second;
  const bool IsFound = !isa<Function>(C) && any_of(C.operands(), [&](const Use &U) {
    auto *Part = dyn_cast<Constant>(U);
    return Part && isCircular(*Part, IsOpen);
  });
  if (IsFound)
    IsOpen.erase(&C);
  else
    IsOpen[&C] = false;
  return IsFound;
}

/// Returns the fault of the initial value of a variable, or an empty string.
static std::string checkInitializer(const GlobalVariable &Variable, const TargetVersion &Target,
                                    DenseMap<const Constant *, bool> &IsOpen) {
  const Constant &Value = *Variable.getInitializer();
  const unsigned Space = Variable.getAddressSpace();
  if ((Space == SharedSpace || Space == LocalSpace) && !Variable.isConstant() &&
      !Value.isNullValue() && !isa<UndefValue>(Value))
    return " is in address space " + std::to_string(Space) +
           ", where PTX's variables begin undefined; expected undef, and stores in the kernel";
  if (hasPackedAddress(Value))
    return " has an address among elements that are not whole bytes; expected numbers";
  if (isCircular(Variable, IsOpen))
    return " needs its own address, by way of others; PTX's initializers hold addresses "
           "of variables that are declared before";
  const DataLayout &Layout = Variable.getParent()->getDataLayout();
  if (Target.PTXVersion < 71 && hasBytesOfAddresses(Value, Layout))
    return " has an address in a packed aggregate, which needs PTX ISA 7.1" + printVersion(Target) +
           "; expected addresses and sizes that are multiples of " +
           std::to_string(Layout.getPointerSize()) + " bytes";
  if (const Constant *Found = findUnprintable(Value, Layout)) {
    std::string Text;
    raw_string_ostream(Text) << *Found;
    return " has '" + Text +
           "', which PTX's initializers cannot hold; expected numbers and whole addresses";
  }
  return "";
}

/// Returns the fault of an alias, or an empty string.
static std::string checkAlias(const GlobalAlias &Alias, const TargetVersion &Target) {
  if (Target.FullSmVersion < 300 || Target.PTXVersion < 63)
    return " needs sm_30 and PTX ISA 6.3" + printVersion(Target);
  auto *F = dyn_cast_or_null<Function>(Alias.getAliaseeObject());
  if (!F || F->isDeclaration() || isKernel(*F))
    return "; PTX has aliases only of defined functions that are not kernels";
  if (Alias.hasLinkOnceLinkage() || Alias.hasWeakLinkage() || Alias.hasCommonLinkage() ||
      Alias.hasAvailableExternallyLinkage())
    return " is weak; PTX has aliases that are external or internal";
  return "";
}

/// Checks where variables are, and what they begin as.
static bool checkVariables(Module &M, const TargetVersion &Target) {
  bool Fine = true;
  DenseMap<const Constant *, bool> IsOpen;
  auto Report = [&](const Twine &Message) {
    reportError(M.getContext(), ErrorKind::UnsupportedIR, Message);
    Fine = false;
  };
  for (GlobalVariable &Variable : make_early_inc_range(M.globals())) {
    if (Variable.getName().starts_with("llvm."))
      continue;
    if (std::string Fault = checkVariable(Variable, Target); !Fault.empty()) {
      Report("the global '" + Variable.getName() + "'" + Fault);
      removeFromUsedLists(M, [&](Constant *C) { return C->stripPointerCasts() == &Variable; });
      Variable.replaceAllUsesWith(PoisonValue::get(Variable.getType()));
      Variable.eraseFromParent();
      continue;
    }
    if (!Variable.hasInitializer())
      continue;
    if (std::string Fault = checkInitializer(Variable, Target, IsOpen); !Fault.empty()) {
      Report("the initial value of the global '" + Variable.getName() + "'" + Fault);
      Variable.setInitializer(PoisonValue::get(Variable.getValueType()));
    }
  }
  for (GlobalAlias &Alias : make_early_inc_range(M.aliases()))
    if (std::string Fault = checkAlias(Alias, Target); !Fault.empty()) {
      Report("the alias '" + Alias.getName() + "'" + Fault);
      Alias.replaceAllUsesWith(PoisonValue::get(Alias.getType()));
      Alias.eraseFromParent();
    }
  for (GlobalIFunc &Function : make_early_inc_range(M.ifuncs())) {
    Report("the ifunc '" + Function.getName() + "', which PTX does not have");
    Function.replaceAllUsesWith(PoisonValue::get(Function.getType()));
    Function.eraseFromParent();
  }
  return Fine;
}

bool tensorcore::rejectUnsupportedIR(Module &M, const TargetVersion &Target) {
  bool Fine = checkNames(M);
  Fine &= checkVariables(M, Target);
  const bool HasThreadLocals =
      any_of(M.globals(), [](const GlobalVariable &V) { return V.isThreadLocal(); });
  for (Function &F : M)
    Fine &= checkFunction(F) && checkInstructions(F, Target, HasThreadLocals);
  return !Fine;
}

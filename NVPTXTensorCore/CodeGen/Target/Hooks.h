//===- Hooks.h --------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that the patched NVPTX target knows of this project; the only header of ours
// that a patch in llvm-patches/ may include.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_TARGET_HOOKS_H
#define NVPTXTENSORCORE_CODEGEN_TARGET_HOOKS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/Support/CommandLine.h"
#include <memory>
#include <string>

namespace llvm {
class CallBase;
class Function;
class FunctionPass;
class Loop;
class MachineFunction;
class MachineInstr;
class MCStreamer;
class MIRFormatter;
class NVPTXSubtarget;
class raw_ostream;
class ScalarEvolution;
class ScheduleDAGSDNodes;
class SelectionDAGISel;
class TargetMachine;
} // namespace llvm

namespace llvm::tensorcore {

/// A command-line option of the NVPTX target. The process that loads the plug-in
/// has registered it already, for its own NVPTX target, and registering it again
/// would abort; so this binds to the host's option object. A host without an NVPTX
/// target gets the option from here.
template <typename T> class HostOption {
public:
  template <typename... Modifiers> explicit HostOption(StringRef Name, const Modifiers &...Rest) {
    if (cl::Option *Registered = cl::getRegisteredOptions().lookup(Name))
      Option = static_cast<cl::opt<T> *>(Registered);
    else
      Option = new cl::opt<T>(Name, Rest...);
  }

  operator const T &() const { return Option->getValue(); }
  int getNumOccurrences() const { return Option->getNumOccurrences(); }
  bool empty() const { return Option->getValue().empty(); }

private:
  cl::opt<T> *Option;
};

/// The same for an option that may be given more than once.
template <typename T> class HostList {
public:
  template <typename... Modifiers> explicit HostList(StringRef Name, const Modifiers &...Rest) {
    if (cl::Option *Registered = cl::getRegisteredOptions().lookup(Name))
      Option = static_cast<cl::list<T> *>(Registered);
    else
      Option = new cl::list<T>(Name, Rest...);
  }

  operator const cl::list<T> &() const { return *Option; }
  auto begin() const { return Option->begin(); }
  auto end() const { return Option->end(); }
  bool empty() const { return Option->empty(); }

private:
  cl::list<T> *Option;
};

/// Returns false if code without matrix instructions is to be selected as LLVM does it.
bool optimizesOrdinaryCode();

/// Returns the type of an access of memory that is aligned to some bytes: a vector of four
/// registers at most.
Type *getAccessType(LLVMContext &Context, uint64_t Bytes);

/// Changes how much LLVM unrolls a loop. One whose counter indexes an array is unrolled as a whole,
/// or the array would stay in local memory; others remain loops if their code would be very long.
void adaptUnrolling(const Loop &L, ScalarEvolution &SE,
                    TargetTransformInfo::UnrollingPreferences &UP);

/// Returns how much more than LLVM allows an inlined function may cost: a variable whose address a
/// call is handed stays in local memory, and a function that is called once costs nothing.
unsigned getInliningBonus(const CallBase &Call);

/// Holds hashes of the instructions of functions.
using FunctionHashes = DenseMap<const Function *, uint64_t>;

/// Returns a pass for early CSE that leaves out the functions in which it found nothing to change
/// before, if they are the same still. The passes of a pipeline share what they know of that.
FunctionPass *createEarlyCSEPass(const TargetMachine &TM, std::shared_ptr<FunctionHashes> Settled);

/// Returns a pass for early CSE of functions with matrix instructions, with `mma` only if a phi
/// chooses between equal values. Two loops may have left the same indices ahead of both: the pass
/// that takes constants out of addresses cannot look through the phi, and each takes a register.
FunctionPass *createMatrixCSEPass(const TargetMachine &TM);

/// Exists while the code of a function is selected. The intrinsics that the function calls and that
/// LLVM does not know have an ID behind LLVM's own: SelectionDAG then treats them as the intrinsics
/// of a target. Nothing may verify the module in that time. Fatal errors name the function.
class SelectionScope {
public:
  explicit SelectionScope(const Function &Caller);
  ~SelectionScope();
  SelectionScope(const SelectionScope &) = delete;

private:
  SmallVector<Function *, 8> Named;
};

/// Returns true if a declaration is an intrinsic of ours, which must not be printed as an
/// external function.
bool isTensorCoreIntrinsic(const Function &F);

/// Describes the memory that a call of an intrinsic reads or writes that LLVM does not know.
/// Returns false if it touches no memory, or if LLVM knows it.
bool getMemoryAccess(TargetLoweringBase::IntrinsicInfo &Info, const CallBase &Call,
                     unsigned IntrinsicID);

/// Returns the position of each parameter's load in the order of instructions. As in LLVM, the load
/// of parameter N is next to instruction N; instructions that only calls in register form need do
/// not count.
SmallVector<unsigned, 16> getParameterOrders(const Function &F);

/// The first PTX version of a target that LLVM does not know; 0 if nobody knows it.
unsigned getMinimumPTXVersion(unsigned FullSmVersion);

/// Returns true if LLVM may move an instruction to a later block, as far as registers go: not if
/// its operands would be alive for longer, and take as many registers as its results do in a
/// function with matrix instructions, or at least two more in any other; one more if it was loaded.
/// A load stays.
bool shouldSink(const MachineInstr &MI);

/// Returns true if LLVM may move an instruction out of a loop: not if its result is a predicate of
/// a function with matrix instructions. A thread has seven, and ptxas keeps others in registers,
/// which takes more instructions than to compute them again.
bool shouldHoist(const MachineInstr &MI);

/// Returns true if LLVM should compute a predicate again instead of keeping it: its operands are
/// used otherwise in the block, or in many places.
bool isCheapPredicate(const MachineInstr &MI);

/// Returns the scheduler of a block whose instructions are selected: in functions with matrix
/// instructions and setmaxnreg, where all that counts is whether the registers suffice, one that
/// reduces register pressure; otherwise, as LLVM does, one that keeps the order of the source.
ScheduleDAGSDNodes *createScheduler(SelectionDAGISel *Selection, CodeGenOptLevel Level);

/// Prints and reads MMA descriptors in MIR.
const MIRFormatter *getMIRFormatter();

/// The last verifier, before a function is printed: checks each matrix instruction's MMA
/// descriptor against its opcode and the target. What must not be printed is reported
/// and removed.
void verifyMachineFunction(MachineFunction &MF);

/// Returns the value of `__nvvm_reflect` for a name that LLVM answers with 0. `__CUDA_PREC_SQRT` is
/// 1 for a function with precise square roots: by -nvptx-prec-sqrtf32, or without unsafe math.
int getReflected(StringRef Name, const Function &F);

/// Reports and removes the uses of `__nvvm_reflect` that are not calls with a name.
void rejectReflections(Function &F);

/// Prints what precedes all functions; nothing in a process that compiles a later part of them.
void printBeforeFunctions(MCStreamer &Streamer, function_ref<void()> Print);

/// Prints a virtual register by what NVPTXAsmPrinter::encodeVirtualRegister makes of it, or a
/// placeholder for one in a template (InstructionTemplates.h). False if it is a physical one.
bool printVirtualRegister(raw_ostream &OS, unsigned Encoded);

/// Explains a matrix instruction in comments above it, if `-nvptx-mma-comments` is given.
void emitMMAComments(const MachineInstr &MI, MCStreamer &Streamer);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_TARGET_HOOKS_H

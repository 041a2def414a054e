//===- FatalErrors.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node knows the number of its instruction in the block, which leads back to the IR.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/FatalErrors.h"
#include "IR/Analysis/Location.h"
#include "NVPTXSubtarget.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/CodeGen/SelectionDAGNodes.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

struct Selection {
  const Function *In = nullptr;
  const SelectionDAG *DAG = nullptr;
  const SDNode *Node = nullptr;
  const MachineBasicBlock *Block = nullptr;
};

} // namespace

static thread_local Selection Current;

void tensorcore::setSelectedFunction(const Function *F) { Current = {F}; }

void tensorcore::setSelectedNode(const SelectionDAG &DAG, const SDNode &N,
                                 const MachineBasicBlock &Block) {
  Current.DAG = &DAG;
  Current.Node = &N;
  Current.Block = &Block;
}

/// Returns the instruction of the IR that a node of a block was made from, or null.
static const Instruction *getInstruction(const MachineBasicBlock &In, const SDNode &N) {
  const BasicBlock *Block = In.getBasicBlock();
  if (!Block)
    return nullptr;
  unsigned Order = 1; // of what precedes the block's instructions, as SelectionDAGBuilder counts
  for (auto I = Block->getFirstNonPHIIt(); I != Block->end(); ++I)
    if (!I->isDebugOrPseudoInst() && ++Order == N.getIROrder())
      return &*I;
  return nullptr;
}

/// Returns "bitcast of v4f16 to i64".
static std::string printNode(const SelectionDAG &DAG, const SDNode &N) {
  auto AppendTypes = [](std::string &To, StringRef Before, auto Values, auto GetType) {
    StringRef Separator = Before;
    for (const auto &Value : Values) {
      const EVT Type = GetType(Value);
      if (Type == MVT::Other || Type == MVT::Glue)
        continue;
      To += Separator.str() + Type.getEVTString();
      Separator = ", ";
    }
  };
  std::string Text = N.getOperationName(&DAG);
  AppendTypes(Text, " of ", N.ops(), [](const SDUse &U) { return U.getValueType(); });
  AppendTypes(Text, " to ", N.values(), [](EVT Type) { return Type; });
  return Text;
}

bool tensorcore::reportFatalError(StringRef Reason) {
  if (!Current.In)
    return false;
  const Selection Failed = Current;
  Current = {};
  const bool IsUnknown = Reason.starts_with("Cannot select");
  // Other errors come from steps before, when the last node may be gone.
  const bool IsOfNode = Failed.Node && (IsUnknown || Reason.starts_with("Cannot store"));
  std::string Message = "LLVM " LLVM_VERSION_STRING " ";
  if (IsOfNode && IsUnknown && !Reason.contains("intrinsic %")) {
    const auto &Target = Failed.DAG->getMachineFunction().getSubtarget<NVPTXSubtarget>();
    Message += "has no instruction of " + Target.getTargetName() + " for a step of its own, '" +
               printNode(*Failed.DAG, *Failed.Node) + "'";
  } else {
    Message += "gives up: " + Reason.split('\n').first.str();
  }
  if (IsUnknown || Reason.starts_with("Do not know how") || Reason.starts_with("Don't know how"))
    Message += "; this is a bug of the compiler, and not of the input: please report it "
               "(CONTRIBUTING.md, Reporting a bug)";
  const Instruction *I = IsOfNode ? getInstruction(*Failed.Block, *Failed.Node) : nullptr;
  reportError(I ? Location(*I) : Location(*Failed.In), ErrorKind::Fatal, Message);
  return true;
}

//===- Bridge.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the steps, on a copy of the module.
//
//===----------------------------------------------------------------------===//

#include "Bridge/Steps.h"
#include "IR/Analysis/LLVMReleases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace llvm::tensorcore;

char BridgeError::ID = 0;

std::string BridgeError::getPlace() const {
  return File.empty() ? "" : File + ":" + utostr(Line) + ":" + utostr(Column);
}

void BridgeError::log(raw_ostream &OS) const {
  if (!File.empty())
    OS << getPlace() << ": ";
  OS << Message;
}

std::error_code BridgeError::convertToErrorCode() const { return inconvertibleErrorCode(); }

static Error makeError(const Twine &Message, const DILocation *Where) {
  auto Result = std::make_unique<BridgeError>();
  Result->Message = Message.str();
  if (Where) {
    Result->File = Where->getFilename().str();
    Result->Line = Where->getLine();
    Result->Column = Where->getColumn();
  }
  return Error(std::move(Result));
}

void Refusals::add(const Instruction &Where, const Twine &Message) {
  List =
      joinErrors(std::move(List), makeError("in " + Where.getFunction()->getName() + ": " + Message,
                                            Where.getDebugLoc().get()));
}

void Refusals::add(const Function &Where, const Twine &Message) {
  List = joinErrors(std::move(List), makeError(Where.getName() + ": " + Message, nullptr));
}

void Refusals::add(const Twine &Message) {
  List = joinErrors(std::move(List), makeError(Message, nullptr));
}

Expected<std::string> tensorcore::writeForLLVM19(const Module &Original) {
  std::unique_ptr<Module> M = CloneModule(Original);
  Refusals Refused;
  // A front end may have declared intrinsics as an earlier LLVM has them.
  for (Function &F : make_early_inc_range(*M))
    UpgradeCallsToIntrinsic(&F);
  convertDataLayout(*M, Refused);
  convertKernelAttributes(*M, Refused);
  convertFastMath(*M);
  convertIntrinsics(*M);
  convertInstructions(*M);
  convertAttributes(*M);
  M->setModuleFlag(Module::Max, NewerLLVMFlag, LLVM_VERSION_MAJOR); // it may be there already
  checkNames(*M, Refused);
  std::string Printed;
  raw_string_ostream(Printed) << *M;
  std::string Text = rewriteText(Printed, Refused);
  if (Error E = Refused.take())
    return E;
  return Text;
}

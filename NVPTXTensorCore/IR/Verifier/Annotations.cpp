//===- Annotations.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Verifier/Annotations.h"
#include "IR/Analysis/Checks.h"
#include "IR/Analysis/Kernels.h"
#include "IR/Analysis/Location.h"
#include "Model/Tables/WordLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::tensorcore;

static bool isNumber(const Metadata *Value) {
  return isa_and_nonnull<ConstantInt>(mdconst::dyn_extract_or_null<Constant>(Value));
}

/// Returns the fault of a row of a global, or an empty string.
static std::string findFault(const MDNode &Row) {
  for (unsigned I = 1; I < Row.getNumOperands(); I += 2) {
    auto *Key = dyn_cast_or_null<MDString>(Row.getOperand(I).get());
    if (!Key)
      return "operand " + std::to_string(I) + " is not a string; expected a key";
    if (I + 1 == Row.getNumOperands())
      return "the last key, '" + Key->getString().str() + "', has no value";
    const Metadata *Value = Row.getOperand(I + 1).get();
    auto *List = dyn_cast_or_null<MDNode>(Value);
    if (Key->getString() == "grid_constant"
            ? !List || !all_of(List->operands(),
                               [](const MDOperand &Number) { return isNumber(Number); })
            : !isNumber(Value))
      return "the value of the key '" + Key->getString().str() + "' is not " +
             (Key->getString() == "grid_constant" ? "a list of numbers" : "a number");
  }
  return "";
}

/// Returns the known word that an unknown one means, or an empty string.
static std::string findMeant(StringRef Word, ArrayRef<std::string> Known) {
  return is_contained(Known, Word) ? "" : findNearestWord(Word, Known).str();
}

/// Warns of a key that nothing reads, if it is nearly one that something does.
static void warnOfKeys(const MDNode &Row, const GlobalValue &Global) {
  static const std::string Known[] = {
      "kernel",    "maxntidx",       "maxntidy",          "maxntidz",      "reqntidx",
      "reqntidy",  "reqntidz",       "cluster_dim_x",     "cluster_dim_y", "cluster_dim_z",
      "minctasm",  "maxclusterrank", "maxnreg",           "grid_constant", "align",
      "texture",   "surface",        "sampler",           "rdoimage",      "wroimage",
      "rdwrimage", "managed",        "cluster_max_blocks"};
  for (unsigned I = 1; I < Row.getNumOperands(); I += 2) {
    const StringRef Key = cast<MDString>(Row.getOperand(I))->getString();
    if (const std::string Meant = findMeant(Key, Known); !Meant.empty())
      reportError(Global.getContext(), ErrorKind::Attributes,
                  "a row of !nvvm.annotations for '" + Global.getName() + "': the key '" + Key +
                      "' means nothing; did you mean '" + Meant + "'?",
                  DS_Warning);
  }
}

/// Reports an attribute that is not numbers between commas. Returns true if it is fine.
static bool verifyNumbers(Function &F, Attribute A) {
  unsigned Number;
  if (all_of(split(A.getValueAsString(), ','),
             [&](StringRef Text) { return !Text.trim().getAsInteger(0, Number); }))
    return true;
  reportError(F, ErrorKind::Attributes,
              "\"" + A.getKindAsString() + "\" of " + printName(F) + " is \"" +
                  A.getValueAsString() + "\"; expected numbers between commas");
  F.removeFnAttr(A.getKindAsString());
  return false;
}

/// Warns of blocks that no GPU launches.
static void warnOfLargeBlocks(const Function &F, StringRef Name) {
  const SmallVector<unsigned, 3> Numbers = getKernelNumbers(F, Name);
  const uint64_t Threads = accumulate(
      Numbers, uint64_t(1), [](uint64_t Product, unsigned N) { return Product * (N & 0xFFFF); });
  if (Threads > MaxBlockThreads)
    diagnose(F, {getCode(ErrorKind::Attributes)},
             "\"nvvm." + Name + "\" of " + printName(F) + " allows blocks of " + Twine(Threads) +
                 " threads; a GPU launches at most " + Twine(MaxBlockThreads),
             DS_Warning);
}

bool tensorcore::verifyKernelAttributes(Module &M) {
  static const std::string OfNumbers[] = {"nvvm.maxntid", "nvvm.reqntid", "nvvm.maxclusterrank",
                                          "nvvm.minctasm", "nvvm.maxnreg"};
  static const std::string Known[] = {
      "nvvm.maxntid", "nvvm.reqntid",     "nvvm.maxclusterrank",    "nvvm.minctasm",
      "nvvm.maxnreg", "nvvm.cluster_dim", "nvvm.blocksareclusters", "nvvm.kernel"};
  bool Fine = true;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    for (Attribute A : F.getAttributes().getFnAttrs()) {
      if (!A.isStringAttribute() || !A.getKindAsString().starts_with("nvvm."))
        continue;
      if (is_contained(OfNumbers, A.getKindAsString()))
        Fine &= verifyNumbers(F, A);
      else if (const std::string Meant = findMeant(A.getKindAsString(), Known); !Meant.empty())
        diagnose(F, {getCode(ErrorKind::Attributes)},
                 "the attribute \"" + A.getKindAsString() + "\" of " + printName(F) +
                     " means nothing; did you mean \"" + Meant + "\"?",
                 DS_Warning);
    }
    for (StringRef Name : {"maxntid", "reqntid"})
      warnOfLargeBlocks(F, Name);
  }
  return Fine;
}

bool tensorcore::rejectMalformedAnnotations(Module &M) {
  NamedMDNode *Annotations = M.getNamedMetadata("nvvm.annotations");
  if (!Annotations)
    return true;
  SmallVector<MDNode *> Rows;
  for (MDNode *Row : Annotations->operands()) {
    auto *Global = Row->getNumOperands() == 0
                       ? nullptr
                       : mdconst::dyn_extract_or_null<GlobalValue>(Row->getOperand(0));
    const std::string Fault = Global ? findFault(*Row) : "";
    if (Fault.empty()) {
      if (Row->getNumOperands() != 0)
        Rows.push_back(Row);
      if (Global)
        warnOfKeys(*Row, *Global);
      continue;
    }
    reportError(M.getContext(), ErrorKind::Attributes,
                "a row of !nvvm.annotations for '" + Global->getName() + "': " + Fault);
  }
  const bool Fine = Rows.size() == Annotations->getNumOperands();
  if (!Fine) {
    Annotations->clearOperands();
    for (MDNode *Row : Rows)
      Annotations->addOperand(Row);
  }
  return Fine;
}

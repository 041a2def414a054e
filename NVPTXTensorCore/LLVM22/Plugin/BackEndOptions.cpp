//===- BackEndOptions.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options of LLVM are found by their names among those that are registered.
//
//===----------------------------------------------------------------------===//

#include "LLVM22/Plugin/BackEndOptions.h"
#include "IR/Analysis/Checks.h"
#include "Model/Tables/MMATables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace llvm::tensorcore;

static cl::list<std::string>
    Targets("nvptx-target", cl::CommaSeparated,
            cl::desc("Targets of the back end that take the place of those with the "
                     "same number, e.g. sm_100f"));
static cl::list<std::string>
    FurtherOptions("nvptx-llc", cl::desc("An option of llc 19 for NVPTXTensorCore's back end"));

/// Options of LLVM 22's NVPTX target that are the same in LLVM 19.
static constexpr StringLiteral Booleans[] = {"nvptx-approx-log2f32", "nvptx-no-f16-math",
                                             "nvptx-prec-sqrtf32",   "nvptx-rsqrt-approx-opt",
                                             "nvptx-sched4reg",      "nvptx-short-ptr"};
static constexpr StringLiteral FMALevel = "nvptx-fma-level";

/// sm_100 of sm_100a and sm_100f.
static StringRef getNumber(StringRef Target) { return Target.rtrim("af"); }

static std::string chooseTarget(StringRef CPU) {
  for (const std::string &Target : Targets)
    if (getNumber(Target) == getNumber(CPU))
      return Target;
  return CPU.empty() ? "sm_30" : CPU.str(); // as LLVM has it
}

/// Without targets, which clang repeats here.
static std::string getFeatures(StringRef Features) {
  SmallVector<StringRef, 4> Words;
  Features.split(Words, ',', -1, /*KeepEmpty=*/false);
  erase_if(Words, [](StringRef Word) { return Word.starts_with("+sm_"); });
  return join(Words, ",");
}

static nvptxtc_level getLevel(CodeGenOptLevel Level) {
  switch (Level) {
  case CodeGenOptLevel::None:
    return NVPTXTC_O0;
  case CodeGenOptLevel::Less:
    return NVPTXTC_O1;
  case CodeGenOptLevel::Default:
    return NVPTXTC_O2;
  case CodeGenOptLevel::Aggressive:
    return NVPTXTC_O3;
  }
  return NVPTXTC_DEFAULT;
}

/// A registered option that was given; else null.
template <typename T> static const cl::opt<T> *findGiven(StringRef Name) {
  cl::Option *Option = cl::getRegisteredOptions().lookup(Name);
  return Option && Option->getNumOccurrences() ? static_cast<cl::opt<T> *>(Option) : nullptr;
}

static std::vector<std::string> getHostOptions(const TargetMachine &TM) {
  std::vector<std::string> Result;
  for (StringRef Name : Booleans)
    if (const cl::opt<bool> *Option = findGiven<bool>(Name))
      Result.push_back(("-" + Name + (*Option ? "=true" : "=false")).str());
  if (const cl::opt<unsigned> *Option = findGiven<unsigned>(FMALevel))
    Result.push_back(("-" + FMALevel + "=" + Twine(*Option)).str());
  else if (TM.Options.AllowFPOpFusion == FPOpFusion::Fast &&
           TM.getOptLevel() != CodeGenOptLevel::None)
    Result.push_back(("-" + FMALevel + "=2").str()); // which is what clang says by this
  return Result;
}

static void refuseUnknownTargets(LLVMContext &Context) {
  for (const std::string &Target : Targets) {
    if (lookupGPUTarget(Target))
      continue;
    auto Names = map_range(getGPUTargets(), [](const GPUTarget &T) { return T.Name; });
    Context.diagnose(DiagnosticInfoGeneric("-" + Targets.ArgStr + ": there is no target " + Target +
                                               "; expected one of " + join(Names, ", "),
                                           DS_Error));
  }
}

/// What was asked of LLVM 22's target and is not done.
static void warnOfOthers(LLVMContext &Context, const std::vector<std::string> &Done) {
  StringSet<> Names;
  for (StringRef Option : Done)
    Names.insert(Option.drop_front().split('=').first);
  Names.insert(Targets.ArgStr);
  Names.insert(FurtherOptions.ArgStr);
  for (const auto &[Name, Option] : cl::getRegisteredOptions()) {
    if (Option->getNumOccurrences() && Name.contains("nvptx-") && !Names.contains(Name))
      Context.diagnose(DiagnosticInfoGeneric("-" + Name +
                                                 " is LLVM 22's and not known to NVPTXTensorCore's "
                                                 "back end; expected an option of llc 19",
                                             DS_Warning));
  }
}

BackEndOptions::BackEndOptions(const Module &M, const TargetMachine &TM)
    : Target(chooseTarget(TM.getTargetCPU())), Features(getFeatures(TM.getTargetFeatureString())),
      Name(M.getModuleIdentifier()), CodeGen(getLevel(TM.getOptLevel())),
      LLCOptions(getCheckOptions()) {
  refuseUnknownTargets(M.getContext());
  append_range(LLCOptions, getHostOptions(TM));
  warnOfOthers(M.getContext(), LLCOptions);
  append_range(LLCOptions, FurtherOptions);
  for (const std::string &Option : LLCOptions)
    LLCPointers.push_back(Option.c_str());
  LLCPointers.push_back(nullptr);
}

nvptxtc_options BackEndOptions::get() const {
  nvptxtc_options Result = {};
  Result.size = sizeof(Result);
  Result.target = Target.c_str();
  Result.features = Features.c_str();
  Result.name = Name.c_str();
  Result.codegen = CodeGen;
  Result.llc_options = LLCPointers.data();
  return Result;
}

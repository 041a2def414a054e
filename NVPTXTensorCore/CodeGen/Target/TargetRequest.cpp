//===- TargetRequest.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsing and judging -mcpu and -mattr.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/TargetRequest.h"
#include "CodeGen/Target/Hooks.h"
#include "IR/Analysis/Location.h"
#include "IR/Intrinsics/MMACall.h"
#include "Model/Legality/Legality.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>
#include <utility>

using namespace llvm;
using namespace llvm::tensorcore;

/// The version of a feature name "ptx85"; 0 if it is none.
static unsigned getPTXVersion(StringRef Feature) {
  unsigned Version = 0;
  return Feature.consume_front("ptx") && !Feature.getAsInteger(10, Version) ? Version : 0;
}

/// clang asks for this version if it finds no CUDA SDK, whatever the target is. It is no request of
/// the user; clang is known by the target's name among the features, too.
static constexpr unsigned ClangPTXWithoutSDK = 42;

static std::string listCPUs(const MCSubtargetInfo &Info) {
  SmallVector<StringRef, 64> Names;
  for (const SubtargetSubTypeKV &CPU : Info.getAllProcessorDescriptions())
    Names.push_back(CPU.Key);
  sort(Names, [](StringRef L, StringRef R) { return L.compare_numeric(R) < 0; });
  return join(Names, ", ");
}

static std::string listPTXVersions(const MCSubtargetInfo &Info) {
  SmallVector<StringRef, 64> Names;
  for (const SubtargetFeatureKV &Feature : Info.getAllProcessorFeatures())
    if (getPTXVersion(Feature.Key))
      Names.push_back(Feature.Key);
  return join(Names, ", ");
}

static SubtargetFeatures dropPTXVersions(const SubtargetFeatures &Features) {
  SubtargetFeatures Kept;
  for (const std::string &Feature : Features.getFeatures())
    if (!getPTXVersion(SubtargetFeatures::StripFlag(Feature)))
      Kept.AddFeature(Feature);
  return Kept;
}

static bool isKnownFeature(const MCSubtargetInfo &Info, StringRef Name) {
  return any_of(Info.getAllProcessorFeatures(),
                [Name](const SubtargetFeatureKV &Feature) { return Name == Feature.Key; });
}

/// clang's front end does not take every target as a CPU. Another one comes as a feature next to
/// such a CPU, e.g. "+sm_100f" next to sm_100, and is the target that is meant.
static StringRef getTargetAmongFeatures(StringRef CPU, const SubtargetFeatures &Features,
                                        SmallVectorImpl<std::string> &Errors) {
  const GPUTarget *OfCPU = lookupGPUTarget(CPU);
  StringRef Meant = OfCPU && !OfCPU->InClang ? CPU : "";
  for (const std::string &Feature : Features.getFeatures()) {
    const GPUTarget *GPU = lookupGPUTarget(SubtargetFeatures::StripFlag(Feature));
    if (!GPU || GPU->InClang || !SubtargetFeatures::isEnabled(Feature) || GPU->Name == Meant)
      continue;
    if (!Meant.empty())
      Errors.push_back(("two targets are asked for: " + Meant + " and " + GPU->Name).str());
    Meant = GPU->Name;
  }
  return Meant.empty() ? CPU : Meant;
}

/// The features except for one, and without targets and PTX versions that do not exist: errors.
static SubtargetFeatures keepKnownFeatures(const SubtargetFeatures &Asked, StringRef Unmeant,
                                           const MCSubtargetInfo &Info,
                                           SmallVectorImpl<std::string> &Errors) {
  SubtargetFeatures Kept;
  for (const std::string &Feature : Asked.getFeatures()) {
    StringRef Name = SubtargetFeatures::StripFlag(Feature);
    bool IsPTX = Name.starts_with("ptx");
    if ((IsPTX || Name.starts_with("sm_")) && !isKnownFeature(Info, Name)) {
      std::string Meant = Name.str(); // a digit in place of the letter that looks like it
      std::replace_if(
          Meant.begin() + 3, Meant.end(), [](char C) { return toLower(C) == 'o'; }, '0');
      Errors.push_back(("unknown target feature '" + Name + "'; " +
                        (isKnownFeature(Info, Meant) ? "did you mean " + Meant + "?"
                         : IsPTX ? "known PTX versions are " + listPTXVersions(Info)
                                 : "known targets are " + listCPUs(Info)))
                           .str());
    } else if (Name != Unmeant)
      Kept.AddFeature(Feature);
  }
  return Kept;
}

TargetRequest TargetRequest::parse(const Target &T, const Triple &TT, StringRef CPU,
                                   StringRef FeatureString) {
  TargetRequest Request;
  const SubtargetFeatures AskedFeatures(FeatureString);
  const StringRef Placeholder = CPU;
  CPU = getTargetAmongFeatures(CPU, AskedFeatures, Request.Errors);
  std::unique_ptr<MCSubtargetInfo> Info(T.createMCSubtargetInfo(TT, "", ""));
  const std::string Meant = suggestTarget(CPU);
  if (CPU.empty() || Info->isCPUStringValid(CPU))
    Request.CPU = CPU.str();
  else
    Request.Errors.push_back(("unknown target CPU '" + CPU + "'" +
                              (Meant.empty() ? "; known are " + listCPUs(*Info) : Meant))
                                 .str());

  // clang has its CPU among the features, too.
  StringRef Unmeant = CPU != Placeholder ? Placeholder : "";
  const SubtargetFeatures Kept = keepKnownFeatures(AskedFeatures, Unmeant, *Info, Request.Errors);
  unsigned Asked = 0;
  for (const std::string &Feature : Kept.getFeatures())
    if (SubtargetFeatures::isEnabled(Feature))
      Asked = std::max(Asked, getPTXVersion(SubtargetFeatures::StripFlag(Feature)));
  Request.Features = Kept.getString();

  const GPUTarget *GPU = lookupGPUTarget(Request.CPU);
  if (!GPU || !Request.Errors.empty()) // of what is unknown nothing follows
    return Request;
  const unsigned First = GPU->MinimumPTX;
  if (!Asked || Asked >= First)
    return Request;
  Request.Features = dropPTXVersions(Kept).getString(); // on which LLVM would end
  const bool IsClangsDefault =
      Asked == ClangPTXWithoutSDK && is_contained(Kept.getFeatures(), "+" + Request.CPU);
  if (!IsClangsDefault)
    Request.PTXTooLow = "PTX ISA " + printPTXVersion(Asked) + " does not have the target " +
                        Request.CPU + "; it needs " + printPTXVersion(First) +
                        " or later, e.g. -mattr=+ptx" + std::to_string(First);
  return Request;
}

bool TargetRequest::report(Module &M) const {
  if (Errors.empty() && PTXTooLow.empty())
    return true;
  const DiagnosticHandler *Handler = M.getContext().getDiagHandlerPtr();
  if (std::exchange(IsReported, true) && Handler && Handler->HasErrors)
    return false;
  for (const std::string &Message : Errors)
    reportError(M.getContext(), ErrorKind::Target, Message);
  if (!PTXTooLow.empty())
    reportError(M.getContext(), ErrorKind::Target, PTXTooLow);
  return false;
}

namespace {

class TargetRequestPass : public PassInfoMixin<TargetRequestPass> {
public:
  explicit TargetRequestPass(const TargetRequest &Request) : Request(Request) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Request.report(M);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  const TargetRequest &Request;
};

} // namespace

void tensorcore::reportBeforeOptimizations(PassBuilder &PB, const TargetRequest &Request) {
  PB.registerPipelineStartEPCallback([&Request](ModulePassManager &PM, OptimizationLevel) {
    PM.addPass(TargetRequestPass(Request));
  });
}

unsigned tensorcore::getMinimumPTXVersion(unsigned FullSmVersion) {
  const GPUTarget *Target = lookupGPUTarget(FullSmVersion);
  return Target ? Target->MinimumPTX : 0;
}

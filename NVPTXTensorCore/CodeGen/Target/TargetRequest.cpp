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
#include "IR/Intrinsics/MMACall.h"
#include "Model/Legality/Legality.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// The version of a feature name "ptx85"; 0 if it is none.
static unsigned getPTXVersion(StringRef Feature) {
  unsigned Version = 0;
  return Feature.consume_front("ptx") && !Feature.getAsInteger(10, Version) ? Version : 0;
}

/// What clang asks for where it finds no CUDA SDK, whatever the target. It is nobody's
/// wish; clang is known by its naming the target as a feature, too.
static constexpr unsigned ClangPTXWithoutSDK = 42;

/// The PTX version of a subtarget without any.
static constexpr unsigned LowestPTXVersion = 60;

static std::string listCPUs(const MCSubtargetInfo &Info) {
  SmallVector<StringRef, 64> Names;
  for (const SubtargetSubTypeKV &CPU : Info.getAllProcessorDescriptions())
    Names.push_back(CPU.Key);
  return join(Names, ", ");
}

static std::string listPTXVersions(const MCSubtargetInfo &Info) {
  SmallVector<StringRef, 64> Names;
  for (const SubtargetFeatureKV &Feature : Info.getAllProcessorFeatures())
    if (getPTXVersion(Feature.Key))
      Names.push_back(Feature.Key);
  return join(Names, ", ");
}

/// The PTX version that a subtarget ends up with; 0 if none of its features says one.
static unsigned getEnabledPTXVersion(const MCSubtargetInfo &Info) {
  unsigned Version = 0;
  for (const SubtargetFeatureKV &Feature : Info.getAllProcessorFeatures())
    if (Info.hasFeature(Feature.Value))
      Version = std::max(Version, getPTXVersion(Feature.Key));
  return Version;
}

static bool isKnownFeature(const MCSubtargetInfo &Info, StringRef Name) {
  return any_of(Info.getAllProcessorFeatures(),
                [Name](const SubtargetFeatureKV &Feature) { return Name == Feature.Key; });
}

/// clang's front end has only LLVM 19's targets as a CPU; another one comes as a feature
/// beside such a CPU, e.g. "+sm_100a" beside sm_90a. It is the target that is meant.
static StringRef getTargetAmongFeatures(StringRef CPU, const SubtargetFeatures &Features,
                                        SmallVectorImpl<std::string> &Errors) {
  const GPUTarget *OfCPU = lookupGPUTarget(CPU);
  StringRef Meant = OfCPU && !OfCPU->InLLVM ? CPU : "";
  for (const std::string &Feature : Features.getFeatures()) {
    const GPUTarget *GPU = lookupGPUTarget(SubtargetFeatures::StripFlag(Feature));
    if (!GPU || GPU->InLLVM || !SubtargetFeatures::isEnabled(Feature) || GPU->Name == Meant)
      continue;
    if (!Meant.empty())
      Errors.push_back(("two targets are asked for: " + Meant + " and " + GPU->Name).str());
    Meant = GPU->Name;
  }
  return Meant.empty() ? CPU : Meant;
}

/// The features but for one, and without targets and PTX versions that do not exist: errors.
static SubtargetFeatures keepKnownFeatures(const SubtargetFeatures &Asked, StringRef Unmeant,
                                           const MCSubtargetInfo &Info,
                                           SmallVectorImpl<std::string> &Errors) {
  SubtargetFeatures Kept;
  for (const std::string &Feature : Asked.getFeatures()) {
    StringRef Name = SubtargetFeatures::StripFlag(Feature);
    bool IsPTX = Name.starts_with("ptx");
    if ((IsPTX || Name.starts_with("sm_")) && !isKnownFeature(Info, Name))
      Errors.push_back(
          ("unknown target feature '" + Name + "'; known " +
           (IsPTX ? "PTX versions are " + listPTXVersions(Info) : "targets are " + listCPUs(Info)))
              .str());
    else if (Name != Unmeant)
      Kept.AddFeature(Feature);
  }
  return Kept;
}

TargetRequest TargetRequest::parse(const Target &T, const Triple &TT, StringRef CPU,
                                   StringRef FeatureString) {
  TargetRequest Request;
  const SubtargetFeatures AskedFeatures(FeatureString);
  const StringRef StandIn = CPU;
  CPU = getTargetAmongFeatures(CPU, AskedFeatures, Request.Errors);
  std::unique_ptr<MCSubtargetInfo> Info(T.createMCSubtargetInfo(TT.str(), "", ""));
  if (CPU.empty() || Info->isCPUStringValid(CPU))
    Request.CPU = CPU.str();
  else
    Request.Errors.push_back(
        ("unknown target CPU '" + CPU + "'; known are " + listCPUs(*Info)).str());

  // clang has its CPU among the features, too.
  StringRef Unmeant = CPU != StandIn ? StandIn : "";
  const SubtargetFeatures Kept = keepKnownFeatures(AskedFeatures, Unmeant, *Info, Request.Errors);
  unsigned Asked = 0;
  for (const std::string &Feature : Kept.getFeatures())
    if (SubtargetFeatures::isEnabled(Feature))
      Asked = std::max(Asked, getPTXVersion(SubtargetFeatures::StripFlag(Feature)));
  Request.Features = Kept.getString();

  const GPUTarget *GPU = lookupGPUTarget(Request.CPU);
  if (!GPU || !Request.Errors.empty()) // of what is unknown nothing follows
    return Request;
  Request.IsStockTarget = GPU->InLLVM;
  std::unique_ptr<MCSubtargetInfo> OfCPU(T.createMCSubtargetInfo(TT.str(), Request.CPU, ""));
  unsigned First = getEnabledPTXVersion(*OfCPU);
  std::unique_ptr<MCSubtargetInfo> AsAsked(
      T.createMCSubtargetInfo(TT.str(), Request.CPU, Request.Features));
  bool IsClangsDefault =
      Asked == ClangPTXWithoutSDK && is_contained(Kept.getFeatures(), "+" + Request.CPU);
  if (!Asked) // "-ptx80" takes the target's own version away
    Asked = std::max(getEnabledPTXVersion(*AsAsked), LowestPTXVersion);
  if (Asked < First && !IsClangsDefault)
    Request.PTXTooLow = "PTX ISA " + spellPTXVersion(Asked) + " does not have the target " +
                        Request.CPU + "; it needs " + spellPTXVersion(First) +
                        " or later, e.g. -mattr=+ptx" + std::to_string(First);
  return Request;
}

static bool mentionsNVVM(const Module &M) {
  return any_of(M, [](const Function &F) { return F.getName().starts_with(NVVMPrefix); });
}

bool TargetRequest::report(Module &M) const {
  for (const std::string &Message : Errors)
    M.getContext().emitError(Message);
  bool IsTooLow = !PTXTooLow.empty() && (!IsStockTarget || hasKernel(M) || mentionsNVVM(M));
  if (IsTooLow)
    M.getContext().emitError(PTXTooLow);
  return Errors.empty() && !IsTooLow;
}

unsigned tensorcore::getMinimumPTXVersion(unsigned FullSmVersion) {
  const GPUTarget *Target = lookupGPUTarget(FullSmVersion);
  return Target ? Target->MinimumPTX : 0;
}

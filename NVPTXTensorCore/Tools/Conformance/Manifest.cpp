//===- Manifest.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JSON to kernels.
//
//===----------------------------------------------------------------------===//

#include "Manifest.h"
#include "Model/Tables/Errors.h"
#include "Numbers/Multiplication.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace llvm::tensorcore;

static Expected<const MMAVariant *> lookup(StringRef Intrinsic) {
  if (const MMAVariant *Variant = lookupMMAVariant(Intrinsic))
    return Variant;
  return makeError("the manifest names '" + Intrinsic +
                   "', which this program does not know; make program and kernels anew, together");
}

static Error readStep(const json::Object &Steps, StringRef Operand, KernelStep &Step) {
  const json::Object *Object = Steps.getObject(Operand);
  if (!Object)
    return Error::success();
  Expected<const MMAVariant *> Variant = lookup(Object->getString("intrinsic").value_or(""));
  if (!Variant)
    return Variant.takeError();
  Step = {*Variant, unsigned(Object->getInteger("stride").value_or(0))};
  return Error::success();
}

static void readImmediates(const json::Object &Immediates, ConformanceKernel &Kernel) {
  auto Get = [&](StringRef Name) { return Immediates.getInteger(Name); };
  Kernel.NegatesA = Get("imm-scale-a") == -1;
  Kernel.NegatesB = Get("imm-scale-b") == -1;
  Kernel.TransposesA = Get("imm-trans-a") == 1;
  Kernel.TransposesB = Get("imm-trans-b") == 1;
  if (std::optional<int64_t> Kind = Get("kind"))
    Kernel.Kind = unsigned(*Kind);
  Kernel.CTAGroup = unsigned(Get("cta-group").value_or(0));
  Kernel.IsPacked = Get("pack") == 1 || Get("unpack") == 1;
  Kernel.HalfSplit = unsigned(Get("half-split-offset").value_or(0));
  Kernel.ScaleInputD = unsigned(Get("scale-input-d").value_or(0));
}

static Expected<ConformanceKernel> readKernel(const json::Value &Value) {
  const json::Object *Object = Value.getAsObject();
  if (!Object || !Object->getString("kernel"))
    return makeError("the manifest has a kernel without a name");
  ConformanceKernel Kernel;
  Kernel.Name = Object->getString("kernel")->str();
  Expected<const MMAVariant *> Variant = lookup(Object->getString("intrinsic").value_or(""));
  if (!Variant)
    return Variant.takeError();
  if (Error E = checkMeaning(getMMADescriptor(**Variant)))
    return E;
  Kernel.Variant = *Variant;
  Kernel.Selector = unsigned(Object->getInteger("selector").value_or(0));
  if (const json::Object *Immediates = Object->getObject("immediates"))
    readImmediates(*Immediates, Kernel);
  const json::Object *Steps = Object->getObject("steps");
  if (!Steps)
    return Kernel;
  std::pair<StringRef, KernelStep *> Locations[] = {{"a", &Kernel.A},
                                                    {"b", &Kernel.B},
                                                    {"c", &Kernel.C},
                                                    {"mma", &Kernel.Multiply},
                                                    {"d", &Kernel.D}};
  for (auto [Operand, Step] : Locations)
    if (Error E = readStep(*Steps, Operand, *Step))
      return E;
  return Kernel;
}

static Expected<KernelModule> readModule(const json::Object &Object) {
  KernelModule Module;
  Module.File = Object.getString("file").value_or("").str();
  Module.PTXVersion = unsigned(Object.getInteger("ptx").value_or(0));
  const json::Array *Kernels = Object.getArray("kernels");
  if (!Kernels)
    return makeError("the manifest has a module without kernels");
  for (const json::Value &Value : *Kernels) {
    Expected<ConformanceKernel> Kernel = readKernel(Value);
    if (!Kernel)
      return Kernel.takeError();
    Module.Kernels.push_back(std::move(*Kernel));
  }
  return Module;
}

Expected<std::vector<KernelTarget>> tensorcore::parseManifest(StringRef Text) {
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return makeError("the manifest is not JSON: " + toString(Root.takeError()));
  const json::Object *Object = Root->getAsObject();
  const json::Array *Targets = Object ? Object->getArray("targets") : nullptr;
  if (!Targets)
    return makeError("the manifest has no list 'targets'; scripts/conformance folder writes one");
  std::vector<KernelTarget> Result;
  for (const json::Value &Value : *Targets) {
    const json::Object *Target = Value.getAsObject();
    const json::Array *Modules = Target ? Target->getArray("modules") : nullptr;
    if (!Modules)
      return makeError("the manifest has a target without modules");
    Result.push_back({Target->getString("target").value_or("").str(), {}});
    for (const json::Value &Element : *Modules) {
      if (!Element.getAsObject())
        return makeError("the manifest has a module that is not an object");
      Expected<KernelModule> Module = readModule(*Element.getAsObject());
      if (!Module)
        return Module.takeError();
      Result.back().Modules.push_back(std::move(*Module));
    }
  }
  return Result;
}

const KernelTarget *tensorcore::chooseTarget(ArrayRef<KernelTarget> Targets,
                                             unsigned ComputeCapability) {
  // With more features first: an `a` target, then one of a family, then a plain one.
  auto Rank = [](StringRef Name) { return Name.ends_with("a") ? 2 : Name.ends_with("f") ? 1 : 0; };
  const KernelTarget *Best = nullptr;
  unsigned BestVersion = 0;
  for (const KernelTarget &Target : Targets) {
    unsigned Version;
    StringRef Name = Target.Name;
    if (!Name.consume_front("sm_") || Name.consumeInteger(10, Version) ||
        Version > ComputeCapability || (Version != ComputeCapability && !Name.empty()))
      continue;
    if (!Best || Version > BestVersion ||
        (Version == BestVersion && Rank(Target.Name) > Rank(Best->Name))) {
      Best = &Target;
      BestVersion = Version;
    }
  }
  return Best;
}

KernelTarget tensorcore::joinTargets(ArrayRef<KernelTarget> Targets) {
  KernelTarget All = {"all targets", {}};
  StringSet<> Known;
  for (const KernelTarget &Target : Targets)
    for (KernelModule Module : Target.Modules) {
      erase_if(Module.Kernels,
               [&](const ConformanceKernel &Kernel) { return !Known.insert(Kernel.Name).second; });
      if (!Module.Kernels.empty())
        All.Modules.push_back(std::move(Module));
    }
  return All;
}

//===- Report.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups, sums and their spelling.
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "Model/Instructions/MMADescriptor.h"
#include "TensorCoreModel/MMAField.h"
#include "TensorCoreModel/MMAType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <functional>
#include <set>

using namespace llvm;
using namespace llvm::tensorcore;

static StringRef print(MMAType Type) { return lookupMMAType(Type)->Spelling; }

/// Types in PTX's order; of the kinds, whose narrow types combine at will, the kind.
static std::string getTypes(const MMAVariant &V) {
  if (V.getElement() != MMAType_None)
    return print(V.getElement()).str();
  StringRef Kind = V.print(MMAField_Kind);
  std::string Types = (print(V.getD()) + "." + print(V.getA()) + "." + print(V.getB())).str();
  if (V.getC() == MMAType_None)
    return Types;
  if (Kind.empty())
    return Types + "." + print(V.getC()).str();
  return (print(V.getD()) + " " + Kind.drop_front() + V.print(MMAField_ScaleType)).str();
}

/// Returns the shape; it is one for all N of wgmma.
static std::string getShape(const MMAVariant &V) {
  const MMAShapeInfo &Shape = *lookupMMAShape(V.getShape());
  if (V.Family == MMAFamily_WGMMA)
    return ("m" + Twine(Shape.Rows) + "nNk" + Twine(Shape.Depth)).str();
  return Shape.Spelling.str();
}

ResultGroup::ResultGroup(const MMAVariant &V)
    : Instruction((lookupMMAFamily(V.Family)->Spelling + V.print(MMAField_Sparsity)).str()),
      Shape(getShape(V)), Types(getTypes(V)) {}

unsigned ConformanceReport::getNumFailed() const {
  return unsigned(count_if(Results, [](const KernelResult &R) { return !R.IsRight; }));
}

std::map<ResultGroup, GroupCounts> ConformanceReport::getGroups() const {
  std::map<ResultGroup, GroupCounts> Groups;
  std::set<const MMAVariant *> Tested;
  for (const KernelResult &R : Results) {
    GroupCounts &Counts = Groups[ResultGroup(*R.Variant)];
    ++(R.IsRight ? Counts.Passed : Counts.Failed);
    Tested.insert(R.Variant);
  }
  for (const MMAVariant &V : getMMAVariants())
    if (hasKernelTest(V))
      Groups[ResultGroup(V)].NotSupported += !Tested.count(&V);
  return Groups;
}

void ConformanceReport::print(raw_ostream &OS, unsigned MaximumFailures) const {
  std::set<const MMAVariant *> Variants;
  unsigned Cases = 0, NotJudged = 0, Failures = 0;
  for (const KernelResult &R : Results) {
    Variants.insert(R.Variant);
    Cases += R.Cases;
    NotJudged += R.NotJudged;
    if (!R.IsRight && Failures++ < MaximumFailures)
      OS << "FAILED " << R.Kernel << ": " << R.Message << '\n';
  }
  if (Failures > MaximumFailures)
    OS << "... and " << Failures - MaximumFailures << " more (--failures=N shows more)\n";
  OS << Header.Device << (Header.Target.empty() ? "" : ", kernels for ") << Header.Target << ": "
     << Variants.size() << " variants, " << Results.size() << " kernels, " << Cases << " cases, "
     << NotJudged << " elements not judged\n"
     << Results.size() - getNumFailed() << " kernels passed, " << getNumFailed() << " failed, "
     << count_if(getMMAVariants(), hasKernelTest) - ptrdiff_t(Variants.size())
     << " variants not supported\n";
  if (auto Untested = size_t(count_if(getMMAVariants(), std::not_fn(hasKernelTest))))
    OS << Untested << " variants have no kernels: they manage what is tested, or are compressed\n";
}

json::Value ConformanceReport::toJSON() const {
  json::Array Groups, Failures;
  for (const auto &[Group, Counts] : getGroups())
    Groups.push_back(json::Object{{"instruction", Group.Instruction},
                                  {"shape", Group.Shape},
                                  {"types", Group.Types},
                                  {"passed", Counts.Passed},
                                  {"failed", Counts.Failed},
                                  {"not_supported", Counts.NotSupported}});
  for (const KernelResult &R : Results)
    if (!R.IsRight)
      Failures.push_back(json::Object{
          {"kernel", R.Kernel}, {"intrinsic", R.Variant->Name}, {"message", R.Message}});
  return json::Object{
      {"device", Header.Device},     {"compute_capability", Header.ComputeCapability},
      {"target", Header.Target},     {"seed", int64_t(Header.Seed)},
      {"groups", std::move(Groups)}, {"failures", std::move(Failures)}};
}

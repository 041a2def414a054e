//===- OffloadTargets.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A placeholder must be told from what the user wrote when it is replaced again, so one
// is taken that neither the command line nor the environment nor the working folder has.
//
//===----------------------------------------------------------------------===//

#include "OffloadTargets.h"
#include "Model/Legality/Legality.h"
#include "Model/Tables/Errors.h"
#include "Placeholders.h"
#include "clang/Basic/Cuda.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include <set>
#include <unistd.h>

using namespace llvm;
using namespace llvm::opt;
using namespace llvm::tensorcore;
using clang::OffloadArch;
namespace options = clang::options;

/// clang 22 believes that CUDA 12 has dropped all that are older.
static constexpr OffloadArch OldestCurrent = OffloadArch::SM_50;

static bool isClangs(StringRef Name) {
  return clang::IsNVIDIAOffloadArch(clang::StringToOffloadArch(Name));
}

/// The words in the value of an option that names GPUs.
static SmallVector<StringRef, 4> getNames(const Arg &A) {
  switch (A.getOption().getID()) {
  case options::OPT_offload_arch_EQ:
  case options::OPT_no_offload_arch_EQ:
  case options::OPT_cuda_include_ptx_EQ:
  case options::OPT_no_cuda_include_ptx_EQ: {
    SmallVector<StringRef, 4> Names;
    for (StringRef Value : A.getValues()) // which clang divides for some spellings
      Value.split(Names, ',');
    return Names;
  }
  case options::OPT_Xarch__:
    return {A.getValue()};
  default:
    return {};
  }
}

/// Returns true if clang's driver judges the value: its own words, and the hosts of -Xarch_.
static bool isLeftToClang(const Arg &A, StringRef Name) {
  return A.getOption().matches(options::OPT_Xarch__) || Name == "all" || Name == "native" ||
         isClangs(Name);
}

static Error makeUnknownTargetError(StringRef Name) {
  const std::string Unknown = ("unsupported CUDA gpu architecture: " + Name).str();
  if (std::string Meant = suggestTarget(Name); !Meant.empty())
    return makeError(Unknown + Meant);
  std::vector<StringRef> Known;
  for (auto A = static_cast<int>(OffloadArch::SM_20); A < static_cast<int>(OffloadArch::GFX600);
       ++A)
    if (!lookupGPUTarget(clang::OffloadArchToString(OffloadArch(A))))
      Known.push_back(clang::OffloadArchToString(OffloadArch(A)));
  for (const GPUTarget &T : getGPUTargets())
    Known.push_back(T.Name);
  return makeError(Unknown + "; known are " + join(Known, ", "));
}

StringRef OffloadTargets::getDefault() {
  return clang::OffloadArchToString(OffloadArch::CudaDefault);
}

/// Returns the list that nvcc defines: the numbers of all targets, lowest first.
static std::string listArchs(const InputArgList &Args) {
  std::set<StringRef> Names;
  for (const Arg *A : Args.filtered(options::OPT_offload_arch_EQ, options::OPT_no_offload_arch_EQ))
    for (StringRef Name : getNames(*A)) {
      if (A->getOption().matches(options::OPT_offload_arch_EQ))
        Names.insert(Name);
      else if (Name == "all")
        Names.clear();
      else
        Names.erase(Name);
    }
  if (Names.empty())
    Names.insert(OffloadTargets::getDefault());
  std::set<unsigned> Numbers;
  for (StringRef Name : Names)
    Numbers.insert(getTargetNumber(Name) * 10);
  if (Numbers.count(0)) // "native"
    return "";
  return join(map_range(Numbers, [](unsigned Number) { return utostr(Number); }), ",");
}

/// Clang's GPUs in the order in which they are taken: last those of which clang believes
/// that newer SDKs do not have them. Not its default, which nobody has to ask for.
static std::vector<OffloadArch> getCandidates() {
  std::vector<OffloadArch> Candidates;
  for (int A = static_cast<int>(OffloadArch::SM_20); A < static_cast<int>(OffloadArch::GFX600); ++A)
    if (OffloadArch(A) != OffloadArch::CudaDefault)
      Candidates.push_back(OffloadArch(A));
  std::rotate(Candidates.begin(), find(Candidates, OldestCurrent), Candidates.end());
  return Candidates;
}

Error OffloadTargets::choosePlaceholders(ArrayRef<const char *> Args) {
  SmallString<128> Folder;
  sys::fs::current_path(Folder);
  auto IsMentioned = [&](StringRef Name) {
    for (char **Variable = environ; *Variable; ++Variable)
      if (StringRef(*Variable).contains(Name))
        return true;
    return Folder.str().contains(Name) ||
           any_of(Args, [&](const char *A) { return StringRef(A).contains(Name); });
  };
  for (OffloadArch Candidate : getCandidates()) {
    const StringRef Name = clang::OffloadArchToString(Candidate);
    if (Placeholders.size() == New.size())
      return Error::success();
    if (IsMentioned(Name.drop_front(strlen("sm")))) // _52 of sm_52 and compute_52
      continue;
    Placeholders.push_back(Name);
    HasObsoletePlaceholder |= Candidate < OldestCurrent;
  }
  if (Placeholders.size() == New.size())
    return Error::success();
  return makeError("too many GPU architectures in one command: for each that clang 22 does not "
                   "know, one of the others has to stand in");
}

StringRef OffloadTargets::getPlaceholder(StringRef Name) const {
  for (auto [Target, Placeholder] : zip(New, Placeholders))
    if (Target->Name == Name)
      return Placeholder;
  return Name;
}

Expected<OffloadTargets> OffloadTargets::replaceNames(SmallVectorImpl<const char *> &Args,
                                                      StringSaver &Saver) {
  // The name of the program is not an option.
  unsigned MissingIndex, MissingCount;
  const InputArgList Parsed = clang::getDriverOptTable().ParseArgs(
      ArrayRef(Args).drop_front(), MissingIndex, MissingCount, Visibility(options::ClangOption));

  bool IsRenamed = false;          // for which clang wants an SDK that has the old name
  std::set<const GPUTarget *> New; // in the table's order
  for (const Arg *A : Parsed)
    for (StringRef Name : getNames(*A)) {
      const GPUTarget *Target = lookupGPUTarget(Name);
      IsRenamed |= Target && !Target->LaterName.empty();
      if (Target && !Target->InClang)
        New.insert(Target);
      else if (!isLeftToClang(*A, Name))
        return makeUnknownTargetError(Name);
    }

  OffloadTargets Targets;
  Targets.ArchList = listArchs(Parsed);
  Targets.IsDefault = !Parsed.hasArg(options::OPT_offload_arch_EQ);
  Targets.New.assign(New.begin(), New.end());
  Targets.HasObsoletePlaceholder = IsRenamed;
  if (Error E = Targets.choosePlaceholders(Args))
    return E;
  for (const Arg *A : Parsed) {
    SmallVector<StringRef, 4> Names = getNames(*A);
    if (Names.empty())
      continue;
    const char *&Text = Args[A->getIndex() + 1];
    const bool IsArch = A->getOption().matches(options::OPT_offload_arch_EQ);
    const StringRef Option = IsArch ? StringRef("--offload-arch=") : A->getSpelling();
    auto Replaced = map_range(Names, [&](StringRef N) { return Targets.getPlaceholder(N); });
    Text = Saver.save(Option + join(Replaced, ",")).data();
  }
  return Targets;
}

/// Takes sm_N or compute_N from the front of a text where it is a word of its own, and
/// gives the part before N.
static StringRef consumeWord(StringRef &Text, StringRef Number) {
  for (StringRef Prefix : {"sm_", "compute_"}) {
    StringRef Rest = Text;
    if (!Rest.consume_front(Prefix) || !Rest.consume_front(Number) ||
        (!Rest.empty() && isAlnum(Rest.front())))
      continue;
    Text = Rest;
    return Prefix;
  }
  return "";
}

std::string OffloadTargets::restoreNames(StringRef Text) const {
  constexpr size_t PrefixSize = StringLiteral("sm_").size();
  std::string Result;
  while (!Text.empty()) {
    const bool AtWord = Result.empty() || !isAlnum(Result.back());
    StringRef Prefix;
    for (auto [Target, Placeholder] : zip(New, Placeholders)) {
      if (!AtWord || (Prefix = consumeWord(Text, Placeholder.drop_front(PrefixSize))).empty())
        continue;
      Result += Prefix;
      Result += Target->Name.drop_front(PrefixSize);
      break;
    }
    if (!Prefix.empty())
      continue;
    Result += Text.front();
    Text = Text.drop_front();
  }
  return Result;
}

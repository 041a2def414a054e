//===- Jobs.cpp -----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names: in the jobs' arguments and in the lists of files that clang removes at the end.
//
//===----------------------------------------------------------------------===//

#include "Jobs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::tensorcore;
using clang::driver::Command;
using clang::driver::Compilation;
using clang::driver::JobAction;

/// A file under its old name and under the new one.
using Renaming = std::pair<std::string, std::string>;

static void renameResultFiles(Plan &P) {
  auto Rename = [&](const clang::driver::ArgStringMap &Files, auto Add) {
    for (auto [Job, Name] :
         SmallVector<std::pair<const JobAction *, const char *>>(Files.begin(), Files.end()))
      (P.C.*Add)(P.save(P.Targets.restoreNames(Name)), Job);
  };
  Rename(P.C.getResultFiles(), &Compilation::addResultFile);
  Rename(P.C.getFailureResultFiles(), &Compilation::addFailureResultFile);
}

/// Temporary files exist from the moment on when they are planned, so that nobody else
/// takes their names. So do the new ones; the old ones are left to be removed.
static std::vector<Renaming> renameTemporaryFiles(Plan &P) {
  std::vector<Renaming> Renamings;
  for (StringRef Name : Arguments(P.C.getTempFiles())) {
    if (P.Targets.restoreNames(Name) == Name)
      continue;
    const StringRef WithoutNumber = Name.substr(0, Name.rfind('-'));
    const std::string Model =
        P.Targets.restoreNames(WithoutNumber) + "-%%%%%%" + sys::path::extension(Name).str();
    SmallString<128> New;
    if (!sys::fs::createUniqueFile(Model, New))
      Renamings.push_back({Name.str(), P.C.addTempFile(P.save(New))});
  }
  return Renamings;
}

static Arguments restoreNames(const Plan &P, const Command &Job, ArrayRef<Renaming> Renamings) {
  Arguments Restored;
  for (StringRef Arg : Job.getArguments()) {
    std::string Text = Arg.str();
    for (const auto &[Old, New] : Renamings)
      if (size_t At = Text.find(Old); At != std::string::npos)
        Text.replace(At, Old.size(), New);
    Restored.push_back(P.save(P.Targets.restoreNames(Text)));
  }
  return Restored;
}

/// Takes the files of relocatable device code, of which the object has machine code alone
/// (FrontEnd/RelocatablePTX.cpp).
static void takeRelocatablePTX(const Arguments &PtxasArgs, Arguments &To) {
  if (!PtxasArgs.empty() && StringRef(PtxasArgs.back()) == "-c")
    To.push_back(PtxasArgs[PtxasArgs.size() - 2]);
}

/// The host's part follows those of the device.
static void keepRelocatablePTX(Arguments &Files, Arguments &Args) {
  for (const char *File : Files)
    Args.insert(Args.begin() + 1, {"-plugin-arg-nvptx-relocatable-ptx", File});
  Files.clear();
}

void tensorcore::rewriteJobs(Plan &P, StringRef Includes) {
  renameResultFiles(P);
  const std::vector<Renaming> Renamings = renameTemporaryFiles(P);
  Arguments RelocatablePTX;
  for (Command &Job : P.C.getJobs()) {
    Arguments Args = restoreNames(P, Job, Renamings);
    if (getTool(Job) == "ptxas")
      takeRelocatablePTX(Args, RelocatablePTX);
    if (isFrontEnd(Job) && !getValue(Args, "-triple").starts_with("nvptx"))
      keepRelocatablePTX(RelocatablePTX, Args);
    if (isFrontEnd(Job))
      rewriteFrontEndJob(P, Includes, Args);
    else if (is_contained({"ptxas", "fatbinary", "nvlink"}, getTool(Job)))
      rewriteToolJob(P, Args);
    Job.replaceArguments(std::move(Args));
  }
}

std::unique_ptr<Command> tensorcore::copyFrontEndJob(const Command &Job) {
  using clang::driver::CC1Command; // jobs of the front end are, where the driver has a CC1Main
  return std::make_unique<CC1Command>(static_cast<const CC1Command &>(Job));
}

void tensorcore::replaceJobs(Compilation &C,
                             function_ref<std::unique_ptr<Command>(const Command &)> Replace) {
  std::vector<std::unique_ptr<Command>> Jobs;
  for (const Command &Job : C.getJobs()) {
    std::unique_ptr<Command> Other = Replace(Job);
    if (!Other)
      Other = isFrontEnd(Job) ? copyFrontEndJob(Job) : std::make_unique<Command>(Job);
    Jobs.push_back(std::move(Other));
  }
  C.getJobs().clear();
  for (std::unique_ptr<Command> &Job : Jobs)
    C.addCommand(std::move(Job));
}

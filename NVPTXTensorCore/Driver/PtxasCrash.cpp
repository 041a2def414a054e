//===- PtxasCrash.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only ptxas knows which kernel it crashes on: it is asked for one kernel after the other.
//
//===----------------------------------------------------------------------===//

#include "PtxasCrash.h"
#include "Jobs.h"
#include "clang/Driver/Job.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace llvm::tensorcore;
using clang::driver::Command;

namespace {

class PtxasCommand : public Command {
public:
  explicit PtxasCommand(const Command &Job) : Command(Job) {}

  int Execute(ArrayRef<std::optional<StringRef>> Redirects, std::string *Error,
              bool *HasFailed) const override;

private:
  /// Runs the job with other arguments.
  int run(const opt::ArgStringList &Args, ArrayRef<std::optional<StringRef>> Redirects) const {
    Command Other(*this);
    Other.replaceArguments(Args);
    return Other.Execute(Redirects, /*ErrMsg=*/nullptr, /*ExecutionFailed=*/nullptr);
  }

  std::string findKernel(StringRef PTX) const;
};

} // namespace

/// Returns true if a status of Command::Execute says that a signal ended the program.
static bool isCrash(int Status) { return Status < -1; }

static StringRef getPTXFile(const Command &Job) {
  auto Is = [](StringRef Arg) {
    return sys::path::extension(Arg) == ".s" || Arg.ends_with(".ptx");
  };
  auto File = find_if(reverse(Job.getArguments()), Is);
  return File == Job.getArguments().rend() ? StringRef() : StringRef(*File);
}

/// Returns the first kernel that ptxas crashes on alone. Empty if there is none.
std::string PtxasCommand::findKernel(StringRef PTX) const {
  const Regex Entry("\\.entry[ \t\n]+([A-Za-z0-9_$]+)");
  const std::optional<StringRef> Quiet[] = {StringRef(""), StringRef(""), StringRef("")};
  SmallVector<StringRef, 2> Matches;
  for (StringRef Rest = PTX; Entry.match(Rest, &Matches);
       Rest = Rest.drop_front(Matches[1].end() - Rest.begin())) {
    const std::string Name = Matches[1].str();
    opt::ArgStringList Args = getArguments();
    append_range(Args, ArrayRef({"--entry", Name.c_str()}));
    if (isCrash(run(Args, Quiet)))
      return Name;
  }
  return "";
}

/// Copies the PTX to where it stays. Empty if that fails.
static std::string keepPTX(StringRef PTX) {
  SmallString<128> Kept;
  int File;
  if (sys::fs::createTemporaryFile("ptxas-crash", "ptx", File, Kept))
    return "";
  raw_fd_ostream(File, /*shouldClose=*/true) << PTX;
  return Kept.str().str();
}

int PtxasCommand::Execute(ArrayRef<std::optional<StringRef>> Redirects, std::string *Error,
                          bool *HasFailed) const {
  int Status = Command::Execute(Redirects, Error, HasFailed);
  auto Buffer = MemoryBuffer::getFile(getPTXFile(*this));
  if (!isCrash(Status) || !Buffer)
    return Status;
  const StringRef PTX = (*Buffer)->getBuffer();
  opt::ArgStringList Args = getArguments();
  auto Level =
      find_if(Args, [](StringRef Arg) { return Arg.size() == 3 && Arg.starts_with("-O"); });
  const char Asked = Level == Args.end() ? '3' : (*Level)[2];
  if (Level == Args.end())
    Level = Args.insert(Args.begin(), "-O3");
  const std::string Kernel = findKernel(PTX), Kept = keepPTX(PTX);
  const std::string What = "ptxas crashes with -O" + std::string(1, Asked) +
                           (Kernel.empty() ? "" : " on " + Kernel) +
                           (Kept.empty() ? "" : "; its PTX is in " + Kept);
  for (const char *Lower : {"-O2", "-O1", "-O0"}) {
    if (Lower[2] >= Asked)
      continue;
    *Level = Lower;
    Status = run(Args, Redirects);
    if (isCrash(Status))
      continue;
    WithColor::warning(errs(), "clang++")
        << What << "; " << Lower << " was used for all its kernels\n";
    if (HasFailed)
      *HasFailed = false;
    return Status;
  }
  WithColor::error(errs(), "clang++") << What << "; so do lower levels\n";
  return Status;
}

std::unique_ptr<Command> tensorcore::surviveCrashesOfPtxas(const Command &Job) {
  return std::make_unique<PtxasCommand>(Job);
}

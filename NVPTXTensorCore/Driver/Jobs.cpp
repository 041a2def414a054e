//===- Jobs.cpp -----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A job of clang's front end gets the stand-in as its GPU and the real target as a
// feature, by which the back end compiles (CodeGen/TargetRequest.cpp); further nvcc's
// macros and, behind all other folders, our headers. The names in fatbinary's options
// are spelled as CUDA 12 and 13 both understand them.
//
//===----------------------------------------------------------------------===//

#include "Jobs.h"
#include "Model/MMALegality.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Options.h"
#include "clang/Driver/Tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace llvm::tensorcore;
using clang::DiagnosticsEngine;
using clang::driver::Command;
namespace options = clang::driver::options;

JobRewriter::JobRewriter(clang::driver::Compilation &C, const OffloadTargets &Targets,
                         StringRef Includes)
    : C(C), Targets(Targets), Includes(Includes) {}

/// The value after an option; empty if the option is not there.
static StringRef getValue(ArrayRef<const char *> Args, StringRef Option) {
  for (size_t I = 0; I + 1 < Args.size(); ++I)
    if (Args[I] == Option)
      return Args[I + 1];
  return "";
}

static StringRef getTool(const Command &Job) { return Job.getCreator().getShortName(); }

static bool isFrontEnd(const Command &Job) {
  return !Job.getArguments().empty() && StringRef(Job.getArguments().front()) == "-cc1";
}

/// The folder that a program of an SDK stands in the `bin` of.
static StringRef getRoot(StringRef Program) {
  return sys::path::parent_path(sys::path::parent_path(Program));
}

const char *JobRewriter::save(const Twine &Text) const { return C.getArgs().MakeArgString(Text); }

void JobRewriter::report(unsigned Level, const Twine &Message) const {
  DiagnosticsEngine &Diags = C.getDriver().getDiags();
  Diags.Report(Diags.getDiagnosticIDs()->getCustomDiagID(
      static_cast<clang::DiagnosticIDs::Level>(Level), Message.str()));
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void JobRewriter::renameFiles() {
  auto Rename = [&](const auto &Files, auto Add) {
    for (auto &[Job, Name] : SmallVector<std::pair<const clang::driver::JobAction *, const char *>>(
             Files.begin(), Files.end()))
      if (std::string New = Targets.restoreNames(Name); New != Name)
        (C.*Add)(save(New), Job);
  };
  Rename(C.getResultFiles(), &clang::driver::Compilation::addResultFile);
  Rename(C.getFailureResultFiles(), &clang::driver::Compilation::addFailureResultFile);

  // Temporary files exist already, so that nobody else takes their names; so must these.
  for (StringRef Name : Arguments(C.getTempFiles())) {
    const std::string Model = Targets.restoreNames(Name.substr(0, Name.rfind('-'))) + "-%%%%%%" +
                              sys::path::extension(Name).str();
    SmallString<128> New;
    if (Targets.restoreNames(Name) == Name || sys::fs::createUniqueFile(Model, New))
      continue;
    RenamedFiles.push_back({Name.str(), C.addTempFile(save(New))});
  }
}

JobRewriter::Arguments JobRewriter::restoreNames(const Command &Job) const {
  Arguments Restored;
  for (StringRef Arg : Job.getArguments()) {
    std::string Text = Arg.str();
    for (const auto &[Old, New] : RenamedFiles)
      if (size_t At = Text.find(Old); At != std::string::npos)
        Text.replace(At, Old.size(), New);
    Restored.push_back(save(Targets.restoreNames(Text)));
  }
  return Restored;
}

/// The name of a target for ptxas and what comes after it.
std::string JobRewriter::getToolsName(StringRef Name) const {
  const GPUTarget *Target = lookupGPUTarget(Name);
  const bool IsRenamed = Target && !Target->LaterName.empty() && ToolsToolkit &&
                         ToolsToolkit->getPTXVersion() >= lookupGPUTarget(Target->LaterName)->MinimumPTX;
  return IsRenamed ? Target->LaterName.str() : Name.str();
}

//===----------------------------------------------------------------------===//
// The front end
//===----------------------------------------------------------------------===//

unsigned JobRewriter::choosePTXVersion(const GPUTarget &Target) const {
  const unsigned SDK = ToolsToolkit ? ToolsToolkit->getPTXVersion() : 0;
  return std::max<unsigned>(Target.MinimumPTX, SDK);
}

/// Stand-in, feature and PTX version. The front end looks for the newest PTX version that
/// it knows, the back end takes the newest that there is.
void JobRewriter::setTarget(Arguments &Args) const {
  bool IsPTXAsked = false;
  for (StringRef Feature : C.getArgs().getAllArgValues(options::OPT_cuda_feature_EQ))
    IsPTXAsked |= Feature.starts_with("+ptx");

  Arguments New;
  unsigned PTXVersion = 0;
  const GPUTarget *Target = nullptr;
  for (size_t I = 0; I < Args.size(); ++I) {
    const StringRef Option = Args[I], Value = I + 1 < Args.size() ? Args[I + 1] : "";
    New.push_back(Args[I]);
    if (Option == "-target-cpu") {
      Target = lookupGPUTarget(Value);
      if (!Target || Target->InLLVM19) {
        Target = nullptr;
        continue;
      }
      append_range(New, ArrayRef({save(getStandIn(*Target)), "-target-feature", save("+" + Value)}));
      ++I;
    } else if (unsigned Version = 0; Option == "-target-feature" && Value.starts_with("+ptx") &&
                                     !Value.drop_front(strlen("+ptx")).getAsInteger(10, Version)) {
      PTXVersion = Target && !IsPTXAsked ? choosePTXVersion(*Target) : Version;
      if (PTXVersion > ClangsNewestPTX) {
        append_range(New, ArrayRef({save("+ptx" + Twine(ClangsNewestPTX)), "-target-feature",
                                    save("+ptx" + Twine(PTXVersion))}));
        ++I;
      }
    }
  }
  Args = std::move(New);
}

void JobRewriter::addMacros(Arguments &Args, const GPUTarget *Target) const {
  Arguments Macros;
  if (Target)
    for (const std::string &Macro : getTargetMacros(*Target))
      Macros.push_back(save(Macro));
  if (StringRef List = Targets.getArchList(); !List.empty())
    Macros.push_back(save("-D__CUDA_ARCH_LIST__=" + List));
  Args.insert(Args.begin() + 1, Macros.begin(), Macros.end());
}

/// What nvcc looks into and clang 19 does not, our headers, and those that clang 19 wants
/// of an SDK that has them no more.
void JobRewriter::addIncludes(Arguments &Args) const {
  if (C.getArgs().hasArg(options::OPT_nogpuinc) || !HeadersToolkit)
    return;
  Arguments Folders;
  auto Add = [&](const Twine &Folder) {
    append_range(Folders, ArrayRef({"-internal-isystem", save(Folder)}));
  };
  if (std::string CCCL = HeadersToolkit->Root + "/include/cccl"; sys::fs::is_directory(CCCL))
    Add(CCCL);
  Add(Includes + "/sdk-shims");
  // The last options are -x cuda FILE.
  Args.insert(Args.end() - 3, Folders.begin(), Folders.end());
}

void JobRewriter::rewriteFrontEnd(Arguments &Args) const {
  const bool IsDevice = getValue(Args, "-triple").starts_with("nvptx");
  const GPUTarget *Target = IsDevice ? lookupGPUTarget(getValue(Args, "-target-cpu")) : nullptr;
  if (IsDevice)
    setTarget(Args);
  if (getValue(Args, "-x") != "cuda")
    return;
  addIncludes(Args);
  addMacros(Args, Target);
}

//===----------------------------------------------------------------------===//
// NVIDIA's tools
//===----------------------------------------------------------------------===//

void JobRewriter::rewriteAssembler(Arguments &Args) {
  const StringRef Name = getValue(Args, "--gpu-name");
  const GPUTarget *Target = lookupGPUTarget(Name);
  if (Target && !Target->InLLVM19 && ToolsToolkit &&
      ToolsToolkit->getPTXVersion() < Target->MinimumPTX)
    report(clang::DiagnosticIDs::Error,
           Name + " needs PTX ISA " + spellPTXVersion(Target->MinimumPTX) + " and so CUDA " +
               spellFirstCUDA(Target->MinimumPTX) + " or later; in " + ToolsToolkit->Root +
               " is CUDA " + ToolsToolkit->spellVersion());
  rewriteLinker(Args);
}

void JobRewriter::rewriteLinker(Arguments &Args) const {
  for (size_t I = 1; I < Args.size(); ++I)
    if (StringRef Option = Args[I - 1]; Option == "--gpu-name" || Option == "-arch")
      Args[I] = save(getToolsName(Args[I]));
}

/// CUDA 13 took the option away that clang 19 uses:
/// --image=profile=compute_90,file=F is --image3=kind=ptx,sm=90,file=F.
void JobRewriter::rewriteFatBinary(Arguments &Args) const {
  for (const char *&Arg : Args) {
    StringRef Rest = Arg;
    if (!Rest.consume_front("--image=profile="))
      continue;
    auto [Profile, File] = Rest.split(',');
    const bool IsPTX = Profile.consume_front("compute_");
    const std::string Name = getToolsName(IsPTX ? ("sm_" + Profile).str() : Profile.str());
    Arg = save("--image3=kind=" + Twine(IsPTX ? "ptx" : "elf") +
               ",sm=" + StringRef(Name).drop_front(strlen("sm_")) + "," + File);
  }
}

void JobRewriter::checkTool(const Command &Job) {
  const StringRef Program = Job.getExecutable(), Tool = getTool(Job);
  if (sys::findProgramByName(Program) || is_contained(ReportedTools, Tool))
    return;
  ReportedTools.push_back(Tool.str());
  std::string Looked = sys::path::is_absolute(Program) ? " at " + Program.str() : " on the PATH";
  if (HeadersToolkit && !sys::path::is_absolute(Program))
    Looked = " in " + HeadersToolkit->Root + "/bin and" + Looked;
  report(clang::DiagnosticIDs::Error,
         "there is no " + Tool + Looked +
             "; machine code needs the ptxas and fatbinary of a CUDA SDK (--cuda-path=, "
             "--ptxas-path=), PTX alone can be made by --cuda-device-only -S");
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

void JobRewriter::findToolkits() {
  for (const Command &Job : C.getJobs()) {
    if (getTool(Job) == "ptxas" && !ToolsToolkit)
      ToolsToolkit = CUDAToolkit::read(getRoot(Job.getExecutable()));
    if (!isFrontEnd(Job) || HeadersToolkit)
      continue;
    const Arguments &Args = Job.getArguments();
    for (size_t I = 1; I < Args.size() && !HeadersToolkit; ++I)
      if (StringRef(Args[I - 1]) == "-internal-isystem")
        HeadersToolkit = CUDAToolkit::read(sys::path::parent_path(Args[I]));
  }
  if (!ToolsToolkit)
    ToolsToolkit = HeadersToolkit;
  if (ToolsToolkit && ToolsToolkit->isNewerThanKnown())
    report(clang::DiagnosticIDs::Warning, "CUDA " + ToolsToolkit->spellVersion() + " in " +
                                              ToolsToolkit->Root +
                                              " is newer than the newest that is known here");
}

void JobRewriter::run() {
  const bool PrintsOnly = C.getArgs().hasArg(options::OPT__HASH_HASH_HASH);
  renameFiles();
  findToolkits();
  for (Command &Job : C.getJobs()) {
    Arguments Args = restoreNames(Job);
    if (isFrontEnd(Job))
      rewriteFrontEnd(Args);
    else if (getTool(Job) == "ptxas")
      rewriteAssembler(Args);
    else if (getTool(Job) == "fatbinary")
      rewriteFatBinary(Args);
    else if (getTool(Job) == "nvlink")
      rewriteLinker(Args);
    Job.replaceArguments(std::move(Args));
    if (!PrintsOnly && is_contained({"ptxas", "fatbinary", "nvlink"}, getTool(Job)))
      checkTool(Job);
  }
}

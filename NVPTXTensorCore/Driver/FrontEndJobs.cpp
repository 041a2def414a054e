//===- FrontEndJobs.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A job of clang's front end gets the placeholder as its GPU and the real target as a
// feature, by which the back end compiles (CodeGen/Target/TargetRequest.cpp); further nvcc's
// macros and, behind all other folders, headers.
//
//===----------------------------------------------------------------------===//

#include "Jobs.h"
#include "Placeholders.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace llvm::tensorcore;
namespace options = clang::options;

/// Chooses the version if the command line does not: the newest that the SDK's ptxas takes, so that
/// all instructions are there, and at least the target's first. clang knows no SDK after 12.9.
static unsigned choosePTXVersion(const Plan &P, const GPUTarget &Target) {
  const unsigned SDK = P.ToolsToolkit ? P.ToolsToolkit->getPTXVersion() : 0;
  return std::max<unsigned>(Target.MinimumPTX, SDK);
}

/// NN of "+ptxNN"; 0 for other features.
static unsigned getPTXVersion(StringRef Feature) {
  unsigned Version = 0;
  return Feature.consume_front("+ptx") && !Feature.getAsInteger(10, Version) ? Version : 0;
}

/// PTX versions that clang chose give way to `Version`, unless that is 0. Next to a version
/// that the front end does not know comes the newest that it does, for its builtins; the
/// back end takes the higher one.
static void setPTXVersion(const Plan &P, Arguments &Args, unsigned Version) {
  Arguments New;
  for (const char *Arg : Args) {
    const unsigned Asked = getPTXVersion(Arg);
    const unsigned Chosen = Version ? Version : Asked;
    if (!Asked || Chosen <= ClangsNewestPTX) {
      New.push_back(Asked ? P.save("+ptx" + Twine(Chosen)) : Arg);
      continue;
    }
    append_range(New, ArrayRef({P.save("+ptx" + Twine(ClangsNewestPTX)), "-target-feature",
                                P.save("+ptx" + Twine(Chosen))}));
  }
  Args = std::move(New);
}

/// `Target` is null where clang knows the GPU and this project's table does not have it.
static void setTarget(const Plan &P, Arguments &Args, const GPUTarget *Target) {
  if (!Target)
    return setPTXVersion(P, Args, 0);
  const bool IsPTXAsked =
      getPTXVersion(P.C.getArgs().getLastArgValue(options::OPT_cuda_feature_EQ)) != 0;
  setPTXVersion(P, Args, IsPTXAsked ? 0 : choosePTXVersion(P, *Target));
  if (Target->InClang)
    return;
  for (size_t I = 1; I < Args.size(); ++I) {
    if (StringRef(Args[I - 1]) != "-target-cpu")
      continue;
    Args[I] = P.save(getPlaceholder(*Target));
    const char *Feature[] = {"-target-feature", P.save("+" + Target->Name)};
    Args.insert(Args.begin() + I + 1, std::begin(Feature), std::end(Feature));
    return;
  }
}

/// nvcc's version is its SDK's. Not __NVCC__: headers take that for a compiler with nvcc's own
/// pragmas and builtins.
static void addVersionMacros(const Plan &P, Arguments &Macros) {
  const unsigned Version = P.Toolkit ? P.Toolkit->Version : getNewestCUDA();
  for (StringRef Prefix : {"-D__CUDACC_VER_", "-D__CUDA_API_VER_"}) {
    Macros.push_back(P.save(Prefix + "MAJOR__=" + Twine(Version / 1000)));
    Macros.push_back(P.save(Prefix + "MINOR__=" + Twine(Version % 1000 / 10)));
  }
  Macros.push_back(P.save("-D__CUDACC_VER_BUILD__=" + Twine(getBuild(Version))));
  if (P.C.getArgs().hasFlag(options::OPT_fgpu_rdc, options::OPT_fno_gpu_rdc, false))
    Macros.push_back("-D__CUDACC_RDC__");
}

static void addMacros(const Plan &P, Arguments &Args, const GPUTarget *Target) {
  Arguments Macros;
  if (Target)
    for (const std::string &Macro : getTargetMacros(*Target))
      Macros.push_back(P.save(Macro));
  constexpr StringLiteral ArchList = "-D__CUDA_ARCH_LIST__="; // clang's has placeholders
  erase_if(Args, [&](const char *A) { return StringRef(A).starts_with(ArchList); });
  if (StringRef List = P.Targets.getArchList(); !List.empty())
    Macros.push_back(P.save(ArchList + List));
  addVersionMacros(P, Macros);
  Args.insert(Args.begin() + 1, Macros.begin(), Macros.end());
}

/// The folder that nvcc has in its search path and clang has not; ours; and headers that
/// clang wants of an SDK that has them no more.
static void addIncludes(const Plan &P, StringRef Includes, Arguments &Args) {
  std::vector<std::string> Folders = {Includes.str()};
  if (P.Toolkit && !P.C.getArgs().hasArg(options::OPT_no_offload_inc))
    Folders = {P.Toolkit->Root + "/include/cccl", Includes.str(), (Includes + "/sdk-shims").str()};
  Arguments New;
  for (const std::string &Folder : Folders)
    if (sys::fs::is_directory(Folder))
      append_range(New, ArrayRef({"-internal-isystem", P.save(Folder)}));
  // Behind all others, for omp.h: GCC's own headers, which nvcc has, too.
  for (StringRef Arg : Args)
    if (auto [GCC, Rest] = Arg.split("/../../../../include/c++/"); !Rest.empty()) {
      append_range(New, ArrayRef({"-idirafter", P.save(GCC + "/include")}));
      break;
    }
  // The last options are -x cuda FILE.
  Args.insert(Args.end() - 3, New.begin(), New.end());
  // Headers that stand for the user's of the same names.
  const std::string Front = (Includes + "/sdk-shims/front").str();
  const char *First[] = {"-I", P.save(Front)};
  if (sys::fs::is_directory(Front))
    Args.insert(Args.begin() + 1, std::begin(First), std::end(First));
}

/// nvcc's builtins, right behind the header that clang begins with, before what the user includes.
/// Around both, macros with names of one letter are set aside.
static void addBuiltins(const Plan &P, StringRef Includes, Arguments &Args) {
  auto Clangs = find_if(Args, [](StringRef A) { return A == "__clang_cuda_runtime_wrapper.h"; });
  if (Clangs == Args.end())
    return;
  auto Shim = [&](StringRef Name) { return P.save(Includes + "/sdk-shims/" + Name); };
  const char *Behind[] = {"-include", Shim("nvcc_builtins.h"), "-include", Shim("macros_back.h")};
  Clangs = Args.insert(Clangs + 1, std::begin(Behind), std::end(Behind)) - 2;
  const char *Before[] = {"-include", Shim("macros_aside.h")};
  Args.insert(Clangs, std::begin(Before), std::end(Before));
}

/// Lines for the messages of the back end. A remark that somebody asks for makes clang keep them
/// without debug information, and no pass has this name.
static void keepLines(Arguments &Args) {
  Args.insert(Args.begin() + 1, "-Rpass=lines-for-messages");
}

void tensorcore::rewriteFrontEndJob(const Plan &P, StringRef Includes, Arguments &Args) {
  const bool IsDevice = getValue(Args, "-triple").starts_with("nvptx");
  const GPUTarget *Target = IsDevice ? lookupGPUTarget(getValue(Args, "-target-cpu")) : nullptr;
  if (IsDevice) {
    setTarget(P, Args, Target);
    keepLines(Args);
  }
  if (getValue(Args, "-x") != "cuda") // preprocessed already, or no source text at all
    return;
  addIncludes(P, Includes, Args);
  addBuiltins(P, Includes, Args);
  addMacros(P, Args, Target);
}

//===- Jobs.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The jobs that clang's driver has made for placeholders become jobs for the targets
// that were asked for. What jobs there are, in what order, and what becomes of their
// files stays clang's affair.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_JOBS_H
#define NVPTXTENSORCORE_DRIVER_JOBS_H

#include "CUDAToolkit.h"
#include "OffloadTargets.h"
#include "clang/Driver/Compilation.h"

namespace llvm::tensorcore {

class JobRewriter {
public:
  /// `Includes` is the folder of our headers.
  JobRewriter(clang::driver::Compilation &C, const OffloadTargets &Targets, StringRef Includes);

  /// Rewrites all jobs. What is missing for them is reported to the driver's diagnostics.
  void run();

private:
  using Arguments = opt::ArgStringList;

  void renameFiles();
  Arguments restoreNames(const clang::driver::Command &Job) const;
  void findToolkits();

  void rewriteFrontEnd(Arguments &Args) const;
  void setTarget(Arguments &Args) const;
  void addMacros(Arguments &Args, const GPUTarget *Target) const;
  void addIncludes(Arguments &Args) const;
  void rewriteAssembler(Arguments &Args);
  void rewriteLinker(Arguments &Args) const;
  void rewriteFatBinary(Arguments &Args) const;

  unsigned choosePTXVersion(const GPUTarget &Target) const;
  std::string getToolsName(StringRef Target) const;
  const char *save(const Twine &Text) const;
  void checkTool(const clang::driver::Command &Job);
  void report(unsigned Level, const Twine &Message) const;

  clang::driver::Compilation &C;
  const OffloadTargets &Targets;
  const StringRef Includes;
  /// The SDK of the headers and that of ptxas, which are one unless --ptxas-path says otherwise.
  std::optional<CUDAToolkit> HeadersToolkit, ToolsToolkit;
  /// Temporary files under their old names and under the new ones.
  std::vector<std::pair<std::string, std::string>> RenamedFiles;
  std::vector<std::string> ReportedTools;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_DRIVER_JOBS_H

//===- Assembler.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas reads and writes files, which have random names and are removed.
//
//===----------------------------------------------------------------------===//

#include "Library/Assembler.h"
#include "Model/Tables/MMATables.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

static std::string readFile(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

Expected<std::string> tensorcore::assemble(StringRef PTX, StringRef Target, StringRef PTXAS) {
  std::string Found = PTXAS.str();
  if (Found.empty()) {
    auto OnPath = sys::findProgramByName("ptxas");
    if (!OnPath)
      OnPath = sys::findProgramByName("ptxas", {"/usr/local/cuda/bin"});
    if (!OnPath)
      return createStringError("there is no ptxas on PATH or in /usr/local/cuda/bin; expected one "
                               "for a cubin");
    Found = *OnPath;
  }
  SmallString<0> Input, Output, Log;
  for (auto [Path, Suffix] : {std::pair(&Input, "ptx"), {&Output, "cubin"}, {&Log, "log"}})
    if (std::error_code E = sys::fs::createTemporaryFile("nvptxtc", Suffix, *Path))
      return createStringError("ptxas has no file for its work: " + E.message());
  const FileRemover Removers[] = {FileRemover(Input), FileRemover(Output), FileRemover(Log)};
  std::error_code E;
  raw_fd_ostream File(Input, E);
  File << PTX;
  File.close();
  if (File.has_error()) {
    File.clear_error();
    return createStringError("ptxas has no file for its work");
  }
  // NVIDIA's tools have renamed some targets.
  const GPUTarget *GPU = lookupGPUTarget(Target);
  if (GPU && !GPU->LaterName.empty())
    Target = GPU->LaterName;
  const std::string Arch = ("-arch=" + Target).str();
  std::string Failure;
  const int Code = sys::ExecuteAndWait(Found, {Found, Arch, Input, "-o", Output},
                                       /*Env=*/std::nullopt, {"", Log.str(), Log.str()},
                                       /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Failure);
  if (Code)
    return createStringError("ptxas: " + (Failure.empty() ? readFile(Log) : Failure));
  return readFile(Output);
}

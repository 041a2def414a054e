//===- PTXCommand.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptx.
//
//===----------------------------------------------------------------------===//

#include "Explain/CommandLine/Commands.h"
#include "Explain/PTX/PTXReport.h"
#include "Explain/Subjects/Targets.h"
#include "Model/Tables/Errors.h"
#include "PTX/Reader.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// A target with the version that is asked for, or with the file's own if the target has that.
static Expected<TargetVersion> getTarget(StringRef Name, StringRef Version, StringRef OwnVersion) {
  if (!Version.empty() || OwnVersion.empty())
    return parseTarget(Name, Version);
  Expected<TargetVersion> Target = parseTarget(Name, OwnVersion);
  if (Target)
    return Target;
  consumeError(Target.takeError());
  return parseTarget(Name, "");
}

static Expected<std::unique_ptr<MemoryBuffer>> openFile(StringRef File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFileOrSTDIN(File);
  if (!Buffer)
    return makeError("cannot read '" + File + "': " + Buffer.getError().message());
  return std::move(*Buffer);
}

Expected<bool> explain::runPTX(raw_ostream &OS, StringRef File, StringRef TargetName,
                               StringRef PTXVersion, bool AsJSON) {
  if (TargetName.empty() && !PTXVersion.empty())
    return makeError("--ptx needs --target");
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openFile(File);
  if (!Buffer)
    return Buffer.takeError();
  PTXReport Report = readPTX((*Buffer)->getBuffer());
  if (Report.OwnVersion.empty())
    return makeError("'" + File + "': " + ptx::explainNoVersion((*Buffer)->getBuffer()));
  if (!TargetName.empty()) {
    Expected<TargetVersion> Target = getTarget(TargetName, PTXVersion, Report.OwnVersion);
    if (!Target)
      return Target.takeError();
    Report = readPTX((*Buffer)->getBuffer(), &*Target);
  }
  if (AsJSON) {
    json::OStream JSON(OS, /*IndentSize=*/1);
    print(JSON, Report);
    OS << '\n';
  } else {
    print(OS, Report);
  }
  // A file without tensor-core instructions needs no target that has some.
  bool IsJudged = Report.TargetError.empty() || Report.countInstructions() == 0;
  return Report.countErrors() == 0 && IsJudged;
}

Expected<bool> explain::runSyntax(raw_ostream &OS, StringRef File) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openFile(File);
  if (!Buffer)
    return Buffer.takeError();
  const ptx::Module Module = ptx::readModule((*Buffer)->getBuffer());
  for (const ptx::Fault &F : Module.Faults)
    OS << F.str() << '\n';
  size_t Statements = 0;
  for (const ptx::Function &F : Module.Functions)
    Statements += F.Body.size();
  OS << formatv("{0} functions with {1} statements, {2} variables, {3} faults\n",
                Module.Functions.size(), Statements, Module.Variables.size(), Module.Faults.size());
  return Module.Faults.empty();
}

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

Expected<bool> explain::runPTX(raw_ostream &OS, StringRef File, StringRef TargetName,
                               StringRef PTXVersion, bool AsJSON) {
  if (TargetName.empty() && !PTXVersion.empty())
    return makeError("--ptx needs --target");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFileOrSTDIN(File);
  if (!Buffer)
    return makeError("cannot read '" + File + "': " + Buffer.getError().message());
  PTXReport Report = readPTX((*Buffer)->getBuffer());
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
  // Who has no tensor-core instructions needs no target that has.
  bool IsJudged = Report.TargetError.empty() || Report.countInstructions() == 0;
  return Report.countErrors() == 0 && IsJudged;
}

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

#include "Explain/Commands.h"
#include "Explain/PTXReport.h"
#include "Explain/Targets.h"
#include "Model/Errors.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

Expected<bool> explain::runPTX(raw_ostream &OS, StringRef File, StringRef TargetName,
                               StringRef PTXVersion, bool AsJSON) {
  std::optional<TargetVersion> Target;
  if (TargetName.empty() && !PTXVersion.empty())
    return makeError("--ptx needs --target");
  if (!TargetName.empty()) {
    Expected<TargetVersion> Parsed = parseTarget(TargetName, PTXVersion);
    if (!Parsed)
      return Parsed.takeError();
    Target = *Parsed;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFileOrSTDIN(File);
  if (!Buffer)
    return makeError("cannot read '" + File + "': " + Buffer.getError().message());
  PTXReport Report = readPTX((*Buffer)->getBuffer(), Target ? &*Target : nullptr);
  if (AsJSON) {
    json::OStream JSON(OS, /*IndentSize=*/1);
    print(JSON, Report);
    OS << '\n';
  } else {
    print(OS, Report);
  }
  return Report.countErrors() == 0 && Report.TargetError.empty();
}

//===- MMAExplain.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma-explain: what a tensor-core instruction is, where it is legal, who holds what, and
// what a descriptor's word means. The program is options and exit codes; the answers are
// those of Explain/.
//
//===----------------------------------------------------------------------===//

#include "Explain/CommandLine/Commands.h"
#include "Explain/CommandLine/Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore::explain;

int main(int ArgC, char **ArgV) {
  InitLLVM Initialize(ArgC, ArgV);
  hideForeignOptions();
  cl::ParseCommandLineOptions(ArgC, ArgV, getOverview());
  Expected<bool> IsFine = runCommand(outs());
  if (!IsFine) {
    outs().flush();
    WithColor::error(errs(), "mma-explain") << toString(IsFine.takeError()) << '\n';
    return 1;
  }
  return *IsFine ? 0 : 1;
}

//===- PTXRun.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptx-run: runs a kernel without a GPU, and says what is wrong with it.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Device.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static cl::OptionCategory Category("ptx-run");

static cl::opt<std::string> File(cl::Positional, cl::desc("<PTX file>"), cl::Required,
                                 cl::cat(Category));
static cl::opt<uint64_t> Seed("seed", cl::desc("Of the schedule"), cl::init(1), cl::cat(Category));

int main(int Argc, char **Argv) {
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(Argc, Argv, "Runs PTX without a GPU.\n");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFileOrSTDIN(File);
  if (!Text) {
    WithColor::error(errs(), "ptx-run") << File << ": " << Text.getError().message() << '\n';
    return 2;
  }
  Device D;
  Expected<const Program *> P = D.load((*Text)->getBuffer());
  if (!P) {
    WithColor::error(errs(), "ptx-run") << File << ": " << toString(P.takeError()) << '\n';
    return 2;
  }
  LaunchRequest Request;
  Request.Module = *P;
  Request.Kernel = (*P)->getEntries().front();
  Request.Block = {64, 1, 1};
  const uint64_t Out = D.getMemory().allocate(1024, 256, "allocation 1");
  Request.Parameters.resize(Request.Kernel->ParameterBytes);
  memcpy(Request.Parameters.data(), &Out, std::min<size_t>(8, Request.Parameters.size()));
  RunOptions Options;
  Options.Seed = Seed;
  ReportList Reports(Options.Levels);
  RunStatistics Statistics;
  if (Error E = D.run(Request, Options, Reports, outs(), &Statistics)) {
    WithColor::error(errs(), "ptx-run") << toString(std::move(E)) << '\n';
    return 2;
  }
  for (const Report &R : Reports.getReports())
    outs() << getCheckInfo(R.Kind).Name << ": " << R.Sentence << '\n';
  for (unsigned I = 0; I != 64; ++I)
    outs() << reinterpret_cast<uint32_t *>(Out)[I] << ' ';
  outs() << '\n' << Statistics.ThreadInstructions << " instructions\n";
  return Reports.hasErrors();
}

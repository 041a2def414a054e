//===- EmulatorKernel.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel around statements.
//
//===----------------------------------------------------------------------===//

#include "EmulatorKernel.h"
#include "Emulator/Device.h"
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

static constexpr const char *Begin = R"(
.visible .entry test(.param .u64 in, .param .u64 out) {
  .reg .pred %p<50>;
  .reg .b8 %b<50>;
  .reg .b16 %rs<50>;
  .reg .b32 %r<50>;
  .reg .f32 %f<50>;
  .reg .b64 %rd<50>;
  .reg .f64 %fd<50>;
  .reg .b128 %q<50>;
  mov.u32 %r0, %tid.x;
  ld.param.u64 %rd0, [in];
  mad.wide.u32 %rd0, %r0, 32, %rd0;
  ld.global.v2.u64 {%rd1, %rd2}, [%rd0];
  ld.global.v2.u64 {%rd3, %rd4}, [%rd0+16];
  mov.u64 %rd5, 0;
  mov.u64 %rd6, 0;
  mov.u64 %rd7, 0;
  mov.u64 %rd8, 0;
)";
static constexpr const char *End = R"(
  mov.u32 %r0, %tid.x;
  ld.param.u64 %rd0, [out];
  mad.wide.u32 %rd0, %r0, 32, %rd0;
  st.global.v2.u64 [%rd0], {%rd5, %rd6};
  st.global.v2.u64 [%rd0+16], {%rd7, %rd8};
  ret;
}
)";

KernelOperands emulator::repeat(std::array<uint64_t, 4> Operands, unsigned Count) {
  return KernelOperands(Count, Operands);
}

KernelResult emulator::runStatements(StringRef Statements, const KernelOperands &Operands,
                                     StringRef Before, unsigned NumHostThreads) {
  KernelResult Result;
  const std::string Text = ".version 9.0\n.target sm_100a\n.address_size 64\n" + Before.str() +
                           Begin + Statements.str() + End;
  Device D;
  Expected<const Program *> P = D.load(Text);
  if (!P) {
    Result.Wrong = toString(P.takeError());
    return Result;
  }
  const size_t Bytes = Operands.size() * sizeof(Operands[0]);
  const uint64_t Locations[2] = {D.getMemory().allocate(Bytes, 256, "operands"),
                                 D.getMemory().allocate(Bytes, 256, "results")};
  std::memcpy(reinterpret_cast<void *>(Locations[0]), Operands.data(), Bytes);
  LaunchRequest Request;
  Request.Module = *P;
  Request.Kernel = (*P)->findFunction("test");
  Request.Block.X = unsigned(Operands.size());
  Request.Parameters.resize(sizeof(Locations));
  std::memcpy(Request.Parameters.data(), Locations, sizeof(Locations));
  RunOptions Options;
  Options.NumThreads = NumHostThreads;
  Options.MaxSteps = 10'000'000;
  // What instructions do is tested here, whatever the target of the kernel is.
  Options.Levels[unsigned(Check::Legality)] = Severity::Off;
  ReportList Reports(Options.Levels);
  raw_string_ostream Output(Result.Output);
  if (Error E = D.run(Request, Options, Reports, Output)) {
    Result.Wrong = toString(std::move(E));
    return Result;
  }
  for (const Report &R : Reports.getReports())
    Result.Wrong += R.Sentence + "\n";
  Result.Values.resize(Operands.size());
  std::memcpy(Result.Values.data(), reinterpret_cast<void *>(Locations[1]), Bytes);
  return Result;
}

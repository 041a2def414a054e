//===- Reports.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of checks, and the list of reports.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Checks/Reports.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

// clang-format off
static constexpr CheckInfo Checks[] = {
    // kind                    name                    default            fault  description
    {Check::OutOfBounds,       "out-of-bounds",        Severity::Error,   true,  "accesses where no memory is, or memory of another space"},
    {Check::Misaligned,        "misaligned",           Severity::Error,   true,  "addresses that are not a multiple of what the instruction wants"},
    {Check::IllegalInstruction,"illegal-instruction",  Severity::Error,   true,  "values of operands that the instruction does not take"},
    {Check::Trap,              "trap",                 Severity::Error,   true,  "trap, brkpt, and assertions of the kernel"},
    {Check::Deadlock,          "deadlock",             Severity::Error,   true,  "threads that wait for what never comes"},
    {Check::StepLimit,         "step-limit",           Severity::Error,   true,  "more instructions than --max-steps"},
    {Check::Divergence,        "divergence",           Severity::Error,   true,  ".aligned and .sync instructions without threads that they need"},
    {Check::Legality,          "legality",             Severity::Error,   false, "instructions that the module's .target or .version does not have"},
    {Check::Race,              "race",                 Severity::Error,   false, "accesses to one place that nothing orders"},
    {Check::EqualWrites,       "equal-writes",         Severity::Warning, false, "writes of one value to one place, by several warps, that nothing orders"},
    {Check::ProxyFence,        "proxy-fence",          Severity::Error,   false, "accesses through two proxies without a proxy fence between them"},
    {Check::RegistersInFlight, "registers-in-flight",  Severity::Error,   false, "registers of an asynchronous instruction that are used before its end"},
    {Check::FenceCopies,       "fence-copies",         Severity::Warning, false, "copies of registers of wgmma behind its wgmma.fence, where compilers move them"},
    {Check::Uninitialized,     "uninitialized",        Severity::Error,   false, "values that nobody wrote"},
    {Check::UninitializedGlobal,"uninitialized-global",Severity::Warning, false, "values of global memory that nobody wrote"},
    {Check::Barriers,          "barriers",             Severity::Error,   false, "counts and phases of barriers"},
    {Check::CopyProxyFence,    "copy-proxy-fence",     Severity::Warning, false, "cp.async and a read through the async proxy without a proxy fence between them"},
    {Check::TensorFence,       "tensor-fence",         Severity::Error,   false, "tcgen05 of two threads without a tcgen05.fence on each side"},
    {Check::TensorPipeline,    "tensor-pipeline",      Severity::Warning, false, "tcgen05 of one thread in an order that PTX does not promise"},
    {Check::TensorMemory,      "tensor-memory",        Severity::Error,   false, "tensor memory that is not allocated, of another warp, or not given back"},
    {Check::Descriptors,       "descriptors",          Severity::Error,   false, "descriptors with values that the instruction does not take"},
    {Check::Permit,            "permit",               Severity::Off,     false, "the permit to allocate tensor memory, not given back"},
    {Check::MBarrierAtExit,    "mbarrier-at-exit",     Severity::Off,     false, "kernels that end in a phase of an mbarrier that some have arrived in"},
    {Check::Unfinished,        "unfinished",           Severity::Error,   false, "asynchronous operations that nobody waits for"},
};
// clang-format on

ArrayRef<CheckInfo> emulator::getChecks() { return Checks; }
const CheckInfo &emulator::getCheckInfo(Check Kind) { return Checks[unsigned(Kind)]; }

Severities emulator::getDefaultSeverities() {
  Severities Result;
  for (const CheckInfo &C : Checks)
    Result[unsigned(C.Kind)] = C.Default;
  return Result;
}

bool ReportList::repeat(Check Kind, const Place &At) {
  if (!isOn(Kind))
    return true;
  std::lock_guard<std::mutex> Guard(Lock);
  const auto It = Known.find({At.Instruction, Kind});
  if (It == Known.end())
    return false;
  Report &R = Reports[It->second];
  NumErrors += R.Level == Severity::Error;
  ++R.Count;
  if (R.At.Block == At.Block && R.At.Warp == At.Warp)
    R.At.Lanes |= At.Lanes;
  return true;
}

void ReportList::add(Report R) {
  if (repeat(R.Kind, R.At))
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  NumErrors += R.Level == Severity::Error;
  Known.try_emplace({R.At.Instruction, R.Kind}, Reports.size());
  Reports.push_back(std::move(R));
}

void ReportList::clear() {
  Reports.clear();
  Known.clear();
  NumErrors = 0;
}

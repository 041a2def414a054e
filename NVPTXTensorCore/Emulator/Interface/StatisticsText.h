//===- StatisticsText.h -----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the statistics of a run as tables and as JSON.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_INTERFACE_STATISTICSTEXT_H
#define NVPTXTENSORCORE_EMULATOR_INTERFACE_STATISTICSTEXT_H

#include "Emulator/Interface/ReportText.h"
#include "Emulator/Machine/Launch.h"

namespace llvm::tensorcore::run {

void printStatistics(const emulator::RunStatistics &S, const emulator::LaunchRequest &R,
                     const SourceText &Source, raw_ostream &OS);

json::Object makeStatisticsJSON(const emulator::RunStatistics &S, const emulator::LaunchRequest &R,
                                const SourceText &Source);

/// Says where the events of a kernel begin. The number of the kernel is 0 if there is no other one.
struct TimelinePosition {
  uint64_t Kernel = 0, Process = 0, Time = 0;
};

/// Returns events in the trace-event format of Perfetto and chrome://tracing: a process for each
/// block, a thread for each warp. Moves the position behind them.
json::Array makeTimeline(const emulator::RunStatistics &S, const emulator::LaunchRequest &R,
                         const SourceText &Source, TimelinePosition &At);
/// Writes the events of all kernels to a file.
Error writeTimeline(StringRef File, json::Array Events);

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_EMULATOR_INTERFACE_STATISTICSTEXT_H

//===- Settings.h -----------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Settings of a run that are not the kernel's: seeds, checks, and where reports go. ptx-run
// reads it from its command line and hands it to the replacements of CUDA's libraries in a
// variable of the environment.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_INTERFACE_SETTINGS_H
#define NVPTXTENSORCORE_EMULATOR_INTERFACE_SETTINGS_H

#include "Emulator/Machine/Launch.h"
#include "llvm/Support/Error.h"

namespace llvm::tensorcore::run {

enum class ReportFormat { Text, JSON, SARIF };

/// The check of a report of something that the emulator does not have.
constexpr char Unsupported[] = "unsupported";

/// Schedules of a run: seeds from the first one on, or of these a shard.
struct ScheduleRange {
  uint64_t Count = 1; ///< of all shards
  uint64_t Shard = 1, NumShards = 1;
  uint64_t getFirst() const { return Shard - 1; }
  /// The number after one; none after the last of the shard.
  std::optional<uint64_t> getNext(uint64_t Number) const {
    return Count - Number > NumShards ? std::optional(Number + NumShards) : std::nullopt;
  }
};
/// Parses `I/N`.
Error parseShard(StringRef Text, ScheduleRange &To);

struct Settings {
  emulator::RunOptions Options;
  ReportFormat Format = ReportFormat::Text;
  bool PrintsStatistics = false;
  std::string StatisticsFile; ///< gets a line of JSON for each kernel
  std::string TimelineFile;   ///< gets the events of each kernel; of programs a line for each

  // These are about programs.
  std::string Device;      ///< "sm_90a"; empty: the newest that the program's PTX is for
  std::string ReportFile;  ///< gets a line of JSON for each report
  std::string PTXFolder;   ///< gets the PTX that is loaded
  std::string OtherPTX;    ///< a file that is loaded instead of the module with its kernels
  bool KeepsGoing = false; ///< calls after a fault work

  /// `seed=7;check=race=off;…`
  std::string print() const;
};

inline constexpr const char *SettingsVariable = "PTX_RUN_SETTINGS";
/// Parses what `print` returned.
Expected<Settings> parseSettings(StringRef Text);

/// `NAME=error`, `NAME=warning` or `NAME=off`.
Error setSeverity(StringRef Text, emulator::Severities &Levels);
void printChecks(raw_ostream &OS);
/// Prints what docs/run-checks.md says of a check. Fails, with the names that there are.
Error explainCheck(StringRef Name, raw_ostream &OS);

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_EMULATOR_INTERFACE_SETTINGS_H

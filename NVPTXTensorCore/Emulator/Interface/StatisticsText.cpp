//===- StatisticsText.cpp ---------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts of instructions as those of opcodes and lines.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Interface/StatisticsText.h"
#include "Emulator/Interface/Occupancy.h"
#include "Model/RegisterBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using namespace llvm::tensorcore::run;

namespace {

struct Line {
  const ptx::Statement *At;
  const InstructionCounts *Counts;
};

/// Describes what both forms print.
struct Summary {
  Summary(const RunStatistics &S, const LaunchRequest &R);

  std::vector<Line> Lines; ///< in the order of the text
  std::vector<std::pair<std::string, uint64_t>> Mix;
  uint64_t AliveLanes = 0, ThreadMultiplyAdds = 0;
  Occupancy Occupied;

  double getTensorShare(const RunStatistics &S) const {
    const uint64_t All = S.MultiplyAdds + ThreadMultiplyAdds;
    return All ? 100.0 * double(S.MultiplyAdds) / double(All) : 0;
  }
};

} // namespace

static Occupancy getOccupancy(const RunStatistics &S, const LaunchRequest &R) {
  const unsigned SM =
      R.Module->Target ? R.Module->Target->GPU->FullSmVersion / 10 : DeviceLimits::UnknownSM;
  return getOccupancy(*R.Module, *R.Kernel, SM, unsigned(R.Block.getCount()), S.SharedBytes);
}

Summary::Summary(const RunStatistics &S, const LaunchRequest &R) : Occupied(getOccupancy(S, R)) {
  for (const auto &[At, Counts] : S.Instructions) {
    Lines.push_back({At, &Counts});
    AliveLanes += Counts.AliveLanes;
    ThreadMultiplyAdds += Counts.MultiplyAdds;
  }
  llvm::sort(Lines, [](const Line &A, const Line &B) {
    return std::make_pair(A.At->At.Line, A.At->At.Column) <
           std::make_pair(B.At->At.Line, B.At->At.Column);
  });
  std::map<std::string, uint64_t> Opcodes;
  for (const Line &L : Lines)
    Opcodes[L.At->getMnemonic()] += L.Counts->Warps;
  Mix.assign(Opcodes.begin(), Opcodes.end());
  llvm::stable_sort(Mix, [](const auto &A, const auto &B) { return A.second > B.second; });
}

static double divide(uint64_t A, uint64_t B) { return B ? double(A) / double(B) : 0; }

/// "61 (gemm.cu:12)", or "61 (gemm.cu:12, which inlines copy.h:7)".
static std::string printLocation(const Line &L, const SourceText &Source) {
  Location At;
  At.Instruction = L.At;
  At.SourceLine = L.Counts->SourceLine;
  const std::vector<SourceLine> Calls = Source.getCalls(At);
  if (Calls.empty())
    return utostr(L.At->At.Line);
  return utostr(L.At->At.Line) + " (" + Calls.front().print() +
         (Calls.size() == 1 ? "" : ", which inlines " + Calls.back().print()) + ")";
}

void run::printStatistics(const RunStatistics &S, const LaunchRequest &R, const SourceText &Source,
                          raw_ostream &OS) {
  const Summary Sum(S, R);
  OS << "  threads of a warp that execute an instruction: "
     << format("%.1f", divide(S.ThreadInstructions, S.WarpInstructions)) << " of "
     << format("%.1f", divide(Sum.AliveLanes, S.WarpInstructions)) << '\n'
     << "  multiply-adds of tensor cores: " << S.MultiplyAdds
     << format(", %.1f %%", Sum.getTensorShare(S)) << " of all\n"
     << "  bytes moved by bulk copies (TMA): " << S.BulkBytes << '\n'
     << "  occupancy: " << Sum.Occupied.Blocks << " blocks, " << Sum.Occupied.Warps << " of "
     << Sum.Occupied.MaxWarps << " warps of a multiprocessor, by " << Sum.Occupied.Limit << "; "
     << Sum.Occupied.Registers.print() << "\n"
     << "  instructions of warps:\n";
  for (const auto &[Name, Count] : Sum.Mix)
    OS << format("    %6.2f %% %10llu  ", 100 * divide(Count, S.WarpInstructions),
                 (unsigned long long)(Count))
       << Name << '\n';
  auto ForEach = [&](const char *Title, auto Wants, auto Print) {
    bool IsFirst = true;
    for (const Line &L : Sum.Lines) {
      if (!Wants(*L.Counts))
        continue;
      if (IsFirst)
        OS << "  " << Title << ":\n";
      IsFirst = false;
      OS << "    line " << printLocation(L, Source) << ", " << L.At->getMnemonic() << ": ";
      Print(*L.Counts);
      OS << '\n';
    }
  };
  ForEach(
      "shared memory", [](const InstructionCounts &C) { return C.SharedRequests != 0; },
      [&](const InstructionCounts &C) {
        OS << C.SharedRequests << " requests, " << C.Wavefronts << " wavefronts, "
           << C.Wavefronts - C.MinWavefronts << " by bank conflicts";
      });
  ForEach(
      "global memory", [](const InstructionCounts &C) { return C.GlobalRequests != 0; },
      [&](const InstructionCounts &C) {
        OS << C.GlobalRequests << " requests, "
           << format("%.1f", divide(C.Sectors, C.GlobalRequests)) << " sectors each";
      });
  ForEach(
      "waits", [](const InstructionCounts &C) { return C.Waits != 0; },
      [&](const InstructionCounts &C) { OS << C.Waits << " of " << C.Warps << " times"; });
}

json::Object run::makeStatisticsJSON(const RunStatistics &S, const LaunchRequest &R,
                                     const SourceText &Source) {
  const Summary Sum(S, R);
  json::Object Mix;
  for (const auto &[Name, Count] : Sum.Mix)
    Mix[Name] = int64_t(Count);
  json::Array Lines;
  for (const Line &L : Sum.Lines) {
    const InstructionCounts &C = *L.Counts;
    json::Object O{{"line", L.At->At.Line},
                   {"instruction", L.At->getMnemonic()},
                   {"warps", int64_t(C.Warps)},
                   {"threads", int64_t(C.Lanes)}};
    Location At;
    At.SourceLine = C.SourceLine;
    if (std::string Of = Source.getSource(At); !Of.empty())
      O["source"] = std::move(Of);
    if (json::Array Calls = makeCalls(At, Source); !Calls.empty())
      O["calls"] = std::move(Calls);
    if (C.SharedRequests)
      O["shared"] = json::Object{{"requests", int64_t(C.SharedRequests)},
                                 {"wavefronts", int64_t(C.Wavefronts)},
                                 {"conflicts", int64_t(C.Wavefronts - C.MinWavefronts)}};
    if (C.GlobalRequests)
      O["global"] =
          json::Object{{"requests", int64_t(C.GlobalRequests)}, {"sectors", int64_t(C.Sectors)}};
    if (C.Waits)
      O["waits"] = int64_t(C.Waits);
    Lines.push_back(std::move(O));
  }
  return json::Object{{"kernel", R.Kernel->Name},
                      {"file", Source.getFile()},
                      {"threadInstructions", int64_t(S.ThreadInstructions)},
                      {"warpInstructions", int64_t(S.WarpInstructions)},
                      {"aliveThreads", int64_t(Sum.AliveLanes)},
                      {"multiplyAdds", int64_t(S.MultiplyAdds)},
                      {"multiplyAddsOfThreads", int64_t(Sum.ThreadMultiplyAdds)},
                      {"bulkBytes", int64_t(S.BulkBytes)},
                      {"sharedBytes", int64_t(S.SharedBytes)},
                      {"occupancy", json::Object{{"blocks", Sum.Occupied.Blocks},
                                                 {"warps", Sum.Occupied.Warps},
                                                 {"maxWarps", Sum.Occupied.MaxWarps},
                                                 {"limit", Sum.Occupied.Limit},
                                                 {"registers", Sum.Occupied.Registers.OfThread},
                                                 {"isOfPTXAS", Sum.Occupied.Registers.IsOfPTXAS}}},
                      {"instructions", std::move(Mix)},
                      {"lines", std::move(Lines)}};
}

json::Array run::makeTimeline(const RunStatistics &S, const LaunchRequest &R,
                              const SourceText &Source, TimelinePosition &At) {
  json::Array Events;
  std::set<uint64_t> Blocks;
  uint64_t End = 0, LastBlock = 0;
  // Each process says which of several kernels it is of.
  const std::string OfKernel =
      At.Kernel ? R.Kernel->Name.str() + " (" + utostr(At.Kernel) + "), " : std::string();
  for (const TimelineEvent &E : S.Timeline) {
    const uint64_t Block = R.Grid.getNumber({E.Block[0], E.Block[1], E.Block[2]});
    End = std::max(End, E.End);
    LastBlock = std::max(LastBlock, Block);
    if (Blocks.insert(Block).second)
      Events.push_back(json::Object{
          {"ph", "M"},
          {"name", "process_name"},
          {"pid", int64_t(At.Process + Block)},
          {"args",
           json::Object{{"name", OfKernel + "block (" + utostr(E.Block[0]) + "," +
                                     utostr(E.Block[1]) + "," + utostr(E.Block[2]) + ")"}}}});
    json::Object O{{"ph", "X"},
                   {"pid", int64_t(At.Process + Block)},
                   {"tid", int64_t(E.Warp)},
                   {"ts", int64_t(At.Time + E.Begin)},
                   {"dur", int64_t(E.End - E.Begin)},
                   {"cat", E.WaitsAt ? "wait" : "run"},
                   {"name", E.WaitsAt ? E.WaitsAt->getMnemonic() : R.Kernel->Name.str()}};
    if (E.WaitsAt)
      O["args"] = json::Object{{"line", E.WaitsAt->At.Line},
                               {"text", Source.getLine(E.WaitsAt->At.Line).trim()},
                               {"lanes", int64_t(E.Lanes)}};
    Events.push_back(std::move(O));
  }
  At = {At.Kernel + 1, At.Process + LastBlock + 1, At.Time + End};
  return Events;
}

Error run::writeTimeline(StringRef File, json::Array Events) {
  std::error_code Failure;
  raw_fd_ostream OS(File, Failure);
  if (Failure)
    return createStringError(Failure, File + ": " + Failure.message());
  OS << json::Value(json::Object{{"traceEvents", std::move(Events)}, {"displayTimeUnit", "ns"}})
     << '\n';
  return Error::success();
}

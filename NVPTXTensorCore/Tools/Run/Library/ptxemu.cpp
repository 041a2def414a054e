//===- ptxemu.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exported functions: what a caller hands over is checked, and what a run reports is copied
// into strings that outlive the module.
//
//===----------------------------------------------------------------------===//

#include "Run/Library/ptxemu.h"
#include "Emulator/Device.h"
#include "Emulator/Interface/ReportText.h"
#include "Model/Layouts/TensorMap.h"
#include "Model/Version.h"
#include "Run/KernelRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <deque>
#include <set>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using namespace llvm::tensorcore::run;

/// A module, and what its kernels look like in C.
struct ptxemu_module {
  ptxemu_device *On;
  std::string File;
  const Program *Of;
  std::string Target;
  std::deque<std::string> Strings;
  std::deque<std::vector<ptxemu_parameter>> Parameters;
  std::vector<ptxemu_kernel> Kernels;
  std::vector<const Function *> Functions; ///< of the kernels

  const char *keep(StringRef Text) { return Strings.emplace_back(Text).c_str(); }
};

struct ptxemu_device {
  std::recursive_mutex Lock;
  Device Machine;
  std::vector<std::unique_ptr<ptxemu_module>> Modules;
};

namespace {

/// The C result, and what it points to.
struct Result : ptxemu_result {
  std::deque<std::string> Strings;
  std::deque<std::vector<ptxemu_note>> Notes;
  std::vector<ptxemu_report> Reports;
  std::string Output, JSON;

  const char *keep(StringRef Text) { return Strings.emplace_back(Text).c_str(); }
  ptxemu_place makeLocation(const Location &At, const SourceText &Source);
  void add(const Report &R, const SourceText &Source, uint64_t Seed);
};

/// The bytes of global memory that a kernel can change, and which of them are written.
class Snapshot {
public:
  explicit Snapshot(GlobalMemory &Memory) : Memory(Memory) {
    Memory.forEach([&](const Allocation &A) {
      const auto *Begin = reinterpret_cast<const uint8_t *>(A.Address);
      Saved &S = All[A.Address];
      if (!A.IsReadOnly)
        S.Bytes.assign(Begin, Begin + A.Size);
      if (A.Written)
        S.Written = *A.Written;
    });
  }

  /// Also frees what the kernel has allocated.
  void restore() {
    SmallVector<uint64_t> New;
    Memory.forEach([&](const Allocation &A) {
      auto It = All.find(A.Address);
      if (It == All.end()) {
        New.push_back(A.Address);
        return;
      }
      std::memcpy(reinterpret_cast<void *>(A.Address), It->second.Bytes.data(),
                  It->second.Bytes.size());
      if (A.Written && It->second.Written)
        *A.Written = *It->second.Written;
    });
    for (uint64_t Address : New)
      Memory.free(Address);
  }

private:
  struct Saved {
    std::vector<uint8_t> Bytes;
    std::optional<WrittenBytes> Written;
  };
  GlobalMemory &Memory;
  std::map<uint64_t, Saved> All;
};

} // namespace

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static thread_local std::string LastError;

static ptxemu_status stop(ptxemu_status Status, const Twine &Sentence) {
  LastError = Sentence.str();
  return Status;
}
static ptxemu_status stop(ptxemu_status Status, Error E) {
  return stop(Status, toString(std::move(E)));
}
static ptxemu_status stopAtNull(StringRef What) {
  return stop(PTXEMU_BAD_ARGUMENTS, What + " is a null pointer");
}

const char *ptxemu_error(void) { return LastError.c_str(); }

const char *ptxemu_version(void) { return getVersionText().c_str(); }

/// Callers of an older ptxemu.h have fewer fields, callers of a newer one more.
template <class T> static Error copyVersioned(const T &Given, T &To, StringRef Name) {
  if (Given.size < sizeof(size_t))
    return run::fail("the size of a " + Name + " is " + Twine(Given.size) + "; expected sizeof(" +
                     Name + ") of the caller's ptxemu.h");
  const auto *Bytes = reinterpret_cast<const char *>(&Given);
  for (size_t I = sizeof(T); I < Given.size; ++I)
    if (Bytes[I])
      return run::fail("a " + Name + " has fields of a newer ptxemu.h; this library is version " +
                       getVersion());
  std::memcpy(static_cast<void *>(&To), Bytes, std::min(Given.size, sizeof(T)));
  return Error::success();
}

const ptxemu_check *ptxemu_checks(size_t *Count) {
  static const auto *All = [] {
    auto *Result = new std::vector<ptxemu_check>;
    for (const CheckInfo &C : getChecks()) // the names are literals
      Result->push_back(
          {C.Name.data(), C.Description.data(), ptxemu_severity(C.Default), C.IsFault});
    return Result;
  }();
  if (Count)
    *Count = All->size();
  return All->data();
}

//===----------------------------------------------------------------------===//
// Devices, modules, kernels
//===----------------------------------------------------------------------===//

ptxemu_status ptxemu_create(ptxemu_device **To) {
  if (!To)
    return stopAtNull("device");
  auto D = std::make_unique<ptxemu_device>();
  if (!D->Machine.getMemory().getTotalSize())
    return stop(PTXEMU_OUT_OF_MEMORY, "the process has no addresses left for a device's memory");
  *To = D.release();
  return PTXEMU_SUCCESS;
}

void ptxemu_destroy(ptxemu_device *D) { delete D; }

static void describe(ptxemu_module &M, const Function &F) {
  std::vector<ptxemu_parameter> &Parameters = M.Parameters.emplace_back();
  for (const auto &[Number, V] : enumerate(F.Parameters)) {
    const ptx::Declaration &D = F.Source->Parameters[Number];
    Parameters.push_back({M.keep(V->Name), M.keep(D.Type.ltrim('.')), V->Location, V->Size,
                          V->Alignment, !D.Extents.empty()});
  }
  ptxemu_kernel K = {};
  K.name = M.keep(F.Name);
  K.parameters = Parameters.data();
  K.num_parameters = Parameters.size();
  K.parameters_size = F.ParameterBytes;
  copy(F.RequiredBlock, K.required_block);
  copy(F.MaxBlock, K.max_block);
  copy(F.RequiredCluster, K.required_cluster);
  K.module = &M;
  M.Kernels.push_back(K);
  M.Functions.push_back(&F);
}

ptxemu_status ptxemu_load(ptxemu_device *D, const char *PTX, size_t Size, const char *File,
                          ptxemu_module **To) {
  if (!D || !PTX || !To)
    return stopAtNull(!D ? "device" : !PTX ? "ptx" : "module");
  std::lock_guard<std::recursive_mutex> Guard(D->Lock);
  const std::string Name = File ? File : "<ptx>";
  Expected<const Program *> P = D->Machine.load(StringRef(PTX, Size));
  if (!P)
    return stop(PTXEMU_BAD_PTX, Name + ": " + toString(P.takeError()));
  auto M = std::make_unique<ptxemu_module>();
  M->On = D;
  M->File = Name;
  M->Of = *P;
  M->Target = (*P)->getTarget().str();
  for (const Function *F : (*P)->getEntries())
    if (F->Source->HasBody)
      describe(*M, *F);
  *To = M.get();
  D->Modules.push_back(std::move(M));
  return PTXEMU_SUCCESS;
}

void ptxemu_unload(ptxemu_module *M) {
  if (!M)
    return;
  ptxemu_device &D = *M->On;
  std::lock_guard<std::recursive_mutex> Guard(D.Lock);
  D.Machine.unload(M->Of);
  erase_if(D.Modules, [&](const auto &Each) { return Each.get() == M; });
}

const char *ptxemu_target(const ptxemu_module *M) { return M ? M->Target.c_str() : ""; }

const ptxemu_kernel *ptxemu_kernels(const ptxemu_module *M, size_t *Count) {
  if (Count)
    *Count = M ? M->Kernels.size() : 0;
  return M ? M->Kernels.data() : nullptr;
}

ptxemu_status ptxemu_find_kernel(const ptxemu_module *M, const char *Name,
                                 const ptxemu_kernel **To) {
  if (!M || !To)
    return stopAtNull(!M ? "module" : "kernel");
  std::string Names;
  for (const ptxemu_kernel &K : M->Kernels) {
    if (Name ? StringRef(Name) == K.name : M->Kernels.size() == 1) {
      *To = &K;
      return PTXEMU_SUCCESS;
    }
    Names += (Names.empty() ? "'" : ", '") + std::string(K.name) + "'";
  }
  if (Names.empty())
    return stop(PTXEMU_NOT_FOUND, M->File + ": there is no kernel (.entry) in it");
  return stop(PTXEMU_NOT_FOUND,
              M->File + ": " +
                  (Name ? "there is no kernel '" + Twine(Name) + "'; the file has "
                        : Twine("it has several kernels; choose one: ")) +
                  Names);
}

ptxemu_status ptxemu_find_variable(const ptxemu_module *M, const char *Name, uint64_t *Address,
                                   size_t *Size) {
  if (!M || !Name || !Address)
    return stopAtNull(!M ? "module" : !Name ? "name" : "address");
  const Variable *V = M->Of->findVariable(Name);
  if (!V || (V->In != Space::Global && V->In != Space::Constant))
    return stop(PTXEMU_NOT_FOUND, M->File + ": there is no variable '" + Twine(Name) +
                                      "' in global or constant memory");
  *Address = V->Location;
  if (Size)
    *Size = V->Size;
  return PTXEMU_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

ptxemu_status ptxemu_allocate(ptxemu_device *D, size_t Size, const char *Name, unsigned Flags,
                              uint64_t *To) {
  if (!D || !To)
    return stopAtNull(!D ? "device" : "address");
  if (Flags & ~PTXEMU_READ_ONLY)
    return stop(PTXEMU_BAD_ARGUMENTS, "the flags have bits that version " + Twine(getVersion()) +
                                          " does not know: " + Twine(Flags));
  std::lock_guard<std::recursive_mutex> Guard(D->Lock);
  GlobalMemory &Memory = D->Machine.getMemory();
  *To = Memory.allocate(Size, 256, Name ? Name : "allocation", Flags & PTXEMU_READ_ONLY);
  if (!*To)
    return stop(PTXEMU_OUT_OF_MEMORY,
                "the device has no addresses left for " + Twine(Size) + " bytes");
  Memory.watchWrites(*To);
  return PTXEMU_SUCCESS;
}

ptxemu_status ptxemu_free(ptxemu_device *D, uint64_t Address) {
  if (!D)
    return stopAtNull("device");
  std::lock_guard<std::recursive_mutex> Guard(D->Lock);
  for (const auto &M : D->Modules)
    for (const Variable &V : M->Of->Variables)
      if (V.Location == Address && (V.In == Space::Global || V.In == Space::Constant))
        return stop(PTXEMU_BAD_ARGUMENTS, "the address is that of a variable of " + M->File);
  if (!D->Machine.getMemory().free(Address))
    return stop(PTXEMU_NOT_FOUND, "no allocation begins at 0x" + Twine::utohexstr(Address));
  return PTXEMU_SUCCESS;
}

/// PTXEMU_SUCCESS if all bytes are in one allocation.
static ptxemu_status checkRange(ptxemu_device *D, uint64_t Address, const void *Host, size_t Size) {
  if (!D || (!Host && Size))
    return stopAtNull(D ? "the host's memory" : "device");
  const Allocation *A = D->Machine.getMemory().find(Address);
  if (Size && (!A || Size > A->End() - Address))
    return stop(PTXEMU_NOT_FOUND, Twine(Size) + " bytes at 0x" + Twine::utohexstr(Address) +
                                      " are not in one allocation");
  return PTXEMU_SUCCESS;
}

ptxemu_status ptxemu_write(ptxemu_device *D, uint64_t Address, const void *From, size_t Size) {
  std::unique_lock<std::recursive_mutex> Guard;
  if (D)
    Guard = std::unique_lock<std::recursive_mutex>(D->Lock);
  if (const ptxemu_status S = checkRange(D, Address, From, Size); S != PTXEMU_SUCCESS || !Size)
    return S;
  std::memcpy(reinterpret_cast<void *>(Address), From, Size);
  D->Machine.getMemory().write(Address, Size);
  return PTXEMU_SUCCESS;
}

ptxemu_status ptxemu_read(ptxemu_device *D, uint64_t Address, void *To, size_t Size) {
  std::unique_lock<std::recursive_mutex> Guard;
  if (D)
    Guard = std::unique_lock<std::recursive_mutex>(D->Lock);
  if (const ptxemu_status S = checkRange(D, Address, To, Size); S != PTXEMU_SUCCESS || !Size)
    return S;
  std::memcpy(To, reinterpret_cast<const void *>(Address), Size);
  return PTXEMU_SUCCESS;
}

ptxemu_status ptxemu_encode_tensor_map(const ptxemu_tensor_map *Given, void *To) {
  if (!Given || !To)
    return stopAtNull(Given ? "to" : "map");
  ptxemu_tensor_map G = {};
  if (Error E = copyVersioned(*Given, G, "ptxemu_tensor_map"))
    return stop(PTXEMU_BAD_ARGUMENTS, std::move(E));
  const TensorMapTypeInfo *Type = findTensorMapType(StringRef(G.type ? G.type : ""));
  if (!Type)
    return stop(PTXEMU_BAD_ARGUMENTS,
                "a tensor map has no elements of the type '" + Twine(G.type ? G.type : "") + "'");
  if (!G.rank || G.rank > TensorMap::MaxRank)
    return stop(PTXEMU_BAD_ARGUMENTS, "a tensor map has 1 to 5 dimensions, not " + Twine(G.rank));
  TensorMap Map;
  Map.Type = Type->Type;
  Map.Rank = G.rank;
  Map.Address = G.address;
  std::copy_n(G.dims, G.rank, Map.Dims.begin());
  std::copy_n(G.strides, G.rank - 1, Map.Strides.begin());
  std::copy_n(G.box, G.rank, Map.Box.begin());
  if (any_of(G.element_strides, [](uint32_t Stride) { return Stride != 0; }))
    std::copy_n(G.element_strides, G.rank, Map.ElementStrides.begin());
  TensorMapArgument Names;
  Names.Swizzle = G.swizzle ? G.swizzle : "";
  Names.Interleave = G.interleave ? G.interleave : "";
  Names.Fill = G.fill ? G.fill : "";
  if (Error E = setTensorMapNames(Names, Map))
    return stop(PTXEMU_BAD_ARGUMENTS, std::move(E));
  if (Error E = checkTensorMap(Map))
    return stop(PTXEMU_BAD_ARGUMENTS, std::move(E));
  const TensorMapBytes Bytes = encodeTensorMap(Map);
  std::memcpy(To, Bytes.data(), Bytes.size());
  return PTXEMU_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

ptxemu_place Result::makeLocation(const Location &At, const SourceText &Source) {
  ptxemu_place P = {};
  P.file = keep(Source.getFile());
  P.text = "";
  if (At.Instruction) {
    P.line = At.Instruction->At.Line;
    P.column = At.Instruction->At.Column;
    P.text = keep(Source.getLine(P.line).trim());
  }
  P.source = keep(Source.getSource(At));
  P.kernel = keep(At.Kernel);
  copy(At.Block, P.block);
  P.warp = At.Warp;
  P.lanes = At.Lanes;
  return P;
}

void Result::add(const Report &R, const SourceText &Source, uint64_t Seed) {
  std::vector<ptxemu_note> &Others = Notes.emplace_back();
  for (const auto &[Sentence, At] : R.Others)
    Others.push_back({keep(Sentence), makeLocation(At, Source)});
  std::string Text;
  raw_string_ostream OS(Text);
  printReport(R, Source, OS);
  Reports.push_back({getCheckInfo(R.Kind).Name.data(), ptxemu_severity(R.Level), keep(R.Sentence),
                     keep(R.Missing), makeLocation(R.At, Source), Others.data(), Others.size(),
                     R.Count, Seed, keep(Text)});
  num_errors += R.Level == Severity::Error;
}

static Dim3 makeDim(const unsigned (&Given)[3]) {
  return {std::max(Given[0], 1u), std::max(Given[1], 1u), std::max(Given[2], 1u)};
}
static bool isZero(const unsigned (&Given)[3]) { return !Given[0] && !Given[1] && !Given[2]; }

static Error makeRequest(const ptxemu_kernel &K, const ptxemu_launch &L, LaunchRequest &R) {
  const ptxemu_module &M = *K.module;
  R.Module = M.Of;
  R.Kernel = M.Functions[&K - M.Kernels.data()];
  R.Grid = makeDim(L.grid);
  R.Block = makeDim(isZero(L.block) ? K.required_block : L.block);
  if (isZero(L.block) && !K.required_block[0])
    return run::fail("how many threads has a block? '" + Twine(K.name) +
                     "' does not say it (.reqntid)");
  R.Cluster = makeDim(L.cluster);
  R.HasCluster = !isZero(L.cluster);
  R.DynamicSharedBytes = L.shared_size;
  R.IsCooperative = L.is_cooperative;
  if (L.parameters_size != K.parameters_size || (L.parameters_size && !L.parameters))
    return run::fail("'" + Twine(K.name) + "' has " + Twine(K.parameters_size) +
                     " bytes of parameters, not " +
                     Twine(L.parameters ? L.parameters_size : size_t(0)));
  const auto *Bytes = static_cast<const uint8_t *>(L.parameters);
  R.Parameters.assign(Bytes, Bytes + L.parameters_size);
  return Error::success();
}

static Expected<Settings> readSettings(const char *Text) {
  Expected<Settings> S = parseSettings(Text ? Text : "");
  if (S && (!S->Device.empty() || !S->ReportFile.empty() || !S->PTXFolder.empty() ||
            !S->OtherPTX.empty() || S->PrintsStatistics || !S->StatisticsFile.empty() ||
            !S->TimelineFile.empty() || S->Format != ReportFormat::Text))
    return run::fail("'" + Twine(Text) + "' has settings that only programs have");
  return S;
}

ptxemu_status ptxemu_run(const ptxemu_kernel *K, const ptxemu_launch *Given, ptxemu_result **To) {
  if (!K || !Given || !To)
    return stopAtNull(!K ? "kernel" : !Given ? "launch" : "result");
  ptxemu_launch L = {};
  if (Error E = copyVersioned(*Given, L, "ptxemu_launch"))
    return stop(PTXEMU_BAD_ARGUMENTS, std::move(E));
  Expected<Settings> With = readSettings(L.settings);
  if (!With)
    return stop(PTXEMU_BAD_ARGUMENTS, With.takeError());
  ptxemu_device &D = *K->module->On;
  std::lock_guard<std::recursive_mutex> Guard(D.Lock);
  LaunchRequest Request;
  if (Error E = makeRequest(*K, L, Request))
    return stop(PTXEMU_CANNOT_LAUNCH, std::move(E));

  auto R = std::make_unique<Result>();
  static_cast<ptxemu_result &>(*R) = {};
  const SourceText Source(K->module->File, *Request.Module);
  raw_string_ostream Output(R->Output);
  const uint64_t NumSchedules = std::max<uint64_t>(L.schedules, 1);
  std::optional<Snapshot> Before;
  if (NumSchedules > 1)
    Before.emplace(D.Machine.getMemory());
  json::Array Log;
  for (; R->schedules != NumSchedules && !R->num_errors; ++R->schedules) {
    if (R->schedules) {
      Before->restore();
      R->Output.clear();
      R->Reports.clear();
      Log.clear();
    }
    RunOptions Options = With->Options;
    Options.Seed = R->seed = With->Options.Seed + R->schedules;
    ReportList Reports(Options.Levels);
    RunStatistics Statistics;
    if (Error E = D.Machine.run(Request, Options, Reports, Output, &Statistics))
      return stop(PTXEMU_CANNOT_LAUNCH, std::move(E));
    Output.flush();
    R->statistics = {Statistics.WarpInstructions, Statistics.ThreadInstructions,
                     Statistics.MultiplyAdds};
    for (const Report &Each : Reports.getReports()) {
      R->add(Each, Source, R->seed);
      Log.push_back(makeJSON(Each, Source, R->seed));
    }
  }
  R->JSON = formatv("{0}", json::Value(std::move(Log))).str();
  R->reports = R->Reports.data();
  R->num_reports = R->Reports.size();
  R->output = R->Output.c_str();
  R->output_size = R->Output.size();
  R->json = R->JSON.c_str();
  *To = R.release();
  return PTXEMU_SUCCESS;
}

void ptxemu_free_result(ptxemu_result *R) { delete static_cast<Result *>(R); }

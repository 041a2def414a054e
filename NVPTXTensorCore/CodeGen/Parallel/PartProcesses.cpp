//===- PartProcesses.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process passes on its results in a file in memory.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Parallel/PartProcesses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// Holds the state that the processes share.
struct SharedState {
  std::atomic<unsigned> NextBlock{0};
  std::atomic<bool> HasFailed{false};
};

/// Numbers and texts, one after the other.
class ResultWriter {
public:
  void add(uint64_t Number) {
    Bytes.append(reinterpret_cast<const char *>(&Number), sizeof Number);
  }
  void add(StringRef Text) {
    add(Text.size());
    Bytes += Text;
  }
  void add(const PartResult &Result) {
    add(Result.Block);
    add(Result.PTX.Text);
    add(Result.PTX.Numbers.size());
    for (const PartText::Number &Each : Result.PTX.Numbers) {
      add(Each.Position);
      add(Each.Length);
      add(uint64_t(Each.What));
    }
    for (unsigned What = 0; What < NumNumbered; ++What) {
      add(Result.First[What]);
      add(Result.Count[What]);
    }
    add(Result.Files.size());
    for (StringRef File : Result.Files)
      add(File);
    add(Result.Early);
    add(Result.Late);
  }

  std::string Bytes;
};

class ResultReader {
public:
  explicit ResultReader(std::string Bytes) : Bytes(std::move(Bytes)) {}

  bool isAtEnd() const { return At == Bytes.size(); }
  PartResult take() {
    PartResult Result;
    Result.Block = takeNumber();
    Result.PTX.Text = takeText();
    Result.PTX.Numbers.resize(takeNumber());
    for (PartText::Number &Each : Result.PTX.Numbers) {
      Each.Position = takeNumber();
      Each.Length = takeNumber();
      Each.What = Numbered(takeNumber());
    }
    for (unsigned What = 0; What < NumNumbered; ++What) {
      Result.First[What] = takeNumber();
      Result.Count[What] = takeNumber();
    }
    Result.Files.resize(takeNumber());
    for (std::string &File : Result.Files)
      File = takeText();
    Result.Early = takeText();
    Result.Late = takeText();
    return Result;
  }

private:
  uint64_t takeNumber() {
    uint64_t Number;
    std::memcpy(&Number, Bytes.data() + At, sizeof Number);
    At += sizeof Number;
    return Number;
  }
  std::string takeText() {
    const uint64_t Size = takeNumber();
    At += Size;
    return Bytes.substr(At - Size, Size);
  }

  std::string Bytes;
  size_t At = 0;
};

} // namespace

static std::string readFile(int File, uint64_t Begin, uint64_t End) {
  std::string Bytes(End - Begin, '\0');
  for (size_t Done = 0; Done < Bytes.size();) {
    const ssize_t Count = ::pread(File, &Bytes[Done], Bytes.size() - Done, Begin + Done);
    if (Count <= 0)
      return Bytes.substr(0, Done);
    Done += Count;
  }
  return Bytes;
}

static bool writeFile(int File, StringRef Bytes) {
  while (!Bytes.empty()) {
    const ssize_t Count = ::write(File, Bytes.data(), Bytes.size());
    if (Count <= 0)
      return false;
    Bytes = Bytes.drop_front(Count);
  }
  return true;
}

bool CapturedErrors::begin() {
  const int File = memfd_create("errors", MFD_CLOEXEC);
  return File >= 0 && dup2(File, STDERR_FILENO) >= 0;
}

uint64_t CapturedErrors::getSize() { return lseek(STDERR_FILENO, 0, SEEK_CUR); }

std::string CapturedErrors::read(uint64_t Begin, uint64_t End) {
  return readFile(STDERR_FILENO, Begin, End);
}

/// Runs a process. It must not end as its parent does, because buffers of files are the parent's.
[[noreturn]] static void compileBlocks(SharedState &State, unsigned Blocks, int File, pid_t Parent,
                                       function_ref<std::optional<PartResult>(unsigned)> Compile) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent || !CapturedErrors::begin())
    _exit(1);
  ResultWriter Results;
  bool HasFirst = false;
  auto Add = [&](unsigned Block) {
    const std::optional<PartResult> Result = Compile(Block);
    if (!Result) {
      State.HasFailed = true;
      _exit(1);
    }
    Results.add(*Result);
  };
  for (unsigned Block; !State.HasFailed && (Block = State.NextBlock++) < Blocks;) {
    HasFirst |= Block == 0;
    Add(Block);
  }
  if (HasFirst)
    Add(Blocks);
  _exit(writeFile(File, Results.Bytes) ? 0 : 1);
}

/// The results of a process that has ended well.
static bool wait(pid_t Process, int File, std::vector<PartResult> &Results) {
  int Status = 0;
  while (waitpid(Process, &Status, 0) < 0)
    if (errno != EINTR)
      return false;
  if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 0)
    return false;
  ResultReader Reader(readFile(File, 0, lseek(File, 0, SEEK_END)));
  while (!Reader.isAtEnd())
    Results.push_back(Reader.take());
  return true;
}

std::optional<std::vector<PartResult>>
tensorcore::compileInProcesses(unsigned Processes, unsigned Blocks,
                               function_ref<std::optional<PartResult>(unsigned)> Compile) {
  void *Memory =
      mmap(nullptr, sizeof(SharedState), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED)
    return std::nullopt;
  auto &State = *new (Memory) SharedState;
  scope_exit Unmap([&] { munmap(Memory, sizeof(SharedState)); });

  std::vector<std::pair<pid_t, int>> Started;
  const pid_t Self = getpid();
  for (unsigned I = 0; I < Processes; ++I) {
    const int File = memfd_create("part", MFD_CLOEXEC);
    const pid_t Process = File >= 0 ? fork() : -1;
    if (Process == 0)
      compileBlocks(State, Blocks, File, Self, Compile);
    if (Process > 0)
      Started.push_back({Process, File});
    else if (File >= 0)
      close(File);
  }
  std::vector<PartResult> Results;
  for (auto [Process, File] : Started) {
    if (!wait(Process, File, Results))
      State.HasFailed = true;
    close(File);
  }
  if (State.HasFailed || Results.size() != Blocks + 1)
    return std::nullopt;
  llvm::sort(Results, [](const PartResult &A, const PartResult &B) { return A.Block < B.Block; });
  return Results;
}

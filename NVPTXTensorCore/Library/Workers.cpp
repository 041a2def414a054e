//===- Workers.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker is a program, not a fork: the host may have threads, and memory that a fork would copy.
// It loads the same library, and reads its work from a socket.
//
//===----------------------------------------------------------------------===//

#include "Library/Workers.h"
#include "Library/Packet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <mutex>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

struct Worker {
  pid_t Process = -1;
  int Socket = -1;
};

/// Workers without work. Those that a process has inherited by a fork belong to its parent.
class Pool {
public:
  /// One that is idle, or a new one.
  Expected<Worker> take();
  void giveBack(Worker W);

private:
  std::mutex Mutex;
  std::vector<Worker> Idle;
  pid_t Owner = getpid();
};

} // namespace

/// The program next to this library, wherever a link to that is.
static std::string findProgram() {
  Dl_info Here;
  SmallString<128> Path;
  if (!dladdr(reinterpret_cast<void *>(&nvptxtc_hash), &Here) ||
      sys::fs::real_path(Here.dli_fname, Path))
    return "";
  sys::path::remove_filename(Path);
  sys::path::append(Path, "nvptx-tensorcore", "nvptxtc-worker");
  return Path.str().str();
}

/// Ends a worker, and returns how it ended; nothing if someone else has waited for it.
static std::optional<int> end(const Worker &W, bool IsKilled) {
  if (IsKilled)
    kill(W.Process, SIGKILL);
  close(W.Socket);
  int Status = 0;
  pid_t Waited;
  do
    Waited = waitpid(W.Process, &Status, 0);
  while (Waited < 0 && errno == EINTR);
  return Waited == W.Process ? std::optional(Status) : std::nullopt;
}

/// Starts a program with a socket as its input. It has a process group of its own, so that Ctrl-C
/// in a terminal is for the host alone, and nothing to write to.
static int spawn(const std::string &Program, int Socket, pid_t &Process) {
  posix_spawn_file_actions_t Files;
  posix_spawnattr_t Attributes;
  sigset_t None, Default;
  sigemptyset(&None);
  sigfillset(&Default);
  posix_spawn_file_actions_init(&Files);
  posix_spawn_file_actions_adddup2(&Files, Socket, STDIN_FILENO);
  for (int Output : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&Files, Output, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_init(&Attributes);
  posix_spawnattr_setflags(&Attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&Attributes, &None);
  posix_spawnattr_setsigdefault(&Attributes, &Default);
  char *Arguments[] = {const_cast<char *>(Program.c_str()), nullptr};
  const int Failure =
      posix_spawn(&Process, Program.c_str(), &Files, &Attributes, Arguments, environ);
  posix_spawnattr_destroy(&Attributes);
  posix_spawn_file_actions_destroy(&Files);
  return Failure;
}

static Expected<Worker> start() {
  const std::string Program = findProgram();
  auto Fail = [&](const Twine &Why) {
    return createStringError("the worker process '" + Program + "' cannot be used: " + Why);
  };
  int Sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Sockets))
    return Fail(sys::StrError());
  Worker Made;
  Made.Socket = Sockets[0];
  const int Failure = spawn(Program, Sockets[1], Made.Process);
  close(Sockets[1]);
  if (Failure) {
    close(Made.Socket);
    return Fail(sys::StrError(Failure));
  }
  Packet Hello;
  std::string Hash;
  if (!Hello.receive(Made.Socket) || !Hello.getText(Hash) || Hash != nvptxtc_hash()) {
    end(Made, /*IsKilled=*/true);
    return Fail("it is not of the same build as the library");
  }
  return Made;
}

Expected<Worker> Pool::take() {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (Owner != getpid()) {
      for (const Worker &W : Idle)
        close(W.Socket);
      Idle.clear();
      Owner = getpid();
    }
    if (!Idle.empty()) {
      const Worker W = Idle.back();
      Idle.pop_back();
      return W;
    }
  }
  return start();
}

void Pool::giveBack(Worker W) {
  const unsigned MaxIdle = std::max(1u, std::thread::hardware_concurrency());
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (Idle.size() < MaxIdle) {
      Idle.push_back(W);
      return;
    }
  }
  end(W, /*IsKilled=*/false);
}

static Pool &getPool() {
  static Pool &Only = *new Pool; // a call of another thread may outlive destructors
  return Only;
}

static Packet pack(const nvptxtc_options &Options, const OptionList &LLVMOptions,
                   ArrayRef<nvptxtc_module> Modules) {
  Packet Asked;
  for (const char *Text : {Options.target, Options.features, Options.remarks})
    Asked.put(Text);
  for (unsigned Number : {unsigned(Options.optimization), unsigned(Options.codegen),
                          Options.max_registers, Options.flags & NVPTXTC_VERIFY_ONLY})
    Asked.put(uint64_t(Number));
  Asked.put(uint64_t(LLVMOptions.size()));
  for (const std::string &Option : LLVMOptions)
    Asked.put(Option.data(), Option.size());
  Asked.put(uint64_t(Modules.size()));
  for (const nvptxtc_module &M : Modules) {
    Asked.put(M.data, M.size);
    Asked.put(M.name);
    Asked.put(uint64_t(M.flags));
  }
  return Asked;
}

/// A word of a shell's command.
static std::string quote(StringRef Word) {
  std::string Text = "'";
  for (char C : Word)
    Text += C == '\'' ? "'\\''" : std::string(1, C);
  return Text + "'";
}

static bool writeFile(const Twine &Path, StringRef Text) {
  std::error_code E;
  raw_fd_ostream File(Path.str(), E);
  if (E)
    return false;
  File << Text;
  File.close();
  const bool IsWritten = !File.has_error();
  File.clear_error();
  return IsWritten;
}

/// Writes the modules, and a script that compiles them as the call did. Returns the folder, or
/// nothing if it cannot be written.
static std::string writeReproducer(const nvptxtc_options &Options, const OptionList &LLVMOptions,
                                   ArrayRef<nvptxtc_module> Modules) {
  SmallString<128> Folder;
  if (sys::fs::createUniqueDirectory("nvptxtc-crash", Folder))
    return "";
  const StringRef Path = Folder;
  std::string Command = "#!/bin/sh\n# A crash of libnvptxtc " + std::string(nvptxtc_version()) +
                        "\ncd " + quote(Path) + " && exec python3 -m nvptxtc --target " +
                        quote(Options.target);
  if (Options.features && *Options.features)
    Command += " --features=" + quote(Options.features);
  if (Options.optimization != NVPTXTC_DEFAULT)
    Command += " --optimize " + utostr(Options.optimization - NVPTXTC_O0);
  if (Options.codegen != NVPTXTC_DEFAULT)
    Command += " --codegen " + utostr(Options.codegen - NVPTXTC_O0);
  if (Options.max_registers)
    Command += " --max-registers " + utostr(Options.max_registers);
  if (Options.flags & NVPTXTC_VERIFY_ONLY)
    Command += " --verify";
  for (const std::string &Option : LLVMOptions)
    Command += " --option=" + quote(Option);
  bool IsWritten = true;
  for (const auto &[Index, M] : enumerate(Modules)) {
    const StringRef Text(M.data, M.size);
    const std::string Name =
        "module-" + utostr(Index + 1) + (Text.starts_with("BC") ? ".bc" : ".ll");
    IsWritten &= writeFile(Path + "/" + Name, Text);
    Command += (M.flags & NVPTXTC_LAZY ? " --library " : " ") + Name;
  }
  IsWritten &= writeFile(Path + "/reproduce.sh", Command + " \"$@\" -o /dev/null\n");
  return IsWritten ? Path.str() : "";
}

static std::string printEnd(std::optional<int> Status) {
  if (Status && WIFSIGNALED(*Status))
    if (const char *Signal = sigdescr_np(WTERMSIG(*Status)))
      return std::string("the compiler crashed: ") + Signal;
  if (Status && WIFEXITED(*Status))
    return "the compiler's process ended with code " + utostr(WEXITSTATUS(*Status));
  return "the compiler's process ended";
}

nvptxtc_status tensorcore::compileIsolated(const nvptxtc_options &Options,
                                           const OptionList &LLVMOptions,
                                           ArrayRef<nvptxtc_module> Modules, Messages &Told,
                                           std::string &PTX) {
  const Packet Asked = pack(Options, LLVMOptions, Modules);
  Expected<Worker> Found = getPool().take();
  // One that was idle may have been killed meanwhile; a new one has just answered.
  if (Found && !Asked.send(Found->Socket)) {
    end(*Found, /*IsKilled=*/true);
    Found = start();
    if (Found)
      Asked.send(Found->Socket);
  }
  if (!Found) {
    Told.addError(toString(Found.takeError()), ErrorKind::Fatal);
    return NVPTXTC_FATAL_ERROR;
  }
  Packet Answer;
  if (!Answer.receive(Found->Socket, Options.cancel)) {
    const bool IsCancelled = Options.cancel && *Options.cancel;
    const std::optional<int> Status = end(*Found, IsCancelled);
    if (IsCancelled) {
      Told.addError("the call was cancelled", ErrorKind::Cancelled);
      return NVPTXTC_CANCELLED;
    }
    Told.addCrash(printEnd(Status), writeReproducer(Options, LLVMOptions, Modules));
    return NVPTXTC_FATAL_ERROR;
  }
  const auto Status = nvptxtc_status(Answer.getNumber());
  PTX = Answer.getText();
  Told.addJSON(Answer.getText());
  if (Status == NVPTXTC_FATAL_ERROR)
    end(*Found, /*IsKilled=*/false);
  else
    getPool().giveBack(*Found);
  return Status;
}

//===- Guard.cpp ----------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM has one handler of fatal errors, which must not return. Ours leaves the work by a long jump,
// so that destructors of what is on the stack do not run. It therefore destroys what the work has
// on the heap before it jumps: value handles and the like on the stack, which the heap's objects
// point to, are still there.
//
//===----------------------------------------------------------------------===//

#include "Library/Guard.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <csetjmp>
#include <csignal>
#include <mutex>
#include <pthread.h>

using namespace llvm;
using namespace llvm::tensorcore;

/// LLVM recurses over deep expressions; llc has 8 MB. Only what is used takes memory.
static constexpr unsigned StackSize = 64 << 20;

namespace {

/// The work of a thread.
struct Guarded {
  Outcome &Result;
  function_ref<void(StringRef)> GiveUp;
  jmp_buf Exit = {};
};

/// The stream in place of the standard error output.
class OutputText final : public raw_fd_ostream {
public:
  OutputText() : raw_fd_ostream(/*fd=*/-1, /*shouldClose=*/false, /*unbuffered=*/true) {}

private:
  void write_impl(const char *Text, size_t Size) override;
};

/// As long as a call catches crashes, the process has LLVM's signal handlers.
class SignalHandlers {
public:
  explicit SignalHandlers(bool IsWanted) : IsWanted(IsWanted) { count(+1); }
  ~SignalHandlers() { count(-1); }

private:
  void count(int Change) {
    if (!IsWanted)
      return;
    static std::mutex Mutex;
    static int Calls = 0;
    std::lock_guard<std::mutex> Lock(Mutex);
    const int Before = Calls;
    Calls += Change;
    if (!Before)
      CrashRecoveryContext::Enable();
    else if (!Calls)
      CrashRecoveryContext::Disable();
  }

  const bool IsWanted;
};

} // namespace

static thread_local Guarded *Current = nullptr;

void OutputText::write_impl(const char *Text, size_t Size) {
  if (Current)
    Current->Result.Output.append(Text, Size);
}

// The linker sends all of LLVM's calls of errs() here (--wrap).
extern "C" raw_fd_ostream &errsOfThread() asm("__wrap__ZN4llvm4errsEv");
raw_fd_ostream &errsOfThread() {
  static thread_local OutputText Stream;
  return Stream;
}

static void onFatalError(void *, const char *Reason, bool) {
  if (!Current) // in no call of ours
    return;
  // Nothing is freed twice: an error while things are destroyed leaves the rest to its fate.
  if (Current->Result.Failure.empty()) {
    Current->Result.Failure = *Reason ? Reason : "a fatal error without a reason";
    Current->GiveUp(Current->Result.Failure);
  } else {
    Current->Result.IsLost = true;
  }
  longjmp(Current->Exit, 1);
}

void tensorcore::abandonWork(const char *Reason) { onFatalError(nullptr, Reason, false); }

static std::string printCrash(int Code) {
  // A signal's exit status, as a shell has it.
  const char *Name = Code > 128 ? sigdescr_np(Code - 128) : nullptr;
  return std::string("the compiler crashed: ") + (Name ? Name : "unknown signal");
}

static void *runOnThread(void *Run) {
  (*static_cast<function_ref<void()> *>(Run))();
  return nullptr;
}

/// False if there is no thread to be had. It inherits that signals are blocked: those of the host
/// are for its own threads.
static bool runOnThreadOfItsOwn(function_ref<void()> Run) {
  sigset_t Asynchronous, Before;
  sigfillset(&Asynchronous);
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP})
    sigdelset(&Asynchronous, Signal);
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  pthread_attr_setstacksize(&Attributes, StackSize);
  pthread_t Thread;
  pthread_sigmask(SIG_SETMASK, &Asynchronous, &Before);
  const bool IsStarted = !pthread_create(&Thread, &Attributes, runOnThread, &Run);
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  pthread_attr_destroy(&Attributes);
  return IsStarted && !pthread_join(Thread, nullptr);
}

Outcome tensorcore::runGuarded(function_ref<void()> Work, function_ref<void(StringRef)> GiveUp,
                               bool CatchesCrashes) {
  static std::once_flag Once;
  std::call_once(Once, [] { install_fatal_error_handler(onFatalError); });

  Outcome Result;
  SignalHandlers Handlers(CatchesCrashes);
  auto Run = [&] {
    Guarded Self{Result, GiveUp};
    Current = &Self;
    CrashRecoveryContext Recovery;
    const bool IsAlive = Recovery.RunSafely([&] {
      if (!setjmp(Self.Exit))
        Work();
    });
    if (!IsAlive) {
      Result.Failure = printCrash(Recovery.RetCode);
      Result.IsLost = true;
    }
    Current = nullptr;
  };
  if (!runOnThreadOfItsOwn(Run))
    Result.Failure = "the process cannot have another thread";
  return Result;
}

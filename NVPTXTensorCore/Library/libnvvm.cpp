//===- libnvvm.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libnvvm.so.4: the interface of NVIDIA's libNVVM (nvvm.h of CUDA 13) over nvptxtc.h, for front
// ends that load it. Programs are compiled against NVIDIA's header; the numbers here are that
// interface's.
//
// The library links libnvptxtc.so alone, so that a process that has both has one compiler. It
// therefore uses the standard library where others use LLVM's.
//
//===----------------------------------------------------------------------===//

#include "Library/nvptxtc.h"
#include "llvm/Config/llvm-config.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <sstream>
#include <string>
#include <vector>

namespace {

enum nvvmResult {
  NVVM_SUCCESS = 0,
  NVVM_ERROR_OUT_OF_MEMORY = 1,
  NVVM_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVVM_ERROR_IR_VERSION_MISMATCH = 3,
  NVVM_ERROR_INVALID_INPUT = 4,
  NVVM_ERROR_INVALID_PROGRAM = 5,
  NVVM_ERROR_INVALID_IR = 6,
  NVVM_ERROR_INVALID_OPTION = 7,
  NVVM_ERROR_NO_MODULE_IN_PROGRAM = 8,
  NVVM_ERROR_COMPILATION = 9,
  NVVM_ERROR_CANCELLED = 10
};

/// Sentences of the log. The last line has no newline, as in NVIDIA's.
class Log {
public:
  void add(const std::string &Line) { Text += (Text.empty() ? "" : "\n") + Line; }
  void clear() { Text.clear(); }
  const std::string &getText() const { return Text; }

private:
  std::string Text;
};

struct Program {
  struct Module {
    std::string Data;
    std::string Name;
    unsigned Flags;
  };

  std::deque<Module> Modules;
  std::string PTX;
  Log Messages;
  /// The first error that has a result of its own.
  bool HasVersionMismatch = false;
};

/// The options of a call, as nvptxtc.h has them.
struct Options {
  std::string Target = "sm_75";
  std::string Features;
  nvptxtc_level Optimization = NVPTXTC_O3;
  unsigned MaxRegisters = 0;
  bool Contracts = true; ///< multiplications and additions to FMA
  std::vector<std::string> LLVMOptions;
};

} // namespace

using nvvmProgram = Program *;

/// The PTX ISA of CUDA 13.0, whose nvvm.h this is, for targets that do not need a newer one.
static constexpr unsigned DefaultPTX = 90;

/// Options that front ends pass and that change nothing here. Debug information is compiled as the
/// module has it. A function is compiled by one thread.
static constexpr const char *Ignored[] = {
    "-g", "-generate-line-info", "-discard-value-names", "-numba-debug", "-opt-byval",
};
static constexpr const char *IgnoredWithValue[] = {
    "-split-compile=",
    "-Ofast-compile=",
    "-nvvm-version=",
};

static bool startsWith(const std::string &Text, const char *Prefix) {
  return !Text.compare(0, std::strlen(Prefix), Prefix);
}

static std::string printTargets() {
  size_t Count;
  const nvptxtc_target *Targets = nvptxtc_targets(&Count);
  std::string List;
  for (size_t I = 0; I < Count; ++I)
    List += (I ? ", compute_" : "compute_") + std::string(Targets[I].name).substr(3);
  return List;
}

/// "compute_90a" as a target; null if there is none.
static const nvptxtc_target *findTarget(const std::string &Arch) {
  size_t Count;
  const nvptxtc_target *Targets = nvptxtc_targets(&Count);
  const nvptxtc_target *Found = std::find_if(Targets, Targets + Count, [&](const auto &Target) {
    return Arch == "compute_" + std::string(Target.name).substr(3);
  });
  return Found == Targets + Count ? nullptr : Found;
}

static bool isNumber(const std::string &Text, unsigned long First, unsigned long Last) {
  char *End;
  const unsigned long Number = std::strtoul(Text.c_str(), &End, 10);
  return !Text.empty() && Text.size() < 9 && !*End && Number >= First && Number <= Last;
}

/// The options whose value is 0 or 1, and LLVM's for the value that is not the default.
struct Switch {
  const char *Name;
  const char *Value;
  std::vector<std::string> LLVMOptions;
};

static const std::vector<Switch> &getSwitches() {
  static const std::vector<Switch> Switches = {
      {"-ftz", "1", {"-denormal-fp-math-f32=preserve-sign", "-nvvm-reflect-add=__CUDA_FTZ=1"}},
      {"-prec-div", "0", {"-nvptx-prec-divf32=1"}},
      {"-prec-sqrt", "0", {"-nvptx-prec-sqrtf32=0"}},
      {"-fma", "0", {"-nvptx-fma-level=0"}},
  };
  return Switches;
}

/// Returns "compute_90a" for "sm_90a", "90a" and "compute90a", or an empty string.
static std::string findMeantTarget(const std::string &Value) {
  const size_t Number = Value.find_first_of("0123456789");
  if (Number == std::string::npos)
    return "";
  const std::string Meant = "compute_" + Value.substr(Number);
  return findTarget(Meant) ? Meant : "";
}

/// Returns an empty string, or what is wrong with the option.
static std::string readOption(const std::string &Option, Options &Into) {
  const size_t Equals = Option.find('=');
  const std::string Name = Option.substr(0, Equals);
  const std::string Value = Equals == std::string::npos ? "" : Option.substr(Equals + 1);
  if (std::count(std::begin(Ignored), std::end(Ignored), Option) ||
      std::any_of(std::begin(IgnoredWithValue), std::end(IgnoredWithValue),
                  [&](const char *Prefix) { return startsWith(Option, Prefix); }))
    return "";
  if (Name == "-arch") {
    const nvptxtc_target *Target = findTarget(Value);
    if (!Target) {
      const std::string Meant = findMeantTarget(Value);
      return "there is no target " + Value +
             (Meant.empty() ? "; expected one of " + printTargets()
                            : "; did you mean -arch=" + Meant + "?");
    }
    Into.Target = Target->name;
    return "";
  }
  if (Name == "-opt") {
    if (Value.size() != 1 || Value[0] < '0' || Value[0] > '3')
      return "expected -opt=0 to -opt=3";
    Into.Optimization = nvptxtc_level(NVPTXTC_O0 + (Value[0] - '0'));
    return "";
  }
  if (Name == "-maxreg") {
    if (!isNumber(Value, 16, 255))
      return "expected a number of registers, from 16 to 255";
    Into.MaxRegisters = unsigned(std::stoul(Value));
    return "";
  }
  if (Name == "-jump-table-density")
    return isNumber(Value, 0, 101) ? "" : "expected a number from 0 to 101";
  if (Name == "-gen-lto")
    return "NVIDIA's LTO format can only be written by NVIDIA's libNVVM; without the option, the "
           "result is PTX";
  if (Name == "-mattr") {
    Into.Features = Value;
    return "";
  }
  if (startsWith(Name, "-nvptx-")) {
    Into.LLVMOptions.push_back(Option);
    return "";
  }
  for (const Switch &S : getSwitches()) {
    if (Name != S.Name)
      continue;
    if (Value != "0" && Value != "1")
      return "expected " + Name + "=0 or " + Name + "=1";
    if (Value == S.Value)
      Into.LLVMOptions.insert(Into.LLVMOptions.end(), S.LLVMOptions.begin(), S.LLVMOptions.end());
    if (Name == "-fma")
      Into.Contracts = Value == "1";
    return "";
  }
  return "it is not known; expected -arch=, -opt=, -g, -ftz=, -prec-div=, -prec-sqrt=, -fma= or "
         "another option that docs/libnvvm.md lists";
}

/// The caller's options, then those of the environment, for front ends that let nobody choose.
static bool readOptions(int Count, const char **Given, Options &Into, Log &Messages) {
  std::vector<std::string> All;
  for (int I = 0; I < Count; ++I)
    All.push_back(Given[I] ? Given[I] : "");
  if (const char *More = std::getenv("NVPTXTC_NVVM_OPTIONS")) {
    std::istringstream Words(More);
    for (std::string Word; Words >> Word;)
      All.push_back(Word);
  }
  bool IsRight = true;
  for (const std::string &Option : All)
    if (std::string Fault = readOption(Option, Into); !Fault.empty()) {
      Messages.add("error: option '" + Option + "': " + Fault);
      IsRight = false;
    }
  Into.LLVMOptions.push_back(
      Into.Contracts && Into.Optimization != NVPTXTC_O0 ? "-fp-contract=fast" : "-fp-contract=off");
  if (Into.Features.empty()) {
    const nvptxtc_target *Target = findTarget("compute_" + Into.Target.substr(3));
    Into.Features = "+ptx" + std::to_string(std::max(Target->first_ptx, DefaultPTX));
  }
  return IsRight;
}

static void addDiagnostic(const nvptxtc_diagnostic *Diagnostic, void *Data) {
  static const char *const Severities[] = {"error", "warning", "remark", "note"};
  auto &P = *static_cast<Program *>(Data);
  std::string Line;
  if (*Diagnostic->file) {
    Line += Diagnostic->file;
    if (Diagnostic->line)
      Line += ":" + std::to_string(Diagnostic->line) + ":" + std::to_string(Diagnostic->column);
    Line += ": ";
  }
  Line += Severities[Diagnostic->severity];
  Line += ": ";
  if (*Diagnostic->function)
    Line += "in function " + std::string(Diagnostic->function) + ": ";
  P.Messages.add(Line + Diagnostic->message);
  P.HasVersionMismatch |= !std::strcmp(Diagnostic->code, "NVPTX-ir-version");
}

/// Compiles, or only verifies. `Invalid` is the result for a module with errors.
static nvvmResult run(nvvmProgram P, int Count, const char **Given, unsigned Flags,
                      nvvmResult Invalid) {
  if (!P)
    return NVVM_ERROR_INVALID_PROGRAM;
  P->PTX.clear();
  P->Messages.clear();
  P->HasVersionMismatch = false;
  Options Asked;
  if (!readOptions(Count, Given, Asked, P->Messages))
    return NVVM_ERROR_INVALID_OPTION;
  std::vector<nvptxtc_module> Modules;
  for (const Program::Module &M : P->Modules)
    Modules.push_back({M.Data.data(), M.Data.size(), M.Name.c_str(), M.Flags});
  if (std::all_of(Modules.begin(), Modules.end(),
                  [](const nvptxtc_module &M) { return M.flags & NVPTXTC_LAZY; })) {
    P->Messages.add("error: the program has no module that was added by nvvmAddModuleToProgram");
    return NVVM_ERROR_NO_MODULE_IN_PROGRAM;
  }

  std::vector<const char *> LLVMOptions;
  for (const std::string &Option : Asked.LLVMOptions)
    LLVMOptions.push_back(Option.c_str());
  LLVMOptions.push_back(nullptr);
  nvptxtc_options Compilation = {};
  Compilation.size = sizeof(Compilation);
  Compilation.target = Asked.Target.c_str();
  Compilation.features = Asked.Features.c_str();
  Compilation.optimization = Asked.Optimization;
  Compilation.codegen = Asked.Optimization;
  Compilation.max_registers = Asked.MaxRegisters;
  Compilation.llc_options = LLVMOptions.data();
  Compilation.flags = Flags;
  Compilation.handler = addDiagnostic;
  Compilation.handler_data = P;
  nvptxtc_result *Result;
  const nvptxtc_status Status =
      nvptxtc_compile_modules(Modules.data(), Modules.size(), &Compilation, &Result);
  P->PTX.assign(Result->ptx, Result->ptx_size);
  nvptxtc_free(Result);
  if (Status == NVPTXTC_SUCCESS)
    return NVVM_SUCCESS;
  if (Status == NVPTXTC_BAD_ARGUMENTS)
    return NVVM_ERROR_INVALID_OPTION;
  return P->HasVersionMismatch ? NVVM_ERROR_IR_VERSION_MISMATCH : Invalid;
}

static nvvmResult addModule(nvvmProgram P, const char *Data, size_t Size, const char *Name,
                            unsigned Flags) {
  if (!P)
    return NVVM_ERROR_INVALID_PROGRAM;
  if (!Data || !Size)
    return NVVM_ERROR_INVALID_INPUT;
  // Some front ends count the null character after a text.
  if (!Data[Size - 1] && std::memcmp(Data, "BC\xC0\xDE", std::min<size_t>(Size, 4)))
    --Size;
  P->Modules.push_back({std::string(Data, Size), Name ? Name : "<unnamed>", Flags});
  return NVVM_SUCCESS;
}

/// The size of a text, and the text, with its null character.
static nvvmResult getSize(const std::string &Text, size_t *Size) {
  if (!Size)
    return NVVM_ERROR_INVALID_INPUT;
  *Size = Text.size() + 1;
  return NVVM_SUCCESS;
}

static nvvmResult getText(const std::string &Text, char *Buffer) {
  if (!Buffer)
    return NVVM_ERROR_INVALID_INPUT;
  std::memcpy(Buffer, Text.c_str(), Text.size() + 1);
  return NVVM_SUCCESS;
}

#pragma GCC visibility push(default)
extern "C" {

const char *nvvmGetErrorString(nvvmResult Result) {
  static const char *const Names[] = {"NVVM_SUCCESS",
                                      "NVVM_ERROR_OUT_OF_MEMORY",
                                      "NVVM_ERROR_PROGRAM_CREATION_FAILURE",
                                      "NVVM_ERROR_IR_VERSION_MISMATCH",
                                      "NVVM_ERROR_INVALID_INPUT",
                                      "NVVM_ERROR_INVALID_PROGRAM",
                                      "NVVM_ERROR_INVALID_IR",
                                      "NVVM_ERROR_INVALID_OPTION",
                                      "NVVM_ERROR_NO_MODULE_IN_PROGRAM",
                                      "NVVM_ERROR_COMPILATION",
                                      "NVVM_ERROR_CANCELLED"};
  return unsigned(Result) < std::size(Names) ? Names[Result] : "NVVM_ERROR not found";
}

nvvmResult nvvmVersion(int *Major, int *Minor) {
  *Major = 2;
  *Minor = 0;
  return NVVM_SUCCESS;
}

nvvmResult nvvmIRVersion(int *MajorIR, int *MinorIR, int *MajorDebug, int *MinorDebug) {
  *MajorIR = 2;
  *MinorIR = 0;
  *MajorDebug = 3;
  *MinorDebug = 2;
  return NVVM_SUCCESS;
}

/// Returns the version of the IR that is read for a target: LLVM's own for all.
nvvmResult nvvmLLVMVersion(const char *Arch, int *Major) {
  if (!Arch || !Major || !findTarget(Arch))
    return NVVM_ERROR_INVALID_INPUT;
  *Major = LLVM_VERSION_MAJOR;
  return NVVM_SUCCESS;
}

nvvmResult nvvmCreateProgram(nvvmProgram *P) {
  if (!P)
    return NVVM_ERROR_INVALID_PROGRAM;
  *P = new Program();
  return NVVM_SUCCESS;
}

nvvmResult nvvmDestroyProgram(nvvmProgram *P) {
  if (!P || !*P)
    return NVVM_ERROR_INVALID_PROGRAM;
  delete *P;
  *P = nullptr;
  return NVVM_SUCCESS;
}

nvvmResult nvvmAddModuleToProgram(nvvmProgram P, const char *Data, size_t Size, const char *Name) {
  return addModule(P, Data, Size, Name, 0);
}

nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram P, const char *Data, size_t Size,
                                      const char *Name) {
  return addModule(P, Data, Size, Name, NVPTXTC_LAZY);
}

nvvmResult nvvmCompileProgram(nvvmProgram P, int Count, const char **Given) {
  return run(P, Count, Given, 0, NVVM_ERROR_COMPILATION);
}

nvvmResult nvvmVerifyProgram(nvvmProgram P, int Count, const char **Given) {
  return run(P, Count, Given, NVPTXTC_VERIFY_ONLY, NVVM_ERROR_INVALID_IR);
}

nvvmResult nvvmGetCompiledResultSize(nvvmProgram P, size_t *Size) {
  return P ? getSize(P->PTX, Size) : NVVM_ERROR_INVALID_PROGRAM;
}

nvvmResult nvvmGetCompiledResult(nvvmProgram P, char *Buffer) {
  return P ? getText(P->PTX, Buffer) : NVVM_ERROR_INVALID_PROGRAM;
}

nvvmResult nvvmGetProgramLogSize(nvvmProgram P, size_t *Size) {
  return P ? getSize(P->Messages.getText(), Size) : NVVM_ERROR_INVALID_PROGRAM;
}

nvvmResult nvvmGetProgramLog(nvvmProgram P, char *Buffer) {
  return P ? getText(P->Messages.getText(), Buffer) : NVVM_ERROR_INVALID_PROGRAM;
}

} // extern "C"
#pragma GCC visibility pop

//===- nvptxtc.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exported functions: what a caller hands over is checked, and what becomes of it is packed.
//
//===----------------------------------------------------------------------===//

#include "Library/nvptxtc.h"
#include "CodeGen/Target/FatalErrors.h"
#include "Library/Assembler.h"
#include "Library/Compilation.h"
#include "Library/GlobalOptions.h"
#include "Library/Guard.h"
#include "Library/Messages.h"
#include "Library/Questions.h"
#include "Library/Workers.h"
#include "Model/Tables/MMATables.h"
#include "Model/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <link.h>
#include <mutex>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// The C result and what it points to.
struct Result : nvptxtc_result {
  std::string PTX;
  std::string Cubin;
  std::string Facts;
  std::string Diagnostics;
};

/// A caller's options in this release's layout.
struct Arguments {
  nvptxtc_options Options = {};
  OptionList LLVMOptions;
  std::optional<Regex> Remarks;
  Request Asked;
};

} // namespace

static constexpr unsigned KnownFlags =
    NVPTXTC_CATCH_CRASHES | NVPTXTC_VERIFY_ONLY | NVPTXTC_CUBIN | NVPTXTC_ISOLATED;
static constexpr unsigned KnownModuleFlags = NVPTXTC_LAZY;

/// Callers of an older nvptxtc.h have fewer fields, callers of a newer one more.
static Error copyOptions(const nvptxtc_options &Given, nvptxtc_options &Options) {
  if (Given.size < offsetof(nvptxtc_options, target) + sizeof(Options.target))
    return createStringError("the options' size is " + Twine(Given.size) +
                             "; expected sizeof(nvptxtc_options) of the caller's nvptxtc.h");
  const auto *Bytes = reinterpret_cast<const char *>(&Given);
  for (size_t I = sizeof(Options); I < Given.size; ++I)
    if (Bytes[I])
      return createStringError("the options have fields of a newer nvptxtc.h; this library is "
                               "version " +
                               Twine(getVersion()));
  memcpy(&Options, Bytes, std::min(Given.size, sizeof(Options)));
  return Error::success();
}

static Error checkLevel(StringRef Field, nvptxtc_level Level) {
  if (unsigned(Level) <= NVPTXTC_O3)
    return Error::success();
  return createStringError("the level of " + Field + " is " + Twine(unsigned(Level)) +
                           "; expected NVPTXTC_DEFAULT or NVPTXTC_O0 to NVPTXTC_O3");
}

static std::optional<OptimizationLevel> getOptimization(nvptxtc_level Level) {
  switch (Level) {
  case NVPTXTC_O0:
    return OptimizationLevel::O0;
  case NVPTXTC_O1:
    return OptimizationLevel::O1;
  case NVPTXTC_O2:
    return OptimizationLevel::O2;
  case NVPTXTC_O3:
    return OptimizationLevel::O3;
  case NVPTXTC_DEFAULT:
    break;
  }
  return std::nullopt;
}

static CodeGenOptLevel getCodeGenLevel(nvptxtc_level Level) {
  return Level == NVPTXTC_DEFAULT ? CodeGenOptLevel::Default
                                  : CodeGenOptLevel(unsigned(Level) - NVPTXTC_O0);
}

static Error checkFeatures(StringRef Features) {
  for (StringRef Feature : split(Features, ','))
    if (!Feature.empty() && Feature[0] != '+' && Feature[0] != '-')
      return createStringError("the feature '" + Feature + "' has no sign; expected '+" + Feature +
                               "'");
  return Error::success();
}

static Error checkRegisters(unsigned Registers) {
  if (!Registers || (Registers >= 16 && Registers <= 255))
    return Error::success();
  return createStringError("max_registers is " + Twine(Registers) +
                           "; expected a number from 16 to 255, or 0");
}

static Error readArguments(const nvptxtc_options *Given, Arguments &Into, Messages &Told) {
  if (!Given)
    return createStringError("there are no options; expected a target at least");
  if (Error E = copyOptions(*Given, Into.Options))
    return E;
  const nvptxtc_options &O = Into.Options;
  if (!O.target || !*O.target)
    return createStringError("there is no target; expected one as llc's -mcpu, e.g. sm_90a");
  if (Error E =
          joinErrors(checkLevel("optimization", O.optimization), checkLevel("codegen", O.codegen)))
    return E;
  if (Error E =
          joinErrors(checkFeatures(O.features ? O.features : ""), checkRegisters(O.max_registers)))
    return E;
  if (O.flags & ~KnownFlags)
    return createStringError("the flags have bits that version " + Twine(getVersion()) +
                             " does not know: " + Twine(O.flags & ~KnownFlags));
  for (const char *const *Option = O.llc_options; Option && *Option; ++Option)
    Into.LLVMOptions.push_back(*Option);
  if (O.remarks) {
    Into.Remarks.emplace(O.remarks);
    std::string Fault;
    if (!Into.Remarks->isValid(Fault))
      return createStringError("'" + Twine(O.remarks) +
                               "' for remarks is not a regular "
                               "expression: " +
                               Fault);
    Into.Asked.Remarks = &*Into.Remarks;
  }
  Told.setTarget(O.target);
  Into.Asked.CPU = O.target;
  Into.Asked.Features = O.features ? O.features : "";
  Into.Asked.Optimization = getOptimization(O.optimization);
  Into.Asked.CodeGen = getCodeGenLevel(O.codegen);
  Into.Asked.MaxRegisters = O.max_registers;
  Into.Asked.VerifiesOnly = O.flags & NVPTXTC_VERIFY_ONLY;
  Into.Asked.Cancel = O.cancel;
  return Error::success();
}

static Error readModules(const nvptxtc_module *Modules, size_t Count, Arguments &Into) {
  for (size_t I = 0; I < Count; ++I) {
    const nvptxtc_module &M = Modules[I];
    if (!M.data && M.size)
      return createStringError("the module is a null pointer with a size of " + Twine(M.size));
    if (M.flags & ~KnownModuleFlags)
      return createStringError("the flags of a module have bits that version " +
                               Twine(getVersion()) +
                               " does not know: " + Twine(M.flags & ~KnownModuleFlags));
    ModuleText &Text = Into.Asked.Modules.emplace_back();
    Text.Data = StringRef(M.data, M.size);
    Text.IsLazy = M.flags & NVPTXTC_LAZY;
    if (M.name)
      Text.Name = M.name;
  }
  if (all_of(Into.Asked.Modules, [](const ModuleText &Text) { return Text.IsLazy; }))
    return createStringError(Count ? "all modules are lazy; expected one at least that is not"
                                   : "there are no modules");
  return Error::success();
}

/// LLVM says some things several times.
static std::string dropRepetitions(StringRef Output) {
  SmallVector<StringRef> Lines;
  for (StringRef Line : split(Output, '\n'))
    if (!is_contained(Lines, Line))
      Lines.push_back(Line);
  return join(Lines, "\n");
}

static nvptxtc_status compile(const Arguments &Given, Messages &Told, std::string &PTX) {
  Expected<OptionsInForce> Options = OptionsInForce::acquire(Given.LLVMOptions);
  if (!Options) {
    Told.addError(toString(Options.takeError()), ErrorKind::Arguments);
    return NVPTXTC_BAD_ARGUMENTS;
  }
  static std::once_flag Once; // as a part of a call, for which a fork waits
  std::call_once(Once, initializeLLVM);
  auto Work = std::make_unique<Compilation>(Given.Asked, Told);
  const auto IsCancelled = [&] { return Given.Asked.Cancel && *Given.Asked.Cancel; };
  bool IsReported = false;
  const Outcome Ended = runGuarded(
      [&] {
        Work->run();
        Work->destroy();
      },
      [&](StringRef Reason) {
        if (IsCancelled())
          setSelectedFunction(nullptr);
        IsReported = reportFatalError(Reason);
        Work->destroy();
      },
      Given.Options.flags & NVPTXTC_CATCH_CRASHES);
  if (Ended.IsLost)
    (void)Work.release();
  if (!Ended.Failure.empty()) {
    if (!IsReported)
      Told.addError(Ended.Failure, IsCancelled() ? ErrorKind::Cancelled : ErrorKind::Fatal);
    return IsCancelled() ? NVPTXTC_CANCELLED : NVPTXTC_FATAL_ERROR;
  }
  if (!Ended.Output.empty())
    Told.addWarning(dropRepetitions(Ended.Output), ErrorKind::LLVM);
  if (Told.hasErrors())
    return NVPTXTC_ERROR;
  PTX = Work->getPTX();
  return NVPTXTC_SUCCESS;
}

/// Hands the result to the caller, with what was told.
static nvptxtc_status finish(Result *R, const nvptxtc_options &Options, const Messages &Told,
                             nvptxtc_result **Into) {
  if (Options.handler)
    Told.tell(Options.handler, Options.handler_data);
  R->Diagnostics = Told.printAsJSON();
  R->ptx = R->PTX.c_str();
  R->ptx_size = R->PTX.size();
  R->diagnostics = R->Diagnostics.c_str();
  R->diagnostics_size = R->Diagnostics.size();
  const nvptxtc_status Status = R->status;
  if (Into)
    *Into = R;
  else
    delete R;
  return Status;
}

nvptxtc_status nvptxtc_compile_modules(const nvptxtc_module *Modules, size_t Count,
                                       const nvptxtc_options *Options, nvptxtc_result **Into) {
  auto *R = new Result();
  Messages Told;
  Arguments Given;
  R->status = NVPTXTC_BAD_ARGUMENTS;
  if (Error E = readModules(Modules, Count, Given))
    Told.addError(toString(std::move(E)), ErrorKind::Arguments);
  else if (Error E = readArguments(Options, Given, Told))
    Told.addError(toString(std::move(E)), ErrorKind::Arguments);
  else if (Given.Options.flags & NVPTXTC_ISOLATED)
    R->status =
        compileIsolated(Given.Options, Given.LLVMOptions, ArrayRef(Modules, Count), Told, R->PTX);
  else
    R->status = compile(Given, Told, R->PTX);
  if (R->status == NVPTXTC_SUCCESS && Given.Options.flags & NVPTXTC_CUBIN &&
      !(Given.Options.flags & NVPTXTC_VERIFY_ONLY)) {
    const char *PTXAS = Given.Options.ptxas;
    if (Expected<std::string> Cubin = assemble(R->PTX, Given.Options.target, PTXAS ? PTXAS : "")) {
      R->Cubin = std::move(*Cubin);
      R->cubin = R->Cubin.data();
      R->cubin_size = R->Cubin.size();
    } else {
      Told.addError(toString(Cubin.takeError()), ErrorKind::Assembler);
      R->status = NVPTXTC_ERROR;
      R->PTX.clear();
    }
  }
  return finish(R, Given.Options, Told, Into);
}

nvptxtc_status nvptxtc_compile(const char *Module, size_t Size, const nvptxtc_options *Options,
                               nvptxtc_result **Into) {
  const bool HasName = Options && Options->size >= offsetof(nvptxtc_options, optimization);
  const nvptxtc_module Only = {Module, Size, HasName ? Options->name : nullptr, 0};
  return nvptxtc_compile_modules(&Only, 1, Options, Into);
}

nvptxtc_status nvptxtc_intrinsic(const char *Name, const char *Target, const char *Features,
                                 nvptxtc_result **Into) {
  auto *R = new Result();
  Messages Told;
  R->status = NVPTXTC_SUCCESS;
  auto Fail = [&](nvptxtc_status Status, ErrorKind Kind, Error E) {
    R->status = Status;
    Told.addError(toString(std::move(E)), Kind);
  };
  std::optional<TargetVersion> Asked;
  if (!Name)
    Fail(NVPTXTC_BAD_ARGUMENTS, ErrorKind::Arguments, createStringError("there is no name"));
  else if (Target) {
    if (Expected<TargetVersion> Found = findTarget(Target, Features ? Features : ""))
      Asked = *Found;
    else
      Fail(NVPTXTC_BAD_ARGUMENTS, ErrorKind::Target, Found.takeError());
  }
  if (R->status == NVPTXTC_SUCCESS) {
    if (Expected<std::string> Facts = describeIntrinsic(Name, Asked)) {
      R->Facts = std::move(*Facts);
      R->facts = R->Facts.c_str();
      R->facts_size = R->Facts.size();
    } else {
      Fail(NVPTXTC_ERROR, ErrorKind::IntrinsicName, Facts.takeError());
    }
  }
  return finish(R, {}, Told, Into);
}

void nvptxtc_free(nvptxtc_result *R) { delete static_cast<Result *>(R); }

const char *nvptxtc_version() {
  static const std::string Text = getVersionText() + ", ABI " NVPTXTC_ABI;
  return Text.c_str();
}

/// Finds the note that the linker has written into this library (--build-id).
static int findBuildID(dl_phdr_info *Info, size_t, void *Into) {
  auto Here = reinterpret_cast<uintptr_t>(&nvptxtc_hash);
  bool IsThis = false;
  for (const auto &Header : ArrayRef(Info->dlpi_phdr, Info->dlpi_phnum))
    IsThis |= Header.p_type == PT_LOAD && Here - Info->dlpi_addr - Header.p_vaddr < Header.p_memsz;
  if (!IsThis)
    return 0;
  for (const auto &Header : ArrayRef(Info->dlpi_phdr, Info->dlpi_phnum)) {
    if (Header.p_type != PT_NOTE)
      continue;
    StringRef Notes(reinterpret_cast<const char *>(Info->dlpi_addr + Header.p_vaddr),
                    Header.p_memsz);
    while (Notes.size() >= sizeof(ElfW(Nhdr))) {
      const auto *Note = reinterpret_cast<const ElfW(Nhdr) *>(Notes.data());
      const size_t NameSize = alignTo(Note->n_namesz, 4);
      Notes = Notes.drop_front(sizeof(*Note) + NameSize);
      if (Note->n_type == NT_GNU_BUILD_ID)
        *static_cast<std::string *>(Into) =
            toHex(Notes.take_front(Note->n_descsz), /*LowerCase=*/true);
      Notes = Notes.drop_front(alignTo(Note->n_descsz, 4));
    }
  }
  return 1;
}

const char *nvptxtc_hash() {
  static const std::string Hash = [] {
    std::string ID;
    dl_iterate_phdr(findBuildID, &ID);
    return ID;
  }();
  return Hash.c_str();
}

const nvptxtc_target *nvptxtc_targets(size_t *Count) {
  static const std::vector<nvptxtc_target> Targets = [] {
    std::vector<nvptxtc_target> All;
    for (const GPUTarget &Target : getGPUTargets())
      All.push_back({Target.Name.data(), Target.MinimumPTX});
    return All;
  }();
  if (Count)
    *Count = Targets.size();
  return Targets.data();
}

const nvptxtc_code *nvptxtc_codes(size_t *Count) {
  static const std::vector<DiagnosticCode> Texts = getDiagnosticCodes();
  static const std::vector<nvptxtc_code> Codes = [] {
    std::vector<nvptxtc_code> All;
    for (const DiagnosticCode &C : Texts)
      All.push_back({C.Code.c_str(), C.Option.c_str(), C.Default.c_str(), C.Means.c_str()});
    return All;
  }();
  if (Count)
    *Count = Codes.size();
  return Codes.data();
}

//===- NvccOptions.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in nvcc, --use_fast_math stands for the others, and an option for one of them takes
// precedence. Division has three degrees: IEEE's, within 2 ulp (-prec-div=false), and approximate
// (--use_fast_math).
//
//===----------------------------------------------------------------------===//

#include "NvccOptions.h"
#include "Model/Legality/Legality.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/StringSaver.h"
#include <optional>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

struct FloatingPoint {
  bool IsFast = false;
  std::optional<bool> FlushToZero, PreciseDivision, PreciseSquareRoot, FusedMultiplyAdd;
};

} // namespace

static std::optional<bool> *findField(StringRef Name, FloatingPoint &FP) {
  if (Name == "ftz")
    return &FP.FlushToZero;
  if (Name == "prec-div")
    return &FP.PreciseDivision;
  if (Name == "prec-sqrt")
    return &FP.PreciseSquareRoot;
  return Name == "fmad" ? &FP.FusedMultiplyAdd : nullptr;
}

/// True if the argument was one of nvcc's.
static Expected<bool> read(StringRef Arg, FloatingPoint &FP) {
  const StringRef Text = Arg;
  if (!Arg.consume_front("--") && !Arg.consume_front("-"))
    return false;
  if (Arg == "use_fast_math")
    return FP.IsFast = true;
  const auto [Name, Value] = Arg.split('=');
  std::optional<bool> *Field = Arg.contains('=') ? findField(Name, FP) : nullptr;
  if (!Field)
    return false;
  if (Value != "true" && Value != "false")
    return makeError("the value of " + Text + " is not known; it is true or false");
  *Field = Value == "true";
  return true;
}

static void append(const FloatingPoint &FP, SmallVectorImpl<const char *> &Args) {
  if (FP.FlushToZero.value_or(FP.IsFast))
    Args.push_back("-fgpu-flush-denormals-to-zero");
  if (FP.IsFast)
    Args.push_back("-fgpu-approx-transcendentals");
  if (!FP.PreciseDivision.value_or(!FP.IsFast))
    append_range(Args,
                 ArrayRef({"-mllvm", FP.IsFast ? "-nvptx-prec-divf32=0" : "-nvptx-prec-divf32=1"}));
  if (!FP.PreciseSquareRoot.value_or(!FP.IsFast))
    append_range(Args, ArrayRef({"-mllvm", "-nvptx-prec-sqrtf32=0"}));
  if (!FP.FusedMultiplyAdd.value_or(true))
    append_range(Args, ArrayRef({"-Xarch_device", "-ffp-contract=off"}));
}

/// Appends a GPU for each sm_… of nvcc's "arch=compute_90a,code=[sm_90a,compute_90a]".
static Error appendTargets(StringRef Generated, StringSaver &Saver,
                           SmallVectorImpl<const char *> &Args) {
  SmallVector<StringRef, 4> Names;
  const StringRef Code = Generated.split("code=").second;
  (Code.empty() ? Generated : Code).trim("[]").split(Names, ',');
  const size_t Before = Args.size();
  for (StringRef Name : Names)
    if (Name.starts_with("sm_"))
      Args.push_back(Saver.save("--cuda-gpu-arch=" + Name).data());
  return Args.size() != Before
             ? Error::success()
             : makeError("'" + Generated + "' names no target sm_NN" + suggestTarget(Generated));
}

namespace {

struct Switch {
  StringLiteral Nvccs, Clangs;
};

} // namespace

/// Options of nvcc without a value, behind one or two dashes, and what clang has for them: nothing
/// where it does what they ask for in any case.
static constexpr Switch Switches[] = {
    {"ptx", "-S --cuda-device-only"},
    {"cubin", "-c --cuda-device-only"},
    {"rdc=true", "-fgpu-rdc"},
    {"relocatable-device-code=true", "-fgpu-rdc"},
    {"dc", "-fgpu-rdc -c"},
    {"device-c", "-fgpu-rdc -c"},
    {"lineinfo", "-gline-tables-only"},
    {"generate-line-info", "-gline-tables-only"},
    {"res-usage", "-Xcuda-ptxas -v"},
    {"resource-usage", "-Xcuda-ptxas -v"},
    {"expt-relaxed-constexpr", ""},
    {"expt-extended-lambda", ""},
    {"extended-lambda", ""},
    {"extra-device-vectorization", ""},
    {"forward-unknown-to-host-compiler", ""},
};

/// Appends clang's options for one of these. False if it is none.
static bool translateSwitch(StringRef Arg, StringSaver &Saver,
                            SmallVectorImpl<const char *> &Args) {
  if (!Arg.consume_front("--") && !Arg.consume_front("-"))
    return false;
  const auto *Found = find_if(Switches, [Arg](const Switch &S) { return S.Nvccs == Arg; });
  if (Found == std::end(Switches))
    return false;
  SmallVector<StringRef, 2> Options;
  SplitString(Found->Clangs, Options);
  for (StringRef Option : Options)
    Args.push_back(Saver.save(Option).data());
  return true;
}

/// Appends clang's options for one of nvcc's that has a value. False if it is none.
static bool translateValue(StringRef Name, function_ref<StringRef()> GetValue, StringSaver &Saver,
                           SmallVectorImpl<const char *> &Args) {
  // These choose messages of nvcc's front end, or how many targets it compiles at a time.
  if (is_contained({"-Xcudafe", "-diag-suppress", "--diag-suppress", "-threads", "--threads"},
                   Name)) {
    GetValue();
  } else if (Name == "-Xptxas" || Name == "--ptxas-options") {
    append_range(Args, ArrayRef({"-Xcuda-ptxas", Saver.save(GetValue()).data()}));
  } else if (Name == "-maxrregcount" || Name == "--maxrregcount") {
    append_range(Args,
                 ArrayRef({"-Xcuda-ptxas", Saver.save("--maxrregcount=" + GetValue()).data()}));
  } else if (Name == "-Xcompiler" || Name == "--compiler-options") {
    SmallVector<StringRef, 4> Options;
    SplitString(GetValue(), Options, ", ");
    for (StringRef Option : Options)
      append_range(Args, ArrayRef({"-Xarch_host", Saver.save(Option).data()}));
  } else {
    return false;
  }
  return true;
}

/// Appends what clang has for an option of nvcc's that is not about numbers. False if it is none.
/// `Next` is called for a value that is an argument of its own.
static Expected<bool> translate(StringRef Arg, function_ref<StringRef()> Next, StringSaver &Saver,
                                SmallVectorImpl<const char *> &Args) {
  const auto [Name, Value] = Arg.split('=');
  auto GetValue = [&, Value = Value] { return Arg.contains('=') ? Value : Next(); };
  if (is_contained({"-arch", "--gpu-architecture", "-gencode", "--generate-code"}, Name)) {
    if (Error E = appendTargets(GetValue(), Saver, Args))
      return E;
    return true;
  }
  if (Name == "-march" && (Value.starts_with("sm_") || Value.starts_with("compute_")))
    return makeError("'" + Arg +
                     "' names a GPU, and -march= is for the host's processor; expected "
                     "--cuda-gpu-arch=sm_" +
                     Value.split('_').second);
  return translateSwitch(Arg, Saver, Args) || translateValue(Name, GetValue, Saver, Args);
}

/// Options of clang whose value is an argument of its own, and may look like an option.
static bool takesNext(StringRef Arg) {
  return Arg.starts_with("-Xarch_") ||
         is_contained({"-Xlinker", "-Xclang", "-Xcuda-ptxas", "-Xcuda-fatbinary", "-Xassembler",
                       "-Xpreprocessor", "-mllvm", "-o", "-include", "-x"},
                      Arg);
}

Error tensorcore::replaceNvccOptions(SmallVectorImpl<const char *> &Args, StringSaver &Saver) {
  FloatingPoint FP;
  SmallVector<const char *, 64> Others = {Args.front()};
  for (size_t I = 1; I < Args.size(); ++I) {
    auto Next = [&] { return ++I < Args.size() ? StringRef(Args[I]) : StringRef(); };
    const char *Arg = Args[I];
    if (takesNext(Arg)) {
      append_range(Others, ArrayRef(Args).slice(I, std::min<size_t>(2, Args.size() - I)));
      ++I;
      continue;
    }
    Expected<bool> IsNvccs = read(Arg, FP);
    if (IsNvccs && !*IsNvccs)
      IsNvccs = translate(Arg, Next, Saver, Others);
    if (!IsNvccs)
      return IsNvccs.takeError();
    if (I == Args.size())
      return makeError("the value of " + Twine(Arg) + " is missing");
    if (!*IsNvccs)
      Others.push_back(Arg);
  }
  // In front of the others: what follows "--" is no option.
  SmallVector<const char *, 64> All = {Others.front()};
  append(FP, All);
  append_range(All, drop_begin(Others));
  Args = std::move(All);
  return Error::success();
}

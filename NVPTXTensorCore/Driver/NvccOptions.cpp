//===- NvccOptions.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in nvcc, --use_fast_math stands for the others, and what is said of one of them in so many
// words holds. Division has three degrees: IEEE's, within 2 ulp (-prec-div=false), and approximate
// (--use_fast_math).
//
//===----------------------------------------------------------------------===//

#include "NvccOptions.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
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

Error tensorcore::replaceNvccOptions(SmallVectorImpl<const char *> &Args) {
  FloatingPoint FP;
  SmallVector<const char *, 64> Others = {Args.front()};
  for (const char *Arg : drop_begin(Args)) {
    Expected<bool> IsNvccs = read(Arg, FP);
    if (!IsNvccs)
      return IsNvccs.takeError();
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

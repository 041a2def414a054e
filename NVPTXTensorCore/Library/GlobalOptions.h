//===- GlobalOptions.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's command-line options, which are variables of the process, as options of a call. Calls with
// equal options run together.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LIBRARY_GLOBALOPTIONS_H
#define NVPTXTENSORCORE_LIBRARY_GLOBALOPTIONS_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm::tensorcore {

/// As on llc's command line: "-nvptx-fma-level=1".
using OptionList = std::vector<std::string>;

/// Holds LLVM's options at the values of a list, and all others at their defaults.
class OptionsInForce {
public:
  /// Waits until no call with other options runs. Fails if an option does not exist, or does not
  /// have the value.
  static Expected<OptionsInForce> acquire(const OptionList &Asked);

  OptionsInForce(OptionsInForce &&Other) : IsHeld(std::exchange(Other.IsHeld, false)) {}
  ~OptionsInForce();

private:
  OptionsInForce() = default;
  bool IsHeld = true;
};

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_LIBRARY_GLOBALOPTIONS_H

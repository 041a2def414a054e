//===- NewerLLVM.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/Verifier/NewerLLVM.h"
#include "IR/Verifier/NVVMIntrinsics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Matches what LLVM 23 writes and LLVM 22 cannot read: attributes, operations of atomicrmw, and
/// floating-point numbers by their bits, or that are none.
static constexpr StringLiteral Later =
    "(^|[ (,<{])"
    "(denormal_fpenv\\(|dead_on_return\\(|prefalign\\(|target_mem[0-9]|"
    "(flatten|nooutline|noipa)([ ,{}]|$)|"
    "atomicrmw (volatile )?(elementwise|fmaximumnum|fminimumnum) |"
    "f0x[0-9A-F]+|[-+](inf|qnan|s?nan\\())";

std::string tensorcore::explainNewerLLVM(StringRef Version) {
  return Version.empty() ? ""
                         : ("; LLVM " + Version + " has written the module, and this is LLVM " +
                            LLVM_VERSION_STRING + ": expected a module of LLVM " +
                            Twine(LLVM_VERSION_MAJOR) + " or older")
                               .str();
}

std::string tensorcore::explainSyntaxError(StringRef Message, StringRef Line) {
  StringRef Name = Message;
  if (Name.consume_front("unknown intrinsic '") && Name.consume_back("'")) {
    if (is_contained(getProjectNames(), Name) || !explainLaterName(Name).empty())
      return "; LLVM " LLVM_VERSION_STRING " does not know it: expected a declaration of it";
    const std::string More = explainUnknownName(Name);
    const size_t End = More.find("; ");
    return End == std::string::npos ? "" : More.substr(End);
  }
  if (Message == "invalid intrinsic signature")
    return "; expected that of LLVM " LLVM_VERSION_STRING ", or a declaration";
  // LLVM's reader of bitcode names the producer of bitcode that it does not know.
  SmallVector<StringRef, 3> Parts;
  unsigned Major = 0;
  if (Regex("Producer: 'LLVM ?(([0-9]+)[0-9.]*)").match(Message, &Parts) &&
      !Parts[2].getAsInteger(10, Major) && Major > LLVM_VERSION_MAJOR)
    return explainNewerLLVM(Parts[1]);
  return LLVM_VERSION_MAJOR < 23 && Regex(Later).match(Line) ? explainNewerLLVM("23") : "";
}

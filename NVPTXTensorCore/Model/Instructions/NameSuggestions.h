//===- NameSuggestions.h ----------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Suggests a name for one that no intrinsic has.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_MODEL_INSTRUCTIONS_NAMESUGGESTIONS_H
#define NVPTXTENSORCORE_MODEL_INSTRUCTIONS_NAMESUGGESTIONS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm::tensorcore {

/// For a name whose words are those of an intrinsic and of the PTX that it prints, in any
/// order: that intrinsic, as a question. A PTX mnemonic is such a name. Empty if there is none.
std::string suggestByMnemonic(StringRef IntrinsicName);

/// For a name made of words that intrinsics of ours have, or of shapes, put together as
/// none has them: which other word in place of one of its own, or wherever that stands,
/// would be legal. For example "expected m16n8k16 or m16n8k8 in place of m16n8k32". Empty if
/// a word is unknown, or if one other word is not enough.
std::string suggestWords(StringRef IntrinsicName);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_MODEL_INSTRUCTIONS_NAMESUGGESTIONS_H

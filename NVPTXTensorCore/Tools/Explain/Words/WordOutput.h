//===- WordOutput.h - words as text and JSON --------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How words are shown: a line for each field, or JSON.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_WORDS_WORDOUTPUT_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_WORDS_WORDOUTPUT_H

#include "Explain/Words/WordFormats.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
}
} // namespace llvm

namespace llvm::tensorcore::explain {

void print(raw_ostream &OS, const WordFormat &Format, const WordReading &Reading);

/// The attribute "fields".
void printFields(json::OStream &JSON, ArrayRef<WordField> Fields);

/// An object.
void print(json::OStream &JSON, const WordFormat &Format, const WordReading &Reading);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_WORDS_WORDOUTPUT_H

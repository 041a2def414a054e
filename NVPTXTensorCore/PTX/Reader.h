//===- Reader.h ----------------------------------------------- -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader of PTX text: whole modules of PTX ISA 9.0, and statements alone, as inline assembly
// has them. It takes any text and never fails: what is not PTX becomes faults with their locations,
// and the reader goes on behind the next semicolon.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_PTX_READER_H
#define NVPTXTENSORCORE_PTX_READER_H

#include "PTX/Syntax.h"

namespace llvm::tensorcore::ptx {

/// Reads a module. Instructions outside of functions are those of a function without a name.
Module readModule(StringRef Text);

/// Says of a text whose module has no version what it is instead of PTX.
StringRef explainNoVersion(StringRef Text);

/// Reads what the body of a function may have.
StatementList readStatements(StringRef Text, Dialect Language);

/// The mnemonic of the first instruction of a template that begins with one of these whole words,
/// such as "wgmma.fence"; empty if there is none.
std::string findMnemonic(StringRef Template, ArrayRef<StringRef> Opcodes);

/// Returns true if a template has an instruction that begins with these whole words.
bool hasInstruction(StringRef Template, StringRef Opcode);

} // namespace llvm::tensorcore::ptx

#endif // NVPTXTENSORCORE_PTX_READER_H

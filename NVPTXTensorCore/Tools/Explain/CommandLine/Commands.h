//===- Commands.h - the subcommands -----------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the subcommands. Options are in Options.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_COMMANDLINE_COMMANDS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_COMMANDLINE_COMMANDS_H

#include "Explain/Subjects/Subjects.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
}

namespace llvm::tensorcore::explain {

/// Describes what instructions are meant: words of their mnemonics, and a target that has them.
struct InstructionFilter {
  std::string Family, Target, PTXVersion;
  std::vector<std::string> Types, Shapes;

  bool isEmpty() const {
    return Family.empty() && Target.empty() && Types.empty() && Shapes.empty();
  }
};

/// Where instructions are to be legal; without a target, the question is where they are.
struct LegalOptions {
  std::string Target, PTXVersion, Family;
  bool IsJSON = false;
};

/// Describes what is asked of layouts, in addition to the question on the command line.
struct LayoutOptions {
  std::string Operand;
  std::optional<unsigned> Lane, Register;
  std::optional<unsigned> M, N; ///< of a tcgen05.mma
  bool IsByLane = false;
  OutputFormat Format = OutputFormat::Text;
};

/// Describes what is asked of a tile in shared memory, in addition to its type and its size.
struct TileOptions {
  std::string Consumer, Swizzle, Kind;
  OutputFormat Format = OutputFormat::Text;
};

// The result is false where what was asked has the answer no: exit code 1, as of errors.

Expected<bool> runDecode(raw_ostream &OS, StringRef Word, StringRef Format, bool AsJSON);
Expected<bool> runEncode(raw_ostream &OS, ArrayRef<std::string> Fields, StringRef Format,
                         bool AsJSON);
Expected<bool> runShow(raw_ostream &OS, ArrayRef<std::string> Names, bool AsJSON);
Expected<bool> runList(raw_ostream &OS, ArrayRef<std::string> Names,
                       const InstructionFilter &Filter, OutputFormat Format);
Expected<bool> runLegal(raw_ostream &OS, ArrayRef<std::string> Names, const LegalOptions &Options);
Expected<bool> runDump(raw_ostream &OS);
Expected<bool> runLayout(raw_ostream &OS, StringRef Name, ArrayRef<std::string> Questions,
                         const LayoutOptions &Options);
Expected<bool> runTile(raw_ostream &OS, ArrayRef<std::string> Words, const TileOptions &Options);
Expected<bool> runPTX(raw_ostream &OS, StringRef File, StringRef Target, StringRef PTXVersion,
                      bool AsJSON);
/// Says how much of a file is PTX, whatever its instructions mean.
Expected<bool> runSyntax(raw_ostream &OS, StringRef File);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_COMMANDLINE_COMMANDS_H

//===- MMAComments.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `-nvptx-mma-comments`: lines of comment above each tensor-core instruction in PTX.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Reports/MMADescription.h"
#include "CodeGen/Target/Hooks.h"
#include "Model/Instructions/MMALegality.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace llvm::tensorcore;

static cl::opt<bool>
    PrintComments("nvptx-mma-comments", cl::init(false),
                  cl::desc("Explain tensor-core instructions and their constant operands in "
                           "comments of the PTX"));

void tensorcore::emitMMAComments(const MachineInstr &MI, MCStreamer &Streamer) {
  std::optional<MMADescription> Description = PrintComments ? describe(MI) : std::nullopt;
  if (!Description)
    return;
  std::string Line = (" " + getMMAOpcodeInfo(Description->Opcode).Name + ", MMA descriptor ").str();
  Line += Description->printDescriptor();
  if (Description->MultiplyAdds)
    Line += ", " + Description->Shape + ": " + std::to_string(*Description->MultiplyAdds) +
            " multiply-adds";
  Streamer.emitRawComment(Line);
  for (const MMAOperandDescription &Operand : Description->Operands)
    Streamer.emitRawComment(" " + Operand.Text);
}

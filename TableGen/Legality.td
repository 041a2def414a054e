//===- Legality.td - Where instructions are legal ------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule says where instructions are legal. The files with rows define their rules, and each row
// names its own.
//
//===----------------------------------------------------------------------===//

/// The targets, the PTX ISA versions (major * 10 + minor; `last` 99 means that it is still
/// there), and who says so. `rejected` is for what LLVM 19 prints from there on but ptxas rejects
/// everywhere; it holds the sentence that says why.
class MMALegality<GPUTargetSet targets, int first, string source, int last = 99,
                  string rejected = ""> {
  string Rule = NAME;
  GPUTargetSet Targets = targets;
  bits<8> FirstPTX = first;
  bits<8> LastPTX = last;
  string Source = source;
  string Rejected = rejected;
}

def : TableStruct<"MMALegality", "MMALegality",
                  ["Targets", "FirstPTX", "LastPTX", "Source", "Rejected"]>;

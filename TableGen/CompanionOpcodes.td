//===- CompanionOpcodes.td - Opcodes of companions ------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A machine opcode for each register signature of companions and what they do besides: nothing (PURE),
// something to memory (EFFECT), or something together with other threads (CONVERGENT). The name has
// a letter for each result and each operand (Companions.td). Which instruction it is, is its last
// operand.
//
//===----------------------------------------------------------------------===//

/// The opcode of a form and of all others with its signature. Its results count as D.
class CompanionOpcode<CompanionForm form>
    : MMAOpcode<MMAFamily_Companion, NoRegisters, NoRegisters, NoRegisters, NoRegisters> {
  list<string> ResultKinds = form.ResultKinds;
  list<string> OperandKinds = form.OperandKinds;
  let DCount = !size(ResultKinds);
  bit IsConvergent = form.Effects.IsConvergent;
  bit IsPure = form.Effects.IsPure;
}

/// A row of the table that leads from a form to its opcode.
class CompanionOpcodeRow<CompanionForm form> {
  CompanionForm Form = form;
  MMAOpcode Opcode = !cast<MMAOpcode>("MMAOpcode_" # form.OpcodeName);
}

defvar AllCompanionForms = !foreach(row, !filter(r, AllCompanionRows, !isa<CompanionForm>(r)),
                                    !cast<CompanionForm>(row));

defset list<CompanionOpcode> AllCompanionOpcodes = {
foreach form = AllCompanionForms in
  if !not(!exists<CompanionOpcode>("MMAOpcode_" # form.OpcodeName)) then
    def "MMAOpcode_" # form.OpcodeName : CompanionOpcode<form>;
}

foreach form = AllCompanionForms in
def : CompanionOpcodeRow<form>;

def CompanionOpcodes : GenericTable {
  let FilterClass = "CompanionOpcodeRow";
  let CppTypeName = "CompanionOpcode";
  let Fields = ["Form", "Opcode"];
  let PrimaryKey = ["Form"];
  let PrimaryKeyName = "lookupCompanionOpcode";
}

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

/// The opcode of a form and of all others with its signature.
class CompanionOpcode<CompanionForm form> {
  string Name = form.OpcodeName;
  list<string> ResultKinds = form.ResultKinds;
  list<string> OperandKinds = form.OperandKinds;
  bits<8> NumResults = !size(ResultKinds);
  bit IsConvergent = form.Effects.IsConvergent;
  bit IsPure = form.Effects.IsPure;
}

/// A row of the table that leads from a form to its opcode.
class CompanionOpcodeRow<CompanionForm form> {
  CompanionForm Form = form;
  CompanionOpcode Opcode = !cast<CompanionOpcode>("CompanionOpcode_" # form.OpcodeName);
}

defvar AllCompanionForms = !foreach(row, !filter(r, AllCompanionRows, !isa<CompanionForm>(r)),
                                    !cast<CompanionForm>(row));

defset list<CompanionOpcode> AllCompanionOpcodes = {
foreach form = AllCompanionForms in
  if !not(!exists<CompanionOpcode>("CompanionOpcode_" # form.OpcodeName)) then
    def "CompanionOpcode_" # form.OpcodeName : CompanionOpcode<form>;
}

foreach form = AllCompanionForms in
def : CompanionOpcodeRow<form>;

def CompanionOpcode : GenericEnum {
  let FilterClass = "CompanionOpcode";
}

def CompanionOpcodes : GenericTable {
  let FilterClass = "CompanionOpcode";
  let CppTypeName = "CompanionOpcodeInfo";
  let Fields = ["Name", "NumResults"];
}
def lookupCompanionOpcodeByName : SearchIndex {
  let Table = CompanionOpcodes;
  let Key = ["Name"];
}

def CompanionOpcodeRows : GenericTable {
  let FilterClass = "CompanionOpcodeRow";
  let CppTypeName = "CompanionOpcodeRow";
  let Fields = ["Form", "Opcode"];
  let PrimaryKey = ["Form"];
  let PrimaryKeyName = "lookupCompanionOpcode";
}

//===- Legality.td - Where instructions are legal ------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule says where instructions are legal. The files with rows define their rules, and each row
// names its own. Where modifiers can be combined freely in a call, a family has rules on those too.
//
//===----------------------------------------------------------------------===//

/// These name the verifier of a rule, for the targets that it knows.
defvar ByPTXAS130 = "ptxas 13.0"; // by the sweeps of this project
defvar ByPTXAS134 = "ptxas 13.4, as others report";
defvar AsDocumented = "no assembler, only documented";

/// The targets, the PTX ISA versions (major * 10 + minor; `last` 99 means that it is still
/// there), and who says so and has verified it. `rejected` is for what LLVM 22 prints from there on but ptxas rejects
/// everywhere; it holds the sentence that says why.
class MMALegality<GPUTargetSet targets, int first, string source,
                  string verified = ByPTXAS130, int last = 99, string rejected = ""> {
  string Rule = NAME;
  GPUTargetSet Targets = targets;
  bits<8> FirstPTX = first;
  bits<8> LastPTX = last;
  string Source = source;
  string Rejected = rejected;
  string Verified = verified;
  assert !or(!le(first, 90), !ne(verified, ByPTXAS130)), "ptxas 13.0 knows PTX up to 9.0";
  assert !not(!empty(source)), NAME # " names no section of the PTX ISA";
  assert !ne(targets.Word, 0), NAME # " has no target";
  assert !not(!empty(!filter(v, AllPTXVersions, !eq(v.Number, first)))),
         NAME # ": there is no PTX ISA " # first # "; versions are numbers such as 70 for 7.0";
}

def : TableStruct<"MMALegality", "MMALegality",
                  ["Targets", "FirstPTX", "LastPTX", "Source", "Rejected", "Verified"]>;

/// A field of the MMA descriptor has one of some words; it has a modifier, or does not.
class MMACondition<MMAField asked, list<string> words> {
  MMAField Field = asked;
  bits<64> Values = !foldl(0, words, mask, word,
                           !or(mask, !shl(1, MMAFieldValue<asked, word>.Value)));
}
class MMAWith<MMAField asked> : MMACondition<asked, !tail(asked.Values)>;
class MMAWithout<MMAField asked> : MMACondition<asked, [!head(asked.Values)]>;

def : TableStruct<"MMACondition", "MMACondition", ["Field", "Values"]>;

/// Forbids an instruction where all conditions hold, except on some targets from some PTX version
/// on; it has the message, and what would be legal. Rules are asked in the order of their numbers.
/// A field that the instruction does not have fulfils no condition.
class MMAModifierRule<int number, list<MMACondition> conditions, string message, string legal,
                      GPUTargetSet targets = NoTarget, int first = 0> {
  bits<8> Number = number;
  list<MMACondition> Conditions = conditions;
  GPUTargetSet Targets = targets;
  bits<8> FirstPTX = first;
  string Message = message;
  string Legal = legal;
}

//===- Companions.td - What a companion row is ----------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Companions are the instructions that a kernel needs beside the matrix instructions:
// copies, barriers, fences, conversions. A row is an intrinsic as LLVM 22 has it, and for
// each instruction that it can become a form: the values of its immediates that choose
// this one, PTX's text, and where it is legal. A form is a machine opcode; companions have
// no MMA descriptor.
//
// The files that have the rows are BulkCopy.td, AsyncCopy.td, TensorCopy.td,
// MBarrier.td, Synchronization.td, CacheControl.td, TensorMap.td and NarrowConversions.td.
//
//===----------------------------------------------------------------------===//

/// What the files with rows define: their tables' helpers, too.
class CompanionRow;

/// An argument or a result. Types: i1 to i64, f16, bf16, f32, v2f16, v2bf16; pN, a pointer to
/// address space N, and p*, one of several, which the name of the intrinsic says; i128, v4f32
/// and v4i8, which registers hold in parts.
class CompanionValue<string type, string name> {
  string Type = type;
  string Name = name;
  bit IsImmediate = 0;
  list<string> PartTypes = !cond(!eq(type, "i128") : ["i64", "i64"],
                                 !eq(type, "v4f32") : ["f32", "f32", "f32", "f32"],
                                 !eq(type, "v4i8") : ["i32"],
                                 true : [type]);
  list<string> PartNames = !if(!eq(!size(PartTypes), 1), [name],
                               !foreach(i, !range(!size(PartTypes)), name # i));
  string Declaration = type # " " # name;
}

/// An argument that must be a constant.
class CompanionImmediate<string type, string name> : CompanionValue<type, name> {
  let IsImmediate = 1;
  let Declaration = type # " !" # name;
}

/// A pointer that PTX takes without an offset: "[base, {coordinates}]". Part of type b0.
class CompanionBase<string name> : CompanionValue<"p0", name> {
  let PartTypes = ["b0"];
}

/// A pointer to shared memory that PTX takes by a register only, not by a symbol. Part of type r3.
class CompanionRegisterAddress<string name> : CompanionValue<"p3", name> {
  let PartTypes = ["r3"];
}

/// What a call does, as LLVM's attributes say it: 1 reads, 2 writes, of the memory that
/// its arguments point to, of memory that nothing else reaches, and of all other.
class CompanionEffects<bits<2> arguments, bits<2> inaccessible, bits<2> other, bit convergent> {
  bits<2> ArgumentMemory = arguments;
  bits<2> InaccessibleMemory = inaccessible;
  bits<2> OtherMemory = other;
  bit IsConvergent = convergent;
  bit IsPure = !not(!or(convergent, !ne(arguments, 0), !ne(inaccessible, 0), !ne(other, 0)));
}

// clang-format off
//                                        arguments inaccessible other convergent
def ArithmeticEffects  : CompanionEffects<0,        0,           0,    0>;
// Has a place in the program, and memory has nothing to do with it.
def PlacedEffects      : CompanionEffects<0,        3,           0,    0>;
def TogetherEffects    : CompanionEffects<0,        3,           0,    1>;
// Memory that it does not point to is ordered by it.
def OrderingEffects    : CompanionEffects<3,        3,           3,    0>;
def BarrierEffects     : CompanionEffects<3,        3,           3,    1>;
// What others change meanwhile, so that two reads differ: the state of an mbarrier.
def SharedStateEffects : CompanionEffects<3,        3,           0,    1>;
def CopyEffects        : CompanionEffects<3,        3,           0,    1>;
def TensorCopyEffects  : CompanionEffects<3,        3,           3,    1>; // memory by way of a tensor map
def RequestEffects     : CompanionEffects<3,        3,           0,    0>;
def HintEffects        : CompanionEffects<1,        3,           0,    0>;
def CopyHintEffects    : CompanionEffects<1,        3,           0,    1>;
def StoreEffects       : CompanionEffects<2,        0,           0,    0>;
def UpdateEffects      : CompanionEffects<3,        0,           0,    0>;
// clang-format on

/// An intrinsic.
class Companion<string name, list<CompanionValue> results, list<CompanionValue> arguments,
                CompanionEffects effects> : CompanionRow {
  string Name = "llvm.nvvm." # name;
  list<CompanionValue> Results = results;
  list<CompanionValue> Arguments = arguments;
  bits<2> ArgumentMemory = effects.ArgumentMemory;
  bits<2> InaccessibleMemory = effects.InaccessibleMemory;
  bits<2> OtherMemory = effects.OtherMemory;
  bit IsConvergent = effects.IsConvergent;
  bit IsPure = effects.IsPure;
  defvar result = !if(!empty(results), "void", !interleave(!foreach(r, results, r.Type), ", "));
  string Signature = !if(!gt(!size(results), 1), "{" # result # "}", result)
                     # "(" # !interleave(!foreach(a, arguments, a.Declaration), ", ") # ")";
}

/// Whether PTX's text has an operand of a value.
class IsInText<string text, CompanionValue value> {
  bit Yes = !ne(!find(text, "$" # value.PartNames[0]), -1);
}

/// A form that targets have since different versions: `Also` is the other legality, of
/// version 0 where there is none.
def NotElsewhere : MMALegality<GPUTargetSet<0, 0>, 0, "">;

/// One instruction of an intrinsic: the one for calls whose immediates have the values of
/// `choices`, "name=value" or "name=first..last/step" (the address space of a p* is among
/// them). Results and arguments are its operands where the text has them. `opcode` is the
/// name of the record behind "CompanionForm_".
class CompanionForm<Companion intrinsic, string opcode, list<string> choices, string text,
                    MMALegality legality, MMALegality also = NotElsewhere> : CompanionRow {
  string Name = opcode;
  string Intrinsic = intrinsic.Name;
  string Choices = !interleave(choices, ",");
  bit IsBlock = !eq(!find(text, "{{"), 0); // several statements of PTX
  string Text = text;
  string TextLine = OneLine<text>.Text;
  list<CompanionValue> Results = intrinsic.Results;
  list<CompanionValue> Operands = !filter(a, intrinsic.Arguments, IsInText<text, a>.Yes);
  defvar resultTypes = !foldl([]<string>, Results, all, r, !listconcat(all, r.PartTypes));
  defvar result = !if(!empty(resultTypes), "void", !interleave(resultTypes, ", "));
  defvar parts = !foldl([]<string>, Operands, all, a,
                        !listconcat(all, !foreach(i, !range(!size(a.PartTypes)),
                                                   a.PartTypes[i] # !if(a.IsImmediate, " !", " ")
                                                   # a.PartNames[i])));
  string Signature = !if(!gt(!size(resultTypes), 1), "{" # result # "}", result)
                     # "(" # !interleave(parts, ", ") # ")";
  bit IsConvergent = intrinsic.IsConvergent;
  bit IsPure = intrinsic.IsPure;
  bits<64> Targets = legality.Targets.Mask;
  string TargetText = legality.Targets.Description;
  bits<8> FirstPTX = legality.FirstPTX;
  bits<64> AlsoTargets = also.Targets.Mask;
  string AlsoTargetText = also.Targets.Description;
  bits<8> AlsoFirstPTX = also.FirstPTX;
  string Source = legality.Source;
  string Rule = legality.Rule;
}

/// An intrinsic with one form, whose opcode is the name in capitals.
multiclass CompanionInstruction<string name, list<CompanionValue> results,
                                list<CompanionValue> arguments, CompanionEffects effects,
                                string text, MMALegality legality, list<string> choices = [],
                                MMALegality also = NotElsewhere> {
  defvar opcode = !toupper(!subst(".", "_", name));
  def "Companion_" # opcode : Companion<name, results, arguments, effects>;
  def "CompanionForm_" # opcode
      : CompanionForm<!cast<Companion>("Companion_" # opcode), opcode, choices, text, legality, also>;
}

def CompanionForm : GenericEnum {
  let FilterClass = "CompanionForm";
}

def Companions : GenericTable {
  let FilterClass = "Companion";
  let CppTypeName = "Companion";
  let Fields = ["Name", "Signature", "ArgumentMemory", "InaccessibleMemory", "OtherMemory",
                "IsConvergent", "IsPure"];
}

def CompanionForms : GenericTable {
  let FilterClass = "CompanionForm";
  let CppTypeName = "CompanionFormInfo";
  let Fields = ["Name", "Intrinsic", "Choices", "Signature", "TextLine", "Targets", "TargetText", "FirstPTX",
                "AlsoTargets", "AlsoTargetText", "AlsoFirstPTX", "Source"];
}

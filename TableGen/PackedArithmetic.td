//===- PackedArithmetic.td - arithmetic of packed numbers -----*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic that LLVM 22 has no intrinsics for: saturated sums and products of half precision, fma
// with .oob, and what PTX ISA 9.4 added to add, sub, mul, fma and set: pairs of mixed precision, four
// numbers of 8, 6 or 4 bits, and comparisons of packed integers. PTX ISA, "Mixed Precision Floating Point
// Instructions" and "Comparison and Selection Instructions: set". LLVM has no intrinsics for them:
// the names are PTX's.
//
//===----------------------------------------------------------------------===//

/// The type in IR of a register with packed numbers.
class PackedType<string type> {
  string IR = !cond(!eq(type, "f32x2") : "v2f32", !eq(type, "f16x2") : "v2f16",
                    !eq(type, "bf16x2") : "v2bf16", !eq(type, "e2m1x4") : "i16", true : "i32");
}

/// An operand in one register, as two floats are here.
class PackedArgument<string type, string name> : Argument<PackedType<type>.IR, name> {
  let PartTypes = [!if(!eq(type, "f32x2"), "i64", PackedType<type>.IR)];
  let PartNames = [name];
}

/// Operands a, b and c of some types.
class PackedArguments<list<string> types> {
  list<Argument> List = !listconcat([PackedArgument<types[0], "a">, PackedArgument<types[1], "b">],
                                    !foreach(third, !tail(!tail(types)), PackedArgument<third, "c">));
}

/// `types` are those of the mnemonic's end: the result and some of the operands; `operands` are those
/// of all operands.
multiclass PackedOperation<string head, list<string> types, PTXInstruction row, list<string> words,
                           string result, list<string> operands, MMALegality legality> {
  defvar arguments = PackedArguments<operands>.List;
  defm "" : CompanionInstruction<head # "." # !interleave(types, "."), [PackedArgument<result, "d">],
                                 arguments, ArithmeticEffects,
                                 Statement<row, words>, legality>;
}

/// Operands of one type.
class EqualArguments<string type, list<string> names> {
  list<Argument> List = !foreach(name, names, Argument<type, name>);
}

// Half precision. LLVM has these names since 23.
let Origin = OfLaterLLVM in {
foreach type = ["f16", "v2f16"] in
foreach ftz = ["", ".ftz"] in
foreach operation = ["add", "mul"] in
defm "" : CompanionInstruction<operation # ".rn" # ftz # ".sat." # type, [Argument<type, "d">],
                               EqualArguments<type, ["a", "b"]>.List, ArithmeticEffects,
                               Statement<!cast<PTXInstruction>("PTX_" # !toupper(operation) # "_F16"),
                                         [".rn", ftz, ".sat", !if(!eq(type, "f16"), ".f16", ".f16x2")]>, HalfSaturation>;
// 0 if a factor is the NaN that stands for an element out of bounds.
foreach type = ["f16", "v2f16", "bf16", "v2bf16"] in
foreach relu = ["", ".relu"] in
defm "" : CompanionInstruction<"fma.rn.oob" # relu # "." # type, [Argument<type, "d">],
                               EqualArguments<type, ["a", "b", "c"]>.List, ArithmeticEffects,
                               Statement<!if(!eq(!find(type, "bf16"), -1), PTX_FMA_OOB_F16, PTX_FMA_OOB_BF16),
                                         [relu, "." # !if(!eq(!find(type, "v2"), 0), !subst("v2", "", type) # "x2", type)]>, MultiplyAddOutOfBounds>;
}

let Origin = OfProject in {
// Pairs of mixed precision.
foreach operation = ["add", "sub"] in {
  defvar row = "PTX_" # !toupper(operation);
  foreach type = ["f16x2", "bf16x2"] in {
    foreach rounding = ["", ".rn", ".rz", ".rm", ".rp"] in
    defm "" : PackedOperation<operation # rounding, ["f32x2", type, "f32x2"],
                              !cast<PTXInstruction>(row # "_MIXED_PAIR"), [rounding, "." # type], "f32x2",
                              [type, "f32x2"], MixedArithmetic>;
    defm "" : PackedOperation<operation # ".rz" # !if(!eq(type, "f16x2"), ".ftz", ""),
                              [type, "f32x2", "f32x2"],
                              !cast<PTXInstruction>(row # !if(!eq(type, "f16x2"), "_TO_F16", "_TO_BF16")), [],
                              type, ["f32x2", "f32x2"], MixedArithmetic>;
  }
}
foreach type = ["f16x2", "bf16x2"] in {
  foreach rounding = [".rn", ".rz", ".rm", ".rp"] in
  defm "" : PackedOperation<"fma" # rounding, ["f32x2", type, "f32x2", "f32x2"],
                            PTX_FMA_MIXED_PAIR, [rounding, "." # type], "f32x2",
                            [type, "f32x2", "f32x2"], MixedArithmetic>;
  defm "" : PackedOperation<!if(!eq(type, "f16x2"), "mul.ftz.rz", "mul.rz"), [type, "f32x2", "f32x2"],
                            !if(!eq(type, "f16x2"), PTX_MUL_TO_F16, PTX_MUL_TO_BF16), [], type, ["f32x2", "f32x2"], MixedArithmetic>;
}
defm "" : PackedOperation<"mul", ["bf16x2", "bf16x2", "f16x2"], PTX_MUL_BY_F16, [], "bf16x2",
                          ["bf16x2", "f16x2"], MixedArithmetic>;
defm "" : PackedOperation<"mul", ["f16x2", "f16x2", "bf16x2"], PTX_MUL_BY_BF16, [], "f16x2",
                          ["f16x2", "bf16x2"], MixedArithmetic>;

// Four numbers. e2m1p4x4 has each in a byte.
defvar FourNumbers = ["e5m2x4", "e4m3x4", "e3m2x4", "e2m3x4", "e2m1x4", "e2m1p4x4", "ue8m0x4"];
foreach rounding = ["", ".rn"] in
foreach saturation = ["", ".satfinite"] in
foreach sum = ["e5m2x4", "e4m3x4"] in
foreach first = FourNumbers in {
  defvar words = [rounding, saturation, "." # sum, "." # first];
  foreach operation = ["add", "sub"] in
  defm "" : PackedOperation<operation # rounding # saturation, [sum, first],
                            !cast<PTXInstruction>("PTX_" # !toupper(operation) # "_NARROW"), words, sum,
                            [first, sum], NarrowArithmetic>;
  foreach second = FourNumbers in {
    defm "" : PackedOperation<"mul" # rounding # saturation, [sum, first, second], PTX_MUL_NARROW,
                              !listconcat(words, ["." # second]), sum, [first, second], NarrowArithmetic>;
    defm "" : PackedOperation<"fma" # rounding # saturation, [sum, first, second], PTX_FMA_NARROW,
                              !listconcat(words, ["." # second]), sum, [first, second, sum],
                              NarrowArithmetic>;
  }
}

// Comparisons; lo, ls, hi, hs are those of unsigned numbers.
foreach type = ["u8x4", "s8x4", "u16x2", "s16x2"] in
foreach comparison = !listconcat(["eq", "ne", "lt", "le", "gt", "ge"],
                                 !if(!eq(!substr(type, 0, 1), "u"), ["lo", "ls", "hi", "hs"],
                                     []<string>)) in
defm "" : PackedOperation<"set." # comparison, [type],
                          !if(!eq(!substr(type, 0, 1), "u"), PTX_SET_PACKED_UNSIGNED, PTX_SET_PACKED_SIGNED),
                          ["." # comparison, "." # type], type, [type, type], PackedComparison>;
} // Origin

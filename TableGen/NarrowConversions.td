//===- NarrowConversions.td - cvt of narrow types -------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions to and from numbers of 8, 6 and 4 bits, packed, and those of f32 to half
// precision and tf32; those of them that LLVM 22 knows, it prints for targets that lack them.
// PTX ISA, "Data Movement and Conversion
// Instructions: cvt". Of two sources the first becomes the upper half.
//
//===----------------------------------------------------------------------===//

/// `words` are those that the row leaves open.
multiclass Conversion<string name, string result, list<Argument> sources, PTXInstruction row,
                      list<string> words, MMALegality legality, list<MMALegality> also = []> {
  defm "" : CompanionInstruction<name, [Argument<result, "result">], sources, ArithmeticEffects,
                                 Statement<row, words>, legality, [], also>;
}

defvar TwoFloats = [Argument<"f32", "upper">, Argument<"f32", "lower">];
defvar RandomBits = [Argument<"i32", "random_bits">];
defvar OneFloat = [Argument<"f32", "source">];

foreach relu = ["", ".relu"] in {
  // 8 bits: these saturate always.
  foreach type = ["e4m3", "e5m2"] in {
    defm "" : Conversion<"ff.to." # type # "x2.rn" # relu, "i16", TwoFloats,
                         PTX_CVT_NARROW_FROM_F32, [".rn", relu, "." # type # "x2"], ConvertFP8, [ConvertFP8Ada]>;
    defm "" : Conversion<"f16x2.to." # type # "x2.rn" # relu, "i16", [Argument<"v2f16", "source">],
                         PTX_CVT_NARROW_FROM_HALVES, [".rn", relu, "." # type # "x2", ".f16x2"], ConvertFP8,
                         [ConvertFP8Ada]>;
    defm "" : Conversion<type # "x2.to.f16x2.rn" # relu, "v2f16", [Argument<"i16", "source">],
                         PTX_CVT_F16_FROM_NARROW, [relu, "." # type # "x2"], ConvertFP8, [ConvertFP8Ada]>;
  }
  // 6 bits, each in a byte.
  foreach type = ["e2m3", "e3m2"] in {
    defm "" : Conversion<"ff.to." # type # "x2.rn" # relu # ".satfinite", "i16", TwoFloats,
                         PTX_CVT_NARROW_FROM_F32, [".rn", relu, "." # type # "x2"], ConvertFP6>;
    defm "" : Conversion<type # "x2.to.f16x2.rn" # relu, "v2f16", [Argument<"i16", "source">],
                         PTX_CVT_F16_FROM_NARROW, [relu, "." # type # "x2"], ConvertFP6>;
  }
  // 4 bits: two are a byte, the lower one of a 16-bit register.
  defm "" : CompanionInstruction<"ff.to.e2m1x2.rn" # relu # ".satfinite",
                                 [Argument<"i16", "result">], TwoFloats, ArithmeticEffects,
                                 Statement<PTX_CVT_NARROW_FROM_F32, [".rn", relu, ".e2m1x2"],
                                           !listconcat([InByte<"result", "pair">],
                                                       Named<["upper", "lower"]>.List)>, ConvertFP6>;
  defm "" : CompanionInstruction<"e2m1x2.to.f16x2.rn" # relu, [Argument<"v2f16", "result">],
                                 [Argument<"i16", "source">], ArithmeticEffects,
                                 Statement<PTX_CVT_F16_FROM_NARROW, [relu, ".e2m1x2"],
                                           [StatementOperand<["result"]>, InByte<"source", "pair">]>,
                                 ConvertFP6>;
  // Stochastic rounding.
  foreach type = ["e4m3", "e5m2", "e2m3", "e3m2", "e2m1"] in
  defm "" : CompanionInstruction<"f32x4.to." # type # "x4.rs" # relu # ".satfinite",
                                 [Argument<!if(!eq(type, "e2m1"), "i16", "v4i8"), "result">],
                                 [Argument<"v4f32", "source">, Argument<"i32", "random_bits">],
                                 ArithmeticEffects,
                                 Statement<PTX_CVT_NARROW_RANDOM, [relu, "." # type # "x4"],
                                           [StatementOperand<["result"]>,
                                            StatementOperand<["source0", "source1", "source2", "source3"], 1>,
                                            StatementOperand<["random_bits"]>]>, ConvertStochastic>;
}

// Exponents, which are scales.
foreach saturation = ["", ".satfinite"] in
foreach rounding = ["rz", "rp"] in {
  defm "" : Conversion<"ff.to.ue8m0x2." # rounding # saturation, "i16", TwoFloats,
                       PTX_CVT_UE8M0_FROM_F32, ["." # rounding, saturation], ConvertFP6>;
  defm "" : Conversion<"bf16x2.to.ue8m0x2." # rounding # saturation, "i16",
                       [Argument<"v2bf16", "source">],
                       PTX_CVT_UE8M0_FROM_BF16, ["." # rounding, saturation], ConvertFP6>;
}
defm "" : Conversion<"ue8m0x2.to.bf16x2", "v2bf16", [Argument<"i16", "source">],
                     PTX_CVT_BF16_FROM_UE8M0, [], ConvertFP6>;

/// The row of conversions to f16 or bf16.
class HalfConversion<string type, string relu, string saturation> {
  PTXInstruction Row = !cond(!ne(relu, "") : PTX_CVT_HALF_RELU,
                             !ne(saturation, "") : PTX_CVT_HALF_SATFINITE,
                             !eq(type, "f16") : PTX_CVT_F16_FROM_F32, true : PTX_CVT_BF16_FROM_F32);
}

// Half precision.
foreach relu = ["", ".relu"] in
foreach saturation = ["", ".satfinite"] in {
  foreach type = ["f16", "bf16"] in
  defm "" : Conversion<"ff2" # type # "x2.rs" # relu # saturation, "v2" # type,
                       !listconcat(TwoFloats, RandomBits),
                       PTX_CVT_HALVES_RANDOM, [relu, saturation, "." # type # "x2"], ConvertStochastic>;
  foreach rounding = ["rn", "rz"] in {
    defvar modifiers = rounding # relu # saturation;
    defm "" : Conversion<"f2f16." # modifiers, "f16", OneFloat, HalfConversion<"f16", relu, saturation>.Row,
                         ["." # rounding, saturation, ".f16"],
                         !cond(!and(!ne(saturation, ""), !ne(relu, "")) : ConvertSatfinite,
                               !ne(saturation, "") : ConvertSatfiniteHalf,
                               !ne(relu, "") : ConvertHalfRelu, true : ConvertHalf)>;
    defvar packed = !if(!ne(saturation, ""), ConvertSatfinite, ConvertPacked);
    defm "" : Conversion<"f2bf16." # modifiers, "bf16", OneFloat, HalfConversion<"bf16", relu, saturation>.Row,
                         ["." # rounding, saturation, ".bf16"], packed>;
    foreach type = ["f16", "bf16"] in
    defm "" : Conversion<"ff2" # type # "x2." # modifiers, "v2" # type, TwoFloats,
                         PTX_CVT_HALVES, ["." # rounding, relu, saturation, "." # type # "x2"], packed>;
    defm "" : Conversion<"f2tf32." # modifiers, "i32", OneFloat, PTX_CVT_TF32, ["." # rounding, relu, saturation],
                         !if(!ne(saturation, ""), ConvertTF32SatfiniteBlackwell, ConvertTF32)>;
  }
}
defm "" : Conversion<"f2tf32.rna", "i32", OneFloat, PTX_CVT_TF32_AWAY, [], ConvertPacked>;
defm "" : Conversion<"f2tf32.rna.satfinite", "i32", OneFloat, PTX_CVT_TF32_AWAY, [".satfinite"],
                     ConvertTF32Satfinite>;

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

/// `result` and `sources` are types; `behind` is what PTX has behind the rounding.
multiclass Conversion<string name, string result, list<Argument> sources, string mnemonic,
                      MMALegality legality, list<MMALegality> also = []> {
  defm "" : CompanionInstruction<name, [Argument<result, "result">], sources, ArithmeticEffects,
                                 mnemonic # " $result, $"
                                     # !interleave(!foreach(s, sources, s.Name), ", $"), legality,
                                 [], also>;
}

defvar TwoFloats = [Argument<"f32", "upper">, Argument<"f32", "lower">];
defvar RandomBits = [Argument<"i32", "random_bits">];
defvar OneFloat = [Argument<"f32", "source">];

foreach relu = ["", ".relu"] in {
  // 8 bits: these saturate always.
  foreach type = ["e4m3", "e5m2"] in {
    defm "" : Conversion<"ff.to." # type # "x2.rn" # relu, "i16", TwoFloats, "cvt.rn.satfinite"
                         # relu # "." # type # "x2.f32", ConvertFP8, [ConvertFP8Ada]>;
    defm "" : Conversion<"f16x2.to." # type # "x2.rn" # relu, "i16", [Argument<"v2f16", "source">],
                         "cvt.rn.satfinite" # relu # "." # type # "x2.f16x2", ConvertFP8,
                         [ConvertFP8Ada]>;
    defm "" : Conversion<type # "x2.to.f16x2.rn" # relu, "v2f16", [Argument<"i16", "source">],
                         "cvt.rn" # relu # ".f16x2." # type # "x2", ConvertFP8, [ConvertFP8Ada]>;
  }
  // 6 bits, each in a byte.
  foreach type = ["e2m3", "e3m2"] in {
    defm "" : Conversion<"ff.to." # type # "x2.rn" # relu # ".satfinite", "i16", TwoFloats,
                         "cvt.rn.satfinite" # relu # "." # type # "x2.f32", ConvertFP6>;
    defm "" : Conversion<type # "x2.to.f16x2.rn" # relu, "v2f16", [Argument<"i16", "source">],
                         "cvt.rn" # relu # ".f16x2." # type # "x2", ConvertFP6>;
  }
  // 4 bits: two are a byte, the lower one of a 16-bit register.
  defm "" : CompanionInstruction<"ff.to.e2m1x2.rn" # relu # ".satfinite",
                                 [Argument<"i16", "result">], TwoFloats, ArithmeticEffects,
                                 "{{\n\t.reg .b8 %pair;\n\tcvt.rn.satfinite" # relu
                                     # ".e2m1x2.f32 %pair, $upper, $lower;\n\t"
                                     # "cvt.u16.u8 $result, %pair;\n\t}}", ConvertFP6>;
  defm "" : CompanionInstruction<"e2m1x2.to.f16x2.rn" # relu, [Argument<"v2f16", "result">],
                                 [Argument<"i16", "source">], ArithmeticEffects,
                                 "{{\n\t.reg .b8 %pair;\n\tcvt.u8.u16 %pair, $source;\n\t"
                                     # "cvt.rn" # relu # ".f16x2.e2m1x2 $result, %pair;\n\t}}",
                                 ConvertFP6>;
  // Stochastic rounding.
  foreach type = ["e4m3", "e5m2", "e2m3", "e3m2", "e2m1"] in
  defm "" : CompanionInstruction<"f32x4.to." # type # "x4.rs" # relu # ".satfinite",
                                 [Argument<!if(!eq(type, "e2m1"), "i16", "v4i8"), "result">],
                                 [Argument<"v4f32", "source">, Argument<"i32", "random_bits">],
                                 ArithmeticEffects,
                                 "cvt.rs" # relu # ".satfinite." # type # "x4.f32 $result, "
                                     # "{{$source0, $source1, $source2, $source3}}, $random_bits",
                                 ConvertStochastic>;
}

// Exponents, which are scales.
foreach saturation = ["", ".satfinite"] in
foreach rounding = ["rz", "rp"] in {
  defm "" : Conversion<"ff.to.ue8m0x2." # rounding # saturation, "i16", TwoFloats,
                       "cvt." # rounding # saturation # ".ue8m0x2.f32", ConvertFP6>;
  defm "" : Conversion<"bf16x2.to.ue8m0x2." # rounding # saturation, "i16",
                       [Argument<"v2bf16", "source">],
                       "cvt." # rounding # saturation # ".ue8m0x2.bf16x2", ConvertFP6>;
}
defm "" : Conversion<"ue8m0x2.to.bf16x2", "v2bf16", [Argument<"i16", "source">],
                     "cvt.rn.bf16x2.ue8m0x2", ConvertFP6>;

// Half precision.
foreach relu = ["", ".relu"] in
foreach saturation = ["", ".satfinite"] in {
  foreach type = ["f16", "bf16"] in
  defm "" : Conversion<"ff2" # type # "x2.rs" # relu # saturation, "v2" # type,
                       !listconcat(TwoFloats, RandomBits),
                       "cvt.rs" # relu # saturation # "." # type # "x2.f32", ConvertStochastic>;
  foreach rounding = ["rn", "rz"] in {
    defvar modifiers = rounding # relu # saturation;
    defm "" : Conversion<"f2f16." # modifiers, "f16", OneFloat, "cvt." # modifiers # ".f16.f32",
                         !cond(!and(!ne(saturation, ""), !ne(relu, "")) : ConvertSatfinite,
                               !ne(saturation, "") : ConvertSatfiniteHalf,
                               !ne(relu, "") : ConvertHalfRelu, true : ConvertHalf)>;
    defvar packed = !if(!ne(saturation, ""), ConvertSatfinite, ConvertPacked);
    defm "" : Conversion<"f2bf16." # modifiers, "bf16", OneFloat, "cvt." # modifiers # ".bf16.f32",
                         packed>;
    foreach type = ["f16", "bf16"] in
    defm "" : Conversion<"ff2" # type # "x2." # modifiers, "v2" # type, TwoFloats,
                         "cvt." # modifiers # "." # type # "x2.f32", packed>;
    defm "" : Conversion<"f2tf32." # modifiers, "i32", OneFloat, "cvt." # modifiers # ".tf32.f32",
                         !if(!ne(saturation, ""), ConvertTF32SatfiniteBlackwell, ConvertTF32)>;
  }
}
defm "" : Conversion<"f2tf32.rna", "i32", OneFloat, "cvt.rna.tf32.f32", ConvertPacked>;
defm "" : Conversion<"f2tf32.rna.satfinite", "i32", OneFloat, "cvt.rna.satfinite.tf32.f32",
                     ConvertTF32Satfinite>;

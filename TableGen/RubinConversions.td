//===- RubinConversions.td - cvt of PTX ISA 9.1 to 9.4 --------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions of narrow types with scales, positive zeros only (.pzo), other roundings, and those of
// ue5m3 and s2f6. PTX ISA, "Data Movement and Conversion Instructions: cvt". A scale is a power of
// two (ue8m0): n1 is one for both elements, in the lower byte; n2 has one for each. The names are
// LLVM's after 22 where it has them, and else PTX's.
//
//===----------------------------------------------------------------------===//

/// Says where the two elements come from.
class PairSource<string llvmName, string ptxName, list<Argument> arguments> {
  string Name = llvmName;
  string PTX = ptxName;
  string Row = !if(!eq(ptxName, "f32"), "F32", "HALVES"); // ends the names of rows
  list<string> Words = !if(!eq(ptxName, "f32"), []<string>, ["." # ptxName]);
  list<Argument> Arguments = arguments;
}
defvar FloatPair = PairSource<"ff", "f32", TwoFloats>;
defvar HalfPair = PairSource<"f16x2", "f16x2", [Argument<"v2f16", "source">]>;
defvar BrainPair = PairSource<"bf16x2", "bf16x2", [Argument<"v2bf16", "source">]>;
defvar Pairs = [FloatPair, HalfPair, BrainPair];

/// The operands of a statement. PTX has a pair of 4-bit numbers, and one scale for both, in registers
/// of 8 bits, of which there are none in IR: the lower byte of 16 bits.
class PairOperands<bit byteResult, bit byteSource, list<string> sources, string scale> {
  list<StatementOperand> List = !listconcat(
      [!if(byteResult, InByte<"result", "pair">, StatementOperand<["result"]>)],
      !if(byteSource, [InByte<"source", "source">], Named<sources>.List),
      !cond(!empty(scale) : []<StatementOperand>,
            !eq(scale, ".scaled::n1::ue8m0") : [InByte<"scale", "scale">],
            true : [StatementOperand<["scale"]>]));
}

/// Converts to two numbers of a narrow type. `scale` is PTX's word.
multiclass ToPair<string name, PairSource source, string type, string row, list<string> words,
                  string scale, MMALegality legality> {
  defm "" : CompanionInstruction<
      name, [Argument<"i16", "result">],
      !listconcat(source.Arguments, !if(!empty(scale), []<Argument>, [Argument<"i16", "scale">])),
      ArithmeticEffects,
      Statement<!cast<PTXInstruction>("PTX_CVT_" # row), words,
                PairOperands<!eq(type, "e2m1x2"), 0, !foreach(a, source.Arguments, a.Name), scale>.List>,
      legality>;
}

/// From two numbers of a narrow type.
multiclass FromPair<string name, string result, string type, PTXInstruction row, list<string> words,
                    string scale, MMALegality legality> {
  defm "" : CompanionInstruction<
      name, [Argument<result, "result">],
      !listconcat([Argument<"i16", "source">], !if(!empty(scale), []<Argument>, [Argument<"i16", "scale">])),
      ArithmeticEffects,
      Statement<row, words, PairOperands<0, !eq(type, "e2m1x2"), ["source"], scale>.List>, legality>;
}

/// A scale in a name of LLVM's.
class ScaleName<string scale> {
  string Name = !subst(".scaled::", ".scale.", !subst("::ue8m0", ".ue8m0", scale));
}

defvar OneScale = ".scaled::n1::ue8m0";
defvar TwoScales = ".scaled::n2::ue8m0";

foreach source = Pairs in {
  // ue5m3, whose scaled conversions do not round up.
  foreach saturation = ["", ".satfinite"] in
  foreach rounding = ["rn", "rz", "rp"] in
  foreach scale = !if(!eq(rounding, "rp"), [""], ["", OneScale]) in
  let Origin = OfLaterLLVM in
  defm "" : ToPair<source.Name # ".to.ue5m3x2." # rounding # saturation # ScaleName<scale>.Name,
                   source, "ue5m3x2", "UE5M3_" # !if(!empty(scale), "FROM_", "SCALED_") # source.Row,
                   !listconcat(["." # rounding, saturation], source.Words), scale, ConvertRubin>;

  foreach relu = ["", ".relu"] in {
    // From pairs of 16 bits: 9.1 added those that 8.6 had from f32 only.
    foreach type = !cond(!eq(source.Name, "ff") : []<string>,
                         !eq(source.Name, "f16x2") : ["e2m1x2", "e2m3x2", "e3m2x2"],
                         true : ["e2m1x2", "e2m3x2", "e3m2x2", "e4m3x2", "e5m2x2"]) in
    let Origin = OfLaterLLVM in
    defm "" : ToPair<source.Name # ".to." # type # ".rn" # relu # ".satfinite", source, type,
                     "NARROW_FROM_" # source.Row, !listconcat([".rn", relu, "." # type], source.Words), "",
                     !if(!and(!eq(source.Name, "f16x2"), !eq(type, "e2m1x2")), ConvertHalvesToE2M1, ConvertNarrowPairs)>;
    foreach type = ["e4m3x2", "e5m2x2", "e2m3x2", "e3m2x2", "e2m1x2"] in
    foreach rounding = ["rn", "rz"] in
    foreach zero = ["", ".pzo"] in
    foreach scale = ["", OneScale] in
    if !not(!and(!eq(rounding, "rn"), !empty(zero), !empty(scale))) then {
      let Origin = OfProject in
      defm "" : ToPair<"cvt." # rounding # ".satfinite" # relu # zero # !subst("::", ".", scale) # "."
                           # type # "." # source.PTX,
                       source, type, "NARROW_FROM_" # source.Row,
                       !listconcat(["." # rounding, relu, zero, scale, "." # type], source.Words),
                       scale, ConvertRubin>;
    }
  }
}

// s2f6: LLVM has those that round to nearest and have scales.
foreach source = [FloatPair, BrainPair] in
foreach relu = ["", ".relu"] in
foreach rounding = ["rn", "rz"] in
foreach scale = ["", TwoScales] in
let Origin = !if(!or(!empty(scale), !eq(rounding, "rz")), OfProject, OfLaterLLVM) in
defm "" : ToPair<source.Name # ".to.s2f6x2." # rounding # relu # ".satfinite" # ScaleName<scale>.Name,
                 source, "s2f6x2",
                 "S2F6_FROM_" # !if(!eq(source.PTX, "f32"), "F32", "BF16"),
                 ["." # rounding, relu, scale], scale, ConvertS2F6>;
foreach relu = ["", ".relu"] in
foreach saturation = ["", ".satfinite"] in
foreach scale = ["", TwoScales] in {
  defvar modifiers = ".rn" # relu # saturation # ScaleName<scale>.Name;
  defvar origin = !if(!empty(scale), OfProject, OfLaterLLVM);
  let Origin = origin in {
  defm "" : FromPair<"s2f6x2.to.bf16x2" # modifiers, "v2bf16", "s2f6x2",
                     PTX_CVT_BF16_FROM_S2F6, [saturation, relu, scale], scale, ConvertS2F6>;
  foreach type = ["e4m3x2", "e5m2x2", "e2m3x2", "e3m2x2", "e2m1x2"] in
  defm "" : FromPair<type # ".to.bf16x2" # modifiers, "v2bf16", type,
                     PTX_CVT_BF16_FROM_NARROW, [relu, saturation, scale, "." # type], scale,
                     ConvertToBrain>;
  }
  if !empty(relu) then
  let Origin = OfLaterLLVM in
  defm "" : FromPair<"ue5m3x2.to.bf16x2" # modifiers, "v2bf16", "ue5m3x2",
                     PTX_CVT_BF16_FROM_UE5M3, [saturation, scale], scale, ConvertRubin>;
}
let Origin = OfLaterLLVM in
defm "" : FromPair<"ue5m3x2.to.f16x2.rn", "v2f16", "ue5m3x2", PTX_CVT_F16_FROM_UE5M3, [], "",
                   ConvertRubin>;

// Without negative zeros.
let Origin = OfProject in
foreach rounding = ["rn", "rz"] in
foreach relu = ["", ".relu"] in
foreach saturation = ["", ".satfinite"] in {
  foreach type = ["f16", "bf16"] in {
    defvar mnemonic = "cvt." # rounding # relu # saturation # ".pzo." # type;
    defm "" : Conversion<mnemonic # ".f32", type, OneFloat,
                         !cond(!ne(relu, "") : PTX_CVT_HALF_RELU,
                               !ne(saturation, "") : PTX_CVT_HALF_SATFINITE, true : PTX_CVT_HALF_PZO),
                         ["." # rounding, saturation, ".pzo", "." # type], ConvertRubin>;
    defm "" : Conversion<mnemonic # "x2.f32", "v2" # type, TwoFloats, PTX_CVT_HALVES,
                         ["." # rounding, relu, saturation, ".pzo", "." # type # "x2"], ConvertRubin>;
  }
  defm "" : Conversion<"cvt." # rounding # saturation # relu # ".pzo.tf32.f32", "i32", OneFloat,
                       PTX_CVT_TF32_PZO, ["." # rounding, saturation, relu], ConvertRubin>;
}

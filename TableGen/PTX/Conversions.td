//===- Conversions.td - Conversions of numbers -------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "cvt" and "cvt.pack".
//
//===----------------------------------------------------------------------===//

def ToInteger        : Some<Rounding, [".rni", ".rzi", ".rmi", ".rpi"]>;
def MaybeToInteger   : Some<Rounding, ["", ".rni", ".rzi", ".rmi", ".rpi"]>;
def NearestOrZero    : Some<Rounding, [".rn", ".rz"]>;
def ZeroOrUp         : Some<Rounding, [".rz", ".rp"]>;
def NotDown          : Some<Rounding, [".rn", ".rz", ".rp"]>;
def NearestAway      : Some<Rounding, [".rna"]>;
def Stochastic       : Some<Rounding, [".rs"]>;
def SatAlways        : Some<Clamp, [".sat"]>;
def ReluAlways       : Some<Clamp, [".relu"]>;
def SatFiniteAlways  : Some<SatFinite, [".satfinite"]>;
def PositiveZero     : Modifier<"PositiveZero", ["", ".pzo"]>;
def PositiveZeroAlways : Some<PositiveZero, [".pzo"]>;
def Scaled           : Modifier<"Scaled", ["", ".scaled::n1::ue8m0", ".scaled::n2::ue8m0"]>;
def MaybeScaled1     : Some<Scaled, ["", ".scaled::n1::ue8m0"]>;
def Scaled1          : Some<Scaled, [".scaled::n1::ue8m0"]>;
def MaybeScaled2     : Some<Scaled, ["", ".scaled::n2::ue8m0"]>;
def Element          : Modifier<"Element", [".u16", ".s16", ".u8", ".s8", ".u4", ".s4", ".u2", ".s2"]>;
def Element16        : Some<Element, [".u16", ".s16"]>;
def ElementTo8       : Some<Element, [".u8", ".s8", ".u4", ".s4", ".u2", ".s2"]>;

def Integers8To64    : TypeModifier<["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"]>;
def F16OrF64         : TypeModifier<["f16", "f64"]>;
def TypeTF32         : TypeModifier<["tf32"]>;
def Narrow8          : TypeModifier<["e4m3x2", "e5m2x2", "e2m3x2", "e3m2x2", "e2m1x2"]>;
def Narrow8x4        : TypeModifier<["e4m3x4", "e5m2x4", "e2m3x4", "e3m2x4", "e2m1x4"]>;
def TypeUE8M0        : TypeModifier<["ue8m0x2"]>;
def TypeUE5M3        : TypeModifier<["ue5m3x2"]>;
def TypeS2F6         : TypeModifier<["s2f6x2"]>;

def WideResult : Result<"d"> { let MayBeWider = 1; }
def WideSource : Source<"a", 1> { let MayBeWider = 1; }
def Scale1     : SourceBits<"scale", 8> { let With = [".scaled::n1::ue8m0"]; let MayBeWider = 1; }
def Scale2     : SourceBits<"scale", 16> { let With = [".scaled::n2::ue8m0"]; }
defvar Registers  = [WideResult, WideSource]<PTXOperand>; // they may be wider than the types
defvar One        = [Result<"d">, Source<"a", 1>]<PTXOperand>;
defvar Two        = !listconcat(One, [Source<"b", 1>]<PTXOperand>);
defvar RBits      = [SourceBits<"rbits", 32>]<PTXOperand>;
defvar Four       = !listconcat([Result<"d">, SpecialOperand<"a", "{%r1, %r2, %r3, %r4}">]<PTXOperand>, RBits);
defvar OneScaled1 = !listconcat(One, [Scale1]<PTXOperand>);
defvar TwoScaled1 = !listconcat(Two, [Scale1]<PTXOperand>);
defvar OneScaled2 = !listconcat(One, [Scale2]<PTXOperand>);
defvar TwoScaled2 = !listconcat(Two, [Scale2]<PTXOperand>);

// clang-format off
let Operation = OperationKind_Convert in {
// Integers. Those saturate that the result may not have.
let Flow = BitFlow_ByValues in
def PTX_CVT_INTEGERS         : PTXInstruction<"cvt", [Integers8To64, Integers8To64],                                       Registers>;
def PTX_CVT_SAT_U8           : PTXInstruction<"cvt", [SatAlways, TypeModifier<["u8"]>, TypeModifier<["s8", "u16", "s16", "u32", "s32", "u64", "s64"]>], Registers>;
def PTX_CVT_SAT_S8           : PTXInstruction<"cvt", [SatAlways, TypeModifier<["s8"]>, TypeModifier<["u8", "u16", "s16", "u32", "s32", "u64", "s64"]>], Registers>;
def PTX_CVT_SAT_U16          : PTXInstruction<"cvt", [SatAlways, TypeModifier<["u16"]>, TypeModifier<["s8", "s16", "u32", "s32", "u64", "s64"]>], Registers>;
def PTX_CVT_SAT_S16          : PTXInstruction<"cvt", [SatAlways, TypeModifier<["s16"]>, TypeModifier<["u16", "u32", "s32", "u64", "s64"]>], Registers>;
def PTX_CVT_SAT_U32          : PTXInstruction<"cvt", [SatAlways, TypeModifier<["u32"]>, TypeModifier<["s8", "s16", "s32", "u64", "s64"]>], Registers>;
def PTX_CVT_SAT_S32          : PTXInstruction<"cvt", [SatAlways, TypeModifier<["s32"]>, TypeModifier<["u32", "u64", "s64"]>], Registers>;
def PTX_CVT_SAT_U64          : PTXInstruction<"cvt", [SatAlways, TypeModifier<["u64"]>, TypeModifier<["s8", "s16", "s32", "s64"]>], Registers>;
def PTX_CVT_SAT_S64          : PTXInstruction<"cvt", [SatAlways, TypeModifier<["s64"]>, TypeModifier<["u64"]>],            Registers>;
// Floating-point numbers to integers.
def PTX_CVT_F16_TO_INTEGER   : PTXInstruction<"cvt", [ToInteger, ClampToOne, Integers8To64, F16OrF64],                     Registers>;
def PTX_CVT_F32_TO_INTEGER   : PTXInstruction<"cvt", [ToInteger, Ftz, ClampToOne, Integers8To64, TypeF32],                 Registers>;
def PTX_CVT_BF16_TO_INTEGER  : PTXInstruction<"cvt", [ToInteger, Integers8To64, TypeBF16],                                 One>;
// To floating-point numbers, also those of the same type that are rounded to integers.
def PTX_CVT_F32_FROM_INTEGER : PTXInstruction<"cvt", [RequiredRounding, Ftz, ClampToOne, TypeF32, Integers8To64],          Registers>;
def PTX_CVT_F64_FROM_INTEGER : PTXInstruction<"cvt", [RequiredRounding, ClampToOne, F16OrF64, Integers8To64],              Registers>;
def PTX_CVT_BF16_FROM_INTEGER: PTXInstruction<"cvt", [RequiredRounding, TypeBF16, Integers8To64],                          One>;
def PTX_CVT_F32_FROM_F64     : PTXInstruction<"cvt", [RequiredRounding, Ftz, ClampToOne, TypeF32, TypeF64],                Registers>;
def PTX_CVT_F16_FROM_F64     : PTXInstruction<"cvt", [RequiredRounding, ClampToOne, TypeF16, TypeF64],                     Registers>;
def PTX_CVT_BF16_FROM_F64    : PTXInstruction<"cvt", [RequiredRounding, TypeBF16, TypeF64],                                One>;
def PTX_CVT_F32              : PTXInstruction<"cvt", [MaybeToInteger, Ftz, ClampToOne, TypeF32, TypeF32],                  Registers>;
def PTX_CVT_F16              : PTXInstruction<"cvt", [MaybeToInteger, ClampToOne, TypeF16, TypeF16],                       Registers>;
def PTX_CVT_F64              : PTXInstruction<"cvt", [MaybeToInteger, ClampToOne, TypeF64, TypeF64],                       Registers>;
def PTX_CVT_BF16             : PTXInstruction<"cvt", [MaybeToInteger, TypeBF16, TypeBF16],                                 One>;
def PTX_CVT_F32_FROM_F16     : PTXInstruction<"cvt", [Ftz, ClampToOne, TypeF32, TypeF16],                                  Registers>;
def PTX_CVT_F32_FROM_BF16    : PTXInstruction<"cvt", [AnyRounding, Ftz, TypeF32, TypeBF16],                                One>;
def PTX_CVT_F64_FROM_F32     : PTXInstruction<"cvt", [Ftz, ClampToOne, TypeF64, TypeF32],                                  Registers>;
def PTX_CVT_F64_FROM_F16     : PTXInstruction<"cvt", [ClampToOne, TypeF64, TypeF16],                                       Registers>;
def PTX_CVT_FROM_BF16        : PTXInstruction<"cvt", [AnyRounding, F16OrF64, TypeBF16],                                    One>;
def PTX_CVT_BF16_FROM_F16    : PTXInstruction<"cvt", [AnyRounding, TypeBF16, TypeF16],                                     One>;
def PTX_CVT_F16_FROM_F32     : PTXInstruction<"cvt", [RequiredRounding, Ftz, ClampToOne, TypeF16, TypeF32],                Registers>;
def PTX_CVT_BF16_FROM_F32    : PTXInstruction<"cvt", [RequiredRounding, Ftz, TypeBF16, TypeF32],                           One>;
def PTX_CVT_HALF_RELU        : PTXInstruction<"cvt", [NearestOrZero, ReluAlways, SatFinite, PositiveZero, Halves, TypeF32], Registers>;
def PTX_CVT_HALF_SATFINITE   : PTXInstruction<"cvt", [NearestOrZero, SatFiniteAlways, PositiveZero, Halves, TypeF32],      Registers>;
def PTX_CVT_HALF_PZO         : PTXInstruction<"cvt", [NearestOrZero, PositiveZeroAlways, Halves, TypeF32],                 Registers>;
def PTX_CVT_TF32             : PTXInstruction<"cvt", [NearestOrZero, ClampToPositive, SatFinite, TypeTF32, TypeF32], One>;
def PTX_CVT_TF32_PZO         : PTXInstruction<"cvt", [NearestOrZero, SatFinite, ClampToPositive, PositiveZeroAlways, TypeTF32, TypeF32], One>;
def PTX_CVT_TF32_AWAY        : PTXInstruction<"cvt", [NearestAway, SatFinite, TypeTF32, TypeF32],                          One>;
// Packed numbers.
def PTX_CVT_HALVES           : PTXInstruction<"cvt", [NearestOrZero, ClampToPositive, SatFinite, PositiveZero, PackedHalves, TypeF32], Two>;
def PTX_CVT_HALVES_RANDOM    : PTXInstruction<"cvt", [Stochastic, ClampToPositive, SatFinite, PackedHalves, TypeF32],      !listconcat(Two, RBits)>;
def PTX_CVT_NARROW_FROM_F32  : PTXInstruction<"cvt", [NearestOrZero, SatFiniteAlways, ClampToPositive, PositiveZero, MaybeScaled1, Narrow8, TypeF32], TwoScaled1>;
def PTX_CVT_NARROW_FROM_HALVES : PTXInstruction<"cvt", [NearestOrZero, SatFiniteAlways, ClampToPositive, PositiveZero, MaybeScaled1, Narrow8, PackedHalves], OneScaled1>;
def PTX_CVT_NARROW_RANDOM    : PTXInstruction<"cvt", [Stochastic, ClampToPositive, SatFiniteAlways, Narrow8x4, TypeF32],   Four>;
def PTX_CVT_UE8M0_FROM_F32   : PTXInstruction<"cvt", [ZeroOrUp, SatFinite, TypeUE8M0, TypeF32],                            Two>;
def PTX_CVT_UE8M0_FROM_BF16  : PTXInstruction<"cvt", [ZeroOrUp, SatFinite, TypeUE8M0, TypeBF16x2],                         One>;
def PTX_CVT_UE5M3_FROM_F32   : PTXInstruction<"cvt", [NotDown, SatFinite, TypeUE5M3, TypeF32],                             Two>;
def PTX_CVT_UE5M3_FROM_HALVES : PTXInstruction<"cvt", [NotDown, SatFinite, TypeUE5M3, PackedHalves],                        One>;
def PTX_CVT_UE5M3_SCALED_F32 : PTXInstruction<"cvt", [NearestOrZero, SatFinite, Scaled1, TypeUE5M3, TypeF32],              TwoScaled1>;
def PTX_CVT_UE5M3_SCALED_HALVES : PTXInstruction<"cvt", [NearestOrZero, SatFinite, Scaled1, TypeUE5M3, PackedHalves],       OneScaled1>;
def PTX_CVT_S2F6_FROM_F32    : PTXInstruction<"cvt", [NearestOrZero, SatFiniteAlways, ClampToPositive, MaybeScaled2, TypeS2F6, TypeF32], TwoScaled2>;
def PTX_CVT_S2F6_FROM_BF16   : PTXInstruction<"cvt", [NearestOrZero, SatFiniteAlways, ClampToPositive, MaybeScaled2, TypeS2F6, TypeBF16x2], OneScaled2>;
def PTX_CVT_F16_FROM_NARROW  : PTXInstruction<"cvt", [Nearest, ClampToPositive, TypeF16x2, Narrow8],                       One>;
def PTX_CVT_F16_FROM_UE5M3   : PTXInstruction<"cvt", [Nearest, TypeF16x2, TypeUE5M3],                                      One>;
def PTX_CVT_BF16_FROM_NARROW : PTXInstruction<"cvt", [Nearest, ClampToPositive, SatFinite, MaybeScaled2, TypeBF16x2, Narrow8], OneScaled2>;
def PTX_CVT_BF16_FROM_S2F6   : PTXInstruction<"cvt", [Nearest, SatFinite, ClampToPositive, MaybeScaled2, TypeBF16x2, TypeS2F6], OneScaled2>;
def PTX_CVT_BF16_FROM_UE5M3  : PTXInstruction<"cvt", [Nearest, SatFinite, MaybeScaled2, TypeBF16x2, TypeUE5M3],            OneScaled2>;
def PTX_CVT_BF16_FROM_UE8M0  : PTXInstruction<"cvt", [Nearest, TypeBF16x2, TypeUE8M0],                                     One>;
def PTX_CVT_PACK             : PTXInstruction<"cvt.pack.sat", [Element16, Signed32], DAB>;
def PTX_CVT_PACK_REST        : PTXInstruction<"cvt.pack.sat", [ElementTo8, Signed32, Bits32], !listconcat(DAB, [Source<"c", 1>]<PTXOperand>)>;
}
// clang-format on

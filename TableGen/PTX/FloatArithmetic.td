//===- FloatArithmetic.td - Arithmetic of floating-point numbers *- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Floating Point Instructions", "Half Precision Floating Point Instructions", "Mixed Precision
// Floating Point Instructions" and "Alternate Floating Point Instructions".
//
//===----------------------------------------------------------------------===//

def AnyRounding      : Some<Rounding, ["", ".rn", ".rz", ".rm", ".rp"]>;
def RequiredRounding : Some<Rounding, [".rn", ".rz", ".rm", ".rp"]>;
def Approximated     : Some<Rounding, [".approx", ".rn", ".rz", ".rm", ".rp"]>;
def Divided          : Some<Rounding, [".approx", ".full", ".rn", ".rz", ".rm", ".rp"]>;
def MaybeNearest     : Some<Rounding, ["", ".rn"]>;
def Nearest          : Some<Rounding, [".rn"]>;
def TowardZero       : Some<Rounding, [".rz"]>;
def Flushed          : Some<Ftz, [".ftz"]>;
// To 0 to 1, or negative numbers to 0. They exclude each other.
def Clamp            : Modifier<"Clamp", ["", ".sat", ".relu"]>;
def ClampToOne       : Some<Clamp, ["", ".sat"]>;
def ClampToPositive  : Some<Clamp, ["", ".relu"]>;
def SatFinite        : Modifier<"SatFinite", ["", ".satfinite"]>;
def OutOfBounds      : Modifier<"", [".oob"]>;
def NaN              : Modifier<"NaN", ["", ".NaN"]>;
def Abs              : Modifier<"Abs", ["", ".abs"]>;
def AbsAlways        : Some<Abs, [".abs"]>;
def XorSign          : Modifier<"", [".xorsign"]>;
def Property         : Modifier<"Property", [".finite", ".infinite", ".number", ".notanumber", ".normal", ".subnormal"]>;

def TypeF16          : TypeModifier<["f16"]>;
def TypeBF16         : TypeModifier<["bf16"]>;
def TypeF32          : TypeModifier<["f32"]>;
def TypeF64          : TypeModifier<["f64"]>;
def TypeF16x2        : TypeModifier<["f16x2"]>;
def TypeBF16x2       : TypeModifier<["bf16x2"]>;
def TypeF32x2        : TypeModifier<["f32x2"]>;
def AnyF16           : TypeModifier<["f16", "f16x2"]>;
def AnyBF16          : TypeModifier<["bf16", "bf16x2"]>;
def Halves           : TypeModifier<["f16", "bf16"]>;
def PackedHalves     : TypeModifier<["f16x2", "bf16x2"]>;
def F32OrF64         : TypeModifier<["f32", "f64"]>;
def F32OrF16         : TypeModifier<["f32", "f16", "f16x2"]>; // those that .ftz is of
def F64OrBF16        : TypeModifier<["f64", "bf16", "bf16x2"]>;
def F32OrHalves      : TypeModifier<["f32", "f16", "f16x2", "bf16", "bf16x2"]>;
def NarrowSums       : TypeModifier<["e5m2x4", "e4m3x4"]>;
def NarrowNumbers    : TypeModifier<["e5m2x4", "e4m3x4", "e3m2x4", "e2m3x4", "e2m1x4", "e2m1p4x4", "ue8m0x4"]>;

// The numbers are those of the types that operands have.
defvar DAB_010   = [Result<"d">, Source<"a", 1>, Source<"b">]<PTXOperand>;
defvar DAB_012   = [Result<"d">, Source<"a", 1>, Source<"b", 2>]<PTXOperand>;
defvar DABC_0110 = [Result<"d">, Source<"a", 1>, Source<"b", 1>, Source<"c">]<PTXOperand>;
defvar DABC_0120 = !listconcat(DAB_012, C);
defvar DABC_0123 = !listconcat(DAB_012, [Source<"c", 3>]<PTXOperand>);

// clang-format off
//                                     mnemonic  modifiers                                                    operands
foreach op = ["add", "sub", "mul"] in {
defvar name = "PTX_" # !toupper(op);
def name#"_F32"        : PTXInstruction<op,      [AnyRounding, Ftz, ClampToOne, TypeF32],                     DAB>;
def name#"_F32X2"      : PTXInstruction<op,      [AnyRounding, Ftz, TypeF32x2],                               DAB>;
def name#"_F64"        : PTXInstruction<op,      [AnyRounding, TypeF64],                                      DAB>;
def name#"_F16"        : PTXInstruction<op,      [MaybeNearest, Ftz, ClampToOne, AnyF16],                     DAB>;
def name#"_BF16"       : PTXInstruction<op,      [MaybeNearest, AnyBF16],                                     DAB>;
def name#"_TO_BF16"    : PTXInstruction<op,      [TowardZero, TypeBF16x2, TypeF32x2, TypeF32x2],              DAB_012>;
}
foreach op = ["add", "sub"] in {
defvar name = "PTX_" # !toupper(op);
def name#"_TO_F16"     : PTXInstruction<op,      [TowardZero, Flushed, TypeF16x2, TypeF32x2, TypeF32x2],      DAB_012>;
def name#"_MIXED"      : PTXInstruction<op,      [AnyRounding, ClampToOne, TypeF32, Halves],                  DAB_010>;
def name#"_MIXED_PAIR" : PTXInstruction<op,      [AnyRounding, TypeF32x2, PackedHalves, TypeF32x2],           DAB_012>;
def name#"_NARROW"     : PTXInstruction<op,      [MaybeNearest, SatFinite, NarrowSums, NarrowNumbers],        DAB_010>;
}
def PTX_MUL_BY_F16     : PTXInstruction<"mul",   [TypeBF16x2, TypeBF16x2, TypeF16x2],                         DAB_012>;
def PTX_MUL_BY_BF16    : PTXInstruction<"mul",   [TypeF16x2, TypeF16x2, TypeBF16x2],                          DAB_012>;
def PTX_MUL_TO_F16     : PTXInstruction<"mul",   [Flushed, TowardZero, TypeF16x2, TypeF32x2, TypeF32x2],      DAB_012>;
def PTX_MUL_NARROW     : PTXInstruction<"mul",   [MaybeNearest, SatFinite, NarrowSums, NarrowNumbers, NarrowNumbers], DAB_012>;
let Operation = OperationKind_MultiplyAdd in {
def PTX_FMA_F32        : PTXInstruction<"fma",   [RequiredRounding, Ftz, ClampToOne, TypeF32],                DABC>;
def PTX_FMA_F32X2      : PTXInstruction<"fma",   [RequiredRounding, Ftz, TypeF32x2],                          DABC>;
def PTX_FMA_F64        : PTXInstruction<"fma",   [RequiredRounding, TypeF64],                                 DABC>;
def PTX_FMA_F16        : PTXInstruction<"fma",   [Nearest, Ftz, Clamp, AnyF16],                               DABC>;
def PTX_FMA_BF16       : PTXInstruction<"fma",   [Nearest, ClampToPositive, AnyBF16],                         DABC>;
def PTX_FMA_OOB_F16    : PTXInstruction<"fma",   [Nearest, OutOfBounds, Clamp, AnyF16],                       DABC>;
def PTX_FMA_OOB_BF16   : PTXInstruction<"fma",   [Nearest, OutOfBounds, ClampToPositive, AnyBF16],            DABC>;
def PTX_FMA_MIXED      : PTXInstruction<"fma",   [RequiredRounding, ClampToOne, TypeF32, Halves],             DABC_0110>;
def PTX_FMA_MIXED_PAIR : PTXInstruction<"fma",   [RequiredRounding, TypeF32x2, PackedHalves, TypeF32x2, TypeF32x2], DABC_0123>;
def PTX_FMA_NARROW     : PTXInstruction<"fma",   [MaybeNearest, SatFinite, NarrowSums, NarrowNumbers, NarrowNumbers], DABC_0120>;
def PTX_MAD_F32        : PTXInstruction<"mad",   [RequiredRounding, Ftz, ClampToOne, TypeF32],                DABC>;
def PTX_MAD_F64        : PTXInstruction<"mad",   [RequiredRounding, TypeF64],                                 DABC>;
}
def PTX_DIV_F32        : PTXInstruction<"div",   [Divided, Ftz, TypeF32],                                     DAB>;
def PTX_DIV_F64        : PTXInstruction<"div",   [RequiredRounding, TypeF64],                                 DAB>;
def PTX_RCP_F32        : PTXInstruction<"rcp",   [Approximated, Ftz, TypeF32],                                DA>;
def PTX_RCP_F64        : PTXInstruction<"rcp",   [RequiredRounding, TypeF64],                                 DA>;
def PTX_RCP_APPROX_F64 : PTXInstruction<"rcp.approx", [Flushed, TypeF64],                                     DA>;
def PTX_SQRT_F32       : PTXInstruction<"sqrt",  [Approximated, Ftz, TypeF32],                                DA>;
def PTX_SQRT_F64       : PTXInstruction<"sqrt",  [RequiredRounding, TypeF64],                                 DA>;
def PTX_RSQRT          : PTXInstruction<"rsqrt.approx", [Ftz, F32OrF64],                                      DA>;
def PTX_SIN            : PTXInstruction<"sin.approx", [Ftz, TypeF32],                                         DA>;
def PTX_COS            : PTXInstruction<"cos.approx", [Ftz, TypeF32],                                         DA>;
def PTX_LG2            : PTXInstruction<"lg2.approx", [Ftz, TypeF32],                                         DA>;
def PTX_EX2_F32        : PTXInstruction<"ex2.approx", [Ftz, TypeF32],                                         DA>;
def PTX_EX2_F16        : PTXInstruction<"ex2.approx", [AnyF16],                                               DA>;
def PTX_EX2_BF16       : PTXInstruction<"ex2.approx", [Flushed, AnyBF16],                                     DA>;
def PTX_TANH           : PTXInstruction<"tanh.approx", [F32OrHalves],                                         DA>;
foreach op = ["abs", "neg"] in {
defvar name = "PTX_" # !toupper(op);
def name#"_F32"        : PTXInstruction<op,      [Ftz, F32OrF16],                                             DA>;
def name#"_F64"        : PTXInstruction<op,      [F64OrBF16],                                                 DA>;
}
foreach op = ["min", "max"] in {
defvar name = "PTX_" # !toupper(op);
def name#"_F32"        : PTXInstruction<op,      [Ftz, NaN, F32OrF16],                                        DAB>;
def name#"_F64"        : PTXInstruction<op,      [TypeF64],                                                   DAB>;
def name#"_BF16"       : PTXInstruction<op,      [NaN, AnyBF16],                                              DAB>;
def name#"_XORSIGN_F32" : PTXInstruction<op,     [Ftz, NaN, XorSign, AbsAlways, F32OrF16],                    DAB>;
def name#"_XORSIGN_BF16" : PTXInstruction<op,    [NaN, XorSign, AbsAlways, AnyBF16],                          DAB>;
def name#"_OF_THREE"   : PTXInstruction<op,      [Ftz, NaN, Abs, TypeF32],                                    DABC>;
}
def PTX_COPYSIGN       : PTXInstruction<"copysign", [F32OrF64],                                               DAB>;
def PTX_TESTP          : PTXInstruction<"testp", [Property, F32OrF64],      !listconcat([ResultBits<"p", 1>]<PTXOperand>, A)>;
// clang-format on

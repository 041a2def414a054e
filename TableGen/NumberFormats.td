//===- NumberFormats.td - What the bits of an element mean ----*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The number that a code stands for, for code that computes what an instruction should
// have computed (NVPTXTensorCore/Tools/Conformance). Element types by their PTX
// spelling, and the types of scales. Knows nothing of instructions. Sources: IEEE 754
// (f16, f32, f64); OCP Microscaling Formats 1.0 (e4m3, e5m2, e3m2, e2m3, e2m1, ue8m0);
// PTX ISA 9.0, "Alternate Floating-Point Data Formats" and, for the locations of e2m1,
// e3m2 and e2m3 in a byte, "Matrix Fragments for mma … with .kind::f8f6f4".
//
//===----------------------------------------------------------------------===//

/// Says which codes of a format are not numbers.
class NumberSpecials;
def Specials_None  : NumberSpecials;
def Specials_IEEE  : NumberSpecials; // infinities and NaNs at the largest exponent
def Specials_NaN   : NumberSpecials; // all ones
def Specials_Power : NumberSpecials; // all ones is NaN, and the exponent 0 is like any other
def Specials_Magnitude : NumberSpecials; // an integer's sign, and its magnitude in the fraction bits

def NumberSpecials : GenericEnum { let FilterClass = "NumberSpecials"; }

/// `width` bits of code. Floating-point formats have `exponent` and `fraction` bits, a
/// `bias`, and codes that are no numbers (`specials`). Integers have no exponent. Where an element
/// takes up more than its bits, `padding` counts the bits below it.
class MMANumberFormat<string spelling, int width, bit isSigned, int exponent, int fraction,
                      int bias, NumberSpecials specials, int padding> {
  string Spelling = spelling;
  bits<8> Width = width;
  bit IsSigned = isSigned;
  bits<8> ExponentBits = exponent;
  bits<8> FractionBits = fraction;
  bits<16> Bias = bias;
  NumberSpecials Specials = specials;
  bits<8> Padding = padding;
  assert !or(!eq(exponent, 0), !eq(width, !add(isSigned, exponent, fraction))),
         "sign, exponent and fraction of " # spelling # " do not make up its " # width # " bits";
}

// clang-format off
//                                               PTX                width signed exp  frac  bias specials        padding
def MMANumberFormat_B1     : MMANumberFormat<    "b1",                 1,  0,     0,   0,    0,   Specials_None,   0>;
def MMANumberFormat_S4     : MMANumberFormat<    "s4",                 4,  1,     0,   0,    0,   Specials_None,   0>;
def MMANumberFormat_U4     : MMANumberFormat<    "u4",                 4,  0,     0,   0,    0,   Specials_None,   0>;
def MMANumberFormat_S8     : MMANumberFormat<    "s8",                 8,  1,     0,   0,    0,   Specials_None,   0>;
def MMANumberFormat_U8     : MMANumberFormat<    "u8",                 8,  0,     0,   0,    0,   Specials_None,   0>;
def MMANumberFormat_TI16   : MMANumberFormat<    "ti16",              16,  1,     0,  11,    0,   Specials_Magnitude, 0>;
def MMANumberFormat_S32    : MMANumberFormat<    "s32",               32,  1,     0,   0,    0,   Specials_None,   0>;
def MMANumberFormat_U32    : MMANumberFormat<    "u32",               32,  0,     0,   0,    0,   Specials_None,   0>;
def MMANumberFormat_F16    : MMANumberFormat<    "f16",               16,  1,     5,  10,   15,   Specials_IEEE,   0>;
def MMANumberFormat_BF16   : MMANumberFormat<    "bf16",              16,  1,     8,   7,  127,   Specials_IEEE,   0>;
def MMANumberFormat_TF32   : MMANumberFormat<    "tf32",              19,  1,     8,  10,  127,   Specials_IEEE,  13>;
def MMANumberFormat_F32    : MMANumberFormat<    "f32",               32,  1,     8,  23,  127,   Specials_IEEE,   0>;
def MMANumberFormat_F64    : MMANumberFormat<    "f64",               64,  1,    11,  52, 1023,   Specials_IEEE,   0>;
def MMANumberFormat_E5M2   : MMANumberFormat<    "e5m2",               8,  1,     5,   2,   15,   Specials_IEEE,   0>;
def MMANumberFormat_E4M3   : MMANumberFormat<    "e4m3",               8,  1,     4,   3,    7,   Specials_NaN,    0>;
def MMANumberFormat_E3M2   : MMANumberFormat<    "e3m2",               6,  1,     3,   2,    3,   Specials_None,   0>;
def MMANumberFormat_E2M3   : MMANumberFormat<    "e2m3",               6,  1,     2,   3,    1,   Specials_None,   0>;
def MMANumberFormat_E2M1   : MMANumberFormat<    "e2m1",               4,  1,     2,   1,    1,   Specials_None,   2>;
def MMANumberFormat_UE8M0  : MMANumberFormat<    "ue8m0",              8,  0,     8,   0,  127,   Specials_Power,  0>;
def MMANumberFormat_UE4M3  : MMANumberFormat<    "ue4m3",              7,  0,     4,   3,    7,   Specials_NaN,    0>;
def MMANumberFormat_UE5M3  : MMANumberFormat<    "ue5m3",              8,  0,     5,   3,   15,   Specials_NaN,    0>;
// Instructions that move elements move bits; b6x16_p32, b4x16_p64 and s8.s4 count the bits in
// memory.
def MMANumberFormat_B32    : MMANumberFormat<    "b32",               32,  0,     0,   0,    0,   Specials_None,   0>;
def MMANumberFormat_B16    : MMANumberFormat<    "b16",               16,  0,     0,   0,    0,   Specials_None,   0>;
def MMANumberFormat_B8     : MMANumberFormat<    "b8",                 8,  0,     0,   0,    0,   Specials_None,   0>;
def MMANumberFormat_B6P32  : MMANumberFormat<    "b8x16.b6x16_p32",    6,  0,     0,   0,    0,   Specials_None,   0>;
def MMANumberFormat_B4P64  : MMANumberFormat<    "b8x16.b4x16_p64",    4,  0,     0,   0,    0,   Specials_None,   0>;
def MMANumberFormat_S8S4   : MMANumberFormat<    "s8.s4",              4,  1,     0,   0,    0,   Specials_None,   0>;
// clang-format on

def MMANumberFormats : GenericTable {
  let FilterClass = "MMANumberFormat";
  let CppTypeName = "MMANumberFormat";
  let Fields = ["Spelling", "Width", "IsSigned", "ExponentBits", "FractionBits", "Bias", "Specials",
                "Padding"];
}

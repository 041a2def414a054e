//===- MMATypes.td - Element types of matrix fragments -------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types of the elements of a matrix fragment, and the PTX registers that hold them. Shapes and
// targets are elsewhere. The encodings are those of the MMA descriptor's type fields.
//
//===----------------------------------------------------------------------===//

/// A PTX register that carries fragment data. `Prefix` stands in opcode names,
/// `RegisterClass` is the class of the NVPTX target, `Width` is in bits.
class MMARegisterKind<bits<3> encoding, string prefix, string registerClass, int width> {
  bits<3> Encoding = encoding;
  string Prefix = prefix;
  string RegisterClass = registerClass;
  int Width = width;
}

// clang-format off
//                                                enc prefix class             width
def MMARegisterKind_B32 : MMARegisterKind<        1, "B32", "B32",  32>;
def MMARegisterKind_F32 : MMARegisterKind<        2, "F32", "B32", 32>;
def MMARegisterKind_F64 : MMARegisterKind<        3, "F64", "B64", 64>;
def MMARegisterKind_B64 : MMARegisterKind<        4, "B64", "B64",  64>;
// clang-format on

/// An element type as PTX writes it. `Width` counts the bits that an element
/// takes up in a register; `Unit` is the part of PTX that works on it (H: half
/// precision and its relatives, I: integers, B: single bits, D: double).
class MMAType<bits<8> encoding, string spelling, int width, string unit, MMARegisterKind kind> {
  bits<8> Encoding = encoding;
  string Spelling = spelling;
  bits<8> Width = width;
  string Unit = unit;
  MMARegisterKind Kind = kind;
  assert !le(!size(unit), 1), "the unit of " # spelling # " must be one letter";
  assert !or(!eq(width, 0), !le(width, kind.Width)),
         "an element of type " # spelling # " does not fit its register";
}

// Encodings 1 to 11 are cicc's. The six-bit and four-bit floating-point types stand
// in a byte each, as `.kind::f8f6f4` and `.kind::mxf8f6f4` want them; the mxf4 kinds
// pack e2m1 (MMABlockScale.td). b6x16_p32 and b4x16_p64 are what ldmatrix unpacks to a
// byte an element: sixteen elements, then 32 or 64 bits of padding. Of s8.s4 it makes s8. ti16 is
// s1z4m11, of the kind of that name: no word of PTX, but what .kind::ti16 multiplies.
// clang-format off
//                                  enc  PTX     bits unit register
defset list<MMAType> AllMMATypes = {
def MMAType_None  : MMAType<        0,  "",      0,  "",  MMARegisterKind_B32>;
def MMAType_B1    : MMAType<        1,  "b1",    1,  "B", MMARegisterKind_B32>;
def MMAType_S4    : MMAType<        2,  "s4",    4,  "I", MMARegisterKind_B32>;
def MMAType_U4    : MMAType<        3,  "u4",    4,  "I", MMARegisterKind_B32>;
def MMAType_S8    : MMAType<        4,  "s8",    8,  "I", MMARegisterKind_B32>;
def MMAType_U8    : MMAType<        5,  "u8",    8,  "I", MMARegisterKind_B32>;
def MMAType_F16   : MMAType<        6,  "f16",  16,  "H", MMARegisterKind_B32>;
def MMAType_BF16  : MMAType<        7,  "bf16", 16,  "H", MMARegisterKind_B32>;
def MMAType_TF32  : MMAType<        8,  "tf32", 32,  "H", MMARegisterKind_B32>;
def MMAType_F64   : MMAType<        9,  "f64",  64,  "D", MMARegisterKind_F64>;
def MMAType_F32   : MMAType<       10,  "f32",  32,  "H", MMARegisterKind_F32>;
def MMAType_S32   : MMAType<       11,  "s32",  32,  "I", MMARegisterKind_B32>;
def MMAType_E4M3  : MMAType<       12,  "e4m3",  8,  "H", MMARegisterKind_B32>;
def MMAType_E5M2  : MMAType<       13,  "e5m2",  8,  "H", MMARegisterKind_B32>;
def MMAType_E3M2  : MMAType<       14,  "e3m2",  8,  "H", MMARegisterKind_B32>;
def MMAType_E2M3  : MMAType<       15,  "e2m3",  8,  "H", MMARegisterKind_B32>;
def MMAType_E2M1  : MMAType<       16,  "e2m1",  8,  "H", MMARegisterKind_B32>;
def MMAType_B16   : MMAType<       19,  "b16",  16,  "",  MMARegisterKind_B32>;
def MMAType_B8    : MMAType<       20,  "b8",    8,  "",  MMARegisterKind_B32>;
def MMAType_B6P32 : MMAType<       21,  "b8x16.b6x16_p32", 8, "", MMARegisterKind_B32>;
def MMAType_B4P64 : MMAType<       22,  "b8x16.b4x16_p64", 8, "", MMARegisterKind_B32>;
def MMAType_S8S4  : MMAType<       25,  "s8.s4",  8, "I", MMARegisterKind_B32>;
def MMAType_U32   : MMAType<       23,  "u32",  32,  "I", MMARegisterKind_B32>;
def MMAType_TI16  : MMAType<       26,  "ti16", 16,  "I", MMARegisterKind_B32>;
def MMAType_B32   : MMAType<       24,  "b32",  32,  "",  MMARegisterKind_B32>;
}
// clang-format on

def MMAType : GenericEnum {
  let FilterClass = "MMAType";
  let ValueField = "Encoding";
}

def MMATypes : GenericTable {
  let FilterClass = "MMAType";
  let CppTypeName = "MMATypeInfo";
  let Fields = ["Encoding", "Spelling", "Width", "Unit"];
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupMMAType";
}

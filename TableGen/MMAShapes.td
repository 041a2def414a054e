//===- MMAShapes.td - Tile shapes -----------------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tile that one instruction works on: D (M x N) = A (M x K) * B (K x N) + C.
// Encodings 0x01 to 0x19 are cicc's; m8n8k64 and m16n8k512-like shapes that no
// instruction of ours has keep their number, so that a word of cicc's decodes.
// A matrix that is only moved (ldmatrix, stmatrix, movmatrix) has no K: it is 0.
//
//===----------------------------------------------------------------------===//

class MMAShape<bits<8> encoding, int m, int n, int k> {
  bits<8> Encoding = encoding;
  int M = m;
  int N = n;
  int K = k;
  bits<16> Rows = m;
  bits<16> Columns = n;
  bits<16> Depth = k;
  string Spelling = !if(!eq(m, 0), "", "m" # m # "n" # n # !if(!eq(k, 0), "", "k" # k));
}

defset list<MMAShape> AllMMAShapes = {
// clang-format off
//                                       enc    M   N   K
def MMAShape_None      : MMAShape<       0x00,  0,  0,   0>;
def MMAShape_M8N8K4    : MMAShape<       0x01,  8,  8,   4>;
def MMAShape_M8N8K16   : MMAShape<       0x02,  8,  8,  16>;
def MMAShape_M8N8K32   : MMAShape<       0x03,  8,  8,  32>;
def MMAShape_M8N8K64   : MMAShape<       0x04,  8,  8,  64>;
def MMAShape_M8N8K128  : MMAShape<       0x05,  8,  8, 128>;
def MMAShape_M8N32K16  : MMAShape<       0x06,  8, 32,  16>;
def MMAShape_M16N8K4   : MMAShape<       0x10, 16,  8,   4>;
def MMAShape_M16N8K8   : MMAShape<       0x11, 16,  8,   8>;
def MMAShape_M16N8K16  : MMAShape<       0x12, 16,  8,  16>;
def MMAShape_M16N8K32  : MMAShape<       0x13, 16,  8,  32>;
def MMAShape_M16N8K64  : MMAShape<       0x14, 16,  8,  64>;
def MMAShape_M16N8K128 : MMAShape<       0x15, 16,  8, 128>;
def MMAShape_M16N8K256 : MMAShape<       0x16, 16,  8, 256>;
def MMAShape_M16N16K16 : MMAShape<       0x17, 16, 16,  16>;
def MMAShape_M32N8K16  : MMAShape<       0x18, 32,  8,  16>;
def MMAShape_M16N16K8  : MMAShape<       0x19, 16, 16,   8>;
def MMAShape_M8N8      : MMAShape<       0x1A,  8,  8,   0>;
def MMAShape_M16N16    : MMAShape<       0x1B, 16, 16,   0>;
def MMAShape_M8N16     : MMAShape<       0x1C,  8, 16,   0>;
def MMAShape_M16N8     : MMAShape<       0x1D, 16,  8,   0>;
// clang-format on

/// The tiles of a warpgroup, from 0x20 on: for each depth, N = 8, 16, … 256.
foreach row = [[0, 8], [1, 16], [2, 32], [3, 64], [4, 256]] in
  foreach n = !range(8, 257, 8) in
    def MMAShape_M64N # n # K # row[1]
        : MMAShape<!add(0x20, !mul(row[0], 32), !div(n, 8), -1), 64, n, row[1]>;
}

def MMAShape : GenericEnum {
  let FilterClass = "MMAShape";
  let ValueField = "Encoding";
}

def MMAShapes : GenericTable {
  let FilterClass = "MMAShape";
  let CppTypeName = "MMAShapeInfo";
  let Fields = ["Encoding", "Spelling", "Rows", "Columns", "Depth"];
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupMMAShape";
}

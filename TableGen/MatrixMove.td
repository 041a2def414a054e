//===- MatrixMove.td - ldmatrix, stmatrix, movmatrix -------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `llvm.nvvm.ldmatrix.*` and `llvm.nvvm.stmatrix.*` as LLVM 22 has them, and
// `llvm.nvvm.movmatrix.*`, which is ours. PTX ISA, sections "Warp-level matrix load
// instruction: ldmatrix", "… store instruction: stmatrix" and "Warp-level matrix
// transpose instruction: movmatrix".
//
//===----------------------------------------------------------------------===//

// clang-format off
//                                          targets          first source
def LdMatrixTuring      : MMALegality<      SM75Up,          65, "PTX ISA 6.5, ldmatrix m8n8 b16">;
def LdMatrixBlackwell   : MMALegality<      SM100FamiliesUp, 86, "PTX ISA 8.6, ldmatrix m16n16 and m8n16">;
def LdMatrixSigned      : MMALegality<LdMatrixSignedTargets, 94, "PTX ISA 9.4, ldmatrix .s8.s4", ByPTXAS134>;
def StMatrixHopper      : MMALegality<      SM90Up,          78, "PTX ISA 7.8, stmatrix m8n8 b16">;
def StMatrixBlackwell   : MMALegality<      SM100FamiliesUp, 86, "PTX ISA 8.6, stmatrix m16n8 b8">;
def MovMatrixTuring     : MMALegality<      SM75Up,          78, "PTX ISA 7.8, movmatrix">;
// clang-format on

/// Defines the common part of the three; `count` is empty for movmatrix, which has none.
multiclass MatrixMove<MMAFamily family, string opcode, MMAShape shape, string count,
                      list<string> transposes, MMAType type, MMALegality legality> {
  defvar view = !subst("MMAFamily_", "", !cast<string>(family));
  foreach transpose = transposes in {
    defvar name = family.Spelling # ".sync.aligned." # shape.Spelling
                      # !if(!empty(count), "", "." # count) # transpose # "." # type.Spelling;
    defvar countBits = !if(!empty(count), []<int>, [MMAFieldBits<view # "_Count", count>.Bits]);
    def MMAVariantRecord<name>.Name
        : MMAVariant<name, family, opcode, legality,
                     !listconcat([MMANumberBits<view # "_Shape", shape.Encoding>.Bits,
                                  MMANumberBits<view # "_Element", type.Encoding>.Bits,
                                  MMAFieldBits<view # "_Transpose", transpose>.Bits], countBits),
                     MMAMoveSignature<opcode, type>.Value>;
  }
}

multiclass LdMatrix<MMAShape shape, string count, int registers, list<string> transposes,
                    MMAType type, MMALegality legality> {
  defm "" : MatrixMove<MMAFamily_LdMatrix, "LDMATRIX_B32x" # registers, shape, count, transposes,
                       type, legality>;
}

multiclass StMatrix<MMAShape shape, string count, int registers, list<string> transposes,
                    MMAType type, MMALegality legality> {
  defm "" : MatrixMove<MMAFamily_StMatrix, "STMATRIX_B32x" # registers, shape, count, transposes,
                       type, legality>;
}

// clang-format off
defvar EitherWay = ["", ".trans"];
defvar AsIs = [""];
defvar Transposed = [".trans"];

//                shape           count registers transposes type        legality
defm "" : LdMatrix<MMAShape_M8N8,   "x1", 1,        EitherWay,  MMAType_B16, LdMatrixTuring>;
defm "" : LdMatrix<MMAShape_M8N8,   "x2", 2,        EitherWay,  MMAType_B16, LdMatrixTuring>;
defm "" : LdMatrix<MMAShape_M8N8,   "x4", 4,        EitherWay,  MMAType_B16, LdMatrixTuring>;
foreach type = [MMAType_B8, MMAType_B6P32, MMAType_B4P64] in {
defm "" : LdMatrix<MMAShape_M16N16, "x1", 2,        Transposed, type,        LdMatrixBlackwell>;
defm "" : LdMatrix<MMAShape_M16N16, "x2", 4,        Transposed, type,        LdMatrixBlackwell>;
}
foreach type = [MMAType_B6P32, MMAType_B4P64, MMAType_S8S4] in {
defvar since = !if(!eq(type, MMAType_S8S4), LdMatrixSigned, LdMatrixBlackwell);
let Origin = !if(!eq(type, MMAType_S8S4), OfLaterLLVM, OfOlder) in {
defm "" : LdMatrix<MMAShape_M8N16,  "x1", 1,        AsIs,       type,        since>;
defm "" : LdMatrix<MMAShape_M8N16,  "x2", 2,        AsIs,       type,        since>;
defm "" : LdMatrix<MMAShape_M8N16,  "x4", 4,        AsIs,       type,        since>;
}
}

//                shape           count registers transposes type        legality
defm "" : StMatrix<MMAShape_M8N8,   "x1", 1,        EitherWay,  MMAType_B16, StMatrixHopper>;
defm "" : StMatrix<MMAShape_M8N8,   "x2", 2,        EitherWay,  MMAType_B16, StMatrixHopper>;
defm "" : StMatrix<MMAShape_M8N8,   "x4", 4,        EitherWay,  MMAType_B16, StMatrixHopper>;
defm "" : StMatrix<MMAShape_M16N8,  "x1", 1,        Transposed, MMAType_B8,  StMatrixBlackwell>;
defm "" : StMatrix<MMAShape_M16N8,  "x2", 2,        Transposed, MMAType_B8,  StMatrixBlackwell>;
defm "" : StMatrix<MMAShape_M16N8,  "x4", 4,        Transposed, MMAType_B8,  StMatrixBlackwell>;

//                  family                opcode             shape         count transposes type         legality
defm "" : MatrixMove<MMAFamily_MovMatrix, "MOVMATRIX_B32x1", MMAShape_M8N8, "",   Transposed, MMAType_B16, MovMatrixTuring>;
// clang-format on

//===- LdMatrix.td - ldmatrix ----------------------------------- -*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variants of LLVM 19: `llvm.nvvm.ldmatrix.*`. PTX ISA, section "Warp-level
// matrix load instruction: ldmatrix".
//
//===----------------------------------------------------------------------===//

// clang-format off
//                                         targets first source
def LdMatrixTuring : MMALegality<      SM75Up, 65, "PTX ISA 6.5, ldmatrix m8n8 b16">;
// clang-format on

multiclass LdMatrix<MMAShape shape, string count, int registers, MMAType type,
                    MMALegality legality> {
  foreach transpose = ["", ".trans"] in {
  defvar name = "ldmatrix.sync.aligned." # shape.Spelling # "." # count # transpose # "."
                    # type.Spelling;
  def MMAVariantRecord<name>.Name : MMAVariant<name, MMAFamily_LdMatrix, shape, legality, "LDMATRIX_B32x" # registers> {
    let Element = type;
    let Count = MMAFieldValue<MMAField_Count, count>.Value;
    let Transpose = MMAFieldValue<MMAField_Transpose, transpose>.Value;
  }
  }
}

// clang-format off
//                shape          count registers type         legality
defm "" : LdMatrix<MMAShape_M8N8, "x1", 1,        MMAType_B16, LdMatrixTuring>;
defm "" : LdMatrix<MMAShape_M8N8, "x2", 2,        MMAType_B16, LdMatrixTuring>;
defm "" : LdMatrix<MMAShape_M8N8, "x4", 4,        MMAType_B16, LdMatrixTuring>;
// clang-format on

//===- MMAOpcodes.td - Machine opcodes by register signature --*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only what changes the register signature makes an opcode; shape, types,
// layouts, saturation and state space live in the MMA descriptor. So there is
// one opcode for each (unit, action, fragment registers, stride operand), where
// upstream has a record for each variant, state space and addressing form.
//
// A name says the signature in PTX's operand order:
//   HMMA_LOAD_AB_B32x8_STRIDE      eight .b32 registers, and a stride register
//   IMMA_MMA_B32x4_B32x4_B32x2_B32x4    D, A, B, C of an mma.sync
//   HMMA_MMA_SP_…, HMMA_MMA_BLOCK_SCALE_…   the same, then metadata and selector,
//                                  then the scales with their byte and thread
//
//===----------------------------------------------------------------------===//

/// The registers that a thread holds of one fragment.
class MMARegisters<MMARegisterKind kind, int count> {
  MMARegisterKind Kind = kind;
  bits<8> Count = count;
  int Size = count;
  string Name = kind.Prefix # "x" # count;
}

// clang-format off
//                                  kind                 count
def NoRegisters : MMARegisters<MMARegisterKind_B32, 0>;
def B32x1       : MMARegisters<MMARegisterKind_B32, 1>;
def B32x2       : MMARegisters<MMARegisterKind_B32, 2>;
def B32x4       : MMARegisters<MMARegisterKind_B32, 4>;
def B32x8       : MMARegisters<MMARegisterKind_B32, 8>;
def F32x4       : MMARegisters<MMARegisterKind_F32, 4>;
def F32x8       : MMARegisters<MMARegisterKind_F32, 8>;
def F64x1       : MMARegisters<MMARegisterKind_F64, 1>;
def F64x2       : MMARegisters<MMARegisterKind_F64, 2>;
def F64x4       : MMARegisters<MMARegisterKind_F64, 4>;
def F64x8       : MMARegisters<MMARegisterKind_F64, 8>;
// clang-format on

class MMAOpcode<MMAFamily family, MMARegisters d, MMARegisters a, MMARegisters b,
                MMARegisters c, bit stride = 0, bit metadata = 0, bit scales = 0> {
  MMAFamily Family = family;
  MMARegisters D = d;
  MMARegisters A = a;
  MMARegisters B = b;
  MMARegisters C = c;
  bit HasStride = stride;     // a .b32 register
  bit HasMetadata = metadata; // a .b32 register and an immediate: the sparsity selector
  bit HasScales = scales;     // A's, then B's: a .b32 register and two .b16: byte-id, thread-id
  string Name = !subst("MMAOpcode_", "", NAME);
  bits<8> DCount = d.Count;
  bits<8> ACount = a.Count;
  bits<8> BCount = b.Count;
  bits<8> CCount = c.Count;
}

/// A load or a store: the fragment is the result (D) or the operand (C).
multiclass WMMALoadOpcode<string stem, MMARegisters fragment> {
  foreach stride = [0, 1] in
  def "MMAOpcode_" # stem # "_" # fragment.Name # !if(stride, "_STRIDE", "")
      : MMAOpcode<MMAFamily_WMMALoad, fragment, NoRegisters, NoRegisters, NoRegisters, stride>;
}

multiclass WMMAStoreOpcode<string stem, MMARegisters fragment> {
  foreach stride = [0, 1] in
  def "MMAOpcode_" # stem # "_" # fragment.Name # !if(stride, "_STRIDE", "")
      : MMAOpcode<MMAFamily_WMMAStore, NoRegisters, NoRegisters, NoRegisters, fragment, stride>;
}

multiclass LdMatrixOpcode<MMARegisters fragment> {
  def "MMAOpcode_LDMATRIX_" # fragment.Name
      : MMAOpcode<MMAFamily_LdMatrix, fragment, NoRegisters, NoRegisters, NoRegisters>;
}

multiclass StMatrixOpcode<MMARegisters fragment> {
  def "MMAOpcode_STMATRIX_" # fragment.Name
      : MMAOpcode<MMAFamily_StMatrix, NoRegisters, NoRegisters, NoRegisters, fragment>;
}

multiclass MovMatrixOpcode<MMARegisters fragment> {
  def "MMAOpcode_MOVMATRIX_" # fragment.Name
      : MMAOpcode<MMAFamily_MovMatrix, fragment, fragment, NoRegisters, NoRegisters>;
}

/// `modifier` is "", "SP_", "BLOCK_SCALE_" or both.
multiclass MultiplyOpcode<string stem, MMAFamily family, MMARegisters d, MMARegisters a,
                          MMARegisters b, MMARegisters c, string modifier = ""> {
  def "MMAOpcode_" # stem # "_" # modifier # d.Name # "_" # a.Name # "_" # b.Name # "_" # c.Name
      : MMAOpcode<family, d, a, b, c, /*stride=*/0,
                  /*metadata=*/!ne(!find(modifier, "SP_"), -1),
                  /*scales=*/!ne(!find(modifier, "BLOCK_SCALE_"), -1)>;
}

// clang-format off
defset list<MMAOpcode> AllMMAOpcodes = {
//                        stem             fragment
defm "" : WMMALoadOpcode<"HMMA_LOAD_AB",  B32x2>;
defm "" : WMMALoadOpcode<"HMMA_LOAD_AB",  B32x4>;
defm "" : WMMALoadOpcode<"HMMA_LOAD_AB",  B32x8>;
defm "" : WMMALoadOpcode<"HMMA_LOAD_C",   B32x4>;
defm "" : WMMALoadOpcode<"HMMA_LOAD_C",   F32x8>;
defm "" : WMMALoadOpcode<"IMMA_LOAD_AB",  B32x1>;
defm "" : WMMALoadOpcode<"IMMA_LOAD_AB",  B32x2>;
defm "" : WMMALoadOpcode<"IMMA_LOAD_AB",  B32x4>;
defm "" : WMMALoadOpcode<"IMMA_LOAD_C",   B32x2>;
defm "" : WMMALoadOpcode<"IMMA_LOAD_C",   B32x8>;
defm "" : WMMALoadOpcode<"BMMA_LOAD_AB",  B32x1>;
defm "" : WMMALoadOpcode<"BMMA_LOAD_C",   B32x2>;
defm "" : WMMALoadOpcode<"DMMA_LOAD_AB",  F64x1>;
defm "" : WMMALoadOpcode<"DMMA_LOAD_C",   F64x2>;

//                         stem            fragment
defm "" : WMMAStoreOpcode<"HMMA_STORE_D", B32x4>;
defm "" : WMMAStoreOpcode<"HMMA_STORE_D", F32x8>;
defm "" : WMMAStoreOpcode<"IMMA_STORE_D", B32x2>;
defm "" : WMMAStoreOpcode<"IMMA_STORE_D", B32x8>;
defm "" : WMMAStoreOpcode<"BMMA_STORE_D", B32x2>;
defm "" : WMMAStoreOpcode<"DMMA_STORE_D", F64x2>;

//                        fragment
defm "" : LdMatrixOpcode<B32x1>;
defm "" : LdMatrixOpcode<B32x2>;
defm "" : LdMatrixOpcode<B32x4>;
defm "" : StMatrixOpcode<B32x1>;
defm "" : StMatrixOpcode<B32x2>;
defm "" : StMatrixOpcode<B32x4>;
defm "" : MovMatrixOpcode<B32x1>;

//                        stem         family           D      A      B      C
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, B32x4, B32x8, B32x8, B32x4>;
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, B32x4, B32x8, B32x8, F32x8>;
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, F32x8, B32x8, B32x8, B32x4>;
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, F32x8, B32x8, B32x8, F32x8>;
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, F32x8, B32x2, B32x8, F32x8>;
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, F32x8, B32x4, B32x4, F32x8>;
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, F32x8, B32x8, B32x2, F32x8>;
defm "" : MultiplyOpcode<"IMMA_WMMA", MMAFamily_WMMA, B32x8, B32x1, B32x4, B32x8>;
defm "" : MultiplyOpcode<"IMMA_WMMA", MMAFamily_WMMA, B32x8, B32x2, B32x2, B32x8>;
defm "" : MultiplyOpcode<"IMMA_WMMA", MMAFamily_WMMA, B32x8, B32x4, B32x1, B32x8>;
defm "" : MultiplyOpcode<"IMMA_WMMA", MMAFamily_WMMA, B32x2, B32x1, B32x1, B32x2>;
defm "" : MultiplyOpcode<"BMMA_WMMA", MMAFamily_WMMA, B32x2, B32x1, B32x1, B32x2>;
defm "" : MultiplyOpcode<"DMMA_WMMA", MMAFamily_WMMA, F64x2, F64x1, F64x1, F64x2>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  B32x4, B32x2, B32x2, B32x4>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x8, B32x2, B32x2, B32x4>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x8, B32x2, B32x2, F32x8>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  B32x2, B32x2, B32x1, B32x2>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x2, B32x1, F32x4>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  B32x2, B32x4, B32x2, B32x2>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  B32x2, B32x4, B32x2, F32x4>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x4, B32x2, B32x2>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x4, B32x2, F32x4>;
defm "" : MultiplyOpcode<"IMMA_MMA",  MMAFamily_MMA,  B32x2, B32x1, B32x1, B32x2>;
defm "" : MultiplyOpcode<"IMMA_MMA",  MMAFamily_MMA,  B32x4, B32x2, B32x1, B32x4>;
defm "" : MultiplyOpcode<"IMMA_MMA",  MMAFamily_MMA,  B32x4, B32x4, B32x2, B32x4>;
defm "" : MultiplyOpcode<"BMMA_MMA",  MMAFamily_MMA,  B32x2, B32x1, B32x1, B32x2>;
defm "" : MultiplyOpcode<"BMMA_MMA",  MMAFamily_MMA,  B32x4, B32x2, B32x1, B32x4>;
defm "" : MultiplyOpcode<"BMMA_MMA",  MMAFamily_MMA,  B32x4, B32x4, B32x2, B32x4>;
defm "" : MultiplyOpcode<"DMMA_MMA",  MMAFamily_MMA,  F64x2, F64x1, F64x1, F64x2>;
defm "" : MultiplyOpcode<"DMMA_MMA",  MMAFamily_MMA,  F64x4, F64x2, F64x1, F64x4>;
defm "" : MultiplyOpcode<"DMMA_MMA",  MMAFamily_MMA,  F64x4, F64x4, F64x2, F64x4>;
defm "" : MultiplyOpcode<"DMMA_MMA",  MMAFamily_MMA,  F64x4, F64x8, F64x4, F64x4>;

//                        stem         family           D      A      B      C      modifier
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  B32x2, B32x2, B32x2, B32x2, "SP_">;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  B32x2, B32x4, B32x4, B32x2, "SP_">;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x2, B32x2, F32x4, "SP_">;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x4, B32x4, F32x4, "SP_">;
defm "" : MultiplyOpcode<"IMMA_MMA",  MMAFamily_MMA,  B32x4, B32x2, B32x2, B32x4, "SP_">;
defm "" : MultiplyOpcode<"IMMA_MMA",  MMAFamily_MMA,  B32x4, B32x4, B32x4, B32x4, "SP_">;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x4, B32x2, F32x4, "BLOCK_SCALE_">;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x4, B32x4, F32x4, "SP_BLOCK_SCALE_">;
}
// clang-format on

def MMAOpcode : GenericEnum { let FilterClass = "MMAOpcode"; }

def MMAOpcodes : GenericTable {
  let FilterClass = "MMAOpcode";
  let CppTypeName = "MMAOpcodeInfo";
  let Fields = ["Name", "Family", "DCount", "ACount", "BCount", "CCount", "HasStride",
                "HasMetadata", "HasScales"];
  string TypeOf_Family = "MMAFamily";
}

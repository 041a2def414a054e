//===- TCGen05Opcodes.td - Opcodes of tcgen05 -------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The opcodes of tcgen05, as MMAOpcodes.td has those of the other families. Operands that are
// neither fragments nor addresses of shared memory are listed, so that signatures, statements
// and lowering follow from one list. The opcodes of tcgen05.mma are cicc's ten groups, by
//   cta_group, .sp, .block_scale, .ws    TCGEN05_MMA_CTA_GROUP1_BLOCK_SCALED_SPARSE
// and behind that what changes the operands:
//   SS, TS       A in shared memory by a matrix descriptor, or in tensor memory
//   LANES        with a mask of output lanes
//   SCALE_D      with scale-input-d
//   MASK         with a mask of zero columns
//   LUT          with the table of a compressed B
//
//===----------------------------------------------------------------------===//

def TMEM_D         : MMAOperands<"m32", "d">;
def TMEM_A         : MMAOperands<"m32", "a">;
def TMEM_ADesc     : MMAOperands<"r64", "a">;
def TMEM_BDesc     : MMAOperands<"r64", "b">;
def TMEM_Table     : MMAOperands<"m32", "lookup_table">;
def TMEM_Metadata  : MMAOperands<"m32", "metadata">;
def TMEM_IDesc     : MMAOperands<"r32", "idesc">;
def TMEM_ScaleA    : MMAOperands<"m32", "scale_a">;
def TMEM_ScaleB    : MMAOperands<"m32", "scale_b">;
def TMEM_Lanes4    : MMAOperands<"l32", "disable_output_lane", 4>;
def TMEM_Lanes8    : MMAOperands<"l32", "disable_output_lane", 8>;
def TMEM_Enable    : MMAOperands<"p1",  "enable_input_d">;
def TMEM_ScaleD    : MMAOperands<"i64", "scale_input_d">;
def TMEM_Mask      : MMAOperands<"r64", "zero_column_mask">;
def TMEM_Address   : MMAOperands<"m32", "taddr">;
def TMEM_Handle    : MMAOperands<"r32", "taddr">;
def TMEM_Columns   : MMAOperands<"r32", "columns">;
def TMEM_Source    : MMAOperands<"r64", "source">;
def TMEM_HalfSplit : MMAOperands<"i64", "half_split_offset">;

class TCGen05Opcode<MMAFamily family, list<MMAOperands> operands, MMARegisters d = NoRegisters>
    : MMAOpcode<family, d, NoRegisters, NoRegisters, NoRegisters> {
  let Operands = operands;
}

/// The bits of the kind word that have to do with operands, as in MMADescriptor.td.
class TCGen05KindWord<bit sparse, bit block, bit ws, bit scale, bit lut = 0> {
  int Word = !or(!if(scale, !shl(1, MMASlot_TCGen05MMA_ScaleInput.Low), 0),
                 !if(block, !shl(1, MMASlot_TCGen05MMA_BlockScale.Low), 0),
                 !if(sparse, !shl(1, MMASlot_TCGen05MMA_Sparsity.Low), 0),
                 !if(ws, !shl(1, MMASlot_TCGen05MMA_Stationary.Low), 0),
                 !if(lut, !shl(1, MMASlot_TCGen05MMA_Decompress.Low), 0));
}

/// The opcodes with some operands. `lanes` is the length of the mask of output lanes: 4 with
/// .cta_group::1, 8 with .cta_group::2, and 0 for none, with either group.
multiclass TCGen05MMAOpcode<bit sparse, bit block, bit ws, int lanes, bit scale, bit mask, bit lut = 0> {
  foreach where = ["SS", "TS"] in
  def "MMAOpcode_TCGEN05_MMA_" # !if(ws, "WS_", "") # !if(block, "BLOCK_SCALED_", "")
      # !if(sparse, "SPARSE_", "DENSE_") # where # !if(lanes, "_LANES" # lanes, "")
      # !if(scale, "_SCALE_D", "") # !if(mask, "_MASK", "") # !if(lut, "_LUT", "")
      : TCGen05Opcode<MMAFamily_TCGen05MMA,
                      !listconcat([TMEM_D, !if(!eq(where, "TS"), TMEM_A, TMEM_ADesc), TMEM_BDesc],
                                  OptionalOperands<sparse, [TMEM_Metadata]>.List,
                                  OptionalOperands<lut, [TMEM_Table]>.List,
                                  [TMEM_IDesc],
                                  OptionalOperands<block, [TMEM_ScaleA, TMEM_ScaleB]>.List,
                                  OptionalOperands<!ne(lanes, 0), [!if(!eq(lanes, 4), TMEM_Lanes4, TMEM_Lanes8)]>.List,
                                  [TMEM_Enable],
                                  OptionalOperands<scale, [TMEM_ScaleD]>.List,
                                  OptionalOperands<mask, [TMEM_Mask]>.List)> {
    let IsStationary = ws;
    let Rows = !if(lanes, [PTX_TCGEN05_MMA_ASHIFT], [PTX_TCGEN05_MMA, PTX_TCGEN05_MMA_ASHIFT, PTX_TCGEN05_MMA_WS]);
  }
}

multiclass TCGen05MMAOpcodes {
  foreach sparse = [0, 1] in {
    foreach lanes = [0, 4, 8] in
    foreach scale = [0, 1] in
    defm "" : TCGen05MMAOpcode<sparse, /*block=*/0, /*ws=*/0, lanes, scale, /*mask=*/0>;
    defm "" : TCGen05MMAOpcode<sparse, /*block=*/1, /*ws=*/0, /*lanes=*/0, /*scale=*/0, /*mask=*/0>;
    // The text of the collector buffer is another one.
    foreach mask = [0, 1] in
    defm "" : TCGen05MMAOpcode<sparse, /*block=*/0, /*ws=*/1, /*lanes=*/0, /*scale=*/0, mask>;
  }
  foreach lanes = [0, 4, 8] in
  defm "" : TCGen05MMAOpcode</*sparse=*/0, /*block=*/0, /*ws=*/0, lanes, /*scale=*/0, /*mask=*/0, /*lut=*/1>;
  defm "" : TCGen05MMAOpcode</*sparse=*/0, /*block=*/1, /*ws=*/0, /*lanes=*/0, /*scale=*/0, /*mask=*/0, /*lut=*/1>;
}

/// The registers of a load that keeps 2 of 4 of `count` elements, with 2 bits of metadata for each.
class TCGen05Compressed<int count> {
  int Metadata = !div(!add(count, 31), 32);
  int Registers = !add(Metadata, !div(count, 2));
}

/// Loads and stores of `count` registers; SPLIT is 16x32bx2, with an offset.
multiclass TCGen05AccessOpcodes {
  foreach count = [1, 2, 4, 8, 16, 32, 64, 128] in
  foreach split = [0, 1] in {
    defvar suffix = !if(split, "SPLIT_", "");
    defvar offset = OptionalOperands<split, [TMEM_HalfSplit]>.List;
    def "MMAOpcode_TCGEN05_LD_" # suffix # "B32x" # count
        : TCGen05Opcode<MMAFamily_TCGen05Access, !listconcat([TMEM_Address], offset),
                        !cast<MMARegisters>("B32x" # count)>;
    def "MMAOpcode_TCGEN05_ST_" # suffix # "B32x" # count
        : TCGen05Opcode<MMAFamily_TCGen05Access,
                        !listconcat([TMEM_Address], offset, [MMAOperands<"l32", "data", count>])>;
    if !gt(count, 1) then
    foreach kind = ["B32", "F32"] in
    def "MMAOpcode_TCGEN05_LD_RED_" # suffix # kind # "x" # count
        : TCGen05Opcode<MMAFamily_TCGen05Access, !listconcat([TMEM_Address], offset),
                        !cast<MMARegisters>(kind # "x" # count)> {
      let HasReduced = 1;
    }
  }
}

/// Loads that compress: registers of metadata and of what is kept.
multiclass TCGen05CompressedOpcodes {
  foreach count = [4, 8, 16, 32, 64, 128] in
  foreach reduced = [0, 1] in
  def "MMAOpcode_TCGEN05_LD_" # !if(reduced, "RED_", "") # "SPCOMPRESS_x" # count
      : TCGen05Opcode<MMAFamily_TCGen05Access, [TMEM_Address],
                      !cast<MMARegisters>("B32x" # TCGen05Compressed<count>.Registers)> {
    let HasReduced = reduced;
    let Metadata = TCGen05Compressed<count>.Metadata;
  }
}

/// ALLOC and COMMIT have an address of shared memory besides.
multiclass TCGen05Opcodes {
  def MMAOpcode_TCGEN05_ALLOC            : TCGen05Opcode<MMAFamily_TCGen05, [TMEM_Columns]>;
  def MMAOpcode_TCGEN05_DEALLOC          : TCGen05Opcode<MMAFamily_TCGen05, [TMEM_Handle, TMEM_Columns]>;
  def MMAOpcode_TCGEN05_RELINQUISH_ALLOC_PERMIT : TCGen05Opcode<MMAFamily_TCGen05, []>;
  def MMAOpcode_TCGEN05_COMMIT           : TCGen05Opcode<MMAFamily_TCGen05, []>;
  def MMAOpcode_TCGEN05_COMMIT_MULTICAST : TCGen05Opcode<MMAFamily_TCGen05, [MMAOperands<"r16", "cta_mask">]>;
  def MMAOpcode_TCGEN05_COMMIT_MULTICAST_32B : TCGen05Opcode<MMAFamily_TCGen05, [MMAOperands<"r32", "cta_mask">]>;
  def MMAOpcode_TCGEN05_SHIFT            : TCGen05Opcode<MMAFamily_TCGen05, [TMEM_Address]>;
  def MMAOpcode_TCGEN05_WAIT             : TCGen05Opcode<MMAFamily_TCGen05, []>;
  def MMAOpcode_TCGEN05_FENCE            : TCGen05Opcode<MMAFamily_TCGen05, []>;
  def MMAOpcode_TCGEN05_CP               : TCGen05Opcode<MMAFamily_TCGen05Copy, [TMEM_Address, TMEM_Source]>;
  defm "" : TCGen05AccessOpcodes;
  defm "" : TCGen05CompressedOpcodes;
  defm "" : TCGen05MMAOpcodes;
}

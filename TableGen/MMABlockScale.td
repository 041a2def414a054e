//===- MMABlockScale.td - mma with .block_scale ------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `llvm.nvvm.mma.block.scale.*` and `llvm.nvvm.mma.sp.ordered.metadata.block.scale.*`:
// blocks of A's rows and B's columns are multiplied by scales that threads hold in
// registers of their own; byte-id and thread-id say where. PTX ISA, sections
// "Multiply-and-Accumulate Instruction: mma" and "Block Scaling for mma.sync".
//
//===----------------------------------------------------------------------===//

// clang-format off
//                                         targets               first source
def BlockScale         : MMALegality<      SM120FamiliesUp,      87, "PTX ISA 8.7, mma .block_scale">;
def BlockScaleSparse   : MMALegality<      SM120FamiliesUp,      87, "PTX ISA 8.7, mma.sp::ordered_metadata .block_scale">;
def BlockScale4XE8     : MMALegality<      SM120FamiliesUp,      91, "PTX ISA 9.1, mma .block_scale .scale_vec::4X .ue8m0", AsDocumented>;
def BlockScaleSparse4XE8: MMALegality<     SM120ArchitecturesUp, 91, "PTX ISA 9.1, mma.sp::ordered_metadata .block_scale .scale_vec::4X .ue8m0", AsDocumented>;
def BlockScaleSparse4  : MMALegality<      SM120ArchitecturesUp, 87, "PTX ISA 8.7, mma.sp::ordered_metadata .block_scale m16n8k128">;
// clang-format on

/// `width` counts the bits of an element: the mxf4 kinds pack e2m1, two a byte. `count`
/// is how many scales a row of A has, of which `scales` speaks or which is the default.
multiclass MMABlockScale<string sparsity, MMAShape shape, MMAType a, MMAType b, int width,
                         string kind, int count, string scales, string scaleType,
                         MMALegality legality> {
  defvar isSparse = !ne(sparsity, "");
  defvar name = "mma" # !subst("::", ".", !subst("_", ".", sparsity)) # ".block.scale."
                    # shape.Spelling # ".row.col" # !subst(".kind::", ".", kind)
                    # !subst("X", "x", !subst("::", ".", !subst("_vec", "", scales)))
                    # ".f32." # a.Spelling # "." # b.Spelling # ".f32" # scaleType;
  defvar opcode = a.Unit # "MMA_MMA_" # !if(isSparse, "SP_", "") # "BLOCK_SCALE_"
                      # MMASyncRegisters<shape, MMAType_F32, a, b, MMAType_F32, isSparse,
                                         width>.Name;
  def MMAVariantRecord<name>.Name
      : MMAVariant<name, MMAFamily_MMA, opcode, legality,
                   !listconcat(MMAMultiplyBits<"MMA", shape, MMAType_F32, a, b, MMAType_F32>.List,
                               [MMAFieldBits<"MMA_Kind", kind>.Bits,
                                MMAFieldBits<"MMA_Scales", scales>.Bits,
                                MMAFieldBits<"MMA_ScaleType", scaleType>.Bits,
                                MMAFieldBits<"MMA_Sparsity", sparsity>.Bits]),
                   MMAWarpSignature<opcode, MMAType_F32, a, b, MMAType_F32>.Value> {
    let ScaleCount = count;
    let Selectors = !if(isSparse, MMASelectors<shape, width>.Count, 0);
  }
}

/// Dense at some K, sparse at twice that.
multiclass MMABlockScaleEither<MMAShape dense, MMAShape sparse, MMAType a, MMAType b, int width,
                               string kind, int count, string scales, string scaleType,
                               MMALegality legality, MMALegality ofDense = BlockScale> {
  defm "" : MMABlockScale<"", dense, a, b, width, kind, count, scales, scaleType, ofDense>;
  defm "" : MMABlockScale<".sp::ordered_metadata", sparse, a, b, width, kind, count, scales,
                          scaleType, legality>;
}

// clang-format off
//                           dense             sparse             A             B             bits kind            count scales            scale type sparse legality
foreach a = NarrowFloats in
foreach b = NarrowFloats in {
defm "" : MMABlockScaleEither<MMAShape_M16N8K32, MMAShape_M16N8K64,  a,            b,            8,   ".kind::mxf8f6f4", 1, "",               ".ue8m0",  BlockScaleSparse>;
defm "" : MMABlockScaleEither<MMAShape_M16N8K32, MMAShape_M16N8K64,  a,            b,            8,   ".kind::mxf8f6f4", 1, ".scale_vec::1X", ".ue8m0",  BlockScaleSparse>;
}
defm "" : MMABlockScaleEither<MMAShape_M16N8K64, MMAShape_M16N8K128, MMAType_E2M1, MMAType_E2M1, 4,   ".kind::mxf4",     2, "",               ".ue8m0",  BlockScaleSparse4>;
defm "" : MMABlockScaleEither<MMAShape_M16N8K64, MMAShape_M16N8K128, MMAType_E2M1, MMAType_E2M1, 4,   ".kind::mxf4",     2, ".scale_vec::2X", ".ue8m0",  BlockScaleSparse4>;
defm "" : MMABlockScaleEither<MMAShape_M16N8K64, MMAShape_M16N8K128, MMAType_E2M1, MMAType_E2M1, 4,   ".kind::mxf4nvf4", 2, ".scale_vec::2X", ".ue8m0",  BlockScaleSparse4>;
defm "" : MMABlockScaleEither<MMAShape_M16N8K64, MMAShape_M16N8K128, MMAType_E2M1, MMAType_E2M1, 4,   ".kind::mxf4nvf4", 4, ".scale_vec::4X", ".ue4m3",  BlockScaleSparse4>;
let Origin = OfLaterLLVM in
defm "" : MMABlockScaleEither<MMAShape_M16N8K64, MMAShape_M16N8K128, MMAType_E2M1, MMAType_E2M1, 4,   ".kind::mxf4nvf4", 4, ".scale_vec::4X", ".ue8m0",  BlockScaleSparse4XE8, BlockScale4XE8>;
// clang-format on

//===- MMASparse.td - mma.sp -------------------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `llvm.nvvm.mma.sp.*`: A has a pattern of zeros and is held without them, with
// metadata that says which elements were kept. PTX ISA, sections "Multiply-and-Accumulate
// Instruction: mma.sp" and "mma.sp::ordered_metadata". Metadata as such promises ptxas
// nothing of the order of its indices; the ordered form promises that they ascend.
//
//===----------------------------------------------------------------------===//

// clang-format off
//                                          targets          first source
def SparseAmpere        : MMALegality<      SM80Up,          71, "PTX ISA 7.1, mma.sp">;
def SparseAmpereOrdered : MMALegality<      SM80Up,          85, "PTX ISA 8.5, mma.sp::ordered_metadata">;
def SparseAda           : MMALegality<      SM89Up,          84, "PTX ISA 8.4, mma.sp m16n8k64 e4m3 and e5m2">;
def SparseAdaOrdered    : MMALegality<      SM89Up,          85, "PTX ISA 8.5, mma.sp::ordered_metadata m16n8k64 e4m3 and e5m2">;
def SparseFamilyFP8     : MMALegality<      SM100FamiliesUp, 86, "PTX ISA 8.6, mma.sp::ordered_metadata .kind::f8f6f4">;
def SparseFamily        : MMALegality<      SM120FamiliesUp, 87, "PTX ISA 8.7, mma.sp::ordered_metadata .kind::f8f6f4 with f16 accumulators or e3m2, e2m3, e2m1">;
// clang-format on

/// Holds the number of values of the sparsity selector. A row of metadata has four bits for each
/// group: two of 32 bits (1:2), four of 16 or 8 bits (2:4), or eight of 4 bits (4:8 in pairs).
/// Threads that together hold the sixteen rows contribute, and the selector says which.
class MMASelectors<MMAShape shape, int width> {
  defvar group = !cond(!eq(width, 32) : 2, !eq(width, 4) : 8, true : 4);
  int BitsInRow = !mul(!div(shape.K, group), 4);
  int Count = !div(64, BitsInRow);
  assert !eq(!mul(Count, BitsInRow), 64), "the metadata of " # shape.Spelling
      # " does not divide evenly";
}

multiclass MMASparse<string sparsity, MMAShape shape, MMAType d, MMAType a, MMAType b, MMAType c,
                     list<string> modifiers, MMALegality legality, string kind = ""> {
  foreach modifier = modifiers in {
    defvar name = "mma" # !subst("::", ".", !subst("_", ".", sparsity)) # "." # shape.Spelling
                      # ".row.col" # !subst("::", ".", kind) # modifier
                      # MMASyncSignature<d, a, b, c>.Name;
    defvar opcode = a.Unit # "MMA_MMA_SP_" # MMASyncRegisters<shape, d, a, b, c, 1>.Name;
    def MMAVariantRecord<name>.Name
        : MMAVariant<name, MMAFamily_MMA, opcode, legality,
                     !listconcat(MMAMultiplyBits<"MMA", shape, d, a, b, c>.List,
                                 [MMAFieldBits<"MMA_Kind", kind>.Bits,
                                  MMAFieldBits<"MMA_Sparsity", sparsity>.Bits,
                                  MMAModifierBits<"MMA", modifier>.Bits]),
                     MMAWarpSignature<opcode, d, a, b, c>.Value> {
      let Selectors = MMASelectors<shape, a.Width>.Count;
    }
  }
}

/// Both kinds of metadata.
multiclass MMASparseEither<MMAShape shape, MMAType d, MMAType a, MMAType b, MMAType c,
                           list<string> modifiers, MMALegality plain, MMALegality ordered> {
  defm "" : MMASparse<".sp", shape, d, a, b, c, modifiers, plain>;
  defm "" : MMASparse<".sp::ordered_metadata", shape, d, a, b, c, modifiers, ordered>;
}

// clang-format off
//                       shape               D            A             B             C            modifiers         metadata      ordered
defm "" : MMASparseEither<MMAShape_M16N8K16,  MMAType_F16, MMAType_F16,  MMAType_F16,  MMAType_F16, Plain,            SparseAmpere, SparseAmpereOrdered>;
defm "" : MMASparseEither<MMAShape_M16N8K16,  MMAType_F32, MMAType_F16,  MMAType_F16,  MMAType_F32, Plain,            SparseAmpere, SparseAmpereOrdered>;
defm "" : MMASparseEither<MMAShape_M16N8K32,  MMAType_F16, MMAType_F16,  MMAType_F16,  MMAType_F16, Plain,            SparseAmpere, SparseAmpereOrdered>;
defm "" : MMASparseEither<MMAShape_M16N8K32,  MMAType_F32, MMAType_F16,  MMAType_F16,  MMAType_F32, Plain,            SparseAmpere, SparseAmpereOrdered>;
defm "" : MMASparseEither<MMAShape_M16N8K16,  MMAType_F32, MMAType_BF16, MMAType_BF16, MMAType_F32, Plain,            SparseAmpere, SparseAmpereOrdered>;
defm "" : MMASparseEither<MMAShape_M16N8K32,  MMAType_F32, MMAType_BF16, MMAType_BF16, MMAType_F32, Plain,            SparseAmpere, SparseAmpereOrdered>;
defm "" : MMASparseEither<MMAShape_M16N8K8,   MMAType_F32, MMAType_TF32, MMAType_TF32, MMAType_F32, Plain,            SparseAmpere, SparseAmpereOrdered>;
defm "" : MMASparseEither<MMAShape_M16N8K16,  MMAType_F32, MMAType_TF32, MMAType_TF32, MMAType_F32, Plain,            SparseAmpere, SparseAmpereOrdered>;

foreach p = BytePairs in {
defm "" : MMASparseEither<MMAShape_M16N8K32,  MMAType_S32, p[0],         p[1],         MMAType_S32, PlainOrSaturated, SparseAmpere, SparseAmpereOrdered>;
defm "" : MMASparseEither<MMAShape_M16N8K64,  MMAType_S32, p[0],         p[1],         MMAType_S32, PlainOrSaturated, SparseAmpere, SparseAmpereOrdered>;
}
foreach p = NibblePairs in {
defm "" : MMASparseEither<MMAShape_M16N8K64,  MMAType_S32, p[0],         p[1],         MMAType_S32, PlainOrSaturated, SparseAmpere, SparseAmpereOrdered>;
defm "" : MMASparseEither<MMAShape_M16N8K128, MMAType_S32, p[0],         p[1],         MMAType_S32, PlainOrSaturated, SparseAmpere, SparseAmpereOrdered>;
}
foreach a = FP8 in
foreach b = FP8 in
defm "" : MMASparseEither<MMAShape_M16N8K64,  MMAType_F32, a,            b,            MMAType_F32, Plain,            SparseAda,    SparseAdaOrdered>;

//                 sparsity                shape               D            A  B  C            modifiers legality         kind
foreach a = FP8 in
foreach b = FP8 in {
defm "" : MMASparse<".sp::ordered_metadata", MMAShape_M16N8K64,  MMAType_F16, a, b, MMAType_F16, Plain,    SparseFamily,    ".kind::f8f6f4">;
defm "" : MMASparse<".sp::ordered_metadata", MMAShape_M16N8K64,  MMAType_F32, a, b, MMAType_F32, Plain,    SparseFamilyFP8, ".kind::f8f6f4">;
}
foreach d = [MMAType_F16, MMAType_F32] in {
foreach a = FP6AndFP4 in
foreach b = NarrowFloats in
defm "" : MMASparse<".sp::ordered_metadata", MMAShape_M16N8K64,  d,           a, b, d,           Plain,    SparseFamily,    ".kind::f8f6f4">;
foreach a = FP8 in
foreach b = FP6AndFP4 in
defm "" : MMASparse<".sp::ordered_metadata", MMAShape_M16N8K64,  d,           a, b, d,           Plain,    SparseFamily,    ".kind::f8f6f4">;
}
// clang-format on

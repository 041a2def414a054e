//===- MMASync.td - mma.sync ------------------------------------ -*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dense `llvm.nvvm.mma.*`: those of LLVM 22, and the f64
// ones with a rounding mode, which are ours. PTX ISA, section "Multiply-and-Accumulate
// Instruction: mma". Upstream offers m16n8k8 with bf16 and tf32 from sm_75 on, m8n8k128
// only from sm_80 on, and f16 accumulators for FP8 before PTX ISA 8.7; ptxas says
// otherwise on each.
//
//===----------------------------------------------------------------------===//

// clang-format off
//                                     targets first source
def MMAVolta       : MMALegality<      SM70Up, 64, "PTX ISA 6.4, mma m8n8k4">;
def MMATuring      : MMALegality<      SM75Up, 65, "PTX ISA 6.5, mma m16n8k8 f16, m8n8k16, m8n8k32">;
def MMAAmpere      : MMALegality<      SM80Up, 70, "PTX ISA 7.0, mma">;
def MMATuringBit   : MMALegality<      SM75Up, 70, "PTX ISA 7.0, mma m8n8k128 .xor.popc">;
def MMABitAnd      : MMALegality<      SM80Up, 71, "PTX ISA 7.1, mma .and.popc">;
def MMAMixed       : MMALegality<      SM80Up, 70, "PTX ISA 7.0, mma m16n8k16", rejected=
                                       "C and D of m16n8k16 must have the same type: .f16.f16 or .f32.f32">;
//                                     targets          first source
def MMAHopperDouble: MMALegality<      SM90Up,          78, "PTX ISA 7.8, mma f64 m16n8k4, k8, k16">;
def MMAAdaFP8      : MMALegality<      SM89Up,          84, "PTX ISA 8.4, mma m16n8k32 e4m3 and e5m2">;
def MMAAdaFP8More  : MMALegality<      SM89Up,          87, "PTX ISA 8.7, mma e4m3 and e5m2 with m16n8k16 or f16 accumulators">;
def MMAFamilyFP8   : MMALegality<      SM100FamiliesUp, 86, "PTX ISA 8.6, mma .kind::f8f6f4">;
def MMAFamilyFP8F16: MMALegality<      SM100FamiliesUp, 87, "PTX ISA 8.7, mma .kind::f8f6f4 with f16 accumulators">;
def MMAFamilyFP6   : MMALegality<      SM120FamiliesUp, 87, "PTX ISA 8.7, mma .kind::f8f6f4 with e3m2, e2m3, e2m1">;
// clang-format on

/// The register signature of an mma.sync. The m8n8k4 with f16 is four tiles, one a quad
/// pair. A sparse A is held without its zeros: half of K. `width` counts the bits that
/// an element of A or B takes up.
class MMASyncRegisters<MMAShape shape, MMAType d, MMAType a, MMAType b, MMAType c,
                       bit isSparse = 0, int width = a.Width> {
  defvar threads = !if(!and(!eq(shape.Spelling, "m8n8k4"), !eq(a.Spelling, "f16")), 8, 32);
  string Name = MMAFragment<shape.M, shape.N, d, threads>.Name
                # "_" # MMAFragment<shape.M, !if(isSparse, !div(shape.K, 2), shape.K), a, threads,
                                    width>.Name
                # "_" # MMAFragment<shape.K, shape.N, b, threads, width>.Name
                # "_" # MMAFragment<shape.M, shape.N, c, threads>.Name;
}

/// The name's types: upstream writes all four out for the narrow floating-point ones.
class MMASyncSignature<MMAType d, MMAType a, MMAType b, MMAType c> {
  bit IsNarrow = !and(!eq(a.Unit, "H"), !eq(a.Width, 8));
  string Name = !if(IsNarrow, "." # d.Spelling # "." # a.Spelling # "." # b.Spelling # "."
                    # c.Spelling, MultiplySignature<d, a, b, c>.Name);
}

multiclass MMASync<MMAShape shape, MMAType d, MMAType a, MMAType b, MMAType c,
                   list<list<string>> layouts, list<string> modifiers, MMALegality legality,
                   string kind = ""> {
  foreach layout = layouts in
  foreach modifier = modifiers in {
    defvar isBitOperation = !ne(!find(modifier, ".popc"), -1);
    defvar name = "mma" # !if(isBitOperation, modifier, "") # "." # shape.Spelling
                      # "." # layout[0] # "." # layout[1] # !subst("::", ".", kind)
                      # !if(isBitOperation, "", modifier)
                      # MMASyncSignature<d, a, b, c>.Name;
    defvar opcode = a.Unit # "MMA_MMA_" # MMASyncRegisters<shape, d, a, b, c>.Name;
    def MMAVariantRecord<name>.Name
        : MMAVariant<name, MMAFamily_MMA, opcode, legality,
                     !listconcat(MMAMultiplyBits<"MMA", shape, d, a, b, c, layout[0],
                                                 layout[1]>.List,
                                 [MMAModifierBits<"MMA", modifier>.Bits,
                                  MMAFieldBits<"MMA_Kind", kind>.Bits]),
                     MMAWarpSignature<opcode, d, a, b, c>.Value>;
  }
}

// clang-format off
//               shape               D            A             B             C            layouts     modifiers         legality
defm "" : MMASync<MMAShape_M8N8K4,    MMAType_F16, MMAType_F16,  MMAType_F16,  MMAType_F16, AllLayouts, Plain,            MMAVolta>;
defm "" : MMASync<MMAShape_M8N8K4,    MMAType_F32, MMAType_F16,  MMAType_F16,  MMAType_F16, AllLayouts, Plain,            MMAVolta>;
defm "" : MMASync<MMAShape_M8N8K4,    MMAType_F32, MMAType_F16,  MMAType_F16,  MMAType_F32, AllLayouts, Plain,            MMAVolta>;
defm "" : MMASync<MMAShape_M16N8K8,   MMAType_F16, MMAType_F16,  MMAType_F16,  MMAType_F16, RowCol,     Plain,            MMATuring>;
defm "" : MMASync<MMAShape_M16N8K8,   MMAType_F32, MMAType_F16,  MMAType_F16,  MMAType_F32, RowCol,     Plain,            MMATuring>;
defm "" : MMASync<MMAShape_M16N8K16,  MMAType_F16, MMAType_F16,  MMAType_F16,  MMAType_F16, RowCol,     Plain,            MMAAmpere>;
defm "" : MMASync<MMAShape_M16N8K16,  MMAType_F16, MMAType_F16,  MMAType_F16,  MMAType_F32, RowCol,     Plain,            MMAMixed>;
defm "" : MMASync<MMAShape_M16N8K16,  MMAType_F32, MMAType_F16,  MMAType_F16,  MMAType_F16, RowCol,     Plain,            MMAMixed>;
defm "" : MMASync<MMAShape_M16N8K16,  MMAType_F32, MMAType_F16,  MMAType_F16,  MMAType_F32, RowCol,     Plain,            MMAAmpere>;
defm "" : MMASync<MMAShape_M16N8K8,   MMAType_F32, MMAType_BF16, MMAType_BF16, MMAType_F32, RowCol,     Plain,            MMAAmpere>;
defm "" : MMASync<MMAShape_M16N8K16,  MMAType_F32, MMAType_BF16, MMAType_BF16, MMAType_F32, RowCol,     Plain,            MMAAmpere>;
defm "" : MMASync<MMAShape_M16N8K4,   MMAType_F32, MMAType_TF32, MMAType_TF32, MMAType_F32, RowCol,     Plain,            MMAAmpere>;
defm "" : MMASync<MMAShape_M16N8K8,   MMAType_F32, MMAType_TF32, MMAType_TF32, MMAType_F32, RowCol,     Plain,            MMAAmpere>;
defm "" : MMASync<MMAShape_M8N8K4,    MMAType_F64, MMAType_F64,  MMAType_F64,  MMAType_F64, RowCol,     AnyRounding,      MMAAmpere>;

defvar BytePairs = [[MMAType_S8, MMAType_S8], [MMAType_S8, MMAType_U8], [MMAType_U8, MMAType_S8], [MMAType_U8, MMAType_U8]];
defvar NibblePairs = [[MMAType_S4, MMAType_S4], [MMAType_S4, MMAType_U4], [MMAType_U4, MMAType_S4], [MMAType_U4, MMAType_U4]];

foreach p = BytePairs in {
defm "" : MMASync<MMAShape_M8N8K16,   MMAType_S32, p[0],         p[1],         MMAType_S32, RowCol,     PlainOrSaturated, MMATuring>;
defm "" : MMASync<MMAShape_M16N8K16,  MMAType_S32, p[0],         p[1],         MMAType_S32, RowCol,     PlainOrSaturated, MMAAmpere>;
defm "" : MMASync<MMAShape_M16N8K32,  MMAType_S32, p[0],         p[1],         MMAType_S32, RowCol,     PlainOrSaturated, MMAAmpere>;
}
foreach p = NibblePairs in {
defm "" : MMASync<MMAShape_M8N8K32,   MMAType_S32, p[0],         p[1],         MMAType_S32, RowCol,     PlainOrSaturated, MMATuring>;
defm "" : MMASync<MMAShape_M16N8K32,  MMAType_S32, p[0],         p[1],         MMAType_S32, RowCol,     PlainOrSaturated, MMAAmpere>;
defm "" : MMASync<MMAShape_M16N8K64,  MMAType_S32, p[0],         p[1],         MMAType_S32, RowCol,     PlainOrSaturated, MMAAmpere>;
}

defm "" : MMASync<MMAShape_M8N8K128,  MMAType_S32, MMAType_B1,   MMAType_B1,   MMAType_S32, RowCol,     [".xor.popc"],    MMATuringBit>;
defm "" : MMASync<MMAShape_M16N8K128, MMAType_S32, MMAType_B1,   MMAType_B1,   MMAType_S32, RowCol,     [".xor.popc"],    MMAAmpere>;
defm "" : MMASync<MMAShape_M16N8K256, MMAType_S32, MMAType_B1,   MMAType_B1,   MMAType_S32, RowCol,     [".xor.popc"],    MMAAmpere>;
defm "" : MMASync<MMAShape_M8N8K128,  MMAType_S32, MMAType_B1,   MMAType_B1,   MMAType_S32, RowCol,     [".and.popc"],    MMABitAnd>;
defm "" : MMASync<MMAShape_M16N8K128, MMAType_S32, MMAType_B1,   MMAType_B1,   MMAType_S32, RowCol,     [".and.popc"],    MMABitAnd>;
defm "" : MMASync<MMAShape_M16N8K256, MMAType_S32, MMAType_B1,   MMAType_B1,   MMAType_S32, RowCol,     [".and.popc"],    MMABitAnd>;

//               shape               D            A             B             C            layouts     modifiers         legality         kind
defm "" : MMASync<MMAShape_M16N8K4,   MMAType_F64, MMAType_F64,  MMAType_F64,  MMAType_F64, RowCol,     AnyRounding,      MMAHopperDouble>;
defm "" : MMASync<MMAShape_M16N8K8,   MMAType_F64, MMAType_F64,  MMAType_F64,  MMAType_F64, RowCol,     AnyRounding,      MMAHopperDouble>;
defm "" : MMASync<MMAShape_M16N8K16,  MMAType_F64, MMAType_F64,  MMAType_F64,  MMAType_F64, RowCol,     AnyRounding,      MMAHopperDouble>;

defvar FP8 = [MMAType_E4M3, MMAType_E5M2];
defvar FP6AndFP4 = [MMAType_E3M2, MMAType_E2M3, MMAType_E2M1];
defvar NarrowFloats = !listconcat(FP8, FP6AndFP4);

foreach a = FP8 in
foreach b = FP8 in {
defm "" : MMASync<MMAShape_M16N8K16,  MMAType_F16, a,            b,            MMAType_F16, RowCol,     Plain,            MMAAdaFP8More>;
defm "" : MMASync<MMAShape_M16N8K16,  MMAType_F32, a,            b,            MMAType_F32, RowCol,     Plain,            MMAAdaFP8More>;
defm "" : MMASync<MMAShape_M16N8K32,  MMAType_F16, a,            b,            MMAType_F16, RowCol,     Plain,            MMAAdaFP8More>;
defm "" : MMASync<MMAShape_M16N8K32,  MMAType_F32, a,            b,            MMAType_F32, RowCol,     Plain,            MMAAdaFP8>;
defm "" : MMASync<MMAShape_M16N8K32,  MMAType_F16, a,            b,            MMAType_F16, RowCol,     Plain,            MMAFamilyFP8F16, ".kind::f8f6f4">;
defm "" : MMASync<MMAShape_M16N8K32,  MMAType_F32, a,            b,            MMAType_F32, RowCol,     Plain,            MMAFamilyFP8,    ".kind::f8f6f4">;
}
foreach d = [MMAType_F16, MMAType_F32] in {
foreach a = FP6AndFP4 in
foreach b = NarrowFloats in
defm "" : MMASync<MMAShape_M16N8K32,  d,           a,            b,            d,           RowCol,     Plain,            MMAFamilyFP6,    ".kind::f8f6f4">;
foreach a = FP8 in
foreach b = FP6AndFP4 in
defm "" : MMASync<MMAShape_M16N8K32,  d,           a,            b,            d,           RowCol,     Plain,            MMAFamilyFP6,    ".kind::f8f6f4">;
}
// clang-format on

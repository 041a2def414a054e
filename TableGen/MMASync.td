//===- MMASync.td - mma.sync ------------------------------------ -*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variants of LLVM 19: `llvm.nvvm.mma.*`. PTX ISA, section "Multiply-and-
// Accumulate Instruction: mma". Upstream offers m16n8k8 with bf16 and tf32 from
// sm_75 on and m8n8k128 only from sm_80 on; ptxas says otherwise on both.
//
//===----------------------------------------------------------------------===//

// clang-format off
//                                     targets first source
def MMAVolta       : MMALegality<      SM70Up, 64, "PTX ISA 6.4, mma m8n8k4">;
def MMATuring      : MMALegality<      SM75Up, 65, "PTX ISA 6.5, mma m16n8k8 f16, m8n8k16, m8n8k32">;
def MMAAmpere      : MMALegality<      SM80Up, 70, "PTX ISA 7.0, mma">;
def MMATuringBit   : MMALegality<      SM75Up, 70, "PTX ISA 7.0, mma m8n8k128 .xor.popc">;
def MMABitAnd      : MMALegality<      SM80Up, 71, "PTX ISA 7.1, mma .and.popc">;
def MMAMixed       : MMALegality<      SM80Up, 70, "PTX ISA 7.0, mma m16n8k16", 99,
                                       "C and D of m16n8k16 must have the same type: .f16.f16 or .f32.f32">;
// clang-format on

/// A fragment of mma.sync. The m8n8k4 with f16 is four tiles, one a quad pair.
class MMASyncFragment<MMAShape shape, string matrix, MMAType type, MMAType a> {
  defvar threads = !if(!and(!eq(shape.Spelling, "m8n8k4"), !eq(a.Spelling, "f16")), 8, 32);
  string Name = MMAFragment<!if(!eq(matrix, "b"), shape.K, shape.M),
                            !if(!eq(matrix, "a"), shape.K, shape.N), type, threads>.Name;
}

multiclass MMASync<MMAShape shape, MMAType d, MMAType a, MMAType b, MMAType c,
                   list<list<string>> layouts, list<string> modifiers, MMALegality legality> {
  foreach layout = layouts in
  foreach modifier = modifiers in {
    defvar isSaturated = !eq(modifier, ".satfinite");
    defvar operation = !if(isSaturated, "", modifier);
    defvar name = "mma" # operation # "." # shape.Spelling # "." # layout[0] # "."
                      # layout[1] # !if(isSaturated, modifier, "")
                      # MultiplySignature<d, a, b, c>.Name;
    def MMAVariantRecord<name>.Name : MMAVariant<name,
                     MMAFamily_MMA, shape, legality,
                     a.Unit # "MMA_MMA_" # MMASyncFragment<shape, "d", d, a>.Name
                         # "_" # MMASyncFragment<shape, "a", a, a>.Name
                         # "_" # MMASyncFragment<shape, "b", b, a>.Name
                         # "_" # MMASyncFragment<shape, "c", c, a>.Name> {
      let D = d;
      let A = a;
      let B = b;
      let C = c;
      let ALayout = MMAFieldValue<MMAField_ALayout, layout[0]>.Value;
      let BLayout = MMAFieldValue<MMAField_BLayout, layout[1]>.Value;
      let Operation = MMAFieldValue<MMAField_Operation, operation>.Value;
      let Satfinite = isSaturated;
    }
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
defm "" : MMASync<MMAShape_M8N8K4,    MMAType_F64, MMAType_F64,  MMAType_F64,  MMAType_F64, RowCol,     Plain,            MMAAmpere>;

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
// clang-format on

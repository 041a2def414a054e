//===- WMMA.td - wmma.load, wmma.store, wmma.mma --------------- -*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variants of LLVM: `llvm.nvvm.wmma.*`. PTX ISA, sections "Warp-level
// matrix instructions using wmma": wmma.load, wmma.store, wmma.mma.
//
// Saturation of floating-point accumulators went with PTX ISA 6.5: those rows
// have a last version.
//
//===----------------------------------------------------------------------===//

// clang-format off
//                                          targets first source                          last
def WMMAHalfSquare      : MMALegality<      SM70Up, 60, "PTX ISA 6.0, wmma m16n16k16">;
def WMMAHalf            : MMALegality<      SM70Up, 61, "PTX ISA 6.1, wmma m32n8k16 and m8n32k16">;
def WMMAHalfSquareSat   : MMALegality<      SM70Up, 60, "PTX ISA 6.0, wmma .satfinite; removed in 6.5", last=64>;
def WMMAHalfSat         : MMALegality<      SM70Up, 61, "PTX ISA 6.1, wmma .satfinite; removed in 6.5", last=64>;
def WMMAByte            : MMALegality<      SM72Up, 63, "PTX ISA 6.3, wmma s8 and u8">;
def WMMASubByte         : MMALegality<      SM75Up, 63, "PTX ISA 6.3, wmma s4 and u4">;
def WMMABit             : MMALegality<      SM75Up, 63, "PTX ISA 6.3, wmma b1">;
def WMMABitAnd          : MMALegality<      SM80Up, 71, "PTX ISA 7.1, wmma .and.popc">;
def WMMAAlternate       : MMALegality<      SM80Up, 70, "PTX ISA 7.0, wmma bf16 and tf32">;
def WMMADouble          : MMALegality<      SM80Up, 70, "PTX ISA 7.0, wmma f64">;
// clang-format on

/// A fragment of wmma. Half-precision multiplicands are held twice: eight
/// registers whatever the shape.
class WMMAFragment<MMAShape shape, string matrix, MMAType type> {
  bit IsMultiplicand = !or(!eq(matrix, "a"), !eq(matrix, "b"));
  string Name = !if(!and(IsMultiplicand, !eq(type.Spelling, "f16")), "B32x8",
                    MMAFragment<!if(!eq(matrix, "b"), shape.K, shape.M),
                                !if(!eq(matrix, "a"), shape.K, shape.N), type>.Name);
}

multiclass WMMALoadStore<bit isLoad, MMAShape shape, string matrix, MMAType type,
                         list<string> layouts, MMALegality legality, string unit> {
  defvar fragment = WMMAFragment<shape, matrix, type>;
  defvar action = !if(isLoad, "load", "store");
  defvar view = !if(isLoad, "WMMALoad", "WMMAStore");
  defvar stem = unit # "MMA_" # !cond(!not(isLoad) : "STORE_D",
                                      fragment.IsMultiplicand : "LOAD_AB",
                                      true : "LOAD_C");
  foreach layout = layouts in
  foreach stride = [0, 1] in {
  defvar name = "wmma." # shape.Spelling # "." # action # "." # matrix # "." # layout
                    # !if(stride, ".stride.", ".") # type.Spelling;
  defvar opcode = stem # "_" # fragment.Name # !if(stride, "_STRIDE", "");
  def MMAVariantRecord<name>.Name
      : MMAVariant<name, !if(isLoad, MMAFamily_WMMALoad, MMAFamily_WMMAStore), opcode, legality,
                   [MMANumberBits<view # "_Shape", shape.Encoding>.Bits,
                    MMANumberBits<view # "_Element", type.Encoding>.Bits,
                    MMAFieldBits<view # "_Layout", layout>.Bits,
                    MMAFieldBits<view # "_Matrix", matrix>.Bits,
                    MMANumberBits<view # "_Stride", stride>.Bits],
                   MMAMoveSignature<opcode, type>.Value>;
  }
}

multiclass WMMALoad<MMAShape shape, string matrix, MMAType type, list<string> layouts,
                    MMALegality legality, string unit = type.Unit>
    : WMMALoadStore<1, shape, matrix, type, layouts, legality, unit>;

multiclass WMMAStore<MMAShape shape, MMAType type, MMALegality legality, string unit = type.Unit>
    : WMMALoadStore<0, shape, "d", type, ["row", "col"], legality, unit>;

// clang-format off
defvar EitherLayout = ["row", "col"];

//                shape               mat  type         layouts         legality          unit
defm "" : WMMALoad<MMAShape_M16N16K16, "a", MMAType_F16,  EitherLayout,   WMMAHalfSquare>;
defm "" : WMMALoad<MMAShape_M16N16K16, "b", MMAType_F16,  EitherLayout,   WMMAHalfSquare>;
defm "" : WMMALoad<MMAShape_M16N16K16, "c", MMAType_F16,  EitherLayout,   WMMAHalfSquare>;
defm "" : WMMALoad<MMAShape_M16N16K16, "c", MMAType_F32,  EitherLayout,   WMMAHalfSquare>;
defm "" : WMMALoad<MMAShape_M32N8K16,  "a", MMAType_F16,  EitherLayout,   WMMAHalf>;
defm "" : WMMALoad<MMAShape_M32N8K16,  "b", MMAType_F16,  EitherLayout,   WMMAHalf>;
defm "" : WMMALoad<MMAShape_M32N8K16,  "c", MMAType_F16,  EitherLayout,   WMMAHalf>;
defm "" : WMMALoad<MMAShape_M32N8K16,  "c", MMAType_F32,  EitherLayout,   WMMAHalf>;
defm "" : WMMALoad<MMAShape_M8N32K16,  "a", MMAType_F16,  EitherLayout,   WMMAHalf>;
defm "" : WMMALoad<MMAShape_M8N32K16,  "b", MMAType_F16,  EitherLayout,   WMMAHalf>;
defm "" : WMMALoad<MMAShape_M8N32K16,  "c", MMAType_F16,  EitherLayout,   WMMAHalf>;
defm "" : WMMALoad<MMAShape_M8N32K16,  "c", MMAType_F32,  EitherLayout,   WMMAHalf>;
defm "" : WMMALoad<MMAShape_M16N16K16, "a", MMAType_BF16, EitherLayout,   WMMAAlternate>;
defm "" : WMMALoad<MMAShape_M16N16K16, "b", MMAType_BF16, EitherLayout,   WMMAAlternate>;
defm "" : WMMALoad<MMAShape_M32N8K16,  "a", MMAType_BF16, EitherLayout,   WMMAAlternate>;
defm "" : WMMALoad<MMAShape_M32N8K16,  "b", MMAType_BF16, EitherLayout,   WMMAAlternate>;
defm "" : WMMALoad<MMAShape_M8N32K16,  "a", MMAType_BF16, EitherLayout,   WMMAAlternate>;
defm "" : WMMALoad<MMAShape_M8N32K16,  "b", MMAType_BF16, EitherLayout,   WMMAAlternate>;
defm "" : WMMALoad<MMAShape_M16N16K8,  "a", MMAType_TF32, EitherLayout,   WMMAAlternate>;
defm "" : WMMALoad<MMAShape_M16N16K8,  "b", MMAType_TF32, EitherLayout,   WMMAAlternate>;
defm "" : WMMALoad<MMAShape_M16N16K8,  "c", MMAType_F32,  EitherLayout,   WMMAAlternate>;
defm "" : WMMALoad<MMAShape_M16N16K16, "a", MMAType_S8,   EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M16N16K16, "a", MMAType_U8,   EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M16N16K16, "b", MMAType_S8,   EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M16N16K16, "b", MMAType_U8,   EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M16N16K16, "c", MMAType_S32,  EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M32N8K16,  "a", MMAType_S8,   EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M32N8K16,  "a", MMAType_U8,   EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M32N8K16,  "b", MMAType_S8,   EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M32N8K16,  "b", MMAType_U8,   EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M32N8K16,  "c", MMAType_S32,  EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M8N32K16,  "a", MMAType_S8,   EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M8N32K16,  "a", MMAType_U8,   EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M8N32K16,  "b", MMAType_S8,   EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M8N32K16,  "b", MMAType_U8,   EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M8N32K16,  "c", MMAType_S32,  EitherLayout,   WMMAByte>;
defm "" : WMMALoad<MMAShape_M8N8K32,   "a", MMAType_S4,   ["row"],        WMMASubByte>;
defm "" : WMMALoad<MMAShape_M8N8K32,   "a", MMAType_U4,   ["row"],        WMMASubByte>;
defm "" : WMMALoad<MMAShape_M8N8K32,   "b", MMAType_S4,   ["col"],        WMMASubByte>;
defm "" : WMMALoad<MMAShape_M8N8K32,   "b", MMAType_U4,   ["col"],        WMMASubByte>;
defm "" : WMMALoad<MMAShape_M8N8K32,   "c", MMAType_S32,  EitherLayout,   WMMASubByte>;
defm "" : WMMALoad<MMAShape_M8N8K128,  "a", MMAType_B1,   ["row"],        WMMABit>;
defm "" : WMMALoad<MMAShape_M8N8K128,  "b", MMAType_B1,   ["col"],        WMMABit>;
defm "" : WMMALoad<MMAShape_M8N8K128,  "c", MMAType_S32,  EitherLayout,   WMMABit,         "B">;
defm "" : WMMALoad<MMAShape_M8N8K4,    "a", MMAType_F64,  EitherLayout,   WMMADouble>;
defm "" : WMMALoad<MMAShape_M8N8K4,    "b", MMAType_F64,  EitherLayout,   WMMADouble>;
defm "" : WMMALoad<MMAShape_M8N8K4,    "c", MMAType_F64,  EitherLayout,   WMMADouble>;

//                 shape               type         legality          unit
defm "" : WMMAStore<MMAShape_M16N16K16, MMAType_F16,  WMMAHalfSquare>;
defm "" : WMMAStore<MMAShape_M16N16K16, MMAType_F32,  WMMAHalfSquare>;
defm "" : WMMAStore<MMAShape_M32N8K16,  MMAType_F16,  WMMAHalf>;
defm "" : WMMAStore<MMAShape_M32N8K16,  MMAType_F32,  WMMAHalf>;
defm "" : WMMAStore<MMAShape_M8N32K16,  MMAType_F16,  WMMAHalf>;
defm "" : WMMAStore<MMAShape_M8N32K16,  MMAType_F32,  WMMAHalf>;
defm "" : WMMAStore<MMAShape_M16N16K8,  MMAType_F32,  WMMAAlternate>;
defm "" : WMMAStore<MMAShape_M16N16K16, MMAType_S32,  WMMAByte>;
defm "" : WMMAStore<MMAShape_M32N8K16,  MMAType_S32,  WMMAByte>;
defm "" : WMMAStore<MMAShape_M8N32K16,  MMAType_S32,  WMMAByte>;
defm "" : WMMAStore<MMAShape_M8N8K32,   MMAType_S32,  WMMASubByte>;
defm "" : WMMAStore<MMAShape_M8N8K128,  MMAType_S32,  WMMABit,         "B">;
defm "" : WMMAStore<MMAShape_M8N8K4,    MMAType_F64,  WMMADouble>;
// clang-format on

/// The types that an intrinsic's name says: those of D and C where the
/// multiplicands are f16, else those of the multiplicands.
class MultiplySignature<MMAType d, MMAType a, MMAType b, MMAType c> {
  string Name = !cond(!eq(a.Spelling, "f16") : "." # d.Spelling # "." # c.Spelling,
                      !eq(a.Spelling, b.Spelling) : "." # a.Spelling,
                      true : "." # a.Spelling # "." # b.Spelling);
}

multiclass WMMA<MMAShape shape, MMAType d, MMAType a, MMAType c, list<list<string>> layouts,
                list<string> modifiers, MMALegality legality> {
  foreach layout = layouts in
  foreach modifier = modifiers in {
    defvar isSaturated = !eq(modifier, ".satfinite");
    defvar isBitOperation = !ne(!find(modifier, ".popc"), -1);
    defvar rounding = !if(!or(isSaturated, isBitOperation), "", modifier);
    defvar name = "wmma." # shape.Spelling # ".mma" # !if(isBitOperation, modifier, "")
                      # "." # layout[0] # "." # layout[1] # rounding
                      # MultiplySignature<d, a, a, c>.Name
                      # !if(isSaturated, modifier, "");
    defvar opcode = a.Unit # "MMA_WMMA_" # WMMAFragment<shape, "d", d>.Name
                        # "_" # WMMAFragment<shape, "a", a>.Name
                        # "_" # WMMAFragment<shape, "b", a>.Name
                        # "_" # WMMAFragment<shape, "c", c>.Name;
    def MMAVariantRecord<name>.Name
        : MMAVariant<name, MMAFamily_WMMA, opcode, legality,
                     !listconcat(MMAMultiplyBits<"WMMA", shape, d, a, a, c, layout[0],
                                                 layout[1]>.List,
                                 [MMAModifierBits<"WMMA", modifier>.Bits]),
                     MMAWarpSignature<opcode, d, a, a, c>.Value>;
  }
}

// clang-format off
defvar RowCol = [["row", "col"]];
defvar AllLayouts = [["row", "row"], ["row", "col"], ["col", "row"], ["col", "col"]];
defvar Plain = [""];
defvar Saturated = [".satfinite"];
defvar PlainOrSaturated = ["", ".satfinite"];
defvar AnyRounding = ["", ".rn", ".rm", ".rp", ".rz"];

//            shape               D            A = B         C            layouts     modifiers         legality
defm "" : WMMA<MMAShape_M16N16K16, MMAType_F16, MMAType_F16,  MMAType_F16, AllLayouts, Plain,            WMMAHalfSquare>;
defm "" : WMMA<MMAShape_M16N16K16, MMAType_F16, MMAType_F16,  MMAType_F32, AllLayouts, Plain,            WMMAHalfSquare>;
defm "" : WMMA<MMAShape_M16N16K16, MMAType_F32, MMAType_F16,  MMAType_F16, AllLayouts, Plain,            WMMAHalfSquare>;
defm "" : WMMA<MMAShape_M16N16K16, MMAType_F32, MMAType_F16,  MMAType_F32, AllLayouts, Plain,            WMMAHalfSquare>;
defm "" : WMMA<MMAShape_M16N16K16, MMAType_F16, MMAType_F16,  MMAType_F16, AllLayouts, Saturated,        WMMAHalfSquareSat>;
defm "" : WMMA<MMAShape_M16N16K16, MMAType_F16, MMAType_F16,  MMAType_F32, AllLayouts, Saturated,        WMMAHalfSquareSat>;
defm "" : WMMA<MMAShape_M16N16K16, MMAType_F32, MMAType_F16,  MMAType_F16, AllLayouts, Saturated,        WMMAHalfSquareSat>;
defm "" : WMMA<MMAShape_M16N16K16, MMAType_F32, MMAType_F16,  MMAType_F32, AllLayouts, Saturated,        WMMAHalfSquareSat>;
defm "" : WMMA<MMAShape_M32N8K16,  MMAType_F16, MMAType_F16,  MMAType_F16, AllLayouts, Plain,            WMMAHalf>;
defm "" : WMMA<MMAShape_M32N8K16,  MMAType_F16, MMAType_F16,  MMAType_F32, AllLayouts, Plain,            WMMAHalf>;
defm "" : WMMA<MMAShape_M32N8K16,  MMAType_F32, MMAType_F16,  MMAType_F16, AllLayouts, Plain,            WMMAHalf>;
defm "" : WMMA<MMAShape_M32N8K16,  MMAType_F32, MMAType_F16,  MMAType_F32, AllLayouts, Plain,            WMMAHalf>;
defm "" : WMMA<MMAShape_M32N8K16,  MMAType_F16, MMAType_F16,  MMAType_F16, AllLayouts, Saturated,        WMMAHalfSat>;
defm "" : WMMA<MMAShape_M32N8K16,  MMAType_F16, MMAType_F16,  MMAType_F32, AllLayouts, Saturated,        WMMAHalfSat>;
defm "" : WMMA<MMAShape_M32N8K16,  MMAType_F32, MMAType_F16,  MMAType_F16, AllLayouts, Saturated,        WMMAHalfSat>;
defm "" : WMMA<MMAShape_M32N8K16,  MMAType_F32, MMAType_F16,  MMAType_F32, AllLayouts, Saturated,        WMMAHalfSat>;
defm "" : WMMA<MMAShape_M8N32K16,  MMAType_F16, MMAType_F16,  MMAType_F16, AllLayouts, Plain,            WMMAHalf>;
defm "" : WMMA<MMAShape_M8N32K16,  MMAType_F16, MMAType_F16,  MMAType_F32, AllLayouts, Plain,            WMMAHalf>;
defm "" : WMMA<MMAShape_M8N32K16,  MMAType_F32, MMAType_F16,  MMAType_F16, AllLayouts, Plain,            WMMAHalf>;
defm "" : WMMA<MMAShape_M8N32K16,  MMAType_F32, MMAType_F16,  MMAType_F32, AllLayouts, Plain,            WMMAHalf>;
defm "" : WMMA<MMAShape_M8N32K16,  MMAType_F16, MMAType_F16,  MMAType_F16, AllLayouts, Saturated,        WMMAHalfSat>;
defm "" : WMMA<MMAShape_M8N32K16,  MMAType_F16, MMAType_F16,  MMAType_F32, AllLayouts, Saturated,        WMMAHalfSat>;
defm "" : WMMA<MMAShape_M8N32K16,  MMAType_F32, MMAType_F16,  MMAType_F16, AllLayouts, Saturated,        WMMAHalfSat>;
defm "" : WMMA<MMAShape_M8N32K16,  MMAType_F32, MMAType_F16,  MMAType_F32, AllLayouts, Saturated,        WMMAHalfSat>;
defm "" : WMMA<MMAShape_M16N16K16, MMAType_F32, MMAType_BF16, MMAType_F32, AllLayouts, Plain,            WMMAAlternate>;
defm "" : WMMA<MMAShape_M32N8K16,  MMAType_F32, MMAType_BF16, MMAType_F32, AllLayouts, Plain,            WMMAAlternate>;
defm "" : WMMA<MMAShape_M8N32K16,  MMAType_F32, MMAType_BF16, MMAType_F32, AllLayouts, Plain,            WMMAAlternate>;
defm "" : WMMA<MMAShape_M16N16K8,  MMAType_F32, MMAType_TF32, MMAType_F32, AllLayouts, Plain,            WMMAAlternate>;
defm "" : WMMA<MMAShape_M8N8K4,    MMAType_F64, MMAType_F64,  MMAType_F64, AllLayouts, AnyRounding,      WMMADouble>;
defm "" : WMMA<MMAShape_M16N16K16, MMAType_S32, MMAType_S8,   MMAType_S32, AllLayouts, PlainOrSaturated, WMMAByte>;
defm "" : WMMA<MMAShape_M16N16K16, MMAType_S32, MMAType_U8,   MMAType_S32, AllLayouts, PlainOrSaturated, WMMAByte>;
defm "" : WMMA<MMAShape_M32N8K16,  MMAType_S32, MMAType_S8,   MMAType_S32, AllLayouts, PlainOrSaturated, WMMAByte>;
defm "" : WMMA<MMAShape_M32N8K16,  MMAType_S32, MMAType_U8,   MMAType_S32, AllLayouts, PlainOrSaturated, WMMAByte>;
defm "" : WMMA<MMAShape_M8N32K16,  MMAType_S32, MMAType_S8,   MMAType_S32, AllLayouts, PlainOrSaturated, WMMAByte>;
defm "" : WMMA<MMAShape_M8N32K16,  MMAType_S32, MMAType_U8,   MMAType_S32, AllLayouts, PlainOrSaturated, WMMAByte>;
defm "" : WMMA<MMAShape_M8N8K32,   MMAType_S32, MMAType_S4,   MMAType_S32, RowCol,     PlainOrSaturated, WMMASubByte>;
defm "" : WMMA<MMAShape_M8N8K32,   MMAType_S32, MMAType_U4,   MMAType_S32, RowCol,     PlainOrSaturated, WMMASubByte>;
defm "" : WMMA<MMAShape_M8N8K128,  MMAType_S32, MMAType_B1,   MMAType_S32, RowCol,     [".xor.popc"],    WMMABit>;
defm "" : WMMA<MMAShape_M8N8K128,  MMAType_S32, MMAType_B1,   MMAType_S32, RowCol,     [".and.popc"],    WMMABitAnd>;
// clang-format on

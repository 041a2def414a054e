//===- WGMMA.td - wgmma.mma_async ------------------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `llvm.nvvm.wgmma.mma_async.*`: a warpgroup multiplies a tile of 64 rows, and goes on
// before the result is there. PTX ISA, section "Asynchronous Warpgroup Level Matrix
// Multiply-Accumulate Instructions". LLVM has none of these; the names are PTX's, with
// LLVM's suffix for where A is: `.i64`, a matrix descriptor, or `.v4i32`, registers.
//
// A row stands for every N, and both locations of A.
//
//===----------------------------------------------------------------------===//

// clang-format off
//                                      targets first source
def WGMMAHopper            : MMALegality<SM90A, 80, "PTX ISA 8.0, wgmma.mma_async">;
def WGMMAHopperMixed       : MMALegality<SM90A, 84, "PTX ISA 8.4, wgmma.mma_async s8 with u8">;
def WGMMAHopperSparse      : MMALegality<SM90A, 82, "PTX ISA 8.2, wgmma.mma_async.sp">;
def WGMMAHopperSparseMixed : MMALegality<SM90A, 84, "PTX ISA 8.4, wgmma.mma_async.sp s8 with u8">;
def WGMMAHopperSync        : MMALegality<SM90A, 80, "PTX ISA 8.0, wgmma.fence, commit_group, wait_group">;
// clang-format on

/// Defines the intrinsics that order them, with LLVM 22's names and signatures.
multiclass WGMMASync<string action, MMALegality legality> {
  defvar name = "wgmma." # action # ".sync.aligned";
  defvar opcode = "WGMMA_" # !toupper(action);
  def MMAVariantRecord<name>.Name
      : MMAVariant<name, MMAFamily_WGMMASync, opcode, legality,
                   [MMAFieldBits<"WGMMASync_Action", action>.Bits], MMAMoveSignature<opcode>.Value>;
}

defm "" : WGMMASync<"fence",        WGMMAHopperSync>;
defm "" : WGMMASync<"commit_group", WGMMAHopperSync>;
defm "" : WGMMASync<"wait_group",   WGMMAHopperSync>;

/// Floating-point types have every multiple of 8 as N.
defvar WGMMAColumns = !range(8, 257, 8);
defvar WGMMAIntegerColumns = !listconcat([8, 16, 24], !range(32, 257, 16));

/// A's registers, and the suffix of the name that says so.
class WGMMAResidency<string residency> {
  string Suffix = !if(!eq(residency, "registers"), ".v4i32", ".i64");
  string Stem = !if(!eq(residency, "registers"), "RS_", "SS_");
}

/// The accumulators as one vector, A in registers likewise or as a matrix descriptor, and the
/// immediates behind scale-d.
class WGMMASignature<string opcodeName, MMAType d, bit inRegisters, string immediates> {
  defvar opcode = !cast<MMAOpcode>("MMAOpcode_" # opcodeName);
  defvar registers = MMARegisterType<d>.Name;
  defvar accumulators = !if(!eq(registers, "v2f16"), "v" # !mul(2, opcode.D.Size) # "f16",
                            "v" # opcode.D.Size # registers);
  defvar hasScales = !ne(!find(immediates, "scale"), -1);
  defvar hasTransposes = !ne(!find(immediates, "trans"), -1);
  Signature Value = Signature<[accumulators],
      !listconcat([Argument<accumulators, "d">, Argument<!if(inRegisters, "v4i32", "i64"), "a">,
                   Argument<"i64", "b">],
                  MMAMetadataArguments<opcode.HasMetadata>.List,
                  [Argument<"i1", "scale_d">],
                  !if(hasScales, [Immediate<"i32", "imm_scale_a">, Immediate<"i32", "imm_scale_b">],
                      []<Argument>),
                  !if(!and(hasTransposes, !not(inRegisters)), [Immediate<"i32", "imm_trans_a">],
                      []<Argument>),
                  !if(hasTransposes, [Immediate<"i32", "imm_trans_b">], []<Argument>))>;
}

/// `immediates` is what the type family has behind scale-d. The shape in the name is
/// that of the multiplication: a sparse A holds half of K.
multiclass WGMMA<string sparsity, list<int> columns, int depth, MMAType d, MMAType a, MMAType b,
                 list<string> modifiers, string immediates, MMALegality legality> {
  assert !eq(!mul(depth, a.Width), !if(!empty(sparsity), 256, 512)),
         "K of " # a.Spelling # " is " # !div(!if(!empty(sparsity), 256, 512), a.Width)
             # ", the elements of 32 bytes (sparse: 64), not " # depth;
  foreach n = columns in
  foreach residency = ["", "registers"] in
  foreach modifier = modifiers in {
    defvar where = WGMMAResidency<residency>;
    defvar shape = !cast<MMAShape>("MMAShape_M64N" # n # "K" # depth);
    defvar name = "wgmma.mma_async" # sparsity # ".sync.aligned." # shape.Spelling
                      # "." # d.Spelling # "." # a.Spelling # "." # b.Spelling # modifier # where.Suffix;
    defvar opcode = "WGMMA_" # !if(!empty(sparsity), "", "SP_") # where.Stem
                        # MMAFragment<64, n, d, /*threads=*/128>.Name;
    def MMAVariantRecord<name>.Name
        : MMAVariant<name, MMAFamily_WGMMA, opcode, legality,
                     !listconcat(MMATypeBits<"WGMMA", shape, d, a, b>.List,
                                 [MMAFieldBits<"WGMMA_Sparsity", sparsity>.Bits,
                                  MMAFieldBits<"WGMMA_Residency", residency>.Bits,
                                  MMAFieldBits<"WGMMA_Immediates", immediates>.Bits,
                                  MMAModifierBits<"WGMMA", modifier>.Bits]),
                     WGMMASignature<opcode, d, !eq(residency, "registers"), immediates>.Value> {
      let Selectors = !if(!empty(sparsity), 0, !if(!eq(a.Width, 8), 1, 2));
    }
  }
}

/// Dense, and sparse with twice the depth.
multiclass WGMMAEither<list<int> columns, int depth, MMAType d, MMAType a, MMAType b,
                       list<string> modifiers, string immediates, MMALegality dense,
                       MMALegality sparse = WGMMAHopperSparse> {
  defm "" : WGMMA<"",    columns, depth,           d, a, b, modifiers, immediates, dense>;
  defm "" : WGMMA<".sp", columns, !mul(depth, 2),  d, a, b, modifiers, immediates, sparse>;
}

// clang-format off
//                   columns              K   D            A             B             modifiers         immediates     dense
defm "" : WGMMAEither<WGMMAColumns,        16, MMAType_F16, MMAType_F16,  MMAType_F16,  Plain,            "scale,trans", WGMMAHopper>;
defm "" : WGMMAEither<WGMMAColumns,        16, MMAType_F32, MMAType_F16,  MMAType_F16,  Plain,            "scale,trans", WGMMAHopper>;
defm "" : WGMMAEither<WGMMAColumns,        16, MMAType_F32, MMAType_BF16, MMAType_BF16, Plain,            "scale,trans", WGMMAHopper>;
defm "" : WGMMAEither<WGMMAColumns,         8, MMAType_F32, MMAType_TF32, MMAType_TF32, Plain,            "scale",       WGMMAHopper>;
foreach d = [MMAType_F16, MMAType_F32] in
foreach a = FP8 in
foreach b = FP8 in
defm "" : WGMMAEither<WGMMAColumns,        32, d,           a,            b,            Plain,            "scale",       WGMMAHopper>;
defm "" : WGMMAEither<WGMMAIntegerColumns, 32, MMAType_S32, MMAType_S8,   MMAType_S8,   PlainOrSaturated, "",            WGMMAHopper>;
defm "" : WGMMAEither<WGMMAIntegerColumns, 32, MMAType_S32, MMAType_U8,   MMAType_U8,   PlainOrSaturated, "",            WGMMAHopper>;
defm "" : WGMMAEither<WGMMAIntegerColumns, 32, MMAType_S32, MMAType_S8,   MMAType_U8,   PlainOrSaturated, "",            WGMMAHopperMixed, WGMMAHopperSparseMixed>;
defm "" : WGMMAEither<WGMMAIntegerColumns, 32, MMAType_S32, MMAType_U8,   MMAType_S8,   PlainOrSaturated, "",            WGMMAHopperMixed, WGMMAHopperSparseMixed>;
//             sparsity columns            K    D            A           B            modifiers      immediates legality
defm "" : WGMMA<"",     WGMMAIntegerColumns, 256, MMAType_S32, MMAType_B1, MMAType_B1, [".and.popc"], "",        WGMMAHopper>;
// clang-format on

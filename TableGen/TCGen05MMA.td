//===- TCGen05MMA.td - tcgen05.mma -----------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `llvm.nvvm.tcgen05.mma.*` as LLVM 22 has them, with the explicit scale vectors that it
// lacks, and what their kinds are legal on. An intrinsic of the kinds without block scales
// takes the kind as an immediate; where it is legal is the form's to say, whose key is the
// kind word without cta_group. PTX ISA, section "tcgen05.mma instruction".
//
//===----------------------------------------------------------------------===//

// clang-format off
//                                       targets                  first source
def TCGen05MMA             : MMALegality<SM100To110Families,      86, "PTX ISA 8.6, tcgen05.mma">;
def TCGen05MMAInteger      : MMALegality<SM100Or110Architectures, 86, "PTX ISA 8.6, tcgen05.mma .kind::i8">;
def TCGen05MMAScaleInput   : MMALegality<SM100Family,             86, "PTX ISA 8.6, tcgen05.mma scale-input-d">;
def TCGen05MMABlock        : MMALegality<SM100To110Families,      88, "PTX ISA 8.8, tcgen05.mma .block_scale">;
def TCGen05MMABlockSparse  : MMALegality<SM100To110Architectures, 88, "PTX ISA 8.8, tcgen05.mma.sp .block_scale with .kind::mxf4 and .kind::mxf4nvf4">;
def TCGen05MMAScaleVector  : MMALegality<ScaleVectorArchitectures, 86, "PTX ISA 8.6, tcgen05.mma .scale_vec">;
def TCGen05MMAScaleVectorNV: MMALegality<ScaleVectorArchitectures, 87, "PTX ISA 8.7, tcgen05.mma .scale_vec with .kind::mxf4nvf4">;
def TCGen05MMATernary      : MMALegality<SM107Family,             94, "PTX ISA 9.4, tcgen05.mma .kind::ti16", ByPTXAS134>;
def TCGen05MMADecompress   : MMALegality<SM107Family,             94, "PTX ISA 9.4, tcgen05.mma .decompress::lut::b", ByPTXAS134>;
// clang-format on

class OfKinds<list<string> kinds>
    : MMACondition<MMAField_MMAKind, !foreach(kind, kinds, ".kind::" # kind)>;
class OfScales<list<string> sizes>
    : MMACondition<MMAField_Scales, !foreach(size, sizes, ".scale_vec::" # size)>;
defvar OfMX = OfKinds<["mxf8f6f4", "mxf4", "mxf4nvf4"]>;

// NVIDIA's compilers have the first thirteen, in this order; docs/tcgen05.md has their sentences. Of
// the last five their lowering makes sure without a message. A in tensor memory stands for A in
// registers.
def : MMAModifierRule<1, [OfKinds<["i8"]>],
    ".kind::i8 is not supported on this target",
    !strconcat("it needs ", TCGen05MMAInteger.Targets.Description),
    TCGen05MMAInteger.Targets>;
def : MMAModifierRule<2, [OfKinds<["mxf4", "mxf4nvf4"]>, MMAWith<MMAField_Sparsity>],
    ".kind::mxf4 and .kind::mxf4nvf4 with a sparse A are not supported on this target",
    "expected a target with the suffix a, a dense A, or .kind::mxf8f6f4", SM100To110Architectures>;
def : MMAModifierRule<3, [MMAWith<MMAField_Scales>],
    ".scale_vec is not supported on this target",
    !strconcat("expected ", ScaleVectorArchitectures.Description, ", or .block16 and .block32 instead"),
    ScaleVectorArchitectures>;
def : MMAModifierRule<4, [MMAWith<MMAField_ScaleInput>],
    "scale-input-d is not supported on this target",
    !strconcat("it needs ", TCGen05MMAScaleInput.Targets.Description),
    TCGen05MMAScaleInput.Targets>;
def : MMAModifierRule<5, [MMAWith<MMAField_ScaleInput>,
                          OfKinds<["f8f6f4", "i8", "ti16", "mxf8f6f4", "mxf4", "mxf4nvf4"]>],
    "scale-input-d is only for .kind::f16 and .kind::tf32",
    "expected one of these, or no scale-input-d">;
foreach modifier = [MMAField_BlockScale, MMAField_Scales, MMAField_BlockSize] in
def : MMAModifierRule<6, [MMAWith<modifier>, OfKinds<["f16", "tf32", "f8f6f4", "i8", "ti16"]>],
    ".block_scale is not for .kind::f16, .kind::tf32, .kind::f8f6f4, .kind::i8 and .kind::ti16",
    "expected .kind::mxf8f6f4, .kind::mxf4 or .kind::mxf4nvf4, or no block scale">;
def : MMAModifierRule<7, [MMAWith<MMAField_AShift>, MMAWith<MMAField_BlockScale>],
    ".ashift is not for .block_scale",
    "expected the block scales without .ashift">;
def : MMAModifierRule<8, [MMAWith<MMAField_Stationary>,
                          MMACondition<MMAField_CTAGroup, [".cta_group::2"]>],
    ".cta_group::2 is not for .ws", "expected .cta_group::1">;
def : MMAModifierRule<9, [MMAWith<MMAField_Stationary>, OfMX],
    ".ws is not for .kind::mxf8f6f4, .kind::mxf4 and .kind::mxf4nvf4",
    "expected .kind::f16, .kind::tf32, .kind::f8f6f4, .kind::i8 or .kind::ti16">;
def : MMAModifierRule<10, [MMAWith<MMAField_AShift>,
                           MMACondition<MMAField_Collector, ["use", "fill"]>],
    ".collector::a::use and .collector::a::fill are not for .ashift",
    "expected .collector::a::discard or .collector::a::lastuse">;
def : MMAModifierRule<11, [OfKinds<["mxf8f6f4"]>, OfScales<["2X", "4X"]>],
    ".scale_vec::2X and .scale_vec::4X are not for .kind::mxf8f6f4",
    "expected .scale_vec::1X, .block32 or neither">;
foreach scale = [[OfScales<["1X"]>],
                 [MMAWithout<MMAField_Scales>, MMAWithout<MMAField_BlockSize>]] in
def : MMAModifierRule<12, !listconcat([OfKinds<["mxf4nvf4"]>], scale),
    ".scale_vec::1X is not for .kind::mxf4nvf4",
    "expected .scale_vec::2X, .scale_vec::4X, .block16 or .block32; none means 1X">;
def : MMAModifierRule<13, [OfKinds<["mxf4"]>, OfScales<["1X", "4X"]>],
    ".scale_vec::1X and .scale_vec::4X are not for .kind::mxf4",
    "expected .scale_vec::2X, .block32 or neither">;
def : MMAModifierRule<14, [OfMX, MMAWithout<MMAField_BlockScale>],
    ".kind::mxf8f6f4, .kind::mxf4 and .kind::mxf4nvf4 need .block_scale",
    "expected it, or .kind::f16, .kind::tf32, .kind::f8f6f4 or .kind::i8">;
def : MMAModifierRule<15, [MMAWith<MMAField_AShift>, MMAWithout<MMAField_Residency>],
    ".ashift is not for A in shared memory", "expected A in tensor memory">;
def : MMAModifierRule<16, [MMAWith<MMAField_AShift>, MMAWith<MMAField_Stationary>],
    ".ashift is not for .ws", "expected .ws without .ashift">;
def : MMAModifierRule<17, [MMAWith<MMAField_Buffer>, MMAWithout<MMAField_Stationary>],
    "collector buffers other than that of A need .ws", "expected buffer 0">;
def : MMAModifierRule<18, [MMAWith<MMAField_ScaleInput>, MMAWith<MMAField_Stationary>],
    "scale-input-d is not for .ws",
    "expected .ws without scale-input-d">;
def : MMAModifierRule<19, [OfKinds<["ti16"]>], ".kind::ti16 is not supported on this target",
    !strconcat("it needs ", TCGen05MMATernary.Targets.Description), TCGen05MMATernary.Targets>;
def : MMAModifierRule<20, [MMAWith<MMAField_CollectorB>],
    ".collector::b is not supported on this target",
    "it needs sm_107f or sm_107a (PTX ISA 9.4, tcgen05.mma .collector::b)", SM107Family>;
def : MMAModifierRule<21, [MMAWith<MMAField_CollectorB>, MMAWith<MMAField_Stationary>],
    ".ws has collector buffers b0 to b3, not .collector::b",
    "expected one of these, or no .ws">;
foreach with = [[MMAWith<MMAField_Sparsity>], [MMAWith<MMAField_Stationary>],
                [MMAWith<MMAField_AShift>], [MMAWith<MMAField_ScaleInput>],
                [MMAWith<MMAField_Scales>]] in
def : MMAModifierRule<22, !listconcat([MMAWith<MMAField_Decompress>], with),
    ".decompress::lut::b is not for .sp, .ws, .ashift, scale-input-d and .scale_vec",
    "expected it without these">;
def : MMAModifierRule<23, [MMAWith<MMAField_Decompress>,
                           OfKinds<["f16", "tf32", "i8", "ti16", "mxf4", "mxf4nvf4"]>],
    ".decompress::lut::b is only for .kind::f8f6f4 and .kind::mxf8f6f4",
    "expected one of these">;
def : MMAModifierRule<24, [MMAWith<MMAField_Exclusive>],
    ".exclusive is not supported on this target",
    !strconcat("it needs ", TCGen05Exclusive.Targets.Description, " and PTX ISA 9.4 (tcgen05.alloc)"),
    TCGen05Exclusive.Targets, 94>;

def TCGen05MMARules : GenericTable {
  let FilterClass = "MMAModifierRule";
  let CppTypeName = "MMAModifierRule";
  let Fields = ["Number", "Conditions", "Targets", "FirstPTX", "Message", "Legal"];
}

/// A legal kind word, except for cta_group.
class TCGen05Form<string kind, bit sparse, bit ws, bit scaleInput, bit block, string scales,
                  string blockSize, MMALegality legality, bit lut = 0> {
  int Word = !or(MMAFieldBits<"TCGen05MMA_MMAKind", ".kind::" # kind>.Bits,
                 MMAFieldBits<"TCGen05MMA_Scales", scales>.Bits,
                 MMAFieldBits<"TCGen05MMA_BlockSize", blockSize>.Bits,
                 TCGen05KindWord<sparse, block, ws, scaleInput, lut>.Word);
  MMALegality Legality = legality;
  bits<16> KindWord = Word;
}

def TCGen05Forms : GenericTable {
  let FilterClass = "TCGen05Form";
  let CppTypeName = "TCGen05Form";
  let Fields = ["KindWord", "Legality"];
  let PrimaryKey = ["KindWord"];
  let PrimaryKeyName = "lookupTCGen05Form";
}

/// A kind that intrinsics take as an immediate, with LLVM 22's number.
class TCGen05ImmediateKind<int number, string kind> {
  string Kind = kind;
  bits<8> Number = number;
  bits<8> Field = MMAFieldValue<MMAField_MMAKind, ".kind::" # kind>.Value;
}

defset list<TCGen05ImmediateKind> TCGen05ImmediateKindRows = {
  def : TCGen05ImmediateKind<0, "f16">;
  def : TCGen05ImmediateKind<1, "tf32">;
  def : TCGen05ImmediateKind<2, "f8f6f4">;
  def : TCGen05ImmediateKind<3, "i8">;
  def : TCGen05ImmediateKind<4, "ti16">;
}

def TCGen05ImmediateKinds : GenericTable {
  let FilterClass = "TCGen05ImmediateKind";
  let CppTypeName = "TCGen05ImmediateKind";
  let Fields = ["Number", "Field", "Kind"];
  let PrimaryKey = ["Number"];
  let PrimaryKeyName = "lookupTCGen05ImmediateKind";
}

foreach sparse = [0, 1] in {
  foreach ws = [0, 1] in
  foreach row = TCGen05ImmediateKindRows in
  def TCGen05Form_ # row.Kind # !if(ws, "_ws", "") # !if(sparse, "_sp", "")
      : TCGen05Form<row.Kind, sparse, ws, /*scaleInput=*/0, /*block=*/0, "", "",
                    !cond(!eq(row.Kind, "i8") : TCGen05MMAInteger,
                          !eq(row.Kind, "ti16") : TCGen05MMATernary, true : TCGen05MMA)>;
  foreach kind = ["f16", "tf32"] in
  def TCGen05Form_ # kind # "_scale_input" # !if(sparse, "_sp", "")
      : TCGen05Form<kind, sparse, /*ws=*/0, /*scaleInput=*/1, /*block=*/0, "", "", TCGen05MMAScaleInput>;
}

/// Arguments that all have, by where A is; metadata of a sparse A.
class TCGen05MMAArguments<string where, bit sparse> {
  list<Argument> List = !listconcat([Argument<"p6", "d">, Argument<!if(!eq(where, "tensor"), "p6", "i64"), "a">,
                                     Argument<"i64", "b">, Argument<"i32", "idesc">, Argument<"i1", "enable_input_d">],
                                    !if(sparse, [Argument<"p6", "metadata">], []<Argument>));
  string Residency = !if(!eq(where, "tensor"), "TS", "SS");
  string Density = !if(sparse, "SPARSE_", "DENSE_");
  string Name = "tcgen05.mma" # !if(sparse, ".sp", "") # "." # where;
}

defvar ImmediateGroup = Immediate<"i32", "cta_group">;
defvar ImmediateUsage = Immediate<"i32", "collector_usage">;
defvar ImmediateUsageB = Immediate<"i32", "collector_usage_b">;

/// LLVM 22's signature, and the one with what came later: .kind::ti16, and the use of the collector for
/// B.
class TCGen05MMAForm<bit full> {
  string Name = !if(full, WithAllArguments, "");
  string Origin = !if(full, OfProject, OfOlder);
  Immediate Kind = Immediate<"i32", !if(full, "any_kind", "kind")>;
  list<Argument> UsageB = !if(full, [ImmediateUsageB], []<Argument>);
}

/// The bits that a name says, where others are immediates.
class TCGen05MMABits<bit sparse, bit ws, bit scale, bit ashift> {
  list<int> List = [TCGen05KindWord<sparse, /*block=*/0, ws, scale>.Word,
                    !if(ashift, MMAFieldBits<"TCGen05MMA_AShift", ".ashift">.Bits, 0)];
}

foreach sparse = [0, 1] in
foreach where = ["tensor", "shared"] in {
  defvar common = TCGen05MMAArguments<where, sparse>;
  foreach full = [0, 1] in
  foreach scale = [0, 1] in
  foreach ashift = !if(!eq(where, "tensor"), [0, 1], [0]) in {
    defvar scaled = !if(scale, ".scale_d", "");
    defvar shifted = !if(ashift, ".ashift", "");
    defvar scaleArgument = !if(scale, [Immediate<"i64", "scale_input_d">], []<Argument>);
    defvar legality = !if(scale, TCGen05MMAScaleInput, TCGen05MMA);
    defvar opcodeEnd = common.Density # common.Residency;
    defvar fieldBits = TCGen05MMABits<sparse, /*ws=*/0, scale, ashift>.List;
    defvar form = TCGen05MMAForm<full>;
    defvar plain = common.Name # scaled # shifted # form.Name;
    let Origin = form.Origin in
    def MMAVariantRecord<plain>.Name
        : MMAVariant<plain, MMAFamily_TCGen05MMA,
                         "TCGEN05_MMA_" # opcodeEnd # !if(scale, "_SCALE_D", ""), legality, fieldBits,
                         Signature<[], !listconcat(common.List, scaleArgument, [form.Kind, ImmediateGroup, ImmediateUsage], form.UsageB)>>;
    foreach group = [1, 2] in {
      defvar name = common.Name # scaled # ".disable_output_lane.cg" # group # shifted # form.Name;
      let Origin = form.Origin in
      def MMAVariantRecord<name>.Name
          : MMAVariant<name, MMAFamily_TCGen05MMA,
                           "TCGEN05_MMA_" # opcodeEnd # "_LANES" # !mul(group, 4) # !if(scale, "_SCALE_D", ""),
                           legality, !listconcat(fieldBits, [group]),
                           Signature<[], !listconcat(common.List, scaleArgument,
                                                     [Argument<"v" # !mul(group, 4) # "i32", "disable_output_lane">,
                                                      form.Kind, ImmediateUsage], form.UsageB)>>;
    }
  }
  foreach mask = [0, 1] in
  foreach full = [0, 1] in {
    defvar form = TCGen05MMAForm<full>;
    defvar name = "tcgen05.mma.ws" # !if(sparse, ".sp", "") # "." # where # !if(mask, ".zero_col_mask", "") # form.Name;
    let Origin = form.Origin in
    def MMAVariantRecord<name>.Name
        : MMAVariant<name, MMAFamily_TCGen05MMA,
                         "TCGEN05_MMA_WS_" # common.Density # common.Residency # !if(mask, "_MASK", ""), TCGen05MMA,
                         !listconcat([1], TCGen05MMABits<sparse, /*ws=*/1, /*scale=*/0, /*ashift=*/0>.List),
                         Signature<[], !listconcat(common.List, !if(mask, [Argument<"i64", "zero_column_mask">], []<Argument>),
                                                   [form.Kind, Immediate<"i32", "collector_buffer">, ImmediateUsage])>>;
  }
}

/// A kind with block scales: `scales` is the vector that PTX writes, `blockSize` its
/// other name.
multiclass TCGen05BlockScale<string kind, string scales, string blockSize, MMALegality dense,
                             MMALegality sparse> {
  foreach isSparse = [0, 1] in {
    defvar ending = !subst("::", ".", scales) # blockSize;
    def TCGen05Form_ # kind # !subst(".", "_", ending) # !if(isSparse, "_sp", "")
        : TCGen05Form<kind, isSparse, /*ws=*/0, /*scaleInput=*/0, /*block=*/1, scales, blockSize,
                      !if(isSparse, sparse, dense)>;
    defvar form = !cast<TCGen05Form>("TCGen05Form_" # kind # !subst(".", "_", ending) # !if(isSparse, "_sp", ""));
    foreach where = ["tensor", "shared"] in
    foreach full = [0, 1] in {
      defvar common = TCGen05MMAArguments<where, isSparse>;
      defvar mma = TCGen05MMAForm<full>;
      defvar name = common.Name # "." # kind # ".block_scale" # ending # mma.Name;
      let Origin = mma.Origin in
      def MMAVariantRecord<name>.Name
          : MMAVariant<name, MMAFamily_TCGen05MMA,
                           "TCGEN05_MMA_BLOCK_SCALED_" # common.Density # common.Residency,
                           form.Legality, [form.Word],
                           Signature<[], !listconcat(common.List, [Argument<"p6", "scale_a">, Argument<"p6", "scale_b">,
                                                                   ImmediateGroup, ImmediateUsage], mma.UsageB)>>;
    }
  }
}

// clang-format off
//                          kind        scale vector      block size  dense                    sparse
defm "" : TCGen05BlockScale<"mxf8f6f4", "",               "",         TCGen05MMABlock,         TCGen05MMABlock>;
defm "" : TCGen05BlockScale<"mxf8f6f4", "",               ".block32", TCGen05MMABlock,         TCGen05MMABlock>;
defm "" : TCGen05BlockScale<"mxf8f6f4", ".scale_vec::1X", "",         TCGen05MMAScaleVector,   TCGen05MMAScaleVector>;
defm "" : TCGen05BlockScale<"mxf4",     "",               "",         TCGen05MMABlock,         TCGen05MMABlockSparse>;
defm "" : TCGen05BlockScale<"mxf4",     "",               ".block32", TCGen05MMABlock,         TCGen05MMABlockSparse>;
defm "" : TCGen05BlockScale<"mxf4",     ".scale_vec::2X", "",         TCGen05MMAScaleVector,   TCGen05MMAScaleVector>;
defm "" : TCGen05BlockScale<"mxf4nvf4", "",               ".block16", TCGen05MMABlock,         TCGen05MMABlockSparse>;
defm "" : TCGen05BlockScale<"mxf4nvf4", "",               ".block32", TCGen05MMABlock,         TCGen05MMABlockSparse>;
defm "" : TCGen05BlockScale<"mxf4nvf4", ".scale_vec::2X", "",         TCGen05MMAScaleVectorNV, TCGen05MMAScaleVectorNV>;
defm "" : TCGen05BlockScale<"mxf4nvf4", ".scale_vec::4X", "",         TCGen05MMAScaleVectorNV, TCGen05MMAScaleVectorNV>;
// clang-format on

// B as indices into tables of e4m3, which decompress it.
foreach size = ["f8f6f4", "mxf8f6f4", "mxf8f6f4.block32"] in {
  defvar block = !ne(size, "f8f6f4");
  defvar blockSize = !if(!ne(!find(size, ".block32"), -1), ".block32", "");
  def TCGen05Form_ # !subst(".", "_", size) # "_lut"
      : TCGen05Form<!subst(".block32", "", size), /*sparse=*/0, /*ws=*/0, /*scaleInput=*/0, block, "", blockSize,
                    TCGen05MMADecompress, /*lut=*/1>;
  defvar form = !cast<TCGen05Form>("TCGen05Form_" # !subst(".", "_", size) # "_lut");
  foreach where = ["tensor", "shared"] in
  foreach lanes = !if(block, [0], [0, 1, 2]) in { // CTA group of the lanes' mask
    defvar common = TCGen05MMAArguments<where, /*sparse=*/0>;
    defvar name = common.Name # "." # !if(block, !subst("mxf8f6f4", "mxf8f6f4.block_scale", size), size)
                      # !if(lanes, ".disable_output_lane.cg" # lanes, "") # ".decompress_b";
    let Origin = OfLaterLLVM in
    def MMAVariantRecord<name>.Name
        : MMAVariant<name, MMAFamily_TCGen05MMA,
                         "TCGEN05_MMA_" # !if(block, "BLOCK_SCALED_", "")
                             # common.Density # common.Residency # !if(lanes, "_LANES" # !mul(lanes, 4), "") # "_LUT",
                         TCGen05MMADecompress, [form.Word, lanes],
                         Signature<[], !listconcat(common.List, [Argument<"p6", "lookup_table">],
                                                   !if(block, [Argument<"p6", "scale_a">, Argument<"p6", "scale_b">], []<Argument>),
                                                   !if(lanes, [Argument<"v" # !mul(lanes, 4) # "i32", "disable_output_lane">],
                                                              [ImmediateGroup]),
                                                   [ImmediateUsage, ImmediateUsageB])>>;
  }
}

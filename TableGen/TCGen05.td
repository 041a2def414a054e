//===- TCGen05.td - tcgen05, but for mma ------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `llvm.nvvm.tcgen05.*` as LLVM 22 has them: what manages tensor memory, moves data
// into and out of it, and orders all that. PTX ISA, section "TensorCore 5th Generation
// Family Instructions". tcgen05.ld.red, which LLVM 22 lacks, is written as PTX writes it.
//
// An argument becomes the operand of its name (TCGen05Opcodes.td), or a field of the MMA
// descriptor.
//
//===----------------------------------------------------------------------===//

// clang-format off
//                                 targets                  first source
def TCGen05          : MMALegality<SM100To110Families,      86, "PTX ISA 8.6, tcgen05">;
def TCGen05Shift     : MMALegality<SM100To110Architectures, 86, "PTX ISA 8.6, tcgen05.shift">;
def TCGen05Exclusive : MMALegality<SM100To110Families,      94, "PTX ISA 9.4, tcgen05.alloc .exclusive", ByPTXAS134>;
def TCGen05Commit16  : MMALegality<SM100To110Families,      94, "PTX ISA 9.4, tcgen05.commit .multicast::cluster::16b", ByPTXAS134>;
def TCGen05Commit107 : MMALegality<SM107Family,             94, "PTX ISA 9.4, tcgen05.commit .multicast::cluster::32b and .sync_restrict", ByPTXAS134>;
def TCGen05Compress  : MMALegality<SM107A,                  94, "PTX ISA 9.4, tcgen05.ld .spcompress", ByPTXAS134>;
def TCGen05LoadRed   : MMALegality<SM103Or110Families,      88, "PTX ISA 8.8, tcgen05.ld.red">;
// clang-format on

/// Defines intrinsics that manage tensor memory, wait and order. `ctaGroup` is the end of the name,
/// or empty.
multiclass TCGen05Manage<string name, string opcode, string action, list<int> ctaGroups,
                         list<Argument> arguments, MMALegality legality = TCGen05, list<int> more = [],
                         string ending = ""> {
  foreach group = ctaGroups in {
    assert !and(!ge(group, 0), !le(group, 2)), "tcgen05." # name # " has no CTA group " # group # "; there are 1, 2, and 0 for none";
    defvar full = "tcgen05." # name # !if(group, ".cg" # group, "") # ending;
    let Origin = !if(!empty(ending), OfOlder, OfProject) in
    def MMAVariantRecord<full>.Name
        : MMAVariant<full, MMAFamily_TCGen05, "TCGEN05_" # opcode, legality,
                         !listconcat(more,
                                     [MMAFieldBits<"TCGen05_Management", action>.Bits,
                                      !shl(group, MMASlot_TCGen05_CTAGroup.Low)]),
                         Signature<[], arguments>>;
  }
}

defvar InShared = [MMAFieldBits<"TCGen05_Window", ".shared::cta">.Bits];
defvar ToCluster = [MMAFieldBits<"TCGen05_Multicast", ".multicast::cluster">.Bits];

defvar Destination0 = Argument<"p0", "destination">;
defvar Destination3 = Argument<"p3", "destination">;
defvar Barrier0 = Argument<"p0", "mbarrier">;
defvar Barrier3 = Argument<"p3", "mbarrier">;
defvar Columns = Argument<"i32", "columns">;
defvar TensorAddress = Argument<"p6", "taddr">;

// clang-format off
//                      name                        opcode                     action                      groups  arguments
defm "" : TCGen05Manage<"alloc",                    "ALLOC",                   "alloc",                    [1, 2], [Destination0, Columns]>;
defm "" : TCGen05Manage<"alloc.shared",             "ALLOC",                   "alloc",                    [1, 2], [Destination3, Columns], TCGen05, InShared>;
defm "" : TCGen05Manage<"dealloc",                  "DEALLOC",                 "dealloc",                  [1, 2], [TensorAddress, Columns]>;
defm "" : TCGen05Manage<"dealloc",                  "DEALLOC",                 "dealloc",                  [1, 2], [TensorAddress, Columns, Immediate<"i1", "exclusive">], TCGen05, [], WithAllArguments>;
defm "" : TCGen05Manage<"relinq.alloc.permit",      "RELINQUISH_ALLOC_PERMIT", "relinquish_alloc_permit",  [1, 2], []>;
defm "" : TCGen05Manage<"commit",                   "COMMIT",                  "commit",                   [1, 2], [Barrier0]>;
defm "" : TCGen05Manage<"commit.shared",            "COMMIT",                  "commit",                   [1, 2], [Barrier3], TCGen05, InShared>;
defm "" : TCGen05Manage<"commit.mc",                "COMMIT_MULTICAST",        "commit",                   [1, 2], [Barrier0, Argument<"i16", "cta_mask">], TCGen05, ToCluster>;
defm "" : TCGen05Manage<"commit.mc.shared",         "COMMIT_MULTICAST",        "commit",                   [1, 2], [Barrier3, Argument<"i16", "cta_mask">], TCGen05, !listconcat(ToCluster, InShared)>;
defm "" : TCGen05Manage<"shift.down",               "SHIFT",                   "shift",                    [1, 2], [TensorAddress], TCGen05Shift>;
defm "" : TCGen05Manage<"wait.ld",                  "WAIT",                    "wait::ld",                 [0],    []>;
defm "" : TCGen05Manage<"wait.st",                  "WAIT",                    "wait::st",                 [0],    []>;
defm "" : TCGen05Manage<"fence.before.thread.sync", "FENCE",                   "fence::before_thread_sync", [0],   []>;
defm "" : TCGen05Manage<"fence.after.thread.sync",  "FENCE",                   "fence::after_thread_sync", [0],    []>;
// clang-format on

// LLVM's names after 22, with the address space at the end.
let Origin = OfLaterLLVM in
foreach space = ["p0", "p3"] in
foreach ctas = [1, 2] in {
  defvar window = !if(!eq(space, "p3"), InShared, []<int>);
  defvar barrier = Argument<space, "mbarrier">;
  defm "" : TCGen05Manage<"alloc.cg" # ctas # "." # space, "ALLOC", "alloc", [0],
                          [Argument<space, "destination">, Columns, Immediate<"i1", "exclusive">], TCGen05,
                          !listconcat(window, [!shl(ctas, MMASlot_TCGen05_CTAGroup.Low)])>;
  foreach restrict = [0, 1] in {
    defvar words = !listconcat(window, [!shl(ctas, MMASlot_TCGen05_CTAGroup.Low),
                                        !shl(restrict, MMASlot_TCGen05_Restrict.Low)]);
    defvar stem = "commit" # !if(restrict, ".smem.a.read", "");
    defvar since = !if(restrict, TCGen05Commit107, TCGen05);
    defm "" : TCGen05Manage<stem # ".cg" # ctas # "." # space, "COMMIT", "commit", [0], [barrier], since, words>;
    defm "" : TCGen05Manage<stem # ".mc.cg" # ctas # "." # space # ".i16", "COMMIT_MULTICAST", "commit", [0],
                            [barrier, Argument<"i16", "cta_mask">], since, !listconcat(words, ToCluster)>;
    defm "" : TCGen05Manage<stem # ".mc.cg" # ctas # "." # space # ".i32", "COMMIT_MULTICAST_32B", "commit", [0],
                            [barrier, Argument<"i32", "cta_mask">], TCGen05Commit107,
                            !listconcat(words, [MMAFieldBits<"TCGen05_Multicast", ".multicast::cluster::32b">.Bits])>;
    // The width of the mask is written.
    let Origin = OfProject in
    defm "" : TCGen05Manage<stem # ".mc.cg" # ctas # "." # space # ".16b", "COMMIT_MULTICAST", "commit", [0],
                            [barrier, Argument<"i16", "cta_mask">],
                            !if(restrict, TCGen05Commit107, TCGen05Commit16),
                            !listconcat(words, [MMAFieldBits<"TCGen05_Multicast", ".multicast::cluster::16b">.Bits])>;
  }
}

/// From shared memory, by a matrix descriptor. The name has the warps behind the shape.
multiclass TCGen05Copy<string shape, string warps> {
  foreach group = [1, 2] in
  foreach format = ["", "b6x16_p32", "b4x16_p64"] in {
    defvar name = "tcgen05.cp." # shape # !subst("::", "_", !subst(".", "_", warps))
                      # !if(!empty(format), "", "." # format) # ".cg" # group;
    def MMAVariantRecord<name>.Name
        : MMAVariant<name, MMAFamily_TCGen05Copy, "TCGEN05_CP", TCGen05,
                         [MMAFieldBits<"TCGen05Copy_CopyShape", "." # shape>.Bits,
                          MMAFieldBits<"TCGen05Copy_CopyWarps", warps>.Bits,
                          MMAFieldBits<"TCGen05Copy_CopyFormat", !if(!empty(format), "", ".b8x16." # format)>.Bits,
                          !shl(group, MMASlot_TCGen05Copy_CTAGroup.Low)],
                         Signature<[], [TensorAddress, Argument<"i64", "source">]>>;
  }
}

// clang-format off
//                    shape       warps
defm "" : TCGen05Copy<"128x256b", "">;
defm "" : TCGen05Copy<"4x256b",   "">;
defm "" : TCGen05Copy<"128x128b", "">;
defm "" : TCGen05Copy<"64x128b",  ".warpx2::02_13">;
defm "" : TCGen05Copy<"64x128b",  ".warpx2::01_23">;
defm "" : TCGen05Copy<"32x128b",  ".warpx4">;
// clang-format on

/// The registers that a thread loads or stores: `each` of `count` times the shape.
class TCGen05Registers<int each, int count> {
  int Size = !mul(each, count);
  string Vector = !if(!eq(Size, 1), "i32", "v" # Size # "i32");
}

/// The address in tensor memory, and of 16x32bx2 where the second half is.
class TCGen05Addresses<bit split> {
  list<Argument> List = !if(split, [TensorAddress, Immediate<"i64", "half_split_offset">], [TensorAddress]);
}

/// Defines the common part of a load and a store.
multiclass TCGen05Access<string name, string access, string shape, int count, string type,
                         string opcode, MMALegality legality, list<int> more, Signature signature> {
  def MMAVariantRecord<name>.Name
      : MMAVariant<name, MMAFamily_TCGen05Access, "TCGEN05_" # opcode, legality,
                       !listconcat(more, [MMAFieldBits<"TCGen05Access_Access", access>.Bits,
                                          MMAFieldBits<"TCGen05Access_AccessShape", "." # shape>.Bits,
                                          MMAFieldBits<"TCGen05Access_AccessCount", ".x" # count>.Bits,
                                          MMANumberBits<"TCGen05Access_Element", !cast<MMAType>("MMAType_" # !toupper(type)).Encoding>.Bits]),
                       signature>;
}

multiclass TCGen05LoadStore<string shape, int each, list<int> counts> {
  foreach count = counts in {
    defvar registers = TCGen05Registers<each, count>;
    defvar split = !eq(shape, "16x32bx2");
    defvar suffix = !if(split, "SPLIT_", "") # "B32x" # registers.Size;
    defvar addresses = TCGen05Addresses<split>.List;
    defm "" : TCGen05Access<"tcgen05.ld." # shape # ".x" # count, "ld", shape, count, "b32", "LD_" # suffix, TCGen05, [],
                            Signature<[registers.Vector], !listconcat(addresses, [Immediate<"i1", "pack">])>>;
    defm "" : TCGen05Access<"tcgen05.st." # shape # ".x" # count, "st", shape, count, "b32", "ST_" # suffix, TCGen05, [],
                            Signature<[], !listconcat(addresses, [Argument<registers.Vector, "data">, Immediate<"i1", "unpack">])>>;
  }
}

/// A load that also finds the least or the greatest of what each thread loads.
multiclass TCGen05LoadReduced<string shape, list<string> modifiers, string type> {
  foreach count = [2, 4, 8, 16, 32, 64, 128] in
  foreach operation = ["min", "max"] in
  foreach modifier = modifiers in {
    defvar split = !eq(shape, "16x32bx2");
    defvar isFloat = !eq(type, "f32");
    defvar register = !if(isFloat, "f32", "i32");
    defm "" : TCGen05Access<"tcgen05.ld.red." # shape # ".x" # count # "." # operation # modifier # "." # type,
                            "ld.red", shape, count, type,
                            "LD_RED_" # !if(split, "SPLIT_", "") # !if(isFloat, "F32x", "B32x") # count, TCGen05LoadRed,
                            [MMAFieldBits<"TCGen05Access_Reduction", "." # operation>.Bits,
                             MMAFieldBits<"TCGen05Access_Absolute", !if(!eq(!find(modifier, ".abs"), -1), "", ".abs")>.Bits,
                             MMAFieldBits<"TCGen05Access_NaN", !if(!eq(!find(modifier, ".NaN"), -1), "", ".NaN")>.Bits],
                            Signature<["v" # count # register, register], TCGen05Addresses<split>.List>>;
  }
}

// clang-format off
//                         shape      registers counts
defm "" : TCGen05LoadStore<"16x64b",   1,       [1, 2, 4, 8, 16, 32, 64, 128]>;
defm "" : TCGen05LoadStore<"16x128b",  2,       [1, 2, 4, 8, 16, 32, 64]>;
defm "" : TCGen05LoadStore<"16x256b",  4,       [1, 2, 4, 8, 16, 32]>;
defm "" : TCGen05LoadStore<"32x32b",   1,       [1, 2, 4, 8, 16, 32, 64, 128]>;
defm "" : TCGen05LoadStore<"16x32bx2", 1,       [1, 2, 4, 8, 16, 32, 64, 128]>;
foreach shape = ["32x32b", "16x32bx2"] in {
//                           shape   modifiers                         type
defm "" : TCGen05LoadReduced<shape, ["", ".abs", ".NaN", ".abs.NaN"], "f32">;
defm "" : TCGen05LoadReduced<shape, [""],                             "s32">;
defm "" : TCGen05LoadReduced<shape, [""],                             "u32">;
}
// clang-format on

/// Loads that keep two of four neighbours. The result has the metadata's registers before those of
/// what is kept; what is reduced is the bits of an f32.
let Origin = OfProject in
foreach count = [4, 8, 16, 32, 64, 128] in
foreach reduced = [0, 1] in
foreach operation = ["min", "max"] in
foreach modifier = !if(reduced, ["", ".abs", ".NaN", ".abs.NaN"], ["", ".abs"]) in {
  defvar registers = "v" # TCGen05Compressed<count>.Registers # "i32";
  defvar stem = "ld" # !if(reduced, ".red", "");
  defm "" : TCGen05Access<"tcgen05." # stem # ".spcompress.32x32b.x" # count # "." # operation # ".sp.2.4" # modifier # ".f32.b2",
                          stem, "32x32b", count, "f32", !toupper(!subst(".", "_", stem)) # "_SPCOMPRESS_x" # count, TCGen05Compress,
                          [MMAFieldBits<"TCGen05Access_Compressed", ".spcompress">.Bits,
                           MMAFieldBits<"TCGen05Access_Reduction", "." # operation>.Bits,
                           MMAFieldBits<"TCGen05Access_Absolute", !if(!eq(!find(modifier, ".abs"), -1), "", ".abs")>.Bits,
                           MMAFieldBits<"TCGen05Access_NaN", !if(!eq(!find(modifier, ".NaN"), -1), "", ".NaN")>.Bits],
                          Signature<!if(reduced, [registers, "i32"], [registers]), [TensorAddress]>>;
}

//===- CacheControl.td - prefetches and priorities ------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prefetches, eviction priorities, and discards. PTX ISA, "Data Movement and Conversion
// Instructions".
//
//===----------------------------------------------------------------------===//

defvar CachedGeneric = Argument<"p0", "address">;
defvar CachedGlobal = Argument<"p1", "address">;
defvar CachedLocal = Argument<"p5", "address">;
defvar LineSize = Immediate<"i64", "size">;

foreach level = ["L1", "L2"] in {
  defm "" : CompanionInstruction<"prefetch." # level, [], [CachedGeneric], HintEffects,
                                 Statement<PTX_PREFETCH, ["." # level]>, Prefetch>;
  defm "" : CompanionInstruction<"prefetch.global." # level, [], [CachedGlobal], HintEffects,
                                 Statement<PTX_PREFETCH, [".global", "." # level]>, Prefetch>;
  defm "" : CompanionInstruction<"prefetch.local." # level, [], [CachedLocal], HintEffects,
                                 Statement<PTX_PREFETCH, [".local", "." # level]>, Prefetch>;
}
foreach priority = ["last", "normal"] in
defm "" : CompanionInstruction<"prefetch.global.L2.evict." # priority, [], [CachedGlobal],
                               HintEffects,
                               Statement<PTX_PREFETCH_PRIORITY, [".global", ".L2::evict_" # priority]>,
                               PrefetchEvict>;
defm "" : CompanionInstruction<"prefetchu.L1", [], [CachedGeneric], HintEffects,
                               Statement<PTX_PREFETCHU>, Prefetch>;

foreach global = [0, 1] in {
  defvar address = !if(global, CachedGlobal, CachedGeneric);
  defm "" : CompanionInstruction<"applypriority" # !if(global, ".global", "") # ".L2.evict.normal",
                                 [], [address, LineSize], HintEffects,
                                 Statement<PTX_APPLYPRIORITY, [!if(global, ".global", "")]>, Discard,
                                 [Choice<"size", 128>]>;
  defm "" : CompanionInstruction<"discard" # !if(global, ".global", "") # ".L2", [],
                                 [address, LineSize], OrderingEffects,
                                 Statement<PTX_DISCARD, [!if(global, ".global", "")]>,
                                 Discard, [Choice<"size", 128>]>;
}

def Companion_PREFETCH_TENSORMAP
    : Companion<"prefetch.tensormap", [], [Argument<"p*", "tensor_map">], HintEffects>;
foreach space = [0, 4, 101] in
def CompanionForm_PREFETCH_TENSORMAP_P # space
    : CompanionForm<"PREFETCH_TENSORMAP", [Choice<"tensor_map", space>],
                    Statement<PTX_PREFETCH_TENSORMAP,
                              [!cond(!eq(space, 4) : ".const", !eq(space, 101) : ".param", true : "")]>, PrefetchTensorMap>;

let Origin = OfProject in {
// LLVM does not have these; their names are PTX's.
foreach global = [0, 1] in {
  defvar space = !if(global, ".global", "");
  defvar address = !if(global, CachedGlobal, CachedGeneric);
  defm "" : CompanionInstruction<"prefetch" # space # ".L1.32B.valid_addr", [], [address], HintEffects,
                                 Statement<PTX_PREFETCH_VALID, [space]>, PrefetchValid>;
  foreach type = ["b8", "b16", "b32", "b64", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
                  "f32", "f64"] in {
    defvar width = !substr(type, 1);
    defvar result = !cond(!eq(!substr(type, 0, 1), "f") : type, !eq(width, "8") : "i16",
                          true : "i" # width);
    defm "" : CompanionInstruction<"ld" # space # "." # type # ".proxy.readonly",
                                   [Argument<result, "result">], [address], HintEffects,
                                   Statement<PTX_LD_PROXY, [space, "." # type]>, LoadReadOnlyProxy>;
  }
}
} // Origin

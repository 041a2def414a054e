//===- TensorMap.td - tensormap.replace, tensormap.cp_fenceproxy *- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes of a field of a tensor map in memory. PTX ISA, "Data Movement and Conversion
// Instructions: tensormap.replace". `ordinal` picks a dimension; new values of some fields
// are numbers that stand for PTX's words (the same section, table of the fields' values).
// Changed maps go to global memory by tensormap.cp_fenceproxy, which warps execute together.
//
//===----------------------------------------------------------------------===//

/// A range of new values and where these are legal; none for values in registers.
class TensorMapValues<string name, list<Choice> values, MMALegality legality> {
  string Name = name;
  list<Choice> Values = values;
  MMALegality Legality = legality;
}

multiclass TensorMapField<string name, string row, string ptx, string type, list<Choice> ordinals,
                          list<TensorMapValues> values> {
  defvar stem = "TENSORMAP_REPLACE_" # !toupper(ptx);
  def "Companion_" # stem
      : Companion<"tensormap.replace." # name, [],
                  !listconcat([Argument<"p*", "tensor_map">],
                              !if(!empty(ordinals), []<Argument>, [Immediate<"i32", "ordinal">]),
                              [!if(!empty(values[0].Values), Argument<type, "new_value">,
                                   Immediate<type, "new_value">)]), UpdateEffects>;
  foreach space = [1, 3] in
  foreach v = values in {
    defvar opcode = stem # v.Name # !if(!eq(space, 1), "_GLOBAL", "_SHARED");
    def "CompanionForm_" # opcode
        : CompanionForm<stem, !listconcat([Choice<"tensor_map", space>], ordinals, v.Values),
                        Statement<!cast<PTXInstruction>("PTX_TENSORMAP_REPLACE_" # row),
                                  ["." # ptx, !if(!eq(space, 1), ".global", ".shared::cta")]>, v.Legality>;
  }
}

class NewValue<int first, int last> : Choice<"new_value", first, last>;
defvar Ordinals = [Choice<"ordinal", 0, 4>];

// clang-format off
//                       name                 row       PTX                  type   ordinals values
defm "" : TensorMapField<"global.address",    "ADDRESS", "global_address",    "i64", [],       [TensorMapValues<"", [], TensorMapReplace>]>;
defm "" : TensorMapField<"rank",              "RANK",    "rank",              "i32", [],       [TensorMapValues<"", [], TensorMapReplace>]>;
defm "" : TensorMapField<"box.dim",           "EXTENT",  "box_dim",           "i32", Ordinals, [TensorMapValues<"", [], TensorMapReplace>]>;
defm "" : TensorMapField<"global.dim",        "EXTENT",  "global_dim",        "i32", Ordinals, [TensorMapValues<"", [], TensorMapReplace>]>;
defm "" : TensorMapField<"global.stride",     "STRIDE",  "global_stride",     "i64", Ordinals, [TensorMapValues<"", [], TensorMapReplace>]>;
defm "" : TensorMapField<"element.stride",    "EXTENT",  "element_stride",    "i32", Ordinals, [TensorMapValues<"", [], TensorMapReplace>]>;
defm "" : TensorMapField<"elemtype",          "CODE",    "elemtype",          "i32", [],       [TensorMapValues<"", [NewValue<0, 12>], TensorMapReplace>,
                                                                                              TensorMapValues<"_NARROW", [NewValue<13, 15>], TensorMapReplaceNarrow>]>;
defm "" : TensorMapField<"interleave.layout", "CODE",    "interleave_layout", "i32", [],       [TensorMapValues<"", [NewValue<0, 2>], TensorMapReplace>]>;
defm "" : TensorMapField<"swizzle.mode",      "CODE",    "swizzle_mode",      "i32", [],       [TensorMapValues<"", [NewValue<0, 3>], TensorMapReplace>,
                                                                                              TensorMapValues<"_96B", [NewValue<4, 4>], TensorMapReplace96B>]>;
defm "" : TensorMapField<"swizzle.atomicity", "CODE",    "swizzle_atomicity", "i32", [],       [TensorMapValues<"", [NewValue<0, 3>], TensorMapReplaceAtoms>]>;
defm "" : TensorMapField<"fill.mode",         "CODE",    "fill_mode",         "i32", [],       [TensorMapValues<"", [NewValue<0, 1>], TensorMapReplace>]>;
// clang-format on

foreach scope = ["cta", "cluster", "gpu", "sys"] in
defm "" : CompanionInstruction<"tensormap.cp_fenceproxy.global.shared.cta.tensormap.generic.release." # scope # ".sync.aligned",
                               [], [ToGlobal1, FromShared3, Immediate<"i32", "size">],
                               BarrierEffects,
                               Statement<PTX_TENSORMAP_CP_FENCEPROXY, ["." # scope], CopiedBytes>,
                               TensorMapCopy, [Choice<"size", 128>]>;

//===- AsyncCopy.td - cp.async --------------------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread's own copies from global to shared memory, with what LLVM's intrinsics of the
// same names with a size at the end do not have: how much of the source is brought to the
// L2 cache, a cache policy, and a source that is ignored. PTX ISA, "Data Movement and
// Conversion Instructions: cp.async".
//
//===----------------------------------------------------------------------===//

/// Describes how a copy may read less of its source: all of it, a part, or nothing. The rest of the
/// destination is zero.
class AsyncCopySource<string suffix, string opcode, list<Argument> arguments, list<string> operands,
                      MMALegality legality> : CompanionRow {
  string Suffix = suffix;
  string Opcode = opcode;
  list<Argument> Arguments = arguments;
  list<StatementOperand> Operands = Named<operands>.List;
  MMALegality Legality = legality; // of a form without .L2
}

// clang-format off
//                                             name           opcode         arguments                               operands         since
def AsyncCopySource_Whole   : AsyncCopySource<"",            "",            [],                                     [],              AsyncCopy>;
def AsyncCopySource_Part    : AsyncCopySource<".s",          "_S",          [Argument<"i32", "source_size">], ["source_size"], AsyncCopy>;
def AsyncCopySource_Ignored : AsyncCopySource<".ignore_src", "_IGNORE_SRC", [Argument<"i1", "ignore_src">],   ["ignore_src"],  AsyncCopyIgnore>;
// clang-format on

multiclass AsyncCopyForms<string cache, list<int> sizes, AsyncCopySource source> {
  defvar stem = "CP_ASYNC_" # !toupper(cache) # "_SHARED_GLOBAL" # source.Opcode;
  def "Companion_" # stem
      : Companion<"cp.async." # cache # ".shared.global" # source.Suffix, [],
                  !listconcat([ToShared3, FromGlobal1], source.Arguments, CachePolicy,
                              [Immediate<"i32", "size">, Immediate<"i32", "prefetch_size">],
                              UseCacheHint), RequestEffects>;
  foreach size = sizes in
  foreach prefetch = [0, 64, 128, 256] in
  foreach hint = [0, 1] in {
    defvar policy = CacheHint<hint>;
    defvar opcode = stem # "_" # size # !if(prefetch, "_L2_" # prefetch # "B", "") # policy.Opcode;
    def "CompanionForm_" # opcode
        : CompanionForm<stem, [Choice<"size", size>, Choice<"prefetch_size", prefetch>, policy.Choice],
                        Statement<!if(!empty(source.Operands), PTX_CP_ASYNC, PTX_CP_ASYNC_PART),
                                  ["." # cache, ".shared", policy.Modifier,
                                   !if(prefetch, ".L2::" # prefetch # "B", "")],
                                  !listconcat(Named<["destination", "source", "" # size]>.List,
                                              source.Operands, policy.Operands)>,
                        !cond(!not(!or(prefetch, hint)) : source.Legality,
                              !eq(source.Suffix, ".ignore_src") : AsyncCopyIgnore,
                              true : AsyncCopyL2)>;
  }
}

foreach source = [AsyncCopySource_Whole, AsyncCopySource_Part, AsyncCopySource_Ignored] in {
  defm "" : AsyncCopyForms<"ca", [4, 8, 16], source>;
  defm "" : AsyncCopyForms<"cg", [16], source>;
}

//===----------------------------------------------------------------------===//
// st.async, red.async: stores and reductions that nobody waits for
//===----------------------------------------------------------------------===//

let Origin = OfLaterLLVM in {
/// These go to shared memory of the cluster, where an mbarrier counts the bytes.
defvar StoredTo7 = [Argument<"p7", "destination">];
defvar CountedBy7 = [Argument<"p7", "mbarrier">];
foreach width = [32, 64] in
defm "" : CompanionInstruction<"st.async.i" # width, [],
                               !listconcat(StoredTo7, [Argument<"i" # width, "value">], CountedBy7),
                               CopyEffects,
                               Statement<!cast<PTXInstruction>("PTX_ST_ASYNC_" # width),
                                         [".shared::cluster", ".b" # width]>, AsyncStore>;
defm "" : CompanionInstruction<"st.async.i128", [],
                               !listconcat(StoredTo7, [Argument<"i128", "value">], CountedBy7),
                               CopyEffects,
                               Statement<PTX_ST_ASYNC_128, [".shared::cluster"],
                                         [StatementOperand<["destination"]>, InPair<"value", "value">,
                                          StatementOperand<["mbarrier"]>]>, AsyncStore128>;
} // Origin

/// A store whose value may have 8 bits, which PTX wants in a register of that size.
class AsyncStoreOf<PTXInstruction row, list<string> words, string type>
    : Statement<row, !listconcat(words, ["." # type]),
                [StatementOperand<["destination"]>,
                 !if(!eq(!substr(type, 1), "8"), InByte<"value", "value">, StatementOperand<["value"]>)]>;

/// These go to global memory, or to all memories of a multimem address.
defvar AsyncGlobal = Argument<"p1", "destination">;
let Origin = OfLaterLLVM in {
foreach scope = ["sys", "gpu"] in
foreach width = [8, 16, 32, 64] in {
  defvar stem = "st.async." # scope # ".i" # width;
  defvar opcode = !toupper(!subst(".", "_", stem));
  def Companion_ # opcode
      : Companion<stem, [], [AsyncGlobal, Argument<"i" # width, "value">, Immediate<"i1", "multimem">],
                  CopyEffects>;
  foreach many = [0, 1] in
  def CompanionForm_ # opcode # !if(many, "_MULTIMEM", "")
      : CompanionForm<opcode, [Choice<"multimem", many>],
                      AsyncStoreOf<!if(many, PTX_MULTIMEM_ST_ASYNC, PTX_ST_ASYNC_RELEASE),
                                   ["." # scope, ".global"], "b" # width>,
                      !if(many, MultimemStore, AsyncStoreRelease)>;
}
foreach width = [8, 16, 32, 64] in
defm "" : CompanionInstruction<"st.async.mmio.sys.i" # width, [],
                               [AsyncGlobal, Argument<"i" # width, "value">], CopyEffects,
                               AsyncStoreOf<PTX_ST_ASYNC_RELEASE, [".mmio", ".sys", ".global"], "b" # width>,
                               AsyncStoreRelease>;
} // Origin

let Origin = OfProject in {
// With other types than .b8 to .b64, and reductions, which LLVM does not have.
foreach scope = ["gpu", "sys"] in {
  foreach type = ["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32", "f64"] in
  defm "" : CompanionInstruction<"multimem.st.async.release." # scope # ".global." # type, [],
                                 [AsyncGlobal, Argument<!subst("u", "i", !subst("s", "i", type)), "value">],
                                 CopyEffects,
                                 AsyncStoreOf<PTX_MULTIMEM_ST_ASYNC, ["." # scope, ".global"], type>,
                                 MultimemStore>;
  foreach type = ["u32", "s32", "u64"] in
  defm "" : CompanionInstruction<"multimem.red.async.release." # scope # ".global.add." # type, [],
                                 [AsyncGlobal, Argument<!subst("u", "i", !subst("s", "i", type)), "value">],
                                 CopyEffects,
                                 Statement<PTX_MULTIMEM_RED_ASYNC, ["." # scope, ".global", "." # type]>, MultimemStore>;
}
} // Origin

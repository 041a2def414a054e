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
class AsyncCopySource<string suffix, string opcode, list<Argument> arguments, string operand,
                      MMALegality legality> : CompanionRow {
  string Suffix = suffix;
  string Opcode = opcode;
  list<Argument> Arguments = arguments;
  string Operand = operand;
  MMALegality Legality = legality; // of a form without .L2
}

// clang-format off
//                                             name           opcode         arguments                               operand          since
def AsyncCopySource_Whole   : AsyncCopySource<"",            "",            [],                                     "",              AsyncCopy>;
def AsyncCopySource_Part    : AsyncCopySource<".s",          "_S",          [Argument<"i32", "source_size">], ", $source_size", AsyncCopy>;
def AsyncCopySource_Ignored : AsyncCopySource<".ignore_src", "_IGNORE_SRC", [Argument<"i1", "ignore_src">],   ", $ignore_src",  AsyncCopyIgnore>;
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
        : CompanionForm<!cast<Companion>("Companion_" # stem), opcode,
                        [Choice<"size", size>, Choice<"prefetch_size", prefetch>, policy.Choice],
                        "cp.async." # cache # ".shared.global" # policy.Modifier
                            # !if(prefetch, ".L2::" # prefetch # "B", "")
                            # " [$destination], [$source], "
                            # size # source.Operand # policy.Operand,
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
                               "st.async.shared::cluster.mbarrier::complete_tx::bytes.b" # width
                                   # " [$destination], $value, [$mbarrier]", AsyncStore>;
defm "" : CompanionInstruction<"st.async.i128", [],
                               !listconcat(StoredTo7, [Argument<"i128", "value">], CountedBy7),
                               CopyEffects,
                               "{{\n\t.reg .b128 %value;\n\tmov.b128 %value, {$value0, $value1};\n\t"
                                   # "st.async.shared::cluster.mbarrier::complete_tx::bytes.b128 "
                                   # "[$destination], %value, [$mbarrier];\n\t}}", AsyncStore128>;
} // Origin

/// The text of a store whose value may have 8 bits, which PTX wants in a register of that size.
class AsyncStoreText<string mnemonic, string type> {
  defvar width = !substr(type, 1);
  string Text = !if(!eq(width, "8"),
                    "{{\n\t.reg .b8 %value;\n\tcvt.u8.u16 %value, $value;\n\t" # mnemonic # "." # type
                        # " [$destination], %value;\n\t}}",
                    mnemonic # "." # type # " [$destination], $value");
}

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
      : CompanionForm<!cast<Companion>("Companion_" # opcode), opcode # !if(many, "_MULTIMEM", ""),
                      [Choice<"multimem", many>],
                      AsyncStoreText<!if(many, "multimem.", "") # "st.async.release." # scope
                                         # ".global", "b" # width>.Text,
                      !if(many, MultimemStore, AsyncStoreRelease)>;
}
foreach width = [8, 16, 32, 64] in
defm "" : CompanionInstruction<"st.async.mmio.sys.i" # width, [],
                               [AsyncGlobal, Argument<"i" # width, "value">], CopyEffects,
                               AsyncStoreText<"st.async.mmio.release.sys.global", "b" # width>.Text,
                               AsyncStoreRelease>;
} // Origin

let Origin = OfProject in {
// With other types than .b8 to .b64, and reductions, which LLVM does not have.
foreach scope = ["gpu", "sys"] in {
  foreach type = ["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32", "f64"] in
  defm "" : CompanionInstruction<"multimem.st.async.release." # scope # ".global." # type, [],
                                 [AsyncGlobal, Argument<!subst("u", "i", !subst("s", "i", type)), "value">],
                                 CopyEffects,
                                 AsyncStoreText<"multimem.st.async.release." # scope # ".global",
                                                type>.Text, MultimemStore>;
  foreach type = ["u32", "s32", "u64"] in
  defm "" : CompanionInstruction<"multimem.red.async.release." # scope # ".global.add." # type, [],
                                 [AsyncGlobal, Argument<!subst("u", "i", !subst("s", "i", type)), "value">],
                                 CopyEffects,
                                 "multimem.red.async.release." # scope # ".global.add." # type
                                     # " [$destination], $value", MultimemStore>;
}
} // Origin

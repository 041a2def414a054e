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

/// How the source may be cut short: not, read in part, or not read at all. The rest of the
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

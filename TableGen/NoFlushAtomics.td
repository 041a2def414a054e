//===- NoFlushAtomics.td - atom and red .add.noftz ------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of f32 in memory that keep subnormal numbers wherever the memory is. PTX ISA, "Parallel
// Synchronization and Communication Instructions: atom, red". The order and the scope are words; the
// end of the name says the address space.
//
//===----------------------------------------------------------------------===//

/// A space that the address may be in, and whether there is a cache hint for it.
class AtomicSpace<int number, string ptx, list<int> hints> {
  int Number = number;
  string PTX = ptx;
  list<int> Hints = hints;
}
defvar AtomicGlobal = AtomicSpace<1, ".global", [0, 1]>;
defvar AtomicSpaces = [AtomicSpace<0, "", [0, 1]>, AtomicGlobal, AtomicSpace<3, ".shared", [0]>,
                       AtomicSpace<7, ".shared::cluster", [0]>];

/// One number or a vector of them.
class AtomicValue<string suffix, string type, string text> {
  string Suffix = suffix;
  string Type = type;
  string Text = text;
}
defvar AtomicValues = [AtomicValue<"", "f32", "$NAME">,
                       AtomicValue<".v2", "v2f32", "{{$NAME0, $NAME1}}">,
                       AtomicValue<".v4", "v4f32", "{{$NAME0, $NAME1, $NAME2, $NAME3}}">];

let Origin = OfProject in {
foreach operation = ["atom", "red"] in
foreach value = AtomicValues in {
  defvar returns = !eq(operation, "atom");
  defvar name = operation # ".add.noftz" # value.Suffix # ".f32";
  defvar stem = !toupper(!subst(".", "_", name));
  defvar order = !if(returns, Word<MMAField_AtomicOrder, "order">, Word<MMAField_ReductionOrder, "order">);
  def Companion_ # stem
      : Companion<name, !if(returns, [Argument<value.Type, "old">], []<Argument>),
                  !listconcat([Argument<"p*", "address">, Argument<value.Type, "value">], CachePolicy,
                              [order, Word<MMAField_AtomicScope, "atomic_scope">], UseCacheHint),
                  OrderingEffects>;
  foreach space = !if(!empty(value.Suffix), AtomicSpaces, [AtomicGlobal]) in
  foreach hint = space.Hints in {
    defvar cache = CacheHint<hint>;
    def CompanionForm_ # stem # "_P" # space.Number # cache.Opcode
        : CompanionForm<!cast<Companion>("Companion_" # stem), stem # "_P" # space.Number # cache.Opcode,
                        !listconcat([Choice<"address", space.Number>, order.Any,
                                     Word<MMAField_AtomicScope, "atomic_scope">.Any],
                                    !if(!eq(!size(space.Hints), 1), [Choice<"cache_hint", 0>],
                                        [cache.Choice])),
                        operation # order.InText # Word<MMAField_AtomicScope, "atomic_scope">.InText
                            # space.PTX # ".add.noftz" # cache.Modifier # value.Suffix # ".f32 "
                            # !if(returns, !subst("NAME", "old", value.Text) # ", ", "") # "[$address], "
                            # !subst("NAME", "value", value.Text) # cache.Operand,
                        AtomicNoFlush>;
  }
}
} // Origin

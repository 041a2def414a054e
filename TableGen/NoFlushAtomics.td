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
class AtomicValue<string suffix, string type> {
  string Suffix = suffix;
  string Type = type;
}
defvar AtomicValues = [AtomicValue<"", "f32">, AtomicValue<".v2", "v2f32">, AtomicValue<".v4", "v4f32">];

/// An operand for a number or a vector.
class AtomicOperand<AtomicValue value, string name>
    : StatementOperand<Argument<value.Type, name>.PartNames, !not(!empty(value.Suffix))>;

defvar ScopeWord = Word<MMAField_AtomicScope, Scope, "atomic_scope">;

let Origin = OfProject in {
foreach operation = ["atom", "red"] in
foreach value = AtomicValues in {
  defvar returns = !eq(operation, "atom");
  defvar name = operation # ".add.noftz" # value.Suffix # ".f32";
  defvar stem = !toupper(!subst(".", "_", name));
  defvar order = !if(returns, Word<MMAField_AtomicOrder, Order, "order">, Word<MMAField_ReductionOrder, Order, "order">);
  def Companion_ # stem
      : Companion<name, !if(returns, [Argument<value.Type, "old">], []<Argument>),
                  !listconcat([Argument<"p*", "address">, Argument<value.Type, "value">], CachePolicy,
                              [order, ScopeWord], UseCacheHint),
                  OrderingEffects>;
  foreach space = !if(!empty(value.Suffix), AtomicSpaces, [AtomicGlobal]) in
  foreach hint = space.Hints in {
    defvar cache = CacheHint<hint>;
    def CompanionForm_ # stem # "_P" # space.Number # cache.Opcode
        : CompanionForm<stem, !listconcat([Choice<"address", space.Number>, order.Any,
                                     ScopeWord.Any],
                                    !if(!eq(!size(space.Hints), 1), [Choice<"cache_hint", 0>],
                                        [cache.Choice])),
                        Statement<!cast<PTXInstruction>("PTX_" # !toupper(operation)
                                      # !cond(!ne(value.Suffix, "") : "_V", !lt(space.Number, 2) : "", true : "_SHARED")
                                      # "_ADD_NOFTZ"),
                                  [order.InStatement, ScopeWord.InStatement, space.PTX, cache.Modifier, value.Suffix],
                                  !listconcat(!if(returns, [AtomicOperand<value, "old">], []<StatementOperand>),
                                              Named<["address"]>.List, [AtomicOperand<value, "value">],
                                              cache.Operands)>, AtomicNoFlush>;
  }
}
} // Origin

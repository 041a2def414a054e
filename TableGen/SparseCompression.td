//===- SparseCompression.td - spcompress and spdecompress -----*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread's vectors of numbers to those that are kept and their indices, and back. PTX ISA,
// "spcompress" and "spdecompress". All are registers of 32 bits. LLVM's names are a proposal; these
// are PTX's, with a dot for each colon.
//
//===----------------------------------------------------------------------===//

/// A vector of registers: its type, and how it stands in PTX.
class RegisterVector<string name, int count> {
  Argument Value = Argument<!if(!eq(count, 1), "i32", "v" # count # "i32"), name>;
  StatementOperand Operand = StatementOperand<Value.PartNames, /*isVector=*/1>;
}

/// Computes the number of registers for a number of bits.
class RegistersFor<int numberOfBits> {
  int Count = !div(!add(numberOfBits, 31), 32);
}

/// `kept` of `group` elements are there. What PTX allows: an index says each location of a group, the
/// kept ones of a group fit a register, and all of it fits the registers of a thread.
class Decompression<int element, int index, int keptOfGroup, int group, int count> {
  int Metadata = RegistersFor<!mul(keptOfGroup, index, count)>.Count;
  int Kept = RegistersFor<!mul(keptOfGroup, element, count)>.Count;
  int Bits = !mul(group, element, count);
  int Data = RegistersFor<Bits>.Count;
  bit IsLegal = !and(!le(!mul(keptOfGroup, element), 32), !ge(!shl(1, index), group), !ge(Bits, 32),
                     !le(Bits, 4096), !le(!add(Metadata, Kept, Data), 253));
}

let Origin = OfProject, HasDisjointRegisters = 1 in {
// 2 of 4 are kept. `spdesc` says by what they are chosen and what type the elements have.
foreach element = [8, 16] in
foreach index = [2, 4] in
foreach count = [1, 2, 4, 8, 16, 32, 64] in {
  defvar metadata = RegisterVector<"metadata", !div(!add(!mul(count, index), !sub(element, 1)), element)>;
  defvar kept = RegisterVector<"kept", count>;
  defvar data = RegisterVector<"data", !mul(2, count)>;
  defm "" : CompanionInstruction<"spcompress.b" # element # ".b" # index # ".sp.2.4.x" # count,
                                 [metadata.Value, kept.Value],
                                 [data.Value, Argument<"i32", "descriptor">], ArithmeticEffects,
                                 Statement<PTX_SPCOMPRESS, [".b" # element, ".b" # index, ".x" # count],
                                           [metadata.Operand, kept.Operand, data.Operand,
                                            StatementOperand<["descriptor"]>]>, SparseCompression>;
}

foreach element = [8, 16] in
foreach index = [2, 4] in
foreach kept = [1, 2, 4] in
foreach group = [2, 4, 8, 16] in
foreach count = [1, 2, 4, 8, 16, 32, 64] in
if !and(!lt(kept, group), Decompression<element, index, kept, group, count>.IsLegal) then {
  defvar sizes = Decompression<element, index, kept, group, count>;
  defvar data = RegisterVector<"data", sizes.Data>;
  defvar metadata = RegisterVector<"metadata", sizes.Metadata>;
  defvar values = RegisterVector<"kept", sizes.Kept>;
  defm "" : CompanionInstruction<"spdecompress.b" # element # ".b" # index # ".sp." # kept # "." # group
                                     # ".x" # count, [data.Value],
                                 [metadata.Value, values.Value], ArithmeticEffects,
                                 Statement<PTX_SPDECOMPRESS,
                                           [".b" # element, ".b" # index, ".sp::" # kept # ":" # group, ".x" # count],
                                           [data.Operand, metadata.Operand, values.Operand]>,
                                 SparseCompression>;
}
} // Origin, HasDisjointRegisters

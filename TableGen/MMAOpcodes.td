//===- MMAOpcodes.td - Machine opcodes by register signature --*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only what changes the register signature makes an opcode; shape, types,
// layouts, saturation and state space live in the MMA descriptor. So there is
// one opcode for each (unit, action, fragment registers, stride operand), where
// upstream has a record for each variant, state space and addressing form.
//
// A name says the signature in PTX's operand order:
//   HMMA_LOAD_AB_B32x8_STRIDE      eight .b32 registers, and a stride register
//   IMMA_MMA_B32x4_B32x4_B32x2_B32x4    D, A, B, C of an mma.sync
//   WGMMA_SS_F32x64, WGMMA_RS_…    a wgmma's accumulators; A is a matrix descriptor in
//                                  shared memory, or in registers
//   WGMMA_HOLD_F32x64              registers that pass a point of the program
//   TCGEN05_LD_B32x4, TCGEN05_MMA_CTA_GROUP1_DENSE_SS, … are in TCGen05Opcodes.td
//   HMMA_MMA_SP_…, HMMA_MMA_BLOCK_SCALE_…   the same, then metadata and selector,
//                                  then the scales with their byte and thread
//
//===----------------------------------------------------------------------===//

/// The registers that a thread holds of one fragment.
class MMARegisters<MMARegisterKind kind, int count> {
  MMARegisterKind Kind = kind;
  bits<8> Count = count;
  int Size = count;
  string Name = kind.Prefix # "x" # count;
}

// clang-format off
//                                  kind                 count
def NoRegisters : MMARegisters<MMARegisterKind_B32, 0>;
def B32x1       : MMARegisters<MMARegisterKind_B32, 1>;
def B32x2       : MMARegisters<MMARegisterKind_B32, 2>;
def B32x4       : MMARegisters<MMARegisterKind_B32, 4>;
def B32x8       : MMARegisters<MMARegisterKind_B32, 8>;
def F32x4       : MMARegisters<MMARegisterKind_F32, 4>;
def F32x8       : MMARegisters<MMARegisterKind_F32, 8>;
def F64x1       : MMARegisters<MMARegisterKind_F64, 1>;
def F64x2       : MMARegisters<MMARegisterKind_F64, 2>;
def F64x4       : MMARegisters<MMARegisterKind_F64, 4>;
def F64x8       : MMARegisters<MMARegisterKind_F64, 8>;
def B64x1       : MMARegisters<MMARegisterKind_B64, 1>;
// clang-format on

// The accumulators of 64 x N tiles that 128 threads hold: f32, s32, and f16 in pairs.
// Any number of them can be held, a power of two at a time.
defvar WGMMAFloatRegisters = !range(4, 129, 4);
defvar WGMMAWordRegisters = !listconcat(!range(2, 65, 2), !range(72, 129, 8));
// Compressing loads of tensor memory return these (TCGen05Opcodes.td).
foreach count = [3, 5, 9, 17, 68] in
def B32x # count : MMARegisters<MMARegisterKind_B32, count>;
foreach count = !listconcat([1, 2], WGMMAFloatRegisters) in
  if !not(!exists<MMARegisters>("F32x" # count)) then
    def F32x # count : MMARegisters<MMARegisterKind_F32, count>;
foreach count = WGMMAWordRegisters in
  if !not(!exists<MMARegisters>("B32x" # count)) then
    def B32x # count : MMARegisters<MMARegisterKind_B32, count>;

/// Says how PTX writes an operand.
class MMAOperandForm;
def MMAOperandForm_Register  : MMAOperandForm;
def MMAOperandForm_Address   : MMAOperandForm; // in brackets: a register, of tensor memory, or base and offset
def MMAOperandForm_List      : MMAOperandForm; // registers in braces
def MMAOperandForm_Immediate : MMAOperandForm;

def MMAOperandForm : GenericEnum { let FilterClass = "MMAOperandForm"; }

/// A kind of operand; `registerClass` is the class of the NVPTX target, or an immediate's.
class MMAOperandKind<MMAOperandForm form, int width, string registerClass> {
  MMAOperandForm Form = form;
  int Bits = width;
  string RegisterClass = registerClass;
}

// clang-format off
//                                        form                      bits class
def MMAOperandKind_p1  : MMAOperandKind<MMAOperandForm_Register,   1, "B1">;
def MMAOperandKind_r16 : MMAOperandKind<MMAOperandForm_Register,  16, "B16">;
def MMAOperandKind_r32 : MMAOperandKind<MMAOperandForm_Register,  32, "B32">;
def MMAOperandKind_r64 : MMAOperandKind<MMAOperandForm_Register,  64, "B64">;
def MMAOperandKind_m32 : MMAOperandKind<MMAOperandForm_Address,   32, "B32">;
def MMAOperandKind_mem : MMAOperandKind<MMAOperandForm_Address,    0, "MMAAddress">; // base and offset
def MMAOperandKind_l16 : MMAOperandKind<MMAOperandForm_List,      16, "B16">;
def MMAOperandKind_l32 : MMAOperandKind<MMAOperandForm_List,      32, "B32">;
def MMAOperandKind_l64 : MMAOperandKind<MMAOperandForm_List,      64, "B64">;
def MMAOperandKind_i32 : MMAOperandKind<MMAOperandForm_Immediate, 32, "i32imm">;
def MMAOperandKind_i64 : MMAOperandKind<MMAOperandForm_Immediate, 64, "i64imm">;
// clang-format on

/// Operands of an instruction: `count` of a kind. `role` is what PTX calls it; an intrinsic's argument of
/// that name becomes it. Several have the role's name with a number behind it, from `First` on, or the
/// names that are listed.
class MMAOperands<string kind, string role, int count = 1> {
  MMAOperandKind Kind = !cast<MMAOperandKind>("MMAOperandKind_" # kind);
  MMAOperandForm Form = Kind.Form;
  int Bits = Kind.Bits;
  string Role = role;
  int Count = count;
  int First = 0;
  list<string> Names = [];
  bit IsResult = 0;
  bit IsNear = 0; // on the line of the operand before it
  list<string> Registers = !cond(!not(!empty(Names)) : Names, !eq(Count, 1) : [Role],
                                 true : !foreach(i, !range(Count), Role # !add(First, i)));
}

/// A fragment, or `count` of its registers from `first` on. Its registers always have numbers.
class FragmentOperands<string letter, MMARegisters of, bit isResult = 0, int first = 0, int count = of.Size>
    : MMAOperands<"l" # of.Kind.Width, letter # !if(!eq(count, 1), !cast<string>(first), ""), count> {
  let First = first;
  let IsResult = isResult;
}
class ResultOperand<string kind, string role> : MMAOperands<kind, role> { let IsResult = 1; }
class NearOperands<string kind, string role, list<string> names = []>
    : MMAOperands<kind, role, !if(!empty(names), 1, !size(names))> {
  let Names = names;
  let IsNear = 1;
}

/// Groups of operands; `with` false means none.
class OptionalOperands<bit with, list<MMAOperands> operands> {
  list<MMAOperands> List = !if(with, operands, []<MMAOperands>);
}

def : TableStruct<"MMAOperands", "MMAOperandGroup", ["Form", "Bits", "Role", "Count"]>;

class MMAOpcode<MMAFamily family, MMARegisters d, MMARegisters a, MMARegisters b,
                MMARegisters c, bit stride = 0, bit metadata = 0, bit scales = 0> {
  MMAFamily Family = family;
  MMARegisters D = d;
  MMARegisters A = a;
  MMARegisters B = b;
  MMARegisters C = c;
  bit HasStride = stride;     // a .b32 register
  bit HasMetadata = metadata; // a .b32 register and an immediate: the sparsity selector
  bit HasCount = 0;           // an immediate: wgmma groups
  bit HasReduced = 0;         // one more result, behind D
  int Metadata = 0;           // registers of D that PTX has in a list of their own
  list<MMAOperands> Operands = [];
  bit IsStationary = 0;       // a tcgen05.mma.ws
  bit HasScales = scales;     // A's, then B's: a .b32 register and two .b16: byte-id, thread-id
  string Name = !subst("MMAOpcode_", "", NAME);
  bits<8> DCount = d.Count;
  bits<8> ACount = a.Count;
  bits<8> BCount = b.Count;
  bits<8> CCount = c.Count;
  // All operands in PTX's order, in which machine instructions have them, too.
  defvar isWarpgroup = !eq(family, MMAFamily_WGMMA);
  defvar isStore = !or(!eq(family, MMAFamily_WMMAStore), !eq(family, MMAFamily_StMatrix));
  defvar isLoad = !or(!eq(family, MMAFamily_WMMALoad), !eq(family, MMAFamily_LdMatrix));
  bit HasSharedAddress = !or(!eq(Name, "TCGEN05_ALLOC"), !ne(!find(Name, "TCGEN05_COMMIT"), -1));
  list<MMAOperands> Statement = !if(!eq(family, MMAFamily_MovMatrix),
      [ResultOperand<"r32", "d">, MMAOperands<"r32", "a">],
      !listconcat(OptionalOperands<!or(isStore, HasSharedAddress), [MMAOperands<"mem", "address">]>.List,
                  OptionalOperands<!ne(Metadata, 0), [FragmentOperands<"d", d, 1, 0, Metadata>]>.List,
                  OptionalOperands<!ne(d.Size, 0), [FragmentOperands<"d", d, 1, Metadata, !sub(d.Size, Metadata)>]>.List,
                  OptionalOperands<HasReduced, [ResultOperand<"r32", "reduced">]>.List,
                  OptionalOperands<isLoad, [MMAOperands<"mem", "address">]>.List,
                  OptionalOperands<!ne(a.Size, 0), [!if(!eq(a.Kind, MMARegisterKind_B64), MMAOperands<"r64", "a0">,
                                                        FragmentOperands<"a", a>)]>.List,
                  OptionalOperands<!ne(b.Size, 0), [!if(isWarpgroup, MMAOperands<"r64", "b">, FragmentOperands<"b", b>)]>.List,
                  OptionalOperands<!and(!ne(c.Size, 0), !not(isWarpgroup)), [FragmentOperands<"c", c>]>.List,
                  OptionalOperands<stride, [NearOperands<"r32", "stride">]>.List,
                  OptionalOperands<metadata, [MMAOperands<"r32", "metadata">, MMAOperands<"i32", "selector">]>.List,
                  OptionalOperands<scales, [MMAOperands<"r32", "scale_a">, NearOperands<"l16", "id_a", ["byte_a", "thread_a"]>,
                                            MMAOperands<"r32", "scale_b">, NearOperands<"l16", "id_b", ["byte_b", "thread_b"]>]>.List,
                  OptionalOperands<isWarpgroup, [MMAOperands<"p1", "scale_d">]>.List,
                  OptionalOperands<HasCount, [MMAOperands<"i64", "count">]>.List,
                  Operands));
  // The instructions of PTX that print it, by the words of its descriptor.
  list<MatrixInstruction> Rows = !filter(row, AllMatrixInstructions, !eq(row.Family, family));
  assert !or(!empty(family.Spelling), !not(!empty(Rows))), "'" # family.Spelling # "' has no row in PTX/Matrix.td, which prints it";
}

/// A load or a store: the fragment is the result (D) or the operand (C).
multiclass WMMALoadOpcode<string stem, MMARegisters fragment> {
  foreach stride = [0, 1] in
  def "MMAOpcode_" # stem # "_" # fragment.Name # !if(stride, "_STRIDE", "")
      : MMAOpcode<MMAFamily_WMMALoad, fragment, NoRegisters, NoRegisters, NoRegisters, stride>;
}

multiclass WMMAStoreOpcode<string stem, MMARegisters fragment> {
  foreach stride = [0, 1] in
  def "MMAOpcode_" # stem # "_" # fragment.Name # !if(stride, "_STRIDE", "")
      : MMAOpcode<MMAFamily_WMMAStore, NoRegisters, NoRegisters, NoRegisters, fragment, stride>;
}

multiclass LdMatrixOpcode<MMARegisters fragment> {
  def "MMAOpcode_LDMATRIX_" # fragment.Name
      : MMAOpcode<MMAFamily_LdMatrix, fragment, NoRegisters, NoRegisters, NoRegisters>;
}

multiclass StMatrixOpcode<MMARegisters fragment> {
  def "MMAOpcode_STMATRIX_" # fragment.Name
      : MMAOpcode<MMAFamily_StMatrix, NoRegisters, NoRegisters, NoRegisters, fragment>;
}

multiclass MovMatrixOpcode<MMARegisters fragment> {
  def "MMAOpcode_MOVMATRIX_" # fragment.Name
      : MMAOpcode<MMAFamily_MovMatrix, fragment, fragment, NoRegisters, NoRegisters>;
}

/// `modifier` is "", "SP_", "BLOCK_SCALE_" or both.
multiclass MultiplyOpcode<string stem, MMAFamily family, MMARegisters d, MMARegisters a,
                          MMARegisters b, MMARegisters c, string modifier = ""> {
  def "MMAOpcode_" # stem # "_" # modifier # d.Name # "_" # a.Name # "_" # b.Name # "_" # c.Name
      : MMAOpcode<family, d, a, b, c, /*stride=*/0,
                  /*metadata=*/!ne(!find(modifier, "SP_"), -1),
                  /*scales=*/!ne(!find(modifier, "BLOCK_SCALE_"), -1)>;
}

/// Registers that keep their values: D is C.
multiclass HoldOpcode<MMARegisters registers> {
  def "MMAOpcode_WGMMA_HOLD_" # registers.Name
      : MMAOpcode<MMAFamily_Hold, registers, NoRegisters, NoRegisters, registers>;
}

/// Defines the opcodes that order the asynchronous ones.
multiclass WGMMASyncOpcode<string action, bit count> {
  def "MMAOpcode_WGMMA_" # action
      : MMAOpcode<MMAFamily_WGMMASync, NoRegisters, NoRegisters, NoRegisters, NoRegisters> {
    let HasCount = count;
  }
}

/// Dense and sparse, with A in shared memory and in registers. The accumulators are D
/// and C at once.
multiclass WGMMAOpcode<MMARegisters accumulators> {
  foreach metadata = [0, 1] in {
    defvar stem = "MMAOpcode_WGMMA_" # !if(metadata, "SP_", "");
    def stem # "SS_" # accumulators.Name
        : MMAOpcode<MMAFamily_WGMMA, accumulators, B64x1, B64x1, accumulators, /*stride=*/0,
                    metadata>;
    def stem # "RS_" # accumulators.Name
        : MMAOpcode<MMAFamily_WGMMA, accumulators, B32x4, B64x1, accumulators, /*stride=*/0,
                    metadata>;
  }
}

include "TCGen05Opcodes.td"

// clang-format off
defset list<MMAOpcode> AllMMAOpcodes = {
//                        stem             fragment
defm "" : WMMALoadOpcode<"HMMA_LOAD_AB",  B32x2>;
defm "" : WMMALoadOpcode<"HMMA_LOAD_AB",  B32x4>;
defm "" : WMMALoadOpcode<"HMMA_LOAD_AB",  B32x8>;
defm "" : WMMALoadOpcode<"HMMA_LOAD_C",   B32x4>;
defm "" : WMMALoadOpcode<"HMMA_LOAD_C",   F32x8>;
defm "" : WMMALoadOpcode<"IMMA_LOAD_AB",  B32x1>;
defm "" : WMMALoadOpcode<"IMMA_LOAD_AB",  B32x2>;
defm "" : WMMALoadOpcode<"IMMA_LOAD_AB",  B32x4>;
defm "" : WMMALoadOpcode<"IMMA_LOAD_C",   B32x2>;
defm "" : WMMALoadOpcode<"IMMA_LOAD_C",   B32x8>;
defm "" : WMMALoadOpcode<"BMMA_LOAD_AB",  B32x1>;
defm "" : WMMALoadOpcode<"BMMA_LOAD_C",   B32x2>;
defm "" : WMMALoadOpcode<"DMMA_LOAD_AB",  F64x1>;
defm "" : WMMALoadOpcode<"DMMA_LOAD_C",   F64x2>;

//                         stem            fragment
defm "" : WMMAStoreOpcode<"HMMA_STORE_D", B32x4>;
defm "" : WMMAStoreOpcode<"HMMA_STORE_D", F32x8>;
defm "" : WMMAStoreOpcode<"IMMA_STORE_D", B32x2>;
defm "" : WMMAStoreOpcode<"IMMA_STORE_D", B32x8>;
defm "" : WMMAStoreOpcode<"BMMA_STORE_D", B32x2>;
defm "" : WMMAStoreOpcode<"DMMA_STORE_D", F64x2>;

//                        fragment
defm "" : LdMatrixOpcode<B32x1>;
defm "" : LdMatrixOpcode<B32x2>;
defm "" : LdMatrixOpcode<B32x4>;
defm "" : StMatrixOpcode<B32x1>;
defm "" : StMatrixOpcode<B32x2>;
defm "" : StMatrixOpcode<B32x4>;
defm "" : MovMatrixOpcode<B32x1>;

//                        stem         family           D      A      B      C
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, B32x4, B32x8, B32x8, B32x4>;
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, B32x4, B32x8, B32x8, F32x8>;
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, F32x8, B32x8, B32x8, B32x4>;
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, F32x8, B32x8, B32x8, F32x8>;
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, F32x8, B32x2, B32x8, F32x8>;
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, F32x8, B32x4, B32x4, F32x8>;
defm "" : MultiplyOpcode<"HMMA_WMMA", MMAFamily_WMMA, F32x8, B32x8, B32x2, F32x8>;
defm "" : MultiplyOpcode<"IMMA_WMMA", MMAFamily_WMMA, B32x8, B32x1, B32x4, B32x8>;
defm "" : MultiplyOpcode<"IMMA_WMMA", MMAFamily_WMMA, B32x8, B32x2, B32x2, B32x8>;
defm "" : MultiplyOpcode<"IMMA_WMMA", MMAFamily_WMMA, B32x8, B32x4, B32x1, B32x8>;
defm "" : MultiplyOpcode<"IMMA_WMMA", MMAFamily_WMMA, B32x2, B32x1, B32x1, B32x2>;
defm "" : MultiplyOpcode<"BMMA_WMMA", MMAFamily_WMMA, B32x2, B32x1, B32x1, B32x2>;
defm "" : MultiplyOpcode<"DMMA_WMMA", MMAFamily_WMMA, F64x2, F64x1, F64x1, F64x2>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  B32x4, B32x2, B32x2, B32x4>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x8, B32x2, B32x2, B32x4>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x8, B32x2, B32x2, F32x8>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  B32x2, B32x2, B32x1, B32x2>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x2, B32x1, F32x4>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  B32x2, B32x4, B32x2, B32x2>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  B32x2, B32x4, B32x2, F32x4>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x4, B32x2, B32x2>;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x4, B32x2, F32x4>;
defm "" : MultiplyOpcode<"IMMA_MMA",  MMAFamily_MMA,  B32x2, B32x1, B32x1, B32x2>;
defm "" : MultiplyOpcode<"IMMA_MMA",  MMAFamily_MMA,  B32x4, B32x2, B32x1, B32x4>;
defm "" : MultiplyOpcode<"IMMA_MMA",  MMAFamily_MMA,  B32x4, B32x4, B32x2, B32x4>;
defm "" : MultiplyOpcode<"BMMA_MMA",  MMAFamily_MMA,  B32x2, B32x1, B32x1, B32x2>;
defm "" : MultiplyOpcode<"BMMA_MMA",  MMAFamily_MMA,  B32x4, B32x2, B32x1, B32x4>;
defm "" : MultiplyOpcode<"BMMA_MMA",  MMAFamily_MMA,  B32x4, B32x4, B32x2, B32x4>;
defm "" : MultiplyOpcode<"DMMA_MMA",  MMAFamily_MMA,  F64x2, F64x1, F64x1, F64x2>;
defm "" : MultiplyOpcode<"DMMA_MMA",  MMAFamily_MMA,  F64x4, F64x2, F64x1, F64x4>;
defm "" : MultiplyOpcode<"DMMA_MMA",  MMAFamily_MMA,  F64x4, F64x4, F64x2, F64x4>;
defm "" : MultiplyOpcode<"DMMA_MMA",  MMAFamily_MMA,  F64x4, F64x8, F64x4, F64x4>;

//                        stem         family           D      A      B      C      modifier
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  B32x2, B32x2, B32x2, B32x2, "SP_">;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  B32x2, B32x4, B32x4, B32x2, "SP_">;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x2, B32x2, F32x4, "SP_">;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x4, B32x4, F32x4, "SP_">;
defm "" : MultiplyOpcode<"IMMA_MMA",  MMAFamily_MMA,  B32x4, B32x2, B32x2, B32x4, "SP_">;
defm "" : MultiplyOpcode<"IMMA_MMA",  MMAFamily_MMA,  B32x4, B32x4, B32x4, B32x4, "SP_">;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x4, B32x2, F32x4, "BLOCK_SCALE_">;
defm "" : MultiplyOpcode<"HMMA_MMA",  MMAFamily_MMA,  F32x4, B32x4, B32x4, F32x4, "SP_BLOCK_SCALE_">;

defm "" : WGMMASyncOpcode<"FENCE", 0>;
defm "" : WGMMASyncOpcode<"COMMIT_GROUP", 0>;
defm "" : WGMMASyncOpcode<"WAIT_GROUP", 1>;
foreach count = [1, 2, 4, 8, 16, 32, 64, 128] in {
defm "" : HoldOpcode<!cast<MMARegisters>("F32x" # count)>;
defm "" : HoldOpcode<!cast<MMARegisters>("B32x" # count)>;
}
foreach count = WGMMAFloatRegisters in
defm "" : WGMMAOpcode<!cast<MMARegisters>("F32x" # count)>;
foreach count = WGMMAWordRegisters in
defm "" : WGMMAOpcode<!cast<MMARegisters>("B32x" # count)>;
defm "" : TCGen05Opcodes;
}
// clang-format on

def MMAOpcode : GenericEnum { let FilterClass = "MMAOpcode"; }

def MMAOpcodes : GenericTable {
  let FilterClass = "MMAOpcode";
  let CppTypeName = "MMAOpcodeInfo";
  let Fields = ["Name", "Family", "DCount", "ACount", "BCount", "CCount", "HasStride",
                "HasMetadata", "HasScales", "HasCount", "HasReduced", "IsStationary", "Operands"];
  string TypeOf_Family = "MMAFamily";
}
def lookupMMAOpcodeByName : SearchIndex {
  let Table = MMAOpcodes;
  let Key = ["Name"];
}

/// An operand of a statement as C++ has it, and the operands and rows of an opcode.
class MMAStatementOperand<MMAOperands o> {
  MMAOperandForm Form = o.Form;
  int Bits = o.Bits;
  bit IsMemory = !eq(o.Kind, MMAOperandKind_mem);
  bit IsNear = o.IsNear;
  string Role = o.Role;
  list<string> Names = o.Names;
  int First = o.First;
  int Count = o.Count;
}
def : TableStruct<"MMAStatementOperand", "MMAStatementOperand",
                  ["Form", "Bits", "IsMemory", "IsNear", "Role", "Names", "First", "Count"]>;
class MMAStatement<MMAOpcode opcode> {
  MMAOpcode Opcode = opcode;
  list<MMAStatementOperand> Operands = !foreach(o, opcode.Statement, MMAStatementOperand<o>);
  list<MatrixInstruction> Rows = opcode.Rows;
}
foreach opcode = AllMMAOpcodes in
def : MMAStatement<opcode>;

def MMAStatements : GenericTable {
  let FilterClass = "MMAStatement";
  let CppTypeName = "MMAStatement";
  let Fields = ["Opcode", "Operands", "Rows"];
  let PrimaryKey = ["Opcode"];
  let PrimaryKeyName = "lookupMMAStatement";
}

//===- FragmentLayouts.td - Elements of tiles by thread -------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows map threads and registers of a warp to elements of a matrix. Every layout that the
// PTX ISA documents is linear over bits: each bit of the lane number, of the register's number
// and of the element's location in the register adds a fixed amount to one coordinate. So a layout
// is two lists of terms, lowest bit first: five for the lane, seven for the thread of a
// warpgroup; and those of the values of one thread, which the PTX ISA numbers a0, a1, … through
// all registers (the lowest bits are the location in the register).
//
//   R4    adds 4 to the row            S1   adds 1 to the selector of threads: the
//   C4    adds 4 to the column              sparsity selector, or thread-id
//   T1    adds 1 to the tile           B1   adds 1 to the byte-id
//   C4w   adds 4 times the elements of a register
//   C*    C1, C2, C4, …: as many bits as a location in a register has
//   C8+   C8, C16, …: as far as the tile goes, which may end at any multiple of 8
//   C8w+  both: C8w, C16w, …
//
// A coordinate S or B says for which value of the selector the instruction looks at
// that location. A term of the values, or T of the lanes, that leads out of the tile is
// left out, so that one row serves small tiles and large ones. What a tile is for each
// operand, and how a row is chosen, NVPTXTensorCore/Model/Layouts/MMAFragments.cpp says;
// docs/fragment-layouts.md explains it to users. Nothing here knows of targets, or of
// which instructions exist.
//
// Sources: "PTX ISA" is the text of version 9.0, section "Warp Level Matrix Multiply-
// Accumulate Instructions", where it has formulas. Metadata, what ldmatrix and stmatrix
// move of bytes, and tcgen05.ld and tcgen05.st are in its figures only; "CuTe" marks rows
// that were read off CUTLASS's thread-value layouts (mma_traits_sm80_sparse.hpp,
// mma_traits_sm120_sparse.hpp, mma_traits_sm120.hpp, copy_traits_sm100.hpp,
// mma_traits_sm90_gmma.hpp) instead, and that nobody here has tried on hardware.
//
//===----------------------------------------------------------------------===//

/// The families by name: layouts belong to an instruction.
def MMAFamilies : GenericTable {
  let FilterClass = "MMAFamily";
  let CppTypeName = "MMAFamilyInfo";
  let Fields = ["Encoding", "Spelling", "Effects", "Threads"];
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupMMAFamily";
}

/// An operand that has a layout. `Spelling` is for diagnostics.
class MMAOperand<int encoding, string spelling> {
  int Bit = !shl(1, encoding);
  bits<8> Encoding = encoding;
  string Spelling = spelling;
}

// clang-format off
//                                         enc spelling
def MMAOperand_D        : MMAOperand<      0, "D">;
def MMAOperand_A        : MMAOperand<      1, "A">;
def MMAOperand_B        : MMAOperand<      2, "B">;
def MMAOperand_C        : MMAOperand<      3, "C">;
def MMAOperand_Metadata : MMAOperand<      4, "sparsity metadata">;
def MMAOperand_ScaleA   : MMAOperand<      5, "scale_A">;
def MMAOperand_ScaleB   : MMAOperand<      6, "scale_B">;
def MMAOperand_Address  : MMAOperand<      7, "row address">;
// clang-format on

def MMAOperand : GenericEnum {
  let FilterClass = "MMAOperand";
  let ValueField = "Encoding";
}

def MMAOperands : GenericTable {
  let FilterClass = "MMAOperand";
  let CppTypeName = "MMAOperandInfo";
  let Fields = ["Encoding", "Spelling"];
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupMMAOperand";
}

/// Describes four bits of sparsity metadata: `kept` of `group` neighbours in a row of A exist. Two
/// 2-bit indices name those that are kept, a pair of elements at a time where `unit` is 2; for tf32
/// there is one 4-bit index (0b0100 or 0b1110).
class MMASparsityGroup<int elementBits, int group, int kept, int unit> {
  bits<8> ElementBits = elementBits;
  bits<8> Group = group;
  bits<8> Kept = kept;
  bits<8> Unit = unit;
  assert !eq(group, !mul(2, kept)), "a sparse A holds half of its elements";
}

// clang-format off
//                                                bits group kept unit
def MMASparsityGroup_4  : MMASparsityGroup<        4,  8,   4,   2>;
def MMASparsityGroup_8  : MMASparsityGroup<        8,  4,   2,   1>;
def MMASparsityGroup_16 : MMASparsityGroup<       16,  4,   2,   1>;
def MMASparsityGroup_32 : MMASparsityGroup<       32,  2,   1,   1>;
// clang-format on

def MMASparsityGroups : GenericTable {
  let FilterClass = "MMASparsityGroup";
  let CppTypeName = "MMASparsityGroup";
  let Fields = ["ElementBits", "Group", "Kept", "Unit"];
  let PrimaryKey = ["ElementBits"];
  let PrimaryKeyName = "lookupMMASparsityGroup";
}

/// A coordinate of what a fragment holds; its letter in terms.
class MMACoordinate<bits<3> encoding, string letter> {
  bits<3> Encoding = encoding;
  string Letter = letter;
}

defset list<MMACoordinate> AllMMACoordinates = {
def MMACoordinate_Row          : MMACoordinate<0, "R">;
def MMACoordinate_Column       : MMACoordinate<1, "C">;
def MMACoordinate_Tile         : MMACoordinate<2, "T">;
def MMACoordinate_Selector     : MMACoordinate<3, "S">;
def MMACoordinate_ByteSelector : MMACoordinate<4, "B">;
}

def MMACoordinate : GenericEnum {
  let FilterClass = "MMACoordinate";
  let ValueField = "Encoding";
}

/// Holds the amount that a bit of a lane's or a value's number adds to a coordinate. Terms are
/// called R4, row 4; C2w, two registers of columns; C8+, eight columns, sixteen and so on as far as
/// the tile goes; C*, the columns of a register's elements.
class MMALayoutTerm<MMACoordinate to, int amount, bit countsRegisters, bit isElements, bit goesOn> {
  MMACoordinate To = to;
  int Amount = amount;
  bit CountsRegisters = countsRegisters;
  bit IsElements = isElements;
  bit GoesOn = goesOn;
}

foreach to = AllMMACoordinates in {
def "MMALayoutTerm_" # to.Letter # "*" : MMALayoutTerm<to, 1, 0, /*isElements=*/1, 0>;
foreach amount = [1, 2, 4, 8, 16, 32] in
foreach registers = [0, 1] in
foreach goesOn = [0, 1] in
def "MMALayoutTerm_" # to.Letter # amount # !if(registers, "w", "") # !if(goesOn, "+", "")
    : MMALayoutTerm<to, amount, registers, 0, goesOn>;
}

def : TableStruct<"MMALayoutTerm", "MMALayoutTerm",
                  ["To", "Amount", "CountsRegisters", "IsElements", "GoesOn"]>;

/// Serves `operands` of `instruction` where the other columns agree: the shape in
/// PTX's words ("" is any), the extent of the tile along K (0 is any), the bits that an
/// element takes up in a register (of metadata and scales: an element of A), and the
/// layout qualifier, .row or .col (of row addresses: .col is .trans; "" is any). A row
/// with a shape goes before one without.
class MMAFragmentLayout<string instruction, list<MMAOperand> operands, string shape, int depth,
                        int minimumBits, int maximumBits, string major,
                        list<string> lanes, list<string> values, string source> {
  string Name = !subst("MMAFragmentLayout_", "", NAME);
  string Instruction = instruction;
  int OperandSet = !foldl(0, operands, set, operand, !or(set, operand.Bit));
  bits<8> Operands = OperandSet;
  string Shape = shape;
  bits<16> Depth = depth;
  bits<8> MinimumBits = minimumBits;
  bits<8> MaximumBits = maximumBits;
  string Major = major;
  list<MMALayoutTerm> Lanes = !foreach(term, lanes, !cast<MMALayoutTerm>("MMALayoutTerm_" # term));
  list<MMALayoutTerm> Values = !foreach(term, values,
                                        !cast<MMALayoutTerm>("MMALayoutTerm_" # term));
  string Source = source;
  assert !eq(!size(lanes), !if(!eq(!find(instruction, "wgmma"), 0), 7, 5)),
         "a warp has 32 lanes: five terms; a warpgroup has 128: seven";
  assert !le(minimumBits, maximumBits), "the bits run from the fewest to the most";
}

defvar CAndD = [MMAOperand_D, MMAOperand_C];
defvar OnlyA = [MMAOperand_A];
defvar OnlyB = [MMAOperand_B];
defvar OnlyD = [MMAOperand_D];
defvar OnlyC = [MMAOperand_C];
defvar OnlyE = [MMAOperand_Metadata];
defvar OnlySA = [MMAOperand_ScaleA];
defvar OnlySB = [MMAOperand_ScaleB];
defvar OnlyAt = [MMAOperand_Address];

defvar FromFormulas = "PTX ISA 9.0, Matrix Fragments for mma.m8n8k16 to mma.m16n8k256: formulas";
defvar FromQuadPairs =
    "PTX ISA 9.0, Matrix Fragments for mma.m8n8k4 with .f16 floating point type: formulas";
defvar FromMetadata = "PTX ISA 9.0, Sparse matrix storage: selector; figures 119 to 147, read off CuTe (mma_traits_sm80_sparse.hpp)";
defvar FromScaling = "PTX ISA 9.0, Block Scaling for mma.sync: selectors; rows within a pair of threads: CuTe (mma_traits_sm120.hpp)";
defvar FromMoves = "PTX ISA 9.0, ldmatrix, stmatrix, movmatrix: figures 104, 107, 109";
defvar FromDecompression = "PTX ISA 9.0, ldmatrix: figure 106; CuTe (copy_traits_sm100.hpp)";
defvar FromByteLoads =
    "PTX ISA 9.0, ldmatrix: figure 105; CuTe (copy_sm100.hpp, copy_traits_sm100.hpp)";
defvar FromByteStores = "PTX ISA 9.0, stmatrix: figure 108; CuTe (copy_traits_sm100.hpp)";

defvar FromWarpgroups = "PTX ISA 9.0, Register Fragments of wgmma.mma_async: figures 148 to 155, 175 to 179; CuTe (mma_traits_sm90_gmma.hpp)";
defvar FromTensorMemory = "PTX ISA 9.0, Matrix fragments for shapes .32x32b to .16x32bx2 of tcgen05: figures 183 to 187; CuTe (copy_traits_sm100.hpp)";
defvar FromWarpgroupMetadata = "PTX ISA 9.0, Matrix Fragments for sparse wgmma.mma_async: figures 176 to 181, which are those of mma.sp for m16n8k32 f16, m16n8k16 tf32, m16n8k64 u8";

// clang-format off
// mma.sync except for m8n8k4 of f16: 8x8 core matrices of registers, dense, and the kept half of a sparse A.
//                                                             instruction  operand shape  depth  bits   major  lanes                              values                     source
def MMAFragmentLayout_A                    : MMAFragmentLayout<"mma.sync",  OnlyA,  "",        0,  1, 32, "",    ["C1w", "C2w", "R1", "R2", "R4"],  ["C*", "R8", "C4w"],       FromFormulas>;
def MMAFragmentLayout_A_F64                : MMAFragmentLayout<"mma.sync",  OnlyA,  "",        0, 64, 64, "",    ["C1",  "C2",  "R1", "R2", "R4"],  ["R8", "C4", "C8"],        FromFormulas>;
def MMAFragmentLayout_B                    : MMAFragmentLayout<"mma.sync",  OnlyB,  "",        0,  1, 64, "",    ["R1w", "R2w", "C1", "C2", "C4"],  ["R*", "R4w", "R8w"],      FromFormulas>;
def MMAFragmentLayout_CD                   : MMAFragmentLayout<"mma.sync",  CAndD,  "",        0, 16, 64, "",    ["C2",  "C4",  "R1", "R2", "R4"],  ["C1", "R8"],              FromFormulas>;

// mma.sync m8n8k4 of f16: four tiles, each of a quad pair.
//                                                             instruction  operand shape  depth  bits   major  lanes                              values                     source
def MMAFragmentLayout_QuadPair_A_Row       : MMAFragmentLayout<"mma.sync",  OnlyA,  "m8n8k4",  0, 16, 16, "row", ["R1",  "R2",  "T1", "T2", "R4"],  ["C1", "C2"],              FromQuadPairs>;
def MMAFragmentLayout_QuadPair_A_Col       : MMAFragmentLayout<"mma.sync",  OnlyA,  "m8n8k4",  0, 16, 16, "col", ["C1",  "C2",  "T1", "T2", "R4"],  ["R1", "R2"],              FromQuadPairs>;
def MMAFragmentLayout_QuadPair_B_Row       : MMAFragmentLayout<"mma.sync",  OnlyB,  "m8n8k4",  0, 16, 16, "row", ["R1",  "R2",  "T1", "T2", "C4"],  ["C1", "C2"],              FromQuadPairs>;
def MMAFragmentLayout_QuadPair_B_Col       : MMAFragmentLayout<"mma.sync",  OnlyB,  "m8n8k4",  0, 16, 16, "col", ["C1",  "C2",  "T1", "T2", "C4"],  ["R1", "R2"],              FromQuadPairs>;
def MMAFragmentLayout_QuadPair_CD_F16      : MMAFragmentLayout<"mma.sync",  CAndD,  "m8n8k4",  0, 16, 16, "",    ["R1",  "R2",  "T1", "T2", "R4"],  ["C1", "C2", "C4"],        FromQuadPairs>;
def MMAFragmentLayout_QuadPair_CD_F32      : MMAFragmentLayout<"mma.sync",  CAndD,  "m8n8k4",  0, 32, 32, "",    ["R1",  "C2",  "T1", "T2", "R4"],  ["C1", "R2", "C4"],        FromQuadPairs>;

// Sparsity metadata: column c describes the c-th group of a row; see MMASparsityGroup.
//                                                             instruction  operand shape  depth  bits   major  lanes                              values                     source
def MMAFragmentLayout_Metadata_Thread      : MMAFragmentLayout<"mma.sync",  OnlyE,  "",        4, 16, 32, "",    ["S1",  "S2",  "R1", "R2", "R4"],  ["C1", "C2", "R8"],        FromMetadata>;
def MMAFragmentLayout_Metadata_Pair        : MMAFragmentLayout<"mma.sync",  OnlyE,  "",        8, 16, 32, "",    ["C4",  "S1",  "R1", "R2", "R4"],  ["C1", "C2", "R8"],        FromMetadata>;
def MMAFragmentLayout_Metadata_PairOfRows  : MMAFragmentLayout<"mma.sync",  OnlyE,  "",        8,  4,  8, "",    ["R8",  "S1",  "R1", "R2", "R4"],  ["C1", "C2", "C4"],        FromMetadata>;
def MMAFragmentLayout_Metadata_All         : MMAFragmentLayout<"mma.sync",  OnlyE,  "",       16,  4,  8, "",    ["R8",  "C8",  "R1", "R2", "R4"],  ["C1", "C2", "C4"],        FromMetadata>;

// Block scaling: scale_A is M x SFA_N, scale_B is SFB_M x N.
//                                                             instruction  operand shape  depth  bits   major  lanes                              values                     source
def MMAFragmentLayout_ScaleA_1X            : MMAFragmentLayout<"mma.sync",  OnlySA, "",        1,  4,  8, "",    ["R8",  "S1",  "R1", "R2", "R4"],  ["B1", "B2"],              FromScaling>;
def MMAFragmentLayout_ScaleA_2X            : MMAFragmentLayout<"mma.sync",  OnlySA, "",        2,  4,  8, "",    ["R8",  "S1",  "R1", "R2", "R4"],  ["C1", "B2"],              FromScaling>;
def MMAFragmentLayout_ScaleA_4X            : MMAFragmentLayout<"mma.sync",  OnlySA, "",        4,  4,  8, "",    ["R8",  "S1",  "R1", "R2", "R4"],  ["C1", "C2"],              FromScaling>;
def MMAFragmentLayout_ScaleB_1X            : MMAFragmentLayout<"mma.sync",  OnlySB, "",        1,  4,  8, "",    ["S1",  "S2",  "C1", "C2", "C4"],  ["B1", "B2"],              FromScaling>;
def MMAFragmentLayout_ScaleB_2X            : MMAFragmentLayout<"mma.sync",  OnlySB, "",        2,  4,  8, "",    ["S1",  "S2",  "C1", "C2", "C4"],  ["R1", "B2"],              FromScaling>;
def MMAFragmentLayout_ScaleB_4X            : MMAFragmentLayout<"mma.sync",  OnlySB, "",        4,  4,  8, "",    ["S1",  "S2",  "C1", "C2", "C4"],  ["R1", "R2"],              FromScaling>;

// Matrices that are moved. The fragment is the same with .trans; the addresses are then of columns.
//                                                             instruction  operand shape  depth  bits   major  lanes                              values                     source
def MMAFragmentLayout_Load_8x8             : MMAFragmentLayout<"ldmatrix",  OnlyD,  "m8n8",    0, 16, 16, "",    ["C2",  "C4",  "R1", "R2", "R4"],  ["C1", "T1", "T2"],        FromMoves>;
def MMAFragmentLayout_Load_8x16            : MMAFragmentLayout<"ldmatrix",  OnlyD,  "m8n16",   0,  8,  8, "",    ["C4",  "C8",  "R1", "R2", "R4"],  ["C1", "C2", "T1", "T2"],  FromDecompression>;
def MMAFragmentLayout_Load_16x16           : MMAFragmentLayout<"ldmatrix",  OnlyD,  "m16n16",  0,  8,  8, "",    ["C4",  "C8",  "R1", "R2", "R4"],  ["C1", "C2", "R8", "T1"],  FromByteLoads>;
def MMAFragmentLayout_Load_Rows            : MMAFragmentLayout<"ldmatrix",  OnlyAt, "",        0,  8, 16, "row", ["R1",  "R2",  "R4", "T1", "T2"],  [],                        FromMoves>;
def MMAFragmentLayout_Load_Columns         : MMAFragmentLayout<"ldmatrix",  OnlyAt, "m8n8",    0, 16, 16, "col", ["C1",  "C2",  "C4", "T1", "T2"],  [],                        FromMoves>;
def MMAFragmentLayout_Load_16Columns       : MMAFragmentLayout<"ldmatrix",  OnlyAt, "m16n16",  0,  8,  8, "col", ["C1",  "C2",  "C4", "C8", "T1"],  [],                        FromByteLoads>;
def MMAFragmentLayout_Store_8x8            : MMAFragmentLayout<"stmatrix",  OnlyC,  "m8n8",    0, 16, 16, "",    ["C2",  "C4",  "R1", "R2", "R4"],  ["C1", "T1", "T2"],        FromMoves>;
def MMAFragmentLayout_Store_16x8           : MMAFragmentLayout<"stmatrix",  OnlyC,  "m16n8",   0,  8,  8, "",    ["C2",  "C4",  "R1", "R2", "R4"],  ["C1", "R8", "T1", "T2"],  FromByteStores>;
def MMAFragmentLayout_Store_Rows           : MMAFragmentLayout<"stmatrix",  OnlyAt, "m8n8",    0, 16, 16, "row", ["R1",  "R2",  "R4", "T1", "T2"],  [],                        FromMoves>;
def MMAFragmentLayout_Store_Columns        : MMAFragmentLayout<"stmatrix",  OnlyAt, "",        0,  8, 16, "col", ["C1",  "C2",  "C4", "T1", "T2"],  [],                        FromMoves>;
// movmatrix: both in coordinates of the source, of which D holds columns.
def MMAFragmentLayout_Move_A               : MMAFragmentLayout<"movmatrix", OnlyA,  "m8n8",    0, 16, 16, "",    ["C2",  "C4",  "R1", "R2", "R4"],  ["C1"],                    FromMoves>;
def MMAFragmentLayout_Move_D               : MMAFragmentLayout<"movmatrix", OnlyD,  "m8n8",    0, 16, 16, "",    ["R2",  "R4",  "C1", "C2", "C4"],  ["R1"],                    FromMoves>;

// wgmma: each warp of the four has 16 rows, and these as mma.sync has them.
//                                                             instruction        operand shape depth bits  major lanes                                            values                 source
def MMAFragmentLayout_Group_A              : MMAFragmentLayout<"wgmma.mma_async", OnlyA,  "",     0,  1, 32, "", ["C1w", "C2w", "R1", "R2", "R4", "R16", "R32"],  ["C*", "R8", "C4w"],   FromWarpgroups>;
def MMAFragmentLayout_Group_CD             : MMAFragmentLayout<"wgmma.mma_async", CAndD,  "",     0, 16, 32, "", ["C2",  "C4",  "R1", "R2", "R4", "R16", "R32"],  ["C1", "R8", "C8+"],   FromWarpgroups>;
def MMAFragmentLayout_Group_Metadata_Pair  : MMAFragmentLayout<"wgmma.mma_async", OnlyE,  "",     8, 16, 32, "", ["C4",  "S1",  "R1", "R2", "R4", "R16", "R32"],  ["C1", "C2", "R8"],    FromWarpgroupMetadata>;
def MMAFragmentLayout_Group_Metadata_All   : MMAFragmentLayout<"wgmma.mma_async", OnlyE,  "",    16,  8,  8, "", ["R8",  "C8",  "R1", "R2", "R4", "R16", "R32"],  ["C1", "C2", "C4"],    FromWarpgroupMetadata>;
// clang-format on

/// tcgen05.ld has its registers as D, tcgen05.st as C. An element of 16 bits is the lower half
/// of a column: .pack::16b and .unpack::16b.
multiclass MMAFragmentLayoutOfAccess<string shape, list<string> lanes, list<string> values> {
  def _Load  : MMAFragmentLayout<"tcgen05.ld", OnlyD, shape, 0, 16, 32, "", lanes, values,
                                 FromTensorMemory>;
  def _Store : MMAFragmentLayout<"tcgen05.st", OnlyC, shape, 0, 16, 32, "", lanes, values,
                                 FromTensorMemory>;
}

// clang-format off
// Tensor memory: a row is a lane, a column a column; the second half of .16x32bx2 is tile 1.
//                                                                        shape       lanes                               values
defm MMAFragmentLayout_Access_32x32b       : MMAFragmentLayoutOfAccess<"32x32b",   ["R1",  "R2",  "R4", "R8", "R16"],  ["C*", "C1w+"]>;
defm MMAFragmentLayout_Access_16x32bx2     : MMAFragmentLayoutOfAccess<"16x32bx2", ["R1",  "R2",  "R4", "R8", "T1"],   ["C*", "C1w+"]>;
defm MMAFragmentLayout_Access_16x64b       : MMAFragmentLayoutOfAccess<"16x64b",   ["R8",  "C1w", "R1", "R2", "R4"],   ["C*", "C2w+"]>;
defm MMAFragmentLayout_Access_16x128b      : MMAFragmentLayoutOfAccess<"16x128b",  ["C1w", "C2w", "R1", "R2", "R4"],   ["C*", "R8", "C4w+"]>;
defm MMAFragmentLayout_Access_16x256b      : MMAFragmentLayoutOfAccess<"16x256b",  ["C2w", "C4w", "R1", "R2", "R4"],   ["C*", "C1w", "R8", "C8w+"]>;
// clang-format on

def MMAFragmentLayouts : GenericTable {
  let FilterClass = "MMAFragmentLayout";
  let CppTypeName = "MMAFragmentLayoutRow";
  let Fields = ["Name", "Instruction", "Operands", "Shape", "Depth", "MinimumBits", "MaximumBits",
                "Major", "Lanes", "Values", "Source"];
}

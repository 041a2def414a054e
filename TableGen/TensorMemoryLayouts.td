//===- TensorMemoryLayouts.td - Where tcgen05.mma has D and A -*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In which CTA of a pair, lane and column of tensor memory tcgen05.mma has an element of D,
// and of an A that is there too. PTX ISA, "Data Path Layout Organization", Layouts A to G. A
// CTA has M / cta_group rows. Its 128 lanes are divided into `parts`, of which each has all of
// these rows and its share of N; of every 32 lanes the first `rowsOfQuarter` are in use. That
// is all there is to the seven layouts. NVPTXTensorCore/Model/Layouts/TensorMemoryLayouts.h asks.
//
// The text of the ISA has the choice of a layout and the lane alignment; where a row and a
// column go is in its figures only, and was read off CuTe (mma_traits_sm100.hpp: tmem_frg,
// tmem_frg_ws). Nobody here has tried it on hardware.
//
//===----------------------------------------------------------------------===//

/// A set of two: the bit 1 for no, the bit 2 for yes.
defvar TensorMemoryNo = 1;
defvar TensorMemoryYes = 2;
defvar TensorMemoryEither = 3;

/// `copiesOfA`: how often an A in tensor memory must be there, once a part; 0 where nobody says.
class TensorMemoryLayout<string letter, int m, int ctaGroup, int sparsities, int stationarities,
                         int parts, int rowsOfQuarter, int copiesOfA, string source> {
  string Letter = letter;
  bits<16> M = m;
  bits<8> CTAGroup = ctaGroup;
  bits<8> Sparsities = sparsities;
  bits<8> Stationarities = stationarities;
  bits<8> Parts = parts;
  bits<8> RowsOfQuarter = rowsOfQuarter;
  bits<8> CopiesOfA = copiesOfA;
  string Source = source;
  assert !eq(!mul(!div(m, ctaGroup), parts, !div(32, rowsOfQuarter)), 128),
         "a CTA has 128 lanes of tensor memory";
}

defvar FromDataPaths =
    "PTX ISA 9.0, Data Path Layout Organization: figures 205 to 218; CuTe (mma_traits_sm100.hpp)";
defvar FromSparseDataPath = "PTX ISA 9.0, Data Path Layout Organization: table and figure 209; like Layout F, of which each CTA has one";

// clang-format off
//                                             letter M  group  sparse A            .ws                 parts rows A  source
def TensorMemoryLayout_A : TensorMemoryLayout<"A", 256,  2,    TensorMemoryEither, TensorMemoryNo,      1,  32,  1, FromDataPaths>;
def TensorMemoryLayout_B : TensorMemoryLayout<"B", 128,  2,    TensorMemoryNo,     TensorMemoryNo,      2,  32,  2, FromDataPaths>;
def TensorMemoryLayout_C : TensorMemoryLayout<"C", 128,  2,    TensorMemoryYes,    TensorMemoryNo,      1,  16,  1, FromSparseDataPath>;
def TensorMemoryLayout_D : TensorMemoryLayout<"D", 128,  1,    TensorMemoryEither, TensorMemoryEither,  1,  32,  1, FromDataPaths>;
def TensorMemoryLayout_E : TensorMemoryLayout<"E",  64,  1,    TensorMemoryEither, TensorMemoryYes,     2,  32,  0, FromDataPaths>;
def TensorMemoryLayout_F : TensorMemoryLayout<"F",  64,  1,    TensorMemoryEither, TensorMemoryNo,      1,  16,  1, FromDataPaths>;
def TensorMemoryLayout_G : TensorMemoryLayout<"G",  32,  1,    TensorMemoryEither, TensorMemoryYes,     4,  32,  0, FromDataPaths>;
// clang-format on

def TensorMemoryLayouts : GenericTable {
  let FilterClass = "TensorMemoryLayout";
  let CppTypeName = "TensorMemoryLayoutRow";
  let Fields = ["Letter", "M", "CTAGroup", "Sparsities", "Stationarities", "Parts",
                "RowsOfQuarter", "CopiesOfA", "Source"];
}

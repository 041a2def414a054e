//===- ModelFacts.cpp - what the model says, for comparison --------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a line for each fragment layout of a variant, and for each kind of descriptor, with
// a sum over all that it says. The CUDA header prints the same lines of itself
// (scripts/generate cuda-facts ); test/CUDA/header-facts.test compares.
//
//===----------------------------------------------------------------------===//

#include "DescriptorSamples.h"
#include "Model/Descriptors/InstructionDescriptor.h"
#include "Model/Descriptors/MatrixDescriptor.h"
#include "Model/Layouts/MMAFragments.h"
#include "Model/Layouts/SharedMemoryTiles.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

static void printLine(const Twine &Name, const samples::Hash &Sum) {
  outs() << Name << ' ' << Sum.Value << '\n';
}

static void printLayout(const MMAVariant &Variant, MMAOperand Operand) {
  Expected<MMAFragmentLayout> Layout = getMMAFragmentLayout(Variant, Operand);
  if (!Layout)
    return consumeError(Layout.takeError());
  unsigned PerRegister = Layout->getElementsPerRegister();
  unsigned Elements = Layout->getNumRegisters() * PerRegister;
  unsigned Lanes = Layout->getNumLanes();
  if (Operand == MMAOperand_Address)
    Lanes = Layout->getNumRows() * Layout->getNumColumns() * Layout->getNumTiles();
  samples::Hash Sum;
  for (unsigned Lane = 0; Lane < Lanes; ++Lane)
    for (unsigned I = 0; I < Elements; ++I) {
      auto P = Layout->getPosition({Lane, I / PerRegister, I % PerRegister});
      for (unsigned Part : {P->Row, P->Column, P->Tile, P->Selector, P->ByteSelector})
        Sum.add(Part);
    }
  printLine(Variant.Name + " " + lookupMMAOperand(Operand)->Spelling + " " +
                Twine(Layout->getNumRows()) + "x" + Twine(Layout->getNumColumns()) + " " +
                Twine(Elements) + "/" + Twine(PerRegister),
            Sum);
}

static void printLayouts() {
  for (const MMAVariant &Variant : getMMAVariants()) {
    if (!Variant.Legality.Rejected.empty())
      continue;
    switch (Variant.Family) {
    case MMAFamily_MMA:
    case MMAFamily_LdMatrix:
    case MMAFamily_StMatrix:
    case MMAFamily_MovMatrix:
      for (const MMAOperandInfo &Operand : getMMAOperands())
        printLayout(Variant, MMAOperand(Operand.Encoding));
      break;
    case MMAFamily_WGMMA:
      printLayout(Variant, MMAOperand_D);
      break;
    default:
      break;
    }
  }
}

/// All samples of a kind: the words of those that are legal, 0 for the others.
static void printInstructionDescriptors(const BitLayout &Layout) {
  auto Kind = InstructionDescriptorKind(Layout.Encoding);
  samples::Random R = {Layout.Encoding};
  samples::Hash Sum;
  unsigned Legal = 0;
  for (int I = 0; I < samples::NumSamples; ++I) {
    BitAssignments Fields;
    for (int F = 0; F <= int(InstructionDescriptorField_SparsityVersion); ++F) {
      int Value = F == 0   ? samples::sampleM(R)
                  : F == 1 ? samples::sampleN(R)
                           : samples::sampleField(R, Layout.Encoding, F);
      if (Layout.find(F))
        Fields.push_back({unsigned(F), Value});
    }
    Expected<InstructionDescriptor> Word = InstructionDescriptor::encode(Kind, Fields);
    Sum.add(Word ? Word->getWord() : 0);
    if (Word)
      ++Legal;
    else
      consumeError(Word.takeError());
  }
  printLine("idesc " + Layout.Key + " legal " + Twine(Legal), Sum);
}

static void printMatrixDescriptors(MatrixDescriptorFormat Format, ArrayRef<unsigned> Swizzles) {
  samples::Random R = {Format};
  for (unsigned Swizzle : Swizzles) {
    samples::Hash Sum;
    for (int I = 0; I < 1000; ++I) {
      unsigned Start = samples::sampleOffset(R), Leading = samples::sampleOffset(R),
               Stride = samples::sampleOffset(R), Base = R.next() & 7;
      bool IsWGMMA = Format == MatrixDescriptorFormat_WGMMA;
      if (IsWGMMA && Swizzle == 0)
        Base = 0;
      BitAssignments Fields = {{MatrixDescriptorField_Start, Start},
                               {MatrixDescriptorField_Leading, Leading},
                               {MatrixDescriptorField_Stride, Stride},
                               {MatrixDescriptorField_BaseOffset, Base},
                               {MatrixDescriptorField_Swizzle, Swizzle}};
      Sum.add(cantFail(MatrixDescriptor::encode(Format, Fields)).getWord());
      if (IsWGMMA || Swizzle != 2)
        continue;
      Fields[3].Value = 0; // an address goes with that only
      Fields.push_back({MatrixDescriptorField_LeadingMode, 1});
      Sum.add(cantFail(MatrixDescriptor::encode(Format, Fields)).getWord());
    }
    printLine("matrix " + getLayout(Format).Key + " " + Twine(Swizzle), Sum);
  }
}

/// A tile of each form, element and swizzle.
static void printTiles(const SharedMemoryForm &Form) {
  bool IsWGMMA = Form.Format == MatrixDescriptorFormat_WGMMA;
  for (const SharedMemoryElement &Element : getSharedMemoryElements())
    for (SharedMemorySwizzle Swizzle : Form.Swizzles) {
      bool IsRead = IsWGMMA ? Element.isReadBy("wgmma")
                            : any_of(Element.Readers, [](StringRef R) { return R != "wgmma"; });
      if (!IsRead || !is_contained(Form.ElementBits, Element.Bits))
        continue;
      unsigned Step = 256 / Element.StoredBits,
               Line = lookupSharedMemorySwizzle(Swizzle)->LineBytes * 8 / Element.StoredBits;
      unsigned Rows = Form.IsKMajor ? 64 : std::max(2 * Line, 8u),
               Columns = Form.IsKMajor ? std::max(2 * Line, Step) : 2 * Step;
      auto Tile = cantFail(
          makeSharedMemoryTile({Form.Format, &Element, Rows, Columns, Form.IsKMajor, Swizzle}));
      samples::Hash Sum;
      Sum.add(Tile.getDescriptor().getWord());
      Sum.add(Tile.getNumBytes());
      Sum.add(Tile.getSwizzle().getAlignment());
      for (unsigned Column = 0; Column != Columns; Column += Step) {
        Sum.add(Tile.getByteAdvance(0, Column));
        for (unsigned Row = 0; Row != 8; ++Row)
          for (unsigned I = 0; I != Step; ++I)
            Sum.add(Tile.getBitOffset(Row, Column + I));
      }
      printLine("tile " + getLayout(Form.Format).Key + " " + Element.Spelling + " " +
                    Twine(unsigned(Element.StoredBits)) + " " + Twine(Rows) + "x" + Twine(Columns) +
                    (Form.IsKMajor ? " K " : " MN ") + Tile.getSwizzle().Key,
                Sum);
    }
}

int main() {
  printLayouts();
  for (const BitLayout &Layout : getBitLayouts(BitLayoutSet_InstructionDescriptor))
    printInstructionDescriptors(Layout);
  printMatrixDescriptors(MatrixDescriptorFormat_WGMMA, {0, 1, 2, 3});
  printMatrixDescriptors(MatrixDescriptorFormat_TCGen05, {0, 1, 2, 4, 6});
  for (const SharedMemoryForm &Form : getSharedMemoryForms())
    printTiles(Form);
}

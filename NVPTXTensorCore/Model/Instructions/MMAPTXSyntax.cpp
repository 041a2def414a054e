//===- MMAPTXSyntax.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Descriptor fields to PTX text.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMAPTXSyntax.h"
#include "TensorCoreModel/MMAField.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Prints the operands behind scale-d of a wgmma: the scales of A and B, and their transposes. A in
/// registers cannot be transposed.
static bool printImmediates(raw_ostream &OS, uint64_t Word) {
  StringRef Which = spellMMAField(Word, MMAField_Immediates);
  auto Print = [&](MMAField Field) { OS << ", " << spellMMAField(Word, Field); };
  if (Which.contains("scale")) {
    Print(MMAField_NegateA);
    Print(MMAField_NegateB);
  }
  if (Which.contains("trans")) {
    if (spellMMAField(Word, MMAField_Residency).empty())
      Print(MMAField_TransA);
    Print(MMAField_TransB);
  }
  return Which.data();
}

/// .ashift of a tcgen05.mma: first where PTX ISA 9.4 has added something, and else where LLVM 22
/// has it.
static bool printAShift(raw_ostream &OS, uint64_t Word, bool First) {
  StringRef Collector = spellMMAField(Word, MMAField_CollectorB);
  StringRef Shift = spellMMAField(Word, MMAField_AShift);
  const bool IsNew = !Collector.empty() || spellMMAField(Word, MMAField_MMAKind) == ".kind::ti16";
  if (IsNew == First)
    OS << Shift;
  return Collector.data() && Shift.data();
}

bool tensorcore::printMMAQuery(raw_ostream &OS, uint64_t Word, StringRef Query) {
  if (Query == "immediates")
    return printImmediates(OS, Word);
  if (Query == "ashift_before_b" || Query == "ashift_alone")
    return printAShift(OS, Word, Query == "ashift_before_b");
  const MMAFieldInfo *Field = lookupMMAFieldByKey(Query);
  StringRef Text = Field ? spellMMAField(Word, MMAField(Field->Encoding)) : StringRef();
  OS << Text;
  return Text.data();
}

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

#include "MMAPTXSyntax.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;

static void printTypes(raw_ostream &OS, MMADescriptor Descriptor) {
  OS << spellMMAField(MMAField_D, Descriptor.get(MMAField_D));
  bool OmitMultiplicands =
      Descriptor.getFamily() == MMAFamily_WMMA && Descriptor.get(MMAField_A) == MMAType_F16;
  if (!OmitMultiplicands)
    OS << '.' << spellMMAField(MMAField_A, Descriptor.get(MMAField_A)) << '.'
       << spellMMAField(MMAField_B, Descriptor.get(MMAField_B));
  OS << '.' << spellMMAField(MMAField_C, Descriptor.get(MMAField_C));
}

/// The fields by key.
static const StringMap<MMAField> &getFieldsByKey() {
  static const StringMap<MMAField> Map = [] {
    StringMap<MMAField> Result;
    for (const MMAFieldInfo &Field : getMMAFields())
      Result[Field.Key] = MMAField(Field.Encoding);
    return Result;
  }();
  return Map;
}

bool tensorcore::printMMAQuery(raw_ostream &OS, MMADescriptor Descriptor, StringRef Query) {
  if (Query == "types") {
    printTypes(OS, Descriptor);
    return true;
  }
  const StringMap<MMAField> &Fields = getFieldsByKey();
  auto It = Fields.find(Query);
  if (It == Fields.end() || !Descriptor.has(It->second))
    return false;
  OS << spellMMAField(It->second, Descriptor.get(It->second));
  return true;
}

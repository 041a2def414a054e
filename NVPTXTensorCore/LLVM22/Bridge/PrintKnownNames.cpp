//===- PrintKnownNames.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built with LLVM 19: prints the names of all intrinsics that it and this project know, for the
// bridge (KnownNames.cpp). Whether a name that is a row of a table may end in types decides the
// compiler's own gate, when it reads the module.
//
//===----------------------------------------------------------------------===//

#include "IR/Gate/NVVMIntrinsics.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static void print(StringRef Name, bool IsOverloaded) {
  outs() << "KNOWN_NAME(\"" << Name << "\", " << (IsOverloaded ? "true" : "false") << ")\n";
}

int main() {
  for (Intrinsic::ID ID = 1; ID < Intrinsic::num_intrinsics; ++ID)
    print(Intrinsic::getBaseName(ID), Intrinsic::isOverloaded(ID));
  for (StringRef Name : tensorcore::getProjectNames())
    print(Name, true);
}

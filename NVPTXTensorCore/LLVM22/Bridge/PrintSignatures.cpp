//===- PrintSignatures.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built once with LLVM 19 and once with LLVM 22: prints the name and the signature of each
// intrinsic, for the test that compares the two releases.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using Descriptor = Intrinsic::IITDescriptor;

/// A kind by its name, as its number differs between releases.
static StringRef getName(Descriptor::IITDescriptorKind Kind) {
  switch (Kind) {
#define KIND(NAME)                                                                                 \
  case Descriptor::NAME:                                                                           \
    return #NAME;
    // clang-format off
  KIND(Void) KIND(VarArg) KIND(Token) KIND(Metadata) KIND(Half) KIND(BFloat) KIND(Float)
  KIND(Double) KIND(Quad) KIND(Integer) KIND(Vector) KIND(Pointer) KIND(Struct) KIND(Argument)
  KIND(ExtendArgument) KIND(TruncArgument) KIND(SameVecWidthArgument)
  KIND(VecOfAnyPtrsToElt) KIND(VecElementArgument) KIND(Subdivide2Argument)
  KIND(Subdivide4Argument) KIND(VecOfBitcastsToInt) KIND(AMX) KIND(PPCQuad)
    // clang-format on
#undef KIND
                        default : return "?";
  }
}

static void printOverloaded(Intrinsic::ID ID) {
  SmallVector<Descriptor, 8> Descriptors;
  Intrinsic::getIntrinsicInfoTableEntries(ID, Descriptors);
  for (const Descriptor &D : Descriptors) {
    outs() << " " << getName(D.Kind);
    if (D.Kind == Descriptor::Integer)
      outs() << D.Integer_Width;
    else if (D.Kind == Descriptor::Pointer)
      outs() << D.Pointer_AddressSpace;
    else if (D.Kind == Descriptor::Struct)
      outs() << D.Struct_NumElements;
    else if (D.Kind == Descriptor::Argument)
      outs() << D.getArgumentNumber();
  }
}

int main() {
  LLVMContext Context;
  for (Intrinsic::ID ID = 1; ID < Intrinsic::num_intrinsics; ++ID) {
    outs() << Intrinsic::getBaseName(ID);
    if (Intrinsic::isOverloaded(ID))
      printOverloaded(ID);
    else
      outs() << " " << *Intrinsic::getType(Context, ID);
    outs() << "\n";
  }
}

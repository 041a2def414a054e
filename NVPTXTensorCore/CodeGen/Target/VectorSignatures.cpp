//===- VectorSignatures.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How <2 x i8> is passed: as two bytes, like vectors of other lengths. LLVM 19 widens its elements
// to 16 bits first; a call then ends in "Copy one register into another with a different width",
// and a parameter of two bytes is read as four.
//
//===----------------------------------------------------------------------===//

#include "NVPTXISelLowering.h"

using namespace llvm;

MVT NVPTXTargetLowering::getRegisterTypeForCallingConv(LLVMContext &Context, CallingConv::ID CC,
                                                       EVT VT) const {
  if (VT == MVT::v2i8)
    return MVT::i16;
  return TargetLowering::getRegisterTypeForCallingConv(Context, CC, VT);
}

unsigned NVPTXTargetLowering::getNumRegistersForCallingConv(LLVMContext &Context,
                                                            CallingConv::ID CC, EVT VT) const {
  if (VT == MVT::v2i8)
    return 2;
  return TargetLowering::getNumRegistersForCallingConv(Context, CC, VT);
}

unsigned NVPTXTargetLowering::getVectorTypeBreakdownForCallingConv(LLVMContext &Context,
                                                                   CallingConv::ID CC, EVT VT,
                                                                   EVT &IntermediateVT,
                                                                   unsigned &NumIntermediates,
                                                                   MVT &RegisterVT) const {
  if (VT != MVT::v2i8)
    return TargetLowering::getVectorTypeBreakdownForCallingConv(Context, CC, VT, IntermediateVT,
                                                                NumIntermediates, RegisterVT);
  IntermediateVT = MVT::i8;
  RegisterVT = MVT::i16;
  return NumIntermediates = 2;
}

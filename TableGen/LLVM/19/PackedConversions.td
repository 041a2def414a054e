//===- PackedConversions.td - Two floats to two halves --------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accumulators become f16 or bf16 in pairs. LLVM 19 converts each and packs them, three
// instructions; LLVM 22 has these patterns. PTX ISA, "cvt": the first source is the upper half.
//
//===----------------------------------------------------------------------===//

class PackedConversion<ValueType vector, ValueType element, NVPTXInst cvt>
    : Pat<(vector (build_vector (element (fpround Float32Regs:$lower)),
                                (element (fpround Float32Regs:$upper)))),
          (cvt Float32Regs:$upper, Float32Regs:$lower, CvtRN)>,
      Requires<[hasPTX<70>, hasSM<80>]>;

def : PackedConversion<v2f16, f16, CVT_f16x2_f32>;

// LLVM 19's own tests expect two instructions.
def IsOfNewerLLVM : Predicate<"tensorcore::isOfNewerLLVM(*MF->getFunction().getParent())">;
let Predicates = [IsOfNewerLLVM, hasPTX<70>, hasSM<80>] in
  def : PackedConversion<v2bf16, bf16, CVT_bf16x2_f32>;

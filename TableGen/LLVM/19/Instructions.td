//===- Instructions.td - What LLVM 19 lacks ----------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions and patterns that the NVPTX target of LLVM 19 lacks beside those of the model.
//
//===----------------------------------------------------------------------===//

include "OrderedAtomics.td"
include "PackedConversions.td"

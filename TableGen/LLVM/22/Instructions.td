//===- Instructions.td - What LLVM 22 lacks ----------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The NVPTX target of LLVM 22 lacks no instructions beside those of the model.
//
//===----------------------------------------------------------------------===//

//===- Release.td - What LLVM 19 calls it ------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What differs between releases of LLVM in TensorCore.td and in the model: names of the NVPTX
// target's register classes and operands, and numbers of its targets. The build includes the
// file of its release.
//
//===----------------------------------------------------------------------===//

defvar LLVMRelease = 19;

// Register classes.
defvar RegisterClass1 = "Int1Regs";
defvar RegisterClass16 = "Int16Regs";
defvar RegisterClass32 = "Int32Regs";
defvar RegisterClass64 = "Int64Regs";
defvar RegisterClassF32 = "Float32Regs";
defvar RegisterClassF64 = "Float64Regs";

// The value type of an address, and the operand that is its base.
defvar AddressType = "iPTR";
defvar AddressBase = "imem";

// What the suffix of a target adds to FullSmVersion.
defvar ArchitectureSuffix = 1;
defvar FamilySuffix = 2;

// Whether a processor has a feature for its lowest PTX version.
defvar ProcessorsHavePTXVersions = true;

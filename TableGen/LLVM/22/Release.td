//===- Release.td - What LLVM 22 calls it ------------------*- tablegen -*-===//
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

defvar LLVMRelease = 22;

// Register classes.
defvar RegisterClass1 = "B1";
defvar RegisterClass16 = "B16";
defvar RegisterClass32 = "B32";
defvar RegisterClass64 = "B64";
defvar RegisterClassF32 = RegisterClass32;
defvar RegisterClassF64 = RegisterClass64;

// The value type of an address, and the operand that is its base.
defvar AddressType = "pAny";
defvar AddressBase = "ADDR_base";

// What the suffix of a target adds to FullSmVersion.
defvar ArchitectureSuffix = 3;
defvar FamilySuffix = 2;

// Whether a processor has a feature for its lowest PTX version. NVPTXSubtarget.cpp has a function.
defvar ProcessorsHavePTXVersions = false;

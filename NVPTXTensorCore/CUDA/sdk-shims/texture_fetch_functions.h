//===- texture_fetch_functions.h ------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang includes this header of the CUDA SDK, for texture references; CUDA 13 has
// neither any more. In the search path behind an SDK's own folders.
//
//===----------------------------------------------------------------------===//

//===- HostPassNames.h ------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names of the host's legacy passes, which ours take over.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_PLUGIN_HOSTPASSNAMES_H
#define NVPTXTENSORCORE_PLUGIN_HOSTPASSNAMES_H

namespace llvm::tensorcore {

/// opt has a command-line flag for each registered pass and aborts when a second
/// pass of the same name comes. Takes the flags of its NVPTX passes away, so that
/// the registration of ours, which follows, makes them anew. Nothing to do in
/// programs without such flags (llc, clang).
void releaseHostPassNames();

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_PLUGIN_HOSTPASSNAMES_H

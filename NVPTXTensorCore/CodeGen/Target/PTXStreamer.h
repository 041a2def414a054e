//===- PTXStreamer.h --------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The streamer that PTX text leaves through. LLVM's, with the same text, except for where
// instructions go: LLVM scans all that it prints for the columns of comments, which
// PTX's instructions do not have.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_TARGET_PTXSTREAMER_H
#define NVPTXTENSORCORE_CODEGEN_TARGET_PTXSTREAMER_H

#include <memory>

namespace llvm {
class MCContext;
class MCStreamer;
class raw_pwrite_stream;
class TargetMachine;
} // namespace llvm

namespace llvm::tensorcore {

class PartOutput;

/// A streamer that prints PTX to a stream, which may be of a process that compiles a part of a
/// module.
std::unique_ptr<MCStreamer> createPTXStreamer(const TargetMachine &TM, MCContext &Context,
                                              raw_pwrite_stream &Out, PartOutput *Part);

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_TARGET_PTXSTREAMER_H

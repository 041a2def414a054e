//===- BackEnd.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The back end of LLVM 22's tools: a module goes over the bridge, as text, to the library
// libnvptxtc.so beside this plug-in, which has LLVM 19 and the whole of this project's back end.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_LLVM22_PLUGIN_BACKEND_H
#define NVPTXTENSORCORE_LLVM22_PLUGIN_BACKEND_H

namespace llvm {
class Module;
class TargetMachine;
class raw_pwrite_stream;
enum class CodeGenFileType;

namespace tensorcore {

/// Writes a module's PTX. False if that is LLVM 22's own business: a module of another target, or
/// a file other than PTX. Errors go to the module's context.
bool generateCode(Module &M, TargetMachine &TM, CodeGenFileType FileType, raw_pwrite_stream &OS);

} // namespace tensorcore
} // namespace llvm

#endif // NVPTXTENSORCORE_LLVM22_PLUGIN_BACKEND_H

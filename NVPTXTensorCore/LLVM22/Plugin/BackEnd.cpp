//===- BackEnd.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bridge, library, diagnostics.
//
//===----------------------------------------------------------------------===//

#include "LLVM22/Plugin/BackEnd.h"
#include "LLVM22/Bridge/Bridge.h"
#include "LLVM22/Plugin/BackEndOptions.h"
#include "LLVM22/Plugin/Diagnostics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <dlfcn.h>

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// libnvptxtc.so, loaded for itself alone.
struct Library {
  decltype(&nvptxtc_compile) Compile = nullptr;
  decltype(&nvptxtc_free) Free = nullptr;
  std::string Error;

  Library();
};

} // namespace

Library::Library() {
  Dl_info Self;
  if (!dladdr(reinterpret_cast<void *>(&generateCode), &Self)) {
    Error = "cannot find out where the plug-in is";
    return;
  }
  SmallString<128> Path = sys::path::parent_path(Self.dli_fname);
  sys::path::append(Path, "libnvptxtc.so");
  void *Handle = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle) {
    Error = dlerror();
    return;
  }
  Compile = reinterpret_cast<decltype(Compile)>(dlsym(Handle, "nvptxtc_compile"));
  Free = reinterpret_cast<decltype(Free)>(dlsym(Handle, "nvptxtc_free"));
  if (!Compile || !Free)
    Error = (Path + " is not NVPTXTensorCore's library").str();
}

static const Library &getLibrary() {
  static const Library TheLibrary;
  return TheLibrary;
}

/// Compiles IR of LLVM 19. Without errors, writes the PTX.
static void compile(StringRef IR, const BackEndOptions &Options, Diagnostics &Messages,
                    raw_ostream &OS) {
  const Library &TheLibrary = getLibrary();
  if (!TheLibrary.Error.empty())
    return Messages.reportError("NVPTXTensorCore's back end cannot be loaded: " + TheLibrary.Error);
  nvptxtc_options Request = Options.get();
  const std::string Remarks = Messages.getRemarks();
  Request.remarks = Remarks.empty() ? nullptr : Remarks.c_str();
  Request.flags = NVPTXTC_NO_BRIDGE;
  Request.handler = [](const nvptxtc_diagnostic *D, void *Data) {
    static_cast<Diagnostics *>(Data)->report(*D);
  };
  Request.handler_data = &Messages;
  nvptxtc_result *Result = nullptr;
  const nvptxtc_status Status = TheLibrary.Compile(IR.data(), IR.size(), &Request, &Result);
  if (Status == NVPTXTC_SUCCESS)
    OS << StringRef(Result->ptx, Result->ptx_size);
  else if (!Messages.hasErrors())
    Messages.reportError("NVPTXTensorCore's back end failed without a message");
  TheLibrary.Free(Result);
}

bool tensorcore::generateCode(Module &M, TargetMachine &TM, CodeGenFileType FileType,
                              raw_pwrite_stream &OS) {
  if (!TM.getTargetTriple().isNVPTX() || FileType == CodeGenFileType::ObjectFile)
    return false;
  Diagnostics Messages(M);
  const BackEndOptions Options(M, TM);
  Expected<std::string> IR = writeForLLVM19(M);
  if (IR)
    compile(*IR, Options, Messages,
            FileType == CodeGenFileType::Null ? static_cast<raw_ostream &>(nulls()) : OS);
  else
    handleAllErrors(
        IR.takeError(), [&](const BridgeError &E) { Messages.report(E); },
        [&](const ErrorInfoBase &E) { Messages.reportError(E.message()); });
  return true;
}

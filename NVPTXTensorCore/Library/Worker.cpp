//===- Worker.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvptxtc-worker: compiles for a process that has asked for NVPTXTC_ISOLATED. Its standard input is
// a socket to the library there. It ends when that is closed, and after a fatal error, which leaves
// memory behind.
//
//===----------------------------------------------------------------------===//

#include "Library/Packet.h"
#include "Library/nvptxtc.h"
#include <unistd.h>
#include <vector>

using namespace llvm::tensorcore;

/// Compiles what the other process asks for, and answers.
static nvptxtc_status serve(Packet &Asked, Packet &Answer) {
  std::string Target, Features, Remarks;
  nvptxtc_options Options = {};
  Options.size = sizeof(Options);
  Options.target = Asked.getText(Target);
  Options.features = Asked.getText(Features);
  Options.remarks = Asked.getText(Remarks);
  Options.optimization = nvptxtc_level(Asked.getNumber());
  Options.codegen = nvptxtc_level(Asked.getNumber());
  Options.max_registers = unsigned(Asked.getNumber());
  Options.flags = unsigned(Asked.getNumber());

  std::vector<std::string> LLVMOptions(Asked.getNumber());
  std::vector<const char *> Pointers;
  for (std::string &Option : LLVMOptions) {
    Option = Asked.getText();
    Pointers.push_back(Option.c_str());
  }
  Pointers.push_back(nullptr);
  Options.llc_options = Pointers.data();

  struct Text {
    std::string Data, Name;
  };
  std::vector<Text> Texts(Asked.getNumber());
  std::vector<nvptxtc_module> Modules;
  for (Text &T : Texts) {
    T.Data = Asked.getText();
    const char *Name = Asked.getText(T.Name);
    Modules.push_back({T.Data.data(), T.Data.size(), Name, unsigned(Asked.getNumber())});
  }

  nvptxtc_result *Result;
  const nvptxtc_status Status =
      nvptxtc_compile_modules(Modules.data(), Modules.size(), &Options, &Result);
  Answer.put(uint64_t(Status));
  Answer.put(Result->ptx, Result->ptx_size);
  Answer.put(Result->diagnostics, Result->diagnostics_size);
  nvptxtc_free(Result);
  return Status;
}

int main() {
  Packet Hello;
  Hello.put(nvptxtc_hash());
  if (!Hello.send(STDIN_FILENO))
    return 1;
  for (Packet Asked; Asked.receive(STDIN_FILENO);) {
    Packet Answer;
    const nvptxtc_status Status = serve(Asked, Answer);
    if (!Answer.send(STDIN_FILENO) || Status == NVPTXTC_FATAL_ERROR)
      break;
  }
  return 0;
}

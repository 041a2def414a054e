//===- Version.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is the only file that a new commit recompiles.
//
//===----------------------------------------------------------------------===//

#include "Model/Version.h"
#include "Model/Tables/MMATables.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

// PROJECT_VERSION and PROJECT_COMMIT (WriteVersion.cmake).
#include "TensorCoreVersion.inc"

using namespace llvm;

const char *tensorcore::getVersion() { return PROJECT_VERSION; }

const std::string &tensorcore::getVersionText() {
  static const std::string Text = [] {
    const StringRef Commit = PROJECT_COMMIT;
    const unsigned PTX = getPTXVersions().back().Version;
    return formatv("{0}{1}, LLVM {2}, PTX ISA up to {3}.{4}", PROJECT_VERSION,
                   Commit.empty() ? "" : (" (" + Commit + ")").str(), LLVM_VERSION_STRING, PTX / 10,
                   PTX % 10)
        .str();
  }();
  return Text;
}

void tensorcore::printVersion(raw_ostream &OS) {
  OS << "NVPTXTensorCore " << getVersionText() << '\n';
}

const char *tensorcore::getBugReportMessage() {
  static const std::string Message =
      "PLEASE report this crash to NVPTXTensorCore, with the input and the text below: see "
      "CONTRIBUTING.md (Reporting a bug).\nNVPTXTensorCore " +
      getVersionText() + "\n";
  return Message.c_str();
}

//===- ToolLauncher.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// build/bin/llc and opt: the stock tool of the same name with the plug-in loaded first.
// clang++ has more to do: Driver/ClangDriver.cpp.
//
//===----------------------------------------------------------------------===//

#include "StockTool.h"

int main(int argc, char **argv) {
  tensorcore::setUpSanitizer();
  tensorcore::runStockTool(argc, argv);
}

//===- StockTool.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stock clang, which compiles what is not CUDA: where it is, and where the plug-in is. Standard
// library only. The name and the folder of LLVM's tools come from the build (TOOL_NAME, TOOLS_DIR).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_DRIVER_STOCKTOOL_H
#define NVPTXTENSORCORE_DRIVER_STOCKTOOL_H

#include <string>
#include <vector>

namespace tensorcore {

/// Says why the tool cannot run, and ends.
[[noreturn]] void fail(const std::string &Reason);

/// Returns the path of lib/NAME, which was built or installed relative to this program.
std::string findInLib(const std::string &Name);

/// The options that make the stock tool load the plug-in.
std::vector<std::string> getPluginOptions();

/// The stock tool where LLVM was when this was built.
std::string getStockTool();

/// The name by which the stock tool is looked for on the PATH, if it is not there.
std::string getStockToolOnPath();

/// Becomes the stock tool with the plug-in in place.
[[noreturn]] void runStockTool(int argc, char **argv);

} // namespace tensorcore

#endif // NVPTXTENSORCORE_DRIVER_STOCKTOOL_H

//===- StockTool.h ----------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a launcher has to know of the tool that it stands for: where it is, where the
// plug-in is, and what a sanitized plug-in needs. Standard library only. The name and
// the folder of LLVM's tools come from the build (TOOL_NAME, TOOLS_DIR).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_PLUGIN_STOCKTOOL_H
#define NVPTXTENSORCORE_PLUGIN_STOCKTOOL_H

#include <string>
#include <vector>

namespace tensorcore {

/// Says why the tool cannot run, and ends.
[[noreturn]] void fail(const std::string &Reason);

/// What was built or installed as lib/NAME, found relative to this program.
std::string findInLib(const std::string &Name);

/// The options that make the stock tool load the plug-in.
std::vector<std::string> getPluginOptions();

/// The stock tool where LLVM was when this was built.
std::string getStockTool();

/// The name by which the stock tool is looked for on the PATH, if it is not there.
std::string getStockToolOnPath();

/// A sanitized plug-in in a stock tool: the sanitizer's runtime has to be there first,
/// and checks that need the whole process instrumented are off.
void setUpSanitizer();

/// Becomes the stock tool with the plug-in in place.
[[noreturn]] void runStockTool(int argc, char **argv);

} // namespace tensorcore

#endif // NVPTXTENSORCORE_PLUGIN_STOCKTOOL_H

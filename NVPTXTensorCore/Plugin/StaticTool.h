//===- StaticTool.h ---------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's llc or opt, linked into the program itself, for NVPTX alone.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_PLUGIN_STATICTOOL_H
#define NVPTXTENSORCORE_PLUGIN_STATICTOOL_H

#include <string>
#include <string_view>
#include <vector>

namespace tensorcore {

/// Whether arguments, or a module, ask for what only the stock tool can do: plug-ins, which need
/// LLVM as a library beside them, and other targets. A module in text without a triple is for the
/// machine itself.
bool needsStockTool(const std::vector<std::string> &Arguments, std::string_view Module);

/// Whether an argument is an option whose value is the next argument.
bool takesNextArgument(const std::string &Argument);

/// Runs the tool. Returns its exit code.
int runStaticTool(int argc, char **argv);

} // namespace tensorcore

#endif // NVPTXTENSORCORE_PLUGIN_STATICTOOL_H

//===- StockTool.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plug-in is found next to the launcher (../lib), so that an installed tree works
// from any prefix; the stock tool where LLVM was when this was built, or else as
// NAME-22 on the PATH.
//
//===----------------------------------------------------------------------===//

#include "StockTool.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace fs = std::filesystem;

static const std::string Tool = TOOL_NAME;

void tensorcore::fail(const std::string &Reason) {
  std::fprintf(stderr, "%s: %s\n", Tool.c_str(), Reason.c_str());
  std::exit(1);
}

std::string tensorcore::findInLib(const std::string &Name) {
  std::error_code Error;
  fs::path Self = fs::read_symlink("/proc/self/exe", Error);
  if (Error)
    fail("cannot find out where this program is: " + Error.message());
  fs::path Found = Self.parent_path().parent_path() / "lib" / Name;
  if (!fs::exists(Found, Error))
    fail("there is no " + Found.string() + "; build or install NVPTXTensorCore anew");
  return Found.string();
}

std::vector<std::string> tensorcore::getPluginOptions() {
  const std::string Plugin = findInLib("libNVPTXTensorCore.so");
  // It must not complain of them when it only links.
  return {"--start-no-unused-arguments", "-fplugin=" + Plugin,
          "-fplugin=" + findInLib("libNVPTXTensorCoreCUDA.so"), "--end-no-unused-arguments"};
}

std::string tensorcore::getStockTool() { return std::string(TOOLS_DIR) + "/" + Tool; }

std::string tensorcore::getStockToolOnPath() { return Tool + "-22"; }

void tensorcore::runStockTool(int argc, char **argv) {
  std::vector<std::string> Arguments = getPluginOptions();
  std::vector<char *> Vector = {argv[0]};
  for (std::string &Argument : Arguments)
    Vector.push_back(Argument.data());
  Vector.insert(Vector.end(), argv + 1, argv + argc);
  Vector.push_back(nullptr);

  const std::string Stock = getStockTool();
  const std::string OnPath = getStockToolOnPath();
  for (const std::string *Program : {&Stock, &OnPath}) {
    Vector[0] = const_cast<char *>(Program->c_str());
    execvp(Program->c_str(), Vector.data());
  }
  fail("cannot run " + Stock + " nor " + OnPath + " (" + std::strerror(errno) +
       "); install LLVM 22's tools, e.g. with scripts/bootstrap");
}

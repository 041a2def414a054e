//===- ToolLauncher.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// build/bin/llc, opt and clang++: the stock tool of the same name with the plug-in
// loaded first. The plug-in is found next to the launcher (../lib), so that an
// installed tree works from any prefix; the stock tool where LLVM was when this was
// built, or else as NAME-19 on the PATH.
//
//===----------------------------------------------------------------------===//

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

static const std::string Tool = TOOL_NAME;

/// Says why the tool cannot run, and ends.
[[noreturn]] static void fail(const std::string &Reason) {
  std::fprintf(stderr, "%s: %s\n", Tool.c_str(), Reason.c_str());
  std::exit(1);
}

static fs::path findPlugin() {
  std::error_code Error;
  fs::path Self = fs::read_symlink("/proc/self/exe", Error);
  if (Error)
    fail("cannot find out where this program is: " + Error.message());
  fs::path Plugin = Self.parent_path().parent_path() / "lib" / "libNVPTXTensorCore.so";
  if (!fs::exists(Plugin, Error))
    fail("there is no " + Plugin.string() + "; build or install NVPTXTensorCore anew");
  return Plugin;
}

/// The options that make the tool load the plug-in. clang must not complain of them
/// when it only links.
static std::vector<std::string> getPluginOptions(const std::string &Plugin) {
  if (Tool == "clang++")
    return {"--start-no-unused-arguments", "-fplugin=" + Plugin, "--end-no-unused-arguments"};
  return {"-load=" + Plugin};
}

/// A sanitized plug-in in a stock tool: the sanitizer's runtime has to be there first,
/// and checks that need the whole process instrumented are off.
static void setUpSanitizer() {
  const std::string Runtime = SANITIZER_RUNTIME;
  if (Runtime.empty())
    return;
  const char *Preloaded = getenv("LD_PRELOAD");
  setenv("LD_PRELOAD", (Runtime + (Preloaded ? Preloaded : "")).c_str(), /*overwrite=*/1);
  setenv("ASAN_OPTIONS",
         "detect_leaks=0:detect_odr_violation=0:detect_container_overflow=0:allow_user_poisoning=0",
         /*overwrite=*/0);
  setenv("UBSAN_OPTIONS", "print_stacktrace=1:halt_on_error=1", /*overwrite=*/0);
}

int main(int argc, char **argv) {
  setUpSanitizer();
  std::vector<std::string> Arguments = getPluginOptions(findPlugin().string());
  std::vector<char *> Vector = {argv[0]};
  for (std::string &Argument : Arguments)
    Vector.push_back(Argument.data());
  Vector.insert(Vector.end(), argv + 1, argv + argc);
  Vector.push_back(nullptr);

  const std::string Stock = std::string(TOOLS_DIR) + "/" + Tool;
  const std::string OnPath = Tool + "-19";
  for (const std::string *Program : {&Stock, &OnPath}) {
    Vector[0] = const_cast<char *>(Program->c_str());
    execvp(Program->c_str(), Vector.data());
  }
  fail("cannot run " + Stock + " nor " + OnPath + " (" + std::strerror(errno) +
       "); install LLVM 19's tools, e.g. with scripts/bootstrap");
}

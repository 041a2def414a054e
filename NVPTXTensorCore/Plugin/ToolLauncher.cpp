//===- ToolLauncher.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// build/bin/llc and opt: the stock tool of the same name with the plug-in loaded first. A module
// that a newer LLVM wrote is translated before, and given to the tool as its standard input.
// clang++ has more to do: Driver/ClangDriver.cpp.
//
//===----------------------------------------------------------------------===//

#include "Library/NewerModule.h"
#include "StaticTool.h"
#include "StockTool.h"
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace llvm::tensorcore;

using Arguments = std::vector<std::string>;

/// "-o", or "-o=FILE".
static bool isOutput(const std::string &Argument) {
  const std::string Option = Argument.substr(0, Argument.find('='));
  return Option == "-o" || Option == "--o";
}

/// Whether it names one. What cannot be a name does not.
static bool isFile(const std::string &Argument) {
  std::error_code Ignored;
  return fs::is_regular_file(Argument, Ignored);
}

/// The argument that names the module: a file, "-", or else the last word that is no option; the
/// end if all are options.
static Arguments::iterator findInput(Arguments &All) {
  auto Word = All.end();
  for (auto It = All.begin(); It != All.end(); ++It) {
    if (*It == "-" || isFile(*It))
      return It;
    if (isOutput(*It) && It->back() == 'o' && It + 1 != All.end())
      ++It; // the file's name
    else if (It->empty() || It->front() != '-')
      Word = It;
  }
  return Word;
}

static std::string readFile(const std::string &Name) {
  std::ifstream In(Name, std::ios::binary | std::ios::ate);
  std::string Bytes(In ? size_t(In.tellg()) : 0, '\0');
  In.seekg(0);
  In.read(Bytes.data(), Bytes.size());
  return Bytes;
}

static std::string readStandardInput() {
  std::string Bytes;
  char Buffer[1 << 16];
  for (ssize_t Count; (Count = ::read(STDIN_FILENO, Buffer, sizeof Buffer)) > 0;)
    Bytes.append(Buffer, Count);
  return Bytes;
}

static void makeStandardInput(std::string_view Text) {
  const int File = makeMemoryFile(Text);
  if (File < 0 || dup2(File, STDIN_FILENO) < 0)
    tensorcore::fail("cannot hand a module on to the stock tool");
}

static bool hasAny(const Arguments &All, std::initializer_list<std::string_view> Words) {
  return std::any_of(All.begin(), All.end(), [&](const std::string &A) {
    return std::any_of(Words.begin(), Words.end(),
                       [&](std::string_view Word) { return A.find(Word) != A.npos; });
  });
}

/// Where llc writes to if nobody says it, for an input that is not the standard input.
static std::string getDefaultOutput(const Arguments &All, const std::string &Input) {
  const bool IsObject = hasAny(All, {"-filetype=obj"});
  return fs::path(Input).replace_extension(IsObject ? ".o" : ".s").string();
}

/// Puts the translation of a newer LLVM's module in its place. What is no such module stays as it
/// is. Returns the module; nothing if none is read.
static std::string translateInput(Arguments &All) {
  const auto Input = findInput(All);
  const bool IsFile = Input != All.end() && *Input != "-";
  if (IsFile && !isFile(*Input)) // that is the tool's to say, or a pipe with a name
    return "";
  // Without a name, the tool reads what comes.
  if (!IsFile && (isatty(STDIN_FILENO) || hasAny(All, {"-help", "-version"})))
    return "";
  const std::string Name = IsFile ? *Input : "<stdin>";
  std::string Module = IsFile ? readFile(Name) : readStandardInput();
  const std::string Sign = findSignOfNewerLLVM(Module);
  if (Sign.empty()) {
    if (!IsFile)
      makeStandardInput(Module);
    return Module;
  }
  std::error_code Ignored; // the bridge may be on the PATH
  const fs::path Self = fs::read_symlink("/proc/self/exe", Ignored);
  const Translation Newer = translateModule(Module, Self.parent_path().string());
  if (!Newer.IsThere)
    tensorcore::fail(Name + " is a newer LLVM's module, as " + Sign + ": " + Newer.Messages);
  std::fputs(Newer.Messages.c_str(), stderr);
  makeStandardInput(Newer.Text);
  if (IsFile) {
    *Input = "-";
    if (std::string(TOOL_NAME) == "llc" && std::none_of(All.begin(), All.end(), isOutput))
      All.insert(All.end(), {"-o", getDefaultOutput(All, Name)});
  }
  return Newer.Text;
}

int main(int argc, char **argv) {
  tensorcore::setUpSanitizer();
  Arguments All(argv + 1, argv + argc);
  const std::string Module = translateInput(All);
  std::vector<char *> Vector = {argv[0]};
  for (std::string &Argument : All)
    Vector.push_back(Argument.data());
#ifdef HAS_STATIC_TOOL
  if (!tensorcore::needsStockTool(All, Module)) {
    Vector.push_back(nullptr);
    return tensorcore::runStaticTool(Vector.size() - 1, Vector.data());
  }
#endif
  tensorcore::runStockTool(Vector.size(), Vector.data());
}

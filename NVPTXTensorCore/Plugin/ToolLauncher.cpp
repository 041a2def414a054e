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
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <sys/stat.h>
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

#ifdef HAS_STATIC_TOOL // which knows LLVM's options
using ::tensorcore::takesNextArgument;
#else
static bool takesNextArgument(const std::string &Argument) {
  return Argument == "-o" || Argument == "--o";
}
#endif

/// The argument that names the module: a file, "-", or else the last word that is no option; the
/// end if all are options.
static Arguments::iterator findInput(Arguments &All) {
  auto Word = All.end();
  for (auto It = All.begin(); It != All.end(); ++It) {
    if (*It == "-" || isFile(*It))
      return It;
    if (takesNextArgument(*It) && It + 1 != All.end())
      ++It;
    else if (It->empty() || It->front() != '-')
      Word = It;
  }
  return Word;
}

namespace {

/// What is in a file, as memory, for as long as this is there. Nothing if it cannot be read.
class FileBytes {
public:
  explicit FileBytes(const std::string &Name) {
    const int File = open(Name.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat Status;
    if (File >= 0 && fstat(File, &Status) == 0 && Status.st_size > 0)
      Memory = mmap(nullptr, Size = Status.st_size, PROT_READ, MAP_PRIVATE, File, 0);
    if (File >= 0)
      close(File);
  }
  ~FileBytes() {
    if (Memory != MAP_FAILED)
      munmap(Memory, Size);
  }
  FileBytes(const FileBytes &) = delete;

  std::string_view get() const {
    return Memory == MAP_FAILED ? std::string_view()
                                : std::string_view(static_cast<const char *>(Memory), Size);
  }

private:
  void *Memory = MAP_FAILED;
  size_t Size = 0;
};

} // namespace

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

/// Whether the tool that is linked into this program does what is asked.
static bool isLinkedTools(const Arguments &All, std::string_view Module) {
#ifdef HAS_STATIC_TOOL
  return !tensorcore::needsStockTool(All, Module);
#else
  return false;
#endif
}

/// Puts the translation of a newer LLVM's module in its place. Returns it.
static std::string translate(Arguments &All, Arguments::iterator Input, std::string_view Module,
                             const std::string &Sign) {
  const bool IsFile = Input != All.end() && *Input != "-";
  const std::string Name = IsFile ? *Input : "<stdin>";
  std::error_code Ignored; // the bridge may be on the PATH
  const fs::path Self = fs::read_symlink("/proc/self/exe", Ignored);
  Translation Newer = translateModule(Module, Self.parent_path().string());
  if (!Newer.IsThere)
    tensorcore::fail(Name + " is a newer LLVM's module, as " + Sign + ": " + Newer.Messages);
  if (!Newer.Messages.empty())
    std::fprintf(stderr, "%s\n", Newer.Messages.c_str());
  makeStandardInput(Newer.Text);
  if (IsFile) {
    *Input = "-";
    if (std::string(TOOL_NAME) == "llc" && std::none_of(All.begin(), All.end(), isOutput))
      All.insert(All.end(), {"-o", getDefaultOutput(All, Name)});
  }
  return std::move(Newer.Text);
}

/// Translates what a newer LLVM wrote; what is no such module stays as it is. Returns whether the
/// linked tool can go on. None of the module's text is in memory then.
static bool prepareInput(Arguments &All) {
  const auto Input = findInput(All);
  const bool IsFile = Input != All.end() && *Input != "-";
  if (IsFile && !isFile(*Input)) // that is the tool's to say, or a pipe with a name
    return isLinkedTools(All, "");
  // Without a name, the tool reads what comes.
  if (!IsFile && (isatty(STDIN_FILENO) || hasAny(All, {"-help", "-version"})))
    return isLinkedTools(All, "");
  const FileBytes File(IsFile ? *Input : "");
  const std::string Piped = IsFile ? "" : readStandardInput();
  const std::string_view Module = IsFile ? File.get() : Piped;
  // The linked tool looks for signs in text when LLVM 19 has read it, or could not.
  const bool IsLinked = isLinkedTools(All, Module);
  const std::string Sign = IsLinked && !isBitcode(Module) ? "" : findSignOfNewerLLVM(Module);
  if (!Sign.empty()) {
    const std::string Text = translate(All, Input, Module, Sign);
    return isLinkedTools(All, Text);
  }
  if (!IsFile)
    makeStandardInput(Module);
  return IsLinked;
}

int main(int argc, char **argv) {
  tensorcore::setUpSanitizer();
  Arguments All(argv + 1, argv + argc);
  [[maybe_unused]] const bool IsLinked = prepareInput(All);
  std::vector<char *> Vector = {argv[0]};
  for (std::string &Argument : All)
    Vector.push_back(Argument.data());
#ifdef HAS_STATIC_TOOL
  if (IsLinked) {
    Vector.push_back(nullptr);
    return tensorcore::runStaticTool(Vector.size() - 1, Vector.data());
  }
#endif
  tensorcore::runStockTool(Vector.size(), Vector.data());
}

//===- NewerModule.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bitcode says who wrote it, text does not: of that it takes a word that LLVM 19 does not have.
// What each difference between the releases is, the bridge knows (LLVM22/Bridge/Differences.def).
//
//===----------------------------------------------------------------------===//

#include "Library/NewerModule.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <optional>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::tensorcore;

extern char **environ;

/// The release that reads the module otherwise.
static constexpr unsigned OwnRelease = 19;

namespace {

/// What becomes of a difference between the releases. What LLVM 19 has, too, is `former` or `kept`.
enum Change { translated, dropped, refused, other, former, kept };

struct Difference {
  std::string_view Text;
  Change What;
};

} // namespace

/// Attributes, flags and instructions. A label may have such a name; it has a colon after it.
/// Tokens that are no keywords are not found.
static constexpr Difference NewWords[] = {
#define TOKEN(ENUMERATOR, WHAT) {std::string_view(#ENUMERATOR).substr(3), WHAT}, // kw_
#define ATTRIBUTE(KIND, TEXT, WHAT) {TEXT, WHAT},
#include "LLVM22/Bridge/Differences.def"
};
/// Fields of debug information, which have a colon. Of labels no more is needed: their "column" is
/// also one of LLVM 19's locations.
static constexpr Difference NewFields[] = {
#define DEBUG_FIELD(CLASS, PARAMETER, TEXT, WHAT)                                                  \
  {TEXT, std::string_view(#CLASS) == "DILabel" ? kept : WHAT},
#include "LLVM22/Bridge/Differences.def"
};
/// Strings that begin like this are attributes of kernels, and are read otherwise if at all.
static constexpr std::string_view NewString = "nvvm.";
static constexpr Difference KernelAttributes[] = {
#define KERNEL_ATTRIBUTE(NAME, WHAT) {NAME, WHAT},
#include "LLVM22/Bridge/Differences.def"
};

/// Intrinsics whose first operand was a size, and is a pointer.
static constexpr std::string_view ChangedIntrinsic = "llvm.lifetime.", NewOperand = "(ptr";

static constexpr char Program[] = "nvptx-ir-bridge";

template <size_t N>
static const Difference *findRow(const Difference (&Rows)[N], std::string_view Text) {
  const Difference *Found = std::find_if(std::begin(Rows), std::end(Rows),
                                         [&](const Difference &D) { return D.Text == Text; });
  return Found == std::end(Rows) ? nullptr : Found;
}

template <size_t N> static bool isNew(const Difference (&Rows)[N], std::string_view Text) {
  const Difference *Found = findRow(Rows, Text);
  return Found && Found->What != former && Found->What != kept;
}

bool tensorcore::isNewKernelAttribute(std::string_view Name) {
  const Difference *Known = findRow(KernelAttributes, Name);
  return Name.substr(0, NewString.size()) == NewString && !(Known && Known->What == kept);
}

namespace {

/// What a character of text is. Most of a module is its words and names.
struct Characters {
  bool IsOfWord[256] = {};

  constexpr Characters() {
    for (int C = 0; C != 256; ++C)
      IsOfWord[C] = (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || (C >= '0' && C <= '9') ||
                    C == '_' || C == '.' || C == '-' || C == '$';
  }
};

/// Which lengths the new words have that begin with a character. Few words of a module have one.
struct WordLengths {
  uint64_t OfWordsWith[256] = {};

  template <size_t N> constexpr WordLengths(const Difference (&Rows)[N]) {
    for (const Difference &D : Rows)
      OfWordsWith[static_cast<unsigned char>(D.Text[0])] |= uint64_t(1) << D.Text.size() % 64;
  }
  bool mayHave(std::string_view Word) const {
    return OfWordsWith[static_cast<unsigned char>(Word[0])] >> Word.size() % 64 & 1;
  }
};

} // namespace

static constexpr Characters CharacterTable;
static constexpr WordLengths NewWordLengths(NewWords);

static bool isWordCharacter(char C) {
  return CharacterTable.IsOfWord[static_cast<unsigned char>(C)];
}

namespace {

/// Goes through text as LLVM's lexer does, but for what it has no use for.
class TextScanner {
public:
  explicit TextScanner(std::string_view Text) : Text(Text) {}

  /// The first sign.
  std::string find() {
    while (At < Text.size()) {
      const char C = Text[At];
      std::string_view Found;
      if (C == ' ' || C == ',')
        ++At;
      else if (C == '\n')
        ++Line, ++At;
      else if (C == ';')
        At = std::min(Text.find('\n', At), Text.size());
      else if (C == '"')
        Found = takeString();
      else if (C == '@' || C == '%' || C == '!' || C == '#' || C == '$')
        Found = takeName();
      else if (isWordCharacter(C))
        Found = takeWord();
      else
        ++At;
      if (!Found.empty())
        return "line " + std::to_string(Line) + " has '" + std::string(Found) + "'";
    }
    return "";
  }

private:
  /// Nothing of a string that is assigned: a file's name, the value of an attribute.
  std::string_view takeString() {
    const size_t Before = Text.substr(0, At).find_last_not_of(' ');
    const bool IsValue = Before != std::string_view::npos && Text[Before] == '=';
    const size_t Begin = At + 1, End = std::min(Text.find('"', Begin), Text.size());
    std::string_view Inside = Text.substr(Begin, End - Begin);
    Line += std::count(Inside.begin(), Inside.end(), '\n');
    At = std::min(End + 1, Text.size());
    return !IsValue && isNewKernelAttribute(Inside) ? Inside : "";
  }

  std::string_view takeName() {
    const size_t Begin = ++At;
    if (At < Text.size() && Text[At] == '"') {
      takeString();
      return "";
    }
    skipWord();
    const std::string_view Name = Text.substr(Begin, At - Begin);
    const bool IsNew = Name.substr(0, ChangedIntrinsic.size()) == ChangedIntrinsic &&
                       Text.substr(At, NewOperand.size()) == NewOperand;
    return IsNew ? Text.substr(Begin, At + NewOperand.size() - Begin) : "";
  }

  void skipWord() {
    size_t End = At;
    while (End < Text.size() && isWordCharacter(Text[End]))
      ++End;
    At = End;
  }

  std::string_view takeWord() {
    const size_t Begin = At;
    skipWord();
    std::string_view Word = Text.substr(Begin, At - Begin);
    if (At < Text.size() && Text[At] == '"') // c"…"
      takeString();
    const bool HasColon = At < Text.size() && Text[At] == ':';
    const bool IsSign =
        HasColon ? isNew(NewFields, Word) : NewWordLengths.mayHave(Word) && isNew(NewWords, Word);
    return IsSign ? Word : "";
  }

  std::string_view Text;
  size_t At = 0;
  unsigned Line = 1;
};

} // namespace

static uint64_t readBits(std::string_view Bytes, size_t Position, unsigned Count) {
  uint64_t Value = 0;
  for (unsigned Bit = 0; Bit != Count; ++Bit) {
    const size_t P = Position + Bit;
    if (P / 8 < Bytes.size() && (Bytes[P / 8] >> P % 8 & 1))
      Value |= uint64_t(1) << Bit;
  }
  return Value;
}

/// The identification of bitcode, which LLVM writes in front of every module and always in the same
/// way: the block's head, an abbreviation and its length before it, the string as 6-bit characters
/// behind a length of 6 bits.
static std::string readProducer(std::string_view Bitcode) {
  if (readBits(Bitcode, 0, 32) == 0x0B17C0DE && Bitcode.size() > 20) // a wrapper around it
    Bitcode = Bitcode.substr(std::min<size_t>(readBits(Bitcode, 64, 32), Bitcode.size()));
  static constexpr char Characters[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
  static constexpr uint64_t Magic = 0xdec04342, Head = 0x1435;
  static constexpr size_t HeadAt = 32, LengthAt = 128, TextAt = 134;
  if (readBits(Bitcode, 0, 32) != Magic || readBits(Bitcode, HeadAt, 16) != Head)
    return "";
  std::string Text;
  for (size_t I = 0, Length = readBits(Bitcode, LengthAt, 6); I != Length; ++I)
    Text += Characters[readBits(Bitcode, TextAt + 6 * I, 6)];
  return Text;
}

/// Machine code in text, whose words are others, and which the bridge does not read.
static bool isMIR(std::string_view Text) {
  return Text.substr(0, 3) == "---" || Text.find("\n---") != std::string_view::npos;
}

bool tensorcore::isBitcode(std::string_view Module) {
  return Module.substr(0, 2) == "BC" || readBits(Module, 0, 32) == 0x0B17C0DE;
}

std::string tensorcore::findSignOfNewerLLVM(std::string_view Module) {
  if (!isBitcode(Module))
    return isMIR(Module) ? "" : TextScanner(Module).find();
  const std::string Producer = readProducer(Module);
  const size_t Digit = Producer.find_first_of("0123456789");
  const bool IsNewer = Producer.substr(0, 4) == "LLVM" && Digit != std::string::npos &&
                       std::strtoul(Producer.c_str() + Digit, nullptr, 10) > OwnRelease;
  return IsNewer ? Producer + " wrote it" : "";
}

int tensorcore::makeMemoryFile(std::string_view Text) {
  const int File = memfd_create("module", MFD_CLOEXEC);
  while (File >= 0 && !Text.empty()) {
    const ssize_t Written = write(File, Text.data(), Text.size());
    if (Written <= 0) {
      close(File);
      return -1;
    }
    Text.remove_prefix(Written);
  }
  if (File >= 0)
    lseek(File, 0, SEEK_SET);
  return File;
}

static std::string readAndClose(int File) {
  std::string Text(std::max<off_t>(lseek(File, 0, SEEK_END), 0), '\0');
  lseek(File, 0, SEEK_SET);
  size_t Size = 0;
  for (ssize_t Count = 1; Size != Text.size() && Count > 0; Size += std::max<ssize_t>(Count, 0))
    Count = read(File, Text.data() + Size, Text.size() - Size);
  Text.resize(Size);
  close(File);
  return Text;
}

/// The program's exit status; 127 if it does not start, and none if the process does not want to
/// know of its children.
static std::optional<int> run(const std::string &Path, const int (&Files)[3]) {
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  for (int Standard = 0; Standard != 3; ++Standard)
    posix_spawn_file_actions_adddup2(&Actions, Files[Standard], Standard);
  // The calling thread may have blocked signals; the program has not.
  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  sigset_t None;
  sigemptyset(&None);
  posix_spawnattr_setsigmask(&Attributes, &None);
  posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETSIGMASK);
  char *Arguments[] = {const_cast<char *>(Program), nullptr};
  pid_t Child;
  const int Failed = posix_spawnp(&Child, Path.c_str(), &Actions, &Attributes, Arguments, environ);
  posix_spawnattr_destroy(&Attributes);
  posix_spawn_file_actions_destroy(&Actions);
  if (Failed)
    return 127;
  int Status;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return std::nullopt;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 1;
}

Translation tensorcore::translateModule(std::string_view Module, const std::string &ToolFolder) {
  Translation Result;
  const int Files[] = {makeMemoryFile(Module), makeMemoryFile(""), makeMemoryFile("")};
  if (std::find(std::begin(Files), std::end(Files), -1) != std::end(Files)) {
    Result.Messages = std::string("the module cannot be handed on: ") + std::strerror(errno);
    return Result;
  }
  const std::string Beside = ToolFolder + "/" + Program;
  const std::optional<int> Ended = run(access(Beside.c_str(), X_OK) ? Program : Beside, Files);
  close(Files[0]);
  Result.Text = readAndClose(Files[1]);
  Result.Messages = readAndClose(Files[2]);
  Result.Messages.resize(Result.Messages.find_last_not_of('\n') + 1);
  const int Status = Ended.value_or(Result.Text.empty());
  Result.IsThere = !Status;
  Result.IsRead = !Status || Status == RefusedStatus;
  // A shell's and the loader's status of what cannot be run.
  if (Status == 127) {
    Result.IsBridgeMissing = true;
    Result.Messages =
        "LLVM 19 does not read it; " + std::string(Program) +
        ", which translates modules of LLVM 20 to 22, cannot be run; expected it in " + ToolFolder +
        " or on the PATH, and LLVM 22: Debian's package llvm-22" +
        (Result.Messages.empty() ? "" : " (" + Result.Messages + ")");
  } else if (Status && Result.Messages.empty()) {
    Result.Messages = std::string(Program) + " failed without a message";
  }
  return Result;
}

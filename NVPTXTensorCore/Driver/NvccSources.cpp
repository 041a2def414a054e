//===- NvccSources.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A job runs in this process or in another, ours or the stock program: what all have in common is
// the text on standard error. clang reads the copies through a file system overlay, so that
// messages and macros name the files themselves.
//
//===----------------------------------------------------------------------===//

#include "NvccSources.h"
#include "Jobs.h"
#include "clang/Driver/Job.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>
#include <unistd.h>

using namespace llvm;
using namespace llvm::tensorcore;
using clang::driver::Command;

/// A job fails as often as there are errors behind errors. Real sources take one to three rounds.
static constexpr unsigned MaxRounds = 12;

namespace {

/// Text that is missing in front of a character. Columns count from 1, as clang's do.
struct Insertion {
  std::string File;
  unsigned Line, Column;
  std::string Text;
  std::string Message; ///< empty for what belongs to another insertion

  auto getLocation() const { return std::tie(File, Line, Column, Text); }
  bool operator<(const Insertion &Other) const { return getLocation() < Other.getLocation(); }
};

/// An error message of clang, with its position in the file or copy that clang read.
struct FrontEndError {
  StringRef File;
  unsigned Line, Column;
  StringRef Message;
  bool IsOfDeclaration = false; ///< a note at the function that the error is about
  std::string Side = "";        ///< attributes that a template has and this declaration of it not
  std::string Pragma = "";      ///< the definition of the macro that the error is about
};

class LenientCommand : public Command {
public:
  explicit LenientCommand(std::unique_ptr<Command> TheJob)
      : Command(*TheJob), Job(std::move(TheJob)) {}

  int Execute(ArrayRef<std::optional<StringRef>> Redirects, std::string *Error,
              bool *HasFailed) const override;
  void setEnvironment(ArrayRef<const char *> Environment) override {
    Job->setEnvironment(Environment);
  }
  void Print(raw_ostream &OS, const char *Terminator, bool Quote,
             clang::driver::CrashReportInfo *Info) const override {
    Job->Print(OS, Terminator, Quote, Info);
  }

private:
  std::unique_ptr<Command> Job;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reading messages
//===----------------------------------------------------------------------===//

static std::string removeColors(StringRef Text) {
  std::string Plain;
  while (!Text.empty()) {
    const auto [Before, Behind] = Text.split("\x1b[");
    Plain += Before;
    if (Before.size() == Text.size())
      break;
    Text = Behind.drop_until([](char C) { return isAlpha(C); }).substr(1);
  }
  return Plain;
}

/// Files with insertions, as clang has read them.
using Copies = std::map<std::string, std::string>;

/// Returns the text of a file before a position and from it on.
static std::pair<std::string, std::string> splitText(StringRef Text, unsigned Line,
                                                     unsigned Column) {
  size_t Position = 0;
  for (; Line > 1; --Line)
    Position = std::min(Text.size(), Text.find('\n', Position)) + 1;
  Position = std::min(Text.size(), Position + Column - 1);
  return {Text.take_front(Position).str(), Text.drop_front(Position).str()};
}

static std::string readFile(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

static std::pair<std::string, std::string> splitFile(const FrontEndError &E, const Copies &Read) {
  auto Copy = Read.find(E.File.str());
  return splitText(Copy == Read.end() ? readFile(E.File) : Copy->second, E.Line, E.Column);
}

/// Adds a % before the one that an error about inline assembly is behind, and before each further
/// one in front of the same name, up to the end of the template: clang reports one at a time.
static void addPercents(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  const auto [Before, Here] = splitFile(E, Read);
  const size_t First = StringRef(Before + Here.substr(0, 1)).rfind('%');
  if (First == StringRef::npos || First == 0 || Before.size() - First > 3 ||
      Before.size() - First >= E.Column)
    return;
  const std::string Text = Before + Here;
  const StringRef Name = StringRef(Text).drop_front(First + 1).take_while(
      [](char C) { return isAlnum(C) || C == '_'; });
  unsigned Line = E.Line, Column = E.Column - unsigned(Before.size() - First);
  bool IsInString = true;
  for (size_t I = First; I < Text.size(); ++I, ++Column) {
    const StringRef Rest = StringRef(Text).drop_front(I);
    if (Rest.front() == '"' && Text[I - 1] != '\\')
      IsInString = !IsInString;
    else if (!IsInString && !isSpace(Rest.front()))
      return;
    if (Rest.front() == '\n')
      ++Line, Column = 0;
    StringRef Behind = Rest;
    if ((I == First || !Name.empty()) && Behind.consume_front("%") && Text[I - 1] != '%' &&
        Behind.consume_front(Name) &&
        (Behind.empty() || !(isAlnum(Behind.front()) || Behind.front() == '_')))
      Missing.insert({E.File.str(), Line, Column, "%", E.Message.str()});
  }
}

/// Adds a comma before a string that follows an operand of inline assembly: "r"(a) "r"(b).
static void addComma(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  const auto [Before, Here] = splitFile(E, Read);
  if (StringRef(Here).starts_with("\"") && StringRef(Before).rtrim().ends_with(")") &&
      StringRef(Before).take_back(4096).contains("asm"))
    Missing.insert({E.File.str(), E.Line, E.Column, ", ", E.Message.str()});
}

/// Adds the word before the name of a member template that clang takes for a function: E::n<2>(1).
/// The error is at the beginning of the expression or at the name.
static bool addTemplate(const FrontEndError &E, const Copies &Read, StringRef Message,
                        std::set<Insertion> &Missing) {
  static const Regex Member("^(([A-Za-z_][A-Za-z0-9_]*(<[^<>;()]*>)?(::|\\.|->))*)"
                            "[A-Za-z_][A-Za-z0-9_]* *<");
  const auto [Before, Here] = splitFile(E, Read);
  SmallVector<StringRef, 4> Matches;
  if (!Member.match(StringRef(Here).split('\n').first, &Matches))
    return false;
  const StringRef Object = Matches[1].empty() ? StringRef(Before) : Matches[1];
  if (none_of(ArrayRef<StringRef>{"::", ".", "->"},
              [&](StringRef S) { return Object.ends_with(S); }))
    return false;
  Missing.insert(
      {E.File.str(), E.Line, E.Column + unsigned(Matches[1].size()), "template ", Message.str()});
  return true;
}

/// Returns where the first declarator's list goes on, in what stands between `__shared__` and a
/// declarator: the first comma that is not in <>.
static size_t findComma(StringRef Text) {
  int Depth = 0;
  for (auto [I, C] : enumerate(Text)) {
    Depth += C == '<' ? 1 : C == '>' ? -1 : 0;
    if (C == ',' && Depth == 0)
      return I;
  }
  return StringRef::npos;
}

/// Makes a reference of a shared variable whose type has a constructor, which nvcc does not run:
///   __shared__ T name[2], other;
///   __shared__ ::nvcc_uninitialized<T[2]> name_uninitialized; auto &name = name_… /*[2]*/;
///   __shared__ ::nvcc_uninitialized<T> other_uninitialized; auto &other = other_… /*, other*/;
static void addReference(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  const auto [Before, Here] = splitFile(E, Read);
  static const Regex Declaration("__shared__([][A-Za-z0-9_:<>, \t]+)$");
  static const Regex Name("^([A-Za-z0-9_]+)((\\[[^];]*\\][ \t]*)*)[,;]");
  const StringRef Line = StringRef(Before).take_back(E.Column - 1);
  SmallVector<StringRef, 4> Type, Declared;
  if (!Declaration.match(Line, &Type) || !Name.match(StringRef(Here).split('\n').first, &Declared))
    return;
  const std::string Storage = (Declared[1] + "_uninitialized").str();
  const StringRef Extents = Declared[2];
  const unsigned End = E.Column + unsigned(Declared[1].size());
  auto Add = [&](unsigned Column, const Twine &Text, StringRef Message) {
    Missing.insert({E.File.str(), E.Line, Column, Text.str(), Message.str()});
  };
  if (const size_t Comma = findComma(Type[1]); Comma != StringRef::npos) {
    const StringRef First = Type[1].take_front(Comma).rtrim(" \t");
    const size_t Space = First.find_last_of(" \t>"); // the type has no extents of the first one
    if (Space == StringRef::npos || First.contains('['))
      return;
    Add(E.Column - unsigned(Type[1].size() - Type[1].rfind(',')),
        "; __shared__ ::nvcc_uninitialized<" + First.take_front(Space + 1) + Extents + "> " +
            Storage + "; auto &" + Declared[1] + " = " + Storage + ".value /*",
        E.Message);
    return Add(End + unsigned(Extents.size()), "*/", "");
  }
  Add(E.Column - unsigned(Type[1].size()), " ::nvcc_uninitialized<", E.Message);
  Add(E.Column, Extents + "> " + Storage + "; auto &", "");
  if (Extents.empty())
    return Add(End, " = " + Storage + ".value", "");
  Add(End, " = " + Storage + ".value /*", "");
  Add(End + unsigned(Extents.size()), "*/", "");
}

/// Replaces the constraint "C", which LLVM knows under another name (IR/Lowering/AssemblyTexts.h).
static void addTextConstraint(const FrontEndError &E, const Copies &,
                              std::set<Insertion> &Missing) {
  Missing.insert({E.File.str(), E.Line, E.Column, "\"iX\" /*", E.Message.str()});
  Missing.insert({E.File.str(), E.Line, E.Column + unsigned(strlen("\"C\"")), "*/", ""});
}

/// Makes dynamic shared memory an array of unknown length:
///   extern __shared__ T name;
///   extern __shared__ T name_array[]; auto &name = name_array[0];
///   extern __shared__ T name[32][32];
///   extern __shared__ T name[/*32*/][32];
static void addArray(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  static const Regex Declaration(
      "^(__shared__[^][;={}]*[ \t>*])([A-Za-z_][A-Za-z0-9_]*)(\\[([^][]*)\\].*)?;");
  const std::string Here = splitFile(E, Read).second;
  SmallVector<StringRef, 5> Parts;
  if (!Declaration.match(StringRef(Here).split('\n').first, &Parts))
    return;
  auto Add = [&](size_t Position, StringRef Text, StringRef Message) {
    Missing.insert(
        {E.File.str(), E.Line, E.Column + unsigned(Position), Text.str(), Message.str()});
  };
  const size_t Name = Parts[1].size(), End = Name + Parts[2].size();
  if (!Parts[3].empty()) {
    Add(End + 1, "/*", E.Message);
    return Add(End + 1 + Parts[4].size(), "*/", "");
  }
  const std::string Array = (Parts[2] + "_array").str();
  Add(Name, Array + "[]; auto &", E.Message);
  Add(End, " = " + Array + "[0]", "");
}

/// Returns the position behind the parenthesis or brace that closes the one at the beginning of a
/// text.
static size_t findClosing(StringRef Text, char Open = '(', char Close = ')') {
  int Depth = 0;
  for (auto [I, C] : enumerate(Text)) {
    Depth += C == Open ? 1 : C == Close ? -1 : 0;
    if (Depth == 0)
      return I + 1;
  }
  return StringRef::npos;
}

/// Casts a pointer to an integer of its size, before it is cast to a smaller one:
///   (unsigned)p, unsigned(p), reinterpret_cast<unsigned>(p)
///   (unsigned)(__SIZE_TYPE__)p, unsigned((__SIZE_TYPE__)(p)), static_cast /*…*/<unsigned>(…(p))
static void addCast(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  const std::string Here = splitFile(E, Read).second;
  const StringRef Line = StringRef(Here).split('\n').first;
  const size_t Open = Line.find('(');
  const size_t End = Open == StringRef::npos ? Open : findClosing(Line.drop_front(Open));
  if (End == StringRef::npos)
    return;
  auto Add = [&](size_t Position, StringRef Text, StringRef Message) {
    Missing.insert(
        {E.File.str(), E.Line, E.Column + unsigned(Position), Text.str(), Message.str()});
  };
  if (Open == 0)
    return Add(End, "(__SIZE_TYPE__)", E.Message);
  static constexpr StringLiteral Reinterpret = "reinterpret_cast";
  const bool IsReinterpreted = Line.starts_with(Reinterpret);
  if (IsReinterpreted) {
    Add(0, "static_cast /*", E.Message);
    Add(Reinterpret.size(), "*/", "");
  }
  Add(Open + 1, "(__SIZE_TYPE__)(", IsReinterpreted ? "" : E.Message);
  Add(Open + End - 1, ")", "");
}

/// Names a static member by the type of the member that it is asked of, whose object is not
/// constant:
///   if constexpr (member.constant)
///   if constexpr (decltype(member)::/*.*/constant)
static void addType(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  static const Regex Member("^([A-Za-z_][A-Za-z0-9_]*)\\.[A-Za-z_]");
  const std::string Here = splitFile(E, Read).second;
  SmallVector<StringRef, 2> Parts;
  if (!Member.match(Here, &Parts))
    return;
  const unsigned Dot = E.Column + unsigned(Parts[1].size());
  Missing.insert({E.File.str(), E.Line, E.Column, "decltype(", E.Message.str()});
  Missing.insert({E.File.str(), E.Line, Dot, ")::/*", ""});
  Missing.insert({E.File.str(), E.Line, Dot + 1, "*/", ""});
}

/// Adds the word before the name of a member template that clang took for a function: in front of
/// what the name is qualified with, T::template Member<2>()(x).
static void addTypename(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  static const Regex Qualifier("(([A-Za-z_][A-Za-z0-9_]*(<[^<>;()]*>)?::)+(template )?)$");
  const std::string Before = splitFile(E, Read).first;
  SmallVector<StringRef, 4> Parts;
  if (Qualifier.match(StringRef(Before).take_back(E.Column - 1), &Parts))
    Missing.insert(
        {E.File.str(), E.Line, E.Column - unsigned(Parts[1].size()), "typename ", E.Message.str()});
}

/// Makes a list of the elements of an array that stand in parentheses: std::array<T, 2>({a, b}).
static void addBraces(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  const std::string Here = "(" + splitFile(E, Read).second;
  const size_t End = findClosing(StringRef(Here).split('\n').first);
  if (End == StringRef::npos)
    return;
  Missing.insert({E.File.str(), E.Line, E.Column, "{", E.Message.str()});
  Missing.insert({E.File.str(), E.Line, E.Column + unsigned(End) - 2, "}", ""});
}

/// Adds the alignment of a type in front of a smaller one, which nvcc ignores:
/// alignas(128) alignas(64) CUtensorMap.
static void addAlignment(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  static const Regex Minimum("minimum alignment of ([0-9]+)");
  SmallVector<StringRef, 2> Parts;
  if (Minimum.match(E.Message, &Parts) &&
      StringRef(splitFile(E, Read).second).starts_with("alignas"))
    Missing.insert(
        {E.File.str(), E.Line, E.Column, ("alignas(" + Parts[1] + ") ").str(), E.Message.str()});
}

/// Moves an alignment from behind a variable's extents to its name: name[32] alignas(64) becomes
/// name alignas(64) [32] /*alignas(64)*/.
static void moveAlignment(const FrontEndError &E, const Copies &Read,
                          std::set<Insertion> &Missing) {
  static const Regex Extents("[A-Za-z0-9_]((\\[[^][]*\\][ \t]*)+)$");
  const auto [Before, Here] = splitFile(E, Read);
  const StringRef Line = StringRef(Here).split('\n').first;
  size_t End = Line.take_while([](char C) { return isAlnum(C) || C == '_'; }).size();
  if (const size_t Open = Line.find_first_not_of(" \t", End); Line.substr(Open).starts_with("("))
    End = Open + std::min(findClosing(Line.substr(Open)), Line.size() - Open);
  SmallVector<StringRef, 3> Parts;
  if (!Extents.match(StringRef(Before).take_back(E.Column - 1), &Parts) ||
      Line.substr(End).ltrim().starts_with(")")) // a parameter
    return;
  auto Add = [&](unsigned Column, const Twine &Text, StringRef Message) {
    Missing.insert({E.File.str(), E.Line, Column, Text.str(), Message.str()});
  };
  Add(E.Column - unsigned(Parts[1].size()), " " + Line.take_front(End) + " ", E.Message);
  Add(E.Column, "/*", "");
  Add(E.Column + unsigned(End), "*/", "");
}

/// Names the class of an object to which an empty list is assigned, where the list could also be of
/// another class that the object can be assigned: value = __half2{}.
static void addClass(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  static const Regex Class("with operand types '([A-Za-z_][A-Za-z0-9_:]*)'.* and 'void'");
  static const Regex List("^=[ \t]*\\{[ \t]*\\}");
  const std::string Here = splitFile(E, Read).second;
  SmallVector<StringRef, 2> Parts;
  if (Class.match(E.Message, &Parts) && List.match(Here))
    Missing.insert({E.File.str(), E.Line, E.Column + unsigned(Here.find('{')), Parts[1].str(),
                    E.Message.str()});
}

/// Names the type of a list in a kernel's launch: k<<<blocks, {16, 16}>>>.
static void addDimensions(const FrontEndError &E, const Copies &Read,
                          std::set<Insertion> &Missing) {
  const auto [Before, Here] = splitFile(E, Read);
  const size_t Launch = Before.rfind("<<<");
  if (Launch != std::string::npos && StringRef(Here).starts_with("{") &&
      StringRef(Before).drop_front(Launch).find_first_of(";>") == StringRef::npos)
    Missing.insert({E.File.str(), E.Line, E.Column, "dim3", E.Message.str()});
}

/// Returns the words in front of a name in its declaration.
static std::string getDeclaration(const FrontEndError &E, const Copies &Read) {
  const std::string Before = splitFile(E, Read).first;
  return Before.substr(StringRef(Before).find_last_of(";{}") + 1);
}

/// Lets the host call a constexpr function of the device, or the other way round, as nvcc's
/// --expt-relaxed-constexpr does. The location is that of the name in its declaration.
static void addSide(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  if (!StringRef(getDeclaration(E, Read)).contains("constexpr"))
    return;
  const bool IsOfDevice = E.Message.contains("to __device__ function");
  Missing.insert(
      {E.File.str(), E.Line, E.Column, IsOfDevice ? "__host__ " : "__device__ ", E.Message.str()});
}

/// Comments out a `__restrict__` behind the name of a type that is no pointer. Behind a keyword, as
/// `int`, nvcc rejects it, too.
static void addComment(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  const std::string Here = splitFile(E, Read).second;
  const size_t Size =
      StringRef(Here).take_while([](char C) { return isAlnum(C) || C == '_'; }).size();
  Missing.insert({E.File.str(), E.Line, E.Column, "/*", E.Message.str()});
  Missing.insert({E.File.str(), E.Line, E.Column + unsigned(Size), "*/", ""});
}

/// Comments out `__restrict__` at the elements of arrays in a class: clang copies such an array as
/// memory, and then misses the qualifier in the pointer to it. The error is at the class's name.
static void addUnrestricted(const FrontEndError &E, const Copies &Read,
                            std::set<Insertion> &Missing) {
  static const Regex Element("\\*[ \t]*(__restrict(__)?)[ \t]+[A-Za-z_][A-Za-z0-9_]*[ \t]*\\[");
  const std::string Here = splitFile(E, Read).second;
  const StringRef Class = StringRef(Here).substr(Here.find('{'));
  StringRef Rest = Class.take_front(findClosing(Class, '{', '}'));
  SmallVector<StringRef, 3> Parts;
  for (; Element.match(Rest, &Parts); Rest = Rest.substr(Rest.find(Parts[0]) + Parts[0].size())) {
    const StringRef Before(Here.data(), Parts[1].data() - Here.data());
    const unsigned Line = E.Line + unsigned(Before.count('\n'));
    const unsigned Column = Line == E.Line ? E.Column + unsigned(Before.size())
                                           : unsigned(Before.size() - Before.rfind('\n'));
    Missing.insert({E.File.str(), Line, Column, "/*", E.Message.str()});
    Missing.insert({E.File.str(), Line, Column + unsigned(Parts[1].size()), "*/", ""});
  }
}

/// Returns true if a note is at the declaration of a function of the other side that the error is
/// about.
static bool isOfOtherSide(StringRef Note, StringRef Error) {
  return Note.starts_with("candidate function not viable: call to __") ||
         (Note.ends_with(" declared here") && Error.starts_with("reference to __"));
}

/// Returns the attributes of a declaration. A macro, as CUTLASS's, stands for both.
static std::string getSide(StringRef Declaration) {
  return Declaration.contains("__device__") && !Declaration.contains("__host__")
             ? "__device__ "
             : "__host__ __device__ ";
}

/// Makes the pragma of a macro that stands for one, with the rest of its line: UNROLL 4.
static void addPragma(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  const std::string Here = splitFile(E, Read).second;
  const StringRef Line = StringRef(Here).split('\n').first.rtrim();
  const StringRef Rest = Line.drop_while([](char C) { return isAlnum(C) || C == '_'; });
  if (Rest.find_first_of("\"\\/;{}") != StringRef::npos)
    return;
  const std::string Text = "_Pragma(\"" + E.Pragma + Rest.str() + "\")";
  Missing.insert({E.File.str(), E.Line, E.Column, Text + " /*", E.Message.str()});
  Missing.insert({E.File.str(), E.Line, E.Column + unsigned(Line.size()), "*/", ""});
}

static void addGuideSide(const FrontEndError &E, const Copies &Read, std::set<Insertion> &Missing) {
  const bool IsOfDevice = StringRef(getDeclaration(E, Read)).contains("__device__");
  Missing.insert(
      {E.File.str(), E.Line, E.Column, IsOfDevice ? "__host__ " : "__device__ ", E.Message.str()});
}

/// The beginning of an error message, and the missing text or the function that adds it.
static constexpr struct {
  StringLiteral Start;
  void (*Add)(const FrontEndError &, const Copies &, std::set<Insertion> &);
  StringLiteral Text = "";
} Rules[] = {
    {"initialization is not supported for __shared__", addReference},
    {"cast from pointer to smaller type ", addCast},
    {"implicit use of 'this' pointer", addType},
    {"array initializer must be an initializer list", addBraces},
    {"requested alignment is less than minimum alignment", addAlignment},
    {"'alignas' attribute cannot be applied to types", moveAlignment},
    {"use of overloaded operator '=' is ambiguous", addClass},
    {"cannot initialize a parameter of type 'void *'", addUnrestricted},
    {"expected expression", addDimensions},
    {"invalid % escape in inline assembly", addPercents},
    {"invalid input constraint 'C' in asm", addTextConstraint},
    {"in CUDA/HIP, deduction guides may only be annotated", addGuideSide},
    {"missing 'typename'", nullptr, "typename "},
    {"explicit qualification required to use member", nullptr, "this->"},
};

static void addMissing(const FrontEndError &E, const Copies &Read, bool IsInstantiated,
                       std::set<Insertion> &Missing) {
  auto Add = [&](StringRef Text) {
    Missing.insert({E.File.str(), E.Line, E.Column, Text.str(), E.Message.str()});
  };
  if (!E.Pragma.empty())
    return addPragma(E, Read, Missing);
  const auto *Rule =
      find_if(Rules, [&](const auto &Each) { return E.Message.starts_with(Each.Start); });
  if (Rule != std::end(Rules))
    return Rule->Add ? Rule->Add(E, Read, Missing) : Add(Rule->Text);
  if (E.Message.starts_with("missing 'template' keyword") ||
      E.Message.starts_with("use 'template' keyword")) {
    if (!addTemplate(E, Read, E.Message, Missing))
      Add("template ");
  } else if (E.Message.starts_with("reference to overloaded function could not be resolved") ||
             E.Message.starts_with("reference to non-static member function must be called"))
    addTemplate(E, Read, "missing 'template' keyword prior to dependent template name", Missing);
  else if (E.Message.starts_with("invalid operand number in inline asm") && !IsInstantiated)
    addPercents(E, Read, Missing);
  else if (E.Message == "expected ')'")
    addComma(E, Read, Missing);
  else if (E.Message.starts_with("__shared__ variable ") &&
           E.Message.ends_with(" cannot be 'extern'"))
    addArray(E, Read, Missing);
  else if (E.Message.starts_with("restrict requires a pointer or reference") &&
           E.Message.contains("(aka "))
    addComment(E, Read, Missing);
  else if (E.Message.ends_with("a non-type template, but instantiated to a class template"))
    addTypename(E, Read, Missing);
  else if (!E.Side.empty())
    Add(E.Side);
  else if (E.IsOfDeclaration)
    addSide(E, Read, Missing);
}

/// Moves an error to where it is in the definition of a macro with arguments, by the note of it.
/// Errors in an argument are where the argument is, and those of `__shared__` in front of a
/// variable. A macro that is defined as a pragma is named.
static void enterMacro(const FrontEndError &Note, const Copies &Read, FrontEndError &E) {
  StringRef Macro = Note.Message;
  const std::string Here = splitFile(E, Read).second;
  const std::string Definition = splitFile(Note, Read).second;
  StringRef Pragma = StringRef(Definition).split('\n').first.rtrim();
  if (Pragma.consume_front("#pragma "))
    E.Pragma = Pragma;
  else if (Macro.consume_front("expanded from macro '") && Macro.consume_back("'") &&
           StringRef(Here).starts_with((Macro + "(").str())) {
    E.File = Note.File;
    E.Line = Note.Line;
    E.Column = Note.Column;
  }
}

/// Reads what is missing from the messages of a run. An error in a template may come again for an
/// instantiation.
static std::set<Insertion> readMissing(StringRef Said, const Copies &Read) {
  static const Regex Line("^(.+):([0-9]+):([0-9]+): (error|warning|note): (.*)$");
  const std::string Plain = removeColors(Said);
  SmallVector<StringRef, 0> Lines;
  StringRef(Plain).split(Lines, '\n');
  std::vector<FrontEndError> Errors;
  std::set<std::pair<unsigned, unsigned>> Instantiated;
  bool IsOfError = false; // whether a note belongs to an error
  for (StringRef Each : Lines) {
    SmallVector<StringRef, 6> Matches;
    FrontEndError E;
    if (!Line.match(Each, &Matches) || Matches[2].getAsInteger(10, E.Line) ||
        Matches[3].getAsInteger(10, E.Column))
      continue;
    E.File = Matches[1];
    E.Message = Matches[5];
    if (Matches[4] != "note")
      IsOfError = Matches[4] == "error";
    if (Matches[4] == "error")
      Errors.push_back(E);
    else if (IsOfError && isOfOtherSide(E.Message, Errors.back().Message))
      Errors.push_back({E.File, E.Line, E.Column,
                        E.Message.contains(" to __") ? E.Message : Errors.back().Message,
                        /*IsOfDeclaration=*/true});
    else if (IsOfError && E.Message.starts_with("implicit use of 'this' pointer"))
      Errors.push_back(E);
    else if (IsOfError && E.Message.starts_with("expanded from macro"))
      enterMacro(E, Read, Errors.back());
    else if (IsOfError && E.Message == "candidate template ignored: target attributes do not match")
      Errors.back().Side = getSide(getDeclaration(E, Read));
    else if (IsOfError && E.Message.starts_with("in instantiation of"))
      Instantiated.insert({Errors.back().Line, Errors.back().Column});
  }
  std::set<Insertion> Missing;
  for (const FrontEndError &E : Errors)
    addMissing(E, Read, Instantiated.count({E.Line, E.Column}) != 0, Missing);
  return Missing;
}

//===----------------------------------------------------------------------===//
// Files with insertions
//===----------------------------------------------------------------------===//

/// Writes the copies of files with all insertions, and the overlay that puts them in their places.
/// Returns the overlay's path; empty if something cannot be written.
static std::string writeOverlay(const std::set<Insertion> &Inserted, Copies &Made,
                                std::vector<std::string> &Temporary) {
  auto Create = [&](StringRef Suffix, StringRef Text) -> std::string {
    SmallString<128> Path;
    int File;
    if (sys::fs::createTemporaryFile("nvcc-source", Suffix, File, Path))
      return "";
    Temporary.push_back(Path.str().str());
    sys::RemoveFileOnSignal(Path);
    raw_fd_ostream(File, /*shouldClose=*/true) << Text;
    return Path.str().str();
  };
  std::map<std::string, std::vector<const Insertion *>> ByFile;
  for (const Insertion &Each : Inserted)
    ByFile[Each.File].push_back(&Each);
  vfs::YAMLVFSWriter Writer;
  Writer.setUseExternalNames(false);
  for (const auto &[File, Insertions] : ByFile) {
    SmallString<128> Absolute(File);
    if (sys::fs::make_absolute(Absolute))
      return "";
    sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
    const std::string Original = readFile(File);
    std::string &Text = Made[File] = Original;
    for (const Insertion *Each : reverse(Insertions))
      Text.insert(splitText(Original, Each->Line, Each->Column).first.size(), Each->Text);
    const std::string Copy = Create(sys::path::extension(File).drop_front(), Text);
    if (Copy.empty())
      return "";
    Writer.addFileMapping(Absolute, Copy);
  }
  std::string Overlay;
  raw_string_ostream Stream(Overlay);
  Writer.write(Stream);
  return Create("yaml", Overlay);
}

/// Moves positions in a copy to where they are in the file: insertions before them on their line do
/// not count. Earlier ones are sorted by their columns.
static std::set<Insertion> toFile(const std::set<Insertion> &InCopy,
                                  const std::set<Insertion> &Earlier) {
  std::set<Insertion> Result;
  for (Insertion Each : InCopy) {
    unsigned Column = Each.Column;
    for (const Insertion &Before : Earlier)
      if (Before.File == Each.File && Before.Line == Each.Line && Before.Column < Column)
        Column = std::max<unsigned>(Before.Column, Column - Before.Text.size());
    Each.Column = Column;
    Result.insert(std::move(Each));
  }
  return Result;
}

static void warn(raw_ostream &OS, const Insertion &Each, bool HasColors) {
  OS.enable_colors(HasColors);
  OS.changeColor(raw_ostream::SAVEDCOLOR, true);
  OS << Each.File << ':' << Each.Line << ':' << Each.Column << ": ";
  OS.changeColor(raw_ostream::MAGENTA, true) << "warning: ";
  OS.resetColor() << Each.Message << "; nvcc accepts it, and so '" << Each.Text
                  << "' is inserted [-fno-nvcc-sources]\n";
  const auto [Before, Here] = splitText(readFile(Each.File), Each.Line, Each.Column);
  OS << StringRef(Before).take_back(Each.Column - 1) << StringRef(Here).split('\n').first << '\n';
  OS.indent(Each.Column - 1) << "^\n";
  OS.indent(Each.Column - 1) << Each.Text << '\n';
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Calls a function while standard error goes to a file, and returns what was written.
static std::string captureErrors(function_ref<void()> Run) {
  SmallString<128> Path;
  int File;
  if (sys::fs::createTemporaryFile("messages", "txt", File, Path)) {
    Run();
    return "";
  }
  FileRemover Remover(Path); // not at a signal: after a crash, what was said is read
  errs().flush();
  const int Real = dup(STDERR_FILENO);
  dup2(File, STDERR_FILENO);
  Run();
  errs().flush();
  dup2(Real, STDERR_FILENO);
  close(Real);
  close(File);
  auto Said = MemoryBuffer::getFile(Path);
  return Said ? (*Said)->getBuffer().str() : "";
}

int LenientCommand::Execute(ArrayRef<std::optional<StringRef>> Redirects, std::string *Error,
                            bool *HasFailed) const {
  const opt::ArgStringList Original = Job->getArguments();
  const bool HasColors = is_contained(Original, StringRef("-fcolor-diagnostics"));
  std::set<Insertion> Inserted;
  std::vector<std::string> Temporary;
  std::string Overlay, Said;
  Copies Read;
  int Status = 0;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    opt::ArgStringList Args = Original;
    if (!Overlay.empty())
      append_range(Args, ArrayRef({"-ivfsoverlay", Overlay.c_str()}));
    Job->replaceArguments(Args);
    Said = captureErrors([&] { Status = Job->Execute(Redirects, Error, HasFailed); });
    const size_t Before = Inserted.size();
    if (Status && !is_contained(Original, StringRef("-Werror")))
      Inserted.merge(toFile(readMissing(Said, Read), Inserted));
    if (Inserted.size() == Before || (Overlay = writeOverlay(Inserted, Read, Temporary)).empty())
      break;
  }
  for (const Insertion &Each : Inserted)
    if (!Each.Message.empty() && !is_contained(Original, StringRef("-w")))
      warn(errs(), Each, HasColors);
  errs() << Said;
  Job->replaceArguments(Original);
  for (const std::string &File : Temporary)
    sys::fs::remove(File);
  return Status;
}

std::unique_ptr<Command> tensorcore::acceptNvccSources(const Command &Job) {
  return std::make_unique<LenientCommand>(copyFrontEndJob(Job));
}

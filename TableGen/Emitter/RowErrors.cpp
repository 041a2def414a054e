//===- RowErrors.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser does not say at which row it is. After a failure, the text is parsed once more with a
// `dump` before each row, whose message is the row's number: the last one before the first error is
// that of the row.
//
//===----------------------------------------------------------------------===//

#include "RowErrors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Parser.h"
#include "llvm/TableGen/Record.h"
#include <cstdlib>
#include <vector>

using namespace llvm;

//===----------------------------------------------------------------------===//
// Nearest names
//===----------------------------------------------------------------------===//

/// Returns the name in the text that is nearest to an unknown one: two letters differ at most.
static StringRef findNearestName(StringRef Unknown) {
  static const Regex Definition("^(def|defm|defvar|class|multiclass) +([A-Za-z0-9_]+)");
  StringRef Nearest;
  unsigned Limit = std::min<size_t>(Unknown.size() / 3, 2) + 1;
  for (unsigned File = 1; File <= SrcMgr.getNumBuffers(); ++File)
    for (StringRef Line : split(SrcMgr.getMemoryBuffer(File)->getBuffer(), '\n')) {
      SmallVector<StringRef, 3> Parts;
      if (!Definition.match(Line, &Parts))
        continue;
      const unsigned Distance = Unknown.edit_distance(Parts[2], true, Limit);
      if (Distance < Limit) {
        Limit = Distance;
        Nearest = Parts[2];
      }
    }
  return Nearest;
}

static void suggestName(StringRef Message) {
  SmallVector<StringRef, 2> Parts;
  if (!Regex("(not defined|reference to record): '([^']+)'").match(Message, &Parts))
    return;
  if (StringRef Nearest = findNearestName(Parts[2]); !Nearest.empty())
    errs() << "note: did you mean '" << Nearest << "'?\n";
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Returns true if a line begins a row.
static bool isRow(StringRef Line) {
  return Line.starts_with("def ") || Line.starts_with("defm ") || Line.starts_with("foreach ");
}

namespace {

/// The text of all files as one, with a number for each row.
class NumberedText {
public:
  explicit NumberedText(const SourceMgr &Files) : Files(Files) { add(Files.getMainFileID()); }

  std::string Text;
  std::vector<StringRef> Rows;

private:
  void add(unsigned File);

  const SourceMgr &Files;
};

} // namespace

void NumberedText::add(unsigned File) {
  StringRef Before; // with "in" at its end, which is followed by one statement
  for (StringRef Line : split(Files.getMemoryBuffer(File)->getBuffer(), '\n')) {
    StringRef Name = Line;
    if (Name.consume_front("include \"") && Name.consume_back("\""))
      for (unsigned Other = 1; Other <= Files.getNumBuffers(); ++Other)
        if (sys::path::filename(Files.getMemoryBuffer(Other)->getBufferIdentifier()) ==
            sys::path::filename(Name)) {
          add(Other);
          Line = "";
          break;
        }
    if (isRow(Line) && !Before.ends_with(" in")) {
      Text += "dump \"" + utostr(Rows.size()) + "\"; ";
      Rows.push_back(Line);
    }
    Text += (Line + "\n").str();
    Before = Line;
  }
}

static bool HasFailed = false, HasShownRow = false;

/// Prints the row at which parsing fails first, and ends the program: the parser may, too.
static void printRow() {
  if (!HasFailed || HasShownRow)
    return;
  struct {
    SourceMgr Files;
    StringRef Row;
  } static State;
  const std::vector<std::string> Folders = SrcMgr.getIncludeDirs();
  State.Files.takeSourceBuffersFrom(SrcMgr);
  static const NumberedText Numbered(State.Files);
  SourceMgr Again;
  Again.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(Numbered.Text), SMLoc());
  Again.setIncludeDirs(Folders);
  Again.setDiagHandler([](const SMDiagnostic &Said, void *) {
    unsigned Number;
    if (Said.getKind() == SourceMgr::DK_Note && !Said.getMessage().getAsInteger(10, Number))
      State.Row = Numbered.Rows[Number];
    if (Said.getKind() != SourceMgr::DK_Error)
      return;
    if (!State.Row.empty())
      State.Files.PrintMessage(errs(), SMLoc::getFromPointer(State.Row.data()), SourceMgr::DK_Note,
                               "of this row");
    std::_Exit(EXIT_FAILURE);
  });
  RecordKeeper Records;
  TableGenParseFile(Again, Records);
}

static void handle(const SMDiagnostic &Said, void *) {
  SrcMgr.setDiagHandler(nullptr);
  SrcMgr.PrintMessage(errs(), Said);
  SrcMgr.setDiagHandler(handle);
  HasShownRow |= isRow(Said.getLineContents());
  if (Said.getKind() != SourceMgr::DK_Error)
    return;
  HasFailed = true;
  suggestName(Said.getMessage());
}

void tensorcore::explainErrors() {
  SrcMgr.setDiagHandler(handle);
  std::atexit(printRow); // a fatal error ends the program
}

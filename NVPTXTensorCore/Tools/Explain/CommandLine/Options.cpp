//===- Options.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Subcommands and their options. An option that several subcommands have is one for each: what
// they say of it differs.
//
//===----------------------------------------------------------------------===//

#include "Explain/CommandLine/Options.h"
#include "Explain/CommandLine/Commands.h"
#include "Model/Tables/Errors.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

static cl::OptionCategory Category("mma-explain");

static cl::SubCommand Decode("decode", "Decode a word: an MMA descriptor, a kind or collector "
                                       "word, a matrix or instruction descriptor");
static cl::SubCommand
    Encode("encode", "Encode fields as a word; without fields, list the fields of the format");
static cl::SubCommand Show("show", "Describe an instruction: declaration, operands, PTX, targets, "
                                   "work, rules, related instructions");
static cl::SubCommand List("list", "List instructions");
static cl::SubCommand
    Legal("legal", "Check whether a target supports instructions, and print the compiler's reason");
static cl::SubCommand Layout("layout",
                             "Print the lane and register that hold each element of a matrix");
static cl::SubCommand Tile("tile",
                           "Print the layout of a tile in shared memory for wgmma or tcgen05: "
                           "matrix descriptor, strides, steps, tensor map, picture");
static cl::SubCommand PTX("ptx", "List the tensor-core instructions of a PTX file with their "
                                 "companions, and check their legality");
static cl::SubCommand Dump("dump", "Print the model as JSON, for scripts");
static cl::SubCommand Completion("completion", "Print a completion script for a shell");
static cl::SubCommand Manual("manual", "Print the manual page");

static constexpr char NameHelp[] =
    "<name: an intrinsic, an opcode, a PTX mnemonic, or some words of a mnemonic: m16n8k16.f16>";

namespace {

/// --json of a subcommand.
struct JSONOption : cl::opt<bool> {
  explicit JSONOption(cl::SubCommand &Sub)
      : cl::opt<bool>("json", cl::desc("Print JSON"), cl::sub(Sub), cl::cat(Category)) {}
};

struct TargetOption : cl::opt<std::string> {
  TargetOption(cl::SubCommand &Sub, const char *Description)
      : cl::opt<std::string>("target", cl::desc(Description), cl::value_desc("sm_90a"),
                             cl::sub(Sub), cl::cat(Category)) {}
};

struct PTXOption : cl::opt<std::string> {
  explicit PTXOption(cl::SubCommand &Sub)
      : cl::opt<std::string>("ptx", cl::desc("The PTX ISA version (default: the newest)"),
                             cl::value_desc("8.8"), cl::sub(Sub), cl::cat(Category)) {}
};

struct FamilyOption : cl::opt<std::string> {
  explicit FamilyOption(cl::SubCommand &Sub)
      : cl::opt<std::string>(
            "family", cl::desc("Only instructions of this family, or of families with this prefix"),
            cl::value_desc("mma.sync"), cl::sub(Sub), cl::cat(Category)) {}
};

struct NamesOption : cl::list<std::string> {
  explicit NamesOption(cl::SubCommand &Sub)
      : cl::list<std::string>(cl::Positional, cl::desc(NameHelp), cl::sub(Sub), cl::cat(Category)) {
  }
};

constexpr char FormatHelp[] = "Format of the word, of those above; idesc means all kinds";

} // namespace

static cl::opt<std::string> DecodeWord(cl::Positional, cl::desc("<word>"), cl::sub(Decode),
                                       cl::cat(Category));
static cl::opt<std::string> DecodeFormat("as", cl::desc(FormatHelp), cl::value_desc("format"),
                                         cl::sub(Decode), cl::cat(Category));
static JSONOption DecodeJSON(Decode);

static cl::list<std::string> EncodeFields(cl::Positional, cl::desc("<key=value...>"),
                                          cl::sub(Encode), cl::cat(Category));
static cl::opt<std::string> EncodeFormat("as", cl::desc(FormatHelp), cl::value_desc("format"),
                                         cl::sub(Encode), cl::cat(Category));
static JSONOption EncodeJSON(Encode);

static NamesOption ShowNames(Show);
static JSONOption ShowJSON(Show);

static NamesOption ListNames(List);
static FamilyOption ListFamily(List);
static cl::list<std::string> ListTypes("type", cl::desc("Only instructions with this element type"),
                                       cl::value_desc("e4m3"), cl::CommaSeparated, cl::sub(List),
                                       cl::cat(Category));
static cl::list<std::string> ListShapes("shape", cl::desc("Only instructions with this shape"),
                                        cl::value_desc("m16n8k16"), cl::CommaSeparated,
                                        cl::sub(List), cl::cat(Category));
static TargetOption ListTarget(List, "Only what this target has");
static PTXOption ListPTX(List);
static JSONOption ListJSON(List);

static NamesOption LegalNames(Legal);
static TargetOption LegalTarget(Legal, "The target; without one, all targets that have them");
static FamilyOption LegalFamily(Legal);
static PTXOption LegalPTX(Legal);
static JSONOption LegalJSON(Legal);

static cl::opt<std::string> LayoutName(cl::Positional, cl::desc(NameHelp), cl::sub(Layout),
                                       cl::cat(Category));
static cl::list<std::string>
    LayoutQuestions(cl::Positional, cl::desc("<C | C(row,column) | C:lane | C:lane:register ...>"),
                    cl::sub(Layout), cl::cat(Category));
static cl::opt<std::string>
    LayoutOperand("operand",
                  cl::desc("Only this operand: D, A, B, C, metadata, scale_A, scale_B or address"),
                  cl::value_desc("operand"), cl::sub(Layout), cl::cat(Category));
static cl::opt<unsigned> LayoutLane("lane", cl::desc("Print the elements of this lane"),
                                    cl::value_desc("number"), cl::sub(Layout), cl::cat(Category));
static cl::opt<unsigned> LayoutRegister("register",
                                        cl::desc("Print only this register of the lane"),
                                        cl::value_desc("number"), cl::sub(Layout),
                                        cl::cat(Category));
static cl::opt<bool> LayoutByLane("by-lane",
                                  cl::desc("Print a list of lanes instead of tables of tiles"),
                                  cl::sub(Layout), cl::cat(Category));
static cl::opt<unsigned>
    LayoutM("m", cl::desc("M of a tcgen05.mma, for the layout of D in tensor memory"),
            cl::value_desc("number"), cl::sub(Layout), cl::cat(Category));
static cl::opt<unsigned> LayoutN("n", cl::desc("N of the tcgen05.mma"), cl::value_desc("number"),
                                 cl::sub(Layout), cl::cat(Category));
static cl::opt<OutputFormat>
    LayoutFormat("format", cl::desc("How to print layouts"), cl::init(OutputFormat::Text),
                 cl::values(clEnumValN(OutputFormat::Text, "text", "tables (the default)"),
                            clEnumValN(OutputFormat::CSV, "csv", "a line for each element"),
                            clEnumValN(OutputFormat::JSON, "json", "an object for each layout"),
                            clEnumValN(OutputFormat::SVG, "svg", "a picture of one layout")),
                 cl::sub(Layout), cl::cat(Category));

static cl::list<std::string>
    TileWords(cl::Positional, cl::desc("<type rows x columns [K-major | MN-major] [(row,column)]>"),
              cl::sub(Tile), cl::cat(Category));
static cl::opt<std::string>
    TileConsumer("as", cl::desc("The instruction that reads the tile: wgmma or tcgen05"),
                 cl::value_desc("wgmma"), cl::sub(Tile), cl::cat(Category));
static cl::opt<std::string>
    TileSwizzle("swizzle", cl::desc("none, 32, 64, 128 or 128-atom-32 (default: the widest)"),
                cl::value_desc("128"), cl::sub(Tile), cl::cat(Category));
static cl::opt<std::string>
    TileKind("kind",
             cl::desc("The kind of tcgen05.mma, for types whose storage depends on it (e2m1)"),
             cl::value_desc("f8f6f4"), cl::sub(Tile), cl::cat(Category));
static cl::opt<OutputFormat>
    TileFormat("format", cl::desc("How to print the tile"), cl::init(OutputFormat::Text),
               cl::values(clEnumValN(OutputFormat::Text, "text", "text (the default)"),
                          clEnumValN(OutputFormat::JSON, "json", "an object"),
                          clEnumValN(OutputFormat::SVG, "svg", "a picture of the first bytes")),
               cl::sub(Tile), cl::cat(Category));
static JSONOption TileJSON(Tile);

static cl::opt<std::string> PTXFile(cl::Positional, cl::desc("<file, or - for standard input>"),
                                    cl::sub(PTX), cl::cat(Category));
static TargetOption PTXTarget(PTX, "Check for this target instead of the file's own");
static cl::opt<std::string> PTXVersionOption(
    "ptx", cl::desc("With --target: the PTX ISA version (default: the file's, or the newest)"),
    cl::value_desc("8.8"), cl::sub(PTX), cl::cat(Category));
static JSONOption PTXJSON(PTX);
static cl::opt<bool> PTXSyntax("syntax", cl::desc("List only the syntax errors of the file"),
                               cl::sub(PTX), cl::cat(Category));

static JSONOption DumpJSON(Dump); // its only format

static cl::opt<std::string> Shell(cl::Positional, cl::desc("<bash | zsh | fish>"),
                                  cl::sub(Completion), cl::cat(Category));

void explain::hideForeignOptions() {
  cl::HideUnrelatedOptions(Category);
  for (cl::SubCommand *Sub : cl::getRegisteredSubcommands())
    cl::HideUnrelatedOptions(Category, *Sub);
}

/// An option's value, where it is given.
static std::optional<unsigned> getGiven(const cl::opt<unsigned> &Option) {
  return Option.getNumOccurrences() ? std::optional<unsigned>(Option) : std::nullopt;
}

static Expected<bool> runList(raw_ostream &OS) {
  InstructionFilter Filter = {ListFamily,
                              ListTarget,
                              ListPTX,
                              {ListTypes.begin(), ListTypes.end()},
                              {ListShapes.begin(), ListShapes.end()}};
  return runList(OS, ListNames, Filter, ListJSON ? OutputFormat::JSON : OutputFormat::Text);
}

/// Returns what the command line lacks.
static Error checkArguments() {
  const std::pair<cl::SubCommand *, bool> Lacks[] = {
      {&Decode, DecodeWord.empty()}, {&Encode, EncodeFormat.empty()}, {&Show, ShowNames.empty()},
      {&Legal, LegalNames.empty()},  {&Layout, LayoutName.empty()},   {&Tile, TileWords.empty()},
      {&PTX, PTXFile.empty()},       {&Completion, Shell.empty()}};
  for (auto [Sub, IsMissing] : Lacks)
    if (*Sub && IsMissing)
      return rejectMissingArgument(Sub->getName());
  return Error::success();
}

Expected<bool> explain::runCommand(raw_ostream &OS) {
  if (Error E = checkArguments())
    return E;
  if (Decode)
    return runDecode(OS, DecodeWord, DecodeFormat, DecodeJSON);
  if (Encode)
    return runEncode(OS, EncodeFields, EncodeFormat, EncodeJSON);
  if (Show)
    return runShow(OS, ShowNames, ShowJSON);
  if (List)
    return ::runList(OS);
  if (Legal)
    return runLegal(OS, LegalNames, {LegalTarget, LegalPTX, LegalFamily, LegalJSON});
  if (Layout)
    return runLayout(OS, LayoutName, LayoutQuestions,
                     {LayoutOperand, getGiven(LayoutLane), getGiven(LayoutRegister),
                      getGiven(LayoutM), getGiven(LayoutN), LayoutByLane, LayoutFormat});
  if (Tile)
    return runTile(
        OS, TileWords,
        {TileConsumer, TileSwizzle, TileKind, TileJSON ? OutputFormat::JSON : TileFormat});
  if (PTX)
    return PTXSyntax ? runSyntax(OS, PTXFile)
                     : runPTX(OS, PTXFile, PTXTarget, PTXVersionOption, PTXJSON);
  if (Dump)
    return runDump(OS);
  if (Completion) {
    if (Error E = printCompletion(OS, Shell))
      return E;
    return true;
  }
  if (Manual) {
    printManual(OS);
    return true;
  }
  return makeError("expected a command; mma-explain --help lists them");
}

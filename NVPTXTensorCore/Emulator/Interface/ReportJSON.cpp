//===- ReportJSON.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports as JSON, and a log of them as SARIF (OASIS, "Static Analysis Results Interchange Format",
// version 2.1.0).
//
//===----------------------------------------------------------------------===//

#include "Emulator/Interface/ReportText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;
using namespace llvm::tensorcore::run;

json::Array run::makeCalls(const Location &At, const SourceText &Source) {
  json::Array Calls;
  for (const SourceLine &Line : Source.getCalls(At)) {
    json::Object Each{
        {"file", Line.File}, {"line", int64_t(Line.Line)}, {"column", int64_t(Line.Column)}};
    if (!Line.Function.empty())
      Each["function"] = Line.Function;
    Calls.push_back(std::move(Each));
  }
  return Calls.size() > 1 ? std::move(Calls) : json::Array();
}

static json::Object makeJSON(const Location &At, const SourceText &Source) {
  json::Object O{{"file", Source.getFile()},
                 {"kernel", At.Kernel},
                 {"block", json::Array{At.Block[0], At.Block[1], At.Block[2]}},
                 {"warp", At.Warp},
                 {"lanes", int64_t(At.Lanes)}};
  if (At.Instruction) {
    O["line"] = At.Instruction->At.Line;
    O["column"] = At.Instruction->At.Column;
    O["text"] = Source.getLine(At.Instruction->At.Line).trim();
  }
  if (std::string Line = Source.getSource(At); !Line.empty())
    O["source"] = std::move(Line);
  if (json::Array Calls = makeCalls(At, Source); !Calls.empty())
    O["calls"] = std::move(Calls);
  return O;
}

json::Object run::makeJSON(const Report &R, const SourceText &Source, uint64_t Seed) {
  json::Array Others;
  for (const auto &[Sentence, At] : R.Others) {
    json::Object Other = ::makeJSON(At, Source);
    Other["message"] = Sentence;
    Others.push_back(std::move(Other));
  }
  json::Object O = ::makeJSON(R.At, Source);
  O["check"] = getCheckInfo(R.Kind).Name;
  O["severity"] = R.Level == Severity::Error ? "error" : "warning";
  O["message"] = R.Sentence;
  O["count"] = int64_t(R.Count);
  O["seed"] = int64_t(Seed);
  if (!R.Missing.empty())
    O["missing"] = R.Missing;
  if (!Others.empty())
    O["others"] = std::move(Others);
  json::Array Same, Consequences;
  for (const Location &At : R.Same)
    Same.push_back(::makeJSON(At, Source));
  for (const auto &[Sentence, At] : R.Consequences) {
    json::Object Each = ::makeJSON(At, Source);
    Each["message"] = Sentence;
    Consequences.push_back(std::move(Each));
  }
  if (!Same.empty())
    O["same"] = std::move(Same);
  if (!Consequences.empty())
    O["consequences"] = std::move(Consequences);
  return O;
}

std::string run::printSubject(const json::Object &Report) {
  const auto Print = [](const json::Object &At) {
    return (" " + At.getString("file").value_or("") + ":" +
            Twine(At.getInteger("line").value_or(0)) + ":" +
            Twine(At.getInteger("column").value_or(0)))
        .str();
  };
  const std::string Check = Report.getString("check").value_or("").str();
  if (!Report.getInteger("line")) {
    const StringRef Sentence = Report.getString("message").value_or("");
    return Check + " " + Sentence.substr(0, Sentence.find(" 0x")).str();
  }
  const json::Array *Others = Report.getArray("others");
  return Check + Print(Report) + (Others ? Print(*Others->front().getAsObject()) : "");
}

json::Array run::readReports(StringRef File) {
  json::Array Result;
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return Result;
  SmallVector<StringRef, 0> Lines;
  (*Buffer)->getBuffer().split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines) {
    if (Expected<json::Value> V = json::parse(Line))
      Result.push_back(std::move(*V));
    else
      consumeError(V.takeError());
  }
  return Result;
}

static json::Object makeLocation(const json::Object &Location) {
  json::Object Physical{
      {"artifactLocation", json::Object{{"uri", Location.getString("file").value_or("")}}}};
  if (const std::optional<int64_t> Line = Location.getInteger("line"))
    Physical["region"] = json::Object{
        {"startLine", *Line},
        {"startColumn", std::max<int64_t>(1, Location.getInteger("column").value_or(1))}};
  json::Object Result{{"physicalLocation", std::move(Physical)}};
  if (const auto Message = Location.getString("message"))
    Result["message"] = json::Object{{"text", *Message}};
  return Result;
}

/// The lines of inlined functions: each but the last calls the function of the next one.
static json::Object makeCodeFlow(const json::Array &Calls) {
  json::Array Steps;
  for (size_t I = 0; I < Calls.size(); ++I) {
    json::Object Step = makeLocation(*Calls[I].getAsObject());
    if (I + 1 < Calls.size())
      if (const auto Inner = Calls[I + 1].getAsObject()->getString("function"))
        Step["message"] = json::Object{{"text", ("calls " + *Inner).str()}};
    Steps.push_back(json::Object{{"location", std::move(Step)}});
  }
  return json::Object{{"threadFlows", json::Array{json::Object{{"locations", std::move(Steps)}}}}};
}

static json::Object makeResult(const json::Object &R) {
  std::string Text = R.getString("message").value_or("").str();
  if (const auto Missing = R.getString("missing"))
    Text += ("; missing: " + *Missing).str();
  json::Object Result{{"ruleId", R.getString("check").value_or("")},
                      {"level", R.getString("severity").value_or("error")},
                      {"message", json::Object{{"text", Text}}},
                      {"locations", json::Array{makeLocation(R)}}};
  if (const json::Array *Others = R.getArray("others")) {
    json::Array Related;
    for (const json::Value &Other : *Others)
      Related.push_back(makeLocation(*Other.getAsObject()));
    Result["relatedLocations"] = std::move(Related);
  }
  if (const json::Array *Calls = R.getArray("calls"))
    Result["codeFlows"] = json::Array{makeCodeFlow(*Calls)};
  return Result;
}

/// The URL of the page of checks that is installed with this program; empty if there is none.
static std::string findCheckPage() {
  SmallString<128> Page;
  if (sys::fs::real_path("/proc/self/exe", Page))
    return "";
  sys::path::remove_filename(Page);
  sys::path::remove_filename(Page);
  sys::path::append(Page, "share/doc/nvptx-tensorcore/docs/run-checks.md");
  if (!sys::fs::exists(Page))
    return "";
  std::string URL = "file://";
  for (char C : Page)
    if (isAlnum(C) || StringRef("/-._~").contains(C))
      URL += C;
    else
      URL += "%" + utohexstr(static_cast<unsigned char>(C), /*LowerCase=*/false, /*Width=*/2);
  return URL;
}

json::Object run::makeSARIF(const json::Array &Reports) {
  json::Array Rules, Results;
  const std::string Page = findCheckPage();
  for (const CheckInfo &C : getChecks()) {
    json::Object Rule{{"id", C.Name}, {"shortDescription", json::Object{{"text", C.Description}}}};
    if (!Page.empty())
      Rule["helpUri"] = (Page + "#" + C.Name).str();
    Rules.push_back(std::move(Rule));
  }
  for (const json::Value &R : Reports)
    if (const json::Object *O = R.getAsObject())
      Results.push_back(makeResult(*O));
  json::Object Driver{{"name", "ptx-run"}, {"rules", std::move(Rules)}};
  return json::Object{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{json::Object{{"tool", json::Object{{"driver", std::move(Driver)}}},
                                        {"results", std::move(Results)}}}}};
}

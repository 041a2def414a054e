//===- FactsOutput.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts as text and as JSON.
//
//===----------------------------------------------------------------------===//

#include "Explain/Facts/Facts.h"
#include "Model/Legality/Legality.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// "label   text", with space for the longest label.
static void printLine(raw_ostream &OS, StringRef Label, const Twine &Text) {
  OS << "  " << left_justify(Label, 16) << Text << '\n';
}

/// Register lists of more than eight shortened: "{d0, d1, ..., d127}".
static std::string shortenLists(StringRef Statement) {
  std::string Result;
  while (!Statement.empty()) {
    auto [Before, Rest] = Statement.split('{');
    Result += Before;
    if (Before.size() == Statement.size())
      break;
    auto [Inside, After] = Rest.split('}');
    SmallVector<StringRef, 128> Registers;
    Inside.split(Registers, ", ");
    constexpr size_t Longest = 8;
    Result += "{" +
              (Registers.size() <= Longest
                   ? Inside.str()
                   : (Registers[0] + ", " + Registers[1] + ", ..., " + Registers.back()).str()) +
              "}";
    Statement = After;
  }
  return Result;
}

static std::string printOperand(const OperandFact &Operand) {
  std::string Text = Operand.Type;
  if (Operand.Registers > 0)
    Text = formatv("{0} x {1}", Operand.Registers, Operand.Type);
  if (!Operand.Element.empty())
    Text += " of " + Operand.Element;
  if (Operand.Rows)
    Text += formatv(" (tile {0}x{1})", Operand.Rows, Operand.Columns);
  return Text;
}

static std::string printVersions(const FormFact &Form) {
  std::string Text = "PTX ISA " + printPTXVersion(Form.FirstPTX);
  return Form.LastPTX ? Text + " to " + printPTXVersion(Form.LastPTX) : Text + " or later";
}

static void print(raw_ostream &OS, const FormFact &Form) {
  printLine(OS, "PTX", shortenLists(Form.Statement));
  if (!Form.Others.empty())
    printLine(OS, "",
              formatv("and {0} more, such as {1}", Form.Others.size(), Form.Others.front()));
  if (!Form.Choices.empty())
    printLine(OS, "where", Form.Choices);
  if (!Form.Opcode.empty())
    printLine(OS, "opcode", Form.Opcode);
  if (!Form.Descriptor.empty())
    printLine(OS, "MMA descriptor", Form.Descriptor + ", in MIR " + Form.MIR);
  printLine(OS, "targets",
            Form.TargetText.empty() ? join(Form.Targets, ", ")
                                    : Form.TargetText + ": " + join(Form.Targets, ", "));
  printLine(OS, "since", printVersions(Form) + " (" + Form.Source + ")");
}

void explain::print(raw_ostream &OS, const InstructionFacts &Facts) {
  OS << Facts.Name << '\n';
  printLine(OS, "declaration", Facts.Declaration);
  for (const FormFact &Form : Facts.Forms)
    ::print(OS, Form);
  for (const OperandFact &Operand : Facts.Operands)
    printLine(OS, &Operand == &Facts.Operands.front() ? "operands" : "",
              Operand.Name + ": " + printOperand(Operand));
  if (!Facts.Work.empty())
    printLine(OS, "work", Facts.Work);
  for (const std::string &Rule : Facts.Rules)
    printLine(OS, &Rule == &Facts.Rules.front() ? "rules" : "", Rule);
  if (!Facts.Layouts.empty())
    printLine(OS, "layouts", join(Facts.Layouts, ", "));
  StringRef Label = "example";
  for (StringRef Line : split(StringRef(Facts.Example).rtrim(), '\n'))
    if (!Line.starts_with("declare ") && !Line.empty()) // as above
      printLine(OS, std::exchange(Label, ""), Line);
  for (const RelativeFact &Relative : Facts.Relatives)
    printLine(OS, &Relative == &Facts.Relatives.front() ? "relatives" : "",
              Relative.Name + " (" + Relative.Difference + ")");
}

static void print(json::OStream &JSON, StringRef Key, ArrayRef<std::string> Texts) {
  JSON.attributeArray(Key, [&] {
    for (const std::string &Text : Texts)
      JSON.value(Text);
  });
}

void explain::print(json::OStream &JSON, const ImmediateFact::ValueRange &Values) {
  JSON.attribute("first", Values.First);
  JSON.attribute("last", Values.Last);
  JSON.attribute("step", Values.Step);
}

static void print(json::OStream &JSON, const OperandFact &Operand) {
  JSON.object([&] {
    JSON.attribute("name", Operand.Name);
    JSON.attribute("registers", Operand.Registers);
    JSON.attribute("type", Operand.Type);
    if (!Operand.Element.empty())
      JSON.attribute("element", Operand.Element);
    if (Operand.Rows) {
      JSON.attribute("rows", Operand.Rows);
      JSON.attribute("columns", Operand.Columns);
    }
  });
}

static void print(json::OStream &JSON, const FormFact &Form) {
  JSON.object([&] {
    JSON.attribute("mnemonic", Form.Mnemonic);
    JSON.attribute("statement", Form.Statement);
    ::print(JSON, "others", Form.Others);
    if (!Form.Opcode.empty())
      JSON.attribute("opcode", Form.Opcode);
    if (!Form.Descriptor.empty())
      JSON.attribute("mmaDescriptor", Form.Descriptor);
    if (!Form.Choices.empty())
      JSON.attribute("choices", Form.Choices);
    ::print(JSON, "targets", Form.Targets);
    JSON.attribute("targetText", Form.TargetText);
    JSON.attribute("firstPTX", printPTXVersion(Form.FirstPTX));
    if (Form.LastPTX)
      JSON.attribute("lastPTX", printPTXVersion(Form.LastPTX));
    JSON.attribute("source", Form.Source);
  });
}

void explain::print(json::OStream &JSON, const InstructionFacts &Facts) {
  JSON.object([&] {
    JSON.attribute("name", Facts.Name);
    JSON.attribute("family", Facts.Family);
    JSON.attribute("declaration", Facts.Declaration);
    if (!Facts.Example.empty())
      JSON.attribute("example", Facts.Example);
    if (!Facts.Shape.empty())
      JSON.attribute("shape", Facts.Shape);
    ::print(JSON, "types", Facts.Types);
    JSON.attributeArray("operands", [&] {
      for (const OperandFact &Operand : Facts.Operands)
        ::print(JSON, Operand);
    });
    JSON.attributeArray("forms", [&] {
      for (const FormFact &Form : Facts.Forms)
        ::print(JSON, Form);
    });
    ::print(JSON, "attributes", Facts.Effects.Attributes);
    JSON.attribute("memory", Facts.Effects.Memory);
    JSON.attributeArray("immediates", [&] {
      for (const ImmediateFact &Immediate : Facts.Effects.Immediates)
        JSON.object([&] {
          JSON.attribute("operand", Immediate.Operand);
          JSON.attribute("name", Immediate.Name);
          if (Immediate.Values)
            print(JSON, *Immediate.Values);
        });
    });
    if (Facts.MultiplyAdds)
      JSON.attribute("multiplyAdds", int64_t(*Facts.MultiplyAdds));
    if (!Facts.Work.empty())
      JSON.attribute("work", Facts.Work);
    ::print(JSON, "layouts", Facts.Layouts);
    ::print(JSON, "rules", Facts.Rules);
    JSON.attributeArray("relatives", [&] {
      for (const RelativeFact &Relative : Facts.Relatives)
        JSON.object([&] {
          JSON.attribute("name", Relative.Name);
          JSON.attribute("difference", Relative.Difference);
        });
    });
  });
}

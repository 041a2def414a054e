//===- PTXInstructionsTest.cpp --------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the rows of ordinary instructions print, the parser reads as these rows.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/PTXInstructions.h"
#include "Model/Instructions/MMAPTXText.h"
#include "PTX/Reader.h"
#include "TensorCoreModel/PTXInstruction.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

Expected<ParsedInstruction> parse(StringRef Text) {
  const ptx::StatementList Read = ptx::readStatements(Text, ptx::Dialect::Module);
  return parsePTXInstruction(Read.Statements.front());
}

/// Returns the instruction with operands of the kinds that the row has.
std::string printStatement(const ParsedInstruction &Instruction) {
  std::string Text = printMnemonic(Instruction) + " ";
  for (const PTXOperandInfo &Operand : getInfo(Instruction.Row).Operands)
    if (!Instruction.goesWith(Operand.With))
      continue;
    else if (Operand.IsPaired)
      Text.insert(Text.size() - 2, "|%p");
    else
      Text += Operand.Kind == PTXOperandKind_Address && !Operand.IsBare ? "[%rd], " : "%r, ";
  return StringRef(Text).rtrim(", ").str() + ";";
}

/// Calls `Visit` with all combinations of the words of a row.
void visitForms(ParsedInstruction &Instruction, function_ref<void()> Visit) {
  const ArrayRef<ModifierInfo> Groups = getInfo(Instruction.Row).Modifiers;
  if (Instruction.Values.size() == Groups.size()) {
    if (Instruction.isConsistent())
      Visit();
    return;
  }
  for (auto [Value, Word] : enumerate(Groups[Instruction.Values.size()].Words)) {
    if (Word == "-")
      continue;
    Instruction.Values.push_back(Value);
    visitForms(Instruction, Visit);
    Instruction.Values.pop_back();
  }
}

TEST(PTXInstructions, EveryForm) {
  unsigned NumForms = 0;
  for (unsigned Row = 0; Row != getPTXInstructions().size(); ++Row) {
    ParsedInstruction Instruction = {PTXInstruction(Row), {}};
    if (lookupMatrixInstruction(Instruction.Row))
      continue; // InstructionParserTest.cpp
    visitForms(Instruction, [&] {
      ++NumForms;
      const std::string Text = printStatement(Instruction);
      Expected<ParsedInstruction> Read = parse(Text);
      ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
      EXPECT_EQ(getInfo(Instruction.Row).Name, getInfo(Read->Row).Name) << Text;
      EXPECT_EQ(Instruction.Values, Read->Values) << Text;
      for (const PTXOperandInfo &Operand : getInfo(Instruction.Row).Operands) {
        const bool HasType =
            Operand.Kind == PTXOperandKind_Result || Operand.Kind == PTXOperandKind_Source;
        EXPECT_TRUE(!HasType || getOperandType(Operand, Instruction))
            << Text << " has no type of " << Operand.Name.str();
      }
    });
  }
  EXPECT_LT(100u, NumForms);
}

TEST(PTXInstructions, OtherOrder) {
  Expected<ParsedInstruction> Read = parse("mad.cc.lo.u32 %r, %r, %r, %r;");
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(PTX_MAD_LO_CC, Read->Row);
}

TEST(PTXInstructions, Errors) {
  EXPECT_EQ("there is no instruction 'mul.wide.u64'; PTX has mul.wide(.u16|.u32|.s16|.s32)",
            toString(parse("mul.wide.u64 %r, %r, %r;").takeError()));
  EXPECT_EQ("'mul.lo.u64' does not have these operands; it has d, a, b",
            toString(parse("mul.lo.u64 %r, %r;").takeError()));
  EXPECT_EQ("'add.u64' does not have these operands; it has d, a, b",
            toString(parse("add.u64 %r|%p, %r, %r;").takeError()));
  EXPECT_EQ("'setp.eq.u32' does not have these operands; it has p|q, a, b",
            toString(parse("setp.eq.u32 %p, %r, %r, %q;").takeError()));
  EXPECT_EQ("'setp.eq.and.u32' does not have these operands; it has p|q, a, b, c",
            toString(parse("setp.eq.and.u32 %p, %r, %r;").takeError()));
  EXPECT_EQ("'lop3.or.b32' does not have these operands; it has d|p, a, b, c, table, q",
            toString(parse("lop3.or.b32 %r, %r, %r, %r, 1, %p;").takeError()));
  EXPECT_EQ("there is no instruction 'mule.lo.u64'",
            toString(parse("mule.lo.u64 %r, %r;").takeError()));
}

} // namespace

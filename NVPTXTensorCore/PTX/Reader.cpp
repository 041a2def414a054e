//===- Reader.cpp ---------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules: what stands outside of functions, and the functions around their bodies.
//
//===----------------------------------------------------------------------===//

#include "PTX/Reader.h"
#include "PTX/Cursor.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::ptx;

/// (a, b)
static bool readParameters(Cursor &Rest, std::vector<Declaration> &Result) {
  Rest.take();
  while (!Rest.isAt(")")) {
    if (!Result.empty() && !Rest.consume(","))
      return Rest.failToFind("',' or ')'");
    if (!readParameter(Rest, Result.emplace_back()))
      return false;
  }
  Rest.take();
  return true;
}

static bool readPrototypeDirectives(Cursor &Rest, Prototype &Result) {
  while (isAtDirective(Rest, InPrototype)) {
    Statement &S = Result.Directives.emplace_back();
    S.At = Rest.peek().At;
    if (!readDirective(Rest, S))
      return false;
  }
  return true;
}

bool ptx::readPrototype(Cursor &Rest, Prototype &Result) {
  Result.At = Rest.peek().At;
  if (!readPrototypeDirectives(Rest, Result))
    return false;
  if (Rest.isAt("(") && !readParameters(Rest, Result.Results))
    return false;
  if (!readPrototypeDirectives(Rest, Result))
    return false;
  if (!Rest.peek().isWord())
    return Rest.failToFind("the name of a function");
  Result.At = Rest.peek().At;
  Result.Name = Rest.take().Text;
  if (Rest.isAt("(") && !readParameters(Rest, Result.Parameters))
    return false;
  return readPrototypeDirectives(Rest, Result);
}

namespace {

class ModuleReader {
public:
  explicit ModuleReader(Module &Result)
      : Result(Result), Rest(Result.Source.Tokens, Result.Faults) {}
  void run();

private:
  void readItem();
  void readFunction(StringRef Linkage);
  void readSection();
  void readStray();
  bool readVariables(StringRef Linkage);

  Module &Result;
  Cursor Rest;
};

} // namespace

void ModuleReader::readFunction(StringRef Linkage) {
  Function &F = Result.Functions.emplace_back();
  F.IsEntry = Rest.take().Text == ".entry";
  F.Linkage = Linkage;
  bool IsRead = readPrototype(Rest, F);
  if (IsRead && Rest.consume(";"))
    return;
  if (IsRead && !Rest.isAt("{"))
    Rest.failToFind("'{' or ';'");
  while (!Rest.isAtEnd() && !Rest.isAt("{") && !Rest.isAt(";"))
    Rest.take();
  if (!Rest.consume("{"))
    return;
  F.HasBody = true;
  readBody(Rest, F.Body);
  if (!Rest.consume("}"))
    Rest.fail("the body of '" + F.Name + "' is not closed by '}'");
}

void ModuleReader::readSection() {
  Section &S = Result.Sections.emplace_back();
  Rest.take();
  S.At = Rest.peek().At;
  if (Rest.peek().isModifier())
    S.Name = Rest.take().Text;
  else
    Rest.failToFind("the name of a section");
  if (!Rest.expect("{"))
    return;
  while (!Rest.isAtEnd() && !Rest.consume("}"))
    if (!readStatement(Rest, S.Data.emplace_back(), InSection))
      return;
}

/// Reads a statement that belongs to a function and is in none: it becomes a part of the last
/// function, or of one without a name.
void ModuleReader::readStray() {
  Rest.fail("a statement outside of a function");
  if (Result.Functions.empty())
    Result.Functions.emplace_back();
  if (Rest.consume("}") || Rest.consume(";"))
    return;
  Result.Functions.back().HasBody = true;
  readBody(Rest, Result.Functions.back().Body);
}

bool ModuleReader::readVariables(StringRef Linkage) {
  return readDeclarations(Rest, Linkage, Result.Variables) &&
         (Rest.consume(";") || Rest.failToFind("',' or ';'"));
}

void ModuleReader::readItem() {
  const size_t First = Rest.getPosition();
  if (isAtDirective(Rest, InModule)) {
    readStatement(Rest, Result.Directives.emplace_back(), InModule);
    return;
  }
  if (Rest.isAtModifier(".section"))
    return readSection();
  const StringRef Linkage = takeLinkage(Rest);
  if (Rest.isAtModifier(".entry") || Rest.isAtModifier(".func"))
    return readFunction(Linkage);
  if (isAtDeclaration(Rest)) {
    if (!readVariables(Linkage))
      Rest.recover(First);
    return;
  }
  if (!Rest.peek().isModifier() && Linkage.empty())
    return readStray();
  Rest.failToFind("a directive of a module");
  do
    Rest.take();
  while (!Rest.isAtEnd() && !Rest.isAt("{") && !Rest.isAt(";") && !Rest.peek().isModifier());
  Rest.consume(";");
}

void ModuleReader::run() {
  while (!Rest.isAtEnd())
    readItem();
}

Module ptx::readModule(StringRef Text) {
  Module Result;
  Result.Source = readTokens(Text, Dialect::Module);
  Result.Faults = Result.Source.Faults;
  ModuleReader(Result).run();
  return Result;
}

StatementList ptx::readStatements(StringRef Text, Dialect Language) {
  StatementList Result;
  Result.Source = readTokens(Text, Language);
  Result.Faults = Result.Source.Faults;
  Cursor Rest(Result.Source.Tokens, Result.Faults);
  while (!Rest.isAtEnd()) {
    readBody(Rest, Result.Statements);
    if (!Rest.isAtEnd())
      Rest.fail(Rest.isAt("}") ? "'}' closes nothing" : "a function within statements");
    Rest.take();
  }
  return Result;
}

StringRef ptx::explainNoVersion(StringRef Text) {
  return Text.starts_with("\x7f"
                          "ELF")
             ? "an ELF file (a cubin, an object or a program) is not PTX; 'ptx-run -- PROGRAM' "
               "runs a program, and 'cuobjdump -ptx' prints the PTX in a file"
             : "there is no .version, with which PTX begins; expected the output of llc, clang -S "
               "or nvcc -ptx";
}

std::string ptx::findMnemonic(StringRef Template, ArrayRef<StringRef> Opcodes) {
  if (Template.empty())
    return "";
  if (none_of(Opcodes, [&](StringRef O) { return Template.contains(O.split('.').first); }))
    return "";
  for (const Statement &S : readStatements(Template, Dialect::Template).Statements)
    if (any_of(Opcodes, [&](StringRef Opcode) { return S.beginsWith(Opcode); }))
      return S.getMnemonic();
  return "";
}

bool ptx::hasInstruction(StringRef Template, StringRef Opcode) {
  return !findMnemonic(Template, Opcode).empty();
}

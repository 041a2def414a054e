//===- Syntax.h ----------------------------------------------- -*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Represents PTX text: operands, statements, declarations, functions, a module. This is syntax
// only. It does not know which instructions there are, what types they take, or whether a
// register was declared.
//
// Everything refers to the text that it was read from, and to the StatementList or Module that
// holds it. Both must stay.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_PTX_SYNTAX_H
#define NVPTXTENSORCORE_PTX_SYNTAX_H

#include "PTX/Tokens.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace llvm::tensorcore::ptx {

/// Holds the text between two commas, and its parts.
struct Operand {
  enum class Kind {
    Empty,      ///< nothing: the extent of `x[]`, the arguments of `f()`
    Name,       ///< a register, variable, label, function or `_`; also a `.section`
    Integer,    ///< Value has its bits. A sign in front of a number is part of it
    Single,     ///< 0f3F800000: Value has the 32 bits of a float
    Double,     ///< 1.5 or 0d3FF8000000000000: Value has the 64 bits of a double
    String,     ///< Text without the quotes
    Index,      ///< $Value, an operand of an inline-assembly statement
    Vector,     ///< {a, b}: Parts
    Address,    ///< [a+4, {x, y}]: Parts
    List,       ///< (a, b) of a call: Parts
    Pair,       ///< p|q: two Parts
    Element,    ///< a[4]: the name and the location
    Cast,       ///< (.s64) a: Text is the type
    Apply,      ///< generic(a), 0xFF(a): Text is what stands before the parentheses
    Expression, ///< an operator Text and its Parts: -, !, +, ?:
  };
  Kind Is = Kind::Empty;
  Location At;
  StringRef Text;      ///< of a name, number or string as it is written; or an operator
  StringRef Component; ///< of a name: ".x", ".b0"; of an address: ".unified"
  uint64_t Value = 0;  ///< of a number; the number of an Index
  std::vector<Operand> Parts;

  bool is(Kind K) const { return Is == K; }
  bool isName(StringRef Name) const { return Is == Kind::Name && Text == Name; }
  bool isIndex(unsigned Index) const { return Is == Kind::Index && Value == Index; }
  bool isInteger(int64_t Number) const { return Is == Kind::Integer && int64_t(Value) == Number; }
  /// The operands in a list, vector or pair; else this one alone.
  ArrayRef<Operand> elements() const;
};

/// Returns true if an operand is `$Index` or has it anywhere in it.
bool names(const Operand &O, unsigned Index);

/// One variable, parameter or range of registers.
struct Declaration {
  Location At;
  StringRef Linkage;      ///< ".visible", ".extern", ".weak", ".common"; or empty
  StringRef Space;        ///< ".reg", ".shared", ".param"
  StringRef Type;         ///< ".b32", ".pred", ".texref"
  StringRef Vector;       ///< ".v2", ".v4"; or empty
  unsigned Alignment = 0; ///< 0 if nothing says it
  StringRef Name;         ///< "_" in a prototype
  unsigned Count = 0;     ///< of `%r<5>`: 5; 0 of a single name

  bool IsPointer = false;        ///< `.ptr`
  StringRef PointerSpace;        ///< of a `.ptr`: ".global"; or empty
  unsigned PointerAlignment = 0; ///< of a `.ptr`

  std::vector<Operand> Attributes;    ///< of `.attribute(…)`
  std::vector<Operand> Extents;       ///< of `x[2][4]`; Empty where nothing is between brackets
  std::optional<Operand> Initializer; ///< behind '='
};

struct Prototype;

/// A statement of a function, a template or a section.
struct Statement {
  enum class Kind {
    Instruction,
    Label,      ///< Name:
    Directive,  ///< .pragma, .loc, .branchtargets, .b8 of a section
    Declares,   ///< Declarations
    ScopeBegin, ///< {
    ScopeEnd,   ///< }
  };
  Kind Is = Kind::Instruction;
  Location At;                         ///< of what is in Name
  StringRef Name;                      ///< "mma", a label, ".pragma"
  SmallVector<StringRef, 4> Modifiers; ///< ".sync", ".shared::cta"
  std::optional<Operand> Guard;        ///< the predicate behind '@': a name or an Index
  bool IsGuardNegated = false;         ///< `@!p`
  std::vector<Operand> Operands;       ///< of an instruction or directive
  std::vector<Declaration> Declarations;
  std::shared_ptr<const Prototype> Callee; ///< of .callprototype
  ArrayRef<Token> Tokens;                  ///< all that it consists of, without the semicolon
  std::string Wrong;                       ///< why it is not PTX; what was read so far is there

  bool isInstruction(StringRef Opcode) const { return Is == Kind::Instruction && Name == Opcode; }
  bool hasModifier(StringRef Modifier) const;
  /// "mma.sync.aligned", whatever blanks are between its parts.
  std::string getMnemonic() const;
  /// Returns true if the mnemonic begins with these whole words: "wgmma.fence".
  bool beginsWith(StringRef Opcode) const;
};

/// Holds the part of a function that callers see.
struct Prototype {
  Location At;
  StringRef Name;
  std::vector<Declaration> Results, Parameters;
  std::vector<Statement> Directives; ///< .maxntid, .noreturn, .pragma between name and body
};

struct Function : Prototype {
  StringRef Linkage; ///< ".visible", ".extern", ".weak"; or empty
  bool IsEntry = false;
  bool HasBody = false;
  std::vector<Statement> Body; ///< without its outermost braces
};

/// DWARF data.
struct Section {
  Location At;
  StringRef Name; ///< ".debug_info"
  std::vector<Statement> Data;
};

struct StatementList {
  std::vector<Statement> Statements;
  std::vector<Fault> Faults; ///< in the order in which they were found
  TokenList Source;
};

struct Module {
  std::vector<Statement> Directives; ///< .version, .target, .file, .alias, .pragma, in their order
  std::vector<Declaration> Variables;
  std::vector<Function> Functions; ///< with a body or without, in their order
  std::vector<Section> Sections;
  std::vector<Fault> Faults; ///< in the order in which they were found
  TokenList Source;

  /// The spelling of a directive's operand; empty if there is none.
  StringRef get(StringRef Directive, unsigned Operand = 0) const;
  StringRef getVersion() const { return get(".version"); }
  StringRef getTarget() const { return get(".target"); }
};

/// Returns true if a directive that is a statement ends with a semicolon.
bool endsWithSemicolon(StringRef Directive);

/// As PTX, in one line. What is written and read again is written the same.
std::string print(const Operand &O);
std::string print(const Declaration &D);
std::string print(const Statement &S);
std::string print(const Prototype &P);

} // namespace llvm::tensorcore::ptx

#endif // NVPTXTENSORCORE_PTX_SYNTAX_H

//===- PTXReaderTest.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader of PTX: each form of operand and directive, places, what is not PTX, and templates of
// inline assembly. What is read is spelled, and read again.
//
//===----------------------------------------------------------------------===//

#include "PTX/Reader.h"
#include "TestHelpers.h"
#include <random>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::ptx;

namespace {

std::string showFaults(ArrayRef<Fault> Faults) {
  std::string Text;
  for (const Fault &F : Faults)
    Text += (Text.empty() ? "" : "; ") + F.str();
  return Text;
}

/// The statements of a text, spelled, or its faults.
std::string show(StringRef Text, Dialect Language = Dialect::Module) {
  StatementList Read = readStatements(Text, Language);
  if (!Read.Faults.empty())
    return "fault: " + showFaults(Read.Faults);
  std::string Spelled;
  for (const Statement &S : Read.Statements)
    Spelled += (Spelled.empty() ? "" : " ") + print(S);
  return Spelled;
}

std::string showTemplate(StringRef Text) { return show(Text, Dialect::Template); }

/// The operands of `op …;`, each by what it is.
std::vector<Operand::Kind> getKinds(StringRef Operands) {
  const std::string Text = ("op " + Operands + ";").str();
  StatementList Read = readStatements(Text, Dialect::Module);
  EXPECT_TRUE(Read.Faults.empty()) << Text << ": " << showFaults(Read.Faults);
  std::vector<Operand::Kind> Kinds;
  for (const Operand &O : Read.Statements.front().Operands)
    Kinds.push_back(O.Is);
  return Kinds;
}

/// A number's kind and bits.
std::pair<Operand::Kind, uint64_t> getNumber(StringRef Text) {
  const std::string Statement = ("op " + Text + ";").str();
  StatementList Read = readStatements(Statement, Dialect::Module);
  EXPECT_TRUE(Read.Faults.empty()) << Text << ": " << showFaults(Read.Faults);
  const Operand &O = Read.Statements.front().Operands.front();
  return {O.Is, O.Value};
}

/// Reads a module that is PTX.
Module readGood(StringRef Text) {
  Module Read = readModule(Text);
  EXPECT_TRUE(Read.Faults.empty()) << Text << ": " << showFaults(Read.Faults);
  return Read;
}

using K = Operand::Kind;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

TEST(PTXReader, PrefixesNestAsDeepAsTheyWereRead) {
  const std::string Operand = std::string(30, '-') + "a";
  EXPECT_EQ(show("op " + Operand + ";"), "op " + Operand + ";");
  EXPECT_EQ(show("op (.s64) (.u64) -(a + b);"), "op (.s64) (.u64) -(a + b);");
}

TEST(PTXReader, KindsOfOperands) {
  EXPECT_EQ(getKinds("%r1, _, 1, 0f3F800000, 1.5, \"s\", {a,b}, [a], (a), p|q, a[4], !p"),
            (std::vector<K>{K::Name, K::Name, K::Integer, K::Single, K::Double, K::String,
                            K::Vector, K::Address, K::List, K::Pair, K::Element, K::Expression}));
  EXPECT_EQ(
      getKinds("{a,b}|p, %tid.x, -%r1.b0, sym+4, -4, []"),
      (std::vector<K>{K::Pair, K::Name, K::Expression, K::Expression, K::Integer, K::Address}));
}

TEST(PTXReader, Numbers) {
  using Number = std::pair<K, uint64_t>;
  EXPECT_EQ(getNumber("0"), Number(K::Integer, 0));
  EXPECT_EQ(getNumber("017"), Number(K::Integer, 15));
  EXPECT_EQ(getNumber("0b101U"), Number(K::Integer, 5));
  EXPECT_EQ(getNumber("0xFFu"), Number(K::Integer, 255));
  EXPECT_EQ(getNumber("-1"), Number(K::Integer, ~uint64_t(0)));
  EXPECT_EQ(getNumber("18446744073709551615"), Number(K::Integer, ~uint64_t(0)));
  EXPECT_EQ(getNumber("0f3F800000"), Number(K::Single, 0x3F800000));
  EXPECT_EQ(getNumber("0Fbf800000"), Number(K::Single, 0xBF800000));
  EXPECT_EQ(getNumber("-0f3F800000"), Number(K::Single, 0xBF800000));
  EXPECT_EQ(getNumber("0d3FF8000000000000"), Number(K::Double, 0x3FF8000000000000));
  EXPECT_EQ(getNumber("1.5"), Number(K::Double, 0x3FF8000000000000));
  EXPECT_EQ(getNumber("15e-1"), Number(K::Double, 0x3FF8000000000000));
  EXPECT_EQ(getNumber("0.15E+1"), Number(K::Double, 0x3FF8000000000000));
  EXPECT_EQ(getNumber(".5"), Number(K::Double, 0x3FE0000000000000));
}

TEST(PTXReader, NumbersThatAreNone) {
  EXPECT_EQ(show("op 08;"), "fault: 1:4: '08' is not a number");
  EXPECT_EQ(show("op 12ab;"), "fault: 1:4: '12ab' is not a number");
  EXPECT_EQ(show("op 0f3F80;"), "fault: 1:4: '0f3F80' is not a number");
  EXPECT_EQ(show("op 0x;"), "fault: 1:4: '0x' is not a number");
  EXPECT_EQ(show("op 18446744073709551616;"),
            "fault: 1:4: '18446744073709551616' is not a number of 64 bits");
}

TEST(PTXReader, Addresses) {
  EXPECT_EQ(show("ld.global.v4.f32 {%f1,%f2,_,%f4},[%rd1+-16];"),
            "ld.global.v4.f32 {%f1, %f2, _, %f4}, [%rd1 + -16];");
  EXPECT_EQ(show("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[d], [map, {x, y}], [bar];"),
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
            "[d], [map, {x, y}], [bar];");
  EXPECT_EQ(show("ld.global.b32 r, [a].unified, policy;"), "ld.global.b32 r, [a].unified, policy;");
  EXPECT_EQ(show("st.shared.u32 [16], r; ld.u32 s, a[N-1];"),
            "st.shared.u32 [16], r; ld.u32 s, a[N - 1];");
  // Three are an expression, in which '|' is the operator of numbers.
  EXPECT_EQ(show("op p|q|r;"), "op (p | q) | r;");
  EXPECT_EQ(show("op (p | q) | r;"), "op (p | q) | r;");
  EXPECT_EQ(show("tex.a2d.v4.f32.f32 {a,b,c,d}|p, [t, s, {i,x,y,z}], {u,v};"),
            "tex.a2d.v4.f32.f32 {a, b, c, d}|p, [t, s, {i, x, y, z}], {u, v};");
}

TEST(PTXReader, Calls) {
  EXPECT_EQ(show("call (ret), f, (a, b), proto; call.uni g; call h, (); call (_), %rd1, (x), p;"),
            "call (ret), f, (a, b), proto; call.uni g; call h, (); call (_), %rd1, (x), p;");
}

TEST(PTXReader, Guards) {
  StatementList Read = readStatements("@%p1 bra L; @! q ret; exit;", Dialect::Module);
  ASSERT_EQ(Read.Statements.size(), 3u);
  EXPECT_EQ(Read.Statements[0].Guard->Text, "%p1");
  EXPECT_FALSE(Read.Statements[0].IsGuardNegated);
  EXPECT_EQ(Read.Statements[1].Guard->Text, "q");
  EXPECT_TRUE(Read.Statements[1].IsGuardNegated);
  EXPECT_FALSE(Read.Statements[2].Guard);
}

TEST(PTXReader, Expressions) {
  EXPECT_EQ(show("op a+b*c-d, a<<2|1, !a&&b, ~(a^b), a ? b : c+1, (.s64)a+1, 7 % 3, -x;"),
            "op (a + (b * c)) - d, (a << 2) | 1, (!a) && b, ~(a ^ b), a ? b : (c + 1), "
            "((.s64) a) + 1, 7 % 3, -x;");
  EXPECT_EQ(show("op generic(x)+4, 0xFF00(generic(y)), a-b;"),
            "op generic(x) + 4, 0xFF00(generic(y)), a - b;");
}

TEST(PTXReader, Blanks) {
  EXPECT_EQ(show("mma /* x */ .sync\n.aligned // y\n\t{ a , b } , c ;\n# 1 \"file\"\nret;"),
            "mma.sync.aligned {a, b}, c; ret;");
  EXPECT_EQ(show("L1:L2 :mov.b32 a,%tid.x;{;}"), "L1: L2: mov.b32 a, %tid.x; { }");
}

//===----------------------------------------------------------------------===//
// Directives
//===----------------------------------------------------------------------===//

TEST(PTXReader, ModuleDirectives) {
  Module M = readGood(".version 9.0\n.target sm_90a, debug .address_size 64\n"
                      ".file 1 \"a.cu\", 123, 456\n.pragma \"x\", \"y\";\n.alias f, g;");
  EXPECT_EQ(M.getVersion(), "9.0");
  EXPECT_EQ(M.getTarget(), "sm_90a");
  EXPECT_EQ(M.get(".target", 1), "debug");
  EXPECT_EQ(M.get(".address_size"), "64");
  EXPECT_EQ(M.get(".file", 1), "a.cu");
  EXPECT_EQ(M.get(".section"), "");
  ASSERT_EQ(M.Directives.size(), 6u);
  EXPECT_EQ(print(M.Directives[3]), ".file 1 \"a.cu\", 123, 456");
  EXPECT_EQ(print(M.Directives[4]), ".pragma \"x\", \"y\";");
  EXPECT_EQ(print(M.Directives[5]), ".alias f, g;");
}

TEST(PTXReader, Variables) {
  for (StringRef Text :
       {".global .b32 a", ".visible .global .align 16 .v4 .f32 a[4]", ".extern .shared .b8 s[]",
        ".const .align 8 .b64 t[2][3] = {{1, 2, 3}, {4, 5, 6}}", ".common .global .u32 c",
        ".weak .global .u64 p = generic(a) + 8", ".global .texref t", ".tex .u32 t",
        ".global .samplerref s = {addr_mode_0 = clamp_to_border, filter_mode = nearest}",
        ".global .attribute(.managed) .s32 g", ".global .attribute(.unified(19, 95)) .f32 f",
        ".global .u8 m[4] = {0xFF(a), 0xFF00(a), 0xFF0000(a), 0xFF000000(a)}",
        ".shared::cta .b8 s[N * 2]", ".global .f32 x = -0f3F800000", ".local .align 4 .b8 d[16]"}) {
    const std::string Declared = (Text + ";").str();
    Module M = readGood(Declared);
    ASSERT_EQ(M.Variables.size(), 1u) << Text;
    EXPECT_EQ(print(M.Variables.front()), Text);
  }
  Module M = readGood(".global .align 4 .u32 a = 1, b[2], c;");
  ASSERT_EQ(M.Variables.size(), 3u);
  EXPECT_EQ(M.Variables[1].Name, "b");
  EXPECT_EQ(M.Variables[1].Alignment, 4u);
  EXPECT_EQ(M.Variables[1].Extents.front().Value, 2u);
  EXPECT_FALSE(M.Variables[1].Initializer);
  EXPECT_EQ(M.Variables[0].Initializer->Value, 1u);
  EXPECT_EQ(M.Variables[2].At.Column, 36u);
}

TEST(PTXReader, Registers) {
  StatementList Read =
      readStatements(".reg .b32 %r<5>, x; .reg .pred p; .reg .v4 .f32 v;", Dialect::Module);
  EXPECT_EQ(showFaults(Read.Faults), "");
  ASSERT_EQ(Read.Statements.size(), 3u);
  const std::vector<Declaration> &D = Read.Statements[0].Declarations;
  ASSERT_EQ(D.size(), 2u);
  EXPECT_EQ(D[0].Space, ".reg");
  EXPECT_EQ(D[0].Type, ".b32");
  EXPECT_EQ(D[0].Name, "%r");
  EXPECT_EQ(D[0].Count, 5u);
  EXPECT_EQ(D[1].Count, 0u);
  EXPECT_EQ(print(Read.Statements[2]), ".reg .v4 .f32 v;");
}

TEST(PTXReader, Functions) {
  Module M = readGood(".visible .entry k(.param .u64 .ptr .global .align 16 a, .param .b32 b)\n"
                      ".maxntid 128, 1, 1 .minnctapersm 2 .maxnreg 64 .explicitcluster\n"
                      ".reqnctapercluster 2, 1, 1 .maxclusterrank 8 .blocksareclusters\n"
                      ".pragma \"nounroll\";\n{ .reg .b32 %r<2>; { ret; } }\n"
                      ".extern .func (.param .b32 r) f (.param .b64 x, .param .align 8 .b8 y[12])\n"
                      ".noreturn .abi_preserve 8 .abi_preserve_control 2;\n"
                      ".weak .func .attribute(.unified(1, 2)) g { ret; }\n.entry e;");
  ASSERT_EQ(M.Functions.size(), 4u);
  const Function &Kernel = M.Functions[0];
  EXPECT_TRUE(Kernel.IsEntry && Kernel.HasBody);
  EXPECT_EQ(Kernel.Linkage, ".visible");
  EXPECT_EQ(print(Kernel), "k (.param .u64 .ptr .global .align 16 a, .param .b32 b) "
                           ".maxntid 128, 1, 1 .minnctapersm 2 .maxnreg 64 .explicitcluster "
                           ".reqnctapercluster 2, 1, 1 .maxclusterrank 8 .blocksareclusters "
                           ".pragma \"nounroll\";");
  EXPECT_EQ(Kernel.Parameters[0].PointerSpace, ".global");
  EXPECT_EQ(Kernel.Parameters[0].PointerAlignment, 16u);
  EXPECT_EQ(Kernel.Body.size(), 4u);
  EXPECT_EQ(print(M.Functions[1]), "(.param .b32 r) f (.param .b64 x, .param .align 8 .b8 y[12]) "
                                   ".noreturn .abi_preserve 8 .abi_preserve_control 2");
  EXPECT_FALSE(M.Functions[1].HasBody || M.Functions[1].IsEntry);
  EXPECT_EQ(M.Functions[2].Name, "g");
  EXPECT_TRUE(M.Functions[2].HasBody);
  EXPECT_EQ(M.Functions[3].Name, "e");
}

TEST(PTXReader, DirectivesOfBodies) {
  const StringRef Text = "t: .branchtargets A, B; c: .calltargets f, g; "
                         "p: .callprototype (.param .b32 _) _ (.param .b64 _) .noreturn; "
                         ".loc 1 5 3, function_name $L1, inlined_at, 1, 4, 0 .pragma \"nounroll\"; "
                         ".param .b32 x; .shared .align 4 .b8 s[8]; .loc 1 6 0 ret;";
  EXPECT_EQ(show(Text), Text);
  StatementList Read = readStatements(Text, Dialect::Module);
  EXPECT_EQ(Read.Statements[5].Callee->Parameters.front().Type, ".b64");
  EXPECT_EQ(show(".loc 1 5 3, function_name $L+4, inlined_at 1 4 0\nret;"),
            ".loc 1 5 3, function_name $L + 4, inlined_at, 1, 4, 0 ret;");
}

TEST(PTXReader, Sections) {
  Module M =
      readGood(".section .debug_str\n{\n$L__s0:\n.b8 95,90\n.b8 0\n$L__s1:\n}\n"
               ".section .debug_info {\n.b32 .debug_abbrev\n.b64 $L__a-$L__b\n"
               ".b32 .debug_line+12\n.b16 2 }\n@@DWARF .section old\n.section .debug_loc { }");
  ASSERT_EQ(M.Sections.size(), 3u);
  EXPECT_EQ(M.Sections[0].Name, ".debug_str");
  ASSERT_EQ(M.Sections[0].Data.size(), 4u);
  EXPECT_EQ(print(M.Sections[0].Data[1]), ".b8 95, 90");
  ASSERT_EQ(M.Sections[1].Data.size(), 4u);
  EXPECT_EQ(print(M.Sections[1].Data[0]), ".b32 .debug_abbrev");
  EXPECT_EQ(print(M.Sections[1].Data[1]), ".b64 $L__a - $L__b");
  EXPECT_EQ(print(M.Sections[1].Data[2]), ".b32 .debug_line + 12");
}

//===----------------------------------------------------------------------===//
// Places, and what is not PTX
//===----------------------------------------------------------------------===//

TEST(PTXReader, Locations) {
  StatementList Read =
      readStatements("L:\n  @p /* a\nb */ mma.sync {a,\n b}, [c+4];", Dialect::Module);
  ASSERT_EQ(Read.Statements.size(), 2u);
  const Statement &S = Read.Statements[1];
  EXPECT_EQ(S.Guard->At.Line, 2u);
  EXPECT_EQ(S.Guard->At.Column, 4u);
  EXPECT_EQ(S.At.Line, 3u);
  EXPECT_EQ(S.At.Column, 6u);
  EXPECT_EQ(S.Operands[0].Parts[1].At.Line, 4u);
  EXPECT_EQ(S.Operands[0].Parts[1].At.Column, 2u);
  EXPECT_EQ(S.Operands[1].At.Column, 6u);
}

TEST(PTXReader, FaultsOfStatements) {
  EXPECT_EQ(show("mov.b32 a b;"), "fault: 1:11: expected ',' or ';', not 'b'");
  EXPECT_EQ(show("mov.b32 a, ;"), "fault: 1:12: expected an operand, not ';'");
  EXPECT_EQ(show("mov.b32 {a, b;"), "fault: 1:9: '{' is not closed by '}'");
  EXPECT_EQ(show("mov.b32 {a b};"), "fault: 1:12: expected ',' or '}', not 'b'");
  EXPECT_EQ(show("mov.b32 a, b"), "fault: 1:13: not ended by ';'");
  EXPECT_EQ(show("@1 ret;"), "fault: 1:2: expected a predicate, not '1'");
  EXPECT_EQ(show("), a;"), "fault: 1:1: expected a statement, not ')'");
  EXPECT_EQ(show(".foo a;"), "fault: 1:1: '.foo' is not a directive that is allowed here");
  EXPECT_EQ(show(".reg .b32 5;"), "fault: 1:11: expected a name, not '5'");
  EXPECT_EQ(show(".reg x;"), "fault: 1:6: expected a type, not 'x'");
  EXPECT_EQ(show("ret; }"), "fault: 1:6: '}' closes nothing");
  EXPECT_EQ(show("\"a"), "fault: 1:1: a string is not closed by '\"'");
  EXPECT_EQ(show("ret; /* a"), "fault: 1:6: a comment is not closed by '*/'");
  EXPECT_EQ(show("ret; `"), "fault: 1:6: a character that PTX does not have");
}

TEST(PTXReader, FaultsOfModules) {
  auto GetFault = [](StringRef Text) {
    Module Read = readModule(Text);
    return Read.Faults.empty() ? "" : Read.Faults.front().str();
  };
  EXPECT_EQ(GetFault(".entry k() { ret; "), "1:19: the body of 'k' is not closed by '}'");
  EXPECT_EQ(GetFault(".entry k() { ret;\n.entry l() { ret; }"),
            "2:1: the body of 'k' is not closed by '}'");
  EXPECT_EQ(GetFault(".entry ( ) { ret; }"), "1:12: expected the name of a function, not '{'");
  EXPECT_EQ(GetFault(".entry k(.param x) {}"), "1:17: expected a type, not 'x'");
  EXPECT_EQ(GetFault(".visible ;"), "1:10: expected a directive of a module, not ';'");
  EXPECT_EQ(GetFault("ret;"), "1:1: a statement outside of a function");
  EXPECT_EQ(GetFault(".entry k() { ret; }"), "");
}

// A fault is one statement's: what stands around it is read.
TEST(PTXReader, GoesOn) {
  Module M = readModule(
      ".version 8.0\n.entry k() {\nmov.b32 a b;\n{ add {x, y; }\nret;\n}\n.entry l() {ret;}");
  EXPECT_EQ(M.Faults.size(), 2u) << showFaults(M.Faults);
  ASSERT_EQ(M.Functions.size(), 2u);
  ASSERT_EQ(M.Functions[0].Body.size(), 5u);
  EXPECT_EQ(M.Functions[0].Body[0].Wrong, "expected ',' or ';', not 'b'");
  EXPECT_EQ(M.Functions[0].Body[0].Operands.size(), 1u);
  EXPECT_EQ(M.Functions[0].Body[4].Name, "ret");
  EXPECT_EQ(M.Functions[1].Body.size(), 1u);
}

TEST(PTXReader, Limits) {
  const std::string Deep(100000, '{'), Minus(100000, '-'), Open(100000, '(');
  EXPECT_NE(show("op " + Deep), "");
  EXPECT_EQ(show("op " + Minus + "a;"), "fault: 1:36: an operand nests more than 32 deep");
  EXPECT_EQ(StringRef(show("op " + Open + "a;")).take_front(12), "fault: 1:36:");
  std::string Sum = "op a";
  for (unsigned I = 0; I < 100000; ++I)
    Sum += "+a";
  EXPECT_EQ(show(Sum + ";"), "fault: 1:205: an operand has more than 100 operators");
  std::string Long = ".global .b8 x[100000] = {0";
  for (unsigned I = 0; I < 100000; ++I)
    Long += ", 1";
  EXPECT_EQ(readGood(Long + "};").Variables.front().Initializer->Parts.size(), 100001u);
}

//===----------------------------------------------------------------------===//
// Templates
//===----------------------------------------------------------------------===//

TEST(PTXReader, TemplateOperands) {
  EXPECT_EQ(showTemplate("@$0 ld.b32 {$1, ${2}}, [${3:x}+$4], a$$b; L${:uid}: bra L${:uid};"),
            "@$0 ld.b32 {$1, $2}, [$3 + $4], a$b; L$uid: bra L$uid;");
  EXPECT_EQ(showTemplate("$(mov.b32 $0, 1;$|mov.b32 $0, 2;$)"), "mov.b32 $0, 1;");
  EXPECT_EQ(showTemplate("ret; ${:comment} a b\nexit;"), "ret; exit;");
  EXPECT_EQ(showTemplate("mov.b32 r$0, 1;"),
            "fault: 1:10: expected ',' or ';', not '$0'; 1:10: '$0' is part of a longer word");
  EXPECT_EQ(showTemplate("ret; $"), "fault: 1:6: '$' stands before neither an operand nor '$'");
  EXPECT_EQ(showTemplate("ret; ${0"), "fault: 1:6: '${' without '}'");
  EXPECT_EQ(showTemplate("ret; ${x}"), "fault: 1:6: '$x' is not an operand");
  EXPECT_EQ(showTemplate("$(ret;"), "fault: 1:7: '$(' without '$)'");
}

TEST(PTXReader, InstructionsOfTemplates) {
  EXPECT_TRUE(hasInstruction("{ @p wgmma.fence.sync.aligned; }", "wgmma.fence"));
  EXPECT_TRUE(hasInstruction("tcgen05 .wait::ld .sync;", "tcgen05.wait::ld"));
  EXPECT_FALSE(hasInstruction("// wgmma.fence.sync.aligned;", "wgmma.fence"));
  EXPECT_FALSE(hasInstruction("wgmma.fences; wgmma_fence; mov.b32 a, wgmma.fence;", "wgmma.fence"));
  EXPECT_FALSE(hasInstruction("tcgen05.ld.red;", "tcgen05.l"));
  EXPECT_EQ(findMnemonic("ret; L: mma.sync.m8 a; wmma.mma;", {"wmma", "mma"}), "mma.sync.m8");
  EXPECT_EQ(findMnemonic("ret;", {"wmma", "mma"}), "");
}

TEST(PTXReader, OperandsInOperands) {
  StatementList Read = readStatements("op [a+$1, {$2}], -$3, $4;", Dialect::Template);
  const std::vector<Operand> &Operands = Read.Statements.front().Operands;
  EXPECT_TRUE(names(Operands[0], 1) && names(Operands[0], 2) && names(Operands[1], 3));
  EXPECT_FALSE(names(Operands[0], 3) || names(Operands[2], 1));
  EXPECT_TRUE(Operands[2].isIndex(4));
}

//===----------------------------------------------------------------------===//
// Any text
//===----------------------------------------------------------------------===//

constexpr char Seed[] =
    ".version 9.0\n.target sm_100a\n.global .align 4 .b8 x[4] = {1, 0xFF(y), -1, 'a'};\n"
    ".visible .entry k(.param .b64 p)\n.maxntid 128, 1, 1\n{\n.reg .b32 %r<5>;\n"
    "L: @!%p1 mma.sync.aligned.m16n8k16 {%f1, %f2}, [%rd1+-4], 0f3F800000; // c\n"
    "t: .branchtargets L, L;\n{ call (r), f, (a), p; /* d */ }\n.loc 1 2 3\nret;\n}\n"
    ".section .debug_info { .b8 1\n.b32 .debug_abbrev\n}\n";

// Whatever the text, it is read to its end, and each statement is spelled.
TEST(PTXReader, MutatedTextsDoNotCrash) {
  std::mt19937 Random(1);
  const StringRef Pieces[] = {"{",  "}", "(",     ")", "[",  "]",  ";",    ":", ",",
                              "@",  "!", "-",     "|", "\"", "//", "/*",   "$", "${",
                              "$(", ".", ".func", "<", "\n", "0x", "\x80", "?"};
  for (unsigned Round = 0; Round < 20000; ++Round) {
    std::string Text(Seed);
    for (unsigned Edit = 0, Edits = 1 + Random() % 5; Edit < Edits; ++Edit) {
      const size_t Position = Random() % Text.size();
      if (Random() % 2)
        Text.insert(Position, Pieces[Random() % std::size(Pieces)]);
      else
        Text.erase(Position, 1 + Random() % 8);
    }
    const Module M = readModule(Text);
    for (const Function &F : M.Functions)
      for (const Statement &S : F.Body)
        EXPECT_TRUE(!print(S).empty() || !S.Wrong.empty() || S.Declarations.empty());
    for (const Statement &S : readStatements(Text, Dialect::Template).Statements)
      EXPECT_TRUE(!print(S).empty() || !S.Wrong.empty());
  }
}

// What is spelled is read as the same.
TEST(PTXReader, SpellingIsStable) {
  std::string Text(Seed);
  Text.erase(Text.find(", 'a'"), 5);
  const Module M = readGood(Text);
  for (const Statement &S : M.Functions.front().Body)
    EXPECT_EQ(show(print(S)),
              S.Is == Statement::Kind::ScopeEnd ? "fault: 1:1: '}' closes nothing" : print(S));
}

} // namespace

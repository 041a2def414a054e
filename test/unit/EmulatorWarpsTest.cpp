//===- EmulatorWarpsTest.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What threads of a warp do together, calls, atomic operations and generic addresses in the
// emulator.
//
//===----------------------------------------------------------------------===//

#include "EmulatorKernel.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

/// Runs statements in threads whose %rd1 and %r10 is their number; the value of %rd5 of each.
std::vector<uint64_t> run(StringRef Statements, unsigned Count = 32, StringRef Before = "") {
  KernelOperands Operands;
  for (unsigned Thread = 0; Thread != Count; ++Thread)
    Operands.push_back({Thread, 0, 0, 0});
  const KernelResult R =
      runStatements(("cvt.u32.u64 %r10, %rd1;\n" + Statements + "\n").str(), Operands, Before);
  EXPECT_EQ(R.Wrong, "") << Statements.str();
  std::vector<uint64_t> Result;
  for (const auto &Values : R.Values)
    Result.push_back(Values[0]);
  Result.resize(Count);
  return Result;
}

std::string getFault(StringRef Statements, StringRef Before = "") {
  KernelOperands Operands;
  for (unsigned Thread = 0; Thread != 32; ++Thread)
    Operands.push_back({Thread, 0, 0, 0});
  return runStatements(("cvt.u32.u64 %r10, %rd1;\n" + Statements + "\n").str(), Operands, Before)
      .Wrong;
}

void expectPart(const std::string &Text, const char *Part) {
  EXPECT_NE(Text.find(Part), std::string::npos) << "'" << Text << "' has no '" << Part << "'";
}

constexpr const char *Widen = "cvt.u64.u32 %rd5, %r15;";

} // namespace

TEST(EmulatorWarps, Shuffles) {
  auto R = run(std::string("shfl.sync.down.b32 %r15|%p10, %r10, 3, 0x1f, -1;") + Widen);
  EXPECT_EQ(R[0], 3u);
  EXPECT_EQ(R[28], 31u);
  EXPECT_EQ(R[29], 29u);
  R = run(std::string("shfl.sync.up.b32 %r15, %r10, 1, 0x1800, -1;") + Widen); // segments of 8
  EXPECT_EQ(R[7], 6u);
  EXPECT_EQ(R[8], 8u);
  R = run(std::string("shfl.sync.bfly.b32 %r15, %r10, 5, 0x1f, -1;") + Widen);
  EXPECT_EQ(R[9], 12u);
  R = run(std::string("shfl.sync.idx.b32 %r15, %r10, 2, 0x1c03, -1;") + Widen); // segments of 4
  EXPECT_EQ(R[21], 22u);
}

TEST(EmulatorWarps, Votes) {
  const std::string Odd = "and.b32 %r11, %r10, 1; setp.ne.u32 %p10, %r11, 0;";
  auto R = run(Odd + "vote.sync.ballot.b32 %r15, %p10, -1;" + Widen);
  EXPECT_EQ(R[5], 0xaaaaaaaau);
  R = run(Odd + "@%p10 vote.sync.ballot.b32 %r15, !%p10, 0xaaaaaaaa; @!%p10 mov.u32 %r15, 7;" +
          Widen);
  EXPECT_EQ(R[5], 0u);
  EXPECT_EQ(R[4], 7u);
  R = run(Odd + "vote.sync.any.pred %p11, %p10, -1; vote.sync.all.pred %p12, %p10, -1;"
                "selp.u64 %rd5, 1, 0, %p11; selp.u64 %rd6, 2, 0, %p12; add.u64 %rd5, %rd5, %rd6;");
  EXPECT_EQ(R[5], 1u);
  // Two sets that execute the same instruction, each with its own mask.
  R = run(Odd +
          "selp.b32 %r12, 0xaaaaaaaa, 0x55555555, %p10; redux.sync.add.u32 %r15, %r10, %r12;" +
          Widen);
  EXPECT_EQ(R[0], 240u);
  EXPECT_EQ(R[1], 256u);
  R = run(Odd + "match.any.sync.b32 %r15, %r11, -1;" + Widen);
  EXPECT_EQ(R[2], 0x55555555u);
  R = run(Odd + "match.all.sync.b32 %r15|%p11, %r11, -1;" + Widen);
  EXPECT_EQ(R[2], 0u);
  R = run(Odd + "@%p10 elect.sync _|%p11, 0xaaaaaaaa; @%p10 selp.u64 %rd5, 1, 2, %p11;");
  EXPECT_EQ(R[1], 1u);
  EXPECT_EQ(R[3], 2u);
  R = run(std::string("cvt.rn.f32.u32 %f10, %r10; neg.f32 %f10, %f10;"
                      "redux.sync.min.abs.f32 %f11, %f10, -1; mov.b32 %r15, %f11;") +
          Widen);
  EXPECT_EQ(R[9], 0u);
  R = run(std::string("redux.sync.min.s32 %r15, %r10, -1; bar.warp.sync -1;") + Widen);
  EXPECT_EQ(R[9], 0u);
}

TEST(EmulatorWarps, EndedThreadsAreNoMembers) {
  const auto R = run(std::string("setp.ge.u32 %p10, %r10, 16; @%p10 exit;"
                                 "redux.sync.add.u32 %r15, %r10, -1;") +
                     Widen);
  EXPECT_EQ(R[3], 120u);
}

// In calls of their own, and at different places.
TEST(EmulatorWarps, MembersOnDifferentWays) {
  const char *Function = R"(
.func (.reg .b32 d) sum(.reg .b32 a) { redux.sync.add.u32 d, a, 0xffffffff; ret; }
)";
  const std::string Odd = "and.b32 %r11, %r10, 1; setp.ne.u32 %p10, %r11, 0;";
  auto R = run(Odd + "@%p10 call (%r15), sum, (%r10); @!%p10 call (%r15), sum, (%r10);" + Widen, 32,
               Function);
  EXPECT_EQ(R[2], 496u);
  EXPECT_EQ(R[3], 496u);
  R = run(Odd +
          "@%p10 bra A; shfl.sync.bfly.b32 %r15, %r10, 1, 0x1f, -1; bra.uni B;"
          "A: add.u32 %r12, %r10, 100; shfl.sync.bfly.b32 %r15, %r12, 1, 0x1f, -1; B:" +
          Widen);
  EXPECT_EQ(R[2], 103u);
  EXPECT_EQ(R[3], 2u);
  // Each half has a mask of its own for both pairs of its lanes.
  R = run(Odd +
          "and.b32 %r12, %r10, 2; shl.b32 %r13, 3, %r12; setp.ne.u32 %p11, %r12, 0;"
          "@%p11 shl.b32 %r13, 3, 2; and.b32 %r14, %r10, 28; shl.b32 %r13, %r13, %r14;"
          "@%p10 bra A; redux.sync.add.u32 %r15, %r10, %r13; bra.uni B;"
          "A: redux.sync.add.u32 %r15, %r10, %r13; B:" +
          Widen);
  EXPECT_EQ(R[4], 9u);
  EXPECT_EQ(R[7], 13u);
  // These are not alike.
  expectPart(getFault(Odd + "@%p10 bra A; shfl.sync.bfly.b32 %r15, %r10, 1, 0x1f, -1; bra.uni B;"
                            "A: shfl.sync.idx.b32 %r15, %r12, 1, 0x1f, -1; B:"),
             "waits for threads of the warp that do not come to it");
}

TEST(EmulatorWarps, WrongMembers) {
  expectPart(getFault("shfl.sync.idx.b32 %r15, %r10, 0, 0x1f, 0xfffffffe;"),
             "not in the member mask 0xfffffffe");
  expectPart(
      getFault("setp.ne.u32 %p10, %r10, 4; @%p10 shfl.sync.idx.b32 %r15, %r10, 0, 0x1f, -1;"),
      "do not execute it with this mask");
}

TEST(EmulatorCalls, RegistersAndMemory) {
  const char *Functions = R"(
.func (.reg .b32 d) twice(.reg .b32 a) { add.u32 d, a, a; ret; }
.func (.param .b32 d) factorial(.param .b32 n) {
  .reg .b32 %a<9>; .reg .pred %q;
  ld.param.u32 %a0, [n];
  setp.gt.u32 %q, %a0, 1;
  @%q bra MORE;
  st.param.u32 [d], 1;
  ret;
MORE:
  sub.u32 %a1, %a0, 1;
  { .param .b32 m; .param .b32 e;
    st.param.b32 [m], %a1;
    call.uni (e), factorial, (m);
    ld.param.b32 %a2, [e]; }
  mul.lo.u32 %a3, %a2, %a0;
  st.param.u32 [d], %a3;
}
.func (.param .b32 d) negative(.param .b32 n) {
  .reg .b32 %a<9>;
  ld.param.u32 %a0, [n]; neg.s32 %a0, %a0; st.param.u32 [d], %a0; ret;
}
.func (.param .b32 d) same(.param .b32 n);
.alias same, negative;
.global .u64 table[2] = {factorial, negative};
)";
  auto R = run(std::string("call (%r15), twice, (%r10);") + Widen, 32, Functions);
  EXPECT_EQ(R[7], 14u);
  const std::string Pass =
      "rem.u32 %r11, %r10, 10; {.param .b32 m; .param .b32 e; st.param.b32 [m], %r11;";
  const std::string Get = "ld.param.b32 %r15, [e];}";
  R = run(Pass + "call (e), factorial, (m);" + Get + Widen, 64, Functions);
  EXPECT_EQ(R[37], 5040u);
  R = run(Pass + "call (e), same, (m);" + Get + Widen, 32, Functions);
  EXPECT_EQ(R[3], 0xfffffffdu);
  R = run("mov.u64 %rd10, table; and.b32 %r12, %r10, 1; mad.wide.u32 %rd10, %r12, 8, %rd10;"
          "ld.global.u64 %rd11, [%rd10];" +
              Pass +
              "P: .callprototype (.param .b32 _) _ (.param .b32 _); call (e), %rd11, (m), P;" +
              Get + Widen,
          32, Functions);
  EXPECT_EQ(R[6], 720u);
  EXPECT_EQ(R[5], 0xfffffffbu);
}

TEST(EmulatorCalls, Faults) {
  expectPart(getFault("call f;", ".func f() { call f; ret; }"), "local memory");
  expectPart(getFault("mov.u64 %rd10, 64; P: .callprototype _ (); call %rd10, P;"),
             "points to no function");
  expectPart(getFault("call cudaDeviceSynchronize;", ".extern .func cudaDeviceSynchronize;"),
             "'cudaDeviceSynchronize' has no body");
}

TEST(EmulatorCalls, DeviceFunctions) {
  const char *Declarations = R"(
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.extern .func (.param .b64 r) malloc(.param .b64 n);
.extern .func free(.param .b64 p);
.extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 g, .param .b64 c);
.global .align 1 .b8 format[12] = {37, 53, 46, 49, 102, 124, 37, 108, 108, 120, 10};
.global .align 1 .b8 text[3] = {104, 105};
)";
  const char *Print = R"({
  .local .align 8 .b8 buffer[16]; .param .b64 f; .param .b64 a; .param .b32 r;
  mov.u64 %rd10, 0d4004000000000000; st.local.u64 [buffer], %rd10;
  st.local.u64 [buffer+8], 0xabcdef0123; cvta.local.u64 %rd11, buffer; cvta.global.u64 %rd12, format;
  st.param.b64 [f], %rd12; st.param.b64 [a], %rd11; call.uni (r), vprintf, (f, a);
})";
  EXPECT_EQ(runStatements(Print, repeat({}, 2), Declarations).Output,
            "  2.5|abcdef0123\n  2.5|abcdef0123\n");
  const std::string Allocate = R"({.param .b64 n; .param .b64 r; st.param.b64 [n], 8;
  call.uni (r), malloc, (n); ld.param.b64 %rd10, [r];} st.u64 [%rd10], %rd1; ld.u64 %rd5, [%rd10];)";
  const std::string Free = "{.param .b64 p; st.param.b64 [p], %rd10; call free, (p);}";
  EXPECT_EQ(run(Allocate + Free, 32, Declarations)[9], 9u);
  expectPart(getFault(Allocate + "ld.u64 %rd5, [%rd10+8];", Declarations), "malloc of 8 bytes");
  expectPart(getFault(Allocate + Free + Free, Declarations), "which is free already");
  expectPart(getFault(R"({.param .b64 m; .param .b64 f; .param .b32 l; .param .b64 g; .param .b64 c;
  mov.u64 %rd10, text; st.param.b64 [m], %rd10; st.param.b64 [f], %rd10; st.param.b32 [l], 7;
  st.param.b64 [g], %rd10; call __assertfail, (m, f, l, g, c);})",
                      Declarations),
             "hi:7: hi: assertion 'hi' failed");
}

TEST(EmulatorCalls, Stack) {
  const auto R = run("stacksave.u64 %rd12; alloca.u64 %rd10, 16; alloca.u64 %rd11, 16;"
                     "st.local.u64 [%rd10+8], %rd1; st.local.u64 [%rd11], 5;"
                     "ld.local.u64 %rd5, [%rd10+8]; stackrestore.u64 %rd12;");
  EXPECT_EQ(R[11], 11u);
}

TEST(EmulatorChecks, OnlyTheChosenValueOfSelpMatters) {
  const std::string Choose = "setp.ge.u32 %p10, %r10, 0; selp.b32 %r12, ";
  run(Choose + "%r10, %r13, %p10; cvt.u64.u32 %rd5, %r12;");
  run(Choose + "%r13, %r10, !%p10; cvt.u64.u32 %rd5, %r12;");
  expectPart(getFault(Choose + "%r13, %r10, %p10; mov.b64 %rd5, {%r12, %r12};"),
             "an uninitialized register");
}

// Reads of a warp are remembered together; none of them is forgotten.
TEST(EmulatorChecks, ReadsByDifferentInstructions) {
  const KernelResult R =
      runStatements("mov.u32 %r10, %tid.x; setp.eq.u32 %p12, %r10, 0;"
                    "@%p12 st.shared.u32 [s], 1; bar.sync 0;"
                    "setp.ge.u32 %p10, %r10, 32; @%p10 bra WRITE;"
                    "ld.shared.u32 %r11, [s]; ld.shared.u32 %r12, [s]; bra.uni END;"
                    "WRITE: setp.eq.u32 %p11, %r10, 32; @%p11 st.shared.u32 [s], 2; END:",
                    repeat({}, 64), ".shared .b32 s;");
  EXPECT_EQ(R.Wrong, "write of 4 bytes at shared address 0x400 (s): nothing orders it after the "
                     "read before it\n");
}

TEST(EmulatorMemory, Atomics) {
  const char *Before = ".global .align 16 .b32 x[8] = {0, 5, 0, 0x3f800000, 0, 0, 0, 0};";
  auto R = run("atom.global.add.u32 %r15, [x], 2; bar.sync 0; ld.global.u32 %r16, [x];"
               "cvt.u64.u32 %rd5, %r16;",
               96, Before);
  EXPECT_EQ(R[50], 192u);
  R = run("atom.inc.u32 %r15, [x+4], 6; cvt.u64.u32 %rd5, %r15;", 3, Before);
  EXPECT_EQ(R, (std::vector<uint64_t>{5, 6, 0}));
  R = run("atom.dec.u32 %r15, [x], 6; cvt.u64.u32 %rd5, %r15;", 3, Before);
  EXPECT_EQ(R, (std::vector<uint64_t>{0, 6, 5}));
  R = run("atom.global.cas.b32 %r15, [x+4], 5, %r10; cvt.u64.u32 %rd5, %r15;", 2, Before);
  EXPECT_EQ(R, (std::vector<uint64_t>{5, 0}));
  R = run("red.relaxed.gpu.global.add.f32 [x+12], 0f40000000; ld.global.b32 %r15, [x+12];"
          "cvt.u64.u32 %rd5, %r15;",
          1, Before);
  EXPECT_EQ(R[0], 0x40400000u);
  R = run("mov.b32 %r11, 0x3c004000; atom.global.add.noftz.f16x2 %r15, [x+8], %r11;"
          "ld.global.b32 %r15, [x+8]; cvt.u64.u32 %rd5, %r15;",
          1, Before);
  EXPECT_EQ(R[0], 0x3c004000u);
  R = run("mov.b128 %q10, {%rd1, 9}; atom.global.exch.b128 %q11, [x], %q10;"
          "mov.b128 {%rd5, %rd6}, %q11; ld.global.u64 %rd6, [x+8]; add.u64 %rd5, %rd5, %rd6;",
          1, Before);
  EXPECT_EQ(R[0], (uint64_t(5) << 32) + 9);
  R = run("red.global.v2.f32.add [x+16], {0f3f800000, 0f40000000}; ld.global.u64 %rd5, [x+16];", 1,
          Before);
  EXPECT_EQ(R[0], 0x400000003f800000u);
  R = run("atom.global.max.s64 %rd10, [x+16], -5; ld.global.u64 %rd5, [x+16];", 1, Before);
  EXPECT_EQ(R[0], 0u);
}

TEST(EmulatorMemory, AccessesAndAddresses) {
  auto R =
      run("st.global.v4.b8 [x+4], {1, 2, 3, 4}; ld.global.s8 %r15, [x]; cvt.s64.s32 %rd5, %r15;"
          "ld.global.u32 %r16, [x+4]; cvt.u64.u32 %rd6, %r16; xor.b64 %rd5, %rd5, %rd6;",
          1, ".global .align 8 .b8 x[8] = {255};");
  EXPECT_EQ(R[0], ~uint64_t(0) ^ 0x04030201);
  R = run("ld.global.v8.b32 {%r11, _, _, _, _, _, _, %r18}, [x]; add.u32 %r15, %r11, %r18;"
          "cvt.u64.u32 %rd5, %r15;",
          1, ".global .align 32 .b32 x[8] = {1, 2, 3, 4, 5, 6, 7, 8};");
  EXPECT_EQ(R[0], 9u);
  R = run(
      "cvta.shared.u64 %rd10, s; mad.wide.u32 %rd10, %r10, 4, %rd10; st.u32 [%rd10], %r10;"
      "cvta.to.shared.u64 %rd11, %rd10; ld.shared.u32 %r15, [%rd11]; isspacep.shared %p10, %rd10;"
      "isspacep.global %p11, %rd10; selp.u32 %r16, 100, 0, %p10; selp.u32 %r17, 1000, 0, %p11;"
      "add.u32 %r15, %r15, %r16; add.u32 %r15, %r15, %r17; cvt.u64.u32 %rd5, %r15;",
      32, ".shared .b32 s[32];");
  EXPECT_EQ(R[8], 108u);
  R = run("{.local .b32 l[4]; st.local.u32 [l+8], %r10; cvta.local.u64 %rd10, l;"
          "ld.u32 %r15, [%rd10+8]; cvt.u64.u32 %rd5, %r15;}");
  EXPECT_EQ(R[31], 31u);
  expectPart(getFault("ld.const.u32 %r15, [c]; st.global.u32 [c], 1;", ".const .b32 c = 4;"),
             "constant");
  expectPart(getFault("ld.global.u32 %r15, [x+2];", ".global .b32 x[2];"), "not a multiple of 4");
}

TEST(EmulatorMemory, LocalBounds) {
  expectPart(getFault("ld.local.u32 %r15, [4];"), "4 bytes at local address 0x4; the thread has 0");
  expectPart(getFault("mov.u64 %rd10, -4; ld.local.u32 %r15, [%rd10];"), "at local address");
  expectPart(getFault("{.local .b32 l[4]; mov.u64 %rd10, l; mad.wide.u32 %rd10, %r10, 4, %rd10;"
                      "st.local.u32 [%rd10], 1;}"),
             "4 bytes at local address 0x10; the thread has 16");
}

TEST(EmulatorMemory, Clocks) {
  const auto R = run("mov.u64 %rd10, %clock64; mov.u64 %rd11, %globaltimer; mov.u32 %r11, %clock;"
                     "mov.u64 %rd12, %clock64; sub.u64 %rd5, %rd12, %rd10;"
                     "mov.u32 %r12, %envreg3; mov.u64 %rd13, %tid.x;"
                     "mov.u16 %rs10, %ntid.x; nanosleep.u32 20; membar.gl; fence.acq_rel.gpu;"
                     "fence.sc.cta; prefetch.global.L2 [%rd0]; griddepcontrol.wait;"
                     "createpolicy.fractional.L2::evict_last.b64 %rd14, 0.5;");
  EXPECT_EQ(R[0], 12u); // three instructions
}

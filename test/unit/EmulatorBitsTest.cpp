//===- EmulatorBitsTest.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions of the emulator on integers and bits, against values that are typed from PTX ISA.
//
//===----------------------------------------------------------------------===//

#include "EmulatorKernel.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

/// The lower 32 bits of the results. A statement has %r11 to %r14 as operands and %r15, %r16, and
/// 64 bits %rd11 to %rd15; results are %r15, %r16 or %rd15.
struct Case {
  const char *Statement;
  std::array<uint64_t, 4> Operands;
  std::array<uint64_t, 2> Expected;
};

std::array<uint64_t, 2> run(const Case &C, bool IsWide) {
  const std::string Begin = R"(
  mov.u64 %rd11, %rd1; mov.u64 %rd12, %rd2; mov.u64 %rd13, %rd3; mov.u64 %rd14, %rd4;
  cvt.u32.u64 %r11, %rd1; cvt.u32.u64 %r12, %rd2; cvt.u32.u64 %r13, %rd3; cvt.u32.u64 %r14, %rd4;
  cvt.u16.u64 %rs11, %rd1; cvt.u16.u64 %rs12, %rd2; cvt.u16.u64 %rs13, %rd3;
  mov.u32 %r15, 0; mov.u32 %r16, 0; mov.u64 %rd15, 0; mov.u16 %rs15, 0;
)";
  const std::string End =
      IsWide ? "\nmov.u64 %rd5, %rd15;" : "\ncvt.u64.u32 %rd5, %r15; cvt.u64.u32 %rd6, %r16;";
  const KernelResult R = runStatements(Begin + C.Statement + End, repeat(C.Operands));
  EXPECT_EQ(R.Wrong, "") << C.Statement;
  if (R.Values.empty())
    return {};
  for (const auto &Lane : R.Values)
    EXPECT_EQ(Lane, R.Values.front()) << C.Statement;
  return {R.Values.front()[0], R.Values.front()[1]};
}

// clang-format off
const Case Cases32[] = {
    {"add.s32 %r15, %r11, %r12;",                {0xffffffff, 2},              {1}},
    {"add.sat.s32 %r15, %r11, %r12;",            {0x7fffffff, 2},              {0x7fffffff}},
    {"sub.sat.s32 %r15, %r11, %r12;",            {0x80000000, 2},              {0x80000000}},
    {"add.u16x2 %r15, %r11, %r12;",              {0xffff0001, 0x00010001},     {0x00000002}},
    {"min.s16x2 %r15, %r11, %r12;",              {0xffff0001, 0x00010002},     {0xffff0001}},
    {"min.relu.s16x2 %r15, %r11, %r12;",         {0xffff0001, 0x00010002},     {0x00000001}},
    {"max.u16x2 %r15, %r11, %r12;",              {0xffff0001, 0x00010002},     {0xffff0002}},
    {"max.relu.s32 %r15, %r11, %r12;",           {0xffffffff, 0xfffffffe},     {0}},
    {"mul.hi.s32 %r15, %r11, %r12;",             {0xffffffff, 5},              {0xffffffff}},
    {"mul.hi.u32 %r15, %r11, %r12;",             {0xffffffff, 5},              {4}},
    {"mul24.lo.s32 %r15, %r11, %r12;",           {0xffffff, 3},                {0xfffffffd}},
    {"mul24.hi.u32 %r15, %r11, %r12;",           {0xffffff, 0xffffff},         {0xfffffe00}},
    {"mad.lo.s32 %r15, %r11, %r12, %r13;",       {3, 4, 5},                    {17}},
    {"mad.hi.sat.s32 %r15, %r11, %r12, %r13;",   {0x7fffffff, 0x7fffffff, 0x7fffffff}, {0x7fffffff}},
    {"mad.wide.u16 %r15, %rs11, %rs12, %r13;",   {0xffff, 0xffff, 1},          {0xfffe0002}},
    {"sad.s32 %r15, %r11, %r12, %r13;",          {3, 0xfffffffe, 10},          {15}},
    {"div.s32 %r15, %r11, %r12;",                {0xfffffff9, 2},              {0xfffffffd}},
    {"div.s32 %r15, %r11, %r12;",                {0x80000000, 0xffffffff},     {0x80000000}},
    {"rem.s32 %r15, %r11, %r12;",                {0xfffffff9, 2},              {0xffffffff}},
    {"rem.u32 %r15, %r11, %r12;",                {0xfffffff9, 10},             {9}},
    {"abs.s32 %r15, %r11;",                      {0xfffffff9},                 {7}},
    {"neg.s32 %r15, %r11;",                      {7},                          {0xfffffff9}},
    {"add.cc.u32 %r15, %r11, %r12; addc.u32 %r16, %r13, 0;", {0xffffffff, 1, 7}, {0, 8}},
    {"sub.cc.u32 %r15, %r11, %r12; subc.u32 %r16, %r13, 0;", {0, 1, 7},        {0xffffffff, 6}},
    {"sub.cc.u32 %r15, %r11, %r12; addc.u32 %r16, 0, 0;", {1, 1},              {0, 1}},
    {"mad.lo.cc.u32 %r15, %r11, %r12, %r13; madc.hi.u32 %r16, %r11, %r12, 0;",
                                                 {0xffffffff, 2, 2},           {0, 2}},
    {"popc.b32 %r15, %r11;",                     {0xf0f0},                     {8}},
    {"popc.b64 %r15, %rd11;",                    {0xf0f0f0f0f0},               {20}},
    {"clz.b32 %r15, %r11;",                      {0xf0f0},                     {16}},
    {"clz.b32 %r15, %r11;",                      {0},                          {32}},
    {"clz.b64 %r15, %rd11;",                     {1},                          {63}},
    {"bfind.u32 %r15, %r11;",                    {0},                          {0xffffffff}},
    {"bfind.s32 %r15, %r11;",                    {0xfffffff0},                 {3}},
    {"bfind.shiftamt.u32 %r15, %r11;",           {0x10},                       {27}},
    {"bfind.u64 %r15, %rd11;",                   {0x100000000},                {32}},
    {"fns.b32 %r15, %r11, %r12, %r13;",          {0x92, 3, 1},                 {4}},
    {"fns.b32 %r15, %r11, %r12, %r13;",          {0x92, 4, 0},                 {4}},
    {"fns.b32 %r15, %r11, %r12, %r13;",          {0x92, 3, 0},                 {0xffffffff}},
    {"fns.b32 %r15, %r11, %r12, %r13;",          {0x92, 7, 0xfffffffe},        {4}},
    {"brev.b32 %r15, %r11;",                     {1},                          {0x80000000}},
    {"bfe.u32 %r15, %r11, 8, 8;",                {0x12f45678},                 {0x56}},
    {"bfe.s32 %r15, %r11, 16, 8;",               {0x12f45678},                 {0xfffffff4}},
    {"bfe.s32 %r15, %r11, 28, 8;",               {0xf2345678},                 {0xffffffff}},
    {"bfe.u32 %r15, %r11, 40, 8;",               {0xf2345678},                 {0}},
    {"bfi.b32 %r15, %r11, %r12, 8, 4;",          {0xab, 0xffffffff},           {0xfffffbff}},
    {"bmsk.clamp.b32 %r15, %r11, %r12;",         {4, 8},                       {0xff0}},
    {"bmsk.wrap.b32 %r15, %r11, %r12;",          {36, 8},                      {0xff0}},
    {"bmsk.clamp.b32 %r15, %r11, %r12;",         {36, 8},                      {0}},
    {"szext.clamp.s32 %r15, %r11, %r12;",        {0x8, 4},                     {0xfffffff8}},
    {"szext.wrap.u32 %r15, %r11, %r12;",         {0xff8, 36},                  {0x8}},
    {"dp4a.s32.u32 %r15, %r11, %r12, %r13;",     {0xff010203, 0x02040506, 100},{100 - 2 + 4 + 10 + 18}},
    {"dp2a.hi.u32.s32 %r15, %r11, %r12, %r13;",  {0x00020003, 0xff050000, 1},  {1 - 2 + 15}},
    {"prmt.b32 %r15, %r11, %r12, 0x7160;",       {0x33221100, 0x77665544},     {0x77116600}},
    {"prmt.b32 %r15, %r11, %r12, 0x8888;",       {0x33221180, 0},              {0xffffffff}},
    {"prmt.b32.f4e %r15, %r11, %r12, 1;",        {0x33221100, 0x77665544},     {0x44332211}},
    {"prmt.b32.b4e %r15, %r11, %r12, 1;",        {0x33221100, 0x77665544},     {0x66770011}},
    {"prmt.b32.rc8 %r15, %r11, %r12, 2;",        {0x33221100, 0x77665544},     {0x22222222}},
    {"prmt.b32.ecl %r15, %r11, %r12, 1;",        {0x33221100, 0x77665544},     {0x33221111}},
    {"prmt.b32.ecr %r15, %r11, %r12, 2;",        {0x33221100, 0x77665544},     {0x22221100}},
    {"prmt.b32.rc16 %r15, %r11, %r12, 1;",       {0x33221100, 0x77665544},     {0x33223322}},
    {"shf.l.wrap.b32 %r15, %r11, %r12, %r13;",   {0xaabbccdd, 0x11223344, 40}, {0x223344aa}},
    {"shf.r.wrap.b32 %r15, %r11, %r12, %r13;",   {0xaabbccdd, 0x11223344, 8},  {0x44aabbcc}},
    {"shf.l.clamp.b32 %r15, %r11, %r12, %r13;",  {0xaabbccdd, 0x11223344, 40}, {0xaabbccdd}},
    {"shf.r.clamp.b32 %r15, %r11, %r12, %r13;",  {0xaabbccdd, 0x11223344, 32}, {0x11223344}},
    {"shf.l.wrap.b32 %r15, %r11, %r12, %r13;",   {0xaabbccdd, 0x11223344, 0},  {0x11223344}},
    {"shl.b32 %r15, %r11, %r12;",                {1, 32},                      {0}},
    {"shr.u32 %r15, %r11, %r12;",                {0x80000000, 32},             {0}},
    {"shr.s32 %r15, %r11, %r12;",                {0x80000000, 40},             {0xffffffff}},
    {"shr.s16 %rs15, %rs11, %r12; cvt.u32.u16 %r15, %rs15;", {0x8000, 4},      {0xf800}},
    {"lop3.b32 %r15, %r11, %r12, %r13, 0x80;",   {0xf0, 0xcc, 0xaa},           {0x80}},
    {"lop3.b32 %r15, %r11, %r12, %r13, 0x96;",   {0xf0, 0xcc, 0xaa},           {0x96}},
    {"setp.eq.u32 %p10, 1, 2; lop3.or.b32 %r15|%p11, %r11, %r12, %r13, 0x80, %p10; selp.u32 %r16, 1, 0, %p11;",
                                                 {0xf0, 0xcc, 0xaa},           {0x80, 1}},
    {"cnot.b32 %r15, %r11;",                     {0},                          {1}},
    {"not.b32 %r15, %r11;",                      {0xff},                       {0xffffff00}},
    {"setp.lt.s32 %p10|%p11, %r11, %r12; selp.u32 %r15, 3, 4, %p10; selp.u32 %r16, 3, 4, %p11;",
                                                 {0xffffffff, 1},              {3, 4}},
    {"setp.lt.u32 %p10, %r11, %r12; setp.eq.or.u32 %p12|%p13, %r11, %r12, !%p10; selp.u32 %r15, 3, 4, %p12; selp.u32 %r16, 5, 6, %p13;",
                                                 {0xffffffff, 1},              {3, 5}},
    {"setp.eq.u32 %p10, %r11, 1; setp.eq.u32 %p11, %r12, 1; and.pred %p12, %p10, !%p11; selp.u32 %r15, 3, 4, %p12; or.pred %p12, !%p10, !%p11; selp.u32 %r16, 3, 4, !%p12;",
                                                 {1, 0},                       {3, 4}},
    {"setp.eq.u32 %p10, %r11, 1; setp.eq.u32 %p11, %r12, 1; and.pred %p12, !%p10, %p11; selp.u32 %r15, 3, 4, %p12; xor.pred %p12, %p10, !%p11; selp.u32 %r16, 3, 4, %p12;",
                                                 {0, 1},                       {3, 4}},
    {"setp.eq.u32 %p10, %r11, 1; not.pred %p11, !%p10; mov.pred %p12, !%p10; selp.u32 %r15, 3, 4, %p11; selp.u32 %r16, 3, 4, %p12;",
                                                 {1},                          {3, 4}},
    {"setp.eq.u32 %p10, %r11, 1; and.pred %p11, %p10, !0; and.pred %p12, %p10, !1; selp.u32 %r15, 3, 4, %p11; selp.u32 %r16, 3, 4, %p12;",
                                                 {1},                          {3, 4}},
    {"setp.eq.u32 %p10, %r11, 1; lop3.or.b32 %r15|%p11, %r11, %r12, %r13, 0x80, !%p10; selp.u32 %r16, 3, 4, %p11;",
                                                 {1, 1, 2},                    {0, 4}},
    {"set.gt.u32.u32 %r15, %r11, %r12;",         {2, 1},                       {0xffffffff}},
    {"set.gt.f32.s32 %f15, %r11, %r12; mov.b32 %r15, %f15;", {2, 1},           {0x3f800000}},
    {"slct.u32.s32 %r15, %r11, %r12, %r13;",     {2, 1, 0x80000000},           {1}},
    {"cvt.pack.sat.s16.s32 %r15, %r11, %r12;",   {0x12345, 0xffff0000},        {0x7fff8000}},
    {"cvt.pack.sat.u8.s32.b32 %r15, %r11, %r12, %r13;", {300, 0xfffffff6, 0xabcd}, {0xabcdff00}},
    {"cvt.sat.s8.s32 %r15, %r11;",               {300},                        {127}},
    {"cvt.s32.s8 %r15, %r11;",                   {0x1ff},                      {0xffffffff}},
    {"cvt.sat.u32.s64 %r15, %rd11;",             {~0ull},                      {0}},
    {"mov.b32 %r15, {%rs11, %rs12}; mov.b32 {%rs13, %rs14}, %r15; cvt.u32.u16 %r16, %rs14;",
                                                 {1, 2},                       {0x20001, 2}},
};
const Case Cases64[] = {
    {"mul.wide.s32 %rd15, %r11, %r12;",          {0xffffffff, 5},              {~0ull - 4}},
    {"mul.hi.u64 %rd15, %rd11, %rd12;",          {~0ull, 16},                  {15}},
    {"mul.hi.s64 %rd15, %rd11, %rd12;",          {~0ull, 16},                  {~0ull}},
    {"mad.lo.u64 %rd15, %rd11, %rd12, %rd13;",   {~0ull, 3, 4},                {1}},
    {"add.cc.u64 %rd15, %rd11, %rd12; addc.u64 %rd15, %rd13, 0;", {~0ull, 3, 4}, {5}},
    {"bfe.u64 %rd15, %rd11, 60, 16;",            {~0ull},                      {15}},
    {"bfe.s64 %rd15, %rd11, 0, 64;",             {0x8000000000000001},         {0x8000000000000001}},
    {"brev.b64 %rd15, %rd11;",                   {2},                          {uint64_t(1) << 62}},
    {"shl.b64 %rd15, %rd11, 64;",                {2},                          {0}},
    {"mov.b64 %rd15, {%r11, %r12};",             {2, 3},                       {0x300000002}},
    {"mov.b128 %q10, {%rd11, %rd12}; mov.b128 {_, %rd15}, %q10;", {2, 3},      {3}},
    {"mov.b64 %rd15, {%rs11, %rs12, %rs13, %rs11};", {1, 2, 3},                {0x0001000300020001}},
};
// clang-format on

} // namespace

TEST(EmulatorBits, Words) {
  for (const Case &C : Cases32) {
    const auto Result = run(C, false);
    EXPECT_EQ(Result, C.Expected) << C.Statement;
  }
}
TEST(EmulatorBits, DoubleWords) {
  for (const Case &C : Cases64)
    EXPECT_EQ(run(C, true)[0], C.Expected[0]) << C.Statement;
}

TEST(EmulatorBits, Unknown) {
  for (const char *Statement :
       {"add.cc.u16 %rs10, %rs11, %rs12;", "lop3.b32 %r10, %r11, %r12, %r13, 256;",
        "bfe.b32 %r10, %r11, 1, 2;", "prmt.b32.xyz %r10, %r11, %r12, 1;",
        "setp.num.u32 %p10, %r11, %r12;", "add.sat.u32 %r10, %r11, %r12;",
        "and.b32 %r10, %r11, !%r12;", "and.pred !%p10, %p11, %p12;", "and.pred %p10, %p11, !%r12;",
        "and.pred %p10, %p11, !!%p12;", "slct.u32.s32 %r10, %r11, %r12, !%r13;"})
    EXPECT_NE(runStatements(Statement, repeat({})).Wrong, "") << Statement;
}

//===- EmulatorCompanionsTest.cpp -----------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every form of every companion, as the compiler prints it, is PTX that the emulator reads.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Device.h"
#include "Model/Instructions/MMAPTXText.h"
#include "TestHelpers.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

unsigned getBits(const MMAArgumentType &Type) {
  if (Type.Kind != MMATypeKind_Integer && Type.Kind != MMATypeKind_Float &&
      Type.Kind != MMATypeKind_BFloat)
    return 64; // an address
  return Type.Bits * std::max<unsigned>(Type.Lanes, 1);
}

/// "%rd3": a register with so many bits.
std::string makeRegister(unsigned Bits, unsigned Number) {
  return "%v" + std::to_string(Bits) + "_" + std::to_string(Number);
}

/// What stands for the operand with a name: a register, or the value of an immediate.
std::string makeOperand(const CompanionFormInfo &Form, StringRef Name, unsigned &NumResults) {
  const std::optional<unsigned> Argument = Form.Signature.find(Name);
  for (const MMAChoice &C : Form.Choices)
    if (C.Name == Name && (!Argument || Form.Signature.Arguments[*Argument].IsImmediate))
      return std::to_string(C.First);
  if (!Argument) {
    const MMAArgumentType &Type = Form.Signature.Results[NumResults++];
    return makeRegister(getBits(Type), 300 + NumResults);
  }
  const MMAArgument &A = Form.Signature.Arguments[*Argument];
  return A.IsImmediate ? "0" : makeRegister(getBits(A.Type), *Argument);
}

/// The statement of a form, with the first words that it may have.
std::string print(CompanionForm Form) {
  std::string Result;
  raw_string_ostream OS(Result);
  unsigned NumResults = 0;
  printCompanion(OS, {Form, getWordValues(Form).front()}, [&](raw_ostream &Out, StringRef Name) {
    Out << makeOperand(getCompanionFormInfo(Form), Name, NumResults);
  });
  return StringRef(Result).rtrim(';').str();
}

std::string makeKernel(StringRef Statement) {
  std::string Text = ".version 9.0\n.target sm_100a\n.address_size 64\n.visible .entry k()\n{\n";
  for (unsigned Bits : {8, 16, 32, 64, 128})
    Text += "  .reg .b" + std::to_string(Bits) + " %v" + std::to_string(Bits) + "_<600>;\n";
  Text += "  .reg .pred %v1_<600>;\n  " + Statement.str() + ";\n  ret;\n}\n";
  return Text;
}

} // namespace

// Of PTX ISA 9.1 to 9.4 some, and of the others each is an error.
TEST(EmulatorCompanions, NewerForms) {
  for (StringRef Statement :
       {"ld.global.b32.proxy::readonly %v32_1, [%v64_1]",
        "prefetch.global.L1::32B.valid_addr [%v64_1]", "fence.proxy.alias.acquire.sys",
        "fence.proxy.alias.release.sys", "atom.global.add.noftz.f32 %v32_1, [%v64_1], %v32_2",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster::32b "
        "[%v32_1], [%v64_1], %v32_2, [%v32_3], %v32_4",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster::32b"
        ".b64 [%v32_1], %v32_2",
        "tcgen05.alloc.exclusive.cta_group::1.sync.aligned.shared::cta.b32 [%v32_1], 96",
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.sync_restrict::shared::read::mma::a."
        "shared::cluster.b64 [%v32_1]",
        "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster",
        "mbarrier.init.layout::v1.shared.b64 [%v32_1], 1",
        "applypriority.async.bulk.global.bulk_group.L2::evict_normal [%v64_1], %v32_1"}) {
    emulator::Device D;
    EXPECT_EQ("", messageOf(D.load(makeKernel(Statement)))) << Statement.str();
  }
  for (StringRef Statement :
       {"multimem.cp.async.bulk.global.shared::cta.bulk_group [%v64_1], [%v32_1], %v32_2",
        "cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs::w.bulk_group "
        "[%v64_1, {%v32_1, %v32_2, %v32_3}], [%v32_4]",
        "cp.async.bulk.prefetch.tensor.1d.L2.global.tile.override::global_dim "
        "[%v64_1, %v64_2, {%v8_1}, {%v32_1}]"}) {
    emulator::Device D;
    EXPECT_NE("", messageOf(D.load(makeKernel(Statement)))) << Statement.str();
  }
}

TEST(EmulatorCompanions, AllFormsAreRead) {
  std::string Wrong;
  size_t NumForms = 0;
  for (size_t Form = 0; Form < getCompanionForms().size(); ++Form) {
    // What the emulator does not execute: multimem, a mode of im2col, and NaNs that mean "out of
    // bounds", whose bits PTX does not say.
    const std::string Text = print(CompanionForm(Form));
    const StringRef Mnemonic = Text;
    if (Mnemonic.contains("multimem.") || Mnemonic.contains(".im2col_no_offs::w") ||
        Mnemonic.contains(".oob"))
      continue;
    emulator::Device D;
    auto Program = D.load(makeKernel(Text));
    if (!Program)
      Wrong += Text + ": " + toString(Program.takeError()) + "\n";
    ++NumForms;
  }
  EXPECT_EQ("", Wrong);
  EXPECT_LT(3000u, NumForms);
}

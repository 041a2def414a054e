//===- Addresses.cpp ------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generic addresses: cvta, isspacep.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Instructions/LaneOperations.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct WindowDetails {
  uint64_t Window = 0; ///< 0 of global memory
  Space In = Space::Global;
};
} // namespace

static std::optional<WindowDetails> takeWindow(InstructionReader &R) {
  const StringRef Word = R.takeOneOf({".global", ".const", ".shared", ".shared::cta",
                                      ".shared::cluster", ".local", ".param", ".param::entry"});
  return StringSwitch<std::optional<WindowDetails>>(Word)
      .Case(".global", WindowDetails{0, Space::Global})
      .Case(".const", WindowDetails{0, Space::Constant})
      .Cases({".shared", ".shared::cta"}, WindowDetails{Windows::Shared, Space::SharedCTA})
      .Case(".shared::cluster", WindowDetails{Windows::Shared, Space::SharedCluster})
      .Case(".local", WindowDetails{Windows::Local, Space::Local})
      .Cases({".param", ".param::entry"}, WindowDetails{Windows::Param, Space::EntryParam})
      .Default(std::nullopt);
}

template <bool IsToSpace> static Step convertAddress(const Instruction &I, ThreadGroup &G) {
  const uint64_t Window = I.details<WindowDetails>().Window;
  const bool Changes = Window != 0;
  G.forEachLane([&](unsigned Lane) {
    const uint64_t Address = G.getAddress(I.Addresses[0], Lane);
    const uint64_t Offset = Changes ? Address & ~Windows::Mask : Address;
    G.set(I.Results[0], Lane, IsToSpace ? Offset : Offset | Window);
  });
  return Step::Next;
}

static Error readConvertAddress(InstructionReader &R) {
  const bool IsToSpace = R.take(".to");
  const std::optional<WindowDetails> Of = takeWindow(R);
  Expected<Type> T = R.expectType();
  if (!T)
    return T.takeError();
  if (!Of || !T->is("u64"))
    return R.fail("expected a state space and '.u64'");
  if (Error E = R.expectOperands(2))
    return E;
  Expected<Slot> D = R.write(R.operand(0), *T);
  if (!D)
    return D.takeError();
  Expected<Address> A = R.readAddress(R.operand(1));
  if (!A)
    return A.takeError();
  R.setResults(*D);
  R.setAddresses(*A);
  R.setDetails(*Of);
  R.Result.Execute = IsToSpace ? convertAddress<true> : convertAddress<false>;
  return Error::success();
}

static bool isIn(const ThreadGroup &G, const WindowDetails &Of, uint64_t Address) {
  const uint64_t Window = Address & Windows::Mask;
  if (Window != Of.Window)
    return false;
  if (Of.In == Space::SharedCTA)
    return uint32_t(Address) >> Windows::RankShift == G.getBlock().getRank();
  if (Of.Window)
    return true;
  const Allocation *A = G.getLaunch().Global.find(Address);
  const bool IsConstant = A && A->IsReadOnly;
  return IsConstant == (Of.In == Space::Constant);
}

static Step testSpace(const Instruction &I, ThreadGroup &G) {
  const auto &Of = I.details<WindowDetails>();
  LaneMask Result = 0;
  G.forEachLane(
      [&](unsigned Lane) { Result |= LaneMask(isIn(G, Of, G.get(I.Operands[0], Lane))) << Lane; });
  G.setPredicate(I.Results[0], Result);
  return Step::Next;
}

static Error readTestSpace(InstructionReader &R) {
  const std::optional<WindowDetails> Of = takeWindow(R);
  if (!Of)
    return R.fail("expected a state space, not '" + R.peek() + "'");
  R.setDetails(*Of);
  R.Result.Execute = testSpace;
  return readLaneOperands(R, getBitsType(1), {getBitsType(64)});
}

ArrayRef<InstructionFamily> emulator::getAddressInstructions() {
  static constexpr InstructionFamily Families[] = {{"cvta", readConvertAddress},
                                                   {"isspacep", readTestSpace}};
  return Families;
}

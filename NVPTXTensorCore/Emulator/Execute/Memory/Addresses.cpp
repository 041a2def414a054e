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

#include "Emulator/Execute/Memory/MemoryModifiers.h"
#include "Emulator/Machine/Block.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct WindowDetails {
  uint64_t Window = 0; ///< 0 of global memory
  Space In = Space::Global;
};
} // namespace

static WindowDetails getWindow(const InstructionReader &R) {
  const Space In = getSpace(R.get<words::StateSpace>());
  switch (In) {
  case Space::SharedCTA:
  case Space::SharedCluster:
    return {Windows::Shared, In};
  case Space::Local:
    return {Windows::Local, In};
  case Space::EntryParam:
    return {Windows::Param, In};
  default:
    return {0, In};
  }
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

template <bool IsToSpace> static Error readConvertAddress(InstructionReader &R) {
  if (R.type().Width != 64)
    return R.fail("generic addresses of the emulator have 64 bits");
  Expected<Address> A = R.readAddress(R.operand(1));
  if (!A)
    return A.takeError();
  R.setAddresses(*A);
  R.setDetails(getWindow(R));
  R.Result.Execute = convertAddress<IsToSpace>;
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
  R.setDetails(getWindow(R));
  R.Result.Execute = testSpace;
  return Error::success();
}

ArrayRef<RowReader> emulator::getAddressRows() {
  static constexpr RowReader Rows[] = {
      {PTX_CVTA, readConvertAddress<false>},
      {PTX_CVTA_TO, readConvertAddress<true>},
      {PTX_ISSPACEP, readTestSpace},
  };
  return Rows;
}

//===- AsyncOperands.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modifiers and addresses of what is asynchronous.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Copies/AsyncOperands.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

Space emulator::getSharedSpace(const InstructionReader &R) {
  switch (R.get<words::StateSpace>()) {
  case words::StateSpace::Shared:
  case words::StateSpace::SharedCta:
    return Space::SharedCTA;
  case words::StateSpace::SharedCluster:
    return Space::SharedCluster;
  default:
    return Space::Generic;
  }
}

Error emulator::readAddresses(InstructionReader &R, size_t First, size_t Count) {
  SmallVector<Address, 3> Addresses;
  for (size_t Number = First; Number != First + Count; ++Number) {
    Expected<Address> A = R.readAddress(R.operand(Number));
    if (!A)
      return A.takeError();
    Addresses.push_back(*A);
  }
  R.setAddresses(Addresses);
  return Error::success();
}

std::optional<uint32_t> emulator::getSharedAddress(const Instruction &I, ThreadGroup &G,
                                                   unsigned Lane, size_t Number, Space In) {
  const uint64_t Address = G.getAddress(I.Addresses[Number], Lane);
  if (In == Space::Generic && (Address & Windows::Mask) != Windows::Shared) {
    G.fault(I, Check::OutOfBounds, LaneMask(1) << Lane,
            "generic address 0x" + utohexstr(Address, true) + " is not in shared memory");
    return std::nullopt;
  }
  const uint32_t Shared = uint32_t(Address);
  if (In == Space::SharedCTA && Shared >> Windows::RankShift != G.getBlock().getRank()) {
    G.fault(I, Check::OutOfBounds, LaneMask(1) << Lane,
            "shared::cta address 0x" + utohexstr(Shared, true) + " is of another block");
    return std::nullopt;
  }
  return Shared;
}

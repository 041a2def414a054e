//===- TensorOverrides.cpp ------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the properties of a tensor that an instruction gives instead of its map.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/Copies/TensorCopies.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// Sizes and strides of PTX ISA, "Tensor Attribute Override": 8 bits of each size; of strides 32
/// bits each, and 4 upper bits of all in one register, in units of 16 bytes.
static void overrideSizes(ArrayRef<uint64_t> Values, TensorMap &Map) {
  constexpr unsigned UpperBits = 4, UnitShift = 4;
  for (unsigned Dim = 0; Dim != Map.Rank; ++Dim)
    Map.Dims[Dim] = Values[Dim] & 0xff;
  for (unsigned Dim = 1; Dim < Map.Rank; ++Dim) {
    const uint64_t Upper = Values.back() >> (UpperBits * (Dim - 1)) & 0xf;
    Map.Strides[Dim - 1] = (Values[Map.Rank + Dim - 1] + (Upper << 32)) << UnitShift;
  }
}

bool emulator::overrideTensorMap(const Instruction &I, ThreadGroup &G, unsigned Lane,
                                 const TensorBox &Box, TensorMap &Map) {
  const auto &Of = I.details<BoxCopyDetails>();
  if (Of.Overrides == Override::None)
    return true;
  const auto Fault = [&](const Twine &Sentence) {
    G.fault(I, Check::Descriptors, LaneMask(1) << Lane, Sentence);
    return false;
  };
  SmallVector<uint64_t, 11> Values;
  for (Slot S :
       I.Operands.drop_front(Of.NumCoordinates + Of.NumOffsets).drop_back(Of.Form.MaskBits ? 1 : 0))
    Values.push_back(G.get(S, Lane));
  constexpr unsigned Alignment = 16;
  Map.Address = Values.front();
  if (Map.Address % Alignment)
    return Fault("the global address 0x" + Twine::utohexstr(Map.Address) +
                 " that overrides the tensor map's is not a multiple of 16");
  if (Of.Overrides == Override::Address)
    return true;
  if (Map.Rank != Of.NumCoordinates)
    return Fault("the tensor map has rank " + Twine(Map.Rank) + ", the instruction " +
                 Twine(Of.NumCoordinates));
  if (any_of(Box.Coordinates, [](int32_t C) { return C != 0; }))
    return Fault("a coordinate is not 0, as it must be where sizes override the tensor map's");
  overrideSizes(ArrayRef(Values).drop_front(), Map);
  if (Error E = checkTensorMap(Map))
    return Fault(toString(std::move(E)));
  return true;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Error emulator::getOverrides(const InstructionReader &R, BoxCopyDetails &Of) {
  using words::OverrideSizes;
  const bool HasAddress = R.get<words::OverrideAddress>() != words::OverrideAddress::None;
  const OverrideSizes Sizes = R.get<OverrideSizes>();
  Of.Overrides = HasAddress ? Override::Address : Override::None;
  if (Sizes == OverrideSizes::None)
    return Error::success();
  Of.Overrides = Override::Sizes;
  if (!HasAddress)
    return R.fail("expected '.override::global_address' where sizes are overridden");
  if ((Of.NumCoordinates == 1) != (Sizes == OverrideSizes::OverrideGlobalDim))
    return R.fail("expected '.override::global_dim' of rank 1, '.override::global_dim_stride' of "
                  "others");
  if (Of.Form.MaskBits == 16)
    return R.fail("expected '.multicast::cluster::32b' where sizes are overridden");
  return Error::success();
}

Error emulator::readOverrides(InstructionReader &R, ArrayRef<ptx::Operand> Parts,
                              const BoxCopyDetails &Of, SmallVectorImpl<Slot> &Slots) {
  struct Part {
    unsigned Bits, Count;
    bool MayBeWider;
  };
  const unsigned Rank = Of.NumCoordinates;
  const Part All[] = {{64, 1, false}, {8, Rank, true}, {32, Rank - 1, false}, {16, 1, false}};
  for (const auto &[Number, O] : enumerate(Parts)) {
    const size_t Before = Slots.size();
    if (Error E = R.readAll(O, getBitsType(All[Number].Bits), Slots, All[Number].MayBeWider))
      return E;
    if (Slots.size() - Before != All[Number].Count)
      return R.fail("expected " + Twine(All[Number].Count) + " registers in '" + print(O) + "'");
  }
  return Error::success();
}

size_t emulator::getNumOverrides(const BoxCopyDetails &Of) {
  return Of.Overrides == Override::None      ? 0
         : Of.Overrides == Override::Address ? 1
         : Of.NumCoordinates == 1            ? 2
                                             : 4;
}

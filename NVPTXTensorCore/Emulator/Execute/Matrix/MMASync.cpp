//===- MMASync.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma.sync: dense, sparse, with scales. Fragments are gathered by the model's layouts, multiplied
// by Numbers/FastMultiplication.h, and scattered.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Execute/InstructionTable.h"
#include "Emulator/Execute/Matrix/Fragments.h"
#include "Emulator/Execute/Matrix/MatrixStatements.h"
#include "Emulator/Execute/Matrix/WarpMultiplication.h"
#include "Emulator/Machine/Block.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {

/// A group of four bits of metadata that the sparsity selector chooses.
struct MetadataLocation {
  uint8_t Lane, Element;
  uint16_t Row, Group;
};

/// A byte of a register of scales, and for which thread-id and byte-id it counts.
struct ScaleLocation {
  uint8_t Lane, Element, ThreadId, ByteId;
  uint16_t Location;
};

struct ScaleTable {
  SmallVector<ScaleLocation, 0> Locations;
  SmallVector<unsigned> ThreadIds, ByteIds; ///< the values that there are
};

struct MMADetails {
  explicit MMADetails(const MMAVariant &Variant);

  const WarpMultiplication &Of;
  SmallVector<MetadataLocation, 0> Metadata;
  ScaleTable ScaleA, ScaleB;
  // Where operands begin.
  unsigned FirstOfMetadata = 0, FirstOfScales = 0;
};

} // namespace

static FragmentTable getTable(const MMAVariant &Variant, NumberFormat Format, MMAOperand Operand) {
  return FragmentTable(Format, cantFail(getMMAFragmentLayout(Variant, Operand)));
}

static WarpMultiplication makeMultiplication(const MMAVariant &Variant) {
  const Multiplication Mul(Variant);
  return {Mul, getTable(Variant, Mul.A, MMAOperand_A), getTable(Variant, Mul.B, MMAOperand_B),
          getTable(Variant, Mul.C, MMAOperand_C), getTable(Variant, Mul.D, MMAOperand_D)};
}

MMADetails::MMADetails(const MMAVariant &Variant)
    : Of(getWarpMultiplication(Variant, [&] { return makeMultiplication(Variant); })) {}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

static Error readSelector(InstructionReader &R, const MMAVariant &Variant, const ptx::Operand &O,
                          MMADetails &Details) {
  Expected<int64_t> Selector = R.readInteger(O);
  if (!Selector)
    return Selector.takeError();
  const MMAFragmentLayout Layout = cantFail(getMMAFragmentLayout(Variant, MMAOperand_Metadata));
  if (*Selector < 0 || *Selector >= Variant.Selectors)
    return R.fail("the sparsity selector is " + Twine(*Selector) + "; expected 0 to " +
                  Twine(Variant.Selectors - 1));
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    for (unsigned Element = 0; Element != Layout.getElementsPerRegister(); ++Element)
      if (auto P = Layout.getPosition({Lane, 0, Element}); P && P->Selector == *Selector)
        Details.Metadata.push_back(
            {uint8_t(Lane), uint8_t(Element), uint16_t(P->Row), uint16_t(P->Column)});
  return Error::success();
}

/// Says which columns of A are there. False after a fault.
static bool gatherMetadata(const Instruction &I, ThreadGroup &G, const MMADetails &Details,
                           NumberTiles &T) {
  const MMASparsityGroup &Group = *Details.Of.Mul.Group;
  const uint32_t *Words = G.lanes<uint32_t>(I.Operands[Details.FirstOfMetadata]);
  for (const MetadataLocation &P : Details.Metadata) {
    const unsigned Code = Words[P.Lane] >> (P.Element * 4) & 15;
    if (const char *Fault = checkSparsityGroup(Group, Code, Details.Of.Mul.HasOrderedMetadata)) {
      G.fault(I, Check::IllegalInstruction, LaneMask(1) << P.Lane,
              "metadata 0x" + Twine::utohexstr(Code) + " of row " + Twine(P.Row) + ", group " +
                  Twine(P.Group) + ": " + Fault);
      return false;
    }
    for (unsigned Kept = P.Group * Group.Kept, End = Kept + Group.Kept; Kept != End; ++Kept)
      T.Columns[P.Row * T.KeptColumns + Kept] = uint16_t(getLogicalColumn(Group, Code, Kept));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

static ScaleTable makeScaleTable(const MMAVariant &Variant, MMAOperand Operand) {
  const MMAFragmentLayout Layout = cantFail(getMMAFragmentLayout(Variant, Operand));
  ScaleTable Table;
  Table.ThreadIds = Layout.getValues(MMAFragmentLayout::Selector);
  Table.ByteIds = Layout.getValues(MMAFragmentLayout::ByteSelector);
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    for (unsigned Element = 0; Element != Layout.getElementsPerRegister(); ++Element)
      if (auto P = Layout.getPosition({Lane, 0, Element}))
        Table.Locations.push_back({uint8_t(Lane), uint8_t(Element), uint8_t(P->Selector),
                                   uint8_t(P->ByteSelector),
                                   uint16_t(P->Row * Layout.getNumColumns() + P->Column)});
  return Table;
}

/// A register of scales, byte-id and thread-id.
static Error readScales(InstructionReader &R, const ptx::Operand &Scales, const ptx::Operand &Ids,
                        SmallVectorImpl<Slot> &Slots) {
  if (Error E = readFragment(R, Scales, 32, Slots))
    return E;
  if (Ids.elements().size() != 2)
    return R.fail("expected {byte-id, thread-id} after the scales");
  return R.readAll(Ids, getBitsType(16), Slots, /*MayBeWider=*/true);
}

static std::string printValues(ArrayRef<unsigned> Values) {
  std::string Text;
  for (unsigned Value : Values)
    Text += (Text.empty() ? "" : ", ") + std::to_string(Value);
  return Text;
}

/// The value of byte-id or thread-id, which all lanes agree on; none after a fault.
static std::optional<unsigned> getId(const Instruction &I, ThreadGroup &G, Slot From,
                                     StringRef Name, ArrayRef<unsigned> Values) {
  const uint64_t Value = G.get(From, G.getFirstActive());
  LaneMask Others = 0;
  G.forEachLane([&](unsigned Lane) { Others |= LaneMask(G.get(From, Lane) != Value) << Lane; });
  if (Others) {
    G.fault(I, Check::IllegalInstruction, Others,
            Name + " is not " + Twine(Value) +
                " as in the first lane; all lanes must have the same");
    return std::nullopt;
  }
  if (is_contained(Values, Value))
    return unsigned(Value);
  G.fault(I, Check::IllegalInstruction, G.getActive(),
          Name + " is " + Twine(Value) + "; expected one of " + printValues(Values));
  return std::nullopt;
}

/// Reads a register of scales, and the two operands after it. False after a fault.
static bool gatherScales(const Instruction &I, ThreadGroup &G, const ScaleTable &Table,
                         ArrayRef<Slot> From, StringRef Matrix, const ElementCodec &Codec,
                         std::vector<double> &To) {
  const auto ByteId = getId(I, G, From[1], ("byte-id of " + Matrix).str(), Table.ByteIds);
  const auto ThreadId =
      ByteId ? getId(I, G, From[2], ("thread-id of " + Matrix).str(), Table.ThreadIds)
             : std::nullopt;
  if (!ThreadId)
    return false;
  const uint32_t *Words = G.lanes<uint32_t>(From[0]);
  for (const ScaleLocation &P : Table.Locations)
    if (P.ByteId == *ByteId && P.ThreadId == *ThreadId)
      To[P.Location] = Codec.decode(Words[P.Lane] >> (P.Element * 8));
  return true;
}

//===----------------------------------------------------------------------===//
// The instruction
//===----------------------------------------------------------------------===//

static Step executeMMA(const Instruction &I, ThreadGroup &G) {
  const auto &Details = I.details<MMADetails>();
  const Multiplication &Mul = Details.Of.Mul;
  if (!isWholeWarp(I, G))
    return Step::Next;
  NumberTiles &T = Details.Of.begin();
  if (Mul.Group && !gatherMetadata(I, G, Details, T))
    return Step::Next;
  if (Mul.Scale) {
    constexpr unsigned OperandsOfScale = 3;
    const ArrayRef<Slot> Scales = I.Operands.drop_front(Details.FirstOfScales);
    const ElementCodec Codec(*Mul.Scale, 8);
    if (!gatherScales(I, G, Details.ScaleA, Scales, "A", Codec, T.ScaleA) ||
        !gatherScales(I, G, Details.ScaleB, Scales.drop_front(OperandsOfScale), "B", Codec,
                      T.ScaleB))
      return Step::Next;
  }
  Details.Of.execute(I, G);
  return Step::Next;
}

Error emulator::readMMA(InstructionReader &R, const FoundForm &Found) {
  needWarp(R);
  const MMAVariant &Variant = *Found.Variant;
  const MMAOpcodeInfo &Info = getMMAOpcodeInfo(Variant.Opcode);
  MMADetails Details(Variant);
  SmallVector<Slot, 16> Operands;
  if (Error E = readMultiplication(R, Details.Of, Operands))
    return E;
  unsigned Next = 4; // after D, A, B and C
  if (Info.HasMetadata) {
    Details.FirstOfMetadata = unsigned(Operands.size());
    if (Error E = readFragment(R, R.operand(Next), 32, Operands))
      return E;
    if (Error E = readSelector(R, Variant, R.operand(Next + 1), Details))
      return E;
    Next += 2;
  }
  if (Info.HasScales) {
    Details.FirstOfScales = unsigned(Operands.size());
    Details.ScaleA = makeScaleTable(Variant, MMAOperand_ScaleA);
    Details.ScaleB = makeScaleTable(Variant, MMAOperand_ScaleB);
    for (unsigned Location : {Next, Next + 2})
      if (Error E = readScales(R, R.operand(Location), R.operand(Location + 1), Operands))
        return E;
  }
  R.setOperands(Operands);
  if (!Details.Metadata.empty()) {
    SmallVector<LaneMask> LanesRead(Operands.size(), AllLanes);
    LaneMask &OfMetadata = LanesRead[Details.FirstOfMetadata] = 0;
    for (const MetadataLocation &P : Details.Metadata)
      OfMetadata |= LaneMask(1) << P.Lane;
    R.Result.LanesRead = R.getProgram().keep(ArrayRef(LanesRead));
  }
  R.setDetails(std::move(Details));
  R.Result.Execute = executeMMA;
  return Error::success();
}

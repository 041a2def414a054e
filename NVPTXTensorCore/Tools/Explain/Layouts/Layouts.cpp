//===- Layouts.cpp --------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the layouts of instructions, and the elements of them that are asked for.
//
//===----------------------------------------------------------------------===//

#include "Explain/Layouts/Layouts.h"
#include "Model/Instructions/MMAPTXText.h"
#include "Model/Tables/Errors.h"
#include "Model/Tables/WordLists.h"
#include "TensorCoreModel/MMAType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

Expected<MMAOperand> explain::parseOperand(StringRef Name) {
  std::vector<std::string> Known;
  for (const MMAOperandInfo &Operand : getMMAOperands()) {
    // The last word is enough: "metadata", "address".
    StringRef Short = Operand.Spelling.rsplit(' ').second;
    if (Name.equals_insensitive(Operand.Spelling) ||
        (!Short.empty() && Name.equals_insensitive(Short)))
      return MMAOperand(Operand.Encoding);
    Known.push_back(Short.empty() ? Operand.Spelling.str() : Short.str());
  }
  return makeError("'" + Name + "' is not an operand; there are " + printAlternatives(Known));
}

Expected<LayoutQuestion> explain::parseQuestion(StringRef Text) {
  static const Regex Form(
      "^([A-Za-z_]+)(\\(([0-9]{1,6}),[ ]*([0-9]{1,6})\\)|:([0-9]{1,6})(:([0-9]{1,6}))?)?$");
  SmallVector<StringRef, 8> Parts;
  if (!Form.match(Text, &Parts))
    return makeError("'" + Text +
                     "' asks for nothing; write C, C(5,3) for row 5 and column 3, C:21 "
                     "for lane 21, or C:21:1 for its register 1");
  Expected<MMAOperand> Operand = parseOperand(Parts[1]);
  if (!Operand)
    return Operand.takeError();
  auto Number = [](StringRef Digits) -> std::optional<unsigned> {
    unsigned Value;
    return Digits.getAsInteger(10, Value) ? std::nullopt : std::optional(Value);
  };
  return LayoutQuestion{*Operand, Number(Parts[3]), Number(Parts[4]), Number(Parts[5]),
                        Number(Parts[7])};
}

/// Returns what tells layouts apart.
static std::string getKey(MMAOperand Operand, const MMAFragmentLayout &Layout) {
  std::string Key =
      formatv("{0} {1} {2} {3} {4}", unsigned(Operand), Layout.getTableRow().Name,
              Layout.getNumRegisters(), Layout.getElementsPerRegister(), Layout.getElementBits());
  for (unsigned C = 0; C < MMAFragmentLayout::NumCoordinates; ++C) {
    Key += ' ';
    for (unsigned Value : Layout.getValues(MMAFragmentLayout::Coordinate(C)))
      Key += std::to_string(Value) + ",";
  }
  return Key;
}

/// The type of an operand's element; "b16" of what is packed in halves.
static std::string getElement(const MMAVariant &V, MMAOperand Operand, unsigned ElementBits) {
  MMAType Type = V.getElement();
  if (Operand > MMAOperand_C)
    return "";
  if (Type == MMAType_None)
    Type = Operand == MMAOperand_A                               ? V.getA()
           : Operand == MMAOperand_B                             ? V.getB()
           : Operand == MMAOperand_C && V.getC() != MMAType_None ? V.getC()
                                                                 : V.getD();
  const MMATypeInfo &Info = *lookupMMAType(Type);
  return ElementBits < Info.Width ? "b" + std::to_string(ElementBits) : Info.Spelling.str();
}

namespace {

/// Layouts by what tells them apart, in the order of their coming.
class LayoutCollection {
public:
  void add(MMAOperand Operand, const MMAVariant &V, const MMAForm &Form) {
    Expected<MMAFragmentLayout> Layout = getMMAFragmentLayout(V, Form.Descriptor, Operand);
    if (!Layout) {
      LastReason = toString(Layout.takeError());
      return;
    }
    auto [It, IsNew] = Indices.try_emplace(getKey(Operand, *Layout), Layouts.size());
    std::string Element = getElement(V, Operand, Layout->getElementBits());
    if (IsNew)
      Layouts.push_back({Operand, *Layout, Element, {}});
    NamedLayout &Named = Layouts[It->second];
    SmallVector<StringRef, 4> Elements;
    StringRef(Named.Element).split(Elements, ", ");
    if (!is_contained(Elements, Element))
      Named.Element += ", " + Element;
    std::string Mnemonic = printMnemonic(Form.Opcode, Form.Descriptor);
    if (!is_contained(Named.Mnemonics, Mnemonic))
      Named.Mnemonics.push_back(std::move(Mnemonic));
  }

  Expected<std::vector<NamedLayout>> take(StringRef Nothing) {
    if (Layouts.empty())
      return makeError(LastReason.empty() ? Nothing.str() : LastReason);
    return std::move(Layouts);
  }

private:
  std::vector<NamedLayout> Layouts;
  StringMap<size_t> Indices;
  std::string LastReason;
};

} // namespace

Expected<std::vector<NamedLayout>> explain::findLayouts(ArrayRef<Subject> Subjects,
                                                        const LayoutQuestion &Question) {
  LayoutCollection Collection;
  for (const MMAOperandInfo &Info : getMMAOperands()) {
    MMAOperand Operand = MMAOperand(Info.Encoding);
    if (Question.Operand && Operand != *Question.Operand)
      continue;
    for (const Subject &S : Subjects)
      if (S.Variant && S.Variant->Legality.Rejected.empty())
        for (const MMAForm &Form : S.Forms)
          Collection.add(Operand, *S.Variant, Form);
  }
  return Collection.take("it holds no matrix in registers");
}

std::string explain::printInstructions(const NamedLayout &Layout) {
  std::string Text = Layout.Mnemonics.front();
  size_t Others = Layout.Mnemonics.size() - 1;
  if (Others)
    Text += formatv(" and {0} other{1}", Others, Others == 1 ? "" : "s");
  return Text;
}

/// "C has 16 rows and 8 columns", "D has 4 registers in each of 32 lanes".
Error explain::checkQuestion(const NamedLayout &Named, const LayoutQuestion &Question) {
  const MMAFragmentLayout &L = Named.Layout;
  std::string Name =
      lookupMMAOperand(Named.Operand)->Spelling.str() + " of " + printInstructions(Named);
  if (Question.asksForLocation() &&
      (*Question.Row >= L.getNumRows() || *Question.Column >= L.getNumColumns()))
    return makeError(Name +
                     formatv(" has no element ({0}, {1}): its tile has {2} rows and {3} columns",
                             *Question.Row, *Question.Column, L.getNumRows(), L.getNumColumns())
                         .str());
  if (Question.asksForLane() && *Question.Lane >= L.getNumLanes())
    return makeError(
        Name + formatv(" has no lane {0}: there are {1}", *Question.Lane, L.getNumLanes()).str());
  if (Question.Register && *Question.Register >= std::max(L.getNumRegisters(), 1u))
    return makeError(Name + formatv(" has no register {0}: a lane has {1}", *Question.Register,
                                    L.getNumRegisters())
                                .str());
  return Error::success();
}

Error explain::forEachElement(const NamedLayout &Named, const LayoutQuestion &Question,
                              function_ref<void(TilePosition, FragmentSlot)> Visit) {
  using Layout = MMAFragmentLayout;
  if (Error E = checkQuestion(Named, Question))
    return E;
  const Layout &L = Named.Layout;
  for (unsigned Tile : L.getValues(Layout::Tile))
    for (unsigned Selector : L.getValues(Layout::Selector))
      for (unsigned Byte : L.getValues(Layout::ByteSelector))
        for (unsigned Row : L.getValues(Layout::Row))
          for (unsigned Column : L.getValues(Layout::Column)) {
            if (Question.asksForLocation() && (Row != *Question.Row || Column != *Question.Column))
              continue;
            TilePosition Position = {Row, Column, Tile, Selector, Byte};
            std::optional<FragmentSlot> Slot = L.find(Position);
            if (!Slot || (Question.asksForLane() && Slot->Lane != *Question.Lane) ||
                (Question.Register && Slot->Register != *Question.Register))
              continue;
            Visit(Position, *Slot);
          }
  return Error::success();
}

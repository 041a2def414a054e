//===- MMADescriptorText.cpp ----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Family and fields, each as a word that MIR takes for an identifier.
//
//===----------------------------------------------------------------------===//

#include "Model/Instructions/MMADescriptorText.h"
#include "Model/Tables/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;

/// Replaces characters by '_' that an identifier of MIR cannot have. Dots separate the fields.
static std::string makeWord(StringRef PTX, StringRef Allowed = "") {
  PTX.consume_front(".");
  std::string Word;
  for (char C : PTX)
    if (isAlnum(C) || Allowed.contains(C))
      Word += C;
    else if (!StringRef(Word).ends_with("_"))
      Word += '_';
  return Word;
}

static std::string printFamily(const MMAFamilyInfo &Family) {
  return "." + makeWord(Family.Spelling, /*Allowed=*/".");
}

/// "key-value", without what of the key the value repeats: ".ws" is "ws", the ".kind::f16" of
/// "mma_kind" is "mma_kind-f16". Empty for a value without a word.
static std::string printValue(MMAField Field, unsigned Value) {
  StringRef Key = lookupMMAField(Field)->Key;
  std::string Word = makeWord(printMMAField(Field, Value));
  if (Word.empty() || Word == Key)
    return Word;
  for (StringRef End = Key; !End.empty(); End = End.split('_').second)
    if (StringRef(Word).starts_with((End + "_").str()))
      return (Key + "-" + StringRef(Word).drop_front(End.size() + 1)).str();
  return (Key + "-" + Word).str();
}

std::string tensorcore::printMMADescriptor(MMADescriptor Descriptor) {
  std::string Text = printFamily(*lookupMMAFamily(Descriptor.getFamily()));
  for (const BitSlot &Slot : getLayout(Descriptor.getFamily()).Slots)
    if (std::string Word = printValue(MMAField(Slot.Field), Slot.extract(Descriptor.getWord()));
        !Word.empty())
      Text += "." + Word;
  return Text;
}

/// The word with a field set as text says.
static Expected<MMADescriptor> setField(MMADescriptor Descriptor, StringRef Text) {
  for (const BitSlot &Slot : getLayout(Descriptor.getFamily()).Slots)
    for (const BitValue &Value : Slot.Values)
      if (printValue(MMAField(Slot.Field), Value.Value) == Text)
        return Descriptor.with(MMAField(Slot.Field), Value.Value);
  return makeError("the MMA descriptor of " + lookupMMAFamily(Descriptor.getFamily())->Spelling +
                   " has no '" + Text + "'");
}

Expected<MMADescriptor> tensorcore::parseMMADescriptor(StringRef Text) {
  const MMAFamilyInfo *Family = nullptr;
  size_t Length = 0; // "tcgen05.mma" is not "tcgen05"
  for (const MMAFamilyInfo &F : getMMAFamilies()) {
    std::string Word = printFamily(F);
    if (!F.Spelling.empty() && Word.size() > Length &&
        StringRef((Text + ".").str()).starts_with(Word + ".")) {
      Family = &F;
      Length = Word.size();
    }
  }
  if (!Family)
    return makeError("'" + Text + "' names no family of MMA descriptors");
  MMADescriptor Result = MMADescriptor::ofFamily(MMAFamily(Family->Encoding));
  SmallVector<StringRef, 16> Fields;
  Text.drop_front(Length).split(Fields, '.', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Field : Fields) {
    Expected<MMADescriptor> Next = setField(Result, Field);
    if (!Next)
      return Next.takeError();
    Result = *Next;
  }
  return Result;
}

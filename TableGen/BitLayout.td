//===- BitLayout.td - Words made of fields --------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes for the layout of a word: its fields, their bits, and the values that they may have.
// All words that the compiler reads or writes bit by bit are rows of BitLayout: MMA descriptors
// and the two words of tcgen05.mma (MMADescriptor.td), matrix descriptors (MatrixDescriptor.td)
// and instruction descriptors (InstructionDescriptor.td). One codec reads all of them,
// NVPTXTensorCore/Model/Descriptors/BitLayout.
//
//===----------------------------------------------------------------------===//

/// The kind of word that a layout is of. The fields of a set have numbers of their own.
class BitLayoutSet<bits<8> encoding> {
  bits<8> Encoding = encoding;
}
def BitLayoutSet_MMADescriptor         : BitLayoutSet<0>;
def BitLayoutSet_TCGen05Word           : BitLayoutSet<1>;
def BitLayoutSet_InstructionDescriptor : BitLayoutSet<2>;
def BitLayoutSet_MatrixDescriptor      : BitLayoutSet<3>;

def BitLayoutSet : GenericEnum {
  let FilterClass = "BitLayoutSet";
  let ValueField = "Encoding";
}

/// A logical field: its key in commands, and its name in sentences.
class BitField<BitLayoutSet set, bits<8> encoding, string key, string name> {
  BitLayoutSet Set = set;
  bits<8> Encoding = encoding;
  string Key = key;
  string Name = name;
}
def BitField_None : BitField<BitLayoutSet_MMADescriptor, 255, "", "">;

def BitFields : GenericTable {
  let FilterClass = "BitField";
  let CppTypeName = "BitField";
  let Fields = ["Set", "Encoding", "Key", "Name"];
  let PrimaryKey = ["Set", "Encoding"];
  let PrimaryKeyName = "lookupBitField";
}

/// A value in words. `elementBits` is for types of A and B. `targets` are those that have it.
class BitValue<int value, string meaning, int elementBits = 0, GPUTargetSet targets = AnyTarget> {
  int Value = value;
  string Meaning = meaning;
  int ElementBits = elementBits;
  GPUTargetSet Targets = targets;
}

def : TableStruct<"BitValue", "BitValue", ["Value", "Meaning", "ElementBits", "Targets"]>;

/// Places a field at bits [high:low]. The word has the field's value divided by `unit`. A field
/// with a list has only the values of the list; without one it is a number, which messages describe
/// by `text`, or by `modeText` where the field `mode` is not 0. Targets outside of `wideTargets`
/// have its bits [narrowHigh:low] only.
class BitSlot<BitField slotField, int high, int low, int unit = 1, list<BitValue> values = [],
              string text = "{0}", BitField mode = BitField_None, string modeText = "",
              int narrowHigh = high, GPUTargetSet wideTargets = AnyTarget> {
  BitField Field = slotField;
  bits<8> Number = slotField.Encoding;
  string Key = slotField.Key;
  string Name = slotField.Name;
  int High = high;
  int Low = low;
  bits<8> Shift = low;
  bits<8> Width = !add(!sub(high, low), 1);
  bits<8> Unit = unit;
  list<BitValue> Values = values;
  string Text = text;
  bits<8> Mode = mode.Encoding;
  string ModeText = modeText;
  bits<8> NarrowWidth = !add(!sub(narrowHigh, low), 1);
  GPUTargetSet WideTargets = wideTargets;
  bit IsAdded = 0;
  assert !and(!ge(high, low), !lt(high, 64)), "a word has the bits [63:0]";
  assert !and(!ge(unit, 1), !eq(!and(unit, !sub(unit, 1)), 0)),
         "the unit of '" # slotField.Key # "' is a power of two";
  assert !foldl(1, values, fits, v, !and(fits, !lt(v.Value, !shl(1, !add(!sub(high, low), 1))))),
         "'" # slotField.Key # "' has no bits for one of its values";
}

/// A slot that came later: declarations of the encoder may lack its operand.
class AddedBitSlot<BitField slotField, int high, int low, int unit = 1, list<BitValue> values = []>
    : BitSlot<slotField, high, low, unit, values> {
  let IsAdded = 1;
}

def : TableStruct<"BitSlot", "BitSlot", ["Number", "Key", "Name", "Shift", "Width", "Unit",
                                         "Values", "Text", "Mode", "ModeText", "NarrowWidth",
                                         "WideTargets", "IsAdded"]>;

/// A field has one of some values, as a set: bit i stands for i.
class BitCondition<BitField asked, list<int> values> {
  BitField Asked = asked;
  bits<8> Number = asked.Encoding;
  bits<32> Values = !foldl(0, values, set, i, !or(set, !shl(1, i)));
}

def : TableStruct<"BitCondition", "BitCondition", ["Number", "Values"]>;

/// Requires a condition wherever all others hold, on all targets or on some.
class BitRule<list<BitCondition> conditions, BitCondition required, string source,
              GPUTargetSet targets = AnyTarget> {
  list<BitCondition> If = conditions;
  BitCondition Then = required;
  GPUTargetSet Targets = targets;
  string Source = source;
}

def : TableStruct<"BitRule", "BitRule", ["If", "Then", "Targets", "Source"]>;

/// A layout, by its number in its set and the key that commands have for it. `encoder` is the
/// intrinsic that makes such a word, if there is one. A sentence says of a word that it is
/// `noun`, and of a field that it is one of `owner`. Bits that are no field's are 0.
class BitLayout<BitLayoutSet set, int encoding, string key, int width, string noun,
                string owner, string encoder, string source, list<BitSlot> slots,
                list<BitRule> rules = []> {
  BitLayoutSet Set = set;
  bits<8> Encoding = encoding;
  string Key = key;
  bits<8> Width = width;
  string Noun = noun;
  string Owner = owner;
  string Encoder = !if(!empty(encoder), "", "llvm.nvvm." # encoder);
  string Source = source;
  // In the order of the fields, which is that of an encoder's operands.
  list<BitSlot> Slots = !foldl([]<BitSlot>, !range(0, 255), all, number,
      !listconcat(all, !filter(s, slots, !eq(s.Field.Encoding, number))));
  list<BitRule> Rules = rules;
  assert !foldl(1, slots, fits, s, !and(fits, !lt(s.High, width))),
         "the word '" # key # "' has " # width # " bits";
  assert !eq(!foldl(0, slots, mask, s, !or(mask, !shl(!sub(!shl(1, s.Width), 1), s.Low))),
             !foldl(0, slots, sum, s, !add(sum, !shl(!sub(!shl(1, s.Width), 1), s.Low)))),
         "two fields of '" # key # "' share a bit: "
             # !interleave(!foreach(s, !filter(s, slots, !not(!empty(!filter(o, slots,
                   !and(!ne(o.Number, s.Number), !le(o.Low, s.High), !ge(o.High, s.Low)))))), s.Key), ", ");
}

def BitLayouts : GenericTable {
  let FilterClass = "BitLayout";
  let CppTypeName = "BitLayout";
  let Fields = ["Set", "Encoding", "Key", "Width", "Noun", "Owner", "Encoder", "Source", "Slots",
                "Rules"];
  let PrimaryKey = ["Set", "Encoding"];
  let PrimaryKeyName = "lookupBitLayout";
}

//===- TensorCoreEmitter.cpp - C++ tables of the model --------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tensor-core-tblgen: a TableGen back end that writes each GenericEnum as an enumeration, and
// each GenericTable as an array of structures with its look-ups. The declarations are those
// of llvm/TableGen/SearchableTable.td. Unlike llvm-tblgen -gen-searchable-tables, a field may also
// be
//
//   a list                   an ArrayRef of a constant array, which equal lists share
//   a record of a structure  a nested structure (class TableStruct, TableGen/Tables.td)
//
// so that nothing leaves TableGen as a text that C++ would have to read again. Each part of a table
// has a guard, GET_NAME_DECL for its look-ups and GET_NAME_IMPL for its rows.
//
// With --parts=FOLDER, each enumeration is a header of its own, FOLDER/NAME.h, and each part of a
// table a file, FOLDER/NAME_DECL.inc or FOLDER/NAME_IMPL.inc, which the main output includes. A
// file is written only if its text changes, so that a changed row rebuilds only what uses that
// table.
//
// With -dump-json, it writes all records as llvm-tblgen does.
//
//===----------------------------------------------------------------------===//

#include "Model/Tables/TableIndex.h"
#include "RowErrors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Main.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"
#include <map>
#include <set>

using namespace llvm;

// The signatures of llvm/TableGen/Main.h and TableGenBackend.h use these types.
using BackEndRecords = const RecordKeeper;
using MainFunction = TableGenMainFn;

namespace llvm {
void EmitJSON(BackEndRecords &Records, raw_ostream &OS);
}

static cl::list<std::string> OnlyTables("tables", cl::CommaSeparated,
                                        cl::desc("write these tables alone"));
static cl::opt<std::string> PartsFolder("parts", cl::value_desc("folder"),
                                        cl::desc("write each part to a file of its own"));
static cl::list<std::string> PartNames("part-names", cl::CommaSeparated,
                                       cl::desc("the parts that the build knows"));

namespace {

/// Says how records of a class are written: as an enumerator, as a structure of some fields, or as
/// the opcode of a machine instruction.
struct ClassForm {
  std::string CppName;
  std::vector<StringRef> Fields;             ///< of a structure
  std::map<const Record *, uint64_t> Values; ///< of an enumeration
};

class TableEmitter {
public:
  TableEmitter(const RecordKeeper &Records, raw_ostream &Main) : Records(Records), Main(Main) {}

  void run() {
    for (const Record *Enum : Records.getAllDerivedDefinitions("GenericEnum"))
      emitEnum(*Enum);
    if (OnlyTables.empty()) {
      emitWords();
      emitFieldWords();
    }
    if (Records.getClass("TableStruct"))
      for (const Record *Struct : Records.getAllDerivedDefinitions("TableStruct"))
        Structs[Struct->getValueAsString("FilterClass").str()] = {
            Struct->getValueAsString("CppTypeName").str(),
            Struct->getValueAsListOfStrings("Fields"),
            {}};
    for (const Record *Table : Records.getAllDerivedDefinitions("GenericTable"))
      if (OnlyTables.empty() || is_contained(OnlyTables, Table->getName()))
        emitTable(*Table);
    for (const std::string &Name : PartNames)
      if (!Emitted.count(Name))
        PrintFatalError("the build expects the part '" + Name + "', which no record makes");
  }

private:
  //===--------------------------------------------------------------------===//
  // Parts
  //===--------------------------------------------------------------------===//

  /// Ends a part of the tables, whose text `OS` has collected.
  void endPart(const Twine &Name, StringRef Suffix) {
    Main << "#ifdef GET_" << Name << '\n';
    if (PartsFolder.empty())
      Main << Text;
    else
      Main << "#include \"" << sys::path::filename(PartsFolder) << '/' << writePart(Name + Suffix)
           << "\"\n";
    Main << "#undef GET_" << Name << "\n#endif\n\n";
    Text.clear();
  }

  /// Writes the collected text to a file of its own, and returns the file's name.
  std::string writePart(const Twine &Name) {
    const std::string File = Name.str();
    Emitted.insert(File);
    if (!PartNames.empty() && !is_contained(PartNames, File))
      PrintFatalError("the build does not know the part '" + File +
                      "'; add its name to TableGen/CMakeLists.txt");
    writeIfChanged(PartsFolder + "/" + File, Text);
    return File;
  }

  static void writeIfChanged(const std::string &Path, StringRef Text) {
    if (auto Old = MemoryBuffer::getFile(Path); Old && (*Old)->getBuffer() == Text)
      return;
    std::error_code Code;
    raw_fd_ostream File(Path, Code);
    File << Text;
    File.close();
    if (Code || File.has_error())
      PrintFatalError("cannot write " + Path + ": " + (Code ? Code : File.error()).message());
  }

  //===--------------------------------------------------------------------===//
  // Enumerations
  //===--------------------------------------------------------------------===//

  /// Returns false for an enumerator that tables have and no C++ names (class MMAField).
  static bool hasCppName(const Record &Row) {
    return !Row.getValue("HasCppName") || Row.getValueAsBit("HasCppName");
  }

  std::vector<const Record *> getRows(StringRef Class) const {
    auto Rows = Records.getAllDerivedDefinitions(Class);
    return {Rows.begin(), Rows.end()};
  }

  void emitEnum(const Record &Enum) {
    std::string Class = Enum.getValueAsString("FilterClass").str();
    StringRef ValueField = Enum.getValueAsOptionalString("ValueField").value_or("");
    ClassForm &Form = Enums[Class];
    Form.CppName = Enum.getName().str();
    if (!PartsFolder.empty())
      OS << "#ifndef TENSORCOREMODEL_" << Form.CppName << "\n#define TENSORCOREMODEL_"
         << Form.CppName << "\nnamespace llvm::tensorcore {\n";
    // The underlying type is fixed so that headers can declare the enumeration alone.
    OS << "enum " << Form.CppName << " : unsigned {\n";
    std::vector<const Record *> Rows = getRows(Class);
    sort(Rows, [](const Record *L, const Record *R) { return L->getName() < R->getName(); });
    std::map<uint64_t, const Record *> Taken;
    for (auto [Index, Row] : enumerate(Rows)) {
      uint64_t Value = ValueField.empty() ? Index : getNumber(*Row, ValueField);
      auto [Other, IsNew] = Taken.try_emplace(Value, Row);
      if (!IsNew)
        PrintFatalError(Row->getLoc(), Row->getName() + " has the encoding of " +
                                           Other->second->getName() + ", " + utostr(Value));
      Form.Values[Row] = Value;
      if (hasCppName(*Row))
        OS << "  " << Row->getName() << " = " << Value << ",\n";
    }
    OS << "};\n";
    if (OnlyTables.empty() && PartsFolder.empty())
      Main << Text;
    if (OnlyTables.empty() && !PartsFolder.empty()) {
      OS << "}\n#endif\n";
      writePart(Form.CppName + ".h");
    }
    Text.clear();
  }

  /// Returns the enumerator of a PTX word: "SharedCluster" of ".shared::cluster".
  static std::string printEnumerator(StringRef Word) {
    std::string Name;
    bool IsFirst = true;
    for (char C : Word) {
      if (isAlnum(C))
        Name += IsFirst ? toUpper(C) : C;
      IsFirst = !isAlnum(C);
    }
    if (Name.empty())
      return "None";
    return isDigit(Name.front()) ? "N" + Name : Name;
  }

  /// Writes the words of each named modifier as an enumeration, in one file.
  void emitWords() {
    if (!Records.getClass("Modifier"))
      return;
    std::map<StringRef, std::vector<StringRef>> Modifiers;
    for (const Record *Row : Records.getAllDerivedDefinitions("Modifier")) {
      std::vector<StringRef> Words = Row->getValueAsListOfStrings("Words");
      auto [It, IsNew] = Modifiers.try_emplace(Row->getValueAsString("CppName"), Words);
      if (It->first.empty() || IsNew)
        continue;
      if (It->second.size() != Words.size())
        PrintFatalError(Row->getLoc(), "two modifiers have the name '" + It->first + "'");
      for (auto [Known, Word] : zip(It->second, Words))
        if (Known == "-")
          Known = Word;
        else if (Word != Known && Word != "-")
          PrintFatalError(Row->getLoc(), "two modifiers have the name '" + It->first + "'");
    }
    Modifiers.erase("");
    writeWords("words", Modifiers, [&](StringRef Name) {
      OS << "template <> struct NameOf<" << Name << "> { static constexpr StringLiteral Value = \""
         << Name << "\"; };\n";
    });
  }

  /// Writes the words of each field that C++ names as an enumeration, in one file.
  void emitFieldWords() {
    constexpr StringLiteral Class = "MMAField";
    if (!Records.getClass(Class))
      return;
    std::map<StringRef, std::vector<StringRef>> Fields;
    for (const Record *Row : getRows(Class)) {
      std::vector<StringRef> Words = Row->getValueAsListOfStrings("Values");
      std::set<std::string> Enumerators;
      for (StringRef Word : Words)
        Enumerators.insert(printEnumerator(Word));
      // The factors 1 and -1 have one name.
      if (hasCppName(*Row) && !Words.empty() && Enumerators.size() == Words.size())
        Fields[Row->getName().drop_front(Class.size() + 1)] = Words;
    }
    writeWords("mma", Fields, [&](StringRef Name) {
      const Record *Field = Records.getDef((Class + "_" + Name).str());
      OS << "template <> struct FieldOf<" << Name
         << "> { static constexpr MMAField Value = MMAField(" << getNumber(*Field, "Encoding")
         << "); };\n";
    });
  }

  /// Writes enumerations of words in a namespace, and by `WriteTrait` what leads from each to its
  /// group.
  void writeWords(StringRef Namespace, const std::map<StringRef, std::vector<StringRef>> &Groups,
                  function_ref<void(StringRef)> WriteTrait) {
    const bool IsOfFields = Namespace == "mma";
    const std::string Guard = "TENSORCOREMODEL_" + Namespace.upper();
    OS << "#ifndef " << Guard << "\n#define " << Guard << "\nnamespace llvm::tensorcore {\n"
       << (IsOfFields ? "enum MMAField : unsigned;\n" : "") << "namespace " << Namespace
       << " {\ntemplate <class Words> struct " << (IsOfFields ? "FieldOf" : "NameOf") << ";\n";
    for (const auto &[Name, Words] : Groups) {
      OS << "enum class " << Name << " : uint8_t {";
      for (StringRef Word : Words)
        OS << ' ' << printEnumerator(Word) << ',';
      OS << " };\n";
      WriteTrait(Name);
    }
    OS << "}\n}\n#endif\n";
    if (!PartsFolder.empty())
      writePart(IsOfFields ? "MMAWords.h" : "Words.h");
    Text.clear();
  }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  static std::optional<uint64_t> getNumber(const Init *Value) {
    if (auto *Bit = dyn_cast<BitInit>(Value))
      return Bit->getValue();
    if (auto *Int = dyn_cast<IntInit>(Value))
      return Int->getValue();
    auto *Bits = dyn_cast<BitsInit>(Value);
    if (!Bits)
      return std::nullopt;
    uint64_t Number = 0;
    for (unsigned I = 0; I < Bits->getNumBits(); ++I)
      if (auto *Bit = dyn_cast<BitInit>(Bits->getBit(I)))
        Number |= uint64_t(Bit->getValue()) << I;
      else
        return std::nullopt;
    return Number;
  }

  uint64_t getNumber(const Record &Row, StringRef Field) const {
    if (std::optional<uint64_t> Number = getNumber(Row.getValueInit(Field)))
      return *Number;
    PrintFatalError(Row.getLoc(), "field '" + Field + "' is not a number");
  }

  /// The first of some classes that a record is of.
  template <class Map> static auto findClass(Map &Classes, const Record &Row) {
    return find_if(Classes, [&](const auto &Entry) { return Row.isSubClassOf(Entry.first); });
  }

  /// A value as C++. `Table` and `Field` name the arrays that its lists go to.
  std::string print(const Init *Value, const Twine &Array, const Record &Row) {
    if (auto *Text = dyn_cast<StringInit>(Value))
      return "\"" + escape(Text->getValue()) + "\"";
    if (auto *Bit = dyn_cast<BitInit>(Value))
      return Bit->getValue() ? "true" : "false";
    if (std::optional<uint64_t> Number = getNumber(Value))
      return *Number > INT32_MAX ? "0x" + utohexstr(*Number) : utostr(*Number);
    if (auto *List = dyn_cast<ListInit>(Value))
      return printList(*List, Array.str(), Row);
    if (auto *Def = dyn_cast<DefInit>(Value))
      return printRecord(*Def->getDef(), Array, Row);
    PrintFatalError(Row.getLoc(), "no C++ for the value " + Value->getAsString());
  }

  std::string printRecord(const Record &Value, const Twine &Array, const Record &Row) {
    if (auto It = findClass(Enums, Value); It != Enums.end())
      return hasCppName(Value)
                 ? Value.getName().str()
                 : It->second.CppName + "(" + utostr(It->second.Values.at(&Value)) + ")";
    if (auto It = findClass(Structs, Value); It != Structs.end())
      return printFields(Value, It->second.Fields, Array);
    if (Value.isSubClassOf("Instruction"))
      return (Value.getValueAsString("Namespace") + "::" + Value.getName()).str();
    PrintFatalError(Row.getLoc(), "record " + Value.getName() +
                                      " is of no GenericEnum, no TableStruct, and no instruction");
  }

  std::string printFields(const Record &Row, ArrayRef<StringRef> Fields, const Twine &Array) {
    SmallVector<std::string, 0> Values;
    for (StringRef Field : Fields)
      Values.push_back(print(Row.getValueInit(Field), Array + "_" + Field, Row));
    return "{" + join(Values, ", ") + "}";
  }

  static std::string escape(StringRef Text) {
    std::string Result;
    raw_string_ostream(Result).write_escaped(Text);
    return Result;
  }

  //===--------------------------------------------------------------------===//
  // Lists
  //===--------------------------------------------------------------------===//

  /// The elements of all lists of one field.
  struct Pool {
    std::string ElementType;
    std::vector<std::string> Elements;
    std::map<std::string, std::string> References; ///< by the elements
  };

  std::string getElementType(const RecTy &Type, const Record &Row) const {
    if (isa<StringRecTy>(Type))
      return "StringLiteral";
    if (isa<IntRecTy, BitsRecTy>(Type))
      return "uint64_t";
    if (auto *Records = dyn_cast<RecordRecTy>(&Type))
      for (const Record *Class : Records->getClasses()) {
        for (const auto *Forms : {&Enums, &Structs})
          for (const auto &[Name, Form] : *Forms)
            if (Class->getName() == Name || Class->isSubClassOf(Name))
              return Form.CppName;
      }
    PrintFatalError(Row.getLoc(), "no C++ for lists of " + Type.getAsString());
  }

  std::string printList(const ListInit &List, const std::string &Array, const Record &Row) {
    if (List.empty())
      return "{}";
    SmallVector<std::string, 0> Elements;
    for (const Init *Element : List)
      Elements.push_back(print(Element, Array, Row));
    auto It = find_if(Pools, [&](const auto &Entry) { return Entry.first == Array; });
    if (It == Pools.end()) {
      // Lists that others refer to stand before them.
      It = find_if(Pools, [&](const auto &Entry) {
        return StringRef(Array).starts_with(Entry.first + "_");
      });
      It = Pools.insert(It, {Array, {getElementType(*List.getElementType(), Row), {}, {}}});
    }
    Pool &P = It->second;
    auto [Known, IsNew] = P.References.try_emplace(join(Elements, ", "));
    if (IsNew) {
      Known->second =
          "{" + Array + " + " + utostr(P.Elements.size()) + ", " + utostr(Elements.size()) + "}";
      append_range(P.Elements, Elements);
    }
    return Known->second;
  }

  //===--------------------------------------------------------------------===//
  // Tables
  //===--------------------------------------------------------------------===//

  /// Returns the key by which a field sorts: a number or that of an enumerator, or a text.
  std::pair<uint64_t, std::string> getKey(const Record &Row, StringRef Field) const {
    const Init *Value = Row.getValueInit(Field);
    if (isa<StringInit>(Value))
      return {0, StringRef(Value->getAsString()).upper()};
    if (std::optional<uint64_t> Number = getNumber(Value))
      return {*Number, ""};
    if (auto *Def = dyn_cast<DefInit>(Value))
      if (auto It = findClass(Enums, *Def->getDef()); It != Enums.end())
        return {It->second.Values.at(Def->getDef()), ""};
    return {};
  }

  /// Sorts by the key, or, as llvm-tblgen does, by all fields.
  void sortRows(std::vector<const Record *> &Rows, ArrayRef<StringRef> Fields) const {
    auto IsBefore = [&](const Record *L, const Record *R) {
      for (StringRef Field : Fields)
        if (auto Left = getKey(*L, Field), Right = getKey(*R, Field); Left != Right)
          return Left < Right;
      return false;
    };
    stable_sort(Rows, IsBefore);
  }

  void emitTable(const Record &Table) {
    StringRef Name = Table.getName();
    std::string Type = Table.getValueAsString("CppTypeName").str();
    std::vector<StringRef> Fields = Table.getValueAsListOfStrings("Fields");
    std::vector<StringRef> Key;
    if (!Table.isValueUnset("PrimaryKey"))
      Key = Table.getValueAsListOfStrings("PrimaryKey");
    std::vector<const Record *> Rows = getRows(Table.getValueAsString("FilterClass"));
    for (StringRef Field : Key.empty() ? Fields : Key)
      if (!Rows.empty() && !Rows.front()->getValue(Field))
        PrintFatalError(Table.getLoc(), "no field '" + Field + "' in " + Rows.front()->getName());
    sortRows(Rows, Key.empty() ? Fields : Key);
    Pools.clear();
    std::vector<std::string> Lines;
    for (const Record *Row : Rows)
      Lines.push_back(printFields(*Row, Fields, Name));

    std::vector<Lookup> Lookups;
    if (!Key.empty())
      Lookups.push_back({Table.getValueAsString("PrimaryKeyName").str(), Key});
    for (const Record *Index : Records.getAllDerivedDefinitions("SearchIndex"))
      if (Index->getValueAsDef("Table") == &Table)
        Lookups.push_back({Index->getName().str(), Index->getValueAsListOfStrings("Key")});

    for (const Lookup &L : Lookups)
      OS << printHead(L, Type, *Rows.front()) << ";\n";
    endPart(Name + "_DECL", ".inc");
    for (const auto &[Array, P] : Pools)
      emitArray(P.ElementType, Array, P.Elements);
    emitArray(Type, Name, Lines);
    for (const Lookup &L : Lookups)
      if (!emitHashedLookup(L, Type, Name, Rows))
        emitLookup(L, Type, Name, *Rows.front());
    endPart(Name + "_IMPL", ".inc");
  }

  void emitArray(StringRef Type, const Twine &Name, ArrayRef<std::string> Elements) {
    OS << "static constexpr " << Type << " " << Name << "[] = {\n";
    for (const std::string &Element : Elements)
      OS << "  " << Element << ",\n";
    OS << "};\n";
  }

  //===--------------------------------------------------------------------===//
  // Look-ups
  //===--------------------------------------------------------------------===//

  struct Lookup {
    std::string Name;
    std::vector<StringRef> Key;
  };

  std::string printHead(const Lookup &L, StringRef Type, const Record &Row) const {
    SmallVector<std::string, 0> Parameters;
    for (StringRef Field : L.Key) {
      const Init *Value = Row.getValueInit(Field);
      auto *Def = dyn_cast<DefInit>(Value);
      auto It = Def ? findClass(Enums, *Def->getDef()) : Enums.end();
      std::string KeyType = It != Enums.end()        ? It->second.CppName
                            : isa<StringInit>(Value) ? "StringRef"
                                                     : "uint64_t";
      Parameters.push_back((KeyType + " " + Field).str());
    }
    return ("const " + Type + " *" + L.Name + "(" + join(Parameters, ", ") + ")").str();
  }

  /// The hash of a text, a number or an enumerator. None for what only C++ knows, such as opcodes.
  std::optional<uint64_t> hashKeyOf(const Init *Value) const {
    if (auto *Text = dyn_cast<StringInit>(Value))
      return tensorcore::hashKey(Text->getValue());
    if (std::optional<uint64_t> Number = getNumber(Value))
      return tensorcore::hashKey(*Number);
    if (auto *Def = dyn_cast<DefInit>(Value))
      if (auto It = findClass(Enums, *Def->getDef()); It != Enums.end())
        return tensorcore::hashKey(It->second.Values.at(Def->getDef()));
    return std::nullopt;
  }

  /// A look-up by one key that is known here goes through a hash table, which is made here, so that
  /// no program has to make it when it starts. False for other look-ups.
  bool emitHashedLookup(const Lookup &L, StringRef Type, StringRef Table,
                        ArrayRef<const Record *> Rows) {
    std::vector<std::string> Slots(NextPowerOf2(2 * Rows.size()), "0");
    for (auto [Number, Row] : enumerate(Rows)) {
      std::optional<uint64_t> Hash =
          L.Key.size() == 1 ? hashKeyOf(Row->getValueInit(L.Key[0])) : std::nullopt;
      if (!Hash || Rows.size() > UINT16_MAX)
        return false;
      size_t Slot = *Hash & (Slots.size() - 1);
      while (Slots[Slot] != "0")
        Slot = (Slot + 1) & (Slots.size() - 1);
      Slots[Slot] = utostr(Number + 1);
    }
    emitArray("uint16_t", L.Name + "_Slots", Slots);
    OS << printHead(L, Type, *Rows.front()) << " {\n  return findHashed(ArrayRef<" << Type << ">("
       << Table << "), " << L.Name << "_Slots, " << L.Key[0] << ", [](const " << Type
       << " &Row) { return Row." << L.Key[0] << "; });\n}\n";
    return true;
  }

  void emitLookup(const Lookup &L, StringRef Type, StringRef Table, const Record &Row) {
    SmallVector<std::string, 0> OfRow, OfKey;
    for (StringRef Field : L.Key) {
      OfRow.push_back(("uint64_t(Row." + Field + ")").str());
      OfKey.push_back(("uint64_t(" + Field + ")").str());
    }
    OS << printHead(L, Type, Row) << " {\n  static const TableIndex Index(ArrayRef<" << Type << ">("
       << Table << "), [](const " << Type << " &Row) { return std::tuple(" << join(OfRow, ", ")
       << "); });\n  return Index.find(std::tuple(" << join(OfKey, ", ") << "));\n}\n";
  }

  const RecordKeeper &Records;
  raw_ostream &Main;
  std::string Text; ///< of a part
  raw_string_ostream OS{Text};
  std::set<std::string> Emitted;                   ///< files
  std::map<std::string, ClassForm> Enums, Structs; ///< by the class
  std::vector<std::pair<std::string, Pool>> Pools; ///< of one table, the inner ones first
};

} // namespace

static void emitTables(BackEndRecords &Records, raw_ostream &OS) {
  emitSourceFileHeader("Tables of tensor-core instructions", OS, Records);
  TableEmitter(Records, OS).run();
}

static TableGen::Emitter::Opt Actions[] = {
    {"gen-tables", emitTables, "Write enumerations and tables as C++", /*ByDefault=*/true},
    {"dump-json", EmitJSON, "Write all records as JSON"},
};

int main(int Count, char **Arguments) {
  cl::ParseCommandLineOptions(Count, Arguments);
  tensorcore::explainErrors();
  return TableGenMain(Arguments[0], MainFunction());
}

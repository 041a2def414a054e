//===- Layouts.h - fragment layouts -----------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fragment layouts of instructions, for people: each tile as a table of lanes and registers, each
// lane as a list of locations, one location or one lane alone; as text, CSV, JSON and SVG. The maps
// are the model's (Model/Layouts/MMAFragments.h).
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_LAYOUTS_LAYOUTS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_LAYOUTS_LAYOUTS_H

#include "Explain/Subjects/Subjects.h"
#include "Model/Layouts/MMAFragments.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
}
} // namespace llvm

namespace llvm::tensorcore::explain {

/// A layout, and all instructions that have it.
struct NamedLayout {
  MMAOperand Operand;
  MMAFragmentLayout Layout;
  std::string Element; ///< the type of an element; empty for metadata, scales and addresses
  std::vector<std::string> Mnemonics;
};

/// Describes what of a layout is asked for; all of it where nothing is set.
struct LayoutQuestion {
  std::optional<MMAOperand> Operand;
  std::optional<unsigned> Row, Column; ///< both or none
  std::optional<unsigned> Lane, Register;
  bool IsByLane = false; ///< text lists lanes instead of tables

  bool asksForLocation() const { return Row.has_value(); }
  bool asksForLane() const { return Lane.has_value(); }
};

/// Reads "C(5,3)", "C" or "C:21" and "C:21:1" (operand, lane, register).
Expected<LayoutQuestion> parseQuestion(StringRef Text);

/// The operand that is called so: "D", "a", "metadata", "scale_A", "address".
Expected<MMAOperand> parseOperand(StringRef Name);

/// The different layouts of some instructions, with the operands that the question asks for.
/// Fails if none of them has any, with the reason.
Expected<std::vector<NamedLayout>> findLayouts(ArrayRef<Subject> Subjects,
                                               const LayoutQuestion &Question);

/// "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 and 11 others".
std::string printInstructions(const NamedLayout &Layout);

/// Fails where the question is of a location or lane that is not there.
Error checkQuestion(const NamedLayout &Layout, const LayoutQuestion &Question);

/// Each prints one layout. Fails where the question is of a location or lane that is not there.
Error printText(raw_ostream &OS, const NamedLayout &Layout, const LayoutQuestion &Question,
                bool UseColors);
Error printJSON(json::OStream &JSON, const NamedLayout &Layout, const LayoutQuestion &Question);

/// Lines of "operand,tile,row,column,lane,register,element,selector,byte,instruction", the first of
/// them with these names.
void printCSVHeader(raw_ostream &OS);
Error printCSV(raw_ostream &OS, const NamedLayout &Layout, const LayoutQuestion &Question);

/// A picture of the whole tile, for light and dark backgrounds.
void printSVG(raw_ostream &OS, const NamedLayout &Layout);

/// Calls for each element of a layout that the question asks for, by tiles, rows and columns.
Error forEachElement(const NamedLayout &Layout, const LayoutQuestion &Question,
                     function_ref<void(TilePosition, FragmentSlot)> Visit);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_LAYOUTS_LAYOUTS_H

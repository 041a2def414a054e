//===- MemorySVG.h - pictures of memory -------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boxes with text, of which the pictures of shared memory and of tensor memory consist. They have a
// white ground and light colours, so that black text can be read on them in light and dark pages.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_LAYOUTS_MEMORYSVG_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_LAYOUTS_MEMORYSVG_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class raw_ostream;
}

namespace llvm::tensorcore::explain {

class MemoryPicture {
public:
  /// The colour of a group of cells; groups with neighbouring numbers differ.
  static StringRef getColor(unsigned Group);

  void addBox(double X, double Y, double Width, double Height, StringRef Color);
  /// `Anchor` is "middle" or "end": which point of the text is at X.
  void addText(double X, double Y, StringRef Text, StringRef Anchor = "middle");

  void print(raw_ostream &OS, unsigned Width, unsigned Height, StringRef Title) const;

private:
  std::string Parts;
};

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_LAYOUTS_MEMORYSVG_H

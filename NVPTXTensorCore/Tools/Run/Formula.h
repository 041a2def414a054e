//===- Formula.h ------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formulas over the arguments of a kernel, as they were before it: what `--expect` compares a
// result with. docs/ptx-run.md describes the language.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_RUN_FORMULA_H
#define NVPTXTENSORCORE_TOOLS_RUN_FORMULA_H

#include "Run/Arguments.h"
#include <memory>

namespace llvm::tensorcore::run {

/// A matrix of numbers, each with a bound of what a kernel's own may be off: sums are rounded, and
/// functions are approximated.
struct Reference {
  uint64_t Rows = 0, Columns = 0;
  std::vector<double> Values, Errors;
  bool IsExact = false; ///< as the argument has it: no error yet
};

/// A part of a formula.
struct FormulaNode {
  enum Kind : uint8_t { Number, Matrix, Sparse, Product, Sum, Difference, Scaled, Quotient, Call };
  Kind Is = Number;
  double Value = 0;          ///< of a number
  std::string Name;          ///< of a matrix, or of a function
  bool IsTransposed = false; ///< of a matrix: `.T`
  std::vector<std::unique_ptr<FormulaNode>> Parts;
};

/// Another formula than the given one, which a mistake of a kernel may compute.
struct Variation {
  enum Kind : uint8_t {
    None,
    OtherMajor,      ///< a matrix is read as if its rows were its columns
    Dropped,         ///< a function, or the second part of a sum or of what is scaled, is left out
    ShortK,          ///< a product leaves out the last of K, softmax the last columns, by Count
    LateK,           ///< and the first
    OtherMajorTiles, ///< each square tile of Count rows of a matrix is transposed
    OtherTiles,      ///< a tile of Count rows and Columns is read where its row and column lead if
                     ///< they are exchanged; zeros beyond the matrix
    OtherBlocks,     ///< of each tile of 16 rows and columns, two blocks of 8 are exchanged: the
                     ///< upper right and the lower left one
    OtherPairs,      ///< a product takes neighbours along K of its first matrix for each other
    BaseTwo,         ///< softmax and exp are of powers of two
    OtherType,       ///< the codes of a matrix, or of all if Of is null, are of the type Type, if
                     ///< theirs can be taken for it
    OtherPaddedType, ///< the same, and 16 elements of that type begin each 16 bytes
    ExchangedScales, ///< a product has the scales of its first matrix for the second one, and the
                     ///< other way around
  };
  Kind Is = None;
  const FormulaNode *Of = nullptr;
  uint64_t Count = 0, Columns = 0;
  StringRef Type = "";
};

/// Returns the other types that a kernel may take an element type for.
SmallVector<StringRef> getOtherTypes(StringRef Name);

class Formula {
public:
  /// Fails, with a sentence, if the text is no formula, or names what there is not.
  static Expected<Formula> parse(StringRef Text, ArrayRef<Argument> Arguments);

  /// Tolerance: of a sum, what it may be off in parts of the magnitudes that it is made of. Fails
  /// where shapes do not fit.
  Expected<Reference> evaluate(double Tolerance, const Variation &With = Variation()) const;

  /// The kernel's products of matrices of 8 bits have the short sums of Hopper: the bounds of their
  /// errors allow these.
  bool AllowsShortSums = false;

  const FormulaNode &getRoot() const { return *Root; }
  /// Returns the name of a matrix's type.
  StringRef getType(const FormulaNode &Matrix) const;
  /// All parts, the root first.
  std::vector<const FormulaNode *> getParts() const;

private:
  std::string Text;
  std::shared_ptr<const FormulaNode> Root;
  ArrayRef<Argument> Arguments;
};

} // namespace llvm::tensorcore::run

#endif // NVPTXTENSORCORE_TOOLS_RUN_FORMULA_H

//===- Subjects.h - what a name means ---------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions by name. A name is that of an intrinsic ("llvm.nvvm." may be left out), that of an
// opcode, a PTX mnemonic, or some of a mnemonic's words in their order: "m16n8k16.f16",
// "kind::i8", "wgmma.mma_async.e4m3". Of several names each is meant, also of names that only begin
// mnemonics; other words are to be in the same mnemonic.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_SUBJECTS_H
#define NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_SUBJECTS_H

#include "Explain/Subjects/PlainIntrinsics.h"
#include "Model/Instructions/Companions.h"
#include "Model/Instructions/MMAForms.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm::tensorcore::explain {

/// Describes how an answer is printed.
enum class OutputFormat { Text, JSON, CSV, SVG };

/// An intrinsic, with those of its forms that are meant: a variant, a companion, or one without
/// rows.
struct Subject {
  StringRef Name; ///< of the intrinsic
  const MMAVariant *Variant = nullptr;
  SmallVector<MMAForm, 0> Forms;
  const Companion *Intrinsic = nullptr;
  SmallVector<CompanionForm, 0> CompanionForms;
  const PlainIntrinsic *Plain = nullptr;
};

/// All of them. A form that no target has is left out, except where a variant has no other.
ArrayRef<Subject> getSubjects();

/// Those that names mean, each of them; and of these, or of all where there are words alone, those
/// that have all of the words. Fails on names that mean nothing, with the nearest one.
Expected<std::vector<Subject>> findSubjects(ArrayRef<std::string> Names);

/// Returns true if a target has one of the forms.
bool isLegal(const Subject &S, const TargetVersion &Target);

/// "mma.sync"; of companions and LLVM's intrinsics the first word of PTX: "cp", "mbarrier"; of what
/// has no PTX of its own the beginning of its name: "tcgen05.idesc.encode".
std::string getFamilyName(const Subject &S);

/// Returns true if that is the family, or begins it: tcgen05.mma is one of tcgen05.
bool isOfFamily(const Subject &S, StringRef Family);
/// Fails with the families that there are.
Error checkFamily(StringRef Family);

/// The PTX mnemonic of each form, with its modifiers. Empty for what becomes ordinary instructions.
std::vector<std::string> getMnemonics(const Subject &S);

} // namespace llvm::tensorcore::explain

#endif // NVPTXTENSORCORE_TOOLS_EXPLAIN_SUBJECTS_SUBJECTS_H

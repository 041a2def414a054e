//===- NVVMRequirements.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks the requirements up.
//
//===----------------------------------------------------------------------===//

#include "IR/Intrinsics/NVVMRequirements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

/// One way to select an intrinsic: all of its conditions must hold. 0 is none.
struct Alternative {
  StringLiteral Name;
  unsigned MinimumSM;    ///< e.g. 80; NoSM if nothing selects the intrinsic
  unsigned MinimumPTX;   ///< e.g. 71
  unsigned ExactSM;      ///< FullSmVersion, e.g. 901
  unsigned RemovalSM;    ///< gone from this SM on,
  unsigned RemovalPTX;   ///< if the PTX version is at least this one
  unsigned FamilySM = 0; ///< the targets of its family with suffixes, from this one on
};

constexpr unsigned NoSM = 65535;

constexpr Alternative Alternatives[] = {
#include "NVVMRequirements.inc"
};

/// The ways to select an intrinsic. The rows are in the order of their names.
ArrayRef<Alternative> getAlternatives(unsigned ID) {
  StringRef Name = Intrinsic::getBaseName(ID);
  auto *First = partition_point(Alternatives, [&](const Alternative &A) { return A.Name < Name; });
  auto *Last = std::find_if(First, std::end(Alternatives),
                            [&](const Alternative &A) { return A.Name != Name; });
  return ArrayRef<Alternative>(First, Last);
}

/// Returns true for sm_100f, sm_100a, sm_103f and sm_103a if the family begins at 100. sm_101 is
/// in no family.
bool isInFamily(unsigned FullSmVersion, unsigned FamilySM) {
  const unsigned SM = FullSmVersion / 10;
  return FullSmVersion % 10 != 0 && SM / 10 == FamilySM / 10 && SM >= FamilySM && SM != 101;
}

bool isMet(const Alternative &A, unsigned FullSmVersion, unsigned PTXVersion) {
  bool IsGone = A.RemovalSM && FullSmVersion / 10 >= A.RemovalSM && PTXVersion >= A.RemovalPTX;
  return FullSmVersion / 10 >= A.MinimumSM && PTXVersion >= A.MinimumPTX && !IsGone &&
         (A.ExactSM == 0 || A.ExactSM == FullSmVersion) &&
         (A.FamilySM == 0 || isInFamily(FullSmVersion, A.FamilySM));
}

std::string print(const Alternative &A) {
  SmallVector<std::string, 3> Parts;
  if (A.MinimumSM == NoSM)
    return "a newer LLVM: nothing in LLVM " LLVM_VERSION_STRING " lowers it";
  if (A.ExactSM)
    Parts.push_back(("sm_" + Twine(A.ExactSM / 10) +
                     (A.ExactSM % 10 == 0   ? ""
                      : A.ExactSM % 10 == 2 ? "f"
                                            : "a"))
                        .str());
  else if (A.FamilySM)
    Parts.push_back(("sm_" + Twine(A.FamilySM) + "f or higher of its family").str());
  else if (A.MinimumSM)
    Parts.push_back(("sm_" + Twine(A.MinimumSM) + " or higher").str());
  if (A.MinimumPTX)
    Parts.push_back("PTX ISA " + printPTXVersion(A.MinimumPTX) + " or later");
  if (A.RemovalSM)
    Parts.push_back(("a target before sm_" + Twine(A.RemovalSM) + " or a PTX ISA before " +
                     printPTXVersion(A.RemovalPTX))
                        .str());
  return join(Parts, " and ");
}

} // namespace

Error tensorcore::checkNVVMRequirements(Intrinsic::ID ID, const TargetVersion &Target) {
  ArrayRef<Alternative> Ways = getAlternatives(ID);
  if (Ways.empty() || any_of(Ways, [&](const Alternative &A) {
        return isMet(A, Target.FullSmVersion, Target.PTXVersion);
      }))
    return Error::success();
  SmallVector<std::string, 2> Needs(map_range(Ways, [](const Alternative &A) { return print(A); }));
  return make_error<RequirementError>(
      Intrinsic::getBaseName(ID), Target,
      [Ways](const TargetVersion &Of) {
        return any_of(
            Ways, [&](const Alternative &A) { return isMet(A, Of.FullSmVersion, Of.PTXVersion); });
      },
      /*Closest=*/"",
      Intrinsic::getBaseName(ID) + " is not supported on " + Target.Name + " with PTX ISA " +
          printPTXVersion(Target.PTXVersion) + "; it needs " + join(Needs, ", or "));
}

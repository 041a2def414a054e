//===- CUDAToolkit.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The version is read where clang reads it: from the definition of CUDA_VERSION.
//
//===----------------------------------------------------------------------===//

#include "CUDAToolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {
struct Release {
  unsigned CUDA;
  unsigned PTX;
};
} // namespace

// Release notes of the PTX ISA ("Release History"), lowest first.
// clang-format off
static constexpr Release Releases[] = {
  {12000, 80}, {12010, 81}, {12020, 82}, {12030, 83}, {12040, 84}, {12050, 85}, {12060, 85},
  {12080, 87}, {12090, 88}, {13000, 90},
};
// clang-format on

static std::string print(unsigned CUDAVersion) {
  return utostr(CUDAVersion / 1000) + "." + utostr(CUDAVersion % 1000 / 10);
}

std::optional<CUDAToolkit> CUDAToolkit::read(StringRef Root) {
  auto Header = MemoryBuffer::getFile(Root + "/include/cuda.h", /*IsText=*/true);
  if (!Header)
    return std::nullopt;
  for (line_iterator Line(**Header); !Line.is_at_end(); ++Line) {
    StringRef Rest = Line->ltrim();
    if (!Rest.consume_front("#define CUDA_VERSION"))
      continue;
    Rest = Rest.ltrim();
    unsigned Version;
    if (!Rest.consumeInteger(10, Version))
      return CUDAToolkit{Root.str(), Version};
  }
  return std::nullopt;
}

unsigned CUDAToolkit::getPTXVersion() const {
  unsigned PTX = 0;
  for (const Release &R : Releases)
    if (R.CUDA <= Version)
      PTX = R.PTX;
  return PTX;
}

bool CUDAToolkit::isNewerThanKnown() const { return Version > getNewestCUDA(); }

std::string CUDAToolkit::printVersion() const { return print(Version); }

std::string tensorcore::printFirstCUDA(unsigned PTXVersion) {
  const Release *It = find_if(Releases, [&](const Release &R) { return R.PTX >= PTXVersion; });
  return It == std::end(Releases) ? "a newer one" : print(It->CUDA);
}

unsigned tensorcore::getNewestCUDA() { return std::end(Releases)[-1].CUDA; }

std::string tensorcore::printNewestCUDA() { return print(getNewestCUDA()); }

unsigned tensorcore::getBuild(unsigned CUDAVersion) { return CUDAVersion == 13000 ? 88 : 0; }

//===- Examples.cpp -------------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Examples of each command for --help and the manual page, and for the error of a command that
// lacks an argument.
//
//===----------------------------------------------------------------------===//

#include "Explain/CommandLine/Options.h"
#include "Explain/Words/WordFormats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::explain;

/// `Needs` is what a command cannot do without.
struct CommandExamples {
  StringLiteral Command, Needs, Lines;
};

static constexpr CommandExamples Examples[] = {
    {"layout", "the name of an instruction",
     "layout m16n8k16.f32.bf16 'C(5,3)'\n"
     "layout m16n8k16.f32.bf16 A:21 --register=0\n"
     "layout tcgen05.mma.cta_group::2.kind::f16.collector::a::discard --m=256 --n=64"},
    {"tile", "a type and a size",
     "tile --as=wgmma bf16 64x64 K-major --swizzle=128\n"
     "tile --as=tcgen05 tf32 64x32 MN-major '(5,3)'\n"
     "tile --as=wgmma bf16 64x64 --format=svg > tile.svg"},
    {"legal", "the name of an instruction",
     "legal --target=sm_100f kind::i8\n"
     "legal kind::mxf8f6f4 --family=mma.sync"},
    {"show", "the name of an instruction",
     "show mma.m16n8k16.row.col.bf16\n"
     "show wgmma m64n64k16 bf16"},
    {"list", "",
     "list --target=sm_120a --type=e2m1 --family=mma.sync\n"
     "list cp.async.bulk.tensor 2d"},
    {"decode", "a word",
     "decode 0x4000404000010000\n"
     "decode --as=idesc.f16 0x08400490\n"
     "decode .mma.sync.shape-m16n8k16.dty-f32.aty-bf16.bty-bf16.cty-f32.al-row.bl-col.aligned"},
    {"encode", "the format of the word",
     "encode --as=tcgen05 lbo=16 sbo=1024 swizzle=128\n"
     "encode --as=idesc.f16 m=128 n=256 type_d=f32 type_a=bf16 type_b=bf16\n"
     "encode --as=mma family=mma.sync shape=m16n8k16 aty=bf16"},
    {"ptx", "a file, or - for standard input",
     "ptx kernel.ptx\n"
     "ptx --target=sm_90a kernel.ptx"},
    {"completion", "bash, zsh or fish", "completion bash"},
};

static const CommandExamples *lookupExamples(StringRef Command) {
  const auto *Found = find_if(Examples, [&](const auto &E) { return E.Command == Command; });
  return Found == std::end(Examples) ? nullptr : Found;
}

std::vector<std::string> explain::getExamples(StringRef Command) {
  std::vector<std::string> Lines;
  if (const CommandExamples *Found = lookupExamples(Command)) {
    SmallVector<StringRef> Parts;
    Found->Lines.split(Parts, '\n');
    for (StringRef Line : Parts)
      Lines.push_back(("mma-explain " + Line).str());
  }
  return Lines;
}

std::string explain::getOverview(StringRef Command) {
  std::string Text = "tensor-core instructions explained\n\n";
  if (lookupExamples(Command)) {
    for (const std::string &Line : getExamples(Command))
      Text += "  " + Line + "\n";
    if (Command == "decode" || Command == "encode")
      Text += "\n  Formats: " + join(getWordFormatKeys(), ", ") + "\n";
    return Text;
  }
  Text += "  Describes instructions, their legality, the layouts of matrices in registers and of "
          "tiles\n"
          "  in shared memory, and the fields of descriptors, from the tables of the compiler.\n"
          "  `mma-explain COMMAND --help` has examples of each command.\n\n";
  for (StringRef Known : {"layout", "tile", "legal", "decode"})
    Text += "  " + getExamples(Known).front() + "\n";
  return Text;
}

Error explain::rejectMissingArgument(StringRef Command) {
  return makeUsageError("'" + Command + "' needs " + lookupExamples(Command)->Needs +
                        ", such as\n  " + join(getExamples(Command), "\n  "));
}

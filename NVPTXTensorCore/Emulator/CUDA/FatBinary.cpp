//===- FatBinary.cpp -------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Containers, and the choice of PTX for a device.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/FatBinary.h"
#include "Emulator/Interface/ElementTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using run::fail;

/// LZ4's block format: literals, and copies of what was decoded before.
bool cuda::decodeLZ4(StringRef From, std::string &To, size_t PlainBytes) {
  size_t At = 0;
  auto TakeByte = [&]() -> unsigned { return At < From.size() ? uint8_t(From[At++]) : 0; };
  auto TakeLength = [&](size_t Length) {
    if (Length != 15)
      return Length;
    unsigned More;
    do
      Length += More = TakeByte();
    while (More == 255 && Length <= PlainBytes);
    return Length;
  };
  while (At < From.size()) {
    const unsigned Token = TakeByte();
    const size_t NumLiterals = TakeLength(Token >> 4);
    if (NumLiterals > From.size() - At || To.size() + NumLiterals > PlainBytes)
      return false;
    To += From.substr(At, NumLiterals);
    At += NumLiterals;
    if (At == From.size())
      break;
    const size_t Low = TakeByte(), Distance = Low | size_t(TakeByte()) << 8;
    const size_t Length = TakeLength(Token & 15) + 4;
    if (!Distance || Distance > To.size() || To.size() + Length > PlainBytes)
      return false;
    for (size_t I = 0; I != Length; ++I)
      To += To[To.size() - Distance];
  }
  return To.size() == PlainBytes;
}

/// The plain bytes of an entry.
static Expected<std::string> decode(const FatBinaryEntry &E, StringRef Payload) {
  if (!(E.Flags & (FatBinaryEntry::IsLZ4 | FatBinaryEntry::IsZstandard)))
    return Payload.str();
  constexpr uint64_t MaxBytes = uint64_t(1) << 30;
  const StringRef Compressed = Payload.take_front(E.CompressedBytes);
  if (E.PlainBytes > MaxBytes)
    return fail("a fat binary whose PTX has " + Twine(E.PlainBytes) + " bytes");
  std::string Text;
  if (E.Flags & FatBinaryEntry::IsLZ4) {
    if (!decodeLZ4(Compressed, Text, E.PlainBytes))
      return fail("a fat binary whose compressed PTX (LZ4) is damaged");
    return Text;
  }
  if (!compression::zstd::isAvailable())
    return fail(
        "a fat binary whose PTX is compressed with Zstandard, which this build of LLVM does "
        "not know; build the program with nvcc --compress-mode=speed");
  SmallVector<uint8_t, 0> Plain;
  if (Error Failure =
          compression::zstd::decompress(arrayRefFromStringRef(Compressed), Plain, E.PlainBytes))
    return fail("a fat binary whose compressed PTX (Zstandard) is damaged: " +
                toString(std::move(Failure)));
  return toStringRef(Plain).str();
}

static Error readContainer(const char *Data, Image &To) {
  FatBinaryHeader Header;
  std::memcpy(&Header, Data, sizeof Header);
  const char *At = Data + Header.HeaderBytes, *End = At + Header.Bytes;
  while (size_t(End - At) >= sizeof(FatBinaryEntry) && At < End) {
    FatBinaryEntry E;
    std::memcpy(&E, At, sizeof E);
    const size_t Left = size_t(End - At);
    if (E.HeaderBytes < sizeof E || E.HeaderBytes > Left || E.PaddedBytes > Left - E.HeaderBytes)
      return fail("a fat binary that is damaged");
    const StringRef Payload(At + E.HeaderBytes, E.PaddedBytes);
    At += E.HeaderBytes + E.PaddedBytes;
    if (E.Kind == FatBinaryEntry::ELF)
      To.MachineCodeFor.push_back(E.Architecture);
    if (E.Kind != FatBinaryEntry::PTX)
      continue;
    Expected<std::string> Text = decode(E, Payload);
    if (!Text)
      return Text.takeError();
    To.PTX.push_back(StringRef(*Text).take_until([](char C) { return !C; }).str());
  }
  return Error::success();
}

/// Returns true if PTX is of libcudadevrt, which nvcc links into each program with relocatable
/// device code, for launches from kernels. The emulator does not have these, so the library is left
/// out.
static bool isDeviceRuntime(StringRef PTX) { return PTX.contains("cudartErrorTable"); }

/// Returns the file of the program or library that a wrapper is in.
static std::string findFile(const void *Data) {
  Dl_info Info;
  link_map *Map = nullptr;
  if (!dladdr1(Data, &Info, reinterpret_cast<void **>(&Map), RTLD_DL_LINKMAP) || !Map)
    return "";
  return *Map->l_name ? Map->l_name : "/proc/self/exe";
}

/// Reads the PTX that this project's clang++ keeps of relocatable device code
/// (FrontEnd/RelocatablePTX.cpp): strings, and an empty one behind those of each object.
static std::vector<Image> readKeptPTX(StringRef Section) {
  std::vector<Image> Objects;
  Image Object;
  while (!Section.empty()) {
    auto [Text, Rest] = Section.split('\0');
    Section = Rest;
    if (!Text.empty())
      Object.PTX.push_back(Text.str());
    else
      Objects.push_back(std::exchange(Object, {}));
  }
  return Objects;
}

/// Returns the contents of a section of an ELF file of 64 bits; empty if it has none. libLLVMObject
/// would bring LLVM's readers of bitcode and assembly into each program.
static StringRef findSection(StringRef File, StringRef Wanted) {
  Elf64_Ehdr Header;
  if (File.size() < sizeof Header)
    return "";
  std::memcpy(&Header, File.data(), sizeof Header);
  const auto Get = [&](unsigned Number) {
    Elf64_Shdr S = {};
    const StringRef Bytes = File.substr(Header.e_shoff + Number * sizeof S, sizeof S);
    if (Bytes.size() == sizeof S)
      std::memcpy(&S, Bytes.data(), sizeof S);
    return S;
  };
  const auto GetContents = [&](const Elf64_Shdr &S) { return File.substr(S.sh_offset, S.sh_size); };
  const StringRef Names = GetContents(Get(Header.e_shstrndx));
  for (unsigned Number = 0; Number != Header.e_shnum; ++Number) {
    const Elf64_Shdr S = Get(Number);
    if (S.sh_type == SHT_PROGBITS &&
        Names.substr(S.sh_name).take_until([](char C) { return !C; }) == Wanted)
      return GetContents(S);
  }
  return "";
}

static std::vector<Image> findKeptPTX(const void *Wrapper) {
  const ErrorOr<std::unique_ptr<MemoryBuffer>> File =
      MemoryBuffer::getFile(findFile(Wrapper), /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return File ? readKeptPTX(findSection((*File)->getBuffer(), ".nvptx_ptx")) : std::vector<Image>();
}

Expected<Image> cuda::readImage(const void *Data) {
  Image Result;
  uint32_t Magic;
  std::memcpy(&Magic, Data, sizeof Magic);
  if (Magic == WrapperMagic) {
    FatBinaryWrapper Wrapper;
    std::memcpy(&Wrapper, Data, sizeof Wrapper);
    Expected<Image> Of = readImage(Wrapper.Data);
    if (Of && Of->PTX.empty())
      Of->Linked = findKeptPTX(Data);
    constexpr uint32_t HasLinked = 2;
    if (!Of || Wrapper.Version != HasLinked || !Wrapper.More)
      return Of;
    for (auto *At = static_cast<const void *const *>(Wrapper.More); *At; ++At) {
      Expected<Image> Each = readImage(*At);
      if (!Each)
        return Each;
      if (none_of(Each->PTX, isDeviceRuntime))
        Of->Linked.push_back(std::move(*Each));
    }
    return Of;
  }
  if (Magic == ContainerMagic) {
    if (Error E = readContainer(static_cast<const char *>(Data), Result))
      return E;
    return Result;
  }
  const char *Text = static_cast<const char *>(Data);
  if (StringRef(Text, 4) == "\x7f"
                            "ELF")
    return fail("an ELF file of machine code (a cubin); ptx-run runs PTX: build the program with "
                "PTX in it, for nvcc -gencode arch=compute_90a,code=compute_90a");
  const StringRef Whole(Text);
  if (!Whole.contains(".version") || !Whole.contains(".target"))
    return fail("an image that is neither PTX nor a fat binary");
  Result.PTX.push_back(Whole.str());
  return Result;
}

StringRef cuda::getTarget(StringRef PTX) {
  const size_t At = PTX.find(".target");
  if (At == StringRef::npos)
    return "";
  return PTX.drop_front(At + 7).ltrim().take_while([](char C) { return isAlnum(C) || C == '_'; });
}

unsigned cuda::getArchitecture(StringRef Target) {
  unsigned Number = 0;
  if (!Target.consume_front("sm_") || Target.consumeInteger(10, Number))
    return 0;
  return Number;
}

/// Returns true if a device runs PTX of a target: later ones do, but of "a" that one alone and of
/// "f" those of its family (PTX ISA, ".target").
static bool canRun(StringRef Device, StringRef Target) {
  const unsigned Of = getArchitecture(Device), For = getArchitecture(Target);
  if (Target.ends_with("a"))
    return Of == For;
  if (Target.ends_with("f"))
    return Of >= For && Of / 10 == For / 10;
  return Of >= For;
}

/// Links the PTX of relocatable device code, of which nvlink makes machine code alone.
static Expected<std::string> linkParts(const Image &From, StringRef Device) {
  std::vector<std::string> Modules;
  for (const Image &Part : From.Linked) {
    if (Part.PTX.empty())
      continue;
    Expected<std::string> PTX = choosePTX(Part, Device);
    if (!PTX)
      return PTX;
    Modules.push_back(std::move(*PTX));
  }
  return linkPTX(Modules);
}

Expected<std::string> cuda::choosePTX(const Image &From, StringRef Device) {
  if (From.PTX.empty() && any_of(From.Linked, [](const Image &I) { return !I.PTX.empty(); }))
    return linkParts(From, Device);
  StringRef Best;
  std::string Targets;
  auto Rank = [](StringRef PTX) {
    const StringRef Target = getTarget(PTX);
    return std::make_pair(getArchitecture(Target), Target.ends_with("a"));
  };
  for (StringRef PTX : From.PTX) {
    Targets += (Targets.empty() ? "" : ", ") + getTarget(PTX).str();
    if (canRun(Device, getTarget(PTX)) && (Best.empty() || Rank(Best) < Rank(PTX)))
      Best = PTX;
  }
  if (!Best.empty())
    return Best.str();
  if (!Targets.empty())
    return fail("the program has PTX for " + Targets + ", which " + Device +
                " does not run; expected --device with one of them, or a program built for " +
                Device);
  std::string Machine;
  for (unsigned Each : From.MachineCodeFor)
    Machine += (Machine.empty() ? " (for sm_" : ", sm_") + utostr(Each);
  return fail("the program has machine code alone" + Machine + (Machine.empty() ? "" : ")") +
              "; ptx-run runs PTX: build it with nvcc -gencode arch=compute_90a,code=compute_90a, "
              "or with clang's --cuda-include-ptx=all");
}

//===- StaticRuntime.cpp --------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc links CUDA's runtime into programs unless it is told otherwise. That runtime talks to the
// driver through tables of functions without names, which are not public; its own functions are
// public. So ptx-run preloads this library into programs: where the program's symbol table has the
// functions of the runtime, each of them begins with a jump to the function of the same name in
// the replacement for libcudart, before the program's first constructor.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#if defined(__x86_64__)

namespace {

struct Function {
  uint64_t Address;
  const char *Name;
};

/// A file in memory.
class MappedFile {
public:
  explicit MappedFile(const char *Path) {
    const int File = open(Path, O_RDONLY | O_CLOEXEC);
    struct stat Status;
    if (File >= 0 && !fstat(File, &Status) && Status.st_size > 0) {
      void *Memory = mmap(nullptr, size_t(Status.st_size), PROT_READ, MAP_PRIVATE, File, 0);
      if (Memory != MAP_FAILED) {
        Begin = static_cast<const char *>(Memory);
        Size = uint64_t(Status.st_size);
      }
    }
    if (File >= 0)
      close(File);
  }
  ~MappedFile() {
    if (Begin)
      munmap(const_cast<char *>(Begin), Size);
  }

  /// Null if they are not all there.
  template <class T> const T *get(uint64_t Offset, uint64_t Count = 1) const {
    return Offset <= Size && Count <= (Size - Offset) / sizeof(T)
               ? reinterpret_cast<const T *>(Begin + Offset)
               : nullptr;
  }

private:
  const char *Begin = nullptr;
  uint64_t Size = 0;
};

} // namespace

/// The functions of a program's symbol table, by their addresses. None if it is stripped.
static std::vector<Function> readFunctions(const MappedFile &File) {
  std::vector<Function> Result;
  const auto *Header = File.get<Elf64_Ehdr>(0);
  if (!Header || std::memcmp(Header->e_ident, ELFMAG, SELFMAG) ||
      Header->e_ident[EI_CLASS] != ELFCLASS64)
    return Result;
  const auto *Sections = File.get<Elf64_Shdr>(Header->e_shoff, Header->e_shnum);
  for (unsigned I = 0; Sections && I != Header->e_shnum; ++I) {
    const Elf64_Shdr &S = Sections[I];
    if (S.sh_type != SHT_SYMTAB || S.sh_link >= Header->e_shnum)
      continue;
    const Elf64_Shdr &Names = Sections[S.sh_link];
    const auto *Symbols = File.get<Elf64_Sym>(S.sh_offset, S.sh_size / sizeof(Elf64_Sym));
    const auto *Text = File.get<char>(Names.sh_offset, Names.sh_size);
    if (!Symbols || !Text || !Names.sh_size || Text[Names.sh_size - 1])
      continue;
    for (uint64_t N = 0; N != S.sh_size / sizeof(Elf64_Sym); ++N)
      if (ELF64_ST_TYPE(Symbols[N].st_info) == STT_FUNC && Symbols[N].st_shndx != SHN_UNDEF &&
          Symbols[N].st_name < Names.sh_size)
        Result.push_back({Symbols[N].st_value, Text + Symbols[N].st_name});
  }
  std::sort(Result.begin(), Result.end(),
            [](const Function &A, const Function &B) { return A.Address < B.Address; });
  return Result;
}

/// Where the program lies, in comparison with the addresses in its file.
static uint64_t getBias() {
  uint64_t Bias = 0;
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Data) {
        *static_cast<uint64_t *>(Data) = Info->dlpi_addr;
        return 1; // the first one is the program
      },
      &Bias);
  return Bias;
}

/// Opens the replacement for a version of libcudart, which is in this library's folder.
static void *openRuntime(bool IsOfCUDA13) {
  Dl_info Info;
  if (!dladdr(reinterpret_cast<void *>(&getBias), &Info))
    return nullptr;
  std::string Path = Info.dli_fname;
  Path.resize(Path.rfind('/') + 1);
  Path += IsOfCUDA13 ? "libcudart.so.13" : "libcudart.so.12";
  return dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
}

/// By its name; functions for streams per thread are the others.
static void *findInRuntime(void *Runtime, std::string Name) {
  if (void *Found = dlsym(Runtime, Name.c_str()))
    return Found;
  const size_t End = Name.size() > 5 ? Name.size() - 5 : 0;
  const std::string Suffix = Name.substr(End);
  return Suffix == "_ptsz" || Suffix == "_ptds" ? dlsym(Runtime, Name.substr(0, End).c_str())
                                                : nullptr;
}

/// jmp *0(%rip), and the address behind it.
static constexpr uint64_t JumpBytes = 14;
static bool writeJump(uint64_t At, void *To) {
  const auto PageBytes = uint64_t(sysconf(_SC_PAGESIZE));
  const uint64_t First = At / PageBytes * PageBytes;
  auto *Pages = reinterpret_cast<void *>(First);
  const uint64_t Bytes = At + JumpBytes - First;
  if (mprotect(Pages, Bytes, PROT_READ | PROT_WRITE | PROT_EXEC))
    return false;
  constexpr unsigned char Jump[] = {0xff, 0x25, 0, 0, 0, 0};
  std::memcpy(reinterpret_cast<void *>(At), Jump, sizeof(Jump));
  std::memcpy(reinterpret_cast<void *>(At + sizeof(Jump)), &To, sizeof(To));
  return !mprotect(Pages, Bytes, PROT_READ | PROT_EXEC);
}

__attribute__((constructor)) static void replaceStaticRuntime() {
  const MappedFile File("/proc/self/exe");
  const std::vector<Function> Functions = readFunctions(File);
  auto Has = [&](const char *Name) {
    return std::any_of(Functions.begin(), Functions.end(),
                       [&](const Function &F) { return !std::strcmp(F.Name, Name); });
  };
  // CUDA 11 and older had structures of their own, and functions for textures that are gone.
  if (!Has("__cudaRegisterFatBinary") || !Has("cudaMalloc") || Has("cudaBindTexture"))
    return;
  void *Runtime = openRuntime(!Has("cudaGetDeviceProperties_v2"));
  if (!Runtime)
    return;
  const uint64_t Bias = getBias();
  for (size_t I = 0; I != Functions.size(); ++I) {
    const Function &F = Functions[I];
    if (std::strncmp(F.Name, "cuda", 4) && std::strncmp(F.Name, "__cuda", 6))
      continue;
    size_t Next = I + 1;
    while (Next != Functions.size() && Functions[Next].Address == F.Address)
      ++Next;
    // A function that is not replaced asks the driver for its tables, which says why that cannot
    // be.
    if (Next == Functions.size() || Functions[Next].Address - F.Address < JumpBytes)
      continue;
    if (void *To = findInRuntime(Runtime, F.Name))
      writeJump(Bias + F.Address, To);
  }
}

#endif // __x86_64__

//===- Linking.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuLink*: several modules of PTX become the text of one. What a module declares and another one
// defines is the same, and names that are a module's own do not meet.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Driver.h"
#include "Emulator/Interface/ElementTypes.h"
#include "PTX/Reader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;

namespace {

/// A module that is linked. Its syntax points into its text.
struct Part {
  std::string Name, Text;
  ptx::Module Syntax;
};

/// Is a piece of a text and its replacement.
struct Replacement {
  size_t Begin, End;
  std::string Text;
};

class Joining {
public:
  explicit Joining(std::deque<Part> &Parts) : Parts(Parts) {}
  Expected<std::string> join();

private:
  Error collectDefinitions();
  std::string join(const Part &P, unsigned Number);
  /// Removes a declaration: what is between `.extern` and the semicolon.
  void remove(const Part &P, const ptx::Declaration &D);
  void replace(const Part &P, StringRef Piece, const Twine &By) {
    const size_t Begin = size_t(Piece.data() - P.Text.data());
    Changes.push_back({Begin, Begin + Piece.size(), By.str()});
  }

  std::deque<Part> &Parts;
  StringMap<const Part *> Definitions; ///< of names that other modules see
  StringMap<unsigned> Uses;            ///< in how many modules a name is declared
  StringSet<> Declared;                ///< variables that no module defines
  std::vector<Replacement> Changes;    ///< of the module that is joined
};

} // namespace

/// The state of cuLinkCreate.
struct LinkObject {
  std::deque<Part> Parts;
  std::string Joined;
  JITOptions With;

  /// Says it where the caller has memory for it, too.
  Result complain(Driver &D, Result R, const Twine &Sentence);
};

static bool isOwn(StringRef Linkage) { return Linkage.empty(); }

Error Joining::collectDefinitions() {
  for (const Part &P : Parts) {
    StringSet<> Names;
    auto Define = [&](StringRef Name, StringRef Linkage, bool IsDefined) -> Error {
      Names.insert(Name);
      if (!IsDefined || isOwn(Linkage))
        return Error::success();
      const auto [It, IsNew] = Definitions.try_emplace(Name, &P);
      if (!IsNew && It->second != &P)
        return run::fail("'" + Name + "' is defined in " + It->second->Name + " and in " + P.Name);
      return Error::success();
    };
    for (const ptx::Declaration &D : P.Syntax.Variables)
      if (Error E = Define(D.Name, D.Linkage, D.Linkage != ".extern"))
        return E;
    for (const ptx::Function &F : P.Syntax.Functions)
      if (Error E = Define(F.Name, F.Linkage, F.HasBody))
        return E;
    for (const auto &Name : Names)
      ++Uses[Name.getKey()];
  }
  return Error::success();
}

void Joining::remove(const Part &P, const ptx::Declaration &D) {
  const auto &Tokens = P.Syntax.Source.Tokens;
  const auto *At =
      find_if(Tokens, [&](const ptx::Token &T) { return T.Text.data() == D.Name.data(); }) -
      Tokens.begin() + Tokens.data();
  const auto *First = At, *Last = At;
  while (First != Tokens.data() && First->Text != ".extern")
    --First;
  while (Last->Is != ptx::Token::Kind::End && !Last->is(";"))
    ++Last;
  const char *Begin = First->Text.data(), *End = Last->Text.data() + Last->Text.size();
  replace(P, StringRef(Begin, size_t(End - Begin)), "");
}

std::string Joining::join(const Part &P, unsigned Number) {
  Changes.clear();
  StringMap<std::string> Renamed;
  auto Rename = [&](StringRef Name, StringRef Linkage) {
    if (isOwn(Linkage) && Uses.lookup(Name) > 1)
      Renamed[Name] = (Name + "$" + Twine(Number)).str();
  };
  for (const ptx::Declaration &D : P.Syntax.Variables) {
    Rename(D.Name, D.Linkage);
    if (D.Linkage == ".extern" && (Definitions.count(D.Name) || !Declared.insert(D.Name).second))
      remove(P, D);
  }
  for (const ptx::Function &F : P.Syntax.Functions)
    Rename(F.Name, F.Linkage);
  // Numbers of source files, and what is said once of the whole.
  constexpr unsigned FilesOfPart = 10000;
  const auto &Tokens = P.Syntax.Source.Tokens;
  for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
    const ptx::Token &T = Tokens[I], &Next = Tokens[I + 1];
    uint64_t File;
    if ((T.Text == ".file" || T.Text == ".loc") && !Next.Text.getAsInteger(10, File)) {
      replace(P, Next.Text, Twine(File + Number * FilesOfPart));
    } else if (T.Text == ".version" || T.Text == ".target" || T.Text == ".address_size") {
      size_t Last = I + 1;
      while (Last + 2 < Tokens.size() && Tokens[Last + 1].is(","))
        Last += 2;
      const char *End = Tokens[Last].Text.data() + Tokens[Last].Text.size();
      replace(P, StringRef(T.Text.data(), size_t(End - T.Text.data())), "");
    } else if (T.isWord()) {
      if (auto It = Renamed.find(T.Text); It != Renamed.end())
        replace(P, T.Text, It->second);
    }
  }
  llvm::sort(Changes, [](const Replacement &A, const Replacement &B) { return A.Begin < B.Begin; });
  std::string Result;
  size_t At = 0;
  for (const Replacement &R : Changes) {
    if (R.Begin < At)
      continue; // inside of what is removed
    Result += P.Text.substr(At, R.Begin - At) + R.Text;
    At = R.End;
  }
  return Result + P.Text.substr(At) + "\n";
}

Expected<std::string> Joining::join() {
  if (Error E = collectDefinitions())
    return E;
  // The newest version and target: that of one module has to be able to have the others.
  const auto *Newest = &Parts.front();
  double Version = 0;
  StringRef Printed;
  for (const Part &P : Parts) {
    double Of = 0;
    if (!P.Syntax.getVersion().getAsDouble(Of) && Of > Version) {
      Version = Of;
      Printed = P.Syntax.getVersion();
    }
    if (getArchitecture(P.Syntax.getTarget()) > getArchitecture(Newest->Syntax.getTarget()))
      Newest = &P;
  }
  std::string Result =
      (".version " + Printed + "\n.target " + Newest->Syntax.getTarget() + "\n.address_size 64\n")
          .str();
  for (const auto &[Number, P] : enumerate(Parts))
    Result += join(P, unsigned(Number));
  return Result;
}

Expected<std::string> cuda::linkPTX(ArrayRef<std::string> Modules) {
  std::deque<Part> Parts;
  for (const std::string &Text : Modules) {
    Part &P = Parts.emplace_back();
    P.Name = ("module " + Twine(Parts.size())).str();
    P.Text = Text;
    P.Syntax = ptx::readModule(P.Text);
    if (!P.Syntax.Faults.empty())
      return run::fail(P.Name + ": line " + P.Syntax.Faults.front().str());
  }
  return Joining(Parts).join();
}

//===----------------------------------------------------------------------===//
// The device runtime
//===----------------------------------------------------------------------===//

/// Replaces the functions of NVIDIA's libcudadevrt.a by which front ends other than CUDA C++ wait
/// for all blocks of a cooperative launch. A block adds 1 to a word of the launch's workspace, the
/// first one what is left to 2^31, so that the last arrival changes the upper bit. Launches from
/// kernels need nothing of the library (Emulator/Execute/Control/Builtins.cpp).
static constexpr StringLiteral DeviceRuntime = R"(
.version 6.0
.target sm_70
.address_size 64
.visible .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 scope)
{
  .reg .b32 %r<3>; .reg .b64 %rd<2>;
  mov.u32 %r1, %envreg1;
  mov.u32 %r2, %envreg2;
  mov.b64 %rd1, {%r2, %r1};
  st.param.b64 [handle], %rd1;
  ret;
}
.visible .func (.param .b32 result) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{
  .reg .b32 %r<12>; .reg .b64 %rd<2>; .reg .pred %p<4>;
  ld.param.b64 %rd1, [handle];
  mov.u32 %r1, 1;
  setp.eq.u64 %p1, %rd1, 0;
  @%p1 bra DONE;
  barrier.sync 0;
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %tid.y;
  mov.u32 %r4, %tid.z;
  or.b32 %r2, %r2, %r3;
  or.b32 %r2, %r2, %r4;
  setp.ne.u32 %p2, %r2, 0;
  @%p2 bra LAST;
  mov.u32 %r2, %nctaid.x;
  mov.u32 %r3, %nctaid.y;
  mov.u32 %r4, %nctaid.z;
  mul.lo.u32 %r2, %r2, %r3;
  mul.lo.u32 %r2, %r2, %r4;
  sub.u32 %r5, 0x80000001, %r2;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ctaid.y;
  mov.u32 %r4, %ctaid.z;
  or.b32 %r2, %r2, %r3;
  or.b32 %r2, %r2, %r4;
  setp.eq.u32 %p3, %r2, 0;
  selp.b32 %r6, %r5, 1, %p3;
  atom.add.acq_rel.gpu.u32 %r7, [%rd1+4], %r6;
WAIT:
  ld.acquire.gpu.u32 %r8, [%rd1+4];
  xor.b32 %r8, %r8, %r7;
  setp.ge.s32 %p3, %r8, 0;
  @%p3 bra WAIT;
LAST:
  barrier.sync 0;
  mov.u32 %r1, 0;
DONE:
  st.param.b32 [result], %r1;
  ret;
}
)";

//===----------------------------------------------------------------------===//
// The driver API
//===----------------------------------------------------------------------===//

Result LinkObject::complain(Driver &D, Result R, const Twine &Sentence) {
  if (With.Log && With.LogBytes)
    std::snprintf(With.Log, With.LogBytes, "%s", Sentence.str().c_str());
  return D.complain(R, Sentence);
}

CUDA_API Result cuLinkCreate_v2(unsigned NumOptions, const int *Options, void **Values,
                                LinkObject **To) {
  Call C;
  if (C)
    return C.Error;
  *To = new LinkObject;
  (*To)->With = {NumOptions, Options, Values};
  return Success;
}
CUDA_API Result cuLinkCreate(unsigned NumOptions, const int *Options, void **Values,
                             LinkObject **To) {
  return cuLinkCreate_v2(NumOptions, Options, Values, To);
}

CUDA_API Result cuLinkAddData_v2(LinkObject *L, int Type, void *Data, size_t Bytes,
                                 const char *Name, unsigned, int *, void **) {
  constexpr int PTX = 1, FatBinary = 2;
  Call C;
  if (C || !L || !Data)
    return C ? C.Error : InvalidValue;
  const std::string File = Name ? Name : "module " + utostr(L->Parts.size() + 1);
  if (Type != PTX && Type != FatBinary)
    return C->refuse(NoBinaryForGPU, "cuLinkAddData: " + File +
                                         " is machine code, an object file or a library; ptx-run "
                                         "links PTX and fat binaries with PTX");
  std::string Text;
  if (Type == PTX) {
    Text = StringRef(static_cast<const char *>(Data), Bytes).rtrim('\0').str();
  } else {
    Expected<Image> I = readImage(Data);
    Expected<std::string> Chosen =
        I ? choosePTX(*I, C->getTarget()) : Expected<std::string>(I.takeError());
    if (!Chosen)
      return C->refuse(NoBinaryForGPU, File + ": " + toString(Chosen.takeError()));
    Text = std::move(*Chosen);
  }
  Part &P = L->Parts.emplace_back();
  P.Name = File;
  P.Text = std::move(Text);
  P.Syntax = ptx::readModule(P.Text);
  if (P.Syntax.Faults.empty())
    return Success;
  const std::string Fault = P.Syntax.Faults.front().str();
  L->Parts.pop_back();
  return L->complain(*C, InvalidPTX, File + ": line " + Fault);
}
CUDA_API Result cuLinkAddData(LinkObject *L, int Type, void *Data, size_t Bytes, const char *Name,
                              unsigned Count, int *Options, void **Values) {
  return cuLinkAddData_v2(L, Type, Data, Bytes, Name, Count, Options, Values);
}
CUDA_API Result cuLinkAddFile_v2(LinkObject *L, int Type, const char *Path, unsigned Count,
                                 int *Options, void **Values) {
  constexpr int PTX = 1;
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return FileNotFound;
  if (sys::path::filename(Path) == "libcudadevrt.a")
    return cuLinkAddData_v2(L, PTX, const_cast<char *>(DeviceRuntime.data()), DeviceRuntime.size(),
                            Path, Count, Options, Values);
  return cuLinkAddData_v2(L, Type, const_cast<char *>((*Buffer)->getBufferStart()),
                          (*Buffer)->getBufferSize(), Path, Count, Options, Values);
}
CUDA_API Result cuLinkAddFile(LinkObject *L, int Type, const char *Path, unsigned Count,
                              int *Options, void **Values) {
  return cuLinkAddFile_v2(L, Type, Path, Count, Options, Values);
}

/// Returns what it makes is PTX, which the functions that load modules take.
CUDA_API Result cuLinkComplete(LinkObject *L, void **To, size_t *Bytes) {
  Call C;
  if (C || !L || L->Parts.empty())
    return C ? C.Error : InvalidValue;
  Expected<std::string> Joined = Joining(L->Parts).join();
  if (!Joined)
    return L->complain(*C, InvalidImage, "cuLinkComplete: " + toString(Joined.takeError()));
  L->Joined = std::move(*Joined);
  *To = L->Joined.data();
  C->RegistersOfLinked[*To] = L->With.MaxRegisters;
  if (Bytes)
    *Bytes = L->Joined.size() + 1;
  return Success;
}
CUDA_API Result cuLinkDestroy(LinkObject *L) {
  Call C(Call::Nothing);
  if (L)
    C->RegistersOfLinked.erase(L->Joined.data());
  delete L;
  return Success;
}

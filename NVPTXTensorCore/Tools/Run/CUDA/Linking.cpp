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

#include "PTX/Reader.h"
#include "Run/CUDA/Driver.h"
#include "Run/ElementTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;

namespace {

/// A module that is linked. Its syntax points into its text.
struct Part {
  std::string Name, Text;
  ptx::Module Syntax;
};

/// A piece of a text with what comes into its place.
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
  char *Log = nullptr;
  size_t LogBytes = 0;

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
  StringRef Spelled;
  for (const Part &P : Parts) {
    double Of = 0;
    if (!P.Syntax.getVersion().getAsDouble(Of) && Of > Version) {
      Version = Of;
      Spelled = P.Syntax.getVersion();
    }
    if (getArchitecture(P.Syntax.getTarget()) > getArchitecture(Newest->Syntax.getTarget()))
      Newest = &P;
  }
  std::string Result =
      (".version " + Spelled + "\n.target " + Newest->Syntax.getTarget() + "\n.address_size 64\n")
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
// The driver API
//===----------------------------------------------------------------------===//

Result LinkObject::complain(Driver &D, Result R, const Twine &Sentence) {
  if (Log && LogBytes)
    std::snprintf(Log, LogBytes, "%s", Sentence.str().c_str());
  return D.complain(R, Sentence);
}

CUDA_API Result cuLinkCreate_v2(unsigned NumOptions, const int *Options, void **Values,
                                LinkObject **To) {
  constexpr int ErrorLog = 5, ErrorLogBytes = 6;
  Call C;
  if (C)
    return C.Error;
  *To = new LinkObject;
  for (unsigned I = 0; I != NumOptions; ++I)
    if (Options[I] == ErrorLog)
      (*To)->Log = static_cast<char *>(Values[I]);
    else if (Options[I] == ErrorLogBytes)
      (*To)->LogBytes = reinterpret_cast<size_t>(Values[I]);
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
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return FileNotFound;
  return cuLinkAddData_v2(L, Type, const_cast<char *>((*Buffer)->getBufferStart()),
                          (*Buffer)->getBufferSize(), Path, Count, Options, Values);
}
CUDA_API Result cuLinkAddFile(LinkObject *L, int Type, const char *Path, unsigned Count,
                              int *Options, void **Values) {
  return cuLinkAddFile_v2(L, Type, Path, Count, Options, Values);
}

/// What it makes is PTX, which the functions that load modules take.
CUDA_API Result cuLinkComplete(LinkObject *L, void **To, size_t *Bytes) {
  Call C;
  if (C || !L || L->Parts.empty())
    return C ? C.Error : InvalidValue;
  Expected<std::string> Joined = Joining(L->Parts).join();
  if (!Joined)
    return L->complain(*C, InvalidImage, "cuLinkComplete: " + toString(Joined.takeError()));
  L->Joined = std::move(*Joined);
  *To = L->Joined.data();
  if (Bytes)
    *Bytes = L->Joined.size() + 1;
  return Success;
}
CUDA_API Result cuLinkDestroy(LinkObject *L) {
  Call C(Call::Nothing);
  delete L;
  return Success;
}

//===- Modules.cpp ---------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver API: modules and libraries, functions and kernels. A library is a module; a kernel is
// a function.
//
//===----------------------------------------------------------------------===//

#include "Emulator/CUDA/Driver.h"
#include "Emulator/Interface/ElementTypes.h"
#include "Emulator/Interface/Occupancy.h"
#include "Model/RegisterBudget.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::cuda;
using emulator::Space;
using emulator::Variable;

/// Is called by the replacement for the runtime, whose programs register what they have before they
/// ask.
CUDA_API void ptxRunNoteImage(const void *Data) { Call(Call::Nothing)->noteImage(Data); }

CUDA_API Result cuModuleLoadDataEx(ModuleHandle *To, const void *Data, unsigned Count, int *Options,
                                   void **Values) {
  Call C;
  return C ? C.Error : C->load(Data, *To, {Count, Options, Values});
}
CUDA_API Result cuModuleLoadData(ModuleHandle *To, const void *Data) {
  return cuModuleLoadDataEx(To, Data, 0, nullptr, nullptr);
}
CUDA_API Result cuModuleLoadFatBinary(ModuleHandle *To, const void *Data) {
  return cuModuleLoadData(To, Data);
}
CUDA_API Result cuModuleLoad(ModuleHandle *To, const char *Name) {
  auto Buffer = MemoryBuffer::getFile(Name);
  if (!Buffer)
    return FileNotFound;
  return cuModuleLoadData(To, (*Buffer)->getBufferStart());
}
CUDA_API Result cuModuleUnload(ModuleHandle M) {
  Call C(Call::Initialized);
  return C ? C.Error : C->unload(M);
}
CUDA_API Result cuModuleGetLoadingMode(int *Mode) {
  *Mode = 1;
  return Success;
}

CUDA_API Result cuModuleGetFunction(FunctionHandle *To, ModuleHandle M, const char *Name) {
  Call C;
  if (C)
    return C.Error;
  if (!C->Modules.count(M))
    return InvalidHandle;
  const emulator::Function *F = M->Of->findFunction(Name);
  if (!F || !F->IsEntry)
    return NotFound;
  *To = M->get(F);
  return Success;
}
CUDA_API Result cuModuleGetGlobal_v2(DevicePointer *To, size_t *Bytes, ModuleHandle M,
                                     const char *Name) {
  Call C;
  if (C)
    return C.Error;
  if (!C->Modules.count(M))
    return InvalidHandle;
  const Variable *V = M->Of->findVariable(Name);
  if (!V || (V->In != Space::Global && V->In != Space::Constant))
    return NotFound;
  if (To)
    *To = V->Location;
  if (Bytes)
    *Bytes = V->Size;
  return Success;
}
CUDA_API Result cuModuleGetFunctionCount(unsigned *Count, ModuleHandle M) {
  *Count = unsigned(M->Of->getEntries().size());
  return Success;
}
CUDA_API Result cuModuleEnumerateFunctions(FunctionHandle *To, unsigned Count, ModuleHandle M) {
  for (const emulator::Function *F : M->Of->getEntries().take_front(Count))
    *To++ = M->get(F);
  return Success;
}

//===----------------------------------------------------------------------===//
// Libraries and kernels
//===----------------------------------------------------------------------===//

CUDA_API Result cuLibraryLoadData(ModuleHandle *To, const void *Data, int *Options, void **Values,
                                  unsigned Count, int *, void **, unsigned) {
  Call C(Call::Initialized); // a library needs no context
  return C ? C.Error : C->load(Data, *To, {Count, Options, Values});
}
CUDA_API Result cuLibraryLoadFromFile(ModuleHandle *To, const char *Name, int *, void **, unsigned,
                                      int *, void **, unsigned) {
  return cuModuleLoad(To, Name);
}
CUDA_API Result cuLibraryUnload(ModuleHandle M) { return cuModuleUnload(M); }
CUDA_API Result cuLibraryGetKernel(FunctionHandle *To, ModuleHandle M, const char *Name) {
  return cuModuleGetFunction(To, M, Name);
}
CUDA_API Result cuLibraryGetModule(ModuleHandle *To, ModuleHandle M) {
  *To = M;
  return Success;
}
CUDA_API Result cuLibraryGetGlobal(DevicePointer *To, size_t *Bytes, ModuleHandle M,
                                   const char *Name) {
  return cuModuleGetGlobal_v2(To, Bytes, M, Name);
}
CUDA_API Result cuLibraryGetKernelCount(unsigned *Count, ModuleHandle M) {
  return cuModuleGetFunctionCount(Count, M);
}
CUDA_API Result cuLibraryEnumerateKernels(FunctionHandle *To, unsigned Count, ModuleHandle M) {
  return cuModuleEnumerateFunctions(To, Count, M);
}
CUDA_API Result cuKernelGetFunction(FunctionHandle *To, FunctionHandle Kernel) {
  *To = Kernel;
  return Success;
}
CUDA_API Result cuKernelGetLibrary(ModuleHandle *To, FunctionHandle Kernel) {
  *To = Kernel->In;
  return Success;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

CUDA_API Result cuFuncGetModule(ModuleHandle *To, FunctionHandle F) {
  *To = F->In;
  return Success;
}
CUDA_API Result cuFuncGetName(const char **To, FunctionHandle F) {
  // The name in the syntax is a piece of the text; keep a copy that ends.
  static auto *Names = new std::set<std::string>;
  Call C(Call::Nothing);
  *To = Names->insert(F->Of->Name.str()).first->c_str();
  return Success;
}
CUDA_API Result cuKernelGetName(const char **To, FunctionHandle F) { return cuFuncGetName(To, F); }
CUDA_API Result cuFuncGetParamInfo(FunctionHandle F, size_t Number, size_t *Offset, size_t *Bytes) {
  if (Number >= F->Of->Parameters.size())
    return InvalidValue;
  *Offset = F->Of->Parameters[Number]->Location;
  if (Bytes)
    *Bytes = F->Of->Parameters[Number]->Size;
  return Success;
}
CUDA_API Result cuKernelGetParamInfo(FunctionHandle F, size_t Number, size_t *Offset,
                                     size_t *Bytes) {
  return cuFuncGetParamInfo(F, Number, Offset, Bytes);
}

static int getAttribute(Driver &D, const LoadedFunction &F, int Attribute) {
  const emulator::Function &Of = *F.Of;
  const int Shared = int(emulator::getStaticSharedBytes(*F.In->Of, Of));
  switch (Attribute) {
  case MaxThreadsPerBlock: {
    const auto &Limit = Of.RequiredBlock[0] ? Of.RequiredBlock : Of.MaxBlock;
    return Limit[0] ? int(Limit[0] * std::max(1u, Limit[1]) * std::max(1u, Limit[2]))
                    : int(MaxBlockThreads);
  }
  case SharedSizeBytes:
    return Shared;
  case LocalSizeBytes:
    return int(Of.FrameBytes);
  case NumRegisters:
    return int(run::countRegisters(*F.In->Of, Of).OfThread);
  case cuda::PTXVersion:
  case BinaryVersion:
    return int(D.getArchitecture());
  case MaxDynamicSharedSizeBytes:
    return std::max(F.MaxDynamicSharedBytes, 48 * 1024 - Shared);
  case ClusterSizeMustBeSet:
    return Of.RequiredCluster[0] != 0;
  case RequiredClusterWidth:
  case RequiredClusterWidth + 1:
  case RequiredClusterWidth + 2:
    return int(Of.RequiredCluster[Attribute - RequiredClusterWidth]);
  case NonPortableClusterSizeAllowed:
    return F.AllowsLargeClusters;
  default:
    return 0;
  }
}

CUDA_API Result cuFuncGetAttribute(int *Value, int Attribute, FunctionHandle F) {
  Call C;
  if (C || Attribute < 0 || Attribute > LastFunctionAttribute)
    return C ? C.Error : InvalidValue;
  *Value = getAttribute(*C, *F, Attribute);
  return Success;
}
CUDA_API Result cuFuncSetAttribute(FunctionHandle F, int Attribute, int Value) {
  Call C;
  if (C)
    return C.Error;
  if (Attribute == MaxDynamicSharedSizeBytes) {
    const int Max = int(getMultiprocessorLimits(C->getArchitecture()).getSharedBytesOfBlock());
    if (Value < 0 || Value > Max)
      return C->complain(InvalidValue, "'" + F->Of->Name + "': " + Twine(Value) +
                                           " bytes of dynamic shared memory; a block has at most " +
                                           Twine(Max));
    F->MaxDynamicSharedBytes = Value;
  } else if (Attribute == NonPortableClusterSizeAllowed) {
    F->AllowsLargeClusters = Value;
  } else if (Attribute < 0 || Attribute > LastFunctionAttribute) {
    return InvalidValue;
  }
  return Success;
}
CUDA_API Result cuKernelGetAttribute(int *Value, int Attribute, FunctionHandle F, int) {
  return cuFuncGetAttribute(Value, Attribute, F);
}
CUDA_API Result cuKernelSetAttribute(int Attribute, int Value, FunctionHandle F, int) {
  return cuFuncSetAttribute(F, Attribute, Value);
}
CUDA_API Result cuFuncSetCacheConfig(FunctionHandle, int) { return Success; }
CUDA_API Result cuFuncSetSharedMemConfig(FunctionHandle, int) { return Success; }
CUDA_API Result cuFuncLoad(FunctionHandle) { return Success; }

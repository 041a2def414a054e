//===- CUDADriver.cpp -----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CUDA driver API, as far as it is needed here, by the library that comes with the
// driver: no SDK, no header of its. A fault of a kernel ends the context it ran in; a new
// one is made, so that the other kernels are judged all the same.
//
//===----------------------------------------------------------------------===//

#include "Devices.h"
#include "FragmentBuffers.h"
#include "Model/Tables/Errors.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace llvm;
using namespace llvm::tensorcore;

namespace {

using Result = int;
using Device = int;
using DevicePointer = unsigned long long;
using Context = struct OpaqueContext *;
using Module = struct OpaqueModule *;
using Function = struct OpaqueFunction *;

/// The entry points, by the names that the library has for them.
struct DriverAPI {
  Result (*cuInit)(unsigned Flags);
  Result (*cuDriverGetVersion)(int *Version);
  Result (*cuDeviceGetCount)(int *Count);
  Result (*cuDeviceGet)(Device *Result, int Ordinal);
  Result (*cuDeviceGetName)(char *Name, int Length, Device D);
  Result (*cuDeviceGetAttribute)(int *Value, int Attribute, Device D);
  Result (*cuDevicePrimaryCtxRetain)(Context *Result, Device D);
  Result (*cuDevicePrimaryCtxReset_v2)(Device D);
  Result (*cuCtxSetCurrent)(Context C);
  Result (*cuCtxSynchronize)();
  Result (*cuModuleLoadDataEx)(Module *Result, const void *Image, unsigned NumOptions, int *Options,
                               void **Values);
  Result (*cuModuleUnload)(Module M);
  Result (*cuModuleGetFunction)(Function *Result, Module M, const char *Name);
  Result (*cuMemAlloc_v2)(DevicePointer *Result, size_t Bytes);
  Result (*cuMemFree_v2)(DevicePointer Pointer);
  Result (*cuMemcpyHtoD_v2)(DevicePointer To, const void *From, size_t Bytes);
  Result (*cuMemcpyDtoH_v2)(void *To, DevicePointer From, size_t Bytes);
  Result (*cuLaunchKernel)(Function F, unsigned GridX, unsigned GridY, unsigned GridZ,
                           unsigned BlockX, unsigned BlockY, unsigned BlockZ, unsigned SharedBytes,
                           void *Stream, void **Parameters, void **Extra);
  Result (*cuGetErrorString)(Result Code, const char **Text);
};

// Numbers of cuda.h.
enum { ComputeCapabilityMajor = 75, ComputeCapabilityMinor = 76 };
enum { JITErrorLogBuffer = 5, JITErrorLogBufferBytes = 6 };

class CUDADevice : public ConformanceDevice {
public:
  explicit CUDADevice(const DriverAPI &API) : API(API) {}
  ~CUDADevice() override;

  Error open(unsigned Ordinal);
  std::string getName() const override { return Name; }
  unsigned getComputeCapability() const override { return ComputeCapability; }
  Error load(const KernelModule &Module, StringRef PTX) override;
  Error run(const ConformanceKernel &Kernel, const KernelTest &Test,
            std::vector<uint64_t> &Output) override;

private:
  Error check(Result Code, const Twine &What) const;
  Error compile();
  void recover();
  Error launch(const ConformanceKernel &Kernel, const KernelTest &Test, DevicePointer In,
               DevicePointer Out, std::vector<uint64_t> &Output);

  DriverAPI API;
  Device D = 0;
  std::string Name;
  unsigned ComputeCapability = 0;
  std::string PTX;
  Module Loaded = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

template <typename T>
static Error bind(sys::DynamicLibrary &Library, T *&Pointer, const char *Name) {
  Pointer = reinterpret_cast<T *>(Library.getAddressOfSymbol(Name));
  return Pointer ? Error::success()
                 : makeError(Twine("no CUDA driver: the library has no ") + Name);
}

static Expected<DriverAPI> loadDriver(StringRef Path) {
  std::string Reason;
  sys::DynamicLibrary Library =
      sys::DynamicLibrary::getPermanentLibrary(Path.str().c_str(), &Reason);
  if (!Library.isValid())
    return makeError("no CUDA driver: " + Reason + "; --emulate runs the kernels without a GPU");
  DriverAPI API;
#define BIND(NAME)                                                                                 \
  if (Error E = bind(Library, API.NAME, #NAME))                                                    \
    return E;
  BIND(cuInit)
  BIND(cuDriverGetVersion)
  BIND(cuDeviceGetCount)
  BIND(cuDeviceGet)
  BIND(cuDeviceGetName)
  BIND(cuDeviceGetAttribute)
  BIND(cuDevicePrimaryCtxRetain)
  BIND(cuDevicePrimaryCtxReset_v2)
  BIND(cuCtxSetCurrent)
  BIND(cuCtxSynchronize)
  BIND(cuModuleLoadDataEx)
  BIND(cuModuleUnload)
  BIND(cuModuleGetFunction)
  BIND(cuMemAlloc_v2)
  BIND(cuMemFree_v2)
  BIND(cuMemcpyHtoD_v2)
  BIND(cuMemcpyDtoH_v2)
  BIND(cuLaunchKernel)
  BIND(cuGetErrorString)
#undef BIND
  return API;
}

Expected<std::unique_ptr<ConformanceDevice>> tensorcore::openCUDADevice(StringRef DriverLibrary,
                                                                        unsigned Ordinal) {
  Expected<DriverAPI> API = loadDriver(DriverLibrary);
  if (!API)
    return API.takeError();
  auto Opened = std::make_unique<CUDADevice>(*API);
  if (Error E = Opened->open(Ordinal))
    return E;
  return Opened;
}

Error CUDADevice::check(Result Code, const Twine &What) const {
  if (!Code)
    return Error::success();
  const char *Text = nullptr;
  API.cuGetErrorString(Code, &Text);
  return makeError(What + ": " + (Text ? Text : "an unknown error") + " (" + Twine(Code) + ")");
}

Error CUDADevice::open(unsigned Ordinal) {
  if (Error E = check(API.cuInit(0), "no CUDA driver: cuInit"))
    return E;
  int Count = 0, Version = 0, Major = 0, Minor = 0;
  if (Error E = check(API.cuDeviceGetCount(&Count), "cuDeviceGetCount"))
    return E;
  if (int(Ordinal) >= Count)
    return makeError("no GPU " + Twine(Ordinal) + ": the CUDA driver has " + Twine(Count));
  char Buffer[256] = {};
  if (Error E = check(API.cuDeviceGet(&D, int(Ordinal)), "cuDeviceGet"))
    return E;
  API.cuDeviceGetName(Buffer, sizeof(Buffer) - 1, D);
  API.cuDriverGetVersion(&Version);
  API.cuDeviceGetAttribute(&Major, ComputeCapabilityMajor, D);
  API.cuDeviceGetAttribute(&Minor, ComputeCapabilityMinor, D);
  ComputeCapability = unsigned(Major * 10 + Minor);
  Name = (Twine(Buffer) + ", driver for CUDA " + Twine(Version / 1000) + "." +
          Twine(Version % 1000 / 10))
             .str();
  Context C = nullptr;
  if (Error E = check(API.cuDevicePrimaryCtxRetain(&C, D), "cuDevicePrimaryCtxRetain"))
    return E;
  return check(API.cuCtxSetCurrent(C), "cuCtxSetCurrent");
}

CUDADevice::~CUDADevice() {
  if (Loaded)
    API.cuModuleUnload(Loaded);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Hands the PTX to the driver's compiler.
Error CUDADevice::compile() {
  std::vector<char> Log(16384, '\0');
  int Options[] = {JITErrorLogBuffer, JITErrorLogBufferBytes};
  void *Values[] = {Log.data(), reinterpret_cast<void *>(Log.size() - 1)};
  Result Code = API.cuModuleLoadDataEx(&Loaded, PTX.c_str(), 2, Options, Values);
  if (!Code)
    return Error::success();
  Loaded = nullptr;
  return check(Code, "cuModuleLoadDataEx: " + StringRef(Log.data()).trim());
}

Error CUDADevice::load(const KernelModule &, StringRef Text) {
  if (Loaded)
    API.cuModuleUnload(Loaded);
  Loaded = nullptr;
  PTX = Text.str();
  return compile();
}

/// After an error that the context keeps: another context, with the same kernels.
void CUDADevice::recover() {
  Context C = nullptr;
  Loaded = nullptr;
  API.cuDevicePrimaryCtxReset_v2(D);
  if (!API.cuDevicePrimaryCtxRetain(&C, D) && !API.cuCtxSetCurrent(C))
    consumeError(compile());
}

Error CUDADevice::launch(const ConformanceKernel &Kernel, const KernelTest &Test, DevicePointer In,
                         DevicePointer Out, std::vector<uint64_t> &Output) {
  Function F = nullptr;
  size_t OutputBytes = Output.size() * sizeof(uint64_t);
  unsigned InputWords = Test.getInputWords();
  if (Error E =
          check(API.cuModuleGetFunction(&F, Loaded, Kernel.Name.c_str()), "cuModuleGetFunction"))
    return E;
  for (auto [Index, Case] : enumerate(Test.getCases()))
    if (Error E = check(API.cuMemcpyHtoD_v2(In + Index * InputWords * sizeof(uint64_t),
                                            Case.Input.data(), InputWords * sizeof(uint64_t)),
                        "cuMemcpyHtoD"))
      return E;
  if (Error E = check(API.cuMemcpyHtoD_v2(Out, Output.data(), OutputBytes), "cuMemcpyHtoD"))
    return E;
  void *Parameters[] = {&In, &Out};
  if (Error E =
          check(API.cuLaunchKernel(F, unsigned(Test.getCases().size()) * Test.getNumBlocks(), 1, 1,
                                   Test.getNumThreads(), 1, 1, 0, nullptr, Parameters, nullptr),
                "cuLaunchKernel"))
    return E;
  if (Error E = check(API.cuCtxSynchronize(), "the kernel failed"))
    return E;
  return check(API.cuMemcpyDtoH_v2(Output.data(), Out, OutputBytes), "cuMemcpyDtoH");
}

Error CUDADevice::run(const ConformanceKernel &Kernel, const KernelTest &Test,
                      std::vector<uint64_t> &Output) {
  if (!Loaded)
    return makeError("the module is not there any more: the driver failed before");
  DevicePointer In = 0, Out = 0;
  size_t InputBytes = Test.getCases().size() * Test.getInputWords() * sizeof(uint64_t);
  if (Error E = check(API.cuMemAlloc_v2(&In, InputBytes), "cuMemAlloc"))
    return E;
  if (Error E = check(API.cuMemAlloc_v2(&Out, Output.size() * sizeof(uint64_t)), "cuMemAlloc")) {
    API.cuMemFree_v2(In);
    return E;
  }
  Error E = launch(Kernel, Test, In, Out, Output);
  API.cuMemFree_v2(In);
  API.cuMemFree_v2(Out);
  if (E)
    recover();
  return E;
}

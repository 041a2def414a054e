//===- ABI.h ----------------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of CUDA's binary interface that the replacement libraries need: numbers and layouts of
// cuda.h and driver_types.h (CUDA 12 and 13, "CUDA Driver API", "CUDA Runtime API"). The headers
// themselves are part of a toolkit that need not be there. Handles are pointers to what the
// libraries make of them.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CUDA_ABI_H
#define NVPTXTENSORCORE_EMULATOR_CUDA_ABI_H

#include <cstddef>
#include <cstdint>

#define CUDA_API extern "C" __attribute__((visibility("default")))

namespace llvm::tensorcore::cuda {

/// CUresult. cudaError_t has the same numbers, except for those that are in RuntimeError.
enum Result : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidImage = 200,
  InvalidContext = 201,
  NoBinaryForGPU = 209,
  UnsupportedLimit = 215,
  InvalidPTX = 218,
  FileNotFound = 301,
  InvalidHandle = 400,
  IllegalState = 401,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchTimeout = 702,
  PeerAccessNotEnabled = 705,
  HostMemoryAlreadyRegistered = 712,
  HostMemoryNotRegistered = 713,
  Assert = 710,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  LaunchFailed = 719,
  CooperativeLaunchTooLarge = 720,
  NotSupported = 801,
  StreamCaptureUnsupported = 900,
  StreamCaptureInvalidated = 901,
  StreamCaptureUnmatched = 903,
  StreamCaptureUnjoined = 904,
  StreamCaptureIsolation = 905,
  CapturedEvent = 907,
  GraphExecUpdateFailure = 910,
  InvalidClusterSize = 912,
  Unknown = 999,
};

/// cudaError_t where it differs.
enum RuntimeError : int {
  InvalidConfiguration = 9,
  InvalidSymbol = 13,
  InvalidMemcpyDirection = 21,
  InvalidDeviceFunction = 98,
};

using DevicePointer = unsigned long long;
using Stream = struct StreamObject *;
using Event = struct EventObject *;
using Context = struct ContextObject *;
using ModuleHandle = struct LoadedModule *;     ///< of modules and libraries
using FunctionHandle = struct LoadedFunction *; ///< of functions and kernels
using Pool = struct PoolObject *;
using Graph = struct GraphObject *;
using Array = struct ArrayObject *;
using GraphNode = struct NodeObject *;
using GraphExec = struct GraphExecObject *;
struct UserObject;

enum LaunchAttributeID : int {
  AttributeCooperative = 2,
  AttributeClusterDimension = 4,
  AttributeProgrammaticSerialization = 6,
  LastKnownAttribute = 16,
};

/// CUlaunchAttribute, cudaLaunchAttribute
struct LaunchAttribute {
  int ID;
  int Padding;
  union {
    char Bytes[64];
    int Cooperative;
    unsigned ClusterDim[3];
    int AllowsProgrammaticSerialization;
  } Value;
};

/// CUlaunchConfig
struct LaunchConfig {
  unsigned Grid[3], Block[3], SharedBytes;
  Stream On;
  const LaunchAttribute *Attributes;
  unsigned NumAttributes;
};

/// cudaLaunchConfig_t
struct RuntimeLaunchConfig {
  unsigned Grid[3], Block[3];
  size_t SharedBytes;
  Stream On;
  const LaunchAttribute *Attributes;
  unsigned NumAttributes;
};

/// CU_FUNC_ATTRIBUTE_…
enum FunctionAttribute : int {
  MaxThreadsPerBlock = 0,
  SharedSizeBytes = 1,
  ConstSizeBytes = 2,
  LocalSizeBytes = 3,
  NumRegisters = 4,
  PTXVersion = 5,
  BinaryVersion = 6,
  MaxDynamicSharedSizeBytes = 8,
  ClusterSizeMustBeSet = 10,
  RequiredClusterWidth = 11,
  NonPortableClusterSizeAllowed = 14,
  LastFunctionAttribute = 15,
};

/// CU_POINTER_ATTRIBUTE_…
enum PointerAttribute : int {
  PointerContext = 1,
  PointerMemoryType = 2,
  PointerDevicePointer = 3,
  PointerHostPointer = 4,
  PointerIsManaged = 8,
  PointerDeviceOrdinal = 9,
  PointerRangeStart = 11,
  PointerRangeSize = 12,
  PointerMapped = 13,
};
enum MemoryType : unsigned {
  HostMemory = 1,
  DeviceMemory = 2,
  ArrayMemory = 3,
  UnifiedMemory = 4, ///< anything, not checked
};

/// CUDA_MEMCPY2D
struct Memcpy2D {
  size_t FromX, FromY;
  unsigned FromType;
  const void *FromHost;
  DevicePointer FromDevice;
  void *FromArray;
  size_t FromPitch;
  size_t ToX, ToY;
  unsigned ToType;
  void *ToHost;
  DevicePointer ToDevice;
  void *ToArray;
  size_t ToPitch;
  size_t WidthInBytes, Height;
};

/// CUDA_MEMCPY3D
struct Memcpy3D {
  size_t FromX, FromY, FromZ, FromLevel;
  unsigned FromType;
  const void *FromHost;
  DevicePointer FromDevice;
  void *FromArray, *FromReserved;
  size_t FromPitch, FromHeight;
  size_t ToX, ToY, ToZ, ToLevel;
  unsigned ToType;
  void *ToHost;
  DevicePointer ToDevice;
  void *ToArray, *ToReserved;
  size_t ToPitch, ToHeight;
  size_t WidthInBytes, Height, Depth;
};

/// CUDA_MEMSET_NODE_PARAMS, cudaMemsetParams
struct MemsetParameters {
  DevicePointer To;
  size_t Pitch;
  unsigned Value, ElementBytes;
  size_t Width, Height;
};

/// CUDA_HOST_NODE_PARAMS, cudaHostNodeParams
struct HostWork {
  void (*Function)(void *);
  void *Data;
};

/// CUDA_KERNEL_NODE_PARAMS, cudaKernelNodeParams
struct KernelNodeParameters {
  FunctionHandle F;
  unsigned Grid[3], Block[3], SharedBytes;
  void **Parameters, **Extra;
};

/// CUDA_MEM_ALLOC_NODE_PARAMS, cudaMemAllocNodeParams
struct MemAllocNodeParameters {
  char Pool[88];
  const void *Access;
  size_t NumAccess, Bytes;
  DevicePointer Address;
};

/// CUipcMemHandle, CUipcEventHandle: what only the process that made it can open.
struct ProcessHandle {
  uint64_t Process, Of;
  char Padding[48];
};

/// CUDA_ARRAY3D_DESCRIPTOR
struct ArrayDescription {
  size_t Width, Height, Depth;
  int Format; ///< CUarray_format
  unsigned NumChannels, Flags;
};
/// CUDA_ARRAY_DESCRIPTOR
struct ArrayDescription2D {
  size_t Width, Height;
  int Format;
  unsigned NumChannels;
};

/// CUDA_RESOURCE_DESC
struct ResourceDescription {
  int Type;
  union {
    struct ArrayObject *Array;
    struct {
      DevicePointer Address;
      int Format;
      unsigned NumChannels;
      size_t Bytes;
    } Linear;
    struct {
      DevicePointer Address;
      int Format;
      unsigned NumChannels;
      size_t Width, Height, Pitch;
    } Pitch;
    int Reserved[32];
  } Of;
  unsigned Flags;
};

/// CUDA_TEXTURE_DESC
struct TextureDescription {
  int Addressing[3], Filter;
  unsigned Flags, MaxAnisotropy;
  int MipmapFilter;
  float Bias, MinLevel, MaxLevel, Border[4];
  int Reserved[12];
};

/// cudaPitchedPtr, cudaExtent, cudaPos
struct PitchedPointer {
  void *Address;
  size_t Pitch, Width, Height;
};
struct Extent {
  size_t Width, Height, Depth;
};

/// cudaMemcpy3DParms
struct RuntimeMemcpy3D {
  void *FromArray;
  Extent FromPosition;
  PitchedPointer From;
  void *ToArray;
  Extent ToPosition;
  PitchedPointer To;
  Extent Size;
  int Kind;
};

/// cudaMemcpy3DPeerParms
struct RuntimeMemcpy3DPeer {
  void *FromArray;
  Extent FromPosition;
  PitchedPointer From;
  int FromDevice;
  void *ToArray;
  Extent ToPosition;
  PitchedPointer To;
  int ToDevice;
  Extent Size;
};

/// CUstreamBatchMemOpParams
struct MemoryOperation {
  enum : int { Wait32 = 1, Write32, Flush, Wait64, Write64, Barrier };
  int Type;
  DevicePointer Address;
  uint64_t Value; ///< of 32 bits: the lower half
  unsigned Flags;
  DevicePointer Alias;
  uint64_t Padding;
};
static_assert(sizeof(MemoryOperation) == 48);

/// CUDA_BATCH_MEM_OP_NODE_PARAMS
struct MemoryOperationNodeParameters {
  Context Of;
  unsigned Count;
  MemoryOperation *Operations;
  unsigned Flags;
};

/// CUDA_CONDITIONAL_NODE_PARAMS, cudaConditionalNodeParams
struct ConditionalNodeParameters {
  DevicePointer Handle;
  int Type; ///< CUgraphConditionalNodeType
  unsigned Count;
  Graph *Bodies;
  Context Of;
};

/// CUgraphNodeParams, cudaGraphNodeParams: of a type of node.
struct NodeParameters {
  int Type; ///< CUgraphNodeType
  int Reserved[3];
  union {
    long long Padding[29];
    KernelNodeParameters Kernel;
    struct {
      int Flags, Reserved;
      Context Of;
      Memcpy3D Copy;
    } Memcpy;
    struct {
      int Flags, Reserved[3];
      RuntimeMemcpy3D Copy;
    } RuntimeMemcpy;
    MemsetParameters Memset;
    HostWork Host;
    Graph Child;
    Event OfEvent;
    MemAllocNodeParameters Alloc;
    DevicePointer Free;
    MemoryOperationNodeParameters Operations;
    ConditionalNodeParameters Conditional;
  } Of;
  long long MoreReserved;
};
static_assert(sizeof(NodeParameters) == 256);

/// Describes what __cudaRegisterFatBinary is given, and what may be in an image of a module.
struct FatBinaryWrapper {
  uint32_t Magic, Version;
  const void *Data;
  const void *More; ///< of version 2: fat binaries of linked files
};
inline constexpr uint32_t WrapperMagic = 0x466243b1, ContainerMagic = 0xBA55ED50;

/// A container: a header, then entries.
struct FatBinaryHeader {
  uint32_t Magic;
  uint16_t Version, HeaderBytes;
  uint64_t Bytes; ///< after the header
};
struct FatBinaryEntry {
  enum : uint16_t { PTX = 1, ELF = 2 };
  enum : uint64_t { IsLZ4 = 0x2000, IsZstandard = 0x8000 };
  uint16_t Kind, Version;
  uint32_t HeaderBytes;
  uint64_t PaddedBytes;
  uint32_t CompressedBytes, OptionsOffset;
  uint16_t Minor, Major;
  uint32_t Architecture; ///< 90
  uint32_t NameOffset, NameBytes;
  uint64_t Flags, Reserved, PlainBytes;
};
static_assert(sizeof(FatBinaryEntry) == 64 && sizeof(FatBinaryHeader) == 16);

/// cudaMemcpyKind
enum CopyKind : int { HostToHost, HostToDevice, DeviceToHost, DeviceToDevice, AnyToAny };

/// cudaPointerAttributes
struct RuntimePointerAttributes {
  int Type; ///< 0: not of CUDA's; 1: host; 2: device; 3: managed
  int Device;
  void *DevicePointer, *HostPointer;
  long Reserved[8];
};

/// cudaFuncAttributes
struct RuntimeFunctionAttributes {
  size_t SharedBytes, ConstBytes, LocalBytes;
  int MaxThreadsPerBlock, NumRegisters, PTXVersion, BinaryVersion, CacheModeCA;
  int MaxDynamicSharedBytes, PreferredCarveout, ClusterMustBeSet;
  int RequiredCluster[3], ClusterScheduling, NonPortableClusterAllowed;
  int Reserved[16];
};

} // namespace llvm::tensorcore::cuda

#endif // NVPTXTENSORCORE_EMULATOR_CUDA_ABI_H

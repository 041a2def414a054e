//===- ErrorNames.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names and descriptions of errors, as cuGetErrorName, cudaGetErrorName and related functions
// return them. Both replacement libraries have the table.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_EMULATOR_CUDA_ERRORNAMES_H
#define NVPTXTENSORCORE_EMULATOR_CUDA_ERRORNAMES_H

namespace llvm::tensorcore::cuda {

struct ErrorName {
  int Number;
  const char *DriverName; ///< null if it is the runtime's alone
  const char *RuntimeName;
  const char *Description;
};

// clang-format off
inline constexpr ErrorName ErrorNames[] = {
    {0,   "CUDA_SUCCESS",                              "cudaSuccess",                          "no error"},
    {1,   "CUDA_ERROR_INVALID_VALUE",                  "cudaErrorInvalidValue",                "invalid argument"},
    {2,   "CUDA_ERROR_OUT_OF_MEMORY",                  "cudaErrorMemoryAllocation",            "out of memory"},
    {3,   "CUDA_ERROR_NOT_INITIALIZED",                "cudaErrorInitializationError",         "initialization error"},
    {9,   nullptr,                                     "cudaErrorInvalidConfiguration",        "invalid configuration argument"},
    {13,  nullptr,                                     "cudaErrorInvalidSymbol",               "invalid device symbol"},
    {21,  nullptr,                                     "cudaErrorInvalidMemcpyDirection",      "invalid copy direction for memcpy"},
    {98,  nullptr,                                     "cudaErrorInvalidDeviceFunction",       "invalid device function"},
    {100, "CUDA_ERROR_NO_DEVICE",                      "cudaErrorNoDevice",                    "no CUDA-capable device is detected"},
    {101, "CUDA_ERROR_INVALID_DEVICE",                 "cudaErrorInvalidDevice",               "invalid device ordinal"},
    {200, "CUDA_ERROR_INVALID_IMAGE",                  "cudaErrorInvalidKernelImage",          "device kernel image is invalid"},
    {201, "CUDA_ERROR_INVALID_CONTEXT",                "cudaErrorDeviceUninitialized",         "invalid device context"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU",              "cudaErrorNoKernelImageForDevice",      "no kernel image is available for execution on the device"},
    {215, "CUDA_ERROR_UNSUPPORTED_LIMIT",              "cudaErrorUnsupportedLimit",            "limit is not supported on this architecture"},
    {218, "CUDA_ERROR_INVALID_PTX",                    "cudaErrorInvalidPtx",                  "a PTX JIT compilation failed"},
    {301, "CUDA_ERROR_FILE_NOT_FOUND",                 "cudaErrorFileNotFound",                "file not found"},
    {400, "CUDA_ERROR_INVALID_HANDLE",                 "cudaErrorInvalidResourceHandle",       "invalid resource handle"},
    {401, "CUDA_ERROR_ILLEGAL_STATE",                  "cudaErrorIllegalState",                "the operation cannot be performed in the present state"},
    {500, "CUDA_ERROR_NOT_FOUND",                      "cudaErrorSymbolNotFound",              "named symbol not found"},
    {600, "CUDA_ERROR_NOT_READY",                      "cudaErrorNotReady",                    "device not ready"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS",                "cudaErrorIllegalAddress",              "an illegal memory access was encountered"},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT",                 "cudaErrorLaunchTimeout",               "the launch timed out and was terminated"},
    {705, "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED",        "cudaErrorPeerAccessNotEnabled",        "peer access has not been enabled"},
    {710, "CUDA_ERROR_ASSERT",                         "cudaErrorAssert",                      "device-side assert triggered"},
    {712, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", "cudaErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped"},
    {713, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED",     "cudaErrorHostMemoryNotRegistered",     "pointer does not correspond to a registered memory region"},
    {715, "CUDA_ERROR_ILLEGAL_INSTRUCTION",            "cudaErrorIllegalInstruction",          "an illegal instruction was encountered"},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS",             "cudaErrorMisalignedAddress",           "misaligned address"},
    {719, "CUDA_ERROR_LAUNCH_FAILED",                  "cudaErrorLaunchFailure",               "unspecified launch failure"},
    {720, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE",   "cudaErrorCooperativeLaunchTooLarge",   "too many blocks in cooperative launch"},
    {801, "CUDA_ERROR_NOT_SUPPORTED",                  "cudaErrorNotSupported",                "operation not supported"},
    {900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",     "cudaErrorStreamCaptureUnsupported",    "operation not permitted when stream is capturing"},
    {901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED",     "cudaErrorStreamCaptureInvalidated",    "operation failed due to a previous error during capture"},
    {903, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED",       "cudaErrorStreamCaptureUnmatched",      "attempt to terminate a thread-local capture sequence from another thread or another stream"},
    {904, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED",        "cudaErrorStreamCaptureUnjoined",       "capturing stream has unjoined work"},
    {905, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION",       "cudaErrorStreamCaptureIsolation",      "dependency created on uncaptured work in another stream"},
    {907, "CUDA_ERROR_CAPTURED_EVENT",                 "cudaErrorCapturedEvent",               "operation not permitted on an event last recorded in a capturing stream"},
    {910, "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE",      "cudaErrorGraphExecUpdateFailure",      "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update"},
    {912, "CUDA_ERROR_INVALID_CLUSTER_SIZE",           "cudaErrorInvalidClusterSize",          "cluster misconfiguration"},
    {999, "CUDA_ERROR_UNKNOWN",                        "cudaErrorUnknown",                     "unknown error"},
};
// clang-format on

inline const ErrorName *findErrorName(int Number) {
  for (const ErrorName &E : ErrorNames)
    if (E.Number == Number)
      return &E;
  return nullptr;
}

} // namespace llvm::tensorcore::cuda

#endif // NVPTXTENSORCORE_EMULATOR_CUDA_ERRORNAMES_H

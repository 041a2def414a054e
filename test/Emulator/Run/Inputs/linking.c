// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links the modules that are its arguments, and runs the kernel `run` in memory that is mapped twice.
// Then, what is wrong with such calls.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct Opaque *Handle;
typedef unsigned long long Pointer;

int cuInit(unsigned), cuCtxCreate_v2(Handle *, unsigned, int), cuGetErrorName(int, const char **);
int cuLinkCreate_v2(unsigned, int *, void **, Handle *), cuLinkDestroy(Handle), cuLinkComplete(Handle, void **, size_t *);
int cuLinkAddFile_v2(Handle, int, const char *, unsigned, int *, void **);
int cuLinkAddData_v2(Handle, int, void *, size_t, const char *, unsigned, int *, void **);
int cuModuleLoadData(Handle *, const void *), cuModuleGetFunction(Handle *, Handle, const char *);
int cuLaunchKernel(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void **, void **);
int cuMemAddressReserve(Pointer *, size_t, size_t, Pointer, unsigned long long), cuMemAddressFree(Pointer, size_t);
int cuMemCreate(uint64_t *, size_t, const void *, unsigned long long), cuMemRelease(uint64_t);
int cuMemMap(Pointer, size_t, size_t, uint64_t, unsigned long long), cuMemUnmap(Pointer, size_t);
int cuMemSetAccess(Pointer, size_t, const void *, size_t), cuMemcpyDtoH_v2(void *, Pointer, size_t);
int cuMemsetD32_v2(Pointer, unsigned, size_t), cuMemGetAllocationGranularity(size_t *, const void *, int);
int cuCtxGetDevice_v2(int *, Handle), cuCtxEnablePeerAccess(Handle, unsigned), cuMemAlloc_v2(Pointer *, size_t);
typedef struct {
  char Bytes[64];
} ProcessHandle;
int cuIpcGetMemHandle(ProcessHandle *, Pointer), cuIpcOpenMemHandle_v2(Pointer *, ProcessHandle, unsigned);

static int say(const char *Call, int Result) {
  const char *Name;
  if (Result && !cuGetErrorName(Result, &Name))
    printf("%.20s: %s\n", Call, Name);
  return Result;
}
#define CALL(C) say(#C, C)

int main(int argc, char **argv) {
  Handle Context, Link, Module, Function = 0;
  char Log[256] = "";
  int Options[] = {5, 6}, Device = 7;
  void *Values[] = {Log, (void *)sizeof Log}, *Linked;
  size_t Bytes, Granularity;
  Pointer Address, Memory, Other;
  uint64_t First, Second;
  const int Access[3] = {1, 0, 3}, NoAccess[3] = {1, 0, 0};
  unsigned Numbers[2];
  ProcessHandle OfProcess;

  CALL(cuInit(0));
  CALL(cuCtxCreate_v2(&Context, 0, 0));
  CALL(cuCtxGetDevice_v2(&Device, Context));
  printf("device %d\n", Device);
  CALL(cuLinkCreate_v2(2, Options, Values, &Link));
  for (int I = 1; I != argc; ++I)
    if (CALL(cuLinkAddFile_v2(Link, 1, argv[I], 0, 0, 0)))
      printf("log: %s\n", Log);
  if (CALL(cuLinkComplete(Link, &Linked, &Bytes))) {
    printf("log: %s\n", Log);
    return 0;
  }
  printf("linked: %d\n", strlen(Linked) + 1 == Bytes);
  if (CALL(cuModuleLoadData(&Module, Linked)))
    return 0;
  CALL(cuLinkDestroy(Link));
  CALL(cuModuleGetFunction(&Function, Module, "run"));

  CALL(cuMemGetAllocationGranularity(&Granularity, 0, 0));
  CALL(cuMemAddressReserve(&Address, 4 * Granularity, 0, 0, 0));
  CALL(cuMemCreate(&First, Granularity, 0, 0));
  CALL(cuMemCreate(&Second, Granularity, 0, 0));
  CALL(cuMemMap(Address, Granularity, 0, First, 0));
  CALL(cuMemMap(Address + Granularity, Granularity, 0, Second, 0));
  CALL(cuMemMap(Address + 2 * Granularity, Granularity, 0, First, 0)); // again
  CALL(cuMemRelease(Second));
  CALL(cuMemcpyDtoH_v2(Numbers, Address, 4)); // no access yet
  CALL(cuMemSetAccess(Address, 3 * Granularity, Access, 1));
  CALL(cuMemsetD32_v2(Address, 0, 2 * Granularity / 4)); // two neighbours
  void *Parameters[] = {&Address};
  CALL(cuLaunchKernel(Function, 1, 1, 1, 1, 1, 1, 0, 0, Parameters, 0));
  CALL(cuMemcpyDtoH_v2(Numbers, Address + 2 * Granularity, sizeof Numbers));
  printf("result %u %u\n", Numbers[0], Numbers[1]);
  CALL(cuMemSetAccess(Address, Granularity, NoAccess, 1));
  CALL(cuMemsetD32_v2(Address, 0, 1)); // no access any more
  CALL(cuMemMap(Address, Granularity, 0, First, 0)); // taken
  CALL(cuMemMap(Address + 3 * Granularity, 2 * Granularity, 0, First, 0)); // too much
  CALL(cuMemAddressFree(Address, 4 * Granularity)); // something is mapped
  CALL(cuMemUnmap(Address, 3 * Granularity));
  CALL(cuMemAddressFree(Address, 4 * Granularity));
  CALL(cuMemRelease(First));
  CALL(cuMemRelease(First));
  CALL(cuMemCreate(&First, 5, 0, 0));

  CALL(cuMemAlloc_v2(&Memory, 64));
  CALL(cuIpcGetMemHandle(&OfProcess, Memory));
  CALL(cuIpcOpenMemHandle_v2(&Other, OfProcess, 0));
  printf("same memory: %d\n", Memory == Other);
  OfProcess.Bytes[0] ^= 1;
  CALL(cuIpcOpenMemHandle_v2(&Other, OfProcess, 0));
  CALL(cuCtxEnablePeerAccess(Context, 0));
  CALL(cuLinkCreate_v2(0, 0, 0, &Link));
  CALL(cuLinkAddData_v2(Link, 0, Log, 4, "a.cubin", 0, 0, 0));
  return 0;
}

// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits and attributes, names without a version, limits of registers, the device runtime's library, and a memset
// that no host has memory for.

#include <stdint.h>
#include <stdio.h>

typedef struct Opaque *Handle;
typedef unsigned long long Pointer;

int cuInit(unsigned), cuCtxCreate_v2(Handle *, unsigned, int), cuGetErrorName(int, const char **);
int cuDeviceGetAttribute(int *, int, int), cuCtxSetLimit(int, size_t), cuCtxGetLimit(size_t *, int);
int cuLinkCreate_v2(unsigned, int *, void **, Handle *), cuLinkDestroy(Handle), cuLinkComplete(Handle, void **, size_t *);
int cuLinkAddFile_v2(Handle, int, const char *, unsigned, int *, void **);
int cuModuleLoad(Handle *, const char *), cuModuleLoadData(Handle *, const void *);
int cuModuleLoadDataEx(Handle *, const void *, unsigned, int *, void **);
int cuModuleGetFunction(Handle *, Handle, const char *), cuFuncGetAttribute(int *, int, Handle);
int cuLaunchCooperativeKernel(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void **);
int cuMemAlloc_v2(Pointer *, size_t), cuMemAllocManaged(Pointer *, size_t, unsigned), cuMemGetInfo_v2(size_t *, size_t *);
int cuMemcpyDtoDAsync(Pointer, Pointer, size_t, Handle), cuMemcpyDtoH_v2(void *, Pointer, size_t);
int cuMemsetD32_v2(Pointer, unsigned, size_t), cuMemsetD8_v2(Pointer, unsigned char, size_t);

static int say(const char *Call, int Result) {
  const char *Name;
  if (Result && !cuGetErrorName(Result, &Name))
    printf("%.20s: %s\n", Call, Name);
  return Result;
}
#define CALL(C) say(#C, C)

static char Text[1 << 16];

/// The registers of the kernel `many`, of a module that is loaded, or linked, with a limit.
static int countRegisters(uintptr_t Limit, int Links, const char *Path) {
  Handle Link = 0, Module, Function;
  int Options[] = {0}, Count = 0;
  void *Values[] = {(void *)Limit}, *Image = Text;
  if (Links) {
    CALL(cuLinkCreate_v2(1, Options, Values, &Link));
    CALL(cuLinkAddFile_v2(Link, 1, Path, 0, 0, 0));
    CALL(cuLinkComplete(Link, &Image, 0));
    CALL(cuModuleLoadData(&Module, Image));
    CALL(cuLinkDestroy(Link));
  } else {
    CALL(cuModuleLoadDataEx(&Module, Image, Limit != 0, Options, Values));
  }
  CALL(cuModuleGetFunction(&Function, Module, "many"));
  CALL(cuFuncGetAttribute(&Count, 4, Function));
  return Count;
}

int main(int argc, char **argv) {
  Handle Context, Link, Module, Function;
  int Persisting, Window;
  size_t Limit, Free, Total;
  Pointer Memory, Copy, Managed;
  unsigned Numbers[2];
  void *Image;
  CALL(cuInit(0));
  CALL(cuCtxCreate_v2(&Context, 0, 0));
  CALL(cuDeviceGetAttribute(&Persisting, 108, 0));
  CALL(cuDeviceGetAttribute(&Window, 109, 0));
  CALL(cuCtxSetLimit(6, 1 << 20));
  CALL(cuCtxGetLimit(&Limit, 6));
  printf("persisting: %d of %d, %zu\n", Persisting > 0, Window > Persisting, Limit);
  CALL(cuCtxSetLimit(6, (size_t)1 << 40));
  CALL(cuCtxGetLimit(&Limit, 6));
  printf("at most: %d\n", Limit == (size_t)Persisting);
  CALL(cuCtxSetLimit(77, 1));

  CALL(cuMemAlloc_v2(&Memory, 8));
  CALL(cuMemAlloc_v2(&Copy, 8));
  CALL(cuMemsetD32_v2(Memory, 7, 2));
  CALL(cuMemcpyDtoDAsync(Copy, Memory, 8, 0));
  CALL(cuMemcpyDtoH_v2(Numbers, Copy, 8));
  printf("copied: %u %u\n", Numbers[0], Numbers[1]);

  FILE *File = fopen(argv[1], "r");
  Text[fread(Text, 1, sizeof Text - 1, File)] = 0;
  fclose(File);
  const int Unlimited = countRegisters(0, 0, argv[1]);
  printf("registers: %d %d %d\n", Unlimited > 24, countRegisters(24, 0, argv[1]) <= 24,
         countRegisters(24, 1, argv[1]) <= 24);

  CALL(cuLinkCreate_v2(0, 0, 0, &Link));
  CALL(cuLinkAddFile_v2(Link, 1, argv[2], 0, 0, 0));
  CALL(cuLinkAddFile_v2(Link, 4, argv[3], 0, 0, 0));
  CALL(cuLinkComplete(Link, &Image, 0));
  CALL(cuModuleLoadData(&Module, Image));
  CALL(cuModuleGetFunction(&Function, Module, "grid_barrier"));
  CALL(cuMemsetD32_v2(Memory, 0, 2));
  void *Parameters[] = {&Memory};
  CALL(cuLaunchCooperativeKernel(Function, 8, 1, 1, 64, 1, 1, 0, 0, Parameters));
  CALL(cuMemcpyDtoH_v2(Numbers, Memory, 8));
  printf("blocks before the barrier: %u, after it: %u\n", Numbers[0], Numbers[1]);

  CALL(cuMemGetInfo_v2(&Free, &Total));
  CALL(cuMemAllocManaged(&Managed, Total / 2, 0));
  CALL(cuMemsetD8_v2(Managed, 0, 1 << 20));
  const size_t Large = (size_t)79 << 30;
  if (argc > 4 && !CALL(cuMemAlloc_v2(&Memory, Large - Total / 2)))
    CALL(cuMemsetD8_v2(Memory, 0, Large - Total / 2));
}

// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program against CUDA's driver API, with declarations of its own: no toolkit is needed.
//   driver FILE.ptx [fault | limits]

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long Pointer;
typedef void *Handle;
int cuInit(unsigned), cuDeviceGet(int *, int), cuDeviceGetCount(int *);
int cuDeviceGetName(char *, int, int), cuDeviceGetAttribute(int *, int, int);
int cuCtxCreate_v2(Handle *, unsigned, int), cuCtxSynchronize(void), cuCtxDestroy_v2(Handle);
int cuCtxPushCurrent(Handle), cuCtxPopCurrent(Handle *), cuCtxDestroy(Handle);
int cuStreamCreate(Handle *, unsigned), cuStreamDestroy(Handle);
int cuMemHostRegister(void *, size_t, unsigned), cuMemHostUnregister(void *);
int cuEventCreate(Handle *, unsigned), cuEventDestroy(Handle);
int cuModuleLoad(Handle *, const char *), cuModuleGetFunction(Handle *, Handle, const char *);
int cuModuleLoadData(Handle *, const void *);
int cuMemAlloc_v2(Pointer *, size_t), cuMemFree_v2(Pointer);
int cuMemcpyHtoD_v2(Pointer, const void *, size_t), cuMemcpyDtoH_v2(void *, Pointer, size_t);
int cuArrayCreate_v2(Handle *, const void *), cuMemcpyHtoA_v2(Handle, size_t, const void *, size_t);
int cuMemcpyAtoA_v2(Handle, size_t, Handle, size_t, size_t), cuMemcpyAtoH_v2(void *, Handle, size_t, size_t);
int cuMemsetD32_v2(Pointer, unsigned, size_t), cuMemGetInfo_v2(size_t *, size_t *);
int cuLaunchKernel(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   Handle, void **, void **);
int cuGetErrorName(int, const char **), cuGetProcAddress_v2(const char *, void **, int, uint64_t, int *);
int cuFuncSetAttribute(Handle, int, int), cuFuncGetAttribute(int *, int, Handle);
int cuEventCreate(Handle *, unsigned), cuEventRecord(Handle, Handle);
int cuEventElapsedTime(float *, Handle, Handle), cuStreamCreate(Handle *, unsigned);
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *, Handle, int, size_t);
int cuOccupancyAvailableDynamicSMemPerBlock(size_t *, Handle, int, int);
int cuPointerGetAttribute(void *, int, Pointer), cuGraphicsMapResources(unsigned, Handle *, Handle);
int cuTensorMapEncodeTiled(void *, int, unsigned, void *, const uint64_t *, const uint64_t *,
                           const uint32_t *, const uint32_t *, int, int, int, int);

static const char *name(int Error) {
  const char *Text = "?";
  cuGetErrorName(Error, &Text);
  return Text;
}
/// Prints what a call returned where it is not success.
#define CALL(EXPRESSION)                                                                           \
  do {                                                                                             \
    int Error = EXPRESSION;                                                                        \
    if (Error)                                                                                     \
      printf("%s: %s\n", #EXPRESSION, name(Error));                                                \
  } while (0)

/// Copies through two arrays.
static void copyArrays(void) {
  struct {
    size_t Width, Height;
    int Format;
    unsigned NumChannels;
  } D = {8, 0, 3, 1};
  unsigned Numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  Handle A, B;
  CALL(cuArrayCreate_v2(&A, &D));
  CALL(cuArrayCreate_v2(&B, &D));
  CALL(cuMemcpyHtoA_v2(A, 0, Numbers, sizeof Numbers));
  CALL(cuMemcpyAtoA_v2(B, 8, A, 4, 12));
  CALL(cuMemcpyAtoH_v2(Numbers, B, 12, 8));
  printf("of arrays: %u %u %u\n", Numbers[0], Numbers[1], Numbers[2]);
}

static void inspect(Handle Function, Pointer Memory) {
  int Value, Status;
  char Name[64];
  void *Found;
  CALL(cuDeviceGetName(Name, sizeof Name, 0));
  printf("device: %s\n", Name);
  CALL(cuDeviceGetAttribute(&Value, 75, 0));
  printf("compute capability: %d.", Value);
  CALL(cuDeviceGetAttribute(&Value, 76, 0));
  printf("%d\n", Value);
  CALL(cuFuncGetAttribute(&Value, 0, Function));
  printf("threads of a block: %d\n", Value);
  CALL(cuPointerGetAttribute(&Value, 2, Memory));
  printf("memory type: %d\n", Value);
  CALL(cuDeviceGetAttribute(&Value, 102, 0));
  printf("virtual memory: %d\n", Value);
  Handle Other, Popped, Stream, Event;
  CALL(cuCtxCreate_v2(&Other, 0, 0));
  Pointer Freed;
  CALL(cuMemAlloc_v2(&Freed, 4));
  CALL(cuStreamCreate(&Stream, 0));
  CALL(cuCtxPopCurrent(&Popped));
  Handle Current = 0;
  CALL(cuCtxPopCurrent(&Current));
  CALL(cuMemFree_v2(Freed)); // needs no context
  CALL(cuStreamDestroy(Stream));
  CALL(cuMemAlloc_v2(&Freed, 4));
  CALL(cuCtxPushCurrent(Current));
  CALL(cuCtxPushCurrent(Popped));
  CALL(cuMemHostRegister(&Event, sizeof Event, 0));
  CALL(cuMemHostUnregister(&Event));
  CALL(cuEventCreate(&Event, 0));
  CALL(cuEventDestroy(Event));
  CALL(cuCtxDestroy(Other));
  printf("names of CUDA 3: %d\n", Popped == Other);
  CALL(cuGetProcAddress_v2("cuMemAlloc", &Found, 12000, 0, &Status));
  printf("cuMemAlloc is its second version: %d\n", Found == (void *)cuMemAlloc_v2);
  CALL(cuGetProcAddress_v2("cuNothing", &Found, 12000, 0, &Status));
  Handle Resource = 0;
  CALL(cuGraphicsMapResources(1, &Resource, 0));
}

static void makeTensorMap(Pointer Memory) {
  static _Alignas(64) char Map[128];
  uint64_t Sizes[] = {32, 2}, Strides[] = {64};
  uint32_t Box[] = {32, 2}, Steps[] = {1, 1};
  CALL(cuTensorMapEncodeTiled(Map, 6, 2, (void *)Memory, Sizes, Strides, Box, Steps, 0, 0, 0, 0));
  Box[0] = 512;
  CALL(cuTensorMapEncodeTiled(Map, 6, 2, (void *)Memory, Sizes, Strides, Box, Steps, 0, 0, 0, 0));
}

/// What a multiprocessor of the device has: threads, blocks, shared memory of it and of a block.
static void printLimits(Handle Function) {
  static const int Attributes[] = {39, 106, 81, 97, 111}, Threads[] = {1024, 33, 32};
  int Value;
  size_t Bytes;
  for (int I = 0; I < 5; ++I) {
    CALL(cuDeviceGetAttribute(&Value, Attributes[I], 0));
    printf("%d ", Value);
  }
  for (int I = 0; I < 3; ++I) {
    CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor(&Value, Function, Threads[I], 0));
    printf("%d ", Value);
  }
  CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor(&Value, Function, 32, 20000));
  CALL(cuOccupancyAvailableDynamicSMemPerBlock(&Bytes, Function, 2, 32));
  printf("%d %zu\n", Value, Bytes);
  CALL(cuFuncSetAttribute(Function, 8, 200 * 1024));
}

int main(int argc, char **argv) {
  enum { Count = 64 };
  uint32_t Numbers[Count], Step = 5;
  Handle Context, Module, Function, Begin, End, Stream;
  Pointer From, To;
  float Milliseconds;
  printf("before cuInit: %s\n", name(cuMemAlloc_v2(&From, 4)));
  CALL(cuInit(0));
  printf("before cuCtxCreate: %s\n", name(cuMemAlloc_v2(&From, 4)));
  CALL(cuCtxCreate_v2(&Context, 0, 0));
  CALL(cuModuleLoad(&Module, argv[1]));
  CALL(cuModuleGetFunction(&Function, Module, "decrement"));
  CALL(cuModuleGetFunction(&Function, Module, "increment"));
  if (argc > 2 && !strcmp(argv[2], "limits")) {
    printLimits(Function);
    return 0;
  }
  CALL(cuMemAlloc_v2(&From, sizeof Numbers));
  CALL(cuMemAlloc_v2(&To, sizeof Numbers));
  for (int I = 0; I < Count; ++I)
    Numbers[I] = 10 * I;
  CALL(cuMemcpyHtoD_v2(From, Numbers, sizeof Numbers));
  CALL(cuMemsetD32_v2(To, 7, Count));
  inspect(Function, From);
  makeTensorMap(From);
  void *Parameters[] = {&To, &From, &Step};
  CALL(cuEventCreate(&Begin, 0));
  CALL(cuEventCreate(&End, 0));
  CALL(cuStreamCreate(&Stream, 0));
  CALL(cuEventRecord(Begin, Stream));
  CALL(cuLaunchKernel(Function, 1, 1, 1, Count, 1, 1, 0, Stream, Parameters, 0));
  CALL(cuEventRecord(End, Stream));
  CALL(cuEventElapsedTime(&Milliseconds, Begin, End));
  CALL(cuMemcpyDtoH_v2(Numbers, To, sizeof Numbers));
  printf("%u %u %u, %g ms\n", Numbers[0], Numbers[1], Numbers[Count - 1], Milliseconds);
  CALL(cuMemcpyDtoH_v2(Numbers, To, sizeof Numbers + 1));
  CALL(cuMemcpyDtoH_v2(Numbers, 64, 4));
  CALL(cuLaunchKernel(Function, 1, 1, 1, Count, 1, 1, 50000, 0, Parameters, 0));
  CALL(cuFuncSetAttribute(Function, 8, 50000));
  CALL(cuLaunchKernel(Function, 1, 1, 1, Count, 1, 1, 50000, 0, Parameters, 0));
  CALL(cuModuleLoadData(&Module, "\x7f" "ELF"));
  copyArrays();
  if (argc > 2) {
    CALL(cuLaunchKernel(Function, 1, 1, 1, Count + 1, 1, 1, 0, 0, Parameters, 0));
    CALL(cuCtxSynchronize());
    CALL(cuMemFree_v2(From));
    return 0;
  }
  CALL(cuMemFree_v2(From));
  CALL(cuMemFree_v2(From));
  CALL(cuCtxDestroy_v2(Context));
  return 0;
}

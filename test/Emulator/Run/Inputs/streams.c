// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does what the words of the command line say, each in a stream:
//   streams FILE.ptx WORD@STREAM...
// Streams are 0, the default one, a and b, and n, which does not wait for the default one. A word is a kernel or
// one of those in `main`.

#include <stdio.h>
#include <string.h>

typedef unsigned long long Pointer;
typedef void *Handle;
int cuInit(unsigned), cuCtxCreate_v2(Handle *, unsigned, int), cuCtxSynchronize(void);
int cuModuleLoad(Handle *, const char *), cuModuleGetFunction(Handle *, Handle, const char *);
int cuMemAlloc_v2(Pointer *, size_t), cuMemAllocAsync(Pointer *, size_t, Handle), cuMemFreeAsync(Pointer, Handle);
int cuMemsetD8Async(Pointer, unsigned char, size_t, Handle), cuMemcpyDtoHAsync_v2(void *, Pointer, size_t, Handle);
int cuMemcpyDtoH_v2(void *, Pointer, size_t);
int cuStreamCreate(Handle *, unsigned), cuStreamSynchronize(Handle), cuStreamQuery(Handle), cuStreamDestroy_v2(Handle);
int cuStreamWaitEvent(Handle, Handle, unsigned), cuLaunchHostFunc(Handle, void (*)(void *), void *);
int cuEventCreate(Handle *, unsigned), cuEventRecord(Handle, Handle), cuEventSynchronize(Handle);
int cuLaunchKernel(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void **,
                   void **);

static void doNothing(void *Data) { (void)Data; }

int main(int NumWords, char **Words) {
  enum { Bytes = 256, NonBlocking = 1 };
  Handle Context, Module, A, B, N, Event, Function;
  Pointer Memory;
  char Numbers[Bytes];
  int Error = cuInit(0) || cuCtxCreate_v2(&Context, 0, 0) || cuModuleLoad(&Module, Words[1]) ||
              cuStreamCreate(&A, 0) || cuStreamCreate(&B, 0) || cuStreamCreate(&N, NonBlocking) ||
              cuEventCreate(&Event, 0) || cuMemAlloc_v2(&Memory, Bytes) || cuMemsetD8Async(Memory, 0, Bytes, 0) ||
              cuCtxSynchronize();
  for (int I = 2; I < NumWords && !Error; ++I) {
    char Word[32];
    strncpy(Word, Words[I], sizeof Word - 1);
    char *At = strchr(Word, '@');
    Handle S = At[1] == 'a' ? A : At[1] == 'b' ? B : At[1] == 'n' ? N : 0;
    *At = 0;
    if (!strcmp(Word, "record"))
      Error = cuEventRecord(Event, S);
    else if (!strcmp(Word, "wait"))
      Error = cuStreamWaitEvent(S, Event, 0);
    else if (!strcmp(Word, "event"))
      Error = cuEventSynchronize(Event);
    else if (!strcmp(Word, "sync"))
      Error = cuStreamSynchronize(S);
    else if (!strcmp(Word, "query"))
      Error = cuStreamQuery(S);
    else if (!strcmp(Word, "device"))
      Error = cuCtxSynchronize();
    else if (!strcmp(Word, "host"))
      Error = cuLaunchHostFunc(S, doNothing, 0);
    else if (!strcmp(Word, "set"))
      Error = cuMemsetD8Async(Memory, 0, Bytes, S);
    else if (!strcmp(Word, "copy"))
      Error = cuMemcpyDtoHAsync_v2(Numbers, Memory, Bytes, S);
    else if (!strcmp(Word, "now"))
      Error = cuMemcpyDtoH_v2(Numbers, Memory, Bytes);
    else if (!strcmp(Word, "alloc"))
      Error = cuMemAllocAsync(&Memory, Bytes, S);
    else if (!strcmp(Word, "end"))
      Error = cuStreamDestroy_v2(S) || cuStreamCreate(S == A ? &A : &B, 0);
    else if (!strcmp(Word, "many")) {
      Handle New;
      for (int Number = 0; Number < 40000 && !Error; ++Number)
        Error = cuStreamCreate(&New, 0) || cuMemsetD8Async(Memory, 0, Bytes, New) || cuStreamSynchronize(New) ||
                cuStreamDestroy_v2(New);
    } else if (!strcmp(Word, "free"))
      Error = cuMemFreeAsync(Memory, S);
    else {
      void *Parameters[] = {&Memory};
      Error = cuModuleGetFunction(&Function, Module, Word) ||
              cuLaunchKernel(Function, 1, 1, 1, 32, 1, 1, 0, S, Parameters, 0);
    }
  }
  printf("%d\n", Error);
  return Error;
}

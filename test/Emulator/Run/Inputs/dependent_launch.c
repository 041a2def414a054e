// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches kernels in one stream, all but the first with programmatic stream serialization:
//   dependent_launch FILE.ptx KERNEL...
// An argument that begins with a letter and ":" changes what follows: n: no serialization of the next
// one; s: the host waits for the stream first.

#include <stdio.h>

typedef unsigned long long Pointer;
typedef void *Handle;
int cuInit(unsigned), cuCtxCreate_v2(Handle *, unsigned, int), cuStreamSynchronize(Handle);
int cuModuleLoad(Handle *, const char *), cuModuleGetFunction(Handle *, Handle, const char *);
int cuMemAlloc_v2(Pointer *, size_t), cuMemsetD32_v2(Pointer, unsigned, size_t);
int cuMemcpyDtoH_v2(void *, Pointer, size_t), cuStreamCreate(Handle *, unsigned);

struct Attribute {
  int ID, Padding;
  union {
    char Bytes[64];
    int Allows;
  } Value;
};
struct Config {
  unsigned Grid[3], Block[3], SharedBytes;
  Handle Stream;
  struct Attribute *Attributes;
  unsigned NumAttributes;
};
int cuLaunchKernelEx(const struct Config *, Handle, void **, void **);

int main(int NumWords, char **Words) {
  enum { NumElements = 64, ProgrammaticStreamSerialization = 6 };
  Handle Context, Module, Stream, Function;
  Pointer Memory;
  int Error = cuInit(0) || cuCtxCreate_v2(&Context, 0, 0) || cuModuleLoad(&Module, Words[1]) ||
              cuStreamCreate(&Stream, 0) || cuMemAlloc_v2(&Memory, 3 * 4 * NumElements) ||
              cuMemsetD32_v2(Memory, 0, 3 * NumElements);
  int Allows = 0;
  for (int I = 2; I < NumWords && !Error; ++I) {
    const char *Name = Words[I];
    if (Name[0] == 's' && Name[1] == ':')
      Error = cuStreamSynchronize(Stream);
    if (Name[0] == 'n' && Name[1] == ':')
      Allows = 0;
    if (Name[1] == ':')
      Name += 2;
    struct Attribute Serialization = {ProgrammaticStreamSerialization, 0, {{0}}};
    Serialization.Value.Allows = Allows;
    struct Config C = {{2, 1, 1}, {32, 1, 1}, 0, Stream, &Serialization, 1};
    void *Parameters[] = {&Memory};
    Error = Error || cuModuleGetFunction(&Function, Module, Name) ||
            cuLaunchKernelEx(&C, Function, Parameters, 0);
    Allows = 1;
  }
  unsigned Numbers[NumElements];
  Error = Error || cuMemcpyDtoH_v2(Numbers, Memory, sizeof Numbers);
  printf("%d: %u\n", Error, Error ? 0 : Numbers[NumElements - 1]);
  return Error;
}

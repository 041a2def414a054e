// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program against CUDA's runtime API, with declarations of its own: it registers a kernel as
// compilers do it, in a fat binary that holds PTX, plain or compressed (LZ4).
//   runtime FILE.ptx [lz4 | sass | damaged]

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  unsigned X, Y, Z;
} Dim;
void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **), __cudaUnregisterFatBinary(void **);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *, void *,
                            void *, void *, int *);
unsigned __cudaPushCallConfiguration(Dim, Dim, size_t, void *);
int __cudaPopCallConfiguration(Dim *, Dim *, size_t *, void *);
int cudaLaunchKernel(const void *, Dim, Dim, void **, size_t, void *);
int cudaMalloc(void **, size_t), cudaFree(void *), cudaMallocManaged(void **, size_t, unsigned);
int cudaMemcpy(void *, const void *, size_t, int), cudaMemset(void *, int, size_t);
int cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, int);
int cudaDeviceSynchronize(void), cudaGetLastError(void), cudaPeekAtLastError(void);
int cudaGetSymbolAddress(void **, const void *), cudaStreamBeginCapture(void *, int);
int cudaHostRegister(void *, size_t, unsigned), cudaHostUnregister(void *);
const char *cudaGetErrorName(int), *cudaGetErrorString(int);

/// LZ4's block format, with literals alone.
static size_t compress(const char *From, size_t Bytes, unsigned char *To) {
  unsigned char *Begin = To;
  *To++ = 15 << 4;
  size_t Left = Bytes - 15;
  for (; Left >= 255; Left -= 255)
    *To++ = 255;
  *To++ = Left;
  memcpy(To, From, Bytes);
  return To + Bytes - Begin;
}

static void *makeFatBinary(const char *Text, size_t Bytes, const char *How) {
  static struct {
    uint32_t Magic;
    uint16_t Version, HeaderBytes;
    uint64_t Bytes;
    uint16_t Kind, EntryVersion;
    uint32_t EntryHeaderBytes;
    uint64_t PaddedBytes;
    uint32_t CompressedBytes, OptionsOffset;
    uint16_t Minor, Major;
    uint32_t Architecture, NameOffset, NameBytes;
    uint64_t Flags, Reserved, PlainBytes;
    unsigned char Payload[8192];
  } Fat = {0xBA55ED50, 1, 16, 0, 1, 0x101, 64};
  static struct {
    uint32_t Magic, Version;
    void *Data, *More;
  } Wrapper = {0x466243b1, 1, &Fat, 0};
  Fat.PaddedBytes = Bytes + 1;
  memcpy(Fat.Payload, Text, Bytes);
  Fat.Architecture = 90;
  if (!strcmp(How, "lz4") || !strcmp(How, "damaged")) {
    Fat.Flags = 0x2000;
    Fat.CompressedBytes = Fat.PaddedBytes = compress(Text, Bytes, Fat.Payload);
    Fat.PlainBytes = Bytes + (*How == 'd');
  } else if (!strcmp(How, "sass")) {
    Fat.Kind = 2;
  }
  Fat.Bytes = 64 + Fat.PaddedBytes;
  return &Wrapper;
}

static char Text[8000];
static char Stub; // the kernel's address

static int launch(Dim Grid, Dim Block, void **Parameters) {
  Dim G, B;
  size_t Shared;
  void *Stream;
  __cudaPushCallConfiguration(Grid, Block, 0, 0);
  __cudaPopCallConfiguration(&G, &B, &Shared, &Stream);
  return cudaLaunchKernel(&Stub, G, B, Parameters, Shared, Stream);
}

int main(int argc, char **argv) {
  enum { Count = 64, ToDevice = 1, ToHost = 2 };
  FILE *File = fopen(argv[1], "r");
  size_t Bytes = fread(Text, 1, sizeof Text, File);
  void **Binary = __cudaRegisterFatBinary(makeFatBinary(Text, Bytes, argc > 2 ? argv[2] : ""));
  if (argc < 3 || strcmp(argv[2], "unregistered"))
    __cudaRegisterFunction(Binary, &Stub, "increment", "increment", -1, 0, 0, 0, 0, 0);
  __cudaRegisterFatBinaryEnd(Binary);
  uint32_t Numbers[Count], *From, *To, Step = 3, Host[Count];
  for (int I = 0; I < Count; ++I)
    Numbers[I] = I;
  cudaMalloc((void **)&From, sizeof Numbers);
  enum { Large = 1 << 25 }; // bytes
  if (!cudaMallocManaged((void **)&To, Large, 1))
    printf("new: %u %u %u\n", To[0], To[Large / 8], To[Large / 4 - 1]);
  if (!cudaMallocManaged((void **)&To, sizeof Numbers, 1))
    printf("new: %u %u\n", To[0], To[Count - 1]);
  cudaMemcpy(From, Numbers, sizeof Numbers, ToDevice);
  void *Parameters[] = {&To, &From, &Step};
  Dim One = {1, 1, 1}, Block = {Count, 1, 1};
  int Error = launch(One, Block, Parameters);
  printf("launch: %s\n", cudaGetErrorName(Error));
  if (Error)
    return 3;
  cudaDeviceSynchronize();
  printf("managed: %u %u\n", To[1], To[Count - 1]);
  cudaHostRegister(Host, sizeof Host, 0);
  uint32_t *Registered = Host;
  Parameters[0] = &Registered;
  launch(One, Block, Parameters);
  cudaHostUnregister(Host);
  printf("registered: %u\n", Host[2]);
  cudaMemcpy2D(Numbers, 8, From, 16, 4, 16, ToHost);
  printf("rows: %u %u\n", Numbers[2], Numbers[30]);
  printf("symbol: %s\n", cudaGetErrorName(cudaGetSymbolAddress((void **)&To, &Stub)));
  printf("last: %s\n", cudaGetErrorString(cudaGetLastError()));
  printf("last: %s\n", cudaGetErrorString(cudaPeekAtLastError()));
  printf("graph: %s\n", cudaGetErrorName(cudaStreamBeginCapture(0, 0)));
  Parameters[0] = &Parameters[1];
  printf("launch: %s\n", cudaGetErrorName(launch(One, Block, Parameters)));
  printf("synchronize: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  printf("malloc: %s\n", cudaGetErrorString(cudaMalloc((void **)&To, 4)));
  __cudaUnregisterFatBinary(Binary);
  return 0;
}

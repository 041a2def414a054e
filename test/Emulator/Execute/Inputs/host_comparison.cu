// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that are computed on the device and on the host, bit for bit: what IEEE 754 and C++
// define. NaN may have any payload.

#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>

typedef unsigned long long u64;

template <class T> __host__ __device__ u64 bits(T Value) {
  u64 Result = 0;
  memcpy(&Result, &Value, sizeof(Value));
  return Result;
}
template <class T> __host__ __device__ T from(u64 Bits) {
  T Value;
  memcpy(&Value, &Bits, sizeof(Value));
  return Value;
}

#define F(X) from<float>(X)
#define D(X) from<double>(X)
#define H(X) from<__half>(X)
// clang-format off
#define FUNCTIONS(X)                                                                               \
  X(AddSingle, bits(F(A) + F(B)))             X(AddDouble, bits(D(A) + D(B)))                      \
  X(MultiplySingle, bits(F(A) * F(B)))        X(MultiplyDouble, bits(D(A) * D(B)))                 \
  X(DivideSingle, bits(F(A) / F(B)))          X(DivideDouble, bits(D(A) / D(B)))                   \
  X(FuseSingle, bits(fmaf(F(A), F(B), F(C)))) X(FuseDouble, bits(fma(D(A), D(B), D(C))))           \
  X(RootSingle, bits(sqrtf(F(A))))            X(RootDouble, bits(sqrt(D(A))))                      \
  X(CeilSingle, bits(ceilf(F(A))))            X(RoundDouble, bits(rint(D(A))))                     \
  X(ToDouble, bits(double(F(A))))             X(ToSingle, bits(float(D(A))))                       \
  X(FromInt, bits(float(int(A))))             X(FromLong, bits(float((long long)A)))               \
  X(FromUnsigned, bits(double(A)))            X(Less, F(A) < F(B))                                 \
  X(NotEqual, D(A) != D(B))                   X(AddHalf, bits(__hadd(H(A), H(B))))                 \
  X(MultiplyHalf, bits(__hmul(H(A), H(B))))   X(ToHalf, bits(__float2half_rn(F(A))))               \
  X(ToHalfUp, bits(__float2half_ru(F(A))))    X(FromHalf, bits(__half2float(H(A))))                \
  X(DoubleToHalf, bits(__double2half(D(A))))  X(LongToHalf, bits(__ull2half_rz(A)))                \
  X(Quotient, int(B) && int(B) != -1 ? u64(int(A) / int(B)) : 0)                                   \
  X(Remainder, (long long)B > 0 ? u64((long long)A % (long long)B) : 0)                            \
  X(High, u64((unsigned __int128)A * B >> 64))                                                     \
  X(WideQuotient, u64(((unsigned __int128)A * B + C) / (C | 1)))                                   \
  X(Shifts, (A << (B & 63)) ^ u64((long long)A >> (C & 63)) ^ (unsigned(A) >> (B & 31)))
// clang-format on

#define DEFINE(NAME, VALUE)                                                                        \
  __host__ __device__ u64 compute##NAME(u64 A, u64 B, u64 C) { return u64(VALUE); }                \
  __global__ void run##NAME(u64 *Out, const u64 *A, const u64 *B, const u64 *C) {                  \
    int I = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
    Out[I] = compute##NAME(A[I], B[I], C[I]);                                                      \
  }
FUNCTIONS(DEFINE)

static u64 chance() {
  static u64 State = 88172645463325252ull;
  State ^= State << 13;
  State ^= State >> 7;
  return State ^= State << 17;
}

/// Numbers of all kinds and sizes.
static u64 makeOperand() {
  static const unsigned Special[] = {0,          0x80000000, 0x7f800000, 0xff800000, 1,
                                     0x7fffff,   0x800000,   0x7f7fffff, 0x7c00,     0x3ff,
                                     0x7bff,     0x8000,     0x3f800000, 0xffffffff};
  const u64 X = chance();
  switch (chance() % 7) {
  case 0:
    return X;
  case 1:
    return bits(float(int(X % 4001) - 2000) / 8);
  case 2:
    return bits(double((long long)(X >> (chance() % 60))));
  case 3:
    return bits(ldexpf(float(X % 4096), int(chance() % 300) - 150));
  case 4:
    return X & 0xffff;
  case 5:
    return bits(ldexp(double(X >> 12), int(chance() % 2100) - 1070));
  default:
    return Special[X % 14];
  }
}

static bool isSame(u64 A, u64 B) {
  const bool AreSingle = !(A >> 32) && !(B >> 32), AreHalf = A < 65536 && B < 65536;
  return A == B || (AreSingle && std::isnan(F(A)) && std::isnan(F(B))) ||
         (std::isnan(D(A)) && std::isnan(D(B))) ||
         (AreHalf && (A & 0x7fff) > 0x7c00 && (B & 0x7fff) > 0x7c00);
}

int main() {
  const int Count = 2048;
  u64 *A, *B, *C, *Out;
  for (u64 **Each : {&A, &B, &C, &Out})
    cudaMallocManaged(Each, Count * sizeof(u64));
  for (int I = 0; I != Count; ++I)
    A[I] = makeOperand(), B[I] = makeOperand(), C[I] = makeOperand();
  int Wrong = 0, Functions = 0;
#define COMPARE(NAME, VALUE)                                                                       \
  run##NAME<<<Count / 256, 256>>>(Out, A, B, C);                                                   \
  cudaDeviceSynchronize();                                                                         \
  ++Functions;                                                                                     \
  for (int I = 0; I != Count; ++I)                                                                 \
    if (const u64 Host = compute##NAME(A[I], B[I], C[I]); !isSame(Host, Out[I]) && Wrong++ < 20)   \
      printf(#NAME "(%llx, %llx, %llx) is %llx, not %llx\n", A[I], B[I], C[I], Host, Out[I]);
  FUNCTIONS(COMPARE)
  printf("%d functions, %d wrong\n", Functions, Wrong);
}

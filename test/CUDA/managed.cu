// Managed variables in CUDA C++, which clang has for HIP alone: the device's are .attribute(.managed), and the host
// reads them through pointers that the runtime sets.
// REQUIRES: cuda-sdk
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_90 -O2 %s -S -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// PTX-DAG: .visible .global .attribute(.managed) .align 4 .u32 counter = 5;
// PTX-DAG: .visible .global .attribute(.managed) .align 4 .b8 pair[12] = {1,
// PTX-DAG: .visible .global .attribute(.managed) .align 8 .u64 _ZN1n6hiddenE;
// PTX-DAG: .visible .global .attribute(.managed) .align 4 .b8 _ZL5table[128];
// RUN: %if ptxas %{ %ptxas -arch=sm_90 %t.ptx -o %t.cubin %}
//
// RUN: %clangxx --cuda-path=%cuda --cuda-host-only -Xclang -fcuda-include-gpubinary -Xclang /dev/null -O1 %s -S -emit-llvm -o - | FileCheck %s --check-prefix=HOST
// HOST-NOT: @counter{{ }}
// HOST: @counter.managed = internal global ptr null
// HOST-NOT: @counter{{ }}
// HOST: call void @__cudaRegisterManagedVar(ptr %{{[0-9]+}}, ptr nonnull @counter.managed, ptr nonnull {{.*}}, i32 0, i64 4, i32 0, i32 0)
//
// RUN: %if emulator %{ %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_90 -O0 %s -o %t.O0 -L%cuda/lib64 -lcudart %}
// RUN: %if emulator %{ %ptx-run -- %t.O0 | FileCheck %s %}
// RUN: %if emulator %{ %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_90 -O2 %s -o %t.O2 -L%cuda/lib64 -lcudart %}
// RUN: %if emulator %{ %ptx-run -- %t.O2 | FileCheck %s %}
// CHECK: 39 11 720 1099511627776 50 50 39 1
//
// RUN: not %clangxx --cuda-path=%cuda --cuda-host-only -DCONSTANT %s -S -o %t.s 2>&1 | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: error: the address of the __managed__ variable 'counter' is not a constant on the host; initialize what holds it in a function
// RUN: not ls %t.s
// RUN: not %clangxx --cuda-path=%cuda --cuda-host-only -DCONSTANT -fgpu-rdc %s -S -o %t.s 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_90 -DFUNCTION %s -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: warning: 'nvptx_managed' attribute only applies to variables of static storage

#include <cstdio>
struct S { int a; float b[2]; };
__managed__ int counter = 5;
__device__ __managed__ S pair = {1, {2, 3}};
static __managed__ float table[4][8];
namespace n { __managed__ long hidden; }
__global__ void k() {
  atomicAdd(&counter, 1);
  table[threadIdx.x & 3][threadIdx.x >> 2] = pair.b[1] + threadIdx.x;
  if (threadIdx.x)
    return;
  pair.a += 10;
  n::hidden = 1L << 40;
}
#ifdef CONSTANT
int *const place[] = {&counter};
int *get(int i) { return place[i]; }
#endif
#ifdef FUNCTION
__managed__ void wrong() {}
#endif
__host__ __device__ int both() { return counter + pair.a; }
static int *choose(int x) { return x ? &counter : &pair.a; }
int main() {
  counter += 2;
  pair.b[1] = 7;
  k<<<1, 32>>>();
  cudaDeviceSynchronize();
  float sum = 0;
  for (auto &row : table)
    for (float x : row)
      sum += x;
  int copy = 0, *place;
  cudaMemcpyFromSymbol(&copy, counter, 4);
  cudaGetSymbolAddress((void **)&place, counter);
  std::printf("%d %d %g %ld %d %d %d %d\n", counter, pair.a, sum, n::hidden, both(), *choose(1) + *choose(0), copy,
              place == &counter);
}

// Relocatable device code: the program keeps its PTX, of which the linker makes machine code alone, so that ptx-run
// executes it. Managed variables of other files are found by the runtime, and kernels launch kernels.
// REQUIRES: cuda-sdk
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_90,sm_80 -fgpu-rdc -c -### %s 2>&1 | FileCheck %s --check-prefix=JOBS
// JOBS: ptxas" {{.*}}"[[A:[^"]*.s]]" "-c"
// JOBS: ptxas" {{.*}}"[[B:[^"]*.s]]" "-c"
// JOBS: "-cc1" {{.*}}"-plugin-arg-nvptx-relocatable-ptx" "[[B]]" "-plugin-arg-nvptx-relocatable-ptx" "[[A]]"
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_90 -c -### %s 2>&1 | FileCheck %s --check-prefix=WHOLE --implicit-check-not=relocatable-ptx
// WHOLE: fatbinary
//
// RUN: %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_90 -fgpu-rdc --cuda-device-only -O2 %s -S -o - | FileCheck %s --check-prefix=PTX
// PTX: .extern .global .attribute(.managed) .align 4 .u32 counter;
// RUN: %clangxx --cuda-path=%cuda --cuda-host-only -fgpu-rdc -O1 %s -S -emit-llvm -o - | FileCheck %s --check-prefix=HOST
// HOST: call i32 @cudaGetSymbolAddress(ptr nonnull @counter.managed, ptr nonnull @counter)
//
// DEFINE: %{optimize} =
// DEFINE: %{clang} = %clangxx --cuda-path=%cuda --cuda-gpu-arch=sm_90 -fgpu-rdc %{optimize}
// DEFINE: %{link} = %clangxx --cuda-path=%cuda --offload-link %t.1.o %t.2.o -o %t -L%cuda/lib64 -lcudart -Xoffload-linker %cuda/lib64/libcudadevrt.a
// REDEFINE: %{optimize} = -O0
// RUN: %if emulator && ptxas %{ %{clang} -c %s -o %t.1.o && %{clang} -c -DOTHER %s -o %t.2.o && %{link} %}
// RUN: %if emulator && ptxas %{ %ptx-run -- %t | FileCheck %s %}
// REDEFINE: %{optimize} = -O2
// RUN: %if emulator && ptxas %{ %{clang} -c %s -o %t.1.o && %{clang} -c -DOTHER %s -o %t.2.o && %{link} %}
// RUN: %if emulator && ptxas %{ %ptx-run -- %t | FileCheck %s %}
// CHECK: 42 6
// CHECK-NEXT: 42 6 42 1 no error
//
// Without PTX, the program is refused.
// RUN: %if emulator && ptxas %{ llvm-objcopy --remove-section=.nvptx_ptx %t %t.stripped %}
// RUN: %if emulator && ptxas %{ not %ptx-run -- %t.stripped 2>&1 | FileCheck %s --check-prefix=STRIPPED %}
// STRIPPED: error: the program has machine code alone (for sm_90)

#include <cstdio>
#ifdef OTHER
__managed__ int counter = 5;
__managed__ float table[4];
__device__ int twice(int X) { return 2 * X; }
void show() { std::printf("%d %g\n", counter, table[3]); }
#else
extern __managed__ int counter;
extern __managed__ float table[4];
__device__ int twice(int);
void show();
__global__ void count(int *To) { atomicAdd(To, 1); }
__global__ void k() {
  table[threadIdx.x] = twice(threadIdx.x);
  if (!threadIdx.x)
    count<<<1, 35>>>(&counter);
}
int main() {
  counter += 2;
  k<<<1, 4>>>();
  cudaDeviceSynchronize();
  show();
  int Copy = 0, *Place;
  cudaMemcpyFromSymbol(&Copy, counter, sizeof Copy);
  cudaGetSymbolAddress((void **)&Place, counter);
  std::printf("%d %g %d %d %s\n", counter, table[3], Copy, Place == &counter, cudaGetErrorString(cudaGetLastError()));
}
#endif

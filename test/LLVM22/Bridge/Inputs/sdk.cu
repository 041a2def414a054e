// What CUDA programs use of the SDK, in small: half and bfloat16 arithmetic, cooperative groups, libdevice,
// atomics with scopes, printf, virtual calls, constants, launch bounds and grid constants.
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

__constant__ float Weights[32];
__device__ int Launches;

struct Shape {
  __device__ virtual float area() const { return 0; }
};
struct Circle : Shape {
  float Radius;
  __device__ explicit Circle(float Radius) : Radius(Radius) {}
  __device__ float area() const override { return 3.14f * Radius * Radius; }
};
struct Square : Shape {
  float Side;
  __device__ explicit Square(float Side) : Side(Side) {}
  __device__ float area() const override { return Side * Side; }
};

extern "C" __global__ void __launch_bounds__(128, 4) softmax(float *Out, const float *In, int N) {
  __shared__ float Sums[4];
  auto Block = cg::this_thread_block();
  auto Warp = cg::tiled_partition<32>(Block);
  float Sum = 0;
  for (int I = threadIdx.x; I < N; I += blockDim.x)
    Sum += __expf(__ldg(In + I)) * Weights[I & 31];
  for (int Distance = 16; Distance; Distance /= 2)
    Sum += Warp.shfl_xor(Sum, Distance);
  if (Warp.thread_rank() == 0)
    Sums[threadIdx.x / 32] = Sum;
  Block.sync();
  Sum = Sums[0] + Sums[1] + Sums[2] + Sums[3];
  for (int I = threadIdx.x; I < N; I += blockDim.x)
    Out[I] = expf(In[I]) / Sum + sinf(In[I]) + powf(In[I], 1.5f) + rsqrtf(Sum);
  if (__syncthreads_or(Sum > 1e30f))
    printf("%f is large\n", Sum);
}

struct Table {
  float Values[24];
};

extern "C" __global__ void halves(__half2 *H, __nv_bfloat162 *B, float *F, const __grid_constant__ Table T, int Kind) {
  const int I = threadIdx.x;
  H[I] = __hfma2(H[I], H[I + 1], __float2half2_rn(T.Values[I % 24]));
  B[I] = __hmax2(B[I], __floats2bfloat162_rn(F[I], F[I + 1]));
  Circle C(F[I]);
  Square S(F[I + 1]);
  const Shape *Chosen = Kind ? static_cast<const Shape *>(&C) : &S;
  F[I] = Chosen->area() + __low2float(h2exp(H[I])) + static_cast<float>(tanh(static_cast<double>(F[I])));
}

extern "C" __global__ void atomics(int *P, unsigned *U, double *D, unsigned long long *L, __half2 *H) {
  atomicAdd_block(P, 1);
  atomicAdd_system(P + 1, 2);
  atomicCAS(P + 2, 3, 4);
  atomicInc(U, 7);
  atomicAdd(D, 1.0);
  atomicAnd(L, 3ull);
  atomicAdd(H, __floats2half2_rn(1, 2));
  P[3] = __scoped_atomic_load_n(P + 4, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_store_n(P + 5, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_SYSTEM);
  __threadfence();
  P[6] = __dp4a(P[1], P[2], P[3]) + __byte_perm(U[1], U[2], 0x3210) + __popc(P[4]) + __syncthreads_count(P[5]);
  Launches = __reduce_add_sync(~0u, P[6]);
}

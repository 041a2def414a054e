//===-- kernel-attributes-misuse.cu - what is wrong with them --------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As nvcc has it, and what ptxas refuses. The front end says what it sees; numbers and kernels are
// known behind it, where the place is in the message.
//
//===----------------------------------------------------------------------===//

// DEFINE: %{compile} = %clangxx -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wno-unused-value -include %S/Inputs/cuda_keywords.h -S %s -o /dev/null
// RUN: not %{compile} --cuda-gpu-arch=sm_90a -DFRONT 2>&1 | FileCheck %s --check-prefix=FRONT --implicit-check-not=error:
// RUN: not %{compile} --cuda-gpu-arch=sm_90a --cuda-feature=+ptx90 -DBACK -O0 2>&1 | FileCheck %s --check-prefix=BACK --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %{compile} --cuda-gpu-arch=sm_90a --cuda-feature=+ptx90 -DBACK -O2 2>&1 | FileCheck %s --check-prefix=BACK --implicit-check-not=error: --implicit-check-not=warning:
// An error of a pass before code generation, too, keeps PTX from standard output.
// RUN: not %{compile} --cuda-gpu-arch=sm_90a --cuda-feature=+ptx90 -DBACK -O2 -o - 2>/dev/null | count 0
// RUN: not %{compile} --cuda-gpu-arch=sm_80 -DTARGET 2>&1 | FileCheck %s --check-prefix=TARGET --implicit-check-not=error:
// RUN: not %{compile} --cuda-gpu-arch=sm_90a --cuda-feature=+ptx85 -DTARGET 2>&1 | FileCheck %s --check-prefix=PTX --implicit-check-not=error:
// RUN: %{compile} --cuda-gpu-arch=sm_90a --cuda-feature=+ptx90 -DTARGET
// RUN: %if cuda-sdk %{ %clangxx --cuda-path=%cuda --cuda-device-only --cuda-gpu-arch=sm_90a --cuda-feature=+ptx90 -Wno-unused-value -DTARGET -c %s -o %t.cubin %}

struct Struct { int a[8]; };

#ifdef FRONT
// FRONT-DAG: :[[@LINE+1]]:{{.*}}error: __grid_constant__ is only allowed on const-qualified kernel parameters
__global__ void mutable_struct(__grid_constant__ Struct s) {}
// FRONT-DAG: :[[@LINE+1]]:{{.*}}error: __grid_constant__ is only allowed on const-qualified kernel parameters
__global__ void to_const(const __grid_constant__ Struct *s) {}
// FRONT-DAG: :[[@LINE+1]]:{{.*}}error: __grid_constant__ is only allowed on const-qualified kernel parameters
__global__ void reference(const __grid_constant__ Struct &s) {}
// FRONT-DAG: :[[@LINE+1]]:{{.*}}warning: 'grid_constant' attribute only applies to parameters
__grid_constant__ int variable;
// FRONT-DAG: :[[@LINE+1]]:{{.*}}warning: 'nvptx_cluster_dims' attribute only applies to functions
__cluster_dims__(2) int dims;
int variable_extent;
// FRONT-DAG: :[[@LINE+1]]:{{.*}}error: 'nvptx_cluster_dims' attribute requires parameter 1 to be a constant expression
__global__ void __cluster_dims__(variable_extent) not_constant() {}
// FRONT-DAG: :[[@LINE+1]]:{{.*}}error: use of undeclared identifier 'nothing'
__global__ void __cluster_dims__(nothing) undeclared() {}
// FRONT-DAG: :[[@LINE+1]]:{{.*}}error: 'nvptx_cluster_dims' attribute takes no more than 3 arguments
__global__ void __cluster_dims__(1, 1, 1, 1) four() {}
// FRONT-DAG: :[[@LINE+1]]:{{.*}}error: 'maxnreg' attribute takes one argument
__global__ void __maxnreg__() none() {}
// FRONT-DAG: :[[@LINE+1]]:{{.*}}error: __grid_constant__ is only allowed on const-qualified kernel parameters
__device__ int parameter(const __grid_constant__ Struct s) { return s.a[0]; }
// FRONT-DAG: :[[@LINE+1]]:{{.*}}error: __block_size__ takes one or two tuples of three numbers
__global__ void __block_size__((128)) short_tuple() {}
#endif

#ifdef BACK
// BACK-DAG: :[[@LINE+1]]:{{.*}}error: __cluster_dims__ of zero: its arguments must be positive integers
extern "C" __global__ void __cluster_dims__(0) zero() {}
// BACK-DAG: :[[@LINE+1]]:{{.*}}error: __cluster_dims__ of negative: its arguments must be positive integers
extern "C" __global__ void __cluster_dims__(2, -1) negative() {}
// BACK-DAG: :[[@LINE+1]]:{{.*}}error: __cluster_dims__ of broken: its arguments must be positive integers
extern "C" __global__ void __cluster_dims__(1.5) broken() {}
// BACK-DAG: :[[@LINE+1]]:{{.*}}error: __maxnreg__ of {{.*}}instance{{.*}}: its arguments must be positive integers
template <int N> __global__ void __maxnreg__(N) instance() {}
template __global__ void instance<0>();
// BACK-DAG: :[[@LINE+1]]:{{.*}}error: __cluster_dims__ of {{.*}}device{{.*}}: only a kernel has it
__device__ void __cluster_dims__(2) device() { asm volatile("// device"); }
extern "C" __global__ void caller() { device(); }
// BACK-DAG: :[[@LINE+1]]:{{.*}}error: __maxnreg__ of twice: a kernel has either __launch_bounds__ or __maxnreg__
extern "C" __global__ void __maxnreg__(32) __launch_bounds__(128) twice() {}
// BACK-DAG: :[[@LINE+1]]:{{.*}}error: __block_size__ of threads_twice: __launch_bounds__ says the threads of a block, too
extern "C" __global__ void __block_size__((128, 1, 1)) __launch_bounds__(128) threads_twice() {}
// BACK-DAG: :[[@LINE+1]]:{{.*}}error: __block_size__ of blocks_twice: __cluster_dims__ says the blocks of a cluster, too
extern "C" __global__ void __block_size__((128, 1, 1), (2, 1, 1)) __cluster_dims__(2) blocks_twice() {}
// BACK-DAG: :[[@LINE+1]]:{{.*}}error: the clusters of beyond have 4 blocks (__cluster_dims__), and at most 2 (__launch_bounds__)
extern "C" __global__ void __cluster_dims__(4) __launch_bounds__(128, 1, 2) beyond() {}
// BACK-DAG: :[[@LINE+1]]:{{.*}}warning: the clusters of huge have 17 blocks; a GPU launches at most 16
extern "C" __global__ void __cluster_dims__(17) huge() {}
extern "C" __global__ void __cluster_dims__(16) wide() {}
#endif

#ifdef TARGET
// TARGET: error: the blocks of a cluster of clusters (__cluster_dims__, __block_size__): sm_80 has no clusters; sm_90 and later have
extern "C" __global__ void __cluster_dims__(2) clusters() {}
// TARGET: error: the blocks of a cluster of blocks
// PTX: error: blocksareclusters requires PTX version >= 9.0
extern "C" __global__ void __block_size__((128, 1, 1), (2, 1, 1)) blocks() {}
#endif

//===- nvptx_tensorcore.h - tensor cores for CUDA C++ -----------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All instructions of NVIDIA's tensor cores, and those that kernels need in addition to them, as
// device functions, in the namespace nvptx_tensorcore. docs/cuda-header.md is the reference.
//
//   nvptx_tensorcore_types.h        names of types, vectors, pointers, fragment layouts
//   nvptx_tensorcore_mma.h          mma.sync, mma.sp, block-scaled ones       sm_70 and later
//   nvptx_tensorcore_matrix_move.h  ldmatrix, stmatrix, movmatrix             sm_75 and later
//   nvptx_tensorcore_wgmma.h        wgmma                                     sm_90a
//   nvptx_tensorcore_descriptor.h   matrix and instruction descriptors        sm_90a, sm_100f
//   nvptx_tensorcore_shared_tile.h  tiles in shared memory                    sm_90a, sm_100f
//   nvptx_tensorcore_tcgen05.h      tcgen05                                   sm_100f to sm_110f
//   nvptx_tensorcore_tma.h          copies of tensors and memory, tensor maps sm_90 and later
//   nvptx_tensorcore_mbarrier.h     mbarriers, addresses in a cluster         sm_80 and later
//   nvptx_tensorcore_sync.h         fences, barriers, registers, launches     sm_70 and later
//   nvptx_tensorcore_convert.h      narrow types                              sm_80 and later
//   nvptx_tensorcore_intrinsics.h   companions by their intrinsics' names
//
// Each function is a call of an intrinsic llvm.nvvm.*, by an asm label: there is no inline
// assembly, and the compiler knows what it compiles. C++17, clang-22 in CUDA mode with the
// plug-in. Headers of the CUDA SDK are neither needed nor in the way (-nocudainc), and the
// host side of a program can include this, too: what is constexpr works there.
//
// The front end checks a function's immediates, and names the parameter that is wrong. The
// compiler checks that the target has the instruction: including the header, for whatever
// target, is always right.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_H
#define NVPTX_TENSORCORE_H

#include "nvptx_tensorcore_convert.h"
#include "nvptx_tensorcore_descriptor.h"
#include "nvptx_tensorcore_matrix_move.h"
#include "nvptx_tensorcore_mma.h"
#include "nvptx_tensorcore_shared_tile.h"
#include "nvptx_tensorcore_sync.h"
#include "nvptx_tensorcore_tcgen05.h"
#include "nvptx_tensorcore_tma.h"
#include "nvptx_tensorcore_types.h"
#include "nvptx_tensorcore_wgmma.h"

#endif // NVPTX_TENSORCORE_H

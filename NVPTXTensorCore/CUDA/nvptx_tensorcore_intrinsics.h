//===- nvptx_tensorcore_intrinsics.h - companions by name -------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Companions of the matrix instructions by the names of their intrinsics, one to one. What
// takes pointers and options as a program has them is in nvptx_tensorcore_tma.h,
// nvptx_tensorcore_mbarrier.h, nvptx_tensorcore_sync.h and nvptx_tensorcore_convert.h. The build
// makes nvptx_tensorcore_intrinsics.inc, with the functions, from TableGen/.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTX_TENSORCORE_INTRINSICS_H
#define NVPTX_TENSORCORE_INTRINSICS_H

#include "nvptx_tensorcore_types.h"

namespace nvptx_tensorcore {

/// Pointers by address space.
using GlobalPointer = __attribute__((address_space(1))) void *;
using ConstantPointer = __attribute__((address_space(4))) void *;
using LocalPointer = __attribute__((address_space(5))) void *;
using ClusterPointer = __attribute__((address_space(7))) void *;
using ParameterPointer = __attribute__((address_space(101))) void *;

namespace intrinsics {

/// Holds the result of elect.sync: the elected lane, and whether it is this thread.
struct Election {
  unsigned leader;
  bool elected;
};

/// Holds the result of clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.
struct CTAIndex {
  unsigned x, y, z;
};

/// Hold the result of a wait for a primary phase: whether the phase is complete, whether a copy has
/// reported something to the mbarrier, and what.
struct PhaseReport {
  bool complete, reported;
};
struct PhaseReportValue {
  bool complete, reported;
  unsigned short report;
};

/// Holds the result of spcompress: indices, and the elements that are kept.
template <typename MetadataT, typename KeptT> struct Compressed {
  MetadataT metadata;
  KeptT kept;
};

#include "nvptx_tensorcore_intrinsics.inc"

} // namespace intrinsics
} // namespace nvptx_tensorcore

#endif // NVPTX_TENSORCORE_INTRINSICS_H

//===-- companion-header-misuse.cu - what the companions' headers refuse ---===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One error for each mistake, which begins with the parameter's name.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a --cuda-feature=+ptx83 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -I %headers -fsyntax-only -ferror-limit=0 -Xclang -verify %s
// RUN: not %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 --cuda-feature=+ptx83 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -I %headers -DTARGET -gline-tables-only -S %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

#include "nvptx_tensorcore.h"
using namespace nvptx_tensorcore;

#ifndef TARGET
// expected-note@nvptx_tensorcore_sync.h:* 2 {{from 'diagnose_if' attribute}}
// expected-note@nvptx_tensorcore_sync.h:* 4 {{in instantiation of function template specialization}}
// expected-note@nvptx_tensorcore_mbarrier.h:* 8 {{from 'diagnose_if' attribute}}
// expected-note@nvptx_tensorcore_tma.h:* {{in instantiation of template class}}
// expected-note@nvptx_tensorcore_convert.h:* {{in instantiation of template class}}
__attribute__((device)) void misuse(void *tile, MBarrier *m, const void *map, int i, GlobalPointer g, float x) {
  // expected-error@nvptx_tensorcore_sync.h:* {{Registers: 24 to 256, a multiple of 8}}
  setmaxnreg_inc<100>(); // expected-note {{requested here}}
  // expected-error@nvptx_tensorcore_sync.h:* {{Registers: 24 to 256, a multiple of 8}}
  setmaxnreg_dec<16>(); // expected-note {{requested here}}
  // expected-error@nvptx_tensorcore_sync.h:* {{Bytes: 4, 8 or 16}}
  cp_async<12>(tile, map); // expected-note {{requested here}}
  // expected-error@nvptx_tensorcore_sync.h:* {{PrefetchSize: 64, 128, 256, or 0 for none}}
  cp_async_unless<4, 32>(true, tile, map); // expected-note {{requested here}}
  // expected-error@nvptx_tensorcore_sync.h:* {{Pending: 0 or more groups}}
  cp_async_wait_group<-1>(); // expected-note {{requested here}}
  // expected-error@nvptx_tensorcore_tma.h:* {{Pending: 0 or more groups}}
  bulk_wait_group_read<-2>(); // expected-note {{requested here}}
  barrier_sync(16, 128); // expected-error {{barrier: a CTA has the barriers 0 to 15}}
  barrier_arrive(1, 100); // expected-error {{threads: must be a multiple of 32}}
  mbarrier_init(m, 0); // expected-error {{arrivals: a phase takes 1 to 1048575 of them}}
  // A parity is no state, and a state no parity.
  mbarrier_wait(m, i & 1); // expected-error {{state: expected the MBarrierState that an arrival returned; for a parity there is the function with _parity at its end}}
  mbarrier_test_wait(m, i & 1); // expected-error {{state: expected the MBarrierState}}
  mbarrier_try_wait(m, 0ull, 100); // expected-error {{state: expected the MBarrierState}}
  MBarrierState state = mbarrier_arrive(m);
  mbarrier_wait_parity(m, state); // expected-error {{no matching function}} expected-note@nvptx_tensorcore_mbarrier.h:* {{no known conversion from 'MBarrierState' to 'unsigned int'}}
  mbarrier_wait_parity(m, 2); // expected-error {{parity: expected 0 or 1}}
  mbarrier_arrive(m, 0); // expected-error {{count: expected 1 to 1048575 threads}}
  mbarrier_arrive_expect_tx(m, 1 << 20); // expected-error {{bytes: expected 0 to 1048575}}
  mbarrier_wait(m, state);
  mbarrier_wait_parity(m, i & 1);
  // expected-error@nvptx_tensorcore_tma.h:* {{CTAGroup: 1, 2, or 0 for a copy without}}
  tma_load<3>(tile, m, map, {i, i}); // expected-note {{requested here}}
  // The data's place and the barrier's, exchanged.
  // expected-error@nvptx_tensorcore_tma.h:* {{mbarrier: expected an MBarrier *, or a SharedPointer to one}}
  tma_load(m, tile, map, {i, i}); // expected-note {{requested here}}
  // expected-error@nvptx_tensorcore_tma.h:* {{coordinates: a tensor has 1 to 5 dimensions}}
  tma_load(tile, m, map, {i, i, i, i, i, i}); // expected-note {{requested here}}
  // expected-error@nvptx_tensorcore_tma.h:* {{coordinates: im2col is for 3 to 5 dimensions}}
  tma_store_im2col(map, {i, i}, tile); // expected-note {{requested here}}
  // expected-error@nvptx_tensorcore_tma.h:* {{options: only a load goes to several CTAs}}
  tma_store(map, {i, i}, tile, Multicast{3}); // expected-note 0+ {{}}
  // expected-error@nvptx_tensorcore_tma.h:* {{Dimension: 0 to 4}}
  tensormap_replace_box_dim<5>(g, 1); // expected-note {{requested here}}
  // expected-error@nvptx_tensorcore_tma.h:* {{Code: 0 to 1}}
  tensormap_replace_fill_mode<2>(g); // expected-note {{requested here}}
  // expected-error@nvptx_tensorcore_convert.h:* {{Type: e4m3, e5m2, e2m3, e3m2 or e2m1}}
  (void)convert<s8>(x, x); // expected-note 0+ {{}}
}
#else
// What the target lacks is an error at the call.
extern "C" __attribute__((global)) void k(void *tile, const void *map) {
  __attribute__((shared)) static MBarrier m;
  // CHECK: companion-header-misuse.cu:[[@LINE+1]]:{{[0-9]+}}: error: llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d is not supported on sm_80; it needs sm_90 or higher (PTX ISA 8.0, cp.async.bulk.tensor)
  tma_load(tile, &m, map, {1, 2});
}
#endif

//===-- header.cu - nvptx_tensorcore.h ------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What header.test, which calls everything, does not see: straight from clang to PTX; the
// registers of fragments in PTX's order; which immediate is which; descriptors out of
// registers; the host's half; a target that lacks an instruction. Includes without the SDK
// and with it.
//
//===----------------------------------------------------------------------===//

// DEFINE: %{device} = %clangxx -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Wextra -Wpedantic -Werror -I %headers -I %S/Inputs

// RUN: %{device} --cuda-gpu-arch=sm_90 --cuda-feature=+ptx84 -O3 -S %s -o %t.ptx && FileCheck %s --input-file=%t.ptx --implicit-check-not=.extern
// RUN: %{device} --cuda-gpu-arch=sm_90 --cuda-feature=+ptx84 -O0 -S %s -o %t.O0.ptx && FileCheck %s --input-file=%t.O0.ptx --check-prefix=O0 --implicit-check-not=.extern
// RUN: %if ptxas %{ %ptxas -arch=sm_90 %t.ptx -o %t.cubin && %ptxas -arch=sm_90 %t.O0.ptx -o %t.cubin %}

// What comes later goes through IR.
// RUN: %{device} --cuda-gpu-arch=sm_90a --cuda-feature=+ptx84 -O3 -DLATER -emit-llvm -S %s -o %t.ll
// RUN: %llc -O3 -mcpu=sm_120a -mattr=+ptx87 %t.ll -o - | FileCheck %s --check-prefix=LATER120
// RUN: %{device} --cuda-gpu-arch=sm_90a --cuda-feature=+ptx84 -O3 -DTENSORS -emit-llvm -S %s -o %t.tensors.ll
// RUN: %llc -O3 -mcpu=sm_100a -mattr=+ptx88 %t.tensors.ll -o %t.tensors.ptx && FileCheck %s --check-prefix=TENSORS --input-file=%t.tensors.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_100a %t.tensors.ptx -o %t.cubin %}
// RUN: %{device} --cuda-gpu-arch=sm_90a --cuda-feature=+ptx84 -O3 -DRUBIN -emit-llvm -S %s -o %t.rubin.ll
// RUN: %llc -O3 -mcpu=sm_107a -mattr=+ptx94 %t.rubin.ll -o - | FileCheck %s --check-prefix=RUBIN

// A target that lacks what is called: the line of the program, not the header's.
// RUN: not %{device} --cuda-gpu-arch=sm_75 --cuda-feature=+ptx84 -gline-tables-only -O0 -S %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=LACKS
// RUN: not %{device} --cuda-gpu-arch=sm_75 --cuda-feature=+ptx84 -gline-tables-only -O3 -S %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=LACKS

// Nobody is hindered by the include: other targets, the host, the SDK's headers, other standards.
// RUN: %{device} --cuda-gpu-arch=sm_50 -DUNUSED -O1 -S %s -o /dev/null
// RUN: %{device} --cuda-gpu-arch=sm_90 -DUNUSED -std=c++20 -O1 -S %s -o /dev/null
// RUN: %clangxx -x cuda --cuda-gpu-arch=sm_90 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -Wall -Wextra -Werror -I %headers -I %S/Inputs -fsyntax-only %s
// RUN: not %clangxx -fsyntax-only -x c++ %headers/nvptx_tensorcore.h 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not %clangxx -x cuda --cuda-host-only -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++14 -fsyntax-only %headers/nvptx_tensorcore.h 2>&1 | FileCheck %s --check-prefix=STANDARD
// HOST: error: "nvptx_tensorcore.h and its parts are for clang: compile this file with build/bin/clang++
// STANDARD: error: "nvptx_tensorcore.h and its parts need C++17"

#include "device_only.h"
#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;

#define KERNEL extern "C" __global__ void

// On the host, too: constants and maps.
using Half = mma_sync<16, 8, 16, f32, f16>;
static_assert(Half::Rows == 16 && Half::Columns == 8 && Half::Depth == 16 && Half::Elements == 4);
static_assert(sizeof(Half::FragmentA) == 16 && sizeof(Half::FragmentB) == 8 && sizeof(Half::FragmentC) == 16);
static_assert(Half::row(5, 3) == 9 && Half::column(5, 3) == 3);
static_assert(Half::LayoutA::row(5, 2) == 9 && Half::LayoutA::column(5, 5) == 11 && Half::LayoutB::row(5, 2) == 10);
static_assert(mma_sync<8, 8, 4, f32, f16>::LayoutD::tile(4, 0) == 1);
static_assert(mma_sp<16, 8, 16, f32, f16>::Selectors == 4 && mma_sp<16, 8, 16, f32, f16>::LayoutMetadata::selector(6, 0) == 2);
static_assert(mma_block_scale<Kind::mxf4, e2m1>::LayoutScaleA::row(5, 0) == 1 + 8 && mma_block_scale<Kind::mxf4, e2m1>::Scales == 2);
static_assert(ldmatrix_address<4>::tile(17, 0) == 2 && ldmatrix_address<4>::row(17, 0) == 1);
static_assert(ldmatrix_layout<4>::tile(0, 6) == 3 && stmatrix_layout<1>::column(3, 1) == 7);
static_assert(make_wgmma_descriptor(0x10000, 2048, 0) == MatrixDescriptor(0x4000000000801000));
static_assert(make_tcgen05_descriptor(0x10000, 2048, 0) == MatrixDescriptor(0x4000400000801000));
static_assert(advance_descriptor(make_tcgen05_descriptor(0, 16, 1024), 32) == make_tcgen05_descriptor(32, 16, 1024));
static_assert(tcgen05_idesc<Kind::f16, 128, 256, f32, bf16, bf16>().word() == 0x8400490);
static_assert(tcgen05_idesc<Kind::mxf4nvf4, 128, 128, f32, e2m1, e2m1, idesc::scale_type<ue4m3>, idesc::negate_b>().word() == 0x8204480);
static_assert(tcgen05_idesc<Kind::mxf8f6f4, 128, 128, f32, e5m2, e4m3>().with_scale_ids(3, 1).word() ==
              tcgen05_idesc<Kind::mxf8f6f4, 128, 128, f32, e5m2, e4m3, idesc::scale_id_b<1>, idesc::scale_id_a<3>>().word());
static_assert(TensorAddress{0x200010}.lane() == 32 && TensorAddress{0x200010}.column() == 16 && (TensorAddress{0}.at(32, 8) + 8).value == 0x200010);

#if !defined(UNUSED) && !defined(LATER) && !defined(TENSORS)
// CHECK-LABEL: .entry half(
// CHECK: ld.global.v4.b32 {[[A0:%r[0-9]+]], [[A1:%r[0-9]+]], [[A2:%r[0-9]+]], [[A3:%r[0-9]+]]}
// CHECK: ld.global.v2.b32 {[[B0:%r[0-9]+]], [[B1:%r[0-9]+]]}
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK-NEXT: {[[D0:%r[0-9]+]], [[D1:%r[0-9]+]], [[D2:%r[0-9]+]], [[D3:%r[0-9]+]]},
// CHECK-NEXT: {[[A0]], [[A1]], [[A2]], [[A3]]},
// CHECK-NEXT: {[[B0]], [[B1]]},
// CHECK: st.global.v4.b32 {{.*}}, {[[D0]], [[D1]], [[D2]], [[D3]]};
// O0-LABEL: .entry half(
// O0: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// LACKS: header.cu:[[#@LINE+2]]:8: error: llvm.nvvm.mma.m16n8k16.row.col.f32.f32 is not supported on sm_75; it needs sm_80 or higher
KERNEL half(const Half::FragmentA *a, const Half::FragmentB *b, Half::FragmentC *c) {
  *c = Half::mma(*a, *b, *c);
}

// CHECK-LABEL: .entry forms(
// CHECK: mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32
// CHECK: mma.sync.aligned.m8n8k4.row.col.rz.f64.f64.f64.f64
// CHECK: mma.sync.aligned.m8n8k4.col.row.f16.f16.f16.f16
// CHECK: mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc
// CHECK: mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK: 3;
// CHECK: movmatrix.sync.aligned.m8n8.trans.b16
KERNEL forms(void *p, unsigned e) {
  using Byte = mma_sync<16, 8, 32, s32, s8, u8>;
  using Double = mma_sync<8, 8, 4, f64, f64>;
  using Quad = mma_sync<8, 8, 4, f16, f16, f16, f16, col_major, row_major>;
  using Bits = mma_sync<16, 8, 256, s32, b1>;
  using Sparse = mma_sp<16, 8, 16, f32, f16>;
  Byte::FragmentC i = Byte::mma_satfinite(*(Byte::FragmentA *)p, *(Byte::FragmentB *)p, 0);
  Double::FragmentC d = Double::mma<Rounding::rz>(*(Double::FragmentA *)p, *(Double::FragmentB *)p, 0);
  Quad::FragmentC q = Quad::mma(*(Quad::FragmentA *)p, *(Quad::FragmentB *)p, 0);
  Bits::FragmentC b = Bits::mma_xor_popc(*(Bits::FragmentA *)p, *(Bits::FragmentB *)p, 0);
  Sparse::FragmentC s = Sparse::mma<3>(*(Sparse::FragmentA *)p, *(Sparse::FragmentB *)p, 0, e);
  *(Byte::FragmentC *)p = i;
  *((Double::FragmentC *)p + 1) = d;
  *((Quad::FragmentC *)p + 2) = q;
  *((Bits::FragmentC *)p + 3) = b;
  *((Sparse::FragmentC *)p + 4) = s;
  ((unsigned *)p)[99] = movmatrix_trans(e);
}

// A generic pointer to a variable in shared memory becomes an address in shared memory.
// CHECK-LABEL: .entry moves(
// CHECK-NOT: cvta.to.shared
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16 {[[M0:%r[0-9]+]], [[M1:%r[0-9]+]], [[M2:%r[0-9]+]], [[M3:%r[0-9]+]]}, [
// CHECK: stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [{{.*}}], {[[M0]], [[M1]], [[M2]], [[M3]]};
KERNEL moves(int lane) {
  __attribute__((shared)) static _Float16 tile[32][64];
  auto v = ldmatrix<4>(&tile[lane % 16][lane / 16 * 8]);
  stmatrix_trans(&tile[lane % 8][lane / 8 * 8], v);
}

// CHECK-LABEL: .entry encoders(
// CHECK-DAG: {{mov|st.global}}.b32 {{.*}}, 138413200;
// CHECK-DAG: bfe.u32 {{.*}}, 4, 14;
// CHECK-DAG: or.b64 {{.*}}, 4611756662049538048;
KERNEL encoders(unsigned *p, unsigned long long *q, unsigned n) {
  p[0] = tcgen05_idesc_encode_f16(128, 256, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0).word();
  p[1] = tcgen05_idesc_encode_mxf4(128, n, 0, 0, 0, 0, 0, 0).word();
  q[0] = (unsigned long long)tcgen05_smem_desc((void *)(__attribute__((address_space(3))) void *)(unsigned long long)n, 16, 1024);
}
#endif

#ifdef LATER
// LATER120-LABEL: .entry later(
// LATER120-DAG: mov.b16 [[BA:%rs[0-9]+]], 2;
// LATER120-DAG: mov.b16 [[TA:%rs[0-9]+]], 1;
// LATER120-DAG: mov.b16 [[BB:%rs[0-9]+]], 0;
// LATER120-DAG: mov.b16 [[TB:%rs[0-9]+]], 3;
// LATER120: mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0
// LATER120: {{^[ 	]*}}%r{{[0-9]+}}, {[[BA]], [[TA]]},
// LATER120-NEXT: {{^[ 	]*}}%r{{[0-9]+}}, {[[BB]], [[TB]]};
// LATER120: mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e3m2.e2m1.f32
// LATER120: ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8x16.b6x16_p32
KERNEL later(void *p, SharedPointer s, unsigned x, unsigned y) {
  using Scaled = mma_block_scale<Kind::mxf4, e2m1, e2m1, ue8m0, 2>;
  using Sparse = mma_sp<16, 8, 64, f32, e3m2, e2m1>;
  auto *d = (Scaled::FragmentC *)p;
  d[0] = Scaled::mma<2, 1, 0, 3>(*(Scaled::FragmentA *)p, *(Scaled::FragmentB *)p, d[0], x, y);
  d[1] = Sparse::mma_ordered(*(Sparse::FragmentA *)p, *(Sparse::FragmentB *)p, d[1], x);
  *(Vector<unsigned, 4> *)p = ldmatrix_trans<2, m16n16, b6x16_p32>(s);
}
#endif

#ifdef TENSORS
// TENSORS-LABEL: .entry tensors(
// TENSORS: tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32
// TENSORS: tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
// TENSORS: tcgen05.mma.cta_group::1.kind::f16.collector::a::fill [{{.*}}], {{%rd[0-9]+}}, {{%rd[0-9]+}}, {{%r[0-9]+}}, {{%p[0-9]+}};
// TENSORS: tcgen05.mma.cta_group::1.kind::f16.collector::a::lastuse [{{.*}}], {{%rd[0-9]+}}, {{%rd[0-9]+}}, {{%r[0-9]+}}, {{%p[0-9]+}};
// TENSORS: tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64
// TENSORS: tcgen05.ld.sync.aligned.32x32b.x8.b32
// TENSORS: tcgen05.wait::ld.sync.aligned;
// TENSORS: tcgen05.dealloc.cta_group::1.sync.aligned.b32
KERNEL tensors(float *out, MatrixDescriptor a, MatrixDescriptor b) {
  __attribute__((shared)) static TensorAddress base;
  __attribute__((shared)) static MBarrier barrier;
  constexpr auto idesc = tcgen05_idesc<Kind::f16, 128, 32, f32, bf16, bf16>();
  int thread = __nvvm_read_ptx_sreg_tid_x(), warp = __nvvm_shfl_sync_idx_i32(-1, thread / 32, 0, 31);
  if (warp == 0) {
    tcgen05_alloc(&base, 32);
    tcgen05_relinquish_alloc_permit();
  }
  __syncthreads();
  TensorAddress d = base;
  if (thread == 0) {
    tcgen05_mma<Kind::f16, 1, Collector::Fill>(d, a, b, idesc, false);
    tcgen05_mma<Kind::f16, 1, Collector::LastUse>(d, advance_descriptor(a, 32), advance_descriptor(b, 32), idesc, true);
    tcgen05_commit(&barrier);
  }
  mbarrier_wait_parity(&barrier, 0);
  tcgen05_fence_after_thread_sync();
  auto v = tcgen05_ld_32x32b<8>(d.at(32 * warp, 0));
  tcgen05_wait_ld();
  *(Vector<float, 8> *)(out + 8 * thread) = vector_cast<float>(v);
  __syncthreads();
  if (warp == 0)
    tcgen05_dealloc(d, 32);
}
#endif

#ifdef RUBIN
// RUBIN-LABEL: .func multiply_lut(
// RUBIN-DAG: ld.param.b64 [[A:%rd[0-9]+]], [multiply_lut_param_0];
// RUBIN-DAG: ld.param.b64 [[B:%rd[0-9]+]], [multiply_lut_param_1];
// RUBIN-DAG: ld.param.b32 [[D:%r[0-9]+]], [multiply_lut_param_2];
// RUBIN-DAG: ld.param.b32 [[TABLE:%r[0-9]+]], [multiply_lut_param_3];
// RUBIN-DAG: ld.param.b32 [[IDESC:%r[0-9]+]], [multiply_lut_param_4];
// RUBIN-DAG: ld.param.b32 [[SCALE_A:%r[0-9]+]], [multiply_lut_param_5];
// RUBIN-DAG: ld.param.b32 [[SCALE_B:%r[0-9]+]], [multiply_lut_param_6];
// RUBIN: .block_scale.decompress::lut::b.block32.collector::a::use.collector::b::lastuse {{.}}[[D]]], [[A]], [[B]], {{.}}[[TABLE]]], [[IDESC]], {{.}}[[SCALE_A]]], {{.}}[[SCALE_B]]], %p
// RUBIN: tcgen05.mma.cta_group::2.kind::f8f6f4.decompress::lut::b.collector::a::discard.collector::b::fill {{.}}[[D]]], [[A]], [[B]], {{.}}[[TABLE]]], [[IDESC]], %p
// RUBIN: tcgen05.mma.cta_group::2.kind::f8f6f4.collector::a::lastuse.collector::b::use {{.}}[[D]]], [[A]], [[B]], [[IDESC]], %p
extern "C" __device__ void multiply_lut(MatrixDescriptor a, MatrixDescriptor b, TensorAddress d, TensorAddress table, unsigned i,
                                        TensorAddress scale_a, TensorAddress scale_b) {
  tcgen05_mma_block_scale_lut_b<BlockScale::Block32, 2, Collector::Use, Collector::LastUse>(
      d, a, b, table, InstructionDescriptor<Kind::mxf8f6f4>(i), scale_a, scale_b, false);
  InstructionDescriptor<Kind::f8f6f4> idesc(i);
  tcgen05_mma_lut_b<2, Collector::Discard, Collector::Fill>(d, a, b, table, idesc, true);
  tcgen05_mma<Kind::f8f6f4, 2, Collector::LastUse, NoScaleInput, Collector::Use>(d, a, b, idesc, true);
}

// RUBIN-LABEL: .func load_compressed(
// RUBIN: tcgen05.ld.red.spcompress.sync.aligned.32x32b.x64.max.sp::2:4.abs.f32.b2 {[[M0:%r[0-9]+]], [[M1:%r[0-9]+]]}, {[[C0:%r[0-9]+]],{{.*}}, [[C31:%r[0-9]+]]}, [[MAX:%r[0-9]+]], [
// RUBIN: st.volatile.b32 [%rd1], [[M0]];
// RUBIN: st.volatile.b32 [%rd1+4], [[M1]];
// RUBIN: st.volatile.b32 [%rd2], [[MAX]];
// RUBIN: st.volatile.b32 [%rd2+4], %r
// RUBIN: st.volatile.b32 [%rd2+8], %r
extern "C" __device__ void load_compressed(TensorAddress from, volatile unsigned *m, volatile float *p) {
  auto loaded = tcgen05_ld_red_spcompress_32x32b<64, Reduction::Max, true>(from);
  tcgen05_wait_ld();
  m[0] = loaded.metadata[0];
  m[1] = loaded.metadata[1];
  p[0] = loaded.reduced;
  p[1] = loaded.data[0];
  p[2] = loaded.data[31];
}
#endif

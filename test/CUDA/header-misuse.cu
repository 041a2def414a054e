//===-- header-misuse.cu - what the CUDA header refuses -------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mistake on each line, and the sentence about it: it begins with the parameter, and says
// what is legal. There is one error for each and no other; its notes lead to the line.
//
//===----------------------------------------------------------------------===//

// RUN: %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a --cuda-feature=+ptx84 -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 -I %headers -fsyntax-only -ferror-limit=0 -Xclang -verify -Xclang -verify-ignore-unexpected=note %s

#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;

#define TEST __attribute__((device)) void

template <class MMA> __attribute__((device)) auto zero() { return typename MMA::FragmentD(); }

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

using Half = mma_sync<16, 8, 16, f32, f16>;
using Byte = mma_sync<16, 8, 32, s32, s8, u8>;
using Bit = mma_sync<8, 8, 128, s32, b1>;
using SparseHalf = mma_sp<16, 8, 32, f32, f16>;
using SparseTF32 = mma_sp<16, 8, 8, f32, tf32>;
using SparseByte = mma_sp<16, 8, 64, s32, s8>;
using SparseFP6 = mma_sp<16, 8, 64, f32, e3m2>;
using Scaled = mma_block_scale<Kind::mxf8f6f4, e4m3>;
using Scaled2 = mma_block_scale<Kind::mxf4, e2m1>;
using Scaled4 = mma_block_scale<Kind::mxf4nvf4, e2m1, e2m1, ue4m3, 4>;

TEST dense(Half::FragmentA ha, Half::FragmentB hb, Half::FragmentC hc, Byte::FragmentA ia, Byte::FragmentB ib, Byte::FragmentC ic,
           Bit::FragmentA ba, Bit::FragmentB bb, Bit::FragmentC bc) {
  // expected-error@*:* {{'LegalShape<16, 8, 12>': M, N, K: expected m8n8k4, m16n8k8 or m16n8k16 with these types}}
  (void)mma_sync<16, 8, 12, f32, f16>::Elements; // expected-note {{in instantiation}}
  // expected-error-re@*:* {{'LegalTypes<{{.*}}f32, {{.*}}f16, {{.*}}f32, {{.*}}f16>': D, A, B, C: expected f64, f64, f64, f64; {{.*}}; s32, b1, b1, s32}}
  (void)mma_sync<16, 8, 16, float, f16, float, f16>::Elements; // expected-note {{in instantiation}}
  // expected-error@*:* {{LayoutA, LayoutB: expected row_major, col_major; only m8n8k4 of f16 has a choice}}
  (void)mma_sync<16, 8, 16, f32, f16, f16, f32, col_major>::Elements; // expected-note {{in instantiation}}
  // Fragments of what there is not take anything, so that there is one error.
  // expected-error@*:* {{'LegalShape<16, 16, 16>': M, N, K: expected m16n8k8 or m16n8k16 with these types}}
  using Wide = mma_sync<16, 16, 16, float, __bf16>;
  Wide::FragmentC wide = 0; // expected-note {{in instantiation}}
  wide = Wide::mma(ha, hb, wide);
  // C++ types stand for PTX's.
  hc = mma_sync<16, 8, 16, float, _Float16>::mma(ha, hb, hc);
  hc = mma_sync<16, 8, 16, float, __half>::mma(ha, hb, hc);
  hc = mma_sync<16, 8, 16, float, __nv_bfloat16, __bf16>::mma(ha, hb, hc);
  ic = mma_sync<16, 8, 32, int, signed char, unsigned char>::mma(ia, ib, ic);
  // expected-error@*:* {{A: only s8, u8, s4 and u4 have .satfinite}}
  Half::mma_satfinite(ha, hb, hc); // expected-note {{in instantiation}}
  // expected-error@*:* {{Mode: only f64 has rounding modes}}
  Half::mma<Rounding::rz>(ha, hb, hc); // expected-note {{in instantiation}}
  // expected-error@*:* {{A: only b1 has .and.popc}}
  Half::mma_and_popc(ha, hb, hc); // expected-note {{in instantiation}}
  // expected-error@*:* {{A: only b1 has .xor.popc}}
  Byte::mma_xor_popc(ia, ib, ic); // expected-note {{in instantiation}}
  // expected-error@*:* {{A: only m16n8k32 of e4m3, e5m2, e3m2, e2m3 and e2m1 has .kind::f8f6f4}}
  Byte::mma_f8f6f4(ia, ib, ic); // expected-note {{in instantiation}}
  // expected-error@*:* {{b1 has no plain mma; it has mma_and_popc and mma_xor_popc}}
  Bit::mma(ba, bb, bc); // expected-note {{in instantiation}}
  Half::mma(hb, hb, hc); // expected-error {{no matching function}}
}

TEST sparse(SparseHalf::FragmentA ha, SparseHalf::FragmentB hb, SparseHalf::FragmentC hc, SparseTF32::FragmentA ta,
            SparseTF32::FragmentB tb, SparseTF32::FragmentC tc, SparseByte::FragmentA ia, SparseByte::FragmentB ib,
            SparseByte::FragmentC ic, SparseFP6::FragmentA fa, SparseFP6::FragmentB fb, SparseFP6::FragmentC fc) {
  // expected-error@*:* {{'LegalShape<16, 8, 8>': M, N, K: expected m16n8k16 or m16n8k32 with these types}}
  (void)mma_sp<16, 8, 8, f32, f16>::Elements; // expected-note {{in instantiation}}
  // expected-error@*:* {{Selector: the sparsity selector is 0 or 1 here}}
  SparseHalf::mma<2>(ha, hb, hc, 0); // expected-note {{in instantiation}}
  // expected-error@*:* {{Selector: the sparsity selector is 0 to 3 here}}
  SparseTF32::mma_ordered<-1>(ta, tb, tc, 0); // expected-note {{in instantiation}}
  // expected-error@*:* {{Selector: the sparsity selector is 0 here}}
  SparseByte::mma_satfinite<1>(ia, ib, ic, 0); // expected-note {{in instantiation}}
  // expected-error@*:* {{A: only s8, u8, s4 and u4 have .satfinite}}
  SparseHalf::mma_ordered_satfinite<1>(ha, hb, hc, 0); // expected-note {{in instantiation}}
  // expected-error@*:* {{A: these types have ordered metadata only: mma_ordered}}
  SparseFP6::mma(fa, fb, fc, 0); // expected-note {{in instantiation}}
  // expected-error@*:* {{A: only e4m3, e5m2, e3m2, e2m3 and e2m1 have .kind::f8f6f4}}
  SparseHalf::mma_ordered_f8f6f4(ha, hb, hc, 0); // expected-note {{in instantiation}}
}

TEST scaled(Scaled::FragmentA a, Scaled::FragmentB b, Scaled::FragmentC c, unsigned short id) {
  // expected-error-re@*:* {{'LegalTypes<{{.*}}e4m3, {{.*}}e4m3>': A, B: expected e2m1, e2m1 with Kind::mxf4 and mxf4nvf4}}
  (void)mma_block_scale<Kind::mxf4, e4m3>::Elements; // expected-note {{in instantiation}}
  // expected-error@*:* {{A, B: expected two of e4m3, e5m2, e3m2, e2m3, e2m1 with Kind::mxf8f6f4}}
  (void)mma_block_scale<Kind::mxf8f6f4, e4m3, f16>::Elements; // expected-note {{in instantiation}}
  // expected-error-re@*:* {{'LegalScale<{{.*}}ue4m3, 2>': ScaleType, ScaleVector: expected ue8m0 and 2 or 4, or ue4m3 and 4, with Kind::mxf4nvf4}}
  (void)mma_block_scale<Kind::mxf4nvf4, e2m1, e2m1, ue4m3, 2>::Elements; // expected-note {{in instantiation}}
  // expected-error@*:* {{ScaleType: expected ue8m0 with Kind::mxf8f6f4 and mxf4}}
  (void)mma_block_scale<Kind::mxf8f6f4, e4m3, e4m3, ue4m3>::Elements; // expected-note {{in instantiation}}
  // expected-error@*:* {{'LegalScaleVector<4>': ScaleVector: expected 0 or 1 with Kind::mxf8f6f4, 0 or 2 with Kind::mxf4}}
  (void)mma_block_scale<Kind::mxf8f6f4, e4m3, e4m3, ue8m0, 4>::Elements; // expected-note {{in instantiation}}
  // expected-error@*:* {{Which: expected Kind::mxf8f6f4, mxf4 or mxf4nvf4}}
  (void)mma_sp_block_scale<Kind::f16, f16>::Elements; // expected-note {{in instantiation}}
  // expected-error@*:* {{ByteA: byte-id is 0 to 3}}
  Scaled::mma<4>(a, b, c, 0, 0); // expected-note {{in instantiation}}
  // expected-error@*:* {{ThreadA: thread-id of scale_a is 0 or 1}}
  Scaled::mma<0, 2>(a, b, c, 0, 0); // expected-note {{in instantiation}}
  // expected-error@*:* {{ByteB: byte-id is 0 to 3; with two scale factors a column (2X) 0 or 2}}
  Scaled2::mma<0, 0, 1>(a, b, c, 0, 0); // expected-note {{in instantiation}}
  // expected-error@*:* {{ThreadB: thread-id of scale_b is 0 to 3}}
  Scaled4::mma<0, 0, 0, 4>(a, b, c, 0, 0); // expected-note {{in instantiation}}
  Scaled::mma(a, b, c, 0, 4, 0, 0, 0, 0); // expected-error {{byte_a: byte-id is 0 to 3}}
  Scaled2::mma(a, b, c, 0, 0, 0, 0, 3, 0); // expected-error {{byte_b: byte-id is 0 to 3, of 2X 0 or 2}}
  Scaled4::mma(a, b, c, 0, 0, 2, 0, 0, 0); // expected-error {{thread_a: thread-id of scale_a is 0 or 1}}
  Scaled::mma(a, b, c, 0, 0, 0, 0, 0, 4); // expected-error {{thread_b: thread-id of scale_b is 0 to 3}}
  // These are legal.
  Scaled::mma(a, b, c, 0, 3, 1, 0, 2, 3);
  Scaled::mma(a, b, c, 0, id, id, 0, id, id);
  Scaled::mma<3, 1, 2, 3>(a, b, c, 0, 0);
  Scaled2::mma<2, 1, 0, 3>(a, b, c, 0, 0);
}

//===----------------------------------------------------------------------===//
// ldmatrix, stmatrix
//===----------------------------------------------------------------------===//

TEST moves(void *p, Vector<unsigned, 3> three, Vector<unsigned, 4> four) {
  // expected-error@*:* {{'LegalCount<3>': Count: expected 1, 2 or 4}}
  ldmatrix<3>(p); // expected-note {{in instantiation}}
  // expected-error@*:* {{Element: expected b16 with m8n8}}
  ldmatrix<4, m8n8, b8>(p); // expected-note {{in instantiation}}
  // expected-error@*:* {{Shape: expected m8n8 or m8n16; m16n16 has ldmatrix_trans}}
  ldmatrix<1, m16n16, b8>(p); // expected-note {{in instantiation}}
  // expected-error@*:* {{Element: expected b6x16_p32 or b4x16_p64 with m8n16}}
  ldmatrix<1, m8n16, b8>(p); // expected-note {{in instantiation}}
  // expected-error@*:* {{'LegalCount<3>': matrices: expected a vector of 1, 2 or 4 registers}}
  stmatrix(p, three); // expected-note {{in instantiation}}
  // expected-error@*:* {{Shape: expected m8n8; m16n8 has stmatrix_trans}}
  stmatrix<m16n8>(p, four); // expected-note {{in instantiation}}
  // expected-error@*:* {{Shape: expected m8n8 or m16n8}}
  stmatrix<m16n16>(p, four); // expected-note {{in instantiation}}
  // These are legal.
  stmatrix(p, four);
  stmatrix_trans<m16n8>(p, four);
  ldmatrix_trans<2, m16n16, b8>(p);
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

TEST groups(MatrixDescriptor m, Vector<float, 32> c) {
  // expected-error@*:* {{'LegalN<12>': N: expected a multiple of 8 from 8 to 256}}
  using Narrow = wgmma<12, f32, bf16>;
  Narrow::Accumulator narrow = 0; // expected-note {{in instantiation}}
  wgmma_fence();
  narrow = Narrow::mma_async(narrow, m, m, true);
  wgmma_commit_group();
  wgmma_wait_group<0>(narrow);
  // expected-error@*:* {{'LegalN<40>': N: expected 8, 24 or a multiple of 16 from 16 to 256, as D is s32}}
  (void)wgmma<40, s32, s8>::K; // expected-note {{in instantiation}}
  // expected-error-re@*:* {{'LegalTypes<{{.*}}f32, {{.*}}f32, {{.*}}f32>': D, A, B: expected f16, f16, f16; f32, f16, f16; f32, bf16, bf16; f32, tf32, tf32;}}
  using Single = wgmma<64, float, float>;
  Single::Accumulator single = Single::mma_async<-1>(c, m, m, true); // expected-note {{in instantiation}}
  single = Single::mma_async_sp(single, m, m, 0, true);
  single = Single::mma_async_satfinite(single, m, m, true);
  // C++ types stand for PTX's.
  c = wgmma<64, float, __bf16>::mma_async(c, m, m, true);
  c = wgmma<64, float, __half, _Float16>::mma_async(c, m, m, true);
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

TEST matrices(void *p) {
  wgmma_smem_desc(p, 8, 1024); // expected-error {{leading_bytes: a multiple of 16 from 0 to 262128}}
  wgmma_smem_desc(p, 16, 1 << 18); // expected-error {{stride_bytes: a multiple of 16 from 0 to 262128}}
  wgmma_smem_desc(p, 16, 1024, 8); // expected-error {{base_offset: from 0 to 7}}
  wgmma_smem_desc<WGMMASwizzle::None>(p, 16, 1024, 1); // expected-error {{base_offset: 0 without a swizzle}}
  // expected-error@*:* {{Swizzle: there are WGMMASwizzle::None, Bytes128, Bytes64 and Bytes32}}
  wgmma_smem_desc<WGMMASwizzle(4)>(p, 16, 1024); // expected-note {{in instantiation}}
  // Swizzles of other instructions, and numbers.
  wgmma_smem_desc<TCGen05Swizzle::Bytes128>(p, 16, 1024); // expected-error {{Swizzle: expected WGMMASwizzle::None, Bytes128, Bytes64 or Bytes32; the numbers of tcgen05 and of tensor maps are others}}
  wgmma_smem_desc<3>(p, 16, 1024); // expected-error {{Swizzle: expected WGMMASwizzle::None, Bytes128, Bytes64 or Bytes32}}
  make_wgmma_descriptor<TCGen05Swizzle::Bytes64>(0, 16, 1024); // expected-error {{Swizzle: expected WGMMASwizzle::None, Bytes128, Bytes64 or Bytes32}}
  tcgen05_smem_desc<WGMMASwizzle::Bytes128>(to_shared(p), 16, 1024); // expected-error {{Swizzle: expected TCGen05Swizzle::None, Bytes128Atom32, Bytes128, Bytes64 or Bytes32; the numbers of wgmma and of tensor maps are others}}
  make_tcgen05_descriptor<2>(0, 16, 1024); // expected-error {{Swizzle: expected TCGen05Swizzle::None, Bytes128Atom32, Bytes128, Bytes64 or Bytes32}}
  wgmma_smem_desc<WGMMASwizzle::Bytes64>(to_shared(p), 16, 512);
  tcgen05_smem_desc<TCGen05Swizzle::Bytes64>(p, 16, 512);
  make_wgmma_descriptor(8, 16, 1024); // expected-error {{start_address: a multiple of 16 from 0 to 262128}}
  // expected-error@*:* {{Swizzle: there are TCGen05Swizzle::None, Bytes128Atom32, Bytes128, Bytes64 and Bytes32}}
  tcgen05_smem_desc<TCGen05Swizzle(3)>(p, 16, 1024); // expected-note {{in instantiation}}
  // expected-error@*:* {{Swizzle: with LeadingMode::Address only TCGen05Swizzle::Bytes128}}
  tcgen05_smem_desc<TCGen05Swizzle::Bytes64, LeadingMode::Address>(p, 16, 1024); // expected-note {{in instantiation}}
  tcgen05_smem_desc<TCGen05Swizzle::Bytes128, LeadingMode::Address>(p, 16, 1024, 1); // expected-error {{base_offset: 0 with LeadingMode::Address}}
  make_tcgen05_descriptor(0, 16, 8); // expected-error {{stride_bytes: a multiple of 16 from 0 to 262128}}
  advance_descriptor(MatrixDescriptor(), 8); // expected-error {{bytes: a multiple of 16 from 0 to 262128}}
}

TEST tiles(void *p) {
  // expected-error@*:* {{Type: there are b1, s8, u8, e4m3, e5m2, f16, bf16, tf32, and for tcgen05 e2m1, e2m3, e3m2}}
  (void)SharedTile<f64, 64, 128>::Bytes; // expected-note {{in instantiation}}
  // expected-error@*:* {{Rows: a multiple of 8}}
  (void)SharedTile<bf16, 60, 64>::Bytes; // expected-note {{in instantiation}}
  // expected-error@*:* {{Columns: a multiple of the K of an instruction: of 1 bit 256, of 4 bits 64 (padded 32), of 6 and 8 bits 32, of 16 bits 16, of 32 bits 8}}
  (void)SharedTile<bf16, 64, 24, Major::K, TileSwizzle::None>::Bytes; // expected-note {{in instantiation}}
  // expected-error@*:* {{Swizzle: a row of a K-major tile, and a column of an MN-major one, has a multiple of the swizzle's bytes (TileSwizzle::None: of 16)}}
  (void)SharedTile<bf16, 64, 32>::Bytes; // expected-note {{in instantiation}}
  // expected-error@*:* {{Rows, Columns: a tile has 262144 bytes at most}}
  (void)SharedTile<bf16, 1024, 256>::Bytes; // expected-note {{in instantiation}}
  // expected-error@*:* {{Tile: wgmma reads b1, s8, u8, e4m3, e5m2 and tf32 with Major::K, f16 and bf16 with Major::K or MN}}
  wgmma_smem_desc<SharedTile<e4m3, 128, 64, Major::MN>>(p); // expected-note {{in instantiation}}
  // expected-error@*:* {{Tile: tcgen05 does not read b1}}
  tcgen05_smem_desc<SharedTile<tf32, 64, 32, Major::MN>>(p); // expected-note {{in instantiation}}
}

TEST tiles_of_tcgen05(void *p, TensorAddress d, InstructionDescriptor<Kind::tf32> tf, InstructionDescriptor<Kind::f16> half) {
  auto tile = tcgen05_smem_desc<SharedTile<tf32, 64, 32>>(p);
  auto other = advance_descriptor(tcgen05_smem_desc<SharedTile<bf16, 64, 64>>(p), 32);
  auto padded = tcgen05_smem_desc<SharedTile<e2m1, 128, 128, Major::K, TileSwizzle::Bytes128, Kind::f8f6f4>>(p);
  auto hopper = wgmma_smem_desc<SharedTile<bf16, 64, 64>>(p);
  tcgen05_mma<Kind::tf32>(d, tile, tile, tf, true);
  tcgen05_mma<Kind::tf32>(d, d, MatrixDescriptor(other), tf, true);
  tcgen05_mma<Kind::f8f6f4>(d, padded, padded, InstructionDescriptor<Kind::f8f6f4>(0), true);
  // expected-error@*:* {{a, b: expected a SharedTile of a type of the kind}}
  tcgen05_mma<Kind::tf32>(d, other, tile, tf, true); // expected-note {{in instantiation}}
  // expected-error@*:* {{a, b: expected a SharedTile of a type of the kind}}
  tcgen05_mma_ws<Kind::i8>(d, tile, MatrixDescriptor(tile), InstructionDescriptor<Kind::i8>(0), true); // expected-note {{in instantiation}}
  // expected-error@*:* {{a, b: expected a SharedTile of a type of the kind}}
  tcgen05_mma_block_scale<Kind::mxf4>(d, d, padded, InstructionDescriptor<Kind::mxf4>(0), d, d, true); // expected-note {{in instantiation}}
  tcgen05_mma<Kind::f16>(d, hopper, hopper, half, true); // expected-error {{no matching function}}
  // expected-note@*:* 4 {{not viable}}
}

TEST tiles_of_wgmma(void *p, wgmma<64, f32, bf16>::Accumulator d, wgmma<64, s32, s8>::Accumulator i, unsigned word) {
  using MMA = wgmma<64, f32, bf16>;
  using Byte = wgmma<64, s32, s8>;
  auto k = wgmma_smem_desc<SharedTile<__bf16, 64, 64>>(p);
  auto half = wgmma_smem_desc<SharedTile<f16, 64, 64>>(p);
  auto small = wgmma_smem_desc<SharedTile<bf16, 56, 64>>(p);
  auto byte = wgmma_smem_desc<SharedTile<u8, 64, 128>>(p);
  MMA::mma_async(d, k, k, true);
  // expected-error@*:* {{a: expected a SharedTile of the type of A}}
  MMA::mma_async(d, half, k, true); // expected-note {{in instantiation}}
  // expected-error@*:* {{b: expected a SharedTile of the type of B}}
  MMA::mma_async(d, k, half, true); // expected-note {{in instantiation}}
  // expected-error@*:* {{a: expected a SharedTile of at least 64 rows}}
  MMA::mma_async_sp(d, small, k, word, true); // expected-note {{in instantiation}}
  // expected-error@*:* {{b: expected a SharedTile of at least N rows}}
  MMA::mma_async(d, MatrixDescriptor(k), small, true); // expected-note {{in instantiation}}
  // expected-error@*:* {{TransA: expected 0, since the tile is K-major}}
  MMA::mma_async<1, 1, 1>(d, k, MatrixDescriptor(k), true); // expected-note {{in instantiation}}
  // expected-error@*:* {{TransB: expected 0, since the tile is K-major}}
  MMA::mma_async<1, 1, 0, 1>(d, MMA::FragmentA(), k, true); // expected-note {{in instantiation}}
  // expected-error@*:* {{b: expected a SharedTile of the type of B}}
  Byte::mma_async_satfinite(i, MatrixDescriptor(byte), byte, true); // expected-note {{in instantiation}}
  // expected-error@*:* {{a: expected a SharedTile of the type of A}}
  Byte::mma_async_sp_satfinite(i, byte, MatrixDescriptor(byte), word, true); // expected-note {{in instantiation}}
  MMA::mma_async(d, word, k, true); // expected-error {{a: expected a MatrixDescriptor or a FragmentA}}
}

TEST instructions(unsigned id) {
  // expected-error@*:* {{M: 64, 128 or 256, with .ws 32, 64 or 128}}
  tcgen05_idesc<Kind::f16, 96, 128, f32, f16, f16>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{N: 8 to 256 in steps of 8}}
  tcgen05_idesc<Kind::f16, 128, 12, f32, f16, f16>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{N: with M = 256 a multiple of 16}}
  tcgen05_idesc<Kind::f16, 256, 24, f32, f16, f16>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{D: f16 or f32 with Kind::f16 and f8f6f4, s32 with Kind::i8 and ti16, with others f32}}
  tcgen05_idesc<Kind::tf32, 128, 128, f16, tf32, tf32>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{A: Kind::f16 has f16 and bf16}}
  tcgen05_idesc<Kind::f16, 128, 128, f32, e4m3, f16>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{B: Kind::f16 has f16 and bf16}}
  tcgen05_idesc<Kind::i8, 128, 128, s32, s8, e4m3>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{A: f16 if D is f16}}
  tcgen05_idesc<Kind::f16, 128, 128, f16, bf16, f16>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{Modifiers: Kind::mxf4nvf4 needs idesc::scale_type<ue4m3>, <ue5m3> or <ue8m0>}}
  tcgen05_idesc<Kind::mxf4nvf4, 128, 128, f32, e2m1, e2m1>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{negate_a: Kind::i8 cannot negate A}}
  tcgen05_idesc<Kind::i8, 128, 128, s32, s8, s8, idesc::negate_a>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{transpose_b: B of Kind::mxf4 and mxf4nvf4 is K-major}}
  tcgen05_idesc<Kind::mxf4, 128, 128, f32, e2m1, e2m1, idesc::transpose_b>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{saturate: only Kind::i8 has saturation}}
  tcgen05_idesc<Kind::f16, 128, 128, f32, f16, f16, idesc::saturate>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{Selector: the sparsity selector is 0 to 3 with Kind::f16, tf32 and ti16, with others 0}}
  tcgen05_idesc<Kind::f8f6f4, 128, 128, f32, e4m3, e4m3, idesc::sparse<1>>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{Shift: B is shifted by 8, 16 or 32 at most}}
  tcgen05_idesc<Kind::f16, 32, 64, f32, f16, f16, idesc::max_shift<24>>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{Type: scale factors are ue8m0 with Kind::mxf8f6f4 and mxf4, ue4m3, ue5m3 or ue8m0 with Kind::mxf4nvf4}}
  tcgen05_idesc<Kind::mxf4, 128, 128, f32, e2m1, e2m1, idesc::scale_type<ue4m3>>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{scale_id_a: 0 or 2 of Kind::mxf4}}
  tcgen05_idesc<Kind::mxf4, 128, 128, f32, e2m1, e2m1, idesc::scale_id_a<1>>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{k96: only Kind::mxf4 and mxf4nvf4 have K = 96}}
  tcgen05_idesc<Kind::mxf8f6f4, 128, 128, f32, e4m3, e4m3, idesc::k96>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{sparse: not with K = 128}}
  tcgen05_idesc<Kind::mxf4, 256, 128, f32, e2m1, e2m1, idesc::k128, idesc::sparse<>>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{k128: not with k96}}
  tcgen05_idesc<Kind::mxf4, 256, 128, f32, e2m1, e2m1, idesc::k128, idesc::k96>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{M: 128 or 256, sparse, too, except for M = 128 in a CTA pair}}
  tcgen05_idesc<Kind::mxf4, 128, 128, f32, e2m1, e2m1, idesc::k128>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{k64: only Kind::f8f6f4 and mxf8f6f4 have K = 64}}
  tcgen05_idesc<Kind::f16, 128, 128, f32, f16, f16, idesc::k64>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{A: f16 if D is f16; of Kind::f8f6f4 with K = 64 e4m3 or e5m2}}
  tcgen05_idesc<Kind::f8f6f4, 128, 128, f32, e2m1, e4m3, idesc::k64>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{transpose_b: with K = 64 only of e4m3 and e5m2}}
  tcgen05_idesc<Kind::mxf8f6f4, 128, 128, f32, e4m3, e2m3, idesc::k64, idesc::transpose_b>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{scale_a_128_lanes: only the block-scaled kinds have scale factors}}
  tcgen05_idesc<Kind::f16, 128, 128, f32, f16, f16, idesc::scale_a_128_lanes>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{sparsity_v1: only Kind::mxf4 and mxf4nvf4 have versions}}
  tcgen05_idesc<Kind::mxf8f6f4, 128, 128, f32, e4m3, e4m3, idesc::sparsity_v1>(); // expected-note {{in instantiation}}
  // expected-error@*:* {{Modifiers: there are idesc::negate_a}}
  tcgen05_idesc<Kind::f16, 128, 128, f32, f16, f16, f16>(); // expected-note {{in instantiation}}
  constexpr auto same = tcgen05_idesc<Kind::f16, 128, 128, float, __bf16, __nv_bfloat16>();
  static_assert(same.word() == tcgen05_idesc<Kind::f16, 128, 128, f32, bf16, bf16>().word());
  constexpr auto good = tcgen05_idesc<Kind::mxf4, 128, 128, f32, e2m1, e2m1, idesc::scale_id_a<2>>();
  good.with_scale_ids(4, 0); // expected-error {{id_a: an ID of scale factor data is from 0 to 3}}
  good.with_scale_ids(id, 0);
  // expected-error@*:* {{Which: only the block-scaled kinds have scale factors}}
  tcgen05_idesc<Kind::f16, 128, 128, f32, f16, f16>().with_scale_ids(0, 0); // expected-note {{in instantiation}}
}

//===----------------------------------------------------------------------===//
// tcgen05
//===----------------------------------------------------------------------===//

TEST tensors(TensorAddress t, MatrixDescriptor m, unsigned columns, unsigned *p, Vector<unsigned, 3> three, bool e) {
  tcgen05_alloc(p, 48); // expected-error {{columns: a power of two from 32 to 512}}
  tcgen05_alloc(p, columns);
  tcgen05_commit(&columns); // expected-error {{no matching function}}
  tcgen05_dealloc(t, 1024); // expected-error {{columns: a power of two from 32 to 512}}
  tcgen05_alloc(p, 544); // expected-error {{columns: a power of two from 32 to 512; with Exclusive any multiple of 32}}
  tcgen05_alloc<1, true>(p, 544);
  tcgen05_alloc<1, true>(p, 600); // expected-error {{columns: with Exclusive a multiple of 32 from 32 to 512, on sm_107 to 576}}
  tcgen05_dealloc<2, true>(t, 608); // expected-error {{columns: with Exclusive a multiple of 32 from 32 to 512, on sm_107 to 576}}
  tcgen05_dealloc<2, true>(t, 576);
  tcgen05_commit<1, true>(&columns); // expected-error {{no matching function}}
  // expected-error@*:* {{CTAGroup: 1, or 2 for a pair of CTAs}}
  tcgen05_shift_down<3>(t); // expected-note {{in instantiation}}
  // expected-error@*:* {{Count: how often the shape is moved is a power of two from 1 to 128, of 16x128b to 64}}
  tcgen05_ld_16x128b<128>(t); // expected-note {{in instantiation}}
  // expected-error@*:* {{Abs: only float has .abs}}
  tcgen05_ld_red_32x32b<8, Reduction::Min, int, true>(t); // expected-note {{in instantiation}}
  // expected-error@*:* {{Count: how many columns are loaded is a power of two from 4 to 128}}
  (void)tcgen05_ld_spcompress_32x32b<2, Reduction::Min>(t); // expected-note {{in instantiation}}
  // expected-error@*:* {{Operation: Reduction::Min or Max}}
  (void)tcgen05_ld_red_spcompress_32x32b<8, Reduction(2)>(t); // expected-note {{in instantiation}}
}

// An address is no descriptor, nor a number one of tensor memory.
TEST addresses(void *p, TensorAddress t, MatrixDescriptor m, InstructionDescriptor<Kind::f16> half, Vector<float, 32> c, unsigned word) {
  tcgen05_mma<Kind::f16>(t, smem_address(p), m, half, true); // expected-error {{no matching function}}
  tcgen05_mma<Kind::f16>(t, m, smem_address(p), half, true); // expected-error {{no matching function}}
  tcgen05_mma<Kind::f16>(word, m, m, half, true);            // expected-error {{no matching function}}
  tcgen05_mma<Kind::f16>(t, m, m, word, true);               // expected-error {{no matching function}}
  tcgen05_cp_128x256b(t, smem_address(p));                   // expected-error {{no matching function}}
  wgmma<64, f32, bf16>::mma_async(c, smem_address(p), m, true);    // expected-error {{a: expected a MatrixDescriptor or a FragmentA}}
  wgmma<64, f32, bf16>::mma_async_sp(c, 0, m, word, true);            // expected-error {{a: expected a MatrixDescriptor or a FragmentA}}
  wgmma<64, f32, bf16>::mma_async(c, m, word, true);                  // expected-error {{no matching function}}
  tcgen05_mma<Kind::f16>(t, t, MatrixDescriptor(word), InstructionDescriptor<Kind::f16>(word), true);
}

TEST multiplications(TensorAddress t, MatrixDescriptor m, InstructionDescriptor<Kind::f16> half, InstructionDescriptor<Kind::i8> byte,
                     InstructionDescriptor<Kind::mxf4> scaled, Vector<unsigned, 4> lanes, bool e) {
  // The descriptor is of another kind.
  // expected-error@*:* {{idesc: expected an InstructionDescriptor of the kind of the multiplication}}
  tcgen05_mma<Kind::tf32>(t, m, m, half, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{Which: Kind::f16, tf32, f8f6f4, i8 or ti16; the block-scaled kinds have tcgen05_mma_block_scale}}
  tcgen05_mma<Kind::mxf4>(t, m, m, scaled, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{CTAGroup: 1, or 2 for a pair of CTAs}}
  tcgen05_mma<Kind::f16, 3>(t, m, m, half, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{Usage: there are Collector::Discard, LastUse, Fill and Use}}
  tcgen05_mma<Kind::f16, 1, Collector(4)>(t, m, m, half, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{UsageB: there are Collector::Discard, LastUse, Fill and Use}}
  tcgen05_mma<Kind::f16, 1, Collector::Discard, NoScaleInput, Collector(5)>(t, m, m, half, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{UsageB: Kind::i8 has no collector buffer of B; only Collector::Discard}}
  tcgen05_mma_sp<Kind::i8, 1, Collector::Discard, NoScaleInput, false, Collector::Fill>(t, t, m, t, byte, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{ScaleInputD: D is divided by 2 to the power of 0 to 15}}
  tcgen05_mma<Kind::f16, 1, Collector::Discard, 16>(t, m, m, half, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{ScaleInputD: only Kind::f16 and tf32 can scale D}}
  tcgen05_mma<Kind::i8, 1, Collector::Discard, 1>(t, m, m, byte, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{AShift: only with Collector::Discard and LastUse}}
  tcgen05_mma<Kind::f16, 1, Collector::Fill, NoScaleInput, true>(t, t, m, half, e); // expected-note {{in instantiation}}
  // A mask of eight words is for a CTA pair.
  tcgen05_mma<Kind::f16, 2>(t, m, m, half, e, lanes); // expected-error {{no matching function}}
  // expected-error@*:* {{Which: Kind::mxf8f6f4, mxf4 or mxf4nvf4; others have no scale factors}}
  tcgen05_mma_block_scale<Kind::f16>(t, m, m, half, t, t, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{Scale: Kind::mxf8f6f4 has BlockScale::Default, Vector1X and Block32}}
  tcgen05_mma_block_scale<Kind::mxf4, BlockScale::Vector4X>(t, m, m, scaled, t, t, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{UsageB: no target has a collector buffer of B and BlockScale::Vector1X, Vector2X or Vector4X}}
  tcgen05_mma_block_scale<Kind::mxf4, BlockScale::Vector2X, 1, Collector::Discard, Collector::Use>(t, m, m, scaled, t, t, e); // expected-note {{in instantiation}}
  // A lookup table of B is for other kinds.
  // expected-error@*:* {{idesc: expected an InstructionDescriptor of the kind of the multiplication}}
  tcgen05_mma_lut_b(t, m, m, t, half, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{idesc: expected an InstructionDescriptor of the kind of the multiplication}}
  tcgen05_mma_block_scale_lut_b(t, m, m, t, scaled, t, t, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{Scale: BlockScale::Default or Block32 with a lookup table of B}}
  tcgen05_mma_block_scale_lut_b<BlockScale::Vector1X>(t, m, m, t, InstructionDescriptor<Kind::mxf8f6f4>(0), t, t, e); // expected-note {{in instantiation}}
  // expected-error@*:* {{UsageB: there are Collector::Discard, LastUse, Fill and Use}}
  tcgen05_mma_lut_b<1, Collector::Use, Collector(6)>(t, m, m, t, InstructionDescriptor<Kind::f8f6f4>(0), e); // expected-note {{in instantiation}}
  // expected-error@*:* {{Buffer: there are collector buffers of B 0 to 3}}
  tcgen05_mma_ws<Kind::f16, 4>(t, m, m, half, e); // expected-note {{in instantiation}}
}

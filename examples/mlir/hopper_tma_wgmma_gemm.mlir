//===-- hopper_tma_wgmma_gemm.mlir - TMA and wgmma -----------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[128 x 128] (f32) = A[128 x K] * B[K x 128] (f16), all row-major, in MLIR's nvgpu
// dialect, of LLVM 22.
//
// A trip: one thread expects 32,768 bytes and starts three copies of the TMA engine, a
// tile of A and two of B, which is stored in two halves of 64 columns: a row of a tile is
// 128 bytes, those of the swizzle. All wait for the mbarrier, the warpgroup multiplies, and
// nvvm.wgmma.wait.group waits until it has read the tiles: nvgpu.warpgroup.mma by itself
// leaves the last group in flight.
//
// The kernel's tensor maps have boxes of 128 x 64 for A and 64 x 64 for B.
//
// Launch:  grid 1, block 128 threads.
// Needs:   K = 64 * steps.
//
//===----------------------------------------------------------------------===//

!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!tileA = memref<128x64xf16, 3>
!tileB = memref<64x64xf16, strided<[64, 1], offset: ?>, 3>
!mapA = !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!mapB = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!matrix = !llvm.struct<(ptr<1>, ptr<1>, i64, array<2 x i64>, array<2 x i64>)>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>

module {
  memref.global "private" @a : memref<128x64xf16, 3> {alignment = 1024}
  memref.global "private" @b : memref<2x64x64xf16, 3> {alignment = 1024}

  llvm.func @gemm(%pc: !llvm.ptr<1>, %pa: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %pb: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %steps: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128>} {
    // The memref of C: pointers, offset, sizes, strides.
    %e0 = llvm.mlir.undef : !matrix
    %l0 = llvm.mlir.constant(0 : i64) : i64
    %l1 = llvm.mlir.constant(1 : i64) : i64
    %l128 = llvm.mlir.constant(128 : i64) : i64
    %e1 = llvm.insertvalue %pc, %e0[0] : !matrix
    %e2 = llvm.insertvalue %pc, %e1[1] : !matrix
    %e3 = llvm.insertvalue %l0, %e2[2] : !matrix
    %e4 = llvm.insertvalue %l128, %e3[3, 0] : !matrix
    %e5 = llvm.insertvalue %l128, %e4[3, 1] : !matrix
    %e6 = llvm.insertvalue %l128, %e5[4, 0] : !matrix
    %e7 = llvm.insertvalue %l1, %e6[4, 1] : !matrix
    %c = builtin.unrealized_conversion_cast %e7 : !matrix to memref<128x128xf32, 1>
    %ma = builtin.unrealized_conversion_cast %pa : !llvm.ptr to !mapA
    %mb = builtin.unrealized_conversion_cast %pb : !llvm.ptr to !mapB
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %k64 = arith.constant 64 : index
    %ticks = arith.constant 10000000 : index
    %bytes = arith.constant 32768 : index
    %z32 = arith.constant 0 : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = arith.cmpi eq, %tid, %z32 : i32
    %a = memref.get_global @a : !tileA
    %b = memref.get_global @b : memref<2x64x64xf16, 3>
    %b0 = memref.subview %b[0, 0, 0][1, 64, 64][1, 1, 1] : memref<2x64x64xf16, 3> to memref<64x64xf16, strided<[64, 1]>, 3>
    %b1 = memref.subview %b[1, 0, 0][1, 64, 64][1, 1, 1] : memref<2x64x64xf16, 3> to memref<64x64xf16, strided<[64, 1], offset: 4096>, 3>
    %whole = memref.reinterpret_cast %b to offset: [0], sizes: [64, 128], strides: [128, 1] : memref<2x64x64xf16, 3> to memref<64x128xf16, 3>
    %bar = nvgpu.mbarrier.create -> !barriers
    nvgpu.mbarrier.init %bar[%zero], %one, predicate = %first : !barriers
    nvvm.barrier0
    %count = arith.index_cast %steps : i32 to index
    %start = nvgpu.warpgroup.mma.init.accumulator -> !acc
    %result = scf.for %i = %zero to %count step %one iter_args(%sum = %start) -> (!acc) {
      %k = arith.muli %i, %k64 : index
      nvgpu.mbarrier.arrive.expect_tx %bar[%zero], %bytes, predicate = %first : !barriers
      nvgpu.tma.async.load %ma[%k, %zero], %bar[%zero] to %a, predicate = %first : !mapA, !barriers -> !tileA
      nvgpu.tma.async.load %mb[%zero, %k], %bar[%zero] to %b0, predicate = %first : !mapB, !barriers -> memref<64x64xf16, strided<[64, 1]>, 3>
      nvgpu.tma.async.load %mb[%k64, %k], %bar[%zero] to %b1, predicate = %first : !mapB, !barriers -> memref<64x64xf16, strided<[64, 1], offset: 4096>, 3>
      %bit = arith.andi %i, %one : index
      %phase = arith.cmpi eq, %bit, %one : index
      nvgpu.mbarrier.try_wait.parity %bar[%zero], %phase, %ticks : !barriers
      %da = nvgpu.warpgroup.generate.descriptor %a, %ma : !tileA, !mapA -> !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
      %db = nvgpu.warpgroup.generate.descriptor %whole, %mb : memref<64x128xf16, 3>, !mapB -> !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>
      %next = nvgpu.warpgroup.mma %da, %db, %sum {transposeB} : !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, !acc -> !acc
      nvvm.wgmma.wait.group.sync.aligned 0
      nvvm.barrier0
      scf.yield %next : !acc
    }
    nvgpu.warpgroup.mma.store %result, %c : !acc to memref<128x128xf32, 1>
    llvm.return
  }
}

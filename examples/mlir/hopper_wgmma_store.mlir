//===-- hopper_wgmma_store.mlir - A hazard of MLIR's lowering ------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[64 x 64] (f32) = A[64 x 64] * B[64 x 64] (f16), all row-major: the smallest kernel of
// nvgpu.warpgroup.mma and nvgpu.warpgroup.mma.store.
//
// MLIR ends the multiplication with wgmma.wait_group 1, so that the store reads registers
// that it still writes. docs/mlir.md shows what becomes of it.
//
// Launch:  grid 1, block 128 threads. Tensor maps with boxes of 64 x 64.
//
//===----------------------------------------------------------------------===//

!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!tile = memref<64x64xf16, 3>
!desc = !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>
!matrix = !llvm.struct<(ptr<1>, ptr<1>, i64, array<2 x i64>, array<2 x i64>)>

module {
  memref.global "private" @a : !tile {alignment = 1024}
  memref.global "private" @b : !tile {alignment = 1024}

  llvm.func @tile(%pc: !llvm.ptr<1>, %pa: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %pb: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128>} {
    // The memref of C: pointers, offset, sizes, strides.
    %e0 = llvm.mlir.undef : !matrix
    %l0 = llvm.mlir.constant(0 : i64) : i64
    %l1 = llvm.mlir.constant(1 : i64) : i64
    %l64 = llvm.mlir.constant(64 : i64) : i64
    %e1 = llvm.insertvalue %pc, %e0[0] : !matrix
    %e2 = llvm.insertvalue %pc, %e1[1] : !matrix
    %e3 = llvm.insertvalue %l0, %e2[2] : !matrix
    %e4 = llvm.insertvalue %l64, %e3[3, 0] : !matrix
    %e5 = llvm.insertvalue %l64, %e4[3, 1] : !matrix
    %e6 = llvm.insertvalue %l64, %e5[4, 0] : !matrix
    %e7 = llvm.insertvalue %l1, %e6[4, 1] : !matrix
    %c = builtin.unrealized_conversion_cast %e7 : !matrix to memref<64x64xf32, 1>
    %ma = builtin.unrealized_conversion_cast %pa : !llvm.ptr to !map
    %mb = builtin.unrealized_conversion_cast %pb : !llvm.ptr to !map
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %false = arith.constant false
    %ticks = arith.constant 10000000 : index
    %bytes = arith.constant 16384 : index
    %z32 = arith.constant 0 : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = arith.cmpi eq, %tid, %z32 : i32
    %a = memref.get_global @a : !tile
    %b = memref.get_global @b : !tile
    %bar = nvgpu.mbarrier.create -> !barriers
    nvgpu.mbarrier.init %bar[%zero], %one, predicate = %first : !barriers
    nvvm.barrier0
    nvgpu.mbarrier.arrive.expect_tx %bar[%zero], %bytes, predicate = %first : !barriers
    nvgpu.tma.async.load %ma[%zero, %zero], %bar[%zero] to %a, predicate = %first : !map, !barriers -> !tile
    nvgpu.tma.async.load %mb[%zero, %zero], %bar[%zero] to %b, predicate = %first : !map, !barriers -> !tile
    nvgpu.mbarrier.try_wait.parity %bar[%zero], %false, %ticks : !barriers
    %da = nvgpu.warpgroup.generate.descriptor %a, %ma : !tile, !map -> !desc
    %db = nvgpu.warpgroup.generate.descriptor %b, %mb : !tile, !map -> !desc
    %start = nvgpu.warpgroup.mma.init.accumulator -> !acc
    %product = nvgpu.warpgroup.mma %da, %db, %start {transposeB} : !desc, !desc, !acc -> !acc
    nvgpu.warpgroup.mma.store %product, %c : !acc to memref<64x64xf32, 1>
    llvm.return
  }
}

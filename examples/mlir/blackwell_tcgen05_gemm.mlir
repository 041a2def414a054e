//===-- blackwell_tcgen05_gemm.mlir - TMA and tcgen05 --------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C[128 x 128] (f32) = A[128 x K] * B^T[128 x K] (bf16), all row-major, in the nvvm dialect
// of LLVM 22.
//
// Warp 0 allocates 128 columns of tensor memory. A trip: one thread starts the copies of two
// tiles, waits for them, issues four multiplications with 16 of K each, and commits them to
// an mbarrier, which all wait for. In the end each warp loads its 32 rows of D.
//
// Matrix descriptors advance by 32 bytes, 2 in units of 16, for 16 of K.
//
// Launch:  grid 1, block 128 threads. Tensor maps with boxes of 128 x 64.
// Needs:   K = 64 * steps.
//
//===----------------------------------------------------------------------===//

module {
  llvm.mlir.global private @a() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<16384 x i8> {
    %u = llvm.mlir.undef : !llvm.array<16384 x i8>
    llvm.return %u : !llvm.array<16384 x i8>
  }
  llvm.mlir.global private @b() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<16384 x i8> {
    %u = llvm.mlir.undef : !llvm.array<16384 x i8>
    llvm.return %u : !llvm.array<16384 x i8>
  }
  llvm.mlir.global private @full() {addr_space = 3 : i32, alignment = 8 : i64} : i64 {
    %u = llvm.mlir.undef : i64
    llvm.return %u : i64
  }
  llvm.mlir.global private @read() {addr_space = 3 : i32, alignment = 8 : i64} : i64 {
    %u = llvm.mlir.undef : i64
    llvm.return %u : i64
  }
  llvm.mlir.global private @handle() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.ptr<6> {
    %u = llvm.mlir.undef : !llvm.ptr<6>
    llvm.return %u : !llvm.ptr<6>
  }

  llvm.func @gemm(%c: !llvm.ptr<1>, %ma: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %mb: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %steps: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128>} {
    %a = llvm.mlir.addressof @a : !llvm.ptr<3>
    %b = llvm.mlir.addressof @b : !llvm.ptr<3>
    %full = llvm.mlir.addressof @full : !llvm.ptr<3>
    %read = llvm.mlir.addressof @read : !llvm.ptr<3>
    %handle = llvm.mlir.addressof @handle : !llvm.ptr<3>
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(1 : i32) : i32
    %5 = llvm.mlir.constant(5 : i32) : i32
    %6 = llvm.mlir.constant(6 : i32) : i32
    %21 = llvm.mlir.constant(21 : i32) : i32
    %128 = llvm.mlir.constant(128 : i32) : i32
    %bytes = llvm.mlir.constant(32768 : i32) : i32
    %ticks = llvm.mlir.constant(10000000 : i32) : i32
    // Type of D: f32, of A and B: bf16; N / 8, M / 16.
    %idesc = llvm.mlir.constant(136316048 : i32) : i32
    // Swizzle of 128 bytes, eight rows are 1024 bytes apart.
    %layout = llvm.mlir.constant(4611756662049538048 : i64) : i64
    %mask = llvm.mlir.constant(262128 : i64) : i64
    %l4 = llvm.mlir.constant(4 : i64) : i64
    %l2 = llvm.mlir.constant(2 : i64) : i64
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %warp = llvm.lshr %tid, %5 : i32
    %isWarp0 = llvm.icmp "eq" %warp, %0 : i32
    %isFirst = llvm.icmp "eq" %tid, %0 : i32
    scf.if %isWarp0 {
      nvvm.tcgen05.alloc %handle, %128 : !llvm.ptr<3>, i32
      nvvm.tcgen05.relinquish_alloc_permit
      scf.if %isFirst {
        nvvm.mbarrier.init %full, %1 : !llvm.ptr<3>, i32
        nvvm.mbarrier.init %read, %1 : !llvm.ptr<3>, i32
        nvvm.fence.mbarrier.init
      }
    }
    nvvm.barrier0
    %d = llvm.load %handle : !llvm.ptr<3> -> !llvm.ptr<6>
    %aa = llvm.ptrtoint %a : !llvm.ptr<3> to i64
    %ba = llvm.ptrtoint %b : !llvm.ptr<3> to i64
    %ash = llvm.and %aa, %mask : i64
    %bsh = llvm.and %ba, %mask : i64
    %as = llvm.lshr %ash, %l4 : i64
    %bs = llvm.lshr %bsh, %l4 : i64
    %da = llvm.or %layout, %as : i64
    %db = llvm.or %layout, %bs : i64
    scf.for %i = %0 to %steps step %1 : i32 {
      %phase = llvm.and %i, %1 : i32
      scf.if %isFirst {
        %k = llvm.shl %i, %6 : i32
        nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
        nvvm.cp.async.bulk.tensor.shared.cluster.global %a, %ma, %full, box[%k, %0] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
        nvvm.cp.async.bulk.tensor.shared.cluster.global %b, %mb, %full, box[%k, %0] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
        nvvm.mbarrier.try_wait.parity %full, %phase, %ticks : !llvm.ptr<3>, i32, i32
        %later = llvm.icmp "ne" %i, %0 : i32
        %yes = llvm.mlir.constant(true) : i1
        %n0 = arith.constant 0 : index
        %n1 = arith.constant 1 : index
        %n4 = arith.constant 4 : index
        %r:3 = scf.for %j = %n0 to %n4 step %n1 iter_args(%x = %da, %y = %db, %add = %later) -> (i64, i64, i1) {
          nvvm.tcgen05.mma %d, %x, %y, %idesc, %add {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
          %x2 = llvm.add %x, %l2 : i64
          %y2 = llvm.add %y, %l2 : i64
          scf.yield %x2, %y2, %yes : i64, i64, i1
        }
        nvvm.tcgen05.commit %read : !llvm.ptr<3>
      }
      nvvm.mbarrier.try_wait.parity %read, %phase, %ticks : !llvm.ptr<3>, i32, i32
      // No thread is left waiting when the mbarrier goes on by two phases.
      nvvm.barrier0
    }
    nvvm.tcgen05.fence <after>
    // The lanes of a warp are 32 rows.
    %di = llvm.ptrtoint %d : !llvm.ptr<6> to i32
    %lane = llvm.shl %warp, %21 : i32
    %dw = llvm.add %di, %lane : i32
    %dp = llvm.inttoptr %dw : i32 to !llvm.ptr<6>
    %row = nvvm.tcgen05.ld %dp {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<128xi32>
    nvvm.tcgen05.wait <load>
    %to = llvm.getelementptr %c[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<128 x i32>
    llvm.store %row, %to {alignment = 16 : i64} : vector<128xi32>, !llvm.ptr<1>
    nvvm.tcgen05.fence <before>
    nvvm.barrier0
    scf.if %isWarp0 {
      nvvm.tcgen05.dealloc %d, %128 : !llvm.ptr<6>, i32
    }
    llvm.return
  }
}

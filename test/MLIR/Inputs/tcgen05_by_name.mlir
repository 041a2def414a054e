// Intrinsics that are not operations of the nvvm dialect, as functions.
llvm.mlir.global private @handle() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.ptr<6> {
  %u = llvm.mlir.undef : !llvm.ptr<6>
  llvm.return %u : !llvm.ptr<6>
}
llvm.func @llvm.nvvm.tcgen05.alloc.shared.cg1(!llvm.ptr<3>, i32)
llvm.func @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
llvm.func @llvm.nvvm.tcgen05.dealloc.cg1(!llvm.ptr<6>, i32)

llvm.func @allocate() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
  %handle = llvm.mlir.addressof @handle : !llvm.ptr<3>
  %columns = llvm.mlir.constant(128 : i32) : i32
  llvm.call @llvm.nvvm.tcgen05.alloc.shared.cg1(%handle, %columns) : (!llvm.ptr<3>, i32) -> ()
  llvm.call @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1() : () -> ()
  nvvm.barrier0
  %d = llvm.load %handle : !llvm.ptr<3> -> !llvm.ptr<6>
  llvm.call @llvm.nvvm.tcgen05.dealloc.cg1(%d, %columns) : (!llvm.ptr<6>, i32) -> ()
  llvm.return
}

; llc -mcpu=sm_80 -mattr=+ptx70
declare i32 @llvm.nvvm.mma.m8n8k16.row.col.s9(i32)
define i32 @f(i32 %a) {
  %r = call i32 @llvm.nvvm.mma.m8n8k16.row.col.s9(i32 %a)
  ret i32 %r
}

; llc -mcpu=sm_80 -mattr=+ptx70
target triple = "nvptx64-nvidia-cuda"

declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(
    i32, i32, i32, i32, i32, i32, float, float, float, float)

define { float, float, float, float } @tile(i32 %a, i32 %b, float %c) {
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(
      i32 %a, i32 %a, i32 %a, i32 %a, i32 %b, i32 %b, float %c, float %c, float %c, float %c)
  ret { float, float, float, float } %d
}

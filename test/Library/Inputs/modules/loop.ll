; llc -mcpu=sm_90 -mattr=+ptx80 -nvptx-fma-level=0
define ptx_kernel void @scale(ptr %p, i32 %n, float %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr float, ptr %p, i32 %i
  %x = load float, ptr %q
  %y = fmul contract float %x, %a
  %z = fadd contract float %y, %x
  store float %z, ptr %q
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; llc -mcpu=sm_80
; PTX has a call site's number.
declare void @other(i32)
define void @f(i32 %a) {
  call void @other(i32 %a)
  call void @other(i32 1)
  ret void
}

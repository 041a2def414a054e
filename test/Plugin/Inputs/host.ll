; Another target, which the plug-in leaves alone.
; CHECK: retq
define void @f() {
  ret void
}

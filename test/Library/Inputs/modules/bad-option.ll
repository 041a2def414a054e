; llc -mcpu=sm_80 -nvptx-wgmma-hazards=sometimes
define void @f() {
  ret void
}

; llc -mcpu=sm_80
define void @f( {

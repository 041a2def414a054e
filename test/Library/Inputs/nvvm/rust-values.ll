; compile: -arch=compute_90 -opt=3
; run: --block 32 --arg A=u64[32]:iota,1000000007,998244353 --arg B=u64[32] --arg hex:0500000000000000fdffffff00000000 --print B
; prints: 619517 18446744073708575506 745742 18446744073709284548 37659 18446744073709510160 18446744073709397556 700282 170940 608287 18446744073709212750 32414 19197 18446744073709173787 542474 78421 …
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%Settings = type { i64, i32, [4 x i8] }
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* nocapture, i8* nocapture, i64, i1)
declare i64 @llvm.fshl.i64(i64, i64, i64)

define internal { i64, i64 } @multiply_wide(i64 %a, i64 %b) noinline {
start:
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %p = mul nuw i128 %x, %y
  %low = trunc i128 %p to i64
  %s = lshr i128 %p, 64
  %high = trunc i128 %s to i64
  %r0 = insertvalue { i64, i64 } undef, i64 %low, 0
  %r1 = insertvalue { i64, i64 } %r0, i64 %high, 1
  ret { i64, i64 } %r1
}

define internal void @checked(%Settings* noalias nocapture sret align 8 %out, %Settings* byval align 8 %in, i64 %v) noinline {
start:
  %p = getelementptr inbounds %Settings, %Settings* %in, i64 0, i32 0
  %f = load i64, i64* %p, align 8
  %w = mul i64 %f, %v
  %o = getelementptr inbounds %Settings, %Settings* %out, i64 0, i32 0
  store i64 %w, i64* %o, align 8
  %q = getelementptr inbounds %Settings, %Settings* %in, i64 0, i32 1
  %g = load i32, i32* %q, align 8
  %n = sub i32 0, %g
  %u = getelementptr inbounds %Settings, %Settings* %out, i64 0, i32 1
  store i32 %n, i32* %u, align 8
  ret void
}

define void @kernel(i64* noalias %a, i64* noalias %b, %Settings* byval align 8 %settings) {
start:
  %copy = alloca %Settings, align 8
  %result = alloca %Settings, align 8
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %tid to i64
  %pa = getelementptr inbounds i64, i64* %a, i64 %i
  %v = load i64, i64* %pa
  %to = bitcast %Settings* %copy to i8*
  %from = bitcast %Settings* %settings to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %to, i8* align 8 %from, i64 16, i1 false)
  call void @checked(%Settings* sret align 8 %result, %Settings* byval align 8 %copy, i64 %v)
  %p = getelementptr inbounds %Settings, %Settings* %result, i64 0, i32 0
  %w = load i64, i64* %p, align 8
  %q = getelementptr inbounds %Settings, %Settings* %result, i64 0, i32 1
  %n = load i32, i32* %q, align 8
  %r = zext i32 %n to i64
  %wide = call { i64, i64 } @multiply_wide(i64 %w, i64 %v)
  %low = extractvalue { i64, i64 } %wide, 0
  %high = extractvalue { i64, i64 } %wide, 1
  %x = xor i64 %low, %high
  %y = call i64 @llvm.fshl.i64(i64 %x, i64 %x, i64 %r)
  %z = srem i64 %y, 1000003
  %pb = getelementptr inbounds i64, i64* %b, i64 %i
  store i64 %z, i64* %pb
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (i64*, i64*, %Settings*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}

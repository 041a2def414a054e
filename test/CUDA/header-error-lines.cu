// A static_assert of the headers is reported at the line of the user's that it is about, in few words; what it is
// in the header follows in a note, and nothing of what is between.

// RUN: not %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -S %s -o %t.ptx 2>%t.err
// RUN: FileCheck %s --input-file=%t.err --implicit-check-not="In file included" --implicit-check-not="in instantiation" --implicit-check-not="nvptx_tensorcore::"
// RUN: not %clangxx -x cuda --cuda-device-only --cuda-gpu-arch=sm_90a -nocudainc -nocudalib -DOTHER -S %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=OTHER

#include "nvptx_tensorcore.h"
using namespace nvptx_tensorcore;

#ifdef OTHER
// OTHER: header-error-lines.cu:[[#@LINE+1]]:{{[0-9]+}}: error: static assertion failed
template <int N> void check() { static_assert(N == 1, "one"); }
// OTHER: note: in instantiation of function template specialization 'check<2>' requested here
void use() { check<2>(); }
#else
// CHECK: header-error-lines.cu:[[#@LINE+3]]:{{[0-9]+}}: error: static assertion failed due to requirement 'LegalTypes<f32, s8, s8>': D, A, B: expected
// CHECK-NEXT: [[#@LINE+2]] |
// CHECK: nvptx_tensorcore_wgmma.h:{{.*}}: note: the header expects this
__device__ void types(wgmma<96, f32, s8>::Accumulator *d) { *d = 0; }

// CHECK: header-error-lines.cu:[[#@LINE+4]]:{{[0-9]+}}: error: static assertion failed due to requirement 'HasRows<64, 96>': b: expected a SharedTile of at least N rows
// CHECK: nvptx_tensorcore_wgmma.h:{{.*}}: note: the header expects this
__device__ void rows(void *p, wgmma<96, s32, s8>::Accumulator *d) {
  auto tile = wgmma_smem_desc<SharedTile<s8, 64, 128>>(p);
  *d = wgmma<96, s32, s8>::mma_async(*d, tile, tile, true);
}
// CHECK: 2 errors generated
#endif

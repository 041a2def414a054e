//===-- header-signatures.cu - the headers and LLVM 22's signatures --------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM added arguments to intrinsics after 22. For clang 22 the headers declare these without them,
// as LLVM 22's verifier wants it, and that of tcgen05 refuses values that only the arguments could
// say.
//
//===----------------------------------------------------------------------===//

// REQUIRES: tools, peer-plugin, ir-bridge
// DEFINE: %{clang} = %peer-clangxx -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version -std=c++17 \
// DEFINE:   -Wall -Wextra -Wno-unused-parameter -I %root/NVPTXTensorCore/CUDA
// DEFINE: %{calls} = %python %root/scripts/generate cuda-calls --build-dir %build --families tcgen05 --older
// RUN: %{clang} --cuda-gpu-arch=sm_90a -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s

// RUN: %{calls} > %t.cu
// RUN: %{clang} -Werror --cuda-gpu-arch=sm_90a -Xclang -disable-llvm-passes -emit-llvm -S %t.cu -o %t.ll
// RUN: %{calls} --check-ir %t.ll | FileCheck %s --check-prefix=SIGNATURES
// SIGNATURES: {{^}}468 intrinsics, 0 wrong

// The back end has all of them, and what PTX ISA 9.4 added under names of its own.
// RUN: %{calls} --one --target sm_100a > %t.100.cu
// RUN: %{clang} -Werror -fpass-plugin=%peer-plugin --cuda-gpu-arch=sm_100a --cuda-feature=+ptx88 -O2 -S %t.100.cu -o %t.100.ptx
// RUN: FileCheck %s --check-prefix=SM100 --input-file=%t.100.ptx --implicit-check-not=call
// SM100-DAG: tcgen05.mma.sp.cta_group::1.kind::f16
// SM100-DAG: tcgen05.dealloc.cta_group::1.sync.aligned.b32
// RUN: %{calls} --one --target sm_107a > %t.107.cu
// RUN: %{clang} -Werror --cuda-gpu-arch=sm_90a -O2 -emit-llvm -c %t.107.cu -o %t.107.bc
// RUN: %ir-bridge %t.107.bc | %llc -O2 -mcpu=sm_107a -mattr=+ptx94 -o %t.107.ptx
// RUN: FileCheck %s --check-prefix=SM107 --input-file=%t.107.ptx --implicit-check-not=call
// SM107-DAG: tcgen05.mma.cta_group::2.kind::f8f6f4.decompress::lut::b.collector::a::discard [{{.*}}, {%r{{.*}}}, %p1;
// SM107-DAG: tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.decompress::lut::b.block32.collector::a::discard
// SM107-DAG: tcgen05.commit.cta_group::2.mbarrier::arrive::one.sync_restrict::shared::read::mma::a.shared::cluster.multicast::cluster::32b.b64
// SM107-DAG: tcgen05.ld.red.spcompress.sync.aligned.32x32b.x4.min.sp::2:4.abs.NaN.f32.b2 {{{%r[0-9]+}}}, {{{%r[0-9]+, %r[0-9]+}}}, %r{{[0-9]+}}, [%r1];

// The companions, likewise.
// DEFINE: %{companions} = %python %root/scripts/generate companion-calls --build-dir %build --older
// RUN: %{companions} > %t.companions.cu
// RUN: %{clang} -Werror --cuda-gpu-arch=sm_90a -Xclang -disable-llvm-passes -emit-llvm -S %t.companions.cu -o %t.companions.ll
// RUN: %{companions} --check-ir %t.companions.ll | FileCheck %s --check-prefix=COMPANIONS
// COMPANIONS: {{^}}2567 functions, 0 wrong
// RUN: %{companions} --target sm_107a > %t.107.companions.cu
// RUN: %{clang} -Werror --cuda-gpu-arch=sm_90a -O2 -emit-llvm -c %t.107.companions.cu -o %t.107.companions.bc
// RUN: %ir-bridge %t.107.companions.bc | %llc -O2 -mcpu=sm_107a -mattr=+ptx94 -o %t.107.companions.ptx
// RUN: FileCheck %s --check-prefix=COPIES --input-file=%t.107.companions.ptx --implicit-check-not=call
// COPIES-DAG: cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [
// COPIES-DAG: cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [

#include "nvptx_tensorcore.h"

using namespace nvptx_tensorcore;

__device__ void added(TensorAddress t, MatrixDescriptor m, unsigned *p, InstructionDescriptor<Kind::f16> half,
                      InstructionDescriptor<Kind::mxf4> scaled) {
  tcgen05_mma<Kind::f16, 1, Collector::Fill, NoScaleInput, Collector::Discard>(t, m, m, half, true);
  // expected-error@*:* {{UsageB: LLVM 22's tcgen05.mma has no collector buffer of B; with this clang only Collector::Discard is legal, with clang 19 all are}}
  tcgen05_mma<Kind::f16, 1, Collector::Fill, NoScaleInput, Collector::Use>(t, m, m, half, true);
  // expected-error@*:* {{UsageB: LLVM 22's tcgen05.mma has no collector buffer of B}}
  tcgen05_mma_sp_block_scale<Kind::mxf4, BlockScale::Default, 1, Collector::Discard, Collector::Fill>(t, m, m, t, scaled, t, t, true);
  // expected-error@*:* {{Exclusive: LLVM 22's tcgen05.dealloc cannot be exclusive; with this clang only false is legal, with clang 19 both}}
  tcgen05_alloc<1, true>(p, 96);
  tcgen05_alloc<1, true>(p, 600); // expected-error {{columns: with Exclusive a multiple of 32 from 32 to 512, on sm_107 to 576}}
  tcgen05_dealloc<1, false>(t, 64);
}

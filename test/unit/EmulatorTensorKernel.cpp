//===- EmulatorTensorKernel.cpp -------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel around a tcgen05.mma, with CTAG for its cta_group.
//
//===----------------------------------------------------------------------===//

#include "EmulatorTensorKernel.h"
#include "Emulator/Device.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

// Parameters: shared memory and tensor memory of the blocks, the bytes of one's shared memory, and
// the descriptors. Behind the tiles are an mbarrier and the address of tensor memory.
static constexpr unsigned TileBytes = 139264;
static constexpr const char *Blackwell = ".version 8.8\n.target sm_103a\n",
                            *Rubin = ".version 9.4\n.target sm_107a\n",
                            *Kernel = R"(.address_size 64
.extern .shared .align 1024 .b8 tiles[];
.visible .entry test(.param .u64 Shared, .param .u64 Tensor, .param .u32 Bytes, .param .u64 A,
                     .param .u64 B, .param .u32 Word)
{
  .reg .b32 %r<30>; .reg .b32 %t<16>; .reg .b32 %d; .reg .b32 %word;
  .reg .b64 %rd<20>; .reg .pred %p; .reg .pred %q; .reg .pred %one;

  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  ld.param.u32 %r3, [Bytes];
  ld.param.u64 %rd2, [Shared];
  mul.lo.u32 %r4, %r2, %r3;
  cvt.u64.u32 %rd3, %r4;
  add.u64 %rd2, %rd2, %rd3;
  mov.u32 %r5, tiles;
  shl.b32 %r6, %r1, 4;
copy:
  setp.lt.u32 %p, %r6, %r3;
  @!%p bra copied;
  cvt.u64.u32 %rd3, %r6;
  add.u64 %rd4, %rd2, %rd3;
  ld.global.v4.b32 {%r10, %r11, %r12, %r13}, [%rd4];
  add.u32 %r7, %r5, %r6;
  st.shared.v4.b32 [%r7], {%r10, %r11, %r12, %r13};
  add.u32 %r6, %r6, 2048;
  bra copy;
copied:
  setp.eq.u32 %one, %r1, 0;
  @%one mbarrier.init.shared.b64 [tiles+139264], 1;
  fence.proxy.async;
  SYNC
  setp.lt.u32 %q, %r1, 32;
  @!%q bra allocated;
  tcgen05.alloc.cta_group::CTAG.sync.aligned.shared::cta.b32 [tiles+139272], 512;
  tcgen05.relinquish_alloc_permit.cta_group::CTAG.sync.aligned;
allocated:
  bar.sync 0;
  ld.shared.u32 %d, [tiles+139272];

  // Each thread writes its lane.
  ld.param.u64 %rd5, [Tensor];
  shl.b32 %r8, %r2, 7;
  add.u32 %r8, %r8, %r1;
  mul.wide.u32 %rd6, %r8, 2048;
  add.u64 %rd5, %rd5, %rd6;
  and.b32 %r9, %r1, 96;
  shl.b32 %r9, %r9, 16;
  add.u32 %r9, %r9, %d;
  mov.u32 %r14, 0;
store:
  mul.wide.u32 %rd7, %r14, 4;
  add.u64 %rd7, %rd5, %rd7;
  ld.global.b32 %r15, [%rd7];
  add.u32 %r16, %r9, %r14;
  tcgen05.st.sync.aligned.32x32b.x1.b32 [%r16], {%r15};
  add.u32 %r14, %r14, 1;
  setp.lt.u32 %p, %r14, 512;
  @%p bra store;
  tcgen05.wait::st.sync.aligned;
  tcgen05.fence::before_thread_sync;
  SYNC
  tcgen05.fence::after_thread_sync;

  STATEMENTS

  ld.param.u64 %rd0, [A];
  ld.param.u64 %rd1, [B];
  ld.param.u32 %word, [Word];
  add.u32 %t0, %d, 0;
  add.u32 %t1, %d, 32;
  add.u32 %t2, %d, 64;
  add.u32 %t8, %d, 256;
  add.u32 %t9, %d, 288;
  add.u32 %t10, %d, 320;
  add.u32 %t11, %d, 352;
  setp.eq.u32 %p, %r2, 0;
  and.pred %q, %one, %p;
  setp.eq.u32 %p, 0, 0;
  @!%q bra issued;
  INSTRUCTION
  COMMIT
issued:
wait:
  mbarrier.try_wait.parity.shared::cta.b64 %q, [tiles+139264], 0;
  @!%q bra wait;
  tcgen05.fence::after_thread_sync;
  bar.warp.sync -1;
  mov.u32 %r14, 0;
load:
  add.u32 %r16, %r9, %r14;
  tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r15}, [%r16];
  tcgen05.wait::ld.sync.aligned;
  mul.wide.u32 %rd7, %r14, 4;
  add.u64 %rd7, %rd5, %rd7;
  st.global.b32 [%rd7], %r15;
  add.u32 %r14, %r14, 1;
  setp.lt.u32 %p, %r14, 512;
  @%p bra load;
  tcgen05.fence::before_thread_sync;
  SYNC
  setp.lt.u32 %q, %r1, 32;
  @!%q bra end;
  tcgen05.fence::after_thread_sync;
  tcgen05.dealloc.cta_group::CTAG.sync.aligned.b32 %d, 512;
end:
  ret;
}
)";

static void replaceAll(std::string &Text, StringRef Word, StringRef By) {
  for (size_t At = 0; (At = Text.find(Word.data(), At, Word.size())) != std::string::npos;
       At += By.size())
    Text.replace(At, Word.size(), By.data(), By.size());
}

static std::string makeKernel(StringRef Instruction, StringRef ByAll, bool IsPair) {
  std::string Text = Kernel;
  replaceAll(Text, "STATEMENTS", ByAll);
  replaceAll(Text, "INSTRUCTION", Instruction);
  replaceAll(Text, "COMMIT",
             IsPair
                 ? "mov.u32 %r17, tiles+139264; { .reg .b16 %m; mov.b16 %m, 3; "
                   "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster."
                   "multicast::cluster.b64 [%r17], %m; }"
                 : "mov.u32 %r17, tiles+139264; tcgen05.commit.cta_group::1.mbarrier::arrive::one."
                   "shared::cluster.b64 [%r17];");
  replaceAll(Text, "SYNC",
             IsPair ? "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
                    : "bar.sync 0;");
  replaceAll(Text, "CTAG", IsPair ? "2" : "1");
  return Text;
}

template <class T> static void append(std::vector<uint8_t> &To, T Value) {
  To.resize(alignTo(To.size(), sizeof(T)));
  const auto *Bytes = reinterpret_cast<const uint8_t *>(&Value);
  To.insert(To.end(), Bytes, Bytes + sizeof(T));
}

std::string emulator::runTensorInstruction(StringRef Instruction,
                                           std::array<uint64_t, 2> Descriptors, uint32_t Word,
                                           std::vector<TensorBlock> &Blocks, StringRef ByAll,
                                           uint64_t Seed, bool IsRubin) {
  Device D;
  Expected<const Program *> P =
      D.load((IsRubin ? Rubin : Blackwell) + makeKernel(Instruction, ByAll, Blocks.size() == 2));
  if (!P)
    return toString(P.takeError());
  const size_t SharedBytes = Blocks[0].Shared.size(), TensorBytes = Blocks[0].Tensor.size() * 4;
  const uint64_t Shared = D.getMemory().allocate(SharedBytes * Blocks.size(), 256, "tiles");
  const uint64_t Tensor = D.getMemory().allocate(TensorBytes * Blocks.size(), 256, "tensor");
  for (size_t B = 0; B != Blocks.size(); ++B) {
    std::memcpy(reinterpret_cast<uint8_t *>(Shared) + B * SharedBytes, Blocks[B].Shared.data(),
                SharedBytes);
    std::memcpy(reinterpret_cast<uint8_t *>(Tensor) + B * TensorBytes, Blocks[B].Tensor.data(),
                TensorBytes);
  }
  LaunchRequest Request;
  Request.Module = *P;
  Request.Kernel = (*P)->findFunction("test");
  Request.Block.X = TensorBlock::Lanes;
  Request.Grid.X = Request.Cluster.X = unsigned(Blocks.size());
  Request.HasCluster = true;
  Request.DynamicSharedBytes = TileBytes + 16;
  append(Request.Parameters, Shared);
  append(Request.Parameters, Tensor);
  append(Request.Parameters, uint32_t(SharedBytes));
  append(Request.Parameters, Descriptors[0]);
  append(Request.Parameters, Descriptors[1]);
  append(Request.Parameters, Word);
  RunOptions Options;
  Options.Seed = Seed;
  Options.MaxSteps = 1'000'000;
  // What instructions do is tested here, whatever the target of the kernel is.
  Options.Levels[unsigned(Check::Legality)] = Severity::Off;
  ReportList Reports(Options.Levels);
  if (Error E = D.run(Request, Options, Reports, nulls()))
    return toString(std::move(E));
  for (size_t B = 0; B != Blocks.size(); ++B)
    std::memcpy(Blocks[B].Tensor.data(), reinterpret_cast<uint8_t *>(Tensor) + B * TensorBytes,
                TensorBytes);
  return Reports.getReports().empty() ? "" : Reports.getReports().front().Sentence;
}

//===- CompanionLegality.td - Where companions are legal ------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Targets and first PTX ISA versions of the companions' forms, as ptxas has them.
//
//===----------------------------------------------------------------------===//

// clang-format off
//                                             targets                  first source
// BulkCopy.td
def BulkCopy                      : MMALegality<SM90Up,                  80,   "PTX ISA 8.0, cp.async.bulk">;
def BulkCopyToCTA                 : MMALegality<SM90Up,                  86,   "PTX ISA 8.6, cp.async.bulk .shared::cta from .global">;
def BulkCopyMask                  : MMALegality<SM100Up,                 86,   "PTX ISA 8.6, cp.async.bulk .cp_mask">;
def BulkPrefetch                  : MMALegality<SM90Up,                  80,   "PTX ISA 8.0, cp.async.bulk.prefetch">;
def BulkCopyIgnore                : MMALegality<SM90Up,                  92,   "PTX ISA 9.2, cp.async.bulk .ignore_oob", ByPTXAS134>;
def BulkCopyRelaxed               : MMALegality<RelaxedCopyTargets,      93,   "PTX ISA 9.3, cp.async.bulk .relaxed", AsDocumented>;
def BulkCopyRelaxedMulticast16    : MMALegality<RelaxedCopyTargets,      94,   "PTX ISA 9.4, cp.async.bulk .relaxed .multicast::cluster::16b", ByPTXAS134>;
def BulkCopyRelaxedMask           : MMALegality<SM100To110Families,      93,   "PTX ISA 9.3, cp.async.bulk .relaxed .cp_mask", AsDocumented>;
def BulkCopyMulticast16           : MMALegality<SM90Up,                  94,   "PTX ISA 9.4, cp.async.bulk .multicast::cluster::16b", ByPTXAS134>;
def BulkCopyMulticast32           : MMALegality<SM107Family,             94,   "PTX ISA 9.4, cp.async.bulk .multicast::cluster::32b", ByPTXAS134>;
def BulkCopyReport                : MMALegality<SM107Family,             94,   "PTX ISA 9.4, cp.async.bulk .mbarrier::report", ByPTXAS134>;
def BulkPriority                  : MMALegality<SM107Family,             94,   "PTX ISA 9.4, cp.async.bulk.prefetch .L2::evict_last and applypriority.async.bulk", ByPTXAS134>;
def BulkReduce                    : MMALegality<SM90Up,                  80,   "PTX ISA 8.0, cp.reduce.async.bulk">;
def BulkReduceRelaxed             : MMALegality<SM90Up,                  93,   "PTX ISA 9.3, cp.reduce.async.bulk .relaxed", AsDocumented>;
def BulkReduceFlush               : MMALegality<SM90Up,                  94,   "PTX ISA 9.4, cp.reduce.async.bulk .noftz.f32", ByPTXAS134>;
def MultimemCopy                  : MMALegality<SM90Up,                  91,   "PTX ISA 9.1, multimem.cp.async.bulk", AsDocumented>;
def MultimemCopyMask              : MMALegality<SM100Up,                 91,   "PTX ISA 9.1, multimem.cp.async.bulk .cp_mask", AsDocumented>;
def MultimemCopyRelaxed           : MMALegality<RelaxedCopyTargets,      93,   "PTX ISA 9.3, multimem.cp.async.bulk .relaxed", AsDocumented>;
def MultimemCopyRelaxedMask       : MMALegality<SM100To110Families,      93,   "PTX ISA 9.3, multimem.cp.async.bulk .relaxed .cp_mask", AsDocumented>;
def MultimemReduce                : MMALegality<SM90Up,                  91,   "PTX ISA 9.1, multimem.cp.reduce.async.bulk", AsDocumented>;
def MultimemReduceRelaxed         : MMALegality<SM90Up,                  93,   "PTX ISA 9.3, multimem.cp.reduce.async.bulk .relaxed", AsDocumented>;
def MultimemReduceFlush           : MMALegality<SM90Up,                  94,   "PTX ISA 9.4, multimem.cp.reduce.async.bulk .noftz.f32", ByPTXAS134>;
def AsyncStore                    : MMALegality<SM90Up,                  81,   "PTX ISA 8.1, st.async">;
def AsyncStore128                 : MMALegality<SM90Up,                  92,   "PTX ISA 9.2, st.async .b128", AsDocumented>;
def AsyncStoreRelease             : MMALegality<SM100Up,                 87,   "PTX ISA 8.7, st.async .release">;
def MultimemStore                 : MMALegality<SM100Up,                 93,   "PTX ISA 9.3, multimem.st.async and multimem.red.async", AsDocumented>;
def BulkStore                     : MMALegality<SM100Up,                 86,   "PTX ISA 8.6, st.bulk">;
// AsyncCopy.td
def AsyncCopy                     : MMALegality<SM80Up,                  70,   "PTX ISA 7.0, cp.async">;
def AsyncCopyL2                   : MMALegality<SM80Up,                  74,   "PTX ISA 7.4, cp.async .L2::cache_hint and .L2::128B">;
def AsyncCopyIgnore               : MMALegality<SM80Up,                  75,   "PTX ISA 8.3, cp.async ignore-src; ptxas has it since 7.5">;
// TensorCopy.td
def TensorCopy                    : MMALegality<SM90Up,                  80,   "PTX ISA 8.0, cp.async.bulk.tensor">;
def TensorCopyToCTA               : MMALegality<SM90Up,                  86,   "PTX ISA 8.6, cp.async.bulk.tensor .shared::cta">;
def TensorCopyIm2ColW             : MMALegality<SM100To110Families,      86,   "PTX ISA 8.6, cp.async.bulk.tensor .im2col::w">;
def TensorCopyIm2ColWCTA          : MMALegality<SM100Up,                 86,   "PTX ISA 8.6, cp.async.bulk.tensor .im2col::w .shared::cta">;
def TensorCopyGather              : MMALegality<SM100To110Families,      86,   "PTX ISA 8.6, cp.async.bulk.tensor .tile::gather4">;
def TensorCopyGatherCTA           : MMALegality<SM100Up,                 86,   "PTX ISA 8.6, cp.async.bulk.tensor .tile::gather4 .shared::cta">;
def TensorCopyScatter             : MMALegality<SM100To110Families,      86,   "PTX ISA 8.6, cp.async.bulk.tensor .tile::scatter4">;
def TensorCopyCTAGroup            : MMALegality<SM100To110Families,      86,   "PTX ISA 8.6, cp.async.bulk.tensor .cta_group">;
def TensorPrefetch                : MMALegality<SM90Up,                  80,   "PTX ISA 8.0, cp.async.bulk.prefetch.tensor">;
def TensorPrefetchIm2ColW         : MMALegality<SM100To110Families,      86,   "PTX ISA 8.6, cp.async.bulk.prefetch.tensor .im2col::w">;
def TensorPrefetchGather          : MMALegality<SM100To110Families,      86,   "PTX ISA 8.6, cp.async.bulk.prefetch.tensor .tile::gather4">;
def TensorReduce                  : MMALegality<SM90Up,                  80,   "PTX ISA 8.0, cp.reduce.async.bulk.tensor">;
def TensorCopyMulticast16         : MMALegality<SM90Up,                  94,   "PTX ISA 9.4, cp.async.bulk.tensor .multicast::cluster::16b", ByPTXAS134>;
def TensorCopyMulticast16Family   : MMALegality<SM100To110Families,      94,   "PTX ISA 9.4, cp.async.bulk.tensor .multicast::cluster::16b", ByPTXAS134>;
def TensorCopyRubin               : MMALegality<SM107Family,             94,   "PTX ISA 9.4, cp.async.bulk.tensor .override, .mbarrier::report, .multicast::cluster::32b, .im2col_no_offs::w", ByPTXAS134>;
def TensorPriority                : MMALegality<SM107Family,             94,   "PTX ISA 9.4, cp.async.bulk.prefetch.tensor .L2::evict_last and .override, applypriority.async.bulk.tensor", ByPTXAS134>;
// MBarrier.td
def MBarrierTestWait              : MMALegality<SM80Up,                  70,   "PTX ISA 7.0, mbarrier.test_wait">;
def MBarrierTestParity            : MMALegality<SM80Up,                  71,   "PTX ISA 7.1, mbarrier.test_wait .parity">;
def MBarrierCount                 : MMALegality<SM90Up,                  78,   "PTX ISA 7.8, mbarrier.arrive with a count">;
def MBarrierCluster               : MMALegality<SM90Up,                  80,   "PTX ISA 8.0, mbarrier">;
def MBarrierTryWait               : MMALegality<SM90Up,                  78,   "PTX ISA 7.8, mbarrier.try_wait">;
def MBarrierRelaxed               : MMALegality<SM90Up,                  86,   "PTX ISA 8.6, mbarrier .relaxed">;
def MBarrierInitLayout            : MMALegality<SM80Up,                  70,   "PTX ISA 7.0, mbarrier.init">;
def MBarrierLayout                : MMALegality<SM90Up,                  93,   "PTX ISA 9.3, mbarrier .layout", AsDocumented>;
def MBarrierPhaseType             : MMALegality<SM90Up,                  93,   "PTX ISA 9.3, mbarrier .phase_type", AsDocumented>;
def MBarrierMulticast             : MMALegality<SM107Family,             94,   "PTX ISA 9.4, mbarrier .multicast::cluster::32b", ByPTXAS134>;
// Synchronization.td
def FenceProxyAlias               : MMALegality<SM70Up,                  75,   "PTX ISA 7.5, fence.proxy">;
def FenceProxyAsync               : MMALegality<SM90Up,                  80,   "PTX ISA 8.0, fence.proxy.async">;
def FenceProxyTensorMap           : MMALegality<SM90Up,                  83,   "PTX ISA 8.3, fence.proxy.tensormap">;
def FenceMBarrierInit             : MMALegality<SM90Up,                  80,   "PTX ISA 8.0, fence.mbarrier_init">;
def FenceSyncRestrict             : MMALegality<SM90Up,                  86,   "PTX ISA 8.6, fence .sync_restrict">;
def FenceProxyAliasOrder          : MMALegality<SM90Up,                  94,   "PTX ISA 9.4, fence.proxy.alias.acquire and .release", ByPTXAS134>;
def FenceProxyFabric              : MMALegality<SM100Up,                 93,   "PTX ISA 9.3, fence.proxy of the fabric", AsDocumented>;
def FenceSyncRestrictRead         : MMALegality<SM90Up,                  94,   "PTX ISA 9.4, fence.proxy.async::generic .sync_restrict::shared::cluster::read", ByPTXAS134>;
def BarrierCTA                    : MMALegality<SM70Up,                  60,   "PTX ISA 6.0, barrier.cta">;
def ElectSync                     : MMALegality<SM90Up,                  80,   "PTX ISA 8.0, elect.sync">;
def ReduxFloat                    : MMALegality<SM100Family,             86,   "PTX ISA 8.6, redux.sync .f32">;
def SetMaxNReg                    : MMALegality<SM90AOrSM100FamiliesUp,  80,   "PTX ISA 8.0, setmaxnreg">;
def GridDepControl                : MMALegality<SM90Up,                  78,   "PTX ISA 7.8, griddepcontrol">;
def MapA                          : MMALegality<SM90Up,                  78,   "PTX ISA 7.8, mapa">;
def ClusterLaunch                 : MMALegality<SM100Up,                 86,   "PTX ISA 8.6, clusterlaunchcontrol">;
def ClusterLaunchMulticast        : MMALegality<SM100FamiliesUp,         86,   "PTX ISA 8.6, clusterlaunchcontrol .multicast">;
def ReservedSharedMemory          : MMALegality<SM80Up,                  76,   "PTX ISA 7.6, reserved shared memory">;
def PerformanceCounter            : MMALegality<SM70Up,                  60,   "PTX ISA 3.0, %pm4">;
// CacheControl.td
def Prefetch                      : MMALegality<SM70Up,                  60,   "PTX ISA 2.0, prefetch">;
def PrefetchEvict                 : MMALegality<SM80Up,                  74,   "PTX ISA 7.4, prefetch .level::eviction_priority">;
def PrefetchTensorMap             : MMALegality<SM90Up,                  80,   "PTX ISA 8.0, prefetch.tensormap">;
def PrefetchValid                 : MMALegality<SM90Up,                  94,   "PTX ISA 9.4, prefetch .L1::32B .valid_addr", ByPTXAS134>;
def LoadReadOnlyProxy             : MMALegality<SM90Up,                  94,   "PTX ISA 9.4, ld .proxy::readonly", ByPTXAS134>;
def AtomicNoFlush                 : MMALegality<SM90Up,                  94,   "PTX ISA 9.4, atom and red .add.noftz.f32", ByPTXAS134>;
def Discard                       : MMALegality<SM80Up,                  74,   "PTX ISA 7.4, discard and applypriority">;
// TensorMap.td
def TensorMapReplace              : MMALegality<SM90AOrSM100FamiliesUp,  83,   "PTX ISA 8.3, tensormap.replace">;
def TensorMapReplaceNarrow        : MMALegality<SM100FamiliesUp,         87,   "PTX ISA 8.7, tensormap.replace .elemtype of 4 and 6 bits">;
def TensorMapReplaceAtoms         : MMALegality<SM100FamiliesUp,         86,   "PTX ISA 8.6, tensormap.replace .swizzle_atomicity">;
def TensorMapReplace96B           : MMALegality<SM103Or107Architectures, 88,   "PTX ISA 8.8, tensormap.replace .swizzle_mode 96B">;
def TensorMapCopy                 : MMALegality<SM90Up,                  83,   "PTX ISA 8.3, tensormap.cp_fenceproxy">;
// NarrowConversions.td
def ConvertFP8                    : MMALegality<SM90Up,                  78,   "PTX ISA 7.8, cvt .e4m3x2 and .e5m2x2">;
def ConvertFP8Ada                 : MMALegality<SM89Up,                  81,   "PTX ISA 8.1, cvt .e4m3x2 and .e5m2x2">;
def ConvertFP6                    : MMALegality<SM100FamiliesUp,         86,   "PTX ISA 8.6, cvt .e2m3x2, .e3m2x2, .e2m1x2 and .ue8m0x2">;
def ConvertStochastic             : MMALegality<SM100FamilyArchitectures, 87,   "PTX ISA 8.7, cvt .rs">;
def ConvertSatfiniteHalf          : MMALegality<SM70Up,                  81,   "PTX ISA 8.1, cvt .satfinite.f16.f32">;
def ConvertSatfinite              : MMALegality<SM80Up,                  81,   "PTX ISA 8.1, cvt .satfinite to .f16x2, .bf16 and .bf16x2">;
def ConvertHalf                   : MMALegality<SM70Up,                  60,   "PTX ISA 6.0, cvt .f16.f32">;
def ConvertHalfRelu               : MMALegality<SM80Up,                  70,   "PTX ISA 7.0, cvt .relu">;
def ConvertPacked                 : MMALegality<SM80Up,                  70,   "PTX ISA 7.0, cvt to .f16x2, .bf16, .bf16x2 and .rna.tf32">;
def ConvertTF32                   : MMALegality<SM90Up,                  78,   "PTX ISA 7.8, cvt .rn.tf32 and .rz.tf32">;
def ConvertTF32Satfinite          : MMALegality<SM80Up,                  81,   "PTX ISA 8.1, cvt .rna.satfinite.tf32">;
def ConvertTF32SatfiniteBlackwell : MMALegality<SM100Up,                 86,   "PTX ISA 8.6, cvt .rn.satfinite.tf32 and .rz.satfinite.tf32">;
// RubinConversions.td
// ptxas 13.0 has this one since PTX 8.6; the PTX ISA since 9.1.
def ConvertHalvesToE2M1           : MMALegality<SM100FamiliesUp,         86,   "PTX ISA 9.1, cvt to .e2m1x2 from .f16x2; ptxas has it since 8.6">;
def ConvertNarrowPairs            : MMALegality<SM100FamiliesUp,         91,   "PTX ISA 9.1, cvt to .e2m1x2, .e2m3x2, .e3m2x2 from .f16x2, and to narrow types from .bf16x2", AsDocumented>;
def ConvertToBrain                : MMALegality<SM100FamiliesUp,         92,   "PTX ISA 9.2, cvt .bf16x2 from narrow types", AsDocumented>;
def ConvertS2F6                   : MMALegality<SM100ArchitecturesUp,    91,   "PTX ISA 9.1, cvt .s2f6x2", AsDocumented>;
def ConvertRubin                  : MMALegality<SM107Family,             94,   "PTX ISA 9.4, cvt .pzo, .scaled::n1::ue8m0, .ue5m3x2, .rz to narrow types", ByPTXAS134>;
// PackedArithmetic.td
def HalfSaturation                : MMALegality<SM70Up,                  60,   "PTX ISA 4.2, add and mul .f16">;
def MultiplyAddOutOfBounds        : MMALegality<SM90Up,                  81,   "PTX ISA 8.1, fma .oob">;
def MixedArithmetic               : MMALegality<SM107Family,             94,   "PTX ISA 9.4, add, sub, mul and fma of .f16x2, .bf16x2 and .f32x2", ByPTXAS134>;
def NarrowArithmetic              : MMALegality<SM100Or103Architectures, 94,   "PTX ISA 9.4, add, sub, mul and fma of four narrow numbers", ByPTXAS134>;
def PackedComparison              : MMALegality<SM107Family,             94,   "PTX ISA 9.4, set of packed integers", ByPTXAS134>;
// SparseCompression.td
def SparseCompression             : MMALegality<SM107A,                  94,   "PTX ISA 9.4, spcompress and spdecompress", ByPTXAS134>;
// clang-format on

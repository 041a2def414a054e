//===- SpecialRegisters.cpp -----------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of special registers.
//
//===----------------------------------------------------------------------===//

#include "Emulator/Program/SpecialRegisters.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::tensorcore;
using namespace llvm::tensorcore::emulator;

namespace {
struct Row {
  StringLiteral Name;
  SpecialRegister Is;
  bool IsVector = false; ///< has the components x, y, z, and w, which is zero
  constexpr Row(StringLiteral Name, WarpRegister R, bool IsVector = false)
      : Name(Name), Is{SpecialRegister::OfWarp, uint64_t(R)}, IsVector(IsVector) {}
  constexpr Row(StringLiteral Name, SpecialRegister::Kind Is, uint64_t Value)
      : Name(Name), Is{Is, Value} {}
};
} // namespace

using R = WarpRegister;
using S = SpecialRegister;

// clang-format off
static constexpr Row Rows[] = {
    {"%tid",                        R::TidX,                true},
    {"%ntid",                       R::NTidX,               true},
    {"%ctaid",                      R::CTAIdX,              true},
    {"%nctaid",                     R::NCTAIdX,             true},
    {"%clusterid",                  R::ClusterIdX,          true},
    {"%nclusterid",                 R::NClusterIdX,         true},
    {"%cluster_ctaid",              R::ClusterCTAIdX,       true},
    {"%cluster_nctaid",             R::ClusterNCTAIdX,      true},
    {"%laneid",                     R::LaneId},
    {"%warpid",                     R::WarpId},
    {"%nwarpid",                    R::NWarpId},
    {"%lanemask_eq",                R::LaneMaskEq},
    {"%lanemask_le",                R::LaneMaskLe},
    {"%lanemask_lt",                R::LaneMaskLt},
    {"%lanemask_ge",                R::LaneMaskGe},
    {"%lanemask_gt",                R::LaneMaskGt},
    {"%cluster_ctarank",            R::ClusterCTARank},
    {"%cluster_nctarank",           R::ClusterNCTARank},
    {"%is_explicit_cluster",        R::IsExplicitCluster},
    {"%smid",                       R::SMId},
    {"%nsmid",                      R::NSMId},
    {"%gridid",                     R::GridId},
    {"%envreg1",                    R::EnvReg1},
    {"%envreg2",                    R::EnvReg2},
    {"%total_smem_size",            R::TotalSharedSize},
    {"%aggr_smem_size",             R::AggregatedSharedSize},
    {"%dynamic_smem_size",          R::DynamicSharedSize},
    {"WARP_SZ",                     R::WarpSz},
    {"%clock",                      S::Clock,               32},
    {"%clock_hi",                   S::UpperClock,          32},
    {"%clock64",                    S::Clock,               64},
    {"%globaltimer",                S::Clock,               64},
    {"%globaltimer_lo",             S::Clock,               32},
    {"%globaltimer_hi",             S::UpperClock,          32},
    {"%current_graph_exec",         S::Fixed,               0},
    {"%reserved_smem_offset_begin", S::OfReserved,          0},
    {"%reserved_smem_offset_0",     S::OfReserved,          0},
    {"%reserved_smem_offset_1",     S::OfReserved,          0},
    {"%reserved_smem_offset_end",   S::OfReserved,          DeviceLimits::ReservedSharedBytes},
    {"%reserved_smem_offset_cap",   S::OfReserved,          DeviceLimits::ReservedSharedBytes},
};
// clang-format on

std::optional<SpecialRegister> emulator::findSpecialRegister(const ptx::Operand &O) {
  if (!O.is(ptx::Operand::Kind::Name))
    return std::nullopt;
  const auto *Found = find_if(Rows, [&](const Row &Each) { return Each.Name == O.Text; });
  if (Found == std::end(Rows)) {
    const bool IsOther = O.Text.starts_with("%envreg") || O.Text.starts_with("%pm");
    return IsOther ? std::optional<SpecialRegister>({S::Fixed, 0}) : std::nullopt;
  }
  SpecialRegister Result = Found->Is;
  if (!Found->IsVector)
    return O.Component.empty() ? std::optional(Result) : std::nullopt;
  constexpr StringLiteral Components(".x.y.z.w");
  const size_t At = O.Component.size() == 2 ? Components.find(O.Component) : StringRef::npos;
  if (At == StringRef::npos)
    return std::nullopt;
  const uint64_t Number = At / 2;
  Result.Value = Number == 3 ? uint64_t(R::Zero) : Result.Value + Number;
  return Result;
}

//===- LLVMReleases.h -------------------------------------------*- C++ -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CodeGen/ is compiled with the headers and the NVPTX target of LLVM 19 or of LLVM 22. It has the
// names of LLVM 22, and this file gives them to LLVM 19.
//
//===----------------------------------------------------------------------===//

#ifndef NVPTXTENSORCORE_CODEGEN_TARGET_LLVMRELEASES_H
#define NVPTXTENSORCORE_CODEGEN_TARGET_LLVMRELEASES_H

#include "NVPTXISelLowering.h"
#include "NVPTXInstrInfo.h"
#include "llvm/ADT/SparseSet.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FormattedStream.h"
#include "llvm/Target/TargetMachine.h"

namespace llvm::tensorcore {

/// A number that is its own index in a SparseSet.
struct IndexItself {
  using argument_type = unsigned;
  unsigned operator()(unsigned Index) const { return Index; }
};

#if LLVM_VERSION_MAJOR < 21
using CodeGenTargetMachine = LLVMTargetMachine;
using RegisterIndices = SparseSet<unsigned, IndexItself, uint16_t>;
#else
using CodeGenTargetMachine = TargetMachine;
using RegisterIndices = SparseSet<unsigned, unsigned, IndexItself, uint16_t>;
#endif

} // namespace llvm::tensorcore

#if LLVM_VERSION_MAJOR < 21

namespace llvm::NVPTX {

enum : unsigned {
  SDIV16rr = SDIVi16rr,
  SDIV16ri = SDIVi16ri,
  SDIV32rr = SDIVi32rr,
  SDIV32ri = SDIVi32ri,
  SDIV64rr = SDIVi64rr,
  SDIV64ri = SDIVi64ri,
  UDIV16rr = UDIVi16rr,
  UDIV16ri = UDIVi16ri,
  UDIV32rr = UDIVi32rr,
  UDIV32ri = UDIVi32ri,
  UDIV64rr = UDIVi64rr,
  UDIV64ri = UDIVi64ri,
  SREM16rr = SREMi16rr,
  SREM16ri = SREMi16ri,
  SREM32rr = SREMi32rr,
  SREM32ri = SREMi32ri,
  SREM64rr = SREMi64rr,
  SREM64ri = SREMi64ri,
  UREM16rr = UREMi16rr,
  UREM16ri = UREMi16ri,
  UREM32rr = UREMi32rr,
  UREM32ri = UREMi32ri,
  UREM64rr = UREMi64rr,
  UREM64ri = UREMi64ri,
  ADD32ri = ADDi32ri,
  ADD64ri = ADDi64ri,
  OR_b32ri = ORb32ri,
  OR_b64ri = ORb64ri,
  MOV_B32_r = IMOV32rr,
  MOV_B32_sym = MOV_ADDR,
  MOV_B64_sym = MOV_ADDR64
};

inline const TargetRegisterClass &B32RegClass = Int32RegsRegClass, &B64RegClass = Int64RegsRegClass;

} // namespace llvm::NVPTX

#endif

namespace llvm::tensorcore {

/// The number that the next call site gets.
#if LLVM_VERSION_MAJOR < 21
inline constexpr auto NextCallSite = &NVPTXTargetLowering::NextCallSite;
#else
inline constexpr auto NextCallSite = &NVPTXTargetLowering::GlobalUniqueCallSite;
#endif

/// A streamer that owns the printer.
inline MCStreamer *createAsmStreamer(const Target &T, MCContext &Context,
                                     std::unique_ptr<formatted_raw_ostream> Out,
                                     MCInstPrinter &Printer) {
#if LLVM_VERSION_MAJOR < 21
  return T.createAsmStreamer(Context, std::move(Out), &Printer, nullptr, nullptr);
#else
  return T.createAsmStreamer(Context, std::move(Out), std::unique_ptr<MCInstPrinter>(&Printer),
                             nullptr, nullptr);
#endif
}

/// Opcodes that copy a register, that load an immediate, and whose text has the number of a call
/// site.
#if LLVM_VERSION_MAJOR < 21
inline constexpr unsigned CallSiteOpcodes[] = {NVPTX::Callseq_Start, NVPTX::Callseq_End,
                                               NVPTX::PrototypeInst, NVPTX::CALL_PROTOTYPE};
inline constexpr unsigned MovesOfRegisters[] = {NVPTX::IMOV32rr, NVPTX::IMOV64rr, NVPTX::IMOVB32rr,
                                                NVPTX::IMOVB64rr};
inline constexpr unsigned MovesOfImmediates[] = {NVPTX::IMOV32ri, NVPTX::IMOV64ri, NVPTX::IMOVB32ri,
                                                 NVPTX::IMOVB64ri};
#else
inline constexpr unsigned CallSiteOpcodes[] = {NVPTX::Callseq_Start, NVPTX::Callseq_End,
                                               NVPTX::CALL_PROTOTYPE};
inline constexpr unsigned MovesOfRegisters[] = {NVPTX::MOV_B32_r, NVPTX::MOV_B64_r};
inline constexpr unsigned MovesOfImmediates[] = {NVPTX::MOV_B32_i, NVPTX::MOV_B64_i};
#endif

} // namespace llvm::tensorcore

#endif // NVPTXTENSORCORE_CODEGEN_TARGET_LLVMRELEASES_H

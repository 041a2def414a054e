//===- PTXStreamer.cpp ----------------------------------------------------===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts instructions into a buffer under LLVM's formatted stream.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Target/PTXStreamer.h"
#include "CodeGen/Parallel/PartOutput.h"
#include "CodeGen/Target/InstructionTemplates.h"
#include "MCTargetDesc/NVPTXTargetStreamer.h"
#include "NVPTXInstrInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormattedStream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace llvm::tensorcore;

static cl::opt<bool> PrintsByTemplates("nvptx-print-by-templates", cl::Hidden, cl::init(true),
                                       cl::desc("Print instructions by the texts of others"));

namespace {

/// Text on its way to another stream, in a buffer.
class BufferedText : public raw_ostream {
public:
  explicit BufferedText(raw_ostream &Out) : Out(Out) {}
  ~BufferedText() override { flush(); }

private:
  void write_impl(const char *Text, size_t Size) override { Out.write(Text, Size); }
  uint64_t current_pos() const override { return Out.tell(); }

  raw_ostream &Out;
};

/// LLVM's stream, and next to it the one for instructions. What goes to LLVM's is scanned. Both
/// print to the same text in memory, and have no text of their own between two calls of the
/// streamer.
class PTXText final : public formatted_raw_ostream {
public:
  explicit PTXText(raw_ostream &Out) : formatted_raw_ostream(Out), Out(Out), Instructions(Out) {}

  raw_ostream &Out; ///< for whole lines
  BufferedText Instructions;
};

class PTXTargetStreamer final : public NVPTXAsmTargetStreamer {
public:
  PTXTargetStreamer(MCStreamer &Streamer, PTXText &Text, PartOutput *Part, MCInstPrinter &Printer,
                    const TargetMachine &TM)
      : NVPTXAsmTargetStreamer(Streamer), Text(Text), Part(Part), Printer(Printer),
        STI(*TM.getMCSubtargetInfo()),
        HasTemplates(PrintsByTemplates && !TM.Options.MCOptions.ShowMCInst) {}

  bool printLikeBefore(const MachineInstr &MI,
                       function_ref<unsigned(unsigned)> EncodeRegister) override {
    if (!mayUseTemplates())
      return false;
    return Templates.print(Text.Out, MI, EncodeRegister);
  }

  bool printForLater(const MachineInstr &MI, const MCInst &Inst,
                     function_ref<unsigned(unsigned)> EncodeRegister) override {
    if (!mayUseTemplates() || hasCallSite(MI.getOpcode()))
      return false;
    return Templates.add(MI, Inst, Printer, STI) && printLikeBefore(MI, EncodeRegister);
  }

  void emitDwarfFileDirective(StringRef Directive) override {
    if (!Part || !Part->addFile(Directive))
      NVPTXAsmTargetStreamer::emitDwarfFileDirective(Directive);
  }

  void prettyPrintAsm(MCInstPrinter &Printer, uint64_t Address, const MCInst &Inst,
                      const MCSubtargetInfo &STI, raw_ostream &) override {
    if (Part && hasCallSite(Inst.getOpcode()))
      printCallSite(Printer, Address, Inst, STI);
    else
      Printer.printInst(&Inst, Address, "", STI, Text.Instructions);
    Text.Instructions.flush();
  }

private:
  /// Templates go past LLVM's streamer, which prints what waits to be a comment behind an
  /// instruction.
  bool mayUseTemplates() { return HasTemplates && !getStreamer().getCommentOS().tell(); }

  /// Returns true if the text of an instruction has the number of a call site.
  static bool hasCallSite(unsigned Opcode) {
    return is_contained<unsigned>({NVPTX::Callseq_Start, NVPTX::Callseq_End, NVPTX::CALL_PROTOTYPE,
                                   NVPTX::CALL, NVPTX::CALL_conv},
                                  Opcode);
  }

  void printCallSite(MCInstPrinter &Printer, uint64_t Address, const MCInst &Inst,
                     const MCSubtargetInfo &STI) {
    SmallString<256> Printed;
    raw_svector_ostream OS(Printed);
    Printer.printInst(&Inst, Address, "", STI, OS);
    Part->addInstruction(Text.Instructions.tell(), Printed);
    Text.Instructions << Printed;
  }

  PTXText &Text;
  PartOutput *Part;
  MCInstPrinter &Printer;
  const MCSubtargetInfo &STI;
  const bool HasTemplates;
  InstructionTemplates Templates;
};

} // namespace

std::unique_ptr<MCStreamer> tensorcore::createPTXStreamer(const TargetMachine &TM,
                                                          MCContext &Context,
                                                          raw_pwrite_stream &Out,
                                                          PartOutput *Part) {
  const MCAsmInfo &AsmInfo = *TM.getMCAsmInfo();
  MCInstPrinter *Printer =
      TM.getTarget().createMCInstPrinter(TM.getTargetTriple(), AsmInfo.getAssemblerDialect(),
                                         AsmInfo, *TM.getMCInstrInfo(), *TM.getMCRegisterInfo());
  auto Owner = std::make_unique<PTXText>(Out);
  PTXText &Text = *Owner;
  std::unique_ptr<MCStreamer> Streamer(TM.getTarget().createAsmStreamer(
      Context, std::move(Owner), std::unique_ptr<MCInstPrinter>(Printer),
      /*CE=*/nullptr, /*TAB=*/nullptr));
  new PTXTargetStreamer(*Streamer, Text, Part, *Printer, TM); // which the streamer owns
  return Streamer;
}

//===- Control.td - Control flow ------------------------------*- tablegen -*-===//
//
// Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Control Flow Instructions", "Stack Manipulation Instructions" and "Miscellaneous
// Instructions", and griddepcontrol and nanosleep. All operands of a call but the function may be absent.
//
//===----------------------------------------------------------------------===//

def Uniform          : Modifier<"", ["", ".uni"]>;
defvar Label         = [SpecialOperand<"label", "Label">]<PTXOperand>;
defvar LabelsOf      = [SourceBits<"index", 32>]<PTXOperand> # [SpecialOperand<"labels", "Labels">]<PTXOperand>;
defvar CallOperands  = [SpecialOperand<"(results)">, Optional<"function">, Optional<"(arguments)">,
                        Optional<"prototype">]<PTXOperand>;
defvar Constant      = [SpecialOperand<"constant", "1">]<PTXOperand>;
defvar NumRegisters  = [SpecialOperand<"registers", "64">]<PTXOperand>;
defvar Time          = [Hint<"time">]<PTXOperand>;
defvar AllocaOperands = DA # [Optional<"alignment", "8">]<PTXOperand>;

// clang-format off
//                                               mnemonic           modifiers          operands
let Operation = OperationKind_Branch in
def PTX_BRA                     : PTXInstruction<"bra",             [Uniform],         Label>;
let Operation = OperationKind_IndexedBranch in
def PTX_BRX_IDX                 : PTXInstruction<"brx.idx",         [Uniform],         LabelsOf>;
let Operation = OperationKind_Call in
def PTX_CALL                    : PTXInstruction<"call",            [Uniform],         CallOperands>;
let Operation = OperationKind_Return in
def PTX_RET                     : PTXInstruction<"ret",             [Uniform],         NoOperands>;
let Operation = OperationKind_Exit in {
def PTX_EXIT                    : PTXInstruction<"exit",            [],                NoOperands>;
def PTX_TRAP                    : PTXInstruction<"trap",            [],                NoOperands>;
}
def PTX_BRKPT                   : PTXInstruction<"brkpt",           [],                NoOperands>;
def PTX_PMEVENT                 : PTXInstruction<"pmevent",         [],                Constant>;
def PTX_PMEVENT_MASK            : PTXInstruction<"pmevent.mask",    [],                Constant>;
def PTX_NANOSLEEP               : PTXInstruction<"nanosleep",       [U32],             Time>;
def PTX_SETMAXNREG_INC          : PTXInstruction<"setmaxnreg.inc.sync.aligned", [U32], NumRegisters>;
def PTX_SETMAXNREG_DEC          : PTXInstruction<"setmaxnreg.dec.sync.aligned", [U32], NumRegisters>;
def PTX_GRIDDEPCONTROL_LAUNCH   : PTXInstruction<"griddepcontrol.launch_dependents", [], NoOperands>;
def PTX_GRIDDEPCONTROL_WAIT     : PTXInstruction<"griddepcontrol.wait", [],            NoOperands>;
def PTX_ALLOCA                  : PTXInstruction<"alloca",          [UnsignedAddress], AllocaOperands>;
def PTX_STACKSAVE               : PTXInstruction<"stacksave",       [UnsignedAddress], D>;
def PTX_STACKRESTORE            : PTXInstruction<"stackrestore",    [UnsignedAddress], A>;
// clang-format on

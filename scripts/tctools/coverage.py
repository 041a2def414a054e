# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which functions of a program a run executes, on Linux on x86-64.

Each function gets a breakpoint in place of its first byte. When one is hit, its byte is put
back: a function stops the program once, so that a run takes little longer than without. The
program is linked without -pie, and has its symbols.
"""

import ctypes
import os
import signal

from tctools import cli, toolchain

_TRACE_ME, _CONTINUE, _GET_REGISTERS, _SET_REGISTERS = 0, 7, 12, 13
_BREAKPOINT = 0xCC  # int3


class _Registers(ctypes.Structure):
    """user_regs_struct of <sys/user.h>."""
    _fields_ = [(name, ctypes.c_ulonglong) for name in
                ("r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags "
                 "rsp ss fs_base gs_base ds es fs gs").split()]


def functions(program, nm):
    """{address: its names}."""
    result = toolchain.run([nm, "--defined-only", program])
    if result.returncode:
        raise cli.NotRun(f"{nm} failed: {toolchain.first_lines(result.stderr)}")
    found = {}
    for line in result.stdout.splitlines():
        address, kind, name = line.split(" ", 2)
        if kind in "tTwW":
            found.setdefault(int(address, 16), []).append(name)
    return found


def _ptrace(request, process, data=None):
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    if libc.ptrace(request, process, None, data) < 0:
        raise OSError(ctypes.get_errno(), "ptrace")


def _start(command):
    """A process that waits at the program's first instruction."""
    process = os.fork()
    if process == 0:
        try:
            _ptrace(_TRACE_ME, 0)
            os.execv(command[0], command)
        finally:
            os._exit(127)
    _, status = os.waitpid(process, 0)
    if not os.WIFSTOPPED(status):
        raise cli.NotRun(f"{command[0]} cannot be traced")
    return process


class _Trace:
    """A process with breakpoints at some addresses."""

    def __init__(self, process, addresses):
        self.process, self.hit = process, set()
        self.begin = min(addresses)
        self.memory = open(f"/proc/{process}/mem", "r+b", buffering=0)
        self.code = self._read(max(addresses) + 1 - self.begin)
        patched = bytearray(self.code)
        for address in addresses:
            patched[address - self.begin] = _BREAKPOINT
        self.waiting = set(addresses)
        self._write(self.begin, bytes(patched))

    def _read(self, size):
        self.memory.seek(self.begin)
        return self.memory.read(size)

    def _write(self, address, data):
        self.memory.seek(address)
        if self.memory.write(data) != len(data):
            raise OSError(f"the memory of process {self.process} cannot be written")

    def _pass(self):
        """After a breakpoint; False if it is none of ours."""
        registers = _Registers()
        _ptrace(_GET_REGISTERS, self.process, ctypes.addressof(registers))
        address = registers.rip - 1
        if address not in self.waiting:
            return False
        self.waiting.remove(address)
        self.hit.add(address)
        offset = address - self.begin
        self._write(address, self.code[offset:offset + 1])
        registers.rip = address
        _ptrace(_SET_REGISTERS, self.process, ctypes.addressof(registers))
        return True

    def run(self):
        """To the program's end; its wait status."""
        passed_on = 0
        while True:
            _ptrace(_CONTINUE, self.process, passed_on or None)
            _, status = os.waitpid(self.process, 0)
            if not os.WIFSTOPPED(status):
                self.memory.close()
                return status
            passed_on = os.WSTOPSIG(status)
            if passed_on == signal.SIGTRAP and self._pass():
                passed_on = 0


def executed(command, known):
    """The addresses of `known` (of `functions`) that a command executes."""
    command = [str(word) for word in command]
    try:
        process = _start(command)
        trace = _Trace(process, known)
        status = trace.run()
    except OSError as error:
        raise cli.NotRun(f"{command[0]} cannot be traced: {error}") from error
    if status:
        raise cli.NotRun(f"{toolchain.command_line(command)} failed")
    return trace.hit

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles calls of all llvm.nvvm.* intrinsics of LLVM 22 for old and new targets: llc must never
abort.

The operands are function arguments, so that nothing is known at compile time but what a
declaration demands: such an operand has its least value in one call and its greatest in another.
Overloaded pointers point to every address space. Each target is asked with its own PTX version and
with LLVM 22's last. Whatever a target lacks must be reported as an error of the call's function. Exit code 1 if llc aborts ("Cannot select",
a crash) or prints an `.extern` for an intrinsic.
"""

import itertools
from types import SimpleNamespace

from tctools import cli, compiler, ir, llvm_records, model, work

SHARED = ("build", "target", "jobs")
TARGETS = ("sm_30", "sm_70", "sm_80", "sm_90a", "sm_100a", "sm_101a", "sm_103f", "sm_110f", "sm_121f")
#: The PTX versions that each target is asked with; None is its own.
PTX_VERSIONS = (None, 90)
ADDRESS_SPACES = (0, 1, 3, 4, 5, 101)
#: What an overloaded operand is called with.
OVERLOADS = {"iAny": ("i32", "i32"), "fAny": ("float", "f32")}


class Signature:
    """The IR types of an intrinsic record; overloads are settled as they come."""

    def __init__(self, records, record, address_space):
        self.records, self.pointer = records, ir.pointer(address_space)
        self.overloads = []  # (IR type, suffix of the name)
        self.address_space = address_space
        self.results = tuple(self._type(t["def"]) for t in record["RetTypes"])
        self.arguments = [self._type(t["def"]) for t in record["ParamTypes"]]

    def _type(self, name):
        record = self.records[name]
        if "LLVMMatchType" in record["!superclasses"]:
            return self.overloads[record["Number"]][0]
        value = record["VT"]["def"]
        if value == "iPTRAny":
            self.overloads.append((self.pointer, f"p{self.address_space}"))
            return self.pointer
        if value in OVERLOADS:
            self.overloads.append(OVERLOADS[value])
            return OVERLOADS[value][0]
        return llvm_records.ir_type(record)


def make_call(name, records, record, address_space, takes_greatest):
    """A call of an intrinsic; None if another call is the same."""
    signature = Signature(records, record, address_space)
    if address_space and all(kind != signature.pointer for kind, _ in signature.overloads):
        return None
    immediates = llvm_records.immediates(records, record)

    def constant(index, kind):
        if kind == "metadata":
            return "!0"
        if index not in immediates:
            return None
        if kind == "i1":
            return str(takes_greatest).lower()
        least, end = immediates[index] or (24, 25)
        return str(end - 1 if takes_greatest else least)

    if takes_greatest and not immediates:
        return None
    operands = tuple((kind, constant(i, kind)) for i, kind in enumerate(signature.arguments))
    callee = name + "".join(f".{suffix}" for _, suffix in signature.overloads)
    function = f"call_{name}_p{address_space}_{takes_greatest:d}".replace(".", "_")
    return ir.Call(function, callee, signature.results, operands)


def all_calls(build_dir):
    records = llvm_records.load(build_dir)
    for name, record in llvm_records.intrinsics(records).items():
        if name.startswith("llvm.nvvm."):
            made = (make_call(name, records, record, space, takes_greatest)
                    for space in ADDRESS_SPACES for takes_greatest in (False, True))
            yield from filter(None, made)


def aborts(llc, calls, target, ptx):
    """What is wrong with llc on these calls: a list of (function, reason)."""
    module = ir.module(calls, with_kernel=False) + '!0 = !{!"name"}\n'
    result = llc.compile(module, SimpleNamespace(name=target), ptx)
    if "input module" in result.stderr or "error: <stdin>" in result.stderr:
        raise SystemExit("the module is not valid IR, so nothing was tested: "
                         f"{result.stderr[:300]}")
    reported = result.returncode == (1 if "error: " in result.stderr else 0)
    if reported and "LLVM ERROR" not in result.stderr and ".extern .func llvm" not in result.stdout:
        return []
    if len(calls) == 1:
        said = result.stderr.strip().splitlines() or ["printed as .extern"]
        return [(calls[0].function, said[0])]
    half = len(calls) // 2
    return list(itertools.chain(aborts(llc, calls[:half], target, ptx),
                                aborts(llc, calls[half:], target, ptx)))


def add_options(parser):
    parser.add_argument("--llc", help="another llc, e.g. stock llc-22 as the control")


def run(options):
    llc = compiler.Llc(options.llc) if options.llc else compiler.Llc.of_build(options.build_dir)
    calls = list(all_calls(options.build_dir))
    if not calls:
        raise cli.NotRun("no intrinsic found")
    failures = 0
    settings = list(itertools.product(options.target or TARGETS, PTX_VERSIONS))
    answers = work.each(lambda setting: aborts(llc, calls, *setting), settings, options.jobs)
    for (target, ptx), wrong in zip(settings, answers):
        failures += len(wrong)
        version = f"PTX {model.print_ptx(ptx)}" if ptx else ""
        print(f"{target:8} {version:8}{len(calls)} calls, {len(wrong)} aborts", flush=True)
        for name, reason in wrong:
            print(f"    {name}: {reason}")
    print(f"{len(calls) * len(settings)} calls of llvm.nvvm intrinsics, {failures} aborts")
    return 1 if failures else 0

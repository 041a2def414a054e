# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LLVM IR to PTX in this process, with libnvptxtc.so.

    import nvptxtc

    result = nvptxtc.compile(ir, target="sm_90a", features="+ptx80", optimize=3)
    print(result.ptx)

`ir` is LLVM IR as text or bitcode. What is wrong with it is a `nvptxtc.CompileError`, whose
`diagnostics` have the function, the source line and the sentence of each error. Calls from several
threads run at the same time.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, Optional, Sequence, Tuple, Union

from nvptxtc import _library, _sarif

__all__ = ["Call", "Cancellation", "Cancelled", "Code", "CompileError", "Diagnostic", "FatalError", "Intrinsic", "Result", "Target", "build_hash",
           "codes", "compile", "intrinsic", "library_path", "sarif", "targets", "verify", "version"]

#: LLVM IR, text or bitcode.
IR = Union[str, bytes, bytearray, memoryview, Path]


@dataclass(frozen=True)
class Call:
    """A line of a function that calls the next one, which has been inlined there."""

    file: str = ""
    line: int = 0
    column: int = 0
    function: str = ""


@dataclass(frozen=True)
class Code:
    """A code that a diagnostic can have."""

    name: str
    #: The option of its check; "" if no option turns it down.
    option: str
    #: The option's value by default.
    default: str
    means: str


@dataclass(frozen=True)
class Diagnostic:
    """What the compiler says of one place. Strings are empty, and numbers 0, where nothing is known."""

    #: "error", "warning", "remark" or "note"
    severity: str
    message: str
    #: The function in the module.
    function: str = ""
    #: The source file, by debug information; that of the IR for errors of syntax.
    file: str = ""
    line: int = 0
    column: int = 0
    #: The pass that makes a remark.
    pass_: str = ""
    #: A word that does not change with the sentence: "NVPTX-wgmma-hazards" (docs/diagnostics.md).
    code: str = ""
    #: Turns it into a warning, or off.
    option: str = ""
    #: The intrinsic whose call it is about, or PTX in inline assembly.
    intrinsic: str = ""
    statement: str = ""
    #: The target that the module is compiled for.
    target: str = ""
    #: Of what the target or the version of PTX lacks: that version, the targets that have it, the first
    #: version that has it and the last one, and the closest that the target has.
    ptx: str = ""
    needs_targets: Tuple[str, ...] = ()
    needs_ptx: str = ""
    needs_last_ptx: str = ""
    closest: str = ""
    #: If the line is in a function that has been inlined: from the outermost function to that line.
    calls: Tuple[Call, ...] = ()
    #: Of a crash: a folder with the modules, and how to compile them.
    reproducer: str = ""

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        function = f"in function {self.function}: " if self.function else ""
        return f"{place}: {self.severity}: {function}{self.message}" if place else f"{self.severity}: {function}{self.message}"


@dataclass(frozen=True)
class Result:
    """What a module has become."""

    ptx: str
    #: Warnings and remarks.
    diagnostics: Tuple[Diagnostic, ...] = ()
    #: If one was asked for.
    cubin: Optional[bytes] = None


@dataclass(frozen=True)
class Target:
    """A target that has tensor cores."""

    name: str
    #: The version of PTX that it comes with, and that is used without features: (8, 0).
    first_ptx: Tuple[int, int]


@dataclass(frozen=True)
class Intrinsic:
    """What is known of an intrinsic."""

    name: str
    #: The type in IR; None if the name alone does not say it.
    signature: Optional[str]
    #: What is true of each call, in IR's words.
    attributes: Tuple[str, ...]
    #: "memory(...)", or "" if a call may do anything.
    memory: str
    #: By operand: the values of a constant, or None if nothing bounds them.
    immediates: Mapping[int, Optional[range]]
    #: Whether the target has it; None without a target.
    legal: Optional[bool] = None
    #: Why it does not.
    reason: str = ""


class CompileError(Exception):
    """The module has errors. `diagnostics` has them, and the warnings before them."""

    def __init__(self, diagnostics: Sequence[Diagnostic]):
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(map(str, self.diagnostics)) or "the compiler gave no reason")


class Cancelled(CompileError):
    """The call's `Cancellation` has ended it."""


class FatalError(CompileError):
    """LLVM gave up, or crashed. Later calls work."""


class Cancellation:
    """Ends the calls that it is passed to, from another thread, after the pass that they are in."""

    def __init__(self) -> None:
        self._flag = _library.make_flag()

    def cancel(self) -> None:
        self._flag.value = 1


def compile(
    ir: IR,
    target: str,
    *,
    features: str = "",
    optimize: Optional[int] = None,
    codegen: Optional[int] = None,
    checks: Optional[Mapping[str, str]] = None,
    comments: bool = False,
    remarks: Optional[str] = None,
    max_registers: int = 0,
    options: Sequence[str] = (),
    name: str = "<module>",
    catch_crashes: bool = False,
    isolated: bool = False,
    modules: Sequence[IR] = (),
    libraries: Sequence[IR] = (),
    cubin: bool = False,
    ptxas: Optional[str] = None,
    cancellation: Optional[Cancellation] = None,
) -> Result:
    """Compiles a module to PTX.

    ir             LLVM IR, text or bitcode, or the Path of a file with it. Its target triple is nvptx64-nvidia-cuda, or there is none
    target         the GPU: "sm_80", "sm_90a", "sm_100f", ...
    features       llc's -mattr: "+ptx80"
    optimize       0 to 3, as `opt -O3` before llc; None: not optimized
    codegen        0 to 3, llc's -O; None: 2, as in llc
    checks         what becomes of the findings of a check: {"wgmma-hazards": "error"} is
                   -nvptx-wgmma-hazards=error (docs/checks.md)
    comments       explain tensor-core instructions in comments of the PTX
    remarks        a regular expression for the names of the passes whose remarks are wanted
    max_registers  .maxnreg of the kernels that do not have one, from 16 to 255
    options        other options of llc: ["-nvptx-fma-level=1"]
    name           the module's name in messages
    catch_crashes  make a crash of the compiler a FatalError; for that, the process has other signal
                   handlers while the call runs
    isolated       compile in a process of its own, which is kept for further calls: a crash is a
                   FatalError with a reproducer, and Ctrl-C ends the compilation at once
    modules        IR that is linked with `ir`
    libraries      IR of which what the others need is linked, such as CUDA's libdevice
    cubin          call ptxas, too
    ptxas          its path; by default, it is looked for on PATH and in /usr/local/cuda/bin
    cancellation   ends the call, with Cancelled, when its method `cancel` is called

    Raises CompileError for what is wrong with the module, FatalError where LLVM gives up, ValueError
    for wrong arguments, and OSError if there is no libnvptxtc.so. Ctrl-C ends a call of the main
    thread at once.
    """
    return _compile(
        ir, target, modules, libraries, name, checks, comments, options,
        (_library.CATCH_CRASHES if catch_crashes else 0) | (_library.CUBIN if cubin else 0)
        | (_library.ISOLATED if isolated else 0), features=features,
        optimization=optimize, codegen=codegen, max_registers=max_registers, remarks=remarks, ptxas=ptxas,
        cancellation=cancellation)


def verify(
    ir: IR,
    target: str,
    *,
    features: str = "",
    optimize: Optional[int] = None,
    checks: Optional[Mapping[str, str]] = None,
    options: Sequence[str] = (),
    name: str = "<module>",
    isolated: bool = False,
    modules: Sequence[IR] = (),
    libraries: Sequence[IR] = (),
) -> Tuple[Diagnostic, ...]:
    """Checks a module, and compiles nothing. Returns its warnings, and raises what `compile` raises,
    whose arguments are the same."""
    return _compile(
        ir, target, modules, libraries, name, checks, False, options,
        _library.VERIFY_ONLY | (_library.ISOLATED if isolated else 0), features=features,
        optimization=optimize, codegen=None, max_registers=0, remarks=None, ptxas=None, cancellation=None).diagnostics


#: What may become of the findings of a check; a check that fixes nothing has three of them.
_MODES = ("error", "warn", "off", "fix", "fix-silently")


def _compile(ir, target, modules, libraries, name, checks, comments, options, flags, **fields) -> Result:
    def encode(module: IR) -> bytes:
        if isinstance(module, Path):
            return module.read_bytes()
        if isinstance(module, str) and module.endswith((".ll", ".bc")) and "\n" not in module:
            raise ValueError(f"a module is {module!r}; expected the text of LLVM IR, or a Path: pathlib.Path({module!r})")
        if not isinstance(module, (str, bytes, bytearray, memoryview)):
            raise TypeError(f"a module is a {type(module).__name__}; expected the text or the bitcode of LLVM IR, as str or bytes, or a Path")
        return module.encode() if isinstance(module, str) else bytes(memoryview(module))

    for check, mode in (checks or {}).items():
        if mode not in _MODES:
            raise ValueError(f"checks[{check!r}] is {mode!r}; expected one of {', '.join(_MODES)}")
    llc_options = [f"-nvptx-{check}={mode}" for check, mode in (checks or {}).items()]
    if comments:
        llc_options.append("-nvptx-mma-comments")
    if isinstance(options, (str, bytes)):
        raise TypeError(f"options is {options!r}; expected a list of options, such as [{options!r}]")
    llc_options.extend(options)
    cancellation = fields.pop("cancellation")
    inputs = [(encode(ir), str(ir) if isinstance(ir, Path) and name == "<module>" else name, 0)]
    inputs += [(encode(module), f"<module {number}>", 0) for number, module in enumerate(modules, 2)]
    inputs += [(encode(module), f"<library {number}>", _library.LAZY) for number, module in enumerate(libraries, 1)]
    status, ptx, cubin, text = _library.compile(inputs, target=target, llc_options=llc_options, flags=flags,
                                                   flag=cancellation and cancellation._flag, **fields)
    diagnostics = [_read_diagnostic(entry) for entry in json.loads(text)]
    if status == _library.SUCCESS:
        return Result(ptx, tuple(diagnostics), cubin)
    if status == _library.BAD_ARGUMENTS:
        raise ValueError("; ".join(diagnostic.message for diagnostic in diagnostics))
    raise {_library.FATAL_ERROR: FatalError, _library.CANCELLED: Cancelled}.get(status, CompileError)(diagnostics)


def _read_diagnostic(entry) -> Diagnostic:
    fields = {"pass_" if key == "pass" else key: value for key, value in entry.items()}
    fields["needs_targets"] = tuple(entry.get("needs_targets", ()))
    fields["calls"] = tuple(Call(**call) for call in entry.get("calls", ()))
    return Diagnostic(**fields)


def codes() -> Tuple[Code, ...]:
    """All codes of diagnostics."""
    return tuple(Code(*row) for row in _library.codes())


def sarif(diagnostics: Sequence[Diagnostic], *, documents: Optional[str] = None) -> dict:
    """Diagnostics as a SARIF 2.1.0 log, for json.dump. `documents` is the URL of the page that explains
    the codes; by default, it is the installed one."""
    return _sarif.make_log(diagnostics, documents)


def targets() -> Tuple[Target, ...]:
    """All targets that have tensor cores."""
    return tuple(Target(name, divmod(version, 10)) for name, version in _library.targets())


def intrinsic(name: str, target: Optional[str] = None, *, features: str = "") -> Intrinsic:
    """What is known of `llvm.nvvm.…`, and whether a target has it: with `features`, such as "+ptx80", or
    with the PTX version that the target comes with. Raises LookupError for a name that means nothing, and
    ValueError for a target or features that do not exist."""
    status, facts, text = _library.intrinsic(name, target, features)
    if facts is None:
        message = "; ".join(entry["message"] for entry in json.loads(text))
        raise (ValueError if status == _library.BAD_ARGUMENTS else LookupError)(message)
    known = json.loads(facts)
    return Intrinsic(
        known["name"], known.get("signature"), tuple(known["attributes"]), known["memory"],
        {entry["operand"]: range(entry["first"], entry["last"] + 1, entry["step"]) if "first" in entry else None for entry in known["immediates"]},
        known.get("legal"), known.get("reason", ""))


def build_hash() -> str:
    """Hexadecimal digits that differ for libraries that differ: for the keys of caches."""
    return _library.load().nvptxtc_hash().decode()


def version() -> str:
    """The versions of NVPTXTensorCore, with its commit, of its LLVM, of the newest PTX ISA and of the ABI."""
    return _library.load().nvptxtc_version().decode()


def library_path() -> str:
    """The libnvptxtc.so in use."""
    return _library.load()._name

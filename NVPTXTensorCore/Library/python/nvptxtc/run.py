# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of PTX on NumPy arrays, without a GPU, with libptxemu.so.

    import numpy as np
    from nvptxtc import run

    kernel = run.Kernel(ptx, "gemm")
    C = np.zeros((64, 64), np.float32)
    kernel[(1, 1), 128](C, A, B, 64, 64, 64)

An array is an argument for a pointer. Before the kernel it is copied to the emulated device, and
afterwards back. What the emulator reports as an error is a `ReportedError`; docs/ptx-run.md lists
the checks.
"""

from __future__ import annotations

import contextlib
import ctypes
import struct
import sys
import weakref
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import (TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple,
                    Union)

from nvptxtc import _emulator
from nvptxtc._emulator import call, decode

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Check", "Kernel", "Module", "Note", "Parameter", "Place", "Report", "ReportedError", "Run",
           "Statistics", "TensorMap", "Unwritten", "checks", "library_path", "settings"]

Dim = Union[int, Sequence[int], None]


# What a run reports.


@dataclass(frozen=True)
class Place:
    """An instruction that some lanes of a warp executed. Strings are empty where nothing is known."""

    #: Of the PTX, as the module was named.
    file: str
    line: int
    column: int
    #: The line of PTX.
    text: str
    #: The file and line of the source, by `.loc`: "gemm.cu:45".
    source: str
    kernel: str
    block: Tuple[int, int, int]
    warp: int
    lanes: Tuple[int, ...]


@dataclass(frozen=True)
class Note:
    """Another place of a report, such as the other access of a race."""

    message: str
    place: Place


@dataclass(frozen=True)
class Report:
    """What a check found. str() of it has the lines that ptx-run prints."""

    #: "race"
    check: str
    #: "error" or "warning"
    severity: str
    message: str
    #: What would order or repair it.
    missing: str
    place: Place
    others: Tuple[Note, ...]
    #: How often it was found.
    count: int
    #: Of the schedule.
    seed: int
    text: str = field(repr=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Statistics:
    warp_instructions: int
    thread_instructions: int
    multiply_adds: int


@dataclass(frozen=True)
class Run:
    """What became of a launch."""

    kernel: str
    reports: Tuple[Report, ...]
    #: Of the last schedule; how many ran.
    seed: int
    schedules: int
    statistics: Statistics
    #: What the kernel printed.
    output: str

    @property
    def errors(self) -> Tuple[Report, ...]:
        return tuple(report for report in self.reports if report.severity == "error")


class ReportedError(Exception):
    """A launch with errors. `reports` has them, and `run` all that is known of the launch."""

    def __init__(self, run: Run):
        self.run = run
        self.reports = run.reports
        super().__init__("\n" + "".join(map(str, run.reports)).rstrip("\n"))


@dataclass(frozen=True)
class Check:
    name: str
    #: Unless a launch says otherwise: "error", "warning" or "off".
    severity: str
    #: It ends the run, and is always an error.
    is_fault: bool
    description: str


def checks() -> Tuple[Check, ...]:
    """The checks that there are."""
    count = ctypes.c_size_t()
    all_of_them = _emulator.load().ptxemu_checks(ctypes.byref(count))
    return tuple(Check(decode(c.name), _emulator.SEVERITIES[c.severity], bool(c.is_fault), decode(c.description))
                 for c in all_of_them[:count.value])


def library_path() -> str:
    """The libptxemu.so in use."""
    return str(_emulator.load()._name)


def _make_place(place: Any) -> Place:
    return Place(decode(place.file), place.line, place.column, decode(place.text), decode(place.source),
                 decode(place.kernel), (place.block[0], place.block[1], place.block[2]), place.warp,
                 tuple(lane for lane in range(32) if place.lanes >> lane & 1))


def _make_report(report: Any) -> Report:
    return Report(decode(report.check), _emulator.SEVERITIES[report.severity], decode(report.message),
                  decode(report.missing), _make_place(report.place),
                  tuple(Note(decode(note.message), _make_place(note.place))
                        for note in report.others[:report.num_others]),
                  report.count, report.seed, decode(report.text))


# Settings.

#: The keyword arguments of a launch, with what they are if nobody says otherwise.
_DEFAULTS: Dict[str, Any] = {
    "cluster": None, "cooperative": False, "schedules": 1, "seed": 1, "checks": {}, "all_checks": True,
    "in_order": False, "perturb_sums": False, "max_steps": 0, "threads": 1, "multiprocessors": 132,
    "raises": True, "on_run": None,
}
_settings: ContextVar[Dict[str, Any]] = ContextVar("nvptxtc.run settings", default=_DEFAULTS)


def _merge(before: Mapping[str, Any], given: Mapping[str, Any]) -> Dict[str, Any]:
    for name in given:
        if name not in _DEFAULTS:
            raise TypeError(f"a launch has no argument '{name}'; it has {', '.join(_DEFAULTS)}")
    return {**before, **given, "checks": {**before["checks"], **(given.get("checks") or {})}}


@contextlib.contextmanager
def settings(**given: Any) -> Iterator[None]:
    """Within it, launches have these keyword arguments unless they have their own.

    cluster          the blocks of a cluster: a number, or up to three
    cooperative      a cooperative launch
    schedules        tries this number of schedules, up to the first with an error; each begins with the
                     arrays as they are
    seed             chooses the (first) schedule
    checks           {"race": "off"}; also "warning" and "error"
    all_checks       False leaves out what costs time: races, fences, registers in flight, values
                     that nobody wrote
    in_order         asynchronous operations take effect as soon as they can
    perturb_sums     sums of tensor cores differ within what PTX allows
    max_steps        ends a kernel after this number of instructions of warps; 0: never
    threads          of the host, that run clusters
    multiprocessors  of the device
    raises           an error among the reports is a ReportedError; with False, the Run has it
    on_run           is called with each Run, before an error is raised
    """
    token = _settings.set(_merge(_settings.get(), given))
    try:
        yield
    finally:
        _settings.reset(token)


def _print_settings(chosen: Mapping[str, Any]) -> str:
    parts = [f"{name}={int(chosen[key])}" for name, key in (
        ("seed", "seed"), ("max-steps", "max_steps"), ("threads", "threads"),
        ("multiprocessors", "multiprocessors"), ("in-order", "in_order"), ("perturb-sums", "perturb_sums"))]
    parts.append(f"no-checks={int(not chosen['all_checks'])}")
    for name, level in chosen["checks"].items():
        if ";" in f"{name}{level}":
            raise ValueError(f"there is no check '{name}={level}'")
        parts.append(f"check={name}={level}")
    return ";".join(parts)


# Arguments.


@dataclass(frozen=True)
class Unwritten:
    """An array whose numbers do not count as written before the kernel: what it does not write, and
    what it reads before it writes it, is found out."""

    array: "np.ndarray"


@dataclass(frozen=True)
class TensorMap:
    """A tensor map over an array, as cuTensorMapEncodeTiled makes it: a parameter of 128 bytes, or,
    where the kernel has a pointer, memory with the map. Shapes are in NumPy's order, in which the
    last dimension is the one whose elements are adjacent.

    box              the elements that a copy moves, a number for each dimension
    swizzle          "32B", "64B", "128B", "128B_ATOM_32B", ...
    interleave       "16B" or "32B"
    fill             "nan": what is out of bounds; otherwise zeros
    element_strides  steps between elements in the array, a number for each dimension
    type             of the elements where NumPy does not have it: "bf16", "b4x16", ...
    """

    array: "np.ndarray"
    box: Sequence[int]
    swizzle: Optional[str] = None
    interleave: Optional[str] = None
    fill: Optional[str] = None
    element_strides: Optional[Sequence[int]] = None
    type: Optional[str] = None


#: numpy.dtype.name: the type of a map's elements. Others are integers of the size.
_MAP_TYPES = {"int32": "s32", "int64": "s64", "float16": "f16", "float32": "f32", "float64": "f64",
              "bfloat16": "bf16"}
_UNSIGNED = {1: "u8", 2: "u16", 4: "u32", 8: "u64"}
#: Types of which several elements are in a byte, or one is in a part of several bytes: bits.
_PACKED_BITS = {"b4x16": 4, "b4x16_p64": 4, "b6x16_p32": 6}
_FLOATS = {"f16": "<e", "b16": "<e", "f32": "<f", "b32": "<f", "f64": "<d", "b64": "<d"}


@dataclass(frozen=True)
class Parameter:
    """A parameter of a kernel. `type` is PTX's: "u64", "f32"; "b8" of a structure."""

    name: str
    type: str
    offset: int
    size: int
    is_array: bool


def _as_array(value: Any) -> Any:
    """The array that an argument for a pointer is; None if it is none."""
    if type(value).__module__ == "numpy" and not hasattr(value, "ctypes"):
        return None  # a scalar
    if hasattr(value, "__array_interface__") or hasattr(value, "__array__"):
        import numpy

        return numpy.asarray(value)
    return None


def _encode_scalar(value: Any, to: Parameter) -> bytes:
    """The bytes of a number, or of a structure."""
    what = f"parameter '{to.name}' (.{to.type}, {to.size} bytes)"
    if isinstance(value, (bytes, bytearray, memoryview)):
        encoded = bytes(value)
    elif type(value).__module__ == "numpy" and hasattr(value, "dtype"):
        if value.dtype.kind == "f" and to.type[0] in "us" or value.dtype.kind in "iub" and to.type[0] == "f":
            raise TypeError(f"{what} is given a {value.dtype.name}")
        encoded = value.tobytes()
    elif to.is_array:
        raise TypeError(f"{what} is a structure; expected bytes or a TensorMap, not {type(value).__name__}")
    elif isinstance(value, float) or isinstance(value, int) and to.type[0] == "f":
        if to.type not in _FLOATS:
            raise TypeError(f"{what} is given a float")
        encoded = struct.pack(_FLOATS[to.type], value)
    elif isinstance(value, int):
        bits = 8 * to.size
        if not -(1 << bits - 1) <= value < 1 << bits:
            raise OverflowError(f"{what} is given {value}")
        encoded = (value & (1 << bits) - 1).to_bytes(to.size, "little")
    else:
        raise TypeError(f"{what} is given a {type(value).__name__}; expected a number, bytes, an array or a "
                        "TensorMap")
    if len(encoded) != to.size:
        raise TypeError(f"{what} is given {len(encoded)} bytes ({type(value).__name__})")
    return encoded


@dataclass
class _Buffer:
    """Memory of the host that arrays share, and where it is on the device."""

    begin: int
    end: int
    is_read_only: bool
    is_written: bool
    name: str
    address: int = 0


class _Memory:
    """The device memory of a launch."""

    def __init__(self, module: Module):
        self._device = module._device
        self._buffers: List[_Buffer] = []
        self._others: List[int] = []

    def add(self, array: Any, name: str, is_written: bool = True) -> None:
        """Arrays that overlap, such as views of one, are one allocation."""
        if any(stride < 0 for stride in array.strides):
            raise ValueError(f"parameter '{name}' is given an array with negative strides")
        begin = int(array.__array_interface__["data"][0])
        size = 0
        if array.size:
            size = array.itemsize + sum((n - 1) * stride for n, stride in zip(array.shape, array.strides))
        new = _Buffer(begin, begin + size, not array.flags.writeable, is_written, name)
        rest = []
        for old in self._buffers:
            if size and old.begin < new.end and new.begin < old.end or old.begin == new.begin:
                new = _Buffer(min(old.begin, new.begin), max(old.end, new.end),
                              old.is_read_only and new.is_read_only, old.is_written or new.is_written, old.name)
            else:
                rest.append(old)
        self._buffers = [*rest, new]

    def _allocate(self, size: int, name: str, flags: int = 0) -> int:
        address = ctypes.c_uint64()
        call("allocate", self._device, size, name.encode(), flags, ctypes.byref(address))
        return address.value

    def copy_in(self) -> None:
        for buffer in sorted(self._buffers, key=lambda each: each.begin):
            size = buffer.end - buffer.begin
            buffer.address = self._allocate(size, f"argument '{buffer.name}'",
                                            _emulator.READ_ONLY if buffer.is_read_only else 0)
            if buffer.is_written:
                call("write", self._device, buffer.address, buffer.begin, size)

    def copy_out(self) -> None:
        for buffer in self._buffers:
            if not buffer.is_read_only:
                call("read", self._device, buffer.address, buffer.begin, buffer.end - buffer.begin)

    def free(self) -> None:
        for address in [buffer.address for buffer in self._buffers if buffer.address] + self._others:
            call("free", self._device, address)

    def find(self, array: Any) -> int:
        begin = int(array.__array_interface__["data"][0])
        buffer = next(b for b in self._buffers if b.begin <= begin <= b.end and
                      (begin < b.end or b.begin == begin))
        return buffer.address + begin - buffer.begin

    def encode_map(self, tensor_map: TensorMap) -> bytes:
        array = tensor_map.array
        kind = str(tensor_map.type or _MAP_TYPES.get(array.dtype.name) or _UNSIGNED.get(array.itemsize, ""))
        rank = array.ndim
        for given in (tensor_map.box, tensor_map.element_strides or tensor_map.box):
            if len(given) != rank or rank not in range(1, 6):
                raise ValueError(f"a tensor map over an array of {rank} dimensions; expected 1 to 5, and as many "
                                 "numbers in box and element_strides")
        if array.strides[-1] != array.itemsize:
            raise ValueError("a tensor map over an array whose last dimension is not contiguous")
        bits = _PACKED_BITS.get(kind, 8 * array.itemsize)
        encoded = (ctypes.c_char * _emulator.TENSOR_MAP_SIZE)()
        in_c = _emulator.TensorMap(
            size=ctypes.sizeof(_emulator.TensorMap), type=kind.encode(), rank=rank, address=self.find(array),
            swizzle=_encode(tensor_map.swizzle), interleave=_encode(tensor_map.interleave),
            fill=_encode(tensor_map.fill))
        in_c.dims[:rank] = array.shape[::-1]
        in_c.dims[0] = array.shape[-1] * array.itemsize * 8 // bits
        in_c.strides[:rank - 1] = array.strides[-2::-1] if rank > 1 else []
        in_c.box[:rank] = list(tensor_map.box)[::-1]
        if tensor_map.element_strides:
            in_c.element_strides[:rank] = list(tensor_map.element_strides)[::-1]
        call("encode_tensor_map", ctypes.byref(in_c), encoded)
        return bytes(encoded)

    def place(self, contents: bytes, name: str) -> int:
        """Bytes in memory of their own."""
        address = self._allocate(len(contents), name)
        self._others.append(address)
        call("write", self._device, address, contents, len(contents))
        return address


def _encode(text: Optional[str]) -> Optional[bytes]:
    return None if text is None else text.encode()


def _array_of(value: Any) -> Any:
    return value.array if isinstance(value, (TensorMap, Unwritten)) else _as_array(value)


# Modules and kernels.


class Module:
    """A text of PTX, loaded on a device of its own. Its variables keep their values from launch to
    launch."""

    def __init__(self, ptx: Union[str, bytes, Path, Any], *, file: Optional[str] = None):
        """`ptx` is text, the path of a file, or what nvptxtc.compile returned; `file` is what reports
        call it."""
        if isinstance(ptx, Path):
            file = file or str(ptx)
            ptx = ptx.read_bytes()
        ptx = getattr(ptx, "ptx", ptx)
        text = ptx.encode() if isinstance(ptx, str) else bytes(ptx)
        self._device = ctypes.c_void_p()
        call("create", ctypes.byref(self._device))
        self._finalizer = weakref.finalize(self, _emulator.load().ptxemu_destroy, self._device)
        self._handle = ctypes.c_void_p()
        call("load", self._device, text, len(text), (file or "<ptx>").encode(), ctypes.byref(self._handle))
        #: What the PTX is for: "sm_90a".
        self.target = decode(_emulator.load().ptxemu_target(self._handle))
        count = ctypes.c_size_t()
        kernels = _emulator.load().ptxemu_kernels(self._handle, ctypes.byref(count))
        #: The names of its kernels.
        self.kernels = tuple(decode(kernel.name) for kernel in kernels[:count.value])

    def __getitem__(self, name: str) -> Kernel:
        return Kernel(self, name)

    def _find(self, name: str) -> Tuple[int, int]:
        address, size = ctypes.c_uint64(), ctypes.c_size_t()
        call("find_variable", self._handle, name.encode(), ctypes.byref(address), ctypes.byref(size))
        return address.value, size.value

    def address(self, name: str) -> int:
        """The address of a variable in global or constant memory."""
        return self._find(name)[0]

    def read(self, name: str) -> bytes:
        """The bytes of a variable."""
        address, size = self._find(name)
        contents = ctypes.create_string_buffer(size)
        call("read", self._device, address, contents, size)
        return contents.raw[:size]

    def write(self, name: str, contents: Any) -> None:
        """Sets the first bytes of a variable: bytes, or an array."""
        contents = contents.tobytes() if hasattr(contents, "tobytes") else bytes(contents)
        address, size = self._find(name)
        if len(contents) > size:
            raise ValueError(f"variable '{name}' has {size} bytes, not {len(contents)}")
        call("write", self._device, address, contents, len(contents))


class Kernel:
    """A kernel. `kernel[grid, block, shared](...)` launches it: grid and block are numbers, or up to
    three; without a block it is the kernel's `.reqntid`. `shared` is dynamic shared memory in bytes."""

    def __init__(self, ptx: Union[str, bytes, Path, Module, Any], name: Optional[str] = None, *,
                 file: Optional[str] = None):
        """`name` may be left out if there is one kernel."""
        self.module = ptx if isinstance(ptx, Module) else Module(ptx, file=file)
        self._handle = ctypes.POINTER(_emulator.Kernel)()
        call("find_kernel", self.module._handle, _encode(name), ctypes.byref(self._handle))
        kernel = self._handle.contents
        self.name = decode(kernel.name)
        self.parameters = tuple(Parameter(decode(p.name), decode(p.type), p.offset, p.size, bool(p.is_array))
                                for p in kernel.parameters[:kernel.num_parameters])

    def __repr__(self) -> str:
        parameters = ", ".join(f".{p.type} {p.name}" + (f"[{p.size}]" if p.is_array else "") for p in self.parameters)
        return f"<kernel {self.name}({parameters})>"

    def __getitem__(self, shape: Any) -> Callable[..., Run]:
        grid, block, shared, *rest = (*shape, None, None) if isinstance(shape, tuple) else (shape, None, None)
        if any(each is not None for each in rest):
            raise TypeError("expected kernel[grid, block, shared]")

        def launch(*arguments: Any, **given: Any) -> Run:
            return self._launch(grid, block, shared or 0, arguments, _merge(_settings.get(), given))

        return launch

    def _pack(self, arguments: Sequence[Any], memory: _Memory) -> bytes:
        packed = bytearray(self._handle.contents.parameters_size)
        for value, to in zip(arguments, self.parameters):
            if isinstance(value, TensorMap):
                encoded = memory.encode_map(value)
                if to.size == 8 and not to.is_array:
                    encoded = memory.place(encoded, f"tensor map '{to.name}'").to_bytes(8, "little")
                encoded = _encode_scalar(encoded, to)
            elif (array := _array_of(value)) is not None:
                if to.size != 8 or to.is_array or to.type[0] == "f":
                    raise TypeError(f"parameter '{to.name}' (.{to.type}, {to.size} bytes) is no pointer; it is given "
                                    "an array")
                encoded = memory.find(array).to_bytes(8, "little")
            else:
                encoded = _encode_scalar(value, to)
            packed[to.offset:to.offset + to.size] = encoded
        return bytes(packed)

    def _launch(self, grid: Dim, block: Dim, shared: int, arguments: Sequence[Any],
                chosen: Mapping[str, Any]) -> Run:
        if len(arguments) != len(self.parameters):
            named = ", ".join(f".{to.type} {to.name}" for to in self.parameters)
            raise TypeError(f"'{self.name}' has the parameters ({named}), and is given {len(arguments)} arguments")
        memory = _Memory(self.module)
        # An argument may be something that makes an array at each question.
        arguments = [value if isinstance(value, (TensorMap, Unwritten)) or _as_array(value) is None
                     else _as_array(value) for value in arguments]
        for value, to in zip(arguments, self.parameters):
            if (array := _array_of(value)) is not None:
                memory.add(array, to.name, not isinstance(value, Unwritten))
        result = ctypes.POINTER(_emulator.Result)()
        try:
            memory.copy_in()
            packed = self._pack(arguments, memory)
            in_c = _emulator.Launch(
                size=ctypes.sizeof(_emulator.Launch), grid=_dim("grid", grid), block=_dim("block", block),
                cluster=_dim("cluster", chosen["cluster"]), shared_size=shared,
                is_cooperative=bool(chosen["cooperative"]), parameters_size=len(packed),
                schedules=chosen["schedules"], settings=_print_settings(chosen).encode(),
                parameters=ctypes.cast(ctypes.c_char_p(packed), ctypes.c_void_p))
            call("run", self._handle, ctypes.byref(in_c), ctypes.byref(result))
            memory.copy_out()
            run = _make_run(self.name, result.contents)
        finally:
            _emulator.load().ptxemu_free_result(result)
            memory.free()
        if run.output:
            sys.stdout.write(run.output)
        if chosen["on_run"]:
            chosen["on_run"](run)
        if run.errors and chosen["raises"]:
            raise ReportedError(run)
        return run


def _make_run(name: str, result: Any) -> Run:
    counts = result.statistics
    return Run(name, tuple(_make_report(report) for report in result.reports[:result.num_reports]),
               result.seed, result.schedules,
               Statistics(counts.warp_instructions, counts.thread_instructions, counts.multiply_adds),
               decode(ctypes.string_at(result.output, result.output_size)))


def _dim(name: str, given: Dim) -> Any:
    numbers = [] if given is None else list(given) if isinstance(given, (tuple, list)) else [given]
    if len(numbers) > 3 or any(not 1 <= int(number) < 1 << 32 for number in numbers):  # type: ignore[call-overload]
        raise ValueError(f"{name} is {given!r}; expected one to three numbers from 1 on")
    return (ctypes.c_uint * 3)(*map(int, numbers))  # type: ignore[call-overload]


if __name__ == "__main__":
    raise SystemExit("nvptxtc.run is for import in Python; ptx-run runs a file of PTX or a program")

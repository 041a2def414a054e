# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nvptxtc.run: how arguments become parameters, what comes back, and what is wrong with a call."""

import ctypes

import numpy as np
import pytest

from nvptxtc import run

#: Stores its second parameter in the memory of the first.
STORE = """
.version 8.0
.target sm_90
.address_size 64
.global .align 4 .u32 launches;
.visible .entry store(.param .u64 to, .param .{type} value)
{{
  .reg .{type} %v;
  .reg .b32 %n;
  .reg .b64 %p;
  ld.param.u64 %p, [to];
  ld.param.{type} %v, [value];
  st.global.{type} [%p], %v;
  ld.global.u32 %n, [launches];
  add.u32 %n, %n, 1;
  st.global.u32 [launches], %n;
  ret;
}}
"""

#: Each thread adds the number before it to its own. Without the barrier, that is a race.
SHIFT = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry shift(.param .u64 to)
.reqntid 64
{
  .reg .b32 %t, %a, %b;
  .reg .pred %p;
  .reg .b64 %to, %at;
  .shared .b32 line[65];
  .reg .b32 %line;
  ld.param.u64 %to, [to];
  mov.u32 %t, %tid.x;
  mad.wide.u32 %at, %t, 4, %to;
  ld.global.u32 %a, [%at];
  mov.u32 %line, line;
  mad.lo.u32 %line, %t, 4, %line;
  st.shared.u32 [%line+4], %a;
  setp.eq.u32 %p, %t, 0;
  @%p st.shared.u32 [%line], 0;
  bar.sync 0;
  ld.shared.u32 %b, [%line];
  add.u32 %a, %a, %b;
  st.global.u32 [%at], %a;
  ret;
}
"""
RACE = SHIFT.replace("bar.sync 0;", "")


def store(type_, value, dtype):
    to = np.zeros(1, dtype)
    run.Kernel(STORE.format(type=type_))[1, 1](to, value)
    return to[0]


@pytest.mark.parametrize("type_, value, dtype", [
    ("u32", 7, np.uint32), ("u32", -7, np.int32), ("s64", -7, np.int64), ("u64", 2**64 - 1, np.uint64),
    ("f32", 1.5, np.float32), ("f32", 3, np.float32), ("b32", 1.5, np.float32), ("f64", 1.5, np.float64),
    ("b16", 1.5, np.float16), ("u8", True, np.uint8), ("b32", np.float32(1.5), np.float32),
    ("u32", np.int32(-7), np.int32), ("u32", b"\1\0\0\0", np.uint32)])
def test_numbers(type_, value, dtype):
    expected = 1 if isinstance(value, bytes) else value
    assert store(type_, value, dtype) == np.asarray(expected).astype(dtype)


@pytest.mark.parametrize("type_, value, error", [
    ("u32", 1.5, TypeError), ("u32", 1 << 32, OverflowError), ("f32", np.float64(1), TypeError),
    ("u32", np.float32(1), TypeError), ("f32", np.int32(1), TypeError), ("u32", b"1", TypeError),
    ("u32", "1", TypeError), ("u32", None, TypeError), ("u32", np.zeros(1), TypeError)])
def test_wrong_numbers(type_, value, error):
    with pytest.raises(error, match="parameter 'value'"):
        store(type_, value, np.uint32)


def test_views_are_one_memory():
    numbers = np.zeros((4, 4), np.uint32)
    kernel = run.Kernel(STORE.format(type="u64"))
    kernel[1, 1](numbers[1, 2:], 5)
    assert numbers[1, 2] == 5 and numbers.sum() == 5
    # The address of another view of the same memory.
    pair = STORE.format(type="u64").replace("st.global.u64 [%p], %v;", "ld.global.u32 %n, [%v]; st.global.u32 [%p], %n;")
    run.Kernel(pair)[1, 1](numbers[0], numbers[1, 2:])
    assert numbers[0, 0] == 5
    with pytest.raises(ValueError, match="negative strides"):
        kernel[1, 1](numbers[::-1], 5)


def test_read_only():
    numbers = np.zeros(1, np.uint32)
    numbers.flags.writeable = False
    with pytest.raises(run.ReportedError, match="a write to argument 'to', which is constant"):
        run.Kernel(STORE.format(type="u32"))[1, 1](numbers, 5)


def test_unwritten():
    numbers = np.zeros(64, np.uint32)
    result = run.Kernel(SHIFT)[1](run.Unwritten(numbers))
    assert {report.check for report in result.reports} == {"uninitialized-global"}
    assert not run.Kernel(SHIFT)[1](numbers).reports


def test_variables_last():
    kernel = run.Kernel(STORE.format(type="u32"))
    to = np.zeros(1, np.uint32)
    for _ in range(3):
        kernel[1, 1](to, 1)
    assert kernel.module.read("launches") == (3).to_bytes(4, "little")
    kernel.module.write("launches", np.uint32(10))
    kernel[1, 1](to, 1, schedules=5)  # each begins with 10
    assert kernel.module.read("launches") == (11).to_bytes(4, "little")
    with pytest.raises(LookupError, match="no variable 'none'"):
        kernel.module.read("none")
    with pytest.raises(ValueError, match="has 4 bytes"):
        kernel.module.write("launches", bytes(5))


def test_schedules_begin_alike():
    numbers = np.arange(64, dtype=np.uint32)
    result = run.Kernel(SHIFT)[1](numbers, schedules=7, seed=3)
    assert (result.schedules, result.seed) == (7, 9)
    np.testing.assert_array_equal(numbers, [0, *range(1, 127, 2)])
    assert result.statistics.thread_instructions > 64


def test_a_report():
    numbers = np.zeros(64, np.uint32)
    with pytest.raises(run.ReportedError) as error:
        run.Kernel(RACE, file="shift.ptx")[1](numbers, schedules=20, checks={"uninitialized": "off"})
    report = error.value.reports[0]
    assert report.check == "race" and report.severity == "error" and "bar.sync" in report.missing
    assert report.place.file == "shift.ptx" and report.place.text in ("ld.shared.u32 %b, [%line];",
                                                                      "st.shared.u32 [%line+4], %a;")
    assert report.place.kernel == "shift" and report.place.block == (0, 0, 0)
    assert report.others[0].place.line != report.place.line
    assert str(report) in str(error.value) and "shift.ptx:" in str(report)


def test_settings():
    numbers = np.zeros(64, np.uint32)
    kernel = run.Kernel(RACE)
    with run.settings(checks={"uninitialized": "off"}):
        check_settings(kernel, numbers)


def check_settings(kernel, numbers):
    assert not kernel[1](numbers, checks={"race": "off"}, schedules=20).reports
    assert {r.severity for r in kernel[1](numbers, checks={"race": "warning"}, seed=1).reports} <= {"warning"}
    assert not kernel[1](numbers, all_checks=False, schedules=20).reports
    assert kernel[1](numbers, raises=False, schedules=20).errors
    with run.settings(raises=False, schedules=20):
        with run.settings(checks={"race": "off"}):
            assert not kernel[1](numbers).reports
        assert kernel[1](numbers).errors
    assert {"race", "deadlock"} <= {check.name for check in run.checks()}
    for wrong, match in (({"checks": {"rice": "off"}}, "there is no check 'rice'"),
                         ({"checks": {"race": "often"}}, "expected race=error"),
                         ({"checks": {"deadlock": "off"}}, "always an error"),
                         ({"cluster": (1, 1, 1, 1)}, "cluster is"), ({"cluster": 3}, "not a multiple of the cluster")):
        with pytest.raises(ValueError, match=match):
            kernel[1](numbers, **wrong)
    with pytest.raises(TypeError, match="a launch has no argument 'sed'"):
        kernel[1](numbers, sed=1)
    with pytest.raises(TypeError, match="has the parameters .*, and is given 2 arguments"):
        kernel[1](numbers, 1)
    with pytest.raises(ValueError, match="requires blocks of 64 x 1 x 1"):
        kernel[1, 32](numbers)


def test_what_is_no_kernel():
    with pytest.raises(ValueError, match="here.ptx: there is no .version"):
        run.Kernel("hello", file="here.ptx")
    with pytest.raises(LookupError, match="there is no kernel 'gemm'; the file has 'shift'"):
        run.Kernel(SHIFT, "gemm")
    assert run.Module(SHIFT).kernels == ("shift",) and run.Module(SHIFT)["shift"].name == "shift"
    assert repr(run.Kernel(SHIFT)) == "<kernel shift(.u64 to)>"


def test_print(capsys):
    hello = ctypes.c_char_p(b"hello\n")
    ptx = STORE.format(type="u32").replace(".visible", """
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.global .align 1 .b8 text[7] = {104, 101, 108, 108, 111, 10, 0};
.visible""").replace("  ret;", """
  { .param .b64 f; .param .b64 a; .param .b32 r; .reg .b64 %g;
    mov.u64 %g, text; cvta.global.u64 %g, %g;
    st.param.b64 [f], %g; st.param.b64 [a], 0;
    call.uni (r), vprintf, (f, a); }
  ret;""")
    result = run.Kernel(ptx)[1, 1](np.zeros(1, np.uint32), 1)
    assert result.output.encode() == hello.value and capsys.readouterr().out == result.output

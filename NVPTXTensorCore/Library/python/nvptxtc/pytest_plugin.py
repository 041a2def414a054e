# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A plug-in of pytest for tests that run kernels with nvptxtc.run.

    @pytest.mark.ptx_run(schedules=20, checks={"equal-writes": "error"})
    def test_gemm(ptx_run):
        kernel = ptx_run(Path("gemm.ptx"), "gemm")
        kernel[1, 128](C, A, B, 64, 64, 64)
        np.testing.assert_allclose(C, A @ B.T, rtol=1e-3)

What the emulator reports as an error fails the test with its lines of PTX and of the source;
warnings are a section of a failed test. The marker works with and without the fixture.
"""

from __future__ import annotations

import linecache
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

import pytest

from nvptxtc import run

_RUNS = pytest.StashKey[List[run.Run]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("nvptxtc", "kernels of PTX")
    group.addoption("--ptx-schedules", type=int, metavar="N", help="try N schedules of each launch")
    group.addoption("--ptx-seed", type=int, metavar="N", help="begin with schedule N")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "ptx_run(schedules=, seed=, checks={...}, ...): the settings of kernels that a test runs, as "
        "those of nvptxtc.run.settings")


def _settings_of(item: pytest.Item) -> Dict[str, Any]:
    """The command line's, and those of the markers: the nearest one counts."""
    chosen: Dict[str, Any] = {name: value for name in ("schedules", "seed")
                              if (value := item.config.getoption(f"--ptx-{name}")) is not None}
    for marker in reversed(list(item.iter_markers("ptx_run"))):
        checks = {**chosen.get("checks", {}), **marker.kwargs.get("checks", {})}
        chosen.update(marker.kwargs, checks=checks)
    return chosen


def _runs_of(item: pytest.Item) -> List[run.Run]:
    """The launches of a test so far."""
    if _RUNS not in item.stash:
        runs: List[run.Run] = []
        item.stash[_RUNS] = runs
    return item.stash[_RUNS]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    runs = _runs_of(item)
    with run.settings(on_run=runs.append, **_settings_of(item)):
        yield


def _explain(report: run.Report) -> str:
    """The report, with the line of the source after the place of each instruction."""
    text = str(report)
    for place in (report.place, *(note.place for note in report.others)):
        file, _, line = place.source.rpartition(":")
        code = linecache.getline(file, int(line)).strip() if file and line.isdigit() else ""
        if code:
            text = text.replace(f"  from {place.source}\n", f"  from {place.source}: {code}\n")
    return text


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    if call.when != "call":
        return
    raised = call.excinfo and call.excinfo.value
    if isinstance(raised, run.ReportedError):
        place = next((str(entry.path) + f":{entry.lineno + 1}" for entry in reversed(call.excinfo.traceback)  # type: ignore[union-attr]
                      if Path(entry.path) == Path(item.path)), str(item.path))
        report.longrepr = f"{place}: ReportedError\n" + "".join(map(_explain, raised.reports))
    others = [each for one in _runs_of(item) for each in one.reports
              if not (isinstance(raised, run.ReportedError) and one is raised.run)]
    if others:
        report.sections.append(("Reports of kernels", "".join(map(_explain, others))))


class Kernels:
    """Makes kernels, and has what they report."""

    def __init__(self, runs: List[run.Run]):
        #: The launches of this test.
        self.runs = runs

    def __call__(self, ptx: Any, name: Optional[str] = None, *, file: Optional[str] = None) -> run.Kernel:
        """As nvptxtc.run.Kernel."""
        return run.Kernel(ptx, name, file=file)

    @property
    def reports(self) -> Tuple[run.Report, ...]:
        """What the launches of this test have reported so far."""
        return tuple(report for one in self.runs for report in one.reports)


@pytest.fixture
def ptx_run(request: pytest.FixtureRequest) -> Kernels:
    """Makes kernels: ptx_run(ptx, "name") is a nvptxtc.run.Kernel. `ptx_run.reports` has what the
    launches of the test reported."""
    return Kernels(_runs_of(request.node))

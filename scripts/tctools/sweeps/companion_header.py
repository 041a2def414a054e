# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles each function of the headers of companions for each target that supports it.

test/CUDA/Inputs/companion_calls.cu calls the functions with types and options, `generate
companion-calls` those of intrinsics. clang compiles for what it knows, our llc for the target, at
-O0 and -O3; ptxas, where it is and knows the target, must take the result, and no call may be left
in it. The PTX version is the newest that ptxas has, and then the newest of all. First, each function
that the headers declare must be in the calls. Exit code 1 if anything is wrong.
"""

import re
import tempfile
from pathlib import Path

from tctools import cli, judge, model, toolchain, work
from tctools.generate import companion_header

SHARED = ("build", "target", "jobs")
_CALLS = toolchain.REPO_ROOT / "test" / "CUDA" / "Inputs" / "companion_calls.cu"
_HEADERS = ("mbarrier", "sync", "tma", "convert")
_FLAGS = (*toolchain.DEVICE_ONLY, "-std=c++17", "-Wall", "-Wextra", "-Wno-unused-parameter",
          "-Werror", "--cuda-feature=+ptx83", "-emit-llvm", "-S")
_DETAIL = re.compile(r"namespace detail \{.*?\n\} // namespace detail", re.DOTALL)
_FUNCTION = re.compile(r"NVPTX_TENSORCORE_DEVICE[\w\s<>:,]*?\b([a-z]\w*)\(")
_REPLACE = re.compile(r"^NVPTX_TENSORCORE_REPLACE\w*\((\w+)", re.MULTILINE)


def uncalled():
    """Public functions that the calls lack."""
    calls = _CALLS.read_text(encoding="utf-8")
    for name in _HEADERS:
        header = toolchain.REPO_ROOT / "NVPTXTensorCore" / "CUDA" / f"nvptx_tensorcore_{name}.h"
        text = _DETAIL.sub("", header.read_text(encoding="utf-8"))
        names = {*_FUNCTION.findall(text),
                 *(f"tensormap_replace_{f}" for f in _REPLACE.findall(text))}
        for function in sorted(names - {"tensormap_replace_"}):
            if not re.search(rf"\b{function}\b", calls):
                yield f"{header.name}: {function} is not called in {_CALLS.name}"


def definitions(target, ptx):
    """What the calls are told of a target."""
    is_architecture = target.suffix == "a" and target.number in (100, 103)
    return [f"-DSM={target.number}", f"-DPTX={ptx}", *(["-DFAMILY"] if target.suffix else []),
            *([f"-DARCHITECTURE={target.number}"] if is_architecture else [])]


class Sweep:
    def __init__(self, build_dir, tables, folder):
        self.clang, self.llc = (toolchain.built_tool(name, build_dir)
                                for name in ("clang++", "llc"))
        self.tables, self.folder = tables, Path(folder)
        self.headers = toolchain.headers_of(build_dir)
        ptxas = toolchain.find_ptxas()
        self.ptxas = ptxas and judge.PtxasJudge(ptxas)
        self.judged_ptx = judge.newest_ptx(tables, self.ptxas)

    def jobs(self, targets):
        """(target, level, what is compiled, PTX version)."""
        for target in targets:
            judged = max(self.judged_ptx, target.minimum_ptx)
            settings = [(0, judged), (3, judged)]
            if judged != self.tables.newest_ptx:
                settings.append((3, self.tables.newest_ptx))
            yield from ((target, level, what, ptx) for level, ptx in settings
                        for what in ("functions", "intrinsics"))

    def _source(self, target, level, what, ptx):
        if what == "functions":
            return _CALLS
        path = self.folder / f"intrinsics_{target.name}_{level}_{ptx}.cu"
        path.write_text(companion_header.write_calls(self.tables, target, ptx), encoding="utf-8")
        return path

    def compile(self, job):
        """What is wrong with one compilation, or None."""
        target, level, what, ptx = job
        where = f"{judge.Setting(target, ptx)} -O{level} {what}"
        stem = self.folder / f"{what}_{target.name}_{level}_{ptx}"
        known = (f"sm_{min(target.number, 90)}" if target.in_llvm else
                 "sm_87" if target.number == 88 else "sm_90")
        made = toolchain.run([self.clang, *_FLAGS, "-I", self.headers, *definitions(target, ptx),
                              f"--cuda-gpu-arch={known}", f"-O{level}",
                              self._source(target, level, what, ptx), "-o", f"{stem}.ll"])
        if not made.returncode:
            made = toolchain.run([self.llc, f"-O{level}", f"-mcpu={target.name}",
                                  f"-mattr=+ptx{ptx}", "-nvptx-repeated-copies=off",
                                  f"{stem}.ll", "-o", f"{stem}.ptx"])
        if made.returncode or made.stderr:
            return f"{where}: {made.stderr[:500]}"
        text = Path(f"{stem}.ptx").read_text(encoding="utf-8")
        if re.search(r"^\s*\.extern|llvm[._]nvvm", text, re.MULTILINE):
            return f"{where}: an intrinsic is left"
        if self.ptxas and ptx <= self.judged_ptx:
            architecture = target.ptxas_architecture.replace("compute", "sm")
            made = toolchain.run([self.ptxas.ptxas, "-arch", architecture, f"{stem}.ptx", "-o",
                                  f"{stem}.cubin"])
        return f"{where}: {made.stderr[:500]}" if made.returncode else None


def run(options):
    tables = model.load(options.build_dir)
    targets = tables.targets_named(options.target)
    with tempfile.TemporaryDirectory() as folder:
        sweep = Sweep(options.build_dir, tables, folder)
        jobs = list(sweep.jobs(targets))
        wrong = [*uncalled(), *filter(None, work.each(sweep.compile, jobs, options.jobs))]
    code = cli.report(wrong)
    ptxas = sweep.ptxas and f"ptxas {toolchain.ptxas_version(sweep.ptxas.ptxas)}"
    print(f"{len(targets)} targets, {len(jobs)} compilations, {ptxas or 'no ptxas'}, "
          f"{len(wrong)} wrong")
    return code

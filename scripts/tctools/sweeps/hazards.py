# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs random programs with nearly right wgmma synchronisation (hazard_programs.py):
the compiler must report a hazard if and only if ptx-run does.

The compiler judges with -nvptx-wgmma-hazards=error. With =off the same code is run, with 1, 2 and 3
trips of its loop, in several schedules. Exit code 1 if the two disagree.
"""

import collections
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tctools import cli, hazard_programs, toolchain, work
from tctools.toolchain import first_lines

SHARED = ("build", "jobs", "shard")
SECONDS = 120  # that a program may take
_TRIPS = (3, 1, 2)


@dataclass(frozen=True)
class Verdict:
    seed: int
    compiler: str  # what it says; empty: no hazard
    run: str       # what ptx-run reports; empty: nothing
    fault: str = ""


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, Path(folder)

    def compile(self, source, level, action, ptx):
        return toolchain.run([toolchain.built_tool("llc", self.options.build_dir), level,
                              "-mcpu=sm_90a", "-mattr=+ptx80", f"-nvptx-wgmma-hazards={action}",
                              source, "-o", ptx], timeout=SECONDS)

    def execute(self, ptx, seed):
        """What is reported, of the first number of trips with a report."""
        for trips in _TRIPS:
            result = toolchain.run([toolchain.built_tool("ptx-run", self.options.build_dir), ptx,
                                    *hazard_programs.run_options(trips), f"--seed={seed}",
                                    f"--schedules={self.options.schedules}"], timeout=SECONDS)
            if result.returncode:
                return first_lines(result.stdout + result.stderr, 1)
        return ""

    def check(self, seed):
        base = self.folder / f"hazards{seed}"
        source, ptx = base.with_suffix(".ll"), base.with_suffix(".ptx")
        source.write_text(hazard_programs.make(seed), encoding="utf-8")
        level = f"-O{seed % 2 * 2}"
        judged = self.compile(source, level, "error", ptx)
        said = [line for line in judged.stderr.splitlines() if "error:" in line]
        if judged.returncode and not said:
            return Verdict(seed, "", "", first_lines(judged.stderr))
        compiled = self.compile(source, level, "off", ptx)
        if compiled.returncode:
            return Verdict(seed, "", "", first_lines(compiled.stderr))
        verdict = Verdict(seed, said[0] if said else "", self.execute(ptx, seed))
        if bool(verdict.compiler) == bool(verdict.run):
            source.unlink()
            ptx.unlink()
        return verdict


def add_options(parser):
    parser.add_argument("--count", type=int, default=20, metavar="N",
                        help="programs (default: 20)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first program")
    parser.add_argument("--schedules", type=int, default=17, metavar="N",
                        help="number of schedules per trip count (default: 17)")
    parser.add_argument("--keep", metavar="DIR", help="keep failing programs in this folder")


def run(options):
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        seeds = options.shard.of(range(options.first, options.first + options.count))
        verdicts = list(work.each(Runner(options, folder).check, seeds, options.jobs, "programs"))
    kinds = collections.Counter((bool(v.compiler), bool(v.run)) for v in verdicts if not v.fault)
    faults = [f"{v.seed}: {v.fault}" for v in verdicts if v.fault]
    faults += [f"{v.seed}: the compiler says: {v.compiler or 'no hazard'}; ptx-run: "
               f"{v.run or 'no report'}"
               for v in verdicts if not v.fault and bool(v.compiler) != bool(v.run)]
    print(f"{len(verdicts)} programs: {kinds[True, True]} with a hazard, {kinds[False, False]} "
          f"without, {len(faults)} faults")
    return cli.finish(options, {"programs": len(verdicts), "with a hazard": kinds[True, True],
                                "without": kinds[False, False]}, faults)

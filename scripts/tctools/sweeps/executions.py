# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs by chance (programs.py), compiled in several ways and run by ptx-run: every way gives the
same result, and ptx-run reports nothing.

The ways are llc -O0 to -O3 on the program as it is, after opt -O1 to -O3, and after lists of passes
by chance; of programs without newer instructions also stock llc-19. Each way runs with a schedule of
its own. Exit code 1 if a way does not compile, another result comes out, or something is reported.
"""

import random
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tctools import cli, programs, toolchain, work
from tctools.toolchain import first_lines

SHARED = ("build", "jobs")
SECONDS = 120  # that a program may take

_PASSES = ("instcombine", "gvn", "newgvn", "early-cse<memssa>", "sroa", "mem2reg", "simplifycfg",
           "jump-threading", "correlated-propagation", "reassociate", "sink", "dse", "adce", "sccp",
           "loop-mssa(licm)", "loop(loop-rotate)", "loop(indvars)", "loop-unroll", "lcssa",
           "loop-simplify", "mergereturn", "tailcallelim", "function-attrs", "inline", "gvn-hoist",
           "gvn-sink", "mldst-motion", "speculative-execution", "separate-const-offset-from-gep",
           "slsr", "nary-reassociate", "float2int", "bdce", "instsimplify")
_OF_MODULES = ("inline", "function-attrs")


@dataclass(frozen=True)
class Way:
    """How a program is compiled."""
    name: str
    passes: str          # of opt; empty: without it
    level: str           # of llc
    is_stock: bool = False


def ways_of(seed, machine):
    chance = random.Random(seed)
    names = [chance.choice(_PASSES) for _ in range(chance.randint(2, 12))]
    # A list is of one kind of pass: those of functions go into modules' lists.
    chosen = ",".join(name if name in _OF_MODULES else f"function({name})" for name in names)
    ways = [Way("llc -O0", "", "-O0"),
            Way(f"llc -O{chance.choice((1, 2, 3))}", "", f"-O{chance.choice((1, 2, 3))}"),
            Way("opt -O1", "default<O1>", "-O1"),
            Way(f"opt -O{2 + seed % 2}", f"default<O{2 + seed % 2}>", f"-O{2 + seed % 2}"),
            Way(f"opt -passes={chosen}", chosen, f"-O{chance.randrange(4)}")]
    if machine == "ampere":
        ways.append(Way("llc-19", "", "-O2", is_stock=True))
    return ways


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, Path(folder)

    def tool(self, name):
        return toolchain.built_tool(name, self.options.build_dir)

    def compile(self, way, source, target, ptx):
        """What went wrong; empty if there is PTX."""
        given = source
        features = [f"-mcpu={target}", "-mattr=+ptx87"]
        if way.passes:
            given = ptx.with_suffix(".opt.ll")
            result = toolchain.run([self.tool("opt"), "-S", *features, f"-passes={way.passes}",
                                    source, "-o", given], timeout=SECONDS)
            if result.returncode:
                return "opt: " + first_lines(result.stderr)
        if way.is_stock:
            llc, features = "llc-19", [f"-mcpu={target}", "-mattr=+ptx83"]
        else:
            llc = self.tool("llc")
        result = toolchain.run([llc, way.level, *features, given, "-o", ptx], timeout=SECONDS)
        return "llc: " + first_lines(result.stderr) if result.returncode else ""

    def execute(self, ptx, seed):
        """(the bytes of the result, what was reported)."""
        out = ptx.with_suffix(".npy")
        result = toolchain.run([self.tool("ptx-run"), ptx, *programs.RUN, f"--seed={seed}",
                                f"--out=out={out}"], timeout=SECONDS)
        said = first_lines(result.stdout + result.stderr, 6) if result.returncode else ""
        return out.read_bytes() if out.exists() else None, said

    def check(self, seed_and_machine):
        """The faults of a program."""
        seed, machine = seed_and_machine
        base = self.folder / f"{machine}.{seed}"
        source = self.folder / f"{base.name}.ll"
        source.write_text(programs.make(seed, machine), encoding="utf-8")
        faults, expected = [], None
        for number, way in enumerate(ways_of(seed, machine)):
            ptx = self.folder / f"{base.name}.{number}.ptx"
            wrong = self.compile(way, source, programs.MACHINES[machine], ptx)
            result = None
            if not wrong:
                result, wrong = self.execute(ptx, seed + 1000 * number)
            if not wrong and expected not in (None, result):
                wrong = "another result"
            expected = expected or result
            if wrong:
                faults.append(f"{machine} {seed}, {way.name}: {wrong}")
        if not faults:
            for path in self.folder.glob(f"{base.name}.*"):
                path.unlink()
        return faults


def add_options(parser):
    parser.add_argument("--count", type=int, default=20, metavar="N",
                        help="programs of each machine (default: 20)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first program")
    parser.add_argument("--machine", choices=programs.MACHINES, action="append",
                        help="only this machine (may be repeated)")
    parser.add_argument("--keep", metavar="DIR", help="leave what is wrong here")


def run(options):
    seeds = [(seed, machine) for machine in options.machine or programs.MACHINES
             for seed in range(options.first, options.first + options.count)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        runner = Runner(options, folder)
        faults = [fault for found in work.each(runner.check, seeds, options.jobs, "programs")
                  for fault in found]
    print(f"{len(seeds)} programs, {len(faults)} faults")
    return cli.report(faults)

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles random programs (programs.py, cuda_programs.py) in several ways and runs them in
ptx-run: all results must be the same, without a report.

The ways of a program in LLVM IR are llc -O0 to -O3 on the program as it is, after opt -O1 to -O3, and
after random lists of passes; of programs without newer instructions also stock llc-22. Those of a
program in CUDA C++ are clang++ -O0 to -O3, clang-22 with the plug-in, and nvcc. Where there is ptxas, it
accepts what our compilers print. Each way runs with a schedule of its own. Exit code 1 if a way does
not compile, another result comes out, or something is reported.
"""

import random
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tctools import cli, cuda_programs, programs, toolchain, work
from tctools.toolchain import first_lines

SHARED = ("build", "jobs", "shard")
SECONDS = 120  # that a program may take
CUDA_TARGET = "sm_80"
MACHINES = (*programs.MACHINES, "cuda")

_PASSES = ("instcombine", "gvn", "newgvn", "early-cse<memssa>", "sroa", "mem2reg", "simplifycfg",
           "jump-threading", "correlated-propagation", "reassociate", "sink", "dse", "adce", "sccp",
           "loop-mssa(licm)", "loop(loop-rotate)", "loop(indvars)", "loop-unroll", "lcssa",
           "loop-simplify", "mergereturn", "tailcallelim", "function-attrs", "inline", "gvn-hoist",
           "gvn-sink", "mldst-motion", "speculative-execution", "separate-const-offset-from-gep",
           "slsr", "nary-reassociate", "float2int", "bdce", "instsimplify")
_OF_MODULES = ("inline", "function-attrs")


@dataclass(frozen=True)
class Way:
    """How a program is compiled: the commands that make PTX of it. {source}, {optimized} and {ptx} are
    files."""
    name: str
    commands: tuple
    is_ours: bool = True
    checks: tuple = ()  # options of ptx-run


# A register of which a half is undefined counts as undefined; nvcc makes pairs of such.
_OF_NVCC = ("--check=uninitialized=off",)


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, Path(folder)
        self.ptxas, self.cuda = toolchain.find_ptxas(), toolchain.find_cuda()
        self.nvcc = shutil.which("nvcc", path=f"{self.cuda}/bin") if self.cuda else None
        self.clang22 = shutil.which("clang++-22")

    def tool(self, name):
        return toolchain.built_tool(name, self.options.build_dir)

    def ways_of_ir(self, seed, machine):
        rng = random.Random(seed)
        names = [rng.choice(_PASSES) for _ in range(rng.randint(2, 12))]
        # A list is of one kind of pass: those of functions go into modules' lists.
        chosen = ",".join(name if name in _OF_MODULES else f"function({name})" for name in names)
        features = [f"-mcpu={programs.MACHINES[machine]}", "-mattr=+ptx87"]

        def ours(level, passes=""):
            llc = [self.tool("llc"), level, *features, "-o", "{ptx}"]
            if not passes:
                return Way(f"llc {level}", ([*llc, "{source}"],))
            opt = [self.tool("opt"), "-S", *features, f"-passes={passes}", "{source}", "-o", "{optimized}"]
            return Way(f"opt -passes='{passes}', llc {level}", (opt, [*llc, "{optimized}"]))

        yield ours("-O0")
        yield ours(f"-O{rng.choice((1, 2, 3))}")
        yield ours("-O1", "default<O1>")
        yield ours(f"-O{2 + seed % 2}", f"default<O{2 + seed % 2}>")
        yield ours(f"-O{rng.randrange(4)}", chosen)
        if machine == "ampere":
            yield Way("llc-22", (["llc-22", "-O2", features[0], "-mattr=+ptx83", "{source}", "-o", "{ptx}"],),
                      is_ours=False)

    def ways_of_cuda(self, seed):
        if self.nvcc:
            yield Way("nvcc", ([self.nvcc, "-ptx", f"-arch={CUDA_TARGET}", "-std=c++17", "-w",
                                *cuda_programs.FLAGS["nvcc"], "{source}", "-o", "{ptx}"],), False, _OF_NVCC)
        flags = [f"--cuda-path={self.cuda}", f"--cuda-gpu-arch={CUDA_TARGET}", "-std=c++17", "-w",
                 "--cuda-device-only", "-S", *cuda_programs.FLAGS["clang"], "{source}", "-o", "{ptx}"]
        for level in range(4):
            yield Way(f"clang++ -O{level}", ([self.tool("clang++"), f"-O{level}", *flags],))
        plugin = self.options.build_dir / "lib" / "libNVPTXTensorCore.so"
        if self.clang22 and plugin.exists():
            level = seed % 4
            yield Way(f"clang++-22 -O{level} with the plug-in",
                      ([self.clang22, f"-fplugin={plugin}", f"-O{level}",
                        # As our clang++ has them.
                        "-fno-strict-aliasing", "-fno-strict-return", "-fno-finite-loops",
                        "-isystem", self.cuda / "include" / "cccl", *flags],))

    def compile(self, way, source, ptx, target):
        """What went wrong; empty if there is PTX."""
        files = {"{source}": source, "{optimized}": ptx.with_suffix(".opt.ll"), "{ptx}": ptx}
        for command in way.commands:
            command = [files.get(argument, argument) for argument in command]
            result = toolchain.run(command, timeout=SECONDS)
            if result.returncode:
                return f"{Path(command[0]).name}: {first_lines(result.stderr)}"
        if self.ptxas and way.is_ours:
            result = toolchain.assemble(self.ptxas, ptx, target, flags=["-O0"])
            return "" if result.accepted else f"ptxas: {first_lines(result.output)}"
        return ""

    def execute(self, way, arguments, ptx, seed):
        """(the bytes of the result, what was reported)."""
        out = ptx.with_suffix(".npy")
        result = toolchain.run([self.tool("ptx-run"), ptx, *arguments, *way.checks, f"--seed={seed}",
                                f"--out=out={out}"], timeout=SECONDS)
        said = first_lines(result.stdout + result.stderr, 6) if result.returncode else ""
        return out.read_bytes() if out.exists() else None, said

    def check(self, seed_and_machine):
        """The faults of a program."""
        seed, machine = seed_and_machine
        base = self.folder / f"{machine}.{seed}"
        if machine == "cuda":
            text, suffix, ways = cuda_programs.make(seed), ".cu", self.ways_of_cuda(seed)
            target, arguments = CUDA_TARGET, cuda_programs.RUN
        else:
            text, suffix, ways = programs.make(seed, machine), ".ll", self.ways_of_ir(seed, machine)
            target, arguments = programs.MACHINES[machine], programs.RUN
        source = self.folder / (base.name + suffix)
        source.write_text(text, encoding="utf-8")
        faults, expected = [], None
        for number, way in enumerate(ways):
            ptx = self.folder / f"{base.name}.{number}.ptx"
            wrong = self.compile(way, source, ptx, target)
            result = None
            if not wrong:
                result, wrong = self.execute(way, arguments, ptx, seed + 1000 * number)
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
                        help="number of programs for each machine (default: 20)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first program")
    parser.add_argument("--machine", choices=MACHINES, action="append",
                        help="only this machine, or the programs in CUDA C++ (may be repeated)")
    parser.add_argument("--keep", metavar="DIR", help="keep failing programs in this folder")


def run(options):
    has_cuda = toolchain.find_cuda() is not None
    if not has_cuda and options.machine and "cuda" in options.machine:
        raise cli.NotRun("programs in CUDA C++ need CUDA's headers, and none were found")
    machines = options.machine or (MACHINES if has_cuda else programs.MACHINES)
    seeds = options.shard.of((seed, machine) for machine in machines
                             for seed in range(options.first, options.first + options.count))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        runner = Runner(options, folder)
        faults = [fault for found in work.each(runner.check, seeds, options.jobs, "programs")
                  for fault in found]
    print(f"{len(seeds)} programs, {len(faults)} faults")
    return cli.finish(options, {"programs": len(seeds)}, faults)

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Example programs with one synchronisation wrong (mutants.py), run by ptx-run: each mutant is
reported, or has a wrong result, in one of so many schedules.

A program names in a comment what it is run with here, small enough for many runs:

  // Emulation: --m 128 --n 256 --k 128 --repeat 1

A mutant survives if the program ends with 0 in all schedules. test/Emulator/Inputs/survivors.txt
lists those that may, each with the reason why it is harmless. Exit code 1 if another one survives;
2 without a CUDA SDK.
"""

import collections
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tctools import cli, examples, mutants, toolchain, work
from tctools.toolchain import first_lines

SHARED = ("build", "jobs")
SURVIVORS = toolchain.REPO_ROOT / "test" / "Emulator" / "Inputs" / "survivors.txt"
SECONDS = 300  # that all schedules of a mutant may take
MAX_STEPS = 30_000_000  # of a kernel; a mutant that never ends is found

_LAUNCHED = re.compile(r"^(\S+): \d+ instructions of threads", re.MULTILINE)
_ENTRY = re.compile(r"\.entry\s+([\w$]+)")
_ERROR = re.compile(r": error: (.*)")
#: What else names an instruction: by its first word.
_SYNONYMS = {"mbarrier": ("mbarrier",), "barrier": ("barrier.cluster", "barrier of the"),
             "bar": ("barrier of the block", "bar.warp.sync")}
_MISSING = re.compile(r"missing: (.*)")


@dataclass
class Program:
    source: Path
    target: str
    options: list
    binary: Path
    ptx: str
    kernels: set  # that it launches


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, Path(folder)
        # Few multiprocessors, so that persistent kernels loop.
        self.ptx_run = [toolchain.built_tool("ptx-run", options.build_dir), "--multiprocessors=2"]

    def build(self, source):
        """The program, with the PTX that it loads; ends the sweep if it does not run right."""
        cuda = toolchain.find_cuda()
        if not cuda:
            raise cli.NotRun("there is no CUDA SDK")
        target, binary = examples.target_of(source), self.folder / source.stem
        saved = self.folder / f"{source.stem}.ptx"
        result = toolchain.run([
            toolchain.built_tool("clang++", self.options.build_dir), f"--cuda-gpu-arch={target}",
            "-O3", "-std=c++17", source, "-o", binary, f"-L{cuda / 'lib64'}", "-lcudart", "-ldl"])
        if result.returncode:
            raise cli.NotRun(f"{source.name} does not compile: {first_lines(result.stderr)}")
        options = examples.emulation_options(source)
        result = toolchain.run([*self.ptx_run, f"--save-ptx={saved}", "--statistics", "--", binary,
                                *options], timeout=SECONDS)
        if result.returncode:
            raise SystemExit(f"{source.name} itself: "
                             + first_lines(result.stdout + result.stderr, 20))
        [ptx] = saved.glob("*.ptx")
        return Program(source, target, options, binary, ptx.read_text(encoding="utf-8"),
                       set(_LAUNCHED.findall(result.stdout + result.stderr)))

    def judge(self, program, mutant):
        """("reported", what is missing), ("wrong", what it says) or ("survived", "")."""
        with tempfile.NamedTemporaryFile("w", suffix=".ptx", dir=self.folder) as file:
            file.write(mutants.apply(program.ptx, mutant))
            file.flush()
            result = toolchain.run([
                *self.ptx_run, f"--replace-ptx={file.name}", f"--schedules={self.options.schedules}",
                f"--max-steps={MAX_STEPS}", "--", program.binary, *program.options],
                timeout=SECONDS)
        output = result.stdout + result.stderr
        if result.returncode == 0:
            return "survived", ""
        if re.search(r": (?:error|warning): ", output):
            return "reported", output
        return "wrong", first_lines(output, 2)


def kernel_of(program, mutant):
    return (_ENTRY.findall(program.ptx[:mutant.begin]) or [""])[-1]


def spell(program, mutant):
    """A line that stays the same when other parts of the program change."""
    before = program.ptx[:mutant.begin]
    number = sum(other.span()[0] < mutant.begin
                 for other in re.finditer(re.escape(mutant.instruction) + r"\b", before))
    return (f"{program.source.stem} {kernel_of(program, mutant)} {mutant.what} {mutant.instruction} {number} "
            f"{mutant.detail}").strip()


def read_survivors():
    """{line: reason}"""
    if not SURVIVORS.exists():
        return {}
    lines = SURVIVORS.read_text(encoding="utf-8").splitlines()
    return dict(line.split(" # ", 1) for line in lines if " # " in line)


def is_named(mutant, output):
    """Whether the reports name what was removed, by the first words of its mnemonic."""
    said = " ".join([*_MISSING.findall(output), *_ERROR.findall(output)])
    words = mutant.instruction.split(".")
    return any(word in said for word in {".".join(words[:2]), *_SYNONYMS.get(words[0], ())})


def add_options(parser):
    parser.add_argument("--schedules", type=int, default=50, metavar="N",
                        help="schedules of a mutant (default: 50)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth mutant")
    parser.add_argument("--kind", action="append",
                        choices=("without", "weaker", "count", "phase", "field"),
                        help="only mutants of this kind (may be repeated)")
    parser.add_argument("-v", "--verbose", action="store_true", help="print every verdict")
    parser.add_argument("program", nargs="*", help="only these examples")


def run(options):
    sources = [source for source in examples.programs() if examples.emulation_options(source)
               and (not options.program or source.stem in options.program)]
    known, faults, counts = read_survivors(), [], collections.Counter()
    named = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options, folder)
        for source in sources:
            program = runner.build(source)
            chosen = [mutant for mutant in mutants.mutants(program.ptx)
                      if kernel_of(program, mutant) in program.kernels
                      and (not options.kind or mutant.what in options.kind)][::options.every]
            answers = work.each(lambda mutant, program=program: runner.judge(program, mutant),
                                chosen, options.jobs, source.stem)
            for mutant, (verdict, said) in zip(chosen, answers):
                counts[verdict] += 1
                if verdict == "survived" and spell(program, mutant) not in known:
                    faults.append(f"survives: {spell(program, mutant)}")
                if verdict == "reported" and mutant.what == "without":
                    named[is_named(mutant, said)] += 1
                if options.verbose:
                    print(verdict, spell(program, mutant), "|",
                          "; ".join([*_MISSING.findall(said), *_ERROR.findall(said)])[:300],
                          flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    if named:
        print(f"the missing instruction is named in {named[True]} of {sum(named.values())} reports")
    return cli.report(faults)

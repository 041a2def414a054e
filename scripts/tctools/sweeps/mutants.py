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

_MISSING = re.compile(r"missing: (.*)")


@dataclass
class Program:
    source: Path
    target: str
    options: list
    binary: Path
    ptx: Path


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, Path(folder)
        self.ptx_run = toolchain.built_tool("ptx-run", options.build_dir)

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
        result = toolchain.run([self.ptx_run, f"--save-ptx={saved}", "--", binary, *options],
                               timeout=SECONDS)
        if result.returncode:
            raise SystemExit(f"{source.name} itself: "
                             + first_lines(result.stdout + result.stderr, 20))
        [ptx] = saved.glob("*.ptx")
        return Program(source, target, options, binary, ptx)

    def judge(self, program, mutant):
        """("reported", what is missing), ("wrong", what it says) or ("survived", "")."""
        with tempfile.NamedTemporaryFile("w", suffix=".ptx", dir=self.folder) as file:
            file.write(mutants.apply(program.ptx.read_text(encoding="utf-8"), mutant))
            file.flush()
            result = toolchain.run([
                self.ptx_run, f"--replace-ptx={file.name}", f"--schedules={self.options.schedules}",
                f"--max-steps={MAX_STEPS}", "--", program.binary, *program.options],
                timeout=SECONDS)
        output = result.stdout + result.stderr
        if result.returncode == 0:
            return "survived", ""
        if re.search(r": (?:error|warning): ", output):
            return "reported", "; ".join(_MISSING.findall(output)) or first_lines(output, 2)
        return "wrong", first_lines(output, 2)


def spell(program, mutant, text):
    """A line that stays the same when other parts of the program change."""
    before = text[:mutant.begin]
    kernel = re.findall(r"\.entry\s+([\w$]+)", before)[-1:] or ["?"]
    number = sum(other.span()[0] < mutant.begin
                 for other in re.finditer(re.escape(mutant.instruction) + r"\b", before))
    return (f"{program.source.stem} {kernel[0]} {mutant.what} {mutant.instruction} {number} "
            f"{mutant.detail}").strip()


def read_survivors():
    """{line: reason}"""
    if not SURVIVORS.exists():
        return {}
    lines = SURVIVORS.read_text(encoding="utf-8").splitlines()
    return dict(line.split(" # ", 1) for line in lines if " # " in line)


def is_named(mutant, missing):
    """Whether the report names what was removed: the first words of its mnemonic."""
    words = mutant.instruction.split(".")
    return ".".join(words[:2]) in missing or words[0] in missing


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
            text = program.ptx.read_text(encoding="utf-8")
            chosen = [mutant for mutant in mutants.mutants(text)
                      if not options.kind or mutant.what in options.kind][::options.every]
            answers = work.each(lambda mutant, program=program: runner.judge(program, mutant),
                                chosen, options.jobs, source.stem)
            for mutant, (verdict, said) in zip(chosen, answers):
                counts[verdict] += 1
                if verdict == "survived" and spell(program, mutant, text) not in known:
                    faults.append(f"survives: {spell(program, mutant, text)}")
                if verdict == "reported" and mutant.what == "without":
                    named[is_named(mutant, said)] += 1
                if options.verbose:
                    print(verdict, spell(program, mutant, text), "|", said, flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    if named:
        print(f"the missing instruction is named in {named[True]} of {sum(named.values())} reports")
    return cli.report(faults)

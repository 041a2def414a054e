# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs examples with one synchronisation error (mutants.py) in ptx-run: each must be reported or
have a wrong result in one of several schedules.

Kernels run as their DEMO-RUN lines say (demo.py), programs as each of their lines

  // Emulation: --m 128 --n 256 --k 128 --repeat 1

says: large enough that every buffer is used again, small enough for many runs. A mutant survives if
the run ends with 0 in all schedules. test/Emulator/Inputs/survivors.txt lists those that may
(survivors.py). Exit code 1 if another one survives, or if a line lists what is no mutant; 2 if
something does not compile. Without a CUDA SDK the programs are left out.
"""

import collections
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tctools import cli, demo, examples, mutants, toolchain, work
from tctools.sweeps import survivors
from tctools.toolchain import first_lines

SHARED = ("build", "jobs", "shard")
SECONDS = 600  # that all schedules of a mutant may take
MAX_STEPS = 30_000_000  # of a kernel; a mutant that never ends is found

_WARNINGS = re.compile(r"^(\S+) +warning ", re.MULTILINE)
_LAUNCHED = re.compile(r"^(\S+): \d+ instructions of threads", re.MULTILINE)
_REPORT = re.compile(r": (?:error|warning): ")
#: What names what is missing: what would fix it, and the sentences of errors.
_SAID = re.compile(r"(?:missing|: error|: warning): (.*)")


@dataclass
class Subject:
    """An example, and how it runs."""
    name: str
    ptx: str
    kernels: set  # that it launches
    commands: list  # each of a file of PTX and options of ptx-run


class Runner:
    def __init__(self, options, folder):
        self.options, self.folder = options, Path(folder)
        self.tools = demo.Tools(toolchain.built_tool("llc", options.build_dir),
                                toolchain.built_tool("clang++", options.build_dir))
        ptx_run = toolchain.built_tool("ptx-run", options.build_dir)
        checks = toolchain.run([ptx_run, "--list-checks"]).stdout
        # Few multiprocessors, so that persistent kernels loop. Warnings are errors: the first one
        # ends the run.
        self.ptx_run = [ptx_run, "--multiprocessors=2",
                        *(f"--check={name}=error" for name in _WARNINGS.findall(checks))]

    def _must(self, name, command):
        """What a command says; ends the sweep if it fails."""
        result = toolchain.run(command, timeout=SECONDS)
        if result.returncode:
            raise cli.NotRun(f"{name} itself: {first_lines(result.stdout + result.stderr, 20)}")
        return result.stdout + result.stderr

    def kernels(self, example):
        """The kernels of a file in LLVM IR or CUDA without a host program, each with its runs."""
        file = self.folder / f"{example.name}.ptx"
        self._must(example.source.name, demo.compile_command(example, self.tools, file))
        ptx = file.read_text(encoding="utf-8")
        subjects = {}
        for arguments in example.runs:
            def command(ptx, *options, arguments=arguments):
                return [*self.ptx_run, ptx, *arguments, *options]
            self._must(example.source.name, command(file))
            launched = frozenset(examples.entries(arguments) or mutants.kernels(ptx))
            subject = Subject(example.source.name, ptx, launched, [])
            subjects.setdefault(launched, subject).commands.append(command)
        yield from subjects.values()

    def programs(self, source, cuda):
        """A program with each of its options."""
        binary = self.folder / source.stem
        self._must(source.name, [
            self.tools.clang, f"--cuda-gpu-arch={examples.target_of(source)}", "-O3", "-std=c++17",
            source, "-o", binary, f"-L{cuda / 'lib64'}", "-lcudart", "-ldl"])
        for number, arguments in enumerate(examples.emulation_options(source)):
            saved = self.folder / f"{source.stem}.{number}"
            said = self._must(source.name, [*self.ptx_run, f"--save-ptx={saved}", "--statistics",
                                            "--", binary, *arguments])
            [file] = saved.glob("*.ptx")
            yield Subject(source.name, file.read_text(encoding="utf-8"),
                          set(_LAUNCHED.findall(said)),
                          [lambda ptx, *options, arguments=arguments: [
                              *self.ptx_run, f"--replace-ptx={ptx}", *options, "--", binary,
                              *arguments]])

    def judge(self, subject, mutant):
        """("reported", what is said), ("wrong", what the program says), ("survived", "") or
        ("too slow", ""), which is survived as far as it went.
        """
        with tempfile.NamedTemporaryFile("w", suffix=".ptx", dir=self.folder) as file:
            file.write(mutants.apply(subject.ptx, mutant))
            file.flush()
            for command in subject.commands:
                answer = self._judge_run(command(
                    file.name, f"--schedules={self.options.schedules}", f"--max-steps={MAX_STEPS}"))
                if answer[0] != "survived":
                    return answer
        return answer

    @staticmethod
    def _judge_run(command):
        result = toolchain.run(command, timeout=SECONDS)
        output = result.stdout + result.stderr
        if _REPORT.search(output):
            return "reported", "; ".join(_SAID.findall(output))
        if result.returncode == 0:
            return "survived", ""
        if result.returncode == toolchain.NOT_ENDED:
            return "too slow", ""
        return "wrong", first_lines(output, 2)


def find_subjects(options, runner):
    def is_chosen(source):
        return not options.example or {source.name, source.stem} & set(options.example)
    taken = set()  # one target of each file
    for example in examples.find_demos([]):
        if example.runs and example.source not in taken and is_chosen(example.source):
            taken.add(example.source)
            yield from runner.kernels(example)
    cuda = toolchain.find_cuda()
    for source in examples.programs() if cuda else ():
        if examples.emulation_options(source) and is_chosen(source):
            yield from runner.programs(source, cuda)


def add_options(parser):
    parser.add_argument("--schedules", type=int, default=50, metavar="N",
                        help="number of schedules per mutant (default: 50)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth mutant")
    parser.add_argument("--kind", action="append",
                        choices=("without", "weaker", "count", "phase", "field"),
                        help="only mutants of this kind (may be repeated)")
    parser.add_argument("--unlisted", action="store_true",
                        help="only mutants that are not listed as harmless")
    parser.add_argument("-v", "--verbose", action="store_true", help="print every verdict")
    parser.add_argument("example", nargs="*", help="only these examples")


def run(options):
    known, faults = survivors.read(), []
    counts, named = collections.Counter(), collections.Counter()
    there = collections.defaultdict(list)  # all mutants of an example, whatever was chosen
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options, folder)
        for subject in find_subjects(options, runner):
            every = [mutant for mutant in mutants.mutants(subject.ptx)
                     if mutant.kernel in subject.kernels]
            there[subject.name] += every
            chosen = options.shard.of([
                mutant for mutant in every
                if (not options.kind or mutant.what in options.kind)
                and not (options.unlisted and known.has(subject.name, mutant))][::options.every])
            answers = work.each(lambda mutant, subject=subject: runner.judge(subject, mutant),
                                chosen, options.jobs, subject.name)
            for mutant, (verdict, said) in zip(chosen, answers):
                counts[verdict] += 1
                if verdict in ("survived", "too slow") and not known.has(subject.name, mutant):
                    faults.append(f"{verdict}: {subject.name} {mutant.to_text()} ({mutant.kernel})")
                if verdict == "reported" and mutant.what == "without":
                    named[mutants.is_named(mutant, said)] += 1
                if options.verbose:
                    print(verdict, subject.name, mutant.kernel, mutant.to_text(), "|", said[:300],
                          flush=True)
    for name, every in there.items() if options.shard.is_first else ():
        faults += known.unused(name, every)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    if named:
        print(f"the missing instruction is named in {named[True]} of {sum(named.values())} reports")
    return cli.finish(options, {**counts, "named": named[True], "not named": named[False]}, faults)

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the fuzzers and runs each for some time; the exit code is 1 if one finds an error.

The script builds them in build-fuzz, with coverage, AddressSanitizer and UBSan (clang++-22). With
--replay, it uses the fuzzers of an existing build folder, without these, to read the known inputs.

It reduces failing inputs and writes them to test/fuzz/corpus, except for those that also crash
stock LLVM 22. See docs/fuzzing.md.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tctools import fuzz_seeds
from tctools.toolchain import REPO_ROOT
from tctools.toolchain import run as run_tool

CORPUS = REPO_ROOT / "test" / "fuzz" / "corpus"
TARGETS = sorted(fuzz_seeds.SEEDS)
#: Inputs that are text, in lines.
IS_TEXT = {"explain": True, "ir": True, "mir": True, "ptx": True, "run": True,
           "codec": False}
#: No input may take longer, in seconds.
TIME_LIMIT = 60
#: Seconds to make an input small.
MINIMIZING = 120
#: Inputs up to this size are printed, for logs of machines whose files are gone.
SHOWN_SIZE = 4000
STOCK_LLC = "/usr/lib/llvm-22/bin/llc"
VALGRIND = ("valgrind", "-q", "--error-exitcode=99")
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
               "UBSAN_OPTIONS": "print_stacktrace=1",
               "ASAN_SYMBOLIZER_PATH": "/usr/lib/llvm-22/bin/llvm-symbolizer",
               "LLVM_SYMBOLIZER_PATH": "/usr/lib/llvm-22/bin/llvm-symbolizer"}


@dataclass
class Finding:
    target: str
    signature: str
    data: bytes
    output: str


@dataclass
class Fuzzer:
    target: str
    build_dir: Path
    replay: bool

    @property
    def program(self):
        return self.build_dir / "test" / "fuzz" / f"{self.target}-fuzzer"

    @property
    def folder(self):
        return self.build_dir / "fuzz" / self.target

    def prepare(self):
        """The folders of its inputs, seeds written."""
        seeds, corpus, crashes = (self.folder / name for name in ("seeds", "corpus", "crashes"))
        for folder in (corpus, crashes):
            folder.mkdir(parents=True, exist_ok=True)
        fuzz_seeds.write_seeds(self.target, seeds)
        kept = CORPUS / self.target
        return [] if self.replay else [corpus], [folder for folder in (kept, seeds)
                                                 if folder.exists()]

    def fuzz(self, seconds):
        """Runs until the time is over; returns the number of executions and what failed."""
        writable, readable = self.prepare()
        end, executions, failures = time.monotonic() + seconds, 0, set()
        while (left := int(end - time.monotonic())) > 0:
            command = [self.program, "-runs=0" if self.replay else f"-max_total_time={left}",
                       f"-timeout={TIME_LIMIT}", f"-max_len={fuzz_seeds.MAX_SIZE}",
                       "-rss_limit_mb=4096", "-len_control=0", "-print_final_stats=1",
                       "-close_fd_mask=3", "-reload=0",
                       f"-artifact_prefix={self.folder}/crashes/", *writable, *readable]
            result = run_tool(command, timeout=left + 10 * TIME_LIMIT, env=ENVIRONMENT)
            executions += sum(int(count)
                              for count in re.findall(r"number_of_executed_units: (\d+)",
                                                      result.stderr))
            written = [Path(path)
                       for path in re.findall(r"Test unit written to (\S+)", result.stderr)]
            failed = {path for path in written if not path.name.startswith("slow-unit")}
            if result.returncode and not failed:
                sys.exit(f"fuzz: {self.target}-fuzzer fails without an input:\n"
                         f"{result.stderr[-3000:]}")
            failures |= failed
            if self.replay and not failed:
                break
            self.drop(failed, [*writable, self.folder / "seeds"])
        return executions, sorted(failures)

    @staticmethod
    def drop(failed, folders):
        """Takes inputs that fail out of folders: they would end each further run."""
        contents = {path.read_bytes() for path in failed}
        for folder in folders:
            for path in folder.iterdir() if contents else ():
                if path.read_bytes() in contents:
                    path.unlink()

    def reproduce(self, data, limit=TIME_LIMIT):
        """What the fuzzer says of an input; empty if it has nothing against it."""
        path = self.folder / "reproduced"
        path.write_bytes(data)
        result = run_tool([self.program, f"-timeout={limit}", "-rss_limit_mb=4096", path],
                          timeout=3 * limit, env=ENVIRONMENT)
        return result.stderr + result.stdout if result.returncode else ""


def sign(output):
    """What two reports of one fault have in common: its kind, and the place in our code."""
    kinds = [r"fatal error: (.*)", r"runtime error: (.*)", r"ERROR: AddressSanitizer: (\S+)",
             r"ERROR: libFuzzer: (.*)"]
    kind = next((found[1] for kind in kinds if (found := re.search(kind, output))), "failure")
    kind = re.sub(r"0x[0-9a-f]+|\d+", "N", kind)
    frames = re.findall(r"#\d+ 0x\w+ in (.*?) "
                        r"(\S*(?:NVPTXTensorCore|nvptx-target)/\S+?\.(?:cpp|h))", output)
    return " ".join([kind[:120], *(name.split("(")[0] for name, _ in frames[:2])])


def is_stocks_own(fuzzer, data, output):
    """Whether LLVM fails without us: no function of ours is near, and its llc fails, too.

    Stock llc ends with a fatal error where ours reports one, so that its failure alone says little.
    """
    text = data.decode(errors="replace")
    if fuzzer.target == "mir":  # stock llc does not know our opcodes, and a replay has no stack
        return not fuzzer.replay and not re.search(
            r"#\d+ 0x\w+ .*(tensorcore::(?!fuzz::)|NVPTXTensorCore/)"
            r"(?!TensorCoreTargetMachine|CodeGen/TensorCoreTargetMachine)", output)
    if fuzzer.target != "ir" or re.search(r"#[0-3] 0x\w+ in .*tensorcore::(?!fuzz::)", output):
        return False
    request = re.sub(r"sm_(?![78]|90)\w+", "sm_90a", text.split("\n")[0])  # what stock llc knows
    words = request.split()
    cpu = next((word for word in words if word.startswith("sm_")), "sm_90a")
    command = [STOCK_LLC, "-mtriple=nvptx64-nvidia-cuda", f"-mcpu={cpu}",
               "-O0" if "O0" in words else "-O2", "-verify-machineinstrs", "-o", os.devnull, "-"]
    return dies(command, text, TIME_LIMIT) or bool(
        not fuzzer.replay and shutil.which("valgrind")) and dies(
            [*VALGRIND, *command], text, 10 * TIME_LIMIT)


def dies(command, text, limit):
    """Whether llc ends otherwise than with a result or an error in as many seconds, or, under
    valgrind, reads what it has freed."""
    result = run_tool(command, timeout=limit, input=text)
    return result.returncode < 0 or result.returncode > 1 or "LLVM ERROR" in result.stderr


def minimize(fuzzer, data, signature):
    """A text with as few lines as show the same fault."""
    if not IS_TEXT[fuzzer.target] or "timeout" in signature or "out-of-memory" in signature:
        return data
    end, lines = time.monotonic() + MINIMIZING, data.split(b"\n")
    size = max(1, len(lines) // 2)
    while size and time.monotonic() < end:
        at = 0
        while at < len(lines) and time.monotonic() < end:
            fewer = lines[:at] + lines[at + size:]
            if fewer and sign(fuzzer.reproduce(b"\n".join(fewer), 10)) == signature:
                lines = fewer
            else:
                at += size
        size //= 2
    return b"\n".join(lines)


def triage(fuzzer, failures, known):
    """The findings among failures that nobody knows, each once and small."""
    for path in failures:
        data = path.read_bytes()
        output = fuzzer.reproduce(data)
        if not output:
            print(f"{fuzzer.target}: {path.name} does not fail again", flush=True)
            continue
        signature = sign(output)
        if signature in known:
            continue
        if is_stocks_own(fuzzer, data, output):
            print(f"{fuzzer.target}: {path.name}: stock LLVM fails, too: {signature}", flush=True)
            continue
        known.add(signature)
        yield Finding(fuzzer.target, signature, minimize(fuzzer, data, signature), output)


def report(finding):
    folder = CORPUS / finding.target
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / hashlib.sha256(finding.data).hexdigest()[:12]
    path.write_bytes(finding.data)
    path.with_suffix(".log").write_text(finding.output, encoding="utf-8")
    print(f"{finding.target}: FOUND {finding.signature}\n  input {path}", flush=True)
    if len(finding.data) < SHOWN_SIZE:
        print(finding.data.decode(errors="backslashreplace"), flush=True)


def build(build_dir):
    commands = [["cmake", "-G", "Ninja", "-S", REPO_ROOT, "-B", build_dir,
                 "-DCMAKE_CXX_COMPILER=clang++-22", "-DCMAKE_C_COMPILER=clang-22",
                 "-DNVPTX_TC_FUZZ=ON", "-DNVPTX_TC_SANITIZE=ON"],
                ["ninja", "-C", build_dir, "fuzzers"]]
    for command in commands:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, check=False)
        if result.returncode:
            sys.exit(f"{result.stdout}fuzz: {command[0]} could not build the fuzzers. They need the "
                     "Debian packages clang-22 and libclang-rt-22-dev (scripts/bootstrap).")


def add_options(parser):
    add = parser.add_argument
    add("target", nargs="*", default=TARGETS,
        help=f"one or more of {', '.join(TARGETS)} (default: all)")
    add("--seconds", type=int, default=60, help="how long to run each target (%(default)s)")
    add("--build-dir", type=lambda p: Path(p).absolute())
    add("--replay", action="store_true",
        help="read only the known inputs, with the fuzzers of the build folder")


def run(options):
    if unknown := set(options.target) - set(TARGETS):
        options.error(f"no such target: {', '.join(sorted(unknown))}; "
                      f"there are {', '.join(TARGETS)}")
    default = REPO_ROOT / ("build" if options.replay else "build-fuzz")
    build_dir = options.build_dir or default
    if not options.replay:
        build(build_dir)
    found = 0
    for target in options.target:
        fuzzer = Fuzzer(target, build_dir, options.replay)
        started, known = time.monotonic(), set()
        executions, failures = fuzzer.fuzz(options.seconds)
        print(f"{target}: {executions} executions in {time.monotonic() - started:.0f} s, "
              f"{len(failures)} failures", flush=True)
        for finding in triage(fuzzer, failures, known):
            report(finding)
            found += 1
    print(f"{found} found")
    return 1 if found else 0

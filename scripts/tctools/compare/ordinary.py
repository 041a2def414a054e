# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares our llc with stock llc-22 on LLVM's own tests and on random modules: both must print the
same PTX.

Each llc of the RUN lines of LLVM's NVPTX tests runs in both, on the same input with the same
options, and once more at -O0 and at -O3; so do random modules of ordinary IR, half of them
llvm-stress's, at all levels for several targets. What one of them refuses and the other does not
counts as a difference, too. Exit code 1 if anything differs that is not deliberate, or if there was
nothing to compare.
"""

import difflib
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tctools import cli, toolchain, work
from tctools.program_writer import ProgramWriter

SHARED = ("build", "jobs")
TARGETS = ("sm_60", "sm_70", "sm_80", "sm_90a", "sm_100a", "sm_120")
LEVELS = ("-O0", "-O1", "-O2", "-O3")
#: Inputs with these differ: why.
DELIBERATE = {
    r"@mypred": "LLVM prints a true i1 in memory as -1",
    r"@kernel_func_clusterxyz": "sm_80 has no clusters, which is an error here",
    r"atomicrmw": "LLVM drops the order and the scope",
    r"<\d+ x i(?!8>|16>|32>|64>)\d+>": "LLVM's parameters are smaller than what is stored to them",
    r"@\.str1": "no name in PTX begins with a dot",
    r"@llvm\.nvvm\.st\.bulk\.shared\.cta": "LLVM prints a symbol where ptxas wants a register",
}
#: So do random modules.
FLOAT_TO_BIT = re.compile(r"fpto[us]i .* to (<\d+ x )?i1\b")
#: Lines of a difference that are shown.
SHOWN_LINES = 12
#: llc in a test: runs both, writes down how they differ, and does what ours does.
STUB = """#!{python}
import sys
sys.path.insert(0, {scripts!r})
from tctools.compare import ordinary
sys.exit(ordinary.run_in_test({ours!r}, {stock!r}, {store!r}, sys.argv[1:]))
"""


def differences(ours, stock):
    """Lines that say how two results of llc, bytes or text, differ."""
    if bool(ours.returncode) != bool(stock.returncode):
        yield f"exit code {ours.returncode}, stock {stock.returncode}"
        said = ours.stderr if ours.returncode else stock.stderr
        yield said.decode(errors="replace").strip().split("\n")[0][:300]
    elif not ours.returncode and ours.stdout != stock.stdout:
        texts = (result.stdout.decode(errors="replace").split("\n") for result in (stock, ours))
        yield from list(difflib.unified_diff(*texts, "stock", "ours", lineterm="",
                                             n=1))[:SHOWN_LINES]


#: What ours does better than LLVM is not compared.
AS_LLVM = "-nvptx-optimize-ordinary-code=0"


def execute(llc, arguments, data):
    """llc with what it prints to its file, if it does, as its output."""
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "out")
        arguments = [place if before == "-o" and argument not in ("-", os.devnull) else argument
                     for before, argument in zip(["", *arguments], arguments)]
        result = subprocess.run([llc, *arguments], input=data, capture_output=True, check=False)
        if os.path.isfile(place):
            result.stdout = Path(place).read_bytes()
    return result


def run_in_test(ours, stock, store, arguments):
    """Runs both, and the tool of the build once more for the test."""
    files = [argument for before, argument in zip(["", *arguments], arguments)
             if before != "-o" and argument[:1] != "-" and Path(argument).is_file()]
    data = b"" if files else sys.stdin.buffer.read()
    text = b"".join([*(Path(file).read_bytes() for file in files), data]).decode(errors="replace")
    if not any(re.search(pattern, text) for pattern in DELIBERATE):
        name = re.search(r"^define .*?@([\w.]+)", text, re.MULTILINE)
        for level in ([], ["-O0"], ["-O3"]):
            options = [*arguments, *level]
            found = list(differences(execute(ours, [*options, AS_LLVM], data),
                                     execute(stock, options, data)))
            function = name[1] if name else "?"
            command = f"{toolchain.command_line(['llc', *options])} of {function}"
            with tempfile.NamedTemporaryFile("w", dir=store, suffix=".json", delete=False) as file:
                json.dump([command, found], file)
    return subprocess.run([ours, *arguments], input=data, check=False).returncode


def compare_tests(options):
    """(number of commands, [(command, lines)]) of LLVM's tests."""
    build = options.build_dir
    with tempfile.TemporaryDirectory() as folder:
        copy, store = Path(folder, "build"), Path(folder, "store")
        for path in (copy / "bin", copy / "test" / "upstream", store):
            path.mkdir(parents=True)
        (copy / "bin" / "opt").symlink_to(build / "bin" / "opt")
        stub = copy / "bin" / "llc"
        stub.write_text(STUB.format(python=sys.executable, ours=str(build / "bin" / "llc"),
                                    stock=options.stock, store=str(store),
                                    scripts=str(toolchain.REPO_ROOT / "scripts")))
        stub.chmod(0o755)
        site = (build / "test" / "upstream" / "lit.site.cfg.py").read_text()
        (copy / "test" / "upstream" / "lit.site.cfg.py").write_text(
            site.replace(str(build), str(copy)))
        subprocess.run([Path(options.build_dir) / "bin" / "llvm-lit", "-q", f"-j{options.jobs}",
                        f"--filter={options.filter}", copy / "test" / "upstream"],
                       stdout=subprocess.DEVNULL, check=False)
        results = [json.loads(path.read_text()) for path in sorted(store.iterdir())]
    return len(results), [(command, found) for command, found in results if found]


class _Program(ProgramWriter):
    """A kernel of arithmetic, memory and control flow. It has no atomics: their order and scope
    are corrected here."""

    def matrix_work(self):
        return [self.floats, self.vector, self.shared, self.wide]

    def floats(self):
        kind = self.rng.choice(("float", "double", "half", "<2 x half>", "<2 x float>"))
        size = {"double": "i64", "<2 x float>": "i64", "half": "i16"}.get(kind, "i32")
        numbers = []
        for _ in range(3):
            word = self.pick()
            if size != "i32":
                how = "zext" if size == "i64" else "trunc"
                word = self.value(f"{how} i32 {word} to {size}")
            numbers.append(self.value(f"bitcast {size} {word} to {kind}"))
        for _ in range(self.rng.randint(1, 4)):
            operation = self.rng.choice(("fadd", "fmul", "fsub", "fdiv contract",
                                            "fadd contract"))
            numbers.append(self.value(f"{operation} {kind} {numbers[-1]}, "
                                      f"{self.rng.choice(numbers)}"))
        word = self.value(f"bitcast {kind} {numbers[-1]} to {size}")
        if size != "i32":
            how = "trunc" if size == "i64" else "sext"
            word = self.value(f"{how} {size} {word} to i32")
        self.put(word)

    def place(self, space, base, scale):
        index = self.value(f"and i32 {self.pick()}, 63")
        return (f"ptr addrspace({space}) " + self.value(
            f"getelementptr [{scale} x i8], ptr addrspace({space}) {base}, i32 {index}"))

    def vector(self):
        kind = self.rng.choice(("<4 x i32>", "<4 x float>", "<2 x i64>", "<8 x half>"))
        loaded = self.value(f"load {kind}, {self.place(1, '%in', 16)}")
        operation = "fadd" if "float" in kind or "half" in kind else "mul"
        result = self.value(f"{operation} {kind} {loaded}, {loaded}")
        self.do(f"store {kind} {result}, {self.place(1, '%out', 16)}")

    def shared(self):
        self.do(f"store i32 {self.pick()}, {self.place(3, '@shared', 4)}")
        self.call("void", "barrier.cta.sync.aligned.all", "i32 0")
        self.put(self.value(f"load i32, {self.place(3, '@shared', 4)}"))

    def wide(self):
        a, b = (self.value(f"sext i32 {self.pick()} to i64") for _ in range(2))
        operation = self.rng.choice(("mul", "add", "sdiv", "urem", "ashr"))
        word = self.value(f"{operation} i64 {a}, {b}")
        self.put(self.value(f"trunc i64 {word} to i32"))

    def text(self):
        self.do("%tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
        for index in range(4):
            place = self.value(f"getelementptr i32, ptr addrspace(1) %in, i32 {index}")
            self.state.append(self.value(f"load i32, ptr addrspace(1) {place}"))
        self.work(2, True)
        self.work(1, True)
        for index, word in enumerate(self.state):
            place = self.value(f"getelementptr i32, ptr addrspace(1) %out, i32 {index}")
            self.do(f"store i32 {word}, ptr addrspace(1) {place}")
        return "\n".join([
            'target triple = "nvptx64-nvidia-cuda"',
            "@shared = internal addrspace(3) global [4096 x i8] undef, align 16",
            "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
            "declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)",
            "declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)",
            "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)", *self.functions,
            "define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {",
            *self.lines, "  ret void", "}", ""])


def random_command(seed, stress):
    """(what it is, options of llc, a module)"""
    rng = random.Random(seed)
    target, level = rng.choice(TARGETS), rng.choice(LEVELS)
    if seed % 2:
        made = toolchain.run([stress, f"-seed={seed}", f"-size={rng.choice((30, 100, 300))}"])
        text, source = made.stdout, "llvm-stress"
    else:
        text, source = _Program(rng).text(), "program"
    options = ["-mtriple=nvptx64-nvidia-cuda", f"-mcpu={target}", level]
    return f"{source} {seed}: llc {' '.join(options)}", options, text


def compare_random(options, stress):
    """(number of modules, how many both compile, [(command, lines)]) of random modules."""
    ours, both = str(options.build_dir / "bin" / "llc"), []

    def ask(command):
        what, arguments, text = command
        mine, stock = (execute(llc, [*arguments, *more], text.encode())
                       for llc, more in ((ours, [AS_LLVM]), (options.stock, [])))
        both.append(not mine.returncode and not stock.returncode)
        return what, list(differences(mine, stock))

    commands = (random_command(seed, stress) for seed in itertools.count(options.seed))
    chosen = itertools.islice((c for c in commands if not FLOAT_TO_BIT.search(c[2])), options.random)
    answers = list(work.each(ask, list(chosen), options.jobs, "modules"))
    return len(answers), sum(both), [(what, found) for what, found in answers if found]


def add_options(parser):
    add = parser.add_argument
    add("--stock", default=shutil.which("llc-22") or "llc-22", help="stock llc of LLVM 22")
    add("--random", type=int, default=1000, metavar="N", help="number of random modules")
    add("--seed", type=int, default=1)
    add("--filter", metavar="REGEX", default=".", help="only LLVM's tests whose names match")


def run(options):
    stress = shutil.which("llvm-stress-22") or "llvm-stress"
    missing = [tool for tool in (options.stock, stress) if not shutil.which(tool)]
    if missing:
        raise cli.NotRun(f"there is no {' and no '.join(missing)}")
    commands, changed = compare_tests(options)
    modules, compiled, different = compare_random(options, stress)
    for what, lines in [*changed, *different]:
        print(what, *lines, sep="\n  ")
    print(f"{commands} commands of LLVM's tests, {len(changed)} differ; {modules} random modules, "
          f"{compiled} of them compiled by both, {len(different)} differ")
    return 1 if changed or different or not commands + compiled else 0

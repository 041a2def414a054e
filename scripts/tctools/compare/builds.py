# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares two builds of the compiler: both must print the same.

    scripts/compare builds record DIR    what every command of the tests, and 10,000 random calls, give
    scripts/compare builds check DIR     the same commands by the build as it is now

`record` runs the tests with tools that write down each command: its options, the contents of its
input files, its exit code, and what it printed and wrote. That includes the commands of the sweeps
and examples that the tests run. Then come modules of random calls of all intrinsics, on random
targets: half of them legal, half with random immediates. A command that prints something else the
second time is dropped.

`check` needs DIR alone. It prints the commands with another result and where that differs; exit
code 1 if there are some.
"""

import difflib
import hashlib
import json
import os
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from tctools import ir, model, toolchain, work

SHARED = ("build", "jobs")
TOOLS = ("llc", "opt", "clang++", "mma-explain")
#: What prints times, or another text each time.
UNSTABLE = ("-time-passes", "-stats", "-ftime-report", "-print-changed")
#: Folders of tests, in the build folder. That of the unit tests keeps lit from the real one.
SUITES = ("test", "test/unit", "test/upstream")
CALLS_PER_MODULE = 20
#: Lines of a difference that are shown.
SHOWN_LINES = 12
STUB = """#!/usr/bin/env python3
import sys
sys.path.insert(0, {scripts!r})
from tctools.compare import builds
sys.exit(builds.record_command(builds.Store({store!r}), {tool!r}, sys.argv[1:]))
"""


class Store:
    """The folder of a recording: `commands/` and the contents that they name, `contents/`."""

    def __init__(self, folder):
        self.folder = Path(folder).absolute()

    def put(self, data):
        """Keeps some bytes; returns their name."""
        name = hashlib.sha256(data).hexdigest()[:32]
        path = self.folder / "contents" / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(zlib.compress(data, 1))
            os.replace(file.name, path)
        return name

    def get(self, name):
        return zlib.decompress((self.folder / "contents" / name).read_bytes())

    def path_of(self, command):
        key = json.dumps([command[part] for part in ("tool", "arguments", "inputs", "stdin")])
        return self.folder / "commands" / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"

    def add(self, command):
        path = self.path_of(command)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(command))

    def commands(self):
        return [json.loads(path.read_text())
                for path in sorted((self.folder / "commands").iterdir())]


def neutral(data, names):
    """Output without the paths of this run."""
    for path, name in names:
        data = data.replace(os.fsencode(path), name.encode())
    return data


def execute(tool, arguments, stdin, output, names, **options):
    """(what a command gives, with neutral paths; the process)"""
    result = subprocess.run([tool, *arguments], input=stdin, capture_output=True, check=False,
                            **options)
    written = Path(output).read_bytes() if output and Path(output).is_file() else b""
    texts = {"stdout": result.stdout, "stderr": result.stderr, "written": written}
    return {"status": result.returncode,
            **{part: neutral(text, names) for part, text in texts.items()}}, result


def record_command(store, tool, arguments):
    """Runs a tool in its own place, and writes down what it did."""
    recording, inputs, names, output = [], {}, [], None
    for before, argument in zip(["", *arguments], arguments):
        if before == "-o" and argument not in ("-", os.devnull):
            output = argument
            names.append((argument, "{output}"))
            recording.append("{output}")
        elif before != "-o" and not argument.startswith("-") and Path(argument).is_file():
            name = f"{{{len(inputs)}}}/{Path(argument).name}"
            inputs[name] = store.put(Path(argument).read_bytes())
            names.append((argument, name))
            recording.append(name)
        else:
            recording.append(argument)
    stdin = b"" if os.isatty(0) or inputs and "-" not in arguments else sys.stdin.buffer.read()
    build = json.loads((store.folder / "build.json").read_text())
    names.append((build["recording"], "{build}"))
    names.append((build["build"], "{build}"))
    results, process = execute(Path(build["build"]) / "bin" / tool, arguments, stdin, output, names)
    sys.stdout.buffer.write(process.stdout)
    sys.stderr.buffer.write(process.stderr)
    if not any(option in argument for option in UNSTABLE for argument in arguments):
        contents = {part: store.put(text) for part, text in results.items() if part != "status"}
        store.add({"tool": tool, "arguments": recording, "inputs": inputs,
                   "stdin": store.put(stdin), "cwd": os.getcwd(),
                   "status": results["status"], **contents})
    if process.returncode < 0:  # dies as the tool did
        sys.stdout.flush()
        signal.signal(-process.returncode, signal.SIG_DFL)
        os.kill(os.getpid(), -process.returncode)
    return process.returncode


def replay(store, build_dir, command):
    """What a recorded command gives now."""
    with tempfile.TemporaryDirectory() as folder:
        names = [(os.path.join(folder, "output"), "{output}"), (str(build_dir), "{build}")]
        for name, content in command["inputs"].items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(store.get(content))
            names.append((str(path), name))
        places = {name: path for path, name in names}
        arguments = [places.get(argument, argument) for argument in command["arguments"]]
        cwd = command["cwd"] if Path(command["cwd"]).is_dir() else folder
        return execute(build_dir / "bin" / command["tool"], arguments, store.get(command["stdin"]),
                       places["{output}"], names, cwd=cwd)[0]


def differences(store, command, results):
    """Lines that say what is not as it was."""
    if results["status"] != command["status"]:
        yield f"exit code {results['status']}, was {command['status']}"
    for part in ("stderr", "stdout", "written"):
        before, now = store.get(command[part]), results[part]
        if before != now:
            lines = difflib.unified_diff(*(text.decode(errors="replace").splitlines()
                                           for text in (before, now)), "before", part, n=0,
                                           lineterm="")
            yield from list(lines)[:SHOWN_LINES]


def replay_all(store, build_dir, jobs, every=1):
    """(how many commands, [(command, lines of differences)] of those with another result)"""
    commands = store.commands()[::every]
    answers = work.each(lambda command: list(differences(store, command,
                                                         replay(store, build_dir, command))),
                        commands, jobs, "commands")
    return len(commands), [(command, found) for command, found in zip(commands, answers) if found]


def random_module(tables, companion_calls, generator, is_legal):
    """(options of llc, a module of random calls)"""
    target = generator.choice(tables.targets)
    ptx = generator.choice(tables.versions_of(target))

    def some(candidates):
        chosen = [c for c in candidates if not is_legal or c.is_legal(target, ptx)]
        return chosen[:CALLS_PER_MODULE]

    if generator.random() < 0.5:
        calls = some(generator.sample(companion_calls, 400))
    else:
        calls = [generator.choice(list(model.calls_of([variant])))
                 for variant in some(generator.sample(tables.variants, 1000))]
    calls = {call.function: call.ir() for call in calls}
    module = ir.module(calls.values(), head=model.BUFFERS)
    if not is_legal:
        module = "".join(mutate(line, generator) for line in module.splitlines(keepends=True))
    level = generator.choice(["-O0", "-O1", "-O2", "-O3"])
    return [f"-mcpu={target.name}", f"-mattr=+ptx{ptx}", level], module


def mutate(line, generator):
    """A line in which a number may be another one."""
    words = line.split(" ")
    numbers = [i for i, word in enumerate(words) if word.rstrip(",)\n").isdigit()]
    if " call " in line and numbers and generator.random() < 0.3:
        i = generator.choice(numbers)
        words[i] = words[i].replace(words[i].rstrip(",)\n"),
                                    str(generator.choice([0, 1, 2, 3, 7, 16, 255])))
    return " ".join(words)


def record_random(llc, build_dir, seed, count, jobs):
    tables, generator = model.load(build_dir), random.Random(seed)
    calls = list(model.companion_calls(tables.forms))
    modules = [random_module(tables, calls, generator, i % 2)
               for i in range(count // CALLS_PER_MODULE)]
    list(work.each(lambda module: toolchain.run([llc, *module[0], "-o", "-", "-"], input=module[1]),
                   modules, jobs, "modules"))


def make_recording_build(build, recording, store):
    """A build folder whose tools write down what they do."""
    (recording / "bin").mkdir(parents=True)
    description = {"build": str(build), "recording": str(recording)}
    (store.folder / "build.json").write_text(json.dumps(description))
    for path in build.iterdir():
        if path.name not in ("bin", "test"):
            (recording / path.name).symlink_to(path)
    scripts = str(toolchain.REPO_ROOT / "scripts")
    for path in (build / "bin").iterdir():
        stub = recording / "bin" / path.name
        if path.name in TOOLS:
            stub.write_text(STUB.format(scripts=scripts, store=str(store.folder), tool=path.name))
            stub.chmod(0o755)
        else:
            stub.symlink_to(path)
    for name in SUITES:
        (recording / name).mkdir()
        site = (build / name / "lit.site.cfg.py").read_text()
        site = site.replace(str(build), str(recording))
        (recording / name / "lit.site.cfg.py").write_text(site)


def record(options, store):
    """Runs the tests and the random calls with tools that write down what they do."""
    build, recording = options.build_dir, store.folder / "build"
    make_recording_build(build, recording, store)
    suites = [recording / SUITES[0], recording / SUITES[2]]
    subprocess.run([options.build_dir / "bin" / "llvm-lit", "-sv", f"-j{options.jobs}", "--filter-out=fuzz|growth",
                    f"--filter={options.filter}", *suites], check=False)
    record_random(recording / "bin" / "llc", build, options.seed, options.random, options.jobs)
    total, unstable = replay_all(store, build, options.jobs)
    for command, _ in unstable:
        store.path_of(command).unlink()
    print(f"{total} commands, {len(unstable)} of them dropped")
    return 0


def check(options, store):
    total, changed = replay_all(store, options.build_dir, options.jobs, options.every)
    for command, lines in changed:
        print(shlex.join([command["tool"], *command["arguments"]]), *lines, sep="\n  ")
    print(f"{total} commands, {len(changed)} with another result")
    return 1 if changed else 0


def add_options(parser):
    add = parser.add_argument
    add("action", choices=("record", "check"))
    add("folder", metavar="DIR", help="folder of the recording, which `record` makes")
    add("--random", type=int, default=10000, metavar="N", help="number of random calls")
    add("--seed", type=int, default=1)
    add("--every", type=int, default=1, metavar="N", help="check only every Nth command")
    add("--filter", metavar="REGEX", default="", help="only tests whose names match")


def run(options):
    store = Store(options.folder)
    if options.action == "record" and store.folder.exists():
        options.error(f"{store.folder} exists")
    return (record if options.action == "record" else check)(options, store)

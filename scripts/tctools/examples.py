# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples: which are programs, and what comments in them ask for."""

import collections
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

from tctools import cli, toolchain

FOLDER = toolchain.REPO_ROOT / "examples"
EXAMPLES = FOLDER / "cuda"
LIBRARIES = ("-lcudart_static", "-ldl", "-lrt", "-pthread")

_MAIN = re.compile(r"^int main\(", re.MULTILINE)
_TARGET = re.compile(r"^// Target: (sm_\d+[af]?)$", re.MULTILINE)
_PERFORMANCE = re.compile(r"^// Performance: (.+)$", re.MULTILINE)


def _text(source):
    return source.read_text(encoding="utf-8", errors="replace")


def is_program(source):
    return bool(_MAIN.search(_text(source)))


def target_of(source):
    """What its line "// Target: sm_90a" says, or None."""
    match = _TARGET.search(_text(source))
    return match and match[1]


def performance_options(source):
    """What its lines "// Performance: --m 8192" say, a list of words each."""
    return [line.split() for line in _PERFORMANCE.findall(_text(source))]


def programs():
    return [path for path in sorted(EXAMPLES.glob("*.cu")) if is_program(path)]


_EMULATION = re.compile(r"^// Emulation: (.+)$", re.MULTILINE)


def emulation_options(source):
    """What its lines "// Emulation: --m 128" say, a list of words each."""
    return [line.split() for line in _EMULATION.findall(_text(source))]


# What scripts/demo compiles.

@dataclass
class Demo:
    """One example for one target."""
    source: Path
    target: str
    ptxas: str
    ptx: str = ""
    expect: list = field(default_factory=list)
    flags: list = field(default_factory=list)
    runs: list = field(default_factory=list)  # arguments of ptx-run, a list for each run
    number: int = 1  # among the demos of the source for the target

    @property
    def name(self):
        """A file name, without its suffix, that no other demo has."""
        source = "-".join(self.source.relative_to(FOLDER).parts)
        number = f".{self.number}" if self.number > 1 else ""
        return f"{source}.{self.target}{number}"


def entries(arguments):
    """The kernels that arguments of ptx-run name."""
    return [word for option, word in zip(arguments, arguments[1:]) if option == "--entry"]


class DemoSyntaxError(cli.NotRun):
    """A DEMO line that cannot be read."""


def parse_demo_line(source, text):
    fields = collections.defaultdict(list)
    try:
        for word in shlex.split(text):
            key, _, value = word.partition("=")
            fields[key].append(value)
    except ValueError as error:
        raise DemoSyntaxError(f"{source}: DEMO: {text}: {error}") from error
    unknown = fields.keys() - {"target", "ptx", "ptxas", "expect", "flags"}
    if unknown:
        raise DemoSyntaxError(f"{source}: DEMO: unknown field '{min(unknown)}'")
    if len(fields["target"]) != 1 or not fields["target"][0]:
        raise DemoSyntaxError(f"{source}: DEMO: exactly one target=sm_NN is needed: {text}")
    target = fields["target"][0]
    flags = [flag for value in fields["flags"] for flag in shlex.split(value)]
    return Demo(source, target, ptxas="".join(fields["ptxas"][-1:]) or target,
                ptx="".join(fields["ptx"][-1:]), expect=fields["expect"], flags=flags)


def read_demos(source):
    """The demos of one file, in the order of its DEMO lines."""
    demos, expect_all, runs = [], [], []
    for line in source.read_text(encoding="utf-8").splitlines():
        match = re.match(r"^\s*(?://|;)\s*DEMO(-EXPECT|-RUN\+?)?:\s*(.+?)\s*$", line)
        if not match:
            continue
        if match.group(1) == "-RUN":
            runs.append(match.group(2).split())
        elif match.group(1) == "-RUN+":
            if not runs:
                raise DemoSyntaxError(f"{source}: DEMO-RUN+ without a DEMO-RUN before it")
            runs[-1] += match.group(2).split()
        elif match.group(1):
            expect_all.append(match.group(2))
        else:
            demos.append(parse_demo_line(source, match.group(2)))
    targets = collections.Counter()
    for demo in demos:
        demo.expect = demo.expect + expect_all
        demo.runs = runs
        targets[demo.target] += 1
        demo.number = targets[demo.target]
    return demos


def find_demos(filters):
    sources = sorted(path for path in FOLDER.rglob("*") if path.suffix in (".cu", ".ll"))
    demos = [demo for source in sources for demo in read_demos(source)]
    if not filters:
        return demos
    return [demo for demo in demos
            if any(word in str(demo.source) or word == demo.target for word in filters)]

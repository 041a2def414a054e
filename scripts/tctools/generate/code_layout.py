# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reorders the code of a tool in build/bin by its execution, with LLVM's BOLT.

A compiler executes a tenth of its code, and that is spread over all of it. The build calls this
for each linked tool, which is replaced and needs its relocations. What the tool executes is learned
from the examples: first which functions, then, in a copy in which BOLT counts the branches of these
alone, how often each way is taken. The counts are kept in the build folder, in profiles/; where a
tool's are there, they are used, and fit what has not changed since. --renew counts anew. Where this
is not possible, e.g. because no process may trace another, the tool stays as it is.
"""

import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tctools import cli, coverage, examples, toolchain

SHARED = ("build",)

_LAYOUT = ("-reorder-blocks=ext-tsp", "-reorder-functions=cdsort", "-split-functions",
           "-split-all-cold", "-split-eh", "-inline-small-functions", "-plt=hot",
           "-no-huge-pages", "-remove-symtab", "-bolt-info=0")


def _succeed(command):
    """What a command prints."""
    result = toolchain.run(command)
    if result.returncode:
        raise cli.NotRun(f"{toolchain.command_line(command)} failed: "
                         f"{toolchain.first_lines(result.stderr[-1000:])}")
    return result.stdout


class Tool:
    """A linked tool, and LLVM's programs that work on it."""

    def __init__(self, path, llvm_tools):
        self.path, self._llvm_tools = Path(path), Path(llvm_tools)

    def llvm(self, program, *arguments):
        """What one of LLVM's programs prints."""
        return _succeed([self._llvm_tools / program, *arguments])

    def nm(self):
        return self._llvm_tools / "llvm-nm"


# What the tools are made to do.

def _demos(suffix=""):
    """An example for one target each."""
    return list({demo.source: demo for demo in examples.find_demos([])
                 if demo.source.name.endswith(suffix)}.values())


def _clang_command(tool, demo, *options):
    features = [f"--cuda-feature=+ptx{demo.ptx}"] if demo.ptx else []
    return [tool, *toolchain.DEVICE_ONLY, f"--cuda-gpu-arch={demo.target}", "-O3", *features,
            *demo.flags, "-S", *options, demo.source]


def _llc_command(tool, demo, module):
    features = [f"-mattr=+ptx{demo.ptx}"] if demo.ptx else []
    return [tool, "-O3", f"-mcpu={demo.target}", *features, module]


def _opt_command(tool, demo, module):
    return [tool, "-O3", "-S", f"-mcpu={demo.target}", module]


def _modules(folder, clang, *options):
    """(demo, IR) of the examples."""
    for demo in _demos():
        if demo.source.suffix == ".ll":
            yield demo, demo.source
            continue
        module = Path(folder) / f"{demo.name}.ll"
        _succeed([*_clang_command(clang, demo, "-emit-llvm", *options), "-o", module])
        yield demo, module


def _runs(name, folder, build_dir):
    """Functions that make a command that a tool is trained with, for the path of the tool."""
    clang = toolchain.built_tool("clang++", build_dir)
    if name == "clang++":
        return [lambda tool, demo=demo: _clang_command(tool, demo)
                for demo in _demos(".cu")]
    if name == "opt":
        made = _modules(folder, clang, "-Xclang", "-disable-llvm-passes")
        return [lambda tool, pair=pair: _opt_command(tool, *pair) for pair in made]
    return [lambda tool, pair=pair: _llc_command(tool, *pair) for pair in _modules(folder, clang)]


# How often what is executed.

def _names_for_bolt(tool, runs):
    """Of the functions that are executed. BOLT numbers local ones of the same name."""
    known = coverage.functions(tool.path, tool.nm())
    executed = set()
    for run in runs:
        command = [*run(tool.path), "-o", os.devnull]
        executed |= coverage.executed(command, {address: names for address, names in known.items()
                                                if address not in executed})
    count = Counter(name for names in known.values() for name in names)
    for address in sorted(executed):
        for name in known[address]:
            yield name
            yield from (f"{name}/{number + 1}" for number in range(count[name]))


def make_profile(tool, profile, build_dir):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        runs = _runs(tool.path.name, folder, build_dir)
        # It looks for what it needs in folders next to its own.
        names, counting = folder / "functions", tool.path.with_name(f"counting-{tool.path.name}")
        names.write_text("".join(f"{name}\n" for name in _names_for_bolt(tool, runs)),
                         encoding="utf-8")
        tool.llvm("llvm-bolt", "-instrument", tool.path, "-o", counting,
                  f"-funcs-file-no-regex={names}", f"-instrumentation-file={folder}/counts",
                  "-instrumentation-file-append-pid")
        for run in runs:
            _succeed([*run(counting), "-o", os.devnull])
        counting.unlink()
        counts = sorted(folder.glob("counts*"))
        profile.parent.mkdir(exist_ok=True)
        profile.write_text(tool.llvm("merge-fdata", *counts), encoding="utf-8")


def lay_out(tool, profile, options):
    if options.renew or not profile.exists():
        make_profile(tool, profile, options.build_dir)
    ordered = tool.path.with_name(f"ordered-{tool.path.name}")
    tool.llvm("llvm-bolt", tool.path, "-o", ordered, f"-data={profile}", *_LAYOUT)
    ordered.replace(tool.path)


def add_options(parser):
    add = parser.add_argument
    add("tool", help="the tool, which is replaced")
    add("--llvm-tools", default="/usr/lib/llvm-22/bin", metavar="DIR", help="where llvm-bolt is")
    add("--renew", action="store_true", help="profile again")


def run(options):
    tool = Tool(options.tool, options.llvm_tools)
    profile = options.build_dir / "profiles" / f"{tool.path.name}.fdata"
    try:
        lay_out(tool, profile, options)
    except cli.NotRun as reason:  # it is slower, and right
        print(f"{tool.path.name} keeps the linker's order of code: {reason}", file=sys.stderr)
        tool.llvm("llvm-strip", tool.path)
    return cli.FINE

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What all programs have in common: options, the way to a sub-command, exit codes.

A command is a module with a docstring and `run(options)`. It may have `SHARED`, the names of the
shared options that it takes, and `add_options(parser)`. `run` returns an exit code: 0 on success, 1
if something differs or fails, 2 if nothing could be asked. NotRun says why that is so.
"""

import argparse
import difflib
import os
import re
import sys
from pathlib import Path

from tctools import shards, toolchain

FINE, FAULTS, NOT_RUN = 0, 1, 2


class NotRun(Exception):
    """Nothing can be asked: a tool is missing, or nothing is selected."""


class Parser(argparse.ArgumentParser):
    """Names the option or the value that is nearest to an unknown one."""

    def parse_known_args(self, args=None, namespace=None):
        namespace, others = super().parse_known_args(args, namespace)
        for other in others:  # a sub-command says it itself, as the program does not know its options
            known = [name for action in self._actions for name in action.option_strings]
            self.error(f"there is no {'option' if other.startswith('-') else 'argument'} '{other}'"
                       + _suggest(other.split("=")[0], known))
        return namespace, others

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            raise argparse.ArgumentError(
                action, f"there is no '{value}'" + (_suggest(str(value), names)
                                                    or f"; there are {', '.join(names)}"))


def _suggest(word, names):
    near = difflib.get_close_matches(word, names, 1)
    return f"; did you mean {near[0]}?" if near else ""


def _absolute(path):
    return Path(path).absolute()


def _parent(*names, **keywords):
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument(*names, **keywords)
    return parser


def _shard_parent():
    parser = _parent("--shard", type=shards.Shard.parse, default=shards.Shard(), metavar="I/N",
                     help="do only the Ith of N parts of the work")
    parser.add_argument("--json", metavar="FILE",
                        help="write the results; `scripts/sweep add` combines all shards")
    return parser


#: Options that several commands share, as argparse's parents.
_PARENTS = {
    "build": _parent("--build-dir", type=_absolute, default=toolchain.DEFAULT_BUILD_DIR,
                     metavar="DIR", help="the build folder (default: build in the checkout)"),
    "target": _parent("--target", action="append", metavar="sm_NN",
                      help="only this target (may be repeated)"),
    "jobs": _parent("-j", "--jobs", type=lambda text: max(1, int(text)), metavar="N",
                    default=len(os.sched_getaffinity(0)),
                    help="number of parallel jobs (default: one per processor)"),
    "state": _parent("--state", metavar="DIR",
                     help="keep ptxas' answers in this folder for faster runs"),
    "shard": _shard_parent(),
    "check": _parent("--check", action="store_true", help="compare instead of writing"),
}


def _set_up(parser, command):
    if hasattr(command, "add_options"):
        command.add_options(parser)
    parser.set_defaults(command=command, error=parser.error, program=parser.prog)


def _settings(command):
    return {"description": command.__doc__, "formatter_class": argparse.RawDescriptionHelpFormatter,
            "parents": [_PARENTS[name] for name in getattr(command, "SHARED", ())]}


def add_commands(parser, commands):
    """Sub-commands by name, and what each is."""
    choices = parser.add_subparsers(metavar="WHAT", required=True)
    for name, command in commands.items():
        summary = " ".join(command.__doc__.strip().split("\n\n")[0].split())
        _set_up(choices.add_parser(name, help=summary, **_settings(command)), command)


def main(description, commands):
    """A program with sub-commands; exits."""
    parser = Parser(description=description,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    add_commands(parser, commands)
    if len(sys.argv) < 2:
        parser.print_help(sys.stderr)
        sys.exit(NOT_RUN)
    _exit(parser, is_one_of_several=True)


def main_of(command):
    """A program that is one command; exits."""
    parser = Parser(**_settings(command))
    _set_up(parser, command)
    _exit(parser, is_one_of_several=False)


def _exit(parser, is_one_of_several):
    options = parser.parse_args()
    try:
        if is_one_of_several:  # a program that is one command sets up what is missing
            _require_build(options)
        sys.exit(options.command.run(options))
    except re.error as reason:
        _stop(parser, f"'{reason.pattern}' is not a regular expression: {reason.msg}")
    except NotRun as reason:
        _stop(parser, reason)


def _require_build(options):
    """Stops if the command works with a build, and its folder is not there."""
    command, folder = options.command, getattr(options, "build_dir", None)
    if "build" in getattr(command, "SHARED", ()) and not folder.is_dir():
        raise NotRun(f"there is no {folder}; scripts/bootstrap builds it, and --build-dir names another build")


def _stop(parser, reason):
    print(f"{parser.prog}: {reason}", file=sys.stderr)
    sys.exit(NOT_RUN)


def report(faults):
    """Prints faults, a line each; the exit code."""
    for fault in faults:
        print(fault)
    return FAULTS if faults else FINE


def finish(options, counts, faults):
    """The same for a run that may be a shard: counts and faults add up (tctools.shards)."""
    shards.write(options, counts, faults)
    return report(faults)


def find_ptxas():
    """ptxas, which the command cannot do without."""
    ptxas = toolchain.find_ptxas()
    if not ptxas:
        raise NotRun("there is no ptxas; install a CUDA toolkit or set CUDA_HOME")
    return ptxas


def compare_or_write(path, text, check):
    """Writes a generated file, or says whether it is up to date; the exit code."""
    if not check:
        path.write_text(text, encoding="utf-8")
        return FINE
    same = path.exists() and path.read_text(encoding="utf-8") == text
    print(f"{path.name} is {'up to' if same else 'out of'} date")
    return FINE if same else FAULTS

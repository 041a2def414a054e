# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles each function of the headers of matrix instructions for each target that supports it.

clang knows not every target, so that it makes IR for that one, and llc gets the real
target, as docs/use.md says, at -O0 and -O3, with the newest PTX version that ptxas has. Each function
has the instruction, with all modifiers, that llc prints for a call of the intrinsic with the same
immediates. ptxas parses, which makes all checks of modifiers and operands. What only later PTX
versions have is compiled, and ptxas does not judge it. Exit code 1 if anything is wrong.
"""

import re
import tempfile
from pathlib import Path

from tctools import judge, model, toolchain
from tctools.generate.cuda_header import calls as header_calls
from tctools.work import progress

SHARED = ("build",)
_LEVELS = ("-O0", "-O3")
_INSTRUCTION = re.compile(
    r"^\s*(?:@\S+ )?((?:mma|ldmatrix|stmatrix|movmatrix|wgmma\.mma_async|tcgen05)\.\S+)",
    re.MULTILINE)
_FUNCTION = re.compile(r"^\.visible \.(?:func|entry)\s*(?:\(.*?\)\s*)?(\w+)\(.*?^\}",
                       re.MULTILINE | re.DOTALL)
#: What a call that is none of an intrinsic looks like.
_LEFT = re.compile(r"^\s*call\b|\.extern", re.MULTILINE)


class Failure(Exception):
    """What a tool says."""


def _run(command, what):
    result = toolchain.run(command)
    if result.returncode:
        raise Failure(f"{what}: {(result.stderr or result.stdout).strip()[:2000]}")


def _generate_code(ir, setting, level, options):
    """The PTX file that llc makes of IR."""
    ptx = ir.with_suffix(".ptx")
    _run([toolchain.built_tool("llc", options.build_dir), level, f"-mcpu={setting.target.name}",
          f"-mattr=+ptx{setting.ptx}", ir, "-o", ptx], "llc")
    return ptx


def compile_calls(chosen, setting, level, options, folder):
    """PTX of the chosen calls for a target, and of calls of the intrinsics; Failure if a tool
    refuses."""
    stem = f"{setting.target.name}{setting.ptx}{level}"
    source, ir, direct = (folder / f"{stem}{end}" for end in (".cu", ".ll", "-direct.ll"))
    source.write_text(header_calls.write_calls(chosen), encoding="utf-8")
    _run([toolchain.built_tool("clang++", options.build_dir), *toolchain.DEVICE_ONLY,
          "--cuda-gpu-arch=sm_90a", "--cuda-feature=+ptx84", "-std=c++17", "-Wall", "-Werror", "-I",
          options.headers or toolchain.headers_of(options.build_dir), level, "-emit-llvm", "-S", source, "-o", ir], "clang")
    direct.write_text(model.module_of(call for _, call in chosen), encoding="utf-8")
    return [_generate_code(file, setting, level, options) for file in (ir, direct)]


def instructions(text):
    """The first matrix instruction of each function, with its modifiers."""
    found = {match[1]: _INSTRUCTION.search(match[0]) for match in _FUNCTION.finditer(text)}
    return {name: match[1] for name, match in found.items() if match}


def check_ptx(chosen, text, direct):
    """What functions have in place of the intrinsic's instruction, and whether a call is left."""
    found, expected = instructions(text), instructions(direct)
    wrong = [f"{found.get(name, 'no instruction')} in {name}"
             for name in (call.function for _, call in chosen)
             if name not in found or found[name] != expected.get(name)]
    return wrong, bool(_LEFT.search(text))


def fault_of(chosen, setting, level, options, folder, ptxas):
    """What is wrong with the calls at some level: a sentence, or nothing."""
    try:
        ptx, direct = compile_calls(chosen, setting, level, options, folder)
        wrong, left = check_ptx(chosen, *(path.read_text(encoding="utf-8")
                                          for path in (ptx, direct)))
        if wrong or left:
            return ", ".join(wrong[:5]) or "no instruction in a call"
        if ptxas and setting.ptx <= ptxas.newest_ptx:
            _run([ptxas.ptxas, f"-arch={setting.target.ptxas_architecture}", ptx, "-o", "/dev/null"], "ptxas")
    except Failure as failure:
        return str(failure)
    return ""


def settings_of(target, chosen, tables, ptxas):
    """(setting, calls) on a target: those that ptxas judges, and those of later PTX versions."""
    judged = max(target.minimum_ptx, judge.newest_ptx(tables, ptxas))
    first = [pair for pair in chosen if pair[1].is_legal(target, judged)]
    later = [pair for pair in chosen if pair[1].is_legal(target, tables.newest_ptx)
             and not pair[1].is_legal(target, judged)]
    return [(judge.Setting(target, ptx), calls)
            for ptx, calls in ((judged, first), (tables.newest_ptx, later)) if calls]


def add_options(parser):
    header_calls.add_selection(parser)
    parser.add_argument("--headers", type=Path, metavar="DIR",
                        help="folder of the headers (default: the build's)")
    parser.add_argument("--verbose", action="store_true", help="print a line for each target")


def run(options):
    tables, found = model.load(options.build_dir), toolchain.find_ptxas()
    ptxas = found and judge.PtxasJudge(found)
    chosen = list(header_calls.select(tables, options))
    targets = tables.targets_named(options.target and [options.target])
    settings = [pair for target in targets for pair in settings_of(target, chosen, tables, ptxas)]
    jobs = [(setting, calls, level) for setting, calls in settings for level in _LEVELS]
    wrong, compiled = 0, 0
    with tempfile.TemporaryDirectory() as folder, progress("targets", len(jobs)) as step:
        for setting, calls, level in jobs:
            fault = fault_of(calls, setting, level, options, Path(folder), ptxas)
            wrong += bool(fault)
            compiled += len(calls)
            if fault or options.verbose:
                print(f"{setting} {level}: {len(calls)} calls{': ' + fault if fault else ''}",
                      flush=True)
            step()
    judged = f"accepted by ptxas {toolchain.ptxas_version(found)}" if found else "no ptxas found"
    print(f"{len({setting.target for setting, _ in settings})} targets, {len({call.callee for _, call in chosen})} intrinsics, "
          f"{compiled} calls compiled at -O0 and -O3, {wrong} modules wrong, "
          f"{judged if not wrong else 'not all accepted'}")
    return 1 if wrong else 0

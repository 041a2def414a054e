# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares this back end with stock llc-22 in one run.

Prints matrix opcodes, sizes of the generated tables and of the plug-in, and what it costs to compile
each module of modules.py: by build/bin/llc, by stock llc-22 with the plug-in, and by stock llc-22; of a
module with many functions also by build/bin/llc -threads=2. Then what an example in CUDA C++ costs in
build/bin/clang++ and clang++-22. Ratios are ours to each of the others.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

from tctools import cli, examples, model, toolchain
from tctools.bench import modules, timing

SHARED = ("build",)
#: Tables that TableGen makes of NVPTX.td: (backend, file).
TABLES = (
    ("-gen-dag-isel", "NVPTXGenDAGISel.inc"),
    ("-gen-asm-writer", "NVPTXGenAsmWriter.inc"),
    ("-gen-instr-info", "NVPTXGenInstrInfo.inc"),
)


# Sizes

def cmake_cache(build_dir):
    entries = {}
    for line in (Path(build_dir) / "CMakeCache.txt").read_text(encoding="utf-8").splitlines():
        if match := re.match(r"(\w+):\w+=(.*)", line):
            entries[match[1]] = match[2]
    return entries


def stock_tables(build_dir, cache):
    """The tables of the unpatched target, made once into the build folder."""
    folder = Path(build_dir) / "bench"
    folder.mkdir(exist_ok=True)
    source = Path(cache["NVPTX_TC_LLVM_SOURCE"]) / "llvm" / "lib" / "Target" / "NVPTX"
    includes = toolchain.run(["llvm-config-22", "--includedir"]).stdout.strip()
    for backend, name in TABLES:
        if not (folder / name).exists():
            print(f"making stock's {name} ...", file=sys.stderr, flush=True)
            result = toolchain.run([cache["LLVM_TBLGEN"], backend, "-I", source, "-I", includes,
                                    source / "NVPTX.td",
                                    "-o", folder / name])
            if result.returncode:
                raise cli.NotRun(f"llvm-tblgen failed on {source}: {result.stderr[:300]}")
    return folder


def read_table(folder, name):
    """The text of a generated file; ours are divided into the files of a folder."""
    parts = sorted((folder / name.removesuffix(".inc")).glob("*.inc"))
    return "".join(each.read_text(encoding="utf-8") for each in parts or [folder / name])


def matcher_table_bytes(text):
    return int(re.search(r"Total Array size is (\d+) bytes", text)[1])


def matrix_opcodes(instr_info, known):
    """(matrix opcodes of the model, anonymous opcodes of any kind) in an instruction table."""
    opcodes = set(re.findall(r"^\s+(\w+)\s*= \d+,", instr_info, re.MULTILINE))
    return len(opcodes & known), len({o for o in opcodes if o.startswith("anonymous_")})


def show_sizes(build_dir):
    stock, ours = stock_tables(build_dir, cmake_cache(build_dir)), Path(build_dir) / "include"
    tables = read_table(ours, "TensorCoreModel.inc")
    known = {name.removeprefix("MMAOpcode_") for name in re.findall(r"\bMMAOpcode_\w+", tables)}
    texts = {(where, name): read_table(folder, name)
             for where, folder in (("ours", ours), ("stock", stock)) for _, name in TABLES}
    named, left = matrix_opcodes(texts["ours", "NVPTXGenInstrInfo.inc"], known)
    _, anonymous = matrix_opcodes(texts["stock", "NVPTXGenInstrInfo.inc"], known)
    rows = [("matrix opcodes, named", named, 0, None),
            ("matrix opcodes, anonymous", 0, anonymous - left, None)]

    def add_ratio(title, our, their):
        rows.append((title, our, their, our / their))

    add_ratio("selection matcher table, bytes",
              *(matcher_table_bytes(texts[w, "NVPTXGenDAGISel.inc"]) for w in ("ours", "stock")))
    for _, name in TABLES:
        add_ratio(f"{name}, bytes of source",
                  *(len(texts[where, name].encode()) for where in ("ours", "stock")))
    plugin = Path(build_dir) / "lib" / "libNVPTXTensorCore.so"
    rows.append((f"{plugin.name}, bytes", plugin.stat().st_size, "", None))
    print(f"{'':42} {'ours':>12} {'stock':>12}  ours/stock")
    for name, our, their, ratio in rows:
        print(f"{name:42} {our:>12} {their:>12}  {f'{ratio:.2f}' if ratio else ''}")


# Times

def llc_commands(module, source, options):
    """{compiler: command} of those that can compile a module."""
    arguments = [source, "-o", os.devnull, f"-mcpu={module.target}", f"-mattr=+ptx{module.ptx}"]
    plugin = Path(options.build_dir) / "lib" / "libNVPTXTensorCore.so"
    ours = [toolchain.built_tool("llc", options.build_dir), *arguments]
    commands = {"ours": ours,
                "threads=2": [*ours, "-threads=2"] if module.is_divided else None,
                "plug-in": [options.stock, f"-load={plugin}", *arguments],
                "llc-22": [options.stock, *arguments]}
    return {name: command for name, command in commands.items()
            if command and Path(command[0]).exists()}


#: Examples that stock clang++-22 can compile, and the IR of which llc-22 can; their target and its PTX
#: version.
EXAMPLES = ("imma_gemm.cu", "wmma_gemm.cu")
_EXAMPLES_TARGET, _EXAMPLES_PTX = "sm_80", 71


def _clang_arguments(example):
    return ["-O3", "--cuda-device-only", f"--cuda-gpu-arch={_EXAMPLES_TARGET}", "-nocudainc",
            "-nocudalib", "-S", examples.EXAMPLES / example]


def clang_commands(example, options):
    """{compiler: command} that makes PTX of an example."""
    commands = {"ours": toolchain.built_tool("clang++", options.build_dir),
                "clang++-22": Path(options.stock).with_name("clang++")}
    return {name: [path, *_clang_arguments(example), "-o", os.devnull]
            for name, path in commands.items() if Path(path).exists()}


def example_module(example, options):
    """The IR of an example: loops, addresses and branches around its main loop, unrolled."""
    clang = toolchain.built_tool("clang++", options.build_dir)
    result = toolchain.run([clang, *_clang_arguments(example), "-emit-llvm", "-o", "-"])
    if result.returncode:
        raise cli.NotRun(f"{example} is not compiled: {toolchain.first_lines(result.stderr)}")
    return modules.Module(Path(example).with_suffix(".ll").name, result.stdout, _EXAMPLES_TARGET,
                          _EXAMPLES_PTX)


def add_options(parser):
    parser.add_argument("--stock", default="/usr/lib/llvm-22/bin/llc",
                        help="stock llc of LLVM 22.1.8")
    parser.add_argument("--calls", type=int, default=10000, help="calls of each family")
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--module", action="append", metavar="NAME", help="only this module")


def run(options):
    show_sizes(options.build_dir)

    def is_wanted(name):
        return not options.module or name in options.module

    made = modules.make(model.load(options.build_dir), options.calls)
    made += [example_module(example, options) for example in EXAMPLES]
    with tempfile.TemporaryDirectory() as folder:
        for module in made:
            if not is_wanted(module.name):
                continue
            source = Path(folder) / "module.ll"
            source.write_text(module.text, encoding="utf-8")
            commands = llc_commands(module, source, options)
            timing.show(f"{module.name}, {module.target}, medians of {options.runs}",
                        timing.measure(commands, options.runs))
    for example in filter(is_wanted, EXAMPLES):
        timing.show(f"{example}, medians of {options.runs}",
                    timing.measure(clang_commands(example, options), options.runs, is_phased=False))
    return 0

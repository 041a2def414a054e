# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a folder with mma-conformance, kernels for GPUs (PTX from our llc) and a manifest.

On a machine with a driver, DIR/mma-conformance DIR --json results.json runs it, without LLVM or
CUDA; `add results.json` takes the results from there. For each target there is one PTX file for
each PTX version that something needs: a driver that is too old for the newest takes the others. By
default every GPU's own target is made; where ptxas is present it is asked about each file.

Exit code 1 if llc or ptxas rejects a file, 2 if llc is missing or a target is unknown.
"""

import json
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tctools import cli, model, toolchain
from tctools.conformance.bodies import module_ir
from tctools.conformance.kernels import kernels_of, untested

SHARED = ("build", "target", "shard")
PROGRAM = "mma-conformance"
KERNELS_OF_A_FILE = 512  # at most


def own_targets(tables):
    """For each GPU its own target: with the suffix `a` where there is one."""
    best = {}
    for target in tables.targets:
        rank = {"f": 1, "a": 2}.get(target.name[-1], 0)
        best[target.number] = max(best.get(target.number, (-1, None)), (rank, target),
                                  key=lambda pair: pair[0])
    return [target for _, target in best.values()]


def modules_of(kernels, target):
    """(PTX version, number, kernels) of the files: each kernel in the first version that has it."""
    modules = {}
    for kernel in kernels:
        ptx = max(kernel.first_ptx, target.minimum_ptx)
        if kernel.is_legal(target, ptx):
            modules.setdefault(ptx, []).append(kernel)
    for ptx, fitting in sorted(modules.items()):
        for first in range(0, len(fitting), KERNELS_OF_A_FILE):
            yield ptx, first // KERNELS_OF_A_FILE, fitting[first:first + KERNELS_OF_A_FILE]


@dataclass
class Maker:
    """Compiles modules into a folder, and asks ptxas about them."""
    folder: Path
    llc: Path
    ptxas: Path
    architectures: set
    keeps_ir: bool
    errors: int = 0

    def make(self, target, ptx, number, kernels):
        """The entry of a module in the manifest; None if llc refuses."""
        file = f"{target.name}-ptx{ptx}" + (f"-{number}" if number else "") + ".ptx"
        source = self.folder / file.replace(".ptx", ".ll")
        source.write_text(module_ir(kernels), encoding="utf-8")
        result = toolchain.run([self.llc, "-O2", source, "-o", self.folder / file,
                                f"-mcpu={target.name}", f"-mattr=+ptx{ptx}"])
        if not self.keeps_ir:
            source.unlink()
        if result.returncode:
            return self._fail(f"llc refuses {file}: {result.stderr.strip()[:2000]}")
        verdict = self._ask(target, self.folder / file)
        print(f"{file:22} {len(kernels):4} kernels  {verdict}", flush=True)
        return {"file": file, "ptx": ptx, "kernels": [kernel.manifest() for kernel in kernels]}

    def _fail(self, message):
        print(message, file=sys.stderr)
        self.errors += 1

    def _ask(self, target, path):
        """ptxas' verdict. Where it makes no code for a GPU any more, it still parses."""
        if not self.ptxas:
            return "not shown to ptxas: there is none"
        makes_code = target.name in self.architectures
        architecture = target.name if makes_code else target.ptxas_architecture
        result = toolchain.assemble(self.ptxas, path, architecture)
        if result.too_old:
            return "not shown to ptxas: it does not have this PTX version"
        if not result.accepted:
            self._fail(f"ptxas refuses {path.name}: {result.output.strip()[:2000]}")
            return "ptxas refuses"
        return "ptxas accepts" if makes_code else "ptxas accepts (parsed only)"


def write_manifest(folder, targets):
    (folder / "manifest.json").write_text(json.dumps({"version": 1, "targets": targets},
                                                     indent=1) + "\n", encoding="utf-8")


def simulation_manifest(kernels):
    """Every kernel of every target, in no file."""
    return [{"target": "",
             "modules": [{"file": "", "ptx": 0, "kernels": [k.manifest() for k in kernels]}]}]


def add_options(parser):
    add = parser.add_argument
    add("folder", type=Path, help="output folder")
    add("--no-ptx", action="store_true",
        help="a manifest of all variants, for mma-conformance --simulate")
    add("--no-ptxas", action="store_true", help="do not run ptxas")
    add("--every", type=int, default=1, metavar="N",
        help="only every Nth kernel of wgmma and tcgen05")
    add("--keep-ir", action="store_true", help="leave the LLVM IR next to the PTX")


def chosen_targets(tables, names):
    known = {target.name: target for target in tables.targets}
    for name in names or ():
        if name not in known:
            raise cli.NotRun(f"unknown target {name}; known are: {', '.join(known)}")
    return [known[name] for name in names] if names else own_targets(tables)


def make(build_dir, folder, names, every, shard, no_ptx=False, no_ptxas=False, keep_ir=False):
    """The program next to kernels and manifest; the exit code."""
    tables, llc = model.load(build_dir).as_of_llvm22(), toolchain.built_tool("llc", build_dir)
    kernels, targets = shard.of(kernels_of(tables, every)), chosen_targets(tables, names)
    if not os.access(llc, os.X_OK):
        raise cli.NotRun(f"{llc} is not built")
    print("\n".join(untested(tables)))
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy2(toolchain.built_tool(PROGRAM, build_dir), folder / PROGRAM)
    if no_ptx:
        write_manifest(folder, simulation_manifest(kernels))
        return 0
    ptxas = None if no_ptxas else toolchain.find_ptxas()
    architectures = toolchain.ptxas_architectures(ptxas) if ptxas else set()
    maker, manifest = Maker(folder, llc, ptxas, architectures, keep_ir), []
    for target in targets:
        made = [maker.make(target, *module) for module in modules_of(kernels, target)]
        manifest.append({"target": target.name, "modules": [module for module in made if module]})
    write_manifest(folder, manifest)
    return 1 if maker.errors else 0


def run(options):
    code = make(options.build_dir, options.folder, options.target, options.every, options.shard,
                options.no_ptx, options.no_ptxas, options.keep_ir)
    print(f"to run on a machine with a GPU: {options.folder}/{PROGRAM} {options.folder} "
          "--json results.json")
    return code

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every tensor-core variant that this machine's GPU supports, and compares with the reference.

Makes the kernels for it, runs them, keeps the results in docs/gpu-results, whose table the web
page docs/gpu-conformance.md has. --emulate runs the kernels of all targets in the emulator of PTX
instead, --simulate goes the same way with a simulated GPU, with all variants; neither touches docs/,
and --json writes their results.
Exit code 1 if a kernel failed or could not be made, 2 if nothing could be run.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tctools import cli, model, shards, toolchain
from tctools.conformance import folder, table

SHARED = ("build", "shard")


def target_of_gpu(options):
    """The best of the targets for the GPU at hand."""
    result = toolchain.run([toolchain.built_tool(folder.PROGRAM, options.build_dir),
                            "--compute-capability"])
    sys.stderr.write(result.stderr)
    if result.returncode:
        raise cli.NotRun("no GPU can be used")
    number, targets = int(result.stdout), model.load(options.build_dir).targets
    same = [target for target in targets if target.number == number]
    older = [target for target in targets if not target.suffix and target.number < number]
    if not same + older:
        raise cli.NotRun(f"no target is for a GPU of compute capability {number / 10}")
    return max(same, key=lambda t: "fa".find(t.suffix) if t.suffix else -1) if same else older[-1]


def write_counts(options, results):
    """The results of mma-conformance, as those of shards."""
    counts = {kind: sum(group[kind] for group in results["groups"]) for kind in ("passed", "failed")}
    shards.write(options, counts, [f"{failure['kernel']}: {failure['message']}"
                                   for failure in results["failures"]])


def add_options(parser):
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="only every Nth kernel of wgmma and tcgen05")
    parser.add_argument("--simulate", action="store_true",
                        help="simulate the GPU")
    parser.add_argument("--emulate", action="store_true",
                        help="run the kernels in the emulator instead of on a GPU")
    parser.add_argument("--dry-run", action="store_true", help="do not change docs/")


def run(options):
    if options.shard.count > 1 and not options.emulate:
        raise cli.NotRun("--shard is for --emulate; a GPU runs all in seconds")
    if not toolchain.ensure_built(options.build_dir, ("llc", folder.PROGRAM), log=sys.stderr):
        raise cli.NotRun("the build failed")
    replacement = "--simulate" if options.simulate else "--emulate" if options.emulate else None
    names = None if replacement else [target_of_gpu(options).name]
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        code = folder.make(options.build_dir, place, names, options.every, options.shard,
                           no_ptx=options.simulate, no_ptxas=options.emulate)
        results = place / "results.json"
        status = subprocess.run([place / folder.PROGRAM, place, "--json", results,
                                 *filter(None, [replacement])], check=False).returncode
        if results.exists():
            write_counts(options, json.loads(results.read_text(encoding="utf-8")))
            if not replacement and not options.dry_run:
                table.add_results([results])
        return status or code

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the table of the results in docs/gpu-results, for the web page gpu-conformance."""

import json
import re
import sys
from pathlib import Path

from tctools import cli, toolchain

RESULTS = toolchain.REPO_ROOT / "docs" / "gpu-results"


def _cell(group):
    kernels = group["passed"] + group["failed"]
    if not kernels:
        return "–"
    return f"**{group['passed']}/{kernels}**" if group["failed"] else f"{kernels}"


def _key(group):
    return group["instruction"], group["shape"], group["types"]


def _gpu(result):
    return result["device"].split(",")[0]


def _natural(key):
    return [[int(part) if part.isdigit() else part for part in re.split(r"(\d+)", word)]
            for word in key]


def table(results):
    """The lines of the table; each of `results` is what the program wrote for a GPU."""
    if not results:
        return ["No GPU has run it yet."]
    groups = [{_key(group): group for group in result["groups"]} for result in results]
    heads = " | ".join(f"{_gpu(r)}, {r['target']}" for r in results)
    lines = [f"| Instruction | Shape | Types or kind | {heads} |",
             "| --- | --- | --- |" + " ---: |" * len(results)]
    for key in sorted({key for columns in groups for key in columns}, key=_natural):
        cells = [_cell(columns[key]) if key in columns else "–" for columns in groups]
        lines.append(f"| {' | '.join(key)} | {' | '.join(cells)} |")
    totals = ({key: sum(g[key] for g in r["groups"]) for key in ("passed", "failed")}
              for r in results)
    lines.append(f"| all kernels | | | {' | '.join(map(_cell, totals))} |")
    for r in results:
        lines += ["", f"{r['device']}, kernels for {r['target']}, seed {r['seed']}: "
                      f"{len(r['failures'])} kernels failed."]
        lines += [f"- `{failure['intrinsic']}`: {failure['message']}" for failure in r["failures"]]
    return lines


def stored_results():
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(RESULTS.glob("*.json"))]


def as_text(result):
    """JSON with a line for each group and each failure."""
    def lines(key):
        entries = ",\n".join("  " + json.dumps(entry, sort_keys=True) for entry in result[key])
        return f" {json.dumps(key)}: [\n{entries}\n ]"

    rest = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in sorted(result.items())
            if not isinstance(value, list)]
    return "{\n" + ",\n".join([*rest, lines("failures"), lines("groups")]) + "\n}\n"


def add_results(files):
    RESULTS.mkdir(exist_ok=True)
    for file in files:
        try:
            result = json.loads(Path(file).read_text(encoding="utf-8"))
            is_simulation = not result["compute_capability"]
        except OSError as reason:
            raise cli.NotRun(f"{file}: {reason.strerror}") from reason
        except (ValueError, KeyError, TypeError) as reason:
            raise cli.NotRun(f"{file} has no results; expected what mma-conformance --json writes") from reason
        if is_simulation:
            sys.exit(f"{file}: these are the results of a simulation, which prove nothing of a GPU")
        name = re.sub(r"\W+", "-", f"{result['target']} {_gpu(result)}".lower()).strip("-")
        (RESULTS / f"{name}.json").write_text(as_text(result), encoding="utf-8")


def run(_):
    print("\n".join(table(stored_results())))
    return cli.FINE

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Combines the results of all shards of a run, from files that --json has written.

Prints the sums and the faults. Exit code 1 if there are faults, 2 if the files are not all shards of
one run, each once.
"""

import argparse
import collections
import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Shard:
    """The Nth of several parts of a work, each of which another machine may do."""
    number: int = 1
    count: int = 1

    @staticmethod
    def parse(text):
        number, _, count = text.partition("/")
        if not (number.isdigit() and count.isdigit() and 1 <= int(number) <= int(count)):
            raise argparse.ArgumentTypeError(f"'{text}': expected I/N, with I from 1 to N")
        return Shard(int(number), int(count))

    def of(self, items):
        """Its items: of all shards together, each item is once in one."""
        return list(items)[self.number - 1::self.count]

    @property
    def is_first(self):
        """What belongs to no item is asked by this one."""
        return self.number == 1


#: Options that do not change what is asked.
_HOW = {"build_dir", "jobs", "shard", "json", "keep", "state", "verbose", "command", "error", "program",
        "llc_22", "dry_run"}


def write(options, counts, faults):
    """The results of a run, or of a shard of one, for add; nothing without --json."""
    if not options.json:
        return
    chosen = {name: value for name, value in vars(options).items() if name not in _HOW}
    result = {"program": options.program, "options": chosen, "shard": options.shard.number,
              "shards": options.shard.count, "counts": dict(counts), "faults": list(faults)}
    Path(options.json).write_text(json.dumps(result, indent=1, default=str, sort_keys=True) + "\n",
                                  encoding="utf-8")


def add(results):
    """One result of those of all shards; ValueError says what is wrong with them."""
    first = results[0]
    for result in results:
        for key in ("program", "options", "shards"):
            if result[key] != first[key]:
                raise ValueError(f"the results are of different runs: {key} is {first[key]} and "
                                 f"{result[key]}")
    numbers = collections.Counter(result["shard"] for result in results)
    twice = [number for number, times in numbers.items() if times > 1]
    missing = [number for number in range(1, first["shards"] + 1) if number not in numbers]
    if twice or missing:
        raise ValueError("; ".join(
            [f"shard {number}/{first['shards']} is there more than once" for number in sorted(twice)] +
            [f"shard {number}/{first['shards']} is missing" for number in missing]))
    counts = collections.Counter()
    for result in results:
        counts.update(result["counts"])
    return {**first, "shard": 1, "shards": 1, "counts": dict(counts),
            "faults": sorted(fault for result in results for fault in result["faults"])}


def add_options(parser):
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")


def run(options):
    from tctools import cli  # which has the option --shard from here
    results = []
    for path in options.files:
        try:
            result = json.loads(path.read_text(encoding="utf-8"))
            if not {"program", "options", "shard", "shards", "counts", "faults"} <= set(result):
                raise ValueError("it has other contents than --json writes")
            results.append(result)
        except (OSError, ValueError) as error:
            raise cli.NotRun(f"{path}: {error}") from error
    try:
        total = add(results)
    except ValueError as error:
        raise cli.NotRun(error) from error
    print(f"{total['program']}: " +
          ", ".join(f"{count} {what}" for what, count in sorted(total["counts"].items())) +
          f", {len(total['faults'])} faults")
    return cli.report(total["faults"])

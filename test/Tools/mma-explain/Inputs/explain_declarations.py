# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""explain_declarations.py ROOT BUILD [--all]: llc compiles the examples that `mma-explain show` prints, as they are.

An example is a declaration, with a call of what it declares: a name, a type, an address space or an
immediate that is wrong is an error. Those for one target are compiled together, with a number at their
name. Without --all some of each family.
"""

import collections
import json
import re
import sys
import tempfile
from pathlib import Path

ROOT, BUILD = map(Path, sys.argv[1:3])
sys.path.insert(0, str(ROOT / "scripts"))
from tctools import toolchain  # noqa: E402

#: Of each family, without --all.
_SAMPLE = 12
_COMMAND = re.compile(r"; llc (.*)\n")


def ask(*command):
    answer = toolchain.run([BUILD / "bin" / "mma-explain", *command])
    if answer.returncode:
        raise SystemExit(answer.stderr)
    return json.loads(answer.stdout)


def sample(listed):
    """Some names of each family, evenly spread."""
    by_family = collections.defaultdict(list)
    for entry in listed:
        by_family[entry["family"]].append(entry["name"])
    return [name for names in by_family.values() for name in names[::-(-len(names) // _SAMPLE)]]


def main():
    listed = ask("list", "--json")
    asked = [entry["name"] for entry in listed] if "--all" in sys.argv else sample(listed)
    facts = ask("show", "--json", *asked)
    wrong, by_command = [], collections.defaultdict(list)
    for number, fact in enumerate(facts):
        example = fact.get("example", "")
        if fact["declaration"] not in example:
            wrong.append(f"{fact['name']}: no example")
            continue
        command = _COMMAND.match(example)
        by_command[command[1] if command else "-mcpu=sm_100a"].append(example.replace("@example(", f"@example{number}("))
    with tempfile.TemporaryDirectory() as folder:
        for command, examples in by_command.items():
            source = Path(folder) / "examples.ll"
            source.write_text('target triple = "nvptx64-nvidia-cuda"\n' + "".join(examples), encoding="utf-8")
            result = toolchain.run([BUILD / "bin" / "llc", source, "-o", "/dev/null", *command.split()])
            if result.returncode:
                wrong.append(f"{command}: {result.stderr[:1000]}")
    print("".join(f"{line}\n" for line in wrong), end="")
    print(f"{len(facts)} examples of {len({fact['family'] for fact in facts})} families, {len(wrong)} wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

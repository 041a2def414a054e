# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""explain_declarations.py ROOT BUILD [--all]: llc takes the declarations that `mma-explain show` prints, as they are.

Each stands in a module with a call of what it declares, which the scripts make from the model: a name,
a type or an address space that is not the call's is an error. Without --all some of each family.
"""

import collections
import json
import re
import sys
import tempfile
from pathlib import Path

ROOT, BUILD = map(Path, sys.argv[1:3])
sys.path.insert(0, str(ROOT / "scripts"))
from tctools import model, toolchain  # noqa: E402

_TARGETS = ("sm_90a", "sm_100a", "sm_110a", "sm_103a", "sm_107a", "sm_120a", "sm_70")
#: Of each family, without --all.
_SAMPLE = 12


def declarations(names):
    """{name of an intrinsic, with its pointer: (family, declaration)}."""
    answer = toolchain.run([BUILD / "bin" / "mma-explain", "show", "--json", *names])
    if answer.returncode:
        raise SystemExit(answer.stderr)
    return {re.search(r"@([\w.]+)\(", fact["declaration"])[1]: (fact["family"], fact["declaration"]) for fact in json.loads(answer.stdout)}


def all_calls(tables):
    """A call of each intrinsic with each pointer: {name with the pointer: (function, target, PTX
    version)}. What ptxas rejects everywhere is asked about where upstream prints it."""
    newest = tables.newest_ptx

    def place(call):
        ptx = min(newest, call.variant.rule.last_ptx)
        known = (t for t in map(tables.target, _TARGETS) if t.minimum_ptx <= ptx)
        return next(((t.name, ptx) for t in known if call.variant.is_rejected or call.is_legal(t, ptx)), None)

    found = {}
    for call in model.plain_calls(tables.variants):
        if call.callee not in found and (where := place(call)):
            found[call.callee] = (call.ir().definition(), *where)
    for call in model.companion_calls(tables.forms, each=False):
        where = next(t for t in _TARGETS if call.is_legal(tables.target(t), newest))
        found.setdefault(call.callee, (call.ir().definition(), where, newest))
    return found


def sample(declared):
    """Some names of each family, evenly spread."""
    by_family = collections.defaultdict(list)
    for name, (family, _) in declared.items():
        by_family[family].append(name)
    return {name for names in by_family.values() for name in names[::-(-len(names) // _SAMPLE)]}


def main():
    tables = model.load(BUILD)
    calls = all_calls(tables)
    declared = declarations(sorted(i.name for i in [*tables.variants, *tables.companions]))
    asked = declared.keys() if "--all" in sys.argv else sample(declared)
    wrong = [f"{name}: nothing calls it" for name in asked if name not in calls]
    settings = collections.defaultdict(list)
    for name in sorted(asked & calls.keys()):
        function, *where = calls[name]
        settings[tuple(where)].append((declared[name][1], function))
    with tempfile.TemporaryDirectory() as folder:
        for (target, ptx), texts in settings.items():
            source = Path(folder) / f"{target}_{ptx}.ll"
            lines = ['target triple = "nvptx64-nvidia-cuda"', model.BUFFERS, *(line for pair in texts for line in pair)]
            source.write_text("\n".join(lines) + "\n", encoding="utf-8")
            result = toolchain.run([BUILD / "bin" / "llc", source, "-o", "/dev/null", f"-mcpu={target}", f"-mattr=+ptx{ptx}"])
            if result.returncode:
                wrong.append(f"{target}, PTX {model.print_ptx(ptx)}: {result.stderr[:1000]}")
    print("".join(f"{line}\n" for line in wrong), end="")
    print(f"{len(asked)} declarations of {len({declared[name][0] for name in asked})} families, {len(wrong)} wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

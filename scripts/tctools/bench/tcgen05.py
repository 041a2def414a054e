# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""10,000 calls of tcgen05.mma: this back end against llc-22.

Functions are like the unrolled main loop of a GEMM: one accumulator in tensor memory, matrix
descriptors that move on with each step. All intrinsics that LLVM 22 has take turns, with all of
their kinds.
"""

from itertools import cycle, islice
from pathlib import Path

from tctools import cli, model
from tctools.bench import timing

SHARED = ("build",)
TARGET, PTX = "sm_100a", 86
_STEPS = 50  # calls in a function
_ADVANCE = 2  # of a matrix descriptor, in units of 16 bytes


def _calls(tables, target):
    """One call of each intrinsic and kind that is legal there. The scale vectors that are spelled
    are ours alone."""
    common = [v for v in tables.variants
              if v.family == "tcgen05.mma" and ".scale_vec." not in v.name]
    chosen = {}
    for call in model.calls_of(common):
        if call.is_legal(target, PTX):
            chosen.setdefault((call.variant.name, call.named_values.get("kind")), call)
    return list(chosen.values())


def _function(call, name):
    kinds = [(i, kind) for i, (kind, value) in enumerate(call.operands()) if value is None]
    descriptors = [i for i, kind in kinds[:3] if kind == "i64"]
    lines = [f"define void @{name}({', '.join(f'{kind} %a{i}' for i, kind in kinds)}) {{"]
    for step in range(_STEPS):
        lines += [f"  %d{step}_{i} = add i64 %a{i}, {step * _ADVANCE}" for i in descriptors]
        operands = [f"{kind} " + (f"%d{step}_{i}" if i in descriptors else f"%a{i}" if value is None
                                  else str(value)) for i,
                                  (kind, value) in enumerate(call.operands())]
        lines.append(f"  call void @{call.callee}({', '.join(operands)})")
    return "\n".join([*lines, "  ret void", "}", ""])


def make(tables, target, calls):
    """A module with that many calls."""
    chosen = _calls(tables, target)
    functions = islice(cycle(chosen), max(1, calls // _STEPS))
    return "".join(['target triple = "nvptx64-nvidia-cuda"\n',
                    *dict.fromkeys(call.ir().declaration() for call in chosen),
                    *(_function(call, f"f{number}") for number, call in enumerate(functions))])


add_options = timing.add_options


def run(options):
    if not Path(options.newer).exists():
        raise cli.NotRun(f"there is no {options.newer}")
    compilers = {"ours": timing.our_llc(options.build_dir), "llc-22": options.newer}
    tables = model.load(options.build_dir)
    target = tables.target(TARGET)
    what = "tcgen05.mma calls, each with its two matrix descriptors"
    timing.show(compilers, make(tables, target, options.calls), target, PTX, what, options)
    return 0

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A module of many tcgen05.mma calls, as scripts/bench has compilers compile it.

Functions are like the unrolled main loop of a GEMM: one accumulator in tensor memory, matrix descriptors
that move on with each step. All intrinsics that LLVM 22 has take turns, with all of their kinds. Knows
nothing of compilers. Standard library only.
"""

from itertools import cycle, islice

import variants

_STEPS = 50  # calls in a function
_ADVANCE = 2  # of a matrix descriptor, in units of 16 bytes


def _is_common(variant):
    """Whether LLVM 22 has it, too: the scale vectors that are spelled are ours."""
    return variant.family == "TCGen05MMA" and ".scale_vec." not in variant.name


def _calls(model, target, ptx):
    """One call of each intrinsic and kind that is legal there."""
    calls = variants.calls_of([v for v in model.variants if _is_common(v)])
    chosen = {}
    for call in (call for call in calls if call.is_legal(target, ptx)):
        kind = dict(zip((name for _, _, name in call.variant.immediates), call.values))
        chosen.setdefault((call.variant.name, kind.get("kind")), call)
    return list(chosen.values())


def _function(call, name):
    kinds = call.variant.arguments
    descriptors = [index for index, kind in enumerate(kinds[:3]) if kind == "i64"]
    lines = [f"define void @{name}({', '.join(f'{kind} %a{index}' for index, kind in enumerate(kinds))}) {{"]
    for step in range(_STEPS):
        lines += [f"  %d{step}_{index} = add i64 %a{index}, {step * _ADVANCE}" for index in descriptors]
        plain = [f"{kind} {f'%d{step}_{index}' if index in descriptors else f'%a{index}'}" for index, kind in enumerate(kinds)]
        operands = call.with_immediates(plain, lambda kind, value: f"{kind} {value}")
        lines.append(f"  call void @{call.callee}({', '.join(operands)})")
    return "\n".join([*lines, "  ret void", "}", ""])


def make(model, target, ptx, calls):
    """A module with that many calls."""
    chosen = _calls(model, target, ptx)
    declarations = dict.fromkeys(f"declare void @{call.callee}({', '.join(call.argument_types)})\n" for call in chosen)
    functions = islice(cycle(chosen), max(1, calls // _STEPS))
    return "".join(['target triple = "nvptx64-nvidia-cuda"\n', *declarations,
                    *(_function(call, f"f{number}") for number, call in enumerate(functions))])

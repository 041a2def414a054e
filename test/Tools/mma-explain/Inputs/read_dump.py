# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""read_dump.py FILE: some instructions of the dump in words."""

import json
import sys


def print_values(values):
    return f"[{values['first']}..{values['last']}/{values['step']}]" if values else "[]"


def types(entry):
    return " ".join(a["type"] + (print_values(a["values"]) if "values" in a else "") for a in entry["arguments"])


with open(sys.argv[1], encoding="utf-8") as file:
    dump = json.load(file)
found = {entry["name"]: entry for entry in dump["instructions"] + dump["companions"]}
for name in ("llvm.nvvm.mma.sp.m16n8k32.row.col.bf16", "llvm.nvvm.tcgen05.mma.shared.scale_d"):
    entry = found[name]
    rule = dump["rules"][entry["rule"]]
    print(f"{name}: {' '.join(entry['results'])}", types(entry), sep="\n")
    print(f"{rule['text']}, PTX {rule['firstPTX']} to {rule['lastPTX']}: {rule['source']}")
    for operand, index in entry["layouts"].items():
        layout = dump["layouts"][index]
        lanes, values = (", ".join(f"{to} {amount}" for to, amount in layout[terms]) for terms in ("lanes", "values"))
        print(f"{operand}: {layout['rows']} x {layout['columns']} of {layout['elementBits']} bits, lanes {lanes}, values {values}")
wgmma = found["llvm.nvvm.wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.i64"]
effects = dump["effects"][wgmma["effects"]]
print(f"{wgmma['name']}: {types(wgmma)}; {effects['memory']}; {' '.join(effects['attributes'])}")
entry = found["llvm.nvvm.setmaxnreg.inc.sync.aligned.u32"]
print(f"{entry['name']}: {types(entry)}")
for form in entry["forms"]:
    for name, values in form["choices"].items():
        print(f"{form['opcode']}: {name} from {values[0]} to {values[-1]}")

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fragment layouts as the CUDA headers write them."""


class Layout:
    """A layout of an operand: a name, and what it stands for."""

    def __init__(self, variant, operand):
        found = variant.layouts[operand]
        rows, columns, bits = found["rows"], found["columns"], found["elementBits"]
        tiles = count_of(variant)
        suffix = f"_x{tiles}" if tiles > 1 else ""
        self.name = f"Layout_{found['name']}_{rows}x{columns}_{bits}b{suffix}"
        lanes, values = (_to_text(found[terms]) for terms in ("lanes", "values"))
        per_register = found["elementsPerRegister"]
        self.text = f"FragmentLayout<{rows}, {columns}, {per_register}, {lanes}, {values}>"


def _to_text(terms):
    return f"Bits<{', '.join(f'{name}({amount})' for name, amount in terms)}>"


def count_of(variant):
    """How many matrices are moved; 1 of what multiplies."""
    return int(variant.word("num").removeprefix("x") or 1)


def declare(variants, operands_of):
    """Names for the layouts of these operands, each once."""
    found = {layout.name: layout.text for variant in variants
             for layout in (Layout(variant, operand) for operand in operands_of(variant))}
    return ["// The layouts of fragments.\n",
            *(f"using {name} = {text};\n" for name, text in sorted(found.items()))]

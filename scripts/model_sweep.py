# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The model against ptxas: every variant, through every state space and with all immediates, in every setting.

llc compiles one module with a call of every variant, and says which calls it refuses. ptxas
judges the same instructions; they are printed by llc for a target and version that has them, and
get another header, so that nothing has to be printed that llc refuses. Of many calls that are
legal in the same settings, both are asked about a sample on a target that has none of them. What
the model lacks is invisible here: lattice_sweep.py looks for that. Standard library only.
"""

import re

import ptxtext
import sampling
import toolchain
import variants

_REFUSAL = re.compile(r"error: .*?: in function (\w+) ")


class ModelSweep:
    """The calls, their PTX, and the two judges."""

    def __init__(self, llc, judge, model, pattern, folder):
        self.llc = llc
        self.judge = judge
        self.model = model
        self.folder = folder
        self.variants = [v for v in model.variants if re.search(pattern, v.name)]
        self.calls = list(variants.calls_of(self.variants, addresses=("argument",)))
        self.alike = sampling.groups(self.calls, self._where_legal)
        self.text = self._print_everywhere_legal() if self.calls else {}

    @staticmethod
    def _where_legal(call):
        return *call.legality, call.variant.last_ptx, call.variant.is_rejected

    def chosen(self, setting):
        """The calls that are judged in a setting."""
        found = []
        for calls in self.alike.values():
            lacked = not calls[0].legality[0] >> setting.target.index & 1
            found += sampling.thinned(calls, setting.target.index + setting.ptx) if lacked else calls
        return found

    def _compile(self, calls, target, ptx, name, with_kernel=True):
        source = self.folder / f"{name}.ll"
        source.write_text(variants.module_ir(calls, with_kernel=with_kernel), encoding="utf-8")
        return toolchain.run([self.llc, source, "-o", "-", f"-mcpu={target.name}", f"-mattr=+ptx{ptx}"])

    def _print_everywhere_legal(self):
        """PTX of each call's function, with and without `.aligned`: {(function, has it): text}."""
        text = {}
        newest = max(t.minimum_ptx for t in self.model.targets)
        for target in (t for t in self.model.targets if t.name in ("sm_70", "sm_90a", "sm_100a", "sm_110a", "sm_120a")):
            for ptx in (62, 64, newest):
                if ptx < target.minimum_ptx:
                    continue
                # Without a kernel, llc prints what upstream prints and ptxas rejects, too.
                legal = [c for c in self.calls if c.is_legal(target, ptx) or
                         c.variant.is_rejected and target.name == "sm_90a"]
                result = self._compile(legal, target, ptx, f"print_{target.name}_{ptx}", with_kernel=False)
                if result.returncode:
                    raise SystemExit(f"llc failed on calls that the model has as legal: {result.stderr[:500]}")
                for name, function in ptxtext.functions(result.stdout).items():
                    text.setdefault((name, ptx >= 63), function)
        return text

    def refused_by_llc(self, setting, calls):
        """Names of the functions that llc refuses."""
        result = self._compile(calls, setting.target, setting.ptx, f"judge_{setting}".replace(" ", "_"))
        refused = set(_REFUSAL.findall(result.stderr))
        if bool(refused) != bool(result.returncode) or result.returncode not in (0, 1):
            raise SystemExit(f"llc: {setting}: exit code {result.returncode}, {len(refused)} refusals: {result.stderr[-500:]}")
        return refused

    def compare(self, setting):
        """(functions judged, accepted by both, disagreements)."""
        calls = self.chosen(setting)
        functions = {c.function: self.text[c.function, setting.ptx >= 63] for c in calls
                     if (c.function, setting.ptx >= 63) in self.text}
        if setting.ptx >= 63 and len(functions) != len(calls):
            raise SystemExit(f"{len(calls) - len(functions)} calls were printed nowhere, so nobody judges them")
        ours = self.refused_by_llc(setting, calls)
        theirs = self.judge.refused(setting, functions)
        wrong = [f"{name}: llc {'refuses' if name in ours else 'accepts'}, ptxas "
                 f"{'refuses' if name in theirs else 'accepts'}"
                 for name in functions if (name in ours) != (name in theirs)]
        return len(functions), len(set(functions) - ours - theirs), wrong

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What our llc answers to PTX forms.

Compiles modules with one function for each form's intrinsic call, and reads which functions the
errors name and what was printed for the others. A form is accepted only where llc accepts the call
and prints that very form: mnemonic, operands and their registers. Standard library only.
"""

import re
from collections import defaultdict

import form_calls
import ir_calls
import printed_forms
import ptx_forms
import ptxtext
import toolchain

_REFUSAL = re.compile(r"^error: .*?: in function (\w+) .*?\): (.*)$", re.MULTILINE)
_INTRINSIC = re.compile(r"@(llvm\.nvvm\.[\w.]+?)(?:\.renamed)?(?![\w.])")
#: Refusals that are the same on every target and for every PTX version.
_ALWAYS = ("is not an intrinsic", "which is not its signature", "has not the intrinsic's signature", "cannot address memory",
           ", must be ")


class FormAnswers:
    """Our side of a sweep: forms and their calls."""

    def __init__(self, llc, folder, forms):
        self.llc = llc
        self.folder = folder
        calls = {form: form_calls.call_of(form) for form in forms}
        self.calls = {form: call for form, call in calls.items() if call}
        self.refusals = {form: "no intrinsic's name says it" for form in forms if form not in self.calls}
        self.names = {form: f"form{index}" for index, form in enumerate(self.calls)}

    def depending(self, setting, forms):
        """Those of the forms whose answer depends on the setting. The others, refused in this
        one for their name, their types or an operand, are refused in all: `refusals`."""
        answers = self.ask(setting, forms)
        always = {form: why for form, why in answers.items() if any(words in why for words in _ALWAYS)}
        self.refusals |= always
        return [form for form in answers if form not in always]

    def ask(self, setting, forms):
        """{form: "" if it is accepted, else why not}."""
        answers = {}
        for layer in self.layers(forms):
            answers |= self._ask_module(setting, layer)
        return answers

    def layers(self, forms):
        """Those of the forms that have a call, so parted that calls of one callee agree in their
        signature, and all of them in what llc is to be told."""
        signatures, layers = defaultdict(dict), defaultdict(list)
        for form in filter(self.calls.__contains__, forms):
            call = self.calls[form]
            known = signatures[call.callee]
            layers[known.setdefault(call.signature, len(known)), call.options].append(form)
        return [layers[number] for number in sorted(layers)]

    def _ask_module(self, setting, forms):
        """The answers to forms that fit into one module."""
        source = self.folder / f"{setting}_{self.names[forms[0]]}.ll".replace(" ", "_")
        answers, left = {}, list(forms)
        while left:
            module = ir_calls.module_of([(self.names[form], self.calls[form]) for form in left])
            source.write_text(module, encoding="utf-8")
            result = toolchain.run([self.llc, source, "-o", "-", f"-mcpu={setting.target.name}", f"-mattr=+ptx{setting.ptx}",
                                    *self.calls[forms[0]].options])
            refused = dict(_REFUSAL.findall(result.stderr))
            if bool(refused) == bool(result.returncode) and result.returncode in (0, 1):
                functions = ptxtext.functions(result.stdout)
                printed = {name: printed_forms.printed_form(text) for name, text in functions.items()}
                return answers | {form: self._answer(form, setting, refused, printed) for form in left}
            # LLVM's own verifier knows the signatures of LLVM 19's intrinsics, and names no function.
            broken = set(_INTRINSIC.findall(result.stderr)) if "cannot be verified" in result.stderr else set()
            wrong = [form for form in left if self.calls[form].callee in broken]
            if not wrong:
                raise SystemExit(f"llc: {setting}: exit code {result.returncode}: {result.stderr[-800:]}")
            answers |= dict.fromkeys(wrong, "has not the intrinsic's signature")
            left = [form for form in left if form not in answers]
        return answers

    def _answer(self, form, setting, refused, printed):
        name = self.names[form]
        if name in refused:
            return refused[name]
        if setting.ptx < ptx_forms.first_ptx(form):
            return f"prints {printed.get(name)}"
        text = printed.get(name)
        return "" if text and ptx_forms.canonical(text) == ptx_forms.canonical(form) else f"prints {text}"

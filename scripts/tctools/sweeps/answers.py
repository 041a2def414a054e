# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What our llc says of PTX forms: whether it offers each in a setting, and why not.

Compiles modules with one function for each form's intrinsic call, and reads which functions the
errors name and what was printed for the others. A form is accepted only where llc accepts the call
and prints that very form: mnemonic, operands and their registers.
"""

from collections import defaultdict

from tctools import ir, ptxtext
from tctools.oracle import calls, notation

#: Refusals that are the same on every target and for every PTX version.
_ALWAYS = ("is not an intrinsic", "which is not its signature", "has not the intrinsic's signature",
           "cannot address memory", ", must be ", "immarg ", "Intrinsic has incorrect")


class FormAnswers:
    """Our side of a sweep: forms and their calls."""

    def __init__(self, llc, forms):
        self.llc = llc
        found = {form: calls.call_of(form, f"form{index}") for index, form in enumerate(forms)}
        self.calls = {form: call for form, call in found.items() if call}
        self.refusals = {form: "no intrinsic's name says it" for form in forms
                         if form not in self.calls}

    def depending(self, setting, forms):
        """Those of the forms whose answer depends on the setting. The others, refused in this
        one for their name, their types or an operand, are refused in all: `refusals`."""
        answers = self.ask(setting, forms)
        always = {form: why for form, why in answers.items()
                  if any(words in why for words in _ALWAYS)}
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
            number = known.setdefault(call.signature, len(known))
            layers[number, calls.options_of(call)].append(form)
        return [layers[number] for number in sorted(layers)]

    def _ask_module(self, setting, forms):
        """The answers to forms that fit into one module."""
        module = ir.module(self.calls[form] for form in forms)
        refused, result = self.llc.judge(module, setting.target, setting.ptx,
                                         *calls.options_of(self.calls[forms[0]]))
        printed = {name: ptxtext.printed_form(text)
                   for name, text in ptxtext.functions(result.stdout).items()}
        return {form: self._answer(form, setting, refused, printed) for form in forms}

    def _answer(self, form, setting, refused, printed):
        name = self.calls[form].function
        text = printed.get(name)
        if name in refused:
            return refused[name]
        if (setting.ptx >= notation.first_ptx(form) and text
                and notation.canonical(text) == notation.canonical(form)):
            return ""
        return f"prints {text}"

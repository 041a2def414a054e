# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares llc and ptxas with the facts of the seed documents (test/Seeds), or their corrections.

Both judges are asked whether a row's fact is so: our llc (by a call of the row's intrinsic: which
targets it refuses, what it prints) and ptxas (by the instruction itself). A row is expected to
hold, or to differ; one that differs must be untrue for both judges, ptxas must say what the row
quotes as evidence, and what the row has `instead` must be true for both. test/Seeds/differences.md
must have the section that the row names, with the quoted message.

One line a row; exit code 1 on any surprise, 2 if a table is malformed.
"""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass

from tctools import cli, compiler, ir, judge, model, ptxtext, toolchain, work
from tctools.oracle import fragments, notation
from tctools.sweeps.seed_tables import Tables, call_of, facts, parse_version

SHARED = ("build", "jobs")
TABLES = toolchain.REPO_ROOT / "test" / "Seeds"
DOCUMENT = TABLES / "differences.md"


# The judges

class Llc:
    """Our llc: for each setting, one module with a call of each intrinsic in question."""

    def __init__(self, build_dir, tables):
        self.llc = compiler.Llc.of_build(build_dir)
        self.variants = {variant.name: variant for variant in tables.variants}
        self.mismatches = {}  # question -> how llc and the model disagree

    def _call(self, question):
        """A call; of nothing where the model has no such intrinsic."""
        variant = self.variants.get(question.intrinsic)
        if not variant:
            name = "unknown_" + re.sub(r"\W", "_", question.intrinsic)
            return ir.Call(name, question.intrinsic, (), ())
        count = len(variant.immediates) - bool(variant.selectors)
        return call_of(variant, question.space, fragments.selector_of(question.form),
                       fragments.last_immediates(question.form, count)).ir()

    def _run(self, calls, target, ptx):
        """({function: why it is refused, or its form}, the functions that are refused)."""
        module = ir.module(dict.fromkeys(calls), head=model.BUFFERS)
        refused, result = self.llc.judge(module, target, ptx)
        words = dict(refused)
        for name, function in ptxtext.functions(result.stdout).items():
            form = ptxtext.printed_form(function)
            if name not in refused and not form:
                raise SystemExit(f"llc: {target.name} PTX {ptx}: neither printed nor refused what "
                                 f"{name} calls")
            words.setdefault(name, form or "")
        return words, set(refused)

    def judge(self, target, ptx, questions):
        """{question: (has it, its words)}"""
        calls = {question: self._call(question) for question in questions}
        words, refused = self._run(calls.values(), target, ptx)
        verdicts = {}
        for question, call in calls.items():
            self._check_model(question, call.function in refused)
            printed = words[call.function]
            forms = notation.untyped(printed), notation.untyped(question.form)
            same = forms[0] == forms[1] or question.any_order and fragments.same_instruction(*forms)
            verdicts[question] = (call.function not in refused and same, printed)
        return verdicts

    def _check_model(self, question, is_refused):
        variant = self.variants.get(question.intrinsic)
        legal = (variant is not None and (not question.space or question.space in variant.spaces)
                 and (not variant.selectors
                      or fragments.selector_of(question.form) < variant.selectors)
                 and variant.is_legal(question.target, question.ptx))
        if legal == is_refused:
            self.mismatches[question] = (
                f"llc {'refuses' if is_refused else 'accepts'} {question.intrinsic} on "
                f"{question.target.name} with PTX {question.ptx}, the model does not")

    def forms(self, calls, target, ptx):
        """The instructions that it prints of these calls."""
        calls = [call.ir() for call in calls]
        words, refused = self._run(calls, target, ptx)
        return [words[call.function] for call in calls if call.function not in refused]


class Ptxas:
    """ptxas: for each setting, one module with a kernel of each instruction in question."""

    def __init__(self, ptxas):
        self.ptxas = judge.PtxasJudge(ptxas)

    def refusals(self, forms, target, ptx):
        """What it says of each form that it refuses: {form: messages}."""
        kernels = {form: notation.entry_of(form, f"k{number}")
                   for number, form in enumerate(dict.fromkeys(forms))}
        return self.ptxas.refusals(judge.Setting(target, ptx), kernels)

    def judge(self, target, ptx, questions):
        refused = self.refusals([q.form for q in questions], target, ptx)
        return {q: (q.form not in refused, "refused" if q.form in refused else "accepted")
                for q in questions}

    def message(self, form, target, ptx):
        """Everything that it says about one instruction alone; empty if it takes it."""
        return "\n".join(self.refusals([form], target, ptx).get(form, ()))


# Verdicts

@dataclass
class Verdict:
    """What the judges made of a row, and what is wrong with that."""
    found: str
    surprises: list


class Verdicts:
    def __init__(self, options, ptxas):
        self.model = model.load(options.build_dir)
        self.llc = Llc(options.build_dir, self.model)
        self.ptxas = Ptxas(ptxas) if ptxas else None
        newest = judge.newest_ptx(self.model, self.ptxas and self.ptxas.ptxas)
        self.tables = Tables(options.tables, self.model, options.rows, newest)
        self.judges = {"llc": self.llc, **({"ptxas": self.ptxas} if ptxas else {})}
        self.exact_messages = ptxas and toolchain.ptxas_version(ptxas) == "13.0"
        self.sections = sections(DOCUMENT)
        self.jobs = options.jobs

    def judge_all(self):
        """Asks every judge every question, a setting at a time."""
        questions = defaultdict(dict)
        for row in self.tables.rows:
            for fact in facts(row):
                for answer in self.tables.answers(fact, row):
                    question = answer.question
                    questions[question.target, question.ptx][question] = None
        runs = [(name, setting, list(asked)) for setting, asked in questions.items()
                for name in self.judges]
        self.verdicts = {name: {} for name in self.judges}
        answers = work.each(lambda run: self.judges[run[0]].judge(*run[1], run[2]), runs, self.jobs)
        for (name, _, _), answer in zip(runs, answers):
            self.verdicts[name].update(answer)

    def disagreement(self, name, fact, row):
        """Where a judge disagrees with a fact: a sentence, or None where it is true."""
        for answer in self.tables.answers(fact, row):
            question = answer.question
            has, words = self.verdicts[name][question]
            if has != answer.legal:
                return (f"{name} {'has' if has else 'has not'} {question.form.split()[0]} on "
                        f"{question.target.name} PTX {model.print_ptx(question.ptx)}: {words}")
        return None

    def count(self, name, row):
        """How many of the intrinsics that a row counts a judge has."""
        target = self.model.target(row["count"]["target"])
        forms = self.llc.forms(self.tables.counted(row), target, 90)
        refused = self.ptxas.refusals(forms, target, 90) if name == "ptxas" else ()
        return len(forms) - len(refused)

    def count_disagreement(self, name, row):
        number, claim = self.count(name, row), row["count"]["about"]
        return None if abs(number - claim) * 10 <= claim else f"{name} has {number}"

    def verdict(self, row):
        if row["expect"] == "internal":
            return Verdict("internal", [] if row.get("why") else ["says not why"])
        wrong = {name: self.count_disagreement(name, row) if "count" in row
                 else self.disagreement(name, row, row) for name in self.judges}
        found = "differs" if all(wrong.values()) else "disputed" if any(wrong.values()) else "holds"
        surprises = []
        if found != row["expect"]:
            surprises += [text for text in wrong.values() if text] or ["true for every judge"]
        if row["expect"] == "differs":
            surprises += self._check_difference(row)
        surprises += [text for fact in facts(row) for answer in self.tables.answers(fact, row)
                      if (text := self.llc.mismatches.get(answer.question))]
        return Verdict(found, surprises)

    def _check_difference(self, row):
        surprises = [f"instead: {text}" for fact in row.get("instead", []) for name in self.judges
                     if (text := self.disagreement(name, fact, row))]
        section = self.sections.get(row.get("difference"))
        if section is None:
            return surprises + [f"{DOCUMENT.name} has no section '{row.get('difference')}'"]
        if "count" in row:
            number = row["count"]["number"]
            return [f"{name} or {DOCUMENT.name} has not {number}" for name in self.judges
                    if self.count(name, row) != number or str(number) not in section]
        if "evidence" not in row:
            return surprises + ["no evidence"]
        return surprises + (self._check_evidence(row, section) if self.ptxas else [])

    def _check_evidence(self, row, section):
        """ptxas contradicts the row where the evidence says, in these words, and llc sides with
        it."""
        evidence = row["evidence"]
        target = self.model.target(evidence["target"])
        ptx = parse_version(evidence.get("version", "9.0"))
        said, message = self.ptxas.message(row["ptx"], target, ptx), evidence.get("message", "")
        if bool(said) != bool(message):
            return [f"evidence: ptxas {'refuses' if said else 'accepts'} it on {target.name}"
                    + (f": {said}" if said else "")]
        if self.exact_messages and message and message not in said.splitlines():
            return [f"evidence: ptxas says on {target.name}: {said}"]
        if message not in section or row["ptx"] not in section:
            return [f"{DOCUMENT.name}: '{row['difference']}' does not quote: "
                    f"{message or row['ptx']}"]
        said_there = [answer for answer in self.tables.answers(row, row)
                      if (answer.question.target, answer.question.ptx) == (target, ptx)]
        if not any(answer.legal == bool(message) for answer in said_there):
            return [f"evidence: the row says nothing else of {target.name}"]
        if any(self.verdicts["llc"][a.question][0] == bool(message) for a in said_there):
            return [f"evidence: llc does not side with ptxas on {target.name}"]
        return []


def sections(document):
    """{id: text} of the document's differences; an id is a heading's anchor."""
    found, current = {}, None
    text = document.read_text(encoding="utf-8") if document.exists() else ""
    for line in text.splitlines():
        heading = re.match(r"### (.*?)\s*$", line)
        if line.startswith("## "):
            current = None
        elif heading:
            current = re.sub(r"[^\w\- ]", "", heading[1].lower()).replace(" ", "-")
        elif current:
            found[current] = found.get(current, "") + line + "\n"
    return found


def report(verdicts, rows):
    """Prints a line a row and the summary; (the number of surprises, the differences named)."""
    surprised, tally = 0, Counter()
    for row in rows:
        verdict = verdicts.verdict(row)
        tally[row["seed"], verdict.found] += 1
        surprised += bool(verdict.surprises)
        is_named = row["expect"] == "differs" and "difference" in row
        tail = f" ({row['difference']})" if is_named else ""
        mark = "SURPRISE " if verdict.surprises else ""
        print(f"{mark}{verdict.found:8} {row['name']:24} {row['of']}: {row['says']}{tail}",
              *(f"expected: {row['expect']}; {text}" for text in verdict.surprises),
              sep="\n    ", flush=True)
    for seed in sorted({row["seed"] for row in rows}):
        counts = (f"{count} {found}" for (of, found), count in sorted(tally.items()) if of == seed)
        print(f"seed document {seed}: {', '.join(counts)}")
    return surprised, {row.get("difference") for row in rows}


def add_options(parser):
    add = parser.add_argument
    add("--tables", default=TABLES, metavar="DIR",
        help="folder of the tables (default: test/Seeds)")
    add("--rows", default="", metavar="REGEX", help="only rows whose name matches")
    add("--without-ptxas", action="store_true", help="ask our llc only")


def run(options):
    ptxas = None if options.without_ptxas else cli.find_ptxas()
    verdicts = Verdicts(options, ptxas)
    verdicts.judge_all()
    rows = verdicts.tables.rows
    surprised, used = report(verdicts, rows)
    orphans = [name for name in verdicts.sections if name not in used] if not options.rows else []
    for name in orphans:
        print(f"SURPRISE {DOCUMENT.name}: no row differs by '{name}'")
    judges = f"llc and ptxas {toolchain.ptxas_version(ptxas)}" if ptxas else "llc"
    print(f"{len(rows)} rows against {judges}, {surprised + len(orphans)} surprises")
    return 1 if surprised or orphans else 0

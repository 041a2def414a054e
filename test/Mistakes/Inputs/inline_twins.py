#!/usr/bin/env python3
# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The mistakes of docs/mistakes.md in inline PTX: inline_twins.py DOCS BUILD SCRATCH

clang++ makes IR of each kernel that it accepts. In a twin of this IR, each call of an intrinsic is
inline assembly with the statement that llc prints for it. llc says the same of both, but that it
names companions by their mnemonics, intrinsics without the suffixes of their other forms, and that
PTX allows registers to be read before tcgen05.wait::ld.
"""

import argparse
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import run_mistakes

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
from tctools import ptxtext  # noqa: E402

_CALL = re.compile(r"^(\s*)(?:(%[\w.]+) = )?(?:tail )?call (.*?)(@llvm\.nvvm\.[\w.]+)\((.*)\)([^()]*)$")
_DECLARATION = re.compile(r"^declare .*?(@llvm\.nvvm\.[\w.]+)\(.*$", re.MULTILINE)
_ATTRIBUTE = re.compile(r"^(?:noundef|zeroext|signext|immarg|nonnull|nneg|captures\([^)]*\)|"
                        r"align \d+|range\([^)]*\)|dereferenceable\(\d+\)|writeonly|readonly) ")
_TYPE = re.compile(r"(ptr(?: addrspace\(\d\))?|<[^>]*>|\{[^}]*\}|\w+) ?")
#: What is no instruction for tensor cores, and what no instruction is printed for.
_ORDINARY = re.compile(r"@llvm\.nvvm\.(?:read|shfl|elect|barrier|.*_desc\.encode|registers)")
#: What llc puts around the statement.
_FRAME = re.compile(r"(?:\.reg|ld\.param|st\.param|ret|mov|and\.b16|setp|selp|cvt|[{}])\b|$")
_PREDICATE = re.compile(r"selp\.b32\s+(%r\d+), (?:1|-1), 0, (%p\d+);")
_BITS = {"i1": 8, "i16": 16, "half": 16, "bfloat": 16, "i32": 32, "float": 32, "i64": 64, "double": 64}
_CONSTRAINTS = {"i16": "h", "i32": "r", "float": "f", "i64": "l", "double": "d"}


def _split(text):
    return [part.strip() for part in ptxtext.split_outside(text, ",", "[{(<", "]})>")
            if part.strip()]


def _parse(operand):
    """("i32", "%x"): an operand without its attributes."""
    kind = _TYPE.match(operand)
    value = operand[kind.end():]
    while _ATTRIBUTE.match(value):
        value = _ATTRIBUTE.sub("", value)
    return kind[1], value


def _elements(kind):
    """The registers that hold a value: (byte offset, index or None, type)."""
    if vector := re.match(r"<(\d+) x (\w+)>", kind):
        count, element = int(vector[1]), vector[2]
        if count * _BITS[element] > 32:
            return [(i * _BITS[element] // 8, i, element) for i in range(count)]
        return [(0, None, kind)]
    if kind.startswith("{"):
        parts = _split(kind[1:-1])
        return [(4 * i, i, part) for i, part in enumerate(parts)]
    return [(0, None, kind)]


class Twin:
    """One module, call by call."""

    def __init__(self, llc, text):
        self.llc, self.count, self.made = llc, 0, 0
        self.declared = {m[1]: m[0] for m in _DECLARATION.finditer(text)}
        self.attributes = "\n".join(re.findall(r"^attributes #.*$", text, re.MULTILINE))
        self.lines = []
        for line in text.splitlines():
            match = _CALL.match(line)
            if not match or _ORDINARY.match(match[4]) or not self._replace(match):
                self.lines.append(line)

    def _name(self):
        self.count += 1
        return f"%twin{self.count}"

    def _emit(self, operation):
        name = self._name()
        self.lines.append(f"  {name} = {operation}")
        return name

    def _print(self, name, result, operands, constant):
        """llc's PTX of a function with the call alone; what has to be constant is a constant."""
        arguments = [f"{kind} %a{i}" for i, (kind, _) in enumerate(operands) if i not in constant]
        passed = [f"{kind} {value if i in constant else f'%a{i}'}"
                  for i, (kind, value) in enumerate(operands)]
        call = f"call {result} {name}({', '.join(passed)})"
        body = f"{call}\n ret void" if result == "void" else f"%r = {call}\n ret {result} %r"
        module = (f'target triple = "nvptx64-nvidia-cuda"\n{self.declared[name]}\n'
                  f"define {result} @func({', '.join(arguments)}) {{\n {body}\n}}\n{self.attributes}")
        run = subprocess.run([*self.llc, "-nvptx-short-ptr"], input=module, capture_output=True,
                             text=True, check=False)
        missing = re.search(r"operand (\d+) of [^\n]*must be", run.stderr)
        if run.returncode and missing and int(missing[1]) not in constant:
            return self._print(name, result, operands, constant | {int(missing[1])})
        return run.stdout, [i for i in range(len(operands)) if i not in constant]

    def _pass(self, operands, index, offset):
        """The type and value of a register that holds a part of an operand."""
        kind, value = operands[index]
        if kind.startswith("ptr"):
            integer = "i32" if re.search(r"\([367]\)", kind) else "i64"
            return integer, self._emit(f"ptrtoint {kind} {value} to {integer}")
        for at, element, part in _elements(kind):
            if at != offset:
                continue
            if element is not None:
                value = self._emit(f"extractelement {kind} {value}, i32 {element}")
            if part == "i1" and value in ("true", "false"):
                return "i32", str(int(value == "true"))
            if part == "i1":
                return "i32", self._emit(f"zext i1 {value} to i32")
            if part.startswith("<"):
                return "i32", self._emit(f"bitcast {part} {value} to i32")
            return part, value
        raise ValueError(f"no register at {offset} of {kind}")

    def _replace(self, match):
        result, name = match[3].strip(), match[4]
        while _ATTRIBUTE.match(result):
            result = _ATTRIBUTE.sub("", result)
        parameters = _split(self.declared[name].split(name + "(", 1)[1].rsplit(")", 1)[0])
        operands = [_parse(operand) for operand in _split(match[5])]
        ptx, passed = self._print(name, result, operands, {
            i for i, parameter in enumerate(parameters) if "immarg" in parameter})
        body = re.sub(r"//[^\n]*", "", ptx.partition("\n{")[2].rpartition("}")[0])
        statements = [s for s in (" ".join(s.split()) for s in body.split(";"))
                      if not _FRAME.match(s)]
        if len(statements) != 1:
            return False
        debug = "".join(re.findall(r", !dbg !\d+", match[6]))
        if "wait_group" in name and result != "void":  # the values pass through
            self._finish(f'call void asm sideeffect "{statements[0]};", "~{{memory}}"()', debug)
            self.lines.append(f"  {match[2]} = select i1 true, {result} {operands[-1][1]}, "
                              f"{result} poison")
            return True
        self._assemble(statements[0], body, match[2], result, operands, passed, debug)
        return True

    def _finish(self, call, debug):
        self.lines.append(f"  {call}{debug}")
        self.made += 1

    def _assemble(self, statement, body, name, result, operands, passed, debug):
        inputs, outputs = ptxtext.read_roles(body), ptxtext.written_roles(body)
        outputs |= {predicate: outputs[register]
                    for register, predicate in _PREDICATE.findall(body) if register in outputs}
        registers = list(dict.fromkeys(re.findall(r"%[a-z]+\d+", statement)))
        offset = lambda role: int(re.search(r"\+(\d+)>", role)[1])  # noqa: E731
        written = [r for r in registers if r in outputs]
        parts = [next(e for e in _elements(result) if e[0] == offset(outputs[r])) for r in written]
        kinds = ["i32" if p.startswith("<") or p == "i1" else p for _, _, p in parts]
        numbers = {register: i for i, register in enumerate(written)}
        constraints = [f"={_CONSTRAINTS[kind]}" for kind in kinds]
        arguments = []
        for register in registers:
            if register not in inputs:
                continue
            index = passed[int(re.search(r"param_(\d+)", inputs[register])[1])]
            kind, value = self._pass(operands, index, offset(inputs[register]))
            constraints.append(str(numbers[register]) if register in numbers
                               else _CONSTRAINTS[kind])
            numbers.setdefault(register, len(constraints) - 1)
            arguments.append(f"{kind} {value}")
        text = re.sub(r"%[a-z]+\d+", lambda m: ("p" if m[0].startswith("%p") else "$")
                      + str(numbers[m[0]]), statement) + ";"
        predicates = [r for r in registers if r.startswith("%p")]
        if predicates:
            before = "".join(f"setp.ne.b32 p{numbers[r]}, ${numbers[r]}, 0; "
                             for r in predicates if r not in outputs)
            behind = "".join(f" selp.b32 ${numbers[r]}, 1, 0, p{numbers[r]};"
                             for r in predicates if r in outputs)
            declared = ", ".join(f"p{numbers[r]}" for r in predicates)
            text = f"{{ .reg .pred {declared}; {before}{text}{behind} }}"
        returned = "void" if not kinds else kinds[0] if len(kinds) == 1 else \
            f"{{ {', '.join(kinds)} }}"
        whole = self._name()
        self._finish(f"{f'{whole} = ' if kinds else ''}call {returned} asm sideeffect \"{text}\", "
                     f"\"{','.join([*constraints, '~{memory}'])}\"({', '.join(arguments)})", debug)
        if name:
            self._return(name, result, returned, whole, parts)

    def _return(self, name, result, returned, whole, parts):
        """The results of the assembly as the value of the call."""
        joined = "poison"
        for i, (_, index, kind) in enumerate(parts):
            value = self._emit(f"extractvalue {returned} {whole}, {i}") if len(parts) > 1 else whole
            if kind == "i1":
                value = self._emit(f"trunc i32 {value} to i1")
            elif kind.startswith("<"):
                value = self._emit(f"bitcast i32 {value} to {kind}")
            if index is None:
                joined = value
            elif result.startswith("<"):
                joined = self._emit(f"insertelement {result} {joined}, {kind} {value}, i32 {index}")
            else:
                joined = self._emit(f"insertvalue {result} {joined}, {kind} {value}, {index}")
        self.lines.append(f"  {name} = select i1 true, {result} {joined}, {result} poison")


def _messages(output):
    """The errors and warnings, without what differs between intrinsics and assembly."""
    found = []
    for line in output.splitlines():
        if not re.search("(?:error|warning): ", line) or "before tcgen05.wait::ld" in line:
            continue
        line = re.sub(r"(?:block [^:]*, )?'[^']*…?': |block [^:]*: ", "", line)
        line = re.sub(r"\.(?:shared|full|p3|i64)\b", "", line)
        line = re.sub(r"\S+ (is not supported on sm_\w+)[^;]*; it needs (?:sm_\w+ or higher|[^;]*)[^;]*",
                      r"\1", line)
        found.append(re.sub(r" at line [\d, …]*\(see", " (see", line))
    return sorted(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("docs", type=Path)
    parser.add_argument("build", type=Path)
    parser.add_argument("scratch", type=Path)
    options = parser.parse_args()
    tools = options.build.resolve() / "bin"
    kernels, commands, rows = run_mistakes.read(options.docs)

    def compare(number, kernel, title, text, command):
        folder = options.scratch / str(number)
        folder.mkdir(parents=True)
        (folder / "k.cu").write_text(text)
        right, target = (re.search(r"sm_\w+", c)[0] for c in (commands[kernel], command))
        made = subprocess.run(f"{tools}/{command.replace(target, right)} -gline-tables-only --cuda-device-only -S "
                              "-emit-llvm k.cu -o k.ll", shell=True, cwd=folder, check=False,
                              capture_output=True, text=True)
        if made.returncode:  # the header's own errors
            return None
        llc = [str(tools / "llc"), "-mattr=+ptx90"]
        twin = Twin([*llc, f"-mcpu={right}"], (folder / "k.ll").read_text())
        (folder / "twin.ll").write_text("\n".join(twin.lines))
        said = [_messages(subprocess.run([*llc, f"-mcpu={target}", folder / file, "-o", "/dev/null"],
                                         capture_output=True, text=True, check=False).stderr)
                for file in ("k.ll", "twin.ll")]
        if not twin.made:
            return f"{kernel}, {title}: no assembly"
        return "" if said[0] == said[1] else "\n  ".join(
            [f"{kernel}, {title}: said of intrinsics", *said[0], "of assembly", *said[1]])

    jobs = [(name, name, "the kernel", kernels[name], commands[name])
            for name in ("ampere", "hopper", "blackwell")]
    jobs += [(i, row.kernel, row.name, *row.apply(kernels[row.kernel], commands[row.kernel]))
             for i, row in enumerate(rows)]
    with ThreadPoolExecutor() as pool:
        results = [r for r in pool.map(lambda job: compare(*job), jobs) if r is not None]
    faults = [r for r in results if r]
    print(*faults, sep="\n")
    print(f"{len(results)} kernels and mistakes: {len(results) - len(faults)} alike in inline PTX")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())

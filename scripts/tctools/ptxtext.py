# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PTX text that a compiler printed: functions, and the matrix instruction of a function.

Reads what llc prints for modules of ir.py, of this or another LLVM. The form of an instruction is
its mnemonic and operands in the notation of oracle/notation.py. Knows nothing of the model.
"""

import re

_FUNCTION = re.compile(r"^\.visible \.func\s*(?:\([^)]*\)\s*)?([a-z]\w*)\(.*?^\}",
                       re.MULTILINE | re.DOTALL)
_INSTRUCTION = re.compile(
    r"^\s*((?:wgmma|wmma|mma|ldmatrix|stmatrix|movmatrix|tcgen05)\.[^;]*);", re.MULTILINE)
#: Those that llc may put something around: fences, commits and waits.
_ASYNCHRONOUS = re.compile(r"^\s*((?:wgmma\.mma_async\.|tcgen05\.(?!wait::))[^;]*);", re.MULTILINE)
_REGISTER = re.compile(r"%[a-z]+\d+")
#: A parameter that is read, or a part of the result that is written.
_LOAD = re.compile(r"ld\.param(?:\.v\d)?\.[a-z](?P<width>\d+)\s+\{?(?P<registers>[^}\[]*?)\}?,"
                   r"\s*\[\w+_(?P<name>param_\d+)(?:\+(?P<offset>\d+))?\];")
_STORE = re.compile(r"st\.param(?:\.v\d)?\.[a-z](?P<width>\d+)\s+"
                    r"\[func_(?P<name>retval\d+)(?:\+(?P<offset>\d+))?\],"
                    r"\s*\{?(?P<registers>[^}]*?)\}?;")
#: How an i1 parameter becomes a predicate: (register, register) of one value.
_PREDICATE = (
    re.compile(r"and\.b16\s+(%rs\d+), (%rs\d+), 1;"),
    re.compile(r"setp\.(?:ne\.[bsu]16\s+(?=%p\d+, %rs\d+, 0;)|eq\.[bsu]16\s+(?=%p\d+, %rs\d+, 1;))"
               r"(%p\d+), (%rs\d+), [01];"))
_UNKNOWN = "<unknown>"
#: A register or several: type, name, whether numbers follow.
_DECLARED = re.compile(r"\.reg\s+\.(\w+)\s+(%\w+?)(<\d+>)?;")
#: What stands before an instruction: a scope, a label, a guard.
_BEFORE = re.compile(r"^(?:[{}]\s*|[$\w]+:\s*|@!?%\w+\s+)+")
_LETTER_OF_BITS = {"8": "b", "16": "h", "32": "r", "64": "q", "128": "o"}


def functions(text):
    """The functions of a module: {name: text}."""
    return {match[1]: match[0] for match in _FUNCTION.finditer(text)}


def instruction(function):
    """The one matrix instruction of a function, on one line; None if there is another number."""
    found = _ASYNCHRONOUS.findall(function) or _INSTRUCTION.findall(function)
    return " ".join(found[0].split()) if len(found) == 1 else None


def mnemonic(function):
    """The matrix instruction without its operands."""
    return instruction(function).split()[0]


def roles(function, patterns=(_LOAD, _STORE)):
    """What each register carries: a parameter or a part of the result."""
    found = {}
    for pattern in patterns:
        for match in pattern.finditer(function):
            start, size = int(match["offset"] or 0), int(match["width"]) // 8
            for index, register in enumerate(re.split(r",\s*", match["registers"])):
                found[register] = f"<{match['name']}+{start + index * size}>"
    for step in _PREDICATE:
        found |= {to: found[from_] for to, from_ in step.findall(function) if from_ in found}
    return found


def read_roles(function):
    """What each register carries that a parameter is loaded to."""
    return roles(function, (_LOAD,))


def written_roles(function):
    """What each register carries that a part of the result is stored from."""
    return roles(function, (_STORE,))


def instruction_by_roles(function):
    """The matrix instruction with each register named for what it carries, so that the same text
    means the same instruction on the same data."""
    text, known = instruction(function), roles(function)
    return text and _REGISTER.sub(lambda match: known.get(match[0], _UNKNOWN), text)


def same_instruction(one, other):
    """Whether two functions have the same matrix instruction on the same data."""
    text = instruction_by_roles(one)
    return text is not None and _UNKNOWN not in text and text == instruction_by_roles(other)


# The form of what is printed.

_LETTERS = {"%rs": "h", "%rd": "q", "%r": "r", "%fd": "d", "%f": "f", "%p": "p"}
#: In the order of preference: what llc puts around an instruction is not meant where there is
#: another.
_MEANT = tuple(re.compile(rf"^\s*({words}[^;]*);", re.MULTILINE) for words in (
    r"wgmma\.mma_async\.", r"(?:wg?mma|mma|ldmatrix|stmatrix|movmatrix)\.",
    r"tcgen05\.(?!wait::)", r"tcgen05\."))
_OPERAND = re.compile(r"\{[^}]*\}|\[[^]]*\]|[^\s,]+")
# How llc prints a predicate that is a constant.
_CONSTANT_PREDICATE = re.compile(r"^\s*mov\.pred\s+(%p\d+), (-?\d+);", re.MULTILINE)
_CONSTANT = re.compile(r"^\s*mov\.\w+\s+(%r\w*\d+), (-?\d+);", re.MULTILINE)
_COMPARED = re.compile(r"^\s*setp\.(eq|ne)\.\w+\s+(%p\d+), (%r\w*\d+), (-?\d+);", re.MULTILINE)


def _constants(ptx, is_tcgen05):
    """The registers that are immediates in the form: constant predicates, and with tcgen05, where
    a number may stand for a register that llc has it in, all that are constant."""
    numbers = dict(_CONSTANT.findall(ptx))
    found = {register: value != "0" for register, value in _CONSTANT_PREDICATE.findall(ptx)}
    for comparison, predicate, register, value in _COMPARED.findall(ptx):
        if register in numbers:
            found[predicate] = (numbers[register] == value) == (comparison == "eq")
    predicates = {register: str(int(value)) for register, value in found.items()}
    return (numbers if is_tcgen05 else {}) | predicates


def _print_operand(operand, constants):
    def letter(register):
        prefix = re.match(r"%[a-z]+", register)
        return constants.get(register) or (_LETTERS.get(prefix[0], "?") if prefix else register)

    if operand.startswith("["):
        return f"[{letter(operand[1:-1])}]"
    if not operand.startswith("{"):
        return letter(operand)
    letters = [letter(register.strip()) for register in operand[1:-1].split(",")]
    if len(set(letters)) == 1:
        return f"{{{letters[0]}{len(letters)}}}"
    return "{" + ":".join(letters) + "}"


def printed_form(ptx):
    """The form of the matrix instruction in a function that llc printed, or None: of the first, if
    there are several alike. llc may print others around it. Constants are immediates."""
    match = next(filter(None, (pattern.search(ptx) for pattern in _MEANT)), None)
    if not match:
        return None
    constants = _constants(ptx, match[1].startswith("tcgen05."))
    name, _, rest = match[1].replace("\n", " ").replace("\t", " ").partition(" ")
    return " ".join([name, *(_print_operand(o, constants) for o in _OPERAND.findall(rest))])


def _register_letters(function):
    """({name: letter}, {name before a number: letter}) of a function's registers."""
    exact, numbered = {}, {}
    for kind, name, count in _DECLARED.findall(function):
        letter = {"pred": "p", "f32": "f", "f64": "d"}.get(kind) or \
            _LETTER_OF_BITS[re.sub(r"x\d|\D", "", kind)]
        (numbered if count else exact)[name] = letter
    return exact, numbered


def split_outside(text, separator, opening, closing):
    """The text cut at the separators that are in no bracket."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in opening) - (letter in closing)
        if letter == separator and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def statements(function):
    """Every instruction of a function as a form. An address is its register whatever the offset."""
    exact, numbered = _register_letters(function)

    def letter(match):
        return exact.get(match[0]) or numbered.get(match[0].rstrip("0123456789"), "?")

    def to_text(operand):
        operand = re.sub(r"%\w+", letter, "".join(operand.split()))
        operand = re.sub(r"\{(\w)(?:,\1)*\}", lambda m: f"{{{m[1]}{m[0].count(m[1])}}}", operand)
        return re.sub(r"\[(\w)\+-?\d+", r"[\1", operand)

    body = re.sub(r"//[^\n]*", "", function.split("\n{", 1)[1].rsplit("}", 1)[0])
    found = []
    for text in body.split(";"):
        name, *rest = _BEFORE.sub("", " ".join(text.split())).split(" ", 1)
        if name and not name.startswith("."):
            operands = map(to_text, split_outside(rest[0], ",", "[{(", "]})") if rest else ())
            found.append(" ".join([name, *operands]))
    return found

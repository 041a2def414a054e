# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares LLVM 19 with the release that the bridge runs in, and both with the bridge's tables.

usage: compare_releases.py OLD-INCLUDE NEW-INCLUDE TABLES-FOLDER OLD-SIGNATURES NEW-SIGNATURES
                           KNOWN-NAMES

The headers that say what the language, debug information and intrinsics are (each function below
reads one) differ between the two releases. Each difference has to have a row in Differences.def or
NVVMDifferences.def, and each row has to be a difference, so that a newer LLVM announces itself.
SIGNATURES are what print-signatures printed, built with each release; KNOWN-NAMES is the bridge's
table of the intrinsics that LLVM 19 and this project have.
"""

import re
import sys
from pathlib import Path

#: Intrinsics of other targets, which no module for NVPTX calls; those of vp exist on no GPU.
OTHER_TARGETS = re.compile(r"llvm\.(aarch64|amdgcn|arm|bpf|dx|hexagon|loongarch|mips|ppc|r600|riscv|spv|s390|ve|vp"
                           r"|wasm|x86|xcore)\.")


def read(include, header):
    text = (include / "llvm" / header).read_text(errors="replace")
    return re.sub(r"//.*", "", text)


def enumerators(text, enum):
    body = re.search(enum + r"[^{;]*\{(.*?)\n\s*\};", text, re.S).group(1)
    return set(re.findall(r"^\s*([A-Za-z_]\w*)\s*(?:=[^,]*)?,", body, re.M))


def macros(text, pattern):
    return set(re.findall(pattern, text, re.M))


def tokens(include):
    return enumerators(read(include, "AsmParser/LLToken.h"), "enum Kind")


def attributes(include):
    """(enumerator, text)"""
    return macros(read(include, "IR/Attributes.inc"), r"^ATTRIBUTE_\w+\((\w+),([^)]+)\)")


def attribute_places(include):
    """(enumerator, "FnAttr")"""
    rows = re.findall(r"^def (\w+) :[^;]*?\[(\w+Attr\b[^\]]*)\]", read(include, "IR/Attributes.td"), re.M)
    return {(name, place) for name, places in rows for place in re.findall(r"\w+Attr\b", places)}


def instructions(include):
    return macros(read(include, "IR/Instruction.def"), r"HANDLE_\w+_INST\s*\(\s*\d+\s*,\s*\w+\s*,\s*(\w+)\s*\)")


def atomic_operations(include):
    return enumerators(read(include, "IR/Instructions.h"), r"enum BinOp : unsigned")


def metadata_kinds(include):
    return macros(read(include, "IR/FixedMetadataKinds.def"), r'LLVM_FIXED_MD_KIND\(\w+, "([^"]+)"')


def debug_nodes(include):
    return macros(read(include, "IR/Metadata.def"), r"^HANDLE_\w+\((\w+)\)")


def debug_fields(include):
    """(node, parameter) of all that a node is made of."""
    text = read(include, "IR/DebugInfoMetadata.h")
    getters = re.findall(r"DEFINE_MDNODE_GET\w*\(\s*(\w+),\s*\(.*?\),\s*\((.*?)\)\)", text, re.S)
    return {(node, name) for node, names in getters for name in re.findall(r"[A-Z]\w*", names)}


def debug_words(include):
    dwarf = re.findall(r"^HANDLE_DW_(TAG|LANG|OP|ATE|CC|VIRTUALITY|DEFAULTED|MACRO|AT)\(0x\w+, (\w+)",
                       read(include, "BinaryFormat/Dwarf.def"), re.M)
    flags = re.findall(r"^HANDLE_(DI|DISP)_FLAG\(.*?, (\w+)\)$", read(include, "IR/DebugInfoFlags.def"), re.M)
    # Attributes of DWARF, DW_AT, and Largest, of LLVM's own code, are not in IR.
    return {f"DW_{kind}_{name}" for kind, name in dwarf if kind != "AT"} | \
        {f"{kind}Flag{name}" for kind, name in flags if name != "Largest"}


def debug_records(include):
    return enumerators(read(include, "IR/DebugProgramInstruction.h"), "enum class LocationType")


def read_signatures(path):
    lines = (line.partition(" ") for line in Path(path).read_text().splitlines())
    return {name: signature for name, _, signature in lines if not OTHER_TARGETS.match(name)}


class Tables:
    """The rows of both files, by the macro of each: tuples of words, without quotes."""

    def __init__(self, folder):
        self.rows = {}
        for file in ("Differences.def", "NVVMDifferences.def"):
            for macro, text in re.findall(r"^([A-Z]\w*)\((.*)\)", (folder / file).read_text(), re.M):
                row = re.findall(r'"(?:[^"]*)"|\w+', text)
                self.rows.setdefault(macro, []).append(row)

    def words(self, macro, column=0):
        return {row[column].strip('"') for row in self.rows.get(macro, [])}

    def pairs(self, macro):
        return {tuple(word.strip('"') for word in row[:2]) for row in self.rows.get(macro, [])}


def compare(header, differences, rows):
    for name in sorted(differences - rows, key=str):
        yield f"{header}: {name} is in one of the releases only, and the bridge does not name it"
    for name in sorted(rows - differences, key=str):
        yield f"{header}: the bridge names {name}, which does not differ"


def compare_headers(old, new, tables):
    for header, names, macro in (
            ("AsmParser/LLToken.h", tokens, "TOKEN"),
            ("IR/Instruction.def", instructions, "INSTRUCTION"),
            ("IR/Instructions.h", atomic_operations, "ATOMIC_OPERATION"),
            ("IR/FixedMetadataKinds.def", metadata_kinds, "METADATA_KIND"),
            ("IR/Metadata.def", debug_nodes, "DEBUG_NODE"),
            ("IR/DebugProgramInstruction.h", debug_records, "DEBUG_RECORD"),
            ("BinaryFormat/Dwarf.def and IR/DebugInfoFlags.def", debug_words, "DEBUG_WORD")):
        yield from compare(header, names(old) ^ names(new), tables.words(macro))
    yield from compare("IR/Attributes.inc", attributes(old) ^ attributes(new), tables.pairs("ATTRIBUTE"))
    both = {name for name, _ in attributes(old) & attributes(new)}
    places = {place for place in attribute_places(old) ^ attribute_places(new) if place[0] in both}
    yield from compare("IR/Attributes.td", places, tables.pairs("ATTRIBUTE_PLACE"))
    nodes = tables.words("DEBUG_NODE")
    fields = {field for field in debug_fields(old) ^ debug_fields(new) if field[0] not in nodes}
    yield from compare("IR/DebugInfoMetadata.h", fields, tables.pairs("DEBUG_FIELD"))


def compare_intrinsics(old, new, known, tables):
    changed = {name for name in old.keys() & new.keys() if old[name] != new[name]}
    yield from compare("signatures of intrinsics", changed, tables.words("INTRINSIC_SIGNATURE"))
    nvvm = {name for name in new if name.startswith("llvm.nvvm.")}
    named = set().union(*map(tables.words, ("NVVM_NAME", "NVVM_TEXT", "NVVM_CHOICE", "NVVM_REFUSED")))
    # Rows of overloaded intrinsics end in the types.
    named = {name if name in nvvm else name.rpartition(".")[0] for name in named}
    yield from compare("IR/IntrinsicsNVPTX.h", nvvm - known, named)
    gone = {name for name in old if name.startswith("llvm.nvvm.")} - nvvm
    yield from compare("IR/IntrinsicsNVPTX.h", gone, tables.words("NVVM_GONE"))


def main():
    old, new, folder = map(Path, sys.argv[1:4])
    tables = Tables(folder)
    known = macros(Path(sys.argv[6]).read_text(), r'KNOWN_NAME\("([^"]+)"')
    faults = [*compare_headers(old, new, tables),
              *compare_intrinsics(read_signatures(sys.argv[4]), read_signatures(sys.argv[5]), known, tables)]
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

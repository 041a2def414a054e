# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generated part of nvptx_tensorcore_tcgen05.h: intrinsics by what functions choose them by.

Also calls of the functions, for tests.
"""

import re

from tctools import model
from tctools.generate.cuda_header import text
from tctools.generate.cuda_header.descriptor import KINDS

FILE = "nvptx_tensorcore_tcgen05.inc"
TABLE = "TCGen05*.td"

_FAMILIES = ("tcgen05", "tcgen05.ld/st", "tcgen05.cp", "tcgen05.mma")
#: What has a twin: the header casts generic pointers, and does not call what LLVM renamed after 22.
_TWINS = re.compile(r"\.p0(\.|$)|\.16b$|tcgen05\.(alloc|commit(\.mc)?)\.cg[12]$"
                    r"|tcgen05\.commit(\.mc)?\.cg[12]\.p3(\.i16)?$")
#: The end of the names of those with the arguments that came after LLVM 22.
_FULL = ".full"
_COLLECTORS = ("Discard", "LastUse", "Fill", "Use")


def _short(variant):
    return variant.short_name.removeprefix("tcgen05.").removesuffix(_FULL)


def variants_of(tables):
    names = {v.name for v in tables.variants}
    return [v for v in tables.variants if v.family in _FAMILIES and not _TWINS.search(v.name)
            and v.name + _FULL not in names]


def calls_of(tables):
    """Those that some target has; a collector buffer of B without one of A."""
    return [call for call in model.calls_of(variants_of(tables)) if call.rule.targets and _is_called(call)]


def _is_called(call):
    values = call.named_values
    if ".alloc.cg" in call.variant.name:
        return values["exclusive"]  # tcgen05.alloc.shared otherwise
    return not (values.get("collector_usage") and values.get("collector_usage_b"))


def _types(variant):
    """C++ types of all arguments."""
    return [text.cxx_type(a.type) for a in variant.arguments]


def _row(variant, result, function, arguments=None):
    """A declaration with a note."""
    words = list(arguments or _types(variant))
    made = text.declare(variant.name, result, function, words)
    return f"{made} {text.note(variant)}"


# The header

def _struct(name, lines):
    head = "template <> " if "<" in name else ""
    return "\n".join([f"{head}struct {name} {{", *(f"  {line}" for line in lines), "};"]) + "\n"


def _manage_rows(found):
    """alloc and the like, by the CTA group."""
    groups = {}
    for variant in found:
        match = re.fullmatch(r"(.*)\.cg([12])(?:\.p3)?(?:\.i\d+)?", _short(variant))
        if match:
            function = re.sub(r"\W(\w)", lambda m: m[1].upper(), match[1].replace(".shared", ""))
            groups.setdefault(match[2], []).append(_row(variant, "void", function))
    return "\n".join(_struct(f"TCGen05Calls<{group}>", lines) for group,
                     lines in sorted(groups.items()))


def _copy_rows(found):
    rows = []
    for variant in found:
        shape, format_, group = re.fullmatch(r"cp\.(\w+)\.(?:(b\w+)\.)?cg([12])",
                                             _short(variant)).groups()
        rows.append(_struct(f"TCGen05CopyCalls<Copy_{shape}, CopyFormat::{format_ or 'None'}, "
                            f"{group}>",
                            [_row(variant, "void", "copy")
                             .replace("long long", "MatrixDescriptor")]))
    return "".join(rows)


def _access_key(variant):
    """(ld or st, shape, count, reduction's function or None)."""
    match = re.fullmatch(r"(ld|st)(?:\.red)?\.(\w+)\.x(\d+)(?:\.(.*))?", _short(variant))
    return match[1], match[2], int(match[3]), match[4] and "".join(match[4].replace(".", "_"))


def _compressed_key(variant):
    """(count, reduction, whether of absolute values, whether it is of all elements, too, and
    whether with NaN) of a load that compresses."""
    match = re.fullmatch(r"ld(\.red)?\.spcompress\.32x32b\.x(\d+)\.(\w+)\.sp\.2\.4(\.abs)?(\.NaN)?"
                         r"\.f32\.b2", _short(variant))
    return match and (int(match[2]), match[3].capitalize(), str(bool(match[4])).lower(),
                      bool(match[1]), bool(match[5]))


def _access_rows(found):
    """ld and st by shape and count; then ld.red, and what compresses."""
    plain, reduced, compressed = {}, {}, {}
    for variant in found:
        if key := _compressed_key(variant):
            vector = text.cxx_type(variant.results[0])
            result = vector.replace("Vector", "Reduced") if key[3] else vector
            function = "ld" + ("Red" if key[3] else "") + ("NaN" if key[4] else "")
            compressed.setdefault(key[:3], []).append(_row(variant, result, function))
            continue
        access, shape, count, reduction = _access_key(variant)
        if reduction:
            element = ("float" if reduction.endswith("f32")
                       else "int" if reduction.endswith("s32") else "unsigned")
            result = f"Reduced<{element}, {count}>"
            reduced.setdefault((shape, count), []).append(_row(variant, result, reduction))
        else:
            result = text.tuple_of(variant.results)
            plain.setdefault((shape, count), []).append(_row(variant, result, access))
    parts = [_struct(f"TCGen05AccessCalls<Access_{shape}, {count}>", lines) for (shape, count),
             lines in sorted(plain.items())]
    parts += [_struct(f"TCGen05ReducedCalls<Access_{shape}, {count}>", lines) for (shape, count),
              lines in sorted(reduced.items())]
    parts += [_struct(f"TCGen05CompressedCalls<{count}, Reduction::{operation}, {absolute}>", lines)
              for (count, operation, absolute), lines in sorted(compressed.items())]
    return "".join(parts)


def _mma_words(variant):
    """What the name of an mma says: {word: value}."""
    name = _short(variant)
    words = set(name.split("."))
    match = re.search(r"\.(mxf\w+)\.block_scale(?:\.(?:scale_vec\.)?(?!decompress)(\w+))?", name)
    return {"sparse": "sp" in words, "ws": "ws" in words, "tensor": "tensor" in words,
            "scale_d": "scale_d" in words, "lut": "decompress_b" in words,
            "ashift": "ashift" in words, "mask": "zero_col_mask" in words,
            "kind": match and match[1], "scales": match and match[2],
            "lanes": "disable_output_lane" in words}


def _mma_rows(found):
    """Overloads for A in shared and in tensor memory; dense, sparse, block-scaled by kind."""
    tables = {}
    for variant in sorted(found, key=lambda v: (not _mma_words(v)["tensor"], len(v.name), v.name)):
        words = _mma_words(variant)
        sparse = "Sparse" if words["sparse"] else "Dense"
        arguments = _types(variant)
        if not words["tensor"]:
            arguments[1] = "MatrixDescriptor"
        arguments[2] = "MatrixDescriptor"
        scale = f"BlockScale::{_scale_name(words['scales'] or 'Default')}"
        if words["lut"]:
            name, function = ("TCGen05LutBlockScaleCalls" + f"<{scale}>" if words["kind"]
                              else "TCGen05LutCalls", "mma")
        elif words["kind"]:
            name, function = (f"TCGen05{sparse}BlockScaleCalls<Kind::{words['kind']}, {scale}>",
                              "mma")
        else:
            name = f"TCGen05{sparse}Calls<{'true' if words['ws'] else 'false'}>"
            function = "".join(["mma", "ScaleD" if words["scale_d"] else "",
                                "AShift" if words["ashift"] else "",
                                "Masked" if words["mask"] else ""])
        tables.setdefault(name, []).append(_row(variant, "void", function, arguments))
    return "\n".join(_struct(name, lines) for name, lines in sorted(tables.items()))


def _scale_name(scales):
    """1X -> Vector1X, block16 -> Block16."""
    return f"Vector{scales}" if scales[0].isdigit() else scales.capitalize()


def write_generated(tables):
    families = {name: [v for v in variants_of(tables) if v.family == name] for name in _FAMILIES}
    parts = ["// By the CTA group.\n", _manage_rows(families["tcgen05"]),
             "\n// Copies from shared memory.\n", _copy_rows(families["tcgen05.cp"]),
             "\n// Loads and stores.\n", _access_rows(families["tcgen05.ld/st"]),
             "\n// Multiplications.\n", _mma_rows(families["tcgen05.mma"])]
    return text.generated(TABLE, "".join(parts).rstrip("\n"))


# Calls, for tests

def write_call(call):
    """A device function: in a kernel, its other uses of tensor memory would be looked at."""
    write = {"tcgen05": _write_manage, "tcgen05.cp": _write_copy,
             "tcgen05.ld/st": _write_access, "tcgen05.mma": _write_mma}
    return write[call.variant.family](call)


def _write_manage(call):
    name, group, mask = re.fullmatch(r"(.*?)(?:\.cg([12])(?:\.p3)?)?(\.i\d+)?",
                                     _short(call.variant)).groups()
    is_exclusive = "true" if call.named_values.get("exclusive") else "false"
    exclusive, reads_of_a, group = (f"<{group}{more}>"
                                    for more in (f", {is_exclusive}", ", true", ""))
    statements = {"alloc.shared": f"tcgen05_alloc{group}(s, x)",
                  "alloc": f"tcgen05_alloc{exclusive}(s, x)",
                  "dealloc": f"tcgen05_dealloc{exclusive}(t, x)",
                  "relinq.alloc.permit": f"tcgen05_relinquish_alloc_permit{group}()",
                  "commit.shared": f"tcgen05_commit{group}(s)",
                  "commit.smem.a.read": f"tcgen05_commit{reads_of_a}(s)",
                  "commit.mc.shared": f"tcgen05_commit_multicast{group}(s, (unsigned short)x)",
                  "commit.mc.i32": f"tcgen05_commit_multicast_32b{group}(s, x)",
                  "commit.smem.a.read.mc.i16": f"tcgen05_commit_multicast{reads_of_a}(s, "
                                               "(unsigned short)x)",
                  "commit.smem.a.read.mc.i32": f"tcgen05_commit_multicast_32b{reads_of_a}(s, x)",
                  "shift.down": f"tcgen05_shift_down{group}(t)",
                  "wait.ld": "tcgen05_wait_ld()", "wait.st": "tcgen05_wait_st()",
                  "fence.before.thread.sync": "tcgen05_fence_before_thread_sync()",
                  "fence.after.thread.sync": "tcgen05_fence_after_thread_sync()"}
    return (f"FUNCTION void {call.function}(SharedPointer s, TensorAddress t, unsigned x) {{\n"
            f"  {statements[name + (mask or '')]};\n}}\n")


def _write_copy(call):
    shape, format_, group = re.fullmatch(r"cp\.(\w+)\.(?:(b\w+)\.)?cg([12])",
                                         _short(call.variant)).groups()
    return (f"FUNCTION void {call.function}(TensorAddress t, MatrixDescriptor m) {{\n"
            f"  tcgen05_cp_{shape}<{group}, CopyFormat::{format_ or 'None'}>(t, m);\n}}\n")


def _write_compressed(call, key):
    count, operation, absolute, is_reduced, has_nan = key
    red, nan = ("_red", f", {str(has_nan).lower()}") if is_reduced else ("", "")
    return (f"FUNCTION void {call.function}(TensorAddress t, {'Reduced' if is_reduced else ''}"
            f"Compressed<{count}> *p) {{\n"
            f"  auto v = tcgen05_ld{red}_spcompress_32x32b<{count}, Reduction::{operation}, "
            f"{absolute}{nan}>(t);\n  tcgen05_wait_ld();\n  *p = v;\n}}\n")


def _write_access(call):
    if key := _compressed_key(call.variant):
        return _write_compressed(call, key)
    access, shape, count, reduction = _access_key(call.variant)
    values = call.named_values
    offset = f", {values['half_split_offset']}" if "half_split_offset" in values else ""
    if reduction:
        operation, *modifiers, kind = reduction.split("_")
        element = {"f32": "float", "s32": "int", "u32": "unsigned"}[kind]
        flags = "".join(f", {'true' if word in modifiers else 'false'}" for word in ("abs", "NaN"))
        return (f"FUNCTION void {call.function}(TensorAddress t, Reduced<{element}, "
                f"{count}> *p) {{\n"
                f"  auto v = tcgen05_ld_red_{shape}<{count}, "
                f"Reduction::{operation.capitalize()}{offset}, {element}{flags}>(t);\n"
                "  tcgen05_wait_ld();\n  *p = v;\n}\n")
    registers = count * {"16x128b": 2, "16x256b": 4}.get(shape, 1)
    flag = ", true" if values.get("pack", values.get("unpack")) else ""
    head = f"FUNCTION void {call.function}(TensorAddress t, Vector<unsigned, {registers}> *p) {{\n"
    if access == "ld":
        return (f"{head}  auto v = tcgen05_ld_{shape}<{count}{offset}{flag}>(t);\n"
                f"  tcgen05_wait_ld();\n  *p = v;\n}}\n")
    arguments = (offset + flag).removeprefix(", ")
    return (f"{head}  tcgen05_st_{shape}{f'<{arguments}>' if arguments else ''}(t, *p);\n"
            f"  tcgen05_wait_st();\n}}\n")


def _mma_templates(call, words, kind, group):
    """Template arguments of the function."""
    values = call.named_values
    collector, of_b = (f"Collector::{_COLLECTORS[values.get(name, 0)]}"
                       for name in ("collector_usage", "collector_usage_b"))
    scale = f"BlockScale::{_scale_name(words['scales'] or 'Default')}"
    if words["ws"]:
        return [f"Kind::{kind}", str(values["collector_buffer"]), collector]
    templates = [] if words["lut"] else [f"Kind::{kind}"]
    templates += [*([scale] if words["kind"] else []), str(group), collector]
    if not words["kind"] and not words["lut"]:
        templates += [str(values.get("scale_input_d", "NoScaleInput"))]
        templates += [str(words["ashift"]).lower()] if words["tensor"] else []
    return [*templates, of_b]


def _write_mma(call):
    words, values = _mma_words(call.variant), call.named_values
    kind = words["kind"] or ("f8f6f4" if words["lut"] else KINDS[values["kind"]])
    group = values.get("cta_group") or int((re.search(r"\.cg([12])", call.variant.name)
                                            or [0, 1])[1])
    suffixes = {"ws": "_ws", "sparse": "_sp", "kind": "_block_scale", "lut": "_lut_b"}
    name = "tcgen05_mma" + "".join(suffixes[word] for word in suffixes if words[word])
    templates = _mma_templates(call, words, kind, group)
    arguments = ["d", "a", "b", *(["m"] if words["sparse"] or words["lut"] else []),
                 f"InstructionDescriptor<Kind::{kind}>(i)",
                 *(["m", "m"] if words["kind"] else []), "e", *(["*l"] if words["lanes"] else []),
                 *(["z"] if words["mask"] else [])]
    where = "TensorAddress" if words["tensor"] else "MatrixDescriptor"
    return (f"FUNCTION void {call.function}(TensorAddress d, {where} a, MatrixDescriptor b, "
            f"TensorAddress m, unsigned i, bool e, Vector<unsigned, {4 * group}> *l, "
            f"unsigned long long z) {{\n"
            f"  {name}<{', '.join(templates)}>({', '.join(arguments)});\n}}\n")

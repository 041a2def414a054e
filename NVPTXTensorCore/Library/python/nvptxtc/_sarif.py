# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Diagnostics as a log of OASIS's Static Analysis Results Interchange Format, version 2.1.0."""

from __future__ import annotations

from pathlib import Path

import nvptxtc

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "remark": "note", "note": "note"}


def find_page():
    """Returns the path of the page of codes that is installed next to the library; None if there is none."""
    page = Path(nvptxtc.library_path()).resolve().parents[1] / "share/doc/nvptx-tensorcore/docs/diagnostics.md"
    return page if page.exists() else None


def find_documents():
    """Returns the URL of that page."""
    page = find_page()
    return page and page.as_uri()


def make_location(place, message=None):
    location = {}
    if place.file:
        location["physicalLocation"] = {"artifactLocation": {"uri": place.file.replace("\\", "/")}}
        if place.line:
            location["physicalLocation"]["region"] = {"startLine": place.line, "startColumn": max(place.column, 1)}
    if place.function:
        location["logicalLocations"] = [{"name": place.function, "kind": "function"}]
    if message:
        location["message"] = {"text": message}
    return location


def make_result(diagnostic, rules):
    result = {"level": LEVELS[diagnostic.severity], "message": {"text": diagnostic.message}}
    if diagnostic.code:
        result["ruleId"], result["ruleIndex"] = diagnostic.code, rules[diagnostic.code]
    if diagnostic.file or diagnostic.function:
        result["locations"] = [make_location(diagnostic)]
    if diagnostic.calls:
        # Each line but the last calls the function of the next one.
        steps = [make_location(call, f"calls {inner.function}" if inner else None)
                 for call, inner in zip(diagnostic.calls, (*diagnostic.calls[1:], None))]
        result["codeFlows"] = [{"threadFlows": [{"locations": [{"location": step} for step in steps]}]}]
        result["relatedLocations"] = [dict(step, id=number) for number, step in enumerate(steps[:-1], 1)]
    properties = {key: value for key in ("option", "intrinsic", "statement", "target", "ptx", "needs_targets", "needs_ptx",
                                         "needs_last_ptx", "closest", "reproducer") if (value := getattr(diagnostic, key))}
    if properties:
        result["properties"] = properties
    return result


def make_rule(code, documents):
    rule = {"id": code.name, "shortDescription": {"text": code.means}}
    if documents:
        rule["helpUri"] = f"{documents}#{code.name.lower()}"
    if code.option:
        rule["defaultConfiguration"] = {"enabled": code.default != "off", "level": "error" if code.default == "error" else "warning"}
    return rule


def make_log(diagnostics, documents):
    codes = nvptxtc.codes()
    documents = documents or find_documents()
    rules = {code.name: index for index, code in enumerate(codes)}
    driver = {"name": "nvptxtc", "version": nvptxtc.version(), "rules": [make_rule(code, documents) for code in codes]}
    return {"$schema": SCHEMA, "version": "2.1.0",
            "runs": [{"tool": {"driver": driver}, "columnKind": "utf16CodeUnits",
                      "results": [make_result(diagnostic, rules) for diagnostic in diagnostics]}]}

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a log for what SARIF 2.1.0 (OASIS) requires of the objects in it, and prints its results.

usage: check_sarif.py LOG

For each object: the properties that are required, and the types of all that occur. A property that the
tables lack is an error, so that none goes unchecked.
"""

import json
import re
import sys

#: By the name of an object: the properties, each with the type of its value. "!" are required (sections
#: 3.13 to 3.49 of the standard). "[x]" is an array of x.
OBJECTS = {
    "log": {"$schema": "uri", "version!": "string", "runs!": "[run]"},
    "run": {"tool!": "tool", "results": "[result]", "columnKind": "string"},
    "tool": {"driver!": "toolComponent"},
    "toolComponent": {"name!": "string", "version": "string", "rules": "[reportingDescriptor]"},
    "reportingDescriptor": {"id!": "string", "shortDescription": "message", "helpUri": "uri",
                            "defaultConfiguration": "reportingConfiguration"},
    "reportingConfiguration": {"enabled": "boolean", "level": "level"},
    "result": {"ruleId": "string", "ruleIndex": "integer", "level": "level", "message!": "message", "locations": "[location]",
               "relatedLocations": "[location]", "codeFlows": "[codeFlow]", "properties": "bag"},
    "codeFlow": {"threadFlows!": "[threadFlow]"},
    "threadFlow": {"locations!": "[threadFlowLocation]"},
    "threadFlowLocation": {"location": "location"},
    "location": {"id": "integer", "physicalLocation": "physicalLocation", "logicalLocations": "[logicalLocation]",
                 "message": "message"},
    "logicalLocation": {"name": "string", "kind": "string"},
    "physicalLocation": {"artifactLocation": "artifactLocation", "region": "region"},
    "artifactLocation": {"uri": "string"},
    "region": {"startLine": "positive", "startColumn": "positive"},
    "message": {"text!": "string"},
}
SIMPLE = {"string": str, "integer": int, "boolean": bool, "bag": dict}
faults = []


def check(value, kind, path):
    if kind.startswith("["):
        if not isinstance(value, list):
            faults.append(f"{path}: expected an array")
            return
        for index, each in enumerate(value):
            check(each, kind[1:-1], f"{path}[{index}]")
    elif kind == "uri":
        if not isinstance(value, str) or not re.match(r"[a-z]+://\S+$", value):
            faults.append(f"{path}: {value!r} is not an absolute URI")
    elif kind == "level":
        if value not in ("none", "note", "warning", "error"):
            faults.append(f"{path}: {value!r} is not a level")
    elif kind == "positive":
        if not isinstance(value, int) or value < 1:
            faults.append(f"{path}: {value!r} is not a number from 1 on")
    elif kind in SIMPLE:
        if not isinstance(value, SIMPLE[kind]) or (kind == "integer" and value < 0):
            faults.append(f"{path}: {value!r} is not of type {kind}")
    elif not isinstance(value, dict):
        faults.append(f"{path}: expected an object")
    else:
        known = {name.rstrip("!"): (name, of) for name, of in OBJECTS[kind].items()}
        for name, (marked, _) in known.items():
            if marked.endswith("!") and name not in value:
                faults.append(f"{path}: {name} is missing")
        for name, each in value.items():
            if name not in known:
                faults.append(f"{path}: {name} is not a property of {kind} that this test knows")
            else:
                check(each, known[name][1], name if path == "log" else f"{path}.{name}")


def show(location):
    place = location.get("physicalLocation", {})
    region = place.get("region", {})
    parts = [place.get("artifactLocation", {}).get("uri", ""), region.get("startLine"), region.get("startColumn")]
    return ":".join(str(part) for part in parts if part)


def main():
    log = json.load(open(sys.argv[1]))
    check(log, "log", "log")
    if log.get("version") != "2.1.0":
        faults.append(f"log: version is {log.get('version')!r}; expected '2.1.0'")
    for number, run in enumerate(log.get("runs", [])):
        driver = run["tool"]["driver"]
        rules, results = driver.get("rules", []), run.get("results", [])
        if len({rule["id"] for rule in rules}) != len(rules):
            faults.append(f"runs[{number}]: two rules have one id")
        print(f"{driver['name']}: {len(rules)} rules, {len(results)} results")
        by_id = {rule["id"]: rule for rule in rules}
        for index, result in enumerate(results):
            rule = by_id.get(result.get("ruleId"))
            if "ruleId" in result and rule is None:
                faults.append(f"runs[{number}].results[{index}]: there is no rule {result['ruleId']}")
            if "ruleIndex" in result and (result["ruleIndex"] >= len(rules) or rules[result["ruleIndex"]] is not rule):
                faults.append(f"runs[{number}].results[{index}]: ruleIndex {result['ruleIndex']} is not the rule {result['ruleId']}")
            print(result.get("ruleId", "-"), result["level"], *map(show, result.get("locations", [])), (rule or {}).get("helpUri", ""))
            for flow in result.get("codeFlows", []):
                for thread in flow["threadFlows"]:
                    print("flow", *(show(step["location"]) for step in thread["locations"]))
    for fault in faults:
        print(fault)
    print("end")
    return 1 if faults else 0


sys.exit(main())

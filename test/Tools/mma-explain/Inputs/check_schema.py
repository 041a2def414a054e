# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a JSON file by a JSON schema, of whose keywords it knows those below; others are an error.

usage: check_schema.py SCHEMA FILE
"""

import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
KNOWN = {"$schema", "$id", "$defs", "$ref", "title", "description", "type", "properties", "required", "additionalProperties",
         "items", "minimum", "pattern", "const"}
MAX_FAULTS = 20


class Validator:
    def __init__(self, root):
        self.root, self.faults, self.count = root, [], 0

    def fail(self, path, message):
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(f"{path}: {message}")

    def check(self, value, schema, path):
        self.count += 1
        if unknown := set(schema) - KNOWN:
            sys.exit(f"this test does not know {sorted(unknown)}")
        if "$ref" in schema:
            return self.check(value, self.root["$defs"][schema["$ref"].removeprefix("#/$defs/")], path)
        if "const" in schema and value != schema["const"]:
            return self.fail(path, f"{value!r} is not {schema['const']!r}")
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if types and not any(isinstance(value, TYPES[t]) and not (t == "integer" and isinstance(value, bool)) for t in types):
            return self.fail(path, f"{value!r} is not of type {' or '.join(types)}")
        if isinstance(value, dict):
            self.check_object(value, schema, path)
        elif isinstance(value, list) and "items" in schema:
            for index, each in enumerate(value):
                self.check(each, schema["items"], f"{path}[{index}]")
        elif isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
            self.fail(path, f"{value!r} does not match {schema['pattern']}")
        elif isinstance(value, int) and value < schema.get("minimum", value):
            self.fail(path, f"{value} is less than {schema['minimum']}")

    def check_object(self, value, schema, path):
        properties, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name in schema.get("required", ()):
            if name not in value:
                self.fail(path, f"{name} is missing")
        for name, each in value.items():
            if name in properties:
                self.check(each, properties[name], f"{path}.{name}")
            elif others is False:
                self.fail(path, f"{name} is not a property")
            elif others is not True:
                self.check(each, others, f"{path}.{name}")


def main():
    schema, value = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:3])
    validator = Validator(schema)
    validator.check(value, schema, "$")
    for fault in validator.faults:
        print(fault)
    print(f"{validator.count} values, {len(validator.faults)} faults")
    return 1 if validator.faults else 0


sys.exit(main())

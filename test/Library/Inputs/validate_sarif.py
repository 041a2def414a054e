# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Validates SARIF logs, which other lines may precede or follow: validate_sarif.py SCHEMA LOG..."""

import json
import sys
from pathlib import Path

import jsonschema


def main():
    schema = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema)
    faults = 0
    for path in map(Path, sys.argv[2:]):
        text = path.read_text(encoding="utf-8")
        log = json.loads(text[text.index("{"):text.rindex("}") + 1])
        found = [f"{path.name}: {'/'.join(map(str, error.absolute_path))}: {error.message}"
                 for error in validator.iter_errors(log)]
        faults += len(found)
        print(*found or [f"{path.name}: valid, {sum(len(run['results']) for run in log['runs'])} results"], sep="\n")
    print("end")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

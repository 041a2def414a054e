# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the results of a SARIF log, which other lines surround, with the rules that they name by index."""

import json
import sys
from pathlib import Path

text = Path(sys.argv[1]).read_text(encoding="utf-8")
run = json.loads(text[text.index("{"):text.rindex("}") + 1])["runs"][0]
rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
for result in run["results"]:
    assert rules[result["ruleIndex"]] == result["ruleId"]
    print(result["level"], result["ruleId"], result["message"]["text"], *sorted(result.get("properties", {})))
print("rules", *rules)

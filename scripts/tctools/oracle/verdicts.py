# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of ptxas' verdicts that somebody else made, to compare with.

A folder, or its subfolder `verdicts`, of CSV files: the column `variant` is a form, a column named
like a target says 1 where the newest PTX version has the form.
"""

import csv
from pathlib import Path

from tctools.oracle import notation


def _rows(folder):
    folder = Path(folder)
    folder = folder / "verdicts" if (folder / "verdicts").is_dir() else folder
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row.get("variant") and notation.family_of(row["variant"]):
                    yield row


def forms_of(folder):
    """The forms of our families in the tables."""
    return list(dict.fromkeys(row["variant"] for row in _rows(folder)))


def differences(folder, forms, accepted):
    """Sentences about those of forms that ptxas judges otherwise; `accepted`: {setting: forms}."""
    newest = {}
    for setting in sorted(accepted, key=lambda s: s.ptx):
        newest[setting.target.name] = setting
    wrong, asked = [], set(forms)
    for row in _rows(folder):
        for target in sorted(newest.keys() & row.keys()) if row["variant"] in asked else ():
            if (row[target] == "1") != (row["variant"] in accepted[newest[target]]):
                wrong.append(f"{row['variant']}: {newest[target]}: the table says {row[target]}, "
                             "ptxas otherwise")
    return wrong

"""Holds the table of docs/checks.md against llc: check_switches.py LLC TABLE INPUTS.

Each row's option must exist with the row's values and default, and no other option has such
values. INPUTS has a file for each option, whose first line is its target; the check must find
something there, and each value must do with it what the page says.
"""

import pathlib
import re
import subprocess
import sys

ROW = re.compile(r"\| `-(nvptx-[a-z-]+)` \| ([a-z, -]+) \| ([a-z-]+) \|")
VALUES = {"error", "warn", "off", "fix", "fix-silently"}

def read_table(page):
    rows = {}
    for line in page.read_text().splitlines():
        if match := ROW.fullmatch(line):
            rows[match[1]] = (set(match[2].split(", ")), match[3])
    return rows

def read_options(llc):
    """The options of llc that have a value `off`, as the table has them."""
    help_text = subprocess.run([llc, "--help-hidden"], capture_output=True, text=True).stdout
    all_text = subprocess.run([llc, "-mtriple=nvptx64", "--print-all-options", "-o",
                               "/dev/null", "/dev/null"],
                              capture_output=True, text=True).stdout
    defaults = dict(re.findall(r"--?(nvptx-[a-z-]+) += (\S+)", all_text))
    options, name = {}, None
    for line in help_text.splitlines():
        if match := re.match(r"\s+--?([\w-]+)", line):
            name = match[1]
        if (match := re.match(r"\s+=(\S+)", line)) and name.startswith("nvptx-"):
            options.setdefault(name, set()).add(match[1])
    return {n: (v, defaults.get(n)) for n, v in options.items() if "off" in v}

def compile_with(llc, path, *options):
    target = path.read_text().split()[1]
    run = subprocess.run([llc, f"-mcpu={target}", "-verify-machineinstrs", *options, path, "-o", "-"],
                         capture_output=True, text=True)
    return run.returncode, run.stderr, run.stdout

def find_fault(option, value, result, output_of_off):
    """What a value did not do that it should; nothing if all is well."""
    code, messages, output = result
    lines = [line for line in messages.splitlines() if line.strip()]
    if value in ("fix", "fix-silently") and output == output_of_off:
        return "nothing was inserted"
    if value in ("error", "warn", "fix"):
        word = "error: " if value == "error" else "warning: "
        # The option of a group is not the one that a message names.
        # Nor does an error of legality name one.
        ending = "" if (option, value) == ("nvptx-legality", "error") else rf"\[-{option}[a-z-]*\]$"
        named = [line for line in lines if line.startswith(word) and re.search(ending, line)]
        if not named or len(named) != len(lines):
            return f"expected {word}and nothing else: {messages}"
        return f"exit code {code}" if (code != 0) != (value == "error") else None
    if code or lines:
        return f"exit code {code}: {messages}"
    return None

def check_option(llc, option, values, default, path):
    results = {value: compile_with(llc, path, f"-{option}={value}") for value in values}
    faults = [f"-{option}={value}: {fault}" for value in sorted(values)
              if (fault := find_fault(option, value, results[value], results["off"][2]))]
    if compile_with(llc, path) != results[default]:
        faults.append(f"-{option}: without the option it is not as with ={default}")
    return faults

def main(llc, page, inputs):
    table, options = read_table(pathlib.Path(page)), read_options(llc)
    faults = []
    for option in sorted(table.keys() | options.keys()):
        if table.get(option) != options.get(option):
            faults.append(f"{option}: page {table.get(option)}, llc {options.get(option)}")
        elif not table[option][0] <= VALUES:
            faults.append(f"{option}: {table[option][0]}")
        else:
            path = pathlib.Path(inputs) / f"{option}.ll"
            faults += check_option(llc, option, *table[option], path)
    print("\n".join(faults) or f"{len(table)} options")
    return 1 if faults or not table else 0

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the fuzzers start from: the project's own tests and examples, made into inputs.

Knows the formats of inputs (test/fuzz says what each is) and of lit tests.
"""

import re
import shlex
import shutil

from tctools.examples import find_demos
from tctools.toolchain import REPO_ROOT, built_tool, run

#: Inputs are at most of this size; larger tests are left out.
MAX_SIZE = 16384
#: Machine code is made of IR up to this size: longer functions show nothing more.
MAX_SELECTED_SIZE = 3000


def _parts(path):
    """The files that a test is, each without its comments."""
    text = path.read_text(encoding="utf-8")
    for part in re.split(r"(?m)^(?:;|#|//) ?---.*\n", text):
        lines = [line for line in part.splitlines() if not re.match(r"\s*(;|#|//)", line)
                 and line.strip()]
        yield "\n".join(lines) + "\n"


def _request(path):
    """The target of a test's first RUN line, in the words of an input's first line."""
    words = re.findall(r"-m(?:cpu=|attr=\+)(sm_\w+|ptx\d+)", path.read_text(encoding="utf-8"))
    cpu = next((word for word in words if word.startswith("sm_")), "sm_90a")
    feature = next((word for word in words if word.startswith("ptx")), "")
    return f"{cpu} {feature} O3".replace("  ", " ")


def _files(suffix):
    return sorted(path for folder in ("test", "examples")
                  for path in (REPO_ROOT / folder).rglob(f"*{suffix}")
                  if "corpus" not in path.parts)


def ir_seeds():
    for path in _files(".ll"):
        for part in _parts(path):
            if "define" in part:
                yield f"; {_request(path)}\n{part}"


def mir_seeds():
    for path in _files(".mir"):
        for part in _parts(path):
            if "body:" in part:
                yield f"# {_request(path)}\n{part}"
    # What the build folder's llc selects; nothing where there is none.
    llc = [built_tool("llc"), "-mtriple=nvptx64-nvidia-cuda", "-stop-before=xray-instrumentation",
           "-o", "-", "-"]
    for seed in ir_seeds():
        if len(seed) > MAX_SELECTED_SIZE:
            continue
        cpu, *features = seed.splitlines()[0].split()[1:-1]
        selected = run([*llc, f"-mcpu={cpu}", *(f"-mattr=+{feature}" for feature in features)],
                       input=seed)
        if selected.returncode == 0:
            yield f"# {' '.join([cpu, *features])} O3\n{selected.stdout}"


def ptx_seeds():
    for path in _files(".ptx"):
        yield path.read_text(encoding="utf-8")
    for path in _files(".ll"):
        for template in re.findall(r'asm (?:sideeffect )?"([^"]+)"',
                                   path.read_text(encoding="utf-8")):
            yield template.replace("\\0A", "\n").replace("\\09", "\t")


def run_seeds():
    """Modules of PTX, and what llc makes of the example kernels."""
    for path in _files(".ptx"):
        text = path.read_text(encoding="utf-8")
        if ".entry" in text:
            yield text
    for demo in (demo for demo in find_demos(["examples/ir"]) if demo.source.suffix == ".ll"):
        compiled = run([built_tool("llc"), "-O3", f"-mcpu={demo.target}",
                        *([f"-mattr=+ptx{demo.ptx}"] if demo.ptx else []), demo.source, "-o", "-"])
        if compiled.returncode == 0:
            yield compiled.stdout


def explain_seeds():
    for path in sorted((REPO_ROOT / "test" / "Tools" / "mma-explain").glob("*.test")):
        for command in re.findall(r"RUN:.*?%mma-explain (.*?)(?: [|>2]| *$)",
                                  path.read_text(encoding="utf-8"), re.M):
            try:
                yield "\n".join(shlex.split(command)) + "\n"
            except ValueError:  # a quotation that goes on elsewhere
                continue


def codec_seeds():
    for number in range(64):
        yield bytes(8) + (number * 61).to_bytes(2, "little") + bytes([64, 64])


SEEDS = {"codec": codec_seeds, "explain": explain_seeds, "ir": ir_seeds, "mir": mir_seeds,
         "ptx": ptx_seeds, "run": run_seeds}


def write_seeds(target, folder):
    """Writes the inputs, each once, into a folder that is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    seeds = {seed.encode() if isinstance(seed, str) else seed for seed in SEEDS[target]()}
    for number, seed in enumerate(sorted(seed for seed in seeds if len(seed) <= MAX_SIZE)):
        (folder / f"seed-{number:04}").write_bytes(seed)

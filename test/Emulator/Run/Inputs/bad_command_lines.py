# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs ptx-run (the first argument) with command lines that are wrong: each is a sentence and exit
code 2. Files are written into a folder (the second)."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

PROGRAM = str(Path(sys.argv[1]).absolute())
os.chdir(sys.argv[2])

KERNEL = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n) .maxntid 64 {{
  .reg .b32 %r<2>; .reg .b64 %rd<2>; {variables}
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [n];
  st.global.u32 [%rd1], %r1;
  ret;
}}
"""
FILES = {
    "k.ptx": KERNEL.format(variables=""),
    "most.ptx": KERNEL.format(variables=".shared .b8 s[49152]; .reg .b32 %x; mov.u32 %x, s;"),
    "local.ptx": KERNEL.format(variables=".local .b8 l[600000];"),
    "static.ptx": KERNEL.format(variables=".shared .b8 s[49153]; .reg .b32 %x; "
                                          "mov.u32 %x, s;"),
    "huge.ptx": KERNEL.format(variables=".shared .b8 s[68719476736][68719476736];"),
    "params.ptx": ".version 8.0\n.target sm_80\n.address_size 64\n"
                  ".entry k(.param .b8 p[40000]) { ret; }\n",
    "two.ptx": KERNEL.format(variables="") + ".visible .entry other() { ret; }\n",
    "none.ptx": ".version 8.0\n.target sm_80\n.address_size 64\n.func f() { ret; }\n",
    "empty.ptx": "",
    "text.ptx": "this is not PTX",
}
GOOD = "k.ptx --block=1 --arg=C=u32[4] --arg=u32:5"
CASES = {
    # Files and kernels.
    "missing.ptx": "missing.ptx: No such file or directory",
    ".": "Is a directory",
    "text.ptx": "there is no .version, with which PTX begins",
    "empty.ptx": "there is no kernel (.entry) in it",
    "none.ptx": "there is no kernel (.entry) in it",
    "two.ptx": "it has several kernels; choose one with --entry: 'k', 'other'",
    f"{GOOD} --entry=no": "there is no kernel 'no'; the file has 'k'",
    # Blocks, grids, clusters.
    "k.ptx --arg=C=u32[4] --arg=u32:5": "expected --block X,Y,Z",
    f"{GOOD} --grid=0": "--grid=0: expected X, X,Y or X,Y,Z, positive numbers",
    f"{GOOD} --grid=4294967295,4294967295": "positive numbers with a product up to 2^29",
    f"{GOOD} --grid=1,2,3,4": "expected X, X,Y or X,Y,Z",
    f"{GOOD} --grid=4 --cluster=3": "a grid of 4 x 1 x 1 blocks is not a multiple of the cluster, "
                                    "3 x 1 x 1 blocks",
    f"{GOOD} --grid=32 --cluster=32": "a cluster of 32 blocks; it may have 1 to 16",
    "k.ptx --block=0": "--block=0: expected X, X,Y or X,Y,Z, positive numbers",
    "k.ptx --block=65 --arg=C=u32[4] --arg=u32:5": "'k' has blocks of at most 64 threads",
    "k.ptx --block=2048 --arg=C=u32[4] --arg=u32:5": "a block of 2048 threads; it may have 1 to",
    # Memory.
    f"{GOOD} --shared=4294967295": "'k' needs 4294967295 bytes of shared memory; a block of "
                                  "sm_80 has at most 166912",
    f"most{GOOD[1:]} --shared=117761": "needs 166913 bytes of shared memory",
    f"static{GOOD[1:]}": "'k' declares 49153 bytes of shared memory; it may declare at most 49152",
    f"local{GOOD[1:]}": "'k' needs 600000 bytes of local memory; a thread has 524288",
    f"huge{GOOD[1:]}": "'s': more than 2147483648 bytes",
    "params.ptx --block=1": "'k' has 40000 bytes of parameters; a kernel has at most 32764",
    # Arguments.
    "k.ptx --block=1 --arg=C=u32[4]": "'k' takes 2 arguments (--arg), not 1: ",
    "k.ptx --block=1 --arg=C=u32[4] --arg=f16:5": "has 4 bytes; argument 'f16:5' has 2 bytes",
    "k.ptx --block=1 --arg=C=u32[9999999x9999999]": "is not a shape",
    "k.ptx --block=1 --arg=C=u32[4]:const": "pattern 'const' has no numbers; expected const,1",
    "k.ptx --block=1 --arg=C=u32[4]:cycle": "expected cycle,1,2,3",
    "k.ptx --block=1 --arg=C=u32[4]:uniform,5,1": "expected the lowest number, and then the high",
    "k.ptx --block=1 --arg=C=u32[4]:integers,nan,inf": "expected the lowest number",
    "k.ptx --block=1 --arg=C=@no.npy": "no.npy: No such file or directory",
    "k.ptx --block=1 --arg=map:A,box=4x4 --arg=u32:5": "no argument with memory has the name 'A'; none has "
                                                       "memory",
    # Results.
    f"{GOOD} --expect=D=C": "no argument with memory has the name 'D'; the names are C",
    f"{GOOD} --expect=C=C@C": "a matrix of 1x4 cannot be multiplied by one of 1x4",
    f"{GOOD} --expect=C=C@C.t": "or the end, not '.t'; '.T' transposes a matrix",
    f"{GOOD} --expect=C=C --tolerance=nan": "--tolerance: expected a number that is 0 or more",
    f"{GOOD} --print=D": "no argument with memory has the name 'D'; the names are C",
    f"{GOOD} --out=C": "'C': expected NAME=FILE.npy",
    f"{GOOD} --out=C=no/c.npy": "no/c.npy: No such file or directory",
    # Options.
    f"{GOOD} --threads=0": "--threads=0: expected 1 to 256",
    f"{GOOD} --threads=100000": "--threads=100000: expected 1 to 256",
    f"{GOOD} --schedules=0": "--schedules=0: expected 1 to",
    f"{GOOD} --check=race=maybe": "expected race=error, =warning or =off",
    f"{GOOD} --device=sm_90a": "--device is for programs, not for a kernel of a file",
    "--grid=4 -- program": "--grid is for a kernel of a file, not for programs",
    "-- ./no-program": "there is no program './no-program'",
    "k.ptx -- program": "a file and a program; expected one of them",
    "": "expected a file of PTX, or -- and a program",
}

for name, text in FILES.items():
    Path(name).write_text(text, encoding="utf-8")
failed = 0
for words, sentence in CASES.items():
    result = subprocess.run([PROGRAM, *shlex.split(words)], capture_output=True, text=True,
                            check=False)
    if result.returncode != 2 or sentence not in result.stderr:
        failed += 1
        print(f"{words}\n  exit code {result.returncode}, expected 2 and '{sentence}'\n"
              f"  {result.stderr[:500]}")
print(f"{len(CASES)} command lines, {failed} failed")

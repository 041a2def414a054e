# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""usage: isolated_test.py MODULE"""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import nvptxtc

signal.alarm(300)  # a call that is not cancelled never ends
text = Path(sys.argv[1]).read_text()
PLACE = {"target": "sm_80", "features": "+ptx70"}
HELPER = "define i32 @helper(i32 %v) {\n  ret i32 %v\n}\n"


def children():
    """The processes that this one has started and that have not been waited for."""
    tasks = Path("/proc/self/task")
    return sorted(int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split())


def errors(function):
    try:
        function()
    except nvptxtc.CompileError as error:
        return type(error), error.diagnostics


def crash(kind, **options):
    try:
        nvptxtc.compile(text, **PLACE, options=[f"-nvptxtc-test-crash={kind}"], isolated=True, **options)
        sys.exit("there is no error")
    except nvptxtc.FatalError as error:
        (diagnostic,), name = error.diagnostics, type(error).__name__
    folder = Path(diagnostic.reproducer)
    print(name, diagnostic.code, diagnostic.message.replace(diagnostic.reproducer, "REPRODUCER"))
    print(f"files: {sorted(path.name for path in folder.iterdir())}, the module: {(folder / 'module-1.ll').read_text() == text}")
    return folder


here = nvptxtc.compile(text, **PLACE, optimize=2, comments=True, remarks="nvptx-mma")
print("the same PTX and warnings:", here == nvptxtc.compile(text, **PLACE, optimize=2, comments=True, remarks="nvptx-mma", isolated=True))
wrong = [errors(lambda: nvptxtc.compile(text, "sm_75", features="+ptx65", isolated=isolated)) for isolated in (False, True)]
print("the same errors:", wrong[0] == wrong[1] and wrong[0] is not None)

reproduced = subprocess.run(["sh", crash("abort") / "reproduce.sh"], capture_output=True)
print("reproduced:", reproduced.returncode == -signal.SIGABRT)
bitcode = subprocess.run(["llvm-as", "-"], input=HELPER.encode(), capture_output=True, check=True).stdout
crash("fault", modules=[bitcode], libraries=[HELPER.replace("helper", "other")], optimize=3)
crash("overflow")
print("works again:", nvptxtc.compile(text, **PLACE, isolated=True).ptx == nvptxtc.compile(text, **PLACE).ptx)

cancellation = nvptxtc.Cancellation()
threading.Timer(0.2, cancellation.cancel).start()
start = time.monotonic()
try:
    nvptxtc.compile(text, **PLACE, options=["-nvptxtc-test-crash=hang"], isolated=True, cancellation=cancellation)
except nvptxtc.Cancelled:
    print("cancelled:", time.monotonic() - start < 10)

nvptxtc.compile(text, **PLACE, isolated=True)
before = children()
nvptxtc.compile(text, **PLACE, isolated=True)
print("the same process:", len(before) == 1 and children() == before)
os.kill(before[0], signal.SIGKILL)
while Path(f"/proc/{before[0]}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
    time.sleep(0.01)
nvptxtc.compile(text, **PLACE, isolated=True)
print("a worker that was killed is replaced:", len(children()) == 1 and children() != before)

process = os.fork()
if process == 0:
    nvptxtc.compile(text, **PLACE, isolated=True)
    os._exit(0 if len(children()) == 1 else 1)
print("after a fork:", os.waitpid(process, 0)[1] == 0 and nvptxtc.compile(text, **PLACE, isolated=True).ptx != "")

outcomes = []
hanging = nvptxtc.Cancellation()


def hang():
    try:
        nvptxtc.compile(text, **PLACE, options=["-nvptxtc-test-crash=hang"], isolated=True, cancellation=hanging)
    except nvptxtc.Cancelled:
        outcomes.append("cancelled")


thread = threading.Thread(target=hang)
thread.start()
nvptxtc.compile(text, **PLACE, options=["-nvptx-mma-comments"], isolated=True)
outcomes.append("compiled")
hanging.cancel()
thread.join()
print("options of their own, at the same time:", outcomes == ["compiled", "cancelled"])

try:
    nvptxtc.compile(text, **PLACE, options=["-nvptx-nothing"], isolated=True)
except ValueError as error:
    print("ValueError:", error)

# They end when their host does.
workers = subprocess.run(
    [sys.executable, "-c", "import nvptxtc, sys, pathlib; nvptxtc.compile(sys.argv[1], 'sm_80', features='+ptx70', isolated=True);"
     "print(*[c for t in pathlib.Path('/proc/self/task').iterdir() for c in (t / 'children').read_text().split()])", text],
    capture_output=True, text=True, check=True).stdout.split()
for _ in range(100):
    alive = [worker for worker in workers if Path(f"/proc/{worker}/exe").exists()]
    if not alive:
        break
    time.sleep(0.1)
print("children:", len(alive) if workers else "none were there")
print("end")

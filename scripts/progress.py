# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far a long run is: k of n, time gone, time left, on stderr. Standard library only."""

import sys
import threading
import time
from contextlib import contextmanager

_PAUSE = 5  # seconds between lines


def _clock(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


@contextmanager
def progress(what, total):
    """Gives a function to call after each step."""
    lock, start = threading.Lock(), time.monotonic()
    state = {"done": 0, "shown": start}

    def step():
        with lock:
            state["done"] += 1
            now, done = time.monotonic(), state["done"]
            if now - state["shown"] < _PAUSE and done < total:
                return
            state["shown"] = now
            gone = now - start
            print(f"{what}: {done} of {total}, {_clock(gone)} elapsed, {_clock(gone / done * (total - done))} left",
                  file=sys.stderr, flush=True)

    yield step

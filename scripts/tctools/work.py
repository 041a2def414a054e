# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Much work: a pool, how far a long run is, and a sample where one answer to all is expected.

Forms or calls that are legal in the same settings are alike. On a target that has none of them,
a sweep asks about a sample, another one in each setting. Knows nothing of what is asked.
"""

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

_SAMPLE = 200
_PAUSE = 5  # seconds between lines


def groups(items, key):
    """{key of an item: the items that have it}, in order."""
    found = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def sampled(items, turn):
    """At most about 200 of the items, evenly spread; with another `turn` others."""
    step = -(-len(items) // _SAMPLE) or 1
    return items[turn % step::step]


def each(ask, items, jobs, what=None):
    """The answer to each item, in order, as they come. `what` shows how far the run is."""
    items = list(items)
    with ThreadPoolExecutor(jobs) as pool, progress(what, len(items)) as step:
        def stepped(item):
            answer = ask(item)
            step()
            return answer
        yield from pool.map(stepped, items)


def _clock(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


@contextmanager
def progress(what, total):
    """Gives a function to call after each step, which prints to stderr: k of n, times."""
    lock, start = threading.Lock(), time.monotonic()
    state = {"done": 0, "shown": start}

    def step():
        with lock:
            state["done"] += 1
            now, done = time.monotonic(), state["done"]
            if not what or now - state["shown"] < _PAUSE and done < total:
                return
            state["shown"] = now
            left = (now - start) / done * (total - done)
            print(f"{what}: {done} of {total}, {_clock(now - start)} elapsed, {_clock(left)} left",
                  file=sys.stderr, flush=True)

    yield step

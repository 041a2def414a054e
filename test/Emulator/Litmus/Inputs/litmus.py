#!/usr/bin/env python3
"""Runs litmus tests of the memory model in ptx-run.

A test is a paragraph of a file:

    name:      MP+release+acquire
    source:    where it is from
    place:     warps             of one block; or blocks of one cluster
    P0:        st.relaxed.gpu [x], 1; st.release.gpu [y], 1
    P1:        ld.acquire.gpu r0, [y]; ld.relaxed.gpu r1, [x]
    forbidden: 1 0               outcomes: values of r0, r1, …; * is any value
    weak:      -                 allowed, and only without the order of some interleaving
    races:     no                ptx-run reports a race, or must not

Each Pn is a thread of a warp of its own. Locations are x, y, z, words of 4 bytes that hold 0, global
or, with `memory: shared`, of the shared memory of block 0. Registers are r0 to r7. `?` in front of a
load repeats it until it has read something other than 0. Each test is executed many times, one after
the other, in several schedules. `barrier` in all threads ends a part: bar.sync, or barrier.cluster.

No forbidden outcome may occur. Every outcome that an interleaving of the threads has must, if they are
not many: the runner enumerates the interleavings itself. A weak outcome must not occur,
as ptx-run executes the instructions of a thread in order; it is named since PTX allows it.
"""

import argparse
import itertools
import os
import re
import struct
import subprocess
import sys
import tempfile

INSTANCES, LOCATIONS, REGISTERS = 96, 4, 8
BYTES = 4 * LOCATIONS
NAMES = "xyzw"


def fail(sentence):
    sys.exit("litmus: error: " + sentence)


class Test:
    def __init__(self, text):
        self.fields = {}
        for line in text.splitlines():
            key, _, value = line.partition(":")
            self.fields[key.strip()] = re.sub(r"\s+", " ", value.strip())
        for key in ("name", "source", "place", "P0", "forbidden", "races"):
            if not self.fields.get(key):
                fail(f"a test without '{key}': {text.splitlines()[0]}")
        self.name = self.fields["name"]
        self.blocks = self.fields["place"] == "blocks"
        self.shared = self.fields.get("memory") == "shared"
        self.threads = [
            [[s.strip() for s in part.split(";") if s.strip()]
             for part in self.fields[f"P{n}"].split("barrier")]
            for n in itertools.takewhile(lambda n: f"P{n}" in self.fields, itertools.count())
        ]
        self.num_parts = len(self.threads[0])
        if any(len(t) != self.num_parts for t in self.threads):
            fail(f"{self.name}: the threads have different numbers of barriers")
        self.num_registers = 1 + max(
            (int(n) for s in self.statements() for n in re.findall(r"\br(\d)\b", s)), default=-1)

    def statements(self):
        return [s for thread in self.threads for part in thread for s in part]

    def outcomes(self, key):
        text = self.fields.get(key, "-")
        return [] if text == "-" else [tuple(o.split()) for o in text.split(",")]

    @staticmethod
    def matches(outcome, pattern):
        return all(p in ("*", str(v)) for v, p in zip(outcome, pattern))

    # -- PTX

    def statement(self, text, number):
        """The PTX of an instruction of a thread."""
        repeats = text.startswith("?")
        text = text.lstrip("? ")
        location = re.search(r"\[([xyzw])\]", text)
        if location:
            space = ".shared::cluster" if self.shared else ".global"
            base = "%rs" if self.shared else "%rd1"
            offset = 4 * NAMES.index(location.group(1))
            text = text.replace(location.group(0), f"[{base}+{offset}]")
            name = text.split()[0]
            # atom.SEM.SCOPE.SPACE.OP.TYPE, and ld.SEM.SCOPE.SPACE.TYPE
            atom = re.fullmatch(r"(atom|red)(.*?)\.(exch|cas|add)", name)
            typed = (f"{atom[1]}{atom[2]}{space}.{atom[3]}.{'u32' if atom[3] == 'add' else 'b32'}"
                     if atom else name + space + ".u32")
            text = text.replace(name, typed, 1)
        text = re.sub(r"\br(\d)\b", r"%r\1", text)
        if not repeats:
            return f"  {text};\n"
        register = re.search(r"%r\d", text).group(0)
        return (f"L{number}:\n  {text};\n  setp.eq.u32 %q, {register}, 0;\n  @%q bra L{number};\n")

    def part(self, part):
        """What the threads do between two barriers: lane 0 of each warp, or block."""
        text = f"  @%e bra END{part};\n"
        for number, thread in enumerate(self.threads):
            # A thread that sleeps lets others go on.
            body = "".join("  nanosleep.u32 1;\n" + self.statement(s, f"{number}_{part}_{n}")
                           for n, s in enumerate(thread[part]))
            written = sorted({r for s in thread[part] for r in re.findall(r"\br(\d)\b", s)})
            stores = "".join(f"  st.global.u32 [%rd2+{4 * int(r)}], %r{r};\n" for r in written)
            text += (f"T{number}_{part}:\n  setp.ne.u32 %p, %id, {number};\n"
                     f"  @%p bra T{number + 1}_{part};\n{body}{stores}  bra END{part};\n")
        return text + f"T{len(self.threads)}_{part}:\nEND{part}:\n  bar.warp.sync -1;\n"

    def ptx(self):
        start = ("  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n"
                 if self.blocks or self.shared else "  bar.sync 0;\n")
        parts = start.join(self.part(n) for n in range(self.num_parts))
        return f"""
.version 8.6
.target sm_90
.address_size 64
.shared .align 16 .b8 Words[{BYTES * INSTANCES}];
.visible .entry k(.param .u64 Memory, .param .u64 Results)
{{
  .reg .pred %p, %q, %e;
  .reg .b32 %r<{REGISTERS}>, %id, %i, %rs, %t, %c;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [Memory];
  ld.param.u64 %rd2, [Results];
  mov.u32 %id, {"%ctaid.x" if self.blocks else "%tid.x"};
  {"" if self.blocks else "shr.u32 %id, %id, 5;"}
  mov.u32 %t, Words;
  mov.u32 %c, 0;
  mapa.shared::cluster.u32 %rs, %t, %c;
  mov.u32 %t, %tid.x;
  and.b32 %t, %t, 31;
  setp.ne.u32 %e, %t, 0;
  mov.u32 %i, 0;
  @%e bra LOOP;
  {f"setp.ne.u32 %p, %id, 0; @%p bra LOOP;" if self.shared else ""}
  {"mov.u32 %c, Words;" if self.shared else ""}
  {self.zeros() if self.shared else ""}
LOOP:
{start}{parts}  add.s64 %rd1, %rd1, {BYTES};
  add.s64 %rd2, %rd2, {4 * REGISTERS};
  add.u32 %rs, %rs, {BYTES};
  add.u32 %i, %i, 1;
  setp.lt.u32 %p, %i, {INSTANCES};
  @%p bra LOOP;
{start}  ret;
}}
"""

    @staticmethod
    def zeros():
        return "\n".join(f"st.shared.u32 [%c+{4 * n}], 0;" for n in range(LOCATIONS * INSTANCES))

    # -- interleavings

    def interleavings(self):
        """The outcomes of all interleavings; none of what is not enumerated."""
        simple = re.compile(
            r"^(st(?:\.\w+)* \[[xyzw]\], \w+|ld(?:\.\w+)* r\d, \[[xyzw]\]|(fence|membar)[.\w]*"
            r"|atom[.\w]*\.(exch|add)[.\w]* r\d, \[[xyzw]\], \w+)$")
        if not all(simple.match(s) for s in self.statements()):
            return None
        # A barrier ends a part: the next one begins with what is in memory then.
        parts = [[[s for s in t[n] if not s.startswith(("fence", "membar"))] for t in self.threads]
                 for n in range(self.num_parts)]
        if max(sum(map(len, part)) for part in parts) > 8:
            return None
        found = set()

        def go(part, at, memory, registers):
            if part == len(parts):
                found.add(tuple(registers.get(n, 0) for n in range(self.num_registers)))
                return
            steps = parts[part]
            if all(at[n] == len(steps[n]) for n in range(len(steps))):
                go(part + 1, (0,) * len(steps), memory, registers)
            for n, thread in enumerate(steps):
                if at[n] == len(thread):
                    continue
                m, r = dict(memory), dict(registers)
                self.step(thread[at[n]], m, r)
                go(part, at[:n] + (at[n] + 1,) + at[n + 1:], m, r)

        go(0, (0,) * len(self.threads), {}, {})
        return found

    @staticmethod
    def step(text, memory, registers):
        location = re.search(r"\[([xyzw])\]", text).group(1)

        def value(word):
            return registers[int(word[1:])] if word.startswith("r") else int(word)

        if text.startswith("st"):
            memory[location] = value(text.split(", ")[-1])
            return
        register = int(re.search(r" r(\d)", text).group(1))
        registers[register] = old = memory.get(location, 0)
        if text.startswith("atom"):
            operand = value(text.split(", ")[-1])
            memory[location] = operand if ".exch" in text else old + operand

    # -- execution

    def run(self, tool, ptx, seed, *options):
        out = ptx + ".npy"
        num = len(self.threads)
        command = [tool, ptx, "--seed", str(seed), *options,
                   "--block", "32" if self.blocks else str(32 * num),
                   *(["--grid", str(num), "--cluster", str(num)] if self.blocks else []),
                   "--arg", f"M=u32[{LOCATIONS * INSTANCES}]:zeros",
                   "--arg", f"R=u32[{INSTANCES}x{REGISTERS}]:zeros", "--out", f"R={out}"]
        if os.path.exists(out):
            os.remove(out)
        result = subprocess.run(command, capture_output=True, text=True)
        if not os.path.exists(out):
            fail(f"{self.name}: {result.stderr}")
        with open(out, "rb") as file:
            data = file.read()
        data = data[10 + struct.unpack("<H", data[8:10])[0]:]
        words = struct.unpack(f"<{INSTANCES * REGISTERS}I", data)
        return result, {words[n:n + self.num_registers] for n in range(0, len(words), REGISTERS)}

    def check(self, tool, folder, num_schedules):
        ptx = os.path.join(folder, re.sub(r"\W", "_", self.name) + ".ptx")
        with open(ptx, "w", encoding="utf-8") as file:
            file.write(self.ptx())
        wrong, seen = [], set()
        races = self.fields["races"] == "yes"
        for seed in range(1, num_schedules + 1):
            result, found = self.run(tool, ptx, seed)
            seen |= found
            if races != ("[race]" in result.stderr) or (result.returncode != 0) != races:
                wrong.append(f"schedule {seed}: {'no race is reported' if races else result.stderr}")
                break
        for outcome in seen:
            if any(self.matches(outcome, p) for p in self.outcomes("forbidden")):
                wrong.append(f"outcome {outcome}, which is forbidden")
            if any(self.matches(outcome, p) for p in self.outcomes("weak")):
                wrong.append(f"outcome {outcome}, which no interleaving has")
        possible = self.interleavings()
        if possible is not None:
            wrong += [f"no schedule shows {o}" for o in possible - seen]
            wrong += [f"outcome {o}, which no interleaving has" for o in seen - possible]
            wrong += [f"forbids {o}, which an interleaving has" for o in possible
                      if any(self.matches(o, p) for p in self.outcomes("forbidden"))]
        print(f"{self.name}: {len(seen)} outcomes, {'races' if races else 'no race'}")
        for each in wrong:
            print(f"  wrong: {each}")
        return not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--ptx-run", required=True)
    parser.add_argument("--schedules", type=int, default=12)
    args = parser.parse_args()
    with open(args.file, encoding="utf-8") as file:
        text = "".join(line for line in file if not line.startswith("//"))
    tests = [Test(t) for t in re.split(r"\n\s*\n", text.strip()) if t.strip()]
    with tempfile.TemporaryDirectory() as folder:
        right = [t.check(args.ptx_run, folder, args.schedules) for t in tests]
    print(f"{sum(right)} of {len(tests)} litmus tests are right")
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())

# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What mma-explain says of all instructions, and which page of the catalogue each is on.

Knows the pages and nothing of their form. An instruction is the object that `mma-explain show
--json` prints, with `mnemonics`, all of its forms', from `mma-explain list --json`.
"""

import functools
import json
from dataclasses import dataclass


def load(ask):
    """All instructions, in the order of their names; `ask` asks mma-explain."""
    listed = json.loads(ask("list", "--json"))
    shown = json.loads(ask("show", "--json", *(entry["name"] for entry in listed)))
    by_name = {facts["name"]: facts for facts in shown}
    for entry in listed:
        by_name[entry["name"]]["mnemonics"] = entry["mnemonics"]
    return [by_name[name] for name in sorted(by_name)]


@dataclass
class Page:
    slug: str
    title: str
    about: str
    is_companion: bool
    instructions: list

    @property
    def file(self):
        return f"{self.slug}.html"


def has_operand(facts, name):
    return any(operand["name"] == name for operand in facts["operands"])


def is_sparse(facts):
    return has_operand(facts, "sparsity metadata")


def is_block_scaled(facts):
    return has_operand(facts, "scale_A")


def _family(*names):
    return lambda facts: facts["family"] in names


def _mma(block_scaled, sparse):
    """Families of mma.sync: block-scaled ones are together, dense or sparse."""
    return lambda facts: (facts["family"] == "mma.sync" and is_block_scaled(facts) == block_scaled
                          and (block_scaled or is_sparse(facts) == sparse))


def _wgmma(sparse):
    return lambda facts: facts["family"] == "wgmma.mma_async" and is_sparse(facts) == sparse


#: Pages of matrix instructions: name of the file, title, what it is, which instructions.
_MATRIX_PAGES = (
    ("mma", "mma.sync", "A warp multiplies two matrices that its registers hold, and adds a third.",
     _mma(False, False)),
    ("mma-sp", "mma.sp", "As mma.sync, where of A only the elements that are not zero are there.",
     _mma(False, True)),
    ("mma-block-scale", "mma with .block_scale",
     "Blocks of A and B have a common scale factor each; A is dense or sparse.",
     _mma(True, None)),
    ("wmma-load", "wmma.load", "A warp loads a matrix as a fragment that only wmma understands.",
     _family("wmma.load")),
    ("wmma-mma", "wmma.mma", "A warp multiplies fragments that wmma.load made.",
     _family("wmma.mma")),
    ("wmma-store", "wmma.store", "A warp stores a fragment of wmma.", _family("wmma.store")),
    ("matrix-move", "ldmatrix, stmatrix, movmatrix",
     "A warp moves 8 x 8 matrices and the like between shared memory and the registers of "
     "mma.sync.",
     _family("ldmatrix", "stmatrix", "movmatrix")),
    ("wgmma", "wgmma.mma_async", "A warpgroup multiplies matrices in shared memory, "
                                 "asynchronously.", _wgmma(False)),
    ("wgmma-sp", "wgmma.mma_async.sp",
     "As wgmma.mma_async, where of A only the elements that are not zero are there.", _wgmma(True)),
    ("wgmma-sync", "wgmma: fence, commit, wait",
     "What orders a warpgroup's asynchronous multiplications.", _family("wgmma")),
    ("tcgen05-mma", "tcgen05.mma", "One thread has matrices in shared and tensor memory "
                                   "multiplied.", _family("tcgen05.mma")),
    ("tcgen05-ld-st", "tcgen05.ld, tcgen05.st",
     "A warp loads or stores registers from or to tensor memory.", _family("tcgen05.ld/st")),
    ("tcgen05-cp", "tcgen05.cp", "Copies from shared to tensor memory.", _family("tcgen05.cp")),
    ("tcgen05", "tcgen05: management",
     "Tensor memory allocated and given back; fences, waits, commits.", _family("tcgen05")),
)

_MATRIX_FAMILIES = {"mma.sync", "wmma.load", "wmma.mma", "wmma.store", "ldmatrix", "stmatrix",
                    "movmatrix", "wgmma.mma_async", "wgmma", "tcgen05.mma", "tcgen05.ld/st",
                    "tcgen05.cp", "tcgen05"}


#: What companions and LLVM's intrinsics do, by the first word of their PTX.
_OPERATIONS = {
    "abs": "Absolute value.", "activemask": "The threads of a warp that are active.", "add": "Addition of numbers.",
    "applypriority": "Changes the eviction priority of a cache line.", "atom": "Atomic operations on memory.",
    "bar": "Barriers of a thread block: synchronize, arrive, reduce (__syncthreads).",
    "barrier": "Barriers of a thread block or a cluster: synchronize, arrive, wait.", "bmsk": "Bit masks.",
    "clusterlaunchcontrol": "Cancels the launch of a cluster, to take over its work.", "cos": "Cosine.",
    "cp": "Asynchronous copies: TMA tensor copies, bulk copies, copies by threads; groups, commits and waits.",
    "cvt": "Conversions between types: f32 to bf16, f16, fp8, fp6, fp4, tf32, integers; rounding and saturation.",
    "discard": "Discards a cache line without writing it.", "div": "Division.", "dp2a": "Dot products of bytes and halves.",
    "dp4a": "Dot products of four bytes.", "elect": "Elects one thread of a warp.", "ex2": "Power of two.",
    "exit": "Ends the thread.", "fence": "Memory fences: between proxies, after mbarrier.init, of tensor maps.",
    "fma": "Multiplication and addition with one rounding.", "fns": "The n-th bit that is set.",
    "getctarank": "The block of a cluster that an address belongs to.",
    "griddepcontrol": "Programmatic dependent launch: wait for the grid before, start the next.",
    "isspacep": "The state space of a generic address.", "istypep": "The type of a texture reference.",
    "ld": "Loads from memory.", "lg2": "Logarithm to the base of two.",
    "mapa": "The address of shared memory in another block of the cluster.", "match": "Threads of a warp with the same value.",
    "max": "Maximum.", "mbarrier": "Barriers in shared memory: initialize, arrive, expect bytes, test, wait, invalidate.",
    "membar": "Memory fences of a block, a GPU or the system (__threadfence).", "min": "Minimum.",
    "mov": "Reads special registers: thread, block and cluster indices, lanes, clocks, sizes of shared memory.",
    "mul": "Multiplication of numbers.", "mul24": "Multiplication of 24 bits.", "multimem": "Operations on the memory of several GPUs.", "nanosleep": "Suspends the thread.",
    "neg": "Negation.", "pmevent": "Performance monitor events.", "prefetch": "Brings a cache line or a tensor map to a cache.",
    "prefetchu": "Brings a cache line to the uniform cache.", "rcp": "Reciprocal.", "red": "Atomic reductions to memory.",
    "redux": "Reductions over the threads of a warp.", "rsqrt": "Reciprocal of a square root.",
    "sad": "Sum of absolute differences.", "set": "Comparisons of numbers.",
    "setmaxnreg": "Moves registers between warpgroups (warp specialization).",
    "shfl": "Exchanges registers between the threads of a warp (__shfl).", "sin": "Sine.", "spcompress": "Compresses sparse data.",
    "spdecompress": "Decompresses sparse data.", "sqrt": "Square root.",
    "st": "Stores to memory: bulk and asynchronous.", "sub": "Subtraction of numbers.", "suld": "Loads from surfaces.",
    "suq": "Queries of surfaces.", "sust": "Stores to surfaces.", "szext": "Sign and zero extension.",
    "tcgen05.idesc": "Makes the instruction descriptor of a tcgen05.mma: shape, types, transposition, negation.",
    "tcgen05.mma_smem_desc": "Makes the matrix descriptor of a tile in shared memory for tcgen05.",
    "tensormap": "Changes a tensor map, and publishes it.", "tex": "Texture fetches.", "tld4": "Texture gathers.",
    "txq": "Queries of textures.", "vote": "Votes of the threads of a warp (__ballot, __all, __any).",
    "wgmma.smem_desc": "Makes the matrix descriptor of a tile in shared memory for wgmma.",
}


def _common_words(mnemonics, family):
    """"st.bulk", if all begin so; else the family."""
    def common(left, right):
        return [a for a, b in zip(left, right) if a == b]

    words = functools.reduce(common, (mnemonic.split(".") for mnemonic in mnemonics))
    return ".".join(words[:2]) if words else family


def _companion_pages(instructions):
    """A page for each first word of the companions' PTX."""
    by_family = {}
    for facts in instructions:
        by_family.setdefault(facts["family"], []).append(facts)
    for family in sorted(by_family):
        chosen = by_family[family]
        title = ("cvt: conversions" if family == "cvt"
                 else "mov: special registers" if family == "mov"
                 else _common_words([f["mnemonics"][0] if f["mnemonics"] else f"{family}.encode" for f in chosen], family))
        if family not in _OPERATIONS:
            raise SystemExit(f"_OPERATIONS of {__name__} does not say what {family} does")
        yield Page(f"companion-{family}", title, _OPERATIONS[family], True, chosen)


def make_pages(instructions):
    """All pages; each instruction is on one."""
    pages = [Page(slug, title, about, False, [facts for facts in instructions if holds(facts)])
             for slug, title, about, holds in _MATRIX_PAGES]
    pages += _companion_pages([facts for facts in instructions
                               if facts["family"] not in _MATRIX_FAMILIES])
    if sorted(facts["name"] for page in pages
              for facts in page.instructions) != [facts["name"] for facts in instructions]:
        raise SystemExit("an instruction is on no page of the catalogue, or on two")
    return pages


def targets_of(facts):
    """Targets that have some form of an instruction in some PTX version."""
    return {target for form in facts["forms"] for target in form["targets"]}


def all_targets(instructions):
    """In the order of the tool, which is that of an instruction that all have."""
    longest = max((form["targets"] for facts in instructions for form in facts["forms"]), key=len)
    if any(not targets_of(facts) <= set(longest) for facts in instructions):
        raise SystemExit("no instruction has all targets, so that their order is unknown")
    return longest

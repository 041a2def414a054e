# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Patterns, targets, look-ups and PTX of the oracle of PTX 9.4, beside what people typed."""

from tctools import ptxtext
from tctools.oracle import notation, patterns, ptx94, targets

LOOKUP = ptx94.Lookup(ptx94.forms())
_FACTS = (
    (patterns.spellings("a{.b|.c}"), {"a": ["a"], "a.b": ["a.b"], "a.c": ["a.c"]}),
    (patterns.spellings("a.{b|c}<.d>"), {"a.b": ["a.b", "a.b.d"], "a.c": ["a.c", "a.c.d"]}),
    (patterns.spellings("a{.b<::c>|<.d>}"), {"a": ["a", "a.d"], "a.b": ["a.b", "a.b::c"]}),
    (targets.families(107), {"sm_107f", "sm_107a"}),
    (targets.families(103), {"sm_103f", "sm_103a", "sm_107f", "sm_107a"}),
    (targets.families(110), {"sm_101f", "sm_101a", "sm_110f", "sm_110a"}),
    (targets.architectures(100, 103), {"sm_100a", "sm_103a"}),
    (targets.from_(120), {f"sm_12{n}{suffix}" for n in "01" for suffix in ("", "f", "a")}),
    (targets.from_(110) & {"sm_101", "sm_103", "sm_107a"}, {"sm_101"}),
)
#: What llc may print, and the mnemonic of the form that it is.
_LOOKUPS = (
    ("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster::32b.b64 [q] r",
     "tcgen05.commit.cta_group::1.mbarrier::arrive::one.multicast::cluster::32b.b64"),
    ("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::cluster::32b.b64 [q] h",
     None),
    ("tcgen05.dealloc.exclusive.cta_group::1.sync.aligned.b32 r 544",
     "tcgen05.dealloc.exclusive.cta_group::1.sync.aligned.b32"),
    ("spcompress.b8.b2.sp::2:4.x1 r r {r2} r", "spcompress.b8.b2.sp::2:4.x1"),
    ("spcompress.b8.b2.sp::2:4.x1 r r {r4} r", None),
    ("cvt.rn.satfinite.pzo.e2m1x2.f32 b r r", "cvt.rn.satfinite.pzo.e2m1x2.f32"),
    ("cvt.rn.satfinite.pzo.e2m1x2.f32 h r r", None),
    ("tcgen05.mma.sp.cta_group::1.kind::ti16.collector::b::use [r] q q r p", None),  # no metadata
)
_PTX = (
    ("x [q] [q,q,{h1},{r1}] [q] q", "x [%q0], [%q1, %q2, {%h0}, {%r0}], [%q3], %q4;"),
    ("x p|p b [q] q", "x %p0|%p1, %b0, [%q0], %q1;"),
    ("x _ [q] o", "x _, [%q0], %o0;"),
)
_FUNCTION = """.visible .func  (.param .b32 func_retval0) f(
	.param .b64 f_param_0
)
{
	.reg .pred 	%p<3>;
	.reg .b16 	%rs<3>;
	.reg .b32 	%r<4>;
	.reg .b64 	%rd<4>;
// %bb.0: a; b
	ld.param.u64 	%rd1, [f_param_0+8];
$L__BB0_1:
	@%p1 wait 	%p1|%p2, %rs1, [%rd1+16];
	{ .reg .b128 %x; mov.b128 %x, {%rd1, %rd2}; store [%rd3], %x; }
	copy 	[%rd1, %rd2, {%rs1, %rs2}, {%r1}], [%rd3], -4;
	st.param.b32 	[func_retval0], %r1;
}
"""
_STATEMENTS = ["ld.param.u64 q [f_param_0+8]", "wait p|p h [q]", "mov.b128 o {q2}", "store [q] o",
               "copy [q,q,{h2},{r1}] [q] -4", "st.param.b32 [func_retval0] r"]

for found, expected in _FACTS:
    assert found == expected, (found, expected)
for printed, mnemonic in _LOOKUPS:
    form = LOOKUP.form_of(printed)
    assert (form and form.mnemonic) == mnemonic, (printed, form)
for form, text in _PTX:
    assert notation.ptx_of(form)[0] == text, notation.ptx_of(form)
assert ptxtext.statements(_FUNCTION) == _STATEMENTS, ptxtext.statements(_FUNCTION)
print(f"{len(_FACTS)} patterns and targets, {len(_LOOKUPS)} look-ups, {len(_PTX)} forms as PTX, "
      f"{len(_STATEMENTS)} instructions of a function")

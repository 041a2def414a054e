# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many forms of PTX 9.1 to 9.4 the oracle has, counted as others counted those of PTX."""

from tctools.oracle import ptx94

FORMS = ptx94.forms()


def show(what, chosen, words=""):
    """Mnemonics, spellings and forms whose mnemonic has the words; without words, of all."""
    chosen = [form for form in chosen if words in form.mnemonic]
    print(f"{what}: {len({form.mnemonic for form in chosen})} mnemonics, "
          f"{len({s for form in chosen for s in form.spellings})} spellings, {len(chosen)} forms")


for group in dict.fromkeys(form.group for form in FORMS):
    show(group, [form for form in FORMS if form.group == group])
show("spcompress in tcgen05.ld", FORMS, "tcgen05.ld.spcompress")
show("spcompress in tcgen05.ld.red", FORMS, "tcgen05.ld.red.spcompress")
cvt = [f for f in FORMS if f.mnemonic.startswith("cvt.") and f.first_ptx == 94]
show("cvt of PTX 9.4", cvt)
for word in ("add", "sub", "mul", "fma"):
    show(word, [form for form in FORMS if "FP8" in form.group], f"{word}.")
multicast = [form for form in FORMS if form.group == "mbarrier multicast"]
named = {(s, form.operands) for form in multicast for s in form.spellings if ".shared::" in s}
print(f"mbarrier multicast in .shared::cluster: {len({s for s, _ in named})} mnemonics, "
      f"{len(named)} with their operands")

#: An inventory of tensor copies that ptxas 13.4 took: tiles, and im2col where it is named, without
#: cache hints; overrides and reports one at a time.
_LEFT_OUT = (".tile::", ".cta_group::1", ".L2::cache_hint", ".im2col.mb", ".im2col::w",
             ".im2col.override", ".im2col_no_offs.", ".im2col_no_offs::w.bulk_group.override",
             "multicast::cluster.", ".im2col.L2::evict_last.override",
             ".im2col.L2::evict_normal.override", ".L2::evict_last.override")


def inventory(group, words=""):
    """The mnemonics of that inventory."""
    found = {form.mnemonic for form in FORMS if form.group == group}
    return {name for name in found if not any(part in name + "." for part in _LEFT_OUT)
            and words in name and not ("report" in name and "override" in name)}


cluster = inventory("TMA to shared::cluster")
pairs = {name for name in cluster if ".cta_group::2" in name}
plain_pairs = {name for name in pairs if "report" not in name and "override" not in name}
caches = inventory("TMA prefetch") | inventory("TMA applypriority")
print(f"tensor copies: {len(cluster - pairs)} to clusters, {len(plain_pairs)} of pairs of CTAs, "
      f"{len({n for n in inventory('TMA to shared::cta') if '.cta_group' not in n})} to the CTA, "
      f"{len(inventory('TMA to global'))} stores, {len(inventory('TMA reductions'))} reductions, "
      f"{len(caches)} of caches")

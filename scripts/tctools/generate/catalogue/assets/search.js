// The index's search: names of intrinsics, PTX mnemonics and opcodes out of data/search.js.
"use strict";

(() => {
  const PREFIX = "llvm.nvvm.";
  const MOST = 50;
  const { pages, entries } = window.catalogueIndex;

  // An instruction with all that it is called: {page, name, keys}. A warpgroup's multiplications
  // are one entry for all N, with R registers in the opcodes.
  const instructions = [];
  for (const [page, name, mnemonics, opcodes, ns, perRegister] of entries) {
    if (!ns) {
      instructions.push({ page, name, keys: [name, ...mnemonics, ...opcodes] });
      continue;
    }
    for (const n of ns) {
      const toText = (text) => text.replace("m64nNk", `m64n${n}k`);
      const opcodesOfN = opcodes.map((opcode) => opcode.replace(/R$/, String(n / perRegister)));
      instructions.push({ page, name: toText(name), keys: [toText(name), ...mnemonics.map(toText), ...opcodesOfN] });
    }
  }
  for (const instruction of instructions) instruction.folded = instruction.keys.map((key) => key.toLowerCase());

  // How well a name answers, 0 best; undefined if not at all.
  function rank(key, query, words) {
    if (key === query) return 0;
    if (key.startsWith(query)) return 1;
    const at = key.indexOf(query);
    if (at > 0) return /[a-z0-9]/.test(key[at - 1]) && key.indexOf("." + query) < 0 ? 3 : 2;
    return words.length > 1 && words.every((word) => key.includes(word)) ? 4 : undefined;
  }

  // What a page is about answers last: "wait barrier".
  const about = pages.map(([, title, text]) => `${title} ${text}`.toLowerCase());

  // The best name of an instruction for a query: [rank, key] or null.
  function match(instruction, query, words) {
    let best = null;
    instruction.folded.forEach((key, index) => {
      const found = rank(key, query, words);
      if (found !== undefined && (!best || found < best[0])) best = [found, instruction.keys[index]];
    });
    return best ?? (words.every((word) => about[instruction.page].includes(word)) ? [5, instruction.name] : null);
  }

  function find(text) {
    let query = text.trim().toLowerCase().replace(/^@/, "").replace(/[\s;]+$/, "");
    if (query.startsWith(PREFIX)) query = query.slice(PREFIX.length);
    if (!query) return [];
    // Words apart, or the parts of a mnemonic that nothing has in this order.
    const words = query.split(query.includes(" ") ? /\s+/ : /[.\s]+/).filter(Boolean);
    const found = [];
    for (const instruction of instructions) {
      const best = match(instruction, query, words);
      if (best) found.push({ instruction, rank: best[0], key: best[1] });
    }
    return found.sort((l, r) => l.rank - r.rank || l.key.length - r.key.length || (l.instruction.name < r.instruction.name ? -1 : 1));
  }

  const form = document.getElementById("search");
  const field = document.getElementById("query");
  const list = document.getElementById("results");
  const summary = document.getElementById("summary");

  function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function item({ instruction, key }) {
    const [file, title] = pages[instruction.page];
    const link = element("a");
    link.href = `${file}#${PREFIX}${instruction.name}`;
    link.append(element("code", "", instruction.name));
    if (key !== instruction.name) link.append(element("code", "key", key));
    link.append(element("span", "family", title));
    const entry = element("li");
    entry.append(link);
    return entry;
  }

  function show() {
    const found = find(field.value);
    list.replaceChildren(...found.slice(0, MOST).map(item));
    const more = found.length > MOST ? `, the best ${MOST} of them here` : "";
    summary.textContent = !field.value.trim() ? "" : found.length
      ? `${found.length.toLocaleString("en")} intrinsic${found.length === 1 ? "" : "s"}${more}`
      : "Nothing is called so. Names are those of intrinsics, PTX mnemonics and opcodes, some of their words, or what they do.";
  }

  // The search is part of the address, so that it can be shared and comes back.
  function remember() {
    const query = field.value.trim() ? `?q=${encodeURIComponent(field.value.trim())}` : location.pathname;
    try { history.replaceState(null, "", query + location.hash); } catch { /* not for files in some browsers */ }
  }

  field.addEventListener("input", () => { show(); remember(); });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });

  // Down and up go through the results, Escape back.
  document.addEventListener("keydown", (event) => {
    const stops = [field, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    if (at < 0) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Escape: 0 }[event.key];
    if (next === undefined || !stops[next]) return;
    event.preventDefault();
    stops[next].focus();
  });

  form.hidden = false;
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  show();
})();

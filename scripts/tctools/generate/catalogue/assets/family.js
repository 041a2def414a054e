// A family's page: filters, and rows that open. The rows' facts are in data/<page>.js, in the
// order of the table's rows; scripts/catalogue_data.py says what is in them.
"use strict";

(() => {
  const PREFIX = "llvm.nvvm.";
  const SHORT_LIST = 8;
  const { places, rules, rows } = window.catalogueRows;
  const table = document.getElementById("instructions");
  const form = document.getElementById("filters");

  // Instantiates a row of many N.
  function instantiate(row, n) {
    if (!row.n) return row;
    const index = row.n.indexOf(n);
    const values = { n, r: n / row.registers, e: n / row.elements, w: n * row.work, d: row.descriptors[index] };
    return JSON.parse(row.text.replace(/‹(\w)›/g, (_, mark) => values[mark]));
  }

  // What filters look at, made when it is first needed: {text by N or one, types, shape, targets}.
  function describe(row) {
    if (row.look) return row.look;
    const ns = row.n ?? [null];
    const facts = ns.map((n) => instantiate(row, n));
    const text = (fact) => [PREFIX + fact.name, ...(fact.forms ?? []).flatMap(([mnemonic, , opcode, , , others]) => [mnemonic, opcode, ...(others ?? [])])]
      .join(" ").toLowerCase();
    row.look = {
      ns, texts: facts.map(text), types: facts[0].types ?? [],
      shape: (facts[0].shape ?? "").replace(/m64n\d+k/, "m64nNk"),
      targets: new Set((facts[0].forms ?? []).flatMap((form) => places[form[4]][1])),
    };
    return row.look;
  }

  // Filters.

  const lines = [...table.tBodies[0].rows].map((line, index) => ({ line, row: rows[index] }));

  function wanted() {
    const fields = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, value.trim()]).filter(([, value]) => value));
    return { ...fields, words: (fields.words ?? "").toLowerCase().split(/\s+/).filter(Boolean) };
  }

  function filterRow({ line, row }, { target, type, shape, words }) {
    const look = describe(row);
    const fits = look.texts.map((text) => words.every((word) => text.includes(word)));
    const isShown = (!target || look.targets.has(target)) && (!type || look.types.includes(type)) &&
      (!shape || look.shape === shape) && fits.includes(true);
    line.hidden = !isShown;
    if (line.nextElementSibling?.classList.contains("details")) line.nextElementSibling.hidden = !isShown;
    if (row.n) line.querySelectorAll(".ns a").forEach((link, index) => { link.hidden = !fits[index]; });
    return isShown ? fits.filter(Boolean).length : 0;
  }

  function filter() {
    const chosen = wanted();
    const all = lines.reduce((count, { row }) => count + (row.n ?? [0]).length, 0);
    const shown = lines.reduce((count, line) => count + filterRow(line, chosen), 0);
    document.getElementById("shown").textContent = shown === all ? `all ${all.toLocaleString("en")}` : `${shown.toLocaleString("en")} of ${all.toLocaleString("en")}`;
    document.getElementById("none").hidden = shown > 0;
  }

  // Filters are part of the address, so that they can be shared.
  function remember() {
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value.trim())).toString();
    try { history.replaceState(null, "", (query ? `?${query}` : location.pathname) + location.hash); } catch { /* not for files in some browsers */ }
  }

  function recall() {
    for (const [key, value] of new URLSearchParams(location.search)) {
      const field = form.elements.namedItem(key);
      if (field) field.value = value;
    }
  }

  // Details.

  function element(tag, ...children) {
    const made = document.createElement(tag);
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  const code = (text) => element("code", text);

  function link(address, ...children) {
    const made = element("a", ...children);
    made.href = address;
    return made;
  }

  // "{d*64}" as "{d0, d1, …, d63}".
  function writeRegisters(text) {
    return text.replace(/\{([a-z]+)\*(\d+)\}/g, (_, name, count) => {
      const names = Array.from({ length: Number(count) }, (_, index) => name + index);
      return `{${(names.length > SHORT_LIST ? [names[0], names[1], "…", names.at(-1)] : names).join(", ")}}`;
    });
  }

  function list(items) {
    return element("ul", ...items.map((item) => element("li", item)));
  }

  function fold(title, content) {
    return element("details", element("summary", title), content);
  }

  function formFacts([mnemonic, statement, opcode, descriptor, place, others, choices]) {
    const [text, targets, first, last, source] = places[place];
    const items = [["PTX", code(writeRegisters(statement.replace("~", mnemonic)))]];
    if (others?.length) items.push(["also", others.length > 4 ? fold(`${others.length} other forms`, list(others.map(code))) : list(others.map(code))]);
    if (choices) items.push(["if", code(choices.replaceAll(",", ", "))]);
    if (opcode) items.push(["opcode", code(opcode)]);
    if (descriptor) items.push(["MMA descriptor", code(descriptor)]);
    items.push(["targets", targets.length === 0 ? "none: ptxas rejects it"
      : targets.length > 1 && targets.join(", ") !== text ? fold(text, element("p", targets.join(", "))) : text]);
    items.push(["since", `PTX ISA ${first}${last ? `, until ${last}` : ""} (${source})`]);
    return items;
  }

  function operandTable(operands) {
    const head = element("tr", ...["Operand", "Registers", "Type", "Element", "Tile"].map((title) => element("th", title)));
    for (const heading of head.cells) heading.scope = "col";
    const body = operands.map((cells) => element("tr", ...cells.map((cell, index) => element("td", index === 1 && !cell ? "–" : String(cell)))));
    const made = element("table", element("thead", head), element("tbody", ...body));
    made.className = "operands";
    return made;
  }

  function picture([operand, slug, size]) {
    const image = document.createElement("img");
    image.src = `layouts/${slug}.svg`;
    image.loading = "lazy";
    image.alt = `Layout of ${operand}: lane and register of each element`;
    return fold(`${operand}, ${size}`, link(`layouts.html#${slug}`, image));
  }

  function relative([difference, name, page]) {
    return element("span", link(`${page ?? ""}#${PREFIX}${name}`, code(name)), ` (${difference})`);
  }

  function describeAll(fact) {
    const items = [["declaration", code(fact.declaration.replace("@~", `@${PREFIX}${fact.name}`))]];
    for (const form of fact.forms ?? []) items.push(...formFacts(form));
    if (fact.operands) items.push(["operands", operandTable(fact.operands)]);
    if (fact.example) items.push(["example", element("pre", code(fact.example.replaceAll("@~", `@${PREFIX}${fact.name}`)))]);
    if (fact.work) items.push(["work", fact.work]);
    if (fact.rules) items.push(["rules", list(fact.rules.map((rule) => rules[rule]))]);
    if (fact.layouts) items.push(["layouts", element("div", ...fact.layouts.map(picture))]);
    if (fact.relatives) items.push(["relatives", list(fact.relatives.map(relative))]);
    const isNewForm = (term) => (fact.forms ?? []).length > 1 && term === "PTX";
    return element("dl", ...items.flatMap(([term, content]) => {
      const title = element("dt", term);
      if (isNewForm(term)) title.className = "form";
      return [title, element("dd", content)];
    }));
  }

  function close(line) {
    if (line.nextElementSibling?.classList.contains("details")) line.nextElementSibling.remove();
    line.classList.remove("open");
    line.querySelector(".ns [aria-current]")?.removeAttribute("aria-current");
  }

  function open({ line, row }, n) {
    close(line);
    const cell = element("td", describeAll(instantiate(row, n)));
    cell.colSpan = 3;
    const details = element("tr", cell);
    details.className = "details";
    line.after(details);
    line.classList.add("open");
    if (row.n) line.querySelectorAll(".ns a")[row.n.indexOf(n)].setAttribute("aria-current", "true");
  }

  // The element that the address names, if it is in the table.
  function findTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    return target && lines.find(({ line }) => line.contains(target)) ? target : null;
  }

  // A row begins above the anchors of its N, where the browser would go.
  function showTarget() {
    findTarget()?.closest("tr").scrollIntoView();
  }

  function openTarget() {
    const target = findTarget();
    if (!target) return;
    const found = lines.find(({ line }) => line.contains(target));
    if (found.line.hidden) { form.reset(); filter(); remember(); }
    open(found, found.row.n ? Number(target.textContent) : null);
    setTimeout(showTarget);
  }

  table.addEventListener("click", (event) => {
    const anchor = event.target.closest("a[href^='#']");
    const line = event.target.closest("tr");
    if (!anchor || !lines.some((candidate) => candidate.line === line)) return;
    const isOpen = line.classList.contains("open");
    if (isOpen && (anchor.hasAttribute("aria-current") || !anchor.id)) {
      close(line);
      event.preventDefault();
    } else if (anchor.hash === location.hash) {
      openTarget();
    }
  });

  form.addEventListener("input", () => { filter(); remember(); });
  form.addEventListener("reset", () => setTimeout(() => { filter(); remember(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", openTarget);

  form.hidden = false;
  recall();
  filter();
  openTarget();
  addEventListener("load", showTarget);
})();

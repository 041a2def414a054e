// Light and dark: the system's, until the button says otherwise. Loaded in the head, so that a
// page is never painted in the other colours first.
"use strict";

(() => {
  const root = document.documentElement;
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

  // Storage may be forbidden for files.
  const stored = {
    get() { try { return localStorage.getItem("theme"); } catch { return null; } },
    set(theme) { try { localStorage.setItem("theme", theme); } catch { /* until the page is left */ } },
  };

  const current = () => root.dataset.theme ?? (systemIsDark.matches ? "dark" : "light");

  const theme = stored.get();
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const label = () => {
      const other = current() === "dark" ? "Light" : "Dark";
      button.textContent = other;
      button.setAttribute("aria-label", `${other} colours`);
    };
    button.addEventListener("click", () => {
      root.dataset.theme = current() === "dark" ? "light" : "dark";
      stored.set(root.dataset.theme);
      label();
    });
    systemIsDark.addEventListener("change", label);
    label();
    button.hidden = false;
  });

  // "/" goes to the search of the index, or to the words of a family's filters.
  document.addEventListener("keydown", (event) => {
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
    const field = document.querySelector("#query, #filters [name=words]");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey || !field) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
})();

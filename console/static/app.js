"use strict";
// Keyboard, focus, tokens and relative times. Everything here only adds to what plain links and forms already do.
(() => {
  const root = document.documentElement;
  const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? "";
  const fields = "input, textarea, select, [contenteditable]";
  let composing = false;
  let goPressed = 0;

  // The browser's zone, so that the server writes times as the reader's clock shows them.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !document.cookie.includes(`zone=${encodeURIComponent(zone)}`)) {
    document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;
  }

  // An input method ends its composition with Enter or Escape: one tick later the key is ours again.
  document.addEventListener("compositionstart", () => { composing = true; });
  document.addEventListener("compositionend", (event) => {
    setTimeout(() => { composing = false; event.target.dispatchEvent(new Event("input", { bubbles: true })); });
  });

  // Empty filters stay out of the address.
  document.addEventListener("formdata", (event) => {
    if (event.target.method !== "get") return;
    for (const [name, value] of [...event.formData.entries()]) if (value === "") event.formData.delete(name);
  });

  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.request.method !== "GET") ctx.request.headers["X-CSRF-Token"] = meta("csrf");
    const polls = ctx.sourceElement?.hasAttribute("data-poll");
    if (composing || (polls && (document.hidden || document.querySelector("dialog[open]")))) event.preventDefault();
  });

  // A swap that loses the focus gives it back to the element of the same id, else to the region's heading.
  let focused = "";
  document.addEventListener("htmx:before:swap", () => { focused = document.activeElement?.id ?? ""; });
  document.addEventListener("htmx:after:swap", () => {
    if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
    refreshTimes();
  });
  const lost = () => {
    const line = document.getElementById("said");
    const paragraph = document.createElement("p");
    paragraph.className = "bad";
    paragraph.textContent = meta("offline");
    line?.replaceChildren(paragraph);
  };
  document.addEventListener("htmx:error", lost);

  // "3 minutes ago" stays true on a page that is left open.
  const relative = new Intl.RelativeTimeFormat(root.lang, { numeric: "auto", style: "long" });
  const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  function refreshTimes() {
    for (const element of document.querySelectorAll("time[data-ago]")) {
      const seconds = (new Date(element.dateTime) - Date.now()) / 1000;
      const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? units[3];
      element.textContent = relative.format(Math.round(seconds / size), unit);
    }
  }
  refreshTimes();
  setInterval(refreshTimes, 20000);

  // Keys. Off in the profile, off while typing, while composing, with a modifier, and in a dialog.
  const rows = () => [...document.querySelectorAll("[data-row]")];
  const here = () => document.querySelector("[data-row].here");
  function move(step) {
    const all = rows();
    if (!all.length) return;
    const at = all.indexOf(here());
    const next = all[Math.min(Math.max(at + step, 0), all.length - 1)];
    all.forEach((row) => row.classList.toggle("here", row === next));
    next.scrollIntoView({ block: "nearest" });
    next.querySelector("a[href]")?.focus({ preventScroll: true });
  }
  const press = (selector) => (here() ?? document).querySelector(selector)?.click();
  // Without a tick the row at hand is meant.
  function decide(key) {
    const box = here()?.querySelector("input[name=id]");
    if (box && !document.querySelector("input[name=id]:checked")) box.checked = true;
    document.querySelector(`[data-key=${key}]`)?.click();
  }
  const keys = {
    "?": () => document.getElementById("help")?.showModal(),
    "/": () => document.querySelector("[data-search]")?.focus(),
    j: () => move(1),
    k: () => move(-1),
    o: () => here()?.querySelector("a[href]")?.click(),
    r: () => here() && press("[data-key=r]"),
    p: () => here() && press("[data-key=p]"),
    x: () => here()?.querySelector("[data-tick], input[name=id]")?.click(),
    e: () => press("[data-key=e]"),
    n: () => document.querySelector("[data-key=n]")?.click(),
    a: () => decide("a"),
    d: () => decide("d"),
    u: () => document.querySelector("[data-key=u]")?.click(),
    g: () => { goPressed = Date.now(); },
  };
  function letter(event) {
    if (/^[\x20-\x7e]$/.test(event.key)) return event.key;
    return event.code.startsWith("Key") ? event.code.slice(3).toLowerCase() : event.key;
  }
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229 || composing) {
      if (event.key === "Enter") event.stopPropagation();
      return;
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && document.getElementById("try")) {
      event.preventDefault();
      document.getElementById("try").click();
      return;
    }
    if (event.key === "Escape" && event.target.matches?.("[data-search]")) return event.target.blur();
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.(fields)) return;
    if (root.dataset.keys === "off" || document.querySelector("dialog[open]")) return;
    const key = letter(event);
    if (goPressed && Date.now() - goPressed < 1200) {
      goPressed = 0;
      const link = document.querySelector(`[data-go="${CSS.escape(key)}"]`);
      if (link) { event.preventDefault(); link.click(); }
      return;
    }
    if (keys[key]) { event.preventDefault(); keys[key](); }
  });

  // Small behaviours named by data attributes.
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open]");
    if (opener) document.getElementById(opener.dataset.open)?.showModal();
    if (event.target.closest("[data-close]")) event.target.closest("dialog")?.close();
  });
  document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.ask ?? event.target.dataset.ask;
    if (question && !window.confirm(question)) { event.preventDefault(); event.stopPropagation(); }
  }, true);

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-all]")) return;
    for (const box of event.target.form.elements) if (box.name === "id") box.checked = event.target.checked;
  });
  document.addEventListener("change", (event) => {
    const target = event.target.dataset?.fill && event.target.value && document.getElementById(event.target.dataset.fill);
    if (target) { target.value = event.target.value; target.dispatchEvent(new Event("input", { bubbles: true })); }
  });
  document.addEventListener("said", (event) => {
    const paragraph = document.createElement("p");
    paragraph.className = event.detail.tone === "bad" ? "bad" : "ok";
    paragraph.textContent = event.detail.value ?? "";
    document.getElementById("said")?.replaceChildren(paragraph);
  });

  // Leaving a changed form names what would be lost.
  let dirty = false;
  document.addEventListener("input", (event) => { if (event.target.closest("form[data-guard]")) dirty = true; });
  document.addEventListener("submit", () => { dirty = false; });
  window.addEventListener("beforeunload", (event) => { if (dirty) event.preventDefault(); });

  // A sentence said once does not come back with a reload.
  const address = new URL(location.href);
  if (address.searchParams.has("done")) {
    address.searchParams.delete("done");
    history.replaceState(history.state, "", address);
  }
})();

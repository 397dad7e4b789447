// The template studio's picker: an archived page in a frame without scripts, a pane over it that takes the pointer, and what the server
// answers for the element under it. Nothing of the page is run, and of its elements only the number is read.
const STAMP = "data-cn";
const form = document.getElementById("template-form");
const stage = document.getElementById("stage");
const read = (element) => Element.prototype.getAttribute.call(element, STAMP);

class Picker {
  constructor() {
    this.frame = stage.querySelector("iframe");
    this.pane = stage.querySelector("[data-pane]");
    this.answer = stage.querySelector("[data-answer]");
    this.field = stage.querySelector("[name='pick.field']");
    this.kind = "field";
    this.picks = [];
    this.refused = [];
    this.under = null;
    this.before = null;
    this.frame.addEventListener("load", () => this.fit());
    this.pane.addEventListener("pointermove", (event) => this.hover(event));
    this.pane.addEventListener("pointerleave", () => this.outline("under", []));
    this.pane.addEventListener("click", () => this.take());
    this.pane.addEventListener("keydown", (event) => this.key(event));
    stage.addEventListener("click", (event) => this.pressed(event));
    stage.addEventListener("change", (event) => { if (event.target.name === "pick.mode") this.meant(event.target.value); });
  }

  show() {
    const hash = form.elements.archived.value.trim();
    if (!/^[0-9a-f]{32}$/.test(hash)) {
      form.elements.archived.focus();
      return;
    }
    stage.hidden = false;
    this.clear();
    this.frame.src = `/templates/pick/${hash}/page`;
    stage.scrollIntoView({ block: "nearest" });
  }

  fit() {
    const root = this.frame.contentDocument?.documentElement;
    if (!root) return;
    const height = Math.min(Math.max(root.scrollHeight, 200), 30000);
    this.frame.style.height = `${height}px`;
    this.pane.style.height = `${height}px`;
    this.pane.focus({ preventScroll: true });
  }

  element(number) {
    return this.frame.contentDocument?.querySelector(`[${STAMP}="${number}"]`) ?? null;
  }

  hover(event) {
    const found = this.frame.contentDocument?.elementFromPoint(event.offsetX, event.offsetY);
    let element = found;
    while (element && !read(element)) element = element.parentElement;
    this.point(element);
  }

  point(element) {
    this.under = element;
    this.outline("under", element ? [element] : []);
  }

  key(event) {
    const steps = { "[": (at) => at.parentElement, "]": (at) => at.firstElementChild, "{": (at) => at.previousElementSibling, "}": (at) => at.nextElementSibling };
    if (event.key === "Enter") { event.preventDefault(); this.take(); return; }
    if (event.key === "Escape") { this.clear(); return; }
    if (!steps[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const from = this.under ?? this.frame.contentDocument?.body;
    const next = from && steps[event.key](from);
    if (next && read(next)) {
      this.point(next);
      next.scrollIntoView?.({ block: "nearest" });
    }
  }

  mode() {
    return stage.querySelector("[name='pick.mode']:checked").value;
  }

  // "Not this" is said of what was picked; another kind begins anew.
  meant(mode) {
    if (mode === "not" || mode === this.kind) return;
    this.kind = mode;
    this.clear();
  }

  take() {
    if (!this.under) return;
    const number = Number(read(this.under));
    if (this.mode() === "not") this.refused.push(number);
    else if (this.mode() === "list") this.picks.push(number);
    else this.picks = [number];
    this.ask();
  }

  async ask() {
    if (!this.picks.length) return;
    const values = new URLSearchParams({
      archived: form.elements.archived.value.trim(), kind: this.kind, nodes: this.picks.join(","), not: this.refused.join(","),
    });
    this.answer.setAttribute("aria-busy", "true");
    try {
      const response = await fetch("/templates/pick", {
        method: "POST", body: values,
        headers: { "X-CSRF-Token": form.elements.csrf.value, "HX-Request": "true" },
      });
      const part = new DOMParser().parseFromString(await response.text(), "text/html");
      this.answer.replaceChildren(...part.body.childNodes);
      this.mark();
    } finally {
      this.answer.removeAttribute("aria-busy");
    }
  }

  mark() {
    const told = this.answer.querySelector("[data-numbers]")?.dataset.numbers ?? "";
    this.outline("taken", told.split(",").filter(Boolean).slice(0, 300).map((number) => this.element(number)).filter(Boolean));
  }

  outline(kind, elements) {
    for (const old of this.pane.querySelectorAll(`.box.${kind}`)) old.remove();
    for (const element of elements) {
      const place = element.getBoundingClientRect();
      const box = document.createElement("div");
      box.className = `box ${kind}`;
      Object.assign(box.style, { left: `${place.left}px`, top: `${place.top}px`, width: `${place.width}px`, height: `${place.height}px` });
      this.pane.append(box);
    }
  }

  clear() {
    this.picks = [];
    this.refused = [];
    this.under = null;
    this.pane.replaceChildren();
    this.answer.replaceChildren();
  }

  pressed(event) {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.take) this.put(button.dataset.take);
    if (button.dataset.takeList) this.putList(JSON.parse(button.dataset.takeList));
    if (button.dataset.numbers !== undefined) this.mark();
    if (button.hasAttribute("data-undo")) this.undo();
    if (button.hasAttribute("data-hide")) stage.hidden = true;
  }

  // Only the chosen field's row changes; all others stay as they were, to the letter.
  put(selector) {
    this.remember();
    const control = rowOf("detail", this.field.value.trim() || "title", "selectors");
    const lines = control.value.split("\n").map((line) => line.trim()).filter(Boolean);
    if (!lines.includes(selector)) control.value = [...lines, selector].join("\n");
    this.changed(control);
  }

  putList(choice) {
    this.remember();
    form.elements["list.items"].value = choice.items;
    if (choice.next_page) form.elements["list.next_page"].value = choice.next_page;
    for (const [name, selector] of Object.entries(choice.fields)) rowOf("list", name, "selectors").value = selector;
    this.changed(form.elements["list.items"]);
  }

  remember() {
    this.before = [...form.querySelectorAll("textarea[name$='.selectors'], [name='list.items'], [name='list.next_page']")].map((control) => [control, control.value]);
    stage.querySelector("[data-undo]").disabled = false;
  }

  undo() {
    for (const [control, value] of this.before ?? []) control.value = value;
    this.before = null;
    stage.querySelector("[data-undo]").disabled = true;
    this.changed(form.elements["list.items"]);
  }

  changed(control) {
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.closest("td, .field")?.classList.add("fresh");
  }
}

// The control of a field's row; a spare row is used where the field has none, else the last one is copied.
function rowOf(part, name, key) {
  const names = [...form.querySelectorAll(`input[name^='${part}.'][name$='.name']`)];
  let found = names.find((input) => input.value.trim() === name) ?? names.find((input) => !input.value.trim());
  if (!found) found = copied(names[names.length - 1]);
  found.value = name;
  return form.elements[found.name.replace(/name$/, key)];
}

function copied(input) {
  const row = input.closest("tr").cloneNode(true);
  const [part, number] = input.name.split(".");
  for (const control of row.querySelectorAll("[name]")) {
    control.name = control.name.replace(`${part}.${number}.`, `${part}.${Number(number) + 1}.`);
    if (control.type === "checkbox") control.checked = false;
    else control.value = "";
  }
  input.closest("tbody").append(row);
  return row.querySelector("input[name$='.name']");
}

if (form && stage) {
  const picker = new Picker();
  const opener = document.querySelector("[data-pick]");
  opener.hidden = false;
  opener.addEventListener("click", () => picker.show());
}

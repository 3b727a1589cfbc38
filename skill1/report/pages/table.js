// A table of many rows, one page at a time: sorting and paging are kept in the address, rows that stay are left alone.

const PAGE_ROWS = 50;

/**
 * `columns`: {key, title, value(row), cell(row), numeric, explain}; value is what is sorted by.
 * `state`: {get(name), set(changes)}, the address. `draw(rows)` shows rows already filtered.
 */
function dataTable({ name, columns, state, idOf, defaultSort }) {
  const body = el("tbody");
  const heads = columns.map((column) => headCell(column, () => sortBy(column)));
  const pager = el("div", { class: "pager" });
  const element = el("div", {}, scrollTable(name, heads, body), pager);
  const cache = new Map();
  let rows = [];

  function order() {
    const text = state.get("sort") || defaultSort;
    const key = text.replace(/^-/, "");
    const column = columns.find((each) => each.key === key) ?? columns[0];
    return { column, down: text.startsWith("-") };
  }

  function sortBy(column) {
    const now = order();
    const isDown = now.column === column ? !now.down : Boolean(column.numeric);
    state.set({ sort: `${isDown ? "-" : ""}${column.key}`, page: null });
    show();
  }

  function show() {
    const { column, down } = order();
    heads.forEach((head, index) => {
      if (columns[index] === column) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    const sorted = sortedRows(rows, column.value, down);
    const pages = Math.max(1, Math.ceil(sorted.length / PAGE_ROWS));
    const page = Math.min(pages, Math.max(1, Number(state.get("page")) || 1));
    syncRows(body, sorted.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS), { cache, idOf, columns });
    pager.replaceChildren(...pagerParts(page, pages, sorted.length, turnTo));
  }

  function turnTo(page, label) {
    state.set({ page: page > 1 ? String(page) : null });
    show();
    const again = [...pager.querySelectorAll("button")].find((button) => button.textContent === label);
    if (again && !again.disabled) again.focus();
  }

  return { element, draw: (fresh) => ((rows = fresh), show()) };
}

/** A table in a part of the page that scrolls by itself and is announced as `name`; `body` is its element or its rows. */
function scrollTable(name, heads, body, kind = "") {
  const head = heads.length ? el("thead", {}, el("tr", {}, heads)) : null;
  const rows = Array.isArray(body) ? el("tbody", {}, body) : body;
  const table = el("table", {}, el("caption", { class: "visually-hidden" }, name), head, rows);
  return el("div", { class: `scroll ${kind}`.trim(), tabindex: 0, role: "region", "aria-label": name }, table);
}

/** Heads of columns; `numeric`: places of those that hold numbers. */
function columnHeads(titles, numeric) {
  const kind = (index) => (numeric.includes(index) ? "number" : null);
  return titles.map((title, index) => el("th", { scope: "col", class: kind(index) }, title));
}

function headCell(column, onclick) {
  const button = el("button", { type: "button", onclick, title: column.explain }, column.title);
  return el("th", { scope: "col", class: column.numeric ? "number" : null }, button);
}

/** Nulls last whichever way; ties stay in the order they came in. */
function sortedRows(rows, value, down) {
  const keyed = rows.map((row) => [value(row), row]);
  const isNone = (each) => each === null || each === undefined;
  keyed.sort(([a], [b]) => {
    if (isNone(a) || isNone(b)) return isNone(a) - isNone(b);
    const less = typeof a === "string" ? (a < b ? -1 : a > b ? 1 : 0) : a - b;
    return down ? -less : less;
  });
  return keyed.map(([, row]) => row);
}

/** A row that would look as it did keeps its element, and with it focus and selected text. */
function syncRows(body, rows, { cache, idOf, columns }) {
  const fresh = new Map();
  const elements = rows.map((row) => {
    const id = idOf(row);
    const made = rowElement(row, columns);
    const old = cache.get(id);
    const element = old?.isEqualNode(made) ? old : made;
    fresh.set(id, element);
    return element;
  });
  cache.clear();
  for (const [id, element] of fresh) cache.set(id, element);
  const isSame =
    elements.length === body.children.length && elements.every((each, index) => each === body.children[index]);
  if (!isSame) body.replaceChildren(...elements);
}

function rowElement(row, columns) {
  const cells = columns.map((column) => el(column.head ? "th" : "td", cellAttributes(column), column.cell(row)));
  return el("tr", {}, cells);
}

function cellAttributes(column) {
  return { class: column.numeric ? "number" : (column.width ?? null), scope: column.head ? "row" : null };
}

function pagerParts(page, pages, total, turnTo) {
  if (pages === 1) return [el("span", { class: "muted" }, plural(total, "row"))];
  const from = (page - 1) * PAGE_ROWS + 1;
  const text = `${count(from)} to ${count(Math.min(total, page * PAGE_ROWS))} of ${count(total)}`;
  const button = (label, to) => {
    const parts = { type: "button", onclick: () => turnTo(to, label), disabled: to < 1 || to > pages };
    return el("button", parts, label);
  };
  return [
    button("← Previous", page - 1),
    el("span", { class: "muted", "aria-live": "polite" }, text),
    button("Next →", page + 1),
  ];
}

/** Controls above a table that write into the address and call `changed`. */
function searchBox(label, state, changed) {
  const oninput = (event) => {
    state.set({ q: event.target.value || null, page: null });
    changed();
  };
  const parts = { type: "search", value: state.get("q"), oninput, "data-search": true, "aria-keyshortcuts": "/" };
  const input = el("input", {
    ...parts,
    placeholder: "must contain all words",
    autocomplete: "off",
    spellcheck: "false",
  });
  return field(label, input, "grow");
}

function choice(label, name, options, state, changed) {
  const onchange = (event) => {
    state.set({ [name]: event.target.value || null, page: null });
    changed();
  };
  const now = state.get(name);
  const items = options.map(([value, text]) => el("option", { value, selected: value === now }, text));
  return field(label, el("select", { onchange }, items), "");
}

/** A control beside its label; the label does not hold it, or its options would be part of its name. */
function field(label, control, kind) {
  control.id = `field-${label.toLowerCase().replaceAll(" ", "-")}`;
  return el("div", { class: `field ${kind}` }, el("label", { for: control.id }, label), control);
}

/** Whether every word of `query` stands somewhere in `text`. */
function holds(text, words) {
  return words.every((word) => text.includes(word));
}

function wordsOf(query) {
  return searched(query).split(/\s+/).filter(Boolean);
}

/** Composed, as skills are stored: some systems write é and 한 in parts. */
function searched(text) {
  return text.normalize("NFC").toLowerCase();
}

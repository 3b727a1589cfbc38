// Elements. Whatever a model, a file or a person wrote enters the page as text, through these functions only.

const SVG = "http://www.w3.org/2000/svg";

/** An element. `on…` are listeners, `style` is an object, `true` is a bare attribute, null and false are left out. */
function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
  node.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else if (name === "style") for (const [key, text] of Object.entries(value)) node.style.setProperty(key, text);
  else node.setAttribute(name, value === true ? "" : value);
}

function link(path, ...children) {
  return el("a", { href: path }, ...children);
}

function pathOf(...parts) {
  return `#/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
}

/** A heading with its body; `level` 2 or 3. */
function section(title, level, ...children) {
  const id = `s-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
  return el("section", { "aria-labelledby": id }, el(`h${level}`, { id }, title), ...children);
}

/** Term and description pairs; pairs whose value is null are left out. */
function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return el(
    "dl",
    { class: "facts" },
    shown.map(([term, value]) => el("div", {}, el("dt", {}, term), el("dd", {}, value))),
  );
}

function badge(text, kind = "") {
  return el("span", { class: `badge ${kind}`.trim() }, text);
}

function notice(...children) {
  return el("p", { class: "notice" }, ...children);
}

/** A paragraph beside what matters; null where there is nothing to say. */
function muted(...children) {
  return children.some(Boolean) ? el("p", { class: "muted" }, ...children) : null;
}

/** A part of a page in a frame, and a drawing with its title above it. */
function card(title, ...children) {
  return el("div", { class: "card" }, el("h3", {}, title), ...children);
}

function figureCard(title, kind, ...children) {
  return el("figure", { class: `card ${kind}`.trim() }, el("figcaption", {}, el("h3", {}, title)), ...children);
}

/** A page that is told from others by its heading alone. */
function pageHead(title) {
  return el("h1", { tabindex: -1 }, title);
}

/** Under a heading: what a report leaves out; null where all is there. */
function leftOut({ source }) {
  return muted(source.leftOut.replaceAll("`", ""));
}

/** What to show in place of something that is not there, and what to do about it. */
function empty(what, todo) {
  return el("div", { class: "empty" }, el("p", {}, what), muted(todo));
}

/** Replaces `holder`'s content unless `value` is what it was made from before: selection and focus then stay. */
function keep(holder, value, make) {
  const made = JSON.stringify(value);
  if (holder.skill1Made === made) return;
  holder.skill1Made = made;
  holder.replaceChildren(...[make()].flat(Infinity).filter(Boolean));
}

/** The colours behind CSS variables, as the canvas needs them; the probe resolves light and dark. */
function colours(names) {
  const probe = el("span", { hidden: true });
  document.body.append(probe);
  const read = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const found = Object.fromEntries(names.map((name) => [name, read(name)]));
  probe.remove();
  return found;
}

const tip = document.getElementById("tip");

/** Shows a small text beside a point of the window. */
function showTip(x, y, ...children) {
  tip.replaceChildren(...children);
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(8, Math.min(x + 12, document.documentElement.clientWidth - width - 8))}px`;
  tip.style.top = `${Math.max(8, y + 16 + height > window.innerHeight ? y - height - 8 : y + 16)}px`;
}

function hideTip() {
  tip.hidden = true;
}

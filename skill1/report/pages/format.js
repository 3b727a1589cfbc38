// Numbers and small marks, the same everywhere: shares in per cent, utilities with three digits, a true minus sign.

const NONE = "–";
const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const minus = (text) => text.replace("-", "−");
const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

function count(value) {
  return isNumber(value) ? minus(grouped.format(value)) : NONE;
}

function percent(value) {
  return isNumber(value) ? `${minus((100 * value).toFixed(1))} %` : NONE;
}

/** A difference of two shares, in percentage points. */
function points(value) {
  return isNumber(value) ? `${value > 0 ? "+" : ""}${minus((100 * value).toFixed(1))}` : NONE;
}

function utility(value) {
  return isNumber(value) ? minus(value.toFixed(3)) : NONE;
}

function signed(value) {
  return isNumber(value) ? `${value > 0 ? "+" : ""}${minus(value.toFixed(3))}` : NONE;
}

/** Any figure of metrics.jsonl: whole numbers whole, the rest with three significant digits. */
function figure(value) {
  if (!isNumber(value)) return NONE;
  if (Number.isInteger(value)) return count(value);
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e6) return minus(value.toExponential(1));
  return minus(size >= 1000 ? grouped.format(value) : String(Number(value.toPrecision(3))));
}

function plural(number, noun) {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** ISO text or seconds since 1970 as "2026-11-21 19:46". */
function when(value) {
  const date = typeof value === "number" ? new Date(1000 * value) : new Date(value ?? NaN);
  if (Number.isNaN(date.getTime())) return value ? String(value) : null;
  const two = (number) => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function ago(seconds) {
  if (seconds < 60) return `${Math.floor(seconds)} s ago`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min ago` : `${Math.floor(seconds / 3600)} h ago`;
}

/** "+12.0 points" of an uplift, or a dash. */
function upliftShort(uplift) {
  return uplift && isNumber(uplift.estimate) ? points(uplift.estimate) : NONE;
}

function upliftText(uplift) {
  const range = `95 % interval ${points(uplift.low)} to ${points(uplift.high)}`;
  return `${points(uplift.estimate)} points (${range}); ${count(uplift.used)} used, ${count(uplift.withheld)} withheld`;
}

/** An axis for an uplift: zero in the middle, wide enough for the interval, from a quarter to all of [−1, 1]. */
function around({ low, high }) {
  const end = Math.min(1, Math.max(0.25, Math.abs(low ?? 1), Math.abs(high ?? 1)));
  return [-end, end];
}

/** An interval on an axis with zero (or a share from 0 to 1), as a small drawing with the same words beside it. */
function intervalBar({ estimate, low, high }, [from, to], words) {
  const width = 160;
  const at = (value) => (width * (Math.min(to, Math.max(from, value)) - from)) / (to - from);
  const zero = svg("line", { x1: at(0), x2: at(0), y1: 1, y2: 17, class: "axis" });
  const reach = { x: at(low), width: Math.max(1, at(high) - at(low)) };
  const span = svg("rect", { ...reach, y: 7, height: 4, rx: 2, class: "span" });
  const dot = svg("circle", { cx: at(estimate), cy: 9, r: 4, class: "dot" });
  const frame = svg("line", { x1: 0, x2: width, y1: 9, y2: 9, class: "rule" });
  const parts = { class: "interval", viewBox: `-5 0 ${width + 10} 18`, role: "img", "aria-label": words };
  return svg("svg", parts, frame, zero, isNumber(low) && isNumber(high) ? span : null, dot);
}

/** A scale of colours between what its two ends stand for. */
function rampParts(kind, from, to) {
  const ramp = el("span", { class: `ramp ${kind}`, "aria-hidden": "true" });
  return [el("span", {}, from), ramp, el("span", {}, to)];
}

function statusBadge(skill) {
  const kinds = { active: "good", proposed: "warn", banned: "bad" };
  return [badge(skill.status, kinds[skill.status]), skill.pinned ? [" ", badge("pinned", "accent")] : null].flat();
}

/** won, lost, error or control: what an episode came to. Controls are said so beside their outcome. */
function outcomeOf(episode) {
  if (episode.status === "error") return "error";
  return episode.success ? "won" : "lost";
}

function outcomeBadge(episode) {
  const kind = outcomeOf(episode);
  const words = { won: "✓ won", lost: "✗ lost", error: "! error" };
  const mark = badge(words[kind], { won: "good", lost: "", error: "bad" }[kind]);
  return episode.withheld ? [mark, " ", badge("control", "warn")] : [mark];
}

function shorten(text, limit = 90) {
  const line = String(text ?? "")
    .replace(/\s+/g, " ")
    .trim();
  // Never between the halves of one character, as of an emoji.
  return line.length > limit ? `${line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…` : line;
}

// Method: what the run's method tells of its own work, whatever the method: texts, figures, every change and its reason.

const VERDICTS = { accepted: ["✓ taken", "good"], refused: ["✗ refused", "bad"], removed: ["− removed", "warn"] };
const MARKS = { "+": "ins", "-": "del" };
const MARK_WORDS = { "+": "added: ", "-": "removed: " };
const CHANGES_AT_FIRST = 30;
const VERDICT_CHOICES = [
  ["", "all"],
  ["accepted", "taken"],
  ["refused", "refused"],
  ["removed", "removed"],
  ["nothing", "nothing came of it"],
];

function methodPage(app) {
  const head = el("div");
  const charts = el("div", { class: "dynamics" });
  const log = el("div");
  const tables = el("div");
  const filter = choice("Show", "verdict", VERDICT_CHOICES, app.query, () => drawChanges());
  let shown = CHANGES_AT_FIRST;
  let drawn = new Map();

  function drawChanges() {
    const { changes, left_out: leftOut } = app.model.method;
    const wanted = app.query.get("verdict");
    const rows = changes.filter((change) => !wanted || change.verdict === wanted).reverse();
    keep(log, [rows, shown], () => changeList(rows.slice(0, shown), rows.length, leftOut, showAll));
  }

  function showAll() {
    shown = Infinity;
    drawChanges();
  }

  function update() {
    const page = app.model.method;
    if (!page) return;
    keep(head, [page.title, page.says, page.facts, page.texts], () => methodHead(page, app.model));
    keep(charts, page.charts, () => {
      drawn = new Map(page.charts.map((chart) => [chart.title, methodChart(chart)]));
      return [...drawn.values()].map((part) => part.element);
    });
    for (const chart of page.charts) drawn.get(chart.title).update(page.series);
    keep(tables, page.tables, () => page.tables.map(methodTable));
    drawChanges();
  }

  update();
  const changes = section("Every change and why", 2, el("div", { class: "tools" }, filter), log);
  return { title: "Method", element: el("div", {}, head, charts, changes, tables), update };
}

function methodHead(page, model) {
  return [
    pageHead(page.title),
    muted(page.says),
    facts(page.facts),
    leftOut(model),
    page.texts.map((text) => section(text.title, 2, markedText(text))),
  ];
}

/** Lines with their marks; what was added or removed is said too, not only coloured. */
function markedText({ lines }) {
  if (!lines.length) return muted("(empty)");
  const rows = lines.map(([mark, text]) => {
    const words = MARK_WORDS[mark] ? el("span", { class: "visually-hidden" }, MARK_WORDS[mark]) : null;
    return el(MARKS[mark] ?? "span", { class: "line" }, words, text || " ");
  });
  return el("div", { class: "text low lines-of", tabindex: 0, role: "group", "aria-label": "text" }, rows);
}

function methodChart({ title, says, lines }) {
  const card = chartCard({ title });
  const none = empty("There is nothing to draw here yet.", null);
  const update = (series) => {
    const found = lines.map(([key, label]) => ({ label, at: at(series[key].steps, series[key].values) }));
    const data = onOneAxis(found);
    none.hidden = data.steps.length > 0;
    card.element.hidden = !data.steps.length;
    if (data.steps.length) card.update(data.steps, data.lines);
  };
  return { element: section(title, 2, muted(says), none, card.element), update };
}

function changeList(rows, total, leftOut, showAll) {
  if (!rows.length) return empty("No change of this kind yet.", null);
  const more = total > rows.length ? el("button", { type: "button", onclick: showAll }, `Show all ${count(total)}`) : null;
  const note = leftOut ? muted(`${count(leftOut)} older changes are left out.`) : null;
  return [el("ol", { class: "changes", role: "list" }, rows.map(changeItem)), more, note];
}

function changeItem(change) {
  const [words, kind] = VERDICTS[change.verdict] ?? ["nothing", ""];
  const step = el("span", { class: "muted" }, `step ${count(change.step)}`);
  const head = el("div", { class: "badges" }, step, badge(words, kind), el("b", {}, change.title));
  const figures = change.figures.length ? facts(change.figures) : null;
  const texts = change.texts.map((text) => el("details", {}, el("summary", {}, text.title), markedText(text)));
  return el("li", { class: "card change" }, head, el("p", {}, change.why), figures, texts);
}

function methodTable({ title, says, heads, rows }) {
  if (!rows.length) return section(title, 2, empty("Nothing yet.", says));
  return section(title, 2, muted(says), plainTable(title, heads, rows, "words"));
}

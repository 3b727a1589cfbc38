// Overview: what run this is, how it stands, and how every figure went, stage by stage.

const STAGES = ["query", "rerank", "act", "distill"];
const STAGE_TITLES = { query: "Query", rerank: "Rerank", act: "Act", distill: "Distil" };
const VALIDATED = ["outcome/success_rate", "outcome/mean_score"]; // drawn with the same figure of the validation tasks
const CLOSED_GROUPS = ["Policy", "Time", "Other"]; // for those who look for the cause of something
const SMOOTHING = [
  ["", "none"],
  ["5", "mean of 5 steps"],
  ["10", "mean of 10 steps"],
  ["25", "mean of 25 steps"],
];

function overviewPage(app) {
  const head = el("div");
  const progress = el("div");
  const tiles = el("div", { class: "tiles" });
  const evals = el("div");
  const none = el("div");
  const curves = el("div");
  const settings = el("div");
  const cards = new Map();
  const smoothing = choice("Smoothing", "smooth", SMOOTHING, app.query, () => drawCurves());
  const isLibrary = !app.model.metrics.steps.length && !app.model.summary.steps_total;

  function drawCurves() {
    keep(curves, curveOutline(app.model.metrics), () => curveSections(app.model.metrics, cards));
    const width = Number(app.query.get("smooth")) || 1;
    for (const { card, lines } of cards.values()) {
      const { steps, series } = app.model.metrics;
      const drawn = lines.map(({ key, label }) => ({ label, values: smooth(steps, series[key], width) }));
      card.update(steps, drawn);
    }
  }

  function update() {
    const { summary, metrics, uplift } = app.model;
    const about = aboutRun(summary);
    keep(head, about, () => [pageHead(summary.name || "Library"), facts(about), leftOut(app.model)]);
    keep(progress, [summary.steps_done, summary.steps_total], () => progressBar(summary));
    const todo = "Curves appear with the first row of metrics.jsonl.";
    keep(none, metrics.steps.length > 0, () => (metrics.steps.length ? null : empty("No step is finished yet.", todo)));
    keep(tiles, [summary, uplift], () => keyNumbers(summary, uplift));
    keep(evals, summary.evals, () => evaluations(summary));
    keep(settings, summary.config, () => configuration(summary.config ?? {}));
    drawCurves();
  }

  update();
  const lines = section("Learning curves", 2, none, el("div", { class: "tools" }, smoothing), curves);
  const rest = isLibrary ? [] : [evals, lines];
  const element = el("div", {}, head, progress, tiles, rest, settings);
  return { title: "Overview", element, update };
}

function aboutRun(summary) {
  return [
    ["method", summary.method],
    ["environment", summary.env],
    ["model", summary.model],
    ["seed", isNumber(summary.seed) ? String(summary.seed) : null],
    ["encoder", summary.library?.encoder],
    ["started", when(summary.created_at)],
    ["state", summary.state],
    ["library version", isNumber(summary.version) ? count(summary.version) : null],
  ];
}

function progressBar({ steps_done: done = 0, steps_total: total }) {
  if (!total) return [];
  const words = `step ${count(done)} of ${count(total)}`;
  const bar = el("progress", { max: total, value: done, "aria-label": words });
  return el("p", { class: "progress" }, bar, el("span", {}, words));
}

function tile(title, value, caption, drawing) {
  return el("div", { class: "tile" }, el("h2", {}, title), el("p", { class: "big" }, value), drawing, muted(caption));
}

function keyNumbers(summary, uplift) {
  const { success_rate: success = null, steps } = summary.recent ?? {};
  const statuses = Object.entries(summary.library?.statuses ?? {});
  const inactive = statuses.filter(([status, number]) => number && status !== "active");
  const others = inactive.map(([status, number]) => `${count(number)} ${status}`).join(", ");
  const evals = summary.evals ?? [];
  const best = evals.reduce((a, b) => (a && a.success_rate >= b.success_rate ? a : b), null);
  const tiles = [];
  if (success !== null)
    tiles.push(tile("Training success", percent(success), `mean of the last ${plural(steps, "step")}`));
  if (hasLibrary(summary)) {
    tiles.push(tile("Active skills", count(summary.library?.size), others || "none retired, merged or waiting"));
    tiles.push(upliftTile(uplift, summary));
  }
  if (best) {
    const told = [splitOf(best, summary), `library ${best.library}`, stepOf(best), plural(best.n, "task")];
    tiles.push(tile("Best evaluation", percent(best.success_rate), told.filter(Boolean).join(", ")));
  }
  return tiles;
}

/** A run without skills, such as GRPO's, has no library, and no version of one. */
function hasLibrary({ version }) {
  return isNumber(version);
}

function upliftTile(uplift, { withholds }) {
  const todo = "no control episodes: set library.control_share to measure what skills bring";
  if (!uplift || !isNumber(uplift.estimate))
    return withholds === false ? null : tile("Uplift of skills", NONE, todo);
  const words = upliftText(uplift);
  const caption = words.slice(words.indexOf("(") + 1).replace(")", "");
  const bar = intervalBar(uplift, around(uplift), words);
  return tile("Uplift of skills", `${points(uplift.estimate)} points`, caption, bar);
}

/** The split, with the environment where that is not the run's own, or one of several. */
function splitOf({ env, split }, summary) {
  return env && env !== summary.env ? `${env} ${split}` : split;
}

function stepOf({ checkpoint_step: step }) {
  return isNumber(step) ? `step ${count(step)}` : null;
}

const NUMBERS = [2, 3, 6]; // places of the columns that hold numbers

function evaluations(summary) {
  const evals = summary.evals ?? [];
  const todo = "skill1 eval RUN --split SPLIT writes one; it then appears here.";
  if (!evals.length) return section("Evaluations", 2, empty("No evaluation yet.", todo));
  const rows = evals.map((each) => {
    const [low, high] = each.interval_95 ?? [null, null];
    const words = `${percent(each.success_rate)}, 95 % interval ${percent(low)} to ${percent(high)}`;
    const bar = intervalBar({ estimate: each.success_rate, low, high }, [0, 1], words);
    const cells = [
      each.library,
      stepOf(each) ?? NONE,
      percent(each.success_rate),
      bar,
      `${percent(low)} to ${percent(high)}`,
      each.errors ? `${count(each.n)} (${plural(each.errors, "episode")} in error)` : count(each.n),
    ];
    const kind = (index) => (NUMBERS.includes(index + 1) ? "number" : null);
    const head = el("th", { scope: "row", title: each.name }, splitOf(each, summary));
    return el("tr", {}, head, cells.map((cell, index) => el("td", { class: kind(index) }, cell)));
  });
  const titles = ["Split", "Library", "Checkpoint", "Success rate", "0 to 100 %", "95 % interval", "Tasks"];
  return section("Evaluations", 2, scrollTable("Evaluations", columnHeads(titles, NUMBERS), rows));
}

function configuration(config) {
  const keys = Object.keys(config).sort();
  if (!keys.length) return [];
  const text = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  const row = (key) =>
    el("tr", {}, el("th", { scope: "row" }, el("code", {}, key)), el("td", {}, el("code", {}, text(config[key]))));
  const summary = el("summary", {}, `Configuration (${plural(keys.length, "key")})`);
  return el("details", { class: "card" }, summary, scrollTable("Configuration", [], keys.map(row), "tall config"));
}

/** Which chart a key belongs to: the same figure of another stage, task type or condition shares one. */
function chartOf(key) {
  const parts = key.split("/");
  const trained = key.replace(/^validate\//, "outcome/");
  if (VALIDATED.includes(trained)) return trained;
  if (key.startsWith("outcome/success_with")) return "outcome/success_with";
  if (parts.length === 3 && key.startsWith("validate/success/")) return "validate/success";
  if (parts.length === 3 && key.startsWith("outcome/success/")) return "outcome/success";
  const stage = parts.findIndex((part) => STAGES.includes(part));
  if (stage < 0) return key;
  if (stage === parts.length - 1) return parts.slice(0, -1).join("/");
  return parts.map((part, index) => (index === stage ? "*" : part)).join("/");
}

/** The charts of one group of metrics: {id, lines: [{key, label, explain}]}; figures never measured are left out. */
function chartsOf(group, series) {
  const charts = new Map();
  for (const entry of group.keys ?? []) {
    if (!series[entry.key]?.some((value) => value !== null)) continue;
    const id = chartOf(entry.key);
    if (!charts.has(id)) charts.set(id, []);
    charts.get(id).push(entry);
  }
  return [...charts].map(([id, keys]) => ({ id, keys }));
}

function curveOutline(metrics) {
  return (metrics.groups ?? []).map((group) => [group.title, chartsOf(group, metrics.series)]);
}

function curveSections(metrics, cards) {
  cards.clear();
  return curveOutline(metrics)
    .filter(([, charts]) => charts.length)
    .map(([title, charts]) => {
      const made = charts.map(({ id, keys }) => curveCard(title, id, keys, cards));
      const open = !CLOSED_GROUPS.includes(title);
      return el("details", { class: "group", open }, el("summary", {}, title), el("div", { class: "grid" }, made));
    });
}

function curveCard(group, id, keys, cards) {
  const card = chartCard({ title: curveTitle(id, keys), explain: explainAll(keys) });
  const label = (entry) => (keys.length > 1 ? lineLabel(entry, id) : entry.key);
  const lines = keys.map((entry) => ({ key: entry.key, label: label(entry) }));
  cards.set(`${group} ${id}`, { card, lines });
  return card.element;
}

function curveTitle(id, keys) {
  if (id === "outcome/success_with") return "success with and without a skill";
  if (id === "outcome/success") return "success by task type";
  if (id === "validate/success") return "validation: success by task type";
  if (keys.length === 1 || VALIDATED.includes(id)) return keys[0].label || keys[0].key;
  const words = id.split("/").filter((part) => part !== "*" && part !== "credit");
  return `${words.at(-1).replaceAll("_", " ")} by stage`;
}

function lineLabel({ key }, id) {
  if (id === "outcome/success_with") return key.endsWith("_with_skill") ? "with" : "without";
  if (VALIDATED.includes(id)) return key === id ? "training" : "validation";
  const parts = key.split("/");
  const stage = parts.find((part) => STAGES.includes(part));
  if (stage) return STAGE_TITLES[stage];
  return key === id ? "all" : parts.at(-1);
}

function explainAll(keys) {
  return [...new Set(keys.map((entry) => entry.explain).filter(Boolean))].join(" · ");
}

// Dynamics: the paper's figures 3 to 6 for this run, each with its values in a table and the paper's own beside it.

const TABLE_STEPS = 8;
const PAPER = "Paper (7B model, ALFWorld): ";
// A line without a metric of its own key in an older run is drawn from the episodes kept.
const CURVES = [
  {
    title: "Three abilities (Fig. 3)",
    chart: "selecting, acting and writing",
    says:
      "Do selecting, acting and writing improve together? Selecting: mean utility of the skills used. Acting: share of " +
      "episodes won. Writing: share of the texts written after an outcome above the best utility among the candidates, " +
      "r − Û > 0; invalid texts count as not above.",
    paper: "selecting 0.95 by step 20; acting and writing 0.8 by step 60.",
    lines: [
      ["select/utility_of_used", "selecting"],
      ["outcome/success_rate", "acting"],
      ["distill/positive_rate", "writing"],
    ],
  },
  {
    title: "Similarity of task and skill (Fig. 4)",
    chart: "cosine",
    says:
      "Does the policy come to use skills that are about its task? Cosine of the task's text and the description of the " +
      "skill used, by the library's encoder; beside it, that of the query and the first skill found. Encoders differ in " +
      "scale, so only the direction can be compared with the paper.",
    paper: "0.51 → 0.60 over three checkpoints (encoder all-MiniLM-L6-v2).",
    lines: [
      ["select/task_similarity", "task and skill used"],
      ["select/similarity", "query and first skill found"],
    ],
  },
  {
    title: "What the library offers (Fig. 5)",
    chart: "best utility among the candidates",
    says:
      "How good is the best skill that retrieval finds? Û, the highest utility among an episode's candidates, is what " +
      "a new skill has to beat; here its mean over the episodes of a step, 0 for an episode that found nothing.",
    paper: "Û 0.91 by step 85; without one of the signals about 0.10 lower.",
    lines: [["select/best_utility", "Û"]],
  },
];
const USE = {
  title: "How skills are used (Fig. 6)",
  says:
    "Do a few skills take all the uses, or many share them? A use is one selection. All skills the library ever " +
    "offered are counted, including retired and merged ones.",
  paper: "nearly twice as many frequently used skills as in the runs it is compared with, and uses spread wider.",
};

function dynamicsPage(app) {
  const parts = [...CURVES.map((curve) => curvePart(app.model, curve)), usePart(app.model)];
  const update = () => parts.forEach((part) => part.update());
  update();
  const intro =
    "The figures with which the paper shows its method at work, drawn for this run. The paper's values are given for " +
    "orientation; other models, environments and encoders have other levels.";
  const drawn = parts.map((part) => part.element);
  const element = el("div", { class: "dynamics" }, pageHead("Dynamics: the paper's figures"), muted(intro), drawn);
  return { title: "Dynamics", element, update };
}

function words({ says, paper }) {
  return [el("p", {}, says), muted(el("b", {}, PAPER), paper)];
}

/** Steps and lines of a figure: metrics first, else the episodes kept; `missing` names what neither has. */
function curveData({ metrics, dynamics }, lines) {
  const found = lines.map(([key, label]) => {
    const values = metrics.series[key];
    if (values?.some((value) => value !== null)) return { key, label, at: at(metrics.steps, values) };
    const kept = dynamics.from_episodes?.[key];
    return { key, label, at: kept ? at(kept.steps, kept.values) : null, isKept: Boolean(kept) };
  });
  const drawn = found.filter((line) => line.at);
  return {
    ...onOneAxis(drawn),
    kept: drawn.filter((line) => line.isKept).map((line) => line.label),
    missing: found.filter((line) => !line.at),
  };
}

/** Lines {label, at: step → value} over all of their steps. */
function onOneAxis(lines) {
  const steps = [...new Set(lines.flatMap((line) => [...line.at.keys()]))].sort((a, b) => a - b);
  const values = (line) => steps.map((step) => line.at.get(step) ?? null);
  return { steps, lines: lines.map((line) => ({ label: line.label, values: values(line) })) };
}

/** Step → value, of the steps that have one. */
function at(steps, values) {
  return new Map(steps.map((step, index) => [step, values[index]]).filter(([, value]) => isNumber(value)));
}

function curvePart(model, curve) {
  const card = chartCard({ title: curve.chart, hasTable: false });
  const notes = el("div");
  const table = el("div");
  const body = el("div", { class: "grid two" }, card.element, table);

  function update() {
    const data = curveData(model, curve.lines);
    keep(notes, [data.kept, data.missing], () => curveNotes(data));
    body.hidden = !data.steps.length;
    keep(table, [data.steps, data.lines], () => valueTable(curve.title, data));
    if (data.steps.length) card.update(data.steps, data.lines);
  }

  return { element: section(curve.title, 2, words(curve), notes, body), update };
}

function curveNotes({ steps, kept, missing }) {
  if (!steps.length) {
    const todo = "This needs steps in which skills are chosen or written. A library file or a run without a library has none.";
    return [empty("There is nothing to draw here.", todo)];
  }
  const keptWords = "From the episode files, for the steps that they keep:";
  const lacking = missing.map(({ label, key }) => `${label} (${key})`).join(", ");
  const why = "Either no episode had it, or the run is older than this figure and its episode files do not hold it.";
  return [
    kept.length ? muted(`${keptWords} ${kept.join(", ")}.`) : null,
    lacking ? notice(`Missing: ${lacking}. ${why}`) : null,
  ];
}

/** Places of the first step, the last, an even choice between them, and of all values of a line that has few. */
function chosenSteps({ steps, lines }) {
  if (steps.length <= TABLE_STEPS) return steps.map((_, index) => index);
  const stride = (steps.length - 1) / (TABLE_STEPS - 1);
  const even = Array.from({ length: TABLE_STEPS }, (_, place) => Math.round(place * stride));
  const valued = lines.map(({ values }) => values.flatMap((value, index) => (value === null ? [] : [index])));
  const few = valued.filter((places) => places.length <= TABLE_STEPS).flat();
  return [...new Set([...even, ...few])].sort((a, b) => a - b);
}

function valueTable(title, { steps, lines }) {
  const chosen = chosenSteps({ steps, lines });
  const rows = chosen.map((index) => [count(steps[index]), ...lines.map((line) => figure(line.values[index]))]);
  const more = steps.length > chosen.length;
  const text = `${count(chosen.length)} of ${plural(steps.length, "step")}; the chart shows all of these.`;
  return [
    plainTable(title, ["Step", ...lines.map((line) => line.label)], rows),
    more ? el("p", { class: "muted hint" }, text) : null,
  ];
}

/** A small table; the first cell of a row is its head, the others are numbers unless `kind` says otherwise. */
function plainTable(title, heads, rows, kind = "number") {
  const head = heads.map((text, index) => el("th", { scope: "col", class: index ? kind : null }, text));
  const rest = (cells) => cells.map((cell) => el("td", { class: kind }, cell));
  const body = rows.map(([first, ...cells]) => el("tr", {}, el("th", { scope: "row" }, first), rest(cells)));
  return scrollTable(`${title}: values`, head, body);
}

function usePart(model) {
  const body = el("div");
  const update = () => keep(body, model.dynamics.use, () => useOfSkills(model.dynamics.use));
  return { element: section(USE.title, 2, words(USE), body), update };
}

function useOfSkills(use) {
  if (!use) return [empty("There are no skills yet.", "They appear after the first success that writes one.")];
  const figures = (bin) => [count(bin.skills), percent(bin.skills / use.skills), percent(bin.of_uses)];
  const rows = use.bins.map((bin) => [binName(bin), ...figures(bin)]);
  const table = plainTable(USE.title, ["Times selected", "Skills", "Of all skills", "Of all uses"], rows);
  const said = `Skills by times selected: ${use.bins.map((bin) => `${binName(bin)}: ${count(bin.skills)}`).join(", ")}`;
  const columns = use.bins.map((bin) => [binName(bin), bin.skills]);
  const chart = figureCard("skills by times selected", "chart", columnChart(columns, said));
  return [useFacts(use), el("div", { class: "grid two" }, chart, table)];
}

function useFacts(use) {
  const share = (number) => `${count(number)} of ${count(use.skills)} (${percent(number / use.skills)})`;
  const top = use.top.map(({ of_skills: part, of_uses: uses }) => [
    `uses of the top ${Math.round(100 * part)} %`,
    uses === null ? null : percent(uses),
  ]);
  return facts([
    ["uses", count(use.uses)],
    ["skills used at all", share(use.used)],
    [`used ${use.frequent_from} times or more`, share(use.frequent)],
    ...top,
    ["Gini coefficient (0 even, 1 one skill has all)", use.gini === null ? null : figure(use.gini)],
  ]);
}

function binName({ from, to }) {
  if (to === null) return `${count(from)}+`;
  return from === to ? count(from) : `${count(from)}–${count(to)}`;
}

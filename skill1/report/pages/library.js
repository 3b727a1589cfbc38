// Library: how it grew, what its skills are worth, where the encoder sees them, and all of them in a table.

const UPLIFTS_SHOWN = 10;
const UTILITY_SAYS =
  "Between 0 and 1: the moving average, or a posterior mean (library.utility), of the outcomes of episodes that " +
  "retrieved the skill, or only of those that used it (library.utility_update).";
const TURNOVER = ["added", "merged", "retired", "rejected"];

function libraryPage(app) {
  const top = el("div");
  const growth = chartCard({ title: "active skills", explain: "Skills that can be retrieved, after each step." });
  const change = chartCard({
    title: "turnover",
    explain:
      "Drafts of each step that became new skills (added), repeated an old one (merged) or were refused (rejected); " +
      "and skills that were retired.",
  });
  const spread = el("figure", { class: "card chart" });
  const map = new SkillMap((id) => app.go(pathOf("skill", id)));
  const mapHolder = figureCard("retrieval map", "map-card", map.element);
  const uplifts = el("div");
  const choices = el("div", { class: "contents" });
  const filters = el("div", { class: "tools", role: "search" }, searchBox("Search skills", app.query, filter), choices);
  const table = dataTable({
    name: "Skills",
    columns: skillColumns(),
    state: app.query,
    idOf: (row) => row.id,
    defaultSort: "-utility",
  });
  let texts = new Map();
  const noMatch = el("div", { hidden: true }, empty("No skill matches.", "Remove a word or a filter."));

  function filter() {
    const matches = matchingSkills(app.model.skills, app.query, texts);
    table.draw(matches);
    noMatch.hidden = matches.length > 0 || !app.model.skills.length;
    map.update(app.model.skills, new Set(matches.map((skill) => skill.id)));
  }

  function update(names) {
    const { skills, library_history: history } = app.model;
    if (names && !names.includes("skills") && !names.includes("library_history")) return;
    const said = (skill) => searched(`${skill.id} ${skill.description} ${skill.strategy}`);
    texts = new Map(skills.map((skill) => [skill.id, said(skill)]));
    const is = hasLibrary(app.model.summary);
    keep(top, [skills.length, is], () => [libraryHead(skills, is), leftOut(app.model)]);
    keep(choices, filterOptions(skills), () => skillFilters(skills, app.query, filter));
    drawHistory(history, growth, change);
    const active = skills.filter((skill) => skill.status === "active").map((skill) => skill.utility);
    keep(spread, active, () => spreadCard(active));
    const measured = skills.map((skill) => [skill.id, skill.uplift]);
    keep(uplifts, measured, () => upliftCard(skills));
    mapHolder.hidden = !skills.some((skill) => isNumber(skill.x));
    filter();
  }

  update();
  const charts = el("div", { class: "grid" }, growth.element, change.element, spread);
  const parts = section("Skills", 2, filters, noMatch, mapHolder, table.element);
  const element = el("div", {}, top, charts, uplifts, parts);
  return { title: "Library", element, update, recolour: () => map.draw() };
}

function libraryHead(skills, is) {
  const todo = "A training run fills it with every success; skill1 library import brings skills from elsewhere.";
  const none = is
    ? empty("The library is empty.", todo)
    : empty("There is no library here.", "Runs of methods without skills, such as GRPO, have none.");
  return [pageHead("Library"), skills.length ? null : none];
}

function drawHistory(history, growth, change) {
  const steps = history.map((row) => row.step);
  const total = (name) => history.map((row) => row[name] ?? null);
  growth.update(steps, [{ label: "active", values: total("size") }]);
  change.update(
    steps,
    TURNOVER.map((name) => ({ label: name, values: total(name) })),
  );
}

function spreadCard(utilities) {
  const words = `How many of ${plural(utilities.length, "active skill")} have which utility, from 0 to 1`;
  const heading = el("figcaption", {}, el("h3", {}, "utility of active skills"), explanation(UTILITY_SAYS));
  return [heading, utilities.length ? histogram(utilities, 20, words) : muted("no active skill")];
}

/** The skills whose uplift is measured best, the most helpful first; nothing while none is measured. */
function upliftCard(skills) {
  const measured = skills.filter((skill) => isNumber(skill.uplift?.estimate));
  const weight = ({ uplift }) => Math.min(uplift.used, uplift.withheld);
  const best = measured.sort((a, b) => weight(b) - weight(a)).slice(0, UPLIFTS_SHOWN);
  if (!best.length) return [];
  best.sort((a, b) => b.uplift.estimate - a.uplift.estimate);
  const items = best.map((skill) => {
    const name = link(pathOf("skill", skill.id), shorten(skill.description, 60));
    const words = upliftText(skill.uplift);
    return el("li", {}, name, intervalBar(skill.uplift, [-1, 1], words), el("span", { class: "muted" }, words));
  });
  const title = `uplift by skill (the ${plural(best.length, "best measured skill")} of ${count(measured.length)})`;
  return figureCard(title, "", el("ul", { class: "uplifts" }, items));
}

function skillColumns() {
  const numeric = (key, title, cell, explain) => ({
    key,
    title,
    numeric: true,
    explain,
    value: (row) => row[key],
    cell: (row) => cell(row[key]),
  });
  const name = (row) => link(pathOf("skill", row.id), shorten(row.description, 120) || row.id);
  return [
    {
      key: "description",
      title: "Applies when",
      head: true,
      width: "wide",
      value: (row) => row.description.toLowerCase(),
      cell: name,
    },
    { key: "status", title: "Status", value: (row) => row.status, cell: statusBadge },
    numeric("utility", "Utility", utility, "from outcomes, 0 to 1"),
    {
      key: "uplift",
      title: "Uplift",
      numeric: true,
      explain: "success with it less success when it was selected and withheld, in points",
      value: (row) => row.uplift?.estimate ?? null,
      cell: (row) => upliftShort(row.uplift),
    },
    numeric("retrieved", "Retrieved", count, "times among the top candidates"),
    numeric("selected", "Selected", count, "times handed to the actor"),
    numeric("wins", "Won", count, "successes among the selected"),
    numeric("created_step", "Step", count, "when it was written"),
    { key: "env", title: "Environment", value: (row) => row.env ?? "", cell: (row) => row.env || NONE },
  ];
}

function filterOptions(skills) {
  const distinct = (name) => [...new Set(skills.map((skill) => skill[name] ?? ""))].sort();
  return { statuses: distinct("status"), envs: distinct("env") };
}

function skillFilters(skills, state, changed) {
  const { statuses, envs } = filterOptions(skills);
  const same = (values) => values.map((value) => [value, value || "from outside"]);
  const choices = (label, name, values) => choice(label, name, [["", "any"], ...values], state, changed);
  const uses = Object.entries({ used: "used", unused: "never used", pinned: "pinned" });
  return [
    choices("Status", "status", same(statuses)),
    choices("Use", "use", uses),
    envs.length > 1 && choices("Environment", "env", same(envs.filter(Boolean))),
  ];
}

function matchingSkills(skills, state, texts) {
  const words = wordsOf(state.get("q"));
  const [status, use, env] = ["status", "use", "env"].map((name) => state.get(name));
  const isUse =
    {
      used: (skill) => skill.selected > 0,
      unused: (skill) => skill.selected === 0,
      pinned: (skill) => skill.pinned,
    }[use] ?? (() => true);
  return skills.filter(
    (skill) =>
      (!status || skill.status === status) &&
      (!env || skill.env === env) &&
      isUse(skill) &&
      holds(texts.get(skill.id), words),
  );
}

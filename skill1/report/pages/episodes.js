// Episodes: the ones whose files are kept, to filter and open.

const OUTCOMES = [
  ["", "any"],
  ["won", "won"],
  ["lost", "lost"],
  ["error", "error"],
  ["control", "control (skill withheld)"],
];

function episodesPage(app) {
  const head = el("div");
  const choices = el("div", { class: "contents" });
  const search = searchBox("Search episodes", app.query, filter);
  const filters = el("div", { class: "tools", role: "search" }, search, choices);
  const table = dataTable({
    name: "Episodes",
    columns: episodeColumns(app.model),
    state: app.query,
    idOf: (row) => row.id,
    defaultSort: "-step",
  });
  const noMatch = el("div", { hidden: true }, empty("No episode matches.", "Remove a word or a filter."));

  function filter() {
    const matches = matchingEpisodes(app.model.episodes, app.query);
    table.draw(matches);
    noMatch.hidden = matches.length > 0 || !app.model.episodes.length;
  }

  function update(names) {
    if (names && !names.includes("episodes")) return;
    const { episodes } = app.model;
    keep(head, episodes.length, () => [episodesHead(episodes), leftOut(app.model)]);
    keep(choices, episodeOptions(episodes), () => episodeFilters(episodes, app.query, filter));
    filter();
  }

  update();
  return { title: "Episodes", element: el("div", {}, head, filters, table.element, noMatch), update };
}

function episodesHead(episodes) {
  const todo = "Training keeps the episodes of every logging.episodes_every-th step; 0 keeps none.";
  return [pageHead("Episodes"), episodes.length ? null : empty("No episodes are kept here.", todo)];
}

function episodeColumns(model) {
  const task = (row) => link(pathOf("episode", row.id), shorten(row.instruction, 100) || row.task || row.id);
  const skill = (id) => (id ? shortSkill(model, id) : NONE);
  const withheld = (row) => [" ", el("span", { class: "muted" }, "withheld: "), skill(row.withheld)];
  const used = (row) => [skill(row.used), row.withheld ? withheld(row) : null];
  const number = (key) => ({ value: (row) => row[key], cell: (row) => count(row[key]) });
  const numeric = (key, title) => ({ key, title, numeric: true, ...number(key) });
  return [
    { key: "task", title: "Task", head: true, width: "wide", value: (row) => row.task, cell: task },
    { key: "outcome", title: "Outcome", value: (row) => row.outcome, cell: outcomeBadge },
    numeric("step", "Step"),
    { key: "type", title: "Type", value: (row) => row.type ?? "", cell: (row) => row.type || NONE },
    numeric("turns", "Turns"),
    { key: "used", title: "Skill used", width: "mid", value: (row) => row.used ?? "", cell: used },
    { key: "wrote", title: "Wrote", width: "mid", value: (row) => row.wrote ?? "", cell: (row) => skill(row.wrote) },
  ];
}

function shortSkill(model, id) {
  const skill = model.skillOf.get(id);
  return skill ? link(pathOf("skill", id), shorten(skill.description, 40)) : el("code", {}, id);
}

function episodeOptions(episodes) {
  const steps = [...new Set(episodes.map((episode) => episode.step))].sort((a, b) => b - a);
  return { steps, types: [...new Set(episodes.map((episode) => episode.type ?? ""))].filter(Boolean).sort() };
}

function episodeFilters(episodes, state, changed) {
  const { steps, types } = episodeOptions(episodes);
  const same = (values) => [["", "any"], ...values.map((value) => [String(value), String(value)])];
  return [
    choice("Outcome", "outcome", OUTCOMES, state, changed),
    choice("Step", "step", same(steps), state, changed),
    choice("Task type", "type", same(types), state, changed),
  ];
}

function matchingEpisodes(episodes, state) {
  const words = wordsOf(state.get("q"));
  const [outcome, step, type] = ["outcome", "step", "type"].map((name) => state.get(name));
  const isOutcome = (row) =>
    !outcome || (outcome === "control" ? Boolean(row.withheld) : outcomeOf(row) === outcome);
  const text = (row) => searched(`${row.id} ${row.task} ${row.type} ${row.instruction}`);
  return episodes.filter(
    (row) =>
      isOutcome(row) &&
      (!step || String(row.step) === step) &&
      (!type || row.type === type) &&
      holds(text(row), words),
  );
}

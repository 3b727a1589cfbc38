// One skill: what it says, what it was worth and when, where it came from and what became of it.

const TREE_DEPTH = 3;
const EVENTS_SHOWN = 25;
const LISTED = 30;
const LISTED_DEEPER = 6;

async function skillPage(app, id) {
  const detail = await app.model.source.detail("skill", id);
  const skill = detail?.skill ?? app.model.skillOf.get(id);
  if (!skill) return missingPage("Skill", id, "#/skills", "all skills");
  const names = ["head", "texts", "numbers", "tree", "episodes", "life"];
  const places = Object.fromEntries(names.map((name) => [name, el("div")]));
  const curve = chartCard({ title: "utility", explain: UTILITY_SAYS, unit: utility, isStepped: true });
  show(app, { skill, detail }, places, curve);
  let now = { skill, detail };

  async function update(names) {
    if (names.includes("skills")) {
      const fresh = await app.model.source.detail("skill", id);
      now = { skill: fresh?.skill ?? now.skill, detail: fresh ?? now.detail };
    }
    if (names.includes("skills") || names.includes("episodes")) show(app, now, places, curve);
  }

  const charts = el("div", { class: "grid two" }, places.numbers, curve.element);
  const element = el("article", {}, places.head, places.texts, charts, places.tree, places.episodes, places.life);
  return { title: shorten(skill.description, 60), element, update };
}

function show(app, { skill, detail }, places, curve) {
  const { model } = app;
  const { head, texts, numbers, tree, life, episodes } = places;
  const { x, y, ...told } = skill; // its place on the map moves with every new skill, and is not shown here
  const written = isWrittenHere(model, skill);
  keep(head, told, () => skillHead(skill));
  keep(texts, skill.strategy, () => section("What it says to do", 2, el("pre", { class: "text" }, skill.strategy)));
  keep(numbers, [told, written], () => skillNumbers(skill, written, model.summary));
  const points = detail?.curve ?? [];
  curve.element.hidden = points.length === 0;
  const lastOfStep = new Map(points);
  curve.update([...lastOfStep.keys()], [{ label: "utility", values: [...lastOfStep.values()] }]);
  const near = lineage(model, skill, detail);
  keep(tree, near, () => lineageSection(model, skill, near));
  keep(episodes, [detail?.episodes, model.episodes.length], () =>
    episodeSection(model, skill, detail?.episodes ?? []),
  );
  keep(life, detail?.history, () => lifeSection(model, detail));
}

/** Whether the episode that wrote it is here: one of another run may have that name, and an edited skill keeps it. */
function isWrittenHere(model, { id, parents, source_episode: source }) {
  const { wrote = null, used = null, withheld = null } = model.episodeOf.get(source) ?? {};
  // Who wrote what it had chosen repeated it: a skill is chosen only after the step that wrote it.
  return wrote !== null && ![used, withheld].includes(wrote) && [id, ...(parents ?? [])].includes(wrote);
}

function skillHead(skill) {
  const status = el("p", { class: "badges" }, statusBadge(skill), el("code", { class: "muted" }, skill.id));
  return [
    el("p", { class: "crumb" }, link("#/skills", "← Library")),
    el("h1", { tabindex: -1, class: "long" }, skill.description),
    status,
  ];
}

function skillNumbers(skill, written, summary) {
  const rate = skill.selected ? ` (${percent(skill.wins / skill.selected)})` : "";
  const source = skill.source_episode;
  const origin = written
    ? link(pathOf("episode", source), source)
    : source
      ? el("span", {}, `${source} (not among the episodes kept here)`)
      : "from outside";
  const list = facts([
    ["utility", utility(skill.utility)],
    ["retrieved", plural(skill.retrieved, "time")],
    ["selected", plural(skill.selected, "time")],
    ["won", skill.selected ? `${count(skill.wins)}${rate}` : NONE],
    ["written", `step ${count(skill.created_step)}`],
    ["written by", origin],
    ["environment", skill.env || null],
  ]);
  return section("Use and worth", 2, list, upliftPart(skill.uplift, summary));
}

function upliftPart(uplift, { withholds }) {
  if (!uplift || !isNumber(uplift.estimate)) {
    if (withholds === false) return null; // its method has no control episodes
    const todo = "Control episodes (library.control_share) withhold skills to measure it.";
    return muted(`Uplift: not measured for this skill. ${todo}`);
  }
  const words = upliftText(uplift);
  const bar = intervalBar(uplift, around(uplift), words);
  return el("div", { class: "uplift" }, bar, el("p", {}, el("b", {}, "Uplift "), words));
}

/** Ids around a skill; children and merged ones from the server, or from the list of skills. */
function lineage(model, skill, detail) {
  return {
    parents: skill.parents ?? [],
    children: detail?.children ?? model.childrenOf.get(skill.id) ?? [],
    mergedFrom:
      detail?.merged_from ?? model.skills.filter((each) => each.merged_into === skill.id).map((each) => each.id),
    mergedInto: skill.merged_into ? [skill.merged_into] : [],
  };
}

function lineageSection(model, skill, { parents, children, mergedFrom, mergedInto }) {
  const groups = [
    ["Written from", parents, (id) => model.skillOf.get(id)?.parents ?? []],
    ["Merged into it", mergedFrom, () => []],
    ["Merged into", mergedInto, (id) => [model.skillOf.get(id)?.merged_into].filter(Boolean)],
    ["Written from it", children, (id) => model.childrenOf.get(id) ?? []],
  ].filter(([, ids]) => ids.length);
  if (!groups.length) return section("Lineage", 2, muted("No parents, no children, nothing merged."));
  const parts = groups.map(([title, ids, next]) =>
    el("div", {}, el("h3", {}, title), branch(model, ids, next, new Set([skill.id]), TREE_DEPTH)),
  );
  return section("Lineage", 2, el("div", { class: "lineage" }, parts));
}

function branch(model, ids, next, seen, depth) {
  const shown = ids.filter((id) => !seen.has(id));
  const most = depth === TREE_DEPTH ? LISTED : LISTED_DEEPER;
  const items = shown.slice(0, most).map((id) => {
    const more = next(id);
    const inner =
      depth > 1 && more.length ? branch(model, more, next, new Set([...seen, ...shown]), depth - 1) : null;
    return el("li", {}, skillLink(model, id), inner);
  });
  if (shown.length > most) items.push(el("li", { class: "muted" }, `and ${count(shown.length - most)} more`));
  return el("ul", { class: "tree" }, items);
}

function skillLink(model, id) {
  const skill = model.skillOf.get(id);
  if (!skill) return el("code", {}, id);
  const told = el("span", { class: "muted" }, `${skill.status}, ${utility(skill.utility)}`);
  return el("span", {}, link(pathOf("skill", id), shorten(skill.description, 80)), " ", told);
}

function episodeSection(model, skill, ids) {
  const all = isWrittenHere(model, skill) ? [skill.source_episode, ...ids] : ids;
  const rows = [...new Set(all)].map((id) => model.episodeOf.get(id) ?? { id });
  const todo = "Episode files hold only every logging.episodes_every-th step.";
  if (!rows.length) return section("Episodes", 2, empty("No kept episode wrote or retrieved it.", todo));
  const items = rows.slice(0, LISTED).map((row) => el("li", {}, episodeLine(row, skill)));
  const rest = rows.length > LISTED && `and ${count(rows.length - LISTED)} more`;
  return section("Episodes", 2, el("ul", { class: "lines" }, items), muted(rest));
}

function episodeLine(row, skill) {
  if (row.step === undefined) return [el("code", {}, row.id)];
  const roles = { wrote: "wrote it", used: "used it", withheld: "it was withheld" };
  const role = Object.keys(roles).find((name) => row[name] === skill.id);
  return [
    ...outcomeBadge(row),
    " ",
    link(pathOf("episode", row.id), shorten(row.instruction, 80) || row.id),
    " ",
    el("span", { class: "muted" }, `step ${count(row.step)}, ${roles[role] ?? "retrieved it"}`),
  ];
}

function lifeSection(model, detail) {
  if (!detail) return section("Life", 2, notice("The events of this skill are not in this report."));
  const history = [...(detail.history ?? [])].reverse(); // the newest first
  if (!history.length) return section("Life", 2, muted("No events."));
  const row = (event) =>
    el(
      "tr",
      {},
      el("td", { class: "number" }, count(event.step)),
      el("th", { scope: "row" }, event.kind),
      el("td", {}, eventEpisode(model, event)),
      el("td", { class: "number" }, isNumber(event.value) ? utility(event.value) : NONE),
    );
  const heads = columnHeads(["Step", "Event", "Episode", "Value"], [0, 3]);
  const body = el("tbody", {}, history.slice(0, EVENTS_SHOWN).map(row));
  const more = () => (body.append(...history.slice(EVENTS_SHOWN).map(row)), button.remove());
  const words =
    detail.events > history.length
      ? `Show the newest ${count(history.length)} of ${count(detail.events)} events`
      : `Show all ${count(history.length)} events`;
  const button = el("button", { type: "button", onclick: more }, words);
  const table = scrollTable("Events of this skill", heads, body);
  return section("Life", 2, table, history.length > EVENTS_SHOWN ? button : null);
}

function eventEpisode(model, event) {
  if (!event.episode) return NONE;
  if (model.skillOf.has(event.episode)) return skillLink(model, event.episode); // edited: the new skill stands there
  return !event.earlier && model.episodeOf.has(event.episode) // an earlier run's may have the name of one here
    ? link(pathOf("episode", event.episode), event.episode)
    : event.episode;
}

function missingPage(kind, id, path, where) {
  const why = "A report holds only some episodes, and a run keeps only those of every logging.episodes_every-th step.";
  const text = `${kind} ${id} is not here. ${why}`;
  const title = `${kind} not found`;
  const element = el("div", {}, pageHead(title), notice(text), link(path, `See ${where}`));
  return { title, element, update: () => {} };
}

// One episode, stage by stage: what the policy was shown, what it wrote, what was retrieved, and what came of it.

async function episodePage(app, id, slug) {
  const detail = await app.model.source.detail("episode", id);
  const row = app.model.episodeOf.get(id);
  if (!detail) return row ? rowOnly(app.model, row) : missingPage("Episode", id, "#/episodes", "all episodes");
  const steps = stepsOf(detail);
  const nav = el("nav", { "aria-label": "Stages", class: "stages" });
  const panel = el("section", { "aria-label": "Stage" });
  const place = el("span", { role: "status" }); // read aloud at each step
  const limit = largestAdvantage(detail);
  let at = Math.max(0, steps.findIndex((step) => step.slug === slug));

  function draw() {
    app.promptOpen = panel.querySelector("details")?.open ?? app.promptOpen; // an open prompt stays open
    nav.replaceChildren(stageList(steps, at, detail, go));
    const nothing = empty("Nothing was generated in this episode.", detail.error);
    panel.replaceChildren(...(steps.length ? stagePanel(app, detail, steps[at], limit) : [nothing]));
    place.textContent = steps.length ? `${stageName(steps[at])}, ${at + 1} of ${steps.length}` : "no stages";
    nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function go(next) {
    if (next < 0 || next >= steps.length || next === at) return;
    at = next;
    app.replace(pathOf("episode", id, steps[at].slug));
    draw();
  }

  draw();
  const head = el("div", {}, episodeHead(app.model, detail));
  const hint = el("p", { class: "muted hint" }, place, " · ← → or j k step through the stages");
  const element = el("article", {}, head, nav, hint, panel, transcript(detail, steps, go));
  const [back, on] = [() => go(at - 1), () => go(at + 1)];
  const keys = { ArrowLeft: back, k: back, ArrowRight: on, j: on };
  return { title: shorten(detail.instruction, 60) || id, element, keys, update: () => {} };
}

function rowOnly(model, row) {
  const more = "skill1 report --episodes N includes more.";
  const text = notice(`This report holds only a summary of this episode, not its texts; ${more}`);
  const element = el("article", {}, episodeHead(model, row), text);
  return { title: shorten(row.instruction, 60), element, update: () => {} };
}

/** The generations in order, each with its name in the address; without generations (an expert's), the turns. */
function stepsOf(detail) {
  const turnOnly = ({ action, valid }, turn) => ({ stage: "act", turn, text: action, valid });
  const stages = detail.stages?.length ? detail.stages : (detail.turns ?? []).map(turnOnly);
  const slug = ({ stage, turn }) => (stage === "act" ? `act-${turn + 1}` : stage);
  return stages.map((stage) => ({ ...stage, slug: slug(stage) }));
}

function largestAdvantage(detail) {
  const sizes = (detail.stages ?? []).map((stage) => Math.abs(stage.advantage ?? 0));
  return Math.max(1, ...sizes);
}

function episodeHead(model, row) {
  const skill = (id) => (id ? skillLink(model, id) : null);
  const [group] = rolloutOf(row);
  const mates = model.episodes.filter((each) => rolloutOf(each)[0] === group);
  const list = facts([
    ["outcome", [...outcomeBadge(row), ` r = ${utility(row.outcome)}`]],
    ["step", count(row.step)],
    ["task", row.task],
    ["type", row.type],
    ["turns", count(Array.isArray(row.turns) ? row.turns.length : row.turns)],
    ["skill used", skill(row.used) ?? (row.status === "error" ? null : "none")],
    ["withheld", skill(row.withheld)],
    ["wrote", becameText(model, row)],
    ["rollouts", mates.length > 1 ? mateLinks(mates, row.id) : null],
  ]);
  const crumb = [link("#/episodes", "← Episodes"), " ", el("code", { class: "muted" }, row.id)];
  const title = el("h1", { tabindex: -1, class: "long" }, row.instruction || row.task || row.id);
  return [el("p", { class: "crumb" }, crumb), title, list, row.error ? notice(row.error) : null];
}

/** Group and number, from 0, in an id such as s0-000100-t03-r5; a report may hold only some rollouts of a group. */
function rolloutOf({ id }) {
  const at = id.lastIndexOf("-r");
  return [id.slice(0, at), Number(id.slice(at + 2))];
}

/** The other rollouts of the same task in the same step: the group that advantages are measured in. */
function mateLinks(mates, id) {
  const sorted = [...mates].sort((a, b) => rolloutOf(a)[1] - rolloutOf(b)[1]);
  const marks = { won: "✓", lost: "✗", error: "!" };
  const items = sorted.map((mate) => {
    const kind = outcomeOf(mate);
    const words = `rollout ${rolloutOf(mate)[1] + 1}: ${kind}${mate.withheld ? ", control" : ""}`;
    const parts = {
      href: pathOf("episode", mate.id),
      "aria-label": words,
      title: words,
      "aria-current": mate.id === id ? "page" : null,
      class: kind,
    };
    return el("a", parts, marks[kind]);
  });
  return el("span", { class: "mates" }, items);
}

function becameText(model, row) {
  const became = row.became ?? (row.wrote ? { kind: "added", skill: row.wrote } : null);
  if (!became) return row.draft ? "a draft that was not taken in" : null;
  const words =
    {
      added: "a new skill: ",
      proposed: "a new skill, waiting for approval: ",
      merged: "the same as an older skill: ",
      rejected: "rejected ",
    }[became.kind] ?? `${became.kind} `;
  return el("span", {}, words, became.skill ? skillLink(model, became.skill) : null);
}

function stageName(step) {
  return step.stage === "act" ? `Act ${step.turn + 1}` : (STAGE_TITLES[step.stage] ?? step.stage);
}

function stageList(steps, at, detail, go) {
  const items = steps.map((step, index) => {
    const onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(index);
    };
    const mark = { class: "invalid", title: "the parser refused this answer" };
    const href = pathOf("episode", detail.id, step.slug);
    const parts = { href, "aria-current": index === at ? "step" : null, onclick };
    return el("li", {}, el("a", parts, stageName(step), step.valid === false ? el("span", mark, " !") : null));
  });
  return el("ol", {}, items);
}

function stagePanel(app, detail, step, limit) {
  const parts = [stageHead(step)];
  if (step.stage === "act") parts.push(observationPart(detail, step));
  parts.push(tokensPart(app, step, limit));
  if (step.stage === "query" || step.stage === "rerank") parts.push(candidatesPart(app.model, detail, step.stage));
  if (step.stage === "distill") parts.push(draftPart(app.model, detail));
  parts.push(promptPart(app, step));
  return parts.filter(Boolean);
}

function stageHead(step) {
  const valid = step.valid === false ? badge("! refused by the parser", "bad") : badge("✓ parsed", "good");
  const cut = step.finish_reason === "length" ? badge("cut by the token limit", "warn") : null;
  const versions = isNumber(step.policy_version)
    ? `policy version ${step.policy_version}, library version ${step.library_version}`
    : "";
  const parts = [el("h2", {}, stageName(step)), valid, cut, el("span", { class: "muted" }, versions)];
  return el("header", { class: "stage-head" }, parts);
}

function observationPart(detail, step) {
  const turn = detail.turns?.[step.turn];
  if (!turn) return null;
  return card("Observation", el("pre", { class: "text low" }, turn.observation), actionLine("Action ", turn));
}

function actionLine(mark, turn, ...more) {
  const bad = turn.valid ? null : [" ", badge("! not understood", "bad")];
  return el("p", { class: "action" }, el("b", {}, mark), el("code", {}, turn.action), bad, ...more);
}

function candidatesPart(model, detail, stage) {
  const candidates = detail.candidates ?? [];
  const searched = detail.query
    ? el("p", {}, el("span", { class: "muted" }, "searched with "), el("q", {}, detail.query))
    : null;
  if (!candidates.length) return card("Retrieved", searched, muted("Nothing was retrieved."));
  const rows = candidates.map((candidate, index) => candidateRow(model, detail, candidate, index));
  const heads = columnHeads(["Skill", "Similarity", "Score", "Utility then", "Ranked", ""], [1, 2, 3, 4]);
  const table = scrollTable("Retrieved skills", heads, rows);
  const none = detail.ranking?.[0] === null ? notice("The policy ranked “no skill” first.") : null;
  const bad =
    stage === "rerank" && detail.ranking_valid === false
      ? notice("The ranking could not be read: retrieval's order was kept.")
      : null;
  return card("Retrieved", searched, table, none, bad);
}

function candidateRow(model, detail, candidate, index) {
  const rank = detail.ranking ? detail.ranking.indexOf(index) : -1;
  const chosen =
    candidate.id === detail.used
      ? badge("✓ used", "accent")
      : candidate.id === detail.withheld
        ? badge("withheld", "warn")
        : null;
  const words = shorten(candidate.description, 100);
  const name = model.skillOf.has(candidate.id) ? link(pathOf("skill", candidate.id), words) : words;
  const cells = [
    signed(candidate.similarity).replace("+", ""),
    signed(candidate.score).replace("+", ""),
    utility(candidate.utility),
    rank < 0 ? NONE : count(rank + 1),
  ];
  const numbers = cells.map((cell) => el("td", { class: "number" }, cell));
  const head = el("th", { scope: "row", class: "wide" }, name, muted(shorten(candidate.strategy, 160)));
  return el("tr", { class: chosen ? "chosen" : null }, head, numbers, el("td", {}, chosen));
}

function draftPart(model, detail) {
  const { draft } = detail;
  const none = "No skill was written: the text was invalid, or the policy wrote none.";
  if (!draft) return card("Draft", muted(none));
  const texts = facts([
    ["applies when", draft.description],
    ["what to do", el("span", { class: "pre" }, draft.strategy)],
    ["became", becameText(model, detail)],
  ]);
  return card("Draft", texts);
}

function promptPart(app, step) {
  if (step.prompt === null || step.prompt === undefined) return null;
  const summary = el("summary", {}, `Prompt (${plural(step.prompt.length, "character")})`);
  const parts = { class: "text prompt", tabindex: 0, role: "region", "aria-label": "Prompt" };
  return el("details", { class: "card", open: Boolean(app.promptOpen) }, summary, el("pre", parts, step.prompt));
}

function transcript(detail, steps, go) {
  const turns = detail.turns ?? [];
  if (!turns.length) return null;
  const seen = (text) => el("pre", { class: "text low" }, text);
  const items = turns.map((turn, index) => {
    const at = steps.findIndex((step) => step.slug === `act-${index + 1}`);
    const open = el("button", { type: "button", onclick: () => go(at) }, `Open act ${index + 1}`);
    return el("li", {}, seen(turn.observation), actionLine("› ", turn, " ", at < 0 ? null : open));
  });
  const last = detail.last_observation ? el("li", {}, seen(detail.last_observation)) : null;
  const summary = el("summary", {}, `All ${plural(turns.length, "turn")}`);
  return el("details", { class: "card" }, summary, el("ol", { class: "turns" }, items, last));
}

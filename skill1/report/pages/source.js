// Where the data comes from: the document's own block (a report), or the server beside the page (live).

const LISTS = ["summary", "metrics", "skills", "episodes", "library_history", "uplift", "dynamics", "method"];
// What is read again when a part of api/version has changed; "metrics" goes on from the last step it has.
const PARTS = {
  metrics: ["summary", "metrics", "method"],
  library: ["summary", "skills", "library_history", "uplift", "dynamics", "method"],
  episodes: ["episodes", "dynamics"],
  evals: ["summary"],
  state: ["summary"],
};
const NULLABLE = ["uplift", "method"];
const POLL_MS = 1000;
const LONGEST_ANSWER_MS = 60_000;
const EMPTY = {
  summary: {},
  metrics: { steps: [], series: {}, groups: [] },
  dynamics: { from_episodes: {}, use: null },
};

class LostConnection extends Error {}

function openSource() {
  const block = document.getElementById("skill1-data");
  return block ? embeddedSource(JSON.parse(block.textContent)) : liveSource();
}

function embeddedSource(data) {
  return {
    live: false,
    leftOut: data.left_out ?? "",
    list: async (name) => data[name] ?? null,
    detail: async (kind, id) => (Object.hasOwn(data[kind] ?? {}, id) ? data[kind][id] : null),
  };
}

function liveSource() {
  return {
    live: true,
    leftOut: "",
    list: (name, since) => ask(since === undefined ? name : `${name}?since=${since}`),
    detail: (kind, id) => ask(`${kind}/${encodeURIComponent(id)}`),
  };
}

/** The answer's JSON; null if the server knows nothing of that name. */
async function ask(path) {
  try {
    const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
    const answer = await fetch(`api/${path}`, { cache: "no-cache", credentials: "same-origin", signal });
    if (answer.status === 404) return null;
    if (answer.ok) return await answer.json();
    throw new LostConnection(`the server answered ${answer.status}`);
  } catch (error) {
    throw new LostConnection(String(error)); // refused, broken off, or half an answer
  }
}

/** Everything the pages read; `skillOf` and `episodeOf` look up by id. */
class Model {
  constructor(source) {
    this.source = source;
    this.parts = null;
  }

  /** The first reading. The version comes first: what changes meanwhile is then read again. */
  async open() {
    this.parts = this.source.live ? ((await this.source.list("version")) ?? {}) : null;
    await this.load(LISTS);
    // Its notices are of what was read until then: once more, now that the episode files are.
    if (this.source.live) await this.load(["summary"]);
  }

  async load(names) {
    const values = await Promise.all(names.map((name) => this.source.list(name)));
    names.forEach((name, index) => this.take(name, values[index]));
  }

  take(name, value) {
    this[name] = value ?? (NULLABLE.includes(name) ? null : (EMPTY[name] ?? []));
    if (name === "skills") this.indexSkills();
    if (name === "episodes") this.episodeOf = new Map(this.episodes.map((episode) => [episode.id, episode]));
  }

  indexSkills() {
    this.skillOf = new Map(this.skills.map((skill) => [skill.id, skill]));
    this.childrenOf = new Map();
    for (const { id, parents } of this.skills) {
      for (const parent of parents ?? [])
        this.childrenOf.set(parent, [...(this.childrenOf.get(parent) ?? []), id]);
    }
  }

  /** Reads again what changed since the last call; the names of the lists read. */
  async refresh() {
    const parts = (await this.source.list("version")) ?? {};
    const isNew = (part) => JSON.stringify(parts[part]) !== JSON.stringify(this.parts[part]);
    const changed = Object.keys(PARTS).filter(isNew);
    const names = [...new Set(changed.flatMap((part) => PARTS[part] ?? []))];
    await this.load(names.filter((name) => name !== "metrics"));
    if (names.includes("metrics")) await this.refreshMetrics();
    // Only now: what could not be read just now still counts as changed at the next call.
    this.parts = parts;
    return names;
  }

  async refreshMetrics() {
    const fresh = await this.source.list("metrics", this.metrics.steps.at(-1) ?? 0);
    // A resume took rows back, and may have gone past the last one since.
    if (fresh?.file !== this.metrics.file) await this.load(["metrics"]);
    else this.take("metrics", joined(this.metrics, fresh));
  }
}

/** Metrics with the rows that came after; a key that only one side has is null on the other. */
function joined(old, fresh) {
  const steps = [...old.steps, ...fresh.steps];
  const series = {};
  for (const key of new Set([...Object.keys(old.series), ...Object.keys(fresh.series)])) {
    const before = old.series[key] ?? old.steps.map(() => null);
    series[key] = [...before, ...(fresh.series[key] ?? fresh.steps.map(() => null))];
  }
  return { steps, series, groups: fresh.groups?.length ? fresh.groups : old.groups, file: fresh.file };
}

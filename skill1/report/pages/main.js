// The frame: which page the address names, the theme, the keyboard, and, live, asking the server once a second.

const content = document.getElementById("content");
const model = new Model(openSource());
const scrolls = new Map(); // how far down each address was left
const THEMES = ["auto", "light", "dark"];
let shown = null;
let turn = 0;
let last = null;
let isFollowing = false; // a link was followed, so the page starts at its top; going back does not

/** The parts of the address and its query; `set` writes the query without a step in the history. */
function readRoute() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").filter(Boolean).map(decoded);
  const values = new URLSearchParams(query);
  const set = (changes) => {
    for (const [name, value] of Object.entries(changes)) value ? values.set(name, value) : values.delete(name);
    const text = String(values);
    replace(`#/${path}${text ? `?${text}` : ""}`);
  };
  return { parts, query: { get: (name) => values.get(name) ?? "", set } };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function replace(hash) {
  history.replaceState(null, "", hash);
  last = location.hash;
}

function go(hash) {
  isFollowing = true;
  location.hash = hash;
}

const app = { model, go, replace, query: null };

async function makePage({ parts: [name, ...rest], query }) {
  app.query = query;
  if (name === undefined) return overviewPage(app);
  if (name === "dynamics") return dynamicsPage(app);
  if (name === "method" && model.method) return methodPage(app);
  if (name === "skills") return libraryPage(app);
  if (name === "skill" && rest[0]) return skillPage(app, rest[0]);
  if (name === "episodes") return episodesPage(app);
  if (name === "episode" && rest[0]) return episodePage(app, rest[0], rest[1]);
  return missingPage("Page", location.hash, "#/", "the overview");
}

async function render(isFirst = false) {
  const mine = ++turn;
  if (last !== null) scrolls.set(last, window.scrollY);
  const route = readRoute();
  const page = await makePage(route).catch(lostPage);
  if (mine !== turn) return;
  const down = isFollowing ? 0 : (scrolls.get(location.hash) ?? 0);
  isFollowing = false;
  last = location.hash;
  shown = page;
  hideTip();
  content.replaceChildren(page.element);
  forgetCharts();
  markPage(route.parts[0]);
  document.title = `${page.title} · ${model.summary.name || "skill1"}`;
  if (!isFirst) content.querySelector("h1")?.focus({ preventScroll: true });
  window.scrollTo(0, down);
}

function lostPage(error) {
  if (!(error instanceof LostConnection)) throw error;
  const said = notice("The server does not answer. Is skill1 serve still running?");
  return { title: "Not loaded", element: el("div", {}, pageHead("Not loaded"), said), update: () => render() };
}

function markPage(name = "") {
  document.getElementById("method-link").hidden = !model.method;
  const page = { skill: "skills", episode: "episodes" }[name] ?? name;
  for (const each of document.querySelectorAll("#pages a")) {
    if (each.getAttribute("href") === `#/${page}`) each.setAttribute("aria-current", "page");
    else each.removeAttribute("aria-current");
  }
}

// What stands above every page.

function drawState(isLost) {
  const { summary } = model;
  const state = isLost ? "connection lost" : model.source.live ? summary.state : "report";
  const kind = { live: "good", finished: "accent", "connection lost": "bad" }[state] ?? "";
  const place = document.getElementById("state");
  place.className = `badge ${kind}`;
  if (place.textContent !== (state ?? "")) place.textContent = state ?? "";
  const lost = "The connection to the server is lost; this page may be out of date. Retrying every second.";
  const texts = [isLost ? lost : null, summary.notice].filter(Boolean);
  keep(document.getElementById("notices"), texts, () => texts.map((text) => notice(text)));
}

function drawAge(since) {
  const made = model.summary.report?.made_at ?? model.summary.updated_at;
  const place = document.getElementById("age");
  place.textContent = model.source.live
    ? `updated ${ago((performance.now() - since) / 1000)}`
    : made
      ? `made ${when(made)}`
      : "";
}

// Light and dark.

function readTheme() {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem("skill1-theme")) ?? "auto";
  } catch {
    return "auto"; // storage may be forbidden; the choice then lasts as long as the page
  }
}

function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const button = document.getElementById("theme");
  button.textContent = `Theme: ${theme}`;
  button.setAttribute("aria-label", `Colour theme: ${theme}`);
  redrawCharts();
  shown?.recolour?.();
}

function nextTheme() {
  const now = document.documentElement.dataset.theme;
  const theme = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
  try {
    localStorage.setItem("skill1-theme", theme);
  } catch {
    // as above
  }
  applyTheme(theme);
}

// Live.

function follow() {
  let timer = null;
  let isAsking = false;
  let since = performance.now();
  const isShown = () => document.visibilityState === "visible";

  async function poll() {
    let isLost = false;
    isAsking = true;
    try {
      const names = await model.refresh();
      if (names.length) {
        since = performance.now();
        await shown?.update(names);
      }
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      isLost = true;
    } finally {
      drawState(isLost);
      drawAge(since);
      isAsking = false;
      rest();
    }
  }

  function rest(pause = POLL_MS) {
    clearTimeout(timer);
    if (isShown() && !isAsking) timer = setTimeout(poll, pause);
  }

  document.addEventListener("visibilitychange", () => rest(0));
  rest();
}

// The keyboard: everything can be reached without a pointer.

const GO_WAIT_MS = 1500;
const GO = { o: "#/", d: "#/dynamics", l: "#/skills", e: "#/episodes", m: "#/method" };
const HELP = [
  ["/", "search in the page"],
  ["g then o, d, l, e, m", "go to Overview, Dynamics, Library, Episodes, Method"],
  ["← →, j k", "an episode's stages: on with → or j, back with ← or k"],
  ["Tab, Enter", "links, table heads, tokens and the map"],
  ["t", "light, dark or the system's theme"],
  ["?", "this help"],
];

/** `page()` is the page shown; its `keys` come before ours. */
function listenToKeys(page, go, nextTheme) {
  let goUntil = 0;
  const dialog = document.getElementById("help");
  fillHelp(dialog);
  document.getElementById("help-open").addEventListener("click", () => dialog.showModal());

  function act(key) {
    if (performance.now() < goUntil && GO[key]) {
      goUntil = 0;
      return go(GO[key]);
    }
    if (key === "g") goUntil = performance.now() + GO_WAIT_MS;
    else if (key === "/") document.querySelector("[data-search]")?.focus();
    else if (key === "?") dialog.showModal();
    else if (key === "t") nextTheme();
    else page()?.keys?.[key]?.();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open || isTyping(event.target)) return;
    const isOurs = ["g", "/", "?", "t"].includes(event.key) || GO[event.key] || page()?.keys?.[event.key];
    if (!isOurs) return;
    event.preventDefault();
    act(event.key);
  });
}

function isTyping(target) {
  return target instanceof Element && Boolean(target.closest("input, select, textarea"));
}

function fillHelp(dialog) {
  const rows = HELP.map(([keys, text]) => el("div", {}, el("dt", {}, el("kbd", {}, keys)), el("dd", {}, text)));
  const close = el("button", { type: "button", onclick: () => dialog.close() }, "Close");
  dialog.append(el("h2", { id: "help-title" }, "Keyboard"), el("dl", { class: "facts" }, rows), close);
}

async function start() {
  applyTheme(readTheme());
  document.getElementById("theme").addEventListener("click", nextTheme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme(readTheme()));
  listenToKeys(() => shown, go, nextTheme);
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest('a[href^="#/"]')) isFollowing = true;
  });
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    content.focus();
  });
  history.scrollRestoration = "manual";
  window.addEventListener("hashchange", () => render());
  await opened();
  drawState(false);
  drawAge(performance.now());
  await render(true);
  if (model.source.live) follow();
}

/** Reads everything; a server that does not answer yet is asked again. */
async function opened() {
  for (;;) {
    try {
      return await model.open();
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      content.replaceChildren(
        notice("The server does not answer. Is skill1 serve still running? Retrying every second."),
      );
      await new Promise((wake) => setTimeout(wake, POLL_MS));
    }
  }
}

start();

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

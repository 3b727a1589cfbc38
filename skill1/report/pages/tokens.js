// Sampled tokens as spans: coloured by the advantage they were trained with, or by how surprising they were.

const SURPRISE_LIMIT = 5; // nats at which the colour is full
const DEEPEST = 42; // per cent of colour behind text, so that the text stays readable
const TOKEN_COLOURS = [
  ["advantage", "advantage"],
  ["surprise", "surprise (−log p)"],
];

function tokensPart(app, step, limit) {
  const tokens = step.tokens?.length ? step.tokens : [{ text: step.text ?? "", logprob: null }];
  const box = el("div", { class: "tokens", role: "group", "aria-label": "Sampled tokens" });
  const told = el("output", { class: "token-info" });
  const legend = el("div", { class: "scale" });
  const state = { get: () => app.tokenColour ?? "advantage", set: ({ colour }) => (app.tokenColour = colour) };
  const select = choice("Colour", "colour", TOKEN_COLOURS, state, () => paint());
  const spans = tokens.map((token) => el("span", { class: tokenClass(token.text), tabindex: -1 }, token.text));
  spans[0].tabIndex = 0;

  function paint() {
    const colour = state.get();
    spans.forEach((span, index) => paintToken(span, colour, step.advantage, tokens[index].logprob, limit));
    legend.replaceChildren(...legendParts(colour, limit));
    told.textContent = isNumber(step.advantage)
      ? `Advantage ${signed(step.advantage)}, ${pushed(step.advantage)}.`
      : "No advantage is recorded for this stage.";
  }

  function tell(span) {
    const index = spans.indexOf(span);
    if (index >= 0) told.textContent = tokenText(tokens[index], index, step.advantage);
  }

  box.append(...spans);
  box.addEventListener("pointerover", (event) => tell(event.target));
  box.addEventListener("focusin", (event) => tell(event.target));
  box.addEventListener("keydown", (event) => moveFocus(event, spans));
  paint();
  const isWhole = tokens.length === 1 && tokens[0].logprob === null; // without a tokenizer: the text in one piece
  const sampled = isWhole ? "Sampled text" : `Sampled (${plural(tokens.length, "token")})`;
  const head = el("div", { class: "tools tokens-head" }, el("h3", {}, sampled), select, legend);
  return el("div", { class: "card" }, head, box, told);
}

/** What has no shape of its own gets a mark: line ends, and the pieces that show nothing, such as an end token. */
function tokenClass(text) {
  if (text === "") return "token blank";
  return text.includes("\n") ? "token newline" : "token";
}

function pushed(advantage) {
  if (advantage > 0) return "made more likely";
  return advantage < 0 ? "made less likely" : "left as it is";
}

function tokenText(token, index, advantage) {
  const parts = [`Token ${index + 1}: ${JSON.stringify(token.text)}`];
  if (isNumber(token.logprob))
    parts.push(`log p ${minus(token.logprob.toFixed(3))} (p ${Math.exp(token.logprob).toFixed(3)})`);
  if (isNumber(advantage)) parts.push(`advantage ${signed(advantage)}, ${pushed(advantage)}`);
  return parts.join(" · ");
}

/** Sign and size are also in the underline: whole above zero, dotted below. */
function paintToken(span, colour, advantage, logprob, limit) {
  const value =
    colour === "advantage"
      ? (advantage ?? 0) / limit
      : isNumber(logprob)
        ? Math.min(1, -logprob / SURPRISE_LIMIT)
        : 0;
  const name = colour === "surprise" ? "surprise" : value < 0 ? "negative" : "positive";
  const depth = Math.round(DEEPEST * Math.min(1, Math.abs(value)));
  span.style.backgroundColor = depth ? `color-mix(in srgb, var(--${name}) ${depth}%, transparent)` : "";
  span.classList.toggle("up", colour === "advantage" && value > 0);
  span.classList.toggle("down", colour === "advantage" && value < 0);
}

function legendParts(colour, limit) {
  if (colour === "surprise") return rampParts("surprise", "0", `${SURPRISE_LIMIT} nats`);
  const end = limit.toFixed(1);
  return rampParts("diverging", `−${end}, dotted`, `+${end}, underlined`);
}

/** Within the tokens the arrows go from token to token; j and k still go from stage to stage. */
function moveFocus(event, spans) {
  const at = spans.indexOf(event.target);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: spans.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const next = spans[Math.min(spans.length - 1, Math.max(0, to))];
  spans[at].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

// Line charts on uPlot: one card for each figure, or for a figure and its stages, with words for what the lines show.

const SERIES_COLOURS = ["series-1", "series-2", "series-3", "series-4", "series-5", "series-6"];
const DASHES = [[], [6, 4], [2, 3], [10, 3, 2, 3], [1, 4], [12, 5]]; // a line is known by its dashes too
/** Colour and dashes of a line: each of the first 36 has its own pair. */
function lineStyle(index) {
  const round = Math.floor(index / SERIES_COLOURS.length);
  return {
    colour: SERIES_COLOURS[index % SERIES_COLOURS.length],
    dash: DASHES[(index + round) % DASHES.length],
  };
}

const CHART_HEIGHT = 170;
const live = new Set(); // charts on the page, to draw again in another theme

/**
 * A card with a chart of `lines` ({label, values}) over `steps`. `update(steps, lines)` draws new values;
 * a stepped one holds each value until the next. The chart itself is made when the card comes into view.
 */
function chartCard({ title, explain, unit, isStepped, hasTable = true }) {
  const holder = el("div", { class: "plot" });
  const legend = el("ul", { class: "legend" });
  const heading = el("h3", {}, title);
  const more = explain ? explanation(explain) : null;
  const card = el("figure", { class: "card chart" }, el("figcaption", {}, heading, more), holder, legend);
  const chart = new LineChart(holder, legend, title, { format: unit ?? figure, isStepped });
  const table = hasTable ? foldedValues(title, chart) : null;
  if (table) card.append(table.element);
  const update = (steps, lines) => {
    chart.update(steps, lines);
    table?.update();
  };
  return { element: card, update };
}

function explanation(text) {
  return el("details", { class: "explain" }, el("summary", {}, "what is this?"), el("p", {}, text));
}

/** The values of a chart as a table to unfold; it is made when somebody does. */
function foldedValues(title, chart) {
  const body = el("div");
  const update = () => {
    if (element.open) keep(body, [chart.steps, chart.lines], () => valueTable(title, chart));
  };
  const summary = el("summary", {}, "values", el("span", { class: "visually-hidden" }, ` of ${title}`));
  const element = el("details", { class: "explain", ontoggle: update }, summary, body);
  return { element, update };
}

class LineChart {
  constructor(holder, legend, title, { format, isStepped }) {
    Object.assign(this, { holder, legend, title, format, isStepped });
    Object.assign(this, { plot: null, steps: [], lines: [], seen: false });
    new IntersectionObserver(
      (entries, observer) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        this.seen = true;
        this.draw();
      },
      { rootMargin: "300px" },
    ).observe(holder);
    new ResizeObserver(() => this.fit()).observe(holder);
    live.add(this);
  }

  update(steps, lines) {
    const same = this.plot && lines.length === this.lines.length;
    Object.assign(this, { steps, lines });
    if (same) {
      this.plot.setData([steps, ...lines.map((line) => line.values)]);
      this.label(null);
    } else this.draw();
  }

  draw() {
    this.plot?.destroy();
    this.plot = null;
    this.legendItems();
    this.label(null);
    if (!this.seen || !this.holder.clientWidth || !this.steps.length) return;
    this.plot = new uPlot(this.options(), [this.steps, ...this.lines.map((line) => line.values)], this.holder);
  }

  fit() {
    if (this.plot) this.plot.setSize({ width: this.holder.clientWidth, height: CHART_HEIGHT });
    else this.draw();
  }

  options() {
    const paint = colours([...SERIES_COLOURS, "muted", "line"]);
    const axis = {
      stroke: paint.muted,
      grid: { stroke: paint.line, width: 1 },
      ticks: { stroke: paint.line, width: 1 },
    };
    const numbers = (_, values) => values.map((value) => this.format(value));
    const few = this.steps.length <= 60;
    const series = this.lines.map((line, index) => ({
      label: line.label,
      stroke: paint[lineStyle(index).colour],
      dash: lineStyle(index).dash,
      width: 1.75,
      paths: this.isStepped ? uPlot.paths.stepped({ align: 1 }) : undefined,
      spanGaps: true,
      points: { show: few, size: 4 },
    }));
    return {
      width: this.holder.clientWidth,
      height: CHART_HEIGHT,
      legend: { show: false },
      scales: { x: { time: false, range: stepRange }, y: { range: paddedRange } },
      axes: [
        { ...axis, values: (_, values) => values.map(stepMark), size: 30 },
        { ...axis, values: numbers, size: 56 },
      ],
      series: [{}, ...series],
      cursor: { sync: { key: "steps" }, y: false, drag: { x: true, y: false } },
      hooks: { setCursor: [(plot) => this.label(plot.cursor.idx ?? null)] },
    };
  }

  legendItems() {
    const marks = this.lines.map((_, index) => {
      const { colour, dash } = lineStyle(index);
      const stroke = { "stroke-width": 2.5, "stroke-dasharray": dash.join(" ") };
      const mark = svg("line", { x1: 0, x2: 22, y1: 5, y2: 5, ...stroke });
      mark.style.stroke = `var(--${colour})`;
      return svg("svg", { viewBox: "0 0 22 10", class: "mark", "aria-hidden": "true" }, mark);
    });
    this.values = this.lines.map(() => el("b", {}));
    this.at = el("li", { class: "muted" });
    const items = this.lines.map((line, index) =>
      el("li", {}, marks[index], el("span", {}, line.label), this.values[index]),
    );
    this.legend.replaceChildren(...items, this.at);
  }

  /** Writes the values under the cursor, or the last ones, into the legend; the last ones describe the chart. */
  label(index) {
    const last = this.steps.length - 1;
    const at = index ?? last;
    const value = (line, where) => (where === last ? lastOf(line.values) : line.values[where]);
    this.lines.forEach((line, number) => (this.values[number].textContent = this.format(value(line, at))));
    this.at.textContent = last < 0 ? "no steps yet" : `step ${count(this.steps[at])}`;
    if (index !== null) return;
    const words = this.lines.map((line) => `${line.label} ${this.format(lastOf(line.values))}`).join(", ");
    this.holder.setAttribute("role", "img");
    const drawn = `Chart of ${this.title} over ${plural(this.steps.length, "step")}`;
    this.holder.setAttribute("aria-label", `${drawn}; last: ${words}`);
  }
}

/** Steps are whole; ticks between them stay unlabelled. */
function stepMark(value) {
  return Number.isInteger(value) ? count(value) : "";
}

function lastOf(values) {
  return values.findLast((value) => value !== null) ?? null;
}

/** From the first step to the last, or what was zoomed to; a single step lies in the middle. */
function stepRange(plot, first, last) {
  const [only, ...more] = plot.data[0];
  return only === undefined || more.length ? [first, last] : [only - 1, only + 1];
}

/** Some air around the values; a flat line lies in the middle. */
function paddedRange(_, low, high) {
  if (low === null || high === null) return [0, 1];
  const pad = high > low ? 0.08 * (high - low) : Math.max(0.05, 0.1 * Math.abs(high));
  return [low >= 0 && low - pad < 0 ? 0 : low - pad, high + pad];
}

/** Means of the values that are there in the last `width` steps; what is null stays null. */
function smooth(steps, values, width) {
  if (width <= 1) return values;
  let from = 0;
  return values.map((value, index) => {
    while (steps[from] <= steps[index] - width) from += 1; // by step: of very many some are not drawn
    if (value === null) return null;
    const window = values.slice(from, index + 1).filter((each) => each !== null);
    return window.reduce((sum, each) => sum + each, 0) / window.length;
  });
}

/** Draws in the colours of another theme. */
function redrawCharts() {
  forgetCharts();
  for (const chart of live) chart.draw();
}

/** Lets go of the charts that have left the page. */
function forgetCharts() {
  for (const chart of live) {
    if (chart.holder.isConnected) continue;
    chart.plot?.destroy();
    live.delete(chart);
  }
}

/** Bars of how many `values` in [0, 1] fall into each of `bins` equal parts. */
function histogram(values, bins, words) {
  const counts = new Array(bins).fill(0);
  for (const value of values) counts[Math.min(bins - 1, Math.floor(value * bins))] += 1;
  const named = counts.map((number, bin) => [`${(bin / bins).toFixed(2)} to ${((bin + 1) / bins).toFixed(2)}`, number]);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((tick) => {
    const anchor = { 0: "start", 1: "end" }[tick] ?? "middle";
    return svg("text", { x: 300 * tick, y: 118, "text-anchor": anchor }, String(tick));
  });
  const held = named.filter(([, number]) => number).map(([name, number]) => `${name}: ${count(number)}`);
  return barDrawing(named, ticks, `${words}: ${held.join(", ")}`);
}

/** Bars of `columns`, [name, number] each, with the names below them. */
function columnChart(columns, words) {
  const width = 300 / columns.length;
  const ticks = columns.map(([name], index) =>
    svg("text", { x: width * (index + 0.5), y: 118, "text-anchor": "middle", class: "small" }, name),
  );
  return barDrawing(columns, ticks, words);
}

function barDrawing(columns, ticks, words) {
  const most = Math.max(1, ...columns.map(([, number]) => number));
  const width = 300 / columns.length;
  const bars = columns.map(([name, number], index) => {
    const height = (90 * number) / most;
    const title = svg("title", {}, `${name}: ${count(number)}`);
    return svg("rect", { x: width * index + 1, y: 100 - height, width: width - 2, height, class: "bar" }, title);
  });
  const top = svg("text", { x: 0, y: 8 }, count(most));
  const parts = { viewBox: "0 0 300 122", class: "histogram", role: "img", "aria-label": words };
  return svg("svg", parts, bars, ticks, top);
}

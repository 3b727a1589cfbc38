// The retrieval map: skills where the encoder sees them, on two axes; near means searched for by like words.

const POINT_REACH = 14; // pixels around a point within which it is meant
const MAP_MARGIN = 14;

/** `update(skills, matches)`: points of skills that have a place; those that do not match are faint. */
class SkillMap {
  constructor(onOpen) {
    const canvas = el("canvas", { tabindex: 0, role: "img" });
    const key = el("div", { class: "scale" }, rampParts("utility", "utility 0", "1"));
    const said = "● active ○ retired or merged ◇ proposed × banned; larger: selected more often";
    const legend = el("div", { class: "map-key" }, key, el("span", { class: "muted" }, said));
    const element = el("div", { class: "map" }, canvas, legend);
    Object.assign(this, { element, canvas, onOpen, points: [], current: null });
    canvas.addEventListener("pointermove", (event) => this.hover(event));
    canvas.addEventListener("pointerleave", () => this.choose(null));
    canvas.addEventListener("blur", () => this.choose(null));
    canvas.addEventListener("click", (event) => this.open(this.near(event.offsetX, event.offsetY)));
    canvas.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  update(skills, matches) {
    const placed = skills.filter((skill) => isNumber(skill.x) && isNumber(skill.y));
    this.points = placed.map((skill) => ({ skill, isMatch: matches.has(skill.id) }));
    // What comes later is drawn on top: the skills that match, and of these the most selected.
    this.points.sort((a, b) => a.isMatch - b.isMatch || a.skill.selected - b.skill.selected);
    this.current = null;
    const what = `Map of ${plural(placed.length, "skill")}, skills close together match similar queries.`;
    const words = `${what} Arrow keys go from skill to skill, Enter opens. The same skills are in the table.`;
    this.canvas.setAttribute("aria-label", words);
    this.draw();
  }

  place(skill) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const along = (share, length) => MAP_MARGIN + share * (length - 2 * MAP_MARGIN);
    return [along(skill.x, width), along(1 - skill.y, height)];
  }

  draw() {
    const { canvas } = this;
    const ratio = window.devicePixelRatio || 1;
    if (!canvas.clientWidth) return;
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(canvas.clientHeight * ratio);
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    const paint = colours([...RAMP, "ink", "surface"]);
    for (const point of this.points) this.drawPoint(context, point, paint);
    if (this.current) this.ring(context, this.current, paint.ink);
  }

  drawPoint(context, { skill, isMatch }, paint) {
    const [x, y] = this.place(skill);
    const size = 3 + Math.min(5, Math.log2(1 + skill.selected));
    context.globalAlpha = isMatch ? 0.9 : 0.12;
    context.fillStyle = context.strokeStyle =
      paint[RAMP[Math.min(RAMP.length - 1, Math.floor(skill.utility * RAMP.length))]];
    context.lineWidth = 1.5;
    context.beginPath();
    outline(context, skill.status, x, y, size);
    if (skill.status === "active") {
      context.fill();
      context.lineWidth = 1;
      context.strokeStyle = paint.surface; // an edge, so that those on top of each other can be told apart
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  ring(context, { skill }, ink) {
    const [x, y] = this.place(skill);
    context.strokeStyle = ink;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, 11, 0, 2 * Math.PI);
    context.stroke();
  }

  near(x, y) {
    let best = null;
    let reach = POINT_REACH;
    for (const point of this.points) {
      const [px, py] = this.place(point.skill);
      // The table leaves out what does not match, so a faint point is seldom the one that is meant.
      const distance = Math.hypot(px - x, py - y) + (point.isMatch ? 0 : 6);
      if (distance <= reach) [best, reach] = [point, distance];
    }
    return best;
  }

  hover(event) {
    const point = this.near(event.offsetX, event.offsetY);
    this.canvas.style.cursor = point ? "pointer" : "default";
    if (point !== this.current) this.choose(point);
  }

  choose(point) {
    this.current = point;
    this.draw();
    if (point === null) return hideTip();
    const [x, y] = this.place(point.skill);
    const box = this.canvas.getBoundingClientRect();
    const { skill } = point;
    const numbers = `${skill.status}, utility ${utility(skill.utility)}, selected ${plural(skill.selected, "time")}`;
    const words = [el("strong", {}, shorten(skill.description)), el("div", { class: "muted" }, numbers)];
    showTip(box.left + x, box.top + y, ...words);
  }

  open(point) {
    if (point === null) return;
    hideTip();
    this.onOpen(point.skill.id);
  }

  key(event) {
    if (event.key === "Enter") this.open(this.current);
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.current ? this.towards(direction) : this.points.at(-1);
    if (next) this.choose(next);
  }

  /** The nearest point on that side; what lies off the direction counts twice. */
  towards([dx, dy]) {
    const [x, y] = this.place(this.current.skill);
    let best = null;
    let least = Infinity;
    for (const point of this.points) {
      const [px, py] = this.place(point.skill);
      const ahead = (px - x) * dx + (py - y) * dy;
      const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (ahead > 0.5 && point.isMatch && ahead + 2 * aside < least) [best, least] = [point, ahead + 2 * aside];
    }
    return best;
  }
}

const RAMP = ["ramp-1", "ramp-2", "ramp-3", "ramp-4", "ramp-5"];

function outline(context, status, x, y, size) {
  if (status === "proposed") {
    context.moveTo(x, y - size);
    context.lineTo(x + size, y);
    context.lineTo(x, y + size);
    context.lineTo(x - size, y);
    context.closePath();
  } else if (status === "banned") {
    for (const side of [-1, 1]) {
      context.moveTo(x - size, y - side * size);
      context.lineTo(x + size, y + side * size);
    }
  } else context.arc(x, y, size, 0, 2 * Math.PI);
}

"""Figures of the credit study as SVG, drawn from its records alone: learning curves, differences, calibration.

One arm a panel or a row, so that two dozen arms stay legible at 400 px. Each figure has a background of its own, in a
light and a dark dress, and says in ``<desc>`` what it shows. ``bench/tables.py`` writes them to ``docs/images/``.
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from html import escape

from study import FULL

WIDTH = 400  # of the view box, in px at which the text has its nominal size
SHOWN_WIDTH = 640
STYLE = """
.ground { fill: #ffffff } text { fill: #24292f; font: 11px sans-serif } .head { font-weight: bold }
.small { font-size: 10px; fill: #57606a } .grid { stroke: #d8dee4; fill: none } .zero { stroke: #57606a; fill: none }
.full { stroke: #8c959f; fill: none; stroke-dasharray: 4 2 } .arm { stroke: #0969da; fill: none; stroke-width: 1.8 }
.band { fill: #0969da; opacity: .18 } .dot { fill: #0969da }
@media (prefers-color-scheme: dark) {
.ground { fill: #0d1117 } text { fill: #e6edf3 } .small { fill: #9198a1 } .grid { stroke: #30363d }
.zero { stroke: #9198a1 } .full { stroke: #848d97 } .arm { stroke: #58a6ff } .band, .dot { fill: #58a6ff } }
"""
COLUMNS, PANEL_WIDTH, PANEL_HEIGHT = 2, 165, 72  # of a panel's plot
LEFT, TOP, STEP_X, STEP_Y = 28, 64, 190, 104  # first panel's corner, and from one to the next
SMOOTHED, POINTS = 10, 50  # steps in a mean; points of a curve
ROW, PLOT_LEFT, PLOT_RIGHT = 18, 190, 352  # of the differences
LARGEST_DOT = 9.0  # radius, px, of a bin that holds every use
Point = tuple[float, float]
Records = Mapping[str, Sequence[Mapping]]  # arm → its records


def figures(records: Sequence[Mapping], report: Mapping[str, Mapping]) -> dict[str, str]:
    """File name → SVG, for each world of the report on these records; only figures that have something to show."""
    worlds: dict[str, dict[str, list[Mapping]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        worlds[record["world"]][record["arm"]].append(record)
    found = {}
    for world, arms in worlds.items():
        found[f"study-{world}-learning.svg"] = learning(world, arms)
        found[f"study-{world}-differences.svg"] = differences(world, report[world])
        found[f"study-{world}-calibration.svg"] = calibration(world, arms, report[world])
    return {name: svg for name, svg in found.items() if svg}


def learning(world: str, arms: Records) -> str:
    """Success in training over steps: each arm's mean and range over seeds, the full arm dashed behind it."""
    curves = {arm: [smooth(record["training"]) for record in of_arm] for arm, of_arm in arms.items()}
    curves = {arm: of_seeds for arm, of_seeds in curves.items() if all(of_seeds)}
    if not curves:
        return ""
    steps = max(curve[-1][0] for of_seeds in curves.values() for curve in of_seeds)

    def draw(arm: str) -> str:
        low, mean, high = ([scaled(p, steps) for p in line] for line in spread(curves[arm]))
        behind = '<use href="#full"/>' if FULL in curves and arm != FULL else ""
        band = path([*high, *reversed(low)], "band", closed=True) if len(curves[arm]) > 1 else ""
        return behind + band + path(mean, "arm")

    _, mean, _ = spread(curves[FULL]) if FULL in curves else ((), (), ())
    defined = f'<defs><g id="full">{path([scaled(p, steps) for p in mean], "full")}</g></defs>' if mean else ""
    titles = {arm: f"{arm} ({len(of_seeds)})" for arm, of_seeds in curves.items()}
    last = ", ".join(f"{arm} {spread(of_seeds)[1][-1][1]:.2f}" for arm, of_seeds in curves.items())
    return page(
        f"Success in training, {world}",
        f"{steps} steps, means of {SMOOTHED}; bands reach from the lowest to the highest seed; dashed: {FULL}. At the "
        f"end: {last}.",
        f"over {steps} steps; (seeds); band: lowest to highest seed; dashed: {FULL}",
        defined + panels(titles, draw),
        panels_height(len(curves)),
    )


def differences(world: str, report: Mapping[str, Mapping]) -> str:
    """A forest plot: late held-out success of each arm less that of the full one, best first."""
    rows = [(arm, found["over_full"]) for arm, found in report.items() if found["over_full"]]
    rows = [(arm, over) for arm, over in rows if over["interval_95"]]
    if not rows:
        return ""
    rows.sort(key=lambda row: -row[1]["difference"])
    ends = [0.0, *(end for _, over in rows for end in over["interval_95"])]
    low, high = math.floor(min(ends) * 10) / 10, max(0.1, math.ceil(max(ends) * 10) / 10)

    def at(value: float) -> float:
        return PLOT_LEFT + (value - low) / (high - low) * (PLOT_RIGHT - PLOT_LEFT)

    bottom = 52 + ROW * len(rows)
    stride = 0.1 if high - low <= 0.5 else 0.2 if high - low <= 1 else 0.5
    ticks = [k * stride for k in range(math.ceil(low / stride - 1e-9), math.floor(high / stride + 1e-9) + 1)]
    body = "".join(
        segment((at(tick), 48), (at(tick), bottom), "zero" if abs(tick) < 1e-9 else "grid")
        + text(at(tick), bottom + 14, "0" if abs(tick) < 1e-9 else f"{tick:+.1f}", "small", "middle")
        for tick in ticks
    )
    for place, (arm, over) in enumerate(rows):
        y = 52 + ROW * (place + 0.5)
        start, end = over["interval_95"]
        body += text(8, y + 4, f"{arm} ({len(over['seeds'])})") + segment((at(start), y), (at(end), y), "arm")
        body += dot((at(over["difference"]), y), 3.5) + text(WIDTH - 8, y + 4, signed(over), "", "end")
    return page(
        f"Held-out success less that of {FULL}, {world}",
        "Last three rounds of a growing library, 95 % intervals over seeds and tasks: "
        + "; ".join(f"{arm} {signed(over)} {interval(over)}" for arm, over in rows)
        + ".",
        "last rounds, 95 % interval over seeds and tasks; (seeds)",
        body,
        bottom + 24,
    )


def calibration(world: str, arms: Records, report: Mapping[str, Mapping]) -> str:
    """Mean outcome against mean utility, in bins of utility; on the diagonal utility is the chance of success."""
    bins = {arm: merged([record["calibration"] for record in of_arm]) for arm, of_arm in arms.items()}
    bins = {arm: of_arm for arm, of_arm in bins.items() if of_arm}
    if not bins:
        return ""
    titles = {arm: f"{arm}: {report[arm]['calibration_error']:.2f}" for arm in bins}

    def draw(arm: str) -> str:
        total = sum(count for count, _, _ in bins[arm])
        points = [(PANEL_WIDTH * u, PANEL_HEIGHT * (1 - o)) for _, u, o in bins[arm]]
        radii = [max(1.5, LARGEST_DOT * math.sqrt(count / total)) for count, _, _ in bins[arm]]
        dots = "".join(dot(point, radius) for point, radius in zip(points, radii, strict=True))
        return segment((0, PANEL_HEIGHT), (PANEL_WIDTH, 0), "full") + path(points, "arm") + dots

    return page(
        f"Utility against outcome, {world}",
        "Each used skill's utility before the step (across) and the outcome (up), both from 0 to 1, over the last "
        f"steps; the number is the expected calibration error. {'; '.join(titles.values())}.",
        "across: utility 0–1; up: outcome; area: uses; number: ECE",
        panels(titles, draw),
        panels_height(len(bins)),
    )


def smooth(values: Sequence[float | None]) -> list[Point]:
    """(step, mean of the last ten values up to it), at most some fifty of them and always the last."""
    known = [(step, value) for step, value in enumerate(values, 1) if value is not None and value == value]
    means = [
        (step, statistics.fmean(v for _, v in known[max(0, at + 1 - SMOOTHED) : at + 1]))
        for at, (step, _) in enumerate(known)
    ]
    return means[:: -max(1, math.ceil(len(means) / POINTS))][::-1]


def spread(curves: Sequence[Sequence[Point]]) -> tuple[list[Point], list[Point], list[Point]]:
    """Lowest, mean and highest of the seeds at the steps that all have."""
    at = [dict(curve) for curve in curves]
    steps = [step for step in at[0] if all(step in curve for curve in at)]
    return tuple(
        [(step, summary([curve[step] for curve in at])) for step in steps]
        for summary in (min, statistics.fmean, max)
    )


def merged(bins_of_seeds: Sequence[Sequence[Sequence[float]]]) -> list[tuple[int, float, float]]:
    """Bins of all seeds in one: counts added, means weighted by them. A bin is known by its mean utility."""
    together: dict[int, list[Sequence[float]]] = defaultdict(list)
    for bins in bins_of_seeds:
        for found in bins:
            together[min(9, int(found[1] * 10))].append(found)
    return [
        (n := sum(b[0] for b in of_bin), *(math.fsum(b[0] * b[column] for b in of_bin) / n for column in (1, 2)))
        for _, of_bin in sorted(together.items())
    ]


def scaled(point: Point, steps: int) -> Point:
    """A (step, share) in a panel's px."""
    return PANEL_WIDTH * (point[0] - 1) / max(1, steps - 1), PANEL_HEIGHT * (1 - point[1])


def panels(titles: Mapping[str, str], draw: Callable[[str], str]) -> str:
    """Panels of arms, two in a row, each with its title and lines at 0, ½ and 1."""
    body = ""
    for place, (arm, title) in enumerate(titles.items()):
        row, column = divmod(place, COLUMNS)
        grid = "".join(
            segment((0, PANEL_HEIGHT * (1 - share)), (PANEL_WIDTH, PANEL_HEIGHT * (1 - share)), "grid")
            + text(-5, PANEL_HEIGHT * (1 - share) + 4, label, "small", "end")
            for share, label in ((0.0, "0"), (0.5, "½"), (1.0, "1"))
        )
        corner = f"translate({LEFT + STEP_X * column} {TOP + STEP_Y * row})"
        body += f'<g transform="{corner}">{text(0, -7, title)}{grid}{draw(arm)}</g>\n'
    return body


def panels_height(number: int) -> int:
    return TOP + STEP_Y * math.ceil(number / COLUMNS) - 16


def page(title: str, description: str, subtitle: str, body: str, height: float) -> str:
    """A whole figure."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {height:.0f}" width="{SHOWN_WIDTH}" '
        f'height="{height * SHOWN_WIDTH / WIDTH:.0f}">\n<title>{escape(title)}</title>\n'
        f"<desc>{escape(description)}</desc>\n<style>{STYLE}</style>\n"
        f'<rect class="ground" width="{WIDTH}" height="{height:.0f}"/>\n'
        f"{text(8, 18, title, 'head')}{text(8, 34, subtitle, 'small')}\n{body}</svg>\n"
    )


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>\n'


def segment(start: Point, end: Point, kind: str) -> str:
    return path([start, end], kind)


def dot(point: Point, radius: float) -> str:
    return f'<circle class="dot" cx="{point[0]:.1f}" cy="{point[1]:.1f}" r="{radius:.1f}"/>'


def path(points: Sequence[Point], kind: str, *, closed: bool = False) -> str:
    """A polyline, or with ``closed`` the area that it bounds."""
    places = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path class="{kind}" d="M{places}{"Z" if closed else ""}"/>\n'


def signed(over: Mapping) -> str:
    return f"{round(over['difference'], 2) + 0.0:+.2f}"  # + 0.0: no "-0.00"


def interval(over: Mapping) -> str:
    low, high = over["interval_95"]
    return f"[{low:+.2f}, {high:+.2f}]"

"""The paper's figures of training, made again from the study's records: one SVG a world, one quantity a panel.

Selection precision, success and share of positive distillation (its Figure 3), task–skill similarity (4), the best
utility retrieved (5) and the spread of uses over skills (6), of the full credit and of the arms without a part of it;
and success at the K-th task of a sequence, as SkillRise (arXiv 2607.26784) reports it.
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

import study_figures
from study_figures import (
    PANEL_HEIGHT,
    PANEL_WIDTH,
    Point,
    Records,
    page,
    panels,
    panels_height,
    path,
    scaled,
    smooth,
    spread,
    text,
)

LINES = {  # arm → its dress; dashes tell the arms apart without colour
    "full": "stroke: #0072b2; stroke-width: 1.8",
    "lambda1-zero": "stroke: #d55e00; stroke-dasharray: 6 2",
    "lambda2-zero": "stroke: #009e73; stroke-dasharray: 2 2",
    "lambdas-zero": "stroke: #cc79a7; stroke-dasharray: 8 2 2 2",
    "paper": "stroke: #b8860b; stroke-width: 1.3",
}
NAMES = {"lambda1-zero": "λ₁ = 0", "lambda2-zero": "λ₂ = 0", "lambdas-zero": "both 0"}  # others go by their own
LEGEND_X, LEGEND_STEP, LEGEND_Y = 8, 76, 47
Curves = Mapping[str, Sequence[Point]]  # arm → its mean over seeds; both axes from 0 to 1


def figures(records: Sequence[Mapping], report: Mapping[str, Mapping]) -> dict[str, str]:
    """File name → SVG: those of ``study_figures`` and, for each world, the paper's."""
    worlds: dict[str, dict[str, list[Mapping]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        worlds[record["world"]][record["arm"]].append(record)
    found = {f"study-{world}-dynamics.svg": dynamics(world, arms) for world, arms in worlds.items()}
    return study_figures.figures(records, report) | {name: svg for name, svg in found.items() if svg}


def dynamics(world: str, arms: Records) -> str:
    """The figure of a world; empty without a full arm or one of ``LINES`` beside it."""
    shown = {arm: arms[arm] for arm in LINES if arms.get(arm)}
    drawn = {title: found for title, curves_of in PANELS.items() if (found := curves_of(shown))}
    if "full" not in shown or len(shown) < 2 or not drawn:
        return ""
    fewest = min(map(len, shown.values()))
    seeds = ", ".join(f"{arm} {len(records)}" for arm, records in shown.items())
    ends = "; ".join(
        f"{title}: " + ", ".join(f"{arm} {curve[-1][1]:.2f}" for arm, curve in curves.items())
        for title, curves in drawn.items()
    )
    return page(
        f"Without a part of the credit, {world}",
        f"Means over seeds ({seeds}); in training over steps, means of ten. At the right end: {ends}.",
        f"means over seeds ({fewest} or more); steps run to the right",
        legend(list(shown)) + panels({title: title for title in drawn}, lambda title: lines(drawn[title])),
        panels_height(len(drawn)),
    )


def legend(arms: Sequence[str]) -> str:
    """The dress of each arm, above the panels."""
    body = ""
    for place, arm in enumerate(arms):
        x = LEGEND_X + LEGEND_STEP * place
        body += dressed(arm, [(x, LEGEND_Y - 4), (x + 16, LEGEND_Y - 4)]) + text(
            x + 20, LEGEND_Y, NAMES.get(arm, arm), "small"
        )
    return body


def lines(curves: Curves) -> str:
    return "".join(
        dressed(arm, [(PANEL_WIDTH * x, PANEL_HEIGHT * (1 - y)) for x, y in curve])
        for arm, curve in curves.items()
    )


def dressed(arm: str, points: Sequence[Point]) -> str:
    return f'<g style="fill: none; {LINES[arm]}">{path(points, "line")}</g>'


def over_steps(read: Callable[[Mapping], Sequence[float | None]]) -> Callable[[Records], Curves]:
    """Of a quantity with a value a step: the mean of ten steps, over the run."""

    def curves(arms: Records) -> Curves:
        found = {arm: [smooth(read(record)) for record in records] for arm, records in arms.items()}
        return {arm: mean_curve(of_seeds) for arm, of_seeds in found.items() if all(of_seeds)}

    return curves


def mean_curve(of_seeds: Sequence[Sequence[Point]]) -> list[Point]:
    """Mean over seeds at the steps that all of them have; steps fill the panel."""
    _, mean, _ = spread(of_seeds)
    last = max(curve[-1][0] for curve in of_seeds)
    points = [scaled(point, last) for point in mean]
    return [(x / PANEL_WIDTH, 1 - y / PANEL_HEIGHT) for x, y in points]


def curve_of(name: str) -> Callable[[Mapping], Sequence[float | None]]:
    return lambda record: record["curves"].get(name, ())


def uses(arms: Records) -> Curves:
    """Lorenz curves: share of the uses that the least used skills have. The nearer the diagonal, the evener."""
    found = {
        arm: [r["use_of_skills"]["lorenz"] for r in records if r["use_of_skills"]] for arm, records in arms.items()
    }
    return {
        arm: evenly([statistics.fmean(at) for at in zip(*each, strict=True)])
        for arm, each in found.items()
        if each
    }


def sequences(arms: Records) -> Curves:
    """Success at the first to the sixth task of a family; records made before there were sequences have none."""
    found = {
        arm: [r["sequence"]["successes"] for r in records if r.get("sequence")] for arm, records in arms.items()
    }
    return {arm: evenly(at_each_task(each)) for arm, each in found.items() if each}


def at_each_task(of_seeds: Sequence[Sequence[str]]) -> list[float]:
    """Share of successes at each place of a sequence, over seeds and families; an error counts as neither."""
    columns = zip(*(family for families in of_seeds for family in families), strict=True)
    played = [[mark == "1" for mark in column if mark != "-"] for column in columns]
    return [statistics.fmean(marks) if marks else math.nan for marks in played]


def evenly(values: Sequence[float]) -> list[Point]:
    return [(place / (len(values) - 1), value) for place, value in enumerate(values) if value == value]


PANELS: Mapping[str, Callable[[Records], Curves]] = {
    "selection precision": over_steps(curve_of("oracle/selection_precision")),
    "success in training": over_steps(lambda record: record["training"]),
    "distillation, positive": over_steps(curve_of("distill/positive_rate")),
    "task–skill similarity": over_steps(curve_of("select/task_similarity")),
    "best utility retrieved": over_steps(curve_of("select/best_utility")),
    "uses of the least used skills": uses,
    "success at task 1 to 6 of a family": sequences,
}

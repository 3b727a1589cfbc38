"""A comparison, a co-evolution matrix or a transfer table as Markdown, LaTeX (booktabs), or cells for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skill1.evaluate.escaping import latex, markdown_cell, one_line, table

NO_VALUE = "–"
WELCH_COLUMNS = ("t (seeds)", "df", "p (seeds)", "p (Holm)")


@dataclass(frozen=True, slots=True)
class Grid:
    """One table: title, column heads, rows of cells; all plain text."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def comparison_grids(content: Mapping[str, Any]) -> list[Grid]:
    """The tables of a comparison: arms, pairs, tests over seeds, the keys that differ, differences by task type."""
    grids = [_arms_grid(content)]
    if content["type_labels"]:
        grids.append(_labels_grid(content))
    if content["pairs"]:
        grids.append(_pairs_grid(content))
    if any(pair["welch"] for pair in content["pairs"]):
        grids.append(_welch_grid(content))
    if content["differing_keys"]:
        grids.append(_keys_grid(content))
    return grids + [_types_grid(pair) for pair in content["pairs"]]


def _arms_grid(content: Mapping[str, Any]) -> Grid:
    rows = [
        (
            arm["label"] + (" (baseline)" if arm["label"] == content["baseline"] else ""),
            _percent(arm["mean"]),
            _interval(arm["interval_95"]),
            ", ".join(f"s{seed} {_percent(rate)}" for seed, rate in arm["per_seed"].items()),
            NO_VALUE if arm["seed_standard_deviation"] is None else _percent(arm["seed_standard_deviation"]),
            str(arm["tasks"]),
            str(arm["errors"]),
        )
        for arm in content["arms"]
    ]
    title = f"{content['metric']} in %, {content['env']} {content['split']}, temperature {content['temperature']}"
    return Grid(title, ("arm", "mean", "95 %", "seeds", "sd of seeds", "tasks", "errors"), tuple(rows))


def _labels_grid(content: Mapping[str, Any]) -> Grid:
    """An arm a row and a task type a column, as the environment's papers print it; the interval below the mean."""
    labels = content["type_labels"]
    rows = []
    for arm in content["arms"]:
        cells = [*(arm["by_type"].get(name) for name in labels), arm]
        rows.append((arm["label"], *(_percent(cell["mean"]) if cell else NO_VALUE for cell in cells)))
        rows.append(("95 %", *(_interval(cell["interval_95"]) if cell else NO_VALUE for cell in cells)))
    title = f"{content['metric']} in % by task type, {content['env']} {content['split']}"
    return Grid(title, ("arm", *labels.values(), "All"), tuple(rows))


def _pairs_grid(content: Mapping[str, Any]) -> Grid:
    columns = (
        *("arm", "difference", "95 %", "p (tasks)", "p (Holm)", "McNemar p", "only it : only baseline"),
        *("odds ratio", "Cohen's h", "tasks"),
    )
    rows = [
        (
            pair["arm"],
            _points(pair["difference"]),
            _interval(pair["interval_95"], signed=True),
            # MC (Monte Carlo): p is from a random sample of the sign patterns, of which there are too many to count.
            _p(pair["permutation_p"]) + ("" if pair["permutation_is_exact"] else " (MC)"),
            _p(pair["permutation_p_holm"]),
            _p(pair.get("mcnemar_p")),
            f"{pair['only_arm']} : {pair['only_baseline']}" if "only_arm" in pair else NO_VALUE,
            f"{pair['odds_ratio']:.2f}" if "odds_ratio" in pair else NO_VALUE,
            f"{pair['cohens_h']:+.2f}",
            str(pair["tasks"]),
        )
        for pair in content["pairs"]
    ]
    return Grid(f"against {content['baseline']}, in percentage points", columns, tuple(rows))


def _welch_grid(content: Mapping[str, Any]) -> Grid:
    rows = [
        (pair["arm"], " : ".join(map(str, pair["welch"]["seeds"])), *_welch_cells(pair["welch"]))
        for pair in content["pairs"]
        if pair["welch"]
    ]
    title = f"Welch's t-test over seeds, against {content['baseline']}"
    return Grid(title, ("arm", "seeds", *WELCH_COLUMNS), tuple(rows))


def _welch_cells(test: Mapping[str, Any] | None) -> tuple[str, ...]:
    if test is None:
        return (NO_VALUE,) * len(WELCH_COLUMNS)
    numbers = (NO_VALUE if test[key] is None else f"{test[key]:.2f}" for key in ("t", "degrees_of_freedom"))
    return (*numbers, _p(test["p"]), _p(test["p_holm"]))


def _keys_grid(content: Mapping[str, Any]) -> Grid:
    labels = [arm["label"] for arm in content["arms"]]
    rows = [(key, *(str(values[label]) for label in labels)) for key, values in content["differing_keys"].items()]
    return Grid("keys in which the arms differ", ("key", *labels), tuple(rows))


def _types_grid(pair: Mapping[str, Any]) -> Grid:
    # With one seed a side there is no test, and four columns would be empty.
    is_tested = any(row["welch"] for row in pair["by_type"].values())
    rows = [
        (
            name,
            str(row["tasks"]),
            _percent(row["mean"]),
            _percent(row["baseline_mean"]),
            _points(row["difference"]),
            _interval(row["interval_95"], signed=True),
            *(_welch_cells(row["welch"]) if is_tested else ()),
        )
        for name, row in pair["by_type"].items()
    ]
    columns = ("type", "tasks", "arm", "baseline", "difference", "95 %", *(WELCH_COLUMNS if is_tested else ()))
    title = f"by task type: {pair['arm']} against {pair['baseline']} (intervals not corrected)"
    return Grid(title, columns, tuple(rows))


def matrix_grids(content: Mapping[str, Any]) -> list[Grid]:
    """The co-evolution matrix: a row for each policy, a column for each library; the diagonal in brackets."""
    steps = content["steps"]
    rows = []
    for row, step in enumerate(steps):
        cells = [_percent(rate) for rate in content["success_rate"][row]]
        cells[row] = f"[{cells[row]}]"
        rows.append((f"policy {step}", *cells, _percent(content["policy_means"][row])))
    columns_mean = [_percent(mean) for mean in content["library_means"]]
    rows.append(("column mean", *columns_mean, _percent(content["mean"])))
    title = f"success in %, {content['run']}, {content['env']} {content['split']}, {content['tasks']} tasks"
    return [Grid(title, ("", *(f"library {step}" for step in steps), "row mean"), tuple(rows))]


def transfer_grids(content: Mapping[str, Any]) -> list[Grid]:
    """A row for what was trained on, a column for what was tested on; own environments in brackets."""
    heads = [f"{column['env']} {column['split']} ({column['tasks']} tasks)" for column in content["columns"]]
    rows = []
    for row in content["rows"]:
        cells = [_transfer_cell(cell) for cell in row["cells"]]
        rows.append((row["label"], *cells))
        rows.append(("95 %", *(_interval(cell["interval_95"]) if cell else NO_VALUE for cell in row["cells"])))
    return [Grid(f"{content['metric']} in %: trained on × tested on", ("trained on", *heads), tuple(rows))]


def _transfer_cell(cell: Mapping[str, Any] | None) -> str:
    if cell is None:
        return NO_VALUE
    return f"[{_percent(cell['mean'])}]" if cell["is_own"] else _percent(cell["mean"])


def to_markdown(grids: Sequence[Grid], sentences: Sequence[str]) -> str:
    """Tables and a list of sentences; cells and sentences are escaped."""
    parts = []
    for grid in grids:
        parts.append("\n".join([f"**{markdown_cell(grid.title)}**", "", *table(grid.columns, grid.rows)]))
    if sentences:
        parts.append("\n".join(f"* {markdown_cell(sentence)}" for sentence in sentences))
    return "\n\n".join(parts) + "\n"


def to_latex(grids: Sequence[Grid], sentences: Sequence[str]) -> str:
    """One ``table`` with a booktabs ``tabular`` for each grid; the sentences follow as comments."""
    parts = ["% needs \\usepackage{booktabs}"]
    for grid in grids:
        alignment = "l" + "r" * (len(grid.columns) - 1)
        lines = [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{latex(grid.title)}}}",
            rf"\begin{{tabular}}{{{alignment}}}",
        ]
        lines += [r"\toprule", _latex_row(grid.columns), r"\midrule", *(_latex_row(row) for row in grid.rows)]
        parts.append("\n".join([*lines, r"\bottomrule", r"\end{tabular}", r"\end{table}"]))
    # On one line each: behind a line end a comment would be text.
    parts += [f"% {one_line(sentence)}" for sentence in sentences]
    return "\n".join(parts) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    # Braces: after \\ an opening bracket would be read as an optional argument.
    return " & ".join(f"{{{latex(cell)}}}" for cell in cells) + r" \\"


def _percent(share: float | None) -> str:
    return NO_VALUE if share is None else f"{100 * share:.1f}"


def _points(difference: float) -> str:
    return f"{100 * difference:+.1f}"


def _interval(interval: Sequence[float] | None, *, signed: bool = False) -> str:
    if interval is None:
        return NO_VALUE
    low, high = (100 * end for end in interval)
    return f"{low:+.1f} to {high:+.1f}" if signed else f"{low:.1f} to {high:.1f}"


def _p(value: float | None) -> str:
    if value is None:
        return NO_VALUE
    # Four digits would show a small p as 0.
    return "<0.0001" if value < 0.0001 else f"{value:.4f}"

"""The closing table of the quickstart, for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from skill1.recipes.worlds import World
from skill1.run.progress import folded_table

# Row title, whose evaluations, whose training.
ROWS = (
    ("cold start", "cold_start", None),
    ("GRPO", "grpo", "grpo"),
    ("Skill1", "skill1", "skill1"),
)
NAMES = {who: name for name, who, _ in ROWS}
ORACLE = {
    "oracle/query_recall": "a right skill exists and the query finds it",
    "oracle/selection_precision": "it is found and the policy picks it",
    "oracle/right_skills": "the written text gives every fact that the task needs",
}
BARS = "▁▂▃▄▅▆▇█"


def print_summary(result: Mapping, console: Console, world: World) -> None:
    """Success rates, the learning curve, what became of selecting and distilling, cost, and what to type next."""
    console.print(success_table(result, world))
    # Told only where a limit cut a split: the figures are those of its first tasks.
    smallest = min((e["tasks"] for e in result["evaluations"].values() if not e["is_whole_split"]), default=None)
    # Without these a reader would compare columns that were played with different libraries.
    notes = [
        "Shares of episodes that succeed, with 95 % Wilson intervals; GRPO is trained without a library",
        f"library fresh: empty at first, filled while playing; the last three of {len(result['fresh_rounds'])} rounds",
        "frozen: the library that training left, read-only",
        "none: acting without a library",
    ]
    if smallest is not None:
        notes.append(f"only the first {smallest} tasks of a split (eval.limit)")
    console.print("; ".join(notes) + ".", style="dim", markup=False)
    console.print()
    console.print(f"Skill1, {_curve(result['fresh_rounds'])}", markup=False)
    console.print(oracle_table(result))
    if world.differences:
        console.print(type_table(result, world))
        for difference in result["differences"]:
            console.print(_sentence(difference), markup=False)
    cost = f"cost: {result['cpu_minutes']:.1f} CPU minutes, {result['wall_minutes']:.1f} minutes of wall time"
    console.print(f"{cost}, all parts together.", markup=False)
    console.print("\nnext, type:", markup=False)
    for command, reason in result["next"].items():
        # Not wrapped: a command that is broken over two lines cannot be copied.
        console.print(f"  {command}", markup=False, soft_wrap=True)
        console.print(f"    {reason}", style="dim", markup=False)


def success_table(result: Mapping, world: World) -> Table:
    """One row for each policy."""
    kind = ", smoke: these numbers mean nothing" if result["smoke"] else ""
    title = Text(f"{world.label}, seed {result['seed']}{kind}")
    columns = ("", "in RL,\nlast 10\nsteps", *(name for name, _, _ in world.columns))
    table = folded_table(columns, title=title, show_lines=True)
    for name, who, run in ROWS:
        figures = result["runs"][run]["figures"] if run else {}
        training = figures.get("outcome/success_rate", {}).get("last")
        table.add_row(name, _share(training), *(_cell(result, who, key, part) for _, key, part in world.columns))
    return table


def oracle_table(result: Mapping) -> Table:
    """Select and distil against the world's hidden facts, at the beginning and at the end of training."""
    title = Text("Skill1 in training, judged by the world's hidden facts (which training never sees)")
    table = folded_table(("share of episodes where", "first 10 steps", "last 10 steps"), title=title)
    figures = result["runs"]["skill1"]["figures"]
    for key, meaning in ORACLE.items():
        entry = figures.get(key, {})
        table.add_row(f"{meaning} ({key})", _share(entry.get("first")), _share(entry.get("last")))
    return table


def type_table(result: Mapping, world: World) -> Table:
    """Success on the held-out split by task type, one row for each evaluation of it."""
    labels = result["type_labels"]
    title = Text(f"{world.heldout} by task type")
    table = folded_table(("", *labels.values(), "All"), title=title)
    for name, types in result["by_type"].items():
        # From the right: a split's name may hold hyphens, a library mode holds none.
        if name.partition("/")[2].rpartition("-")[0] == world.heldout:
            shares = [types.get(type_, {}).get("success_rate") for type_ in labels]
            everything = result["evaluations"][name]["success_rate"]
            table.add_row(_title(name), *map(_share, [*shares, everything]))
    return table


def _sentence(difference: Mapping) -> str:
    """``Skill1, fresh, above GRPO, none: +0.31 (95 % interval +0.27 to +0.35, paired over 864 games)``."""
    arm, baseline = (_title(difference[key]) for key in ("arm", "baseline"))
    low, high = difference["interval_95"]
    return (
        f"{arm}, above {baseline}: {difference['difference']:+.2f} (95 % interval {low:+.2f} to {high:+.2f}, paired "
        f"over {difference['tasks']} tasks)"
    )


def _title(name: str) -> str:
    """``Skill1, fresh`` of ``skill1/valid_unseen-fresh``."""
    who, _, evaluation = name.partition("/")
    return f"{NAMES[who]}, {evaluation.rpartition('-')[2]}"


def _cell(result: Mapping, who: str, key: str, part: str | None) -> str:
    evaluation = result["evaluations"].get(f"{who}/{key}")
    if evaluation is None:
        return "–"
    figures = evaluation[part] if part else evaluation
    if figures["interval_95"] is None:  # all episodes of a type ended in errors
        return "–"
    low, high = figures["interval_95"]
    return f"{_share(figures['success_rate'])}\n{_bound(low)}–{_bound(high)}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _bound(value: float) -> str:
    """``.31``: seven columns have to fit 80 characters."""
    return f"{value:.2f}".removeprefix("0")


def _curve(rates: Sequence[float | None]) -> str:
    """``fresh library, round by round: 0.21 0.48 … ▂▄``."""
    bars = "".join(" " if rate is None else BARS[round(rate * (len(BARS) - 1))] for rate in rates)
    numbers = " ".join("–" if rate is None else f"{rate:.2f}" for rate in rates)
    return f"fresh library on held-out tasks, round by round: {numbers}  {bars}"

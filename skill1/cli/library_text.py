"""How a library's skills are printed: tables, one skill's life, differences.

Skill texts are model output: in tables they are neutralised, in JSON what could steer a terminal is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from skill1.cli.output import make_table, show

if TYPE_CHECKING:
    from skill1.evaluate.uplift import Uplift
    from skill1.library.difference import Change, Difference
    from skill1.library.life import Life
    from skill1.schema import Skill

SKILL_COLUMNS = ("id", "utility", "retrieved", "selected", "wins", "step", "description", "strategy")
LISTED_CHARS = 80  # of a skill's parts in a table; `show` and --json give all of it
LONGEST_CHARS = 10_000  # of any one text on a screen
SPARK_WIDTH = 60
STEPS_SHOWN = 20
BARS = "▁▂▃▄▅▆▇█"


def plain(value: Any, most: int = LONGEST_CHARS) -> str:
    """A cell on one line, without control or bidirectional characters, tags or chat tokens; cut at ``most``."""
    from skill1.schema import neutralise  # here: its package loads numpy, which --help does not need

    # One character more than fits tells whether something was cut.
    line = neutralise(show(value), most + 1)
    return line if len(line) <= most else line[: most - 1] + "…"


def plain_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> RenderableType:
    """A table of neutralised cells."""
    return make_table(plain(title), columns, ([plain(cell) for cell in row] for row in rows))


def skill_row(skill: Skill) -> list[Any]:
    """The cells of ``SKILL_COLUMNS``."""
    numbers = (f"{skill.utility:.3f}", skill.retrieved, skill.selected, skill.wins, skill.created_step)
    texts = (plain(skill.description, LISTED_CHARS), plain(skill.strategy, LISTED_CHARS))
    return [skill.id, *numbers, *texts]


def print_fields(console: Console, title: str, fields: Mapping[str, Any]) -> None:
    """One line for each field that holds something."""
    rows = [(name, value) for name, value in fields.items() if value not in ("", None, (), [], {})]
    console.print(plain_table(title, ("", "value"), rows))


def print_figures(console: Console, title: str, figures: Mapping[str, Any]) -> None:
    """Plain figures as one table, then one for each list of records."""
    # Lists of records would not fit in a cell.
    tabular = {key: value for key, value in figures.items() if isinstance(value, list)}
    print_fields(console, title, {key: value for key, value in figures.items() if key not in tabular})
    for key, records in tabular.items():
        if records:
            columns = list(records[0])
            rows = [[plain(show(record[name]), LISTED_CHARS) for name in columns] for record in records]
            console.print(plain_table(key, columns, rows))


def sparkline(values: Sequence[float], width: int = SPARK_WIDTH) -> str:
    """Values in [0, 1] as bars on that fixed scale, the last one of each of at most ``width`` equal stretches."""
    columns = min(width, len(values))
    picked = [values[(column + 1) * len(values) // columns - 1] for column in range(columns)]
    return "".join(BARS[min(len(BARS) - 1, max(0, int(value * len(BARS))))] for value in picked)


def uplift_text(uplift: Uplift | None) -> str:
    """``+0.12 [0.02, 0.22] …``, or that it was not measured."""
    if uplift is None:
        return "not measured: in no step was it both used and withheld (library.control_share)"
    interval = f"{uplift.estimate:+.3f} [{uplift.low:+.3f}, {uplift.high:+.3f}]"
    return f"{interval} (used {uplift.used} times, withheld {uplift.withheld} times)"


def print_life(console: Console, life: Life, uplift: Uplift | None) -> None:
    """The life of one skill, from who wrote it to what it brought."""
    skill = life.skill
    console.print(Text(plain(f"{skill.id}  ({_standing(skill)})"), "bold"))
    console.print(_grid(_life_lines(life, uplift)))
    if life.turnings:
        rows = [(turning.step, turning.kind, turning.episode, turning.value) for turning in life.turnings]
        console.print(plain_table("what happened to it", ("step", "event", "episode", "value"), rows))
    if life.asked:
        asked = [(each.step, each.kind, each.asked_by, each.reason, each.asked_at) for each in life.asked]
        console.print(plain_table("what was asked for", ("step", "request", "by", "reason", "at"), asked))
    if life.use:
        columns = ("step", "retrieved", "selected", "won", "lost", "withheld")
        console.print(plain_table("use by step", columns, _use_rows(life)))


def _grid(rows: Iterable[Sequence[str]]) -> Table:
    """Name and text beside each other, without a frame."""
    grid = Table.grid(padding=(0, 2))
    for name, text in rows:
        grid.add_row(Text(name), Text(plain(text)))
    return grid


def _standing(skill: Skill) -> str:
    pinned = ", pinned" if skill.pinned else ""
    return f"{skill.status}{f' into {skill.merged_into}' if skill.merged_into else ''}{pinned}"


def _life_lines(life: Life, uplift: Uplift | None) -> list[tuple[str, str]]:
    skill = life.skill
    lines = [
        ("when", skill.description),
        ("what to do", skill.strategy),
        ("written", _origin(life)),
        *(("from", f"{parent.id}: {parent.description}") for parent in life.parents),
        ("led to", ", ".join(life.children)),
        *(("took in", f"{merged.id}: {merged.description}") for merged in life.merged_from),
        ("used", f"retrieved {skill.retrieved}, selected {skill.selected}, won {skill.wins} times"),
        ("utility", _curve_text(life, skill.utility)),
        ("uplift", uplift_text(uplift)),
    ]
    return [(name, text) for name, text in lines if text]


def _origin(life: Life) -> str:
    from skill1.library.life import step_of_episode

    skill, writer = life.skill, life.writer
    where = f" in {skill.env}" if skill.env else ""
    if step_of_episode(skill.source_episode) is None:
        return f"elsewhere{where}, by step {skill.created_step}"
    by = f"step {skill.created_step}{where} by {skill.source_episode}"
    if writer is None:
        return by
    with_what = f"with {writer.used}" if writer.used else "without a skill"
    return f"{by}, {with_what}: {writer.task}, “{writer.instruction}”, outcome {show(writer.outcome)}"


def _curve_text(life: Life, now: float) -> str:
    if not life.curve:
        return f"{now:.3f}"
    from skill1.library.life import split_runs

    begin, line = life.curve[0][1], sparkline([value for _, value in life.curve])
    steps = ", then ".join(f"{run[0][0]} to {run[-1][0]}" for run in split_runs(life.curve))
    return f"{begin:.3f} {line} {now:.3f}  (steps {steps})"


def _use_rows(life: Life) -> list[tuple[Any, ...]]:
    earlier, shown = life.use[:-STEPS_SHOWN], life.use[-STEPS_SHOWN:]
    names = ("retrieved", "selected", "won", "lost", "withheld")
    rows = [(use.step, *(getattr(use, name) for name in names)) for use in shown]
    if not earlier:
        return rows
    # Older steps in one row: a skill may have been used in thousands.
    columns = [[getattr(use, name) for use in earlier] for name in names]
    sums = [None if None in column else sum(column) for column in columns]
    steps = [use.step for use in earlier]
    return [(f"{min(steps)}–{max(steps)}", *sums), *rows]


def print_difference(console: Console, title: str, found: Difference, limit: int | None) -> None:
    """Counts on top, then a table for each kind of change, cut at ``limit`` rows."""
    from skill1.library.difference import CHANGE_KINDS

    # In JSON `same`, which reads like unchanged.
    counts = {"in both" if name == "same" else name: number for name, number in found.counts().items() if number}
    print_fields(console, title, counts)
    for kind in CHANGE_KINDS:
        changes = found.of_kind(kind)
        if changes:
            shown = changes[:limit]
            columns = ("id", "U before", "U after", "description", "strategy", "into")
            title = counted(len(shown), len(changes), kind)
            console.print(plain_table(title, columns, map(_change_row, shown)))


def _change_row(change: Change) -> list[Any]:
    texts = (plain(change.description, LISTED_CHARS), plain(change.strategy, LISTED_CHARS))
    was = f" (was {change.first_id})" if change.first_id else ""
    return [f"{change.id}{was}", _number(change.before), _number(change.after), *texts, change.into]


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def counted(shown: int, total: int, what: str) -> str:
    """``2 active skills`` or ``100 of 100,000 active skills``."""
    return f"{total:,} {what}" if shown == total else f"{shown:,} of {total:,} {what}"

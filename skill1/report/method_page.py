"""What a method tells about its own work, as data: the page draws it without knowing the method.

A method names a function from :class:`MethodFiles` to a :class:`MethodPage` (``skill1.config.method.Method.page``). It
reads records of the run directory, so everything in them may be hostile or damaged: it is text, and the page says so
where it cannot be read.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from skill1.config.method import declared
from skill1.config.registry import METHODS, attribute_at
from skill1.library.store import Store
from skill1.report import library_data
from skill1.report.source import Row, Source
from skill1.schema import Skill

CHANGES_SHOWN, POINTS_SHOWN, ROWS_SHOWN = 300, 400, 1000
LINES_SHOWN, LINE_CHARS = 300, 2000  # of one text
SAME, ADDED, REMOVED = " ", "+", "-"
Verdict = Literal["accepted", "refused", "nothing", "removed"]


@dataclass(frozen=True, slots=True)
class Text:
    """A text to unfold; each line with its mark: same, added or removed."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was tried: what, what became of it, and why in a sentence."""

    step: int
    title: str
    verdict: Verdict
    why: str
    figures: tuple[tuple[str, str], ...] = ()
    texts: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of words; the first cell of each is its head."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    says: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Metrics over steps: (key, label) of each line."""

    title: str
    says: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MethodPage:
    """Everything on the page, from top to bottom."""

    title: str
    says: str
    facts: tuple[tuple[str, str], ...] = ()
    texts: tuple[Text, ...] = ()  # what the method holds now
    charts: tuple[Chart, ...] = ()
    changes: tuple[Change, ...] = ()  # oldest first
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True)
class MethodFiles:
    """What a method's page is made from."""

    folder: Path  # the method's own in the run directory
    library: Path
    config: Mapping[str, Any]  # dotted key → value
    last_step: int  # newer records are of steps that a resume took back

    @cached_property
    def skills(self) -> list[Skill]:
        """Of any status, in order of admission; none where there is no library."""
        if not self.library.is_file():
            return []
        with library_data.reading(self.library) as connection:
            return Store(connection, None, read_only=True).skills()


def plain(title: str, text: str) -> Text:
    """A text as it is."""
    return Text(title, _cut((SAME, line) for line in text.splitlines()))


def difference(title: str, before: str, after: str) -> Text:
    """What changed between two texts, line by line."""
    old, new = before.splitlines(), after.splitlines()
    lines: list[tuple[str, str]] = []
    # Whole lines only: difflib's ndiff compares letters, too, and takes seconds for a hundred changed lines.
    for kind, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            lines += [(SAME, line) for line in old[i:j]]
        else:
            lines += [*((REMOVED, line) for line in old[i:j]), *((ADDED, line) for line in new[k:m])]
    return Text(title, _cut(lines))


def _cut(lines: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    kept = [(mark, line[:LINE_CHARS]) for mark, line in lines]
    more = [(SAME, f"… ({len(kept) - LINES_SHOWN} more lines)")] if len(kept) > LINES_SHOWN else []
    return (*kept[:LINES_SHOWN], *more)


def method_page(source: Source, config: Mapping[str, Any], rows: Sequence[Row]) -> dict[str, Any] | None:
    """The page of a run's method as JSON; None where there is no run, or its method has none.

    Charts get their values, and of very many changes only the newest are kept: ``left_out`` says how many are not.
    """
    name = config.get("method")
    make = declared(name).page if source.run and isinstance(name, str) and name in METHODS else ""
    if not make:
        return None
    # The name is a registered one, so it cannot lead out of the run directory.
    files = MethodFiles(source.run / name, source.library, config, rows[-1]["step"] if rows else 0)
    try:
        page = attribute_at(make)(files)
    except Exception as error:  # records of another version, damaged ones, or a foreign method's own mistake
        page = MethodPage(
            str(name), f"The records of this method cannot be read: {type(error).__name__}: {error}."
        )
    left_out = max(0, len(page.changes) - CHANGES_SHOWN)
    tables = tuple(replace(table, rows=table.rows[:ROWS_SHOWN]) for table in page.tables)
    told = asdict(replace(page, changes=page.changes[left_out:], tables=tables))
    keys = [key for chart in page.charts for key, _ in chart.lines]
    return told | {"left_out": left_out, "series": {key: _series(rows, key) for key in keys}}


def _series(rows: Sequence[Row], key: str) -> dict[str, list[float]]:
    points = [(row["step"], row[key]) for row in rows if row.get(key) is not None]
    shown = library_data.thinned(points, POINTS_SHOWN)
    return {"steps": [step for step, _ in shown], "values": [value for _, value in shown]}

"""What commands print: tables for people, JSON for programs. Results go to stdout, progress to stderr."""

from __future__ import annotations

import codecs
import json
import math
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Column, Table
from rich.text import Text

from skill1.cli.streams import result_stream
from skill1.evaluate.escaping import STEERING, plain

_NOT_ASCII = re.compile("[^ -~\n]")
LONGEST_WORD = 40  # that a table makes room for: longer ones, and texts without blanks, are folded
_BARE: dict[str, Any] = {"box": SIMPLE_HEAD, "padding": (0, 1, 0, 0), "show_edge": False}
WIDTH_IN_A_PIPE = 160  # rich would cut tables to 80 columns where nobody looks at a screen


class _HarmlessConsole(Console):
    """Whatever is printed, only the console's own styles reach the terminal as escape sequences."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """As text: a result or a name that came from elsewhere may hold anything."""
        for segment in super().render(renderable, options):
            is_plain = segment.control is not None or segment.text.isprintable()
            yield segment if is_plain else Segment(plain(segment.text), segment.style)


def make_console(*, stderr: bool = False) -> Console:
    """A console on stdout (results) or stderr (progress, so that ``--json`` output stays clean)."""
    stream = sys.stderr if stderr else sys.stdout
    return _HarmlessConsole(file=stream, width=None if stream.isatty() else WIDTH_IN_A_PIPE, highlight=False)


def say(line: str | Text, *, stderr: bool = False) -> None:
    """A line for people: never markup, and never broken, since it may hold a path or a command to copy."""
    make_console(stderr=stderr).print(Text(line) if isinstance(line, str) else line, soft_wrap=True)


def print_json(content: Any) -> None:
    """Indented JSON on stdout; numbers JSON has no word for become null.

    Characters that could steer a terminal are written as escapes: texts in it may come from a model.
    """
    stream = result_stream()
    # Letters beyond ASCII stay readable; only those that steer are escaped, one by one. Where the encoding may lack
    # some, all are escaped: a program must not get a question mark instead.
    is_utf8 = codecs.lookup(getattr(stream, "encoding", None) or "utf-8").name == "utf-8"
    text = json.dumps(_jsonable(content), indent=2, ensure_ascii=not is_utf8, default=str)
    stream.write(_NOT_ASCII.sub(_escaped, text) + "\n")


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    return json.dumps(character)[1:-1] if unicodedata.category(character) in STEERING else character


def make_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> RenderableType:
    """A plain table; cells are text, never markup, since they may come from a model."""
    table = _FittingTable(list(columns), [[show(cell) for cell in row] for row in rows])
    # Not as the table's own, which would be broken to the width of a narrow table: it may hold a path to copy.
    return Group(Text(title), table) if title else table


class _FittingTable:
    """A table that breaks no word: with less of a frame where it is narrow, or with a line for each cell."""

    def __init__(self, columns: list[str], rows: list[list[str]]) -> None:
        self._columns = columns
        self._rows = [[*row, *[""] * (len(columns) - len(row))] for row in rows]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        sizes = [_size(cells) for cells in zip(self._columns, *self._rows, strict=True)]
        # What lies between and around the columns: lines and blanks, or blanks alone.
        framed, bare = 3 * len(sizes) + 1, 2 * len(sizes) - 1
        for taken, style in ((framed, {}), (bare, _BARE)):
            widths = _widths(sizes, options.max_width - taken)
            # Names and values alone are a line for each cell already.
            if widths is not None or len(sizes) <= 2 or not self._rows:
                yield self._table(widths or [None] * len(sizes), **style)
                return
        for row in self._rows:
            lines = Table.grid(padding=(0, 2))
            for name, cell in zip(self._columns, row, strict=True):
                lines.add_row(_cell(name), _cell(cell))
            yield lines
            yield Text()

    def _table(self, widths: Sequence[int | None], **style: Any) -> Table:
        columns = zip(self._columns, widths, strict=True)
        table = Table(*(Column(_cell(name), width=width) for name, width in columns), **style)
        for row in self._rows:
            table.add_row(*map(_cell, row))
        return table


def _size(cells: Sequence[str]) -> tuple[int, int]:
    """Columns of a terminal that the longest word takes, and the longest line."""
    words = (cell_len(word) for cell in cells for word in cell.split())
    lines = (cell_len(line) for cell in cells for line in cell.splitlines())
    return min(max(words, default=0), LONGEST_WORD), max(lines, default=0)


def _widths(sizes: Sequence[tuple[int, int]], room: int) -> list[int] | None:
    """What each column gets of ``room``: all of its lines, or as much as the others, but its longest word at least."""
    if sum(least for least, _ in sizes) > room:
        return None
    level, width = 0, [least for least, _ in sizes]
    while level < max((most for _, most in sizes), default=0):
        level += 1
        more = [max(least, min(most, level)) for least, most in sizes]
        if sum(more) > room:
            break
        width = more
    return width


def _cell(text: str) -> Text:
    """Folded where it is narrow: two labels may differ at their ends. A part of a number, though, is another one."""
    return Text(text, overflow="fold" if any(map(str.isalpha, text)) else "ellipsis")


def print_result(console: Console, title: str, result: Mapping[str, Any]) -> None:
    """A mapping as one table of its plain values, then one for each mapping or list of mappings inside."""
    values = [(key, value) for key, value in result.items() if not _is_tabular(value)]
    if values:
        console.print(make_table(title, ("", "value"), values))
    for key, value in result.items():
        if _is_tabular(value):
            named = value if isinstance(value, Mapping) else dict(enumerate(value))
            # Rows need not have the same keys: each key gets a column, in the order in which it first appears.
            columns = list(dict.fromkeys(name for row in named.values() for name in row))
            rows = ([name, *(row.get(column, "") for column in columns)] for name, row in named.items())
            console.print(make_table(key, ("", *columns), rows))


def report(as_json: bool, title: str, result: Mapping[str, Any]) -> int:
    """What a command has to tell in the end, for a program or for a person; returns the exit code."""
    if as_json:
        print_json(result)
    else:
        print_result(make_console(), title, result)
    return 0


def report_line(as_json: bool, result: Any, line: str) -> int:
    """The same, for a person in one line."""
    if as_json:
        print_json(result)
    else:
        say(line)
    return 0


def show(value: Any) -> str:
    """One cell: floats with four significant digits, lists joined, None as a dash."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {show(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(show(inner) for inner in value)
    return str(value)


def _is_tabular(value: Any) -> bool:
    rows = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else []
    return bool(rows) and all(isinstance(row, Mapping) for row in rows)


def _jsonable(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _jsonable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_jsonable(inner) for inner in value]
    return value

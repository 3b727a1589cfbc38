"""Tables on a narrow terminal: whatever is in a cell can be read there."""

import io

from rich.console import Console

from skill1.run.progress import folded_table


def test_a_narrow_terminal_folds_long_words_and_cuts_none():
    table = folded_table(("identifier", "interval", "[bold]"))
    table.add_row("sk_4a1ab09f22", ".00–.30", "short")
    console = Console(file=io.StringIO(), width=24)
    console.print(table)
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= 24
    assert columns(lines, "│") == ["sk_4a1ab09f22", ".00–.30", "short"]
    assert columns(lines, "┃") == ["identifier", "interval", "[bold]"]


def columns(lines, border):
    """What stands in each column of the lines with such a border, put together."""
    rows = [line.split(border)[1:-1] for line in lines if border in line]
    return ["".join(part.strip() for part in column) for column in zip(*rows, strict=True)]

"""Tables for people: what they leave out where it is narrow."""

import io
import json
import sys

import pytest
from rich.console import Console
from rich.text import Text

from skill1.cli.output import make_console, make_table, print_json
from skill1.cli.streams import made_sturdy
from skill1.cli.viewer import _print
from skill1.evaluate.escaping import plain
from skill1.run.health import Alarm


def shown(width, *table):
    file = io.StringIO()
    Console(file=file, width=width).print(make_table(*table))
    return file.getvalue()


def test_labels_that_differ_at_their_ends_differ_in_a_narrow_table_too():
    arms = [f"household-skill1-tiny-[credit.selection={name}]" for name in ("trend", "ndcg")]
    text = shown(40, "", ("arm", *arms), [(arm, "1.0000", "2.0000") for arm in arms])
    in_one = "".join(character for character in text if character.isalnum())
    assert in_one.count("trend") == in_one.count("ndcg") == 3  # once as an arm, and as a head of each row


@pytest.mark.parametrize("width", [200, 80, 60, 30])
def test_no_width_breaks_a_word_or_a_number(width):
    columns = ("id", "similarity", "arm", "difference", "p")
    rows = [("sk_4a1a9aca90", "0.5000", "household-skill1", "0.12345678", "1.0000")] * 2
    text = shown(width, "", columns, rows)
    assert all(text.count(word) == 2 for word in rows[0]) and all(text.count(name) for name in columns)
    assert max(map(len, text.splitlines())) <= width


def test_a_path_in_a_title_is_in_one_line_above_a_narrow_table():
    title = "runs/household-skill1@100 → runs/household-skill1"
    assert shown(80, title, ("", "value"), [("same", 3)]).splitlines()[0].rstrip() == title


def test_an_alarm_is_not_broken_where_it_holds_a_command(capsys):
    knob = f"skill1 train --fork {'deep/' * 40}run --credit.lambda_distill 0.5"
    _print("r", 110, [Alarm("name", "metric", 1.0, "less", 3, knob, "why " * 60)], {})
    assert f"→ {knob}\n" in (told := capsys.readouterr().out) and told.count("\n") == 3


def test_what_steers_a_terminal_is_replaced_and_blanks_of_any_kind_stay(capsys):
    text = "a\tb\N{NO-BREAK SPACE}c\N{IDEOGRAPHIC SPACE}d\ne"
    assert plain(text) == text
    assert plain("\x1b[2J\x9b\u202e\u2028\ud83d") == "\ufffd[2J" + "\ufffd" * 4
    make_console().print(Text("b\N{NO-BREAK SPACE}c\x1b[2J"))
    assert capsys.readouterr().out == "b\N{NO-BREAK SPACE}c\ufffd[2J\n"


@pytest.mark.parametrize(("encoding", "is_readable"), [("latin-1", False), ("ascii", False), ("UTF8", True)])
def test_json_loses_no_letter_whatever_the_encoding(monkeypatch, encoding, is_readable):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", made_sturdy(io.TextIOWrapper(raw, encoding=encoding)))
    print_json(content := {"text": "é → \N{CJK UNIFIED IDEOGRAPH-718A}\x1b"})
    sys.stdout.flush()
    assert json.loads(text := raw.getvalue().decode(encoding)) == content
    assert ("→" in text) == is_readable and "\\u001b" in text

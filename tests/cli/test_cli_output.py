"""What commands print: texts that would steer a terminal, a page or a prompt do no harm; tables fit a narrow one."""

import io
import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text

from skill1.cli import main
from skill1.cli.library_text import plain
from skill1.cli.output import make_console, make_table, print_json, print_result
from skill1.cli.streams import made_sturdy
from skill1.cli.viewer import _print
from skill1.evaluate import escaping
from skill1.run.health import Alarm
from skill1.schema import Skill
from tests.library.test_catalogue import commit_row, write_library

NAME = "<script>alert(1)</script> </skill> <|im_end|>"
STEERING = "\x1b[31m\x1b]0;title\x07\x9b2J\u202e\u2066\u200b\ufeff\x00\x08\r\nsecond line [bold]x[/bold]"
HOSTILE = f"{NAME} {STEERING}"
EVIL = Skill(
    "sk_evil\x1b[2J\u202e",
    HOSTILE,
    HOSTILE,
    0.5,
    2,
    1,
    1,
    1,
    f"s0-000001-t00-r0{STEERING}",
    parents=("sk_evil\x1b[2J\u202e", STEERING),
    env=STEERING,
    extra={STEERING: [HOSTILE]},
)
EVENTS = [
    ("added", 1, HOSTILE, EVIL.id, 0, 0.5),
    (STEERING, 1, HOSTILE, EVIL.id, 0, 0.5),
    ("used", 1, HOSTILE, EVIL.id, 0, 1.0),
]


@pytest.fixture
def library(tmp_path):
    """Written past the border that neutralises, as only a forged file can be."""
    return write_library(tmp_path / "evil.sqlite", [EVIL], events=EVENTS, commits=[commit_row(1, step=1, size=1)])


def steers(character):
    return character != "\n" and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


COMMANDS = {
    "list": ["list", "LIBRARY"],
    "list all": ["list", "LIBRARY", "--status", "all"],
    "show": ["show", "LIBRARY", "sk_evil"],
    "search": ["search", "LIBRARY", "script alert second line"],
    "why": ["why", "LIBRARY", "sk_evil"],
    "diff": ["diff", "EMPTY", "LIBRARY"],
    "diff back": ["diff", "LIBRARY", "EMPTY"],
    "stats": ["stats", "LIBRARY"],
    "check": ["check", "LIBRARY"],
    "prune": ["prune", "LIBRARY", "--below", "1"],
    "pin": ["pin", "LIBRARY", "sk_evil"],
    "ban": ["ban", "LIBRARY", "sk_evil"],
    "edit": ["edit", "LIBRARY", "sk_evil", "--strategy", "say \x1b[31m"],
    "export": ["export", "LIBRARY", "OUT"],
    "merge": ["merge", "NEW", "LIBRARY"],
    "two with one beginning": ["show", "LIBRARY", "sk_none\x1b[2J"],
}


def test_whatever_a_command_prints_steers_no_terminal(capsys):
    """A result of somebody else's, which `skill1 compare` reads, may have any name."""
    console = make_console()
    console.print(make_table(HOSTILE, (HOSTILE, "b"), [(HOSTILE, 1.0)]))
    console.print(f"• {HOSTILE}", markup=False)
    print_result(console, HOSTILE, {HOSTILE: HOSTILE, "rows": [{HOSTILE: HOSTILE}]})
    text = capsys.readouterr().out
    assert not [character for character in text if steers(character)] and "alert(1)" in text


@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_printed_steers_anything(library, tmp_path, capfd, command, as_json):
    write_library(tmp_path / "empty.sqlite", [])
    names = {
        "LIBRARY": library,
        "EMPTY": tmp_path / "empty.sqlite",
        "OUT": tmp_path / "out",
        "NEW": tmp_path / "n.sqlite",
    }
    tokens = [str(names.get(word, word)) for word in COMMANDS[command]]
    assert main(["library", *tokens, *(["--json"] if as_json else [])]) in (0, 1)
    printed = "".join(capfd.readouterr())
    assert printed and [character for character in printed if steers(character)] == []
    if not as_json:
        assert "<script" not in printed and "<|im_end|>" not in printed and "</skill>" not in printed


def test_texts_are_told_as_they_are_without_being_markup(library, capsys):
    assert main(["library", "show", str(library), "sk_evil"]) == 0
    printed = capsys.readouterr().out
    assert "[bold]x[/bold]" in printed and "‹script›alert(1)‹/script›" in printed


def test_json_keeps_every_character(library, capsys):
    assert main(["library", "show", str(library), "sk_evil", "--json"]) == 0
    skill = json.loads(capsys.readouterr().out)
    assert (skill["id"], skill["description"], skill["extra"]) == (EVIL.id, HOSTILE, dict(EVIL.extra))


def test_no_steering_character_at_all_is_printed(capsys):
    # Apart, or two lone surrogates would be read as one pair.
    all_of_them = " ".join(c for c in map(chr, range(0x110000)) if steers(c) or c == "\n")
    print_json(all_of_them)
    printed = capsys.readouterr().out
    assert json.loads(printed) == all_of_them and not any(map(steers, printed))
    assert plain(all_of_them) == ""


@given(st.text(st.characters(blacklist_categories=("Cs",))))
def test_json_is_exact_and_plain_is_plain(text):
    from contextlib import redirect_stdout
    from io import StringIO

    with redirect_stdout(StringIO()) as out:
        print_json({"text": text})
    assert json.loads(out.getvalue()) == {"text": text}
    assert not any(steers(character) for character in out.getvalue())
    assert not any(steers(character) for character in plain(text)) and "\n" not in plain(text)
    assert len(plain(text, 5)) <= 5


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
    assert escaping.plain(text) == text
    assert escaping.plain("\x1b[2J\x9b\u202e\u2028\ud83d") == "\ufffd[2J" + "\ufffd" * 4
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

"""Skills whose texts would steer a terminal, a page or a prompt are printed harmlessly by every command."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.cli import main
from skill1.cli.library_text import plain
from skill1.cli.output import make_console, make_table, print_json, print_result
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

"""`skill1 envs play` on pages: which split it opens, what it prints, what it refuses; and with `--text`."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from skill1.cli import main
from tests.webshop.items import write_few
from tests.webshop_browser.conftest import Shopper


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_few(tmp_path)


@pytest.fixture
def served(monkeypatch) -> list[tuple[object, str, int]]:
    """What would be served, instead of serving it."""
    calls = []

    def note(make, port, announce, purpose):
        calls.append((make(), port))
        announce(f"http://127.0.0.1:{port}")
        raise KeyboardInterrupt

    monkeypatch.setattr("skill1.cli.envs.serve_app", note)
    return calls


def opened_path(capsys, port: int) -> str:
    """Of the address that was printed."""
    return capsys.readouterr().out.partition("\n")[0].removeprefix(f"open http://127.0.0.1:{port}")


def play(folder: Path, *more: str) -> int:
    return main(["envs", "play", "webshop", "--env.data", str(folder), "--env.goals", "human", *more])


def test_the_list_of_goals_or_one_goal_is_opened(folder, served, capsys):
    assert play(folder, "--port", "8123") == 0
    app, port = served.pop()
    page = Shopper(app, opened_path(capsys, port)).text
    assert port == 8123
    assert "2 goals" in page and "an oak lamp" in page and "product_disjoint_test" in page
    assert play(folder, "--split", "product_disjoint_train", "--task", "1") == 0
    app, port = served.pop()
    shopper = Shopper(app, opened_path(capsys, port))
    assert "an oak lamp" in shopper.text and "/shop/" in shopper.path and port == 0
    assert "webshop/product_disjoint_train/" in shopper.text


def test_wrong_goals_and_splits_are_named(folder, served, capsys):
    assert play(folder, "--task", "99") == 1 and "no task '99'" in capsys.readouterr().err
    assert play(folder, "--split", "nonsense") == 1 and "nonsense" in capsys.readouterr().err
    assert served == []


def test_with_text_it_plays_in_the_terminal(folder, served, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("search[oak lamp]\n"))
    assert play(folder, "--text", "--split", "product_disjoint_train") == 0
    assert "Back to Search" in capsys.readouterr().out and served == []
    assert play(folder, "--text", "--port", "8123") == 2
    assert "leave out --port" in capsys.readouterr().err


def test_control_characters_do_not_reach_the_terminal(tmp_path, capsys, monkeypatch):
    write_few(tmp_path, "an oak \x1b]0;owned\x07 lamp", name="oak lamp \x1b[2J")
    monkeypatch.setattr(sys, "stdin", io.StringIO("search[oak lamp]\n"))
    assert play(tmp_path, "--text", "--split", "product_disjoint_test") == 0
    shown = capsys.readouterr().out
    assert "\ufffd[2J" in shown and "\x1b" not in shown and "\x07" not in shown

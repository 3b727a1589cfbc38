"""The corpus that ships in ``data/search``: made again, and played."""

import re
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.config import EnvConfig
from skill1.env.check import check_suite
from skill1_envs.search import SearchSuite
from tests.search_generate.conftest import lines

pytest.importorskip("nltk")
READY = Path(__file__).parents[2] / "data" / "search"
LARGEST = 300_000  # bytes


def test_the_command_of_its_readme_makes_the_same_bytes(tmp_path, capsys):
    text = (READY / "README.md").read_text(encoding="utf-8")
    words = re.search(r"skill1 (envs make-corpus search OUT .*)", text)[1].split()
    out = tmp_path / "corpus"
    assert main([str(out) if word == "OUT" else word for word in words]) == 0
    assert f"--env.data {out}" in capsys.readouterr().out.replace("\n", "")
    made = sorted(path.relative_to(out) for path in out.rglob("*") if path.is_file())
    assert sorted(path.relative_to(READY) for path in READY.rglob("*") if path.is_file()) == sorted(
        [*made, Path("README.md")]
    )
    assert all((READY / name).read_bytes() == (out / name).read_bytes() for name in made)
    assert sum(path.stat().st_size for path in READY.rglob("*") if path.is_file()) < LARGEST


def test_it_keeps_the_contract():
    suite = SearchSuite(EnvConfig(name="search", data=str(READY), max_steps=4))
    assert suite.splits() == {"eval": 6, "test": 36, "train": 48}
    assert list(suite.task_types()) == ["one_hop", "two_hop", "comparison"]
    assert check_suite(suite) == []


def test_its_answers_win():
    suite = SearchSuite(EnvConfig(name="search", data=str(READY), max_steps=4))
    for split in suite.splits():
        env = suite.make(split)
        for index, row in enumerate(lines(READY / "questions" / f"{split}.jsonl")):
            for target in row["ground_truth"]["target"]:
                env.reset(task_index=index)
                assert env.step(f"<answer>{target}</answer>")[4]["won"]


def test_numbers_that_make_no_corpus(tmp_path, capsys):
    assert main(["envs", "make-corpus", "search", str(tmp_path / "x"), "--train", "-1"]) == 2
    assert main(["envs", "make-corpus", "household", str(tmp_path / "x")]) == 1
    assert "has no pages to search in" in capsys.readouterr().err

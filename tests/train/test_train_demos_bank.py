"""Demonstrations under a bank: its skills stand in every prompt as they do in training, whichever the file format."""

import json
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.config import LibraryConfig
from skill1.library import Library
from skill1.policy.tokens import Tokens
from skill1.schema import Skill
from skill1.train.demos import read_demos
from tests.train.test_train_demos_export import CHAT, byte_tokenizer, loaded, long_answers

ROOT = Path(__file__).parents[2]
BANK = ROOT / "tests" / "golden" / "skillrl" / "alfworld_skills.json"
GENERAL = json.loads(BANK.read_text(encoding="utf-8"))["general_skills"]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("chat")
    byte_tokenizer().save_pretrained(folder)
    return str(folder)


def demos(model, output, *words):
    common = ["--library.init", str(BANK), "--env.data", str(ROOT / "data" / "alfworld"), "--model.path", model]
    assert main(["demos", *common, "--library.encoder=hashing", "--n", "3", "--output", str(output), *words]) == 0


def in_words(text):
    return " ".join(text.split())


def holds(text, entry):
    return in_words(entry["principle"]) in in_words(text)


def test_skillrls_demonstrations_show_the_bank(model, tmp_path):
    demos(model, tmp_path / "demos.gz", "--config", "alfworld/skillrl")
    tokens = Tokens.load(model)
    rows = [tokens.decode(row.ids) for demo in read_demos(tmp_path / "demos.gz", tokens) for row in demo.rows]
    assert len(rows) >= 3
    assert all([holds(row, entry) for entry in GENERAL] == [True] * 6 + [False] * 6 for row in rows)


def test_llama_factorys_examples_show_the_bank_too(model, tmp_path):
    demos(model, tmp_path / "data", "--config", "alfworld/skillrl", "--format", "llama-factory")
    said = loaded(tmp_path / "data", "skill1_alfworld_sharegpt")
    assert said == loaded(tmp_path / "data", "skill1_alfworld_alpaca") and len(said) >= 3
    for (_, user), _ in said:
        assert [holds(user, entry) for entry in GENERAL] == [True] * 6 + [False] * 6


def test_a_method_that_shows_one_skill_demonstrates_with_one_of_the_bank(model, tmp_path):
    words = ["--config", "alfworld/grpo_bank", "--library.similarity_threshold=-1", "--format", "llama-factory"]
    words += ["--agent.profile=alfworld"]  # which shows it at every turn
    demos(model, tmp_path / "data", *words)
    entries = json.loads(BANK.read_text(encoding="utf-8"))
    texts = [entry["principle"] for entry in GENERAL]
    texts += [entry["principle"] for of_one in entries["task_specific_skills"].values() for entry in of_one]
    texts += [entry["how_to_avoid"] for entry in entries["common_mistakes"]]
    for (_, user), _ in loaded(tmp_path / "data", "skill1_alfworld_alpaca"):
        assert sum(in_words(text) in in_words(user) for text in texts) == 1


def test_skill1s_worlds_begin_with_the_given_library(model, tmp_path):
    with Library.open(tmp_path / "start.sqlite", LibraryConfig(encoder="hashing"), create=True) as library:
        library.add_skills([Skill("given", "house oak hill egg heat", "the egg is in the blue box", 0.5)], step=0)
    words = ["demos", "--config", "household/skill1", "--library.init", str(tmp_path / "start.sqlite")]
    words += ["--model.path", model, *CHAT, *long_answers(), "--library.similarity_threshold=-1"]
    assert main([*words, "--n", "4", "--format", "llama-factory", "--output", str(tmp_path / "data")]) == 0
    asked = [user for (_, user), _ in loaded(tmp_path / "data", "skill1_household_alpaca")]
    assert any("the egg is in the blue box" in user for user in asked)


def test_a_method_with_a_bank_demands_one(model, tmp_path, capsys):
    words = ["demos", "--config", "alfworld/skillrl", "--n", "3", "--output", str(tmp_path / "d.gz")]
    assert main(words) == 1
    assert "--library.init FILE" in capsys.readouterr().err

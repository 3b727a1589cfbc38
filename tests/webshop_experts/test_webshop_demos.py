"""Demonstrations of shopping through the real episodes, for a chat model and for a tiny policy; and the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill1.agent.profile import load_profile
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1_envs.webshop.experts import main as table
from tests.policy.qwen_tokenizers import QWEN25, qwen_tokens
from tests.webshop.items import make_row, write_catalogue

pytest.importorskip("torch")
from skill1.train.demos import play_expert  # noqa: E402
from skill1.train.start import start_tokens  # noqa: E402

COLOURS = ("Red", "Green", "Amber", "Black")
KINDS = ("Desk Lamp", "Tea Mug", "Wool Scarf", "Oak Shelf")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Sixteen products with a goal each; one goal cannot be satisfied, one only by clicks that the shop mistakes."""
    rows, wishes = [], {}
    for place in range(16):
        colour, kind, asin = COLOURS[place % 4], KINDS[place // 4], f"B0000000{place:02}"
        sizes = {"Size": [{"value": "Small"}, {"value": "Large"}]}
        rows.append(
            make_row(asin, name=f"{colour} {kind}", query=kind, full_description=kind, customization_options=sizes)
        )
        wishes[asin] = [
            {
                "instruction": f"i need a {kind} that is {colour} in large".lower(),
                "instruction_attributes": [colour.lower()],
                "instruction_options": ["large"],
            }
        ]
    rows[15]["customization_options"] = {
        "Size": [{"value": "Large"}],
        "Fit": [{"value": "Large"}, {"value": "Wide"}],
    }
    wishes[rows[15]["asin"]][0]["instruction_options"] = ["large", "wide"]
    wishes[rows[14]["asin"]][0]["instruction_attributes"] = ["cordless"]
    return write_catalogue(tmp_path_factory.mktemp("shop"), rows, instructions=wishes)


@pytest.fixture(scope="module")
def chat_tokens(tmp_path_factory) -> Path:
    """A tokenizer and the name of its model: demonstrations need no weights."""
    path = tmp_path_factory.mktemp("chat")
    qwen_tokens(QWEN25).tokenizer.save_pretrained(path)
    (path / "config.json").write_text('{"model_type": "qwen2"}', encoding="utf-8")
    return path


def played(config, kind: str, episodes: int):
    profile = load_profile(config.agent.profile, config.agent.prompts, env="webshop")
    tokens = start_tokens(config, make_suite(config.env), profile)
    return list(play_expert(config, tokens, episodes=episodes, kind=kind, seed=0)), tokens


def overrides(folder: Path) -> list[str]:
    shared = ("--env.train_split=product_disjoint_train", "--env.goals=human", "--env.max_steps=15")
    return [f"--env.data={folder}", "--library.encoder=hashing", *shared]


@pytest.mark.parametrize(
    ("profile", "kind"),
    [("webshop", "oracle"), ("webshop", "sloppy"), ("generic", "sloppy"), ("skillrl", "oracle")],
)
def test_a_chat_model_is_shown_answers_in_its_own_form(folder, chat_tokens, profile, kind):
    limits = ("--model.max_prompt_tokens=60000", "--sampling.distill_tokens=2000", "--sampling.act_tokens=600")
    model = (f"--model.path={chat_tokens}", f"--agent.profile={profile}")
    config = load_config("webshop/skill1", [*overrides(folder), *limits, *model])
    episodes, _ = played(config, kind, 16)
    segments = [segment for episode in episodes for segment in episode.segments]
    assert len(episodes) == 16 and all(segment.finish_reason == "stop" for segment in segments)
    assert all(segment.valid for segment in segments if segment.stage != "distill")
    acts = [segment.text for segment in segments if segment.stage == "act"]
    assert all("<think>" in text and text.endswith("</action>") for text in acts)
    assert all(turn.action.startswith(("search[", "click[")) for episode in episodes for turn in episode.turns)
    won = sum(episode.success for episode in episodes)
    assert won >= 14 if kind == "oracle" else 2 <= won <= 14
    assert all(episode.draft is not None for episode in episodes if episode.success)


@pytest.mark.parametrize("kind", ["oracle", "sloppy"])
def test_a_tiny_policy_can_say_all_that_a_shopper_says(folder, kind):
    episodes, tokens = played(load_config("webshop/tiny", overrides(folder)), kind, 40)
    segments = [segment for episode in episodes for segment in episode.segments]
    assert len(episodes) == 40
    assert all(segment.valid and segment.finish_reason == "stop" for segment in segments)
    assert all(tokens.tokenizer.unk_token_id not in segment.response_ids for segment in segments)
    won = sum(episode.success for episode in episodes)
    assert won >= 30 if kind == "oracle" else 8 <= won <= 36
    assert {"query", "act", "distill"} <= {segment.stage for segment in segments}
    assert {turn.action for episode in episodes for turn in episode.turns} >= {"click[large]", "click[buy now]"}


def test_the_table_lists_what_was_not_won(folder, capsys):
    assert table(["--data", str(folder)]) == 1  # 14 of 15 satisfiable goals
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["split", "goals", "satisfiable", "won", "mean", "score", "mean", "steps"]
    totals = [sum(int(line.split()[column]) for line in lines[1:4]) for column in (1, 2, 3)]
    assert totals == [16, 15, 14]
    assert len(lines) == 5 and lines[4].endswith("two options share the value 'large'")


def test_the_table_of_the_sloppy_shopper_and_of_no_data(folder, capsys, tmp_path):
    assert table(["--data", str(folder), "--expert", "sloppy", "--split", "product_disjoint_train"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert table(["--data", str(tmp_path / "none")]) == 1
    assert "is not a folder" in capsys.readouterr().err

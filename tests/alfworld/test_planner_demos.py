"""Demonstrations of the oracle on ALFWorld's games, for a tiny policy and for a chat model, and learning from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill1.agent.profile import load_profile
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.schema import STAGES

pytest.importorskip("torch")
from skill1.policy.tokens import Tokens  # noqa: E402
from skill1.train.demos import play_expert, read_demos, write_demos  # noqa: E402
from skill1.train.sft import run_sft  # noqa: E402
from skill1.train.start import start_tokens  # noqa: E402
from tests.policy.qwen_tokenizers import QWEN25, qwen_tokens  # noqa: E402

GAMES = Path(__file__).parents[2] / "data" / "alfworld"
ENV = (f"--env.data={GAMES}", "--train.threads=1", "--library.encoder=hashing", "--env.max_steps=50")


@pytest.fixture(scope="module")
def chat_model(tmp_path_factory) -> Path:
    """A random one-layer chat model."""
    from transformers import Qwen2Config, Qwen2ForCausalLM

    folder, tokens = tmp_path_factory.mktemp("chat") / "model", qwen_tokens(QWEN25)
    size = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 1}
    positions = {"num_key_value_heads": 1, "max_position_embeddings": 16384}
    model = Qwen2ForCausalLM(Qwen2Config(vocab_size=len(tokens), **size, **positions))
    model.save_pretrained(folder)
    tokens.save(folder)
    return folder


def chat_config(folder: Path, *overrides: str):
    return load_config("alfworld/paper", [*ENV, f"--model.path={folder}", "--model.device=cpu", *overrides])


def tiny_config(*overrides: str):
    return load_config("alfworld/tiny", [*ENV, *overrides])


def played(config, episodes: int):
    profile = load_profile(config.agent.profile, env="alfworld")
    tokens = start_tokens(config, make_suite(config.env), profile)
    return list(play_expert(config, tokens, episodes=episodes, kind="oracle", seed=0)), tokens


@pytest.mark.parametrize("text_version", ["0.4", "0.3"])
def test_a_tiny_policy_can_say_all_that_the_oracle_says(text_version) -> None:
    episodes, tokens = played(tiny_config(f"--env.text_version={text_version}", "--env.train_split=valid_seen"), 9)
    assert {episode.task.split for episode in episodes} == {"valid_seen"}
    segments = [segment for episode in episodes for segment in episode.segments]
    assert len(episodes) == 9 and all(episode.success for episode in episodes)
    assert all(segment.valid and segment.finish_reason == "stop" for segment in segments)
    assert all(tokens.tokenizer.unk_token_id not in segment.response_ids for segment in segments)
    assert all(episode.draft is not None for episode in episodes)


@pytest.mark.parametrize("profile", ["alfworld", "generic", "verl-agent", "skillrl", "retroagent"])
def test_a_chat_model_is_shown_answers_in_its_own_form(chat_model, profile) -> None:
    episodes, _ = played(chat_config(chat_model, f"--agent.profile={profile}"), 3)
    segments = [segment for episode in episodes for segment in episode.segments]
    assert all(episode.success and episode.draft is not None for episode in episodes)
    assert all(segment.valid and segment.finish_reason == "stop" for segment in segments)
    acts = [segment.text for segment in segments if segment.stage == "act"]
    assert acts and all("<think>" in text and text.endswith("</action>") for text in acts)


def test_later_rounds_choose_among_skills_and_a_chat_model_learns_from_it(
    chat_model, tmp_path, monkeypatch
) -> None:
    suite = type(make_suite(tiny_config().env))
    # The ready set is small; rounds of two fill the library within it as 32 of a whole split do.
    rounds = lambda self, kind, episodes, seed: iter([[list(self.tasks("train")[:2])] * (episodes // 2)])  # noqa: E731
    monkeypatch.setattr(suite, "demo_worlds", rounds)
    config = chat_config(chat_model, "--sft.batch_size=2", "--sft.epochs=1", "--sft.warmup_updates=0")
    data, output = tmp_path / "demos.jsonl.gz", tmp_path / "model"
    assert write_demos(config, episodes=8, kind="oracle", seed=0, output=data)["success_rate"] == 1
    tokens = Tokens.load(chat_model)
    rows = [row for demo in read_demos(data, tokens) for row in demo.rows]
    spans = [(STAGES[stage], row.ids[start:end]) for row in rows for stage, start, end in row.spans]
    said = {stage: [tokens.decode(ids) for name, ids in spans if name == stage] for stage in STAGES}
    assert all(said.values()) and all(ids[-1] == tokens.eos_id for _, ids in spans)
    assert all(text.startswith("<rank>") and text.endswith("</rank>") for text in said["rerank"])
    assert all(text.endswith("</query>") for text in said["query"])
    result = run_sft(config, data, output)
    assert result["updates"] == 4 and all(result[stage] > 0 for stage in STAGES)
    assert Tokens.load(output).tokenizer.chat_template == QWEN25

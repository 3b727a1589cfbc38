"""`alfworld/tiny` from nothing on the games of the repository: training, resuming, evaluating."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from skill1.agent.profile import load_profile
from skill1.config import TINY, EnvConfig
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.errors import ConfigError

pytest.importorskip("torch")
from skill1 import Skill1Trainer  # noqa: E402
from skill1.cli import main  # noqa: E402
from skill1.policy.tiny import words_of  # noqa: E402
from skill1.policy.tokens import Tokens  # noqa: E402
from skill1.train.start import TINY_FOLDER, start_weights  # noqa: E402

GAMES = Path(__file__).parents[2] / "data" / "alfworld"
SHORT = [
    *(f"--env.data={GAMES}", "--env.max_steps=4", "--train.threads=1", "--train.tasks_per_step=2"),
    *("--train.group_size=2", "--train.checkpoint_every=1"),
]


def tiny(*overrides):
    return load_config("alfworld/tiny", [*SHORT, *overrides])


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run of two steps."""
    run = tmp_path_factory.mktemp("tiny") / "run"
    Skill1Trainer(tiny("--train.steps=2"), run).train()
    return run


def weights_of(run, step):
    return (run / "checkpoints" / f"step_{step:06d}" / "model.safetensors").read_bytes()


def test_training_makes_its_own_policy_and_moves_it(finished):
    rows = [json.loads(line) for line in (finished / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["step"] for row in rows] == [1, 2]
    assert all(row["errors/episodes"] == row["prompt/shortened"] == 0 for row in rows)
    assert all(row["tokens/trained"] > 0 for row in rows)
    assert (finished / TINY_FOLDER / "config.json").is_file()
    assert weights_of(finished, 2) != (finished / TINY_FOLDER / "model.safetensors").read_bytes()


def test_it_can_be_evaluated(finished, capsys):
    assert main(["eval", str(finished), "--split", "valid_seen", "--eval.limit", "2", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["tasks"], result["errors"], result["split"]) == (2, 0, "valid_seen")


def test_every_word_of_games_and_prompts_is_known(finished):
    """Observations, commands and the grammar of the prompts, over openings and one look around in every game."""
    tokens = Tokens.load(finished / TINY_FOLDER)
    suite = make_suite(EnvConfig(name="alfworld", data=str(GAMES)))
    templates = load_profile("compact", env="alfworld").templates
    texts = [part for name, t in templates.items() if name != "candidate" for part in t.parts[::2]]
    texts += ["when a do a rated new poor fair good great k1 ;", "result success fail", "pick : k1 k5 none"]
    for split in suite.splits():
        env = suite.make(split)
        for task in suite.tasks(split):
            first = env.reset(task_index=task.index)
            texts += [task.instruction, first.text, *first.admissible]
            texts += [env.step(command)[0].text for command in first.admissible]
    unknown = tokens.tokenizer.unk_token_id
    assert [text for text in texts if unknown in tokens.encode(text.lower())] == []
    longest = max(len(tokens.encode(text)) for text in texts)
    assert 2 * longest < tiny().model.max_prompt_tokens


def test_the_words_are_the_tokenizers(finished):
    tokens, text = Tokens.load(finished / TINY_FOLDER), "You arrive at cabinet 1. The (closed) cabinet's door; a b"
    assert len(words_of(text)) == len(tokens.encode(text))


def test_the_policy_is_made_once_and_by_seed(tmp_path):
    suite, profile = make_suite(tiny().env), load_profile("compact", env="alfworld")
    folders = [
        Path(start_weights(tiny(f"--seed={seed}"), tmp_path / name, suite, profile))
        for seed, name in [(0, "a"), (0, "b"), (1, "c")]
    ]
    first, same, other = ((folder / "model.safetensors").read_bytes() for folder in folders)
    assert first == same != other
    (folders[0] / "model.safetensors").write_bytes(b"mine")
    (tmp_path / "d" / f".{TINY_FOLDER}.partial").mkdir(parents=True)  # a kill left half a policy
    assert start_weights(tiny(), tmp_path / "a", suite, profile) == str(folders[0])
    assert (folders[0] / "model.safetensors").read_bytes() == b"mine"
    start_weights(tiny(), tmp_path / "d", suite, profile)
    assert [path.name for path in (tmp_path / "d").iterdir()] == [TINY_FOLDER]


def test_what_cannot_be_tiny_is_refused(tmp_path):
    class Wordless:
        name = "wordless"

    with pytest.raises(ConfigError, match=r"'wordless' has no vocabulary"):
        start_weights(tiny(), tmp_path, Wordless(), load_profile("compact", env="alfworld"))
    with pytest.raises(ConfigError, match=r"agent\.profile = 'alfworld'.*compact"):
        tiny("--agent.profile=alfworld")
    config = tiny()
    named = replace(config, model=replace(config.model, path="some/model"))
    assert start_weights(named, tmp_path, Wordless(), load_profile("alfworld")) == "some/model"
    assert TINY == config.model.path

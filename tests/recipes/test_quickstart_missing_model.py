"""A model folder that is not there is named at once, and nobody looks for it in the network."""

import pytest

from skill1.config import ModelConfig
from skill1.config.load import load_config
from skill1.errors import DataError
from skill1.models.hub import require_start_model
from skill1.policy.load import load_model
from skill1.policy.tokens import Tokens
from skill1.train.trainer import Skill1Trainer


@pytest.fixture(autouse=True)
def no_hub(monkeypatch, tmp_path):
    def refuse(*_args, **_kwargs):
        raise AssertionError("the hub was asked")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("transformers.AutoTokenizer.from_pretrained", refuse)
    monkeypatch.setattr("transformers.AutoModelForCausalLM.from_pretrained", refuse)


@pytest.mark.parametrize("source", ["runs/absent", "./absent", "/no/such/place", "absent"])
def test_model_and_tokenizer(source):
    for load in (Tokens.load, lambda path: load_model(ModelConfig(path=path))):
        with pytest.raises(DataError, match=f"no model folder '{source}'.*--model.path"):
            load(source)


def test_training_says_how_to_make_the_cold_start_and_leaves_no_directory(tmp_path):
    with pytest.raises(
        DataError, match="skill1 quickstart household, or skill1 demos .*household-cold-start"
    ) as caught:
        Skill1Trainer(load_config("household/skill1"), tmp_path / "run").train()
    assert "\n" not in str(caught.value) and not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("config", "command"),
    [
        ("alfworld/homes/skill1", "skill1 quickstart alfworld, or"),
        ("webshop/smollm2/grpo", "skill1 quickstart webshop --model smollm2-135m$"),
    ],
)
def test_the_quickstart_is_that_of_the_environment(config, command):
    with pytest.raises(DataError, match=f"Make it: type {command}"):
        require_start_model(load_config(config))

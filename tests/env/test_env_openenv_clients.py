"""The real clients play our OpenEnv server: OpenEnv's own, verifiers, TRL; each is skipped where it is not installed.

None of them is a dependency of ours; each wants an environment of its own, with pytest, skill1[openenv,webshop] and
`pip install openenv`, `pip install verifiers openenv`, or `pip install trl`. Tried with openenv 0.10.0 and 0.4.1,
openenv-core 0.3.0, verifiers 0.4.0 and TRL 1.16.0: twenty episodes of ALFWorld and of WebShop each, and the rewards are
those of our own engine.
"""

import asyncio
import contextlib
import json
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest

pytest.importorskip("websockets")
pytest.importorskip("uvicorn")
pytest.importorskip("httpx")

from dataclasses import replace

from skill1.env.registry import opened_suite
from skill1.env.trl import as_trl_environment, trl_rows
from tests.docs.test_own_environment import ADAPTERS, block
from tests.env.openenv_worlds import EPISODES, config_of, plays, serving

NAMES = ("alfworld", "webshop")


@pytest.fixture(scope="module", params=NAMES)
def world(request):
    """Name and address of a server over the data that come with the repository."""
    if request.param == "webshop":
        for package in ("regex", "nltk", "textblob"):
            pytest.importorskip(package)
    with serving(config_of(request.param)) as url:
        yield request.param, url


def http(url):
    return url.replace("openenv://", "http://")


def test_the_plays_are_worth_comparing(world):
    played = plays(world[0])
    assert len(played) == EPISODES and any(play.reward == 1.0 for play in played)
    assert any(play.reward < 1.0 for play in played)


def test_openenvs_validator_passes(world):
    pytest.importorskip("openenv")
    from openenv.cli._validation import validate_running_environment

    report = validate_running_environment(http(world[1]))
    assert report["passed"], report
    assert report["standard_profile"] == "openenv-http/1.x" and report["mode"] == "simulation"
    command = [sys.executable, "-m", "openenv.cli", "validate", "--url", http(world[1])]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_openenvs_client_plays_and_is_paid_the_same(world):
    pytest.importorskip("openenv")
    from openenv.core.generic_client import GenericEnvClient

    name, url = world
    for play in plays(name):
        with GenericEnvClient(base_url=http(url)).sync() as client:
            result = client.reset(split=play.split, task_index=play.index)
            texts, paid = [result.observation["text"]], 0.0
            for action in play.actions:
                assert not result.done
                result = client.step({"command": action})
                texts.append(result.observation["text"])
                paid += result.reward or 0.0
            state = client.state()
        assert (tuple(texts), result.done, paid) == (play.texts, play.done, play.reward)
        assert state["step_count"] == len(play.actions)


def test_the_documented_client(capsys):
    pytest.importorskip("openenv")
    code = block("python", "GenericEnvClient", ADAPTERS)
    with serving(config_of("alfworld")) as url:
        exec(code.replace("http://127.0.0.1:8000", http(url)), {})
    assert capsys.readouterr().out.endswith(" 0.0 False\n")


def test_many_of_openenvs_clients_play_at_once(world):
    pytest.importorskip("openenv")
    from openenv.core.generic_client import GenericEnvClient

    name, url = world

    async def paid(play):
        async with GenericEnvClient(base_url=http(url)) as client:
            await client.reset(split=play.split, task_index=play.index)
            return sum([(await client.step({"command": action})).reward for action in play.actions])

    async def all_at_once():
        return await asyncio.gather(*(paid(play) for play in plays(name)))

    assert asyncio.run(all_at_once()) == [play.reward for play in plays(name)]


class Player:
    """What verifiers calls a seat, without a model: answers with the commands of a play."""

    def __init__(self, actions):
        self.left, self.told, self.rewards = list(actions), [], {}
        self.trace = SimpleNamespace(stop=lambda why: None, record_reward=self.rewards.__setitem__)

    @contextlib.asynccontextmanager
    async def interaction(self, task):
        yield self

    async def turn(self, payload):
        self.told.append(json.loads(payload)["observation"]["text"])
        reply = self.left.pop(0) if self.left else ""
        return SimpleNamespace(terminated=not reply, last_reply=reply)


def test_verifiers_plays_and_scores_the_same(world):
    pytest.importorskip("verifiers")
    from verifiers.v1.tasksets.openenv import OpenEnvConfig, OpenEnvEnv, OpenEnvTaskset

    name, url = world
    resets = [{"split": play.split, "task_index": play.index} for play in plays(name)]
    tasks = list(OpenEnvTaskset(OpenEnvConfig(base_url=http(url), resets=resets)).load())
    for play, task in zip(plays(name), tasks, strict=True):
        player = Player(play.actions)
        asyncio.run(OpenEnvEnv.run(None, task, SimpleNamespace(player=player)))
        assert player.rewards == {"openenv_reward": play.reward}
        assert tuple(player.told[: len(play.actions)]) == play.texts[: len(play.actions)]


def called(action):
    """A command as a call of the environment's named tools."""
    forms = (
        (r"go to (.+)", "go_to", ("receptacle",)),
        (r"take (.+) from (.+)", "take", ("thing", "receptacle")),
        (r"move (.+) to (.+)", "put", ("thing", "receptacle")),
        (r"open (.+)", "open_receptacle", ("receptacle",)),
        (r"close (.+)", "close_receptacle", ("receptacle",)),
        (r"(heat|cool|clean) (.+) with (.+)", None, ("thing", "appliance")),
        (r"slice (.+) with (.+)", "slice", ("thing", "knife")),
        (r"(use|examine) (.+)", None, ("thing",)),
        (r"(look|inventory)", None, ()),
        (r"search\[(.*)\]", "search", ("query",)),
        (r"click\[(.*)\]", "click", ("button",)),
    )
    for form, name, parameters in forms:
        if match := re.fullmatch(form, action):
            groups = match.groups() if name else match.groups()[1:]
            return {"name": name or match[1], "arguments": dict(zip(parameters, groups, strict=True))}
    return None  # `help`: no tool


@pytest.mark.parametrize("is_remote", [False, True])
def test_named_tools_play_and_pay_the_same(world, is_remote):
    """What TRL calls, without TRL; in this process and over OpenEnv."""
    name, url = world
    config = replace(config_of(name), url=url, data=None) if is_remote else config_of(name)
    with opened_suite(config) as suite:
        for play in plays(name):
            calls = [called(action) for action in play.actions]
            if None in calls:
                continue
            environment = as_trl_environment(suite, play.split, named_tools=True)()
            environment.reset(**trl_rows(suite, play.split)[play.index])
            for call in calls:
                getattr(environment, call["name"])(**call["arguments"])
            assert environment.done is play.done
            assert environment.get_reward() == play.reward or not play.done


def byte_tokenizer():
    """Each byte a token, and Qwen3's chat form, which TRL knows how to read tool calls from."""
    from pathlib import Path

    import tokenizers
    import transformers
    import trl

    alphabet = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    model = tokenizers.models.BPE({token: k for k, token in enumerate([*alphabet, *special])}, [])
    tokens = tokenizers.Tokenizer(model)
    tokens.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokens.decoder = tokenizers.decoders.ByteLevel()
    tokens.add_special_tokens(special)
    template = (Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja").read_text(encoding="utf-8")
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokens, eos_token="<|im_end|>", pad_token="<|endoftext|>", chat_template=template
    )


def scripted_trainer(scripts, rewards):
    """``GRPOTrainer`` with a model whose answers are written down; notes each rollout's task and reward.

    ``scripts``: first text of a task → the calls that are made in it, one after the other.
    """
    import torch
    from trl import GRPOTrainer

    class Scripted(GRPOTrainer):
        def _generate_single_turn(self, prompt_ids, *arguments, **named):
            return [self._answer(self.processing_class.decode(ids)) for ids in prompt_ids], None

        def _answer(self, prompt):
            calls = next(calls for text, calls in scripts.items() if text in prompt)
            done = prompt.count("<tool_response>")
            call = calls[done] if done < len(calls) else None
            text = "over" if call is None else f"<tool_call>\n{json.dumps(call)}\n</tool_call>"
            return self.processing_class.encode(f"{text}<|im_end|>")

        def _calculate_rewards(self, *arguments, **named):
            paid = super()._calculate_rewards(*arguments, **named)
            rewards.extend(
                zip((e._env.task.index for e in self.environments), paid.flatten().tolist(), strict=True)
            )
            return paid

        def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
            return sum(parameter.sum() for parameter in model.parameters()) * torch.zeros(())  # nothing to learn

    return Scripted


class FirstTasks:
    """A suite of which only the first tasks are played."""

    def __init__(self, suite, count):
        self._suite, self._count = suite, count

    def tasks(self, split):
        return self._suite.tasks(split)[: self._count]

    def __getattr__(self, name):
        return getattr(self._suite, name)


@pytest.mark.parametrize("has_rows", [False, True])
def test_trl_plays_and_rewards_the_same(world, tmp_path, has_rows):
    """TRL's own trainer, tool loop and rewards, with and without a data set; the suite is the OpenEnv server's."""
    pytest.importorskip("trl")
    transformers = pytest.importorskip("transformers")
    from datasets import Dataset
    from trl import GRPOConfig

    name, url = world
    tokenizer = byte_tokenizer()
    shape = {"hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1}
    size = {"vocab_size": len(tokenizer), "num_key_value_heads": 1, "head_dim": 8}
    model = transformers.Qwen3ForCausalLM(transformers.Qwen3Config(**size, **shape))
    played = {play.index: play for play in plays(name) if play.split == "train"}
    scripts = {play.texts[0]: [called(action) for action in play.actions] for play in played.values()}
    rewards = []
    options = GRPOConfig(
        output_dir=str(tmp_path),
        max_steps=EPISODES // 4,
        per_device_train_batch_size=4,
        num_generations=2,
        max_completion_length=100_000,
        max_tool_calling_iterations=100,
        report_to=[],
        use_cpu=True,
        save_strategy="no",
        bf16=False,
        gradient_checkpointing=False,
    )
    with opened_suite(replace(config_of(name), url=url, data=None)) as served:
        suite = FirstTasks(served, len(played))
        scripted_trainer(scripts, rewards)(
            model=model,
            processing_class=tokenizer,
            args=options,
            train_dataset=Dataset.from_list(trl_rows(suite, "train")) if has_rows else None,
            environment_factory=as_trl_environment(
                suite, "train", named_tools=True, group_size=None if has_rows else 2
            ),
        ).train()
    assert len(rewards) == EPISODES
    assert rewards == [(index, pytest.approx(played[index].reward)) for index, _ in rewards]
    assert all(rewards[k][0] == rewards[k + 1][0] for k in range(0, EPISODES, 2))  # groups play one task
    assert len({index for index, _ in rewards}) > 1

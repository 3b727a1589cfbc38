"""A suite as a task of Inspect AI: really evaluated where that package is, with a scripted model."""

import importlib.util

import pytest

from skill1.errors import MissingExtraError

HAS_INSPECT = importlib.util.find_spec("inspect_ai") is not None


@pytest.mark.skipif(HAS_INSPECT, reason="inspect_ai is installed")
def test_without_the_package_the_message_names_the_extra():
    with pytest.raises(MissingExtraError, match=r"pip install 'skill1\[inspect\]'"):
        import skill1.evaluate.inspect_tasks  # noqa: F401


def counted(output):
    """With token counts: Inspect would load a tokenizer from the network to make some."""
    from inspect_ai.model import ModelUsage

    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def played_here(count):
    """Episodes of our own expert on the first training tasks, in the words of a chat model."""
    from skill1.config.load import load_config
    from skill1.env.registry import make_suite
    from skill1.policy.endpoint_tokens import TextTokens
    from skill1.policy.protocol import run_to_end
    from skill1.policy.scripted import ScriptedPolicy
    from skill1.rollout.settings import evaluation_settings
    from skill1.schema import EpisodeKey
    from tests.rollout.rollers import answers_of, roller

    config = load_config("household/grpo", ["--agent.profile=dialogue"])
    suite = make_suite(config.env)
    policy = ScriptedPolicy(TextTokens(), answers_of(suite.expert(None, "oracle", 0), config))
    player = roller(config, policy, suite=suite, how=evaluation_settings(config, 0.0), rows=1)
    plan = [(task, EpisodeKey(0, 0, place, 0)) for place, task in enumerate(suite.tasks("train")[:count])]
    return run_to_end(player.play_all(plan, None))


@pytest.mark.skipif(not HAS_INSPECT, reason="needs inspect_ai, which is in no environment of the tests")
def test_inspect_gives_the_episodes_and_rewards_that_we_do(tmp_path):
    """Inspect's model repeats our expert's answers, task by task."""
    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import ModelOutput, get_model

    from skill1.evaluate.inspect_tasks import skill1_suite

    ours = played_here(20)
    assert len({episode.success for episode in ours}) == 2, "some are won, some lost"
    by_instruction = {episode.task.instruction: episode for episode in ours}
    assert len(by_instruction) == 20, "an instruction tells which task is played: samples come in any order"

    def answer(messages, tools, choice, config):
        place = next(text for text in by_instruction if text in messages[0].text)
        turn = sum(message.role == "assistant" for message in messages)
        return counted(ModelOutput.from_content("mockllm", by_instruction[place].turns[turn].action))

    (log,) = inspect_eval(
        skill1_suite("household/grpo", split="train", limit=20),
        model=get_model("mockllm/model", custom_outputs=answer),
        log_dir=str(tmp_path),
        display="none",
    )
    assert log.status == "success", log.error
    found = {sample.id: sample.scores["solved"].metadata for sample in log.samples}
    assert {name: (each["success"], each["outcome"], each["turns"]) for name, each in found.items()} == {
        episode.task.id: (episode.success, episode.outcome, len(episode.turns)) for episode in ours
    }
    rate = sum(episode.success for episode in ours) / 20
    figures = {score.name: score.metrics for score in log.results.scores}
    assert figures["success"]["accuracy"].value == pytest.approx(rate)


@pytest.mark.skipif(not HAS_INSPECT, reason="needs inspect_ai, which is in no environment of the tests")
def test_skills_of_a_run_are_found_and_used(tmp_path):
    """The model answers query and ranking in words; the first skill of the shipped run's library is handed over."""
    from pathlib import Path

    from inspect_ai import eval as inspect_eval
    from inspect_ai.model import ModelOutput, get_model

    from skill1.errors import ConfigError
    from skill1.evaluate.inspect_tasks import skill1_suite

    def answer(messages, tools, choice, config):
        is_query = len(messages) == 1
        return counted(ModelOutput.from_content("mockllm", "alder avenue clean dish" if is_query else "1"))

    shipped = Path(__file__).parents[2] / "data" / "household" / "run"
    (log,) = inspect_eval(
        skill1_suite("household/skill1", split="seen", limit=2, library=str(shipped)),
        model=get_model("mockllm/model", custom_outputs=answer),
        log_dir=str(tmp_path),
        display="none",
    )
    assert log.status == "success", log.error
    assert all(sample.scores["solved"].metadata["skill"] for sample in log.samples)
    with pytest.raises(ConfigError, match="grpo uses no library"):
        skill1_suite("household/grpo", library=str(shipped))

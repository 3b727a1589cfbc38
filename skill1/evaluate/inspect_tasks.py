"""Our environments as a task of Inspect AI: ``inspect eval skill1/skill1_suite -T config=household/skill1``.

Inspect asks the model and keeps its logs; the episode is the same coroutine as everywhere. Importing this module needs
inspect_ai.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import cached_property
from typing import Any

from skill1.agent.profile import configured_profile
from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.config.method import make_recipe, uses_library
from skill1.env.registry import make_suite
from skill1.env.splits import tasks_of
from skill1.errors import ConfigError, MissingExtraError, PolicyError
from skill1.evaluate.evaluation import opened_library, recipe_for
from skill1.library.formats.exchange import format_of_start
from skill1.policy.endpoint_tokens import TextTokens
from skill1.policy.protocol import Generation, Policy, Sampling
from skill1.policy.reply import Reply, with_stop
from skill1.rollout.group import Roller
from skill1.rollout.settings import evaluation_settings
from skill1.run.locate import locate_library
from skill1.schema import Episode, EpisodeKey, RandomKey

try:
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, GenerateConfig, ModelOutput, get_model
    from inspect_ai.scorer import Score, accuracy, mean, scorer, stderr
    from inspect_ai.solver import solver
except ImportError as error:
    raise MissingExtraError("inspect_ai", "inspect", "skill1 as a task of Inspect AI") from error


@task
def skill1_suite(
    config: str = "household/skill1",
    split: str | None = None,
    limit: int | None = None,
    library: str | None = None,
    profile: str = "dialogue",
) -> Task:
    """Every task of a split, played by Inspect's model.

    Args:
        config: a configuration's name or file.
        split: default: that of the configuration.
        limit: only the first tasks.
        library: a library, a run, or skills in any format; played as ``frozen``. Default: no skills.
        profile: how a turn is asked for, as ``agent.profile``.
    """
    overrides = [f"--agent.profile={profile}", f"--eval.library={'frozen' if library else 'none'}"]
    overrides += [f"--eval.split={split}"] if split else []
    stage = _Stage(load_config(config, overrides), library)
    samples = [
        Sample(input=one.instruction, id=one.id, metadata={"place": place, "type": one.type})
        for place, one in enumerate(stage.tasks[:limit])
    ]
    return Task(dataset=MemoryDataset(samples, name=stage.config.env.name), solver=play(stage), scorer=solved())


class _Stage:
    """The environment of a task, and its library, which is opened when the first sample is played."""

    def __init__(self, config: Skill1Config, library: str | None) -> None:
        if library and not uses_library(config):
            raise ConfigError(
                f"method {config.method} uses no library. Take another configuration, such as household/skill1, or "
                "leave out -T library."
            )
        self.config, self._path, self._open = config, library and _library_file(library), ExitStack()
        self.suite = make_suite(config.env)
        self.tasks = tasks_of(self.suite, config.env.name, config.eval.split)

    @cached_property
    def library(self) -> Any:
        # Open until the process ends: a task of Inspect does not tell when its last sample was played.
        return self._open.enter_context(opened_library(self.config, self.config.eval.library, self._path))

    def roller(self, policy: InspectPolicy) -> Roller:
        recipe = recipe_for(make_recipe(self.config), self.config.eval.library)
        settings = evaluation_settings(self.config, self.config.eval.temperature)
        # One: how many samples are played at once is Inspect's to say.
        return Roller(self.suite.make, policy, recipe, configured_profile(self.config), settings, concurrency=1)


def _library_file(source: str) -> str:
    """A file or folder of skills as it is; of a run or checkpoint its library."""
    return source if format_of_start(source) else str(locate_library(source)[0])


@solver
def play(stage: _Stage):
    """Plays a sample's task to its end; the episode is kept in the sample's metadata."""

    async def solve(state, generate):
        place = state.metadata["place"]
        # An epoch of Inspect is a repeat of ours, counted from 0.
        # Step 0, as in `skill1 eval`: an episode has the same id in both.
        key = EpisodeKey(stage.config.seed, 0, place, state.epoch - 1)
        roller = stage.roller(InspectPolicy())
        (episode,) = await roller.play_all([(stage.tasks[place], key)], stage.library)
        if not episode.ok:
            raise RuntimeError(f"the environment failed: {episode.error}")  # Inspect counts and retries samples
        # For the viewer of its logs: what was played as a conversation, without prompts.
        state.messages = [*state.messages, *_conversation(episode)]
        state.output = ModelOutput.from_content(str(state.model), episode.turns[-1].action)
        state.metadata["skill1"] = facts(episode)
        return state

    return solve


def _conversation(episode: Episode) -> Sequence[ChatMessageUser | ChatMessageAssistant]:
    shown = [
        message
        for turn in episode.turns
        for message in (ChatMessageUser(content=turn.observation), ChatMessageAssistant(content=turn.action))
    ]
    return [*shown, ChatMessageUser(content=episode.last_observation)]


def facts(episode: Episode) -> dict[str, Any]:
    """What a score is made of."""
    return {
        "success": episode.success,
        "outcome": episode.outcome,
        "turns": len(episode.turns),
        "skill": episode.used.id if episode.used else None,
    }


@scorer(metrics={"success": [accuracy(), stderr()], "outcome": [mean(), stderr()]})
def solved():
    """The environment's own verdict, and r(τ)."""

    async def score(state, target):
        found = state.metadata["skill1"]
        values = {"success": float(found["success"]), "outcome": float(found["outcome"])}
        return Score(value=values, answer=state.output.completion, metadata=found)

    return score


class InspectPolicy(Policy):
    """Inspect's model as a frozen policy."""

    version, max_positions = 0, None

    def __init__(self) -> None:
        self.tokens = TextTokens()

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: object = None
    ) -> Generation:
        """One answer, with the settings of Inspect's command line over ours."""
        asked = self.tokens.messages(prompt_ids)
        if asked is None:
            raise PolicyError("Inspect's models take chat prompts; type -T profile=dialogue.")
        contents, prefill = asked
        if prefill:
            # Asked for in words: the conversation here ends with the user's message.
            contents = [*contents[:-1], f"{contents[-1]}\n\nBegin your answer with {prefill}"]
        # Texts of user and policy in turn, the user's first.
        roles = (ChatMessageUser, ChatMessageAssistant)
        messages = [roles[place % 2](content=content) for place, content in enumerate(contents)]
        model = get_model()
        ours = GenerateConfig(
            temperature=sampling.temperature, max_tokens=sampling.max_tokens, stop_seqs=list(sampling.stop) or None
        )
        output = await model.generate(messages, config=ours.merge(model.config))
        # Told apart: an answer that was cut gets no end token below.
        is_cut = output.stop_reason == "max_tokens"
        reply = Reply(output.completion, "length" if is_cut else "stop", None, None, None)
        text = with_stop(reply, sampling.stop, prefill)
        end = () if is_cut else (self.tokens.eos_id,)
        return Generation((*self.tokens.encode(text), *end), (), reply.finish_reason, text)
